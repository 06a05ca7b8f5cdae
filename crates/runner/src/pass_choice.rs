//! Which passes to use: `--passes` and `--skip`, by our names or C-Reduce's, with the nearest name for a misspelt one.

use lop_engine::Pass;
use lop_engine::passes::{Theirs, creduce_inventory};

use crate::failure::Failure;

/// What the user chose.
#[derive(Debug)]
pub struct Choice {
    /// The passes to use, in the order of the table.
    pub passes: Vec<&'static Pass>,
    /// For each of C-Reduce's names what it stands for, as a sentence.
    pub translated: Vec<String>,
}

/// The passes of `all` that `only` (all, when empty) and `skip` leave.
pub fn select(all: &[&'static Pass], only: &[String], skip: &[String]) -> Result<Choice, Failure> {
    let mut translated = Vec::new();
    let mut resolve = |names: &[String]| {
        let mut ours = Vec::new();
        for name in names.iter().map(|it| it.trim()).filter(|it| !it.is_empty()) {
            let found = named(all, name)?;
            if found.iter().all(|it| *it != name) {
                translated.push(format!("{name} of C-Reduce is {} here", found.join(", ")));
            }
            ours.extend(found);
        }
        Ok::<_, Failure>(ours)
    };
    let (wanted, unwanted) = (resolve(only)?, resolve(skip)?);
    let keeps =
        |it: &&'static Pass| (only.is_empty() || wanted.contains(&it.name)) && !unwanted.contains(&it.name);
    let passes: Vec<&'static Pass> = all.iter().copied().filter(keeps).collect();
    if passes.is_empty() {
        return Err(Failure::usage("no pass is left to use")
            .because("--passes and --skip leave none")
            .help("lop passes lists them all"));
    }
    Ok(Choice { passes, translated })
}

/// Our passes that a name stands for, ours or one of theirs.
pub fn named(all: &[&'static Pass], name: &str) -> Result<Vec<&'static str>, Failure> {
    if let Some(pass) = all.iter().find(|it| it.name == name) {
        return Ok(vec![pass.name]);
    }
    let rows = rows(name);
    if rows.is_empty() {
        return Err(unknown(all, name));
    }
    let stands = |it: &&&'static Pass| rows.iter().any(|row| row.ours.contains(&it.name));
    let ours: Vec<&str> = all.iter().filter(stands).map(|it| it.name).collect();
    match rows.first() {
        Some(row) if ours.is_empty() => Err(Failure::usage(format!("no pass here does what {name} does"))
            .because(row.how)
            .help("lop passes --creduce shows C-Reduce's passes with ours beside them")),
        _ => Ok(ours),
    }
}

/// The rows of the inventory that one of C-Reduce's or C-Vise's names means: `lines`, `pass_lines`, `lines:3`,
/// `lines::3`, `LinesPass::3`; `clex::rm-toks-7` and so on.
pub fn rows(name: &str) -> Vec<&'static Theirs> {
    let (family, argument) = match name.split_once(':') {
        Some((family, rest)) => (family, Some(rest.trim_start_matches(':'))),
        None => (name, None),
    };
    let family = plain(family);
    let fits =
        |row: &&Theirs| plain(row.name) == family && argument.is_none_or(|it| is_argument(row.argument, it));
    creduce_inventory().filter(fits).collect()
}

/// A name of theirs without what its spellings differ in.
fn plain(name: &str) -> String {
    let mut name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    name.make_ascii_lowercase();
    let name = name.strip_prefix("pass").unwrap_or(&name);
    let name = name.strip_suffix("pass").unwrap_or(name);
    let name = match name {
        // C-Vise's class is called otherwise than the pass.
        "if" => "ifs",
        // The transformations of Clang have a pass for each way to search.
        "clangbinsrch" | "clangbinarysearch" | "clanghints" => "clang",
        name => name,
    };
    name.to_owned()
}

/// Whether an argument is the one of a row; `rm-toks-1..16` stands for all from `rm-toks-1` to `rm-toks-16`.
fn is_argument(row: &str, argument: &str) -> bool {
    let range = row.split_once("..").and_then(|(first, last)| {
        let digits = first.rfind(|it: char| !it.is_ascii_digit()).map_or(0, |it| it + 1);
        let (stem, first) = first.split_at(digits);
        Some((stem, first.parse::<u32>().ok()?, last.parse::<u32>().ok()?))
    });
    match range {
        Some((stem, first, last)) => {
            let number = argument.strip_prefix(stem).and_then(|it| it.parse().ok());
            row == argument || number.is_some_and(|it| (first..=last).contains(&it))
        }
        None => row.eq_ignore_ascii_case(argument),
    }
}

fn unknown(all: &[&'static Pass], name: &str) -> Failure {
    let failure = Failure::usage(format!("there is no pass {name}"));
    let theirs = creduce_inventory().flat_map(|it| {
        let whole = format!("{}::{}", it.name, it.argument);
        let shown = !it.argument.is_empty() && !it.argument.contains("..");
        [Some(it.name.to_owned()), shown.then_some(whole)].into_iter().flatten()
    });
    let names: Vec<String> = all.iter().map(|it| it.name.to_owned()).chain(theirs).collect();
    let names = || names.iter().map(String::as_str);
    let near = nearest(names(), name).or_else(|| nearest(names(), name.strip_prefix("pass_")?));
    match near {
        Some(near) => failure.help(format!("did you mean {near}? lop passes lists them all")),
        None => failure.help("lop passes lists them all, lop passes --creduce C-Reduce's names for them"),
    }
}

/// The name that was probably meant.
pub fn nearest<'n>(names: impl Iterator<Item = &'n str>, misspelt: &str) -> Option<&'n str> {
    let scored = names.map(|it| (strsim::jaro_winkler(it, misspelt), it));
    scored.filter(|(score, _)| *score > 0.75).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, it)| it)
}

