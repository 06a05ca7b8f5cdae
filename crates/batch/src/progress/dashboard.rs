//! What the dashboard shows, as lines of text: nothing here knows a terminal.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::display::{cut, harmless};
use lop_engine::Verdict;
use lop_runner::Event;
use lop_runner::number::{count, counted, ticking};

/// Cells of a sparkline.
const SPARK: usize = 16;
/// Cells of a bar.
const BAR: usize = 24;

/// A batch at work.
#[derive(Debug)]
pub(super) struct Dashboard {
    began: Instant,
    /// Files to check, then files to reduce.
    total: usize,
    done: usize,
    /// Files that an earlier run has done.
    before: usize,
    reduces: bool,
    asked: u64,
    activity: Activity,
    keys: bool,
    running: Vec<Running>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Activity {
    Asking,
    Paused,
    Stopping,
}

#[derive(Debug)]
struct Running {
    file: String,
    began: Instant,
    asked: u64,
    /// When it came to how many tokens.
    sizes: Vec<(Instant, usize)>,
}

impl Dashboard {
    /// A dashboard that has not heard of anything. `keys`: whether keys are read.
    pub(super) fn new(keys: bool) -> Dashboard {
        Dashboard {
            began: Instant::now(),
            total: 0,
            done: 0,
            before: 0,
            reduces: false,
            asked: 0,
            activity: Activity::Asking,
            keys,
            running: Vec::new(),
        }
    }

    pub(super) fn done(&self) -> usize {
        self.done
    }

    pub(super) fn files(&self) -> usize {
        self.total
    }

    pub(super) fn set_paused(&mut self, paused: bool) {
        self.activity = if paused { Activity::Paused } else { Activity::Asking };
    }

    pub(super) fn set_stopping(&mut self) {
        self.activity = Activity::Stopping;
    }

    pub(super) fn note(&mut self, file: &str, event: &Event, now: Instant) {
        match event {
            Event::Walked { inputs, .. } => self.total = *inputs,
            Event::Checked { .. } if !self.reduces => self.done += 1,
            Event::Planned { files, done, .. } => {
                (self.total, self.done, self.before) = (*files, *done, *done);
                (self.reduces, self.began) = (true, now);
            }
            Event::Started(setting) => {
                let (file, sizes) = (file.to_owned(), vec![(now, setting.tokens)]);
                self.running.push(Running { file, began: now, asked: 0, sizes });
            }
            Event::Judged { verdict, .. } if *verdict != Verdict::Cancelled => {
                self.asked += 1;
                if let Some(it) = self.find(file) {
                    it.asked += 1;
                }
            }
            Event::Improved { tokens, .. } => {
                if let Some(it) = self.find(file) {
                    it.sizes.push((now, *tokens));
                }
            }
            Event::Finished(_) | Event::Failed(_) => {
                self.running.retain(|it| it.file != file);
                self.done += 1;
            }
            _ => {}
        }
    }

    fn find(&mut self, file: &str) -> Option<&mut Running> {
        self.running.iter_mut().find(|it| it.file == file)
    }

    /// The lines, at most `height` of at most `width` columns.
    pub(super) fn lines(&self, width: usize, height: usize, now: Instant) -> Vec<String> {
        let mut lines = vec![self.head(now)];
        let room = height.saturating_sub(2).max(1);
        lines.extend(self.running.iter().take(room).map(|it| it.line(width, now)));
        if let Some(more) = self.running.len().checked_sub(room + 1) {
            lines.pop();
            lines.push(format!("  and {} more", more + 2));
        }
        if self.keys {
            lines.push("  p pause   s skip the oldest   q stop".to_owned());
        }
        lines.into_iter().map(|it| cut(&harmless(&it), width).to_owned()).collect()
    }

    fn head(&self, now: Instant) -> String {
        let full = (BAR * self.done).checked_div(self.total).unwrap_or(0).min(BAR);
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(BAR - full));
        let what = if self.reduces { "reduced" } else { "checked" };
        let mut text = format!("{bar} {}/{} {what}", count(self.done), count(self.total));
        let elapsed = now.duration_since(self.began);
        if self.asked > 0 {
            let rate = number(self.asked) / elapsed.as_secs_f64().max(1e-3);
            let _ = write!(text, "  {rate:.0} questions/s");
        }
        let fresh = self.done - self.before.min(self.done);
        let left = self.total.saturating_sub(self.done);
        if self.reduces && fresh >= 3 && left > 0 {
            let each = elapsed.as_secs_f64() / number(fresh as u64);
            let rest = Duration::from_secs_f64(each * number(left as u64));
            let _ = write!(text, "  about {} left", ticking(rest));
        }
        text.push_str(match self.activity {
            Activity::Asking => "",
            Activity::Paused => "  PAUSED",
            Activity::Stopping => "  stopping",
        });
        text
    }
}

