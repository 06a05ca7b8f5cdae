//! Takes the documentation that opens the file of each pass into the program, for `lop passes` and the book.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> std::process::ExitCode {
    println!("cargo::rerun-if-changed=src/passes");
    match package().and_then(|it| table(&it.join("src/passes"))).and_then(|it| write(&it)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error={why}");
            std::process::ExitCode::FAILURE
        }
    }
}

/// This package's folder, asked for when the script runs: another checkout with the same target directory may have compiled it.
fn package() -> Result<PathBuf, String> {
    Ok(std::env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?.into())
}

/// Name and documentation of every file with a row of the table of passes, as one Rust expression.
fn table(root: &Path) -> Result<String, String> {
    let mut rows = Vec::new();
    let mut directories = vec![root.to_owned()];
    while let Some(directory) = directories.pop() {
        let cannot = |error: std::io::Error| format!("{}: {error}", directory.display());
        for entry in std::fs::read_dir(&directory).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            if path.extension().is_none_or(|it| it != "rs") {
                continue;
            }
            let source = std::fs::read_to_string(&path).map_err(cannot)?;
            if source.contains("pub const PASS: Pass") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('_', "-");
                rows.push((name, opening(&source)));
            }
        }
    }
    rows.sort();
    let mut table =
        String::from("/// Pairs of name and text.\npub const DOCUMENTATION: &[(&str, &str)] = &[\n");
    for (name, text) in rows {
        let _ = writeln!(table, "({name:?}, {text:?}),");
    }
    Ok(table + "];\n")
}

/// The documentation that opens a source file, without its marks. Links that only rustdoc can follow become code.
fn opening(source: &str) -> String {
    let lines = source.lines().map_while(|it| it.strip_prefix("//!"));
    let text: String = lines.flat_map(|it| [it.strip_prefix(' ').unwrap_or(it), "\n"]).collect();
    unlinked(&text)
}

/// `[`name`]` and [`name`](target) as `name`, outside of the examples.
fn unlinked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[`") {
        let Some(end) = rest[start..].find("`]").map(|it| start + it) else { break };
        out.push_str(&rest[..start]);
        out.push_str(&rest[start + 1..=end]);
        rest = &rest[end + 2..];
        if rest.starts_with('(')
            && let Some(close) = rest.find(')')
        {
            rest = &rest[close + 1..];
        }
    }
    out + rest
}

fn write(table: &str) -> Result<(), String> {
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    let path = PathBuf::from(out).join("passes.rs");
    std::fs::write(&path, table).map_err(|error| format!("{}: {error}", path.display()))
}
