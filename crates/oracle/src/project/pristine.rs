//! Our own copies of files that the search does not look into: what candidates are given is copied from them, never from
//! the user's files, which may change during a run.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use crate::process::Slot;
use crate::process::places_for;

/// Copies of files, in a directory that goes with it.
#[derive(Debug)]
pub struct Pristine {
    slot: Slot,
    count: u64,
}

impl Pristine {
    /// None yet. There is to be room for so many bytes.
    pub fn new(bytes: u64) -> io::Result<Pristine> {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for place in places_for(bytes) {
            match Slot::make(&place) {
                Ok(slot) => return Ok(Pristine { slot, count: 0 }),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Copies a file. Returns where the copy is, and the hash of what it holds. Where the file system can, the two share
    /// their blocks.
    pub fn add(&mut self, path: &Path) -> io::Result<(PathBuf, u128)> {
        let copy = self.slot.work().join(self.count.to_string());
        self.count += 1;
        let mut from = File::open(path)?;
        io::copy(&mut from, &mut File::create_new(&copy)?)?;
        Ok((copy.clone(), hash(&copy)?))
    }
}

fn hash(path: &Path) -> io::Result<u128> {
    let mut file = File::open(path)?;
    file.rewind()?;
    let mut hasher = Xxh3::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hasher.digest128()),
            read => hasher.update(&block[..read]),
        }
    }
}

/// Copies a file that is not there yet. Where the file system can, the two share their blocks.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<File> {
    let mut file = File::create_new(to)?;
    io::copy(&mut File::open(from)?, &mut file)?;
    Ok(file)
}

/// A link that is not there yet.
pub(super) fn link(target: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

/// Removes whatever is at a path, if something is.
pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(_) => crate::process::remove(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
