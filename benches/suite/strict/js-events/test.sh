#!/bin/sh
# interesting: it runs, and an engine that takes !== of two names for === prints something else
sed -E 's/([a-z]+) !== ([a-z]+)\)/\1 === \2)/' events.js >wrong.js
cmp -s events.js wrong.js && exit 1
timeout 5 node events.js >right.out 2>/dev/null || exit 1
timeout 5 node wrong.js >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
