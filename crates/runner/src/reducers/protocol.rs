//! Our own protocol, version 1: a line of JSON for each message, on standard input and output. The book specifies it.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;

use lop_engine::internal::FileId;
use lop_oracle::ScratchDirectory;

use super::Limits;
use super::adapters::{directory, shell, written};
use super::messages::{
    Bytes, Heard, Manners, Part, Said, SaidEdit, SaidSets, SaidVerdict, Since, brief, heard, json, sets,
};
use super::process::{Misdeed, Patience, Talk};
use super::proposal::{Change, Proposal, differences};
use super::source::{Answer, Judged, Source, View};

/// The version that we speak.
const VERSION: u32 = 1;

/// A reducer that speaks it.
pub(super) struct Own {
    words: Vec<OsString>,
    /// Those that run: none before the first question, and as many as may share an answer later.
    instances: Vec<Instance>,
    manners: Manners,
    id: u64,
    /// Of each file that it was asked about the last question and the text.
    asked: HashMap<FileId, (u64, Vec<u8>)>,
}

/// One process of it.
struct Instance {
    talk: Talk,
    directory: ScratchDirectory,
    /// What it proposed for each file as it was last, by question.
    proposed: BTreeMap<FileId, Vec<(u64, Vec<Proposal>)>>,
    /// The last question about each file after which it had more.
    more: HashMap<FileId, u64>,
}

/// One question, to all instances.
struct Asked<'a> {
    id: u64,
    view: &'a View<'a>,
    since: Option<u64>,
    changed: Vec<Change>,
    parts: usize,
    /// Until they are told to come to an end, and until the end.
    patience: [Patience<'a>; 2],
}

impl Own {
    pub(super) fn new(command: &str) -> Own {
        Own::of(shell(command))
    }

    /// The program of these words.
    pub(super) fn of(words: Vec<OsString>) -> Own {
        Own { words, instances: Vec::new(), manners: Manners::default(), id: 0, asked: HashMap::new() }
    }

    /// Starts what may share an answer, as far as there are that many jobs.
    fn begin(&mut self, view: &View<'_>, patience: &Patience<'_>) -> Result<(), Misdeed> {
        if self.instances.is_empty() {
            let (instance, manners) = Instance::start(&self.words, patience)?;
            self.instances.push(instance);
            self.manners = manners;
        }
        while self.instances.len() < self.manners.parallel.min(view.jobs) {
            self.instances.push(Instance::start(&self.words, patience)?.0);
        }
        Ok(())
    }

    fn ask(&mut self, view: &View<'_>, answer: &mut Answer) -> Result<(), Misdeed> {
        let patience = [view.limits.stop, view.limits.time].map(|it| Patience::new(it, view.stop));
        self.id += 1;
        let before =
            if view.more { None } else { self.asked.insert(view.file, (self.id, view.text.to_vec())) };
        self.begin(view, &patience[1])?;
        let changed = before.as_ref().map(|(_, old)| differences(old, view.text)).unwrap_or_default();
        let (since, parts) = (before.map(|it| it.0), self.instances.len());
        let asked = Asked { id: self.id, view, since, changed, parts, patience };
        for (part, instance) in self.instances.iter_mut().enumerate() {
            instance.ask(&asked, self.manners, part)?;
        }
        let mut bytes = 0;
        for instance in &mut self.instances {
            instance.hear(&asked, &mut bytes, answer)?;
        }
        Ok(())
    }
}

impl Instance {
    fn start(words: &[OsString], patience: &Patience<'_>) -> Result<(Instance, Manners), Misdeed> {
        let directory = directory()?;
        let mut talk = Talk::start(words)?;
        talk.say(&json(&Said::Hello { protocol: VERSION, lop: env!("CARGO_PKG_VERSION") }))?;
        let manners = match heard(&talk.hear(patience)?)? {
            Heard::Hello { protocol: VERSION, manners } => manners,
            Heard::Hello { protocol, .. } => return Err(Misdeed::Version(format!("version {protocol}"))),
            _ => return Err(Misdeed::Version("before it has said hello".to_owned())),
        };
        Ok((Instance { talk, directory, proposed: BTreeMap::new(), more: HashMap::new() }, manners))
    }

