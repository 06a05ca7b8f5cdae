//! How a single run at work is drawn: sizes, their curve, the passes, a panel with the latest change or the text itself, a
//! line of numbers and one of keys. What does not fit is left out, from the curve on.

use std::time::Instant;

use lop_batch::display::harmless;
use lop_runner::number::{count, counted, gone, ticking};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use super::outlook::Rest;
use super::single::{Panel, Run, Single};
use super::source::Source;
use super::table;

/// From so many columns on there is a table beside the curve.
const WIDE: u16 = 84;
/// Rows below a panel: a rule above it, one below, numbers, keys.
const BELOW: u16 = 4;

/// The keys, with a word on each; the first that fit are always in sight.
const KEYS: [(&str, &str, &str); 9] = [
    ("p", "pause", "pause, and go on"),
    ("s", "skip pass", "skip the pass at work; S takes all of them back"),
    ("f", "finish", "finish: polish and certify what there is"),
    ("e", "edit", "edit the best in $EDITOR, or save over the result"),
    ("b", "best", "show the best so far, or what changed last"),
    ("o", "open", "open the best in $PAGER"),
    ("t", "table", "show what each pass did"),
    ("q", "quit", "quit, and keep the best so far"),
    ("?", "help", "show this, or no more"),
];

/// The key of a file of a batch that a single run has not.
const BACK: (&str, &str, &str) = ("Enter", "all files", "go back to all files");

/// Draws the run.
pub(super) fn draw(view: &Single, area: Rect, buffer: &mut Buffer, now: Instant) {
    let Some(run) = &view.run else { return };
    let rows = area.height;
    let curve = match rows {
        // A panel that is asked for takes the place of the curve where there is no room for both.
        8..13 if view.panel == Panel::Change => rows - 4,
        ..13 => 0,
        13..20 => 4,
        _ => 6,
    };
    let mut pen = Pen { area, buffer, row: 0 };
    if rows > 3 {
        pen.both(head(view, run), phase(view));
    }
    pen.both(sizes(view, run), Line::raw(ticking(now.duration_since(run.began))));
    if curve > 0 {
        self::curve(view, run, pen.take(curve), pen.buffer, now);
    }
    let panel = (rows - pen.row).saturating_sub(BELOW);
    if panel > 0 {
        let (title, lines) = self::panel(view, run, usize::from(panel), now);
        pen.rule(&title, view);
        let rest = pen.take(panel);
        for (line, y) in lines.into_iter().zip(rest.y..) {
            line.render(
                Rect { x: rest.x + 1, width: rest.width.saturating_sub(1), y, height: 1 },
                pen.buffer,
            );
        }
        pen.rule("", view);
    }
    pen.line(numbers(view, run, usize::from(area.width), now));
    pen.line(keys(view, area.width, now));
}

/// Writes rows from the top.
struct Pen<'b> {
    area: Rect,
    buffer: &'b mut Buffer,
    row: u16,
}

impl Pen<'_> {
    /// The next rows.
    fn take(&mut self, rows: u16) -> Rect {
        let top = self.row.min(self.area.height);
        let height = rows.min(self.area.height - top);
        self.row = top + height;
        Rect { y: self.area.y + top, height, ..self.area }
    }

    fn line(&mut self, line: Line<'_>) {
        line.render(self.take(1), self.buffer);
    }

    /// One text to the left and one to the right; the right one matters more.
    fn both(&mut self, left: Line<'_>, right: Line<'_>) {
        let row = self.take(1);
        let width = u16::try_from(right.width()).unwrap_or(row.width).min(row.width);
        let left_width = row.width.saturating_sub(width + 2);
        left.render(Rect { width: left_width, ..row }, self.buffer);
        right.render(Rect { x: row.x + row.width - width, width, ..row }, self.buffer);
    }

    fn rule(&mut self, title: &str, view: &Single) {
        let row = self.take(1);
        let title = if title.is_empty() { String::new() } else { format!("─ {title} ") };
        let used = Span::raw(&title).width();
        let line = title + &"─".repeat(usize::from(row.width).saturating_sub(used));
        Line::styled(line, view.theme.faint()).render(row, self.buffer);
    }
}

