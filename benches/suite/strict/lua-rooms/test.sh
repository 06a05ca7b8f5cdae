#!/bin/sh
# interesting: it runs, and an interpreter that takes a product less a length for their sum prints something else
sed -E 's/([a-z.]+ \* [a-z.]+) - #/\1 + #/' rooms.lua >wrong.lua
cmp -s rooms.lua wrong.lua && exit 1
timeout 5 lua5.4 rooms.lua >right.out 2>/dev/null || exit 1
timeout 5 lua5.4 rooms.lua >again.out 2>/dev/null || exit 1
cmp -s right.out again.out || exit 1
timeout 5 lua5.4 wrong.lua >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
