#!/bin/sh
# interesting: it runs, twice to the same end, and an interpreter that hands the two arguments of a name over in turn prints something else
sed -E 's/([a-z]+)\(left, right\)$/\1(right, left)/' scan.py >wrong.py
cmp -s scan.py wrong.py && exit 1
timeout 5 python3 -B scan.py >right.out 2>/dev/null || exit 1
timeout 5 python3 -B scan.py >again.out 2>/dev/null || exit 1
cmp -s right.out again.out || exit 1
timeout 5 python3 -B wrong.py >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
