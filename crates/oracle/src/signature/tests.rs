//! Holds every row of the table to its samples of output.
//!
//! `samples/<row>.txt` is a list of outputs, each after a line `%% <ending> <one-liner>`. Those with the same heading are
//! the same crash, those with another heading are another crash.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::PathBuf;

use super::recognise::Recogniser;
use super::*;

#[derive(Debug)]
struct Sample {
    row: String,
    ending: Ending,
    expected: String,
    output: String,
}

fn samples_of(row: &str) -> Vec<Sample> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("src/signature/samples/{row}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let blocks = text.strip_prefix("%% ").expect("a sample starts with its heading").split("\n%% ");
    let sample = |block: &str| {
        let (heading, output) = block.split_once('\n').unwrap_or((block, ""));
        let (ending, expected) = heading.split_once(' ').unwrap_or((heading, ""));
        Sample {
            row: row.to_owned(),
            ending: Ending::from_word(ending).expect(heading),
            expected: expected.to_owned(),
            output: output.to_owned() + "\n",
        }
    };
    blocks.map(sample).collect()
}

fn rows() -> impl Iterator<Item = &'static Recogniser> {
    table::TABLE.iter().flat_map(|it| it.iter())
}

fn all_samples() -> Vec<Sample> {
    rows().flat_map(|it| samples_of(it.id)).collect()
}

fn signature(sample: &Sample) -> Signature {
    Signature::of(sample.ending, b"", sample.output.as_bytes(), &Own::default())
        .unwrap_or_else(|| panic!("{}: not recognised:\n{}", sample.row, sample.output))
}

