//! A fuzz target that reports a small input in the place of the one that it has found.
//!
//! `cargo fuzz` builds a target like this one. Without it, it is run on files that are there:
//! `cargo run --example fuzz_target -- FILE`. The small input is written to `minimised`, or where the variable `MINIMISED` says.

#![no_main]

use std::ffi::OsString;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some(small) = lop::minimise_panic(input, parse) {
        let path = std::env::var_os("MINIMISED").unwrap_or_else(|| OsString::from("minimised"));
        std::fs::write(path, &small).expect("the small input can be written");
        // Outside of lop a panic is what libFuzzer takes it for.
        parse(&small);
    }
});

/// What is tested: it reads `key=value` lines, and stumbles over a bracket that nobody has opened.
fn parse(input: &[u8]) {
    for line in input.split(|it| *it == b'\n') {
        let Some(equals) = line.iter().position(|it| *it == b'=') else { continue };
        let mut open = 0_u32;
        for byte in &line[equals + 1..] {
            match byte {
                b'[' => open += 1,
                b']' => open = open.checked_sub(1).expect("a bracket is open"),
                _ => {}
            }
        }
    }
}
