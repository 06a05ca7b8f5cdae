//! A single run at work, as data: what its events have said, and what its keys do.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_batch::display::harmless;
use lop_engine::{Cancel, Language, Stage, Verdict};
use lop_runner::event::Setting;
use lop_runner::project::listing;
use lop_runner::{Event, Files, Steering};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::curve::Sizes;
use super::outlook::Outlook;
use super::speed::Speed;
use super::theme::Theme;
use super::{Outside, View, frame, outside};

/// How long a word about a key stays.
const WORD: Duration = Duration::from_secs(4);

/// Of larger projects only the names of the files are shown, because each improvement puts the text together anew.
const LISTED: usize = 1 << 20;

/// A single run at work.
pub(crate) struct Single {
    pub(super) theme: Theme,
    pub(super) steering: Steering,
    stop: Cancel,
    pub(super) keys: bool,
    /// True for a file of a batch: there is something to go back to.
    pub(super) in_batch: bool,
    pub(super) run: Option<Run>,
    pub(super) panel: Panel,
    /// What the latest key has done, and when.
    word: Option<(String, Instant)>,
    stopping: bool,
}

/// What is known once the search has begun.
pub(super) struct Run {
    pub(super) setting: Arc<Setting>,
    pub(super) language: Option<Arc<Language>>,
    pub(super) began: Instant,
    pub(super) tokens: Sizes,
    pub(super) bytes: usize,
    pub(super) asked: u64,
    pub(super) timeouts: u64,
    pub(super) speed: Speed,
    pub(super) outlook: Outlook,
    pub(super) passes: Vec<Pass>,
    /// The pass that was asked for last.
    pub(super) current: &'static str,
    pub(super) best: Arc<[u8]>,
    pub(super) gain: Option<Gain>,
}

/// What one pass has done so far.
#[derive(Debug, Clone)]
pub(super) struct Pass {
    pub(super) name: &'static str,
    pub(super) asked: u64,
    pub(super) kept: u64,
    /// Tokens that it took out; a person's own edit may put some in.
    pub(super) tokens: i64,
}

/// The latest improvement.
pub(super) struct Gain {
    pub(super) pass: &'static str,
    pub(super) at: Instant,
    pub(super) before: Arc<[u8]>,
    pub(super) tokens: i64,
}

/// What the lower part shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Panel {
    Change,
    Best,
    Passes,
    Help,
}

impl Single {
    /// A run that has not begun. `stop` ends it; `steering` is told what the other keys mean.
    pub(crate) fn new(theme: Theme, steering: Steering, stop: Cancel) -> Single {
        Single {
            theme,
            steering,
            stop,
            keys: false,
            in_batch: false,
            run: None,
            panel: Panel::Change,
            word: None,
            stopping: false,
        }
    }

    /// The same for a file of a batch, which can be left for the others.
    pub(super) fn in_batch(self) -> Single {
        Single { keys: true, in_batch: true, ..self }
    }

    /// What the run is at, and whether that should not be overlooked.
    pub(super) fn phase(&self) -> (String, bool) {
        let Some(run) = &self.run else { return (String::new(), false) };
        if self.is_stopping() {
            return ("stopping".to_owned(), true);
        }
        if self.steering.is_paused() {
            return ("PAUSED".to_owned(), true);
        }
        let settles = if self.steering.control().settles() { "settling: " } else { "" };
        let doing = match (run.current, run.outlook.stage()) {
            ("ask-again", _) => "asking again, as the test may be flaky",
            ("then", _) => "asking the test of --then",
            ("edit", _) => "asking about your edit",
            (_, Some(Stage::Tree)) => "searching: which files stay",
            (_, Some(Stage::Bulk)) => "searching: large portions",
            (_, None | Some(Stage::Mass)) => "searching: everywhere at once",
            (_, Some(Stage::Coarse)) => "searching: the whole, once through",
            (_, Some(Stage::Main)) => "searching: big steps",
            (_, Some(Stage::Fine)) => "searching: small steps",
            (_, Some(Stage::Polish)) => "polishing",
            (_, Some(Stage::Deep)) => "searching: what hardly ever pays",
            (_, Some(Stage::Grow)) => "searching: detours through larger texts",
            (_, Some(Stage::Finish)) => "polishing: names and gaps",
            (_, Some(Stage::Certify)) => "certifying",
        };
        (format!("{settles}{doing}"), false)
    }

    /// What the latest key has done, as long as that is new.
    pub(super) fn word(&self, now: Instant) -> Option<&str> {
        self.word.as_ref().filter(|it| now.duration_since(it.1) < WORD).map(|it| it.0.as_str())
    }

    fn say(&mut self, word: impl Into<String>, now: Instant) {
        self.word = Some((word.into(), now));
    }

    /// Leaves the pass out that is being asked for.
    fn skip(&mut self, now: Instant) {
        let Some(pass) = self.run.as_ref().map(|it| it.current) else { return };
        if !lop_engine::passes::ALL.iter().any(|it| it.name == pass) {
            return self.say("nothing is asked for a pass that can be skipped", now);
        }
        self.steering.control().skip(pass);
        self.say(format!("{pass} is skipped from now on (S takes that back)"), now);
    }

    fn pause(&mut self, now: Instant) {
        let paused = !self.steering.is_paused();
        self.steering.pause(paused);
        self.say(if paused { "paused: p goes on" } else { "goes on" }, now);
    }

    fn show(&mut self, panel: Panel) {
        self.panel = if self.panel == panel { Panel::Change } else { panel };
    }

    /// Opens the best in the pager.
    fn page(&self) -> Option<Outside> {
        let (name, best) = self.best()?;
        Some(Box::new(move || outside::page(&name, &best).err()))
    }

