#!/bin/sh
# interesting: it runs, twice to the same end, and an interpreter that divides before it multiplies a member with a member prints something else
sed -E 's/(self\.[a-z]+) \* (self\.[a-z]+) \/\/ 100/\1 * (\2 \/\/ 100)/' bank.py >wrong.py
cmp -s bank.py wrong.py && exit 1
timeout 5 python3 -B bank.py >right.out 2>/dev/null || exit 1
timeout 5 python3 -B bank.py >again.out 2>/dev/null || exit 1
cmp -s right.out again.out || exit 1
timeout 5 python3 -B wrong.py >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
