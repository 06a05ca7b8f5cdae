//! What is asked ahead: while a question is out, what a no would lead to stands in the heap as well, by its expected gain.
//!
//! A list in one piece, a site with alternatives and a bundle are one question each, and all that follows waits for its
//! answer. With several workers that would leave most of them without work. So they open what is being asked once nothing
//! in the heap is worth more: its parts, halves or next alternative are tasks from then on. A yes makes them pointless,
//! which ends those that are under way; a no leads to them as it would have, only earlier. The other way round, a task within
//! what is being asked about waits for the answer as long as there is something else to do.

use std::collections::BinaryHeap;
use std::sync::Arc;

use super::candidate::Best;
use super::protocol::Queue;
use super::queue::TaskQueue;
use super::success_model::Topic;
use super::task::{Entry, Task, What, extent};
use crate::edit::{FileId, Span};
use crate::oracle::Cancel;
use crate::pass::Stage;
use crate::thresholds::{OPENED, OPENED_PER_WORKER, RESTING};

/// What a task has to do with others that are asked at the same time.
#[derive(Debug, Clone, Default)]
pub(super) struct Turn {
    /// Which of the tasks that were handed out it is; 0 before.
    number: u64,
    /// True when what follows a no is in the heap already.
    pub(super) opened: bool,
    /// True once the oracle has answered.
    pub(super) asked: bool,
    /// Raised once that has succeeded whose refusal would have led here.
    pub(super) ends: Option<Cancel>,
    /// The number of that.
    behind: u64,
}

impl Turn {
    /// The turn of what a no to the task of this turn would lead to, once it is there.
    pub(super) fn behind(turn: &Turn) -> Turn {
        Turn { ends: turn.ends.clone(), behind: turn.behind, ..Turn::default() }
    }

    pub(super) fn is_pointless(&self) -> bool {
        self.ends.as_ref().is_some_and(Cancel::is_raised)
    }
}

/// The tasks under way.
#[derive(Debug)]
pub(super) struct Ahead {
    out: Vec<Out>,
    /// Counts the tasks that were handed out.
    handed_out: u64,
    /// The passes of what was tried ahead of an answer that made it pointless.
    pub(super) wasted: Vec<usize>,
    /// How many are at work besides the one that looks for a task, whatever they do.
    pub(super) busy: usize,
    /// How many there is room for.
    pub(super) room: usize,
    /// What the document had at the beginning of the round.
    tokens: usize,
    /// The stages that follow if this round changes nothing, the next one last.
    pub(super) later: Vec<Stage>,
    /// The last stage that has begun.
    pub(super) reached: Option<Stage>,
    /// Lists that wait for others which cover the same ground.
    aside: Vec<(usize, Topic)>,
    /// True once such lists have their turn whatever else is under way.
    shares_ground: bool,
    /// True once the round was ended because it had become too small.
    pub(super) ended: bool,
    /// Ends all that is asked.
    stop: Cancel,
}

#[derive(Debug)]
struct Out {
    task: Task,
    /// The expected gain of what a no would lead to.
    worth: f32,
    opened: bool,
    /// The chance that it succeeds.
    chance: f32,
    /// What is gone then.
    takes: Vec<(FileId, Span)>,
    /// Tasks within that, by what is expected of them now.
    within: BinaryHeap<Entry>,
    /// The passes of what was tried meanwhile and is worth nothing if the task succeeds.
    beneath: Vec<usize>,
    /// Raised when the task succeeds.
    succeeded: Cancel,
}

impl Ahead {
    pub(super) fn new(tokens: usize, stop: Cancel) -> Ahead {
        Ahead {
            out: Vec::new(),
            handed_out: 0,
            wasted: Vec::new(),
            busy: 0,
            room: 0,
            tokens,
            later: Vec::new(),
            reached: None,
            aside: Vec::new(),
            shares_ground: false,
            ended: false,
            stop,
        }
    }

