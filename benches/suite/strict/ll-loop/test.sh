#!/bin/sh
# interesting: it is valid, and the pass that makes vectors of loops crashes where InnerLoopVectorizer is at work
opt -opaque-pointers -passes=verify -disable-output loop.ll >/dev/null 2>&1 || exit 1
ulimit -c 0
timeout 10 opt -opaque-pointers -passes='mem2reg,instcombine,simplifycfg,loop(loop-rotate),loop-vectorize' -force-vector-width=4 -disable-output loop.ll >out.txt 2>&1
[ $? -gt 128 ] && grep -q 'RuntimePointerChecking::insert' out.txt
