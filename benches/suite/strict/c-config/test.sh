#!/bin/sh
# interesting: no warnings, it runs twice to the same end, and a compiler whose strrchr is strchr prints something else
gcc -std=c11 -O1 -Wall -Wextra -Werror config.c -o right 2>/dev/null || exit 1
gcc -std=c11 -O0 -w -Dstrrchr=strchr config.c -o wrong 2>/dev/null || exit 1
timeout 2 ./right >right.out || exit 1
timeout 2 ./right | cmp -s - right.out || exit 1
timeout 2 ./wrong >wrong.out || exit 1
! cmp -s right.out wrong.out
