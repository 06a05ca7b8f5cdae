//! The texts around the options in `--help` and the man page: what lop is, how it is called, examples, exit codes.

use std::fmt::Write as _;

use crate::exit::Exit;

/// One line.
pub(crate) const ABOUT: &str =
    "Cuts a file that breaks a compiler (or any program) down to the few tokens that matter";

/// The paragraphs that open `--help`.
pub(crate) const LONG_ABOUT: &str = "\
Cuts a file that breaks a compiler (or any program) down to the few tokens that matter.

You give it the file and a test: a command that crashes on it, or one that succeeds as long as the file still shows what \
you look for. lop runs \
the test on thousands of smaller versions of the file, on all cores, and keeps what the test accepts. What it writes is \
always something the test accepted, byte for byte. The input is not touched unless you ask for it.";

/// The ways to call it.
pub(crate) const USAGE: &str = "\
lop [OPTIONS] FILE -- COMMAND...
       lop [OPTIONS] FILE --shell LINE
       lop [OPTIONS] ./test.sh FILE
       lop [OPTIONS] DIR -- COMMAND...
       lop cargo [OPTIONS] -- CARGO-ARGUMENTS...
       lop check [OPTIONS] FILE -- COMMAND...
       lop batch [OPTIONS] --out DIR DIR -- COMMAND...";

/// What ends `-h`.
pub(crate) const AFTER: &str = "\
Example: lop crash.c -- gcc -O2 -c @@
--help shows all options, by task.";

// Lines of less than 80 columns, so that no terminal breaks them.
const EXAMPLES: &str = "\
Examples:
  A compiler that crashes; the crash itself is what is kept:
    lop crash.c -- gcc -O2 -c @@
    lop check crash.c -- gcc -O2 -c @@     shows it, with the test's timing
    lop check crash.c --script -- gcc -O2 -c @@ >test.sh    to go on from

  A compiler that fails with a message:
    lop crash.c --exit-code 1 --stderr 'in fold_convert' -- gcc -O2 -c @@

  A program that a signal kills, reading the file from standard input:
    lop page.js --signal SEGV --stdin -- ./js-shell -

  A script as the test; the file is in the script's working directory:
    lop wrong.c -- ./test.sh
    lop ./test.sh wrong.c                  the same, in C-Reduce's order

  A project: a directory, several files, the crate that you are in:
    lop proj -- make -C @@                 the result is the tree proj.lop
    lop main.cc a.h b.h -- g++ -c @@
    lop cargo -- check

  A pipeline without a script:
    lop app.rs --shell 'rustc @@ 2>&1 | grep -q \"no rules expected\"'

  A cheap test before and an expensive one after, asked only now and then:
    lop ub.c --first 'gcc -c @@' --then '/my/no-ub.sh @@' -- ./differs.sh

  After a crash of the machine, a kill, or Ctrl-C:
    lop crash.c --resume -- gcc -O2 -c @@

  With the words that another reducer takes, in place as it does:
    lop creduce --n 4 ./test.sh crash.c    also cvise, perses, shrinkray,
    treereduce, or a link of that name; lop creduce --help lists them

  In place (with a backup), at most 500 questions, saying nothing:
    lop --in-place --max-questions 500 -q crash.c -- ./test.sh

How to write a test:
  Check for this bug (its message, its assertion) and not for any failure:
  a compiler fails on nonsense, too, and lop would find the nonsense.
  Name other files by absolute paths: each question has a directory of its
  own that holds only the candidate. It need not clean up. Several run at
  the same time, unless --jobs 1.

Exit codes:
";

/// What ends `--help`: examples, advice and the exit codes.
pub(crate) fn after_long() -> String {
    let mut text = EXAMPLES.to_owned();
    for exit in Exit::ALL {
        let _ =
            writeln!(text, "  {:>3}  {}", exit.code(), folded(exit.meaning(), 70).replace('\n', "\n       "));
    }
    text
}

/// Breaks a sentence into lines of at most `width` characters.
fn folded(sentence: &str, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in sentence.split(' ') {
        if column > 0 && column + 1 + word.len() > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}