#[test]
fn every_sample_is_recognised_by_its_row_and_says_what_it_should() {
    let mut wrong: Vec<String> = Vec::new();
    for sample in all_samples() {
        let found = Signature::of(sample.ending, b"", sample.output.as_bytes(), &Own::default());
        let row = found.as_ref().and_then(|it| it.said.as_ref()).map_or("none", |it| it.row.id);
        let said = found.as_ref().map(ToString::to_string).unwrap_or_default();
        if row != sample.row || said != sample.expected {
            wrong.push(format!("{}: expected {}\n{row}: found    {said}", sample.row, sample.expected));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn names_of_rows_and_samples_agree() {
    let ids: Vec<&str> = rows().map(|it| it.id).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "two rows have one name");
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/signature/samples");
    for entry in std::fs::read_dir(dir).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let row = name.strip_suffix(".txt").unwrap();
        assert!(row == "none" || ids.contains(&row), "{row} has samples and no row");
    }
}

#[test]
fn signatures_are_equal_exactly_where_the_samples_say_so() {
    let samples = all_samples();
    let signatures: Vec<Signature> = samples.iter().map(signature).collect();
    let heading = |it: &Sample| (it.row.clone(), it.ending, it.expected.clone());
    for (index, one) in samples.iter().enumerate() {
        for (other_index, other) in samples.iter().enumerate().skip(index) {
            let equal = signatures[index].matches(&signatures[other_index]);
            assert_eq!(equal, heading(one) == heading(other), "{}\n{}", one.output, other.output);
            assert_eq!(equal, signatures[index].slug() == signatures[other_index].slug());
        }
    }
}

/// The words of all inputs that we have: the samples of the languages.
fn all_words() -> Own {
    let grammars = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let folders =
        std::fs::read_dir(grammars).unwrap().flat_map(|it| std::fs::read_dir(it.unwrap().path()).unwrap());
    let files: Vec<PathBuf> = folders.map(|it| it.unwrap().path()).collect();
    let samples: Vec<Vec<u8>> = files
        .iter()
        .filter(|it| it.file_stem().is_some_and(|it| it == "sample"))
        .map(|it| std::fs::read(it).unwrap())
        .collect();
    assert!(samples.len() > 5, "{files:?}");
    Own::of([OsStr::new("x.c")], samples.iter().map(Vec::as_slice))
}

#[test]
fn what_was_apart_stays_apart_and_is_the_same_whatever_words_the_input_has() {
    let own = all_words();
    for sample in all_samples() {
        let masked = Signature::of(sample.ending, b"", sample.output.as_bytes(), &own);
        assert_eq!(masked, Some(signature(&sample)), "{}", sample.output);
    }
}

#[test]
fn names_of_the_input_in_a_message_are_no_part_of_the_signature_and_the_hole_is_shown() {
    let crash = |text: &str, name: &str| {
        let output = format!(
            "Traceback (most recent call last):\n  File \"/usr/lib/tool/parse.py\", line 3, in parse\n    raise X\n\
             tool.InvalidInput: Cannot parse: 1:8: lambda *{name}\n"
        );
        Signature::of(
            Ending::Exit(123),
            b"",
            output.as_bytes(),
            &Own::of([OsStr::new("x.py")], [text.as_bytes()]),
        )
        .unwrap()
    };
    let (rest, pair) = (crash("f = lambda *rest: 0", "rest"), crash("g = lambda *pair: 1", "pair"));
    assert_eq!(rest, pair);
    assert_eq!(rest.to_string(), "Python tool.InvalidInput: Cannot parse: …:…: lambda *… in parse");
    assert!(rest.shell_test().contains("lambda *"), "{}", rest.shell_test());
}

#[test]
fn frames_of_the_users_own_code_are_no_part_of_the_signature() {
    let input = "class Basket { firstTag() { return this.tags[0].name } }\nnew Basket().firstTag()";
    for (name, ending, output, expected) in [
        (
            "x.js",
            Ending::Exit(1),
            "/tmp/lop-a1b2c3/work/x.js:1\nTypeError: Cannot read properties of undefined (reading 'name')\n    \
             at Basket.firstTag (/tmp/lop-a1b2c3/work/x.js:1:45)\n    at Object.<anonymous> (/tmp/lop-a1b2c3/work/x.js:2:14)\n",
            "uncaught TypeError: Cannot read properties of undefined (…)",
        ),
        (
            "x.py",
            Ending::Exit(1),
            "Traceback (most recent call last):\n  File \"/tmp/lop-a1b2c3/work/x.py\", line 2, in firstTag\n    return x\n\
             NameError: name 'tags' is not defined\n",
            "Python NameError: name '…' is not defined",
        ),
        (
            "x.c",
            Ending::Exit(1),
            "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010\n    \
             #0 0x55f0 in firstTag /tmp/lop-a1b2c3/work/x.c:3:9\n    #1 0x55f1 in main /tmp/lop-a1b2c3/work/x.c:9:3\n\n",
            "AddressSanitizer: heap-use-after-free",
        ),
        (
            "x.go",
            Ending::Exit(2),
            "panic: runtime error: index out of range [0] with length 0\n\ngoroutine 1 [running]:\nmain.firstTag(...)\n\t\
             /tmp/lop-a1b2c3/work/x.go:3 +0x1d\nmain.main()\n\t/tmp/lop-a1b2c3/work/x.go:9 +0x1d\n",
            "go panic: runtime error: index out of range […] with length …",
        ),
        (
            "X.java",
            Ending::Exit(1),
            "Exception in thread \"main\" java.lang.NullPointerException: Cannot read field \"name\"\n\tat \
             Basket.firstTag(X.java:3)\n\tat X.main(X.java:9)\n",
            "java.lang.NullPointerException: Cannot read field \"…\"",
        ),
    ] {
        let own = Own::of([OsStr::new(name)], [input.as_bytes()]);
        let found = Signature::of(ending, b"", output.as_bytes(), &own).unwrap();
        assert_eq!(found.to_string(), expected);
    }
}

#[test]
fn a_frame_of_the_tool_stays_though_the_input_has_its_name() {
    let output = "TypeError: Cannot read properties of undefined (reading 'TYPE')\n    at Node.optimize \
                  (/opt/t/node_modules/terser/lib/x.js:3:5)\n";
    let own = Own::of([OsStr::new("x.js")], [&b"function optimize(TYPE) {}"[..]]);
    let found = Signature::of(Ending::Exit(1), b"", output.as_bytes(), &own).unwrap();
    assert_eq!(
        found.to_string(),
        "uncaught TypeError: Cannot read properties of undefined (reading 'TYPE') at Node.optimize"
    );
}

#[test]
fn ordinary_failures_are_no_crashes() {
    for sample in samples_of("none") {
        let found =
            Signature::of(sample.ending, sample.output.as_bytes(), sample.output.as_bytes(), &Own::default());
        assert_eq!(found, None, "{}", sample.output);
    }
}

/// The same output from another place, process and terminal.
fn retold(output: &str) -> Vec<u8> {
    let moved = output.replace("/tmp/", "/var/scratch/7/").replace("/opt/", "/home/somebody/opt/");
    let address = regex::Regex::new(r"0x0000[0-9a-f]+|0x7f[0-9a-f]+|0x55[0-9a-f]+").unwrap();
    let pid = regex::Regex::new(r"==\d+==|pid=\d+|tid=\d+|^thread '[^']*' \(\d+\)").unwrap();
    let moved = address.replace_all(&moved, "0x00007abcdef01234");
    let moved = pid.replace_all(&moved, |it: &regex::Captures<'_>| it[0].replace(char::is_numeric, "8"));
    let coloured = moved.replace("error:", "\x1b[01;31m\x1b[Kerror:\x1b[m\x1b[K").replace('\n', "\r\n");
    let mut bytes = b"\xff\xfe\x00 garbage: before\n".to_vec();
    bytes.extend_from_slice(coloured.as_bytes());
    bytes.extend_from_slice(b"\xc3\x28 and after\n");
    bytes
}

#[test]
fn place_process_and_terminal_do_not_matter() {
    for sample in all_samples() {
        let retold = retold(&sample.output);
        let here = signature(&sample);
        assert_eq!(
            Signature::of(sample.ending, &retold, b"", &Own::default()).as_ref(),
            Some(&here),
            "{}",
            String::from_utf8_lossy(&retold)
        );
    }
}

#[test]
fn a_crash_is_recognised_in_the_middle_of_much_output() {
    let noise = "f.c:1:2: warning: unused variable 'x' [-Wunused-variable]\n".repeat(20_000);
    for sample in all_samples() {
        let output = format!("{noise}{}", sample.output);
        assert_eq!(
            Signature::of(sample.ending, b"", output.as_bytes(), &Own::default()),
            Some(signature(&sample))
        );
    }
}

#[test]
fn a_signature_survives_its_line() {
    for sample in all_samples() {
        let here = signature(&sample);
        let line = here.to_line();
        assert!(!line.contains('\n'));
        assert_eq!(Signature::from_line(&line), Some(here.clone()), "{line}");
        assert_eq!(Signature::from_line(&format!("{line}\r\n")).unwrap().id(), here.id());
    }
    for line in ["", "exit:x", "exit:1\tno-such-row", "exit:1\tgcc-ice\tnothing", "exit:1\tgcc-ice\tx=y"] {
        assert_eq!(Signature::from_line(line), None);
    }
}

#[test]
fn names_stay_the_same_from_version_to_version() {
    let ice = Signature::of(
        Ending::Exit(1),
        b"",
        b"x.c:1:1: internal compiler error: in native_encode_initializer, at fold-const.cc:8306\n",
        &Own::default(),
    );
    let ice = ice.unwrap();
    assert_eq!(ice.to_string(), "gcc internal compiler error: in native_encode_initializer");
    assert_eq!(ice.to_line(), "exit:1\tgcc-ice\tfunction=native_encode_initializer");
    assert_eq!(ice.id(), "2853c53918f9f8fb");
    assert_eq!(ice.slug(), "gcc-internal-compiler-error-in-native_encode_initializer-2853c539");
}

#[test]
fn a_slug_is_a_short_name_for_a_file() {
    for sample in all_samples() {
        let slug = signature(&sample).slug();
        assert!(slug.len() <= 80 && slug.starts_with(|it: char| it.is_ascii_alphanumeric()), "{slug}");
        assert!(slug.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it)), "{slug}");
    }
}

