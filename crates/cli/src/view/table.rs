//! Rows of the live view that are a table: what each pass did, and the keys.

use lop_runner::number::count;
use ratatui::text::{Line, Span};

use super::single::{Pass, Run, Single};
use super::theme::Theme;

/// How many columns the table of passes takes.
pub(super) const WIDTH: u16 = 48;

/// What each pass did, those that took out most first; the one that is asked for now is marked.
pub(super) fn passes(view: &Single, run: &Run, rows: usize) -> Vec<Line<'static>> {
    let mut passes: Vec<&Pass> = run.passes.iter().filter(|it| it.asked > 0).collect();
    passes.sort_by_key(|it| (std::cmp::Reverse(it.tokens), std::cmp::Reverse(it.kept), it.name));
    let shown = rows.saturating_sub(1);
    if let Some(at) = passes.iter().position(|it| it.name == run.current).filter(|it| *it >= shown) {
        // In sight, in the place of the last.
        passes.swap(at, shown.saturating_sub(1));
    }
    let head = format!("  {:<23} {:>7} {:>5} {:>8}", "pass", "asked", "kept", "tokens");
    let row = |pass: &Pass| {
        let sign = match pass.tokens {
            0 => "",
            1.. => "−",
            _ => "+",
        };
        let text = format!(
            "{:<23} {:>7} {:>5} {:>8}",
            pass.name,
            count(pass.asked),
            count(pass.kept),
            format!("{sign}{}", count(pass.tokens.unsigned_abs()))
        );
        let style = match pass {
            it if view.steering.control().skips(it.name) => view.theme.faint(),
            it if it.name == run.gain.as_ref().map_or("", |it| it.pass) => view.theme.new_text(),
            _ => ratatui::style::Style::new(),
        };
        let mark = if pass.name == run.current { "▸ " } else { "  " };
        Line::from(vec![Span::styled(mark, view.theme.accent()), Span::styled(text, style)])
    };
    std::iter::once(Line::styled(head, view.theme.faint()))
        .chain(passes.into_iter().take(shown).map(row))
        .collect()
}

/// A key, and all that it does.
pub(super) fn key(theme: Theme, key: &'static str, long: &'static str) -> Line<'static> {
    Line::from(vec![Span::styled(key, theme.accent()), Span::raw("  "), Span::raw(long)])
}

/// As many keys as fit into `width` columns; the last two, how to leave and help, always do.
pub(super) fn keys(theme: Theme, keys: &[(&'static str, &'static str)], width: usize) -> Line<'static> {
    let length = |it: &(&str, &str)| it.0.len() + it.1.len() + 4;
    let (others, last) = keys.split_at(keys.len().saturating_sub(2));
    let kept: usize = last.iter().map(length).sum();
    let mut left = (width + 3).saturating_sub(kept);
    let fit = others.iter().take_while(|it| {
        let fits = length(it) <= left;
        left = left.saturating_sub(length(it));
        fits
    });
    let mut spans = Vec::new();
    for (key, word) in fit.chain(last) {
        spans.push(Span::styled(*key, theme.accent()));
        spans.push(Span::styled(format!(" {word}   "), theme.faint()));
    }
    Line::from(spans)
}