#[cfg(test)]
mod tests {
    use lop_engine::passes::ALL;

    use super::*;

    fn names(only: &[&str], skip: &[&str]) -> Result<Vec<&'static str>, Failure> {
        let owned = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
        select(ALL, &owned(only), &owned(skip)).map(|it| it.passes.iter().map(|it| it.name).collect())
    }

    #[test]
    fn the_table_decides_the_order_and_the_lists_what_stays() {
        assert_eq!(names(&[], &[]).unwrap().len(), ALL.len());
        assert_eq!(names(&["delete-lines", "hoist"], &[]).unwrap(), ["hoist", "delete-lines"]);
        let rest = names(&[], &["delete-lines"]).unwrap();
        assert!(rest.len() == ALL.len() - 1 && !rest.contains(&"delete-lines"));
    }

    #[test]
    fn a_misspelt_pass_gets_the_nearest_name() {
        let help = |name| names(&[name], &[]).unwrap_err().help.unwrap();
        assert!(help("delete-lins").contains("did you mean delete-lines?"));
        assert!(help("balanced::curlly").contains("did you mean balanced::curly?"));
        assert!(help("comment").contains("did you mean comments?"));
        assert!(!help("zzz").contains("did you mean"));
    }

    #[test]
    fn c_reduce_s_names_stand_for_ours_in_every_spelling() {
        let lines = names(&["lines"], &[]).unwrap();
        assert!(lines.contains(&"delete-lines") && lines.contains(&"delete-blocks"));
        for name in ["pass_lines", "LinesPass", "lines:3", "lines::3", "pass_lines::10", "LinesPass::0"] {
            assert_eq!(names(&[name], &[]).unwrap(), lines, "{name}");
        }
        for name in ["lines::None", "lines::none"] {
            assert_eq!(names(&[name], &[]).unwrap(), ["delete-lines"], "{name}");
        }
        assert_eq!(names(&["balanced::curly"], &[]).unwrap(), ["delete-balanced"]);
        assert_eq!(names(&["line-markers"], &[]).unwrap(), names(&["LineMarkersPass"], &[]).unwrap());
        for family in ["pass_clang", "pass_clang_binsrch", "ClangHintsPass", "clangbinarysearch"] {
            let name = format!("{family}::remove-unused-var");
            assert_eq!(names(&[&name], &[]).unwrap(), ["delete-unused"], "{name}");
        }
        assert!(!names(&["clex::rm-toks-1"], &[]).unwrap().is_empty());
        assert!(!names(&["clex::rm-toks-32"], &[]).unwrap().is_empty());
        for wrong in ["lines::11", "clex::rm-toks-33", "clex::rm-toks-0", "balanced::", "peep::d", "pass_"] {
            assert!(names(&[wrong], &[]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_row_of_theirs_with_ours_beside_it_can_be_named() {
        for row in creduce_inventory().filter(|it| !it.ours.is_empty()) {
            let argument = row.argument.split("..").next().unwrap();
            let name =
                if argument.is_empty() { row.name.to_owned() } else { format!("{}::{argument}", row.name) };
            assert_eq!(names(&[&name], &[]).map(|it| it.len()).unwrap(), row.ours.len(), "{name}");
        }
    }

    #[test]
    fn what_has_no_counterpart_says_so() {
        let failure = |name: &str| names(&[name], &[]).unwrap_err().to_string();
        assert!(failure("makefile").contains("about directories"));
        assert!(failure("pass_clang::rename-operator").contains("no: a call is longer"));
        assert!(names(&["hoist"], &["hoist"]).unwrap_err().to_string().contains("no pass is left"));
    }
}
