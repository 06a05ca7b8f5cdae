//! A batch at a server, by its options and by sections of `lop.toml`.

use std::collections::BTreeMap;

use crate::common::{Server, count};
use crate::yard::Yard;

/// The results of a batch that is asked about as `options` say.
fn results(yard: &Yard, options: &[&str]) -> BTreeMap<String, String> {
    yard.succeeds(&["-q", "--deterministic"].iter().chain(options).copied().collect::<Vec<_>>());
    yard.results()
}

#[test]
fn a_batch_there_is_one_here_file_by_file() {
    let (here, there, server) = (Yard::new(), Yard::new(), Server::good());
    let expected = results(&here, &["-j1"]);
    let address = server.address();
    assert_eq!(results(&there, &["--remote", &address, "--remote-jobs", "4"]), expected);
    assert_eq!(count(&server.state.counts.introduced), 1, "all files share a connection");
    // To see whether it says the same, the original of each is asked about here once.
    assert!(there.runs() <= there.summary()["inputs"].as_array().unwrap().len());
}

#[test]
fn the_files_of_a_batch_share_the_slots_here_and_there() {
    let (here, both, server) = (Yard::new(), Yard::new(), Server::good());
    let expected = results(&here, &["-j1"]);
    let address = server.address();
    assert_eq!(results(&both, &["--remote", &address, "--remote-jobs", "3", "-j2"]), expected);
    assert!(count(&server.state.counts.executed) > 0);
    let compared = both.summary()["inputs"].as_array().unwrap().len();
    // Each is compared when it is checked and when its search begins.
    assert!(both.runs() > 2 * compared, "{} of {compared}", both.runs());
}

#[test]
fn no_header_of_a_section_is_in_what_a_batch_leaves() {
    let (yard, server) = (Yard::new(), Server::good());
    let section = format!(
        "[[files]]\nglob = '*.js'\nremote = '{}'\nremote-header-file = 'headers.txt'\n",
        server.address()
    );
    yard.write("corpus/lop.toml", &section);
    yard.write("corpus/headers.txt", "x-key: key-of-a-section-27b0\n");
    let said = yard.succeeds(&["--glob", "*.js"]);
    assert!(!said.contains("key-of-a-section"), "{said}");
    assert_eq!(server.state.counts.key.lock().as_deref(), Some("key-of-a-section-27b0"));
    let mut left = vec![yard.path("out")];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(std::fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()));
        } else {
            let bytes = std::fs::read(&path).unwrap();
            assert!(!bytes.windows(14).any(|it| it == b"key-of-a-secti"), "{}", path.display());
        }
    }
}

#[test]
fn a_section_sends_its_files_there_and_the_others_stay() {
    let (yard, server) = (Yard::new(), Server::good());
    let section = format!(
        "[[files]]\nglob = 'n/*'\ncommand = 'test -n \"$LOP_ROOT\" && grep -q needle @@'\nexit-codes = [0]\n\
         remote = '{}'\nremote-jobs = 3\n",
        server.address()
    );
    yard.write("corpus/lop.toml", &section);
    yard.write("corpus/n/a.txt", "hay\nneedle in\nhay\n");
    yard.write("corpus/n/b.txt", "other\nneedle\n");
    let results = results(&yard, &["--glob", "n/*", "--glob", "*.js"]);
    assert!(["n/a.txt", "n/b.txt"].iter().all(|it| results[*it].trim() == "needle"), "{results:?}");
    assert!(results["s.js"].contains("segv"), "{results:?}");
    assert!(count(&server.state.counts.executed) > 0 && yard.runs() > 0);
}
