//! Looking ahead in a list that must be gone through in order: while a question is out, the questions that would follow
//! a yes and those that would follow a no are asked already, the most likely first.
//!
//! What is asked next of such a list depends on every answer before. So the steps to come are a tree: each node is a
//! question, with one branch for either answer, and a worker takes the likeliest place where a node can grow. Whatever
//! is answered counts only once everything before it is answered: then it is exactly what one worker would have asked,
//! and found. The other branch is forgotten, and what is asked there is cancelled.

use super::candidate::Candidate;
use super::list::List;
use super::task::{Held, Task};
use crate::oracle::Cancel;
use crate::thresholds::{FORESEEN, FORESEEN_RECENT};

/// The steps to come of one list.
#[derive(Debug)]
pub(super) struct Foresight {
    /// The first step that is not settled yet, as far as it was thought of.
    root: Branch,
    /// How often a yes and a no were followed by a yes: successes and trials.
    after: [(f32, f32); 2],
    /// What went last: whoever commits it may not have come to it yet.
    recent: Vec<Cut>,
    /// True when the last answer was a yes.
    last: bool,
    /// Counts the steps.
    steps: u64,
    /// Ends all that is asked.
    stop: Cancel,
}

/// What to ask about: elements `lo..hi` but those held, on top of what was assumed to go before.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) id: u64,
    /// What is to go, in the order in which it was thought of; the last is what the question is about.
    pub(super) cuts: Vec<Cut>,
    /// Raised when another branch was taken.
    pub(super) cancel: Cancel,
}

/// Elements `lo..hi` of a list but those held.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    pub(super) lo: usize,
    pub(super) hi: usize,
    pub(super) held: Held,
}

/// How a step ended.
#[derive(Debug)]
pub(super) enum Answered {
    /// Its elements went with this; `None` when they had gone already.
    Gone(Option<Box<(Task, Candidate)>>),
    Refused,
}

/// What follows an answer.
#[derive(Debug)]
enum Branch {
    /// The list as it is then, when the document has so many tokens. Nothing was asked yet.
    Open(List, usize),
    Asked(Box<Node>),
    /// Nothing is left of the list.
    Ended,
}

#[derive(Debug)]
struct Node {
    id: u64,
    cut: Cut,
    /// What the list was worth before.
    gain: f32,
    cancel: Cancel,
    answered: Option<Answered>,
    /// What follows a no and a yes.
    branches: [Branch; 2],
}

impl Foresight {
    /// Of a list that nothing was asked of yet, in a document of so many tokens.
    pub(super) fn of(list: List, tokens: usize, stop: &Cancel) -> Foresight {
        let root = Branch::Open(list, tokens);
        Foresight {
            root,
            after: [(1.0, 2.0); 2],
            recent: Vec::new(),
            last: false,
            steps: 0,
            stop: stop.clone(),
        }
    }

    /// What the list is worth, as far as it is settled; `None` when nothing is left of it.
    pub(super) fn gain(&self) -> Option<f32> {
        match &self.root {
            Branch::Open(list, _) => list.gain(),
            Branch::Asked(node) => Some(node.gain),
            Branch::Ended => None,
        }
    }

    /// The likeliest step that nobody has taken yet; `None` when what is left is too unlikely.
    pub(super) fn take(&mut self) -> Option<Step> {
        loop {
            let (chance, path) = self.root.likeliest(self.last, self.chances())?;
            if chance * FORESEEN.as_f32() < 1.0 {
                return None;
            }
            let mut cuts = self.recent.clone();
            let mut branch = &mut self.root;
            for &answer in &path {
                let Branch::Asked(node) = branch else { return None };
                if answer == 1 {
                    cuts.push(node.cut.clone());
                }
                branch = &mut node.branches[answer];
            }
            self.steps += 1;
            if let Some(node) = branch.grow(self.steps, self.stop.child()) {
                cuts.push(node.cut.clone());
                return Some(Step { id: node.id, cuts, cancel: node.cancel.clone() });
            }
        }
    }

