#!/bin/sh
# interesting: no warnings, and a program whose super calls of weight are its own says so by another word for what it prints
mkdir -p right.d && javac -Xlint:all -Werror -d right.d Library.java 2>/dev/null || exit 1
javap -c -cp right.d Book 2>/dev/null | grep -q 'invokespecial.*weight' || exit 1
grep -q 'sum += item\.weight()' Library.java
