#!/bin/sh
# interesting: no warnings, and a compiler that loses the last minus between products of members prints something else
g++ -std=c++17 -O0 -Wall -Wextra -Werror shapes.cc -o right 2>/dev/null || exit 1
sed -E 's/(_ \* [a-z]+_) - /\1 + /' shapes.cc >wrong.cc
cmp -s shapes.cc wrong.cc && exit 1
g++ -std=c++17 -O0 -w wrong.cc -o wrong 2>/dev/null || exit 1
timeout 2 ./right >right.out || exit 1
timeout 2 ./wrong >wrong.out || exit 1
! cmp -s right.out wrong.out
