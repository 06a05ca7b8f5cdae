#!/bin/sh
# interesting: it runs without a word of warning, and an interpreter whose remainder of two names is a quotient prints something else
grep -q "?>" stock.php && exit 1
head -n 1 stock.php | grep -q "^<?php" || exit 1
sed -E 's/(\$[a-z>-]+) % (\$[a-z>-]+)/intdiv(\1, \2)/' stock.php >wrong.php
cmp -s stock.php wrong.php && exit 1
timeout 5 php -d display_errors=stderr -d error_reporting=-1 stock.php >right.out 2>right.err || exit 1
test -s right.err && exit 1
timeout 5 php -d display_errors=stderr wrong.php >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
