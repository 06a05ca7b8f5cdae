#!/bin/sh
# interesting: it compiles, does the same twice, and a compiler that takes += of a product for = prints something else
export GO111MODULE=off
go build -o right queue.go 2>/dev/null || exit 1
mkdir -p wrong.d && sed -E 's/ \+= ([a-z.0-9]+ \*)/ = \1/' queue.go >wrong.d/queue.go
cmp -s queue.go wrong.d/queue.go && exit 1
go build -o wrong wrong.d/queue.go 2>/dev/null || exit 1
timeout 2 ./right >right.out 2>&1 || exit 1
timeout 2 ./right >again.out 2>&1 || exit 1
cmp -s right.out again.out || exit 1
timeout 2 ./wrong >wrong.out 2>&1 || exit 1
! cmp -s right.out wrong.out
