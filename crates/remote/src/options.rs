//! What a user may say about a server.

use std::fs;
use std::path::{Path, PathBuf};

use lop_engine::OracleError;
use lop_oracle::site::CREDENTIALS;

use crate::address::Address;

/// The variable with headers, for who has no file for them.
const VARIABLE: &str = CREDENTIALS[0];

/// A server, and what it is told.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Options {
    /// Where it is.
    pub address: Address,
    /// Files with headers for every call, such as a key: a line `name: value` for each.
    pub header_files: Vec<PathBuf>,
    /// A file with the certificates of who signs those of the server; those that this machine trusts, when nothing is said.
    pub ca: Option<PathBuf>,
    /// Files with our own certificate and its key.
    pub identity: Option<(PathBuf, PathBuf)>,
    /// What the machine that runs the command must be, such as `container-image`.
    pub properties: Vec<(String, String)>,
    /// Files and directories that go along with every question.
    pub with: Vec<PathBuf>,
    /// How many questions are asked at once.
    pub jobs: usize,
    /// How many of these go as one action at most, where the way there and back takes longer than the test. When nothing is said,
    /// as many as the server has too few machines for, if it tells.
    pub batch: Option<usize>,
    /// True where one answer is as good as another one, however long it takes: what takes far longer than others may be asked once
    /// more at the same time.
    pub backups: bool,
}

impl Options {
    /// A server about which nothing else is said.
    pub fn new(address: Address) -> Options {
        Options {
            address,
            header_files: Vec::new(),
            ca: None,
            identity: None,
            properties: Vec::new(),
            with: Vec::new(),
            jobs: 1,
            batch: None,
            backups: true,
        }
    }

    /// The headers of the files and of the environment. What is wrong is said without a value of them.
    pub(crate) fn headers(&self) -> Result<Vec<(String, String)>, OracleError> {
        let mut headers = Vec::new();
        for file in &self.header_files {
            headers.extend(parse(&read(file)?, &file.display().to_string())?);
        }
        if let Ok(text) = std::env::var(VARIABLE) {
            headers.extend(parse(&text, VARIABLE)?);
        }
        Ok(headers)
    }
}

/// Reads a file that the user named.
pub(crate) fn read(path: &Path) -> Result<String, OracleError> {
    fs::read_to_string(path).map_err(|it| OracleError::new(format!("cannot read {}: {it}", path.display())))
}

fn parse(text: &str, origin: &str) -> Result<Vec<(String, String)>, OracleError> {
    let lines = text.lines().enumerate().map(|(index, line)| (index, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let header = line.split_once(':').filter(|it| !it.0.trim().is_empty());
            let (name, value) = header.ok_or_else(|| {
                OracleError::new(format!("line {} of {origin} is no header", index + 1))
                    .with_remedy("write each as name: value")
            })?;
            Ok((name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_lines_and_an_error_never_shows_a_value() {
        let headers = parse("# of mine\nX-Key: a:b \n\nauthorization: Bearer 1\n", "f").unwrap();
        assert_eq!(headers, [("x-key".into(), "a:b".into()), ("authorization".into(), "Bearer 1".into())]);
        let error = parse("a: b\nsecret\n", "headers.txt").unwrap_err().to_string();
        assert!(error.contains("line 2 of headers.txt") && !error.contains("secret"), "{error}");
    }
}