    /// True when most of the workers would rest.
    fn few_work(&self) -> bool {
        self.busy.max(self.out.len()) * RESTING.get() <= self.room
    }

    /// True when whoever works waits for an answer about a task: nobody merges successes, or is about to find new tasks.
    fn all_ask(&self) -> bool {
        self.busy <= self.out.len()
    }

    /// True when nothing was put aside.
    pub(super) fn is_empty(&self) -> bool {
        self.aside.is_empty()
    }

    /// The innermost of what is under way whose success makes `task` pointless.
    fn around(&mut self, task: &Task) -> Option<&mut Out> {
        let extent = extent_of(&task.what);
        let decides = |it: &&mut Out| {
            let number = it.task.turn.number;
            number != task.turn.number
                && (number == task.turn.behind || extent.is_some_and(|at| it.holds(at)))
        };
        self.out.iter_mut().filter(decides).min_by_key(|it| it.reach())
    }
}

impl TaskQueue {
    /// Takes note of a task that somebody is about to try.
    pub(super) fn hand_out(&mut self, mut task: Task) -> Task {
        if self.ahead.is_none() {
            return task;
        }
        let follows = match &task.what {
            What::Site(sets, at) if at + 1 < sets.len() => 1.0,
            What::Bundle(_) => 0.5,
            What::Segment { list, lo, hi, .. } if hi - lo > 1 => {
                0.5 * self.lists[*list].share_of_rest(*lo, *hi)
            }
            _ => 0.0,
        };
        let chance = self.chance(task.topic);
        if let Some(ahead) = &mut self.ahead {
            ahead.handed_out += 1;
            task.turn.number = ahead.handed_out;
            // What gains next to nothing is opened, too, before most of the workers rest.
            let opens = !task.turn.opened && follows > 0.0;
            let worth = (task.gain * follows * chance * (1.0 - chance)).max(f32::MIN_POSITIVE);
            let worth = if opens { worth } else { 0.0 };
            let succeeded = task.turn.ends.as_ref().unwrap_or(&ahead.stop).child();
            let (opened, takes) = (task.turn.opened, takes(&task.what));
            let out = Out {
                task: task.clone(),
                worth,
                opened,
                chance,
                takes,
                within: BinaryHeap::new(),
                beneath: Vec::new(),
                succeeded,
            };
            ahead.out.push(out);
        }
        task
    }

    /// Lets a task wait that is within what is being asked about, if `waits` is worth more than what is expected of it now.
    pub(super) fn set_aside(&mut self, task: Task, waits: f32) -> Option<Task> {
        let chance = self.chance(task.topic);
        let Some((ahead, extent)) = self.ahead.as_mut().zip(extent_of(&task.what)) else {
            return Some(task);
        };
        let Some(at) = ahead.out.iter().position(|it| it.holds(extent)) else { return Some(task) };
        let worth = task.gain * chance * (1.0 - ahead.out[at].chance);
        if worth >= waits {
            return Some(task);
        }
        let entry = self.entry(task, worth);
        self.ahead.as_mut()?.out[at].within.push(entry);
        None
    }

    /// Lets a list wait while another one is gone through that covers the same ground, and knows more about it: both at once
    /// would ask everything twice. But it waits for no less than it is worth: what is known may be wrong. Returns whether it
    /// waits.
    pub(super) fn puts_aside(&mut self, list: usize, topic: Topic) -> bool {
        let waits = !self.probes
            && !self.lists[list].body.is_of_pieces()
            && self.has_pieces()
            && self.worth_of(list) <= self.worth_of_pieces()
            && !self.pieces_give_way();
        let Some(ahead) = &mut self.ahead else { return false };
        let waits = waits && !ahead.shares_ground;
        if waits {
            ahead.aside.push((list, topic));
        }
        waits
    }

