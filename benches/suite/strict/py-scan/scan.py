"""A small language: its words, its tree, its value."""
import re
import sys

WORDS = re.compile(r"\s*(?:(\d+)|(.))")


class Node:
    def __init__(self, kind, children):
        self.kind = kind
        self.children = children


class Number(Node):
    def __init__(self, value):
        super().__init__("number", [])
        self.value = value

    def evaluate(self, names):
        return self.value


class Binary(Node):
    def __init__(self, operator, left, right):
        super().__init__("binary", [left, right])
        self.operator = operator

    def evaluate(self, names):
        left = self.children[0].evaluate(names)
        right = self.children[1].evaluate(names)
        function = names[self.operator]
        result = function(left, right)
        return result


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


OPERATORS = {"+": add, "-": subtract, "*": multiply}


def scan(text):
    words = []
    for number, other in WORDS.findall(text):
        words.append(int(number) if number else other)
    return words


def parse(words, level=0):
    if level == 2:
        return Number(words.pop(0))
    node = parse(words, level + 1)
    while words and words[0] in ("+-", "*")[level]:
        operator = words.pop(0)
        node = Binary(operator, node, parse(words, level + 1))
    return node


def main(lines):
    for line in lines:
        tree = parse(scan(line))
        sys.stdout.write("%s\n" % tree.evaluate(OPERATORS))


main(["1 + 2 * 3", "10 - 4 - 3", "2 * 2 * 2 - 1"])
