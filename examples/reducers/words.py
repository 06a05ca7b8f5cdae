#!/usr/bin/env python3
"""A reducer that speaks lop's protocol: it proposes to delete each run of words in brackets, and each word in capitals.

    lop notes.txt --reducer examples/reducers/words.py -- ./test.sh

A line of JSON for each message; what is not known is ignored. Spans are counted in bytes.
"""
import json
import re
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def propose(request):
    with open(request["path"], "rb") as file:
        text = file.read()
    # Each of these may go, and all of them together: lop tries all, and halves what is refused.
    brackets = [[{"start": it.start(), "end": it.end()}] for it in re.finditer(rb"\[[^\[\]]*\]", text)]
    if brackets:
        say(type="list", id=request["id"], elements=brackets)
    # Of these, one after the other is tried until one is accepted.
    for it in re.finditer(rb"[A-Z]{2,}", text):
        span = {"start": it.start(), "end": it.end()}
        say(type="edits", id=request["id"], alternatives=[[span], [{**span, "text": "X"}]])
    say(type="done", id=request["id"])


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        say(type="hello", protocol=1, name="words")
    elif request["type"] == "propose":
        propose(request)
