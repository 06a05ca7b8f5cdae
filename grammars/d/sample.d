#!/usr/bin/env rdmd
// A sample of the language.
module sample.shapes;

import std.stdio, std.math : abs, sqrt;
import io = std.file;
public import core.time;

enum LIMIT = 1 << 4;
immutable int[] numbers = [1, 2, 3];
__gshared string text = "text" ~ `raw`;
alias Table = int[string];
version (Debug) { int debugging; } else { int released; }
static if (LIMIT > 3) { enum big = true; }

enum Kind : ubyte { small = 1, large }

interface Shape { double area() const; }

struct Pair(A, B) if (is(A == int)) {
    A first;
    B second = B.init;
    this(A first) { this.first = first; }
    ~this() {}
    invariant { assert(first >= 0); }
}

union Value { int number; float real_number; }

abstract class Base { protected int id; }

class Point : Base, Shape {
    private int x = 1, y;
    static immutable Point origin;

    this(int x, int y = 2) { super(); this.x = x; }

    override double area() const @safe nothrow { return x * y; }

    @property int size() { return x; }
    Point opBinary(string op)(Point other) { return other; }
    abstract void draw();
}

template Twice(T) { T twice(T x) { return cast(T) (x * 2); } }

mixin template Counter() { int count; }

int check(T)(int value, T[] list, ref int result, int delegate(int) block, out int rest)
in (value > 0)
{
    auto counter = value > 3 ? value : -value;
    if (list.length == 0 && value != 1 || !(value == 2)) {
        return 0;
    } else if (auto found = value in table) {
        counter += *found;
    } else {
        throw new Exception("bad");
    }
    for (int i = 0; i < LIMIT; i++) {
        if (i % 2 == 0) continue;
        writeln(i);
    }
    foreach (index, item; list) { writefln("%s", item); }
    foreach (k; 0 .. 3) result += k;
    while (counter > 0) { counter--; break; }
    do { counter += block(counter); } while (counter < 3);
    switch (value) {
        case 1:
        case 2: writeln("small"); break;
        case 3: .. case 5: goto default;
        default: break;
    }
    try { risky(); }
    catch (Exception error) { writeln(error.msg); }
    finally { counter = 0; }
    scope (exit) writeln("done");
    with (Kind) { result = small; }
    synchronized { result = 1; }
    return counter;
}

void main(string[] args) {
    auto twice = (int x) => x * 2;
    auto closure = delegate int(int x) { return x; };
    int[string] table = ["a": 1];
    auto slice = numbers[0 .. $ - 1];
    mixin Counter;
    auto pair = Pair!(int, string)(1);
    auto object = new Point(1, 2);
    assert(twice(2) == 4, "message");
    writeln(typeof(slice).stringof, object.area, is(int : long), 'c', 1.5e3, null, __FILE__);
    static assert(LIMIT == 16);
}

unittest { assert(true); }