fn head(view: &Single, run: &Run) -> Line<'static> {
    let setting = &run.setting;
    let language = setting.language.as_deref().unwrap_or("plain text");
    let more = format!("  {language}, {}: {}", counted(setting.jobs, "job"), setting.test);
    Line::from(vec![
        Span::styled(harmless(&setting.file.to_string_lossy()), view.theme.strong()),
        Span::styled(harmless(&more), view.theme.faint()),
    ])
}

fn phase(view: &Single) -> Line<'static> {
    let (phase, alert) = view.phase();
    Line::styled(phase, if alert { view.theme.alert() } else { view.theme.accent() })
}

fn sizes(view: &Single, run: &Run) -> Line<'static> {
    let (before, after) = (run.tokens.first(), run.tokens.last());
    let (unit, bytes) = (if after == 1 { "token" } else { "tokens" }, run.bytes);
    Line::from(vec![
        Span::raw(format!("{} → ", count(before))),
        Span::styled(count(after), view.theme.strong()),
        Span::raw(format!(" {unit}")),
        Span::styled(format!(" (−{})", gone(before, after)), view.theme.faint()),
        Span::raw(format!("   {} → {}", count(run.setting.bytes), counted(bytes, "byte"))),
    ])
}

/// The curve, and beside it the passes where there is room.
fn curve(view: &Single, run: &Run, area: Rect, buffer: &mut Buffer, now: Instant) {
    let table = if area.width >= WIDE { table::WIDTH } else { 0 };
    let curve = Rect { width: area.width - table, ..area };
    let dots = run.tokens.area(
        usize::from(curve.width.saturating_sub(2)),
        usize::from(curve.height),
        now.duration_since(run.began),
    );
    for (line, y) in dots.into_iter().zip(curve.y..) {
        // What is below the curve is there to be overlooked.
        let (below, edge) = (view.theme.faint(), view.theme.accent());
        let cell = |it: char| Span::styled(it.to_string(), if it == '⣿' { below } else { edge });
        line.chars().map(cell).collect::<Line<'_>>().render(Rect { y, height: 1, ..curve }, buffer);
    }
    if table > 0 {
        let area = Rect { x: curve.x + curve.width, width: table, ..area };
        for (line, y) in table::passes(view, run, usize::from(area.height)).into_iter().zip(area.y..) {
            line.render(Rect { y, height: 1, ..area }, buffer);
        }
    }
}

/// The title and the lines of the panel.
fn panel(view: &Single, run: &Run, rows: usize, now: Instant) -> (String, Vec<Line<'static>>) {
    let source = Source { theme: view.theme, language: run.language.as_ref() };
    match view.panel {
        Panel::Help => ("keys".to_owned(), help(view)),
        Panel::Passes => ("passes".to_owned(), table::passes(view, run, rows)),
        Panel::Best => ("the best so far".to_owned(), source.tail(&run.best, rows)),
        Panel::Change => match &run.gain {
            Some(gain) => {
                let ago = ticking(now.duration_since(gain.at));
                let what = match gain.tokens {
                    0 => "the text shorter".to_owned(),
                    1.. => format!("−{}", counted(gain.tokens, "token")),
                    more => format!("+{}", counted(more.unsigned_abs(), "token")),
                };
                (format!("{}: {what}, {ago} ago", gain.pass), source.change(&gain.before, &run.best, rows))
            }
            None => ("nothing has gone yet".to_owned(), source.tail(&run.best, rows)),
        },
    }
}

fn help(view: &Single) -> Vec<Line<'static>> {
    keys_of(view).map(|it| table::key(view.theme, it.0, it.2)).collect()
}

/// Numbers, as many as there is room for.
fn numbers(view: &Single, run: &Run, width: usize, now: Instant) -> Line<'static> {
    let mut parts = vec![
        format!("{}, {}", counted(run.asked, "question"), run.speed.shown(run.asked, now)),
        match &run.gain {
            Some(gain) => format!("last gain {} ago", ticking(now.duration_since(gain.at))),
            None => "no gain yet".to_owned(),
        },
        rest(run, now),
    ];
    if run.timeouts > 0 {
        parts.insert(1, counted(run.timeouts, "timeout"));
    }
    while parts.len() > 1 && Span::raw(parts.join(" · ")).width() > width {
        parts.pop();
    }
    Line::styled(parts.join(" · "), view.theme.faint())
}