    /// Takes note of an answer. Returns what is certain now to have gone, in order.
    pub(super) fn answer(&mut self, id: u64, answered: Answered) -> Vec<(Task, Candidate)> {
        if let Some(node) = self.root.find(id) {
            node.answered = Some(answered);
        }
        let mut gone = Vec::new();
        loop {
            match std::mem::replace(&mut self.root, Branch::Ended) {
                Branch::Asked(mut node) if node.answered.is_some() => {
                    let yes = matches!(node.answered, Some(Answered::Gone(_)));
                    let [no_branch, yes_branch] = node.branches;
                    let (taken, other) = if yes { (yes_branch, no_branch) } else { (no_branch, yes_branch) };
                    other.cancel();
                    self.root = taken;
                    self.learn(yes);
                    if let Some(Answered::Gone(Some(success))) = node.answered.take() {
                        gone.push(*success);
                        self.recent.drain(..(self.recent.len() + 1).saturating_sub(FORESEEN_RECENT.get()));
                        self.recent.push(node.cut);
                    }
                }
                root => {
                    self.root = root;
                    return gone;
                }
            }
        }
    }

    /// True while the answer to a step may still count.
    pub(super) fn expects(&mut self, id: u64) -> bool {
        self.root.find(id).is_some()
    }

    /// What was found and is not settled, for when there is no time to settle it.
    pub(super) fn into_found(self) -> Vec<(Task, Candidate)> {
        let mut found = Vec::new();
        self.root.collect(&mut found);
        found
    }
}

impl Foresight {
    /// The chance of a yes after a no and after a yes.
    fn chances(&self) -> [f32; 2] {
        self.after.map(|(hits, trials)| hits / trials)
    }

    fn learn(&mut self, yes: bool) {
        let (hits, trials) = &mut self.after[usize::from(self.last)];
        // Old evidence fades: what is dense here may be sparse there.
        *hits = *hits * 0.9 + if yes { 1.0 } else { 0.1 };
        *trials = *trials * 0.9 + 1.1;
        self.last = yes;
    }
}

impl Branch {
    /// The chance of the likeliest place to grow, and the answers on the way there.
    fn likeliest(&self, last: bool, chances: [f32; 2]) -> Option<(f32, Vec<usize>)> {
        let mut best: Option<(f32, Vec<usize>)> = None;
        let mut open: Vec<(&Branch, f32, bool, Vec<usize>)> = vec![(self, 1.0, last, Vec::new())];
        while let Some((branch, chance, last, path)) = open.pop() {
            if best.as_ref().is_some_and(|it| it.0 >= chance) {
                continue;
            }
            match branch {
                Branch::Ended => {}
                Branch::Open(..) => best = Some((chance, path)),
                Branch::Asked(node) => {
                    let yes = match &node.answered {
                        Some(answered) => f32::from(u8::from(matches!(answered, Answered::Gone(_)))),
                        None => chances[usize::from(last)],
                    };
                    for (answer, part) in [(0, 1.0 - yes), (1, yes)] {
                        if part > 0.0 {
                            let path = path.iter().copied().chain([answer]).collect();
                            open.push((&node.branches[answer], chance * part, answer == 1, path));
                        }
                    }
                }
            }
        }
        best
    }

    /// Puts the next step in this place; `None` when there is none.
    fn grow(&mut self, id: u64, cancel: Cancel) -> Option<&Node> {
        let Branch::Open(mut list, tokens) = std::mem::replace(self, Branch::Ended) else { return None };
        let gain = list.gain()?;
        let (lo, hi) = list.next(tokens, false)?;
        let mut refused = list.clone();
        refused.answered(lo, hi, Some(tokens));
        list.answered(lo, hi, None);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
        let fewer = (list.body.gain(lo, hi) as usize).max(1);
        let cut = Cut { lo, hi, held: list.held.clone() };
        let branches = [Branch::Open(refused, tokens), Branch::Open(list, tokens.saturating_sub(fewer))];
        *self = Branch::Asked(Box::new(Node { id, cut, gain, cancel, answered: None, branches }));
        match self {
            Branch::Asked(node) => Some(node),
            _ => None,
        }
    }

