//! Which language a file is in.

use std::path::Path;

use crate::{Info, registry};

/// By name or alias, whatever its case.
pub(crate) fn by_name(name: &str) -> Option<&'static Info> {
    let is = |it: &&str| it.eq_ignore_ascii_case(name);
    find(|info| is(&info.name) || info.aliases.iter().any(is))
}

/// By extension. `.C` is not `.c`, so its case counts, unless no language has it as it stands.
pub(crate) fn by_extension(extension: &str) -> Option<&'static Info> {
    let is = |it: &&str| it.eq_ignore_ascii_case(extension);
    find(|info| info.extensions.contains(&extension)).or_else(|| find(|info| info.extensions.iter().any(is)))
}

/// By extension, else by the whole name of the file.
pub(crate) fn by_path(path: &Path) -> Option<&'static Info> {
    let text = |it: Option<&'_ std::ffi::OsStr>| it.and_then(|it| it.to_str().map(str::to_owned));
    let by_name = |name: String| find(|info| info.file_names.contains(&&*name));
    text(path.extension())
        .and_then(|it| by_extension(&it))
        .or_else(|| text(path.file_name()).and_then(by_name))
}

/// By the first lines: the program of a `#!` line, or the mode that an editor is told (`-*- C++ -*-`).
pub(crate) fn by_text(text: &[u8]) -> Option<&'static Info> {
    let head = String::from_utf8_lossy(&text[..text.len().min(400)]).into_owned();
    let first = head.lines().next()?;
    let program = first.strip_prefix("#!").and_then(program);
    program.and_then(by_interpreter).or_else(|| head.lines().take(2).find_map(mode).and_then(by_name))
}

fn by_interpreter(program: &str) -> Option<&'static Info> {
    // `python3.12` is run by `python`.
    let plain = program.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
    find(|info| info.interpreters.iter().any(|it| *it == program || *it == plain))
}

/// The program a `#!` line runs, past `env` and its options and assignments.
fn program(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().map(|it| it.rsplit('/').next().unwrap_or(it));
    match words.next()? {
        "env" => words.find(|it| !it.starts_with('-') && !it.contains('=')),
        it => Some(it),
    }
}

fn mode(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("-*-")?;
    let (inside, _) = rest.split_once("-*-")?;
    let named = inside.split(';').find_map(|it| it.trim().strip_prefix("mode:"));
    Some(named.unwrap_or(inside).trim())
}

/// What a user has added is looked at before lop's own.
fn find(wanted: impl Fn(&Info) -> bool) -> Option<&'static Info> {
    registry::all().find(|it| wanted(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(found: Option<&'static Info>) -> &'static str {
        found.map_or("", |it| it.name)
    }

    #[test]
    fn the_case_of_an_extension_counts_only_where_it_tells_languages_apart() {
        assert_eq!(name(by_path(Path::new("a/b.c"))), "c");
        assert_eq!(name(by_path(Path::new("a/b.C"))), "cpp");
        assert_eq!(name(by_path(Path::new("a/b.JS"))), "javascript");
        assert_eq!(name(by_path(Path::new("a/b"))), "");
    }

    #[test]
    fn a_shebang_names_the_program_past_env_and_its_options() {
        assert_eq!(name(by_text(b"#!/usr/bin/env -S FOO=1 node --harmony\n")), "javascript");
        assert_eq!(name(by_text(b"#! /usr/local/bin/node18\n")), "javascript");
        assert_eq!(name(by_text(b"#!/bin/false\n")), "");
        assert_eq!(name(by_text(b"")), "");
        assert_eq!(name(by_text(b"#!")), "");
    }

    #[test]
    fn the_mode_line_of_an_editor_is_read() {
        assert_eq!(name(by_text(b"// <bits> -*- C++ -*-\n")), "cpp");
        assert_eq!(name(by_text(b"\n/* -*- tab-width: 4; mode: c -*- */")), "c");
    }

    #[test]
    fn aliases_and_case_do_not_matter_in_a_name() {
        assert_eq!(name(by_name("C++")), "cpp");
        assert_eq!(name(by_name("Rust")), "rust");
        assert_eq!(name(by_name("cobol")), "");
    }
}
