//! Texts within texts: what is in another language is a part of the tree, and shrinks by its own syntax.

use std::fmt::Write as _;
use std::sync::Arc;

use lop_engine::internal::{File, UnitId};
use lop_engine::{Effort, Language, Reduction, oracle, syntax_errors, tokens};

use crate::support::{Sample, parse, samples};

#[test]
fn languages_are_within_each_other_two_deep() {
    for info in lop_languages::all() {
        let language = lop_languages::load(info).unwrap();
        let Some(embedded) = &language.embedded else { continue };
        assert!(embedded.guests().count() > 0, "{}", info.name);
        for inner in embedded.guests().filter_map(|it| it.embedded.as_ref()) {
            assert!(inner.guests().all(|it| it.embedded.is_none()), "{}", info.name);
        }
    }
}

#[test]
fn the_style_of_a_page_in_a_program_is_a_part_of_the_tree() {
    let text = "<style>a { b: c }</style>\n<?php f(); ?>\n<script>g(1);</script><p>h</p>\n";
    let program = Sample::of("php", text.as_bytes());
    is_well_formed(&program.file);
    let names: Vec<String> = embedded(&program).into_iter().map(|it| it.1.name.clone()).collect();
    assert_eq!(names, ["html", "css", "html", "javascript"]);
    assert_eq!(program.file.text_of(program.find("rule_set")), b"a { b: c }");
    assert_eq!(program.file.errors(), 0);
    let broken = Sample::of("php", text.replace("(1)", "(1").as_bytes());
    assert_eq!((broken.file.errors(), syntax_errors(&broken.file.text, &broken.language)), (1, 1));
}

#[test]
fn what_is_embedded_is_a_part_of_the_tree() {
    for sample in samples().iter().filter(|it| it.language.embedded.is_some()) {
        is_well_formed(&sample.file);
        // A folder that only inherits where another language is may have nothing of it in its sample.
        let says = sample.path.with_file_name("inject.scm").exists();
        assert!(!says || !embedded(sample).is_empty(), "{}", sample.path.display());
    }
}

#[test]
fn what_is_embedded_reads_as_it_does_by_itself() {
    for sample in samples().iter().filter(|it| it.language.embedded.is_some()) {
        // What is in lines with margins is another text by itself.
        let is_whole = |it: UnitId| !sample.file.unit(sample.file.unit(it).parent).is_apart();
        for (unit, language) in embedded(sample).into_iter().filter(|it| is_whole(it.0)) {
            let alone = parse(sample.file.text_of(sample.file.unit(unit).parent), &language);
            let start = sample.file.unit(sample.file.unit(unit).parent).start;
            let inner = shown(&sample.file, unit, start);
            assert_eq!(inner, shown(&alone, 0, 0), "{}", sample.path.display());
        }
    }
}

#[test]
fn a_page_has_the_tree_of_its_script() {
    let page = Sample::of("html", b"<p>a<script>\nf(1); // b\n</script><style>a { b: c }</style>");
    let units = 0..u32::try_from(page.file.units().len()).unwrap();
    let kinds: Vec<&str> = units.map(|it| page.file.kind_name(it)).collect();
    for kind in ["element", "call_expression", "comment", "rule_set"] {
        assert!(kinds.contains(&kind), "{kind} is not among {kinds:?}");
    }
    let call = page.find("call_expression");
    assert_eq!(page.file.text_of(call), b"f(1)");
    let other = Sample::of("html", b"<script type=\"text/x-template\">f(1);</script>");
    assert_eq!(
        other.file.units().len(),
        parse(b"<script type=\"text/x-template\">f 1 </script>", &other.language).units().len()
    );
}

#[test]
fn errors_of_a_script_are_errors_of_its_page() {
    let html = lop_languages::by_name("html").unwrap();
    for (page, errors) in [("<script>f(1);</script>", 0), ("<script>f(1;</script>", 1)] {
        assert_eq!(syntax_errors(page.as_bytes(), &html), errors, "{page}");
        assert_eq!(parse(page.as_bytes(), &html).errors(), errors, "{page}");
    }
}

