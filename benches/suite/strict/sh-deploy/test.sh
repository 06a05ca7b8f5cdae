#!/bin/bash
# interesting: it runs to its end under set -euo pipefail, and a shell in which a function's return 1 is lost prints something else
grep -q '^set -euo pipefail$' deploy.sh || exit 1
sed 's/return 1/return 0/' deploy.sh >wrong.sh
cmp -s deploy.sh wrong.sh && exit 1
mkdir -p box
(cd box && PATH=/usr/bin:/bin timeout 5 bash ../deploy.sh >../right.out 2>../right.err </dev/null) || exit 1
grep -q 'line [0-9]*:' right.err && exit 1
(cd box && PATH=/usr/bin:/bin timeout 5 bash ../wrong.sh >../wrong.out 2>/dev/null </dev/null) || exit 1
! cmp -s right.out wrong.out
