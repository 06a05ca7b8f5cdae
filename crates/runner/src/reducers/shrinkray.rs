//! Reducers for Shrink Ray's `--reduce-with`: they ask about candidates, one line of JSON each, and wait for answers.
//!
//! What the test says of a candidate is not known while proposals are collected, so each is answered with a no, and is a
//! proposal. When one was accepted the text is another, and the reducer works on that.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::json;

use super::adapters::{VARIANTS, shell};
use super::messages::brief;
use super::process::{Misdeed, Patience, Talk};
use super::proposal::Proposal;
use super::source::{Answer, Source, View};

/// What one says: a candidate, or that there are no more.
#[derive(Debug, Deserialize)]
struct Heard {
    content: Option<String>,
    #[serde(default)]
    idle: bool,
}

/// One of them.
pub(super) struct ShrinkRay {
    command: String,
    talk: Option<Talk>,
}

impl ShrinkRay {
    pub(super) fn new(command: &str) -> ShrinkRay {
        ShrinkRay { command: command.to_owned(), talk: None }
    }

    fn asked(&mut self, view: &View<'_>, answer: &mut Answer) -> Result<(), Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        if self.talk.is_none() {
            self.talk = Some(Talk::start(&shell(&self.command))?);
        }
        let talk = self.talk.as_mut().expect("set above");
        let mut bytes = 0;
        talk.say(&told(&BASE64_STANDARD.encode(view.text), true))?;
        while (answer.proposals.len() as u64) < VARIANTS {
            let line = match talk.hear(&patience) {
                Ok(line) => line,
                // One may also end when it has nothing more to propose.
                Err(Misdeed::Died(_)) if !answer.proposals.is_empty() => {
                    self.talk = None;
                    return Ok(());
                }
                Err(misdeed) => return Err(misdeed),
            };
            bytes += line.len();
            if bytes > view.limits.bytes {
                return Err(Misdeed::Flood);
            }
            let garbage = || Misdeed::Garbage(brief(&line));
            let heard: Heard = serde_json::from_slice(&line).map_err(|_| garbage())?;
            match heard.content {
                Some(content) => {
                    let new = BASE64_STANDARD.decode(&content).map_err(|_| garbage())?;
                    // It begins with the text as it is, at times.
                    if new != view.text {
                        answer.proposals.push(Proposal::at_once(view.text, &new));
                    }
                    talk.say(&told(&content, new == view.text))?;
                }
                None if heard.idle => return Ok(()),
                None => return Err(garbage()),
            }
        }
        // What it still waits for says nothing about the next text.
        self.talk = None;
        Ok(())
    }
}

fn told(content: &str, is_interesting: bool) -> String {
    json!({ "content": content, "interesting": is_interesting }).to_string()
}

impl Source for ShrinkRay {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        let mut answer = Answer::default();
        answer.misdeed = self.asked(view, &mut answer).err();
        answer
    }

    fn restart(&mut self) {
        self.talk = None;
    }
}