#[test]
fn what_a_shell_test_looks_for_is_in_the_output() {
    for sample in all_samples() {
        let here = signature(&sample);
        let said = here.said.as_ref().unwrap();
        let fragments = said.fragments();
        assert!(
            sample.row == "node-thrown" || !fragments.is_empty(),
            "{} has nothing to look for",
            sample.row
        );
        for fragment in fragments {
            assert!(
                sample.output.contains(&fragment),
                "{}: {fragment:?} is not in\n{}",
                sample.row,
                sample.output
            );
        }
    }
}

#[test]
fn a_shell_test_quotes_what_it_looks_for() {
    let output = b"TypeError: Cannot read properties of undefined (reading 'x')\n    at f (/a.js:1:2)\n";
    let found = Signature::of(Ending::Exit(1), b"", output, &Own::default()).unwrap();
    assert_eq!(
        found.shell_test(),
        "[ \"$status\" -eq 1 ] &&\n\
         grep -q -F -e \"Cannot read properties of undefined (reading 'x')\" \"$output\""
    );
    assert_eq!(Signature::from_exit(Ending::Hang).shell_test(), "[ \"$status\" -eq 124 ]");
    assert_eq!(Signature::from_exit(Ending::Signal(11)).shell_test(), "[ \"$status\" -eq 139 ]");
}

