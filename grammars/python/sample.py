#!/usr/bin/env python3
"""A sample of the language."""
from __future__ import annotations
import os, sys as system
import collections.abc
from typing import (Any, Optional as Maybe,)
from . import sibling
from ..package import *

LIMIT: int = 1 << 4
names = {"one": 1, 'two': 2, **{"three": 3}}
numbers = [1, 2.5, 3e-2, 0xFF, 10_000, 4j, -1, +2, ~3]
pair = 1, "two"
(first, *rest), [second] = pair, [None]
empty = (), [], {}, set()
text = "a" "b" f"{LIMIT!r:>{10}} {names['one'] + 1:.2f} {{}}" r'\raw' b"bytes\x00"
long_text = """
several
lines
"""
counter = total = 0
system.execute("SELECT one FROM two")
total += 1; counter -= 1
type Plain = int
type Alias[T] = list[T] | None
ellipsis = ...
flag = not True and False or None is not True
compare = 1 < counter <= 3 != 4 in numbers not in rest is None
swapped = counter if total else -counter
squares = [x ** 2 for x in numbers if x if x > 1 for y in rest]
lookup = {key: value for key, value in names.items()}
unique = {*names, 1, 2}
squared = {x * x for x in numbers}
double = lambda x: 2 * x
lazy = (x async for x in stream())
if (found := names.get("one")) and found > 0: print(found)


def plain(a, b: int, /, c=1, d: str = "x", *args: Any, key, other=None, **kwargs) -> Maybe[int]:
    """Doc.

    >>> tuple(1, 2)
    3
    >>> for it in range(2):
    ...     tuple(it, 1)
    """
    global counter
    if a > b:
        return a - b
    elif a == b:
        pass
    else:
        b //= 2
    for index, item in enumerate(args):
        if index % 2:
            continue
        elif item:
            break
    else:
        counter = 0
    while a @ b:
        a, b = b, a
    else:
        del a, names["one"]
    return


def outer():
    value = 1

    def inner(x, *, y):
        nonlocal value
        value = x
        return lambda z, *rest, k=1: x + y * z

    return inner(1, y=2)(3)


class Empty: pass


class Box[T]:
    def map[U](self, f: U) -> T: pass


@decorated
@module.factory(1, key="value")
class Shape(Base, metaclass=Meta):
    count: int
    sides = 0

    def __init__(self, name: str = "shape", *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.name = name
        self.items[1:2, ::3, ...] = [self.sides]

    @property
    def area(self) -> float:
        raise NotImplementedError("area") from None

    @staticmethod
    async def make(count):
        async with connect() as connection, open("file") as handle:
            await connection.send(handle)
        async for chunk in connection:
            yield chunk
        return


class Round(Shape):
    def __init__(self):
        Shape.__init__(self, "round")


def generator(n):
    received = yield n
    yield from range(n)
    yield
    try:
        risky()
    except (ValueError, TypeError) as error:
        raise
    except OSError:
        print("bad", file=system.stderr, end="")
    else:
        assert received, "message"
    finally:
        cleanup()
    try:
        pass
    except* ValueError:
        pass
    with (open("a") as a, open("b")):
        exec("x")


def choose(command):
    match command:
        case 1 | -2 | "text":
            return 1
        case [x, y, *others] if x > y:
            return x
        case {"key": value, **rest}:
            return value
        case Point(x=0, y=other):
            return other
        case (a, b):
            return a
        case str() as name:
            return name
        case None | True:
            ...
        case _:
            return None


def main() -> int:
    print(plain(1, 2, key=3), *numbers, sep=", ")
    shape = Shape("square").area
    result = outer() + sum(x for x in numbers) * names["one"][0].real
    if not result: return 1
    return 0 if shape else 1


if __name__ == "__main__":
    sys.exit(main())

class Made:
    @classmethod
    def make(cls, size): return cls(size)
