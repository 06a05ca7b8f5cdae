//! The page of a batch and of a single run, in a browser where there is one.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::yard::Yard;

/// What the page is made to do: sort a column twice, move a slider to its first and last step, point at a token. The
/// outcome is the title, which is what the dumped document begins with.
const EXERCISE: &str = r##"<script>
const errors = [];
addEventListener("error", (it) => errors.push(it.message));
document.addEventListener("securitypolicyviolation", (it) => errors.push(it.violatedDirective));
const sort = (head, column) => {
  head.querySelector("button").click();
  const rows = [...document.querySelectorAll("#files tbody tr")];
  return [head.getAttribute("aria-sort"), rows.map((it) => Number(it.cells[column].dataset.value))];
};
addEventListener("load", () => {
  const said = {};
  const heads = [...document.querySelectorAll("#files thead th")];
  const column = heads.findIndex((it) => it.textContent === "Tokens before");
  if (column >= 0) said.sorted = [sort(heads[column], column), sort(heads[column], column)];
  said.replays = [...document.querySelectorAll(".replay")].map((replay) => {
    const slider = replay.querySelector("input");
    const at = (step) => {
      slider.value = step;
      slider.dispatchEvent(new Event("input"));
      return replay.querySelector("pre").textContent;
    };
    const first = at(0);
    const pre = replay.querySelector("pre");
    if (!pre.querySelector("del") || !pre.querySelector(".k, .w, .n, .s")) errors.push("no colours");
    const last = at(slider.max);
    if (!replay.querySelector("output").textContent.includes("after")) errors.push("nobody made the last step");
    if (!replay.querySelector(".took").textContent.startsWith("Went: ")) errors.push("nobody says what went");
    // A click on the left edge of the chart leads to the first step.
    const plot = replay.closest("article").querySelector(".plot");
    plot.dispatchEvent(new PointerEvent("pointerdown", { clientX: plot.getBoundingClientRect().left, bubbles: true }));
    if (slider.value !== "0" || plot.querySelector(".here").style.left !== "0%") errors.push("the chart leads elsewhere");
    return [replay.closest("article").querySelector(".file").textContent, first, last];
  });
  said.before = [...document.querySelectorAll(".input pre")].map((it) => it.textContent);
  document.querySelector(".needed .t").focus();
  said.why = document.getElementById("why").textContent;
  said.errors = errors;
  document.title = JSON.stringify(said);
});
</script>"##;

/// A headless browser, if there is one. CI must have one.
fn browser() -> Option<&'static str> {
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let found = names.into_iter().find(|it| Command::new(it).arg("--version").output().is_ok());
    assert!(
        found.is_some() || std::env::var_os("CI").is_none(),
        "no chromium: install the package chromium-headless-shell or chromium"
    );
    found
}

fn exercised(page: &Path, browser: &str) -> serde_json::Value {
    let text = fs::read_to_string(page).unwrap().replacen("<style>", &format!("{EXERCISE}<style>"), 1);
    let exercised = page.with_file_name("exercised.html");
    fs::write(&exercised, text).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .arg(format!("file://{}", exercised.display()))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let title = text.split("<title>").nth(1).and_then(|it| it.split("</title>").next()).unwrap_or_default();
    let title = title.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&title).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_page_opens_without_errors_sorts_and_replays_in_a_browser() {
    let Some(browser) = browser() else { return };
    let yard = Yard::new();
    yard.succeeds(&["-q"]);
    let said = exercised(&yard.path("out/report.html"), browser);
    assert_eq!(said["errors"], serde_json::json!([]));
    let numbers = |it: &serde_json::Value| -> Vec<u64> {
        it.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect()
    };
    let sorted = &said["sorted"];
    let (up, down) = (numbers(&sorted[0][1]), numbers(&sorted[1][1]));
    assert!(up.len() == 6 && up.is_sorted() && down.iter().rev().is_sorted(), "{up:?} {down:?}");
    assert_eq!((&sorted[0][0], &sorted[1][0]), (&"ascending".into(), &"descending".into()));
    let results = yard.results();
    let replays = said["replays"].as_array().unwrap();
    assert_eq!(replays.len(), 6);
    for replay in replays {
        let file = replay[0].as_str().unwrap();
        assert_eq!(replay[1].as_str().unwrap(), yard.read(&format!("corpus/{file}")), "{file}");
        assert_eq!(replay[2].as_str().unwrap(), results[file], "{file}");
    }
    assert!(said["why"].as_str().unwrap().contains("without it"), "{said}");
}

/// A script that ran, an image that was fetched or a page that was torn would be among the errors.
#[test]
fn hostile_names_and_outputs_are_text_in_a_browser() {
    let Some(browser) = browser() else { return };
    let yard = Yard::new();
    let hostile = "<script>throw 1<!-- \"'><img src=x onerror=throw 2> &lt; \u{1b}[31m.py";
    let source = "\ndef f():\n    '''<!--</script><script>throw 3</script>'''\n    return trap\n";
    yard.write(&format!("corpus/{hostile}"), source);
    let loud = "#!/bin/sh\nprintf '</pre></details><script>throw 4</script>\\001\\377\\n' >&2\n";
    yard.executable("loud.sh", &format!("{loud}exec \"$(dirname \"$0\")/cc.sh\" \"$1\"\n"));
    yard.succeeds(&["-q", "--glob", "*.py", "--", "./loud.sh", "@@"]);
    let page = yard.path("out/report.html");
    assert!(yard.read("out/report.html").contains("&lt;script&gt;throw 4"));
    let said = exercised(&page, browser);
    assert_eq!(said["errors"], serde_json::json!([]));
    let shown = hostile.replace('\u{1b}', "\u{fffd}");
    let mut replays = said["replays"].as_array().unwrap().iter();
    let replay = replays.find(|it| it[0] == shown.as_str()).unwrap_or_else(|| panic!("{said}"));
    assert_eq!(replay[1], source);
    let before = said["before"].as_array().unwrap();
    assert!(before.iter().any(|it| it == source), "{said}");
}

#[test]
fn a_single_reduction_has_the_same_page() {
    let Some(browser) = browser() else { return };
    let yard = Yard::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
    command.args(["-q", "corpus/r.rs", "-o", "small.rs", "--report", "page.html", "--", "./cc.sh", "@@"]);
    assert!(command.current_dir(yard.directory.path()).status().unwrap().success());
    let said = exercised(&yard.path("page.html"), browser);
    assert_eq!(said["errors"], serde_json::json!([]));
    let expected = serde_json::json!(["corpus/r.rs", yard.read("corpus/r.rs"), yard.read("small.rs")]);
    assert_eq!(said["replays"], serde_json::json!([expected]));
    assert!(said["why"].as_str().unwrap().contains("without it all is well"), "{said}");
    let page = yard.read("page.html");
    for part in ["rustc panic", "What the test prints", "index out of bounds", "Script to reproduce"] {
        assert!(page.contains(part), "{part}");
    }
}
