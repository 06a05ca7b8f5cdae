#!/bin/sh
# interesting: it runs, does the same twice, and an interpreter that divides before it multiplies prints something else
sed -E 's/([a-z]+) \* ([A-Za-z]+) \/ ([0-9]+)/\1 * (\2 \/ \3)/' parcels.rb >wrong.rb
cmp -s parcels.rb wrong.rb && exit 1
timeout 5 ruby parcels.rb >right.out 2>/dev/null || exit 1
timeout 5 ruby parcels.rb >again.out 2>/dev/null || exit 1
cmp -s right.out again.out || exit 1
timeout 5 ruby wrong.rb >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
