//! What lop prints about itself and leaves: languages, passes, completions, the man page.

use std::fmt::Write as _;
use std::io::{self, Write};

use lop_engine::{Pass, Stage};

use lop_languages::{Info, Origin};

use super::args::ListArgs;
use crate::command::{self, BESIDE};
use lop_runner::options::TEXT;

/// The text that one of the list options asks for, if any does.
pub(crate) fn wanted(lists: &ListArgs) -> Option<Vec<u8>> {
    if lists.list_languages {
        Some(columns(&languages()).into_bytes())
    } else if lists.list_passes {
        Some(passes(lop_engine::passes::ALL).into_bytes())
    } else if let Some(shell) = lists.completions {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command::command(), "lop", &mut script);
        Some(script)
    } else {
        lists.man.as_deref().map(man)
    }
}

/// Prints it. A reader that has seen enough and closed the pipe is no error.
pub(crate) fn print(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Says what is wrong. There is nobody to tell that standard error is gone.
pub(crate) fn complain(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}

/// The man page of lop, or of one of the commands beside a single run.
fn man(of: &str) -> Vec<u8> {
    let mut page = Vec::new();
    let whole = command::command();
    let beside = BESIDE.into_iter().find(|it| it.0 == of);
    let found = beside.and_then(|it| {
        Some(whole.find_subcommand(it.0)?.clone().name(it.1).version(env!("CARGO_PKG_VERSION")))
    });
    clap_mangen::Man::new(found.unwrap_or(whole)).render(&mut page).expect("memory can always be written");
    page
}

/// Name, what reads it, description and files of every language, in this order, and of what is none.
pub(crate) fn languages() -> Vec<[String; 4]> {
    let read_by = |it: &Info| match it.origin {
        Origin::Grammar => "grammar",
        Origin::Lines => "lines",
        Origin::Added => "added",
    };
    let row = |it: &Info| {
        let extensions = it.extensions.iter().map(|it| format!(".{it}"));
        let files = extensions.chain(it.file_names.iter().map(|&it| it.to_owned()));
        [it.name, read_by(it), it.summary, &files.collect::<Vec<_>>().join(" ")].map(str::to_owned)
    };
    let text = [TEXT, "nothing", "lines, brackets, tokens, bytes", "any other file"].map(str::to_owned);
    let mut all = lop_languages::all();
    all.sort_by_key(|it| {
        [Origin::Grammar, Origin::Lines, Origin::Added].iter().position(|of| *of == it.origin)
    });
    all.into_iter().map(row).chain([text]).collect()
}

/// What a stage is called.
pub(crate) fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Tree => "tree",
        Stage::Bulk => "bulk",
        Stage::Mass => "mass",
        Stage::Coarse => "coarse",
        Stage::Main => "main",
        Stage::Fine => "fine",
        Stage::Polish => "polish",
        Stage::Deep => "deep",
        Stage::Grow => "grow",
        Stage::Finish => "finish",
        Stage::Certify => "certify",
    }
}

fn passes(all: &[&Pass]) -> String {
    let row = |it: &&Pass| [it.name, stage(it.stage), it.summary].map(str::to_owned);
    columns(&all.iter().map(row).collect::<Vec<_>>())
}

/// Aligned columns, a line a row.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = rows.iter().map(|it| it[column].chars().count()).max().unwrap_or(0);
            let _ = write!(line, "{cell:<width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