    /// Asks it, unless it is asked for more and has none.
    fn ask(&mut self, asked: &Asked<'_>, manners: Manners, part: usize) -> Result<(), Misdeed> {
        let view = asked.view;
        let verdicts = self.verdicts(&view.judged);
        let more = self.more.remove(&view.file).filter(|_| view.more);
        if view.more && more.is_none() {
            return Ok(());
        }
        let written = || written(self.directory.path(), view.name, view.text);
        let path = if manners.inline { None } else { Some(written()?) };
        let path = path.as_ref().map(|it| it.to_string_lossy());
        self.talk.say(&json(&Said::Propose {
            id: asked.id,
            path: path.as_deref(),
            inline: manners.inline.then(|| Bytes::new(view.text.to_vec())),
            name: &view.name.to_string_lossy(),
            bytes: view.text.len(),
            asked: view.counts.asked,
            accepted: view.counts.accepted,
            seconds: view.limits.time.as_secs(),
            most: view.limits.proposals,
            since: asked.since.map(|since| Since {
                since,
                changed: asked.changed.iter().cloned().map(SaidEdit::new).collect(),
            }),
            more,
            part: (asked.parts > 1).then_some(Part { part, parts: asked.parts }),
            verdicts: if manners.verdicts { verdicts } else { Vec::new() },
        }))?;
        let proposed = self.proposed.entry(view.file).or_default();
        if !view.more {
            proposed.clear();
        }
        proposed.push((asked.id, Vec::new()));
        Ok(())
    }

    /// Hears its answer to the latest question, if it was asked.
    fn hear(&mut self, asked: &Asked<'_>, bytes: &mut usize, answer: &mut Answer) -> Result<(), Misdeed> {
        let Limits { bytes: most, proposals, .. } = asked.view.limits;
        let file = asked.view.file;
        let latest = self.proposed.get_mut(&file).and_then(|it| it.last_mut());
        let Some((_, mine)) = latest.filter(|it| it.0 == asked.id) else { return Ok(()) };
        let [until, end] = &asked.patience;
        let mut is_told = false;
        loop {
            let line = match self.talk.hear(if is_told { end } else { until }) {
                // What it has should not be lost with it.
                Err(Misdeed::TooLate(_)) if !is_told => {
                    self.talk.say(&json(&Said::Stop { id: asked.id }))?;
                    is_told = true;
                    continue;
                }
                heard => heard?,
            };
            *bytes += line.len();
            if *bytes > most || answer.proposals.len() > proposals {
                return Err(Misdeed::Flood);
            }
            let proposal = match heard(&line)? {
                Heard::Done { id, more } if id == asked.id => {
                    if more {
                        self.more.insert(file, id);
                        answer.more = true;
                    }
                    return Ok(());
                }
                Heard::Edits { id, alternatives, gains } if id == asked.id => {
                    sets(alternatives, gains).map(Proposal::Alternatives)
                }
                Heard::List { id, elements, gains } if id == asked.id => {
                    sets(elements, gains).map(Proposal::List)
                }
                Heard::Text { id, text } if id == asked.id => {
                    text.bytes().map(|it| Proposal::whole(asked.view.text, &it))
                }
                // What was said about an earlier text says nothing about this one.
                _ => continue,
            };
            let proposal = proposal.ok_or_else(|| Misdeed::Garbage(brief(&line)))?;
            mine.push(proposal.clone());
            answer.proposals.push(proposal);
        }
    }

    /// What became of its proposals.
    fn verdicts(&self, judged: &[Judged]) -> Vec<SaidVerdict> {
        let of = |it: &Judged| -> Vec<SaidSets> {
            let mut of = Vec::new();
            for (file, answers) in &self.proposed {
                for (id, proposals) in answers {
                    let sets = proposals.iter().map(|proposal| proposal.sets_in(*file, &it.edits));
                    let some = sets.enumerate().filter(|it| !it.1.is_empty());
                    of.extend(some.map(|(proposal, sets)| SaidSets { id: *id, proposal, sets }));
                }
            }
            of
        };
        let all = judged.iter().map(|it| SaidVerdict { accepted: it.accepted, of: of(it) });
        all.filter(|it| !it.of.is_empty()).collect()
    }
}

impl Source for Own {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        let mut answer = Answer::default();
        answer.misdeed = self.ask(view, &mut answer).err();
        answer
    }

    fn manners(&self) -> Manners {
        self.manners
    }

    fn restart(&mut self) {
        self.instances.clear();
        self.asked.clear();
    }
}
