//! The older ways to be a reducer: a filter from file to file, counted steps, and preduce's two protocols.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use lop_oracle::ScratchDirectory;
use serde_json::{Value, json};

use super::messages::brief;
use super::process::{Misdeed, Patience, Talk, run};
use super::proposal::Proposal;
use super::source::{Answer, Source, View};

/// No more variants of one text are asked for than this.
pub(super) const VARIANTS: u64 = 500;

/// A line for the shell, with nothing behind it.
pub(super) fn shell(line: &str) -> Vec<OsString> {
    ["sh", "-c", line].map(OsString::from).to_vec()
}

/// A line for the shell with arguments behind it.
pub(super) fn shell_with(line: &str, arguments: &[&OsStr]) -> Vec<OsString> {
    let line = format!("{line} \"$@\"");
    shell(&line).into_iter().chain(["sh".into()]).chain(arguments.iter().map(|it| (*it).to_owned())).collect()
}

/// Puts a text into a file of this name.
pub(super) fn written(directory: &Path, name: &OsStr, text: &[u8]) -> Result<PathBuf, Misdeed> {
    let path = directory.join(name);
    fs::write(&path, text)
        .map_err(|it| Misdeed::NotStarted(format!("{} cannot be written: {it}", path.display())))?;
    Ok(path)
}

/// A directory for what a reducer reads and writes.
pub(super) fn directory() -> Result<ScratchDirectory, Misdeed> {
    ScratchDirectory::new().map_err(|it| Misdeed::NotStarted(format!("there is no room for its files: {it}")))
}

/// What a reducer has left in a file.
fn read(path: &Path, most: usize) -> Result<Vec<u8>, Misdeed> {
    match fs::metadata(path) {
        Ok(it) if it.is_file() && it.len() > most as u64 => Err(Misdeed::Flood),
        Ok(it) if it.is_file() => fs::read(path).map_err(|_| Misdeed::Nothing),
        _ => Err(Misdeed::Nothing),
    }
}

/// `CMD IN OUT`: another text in the place of the file.
pub(super) struct Filter(String);

impl Filter {
    pub(super) fn new(command: &str) -> Filter {
        Filter(command.to_owned())
    }

    fn filtered(&self, view: &View<'_>) -> Result<Vec<Proposal>, Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        let (from, to) = (directory()?, directory()?);
        let from = written(from.path(), view.name, view.text).map(|it| (it, from))?;
        let out = to.path().join(view.name);
        run(&shell_with(&self.0, &[from.0.as_os_str(), out.as_os_str()]), view.limits.bytes, &patience)?;
        let new = read(&out, view.limits.bytes)?;
        // To change nothing is how a filter says that it has nothing to propose.
        let same = new == view.text;
        Ok(if same { Vec::new() } else { vec![Proposal::whole(view.text, &new)] })
    }
}

impl Source for Filter {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        self.filtered(view).into()
    }
}

/// `CMD get_count FILE` prints how many steps there are, `CMD reduce FILE N` takes one of them, counted from 0.
pub(super) struct Count(String);

impl Count {
    pub(super) fn new(command: &str) -> Count {
        Count(command.to_owned())
    }

    fn counted(&self, view: &View<'_>, answer: &mut Answer) -> Result<(), Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        let directory = directory()?;
        let path = written(directory.path(), view.name, view.text)?;
        let get = [OsStr::new("get_count"), path.as_os_str()];
        let printed = run(&shell_with(&self.0, &get), view.limits.bytes, &patience)?;
        let text = String::from_utf8_lossy(&printed);
        let count: u64 = text.trim().parse().map_err(|_| Misdeed::Garbage(brief(&printed)))?;
        for step in 0..count.min(VARIANTS) {
            let path = written(directory.path(), view.name, view.text)?;
            let step = step.to_string();
            let words = [OsStr::new("reduce"), path.as_os_str(), OsStr::new(&step)];
            match run(&shell_with(&self.0, &words), view.limits.bytes, &patience) {
                Ok(_) => {}
                // A step that cannot be taken after all.
                Err(Misdeed::Died(_)) => continue,
                // What there is by now is better than nothing.
                Err(Misdeed::TooLate(_)) if !answer.proposals.is_empty() => break,
                Err(misdeed) => return Err(misdeed),
            }
            answer.proposals.push(Proposal::at_once(view.text, &read(&path, view.limits.bytes)?));
        }
        Ok(())
    }
}

