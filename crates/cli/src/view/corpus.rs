//! A batch at work, as data and as a frame: what is done, what is in work and how it shrinks, and which bugs were found.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use lop_batch::Control;
use lop_batch::display::harmless;
use lop_engine::Verdict;
use lop_runner::number::{count, counted, ticking};
use lop_runner::{Event, Found};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use super::curve::Sizes;
use super::speed::Speed;
use super::table;
use super::theme::Theme;
use super::{Outside, View};

/// Cells of the sizes of a file over time.
const SPARK: usize = 16;
/// Cells of a bar.
const BAR: usize = 24;

const KEYS: [(&str, &str); 3] = [("p", "pause"), ("s", "skip the oldest"), ("q", "stop")];

/// A batch at work.
pub(crate) struct Corpus {
    theme: Theme,
    control: Control,
    began: Instant,
    /// Files to check, then files to reduce.
    total: usize,
    done: usize,
    /// Files that an earlier run has done.
    before: usize,
    reduces: bool,
    asked: u64,
    speed: Speed,
    paused: bool,
    keys: bool,
    running: Vec<Running>,
    bugs: Vec<Bug>,
}

/// A file in work.
struct Running {
    file: String,
    began: Instant,
    asked: u64,
    sizes: Sizes,
    /// The crash that it shows.
    crash: Option<String>,
}

/// A crash that the check has found, and the smallest result that shows it.
struct Bug {
    title: String,
    files: usize,
    smallest: Option<usize>,
}

impl Corpus {
    /// A batch that has not begun.
    pub(crate) fn new(theme: Theme, control: Control, now: Instant) -> Corpus {
        Corpus {
            theme,
            control,
            began: now,
            total: 0,
            done: 0,
            before: 0,
            reduces: false,
            asked: 0,
            speed: Speed::from(now),
            paused: false,
            keys: false,
            running: Vec::new(),
            bugs: Vec::new(),
        }
    }

    fn found(&mut self, found: &Found) {
        self.done += usize::from(!self.reduces);
        let title = found.details();
        if !matches!(found, Found::Interesting { .. }) || title.is_empty() {
            return;
        }
        match self.bugs.iter_mut().find(|it| it.title == title) {
            Some(bug) => bug.files += 1,
            None => self.bugs.push(Bug { title, files: 1, smallest: None }),
        }
    }

    /// A result of so many tokens shows this crash.
    fn reduced(&mut self, title: &str, tokens: usize) {
        if let Some(bug) = self.bugs.iter_mut().find(|it| it.title == title) {
            bug.smallest = Some(bug.smallest.map_or(tokens, |it| it.min(tokens)));
        }
    }

    fn find(&mut self, file: &str) -> Option<&mut Running> {
        self.running.iter_mut().find(|it| it.file == file)
    }

    fn head(&self, now: Instant) -> Line<'static> {
        let full = (BAR * self.done).checked_div(self.total).unwrap_or(0).min(BAR);
        let what = if self.reduces { "reduced" } else { "checked" };
        let mut text = format!(" {}/{} {what}", count(self.done), count(self.total));
        if self.asked > 0 {
            let speed = self.speed.shown(self.asked, now);
            let _ = write!(text, " · {}, {speed}", counted(self.asked, "question"));
        }
        if let Some(rest) = self.rest(now) {
            let _ = write!(text, " · about {} left", ticking(rest));
        }
        let state = match (self.is_stopping(), self.paused) {
            (true, _) => " · stopping",
            (_, true) => " · PAUSED",
            _ => "",
        };
        Line::from(vec![
            Span::styled("█".repeat(full), self.theme.accent()),
            Span::styled("░".repeat(BAR - full), self.theme.faint()),
            Span::raw(text),
            Span::styled(state, self.theme.alert()),
        ])
    }

    /// As long as the files so far took, for each that is left.
    fn rest(&self, now: Instant) -> Option<Duration> {
        let fresh = u32::try_from(self.done.saturating_sub(self.before)).ok()?;
        let left = u32::try_from(self.total.saturating_sub(self.done)).ok()?;
        (self.reduces && fresh >= 3 && left > 0).then(|| now.duration_since(self.began) / fresh * left)
    }

    /// The files in work, as many as there is room for.
    fn files(&self, rows: usize, width: usize, now: Instant) -> Vec<Line<'static>> {
        let room = if self.running.len() > rows { rows.saturating_sub(1) } else { rows };
        let mut lines: Vec<_> =
            self.running.iter().take(room).map(|it| it.line(self.theme, width, now)).collect();
        if self.running.len() > room {
            lines.push(Line::styled(
                format!("  and {} more", count(self.running.len() - room)),
                self.theme.faint(),
            ));
        }
        lines
    }

    /// The crashes, those that most files show first.
    fn crashes(&self, rows: usize) -> Vec<Line<'static>> {
        let mut bugs: Vec<&Bug> = self.bugs.iter().collect();
        bugs.sort_by_key(|it| std::cmp::Reverse(it.files));
        let line = |it: &Bug| {
            let files = counted(it.files, "file");
            let smallest = it.smallest.map_or_else(|| "…".to_owned(), |it| counted(it, "token"));
            Line::from(vec![
                Span::styled(format!("  {files:>9} {smallest:>12}  "), self.theme.faint()),
                Span::raw(harmless(&it.title)),
            ])
        };
        let room = if bugs.len() > rows { rows.saturating_sub(1) } else { rows };
        let mut lines: Vec<_> = bugs.iter().take(room).map(|it| line(it)).collect();
        if bugs.len() > room {
            lines.push(Line::styled(format!("  and {} more", count(bugs.len() - room)), self.theme.faint()));
        }
        lines
    }
}

