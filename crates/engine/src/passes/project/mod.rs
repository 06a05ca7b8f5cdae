//! What knows the files of a project: which stay, what mentions them, where they are and what they are called.

pub mod delete_files;
pub mod delete_mentioned_files;
pub mod flatten_directories;
pub mod inline_file;
pub mod keep_files;
pub mod shorten_paths;

mod element;
mod rename;
#[cfg(test)]
mod testing;
