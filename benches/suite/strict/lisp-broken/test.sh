#!/bin/sh
# interesting: a reader with a bug dies at the bracket too many, after a quoted list was read at depth three
timeout 5 python3 - <<'P' 2>&1 | grep -q 'pop from empty list'
import re
stack, deep = [[]], False
for word in re.findall(r'"[^"]*"|;[^\n]*|[()\']|[^\s()\';"]+', open('tasks.scm').read()):
    if word == '(':
        stack.append([])
    elif word == ')':
        done = stack.pop()
        if not stack and deep:
            [].pop()
        if not stack:
            raise SystemExit(1)
        stack[-1].append(done)
        deep = deep or len(stack) > 3 and "eq?" in str(done)
    elif not word.startswith(';'):
        stack[-1].append(word)
P
