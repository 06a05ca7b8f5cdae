#!/bin/sh
# interesting: it runs, and an engine that slices from one less than a sum prints something else
sed -E 's/\.slice\(([a-z]+) \+ 1\)/.slice(\1)/' routes.js >wrong.js
cmp -s routes.js wrong.js && exit 1
timeout 5 node routes.js >right.out 2>/dev/null || exit 1
timeout 5 node wrong.js >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
