//! A batch at work, as data and as a frame: what is done, what is in work and how it shrinks, and which bugs were found.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use lop_batch::display::harmless;
use lop_batch::{AtWork, Control};
use lop_engine::Verdict;
use lop_runner::event::Setting;
use lop_runner::number::{count, counted, ticking};
use lop_runner::{Event, Found};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use super::keys::{DOWN, ENTER, UP};
use super::single::Single;
use super::speed::Speed;
use super::table;
use super::theme::Theme;
use super::{Outside, View};

/// Cells of the sizes of a file over time.
const SPARK: usize = 16;
/// Cells of a bar.
const BAR: usize = 24;

/// The keys of the list, with a word on each; those of a file are those of a single run.
const KEYS: [(&str, &str, &str); 7] = [
    ("↑↓", "choose", "choose a file"),
    ("Enter", "look", "look at the file as at a single run, with its keys"),
    ("p", "pause", "pause, and go on"),
    ("s", "skip", "leave the file, with what it has"),
    ("f", "finish", "finish the file: polish and certify what there is"),
    ("q", "stop", "stop, and keep what there is of all files"),
    ("?", "help", "show this, or no more"),
];

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
    panel: Panel,
    running: Vec<Running>,
    /// Which of them the keys are about.
    chosen: usize,
    bugs: Vec<Bug>,
}

/// What is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Panel {
    List,
    Keys,
    /// The file that is chosen, as a single run is shown.
    File,
}

/// A file in work.
struct Running {
    file: String,
    /// What is shown of it alone.
    alone: Single,
    at_work: AtWork,
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
            panel: Panel::List,
            running: Vec::new(),
            chosen: 0,
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

    fn begins(&mut self, file: &str, setting: &Setting) {
        let at_work = self.control.at_work(file).unwrap_or_default();
        let alone = Single::new(self.theme, at_work.steering.clone(), at_work.stop.clone()).in_batch();
        let crash = setting.signature.as_ref().map(ToString::to_string);
        self.running.push(Running { file: file.to_owned(), alone, at_work, crash });
    }

    /// The file is not in work any more. What was chosen stays so, as long as it is there.
    fn ends(&mut self, file: &str) -> Option<Running> {
        let at = self.running.iter().position(|it| it.file == file)?;
        if at == self.chosen && self.panel == Panel::File {
            self.panel = Panel::List;
        }
        if at < self.chosen || self.chosen + 1 == self.running.len() {
            self.chosen = self.chosen.saturating_sub(1);
        }
        Some(self.running.remove(at))
    }

    /// The file that is shown alone.
    fn alone(&self) -> Option<&Single> {
        self.running.get(self.chosen).filter(|_| self.panel == Panel::File).map(|it| &it.alone)
    }

    /// Does what a key of the list stands for.
    fn press_in_list(&mut self, key: u8, now: Instant) {
        match key {
            UP => self.chosen = self.chosen.saturating_sub(1),
            DOWN => self.chosen = (self.chosen + 1).min(self.running.len().saturating_sub(1)),
            ENTER if self.chosen < self.running.len() => self.panel = Panel::File,
            b'p' | b' ' => self.paused = self.control.pause(),
            b's' => self.running.get(self.chosen).into_iter().for_each(|it| it.at_work.stop.raise()),
            b'f' => drop(self.running.get_mut(self.chosen).map(|it| it.alone.press(key, now))),
            b'q' => self.control.stop.raise(),
            b'?' | b'h' => self.panel = if self.panel == Panel::Keys { Panel::List } else { Panel::Keys },
            _ => {}
        }
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
        let mark = |at| if self.keys && at == self.chosen { "▸ " } else { "  " };
        let files = self.running.iter().take(room).enumerate();
        let mut lines: Vec<_> = files.map(|(at, it)| it.line(self.theme, mark(at), width, now)).collect();
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
            Event::Started(setting) => self.begins(file, setting),
            Event::Judged { verdict, .. } if *verdict != Verdict::Cancelled => {
                self.asked += 1;
                self.speed.note(self.asked, now);
            }
            Event::Finished(_) | Event::Failed(_) => {
                let over = self.ends(file);
                self.done += 1;
                if let (Some(Running { crash: Some(crash), .. }), Event::Finished(closing)) = (over, event) {
                    self.reduced(&crash, closing.summary.outcome.tokens.1);
                }
            }
            _ => {}
        }
        if let Some(it) = self.running.iter_mut().find(|it| it.file == file) {
            it.alone.note(file, event, now);
        }
    }

    fn height(&self, columns: u16, rows: u16) -> u16 {
        if let Some(alone) = self.alone() {
            return alone.height(columns, rows);
        }
        if self.panel == Panel::Keys {
            return u16::try_from(KEYS.len() + 2).unwrap_or(rows).min(rows);
        }
        let bugs = if self.bugs.is_empty() { 0 } else { self.bugs.len() + 1 };
        let wanted = 1 + self.running.len() + bugs + usize::from(self.keys);
        u16::try_from(wanted).unwrap_or(u16::MAX).min(rows.saturating_sub(4).clamp(3, 24))
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, now: Instant) {
        if let Some(alone) = self.alone() {
            return alone.draw(area, buffer, now);
        }
        let keys = u16::from(self.keys);
        let rows = usize::from(area.height.saturating_sub(1 + keys));
        // Both parts get what the other does not need, and half of it at least.
        let bugs = if self.bugs.is_empty() { 0 } else { self.bugs.len() + 1 };
        let bugs = bugs.min(rows.saturating_sub(self.running.len()).max(rows / 2));
        let mut lines = vec![self.head(now)];
        if self.panel == Panel::Keys {
            lines.extend(KEYS.iter().map(|it| table::key(self.theme, it.0, it.2)));
        } else {
            lines.extend(self.files(rows - bugs, usize::from(area.width), now));
        }
        if bugs > 1 && self.panel != Panel::Keys {
            let title = format!("{} so far", counted(self.bugs.len(), "signature"));
            lines.push(Line::styled(title, self.theme.strong()));
            lines.extend(self.crashes(bugs - 1));
        }
        let words = KEYS.map(|it| (it.0, it.1));
        let keys = (keys > 0).then(|| table::keys(self.theme, &words, usize::from(area.width)));
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

    fn press(&mut self, key: u8, now: Instant) -> Option<Outside> {
        match self.running.get_mut(self.chosen).filter(|_| self.panel == Panel::File) {
            Some(_) if key == ENTER => self.panel = Panel::List,
            Some(file) => return file.alone.press(key, now),
            None => self.press_in_list(key, now),
        }
        None
    }

    fn is_stopping(&self) -> bool {
        self.control.stop.is_raised()
    }
}