#[test]
fn a_page_shrinks_within_its_script_by_syntax() {
    let mut noise = String::new();
    for it in 0..40 {
        let _ = writeln!(
            noise,
            "function unused{it}(a, b) {{\n  if (a > {it}) {{ return [a, b]; }}\n  return b;\n}}"
        );
    }
    let page = format!(
        "<!DOCTYPE html>\n<html><head><title>t</title>\n<script>\n{noise}function first(c) {{\n  for (const d of c) {{\n    \
         try {{ broken(d, [1, 2]); }} finally {{ unused3(c); }}\n  }}\n}}\n{noise}</script>\n<style>p {{ color: red }}</style>\
         </head><body><p>text</p></body></html>\n"
    );
    let is_there =
        |it: &[u8]| it.windows(7).any(|it| it == b"broken(") && it.windows(8).any(|it| it == b"<script>");
    let reduction = Reduction::new([Arc::<[u8]>::from(page.as_bytes())])
        .language(0, lop_languages::by_name("html").unwrap())
        .keep_parsing(true)
        .effort(Effort::Quick);
    let outcome = reduction.run(&oracle::from_bytes(is_there)).unwrap();
    let left = String::from_utf8_lossy(&outcome.files[0]).into_owned();
    println!("{} questions: {left}", outcome.questions);
    assert_eq!(left.split_whitespace().collect::<String>(), "<script>broken()</script>");
    assert!(
        tokens::count(&outcome.files[0]) <= 10 && outcome.questions < 400,
        "{}: {left}",
        outcome.questions
    );
}

/// The first unit of each part in another language, or in an excerpt, with that.
fn embedded(sample: &Sample) -> Vec<(UnitId, Arc<Language>)> {
    let name = |it: UnitId| sample.file.language_name(it);
    let units = 0..u32::try_from(sample.file.units().len()).unwrap();
    let is_excerpt = |it: UnitId| sample.file.unit(it).is_apart();
    let begins = units.filter(|it| {
        let parent = sample.file.unit(*it).parent;
        name(parent) != name(*it) || is_excerpt(parent)
    });
    begins.map(|it| (it, lop_languages::by_name(name(it)).unwrap())).collect()
}

/// The units below one, each with its kind and where it is, counted from `start`.
fn shown(file: &File, unit: UnitId, start: u32) -> Vec<String> {
    let below = unit + 1..file.unit(unit).subtree_end;
    below
        .map(|it| {
            format!("{} {}..{}", file.kind_name(it), file.unit(it).start - start, file.unit(it).end - start)
        })
        .collect()
}

/// Each unit is within its parent, behind its neighbour, and knows where its own end.
pub(super) fn is_well_formed(file: &File) {
    for (id, unit) in (0..).zip(file.units()) {
        let parent = file.unit(unit.parent);
        assert!(
            parent.start <= unit.start && unit.end <= parent.end && unit.subtree_end <= parent.subtree_end
        );
        assert!(id == 0 || unit.parent < id && id < unit.subtree_end);
        let mut end = unit.start;
        for child in file.children(id) {
            assert_eq!(file.unit(child).parent, id);
            assert!(file.unit(child).start >= end);
            end = file.unit(child).end;
        }
    }
}

#[test]
fn what_its_language_hardly_explains_stays_as_it_is_and_its_errors_count() {
    let page = Sample::of("php", b"<p class=\"<?= $a ?>\">b</p>");
    assert!(embedded(&page).iter().all(|it| page.file.unit(it.0).start > 10), "half a tag is no tree");
    assert!(page.file.errors() > 0 && page.file.is_explained());
    assert_eq!(page.file.errors(), syntax_errors(&page.file.text, &page.language));
}

#[test]
fn a_text_that_says_its_language_and_lines_of_assembly_are_read() {
    let names = |language: &str, text: &[u8]| -> Vec<String> {
        let sample = Sample::of(language, text);
        embedded(&sample).into_iter().map(|it| it.1.name.clone()).collect()
    };
    assert_eq!(names("ruby", b"a = <<~SQL\n  SELECT b FROM c;\nSQL\nb = <<~TEXT\n  d\nTEXT\n"), ["sql"]);
    assert_eq!(names("ruby", b"a = <<~SQL\n  SELECT #{b FROM c;\nSQL\n"), [""; 0]);
    assert_eq!(
        names("cpp", b"void f() { asm(\"nop\\n\" \"mov %eax, %ebx\" : : \"r\"(1)); }"),
        ["asm", "asm"]
    );
    assert_eq!(names("php", b"<p>a</p><?php f(); ?><b>c</b>"), ["html", "html"]);
    for language in ["javascript", "typescript", "tsx"] {
        let text =
            b"f(html`<p>b</p>`, css`a { b: c }`, gql`query { a }`, sql`SELECT a`, html`<p>\\n</p>`, g`h`);";
        assert_eq!(names(language, text), ["html", "css", "graphql", "sql", "html", language]);
    }
    assert_eq!(names("html", b"<script>f(css`a { b: c }`);</script>"), ["javascript", "css"]);
    assert_eq!(names("bash", b"f <<JSON\n{\"a\": 1}\nJSON\npython3 <<'EOF'\nprint(1)\nEOF\n"), ["json"]);
}