    /// Queues the lists again that wait for what has become worth less than they are.
    pub(super) fn wait_no_longer(&mut self) {
        let Some(ahead) = self.ahead.as_mut().filter(|it| !it.aside.is_empty()) else { return };
        let aside = std::mem::take(&mut ahead.aside);
        let (least, is_due) = (self.worth_of_pieces(), self.pieces_give_way());
        for (list, topic) in aside {
            if is_due || self.worth_of(list) > least {
                self.push_list(list, topic);
            } else if let Some(ahead) = &mut self.ahead {
                ahead.aside.push((list, topic));
            }
        }
    }

    /// The most that is expected of a segment of pieces that is being asked about, or comes next.
    fn worth_of_pieces(&self) -> f32 {
        let of_pieces =
            |it: &&Out| matches!(&it.task.what, What::Segment { body, .. } if body.is_of_pieces());
        let out = self.ahead.iter().flat_map(|it| &it.out).filter(of_pieces);
        let lists = (0..self.lists.len()).filter(|&it| self.lists[it].body.is_of_pieces());
        let next = lists.map(|it| self.worth_of(it));
        out.map(|it| it.task.gain * it.chance).chain(next).fold(0.0, f32::max)
    }

    /// True while a list of pieces is gone through.
    fn has_pieces(&self) -> bool {
        self.lists.iter().any(|it| it.body.is_of_pieces() && it.is_open())
    }

    /// What to do when nothing waits, where a worker would rest until an answer comes: what was put aside, what follows if
    /// this round changes nothing, or the next round, if it has.
    pub(super) fn instead_of_rest(&mut self, best: &Best) -> Option<Task> {
        let shares = best.edits.is_empty() || !self.has_pieces();
        let ahead = self.ahead.as_mut()?;
        let few = ahead.few_work();
        // The coarse search is not come back to unless half of the document has gone.
        let may_end = few && (self.probes || best.rank.tokens * 2 < ahead.tokens);
        let shares = shares || ahead.out.is_empty() || few && !may_end;
        if let Some((list, topic)) = ahead.aside.pop_if(|_| shares) {
            ahead.shares_ground = true;
            let (busy, room) = (ahead.busy, ahead.room);
            self.push_list(list, topic);
            return self.pop(best, busy, room);
        }
        if !ahead.all_ask() {
            return None;
        }
        let topic = ahead.out.first()?.task.topic;
        let what = if best.edits.is_empty() {
            let stage = ahead.later.pop()?;
            ahead.reached = Some(stage);
            What::GoOn(stage)
        } else if may_end && !ahead.ended {
            ahead.ended = true;
            What::End
        } else {
            return None;
        };
        Some(Task::new(what, topic, 0.0, 0))
    }

    /// What to open, if that is worth more than whatever waits.
    pub(super) fn opening(&mut self, waits: f32) -> Option<Task> {
        loop {
            let ahead = self.ahead.as_mut()?;
            let few = ahead.few_work();
            let part = part_that_is_opened(if self.probes { 0 } else { ahead.room });
            let out = &mut ahead.out;
            let most = out.iter().map(|it| it.task.gain * it.chance).fold(0.0, f32::max);
            let least = if waits > 0.0 || !few { most / part } else { 0.0 };
            let best = out.iter_mut().max_by(|a, b| a.most().total_cmp(&b.most()))?;
            let most = best.most();
            if most <= waits.max(least) {
                return None;
            }
            if most <= best.worth {
                return Some(best.open());
            }
            let task = Arc::unwrap_or_clone(best.within.pop()?.task);
            if !task.turn.is_pointless() {
                return Some(self.hand_out(task));
            }
            self.leave_out(&task);
        }
    }

    /// Ends the turn of a task that comes up again, if it had one: what a no leads to is in the heap only once.
    pub(super) fn back(&mut self, mut task: Task) -> Task {
        if task.turn.number != 0 {
            task.turn.opened = self.end_turn(&task.turn, false);
            (task.turn.number, task.turn.asked) = (0, false);
        }
        task
    }