impl Source for Count {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        let mut answer = Answer::default();
        answer.misdeed = self.counted(view, &mut answer).err();
        answer
    }
}

/// preduce until 2017: `CMD SEED` is sent the path of each file to make, and answers with an empty line when it is there.
pub(super) struct PreduceOne(String);

impl PreduceOne {
    pub(super) fn new(command: &str) -> PreduceOne {
        PreduceOne(command.to_owned())
    }

    fn made(&self, view: &View<'_>, answer: &mut Answer) -> Result<(), Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        let directory = directory()?;
        let seed = written(directory.path(), view.name, view.text)?;
        let mut talk = Talk::start(&shell_with(&self.0, &[seed.as_os_str()]))?;
        for number in 0..VARIANTS {
            let to = made_for(directory.path(), number, view.name);
            // It ends when it has nothing more to propose.
            if talk.say(&to.to_string_lossy()).is_err() {
                break;
            }
            match talk.hear(&patience) {
                Ok(line) if line.is_empty() => {}
                Ok(line) => return Err(Misdeed::Garbage(brief(&line))),
                Err(Misdeed::Died(_)) => break,
                Err(misdeed) => return Err(misdeed),
            }
            answer.proposals.push(Proposal::at_once(view.text, &read(&to, view.limits.bytes)?));
        }
        Ok(())
    }
}

impl Source for PreduceOne {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        let mut answer = Answer::default();
        answer.misdeed = self.made(view, &mut answer).err();
        answer
    }
}

/// preduce since then: a line of JSON for each question, and states that are the reducer's own business.
pub(super) struct PreduceTwo {
    command: String,
    talk: Option<Talk>,
}

impl PreduceTwo {
    pub(super) fn new(command: &str) -> PreduceTwo {
        PreduceTwo { command: command.to_owned(), talk: None }
    }

    fn made(&mut self, view: &View<'_>, answer: &mut Answer) -> Result<(), Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        let directory = directory()?;
        let seed = written(directory.path(), view.name, view.text)?;
        if self.talk.is_none() {
            self.talk = Some(Talk::start(&shell(&self.command))?);
        }
        let talk = self.talk.as_mut().expect("set above");
        let mut ask = |question: Value| -> Result<Value, Misdeed> {
            talk.say(&question.to_string())?;
            let line = talk.hear(&patience)?;
            serde_json::from_slice(&line).map_err(|_| Misdeed::Garbage(brief(&line)))
        };
        let mut state = ask(json!({ "New": { "seed": seed } }))?["New"]["state"].take();
        for number in 0..VARIANTS {
            if state.is_null() {
                break;
            }
            let to = made_for(directory.path(), number, view.name);
            let reply = ask(json!({ "Reduce": { "seed": seed, "state": state, "dest": to } }))?;
            if reply["Reduce"]["reduced"] == json!(true) {
                answer.proposals.push(Proposal::at_once(view.text, &read(&to, view.limits.bytes)?));
            }
            state = ask(json!({ "Next": { "seed": seed, "state": state } }))?["Next"]["next_state"].take();
        }
        Ok(())
    }
}

impl Source for PreduceTwo {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        let mut answer = Answer::default();
        answer.misdeed = self.made(view, &mut answer).err();
        answer
    }

    fn restart(&mut self) {
        self.talk = None;
    }
}

/// Where a variant goes; it keeps the ending of the name.
fn made_for(directory: &Path, number: u64, name: &OsStr) -> PathBuf {
    let mut path = directory.join(number.to_string()).into_os_string();
    path.push("-");
    path.push(name);
    path.into()
}
