//! The one dispatcher of events: whoever has something to tell sends it into a channel and goes on; a thread of its own hands
//! it to the listener, in order, one at a time. So a listener may draw or write as long as it likes: nobody who searches
//! waits for it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

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

/// Where events are sent. Clones send to the same listener.
#[derive(Debug, Clone)]
pub struct Events {
    channel: Sender<Message>,
    file: Arc<str>,
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
        let _ = self.channel.send(Message::Event(self.file.clone(), event));
    }

    /// For the events of one file of a corpus.
    #[must_use]
    pub fn of(&self, file: &str) -> Events {
        Events { channel: self.channel.clone(), file: file.into() }
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
        let thread = builder.spawn(move || dispatch(&received, listener.as_ref()))?;
        Ok(Dispatcher { events: Events { channel, file: "".into() }, thread: Some(thread) })
    }

    /// Where to send events.
    pub fn events(&self) -> Events {
        self.events.clone()
    }

    /// Events that nobody hears of.
    pub fn silent() -> Events {
        Events { channel: channel().0, file: "".into() }
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

fn dispatch(received: &Receiver<Message>, listener: &dyn Listener) {
    for message in received {
        match message {
            Message::Event(file, event) => listener.on_event(&file, &event),
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
    fn a_listener_that_panics_leaves_nobody_waiting() {
        let dispatcher = Dispatcher::start(Arc::new(Heard::default())).unwrap();
        dispatcher.events().send(Event::Warning("not a note".to_owned()));
        dispatcher.events().flush();
        dispatcher.events().send(Event::Note("nobody hears this".to_owned()));
    }
}