impl Running {
    fn line(&self, theme: Theme, mark: &'static str, width: usize, now: Instant) -> Line<'static> {
        let file = harmless(&self.file);
        let Some(run) = &self.alone.run else { return Line::raw(file) };
        let bars = run.tokens.bars(SPARK, now.duration_since(run.began));
        let (before, tokens) = (count(run.tokens.first()), run.tokens.last());
        // The name matters more than the questions, where there is no room for both.
        let numbers = if width < 80 {
            format!(" {:>6}  ", count(tokens))
        } else {
            let size = format!("{before} → {}", counted(tokens, "token"));
            format!(" {size:>22} {:>16}  ", counted(run.asked, "question"))
        };
        let state = if self.alone.steering.is_paused() { "  PAUSED" } else { "" };
        Line::from(vec![
            Span::styled(mark, theme.accent()),
            Span::styled(bars, theme.accent()),
            Span::raw(numbers),
            Span::styled(file, theme.strong()),
            Span::styled(state, theme.alert()),
        ])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lop_runner::Failure;
    use lop_runner::event::{Mark, Reason};

    use super::*;

    fn corpus(now: Instant) -> Corpus {
        Corpus::new(Theme::new(false), Control::default(), now)
    }

    fn begun(tokens: usize) -> Event {
        Event::Started(Arc::new(Setting { tokens, files: vec![Arc::default()], ..Setting::default() }))
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
        let (files, mark) = (vec![Arc::default()], Mark::default());
        let improved = Event::Improved { pass: "p", files, tokens: 10, bytes: 9, mark };
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
        assert!(rows[3].contains("and 7 more") && rows[4].ends_with("q stop   ? help"), "{rows:#?}");
        for rows in 1..9 {
            drawn(&view, now, (7, rows));
        }
    }

    /// A batch with three files in work, the names of which are their numbers.
    fn three(now: Instant) -> Corpus {
        let mut view = corpus(now);
        view.with_keys(true);
        for file in ["1", "2", "3"] {
            view.note(file, &begun(5), now);
        }
        view
    }

    /// The file that is marked.
    fn marked(view: &Corpus, now: Instant) -> String {
        let rows = drawn(view, now, (100, 9));
        rows.iter()
            .find(|it| it.starts_with('▸'))
            .map(|it| it.rsplit(' ').next().unwrap().to_owned())
            .unwrap()
    }

    #[test]
    fn a_file_can_be_chosen_and_skipped_and_stays_chosen_when_others_end() {
        let now = Instant::now();
        let mut view = three(now);
        let press = |view: &mut Corpus, keys: &[u8]| keys.iter().for_each(|it| drop(view.press(*it, now)));
        assert_eq!(marked(&view, now), "1");
        press(&mut view, &[UP, DOWN]);
        assert_eq!(marked(&view, now), "2");
        press(&mut view, b"s");
        assert_eq!([0, 1, 2].map(|it| view.running[it].at_work.stop.is_raised()), [false, true, false]);
        view.note("1", &Event::Failed(Failure::usage("gone")), now);
        assert_eq!(marked(&view, now), "2");
        press(&mut view, &[DOWN, DOWN, DOWN]);
        assert_eq!(marked(&view, now), "3");
        view.note("3", &Event::Failed(Failure::usage("gone")), now);
        assert_eq!(marked(&view, now), "2");
        press(&mut view, b"f");
        assert!(view.running[0].at_work.steering.control().settles());
    }

    #[test]
    fn a_file_is_looked_at_as_a_single_run_with_its_keys() {
        let now = Instant::now();
        let mut view = three(now);
        view.press(DOWN, now);
        view.press(ENTER, now);
        let rows = drawn(&view, now, (80, 20));
        assert!(rows[19].starts_with("Enter all files   p pause"), "{rows:#?}");
        view.press(b'p', now);
        assert_eq!([0, 1].map(|it| view.running[it].at_work.steering.is_paused()), [false, true]);
        view.press(b'q', now);
        assert!(view.running[1].at_work.stop.is_raised() && !view.is_stopping());
        view.press(ENTER, now);
        let rows = drawn(&view, now, (100, 6));
        assert!(rows[0].contains("0/0") && rows[2].starts_with('▸'), "{rows:#?}");
        view.press(ENTER, now);
        view.note("2", &Event::Failed(Failure::usage("gone")), now);
        assert_eq!(marked(&view, now), "3", "what is over is not looked at any more");
    }

    #[test]
    fn help_says_what_each_key_of_the_list_does() {
        let now = Instant::now();
        let mut view = three(now);
        view.press(b'?', now);
        let rows = drawn(&view, now, (80, view.height(80, 24)));
        assert!(KEYS.iter().all(|key| rows.iter().any(|it| it.ends_with(key.2))), "{rows:#?}");
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