#[test]
fn a_signal_without_words_is_a_signature_of_its_own() {
    let segv = Signature::of(Ending::Signal(11), b"", b"", &Own::default()).unwrap();
    let abort = Signature::of(Ending::Signal(6), b"", b"", &Own::default()).unwrap();
    assert!(!segv.matches(&abort) && !segv.is_recognised());
    assert_eq!(segv.to_string(), "signal SIGSEGV");
    assert!(segv.explain().contains("signal SIGSEGV"));
    assert_eq!(Signature::of(Ending::Hang, b"", b"", &Own::default()).unwrap().to_string(), "hang");
    assert!(Signature::from_exit(Ending::Exit(3)).explain().contains("exit code 3"));
}

#[test]
fn any_output_is_read_without_harm() {
    let cases: [Vec<u8>; 6] = [
        vec![0xff; 10 << 20],
        b"'".repeat(1 << 20),
        b"Error: (<[{`'\n".repeat(1 << 17),
        b"\x1b[".repeat(1 << 20),
        b"\nError: x\n    at ".repeat(1 << 16),
        (0..=255).cycle().take(10 << 20).collect(),
    ];
    for output in cases {
        for ending in [Ending::Exit(1), Ending::Exit(0)] {
            assert_eq!(Signature::of(ending, &output, &output, &Own::default()), None);
        }
    }
}

#[test]
fn what_follows_the_words_of_a_row_may_be_anything() {
    let garbage: Vec<u8> = (0..=255).collect();
    for sample in all_samples() {
        for cut in (0..sample.output.len()).step_by(7) {
            let mut output = sample.output.as_bytes()[..cut].to_vec();
            output.extend_from_slice(&garbage);
            if let Some(found) = Signature::of(sample.ending, b"", &output, &Own::default()) {
                assert_eq!(Signature::from_line(&found.to_line()), Some(found));
            }
        }
    }
}

#[test]
fn rows_are_tried_from_the_specific_to_the_general() {
    let order: BTreeMap<&str, usize> = rows().enumerate().map(|(index, it)| (it.id, index)).collect();
    for (first, then) in [
        ("rustc-panic", "panic"),
        ("gcc-ice", "gcc-ice-text"),
        ("assertion", "llvm-crash"),
        ("llvm-select", "llvm-error"),
        ("typescript-debug", "script-error"),
        ("python-type-error", "python"),
        ("jvm-cause", "jvm-exception"),
    ] {
        assert!(order[first] < order[then], "{first} must come before {then}");
    }
}
