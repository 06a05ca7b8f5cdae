#!/bin/sh
# interesting: it is valid, and what comes of it adds up a vector
timeout 10 opt -opaque-pointers -passes='loop-vectorize' -force-vector-width=4 -S sum.ll -o out.ll 2>/dev/null || exit 1
grep -q 'call i32 @llvm.vector.reduce.add' out.ll
