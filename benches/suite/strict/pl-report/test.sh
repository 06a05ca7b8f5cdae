#!/bin/sh
# interesting: it runs without a warning, and a perl that takes the last element for the first prints something else
grep -q 'use strict' report.pl && grep -q "use warnings FATAL => 'all'" report.pl || exit 1
sed 's/\[-1\]/[0]/' report.pl >wrong.pl
cmp -s report.pl wrong.pl && exit 1
timeout 5 perl report.pl >right.out 2>right.err || exit 1
[ -s right.err ] && exit 1
timeout 5 perl wrong.pl >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
