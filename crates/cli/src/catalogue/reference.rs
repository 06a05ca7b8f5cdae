//! Pages of the book that are made from the code, so that they cannot go out of date.

use std::fmt::Write as _;

use super::{listings, passes as catalogue};
use crate::command;
use crate::exit::Exit;
use crate::peers;

/// The table of exit codes, in Markdown.
pub fn exit_codes() -> String {
    let mut page = String::from("| code | meaning |\n|---:|---|\n");
    for exit in Exit::ALL {
        let _ = writeln!(page, "| {} | {} |", exit.code(), exit.meaning());
    }
    page + SIDE_COMMANDS
}

/// What ends otherwise than a reduction.
const SIDE_COMMANDS: &str = "
These are the codes of a reduction and of a batch. `lop check-reducer` ends with 2 when a check failed, `lop grammar check`
with 1 when the folder needs work, and the [command lines of other reducers](peers.md) with 0, with 1 for whatever went wrong,
or with 128 and the number of a signal.
";

/// The table of passes, in Markdown.
pub fn passes() -> String {
    let mut page = String::from("| pass | stage | what it does |\n|---|---|---|\n");
    for pass in lop_engine::passes::ALL {
        let _ = writeln!(page, "| `{}` | {} | {} |", pass.name, listings::stage(pass.stage), pass.summary);
    }
    page
}

/// What the file of a pass says about it, in Markdown, behind its name.
pub fn documentation(pass: &str) -> &'static str {
    catalogue::documentation(pass)
}

/// The table of languages, in Markdown.
pub fn languages() -> String {
    let mut page = String::from("| language | read by | what it is | files |\n|---|---|---|---|\n");
    for [name, by, summary, files] in listings::languages() {
        let _ = writeln!(page, "| `{name}` | {by} | {summary} | {files} |");
    }
    page
}

/// What `lop --help` prints, on a terminal of 100 columns.
pub fn help() -> String {
    command::command().term_width(100).render_long_help().to_string()
}

/// What `lop passes --help` prints, on a terminal of 100 columns.
pub fn passes_help() -> String {
    command::help_of("passes")
}

/// What `lop batch --help` and `lop report --help` print, on a terminal of 100 columns.
pub fn batch_help() -> [String; 2] {
    ["batch", "report"].map(command::help_of)
}

/// The command lines of other reducers, in Markdown, one section for each.
pub fn peers() -> String {
    peers::all().map(peers::Peer::section).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_help_explain_every_code() {
        let page = exit_codes();
        let help = help().split_whitespace().collect::<Vec<_>>().join(" ");
        for exit in Exit::ALL {
            assert!(page.contains(&format!("| {} |", exit.code())));
            assert!(help.contains(exit.meaning()), "{exit:?}");
        }
    }
}
