//! The guardian: a small process that outlives this one for a moment, to kill what the questions of a killed lop left.
//!
//! It is a shell that reads from a pipe which groups have begun and ended, and of which only this process has the other
//! end. When the pipe closes without a farewell, it kills the groups that are left.

use std::fmt::Display;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use rustix::process::Pid;

use super::Ending;
use crate::process::wait::until_readable;

const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM TSTP
groups=' '
while read -r word group; do
    case $word in
    begun) groups="$groups$group " ;;
    ended) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
    farewell) exit ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"#;

/// How long it may take to go. Only one that somebody has stopped takes longer.
const LEAVING: Duration = Duration::from_secs(2);

/// The guardian, as long as somebody may ask.
#[derive(Debug)]
pub(crate) struct Guardian(Child);

static ON_DUTY: Mutex<Weak<Guardian>> = Mutex::new(Weak::new());

/// Where it is told of groups; `None` while there is none.
static EAR: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// The guardian of this process, to be held as long as questions may be asked. `None` where none can be started, which is
/// no reason not to ask.
pub(crate) fn guardian() -> Option<Arc<Guardian>> {
    let mut on_duty = ON_DUTY.lock();
    if let Some(guardian) = on_duty.upgrade() {
        return Some(guardian);
    }
    let guardian = Arc::new(start()?);
    *on_duty = Arc::downgrade(&guardian);
    Some(guardian)
}

/// Tells the guardian of a group to be killed with us.
pub(super) fn note_begun(group: Pid) {
    tell(format_args!("begun {group}"));
}

/// Tells the guardian of a group that is nobody's any more.
pub(super) fn note_ended(group: Pid) {
    tell(format_args!("ended {group}"));
}

/// A line that fits a pipe goes in as a whole. One that does not, since somebody has stopped the guardian, is left out.
fn tell(line: impl Display) {
    if let Some(ear) = &mut *EAR.lock() {
        let _ = ear.write(format!("{line}\n").as_bytes());
    }
}

fn start() -> Option<Guardian> {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(SCRIPT).arg("lop-guardian");
    // A group of its own, since keys and signals are meant for ours.
    command.process_group(0).env_clear().current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let ear = child.stdin.take()?;
    // Nobody who asks ever waits for the guardian.
    let _ = rustix::io::ioctl_fionbio(&ear, true);
    *EAR.lock() = Some(ear);
    Some(Guardian(child))
}

impl Drop for Guardian {
    fn drop(&mut self) {
        tell("farewell");
        EAR.lock().take();
        let ending = Ending::of(Pid::from_child(&self.0));
        if !ending.is_ok_and(|it| until_readable(&it, LEAVING)) {
            let _ = self.0.kill();
        }
        let _ = self.0.wait();
    }
}
