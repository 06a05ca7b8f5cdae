//! A call and what it calls, or what is like it, in the sample of each language; and how few tokens it can be left in.

/// What must stay in a sample, blanks aside, which must go on parsing.
pub(super) struct Needle {
    pub(super) language: &'static str,
    pub(super) parts: &'static [&'static str],
    /// How many tokens may be left.
    pub(super) tokens: usize,
}

const fn needle(language: &'static str, parts: &'static [&'static str], tokens: usize) -> Needle {
    Needle { language, parts, tokens }
}

pub(super) const NEEDLES: &[Needle] = &[
    needle("ada", &["function Area (Item", "Total := Area (P"], 40),
    needle("bash", &["name=\"sample\"", "test -n \"$name\""], 13),
    needle("c", &["int sum(", "= sum(array"], 12),
    needle("c-sharp", &["int Local(int", "= Local(count)"], 18),
    needle("cmake", &["function(add_sample", "add_sample(first"], 13),
    needle("cpp", &["auto generic =", "generic(1,"], 17),
    needle("css", &["--main-color:", "color: red"], 10),
    needle("cuda", &["void kernel(", "kernel<<<grid, block>>>("], 23),
    needle("d", &["auto twice =", "twice(2)"], 20),
    needle("dart", &["int local(int z)", "double(2)"], 22),
    needle("elixir", &["def sizes(", "sizes([count]"], 9),
    needle("erlang", &["loop(State) ->", "loop(0)"], 20),
    needle("fortran", &["function area_number(n)", "area_number(n - 1)"], 15),
    needle("glsl", &["float shade(", "shade(position"], 12),
    needle("go", &["func Map[", "f(item)"], 18),
    needle("graphql", &["fragment fields on", "...fields"], 16),
    needle("haskell", &["twice n =", "twice a"], 8),
    needle("hlsl", &["float shade(", "shade(input"], 12),
    needle("html", &["</b>"], 9),
    needle("java", &["V generic(", "generic(\"x\""], 15),
    needle("javascript", &["function plain(", "plain(1)"], 12),
    needle("json", &["\"deeper\":"], 9),
    needle("julia", &["scale(x, y) =", "scale(1, 2)"], 16),
    needle("kotlin", &["val double =", "double(table"], 9),
    needle("lua", &["function add(", "add(counter"], 11),
    needle("make", &["program: $(OBJECTS)", "all: program"], 10),
    needle("nix", &["double = x:", "map double"], 12),
    needle("objc", &["int add(int a", "add(1, 2)"], 17),
    needle("ocaml", &["let double =", "double 3"], 7),
    needle("php", &["<?php", "check(array", "count($all)"], 26),
    needle("powershell", &["function Get-Check", "Get-Check -Value 1 -Quiet"], 17),
    needle("proto", &["message Inner", "Inner inner"], 16),
    needle("python", &["def plain(", "plain(1"], 11),
    needle("r", &["double <- ", "double()"], 8),
    needle("ruby", &["def check(", "check(3)"], 11),
    needle("rust", &["fn area(&self)", "fn exported("], 16),
    needle("scala", &["val double =", "double(2)"], 9),
    needle("solidity", &["function max(", ".max("], 15),
    needle("souffle", &[".decl path(", "path(x, y) :-"], 18),
    needle("sql", &["CREATE TABLE IF NOT EXISTS people", "DELETE FROM people"], 16),
    needle("starlark", &["def _check_impl(", "implementation = _check_impl"], 13),
    needle("swift", &["let double =", "double(3)"], 9),
    needle("systemverilog", &["module counter", "counter #("], 9),
    needle("toml", &["deep.key ="], 7),
    needle("tsx", &["function List<", "<List"], 18),
    needle("typescript", &["function plain(", "console.error("], 13),
    needle("vhdl", &["entity counter is", "entity work.counter"], 15),
    needle("xml", &["<deep>"], 9),
    needle("yaml", &["&base", "*base"], 7),
    needle("zig", &["fn init(", "find(kind)"], 27),
];