impl View for Corpus {
    fn note(&mut self, file: &str, event: &Event, now: Instant) {
        match event {
            Event::Walked { inputs, .. } => self.total = *inputs,
            Event::Checked { found, .. } => self.found(found),
            Event::Planned { files, done, .. } => {
                (self.total, self.done, self.before) = (*files, *done, *done);
                (self.reduces, self.began) = (true, now);
            }
            Event::Started(setting) => {
                let (file, sizes) = (file.to_owned(), Sizes::from(setting.tokens));
                let crash = setting.signature.as_ref().map(ToString::to_string);
                self.running.push(Running { file, began: now, asked: 0, sizes, crash });
            }
            Event::Judged { verdict, .. } if *verdict != Verdict::Cancelled => {
                self.asked += 1;
                self.speed.note(self.asked, now);
                self.find(file).into_iter().for_each(|it| it.asked += 1);
            }
            Event::Improved { tokens, .. } => {
                self.find(file)
                    .into_iter()
                    .for_each(|it| it.sizes.push(now.duration_since(it.began), *tokens));
            }
            Event::Finished(_) | Event::Failed(_) => {
                let over =
                    self.running.iter().position(|it| it.file == file).map(|at| self.running.remove(at));
                self.done += 1;
                if let (Some(Running { crash: Some(crash), .. }), Event::Finished(closing)) = (over, event) {
                    self.reduced(&crash, closing.summary.outcome.tokens.1);
                }
            }
            _ => {}
        }
    }

    fn height(&self, _: u16, rows: u16) -> u16 {
        let bugs = if self.bugs.is_empty() { 0 } else { self.bugs.len() + 1 };
        let wanted = 1 + self.running.len() + bugs + usize::from(self.keys);
        u16::try_from(wanted).unwrap_or(u16::MAX).min(rows.saturating_sub(4).clamp(3, 24))
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, now: Instant) {
        let keys = u16::from(self.keys);
        let rows = usize::from(area.height.saturating_sub(1 + keys));
        // Both parts get what the other does not need, and half of it at least.
        let bugs = if self.bugs.is_empty() { 0 } else { self.bugs.len() + 1 };
        let bugs = bugs.min(rows.saturating_sub(self.running.len()).max(rows / 2));
        let mut lines = vec![self.head(now)];
        lines.extend(self.files(rows - bugs, usize::from(area.width), now));
        if bugs > 1 {
            let title = format!("{} so far", counted(self.bugs.len(), "signature"));
            lines.push(Line::styled(title, self.theme.strong()));
            lines.extend(self.crashes(bugs - 1));
        }
        let keys = (keys > 0).then(|| table::keys(self.theme, &KEYS, usize::from(area.width)));
        let lines = lines.into_iter().take(usize::from(area.height) - usize::from(keys.is_some()));
        for (line, y) in lines.zip(area.y..) {
            line.render(Rect { y, height: 1, ..area }, buffer);
        }
        let bottom = Rect { y: area.y + area.height.saturating_sub(1), height: 1, ..area };
        if let Some(keys) = keys {
            keys.render(bottom, buffer);
        }
    }

    fn with_keys(&mut self, keys: bool) {
        self.keys = keys;
    }

