//! Pipes and sockets in the place of a file: who opens a pipe waits for its reader, and nobody may wait for ever.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use lop_runner::Failure;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

const NO_READER: &str = "it is a pipe that nobody reads";

/// Opens the place of the result if it is a pipe; `None` for a device. Refuses what could not be written in the end.
pub(super) fn open(path: &Path) -> Result<Option<File>, Failure> {
    let cannot = || Failure::usage(format!("the result cannot be written to {}", path.display()));
    match fs::metadata(path).map(|it| it.file_type()) {
        Ok(it) if it.is_socket() => Err(cannot().because("it is a socket").help("name a file: -o PATH")),
        Ok(it) if it.is_fifo() => match open_plain(path, File::options().write(true)) {
            Ok(it) => Ok(Some(it)),
            Err(error) => {
                Err(cannot().because(error).help("start what reads it before lop, or name a file: -o PATH"))
            }
        },
        _ => Ok(None),
    }
}

/// Why what is written at the end only cannot go there: it has a name that everybody can open, and no end of its own.
pub(super) fn refused(path: &Path) -> Option<&'static str> {
    let kind = fs::metadata(path).ok()?.file_type();
    // What the shell has opened for us leads nowhere by name, and has its reader.
    let is_opened = path.starts_with("/dev") || path.starts_with("/proc") || fs::canonicalize(path).is_err();
    match () {
        () if kind.is_socket() => Some("it is a socket"),
        () if kind.is_fifo() && !is_opened => Some("it is a named pipe, which may have no reader by then"),
        () => None,
    }
}

/// Opens a file as any other, but does not wait for somebody who reads a pipe.
pub(crate) fn open_plain(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    let nonblocking = i32::try_from(OFlags::NONBLOCK.bits()).expect("a flag of open is a number of C");
    let file = how.custom_flags(nonblocking).open(path).map_err(|it| match Errno::from_io_error(&it) {
        Some(Errno::NXIO) => io::Error::new(it.kind(), NO_READER),
        _ => it,
    })?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(file)
}
