//! A directory with a corpus of small crashing files in four languages, and a scripted compiler.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Crashes like four compilers, by what is in the file. Counts its runs in the file `runs`, and kills its parent once when
/// their number has come to one that the file `kills` names.
pub(crate) const COMPILER: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo >> "$here/runs"
for at in $(cat "$here/kills" 2>/dev/null); do
    [ -d "$here/killed.$at" ] && continue
    # Two may run at once: the first one to come there kills, and no number is missed.
    if [ "$(wc -l < "$here/runs")" -ge "$at" ] && mkdir "$here/killed.$at" 2>/dev/null; then
        kill -KILL $PPID
        exit 0
    fi
    break
done
text=$(tr -d ' \n' < "$1")
case $text in
    *boom\(*,*\)*) echo "$1:3: internal compiler error: in fold_it, at fold.c:123" >&2; exit 4 ;;
    *kaput\(*) echo "thread 'rustc' panicked at compiler/a/src/b.rs:10:5:" >&2
        echo "index out of bounds" >&2; exit 101 ;;
    *segv*) kill -SEGV $$ ;;
    *trap*) kill -ABRT $$ ;;
esac
"#;

/// A directory of our own with a corpus and a compiler, gone at the end of the test.
pub(crate) struct Yard {
    pub(crate) directory: tempfile::TempDir,
    /// What the program keeps for the user.
    user: tempfile::TempDir,
}

impl Yard {
    pub(crate) fn new() -> Yard {
        let yard = Yard { directory: tempfile::tempdir().unwrap(), user: tempfile::tempdir().unwrap() };
        yard.executable("cc.sh", COMPILER);
        for index in 1..=3 {
            yard.write(
                &format!("corpus/c/{index}.c"),
                &format!(
                    "int a{index};\nint f(int x) {{ if (x > {index}) return boom(x, {index}); return 0; }}\n"
                ),
            );
        }
        yard.write("corpus/r.rs", "fn other() {}\nfn main() { let x = kaput(1); println!(\"{}\", x); }\n");
        yard.write("corpus/s.js", "function f(a, b) { return segv(a + b, 'text'); }\nlet y = 12;\n");
        yard.write("corpus/p.py", "def f(a):\n    return trap\n\nprint(f(1))\n");
        yard.write("corpus/fine.c", "int fine;\n");
        yard.write("corpus/empty.c", "");
        yard.write("corpus/c/copy.c", &yard.read("corpus/c/1.c"));
        yard
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Another process makes it: a file that this one has just written may still be open in a child that another
    /// thread is starting, and such a file cannot be executed.
    pub(crate) fn executable(&self, name: &str, text: &str) {
        self.write("plain", text);
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        let mut install = Command::new("install");
        install.args(["-m", "755"]).arg(self.path("plain")).arg(self.path(name));
        assert!(install.status().unwrap().success());
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    pub(crate) fn runs(&self) -> usize {
        fs::read(self.path("runs")).map_or(0, |it| it.len())
    }

    pub(crate) fn batch(&self, options: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
        command.args(["batch", "corpus", "--out", "out"]).args(options);
        if !options.contains(&"--") {
            command.args(["--", "./cc.sh", "@@"]);
        }
        // Nothing of the user's is around it.
        command.env_remove("MAKEFLAGS");
        for (variable, name) in
            [("XDG_STATE_HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")]
        {
            command.env(variable, self.user.path().join(name));
        }
        command.current_dir(self.directory.path()).stdin(Stdio::null()).output().unwrap()
    }

    #[track_caller]
    pub(crate) fn succeeds(&self, options: &[&str]) -> String {
        let output = self.batch(options);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        said
    }

    pub(crate) fn summary(&self) -> serde_json::Value {
        serde_json::from_str(&self.read("out/summary.json")).unwrap()
    }

    /// The reduced files by their names.
    pub(crate) fn results(&self) -> BTreeMap<String, String> {
        let summary = self.summary();
        let files = summary["results"].as_array().unwrap().iter();
        let name = |it: &serde_json::Value| it["file"].as_str().unwrap().to_owned();
        files.map(|it| (name(it), self.read(&format!("out/{}", name(it))))).collect()
    }

    pub(crate) fn status(&self, file: &str) -> String {
        let summary = self.summary();
        let mut inputs = summary["inputs"].as_array().unwrap().iter();
        inputs.find(|it| it["file"] == file).unwrap()["status"].as_str().unwrap().to_owned()
    }
}