    /// Ends the turn of a task that will not be tried any more. Of a list nothing is open then that nobody asks about.
    pub(super) fn leave_out(&mut self, task: &Task) {
        self.end_turn(&task.turn, false);
        if let What::Segment { list, lo, hi, .. } = task.what {
            self.lists[list].leave_out(lo, hi);
        }
    }

    /// Ends the turn of a task. Returns whether what follows a no is in the heap already. If it was asked about, that may
    /// turn out to have been in vain.
    pub(super) fn end_turn(&mut self, turn: &Turn, succeeded: bool) -> bool {
        let Some(ahead) = &mut self.ahead else { return false };
        let at = ahead.out.iter().position(|it| it.task.turn.number == turn.number);
        let Some(mut out) = at.map(|it| ahead.out.swap_remove(it)) else { return turn.opened };
        if succeeded {
            out.succeeded.raise();
            ahead.wasted.append(&mut out.beneath);
        }
        if turn.asked {
            out.beneath.push(out.task.topic.pass);
        }
        if let Some(around) = ahead.around(&out.task) {
            around.beneath.append(&mut out.beneath);
        }
        out.within
            .into_sorted_vec()
            .into_iter()
            .rev()
            .for_each(|it| self.push(Arc::unwrap_or_clone(it.task)));
        out.opened
    }
}

impl Out {
    /// True when what is here goes if the task succeeds.
    fn holds(&self, (file, span): (FileId, Span)) -> bool {
        self.takes.iter().any(|it| it.0 == file && it.1.contains(span))
    }

    /// The task that puts what a no leads to into the heap.
    fn open(&mut self) -> Task {
        (self.worth, self.opened) = (0.0, true);
        let turn =
            Turn { ends: Some(self.succeeded.clone()), behind: self.task.turn.number, ..Turn::default() };
        let opened = Task { turn, ..self.task.clone() };
        Task { what: What::Open(Box::new(opened)), ..self.task.clone() }
    }

    /// How many bytes go if the task succeeds.
    fn reach(&self) -> usize {
        self.takes.iter().map(|it| it.1.len()).sum()
    }

    /// The most that is expected of anything that its answer decides about.
    fn most(&self) -> f32 {
        self.within.peek().map_or(self.worth, |it| self.worth.max(it.score))
    }
}

/// What part of the best that is being asked a task has to be worth to be opened ahead of its answer, for so many workers.
#[expect(clippy::cast_precision_loss, reason = "few workers")]
fn part_that_is_opened(workers: usize) -> f32 {
    OPENED.get().max(OPENED_PER_WORKER.get() * workers) as f32
}

/// What is gone when a task succeeds, as far as that is easily said.
fn takes(what: &What) -> Vec<(FileId, Span)> {
    match what {
        What::Site(sets, at) => {
            let deleted = sets[*at].edits.edits().iter().filter(|it| it.is_deletion());
            deleted.map(|it| (it.file, it.span)).collect()
        }
        What::Segment { body, lo, hi, .. } => body.extent(*lo, *hi).into_iter().collect(),
        What::Bundle(tasks) => tasks.iter().flat_map(|it| takes(&it.what)).collect(),
        _ => Vec::new(),
    }
}