#[test]
fn what_is_put_into_a_template_is_a_hole_in_its_text_and_hangs_in_its_tree() {
    for language in ["javascript", "typescript", "tsx"] {
        let text = "f(css`a { color: ${x(1)}; ${y} } ${z} { b: ${c}px }`,\n\
                    html`<ul class=\"d ${e}\">${f.map(g => html`<li>${g}</li>`)}</ul>`,\n\
                    sql`SELECT ${h} FROM ${i}`);";
        let sample = Sample::of(language, text.as_bytes());
        is_well_formed(&sample.file);
        assert_eq!((sample.file.errors(), syntax_errors(text.as_bytes(), &sample.language)), (0, 0));
        let units = 0..u32::try_from(sample.file.units().len()).unwrap();
        let around = |it: UnitId| sample.file.language_name(sample.file.unit(it).parent);
        let holes: Vec<(&str, &str)> = units
            .clone()
            .filter(|it| sample.file.kind_name(*it) == "template_substitution")
            .map(|it| (std::str::from_utf8(sample.file.text_of(it)).unwrap(), around(it)))
            .collect();
        let nested = "${f.map(g => html`<li>${g}</li>`)}";
        let expected = [
            ("${x(1)}", "css"),
            ("${y}", "css"),
            ("${z}", "css"),
            ("${c}", "css"),
            ("${e}", "html"),
            (nested, "html"),
            ("${g}", "html"),
            ("${h}", "sql"),
            ("${i}", "sql"),
        ];
        assert_eq!(holes, expected, "{language}");
        let declarations: Vec<&[u8]> = units
            .filter(|it| sample.file.kind_name(*it) == "declaration")
            .map(|it| sample.file.text_of(it))
            .collect();
        assert_eq!(declarations, [&b"color: ${x(1)};"[..], b"b: ${c}px"]);
    }
}

#[test]
fn a_text_with_holes_that_its_language_does_not_explain_stays_as_it_is() {
    for text in ["f(css`a { ${x}`);", "f(html`<p \\n${x}`);", "f(css`${x}`);"] {
        let sample = Sample::of("javascript", text.as_bytes());
        is_well_formed(&sample.file);
        assert!(embedded(&sample).is_empty(), "{text}");
        assert_eq!(sample.file.errors(), syntax_errors(text.as_bytes(), &sample.language), "{text}");
    }
}

#[test]
fn whatever_is_left_of_templates_is_one_tree() {
    let text =
        "f(css`a { b: ${c}px; ${d} }`, html`<p ${e} f=${g}>${html`<b>${h}</b>`}</p>`, sql`SELECT ${i}, j`);";
    for (start, length) in (0..text.len()).flat_map(|start| [1, 4, 9, 30, 99].map(|length| (start, length))) {
        let mut left = text.to_owned();
        left.replace_range(start..(start + length).min(text.len()), "");
        let sample = Sample::of("javascript", left.as_bytes());
        is_well_formed(&sample.file);
        assert_eq!(sample.file.errors(), syntax_errors(left.as_bytes(), &sample.language), "{left}");
    }
}

#[test]
fn a_template_shrinks_around_what_is_put_into_it() {
    let mut noise = String::new();
    for it in 0..20 {
        let _ = writeln!(noise, "  .a{it} {{ margin: ${{b({it})}}px; color: red }}");
    }
    let text =
        format!("const s = css`\n{noise}  p {{ top: 0; color: ${{broken(1, 2)}}; left: 1px }}\n{noise}`;\n");
    let holds = |it: &[u8]| {
        [&b"css`"[..], b"color: ${broken("].iter().all(|part| it.windows(part.len()).any(|it| it == *part))
    };
    let reduction = Reduction::new([Arc::<[u8]>::from(text.as_bytes())])
        .language(0, lop_languages::by_name("javascript").unwrap())
        .keep_parsing(true)
        .effort(Effort::Quick);
    let outcome = reduction.run(&oracle::from_bytes(holds)).unwrap();
    println!("{} questions: {}", outcome.questions, String::from_utf8_lossy(&outcome.files[0]));
    assert!(tokens::count(&outcome.files[0]) <= 16, "{}", String::from_utf8_lossy(&outcome.files[0]));
}

