#!/bin/sh
# interesting: no warnings, nothing undefined, and where a compiler loses calls of qsort the program ends with another code
ASAN_OPTIONS=detect_leaks=0:exitcode=200
export ASAN_OPTIONS
g++ -std=c++17 -O0 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all callbacks.cc -o right 2>/dev/null || exit 1
sed -E 's/\bqsort\(([a-z]+),/(void)(\1,/' callbacks.cc >wrong.cc
cmp -s callbacks.cc wrong.cc && exit 1
g++ -std=c++17 -O0 -w wrong.cc -o wrong 2>/dev/null || exit 1
timeout 2 ./right 2>/dev/null; right=$?
timeout 2 ./wrong; wrong=$?
[ $right -lt 100 ] && [ $wrong -lt 100 ] && [ $right != $wrong ]
