//! A tree of files as a server is given it: a message for each directory, known by its digest, which names what is in it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path};

use lop_engine::OracleError;

use crate::blob::{Blob, Key};
use crate::reapi::{Directory, DirectoryNode, FileNode, SymlinkNode};

/// A directory that is not packed yet.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    entries: BTreeMap<String, Node>,
}

#[derive(Debug)]
enum Node {
    File {
        key: Key,
        is_executable: bool,
    },
    Link(String),
    Folder(Folder),
    /// One that was packed before.
    Packed(Key),
}

impl Folder {
    pub(crate) fn put_file(&mut self, path: &Path, key: Key, is_executable: bool) -> Result<(), OracleError> {
        self.put(path, Node::File { key, is_executable })
    }

    pub(crate) fn put_link(&mut self, path: &Path, target: &Path) -> Result<(), OracleError> {
        let target = utf8(target)?.to_owned();
        self.put(path, Node::Link(target))
    }

    pub(crate) fn put_packed(&mut self, path: &Path, key: Key) -> Result<(), OracleError> {
        self.put(path, Node::Packed(key))
    }

    /// Makes sure that there is a directory.
    pub(crate) fn need(&mut self, path: &Path) -> Result<&mut Folder, OracleError> {
        let mut folder = self;
        for part in path.components() {
            let Component::Normal(name) = part else { continue };
            let name = utf8(Path::new(name))?.to_owned();
            let node = folder.entries.entry(name).or_insert_with(|| Node::Folder(Folder::default()));
            let Node::Folder(inner) = node else {
                let cause = format!("{} is a file and a directory at once", path.display());
                return Err(OracleError::new(cause));
            };
            folder = inner;
        }
        Ok(folder)
    }

    fn put(&mut self, path: &Path, node: Node) -> Result<(), OracleError> {
        let nameless = || OracleError::new(format!("{} is no name for a file", path.display()));
        let name = utf8(Path::new(path.file_name().ok_or_else(nameless)?))?.to_owned();
        let folder = self.need(path.parent().unwrap_or(Path::new("")))?;
        folder.entries.insert(name, node);
        Ok(())
    }

    /// Adds its messages to `blobs`. Returns by which it is known.
    pub(crate) fn pack(&self, blobs: &mut Vec<Blob>) -> Key {
        let mut directory = Directory::default();
        for (name, node) in &self.entries {
            let name = name.clone();
            let key = match node {
                Node::File { key, is_executable } => {
                    let (digest, is_executable) = (Some(key.digest()), *is_executable);
                    directory.files.push(FileNode { name, digest, is_executable, node_properties: None });
                    continue;
                }
                Node::Link(target) => {
                    let target = target.clone();
                    directory.symlinks.push(SymlinkNode { name, target, node_properties: None });
                    continue;
                }
                Node::Folder(folder) => folder.pack(blobs),
                Node::Packed(key) => *key,
            };
            directory.directories.push(DirectoryNode { name, digest: Some(key.digest()) });
        }
        let blob = Blob::of_message(&directory);
        let key = blob.key;
        blobs.push(blob);
        key
    }

    /// What is on disk at `path`, links as links. The files' contents are added to `blobs`.
    pub(crate) fn read(path: &Path, blobs: &mut Vec<Blob>) -> io::Result<Folder> {
        let mut folder = Folder::default();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let wrong = |it: OracleError| io::Error::new(io::ErrorKind::InvalidData, it);
            let (name, path, kind) = (entry.file_name(), entry.path(), entry.file_type()?);
            let name = Path::new(&name);
            if kind.is_dir() {
                let inner = Folder::read(&path, blobs)?;
                folder.put(name, Node::Folder(inner)).map_err(wrong)?;
            } else if kind.is_symlink() {
                folder.put_link(name, &fs::read_link(&path)?).map_err(wrong)?;
            } else if kind.is_file() {
                let is_executable = is_executable(entry.metadata()?.permissions().mode());
                let blob = Blob::of_file(path)?;
                folder.put_file(name, blob.key, is_executable).map_err(wrong)?;
                blobs.push(blob);
            }
        }
        Ok(folder)
    }
}

/// What a server knows of the permissions of a file.
pub(crate) fn is_executable(mode: u32) -> bool {
    mode & 0o111 != 0
}

fn utf8(path: &Path) -> Result<&str, OracleError> {
    path.to_str().ok_or_else(|| {
        OracleError::new(format!(
            "the name {} is no UTF-8, and a server knows no other names",
            path.display()
        ))
        .with_remedy("call it otherwise")
    })
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;

    #[test]
    fn the_same_files_are_the_same_tree_in_whatever_order_they_come() {
        let key = Key::of(b"x");
        let tree = |names: [&str; 3]| {
            let (mut folder, mut blobs) = (Folder::default(), Vec::new());
            for name in names {
                folder.put_file(Path::new(name), key, false).unwrap();
            }
            (folder.pack(&mut blobs), blobs)
        };
        let (root, blobs) = tree(["b/c", "a", "b/a"]);
        assert_eq!(root, tree(["b/a", "b/c", "a"]).0);
        assert_ne!(root, tree(["b/a", "b/c", "c"]).0);
        assert_eq!(blobs.len(), 2, "a message for each directory");
        let message = Directory::decode(&*blobs[1].bytes().unwrap()).unwrap();
        assert_eq!((message.files.len(), message.directories.len()), (1, 1));
        assert_eq!(message.directories[0].digest, Some(blobs[0].key.digest()));
    }

    #[test]
    fn a_tree_on_disk_goes_along_with_its_links_and_permissions() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        fs::create_dir(path.join("bin")).unwrap();
        fs::write(path.join("bin/cc"), "#!/bin/sh").unwrap();
        fs::set_permissions(path.join("bin/cc"), fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::symlink("cc", path.join("bin/gcc")).unwrap();
        let mut blobs = Vec::new();
        let folder = Folder::read(path, &mut blobs).unwrap();
        folder.pack(&mut blobs);
        assert_eq!(blobs.len(), 3);
        let bin = Directory::decode(&*blobs[1].bytes().unwrap()).unwrap();
        assert!(bin.files[0].is_executable && bin.files[0].name == "cc");
        assert_eq!(bin.symlinks[0].target, "cc");
    }

    #[test]
    fn a_name_that_is_no_utf_8_is_refused() {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"\xff.c");
        let error = Folder::default().put_file(Path::new(name), Key::of(b""), false).unwrap_err();
        assert!(error.to_string().contains("UTF-8"));
    }
}