#[test]
fn what_is_put_into_a_marked_text_or_a_query_is_a_hole_in_it() {
    let texts = [
        ("bash", "f <<SQL\nSELECT $a, b FROM ${c} WHERE d = $(e 1);\nSQL\n", "$a ${c} $(e 1)"),
        ("bash", "f <<\"JSON\"\n{\"a\": 1}\nJSON\n", ""),
        ("ruby", "a = <<~SQL\n  SELECT #{b(1)} FROM c WHERE d = '\\n';\nSQL\n", "#{b(1)} \\n"),
        ("php", "<?php\n$a = <<<SQL\nSELECT $b, c FROM {$d->e} WHERE f = '\\t'\nSQL;\n", "$b { $d->e } \\t"),
        ("php", "<?php\n$a = <<<'SQL'\nSELECT b\nSQL;\n", ""),
        ("python", "a.execute(f\"SELECT {b} FROM c WHERE d = {e(1)}\")\n", "{b} {e(1)}"),
        ("python", "a.execute(\"SELECT \\\"b\\\" FROM c\")\n", "\\\" \\\""),
        ("javascript", "f(css`a { b: '\\n'; c: \\`${d}\\` }`);\n", "\\n \\` ${d} \\`"),
    ];
    for (language, text, expected) in texts {
        let sample = Sample::of(language, text.as_bytes());
        is_well_formed(&sample.file);
        assert_eq!(
            (sample.file.errors(), syntax_errors(text.as_bytes(), &sample.language)),
            (0, 0),
            "{text}"
        );
        assert!(!embedded(&sample).is_empty(), "{text}");
        let name = |it: UnitId| sample.file.language_name(it);
        let units = 0..u32::try_from(sample.file.units().len()).unwrap();
        let holes =
            units.filter(|it| name(*it) == language && name(sample.file.unit(*it).parent) != language);
        let holes: Vec<_> =
            holes.map(|it| String::from_utf8_lossy(sample.file.text_of(it)).into_owned()).collect();
        assert_eq!(holes.join(" "), expected, "{text}");
    }
}

#[test]
fn whatever_is_left_of_marked_texts_is_one_tree() {
    for (language, text) in [
        ("bash", "f <<SQL\nSELECT $a, b FROM ${c} WHERE d = $(e 1);\nSQL\n"),
        ("ruby", "a = <<~SQL\n  SELECT #{b(1)} FROM c WHERE d = '\\n';\nSQL\n"),
        ("php", "<?php\n$a = <<<SQL\nSELECT $b, c FROM {$d->e} WHERE f = '\\t'\nSQL;\n"),
        ("python", "a.execute(f\"SELECT {b} FROM c WHERE \\\"d\\\" = {e(1)}\")\n"),
    ] {
        for (start, length) in (0..text.len()).flat_map(|start| [1, 4, 9, 30].map(|length| (start, length))) {
            let mut left = text.to_owned();
            left.replace_range(start..(start + length).min(text.len()), "");
            let sample = Sample::of(language, left.as_bytes());
            is_well_formed(&sample.file);
            assert_eq!(sample.file.errors(), syntax_errors(left.as_bytes(), &sample.language), "{left}");
        }
    }
}

#[test]
fn a_marked_text_shrinks_by_its_syntax_around_what_is_put_into_it() {
    let mut noise = String::new();
    for it in 0..20 {
        let _ = writeln!(noise, "  first{it} + $second{it},");
    }
    let text = format!("run <<SQL\nSELECT\n{noise}  broken($wanted, 2),\n{noise}  last\nFROM there;\nSQL\n");
    let holds = |it: &[u8]| {
        [&b"<<SQL\n"[..], b"SELECT", b"broken($wanted", b"\nSQL\n"]
            .iter()
            .all(|part| it.windows(part.len()).any(|it| it == *part))
    };
    let reduction = Reduction::new([Arc::<[u8]>::from(text.as_bytes())])
        .language(0, lop_languages::by_name("bash").unwrap())
        .keep_parsing(true)
        .effort(Effort::Quick);
    let outcome = reduction.run(&oracle::from_bytes(holds)).unwrap();
    let left = String::from_utf8_lossy(&outcome.files[0]).into_owned();
    println!("{} questions: {left}", outcome.questions);
    assert!(
        tokens::count(&outcome.files[0]) <= 11 && outcome.questions < 200,
        "{}: {left}",
        outcome.questions
    );
}
