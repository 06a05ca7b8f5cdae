//! What of the user's machine goes to a cluster beside the candidates, as a sentence: nobody has to guess.

use lop_oracle::site::{Away, Luggage};

use super::Test;
use crate::event::Event;
use crate::number::{count, counted};

/// How many are named.
const NAMED: usize = 6;

impl Test {
    /// What of this machine goes to a cluster with every question beside the candidate. Nothing has gone there by then.
    pub fn about_luggage(&self) -> Option<Event> {
        self.away().and_then(Away::identity)?;
        let stages = [&self.then, &self.valid, &self.objective].into_iter().flatten();
        // What cannot be read is an error of the first question.
        let of_each = std::iter::once(&self.oracle).chain(stages).filter_map(|it| it.luggage().ok());
        // Whatever goes along goes with all of them.
        let luggage = of_each.max_by_key(Vec::len).unwrap_or_default();
        if luggage.is_empty() {
            let nothing = "nothing of this machine goes to the cluster beside the candidates and the command";
            return Some(Event::Note(nothing.to_owned()));
        }
        let mut named: Vec<String> = luggage.iter().take(NAMED).map(|it| self.named(it)).collect();
        if let Some(more @ 1..) = luggage.len().checked_sub(NAMED) {
            named.push(format!("and {} more", count(more)));
        }
        let named = named.join(", ");
        Some(Event::Note(format!("to the cluster go along, beside the candidates and the command: {named}")))
    }

    fn named(&self, luggage: &Luggage) -> String {
        let path = luggage.path.strip_prefix(&self.oracle.spec().directory).unwrap_or(&luggage.path);
        let reason = if luggage.is_named { "--remote-with" } else { "of the command" };
        let files = luggage.files.map_or_else(String::new, |it| format!("{}, ", counted(it, "file")));
        format!("{} ({reason}; {files}{})", path.display(), counted(luggage.bytes, "byte"))
    }
}