impl Running {
    fn line(&self, width: usize, now: Instant) -> String {
        let tokens = self.sizes.last().map_or(0, |it| it.1);
        let spark = spark(&self.sizes, self.began, now);
        let before = self.sizes.first().map_or(0, |it| it.1);
        let size = format!("{} → {}", count(before), counted(tokens, "token"));
        let file = harmless(&self.file);
        // The name matters more than the questions, where there is no room for both.
        if width < 80 {
            return format!("  {spark} {:>6}  {file}", count(tokens));
        }
        format!("  {spark} {size:>22} {:>16}  {file}", counted(self.asked, "question"))
    }
}

/// The sizes over time as a row of bars, on a logarithmic scale.
fn spark(sizes: &[(Instant, usize)], began: Instant, now: Instant) -> String {
    let bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let log = |tokens: usize| number(tokens as u64 + 1).ln();
    let most = sizes.first().map_or(0.0, |it| log(it.1)).max(1e-9);
    let took = now.duration_since(began);
    let cell = |index: usize| {
        let at = began + took.mul_f64((number(index as u64) + 1.0) / number(SPARK as u64));
        let size = sizes.iter().take_while(|it| it.0 <= at).last().or(sizes.first()).map_or(0, |it| it.1);
        let full = log(size) / most * 7.0;
        let step = (0..7).filter(|&it| number(it) + 0.5 < full).count();
        bars[step]
    };
    (0..SPARK).map(cell).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a rate that a person reads")]
fn number(value: u64) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lop_runner::Failure;
    use lop_runner::event::{Mark, Reason, Setting};
    use unicode_width::UnicodeWidthStr as _;

    use super::*;

    #[test]
    fn the_dashboard_shows_what_is_done_and_what_is_in_work() {
        let mut dashboard = Dashboard::new(false);
        let at = |seconds: u64| start() + Duration::from_secs(seconds);
        dashboard.note("", &Event::Planned { groups: 4, files: 8, done: 0 }, at(0));
        dashboard.note("a.c", &begun(1000), at(0));
        let (verdict, took) = (Verdict::Boring, Duration::ZERO);
        let asked = Event::Judged { pass: "p", verdict, reason: Reason::Refused, took, hash: 0, bytes: 0 };
        (0..20).for_each(|_| dashboard.note("a.c", &asked, at(1)));
        let improved =
            Event::Improved { pass: "p", files: Vec::new(), tokens: 10, bytes: 9, mark: Mark::default() };
        dashboard.note("a.c", &improved, at(5));
        let failed = Event::Failed(Failure::usage("gone"));
        for file in ["b", "c", "d", "e"] {
            dashboard.note(file, &failed, at(9));
        }
        let lines = dashboard.lines(200, 10, at(10));
        assert_eq!(lines[0], "████████████░░░░░░░░░░░░ 4/8 reduced  2 questions/s  about 10 s left");
        assert_eq!(lines[1], "  ███████▃▃▃▃▃▃▃▃▃      1,000 → 10 tokens     20 questions  a.c");
    }

    #[test]
    fn what_does_not_fit_is_counted_or_cut() {
        let mut dashboard = Dashboard::new(true);
        let now = start();
        for index in 0..9 {
            dashboard.note(&format!("{index}.c"), &begun(5), now);
        }
        let lines = dashboard.lines(20, 5, now);
        assert_eq!(lines.len(), 5);
        assert!(lines[3].contains("and 7 more"), "{lines:#?}");
        assert!(lines.iter().all(|it| it.width() <= 20));
    }

    fn begun(tokens: usize) -> Event {
        Event::Started(Arc::new(Setting { tokens, ..Setting::default() }))
    }

    fn start() -> Instant {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        *START.get_or_init(Instant::now)
    }
}