    fn press(&mut self, key: u8, _: Instant) -> Option<Outside> {
        match key {
            b'p' | b' ' => self.paused = self.control.pause(),
            b's' => drop(self.control.skip()),
            b'q' => self.control.stop.raise(),
            _ => {}
        }
        None
    }

    fn is_stopping(&self) -> bool {
        self.control.stop.is_raised()
    }
}

impl Running {
    fn line(&self, theme: Theme, width: usize, now: Instant) -> Line<'static> {
        let bars = self.sizes.bars(SPARK, now.duration_since(self.began));
        let file = harmless(&self.file);
        let (before, tokens) = (count(self.sizes.first()), self.sizes.last());
        // The name matters more than the questions, where there is no room for both.
        let numbers = if width < 80 {
            format!(" {:>6}  ", count(tokens))
        } else {
            let size = format!("{before} → {}", counted(tokens, "token"));
            format!(" {size:>22} {:>16}  ", counted(self.asked, "question"))
        };
        Line::from(vec![
            Span::raw("  "),
            Span::styled(bars, theme.accent()),
            Span::raw(numbers),
            Span::styled(file, theme.strong()),
        ])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lop_runner::Failure;
    use lop_runner::event::{Mark, Reason, Setting};

    use super::*;

    fn corpus(now: Instant) -> Corpus {
        Corpus::new(Theme::new(false), Control::default(), now)
    }

    fn begun(tokens: usize) -> Event {
        Event::Started(Arc::new(Setting { tokens, ..Setting::default() }))
    }

    fn drawn(view: &Corpus, now: Instant, (columns, rows): (u16, u16)) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        view.draw(buffer.area, &mut buffer, now);
        let row = |y| (0..columns).map(|x| buffer.cell((x, y)).unwrap().symbol()).collect::<String>();
        (0..rows).map(|y| row(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn a_batch_shows_what_is_done_and_what_is_in_work() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut view = corpus(start);
        view.note("", &Event::Planned { groups: 4, files: 8, done: 0 }, at(0));
        view.note("a.c", &begun(1000), at(0));
        let (verdict, took) = (Verdict::Boring, Duration::ZERO);
        let asked = Event::Judged { pass: "p", verdict, reason: Reason::Refused, took, hash: 0, bytes: 0 };
        (0..20).for_each(|_| view.note("a.c", &asked, at(1)));
        let improved =
            Event::Improved { pass: "p", files: Vec::new(), tokens: 10, bytes: 9, mark: Mark::default() };
        view.note("a.c", &improved, at(5));
        let failed = Event::Failed(Failure::usage("gone"));
        for file in ["b", "c", "d", "e"] {
            view.note(file, &failed, at(9));
        }
        let rows = drawn(&view, at(10), (120, 2));
        assert_eq!(rows[0], "████████████░░░░░░░░░░░░ 4/8 reduced · 20 questions, 2.0/s · about 10 s left");
        assert_eq!(rows[1], "  ███████▁▁▁▁▁▁▁▁▁      1,000 → 10 tokens     20 questions  a.c");
    }

    #[test]
    fn what_does_not_fit_is_counted_or_cut() {
        let now = Instant::now();
        let mut view = corpus(now);
        view.with_keys(true);
        (0..9).for_each(|it| view.note(&format!("{it}.c"), &begun(5), now));
        let rows = drawn(&view, now, (40, 5));
        assert!(rows[3].contains("and 7 more") && rows[4].starts_with("p pause"), "{rows:#?}");
        for rows in 1..9 {
            drawn(&view, now, (7, rows));
        }
    }

    #[test]
    fn crashes_that_the_check_has_found_are_listed_by_how_many_files_show_them() {
        use lop_oracle::signature::{Ending, Signature};
        let now = Instant::now();
        let mut view = corpus(now);
        for signal in [11, 6, 6] {
            let signature = Some(Signature::from_exit(Ending::Signal(signal)).to_line());
            let found = Arc::new(Found::Interesting { signature, seconds: 0.1 });
            view.note("x", &Event::Checked { found, known: false }, now);
        }
        view.note("", &Event::Planned { groups: 2, files: 3, done: 0 }, now);
        let rows = drawn(&view, now, (100, 6));
        assert_eq!(rows[1], "2 signatures so far");
        assert!(rows[2].starts_with("    2 files") && rows[2].contains("SIGABRT"), "{rows:#?}");
        assert!(rows[3].starts_with("     1 file") && rows[3].contains("SIGSEGV"), "{rows:#?}");
    }
}
