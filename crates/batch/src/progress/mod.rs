//! Who shows a batch at work: each file but `dashboard` is one [`Listener`](lop_runner::Listener), and a new one goes here.

mod dashboard;
mod lines;
mod terminal;

pub use lines::Lines;
pub use terminal::Terminal;
