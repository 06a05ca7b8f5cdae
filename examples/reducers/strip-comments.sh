#!/bin/sh
# The simplest reducer, a filter: reads a file, writes another one. It proposes the file without its comments.
#
#     lop crash.c --reducer filter:examples/reducers/strip-comments.sh -- ./test.sh
#
# lop takes the two apart line by line, so that what the test does not like of it is left out.
sed -e 's|//.*||' -e 's|/\*[^*]*\*/||g' "$1" >"$2"
