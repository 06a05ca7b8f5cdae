//! A sample of the language.
const std = @import("std");
const Allocator = std.mem.Allocator;

pub const limit: u32 = 1 << 4;
var counter: usize = 0;
threadlocal var local: i32 = -1;
extern "c" fn puts(text: [*:0]const u8) c_int;

const Failure = error{ TooSmall, Missing };

const Kind = enum(u8) {
    small = 1,
    large,

    pub fn next(self: Kind) Kind {
        return self;
    }
};

const Value = union(enum) {
    number: i64,
    text: []const u8,
    none,
};

pub const Point = struct {
    x: i32 = 0,
    y: ?i32,
    const origin = Point{ .x = 0, .y = null };

    pub fn init(x: i32, y: i32) Point {
        return .{ .x = x, .y = y };
    }

    fn area(self: *const Point) i32 {
        return self.x * (self.y orelse 2);
    }
};

fn List(comptime T: type) type {
    return struct {
        items: []T,
        next: ?*@This(),
    };
}

inline fn check(value: u32, list: []const u8, comptime T: type) Failure!?u32 {
    var total: u32 = if (value > 3) value else 0;
    defer total = 0;
    errdefer counter -= 1;
    if (list.len == 0 and value != 1 or !(value < 2)) {
        return null;
    } else if (value == 5) {
        total += 1;
    } else {
        return error.TooSmall;
    }
    for (list, 0..) |item, index| {
        if (index % 2 == 0) continue;
        total +%= item;
    }
    while (total > 0) : (total -= 1) {
        if (total == 5) break;
    }
    outer: while (true) {
        break :outer;
    }
    const kind = switch (value) {
        0, 1 => "small",
        2...5 => |n| blk: {
            counter = n;
            break :blk "middle";
        },
        else => "large",
    };
    if (find(kind)) |found| {
        counter += found;
    } else |err| {
        return err;
    }
    const array = [_]u8{ 1, 2, 3 };
    const slice = array[0..2];
    _ = slice;
    const size = try parse(T, "12") + @as(u32, @intCast(array[1]));
    return size catch unreachable;
}

test "addition" {
    const value = Value{ .number = 1 };
    switch (value) {
        .number => |n| try std.testing.expect(n == 1),
        else => {},
    }
    const pointer = &counter;
    pointer.* = 3;
    const text =
        \\several
        \\lines
    ;
    comptime var i = 0;
    std.debug.print("{s} {d}\n", .{ text, i });
}
