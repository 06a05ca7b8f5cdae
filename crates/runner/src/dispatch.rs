//! The one dispatcher of events: whoever has something to tell sends it into a channel and goes on; a thread of its own hands
//! it to the listener, in order, one at a time. So a listener may draw or write as long as it likes: nobody who searches
//! waits for it, unless it has stopped altogether.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use lop_engine::Cancel;
use parking_lot::{Condvar, Mutex};

use crate::event::Event;

/// Who is told what happens. Called from one thread, with one event after the other.
pub trait Listener: Send + Sync {
    /// Takes note of one event. `file` is what the input is called in its corpus; empty where that goes without saying.
    fn on_event(&self, file: &str, event: &Event);
}

/// The silent listener.
impl Listener for () {
    fn on_event(&self, _: &str, _: &Event) {}
}

/// So many events may wait to be told before those who ask questions wait, too: a listener that has stopped, such as a pipe
/// that nobody reads, must not fill the memory.
const MOST_WAITING: usize = 10_000;

/// How often one who waits looks whether the question was cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// Where events are sent. Clones send to the same listener.
#[derive(Debug, Clone)]
pub struct Events {
    channel: Sender<Message>,
    file: Arc<str>,
    waiting: Arc<Waiting>,
}

/// How many events wait to be told.
#[derive(Debug, Default)]
struct Waiting {
    state: Mutex<Count>,
    room: Condvar,
}

#[derive(Debug, Default)]
struct Count {
    events: usize,
    /// True when nobody listens any more.
    over: bool,
}

impl Waiting {
    fn told(&self) {
        let mut state = self.state.lock();
        state.events -= 1;
        if state.events < MOST_WAITING {
            self.room.notify_all();
        }
    }
}

/// Says that nobody listens any more when it is dropped, by a panic too.
struct OverGuard<'w>(&'w Waiting);

impl Drop for OverGuard<'_> {
    fn drop(&mut self) {
        self.0.state.lock().over = true;
        self.0.room.notify_all();
    }
}

#[derive(Debug)]
enum Message {
    Event(Arc<str>, Event),
    /// Somebody waits until everything before this has been told.
    Flush(SyncSender<()>),
    End,
}

impl Events {
    /// Tells the listener, soon. When nobody listens any more nothing happens.
    pub fn send(&self, event: Event) {
        self.waiting.state.lock().events += 1;
        let _ = self.channel.send(Message::Event(self.file.clone(), event));
    }

    /// Waits while too many events wait to be told; not once `cancel` is raised. To be called where no lock is held.
    pub(crate) fn wait_for_room(&self, cancel: &Cancel) {
        let mut state = self.waiting.state.lock();
        while state.events >= MOST_WAITING && !state.over && !cancel.is_raised() {
            self.waiting.room.wait_for(&mut state, LOOK);
        }
    }

    /// For the events of one file of a corpus.
    #[must_use]
    pub fn of(&self, file: &str) -> Events {
        Events { file: file.into(), ..self.clone() }
    }

    /// Waits until the listener was told all that was sent before.
    pub fn flush(&self) {
        let (told, wait) = sync_channel(1);
        if self.channel.send(Message::Flush(told)).is_ok() {
            // Fails when the listener has panicked, and then there is nothing to wait for.
            let _ = wait.recv();
        }
    }
}

/// The thread that tells a listener. Ends, when all is told, as it is dropped.
#[derive(Debug)]
pub struct Dispatcher {
    events: Events,
    thread: Option<JoinHandle<()>>,
}

impl Dispatcher {
    /// Begins to tell `listener`.
    pub fn start(listener: Arc<dyn Listener>) -> std::io::Result<Dispatcher> {
        let (channel, received) = channel();
        let builder = std::thread::Builder::new().name("events".to_owned());
        let waiting = Arc::<Waiting>::default();
        let own = waiting.clone();
        let thread = builder.spawn(move || dispatch(&received, listener.as_ref(), &own))?;
        Ok(Dispatcher { events: Events { channel, file: "".into(), waiting }, thread: Some(thread) })
    }

    /// Where to send events.
    pub fn events(&self) -> Events {
        self.events.clone()
    }

    /// Events that nobody hears of.
    pub fn silent() -> Events {
        let waiting = Arc::<Waiting>::default();
        drop(OverGuard(&waiting));
        Events { channel: channel().0, file: "".into(), waiting }
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        let _ = self.events.channel.send(Message::End);
        if let Some(thread) = self.thread.take() {
            // A listener that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

fn dispatch(received: &Receiver<Message>, listener: &dyn Listener, waiting: &Waiting) {
    let _over = OverGuard(waiting);
    for message in received {
        match message {
            Message::Event(file, event) => {
                listener.on_event(&file, &event);
                waiting.told();
            }
            Message::Flush(told) => {
                let _ = told.send(());
            }
            Message::End => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use super::*;

    #[derive(Default)]
    struct Heard(Mutex<Vec<(String, String)>>);

    impl Listener for Heard {
        fn on_event(&self, file: &str, event: &Event) {
            let Event::Note(text) = event else { panic!("only notes were expected") };
            self.0.lock().push((file.to_owned(), text.clone()));
        }
    }

    #[test]
    fn events_arrive_in_order_and_all_of_them_before_a_flush_returns() {
        let heard = Arc::new(Heard::default());
        let dispatcher = Dispatcher::start(heard.clone()).unwrap();
        let events = dispatcher.events().of("a.c");
        (0..100).for_each(|it| events.send(Event::Note(it.to_string())));
        events.flush();
        let texts: Vec<String> = heard.0.lock().iter().map(|it| it.1.clone()).collect();
        assert_eq!(texts, (0..100).map(|it| it.to_string()).collect::<Vec<_>>());
        assert_eq!(heard.0.lock()[0].0, "a.c");
    }

    #[test]
    fn who_asks_waits_for_a_listener_that_has_stopped_unless_it_is_cancelled() {
        /// Listens once it is let.
        struct Stuck(Arc<Mutex<()>>);
        impl Listener for Stuck {
            fn on_event(&self, _: &str, _: &Event) {
                drop(self.0.lock());
            }
        }
        let gate = Arc::new(Mutex::new(()));
        let held = gate.lock();
        let dispatcher = Dispatcher::start(Arc::new(Stuck(gate.clone()))).unwrap();
        let events = dispatcher.events();
        (0..=MOST_WAITING).for_each(|_| events.send(Event::Known { pass: "p" }));
        let cancel = Cancel::new();
        cancel.raise();
        events.wait_for_room(&cancel);
        assert!(events.waiting.state.lock().events >= MOST_WAITING);
        drop(held);
        events.wait_for_room(&Cancel::new());
        assert!(events.waiting.state.lock().events < MOST_WAITING);
    }

    #[test]
    fn a_listener_that_panics_leaves_nobody_waiting() {
        let dispatcher = Dispatcher::start(Arc::new(Heard::default())).unwrap();
        dispatcher.events().send(Event::Warning("not a note".to_owned()));
        dispatcher.events().flush();
        dispatcher.events().send(Event::Note("nobody hears this".to_owned()));
        (0..=MOST_WAITING).for_each(|_| dispatcher.events().send(Event::Known { pass: "p" }));
        dispatcher.events().wait_for_room(&Cancel::new());
    }
}
