//! Threads that ask the oracle what somebody else has put on their desk, and put its answers there.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use parking_lot::{Condvar, Mutex};

use crate::oracle::{Answer, Cancel, Oracle, OracleError, Question};
use crate::search::dispatch::StopOnPanic;

/// What an oracle has said.
pub(super) type Said = Result<Answer, OracleError>;

/// A question for whoever is free.
#[derive(Debug)]
pub(super) struct Order {
    /// The number by which the answer is found.
    pub(super) number: u64,
    pub(super) files: Vec<Arc<[u8]>>,
    /// What it builds on.
    pub(super) base: Vec<Arc<[u8]>>,
    pub(super) cancel: Cancel,
}

/// What those who ask share with whom they ask for.
pub(super) struct Desk<'d> {
    oracle: &'d dyn Oracle,
    stop: &'d Cancel,
    papers: Mutex<Papers>,
    /// Told of each question, and of the end.
    ordered: Condvar,
    /// Told of each answer.
    answered: Condvar,
}

#[derive(Default)]
struct Papers {
    orders: VecDeque<Order>,
    said: Vec<(u64, Said)>,
    closed: bool,
    /// True once somebody who asks has panicked.
    broken: bool,
}

/// Those who ask, of whom there are as many as were needed.
pub(super) struct Askers<'scope, 'd> {
    desk: &'scope Desk<'d>,
    threads: Vec<ScopedJoinHandle<'scope, ()>>,
}

impl<'d> Desk<'d> {
    pub(super) fn new(oracle: &'d dyn Oracle, stop: &'d Cancel) -> Desk<'d> {
        Desk { oracle, stop, papers: Mutex::default(), ordered: Condvar::new(), answered: Condvar::new() }
    }

    /// Takes the answers that have come in; waits for the first one if `waits`. `None` when there will be none any more.
    pub(super) fn collect(&self, waits: bool) -> Option<Vec<(u64, Said)>> {
        let mut papers = self.papers.lock();
        while waits && papers.said.is_empty() && !papers.broken {
            self.answered.wait(&mut papers);
        }
        (!papers.broken).then(|| std::mem::take(&mut papers.said))
    }

    fn work(&self, worker: usize) {
        let _stop = StopOnPanic(self.stop);
        let _tell = TellOfPanic(self);
        loop {
            let mut papers = self.papers.lock();
            let order = loop {
                match papers.orders.pop_front() {
                    Some(it) => break it,
                    None if papers.closed => return,
                    None => self.ordered.wait(&mut papers),
                }
            };
            drop(papers);
            let said = self.ask(&order, worker);
            self.papers.lock().said.push((order.number, said));
            self.answered.notify_all();
        }
    }

    fn ask(&self, Order { files, base, cancel, .. }: &Order, worker: usize) -> Said {
        self.oracle.ask(&Question { files, base, worker, cancel })
    }
}

impl<'scope, 'd> Askers<'scope, 'd> {
    /// Nobody yet.
    pub(super) fn at(desk: &'scope Desk<'d>) -> Askers<'scope, 'd> {
        Askers { desk, threads: Vec::new() }
    }

    /// Leaves a question to one of `wanted` threads. Where there is no room for a thread, those that there are ask more; where
    /// there is none at all, it is asked here and now.
    pub(super) fn order<'env>(&mut self, scope: &'scope Scope<'scope, 'env>, order: Order, wanted: usize) {
        if self.threads.len() < wanted {
            let (desk, worker) = (self.desk, self.threads.len());
            self.threads.extend(Builder::new().spawn_scoped(scope, move || desk.work(worker)));
        }
        if self.threads.is_empty() {
            let said = self.desk.ask(&order, 0);
            self.desk.papers.lock().said.push((order.number, said));
            return;
        }
        self.desk.papers.lock().orders.push_back(order);
        self.desk.ordered.notify_one();
    }

    /// Those who ask, to be waited for.
    pub(super) fn end(&mut self) -> Vec<ScopedJoinHandle<'scope, ()>> {
        self.close();
        std::mem::take(&mut self.threads)
    }

    fn close(&self) {
        let mut papers = self.desk.papers.lock();
        papers.closed = true;
        papers.orders.clear();
        self.desk.ordered.notify_all();
    }
}

impl Drop for Askers<'_, '_> {
    fn drop(&mut self) {
        // After a panic of whoever they ask for, too.
        self.close();
    }
}

/// Tells who waits for an answer that it will not come.
struct TellOfPanic<'t, 'd>(&'t Desk<'d>);

impl Drop for TellOfPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.papers.lock().broken = true;
            self.0.answered.notify_all();
        }
    }
}
