//! Compilers that crash on what a greedy search does not get smaller, and programs that they crash on.

/// The words and other tokens of a text; empty when its brackets are not balanced.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let starts = lop_engine::tokens::starts(text.as_bytes());
    let ends = starts.iter().skip(1).map(|&it| it as usize).chain([text.len()]);
    let tokens: Vec<&str> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| text.get(start as usize..end).unwrap_or("").trim())
        .collect();
    let mut open = Vec::new();
    for &token in &tokens {
        match token {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            ")" | "]" | "}" if open.pop() != Some(token) => return Vec::new(),
            _ => {}
        }
    }
    if open.is_empty() { tokens } else { Vec::new() }
}

/// The index of the bracket that closes the one at `open`.
pub(crate) fn close(tokens: &[&str], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        depth += i32::from(["(", "[", "{"].contains(token)) - i32::from([")", "]", "}"].contains(token));
        if depth == 0 {
            return at;
        }
    }
    tokens.len() - 1
}

/// A compiler that crashes on three calls of `g`, each for the sake of other arguments, whether they are written
/// there or come from a function `f(int x) { return …; }`.
pub(crate) fn crashes_on_three_calls(text: &str) -> bool {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let head = ["f", "(", "int", "x", ")", "{", "return"];
    if let Some(at) = tokens.windows(head.len()).position(|it| it == head) {
        let texts: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let end = close(&texts, at + 5);
        let body: Vec<String> = tokens[at + 7..end].iter().filter(|it| *it != ";").cloned().collect();
        tokens.drain(at..=end);
        let mut expanded = Vec::new();
        let mut from = 0;
        while from < tokens.len() {
            if tokens[from..].len() >= 4
                && tokens[from] == "f"
                && tokens[from + 1] == "("
                && tokens[from + 3] == ")"
            {
                expanded.extend(
                    body.iter().map(|it| if it == "x" { tokens[from + 2].clone() } else { it.clone() }),
                );
                from += 4;
            } else {
                expanded.push(tokens[from].clone());
                from += 1;
            }
        }
        tokens = expanded;
    }
    let texts: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let calls = (0..texts.len()).filter(|&it| texts[it] == "g" && texts.get(it + 1) == Some(&"("));
    let calls: Vec<&[&str]> = calls.map(|it| &texts[it + 2..close(&texts, it + 1)]).collect();
    let separated =
        |call: &[&str]| call.iter().skip(1).step_by(2).all(|it| *it == ",") && call.len() % 2 == 1;
    [["1", "p", "q"], ["2", "r", "s"], ["3", "t", "u"]].iter().all(|wanted| {
        let holds =
            |call: &&&[&str]| call.first() == wanted.first() && wanted.iter().all(|it| call.contains(it));
        calls.iter().filter(holds).any(|it| separated(it))
    })
}

pub(crate) const THREE_CALLS: &str = "
int n;
int f(int x) { return g(x, p, q, r, s, t, u); }
int a(int y) { n++; return h(f(1), f(2), y); }
int b() { return f(3); }
";

/// A compiler that crashes on two variables whose types have members of their own, whether they are spelt out or come from a
/// `typedef … T;`.
pub(crate) fn crashes_on_two_types(text: &str) -> bool {
    let tokens = tokens(text);
    let mut meaning: &[&str] = &[];
    if tokens.first() == Some(&"typedef") && tokens.get(1) == Some(&"struct") && tokens.get(2) == Some(&"{") {
        let end = close(&tokens, 2);
        if tokens.get(end + 1) == Some(&"T") && tokens.get(end + 2) == Some(&";") {
            meaning = &tokens[3..end];
        }
    }
    [("x", ["a", "b", "c"]), ("y", ["d", "e", "k"])].iter().all(|&(name, members)| {
        let declared = tokens.windows(2).position(|it| it == [name, ";"]);
        let Some(at) = declared else { return false };
        let of = match at.checked_sub(1).map(|it| tokens[it]) {
            Some("T") => meaning,
            Some("}") => {
                let open = (0..at).find(|&it| tokens[it] == "{" && close(&tokens, it) == at - 1);
                open.filter(|&it| it > 0 && tokens[it - 1] == "struct")
                    .map_or(&[] as &[&str], |it| &tokens[it..at])
            }
            _ => &[],
        };
        let member = |name: &str| of.windows(3).any(|it| it == ["int", name, ";"]);
        members.iter().all(|it| member(it))
    })
}

pub(crate) const TWO_TYPES: &str = "typedef struct { int a; int b; int c; int d; int e; int k; } T;
int unused;
T x;
T y;
";