    /// Opens a copy of the best in the editor, and hands in what comes of it. Nothing is asked meanwhile.
    fn edit(&self) -> Option<Outside> {
        let (name, best) = self.best()?;
        if self.run.as_ref().is_some_and(|it| it.setting.project.is_some()) {
            return Some(Box::new(|| Some("a project is not edited from here".to_owned())));
        }
        let steering = self.steering.clone();
        Some(Box::new(move || {
            let was_paused = steering.is_paused();
            steering.pause(true);
            let edited = outside::edit(&name, &best);
            steering.pause(was_paused);
            match edited {
                Ok(Some(text)) => {
                    steering.propose(vec![text]);
                    None
                }
                Ok(None) => Some("nothing was edited".to_owned()),
                Err(why) => Some(why),
            }
        }))
    }

    /// The name of the input and the best so far.
    fn best(&self) -> Option<(OsString, Arc<[u8]>)> {
        let run = self.run.as_ref()?;
        Some((run.setting.file.file_name().unwrap_or("best".as_ref()).to_owned(), run.best.clone()))
    }
}

impl Run {
    fn new(setting: &Arc<Setting>, now: Instant) -> Run {
        Run {
            language: setting.language.as_deref().and_then(lop_languages::by_name),
            began: now,
            tokens: Sizes::from(setting.tokens),
            bytes: setting.bytes,
            asked: 0,
            timeouts: 0,
            speed: Speed::from(now),
            outlook: Outlook::default(),
            passes: Vec::new(),
            current: "",
            best: shown(setting, &setting.files),
            gain: None,
            setting: setting.clone(),
        }
    }

    fn judged(&mut self, pass: &'static str, verdict: Verdict, now: Instant) {
        self.current = pass;
        if verdict == Verdict::Cancelled {
            return;
        }
        self.asked += 1;
        self.timeouts += u64::from(verdict == Verdict::TimedOut);
        self.speed.note(self.asked, now);
        self.outlook.note(true);
        self.pass(pass).asked += 1;
    }

    fn improved(&mut self, pass: &'static str, (tokens, bytes): (usize, usize), files: &Files, now: Instant) {
        let size = |it: usize| i64::try_from(it).unwrap_or(i64::MAX);
        let gone = size(self.tokens.last()) - size(tokens);
        self.tokens.push(now.duration_since(self.began), tokens);
        self.bytes = bytes;
        let before = std::mem::replace(&mut self.best, shown(&self.setting, files));
        self.gain = Some(Gain { pass, at: now, before, tokens: gone });
        let row = self.pass(pass);
        row.kept += 1;
        row.tokens += gone;
    }

    /// The row of a pass.
    fn pass(&mut self, name: &'static str) -> &mut Pass {
        let at = self.passes.iter().position(|it| it.name == name).unwrap_or_else(|| {
            self.passes.push(Pass { name, asked: 0, kept: 0, tokens: 0 });
            self.passes.len() - 1
        });
        &mut self.passes[at]
    }
}

/// What is shown of a candidate: its text, or that of all files of a project that is not too large to be put together now.
fn shown(setting: &Setting, files: &Files) -> Arc<[u8]> {
    let bytes: usize = files.iter().map(|it| it.len()).sum();
    if setting.project.is_some() && bytes <= LISTED { listing(files).into() } else { files[0].clone() }
}

impl View for Single {
    fn note(&mut self, _: &str, event: &Event, now: Instant) {
        match event {
            Event::Started(setting) => self.run = Some(Run::new(setting, now)),
            Event::Stopping(_) => self.stopping = true,
            // Nobody else shows what is noted of one file among many.
            Event::Note(text) if self.in_batch => self.say(harmless(text), now),
            _ => {}
        }
        let Some(run) = &mut self.run else { return };
        match event {
            Event::Resumed(resumed) => {
                if let Some(best) = resumed.bests.last() {
                    let size = lop_engine::Rank::of(&best.files);
                    run.improved("resumed", (size.tokens, size.bytes), &best.files, now);
                }
            }
            Event::Round { stage, .. } | Event::Stage { stage } => run.outlook.begin(*stage),
            Event::Known { .. } => run.outlook.note(false),
            Event::Judged { pass, verdict, .. } => run.judged(pass, *verdict, now),
            Event::Improved { pass, files, tokens, bytes, .. } => {
                run.improved(pass, (*tokens, *bytes), files, now);
            }
            _ => {}
        }
    }

    fn height(&self, _: u16, rows: u16) -> u16 {
        // Some of what was there before should stay in sight.
        match rows {
            40.. => 26,
            30.. => 20,
            _ => rows.saturating_sub(6).max(rows.min(5)),
        }
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, now: Instant) {
        frame::draw(self, area, buffer, now);
    }

    fn with_keys(&mut self, keys: bool) {
        self.keys = keys;
    }

    fn press(&mut self, key: u8, now: Instant) -> Option<Outside> {
        match key {
            b'p' | b' ' => self.pause(now),
            b's' => self.skip(now),
            b'S' => {
                self.steering.control().skip_nothing();
                self.say("no pass is skipped any more", now);
            }
            b'f' => {
                self.steering.control().settle();
                self.steering.pause(false);
                self.say("polishing and certifying what there is", now);
            }
            b'q' => {
                self.steering.pause(false);
                self.stop.raise();
            }
            b'b' => self.show(Panel::Best),
            b't' => self.show(Panel::Passes),
            b'?' | b'h' => self.show(Panel::Help),
            b'o' => return self.page(),
            b'e' => return self.edit(),
            _ => {}
        }
        None
    }

    fn is_stopping(&self) -> bool {
        self.stopping || self.stop.is_raised()
    }
}
