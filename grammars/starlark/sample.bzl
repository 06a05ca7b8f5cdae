# A sample of the language.
load("//tools:defs.bzl", "other", renamed = "library")

LIMIT = 1 << 4
NAMES = {"one": 1, "two": 2}
FILES = ["a.c", "b.c"] + glob(["*.c"], exclude = ["bad.c"])
pair = 1, "two"
text = "a" + 'b' + r"raw" + """several
lines"""

def _check_impl(ctx, value = 1, *args, **kwargs):
    """Doc."""
    counter = value if value > 3 else -value
    if not args and value != 1 or value in NAMES:
        return None
    elif value == 2:
        counter += 1
    else:
        fail("bad %s" % value)
    for index, item in enumerate(FILES):
        if index % 2:
            continue
        print(item, counter)
        break
    outputs = [ctx.actions.declare_file(name + ".o") for name in FILES if name]
    table = {key: value for key, value in NAMES.items()}
    first, rest = outputs[0], outputs[1:]
    ctx.actions.run(
        outputs = outputs,
        arguments = ["-o", first.path] + [x.path for x in rest],
    )
    pass
    return [DefaultInfo(files = depset(outputs)), struct(table = table)]

check = rule(
    implementation = _check_impl,
    attrs = {
        "deps": attr.label_list(allow_files = True),
        "value": attr.int(default = LIMIT // 2),
    },
)

double = lambda x: x * 2

other(
    name = "lib",
    srcs = FILES,
    deps = select({
        ":linux": ["//a"],
        "//conditions:default": [],
    }),
    copts = [f for f in ["-O2"]] + (["-g"] if LIMIT else []),
)

def _each(names):
    for name in names:
        print(name)
