#!/bin/sh
# interesting: no warnings, no undefined behaviour, it runs twice to the same end, and a compiler that takes * for + in a product of two fields prints something else
gcc -std=c11 -O1 -Wall -Wextra -Werror -fsanitize=undefined -fno-sanitize-recover=all orders.c -o right 2>/dev/null || exit 1
sed -E 's/(\.[a-z]+) \* ([a-z]+\.)/\1 + \2/' orders.c >wrong.c
cmp -s orders.c wrong.c && exit 1
gcc -std=c11 -O0 -w wrong.c -o wrong 2>/dev/null || exit 1
timeout 2 ./right >right.out || exit 1
timeout 2 ./right | cmp -s - right.out || exit 1
timeout 2 ./wrong >wrong.out || exit 1
! cmp -s right.out wrong.out
