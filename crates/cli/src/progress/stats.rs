//! The table of `--stats`: what each pass asked, what it gained, and what it cost.

use std::fmt::Write as _;

use lop_engine::PassStats;
use lop_runner::Summary;
use lop_runner::number::{count, counted, span};

const HEAD: [&str; 8] = ["pass", "asked", "in vain", "accepted", "known", "tokens", "bytes", "time"];

/// The table, and what the run was given by earlier ones.
pub(super) fn all(summary: &Summary) -> String {
    let learnt = summary.learnt.map(|it| {
        format!(
            "\nlearnt from {} before: {} of {} kinds of edits waited until nothing else paid, because they were never accepted",
            counted(it.runs, "run"),
            count(it.waited),
            count(it.kinds)
        )
    });
    table(&summary.outcome.passes) + &learnt.unwrap_or_default()
}

/// The table, with a line for each pass that did anything and a total.
fn table(passes: &[PassStats]) -> String {
    let busy = passes.iter().filter(|it| it.asked + it.known > 0);
    let mut rows = vec![HEAD.map(str::to_owned)];
    let mut total = PassStats::new("total");
    for pass in busy {
        rows.push(row(pass));
        total += pass;
    }
    rows.push(row(&total));
    render(&rows)
}

fn row(pass: &PassStats) -> [String; 8] {
    let sign = if pass.bytes < 0 { "-" } else { "" };
    [
        pass.name.to_owned(),
        count(pass.asked),
        count(pass.wasted),
        count(pass.accepted),
        count(pass.known),
        count(pass.tokens),
        format!("{sign}{}", count(pass.bytes.unsigned_abs())),
        span(pass.took),
    ]
}

/// Names to the left, numbers to the right.
fn render(rows: &[[String; 8]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let lines = rows.iter().map(|row| {
        let mut line = format!("{:<width$}", row[0], width = width(0));
        for (column, cell) in row.iter().enumerate().skip(1) {
            let _ = write!(line, "  {cell:>width$}", width = width(column));
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn idle_passes_are_left_out_and_the_rest_is_added_up() {
        let pass = |name, asked, bytes| {
            let mut stats = PassStats::new(name);
            (stats.asked, stats.wasted, stats.accepted) = (asked, 2, 1);
            (stats.tokens, stats.bytes) = (7, bytes);
            stats.took = Duration::from_millis(1500);
            stats
        };
        let passes = [pass("delete-list", 1200, 30), pass("idle", 0, 0), pass("hoist", 3, -40)];
        let table = table(&passes);
        assert_eq!(
            table,
            "pass         asked  in vain  accepted  known  tokens  bytes   time\n\
             delete-list  1,200        2         1      0       7     30  1.5 s\n\
             hoist            3        2         1      0       7    -40  1.5 s\n\
             total        1,203        4         2      0      14    -10  3.0 s"
        );
    }
}