/// Where a task changes anything.
fn extent_of(what: &What) -> Option<(FileId, Span)> {
    match what {
        What::Site(sets, at) => extent(&sets[*at].edits),
        What::Segment { body, lo, hi, .. } => body.extent(*lo, *hi),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::list::List;
    use super::super::success_model::{Harm, SuccessModel};
    use super::super::task::Body;
    use super::*;
    use crate::document::Document;
    use crate::edit::EditSet;
    use crate::pass::{Closures, Elements, Site, Tier};
    use crate::rank::Rank;

    const FILE: FileId = FileId(0);
    const TOPIC: Topic = Topic { pass: 0, kind: 0, harm: Harm::None };

    /// A queue for several workers, or for one.
    fn queue(ahead: bool) -> TaskQueue {
        let ahead = ahead.then(|| Ahead::new(20, Cancel::new()));
        TaskQueue::new(SuccessModel::default(), vec![Tier::Grammar], false, ahead)
    }

    /// A site whose alternatives delete these spans.
    fn site(spans: &[(u32, u32)], gain: f32) -> Task {
        let sets = spans.iter().map(|&(start, end)| EditSet::delete(FILE, Span::new(start, end)).into());
        Task::new(What::Site(Arc::new(sets.collect()), 0), TOPIC, gain, spans[0].0)
    }

    fn pop(queue: &mut TaskQueue) -> Option<Task> {
        pop_at(queue, EditSet::new(), 20)
    }

    /// The next task when the best has come to these edits and so many tokens.
    fn pop_at(queue: &mut TaskQueue, edits: EditSet, tokens: usize) -> Option<Task> {
        pop_beside(queue, edits, tokens, 8)
    }

    /// The same with room for so many workers.
    fn pop_beside(queue: &mut TaskQueue, edits: EditSet, tokens: usize, room: usize) -> Option<Task> {
        let text: Arc<[u8]> = Arc::from("a ".repeat(tokens).as_bytes());
        let busy = queue.ahead.as_ref().map_or(0, |it| it.out.len());
        queue.pop(&Best::new(edits, Rank::of(&[text])), busy, room)
    }

    /// What the next task is: where it begins, or what it opens.
    fn next(queue: &mut TaskQueue) -> Option<(Task, &'static str)> {
        pop(queue).map(|it| {
            let what = if matches!(it.what, What::Open(_)) { "open" } else { "try" };
            (it, what)
        })
    }

    fn bounds(task: &Task) -> (usize, usize) {
        let What::Segment { lo, hi, .. } = task.what else { panic!("no segment: {:?}", task.what) };
        (lo, hi)
    }

    /// A list of 16 elements as its only task.
    fn with_list(ahead: bool) -> TaskQueue {
        with_list_of(16, ahead)
    }

    fn with_list_of(n: u32, ahead: bool) -> TaskQueue {
        let doc = Document::parse([(Arc::from("a ".repeat(n as usize).as_bytes()), None)]);
        let elements = (0..n).map(|it| Span::new(it * 2, it * 2 + 1)).collect();
        let elements = Elements { file: FILE, elements, separators: vec![], around: vec![], at_least: 0 };
        let mut queue = queue(ahead);
        queue.add_list(List::new(Body::of(Site::Elements(elements), &[], &doc).expect("a list")), TOPIC);
        queue
    }

    #[test]
    fn what_a_no_leads_to_is_opened_once_nothing_else_waits() {
        let mut queue = queue(true);
        queue.push(site(&[(0, 9), (0, 5)], 9.0));
        queue.push(site(&[(20, 28)], 8.0));
        assert_eq!(next(&mut queue).map(|it| (it.0.position, it.1)), Some((0, "try")));
        assert_eq!(next(&mut queue).map(|it| (it.0.position, it.1)), Some((20, "try")));
        assert_eq!(next(&mut queue).map(|it| (it.0.position, it.1)), Some((0, "open")));
        assert!(pop(&mut queue).is_none(), "it is opened once");
    }

    #[test]
    fn where_several_succeed_at_the_same_time_the_next_bundle_is_as_wide_as_all_of_them() {
        for (several, width) in [(true, 5), (false, 2)] {
            let mut queue = queue(several);
            (0..4).for_each(|_| queue.note_width(&site(&[(0, 9)], 9.0), true));
            assert_eq!(queue.widths[&TOPIC], width);
        }
    }

    #[test]
    fn a_single_worker_asks_nothing_ahead() {
        let mut queue = queue(false);
        queue.push(site(&[(0, 9), (0, 5)], 9.0));
        let (task, _) = next(&mut queue).expect("a task");
        assert!(pop(&mut queue).is_none());
        assert!(!queue.end_turn(&task.turn, false), "a no has to lead on");
    }

    #[test]
    fn what_was_opened_is_not_led_to_again() {
        let mut queue = queue(true);
        queue.push(site(&[(0, 9), (0, 5)], 9.0));
        let (task, _) = next(&mut queue).expect("a task");
        assert_eq!(next(&mut queue).expect("an opening").1, "open");
        assert!(queue.end_turn(&task.turn, false));
    }

    #[test]
    fn what_waited_for_the_answer_of_another_one_is_not_led_to_twice() {
        let mut queue = queue(true);
        queue.push(site(&[(0, 9), (0, 5)], 9.0));
        let (task, _) = next(&mut queue).expect("a task");
        assert_eq!(next(&mut queue).expect("an opening").1, "open");
        queue.push(task);
        let (task, what) = next(&mut queue).expect("the task again");
        assert_eq!(what, "try");
        assert!(queue.end_turn(&task.turn, false) && pop(&mut queue).is_none());
    }

    #[test]
    fn a_success_makes_pointless_what_its_refusal_would_have_led_to_however_far() {
        let mut queue = queue(true);
        queue.push(site(&[(0, 9), (0, 5), (0, 3)], 9.0));
        let (first, _) = next(&mut queue).expect("a task");
        let mut leaders = Vec::new();
        for _ in 0..2 {
            let (opening, what) = next(&mut queue).expect("an opening");
            assert_eq!(what, "open");
            let What::Open(opened) = opening.what else { unreachable!("an opening") };
            let behind = Task { turn: Turn::behind(&opened.turn), ..site(&[(0, 5), (0, 3)], 5.0) };
            queue.push(behind);
            leaders.push(next(&mut queue).expect("what was opened").0);
        }
        assert!(leaders.iter().all(|it| !it.turn.is_pointless()));
        queue.end_turn(&leaders[1].turn, false);
        assert!(!leaders[0].turn.is_pointless(), "a no ends nothing");
        queue.push(Task { turn: leaders[1].turn.clone(), ..site(&[(0, 2)], 2.0) });
        queue.end_turn(&first.turn, true);
        assert!(leaders.iter().all(|it| it.turn.is_pointless()));
        assert!(pop(&mut queue).is_none(), "what waits behind it is dropped");
    }

    #[test]
    fn what_is_within_a_task_under_way_waits_until_nothing_else_does_and_comes_back_with_a_no() {
        for asked_ahead in [false, true] {
            let mut queue = queue(true);
            queue.push(site(&[(0, 20)], 20.0));
            let (whole, _) = next(&mut queue).expect("the whole");
            queue.push(site(&[(4, 14)], 10.0));
            queue.push(site(&[(30, 39)], 9.0));
            assert_eq!(next(&mut queue).map(|it| it.0.position), Some(30), "what is elsewhere goes first");
            if asked_ahead {
                assert_eq!(next(&mut queue).map(|it| it.0.position), Some(4));
                assert!(pop(&mut queue).is_none());
            } else {
                queue.end_turn(&whole.turn, false);
                assert_eq!(next(&mut queue).map(|it| it.0.position), Some(4));
            }
        }
    }

    #[test]
    fn a_list_under_way_is_opened_into_its_halves_and_a_no_does_not_split_it_again() {
        let mut queue = with_list(true);
        let (whole, _) = next(&mut queue).expect("the list");
        let What::Segment { list, lo: 0, hi: 16, .. } = whole.what else { panic!("no whole list") };
        let (opening, what) = next(&mut queue).expect("an opening");
        assert_eq!(what, "open");
        queue.open_segment(list, (0, 16), opening.topic);
        let mut halves: Vec<_> = (0..2).filter_map(|_| pop(&mut queue)).map(|it| bounds(&it)).collect();
        halves.sort_unstable();
        assert_eq!(halves, [(0, 8), (8, 16)]);
        assert!(queue.end_turn(&whole.turn, false));
        queue.put_back(list, (0, 16), Some(16), whole.topic);
        assert!(pop(&mut queue).is_none_or(|it| matches!(it.what, What::Open(_))), "both are under way");
    }

    /// The turn of a task that the oracle was asked about.
    fn answered(task: &Task) -> Turn {
        Turn { asked: true, ..task.turn.clone() }
    }

    #[test]
    fn what_was_known_already_was_not_in_vain() {
        let mut queue = queue(true);
        queue.push(site(&[(0, 40)], 40.0));
        let (whole, _) = next(&mut queue).expect("the whole");
        queue.push(site(&[(4, 14)], 10.0));
        while let Some(task) = pop(&mut queue) {
            queue.end_turn(&task.turn, false);
        }
        queue.end_turn(&answered(&whole), true);
        assert!(queue.ahead.expect("for several workers").wasted.is_empty());
    }

    #[test]
    fn a_list_is_not_open_any_more_once_nobody_asks_about_what_is_left_of_it() {
        let mut queue = with_list(true);
        let (whole, _) = next(&mut queue).expect("the list");
        assert!(queue.lists[0].is_open());
        queue.leave_out(&whole);
        assert!(!queue.lists[0].is_open());
    }

    #[test]
    fn of_a_list_whose_parts_are_asked_already_they_stay_when_the_whole_is_left_out() {
        let mut queue = with_list(true);
        let (whole, _) = next(&mut queue).expect("the list");
        let (opening, _) = next(&mut queue).expect("an opening");
        queue.open_segment(0, (0, 16), opening.topic);
        queue.leave_out(&whole);
        assert_eq!(pop(&mut queue).map(|it| bounds(&it)), Some((8, 16)));
    }

    #[test]
    fn what_was_tried_within_what_then_succeeds_was_in_vain() {
        for succeeded in [false, true] {
            let mut queue = queue(true);
            queue.push(site(&[(0, 40)], 40.0));
            let (whole, _) = next(&mut queue).expect("the whole");
            queue.push(site(&[(4, 14)], 10.0));
            queue.push(site(&[(50, 60)], 10.0));
            while let Some(task) = pop(&mut queue) {
                queue.end_turn(&answered(&task), false);
            }
            queue.end_turn(&answered(&whole), succeeded);
            let wasted = queue.ahead.expect("for several workers").wasted;
            assert_eq!(wasted.len(), usize::from(succeeded));
        }
    }

    #[test]
    fn hundreds_of_workers_open_a_list_further_than_eight_do_before_they_take_what_is_worth_next_to_nothing()
    {
        let asked = |room| {
            let mut queue = with_list_of(256, true);
            queue.push(site(&[(600, 601)], 0.001));
            let mut asked = 0;
            while let Some(task) = pop_beside(&mut queue, EditSet::new(), 256, room) {
                match task.what {
                    What::Open(task) => {
                        let What::Segment { list, lo, hi, .. } = task.what else { continue };
                        queue.open_segment(list, (lo, hi), task.topic);
                    }
                    What::Site(..) => break,
                    _ => asked += 1,
                }
            }
            asked
        };
        assert!(asked(256) >= 2 * asked(8), "{} and {}", asked(256), asked(8));
    }

    #[test]
    fn a_list_of_a_single_worker_waits_for_its_answer() {
        let mut queue = with_list(false);
        assert!(pop(&mut queue).is_some());
        assert!(pop(&mut queue).is_none());
    }

    #[test]
    fn who_would_rest_goes_on_with_the_stages_that_follow_if_nothing_changes() {
        let mut queue = queue(true);
        queue.ahead.as_mut().expect("for several workers").later = vec![Stage::Polish, Stage::Fine];
        assert!(pop(&mut queue).is_none(), "nobody asks: the round is over");
        queue.push(site(&[(0, 9)], 9.0));
        let (task, _) = next(&mut queue).expect("a task");
        for stage in [Stage::Fine, Stage::Polish] {
            assert!(matches!(pop(&mut queue).map(|it| it.what), Some(What::GoOn(it)) if it == stage));
        }
        assert!(pop(&mut queue).is_none(), "no stage is left");
        queue.end_turn(&task.turn, false);
        assert_eq!(queue.ahead.expect("for several workers").reached, Some(Stage::Polish));
    }

    #[test]
    fn a_round_that_has_become_too_small_for_its_workers_ends_but_a_coarse_one_only_once_half_is_gone() {
        let cut = || EditSet::delete(FILE, Span::new(50, 60));
        for (asked, tokens, probes, ends) in
            [(2, 19, true, true), (3, 19, true, false), (2, 9, false, true), (2, 19, false, false)]
        {
            let mut queue = queue(true);
            queue.probes = probes;
            for at in 0..asked {
                queue.push(site(&[(at * 10, at * 10 + 9)], 9.0));
                assert!(pop(&mut queue).is_some());
            }
            let end = pop_at(&mut queue, cut(), tokens).map(|it| matches!(it.what, What::End));
            assert_eq!(end, ends.then_some(true), "{asked} of 8 ask about {tokens} tokens of 20");
            assert!(pop_at(&mut queue, cut(), tokens).is_none(), "it ends once");
        }
    }

    /// A list of so many elements and one of 16 pieces, one beside the other.
    fn with_pieces(elements: u32) -> TaskQueue {
        let doc = Document::parse([(Arc::from("a ".repeat(16).as_bytes()), None)]);
        let list = |n: u32| {
            let elements = (0..n).map(|it| Span::new(it * 2, it * 2 + 1)).collect();
            Elements { file: FILE, elements, separators: vec![], around: vec![], at_least: 0 }
        };
        let pieces = (0..16).map(|it| vec![(0, it)]).collect();
        let closures = Closures { lists: vec![list(16)], pieces, needs: vec![Vec::new(); 16], at_least: 0 };
        let mut queue = queue(true);
        for site in [Site::Elements(list(elements)), Site::Closures(closures)] {
            queue.add_list(List::new(Body::of(site, &[], &doc).expect("a list")), TOPIC);
        }
        queue
    }

    #[test]
    fn a_list_waits_for_one_of_pieces_that_is_worth_more_until_that_is_gone_through() {
        let mut queue = with_pieces(2);
        let cut = || EditSet::delete(FILE, Span::new(50, 60));
        let (mut pieces, mut others) = (0, 0);
        while let Some(task) = pop_at(&mut queue, cut(), 19) {
            let What::Segment { list, ref body, lo, hi, .. } = task.what else {
                queue.end_turn(&task.turn, false);
                continue;
            };
            *(if body.is_of_pieces() { &mut pieces } else { &mut others }) += 1;
            assert!(body.is_of_pieces() || !queue.has_pieces(), "both at once");
            queue.end_turn(&task.turn, true);
            queue.lists[list].answered(lo, hi, None);
        }
        assert!(pieces > 0 && others > 0, "{pieces} and {others}");
    }

    #[test]
    fn a_list_waits_no_longer_for_pieces_that_have_become_worth_less() {
        let mut queue = with_pieces(8);
        let mut first_other = None;
        for asked in 0..40 {
            let Some(task) = pop_at(&mut queue, EditSet::new(), 20) else { break };
            queue.end_turn(&task.turn, false);
            let What::Segment { list, ref body, lo, hi, .. } = task.what else { continue };
            if !body.is_of_pieces() {
                first_other = first_other.or(Some((asked, queue.has_pieces())));
            }
            queue.put_back(list, (lo, hi), Some(20), task.topic);
        }
        assert!(first_other.is_some_and(|it| it.0 > 0 && it.1), "{first_other:?}");
    }

    #[test]
    fn what_ends_without_an_answer_comes_up_again() {
        let mut queue = queue(true);
        queue.push(site(&[(0, 9)], 9.0));
        let (task, _) = next(&mut queue).expect("a task");
        queue.push(task);
        assert!(pop(&mut queue).is_some());
    }
}