/// How long it may take yet.
fn rest(run: &Run, now: Instant) -> String {
    let Some(speed) = run.speed.per_second(run.asked, now) else { return "end unknown".to_owned() };
    match run.outlook.rest(speed, run.tokens.last()) {
        Rest::Unknown => "end unknown".to_owned(),
        Rest::AtLeast(time) => format!("at least {} to go", ticking(time)),
        Rest::About(time) => format!("about {} to go", ticking(time)),
    }
}

/// What the latest key has done, or the keys.
fn keys(view: &Single, width: u16, now: Instant) -> Line<'static> {
    if let Some(word) = view.word(now) {
        return Line::styled(word.to_owned(), view.theme.alert());
    }
    if !view.keys {
        return Line::styled("Ctrl-C stops and keeps the best so far", view.theme.faint());
    }
    let keys: Vec<_> = keys_of(view).map(|it| (it.0, it.1)).collect();
    table::keys(view.theme, &keys, usize::from(width))
}

/// The keys that do something: a project is not edited.
fn keys_of(view: &Single) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let is_project = view.run.as_ref().is_some_and(|it| it.setting.project.is_some());
    let back = view.in_batch.then_some(BACK);
    back.into_iter().chain(KEYS.into_iter().filter(move |it| !(is_project && it.0 == "e")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use lop_engine::{Cancel, Stage, Verdict};
    use lop_runner::event::{Mark, Reason, Setting};
    use lop_runner::{Event, Steering};

    use super::super::View as _;
    use super::super::theme::Theme;
    use super::*;

    const BEFORE: &str = "int a;\nint b;\nint bug;\n";
    const AFTER: &str = "int a;\nint bug;\n";

    /// A run that has found something 12 s after its start, at this moment 15 s after it.
    fn at_work() -> (Single, Instant) {
        let mut view = Single::new(Theme::new(true), Steering::default(), Cancel::new());
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        view.with_keys(true);
        let setting = Setting {
            file: "crash.c".into(),
            files: vec![Arc::from(BEFORE.as_bytes())],
            test: "gcc -c crash.c".to_owned(),
            jobs: 2,
            tokens: 1406,
            bytes: BEFORE.len(),
            ..Setting::default()
        };
        view.note("", &Event::Started(Arc::new(setting)), at(0));
        view.note(
            "",
            &Event::Round { round: 1, stage: Stage::Main, tokens: 1406, bytes: 5, errors: 0 },
            at(0),
        );
        for seconds in 0..12 {
            view.note("", &judged("hoist", Verdict::Boring), at(seconds));
        }
        view.note("", &judged("delete-lines", Verdict::TimedOut), at(12));
        let (files, mark) = (vec![Arc::from(AFTER.as_bytes())], Mark::default());
        let improved = Event::Improved { pass: "hoist", files, tokens: 87, bytes: AFTER.len(), mark };
        view.note("", &improved, at(12));
        (view, at(15))
    }

    fn judged(pass: &'static str, verdict: Verdict) -> Event {
        let (reason, took) = (Reason::of(verdict), Duration::ZERO);
        Event::Judged { pass, verdict, reason, took, hash: 0, bytes: 0 }
    }

    fn drawn(view: &Single, now: Instant, (columns, rows): (u16, u16)) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        view.draw(buffer.area, &mut buffer, now);
        let row = |y| (0..columns).map(|x| buffer.cell((x, y)).unwrap().symbol()).collect::<String>();
        (0..rows).map(|y| row(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn at_120_columns_everything_has_its_place() {
        let (view, now) = at_work();
        let rows = drawn(&view, now, (120, 16));
        assert!(rows[0].starts_with("crash.c  plain text, 2 jobs: gcc -c crash.c"), "{rows:#?}");
        assert!(rows[0].ends_with("  searching: big steps"), "{rows:#?}");
        assert!(
            rows[1].starts_with("1,406 → 87 tokens (−93.8 %)   23 → 16 bytes") && rows[1].ends_with(" 15 s")
        );
        assert!(rows[2].contains('⣿') && rows[2].ends_with("pass                      asked  kept   tokens"));
        assert!(rows[3].ends_with("  hoist                        12     1   −1,319"), "{rows:#?}");
        assert!(rows[4].ends_with("▸ delete-lines                  1     0        0"), "{rows:#?}");
        assert!(rows[6].starts_with("─ hoist: −1,319 tokens, 3 s ago ──"));
        assert_eq!(rows[7..11], ["   int a;", " - int b;", "   int bug;", ""]);
        assert_eq!(rows[14], "13 questions, 0.7/s · 1 timeout · last gain 3 s ago · end unknown");
        assert!(rows[15].starts_with("p pause   s skip pass") && rows[15].ends_with("? help"), "{rows:#?}");
    }

    #[test]
    fn at_80_columns_the_curve_takes_the_place_of_the_table() {
        let (view, now) = at_work();
        let rows = drawn(&view, now, (80, 16));
        assert!(rows[2].chars().filter(|it| *it == '⣿').count() > 40 && !rows[2].contains("pass"));
        assert!(rows[15].ends_with("? help") && rows[15].contains("e edit"), "{rows:#?}");
    }

    #[test]
    fn at_60_columns_and_on_few_rows_the_sizes_and_the_phase_are_left() {
        let (view, now) = at_work();
        let rows = drawn(&view, now, (60, 16));
        assert!(rows[0].starts_with("crash.c") && rows[0].ends_with("searching: big steps"));
        assert!(rows[15].starts_with("p pause") && rows[15].ends_with("q quit   ? help"), "{rows:#?}");
        for few in 1..16 {
            let rows = drawn(&view, now, (60, few));
            assert!(rows.iter().any(|it| it.starts_with("1,406 → 87")), "{few}: {rows:#?}");
            assert!(few < 3 || rows.iter().any(|it| it.starts_with("p pause")), "{few}: {rows:#?}");
        }
        for columns in 1..60 {
            drawn(&view, now, (columns, 18));
        }
    }

    #[test]
    fn panels_show_the_best_the_passes_and_the_keys() {
        let (mut view, now) = at_work();
        for (key, title, line) in [
            (b'b', "─ the best so far ─", "int bug;"),
            (b't', "─ passes ─", "hoist"),
            (b'?', "─ keys ─", "$EDITOR"),
        ] {
            assert!(view.press(key, now).is_none());
            let rows = drawn(&view, now, (80, 24));
            assert!(rows[8].starts_with(title), "{rows:#?}");
            assert!(rows[9..].iter().any(|it| it.contains(line)), "{rows:#?}");
            view.press(key, now);
            assert!(drawn(&view, now, (80, 24))[8].contains("hoist: "), "the same key takes it away");
        }
    }

    #[test]
    fn on_few_rows_a_panel_that_is_asked_for_takes_the_place_of_the_curve() {
        let (mut view, now) = at_work();
        view.press(b'b', now);
        let rows = drawn(&view, now, (60, 10));
        assert!(rows[2].starts_with("─ the best so far ─") && rows[3].contains("int a;"), "{rows:#?}");
        assert!(rows[9].starts_with("p pause"), "{rows:#?}");
    }

    #[test]
    fn keys_steer_and_what_they_did_is_said_for_a_while() {
        let (mut view, now) = at_work();
        view.press(b'p', now);
        let rows = drawn(&view, now, (80, 16));
        assert!(rows[0].ends_with("PAUSED") && rows[15] == "paused: p goes on", "{rows:#?}");
        assert!(view.steering.is_paused());
        view.press(b'p', now);
        view.press(b's', now);
        assert!(!view.steering.is_paused() && view.steering.control().skips("delete-lines"));
        view.press(b'S', now);
        assert!(!view.steering.control().skips("delete-lines"));
        view.press(b'f', now);
        let rows = drawn(&view, now, (80, 16));
        assert!(rows[0].ends_with("settling: searching: big steps"), "{rows:#?}");
        let later = now + Duration::from_secs(9);
        assert!(drawn(&view, later, (80, 16))[15].starts_with("p pause"));
        view.press(b'q', now);
        assert!(view.is_stopping() && drawn(&view, later, (80, 16))[0].ends_with("stopping"));
    }

    #[test]
    fn without_colours_nothing_is_styled() {
        let (mut view, now) = at_work();
        view.theme = Theme::new(false);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 20));
        view.draw(buffer.area, &mut buffer, now);
        let plain =
            |it: &ratatui::buffer::Cell| it.fg == ratatui::style::Color::Reset && it.modifier.is_empty();
        assert!(buffer.content.iter().all(plain));
    }
}
