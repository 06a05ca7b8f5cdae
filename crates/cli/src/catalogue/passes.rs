//! `lop passes`: what each pass does, with its example, and C-Reduce's passes with ours beside them.

use std::fmt::Write as _;

use lop_engine::Pass;
use lop_engine::passes::{DOCUMENTATION, Theirs, creduce_inventory};
use serde_json::{Value, json};

use lop_runner::{Failure, pass_choice};

use super::listings;
use crate::exit::Exit;

/// Shows what each pass does, with an example.
///
/// Each name is one for --passes and --skip: ours, or C-Reduce's in any of its spellings, such as `lines::3` or `pass_ints`.
#[derive(Debug, clap::Args)]
pub(crate) struct PassesArgs {
    /// Only these passes, with all there is to say about them
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// C-Reduce's and C-Vise's passes row by row, with ours beside them
    #[arg(long, conflicts_with = "names")]
    creduce: bool,

    /// One JSON array instead of text
    #[arg(long)]
    json: bool,
}

/// What the file of a pass says about it, behind its name.
pub(crate) fn documentation(pass: &str) -> &'static str {
    let text = DOCUMENTATION.iter().find(|it| it.0 == pass).map_or("", |it| it.1);
    text.strip_prefix('`')
        .and_then(|it| it.strip_prefix(pass))
        .and_then(|it| it.strip_prefix("`: "))
        .unwrap_or(text)
}

/// Runs `lop passes`.
pub(crate) fn show(args: &PassesArgs) -> Exit {
    match text(args) {
        Ok(text) if listings::print(text.as_bytes()).is_ok() => Exit::Reduced,
        Ok(_) => Exit::NotWritten,
        Err(failure) => {
            listings::complain(&failure.to_string());
            Exit::of(&failure)
        }
    }
}

fn text(args: &PassesArgs) -> Result<String, Failure> {
    if args.creduce {
        return Ok(if args.json { array(creduce_inventory().map(row)) } else { inventory() });
    }
    let all = lop_engine::passes::ALL;
    let mut wanted: Vec<&'static Pass> = Vec::new();
    for name in &args.names {
        let named = pass_choice::named(all, name)?;
        wanted.extend(all.iter().filter(|it| named.contains(&it.name)));
    }
    Ok(match (args.json, args.names.is_empty()) {
        (true, true) => array(all.iter().map(|it| pass(it))),
        (true, false) => array(wanted.into_iter().map(pass)),
        (false, true) => all.iter().map(|it| brief(it)).collect::<Vec<_>>().join("\n"),
        (false, false) => wanted.into_iter().map(whole).collect::<Vec<_>>().join("\n"),
    })
}

/// Name, stage and summary of a pass, and its example.
fn brief(pass: &Pass) -> String {
    let mut text = format!("{} ({})\n    {}\n", pass.name, listings::stage(pass.stage), pass.summary);
    for (mark, heading) in [('-', "Before:"), ('+', "After:")] {
        for line in example(documentation(pass.name), heading).lines() {
            let _ = writeln!(text, "    {}", format!("{mark} {line}").trim_end());
        }
    }
    text
}

/// All there is to say about a pass.
fn whole(pass: &Pass) -> String {
    let theirs: Vec<String> =
        creduce_inventory().filter(|it| it.ours.contains(&pass.name)).map(name).collect();
    let prose = documentation(pass.name).lines().filter(|it| !it.starts_with("```"));
    let prose: String = prose.flat_map(|it| [it, "\n"]).collect();
    let mut text = format!("{} ({})\n{}\n\n{prose}", pass.name, listings::stage(pass.stage), pass.summary);
    if !theirs.is_empty() {
        let _ = write!(text, "\nC-Reduce's: {}\n", theirs.join(", "));
    }
    text
}

fn pass(pass: &Pass) -> Value {
    let documentation = documentation(pass.name);
    json!({
        "name": pass.name,
        "stage": listings::stage(pass.stage),
        "summary": pass.summary,
        "before": example(documentation, "Before:"),
        "after": example(documentation, "After:"),
        "creduce": creduce_inventory().filter(|it| it.ours.contains(&pass.name)).map(name).collect::<Vec<_>>(),
        "documentation": documentation,
    })
}

/// The fenced block behind a heading.
fn example(documentation: &str, heading: &str) -> String {
    let block = documentation.lines().skip_while(|it| *it != heading).skip(2).take_while(|it| *it != "```");
    block.flat_map(|it| [it, "\n"]).collect()
}

/// C-Reduce's table as aligned columns.
fn inventory() -> String {
    let ours = |it: &Theirs| if it.ours.is_empty() { "-".to_owned() } else { it.ours.join(", ") };
    let mut rows = vec![["theirs", "ours", "how"].map(str::to_owned)];
    rows.extend(creduce_inventory().map(|it| [name(it), ours(it), it.how.to_owned()]));
    listings::columns(&rows)
}

fn row(theirs: &Theirs) -> Value {
    json!({ "name": theirs.name, "argument": theirs.argument, "ours": theirs.ours, "how": theirs.how })
}

/// One of their passes, as `--passes` takes it.
fn name(theirs: &Theirs) -> String {
    if theirs.argument.is_empty() {
        theirs.name.to_owned()
    } else {
        format!("{}::{}", theirs.name, theirs.argument)
    }
}

/// A JSON array with a line for each element.
fn array(values: impl Iterator<Item = Value>) -> String {
    let lines: Vec<String> = values.map(|it| it.to_string()).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_has_a_documentation_that_begins_with_its_name_and_has_an_example() {
        for pass in lop_engine::passes::ALL {
            let text = DOCUMENTATION.iter().find(|it| it.0 == pass.name).map_or("", |it| it.1);
            assert!(text.starts_with(&format!("`{}`: ", pass.name)), "{}: {text:?}", pass.name);
            let [before, after] = ["Before:", "After:"].map(|it| example(documentation(pass.name), it));
            assert!(!before.is_empty() && before != after, "{} has no example", pass.name);
            let shown = brief(pass);
            assert!(shown.contains("\n    - ") && shown.contains(pass.summary), "{shown}");
        }
        assert_eq!(DOCUMENTATION.len(), lop_engine::passes::ALL.len());
    }
}