    fn find(&mut self, id: u64) -> Option<&mut Node> {
        let mut open = vec![self];
        while let Some(branch) = open.pop() {
            let Branch::Asked(node) = branch else { continue };
            if node.id == id {
                return Some(node);
            }
            open.extend(&mut node.branches);
        }
        None
    }

    /// Cancels every step from here on.
    fn cancel(&self) {
        let mut open = vec![self];
        while let Some(branch) = open.pop() {
            if let Branch::Asked(node) = branch {
                node.cancel.raise();
                open.extend(&node.branches);
            }
        }
    }

    fn collect(self, found: &mut Vec<(Task, Candidate)>) {
        let mut open = vec![self];
        while let Some(branch) = open.pop() {
            if let Branch::Asked(node) = branch {
                if let Some(Answered::Gone(Some(success))) = node.answered {
                    found.push(*success);
                }
                open.extend(node.branches);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::edit::{FileId, Span};
    use crate::pass::{Elements, Site};
    use crate::search::task::Body;
    use std::sync::Arc;

    const N: u32 = 16;

    /// A list of sixteen elements of equal weight.
    fn list() -> List {
        let text = "a ".repeat(N as usize);
        let doc = Document::parse([(Arc::from(text.as_bytes()), None)]);
        let elements = (0..N).map(|it| Span::new(it * 2, it * 2 + 1)).collect();
        let elements =
            Elements { file: FileId(0), elements, separators: vec![], around: vec![], at_least: 0 };
        List::new(Body::of(Site::Elements(elements), &doc).expect("a list"))
    }

    fn foresight() -> Foresight {
        Foresight::of(list(), N as usize, &Cancel::default())
    }

    fn bounds(step: &Step) -> (usize, usize) {
        step.cuts.last().map(|it| (it.lo, it.hi)).expect("a step asks about something")
    }

    /// An element is needed when it is one of these.
    fn goes(step: &Step) -> Answered {
        let (lo, hi) = bounds(step);
        if [3, 11].iter().any(|it| (lo..hi).contains(it)) { Answered::Refused } else { Answered::Gone(None) }
    }

    #[test]
    fn what_is_asked_ahead_follows_a_no_and_a_yes() {
        let mut foresight = foresight();
        let steps: Vec<Step> = (0..3).map_while(|_| foresight.take()).collect();
        assert_eq!(bounds(&steps[0]), (0, 16));
        assert_eq!(bounds(&steps[1]), (8, 16));
        assert!(steps.iter().all(|it| !it.cancel.is_raised()));
    }

    #[test]
    fn the_branch_that_was_not_taken_is_cancelled_and_forgotten() {
        let mut foresight = foresight();
        let (first, second) = (foresight.take().expect("a step"), foresight.take().expect("a step"));
        foresight.answer(first.id, Answered::Gone(None));
        assert!(second.cancel.is_raised());
        assert!(!foresight.expects(second.id));
        assert_eq!(foresight.gain(), None);
    }

    #[test]
    fn an_answer_ahead_of_its_turn_counts_once_all_before_it_are_settled() {
        let mut foresight = foresight();
        let (first, second) = (foresight.take().expect("a step"), foresight.take().expect("a step"));
        foresight.answer(second.id, Answered::Refused);
        assert!(foresight.expects(second.id));
        foresight.answer(first.id, Answered::Refused);
        assert!(!foresight.expects(second.id));
    }

    #[test]
    fn several_at_once_ask_all_that_one_after_the_other_does() {
        let settled = |width: usize| {
            let (mut foresight, mut asked, mut flying) = (foresight(), Vec::new(), Vec::new());
            loop {
                while flying.len() < width
                    && let Some(step) = foresight.take()
                {
                    flying.push(step);
                }
                // The last that was asked is the first to be answered.
                let Some(step) = flying.pop() else { return asked };
                if foresight.expects(step.id) {
                    asked.push(bounds(&step));
                    foresight.answer(step.id, goes(&step));
                }
                flying.retain(|it| !it.cancel.is_raised());
            }
        };
        let (one, many) = (settled(1), settled(4));
        assert!(one.iter().all(|it| many.contains(it)), "{one:?} {many:?}");
    }
}
