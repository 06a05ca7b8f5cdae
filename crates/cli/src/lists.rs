//! What lop prints about itself and leaves: languages, passes, completions, the man page.

use std::io::{self, Write};

use clap::CommandFactory;
use lop_engine::{Pass, Stage};

use crate::args::{Args, ListArgs};
use crate::backend;

/// The text that one of the list options asks for, if any does.
pub(crate) fn wanted(lists: &ListArgs) -> Option<Vec<u8>> {
    if lists.list_languages {
        Some(languages().into_bytes())
    } else if lists.list_passes {
        Some(passes(backend::passes()).into_bytes())
    } else if let Some(shell) = lists.completions {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Args::command(), "lop", &mut script);
        Some(script)
    } else if lists.man {
        Some(man())
    } else {
        None
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

fn man() -> Vec<u8> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Args::command()).render(&mut page).expect("memory can always be written");
    page
}

fn languages() -> String {
    let mut rows: Vec<[String; 2]> = backend::languages()
        .into_iter()
        .map(|(name, extensions)| {
            [name, extensions.iter().map(|it| format!(".{it}")).collect::<Vec<_>>().join(" ")]
        })
        .collect();
    rows.push(["text".to_owned(), "(any other file)".to_owned()]);
    columns(&rows)
}

fn passes(all: &[&Pass]) -> String {
    let stage = |it: Stage| match it {
        Stage::Main => "main",
        Stage::Fine => "fine",
        Stage::Polish => "polish",
        Stage::Certify => "certify",
    };
    let rows: Vec<_> = all
        .iter()
        .map(|it| [it.name.to_owned(), stage(it.stage).to_owned(), it.summary.to_owned()])
        .collect();
    columns(&rows)
}

/// Aligned columns, a line a row.
fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = rows.iter().map(|it| it[column].chars().count()).max().unwrap_or(0);
            line.push_str(&format!("{cell:<width$}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
