#!/bin/sh
# interesting: it compiles, and a compiler that takes += of a difference for = makes a program that prints something else
sed -E 's/ \+= ([0-9a-z]+ - )/ = \1/' fleet.cs >wrong.cs
cmp -s fleet.cs wrong.cs && exit 1
mcs -nologo -out:right.exe fleet.cs >/dev/null 2>&1 || exit 1
mcs -nologo -out:wrong.exe wrong.cs >/dev/null 2>&1 || exit 1
timeout 5 mono right.exe >right.out 2>/dev/null || exit 1
timeout 5 mono wrong.exe >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
