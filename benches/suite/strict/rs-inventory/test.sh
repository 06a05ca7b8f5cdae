#!/bin/sh
# interesting: no warnings, and a compiler that loses the second -= of a place behind a reference prints something else
rustc --edition 2021 -D warnings -C debuginfo=0 inventory.rs -o right 2>/dev/null || exit 1
sed -E 's/^( *\*[a-z]+) -= /\1 = /' inventory.rs >wrong.rs
cmp -s inventory.rs wrong.rs && exit 1
rustc --edition 2021 -A warnings -C debuginfo=0 wrong.rs -o wrong 2>/dev/null || exit 1
timeout 2 ./right >right.out 2>&1 || exit 1
timeout 2 ./wrong >wrong.out 2>&1 || exit 1
! cmp -s right.out wrong.out
