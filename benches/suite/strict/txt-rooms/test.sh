#!/bin/sh
# interesting: every block has an end and every exit a room, and one exit is two conditions deep
timeout 5 python3 - <<'P'
import re, sys
depth, rooms, exits, deep = [], set(), set(), False
for line in open('rooms.txt'):
    words = line.split()
    if not words:
        continue
    if words[0] == 'end':
        if not depth or len(words) > 1:
            sys.exit(1)
        depth.pop()
    elif words[0] in ('room', 'thing', 'when'):
        if len(words) != 2 or (words[0] == 'room') != (not depth):
            sys.exit(1)
        depth.append(words[0])
        rooms |= {words[1]} if words[0] == 'room' else set()
    elif words[0] == 'exit':
        if len(words) != 3 or not depth:
            sys.exit(1)
        exits.add(words[2])
        deep = deep or depth.count('when') > 1
    elif words[0] not in ('text', 'game', 'author', 'over'):
        sys.exit(1)
sys.exit(not (deep and not depth and exits <= rooms))
P
