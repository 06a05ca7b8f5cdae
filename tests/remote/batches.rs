//! A batch at a server, by its options and by sections of `lop.toml`.

use std::collections::BTreeMap;

use tonic::Code;

use crate::common::mischief::{Call, Mischief};
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
fn of_a_batch_what_goes_along_is_told_once_and_what_differs_here_for_each_file() {
    let (yard, server) = (Yard::new(), Server::good());
    let section =
        "[[files]]\nglob = 'n/*'\ncommand = 'test -n \"$LOP_ROOT\" && grep -q needle @@'\nexit-codes = [0]\n";
    yard.write("corpus/lop.toml", section);
    yard.write("corpus/n/a.txt", "hay\nneedle in\n");
    yard.write("corpus/n/b.txt", "other\nneedle\n");
    let address = server.address();
    let said = yard.succeeds(&["--remote", &address, "--glob", "n/*", "--glob", "*.js", "--glob", "*.rs"]);
    let told = |text: &str| said.matches(text).count();
    assert_eq!(told("cc.sh (of the command; "), 1, "{said}");
    assert_eq!(told("warning: n/a.txt: what the test says of the original differs: yes"), 1, "{said}");
    assert_eq!(told("what the test says of the original differs"), 2, "{said}");
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

#[test]
fn a_section_may_share_slots_here_and_there_as_a_command_line_may() {
    let (here, both, server) = (Yard::new(), Yard::new(), Server::good());
    let js = ["--glob", "*.js"];
    let expected = results(&here, &["-j1", js[0], js[1]]);
    let section =
        format!("[[files]]\nglob = '*.js'\nremote = '{}'\nremote-jobs = 3\njobs = 2\n", server.address());
    both.write("corpus/lop.toml", &section);
    assert_eq!(results(&both, &["-j8", js[0], js[1]]), expected);
    // Compared when it is checked and when its search begins, and asked about here as well.
    assert!(both.runs() > 2 && count(&server.state.counts.executed) > 2, "{}", both.runs());
}

#[test]
fn everything_that_may_be_said_of_a_cluster_may_be_said_in_a_section() {
    let yard = Yard::new();
    let mut calls = 0;
    // Its last word is at the tenth execution; what is left is asked here.
    let server = Server::new(move |call| {
        calls += usize::from(call == Call::Execute);
        (calls > 10 && call == Call::Execute).then_some(Mischief::EndsWith(Code::DataLoss))
    });
    let section = format!(
        "[[files]]\nglob = 'n/*'\ncommand = 'test -z \"$LOP_ROOT\" || test -s \"$LOP_ROOT/with/words/word\"; \
         [ $? = 0 ] && grep -q needle @@'\nexit-codes = [0]\nremote = '{}'\nremote-jobs = 2\nremote-batch = 2\n\
         remote-header-file = 'headers.txt'\nremote-property = 'OSFamily=of-a-section'\nremote-with = 'words'\n\
         remote-fallback = 'local'\n",
        server.address()
    );
    yard.write("corpus/lop.toml", &section);
    yard.write("corpus/headers.txt", "x-key: of-a-section\n");
    yard.write("corpus/words/word", "x");
    yard.write("corpus/n/a.txt", "hay\nneedle in\nhay and\nmore of\nit\n");
    let results = results(&yard, &["--glob", "n/*"]);
    assert_eq!(results["n/a.txt"].trim(), "needle");
    assert_eq!(server.state.counts.key.lock().as_deref(), Some("of-a-section"));
    let property = b"of-a-section";
    let blobs = server.state.blobs.lock();
    assert!(blobs.values().any(|it| it.windows(property.len()).any(|it| it == property)));
    assert!((1..=10).contains(&count(&server.state.counts.executed)));
}

#[test]
fn what_is_wrong_about_a_cluster_in_a_section_is_told() {
    for (line, told) in [
        ("remote-cert = 'me.pem'", "a certificate and its key go together"),
        ("remote-ca = 'nobody.pem'", "nobody.pem"),
        ("remote-batch = 0", "remote-batch must be from 1 to 1024"),
        ("remote-fallback = 'other'", "remote-fallback must be stop or local"),
    ] {
        let yard = Yard::new();
        let section = format!("[[files]]\nglob = '*.js'\nremote = 'grpcs://127.0.0.1:1'\n{line}\n");
        yard.write("corpus/lop.toml", &section);
        let output = yard.batch(&["--glob", "*.js"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() != Some(0) && said.contains(told), "{line}: {said}");
    }
}
