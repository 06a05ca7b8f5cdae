#!/bin/sh
# interesting: no warnings, a sum of weights is in the text, and Book asks its super class for its weight in the class file, too
mkdir -p right.d && javac -Xlint:all -Werror -d right.d Library.java 2>/dev/null || exit 1
javap -c -cp right.d Book 2>/dev/null | grep -q 'invokespecial.*weight' || exit 1
grep -q 'sum += item\.weight()' Library.java
