#!/bin/sh
# interesting: sqlite runs all of it, and one that takes a left join for an inner one prints something else
sed 's/LEFT JOIN/JOIN/' ledger.sql >wrong.sql
cmp -s ledger.sql wrong.sql && exit 1
timeout 5 sqlite3 -bail :memory: <ledger.sql >right.out 2>right.err || exit 1
[ -s right.err ] && exit 1
timeout 5 sqlite3 -bail :memory: <wrong.sql >wrong.out 2>/dev/null || exit 1
! cmp -s right.out wrong.out
