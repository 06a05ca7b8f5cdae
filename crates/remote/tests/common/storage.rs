//! What the server keeps: blobs by their digests, and trees of them.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;

use bazel_remote_apis::build::bazel::remote::execution::v2::{Digest, Directory, DirectoryNode};
use prost::Message;
use sha2::{Digest as _, Sha256};
use tonic::Status;

use super::{Packing, State};

pub(crate) fn digest(bytes: &[u8]) -> Digest {
    let hash = format!("{:x}", Sha256::digest(bytes));
    Digest { hash, size_bytes: bytes.len().try_into().unwrap() }
}

/// Has another process write the file anew: what this one has written may still be open in a child that another thread is
/// starting, and such a file cannot be executed.
fn make_executable(path: &Path) {
    let plain = path.with_extension("plain");
    fs::rename(path, &plain).unwrap();
    let install = Command::new("install").args(["-m", "755"]).arg(&plain).arg(path).status();
    assert!(install.unwrap().success());
    fs::remove_file(&plain).unwrap();
}

impl State {
    pub(crate) fn has(&self, digest: &Digest) -> bool {
        digest.size_bytes == 0 || self.blobs.lock().contains_key(&digest.hash)
    }

    /// Takes bytes that are what they are said to be.
    pub(crate) fn take(&self, said: &Digest, bytes: Vec<u8>, packed: bool) -> Result<(), Status> {
        let sent = bytes.len() as u64;
        let bytes = if packed { self.unpacked(&bytes)? } else { bytes };
        if digest(&bytes) != *said {
            return Err(Status::invalid_argument("these bytes have another digest"));
        }
        self.counts.received.fetch_add(sent, Ordering::SeqCst);
        if packed {
            self.counts.packed.fetch_add(sent, Ordering::SeqCst);
        }
        self.blobs.lock().insert(said.hash.clone(), bytes);
        Ok(())
    }

    fn unpacked(&self, bytes: &[u8]) -> Result<Vec<u8>, Status> {
        let packing = *self.packing.lock();
        let bytes = Some(bytes).filter(|_| packing == Packing::Unpacks);
        bytes
            .and_then(|it| zstd::decode_all(it).ok())
            .ok_or_else(|| Status::invalid_argument("these bytes cannot be unpacked"))
    }

    pub(crate) fn keep(&self, bytes: Vec<u8>) -> Digest {
        let digest = digest(&bytes);
        self.blobs.lock().insert(digest.hash.clone(), bytes);
        digest
    }

    pub(crate) fn bytes(&self, digest: Option<&Digest>) -> Result<Vec<u8>, Status> {
        let digest = digest.ok_or_else(|| Status::invalid_argument("there is no digest"))?;
        if digest.size_bytes == 0 {
            return Ok(Vec::new());
        }
        let missing = || Status::failed_precondition(format!("MISSING blobs/{}", digest.hash));
        self.blobs.lock().get(&digest.hash).cloned().ok_or_else(missing)
    }

    pub(crate) fn message<M: Message + Default>(&self, digest: Option<&Digest>) -> Result<M, Status> {
        M::decode(&*self.bytes(digest)?).map_err(|it| Status::invalid_argument(it.to_string()))
    }

    /// The directory with this digest, which must be in its canonical form.
    pub(crate) fn directory(&self, digest: Option<&Digest>) -> Result<Directory, Status> {
        let directory: Directory = self.message(digest)?;
        let sorted = |names: Vec<&String>| names.is_sorted() && names.iter().all(|it| !it.contains('/'));
        let files = sorted(directory.files.iter().map(|it| &it.name).collect());
        let directories = sorted(directory.directories.iter().map(|it| &it.name).collect());
        let links = sorted(directory.symlinks.iter().map(|it| &it.name).collect());
        if files && directories && links {
            return Ok(directory);
        }
        Err(Status::invalid_argument("a directory is not in its canonical form"))
    }

    /// Lays a tree out on disk, out of which come files at these paths.
    pub(crate) fn lay(&self, digest: Option<&Digest>, path: &Path, outputs: &[&str]) -> Result<(), Status> {
        let directory = self.directory(digest)?;
        fs::create_dir_all(path).unwrap();
        for file in &directory.files {
            let path = path.join(&file.name);
            fs::write(&path, self.bytes(file.digest.as_ref())?).unwrap();
            if file.is_executable {
                make_executable(&path);
            }
        }
        for link in &directory.symlinks {
            std::os::unix::fs::symlink(&link.target, path.join(&link.name)).unwrap();
        }
        let shared = self.shared.lock().as_ref().map(|it| it.path().to_owned());
        for node in &directory.directories {
            let (digest, path) = (node.digest.as_ref(), path.join(&node.name));
            let inside = |it: &&str| it.strip_prefix(&node.name).is_some_and(|it| it.starts_with('/'));
            let within: Vec<&str> =
                outputs.iter().copied().filter(inside).map(|it| &it[node.name.len() + 1..]).collect();
            match &shared {
                Some(shared) if within.is_empty() => {
                    let kept = shared.join(&digest.unwrap().hash);
                    if !kept.exists() {
                        self.lay(digest, &kept, &[])?;
                    }
                    std::os::unix::fs::symlink(kept, path).unwrap();
                }
                _ => self.lay(digest, &path, &within)?,
            }
        }
        Ok(())
    }

    /// The candidate of a tree, or of each of its folders, with the folder; sees that all of the tree is there.
    pub(crate) fn candidates(&self, digest: Option<&Digest>) -> Result<Vec<(String, Vec<u8>)>, Status> {
        let root = self.directory(digest)?;
        if root.directories.iter().any(|it| it.name == "work") {
            return Ok(vec![(String::new(), self.candidate(&root)?)]);
        }
        for file in &root.files {
            self.bytes(file.digest.as_ref())?;
        }
        let folders = root.directories.iter();
        let one = |it: &DirectoryNode| {
            Ok((format!("{}/", it.name), self.candidate(&self.directory(it.digest.as_ref())?)?))
        };
        folders.map(one).collect()
    }

    /// The content of the only file in the directory `work` of a tree.
    fn candidate(&self, root: &Directory) -> Result<Vec<u8>, Status> {
        for file in &root.files {
            self.bytes(file.digest.as_ref())?;
        }
        let work = root.directories.iter().find(|it| it.name == "work").unwrap();
        let work = self.directory(work.digest.as_ref())?;
        self.bytes(work.files[0].digest.as_ref())
    }
}
