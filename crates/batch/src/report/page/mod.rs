//! The page: one file without any network, for eyes, for print and for screen readers.

mod curve;
mod highlight;
mod replay;
pub(super) mod text;

use std::collections::HashSet;
use std::fmt::Write as _;

use self::curve::Over;
use self::replay::replay;
use self::text::{count, counted, escaped, seconds};
use super::Overview;
use crate::cluster::{Brief, Cluster};
use crate::record::{Found, Reason, Record, to_bytes};

/// Once the page is larger than this, sources and steps of further files are left out.
const FULL: usize = 12 << 20;
/// A longer source is cut in the page.
const SHOWN: usize = 64 << 10;
/// So many files of a bug are named at once.
const NAMED: usize = 6;

const STYLE: &str = include_str!("../../../assets/page-style");
const SCRIPT: &str = include_str!("../../../assets/page-script");

/// The page of a batch.
pub(super) fn batch(
    overview: &Overview,
    record: &dyn Fn(&str) -> Option<Record>,
    script: &dyn Fn(&Record) -> String,
) -> String {
    let title = format!("lop: {} in {}", counted(overview.bugs(), "distinct bug"), overview.corpus);
    let mut page = head(&title);
    let _ = write!(page, "<h1>{}</h1>", escaped(&title));
    page.push_str(&summary(overview));
    page.push_str("<section aria-labelledby=bugs><h2 id=bugs>Bugs</h2><div class=bugs>");
    for (index, it) in overview.clusters.iter().enumerate() {
        let witness = record(&overview.witness(it).file);
        page.push_str(&bug(overview, it, index, witness.as_ref()));
    }
    page.push_str("</div></section>");
    page.push_str(&table(overview));
    page.push_str(&refused(overview));
    page.push_str("<section aria-labelledby=each><h2 id=each>Each result</h2>");
    // The smallest of each bug is shown in any case.
    let witnesses: HashSet<usize> = overview.clusters.iter().map(|it| it.members[0]).collect();
    for (index, brief) in overview.briefs.iter().enumerate() {
        let Some(it) = record(&brief.file) else { continue };
        let whole = page.len() < FULL || witnesses.contains(&index);
        page.push_str(&result(&it, index, &script(&it), whole));
    }
    page.push_str("</section>");
    page.push_str(TAIL);
    page
}

/// The page of one reduction.
pub fn single(record: &Record, script: &str) -> String {
    let title = format!("lop: {}, {} tokens", record.file, record.after.tokens);
    let mut page = head(&title);
    let _ = write!(page, "<h1>{}</h1>", escaped(&title));
    page.push_str(&result(record, 0, script, true));
    page.push_str(TAIL);
    page
}

const TAIL: &str = "</main><p id=why role=status aria-live=polite></p></body></html>\n";

fn head(title: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\">\
         <title>{}</title><style>{STYLE}</style><script>{SCRIPT}</script></head><body><main>",
        escaped(title)
    )
}

fn summary(overview: &Overview) -> String {
    let sum = |of: fn(&Brief) -> usize| overview.briefs.iter().map(of).sum::<usize>();
    let questions: u64 = overview.briefs.iter().map(|it| it.questions).sum();
    let time: f64 = overview.briefs.iter().map(|it| it.seconds).sum();
    let mut facts = vec![
        ("Files", count(overview.found.len())),
        ("Reduced", count(overview.results())),
        ("Distinct bugs", count(overview.bugs())),
    ];
    if overview.clusters.iter().any(|it| it.old.is_some()) {
        let new = overview.clusters.iter().filter(|it| it.old == Some(false)).count();
        facts.push(("Not known before", count(new)));
    }
    let tokens = format!("{} → {}", count(sum(|it| it.before.tokens)), count(sum(|it| it.after.tokens)));
    facts.extend([("Tokens", tokens), ("Questions", count(questions)), ("Time of the files", seconds(time))]);
    let each = facts.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>"));
    format!("<dl class=facts>{}</dl>", each.collect::<String>())
}

fn bug(overview: &Overview, it: &Cluster, index: usize, witness: Option<&Record>) -> String {
    let mut out = format!("<article class=bug><h3>{}. {}", index + 1, escaped(&it.title));
    match it.old {
        Some(true) => out.push_str(" <span class=badge>known</span>"),
        Some(false) => out.push_str(" <span class=\"badge new\">new</span>"),
        None => {}
    }
    out.push_str("</h3>");
    if let Some(witness) = witness {
        let text = to_bytes(&witness.result);
        let source = if text.len() <= 4096 { shown(&text, witness) } else { String::new() };
        let command = escaped(&witness.command);
        let _ = write!(out, "{source}<p><code>{command}</code></p>");
    }
    let links = it.members.iter().map(|&member| {
        let brief = &overview.briefs[member];
        format!(
            "<li><a href=\"#f{member}\">{}</a> {}</li>",
            escaped(&brief.file),
            counted(brief.after.tokens, "token")
        )
    });
    let mut links: Vec<String> = links.collect();
    let more = links.split_off(links.len().min(NAMED)).concat();
    let files = counted(it.members.len(), "file");
    let _ = write!(out, "<p>{files}, the smallest first:</p><ul class=members>{}</ul>", links.concat());
    if !more.is_empty() {
        let rest = it.members.len() - NAMED;
        let _ = write!(out, "<details><summary>{rest} more</summary><ul class=members>{more}</ul></details>");
    }
    let _ = write!(out, "<p><a href=\"bugs/{}.md\">Text for a bug tracker</a></p></article>", it.slug);
    out
}

fn shown(text: &[u8], record: &Record) -> String {
    let language = record.language.as_deref().and_then(lop_languages::by_name);
    let cut = &text[..text.len().min(SHOWN)];
    let more = if cut.len() < text.len() { "\n…" } else { "" };
    format!("<pre tabindex=0>{}{more}</pre>", highlight::source(cut, language.as_ref()))
}

fn table(overview: &Overview) -> String {
    let heads = [
        ("File", ""),
        ("Language", ""),
        ("Signature", ""),
        ("Bug", "number"),
        ("Tokens before", "number"),
        ("Tokens after", "number"),
        ("Bytes after", "number"),
        ("Questions", "number"),
        ("Seconds", "number"),
        ("How it ended", ""),
    ];
    let heads = heads.map(|(name, kind)| {
        format!("<th scope=col class=\"{kind}\" aria-sort=none><button type=button>{name}</button></th>")
    });
    let numbers = overview.numbers();
    let mut rows = String::new();
    for index in overview.clusters.iter().flat_map(|it| it.members.iter().copied()) {
        let it = &overview.briefs[index];
        let signature = it.signature.as_ref().map_or("", |it| &it.text);
        let ended = match (it.quick, it.minimal) {
            (true, _) if it.ended == "fixpoint" => "quick search".to_owned(),
            (true, _) => format!("quick search, {}", it.ended),
            (false, true) => "minimal".to_owned(),
            (false, false) => it.ended.clone(),
        };
        let text = [it.language.as_deref().unwrap_or("none"), signature];
        let text = text.map(|it| format!("<td>{}</td>", escaped(it))).concat();
        let sizes = [numbers[it.file.as_str()] + 1, it.before.tokens, it.after.tokens, it.after.bytes];
        let sizes = sizes.map(|it| format!("<td class=number data-value={it}>{}</td>", count(it))).concat();
        let asked = format!("<td class=number data-value={}>{}</td>", it.questions, count(it.questions));
        let took = format!("<td class=number data-value={0:.3}>{0:.1}</td>", it.seconds);
        let file = escaped(&it.file);
        let _ = write!(
            rows,
            "<tr><th scope=row><a href=\"#f{index}\">{file}</a></th>{text}{sizes}{asked}{took}<td>{ended}</td></tr>"
        );
    }
    format!(
        "<section aria-labelledby=all><h2 id=all>All results</h2><p class=filter>\
         <label>Only rows with <input type=search></label></p><div class=wide><table id=files class=sortable>\
         <caption>Sort by a column with the button in its head.</caption>\
         <thead><tr>{}</tr></thead><tbody>{rows}</tbody></table></div></section>",
        heads.concat()
    )
}

fn refused(overview: &Overview) -> String {
    let rest = overview.found.iter().filter(|it| !matches!(it.1, Found::Interesting { .. }));
    let mut rows = String::new();
    for (file, found) in rest {
        let (file, details) = (escaped(file), escaped(&found.details()));
        let _ = write!(rows, "<tr><th scope=row>{file}</th><td>{}</td><td>{details}</td></tr>", found.word());
    }
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<section aria-labelledby=rest><h2 id=rest>Not reduced</h2><div class=wide><table class=sortable><thead><tr>\
         <th scope=col aria-sort=none><button type=button>File</button></th>\
         <th scope=col aria-sort=none><button type=button>What it is</button></th>\
         <th scope=col>Why</th></tr></thead><tbody>{rows}</tbody></table></div></section>"
    )
}

/// Everything about one result.
fn result(it: &Record, index: usize, script: &str, whole: bool) -> String {
    let mut out = format!("<article class=result id=f{index}><h3>{}</h3>", escaped(&it.file));
    out.push_str(&facts(it));
    if !whole {
        out.push_str("<p>Too much for one page: see the files beside it.</p></article>");
        return out;
    }
    out.push_str(&sources(it));
    out.push_str(&replay(it, index));
    let end = f64::from(u32::try_from(it.questions).unwrap_or(u32::MAX));
    let over_questions = curve::svg(&it.curve, Over::Questions, end);
    let over_time = curve::svg(&it.curve, Over::Time, it.seconds);
    let _ = write!(out, "<div class=curves>{over_questions}{over_time}</div>");
    out.push_str(&passes(it));
    if !it.output.is_empty() {
        let lines = escaped(&it.output.join("\n"));
        let _ = write!(out, "<details><summary>What the test prints</summary><pre>{lines}</pre></details>");
    }
    if !script.is_empty() {
        let script = escaped(script);
        let _ = write!(out, "<details><summary>Script to reproduce</summary><pre>{script}</pre></details>");
    }
    out.push_str("</article>");
    out
}

fn facts(it: &Record) -> String {
    let mut facts = vec![("Command", format!("<code>{}</code>", escaped(&it.command)))];
    facts.extend(it.tool.as_ref().map(|it| ("Version", escaped(it))));
    facts.extend(it.signature.as_ref().map(|it| ("Signature", escaped(&it.text))));
    facts.extend(it.language.as_ref().map(|it| ("Language", escaped(it))));
    let size =
        |tokens: usize, bytes: usize| format!("{}, {}", counted(tokens, "token"), counted(bytes, "byte"));
    facts.push(("Before", size(it.before.tokens, it.before.bytes)));
    facts.push(("After", size(it.after.tokens, it.after.bytes)));
    facts.push(("Questions", format!("{} in {}", count(it.questions), seconds(it.seconds))));
    let certificate = it.certificate;
    facts.push((
        "Proof",
        if certificate.complete {
            format!("none of {} can go alone", counted(certificate.tokens, "token"))
        } else {
            format!("none; the search ended with: {}", escaped(&it.ended))
        },
    ));
    let each = facts.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>"));
    format!("<dl>{}</dl>", each.collect::<String>())
}

fn sources(it: &Record) -> String {
    let language = it.language.as_deref().and_then(lop_languages::by_name);
    let result = to_bytes(&it.result);
    let cut = &result[..result.len().min(SHOWN)];
    let after = highlight::marked(cut, language.as_ref(), &it.needed);
    let mut out = format!("<div class=sources><div><h4>After</h4><pre class=needed>{after}</pre>");
    if !it.needed.is_empty() {
        out.push_str(&reasons(it, &result));
    }
    out.push_str("</div>");
    if !it.source.is_empty() {
        let before = shown(&to_bytes(&it.source), it);
        let _ = write!(out, "<div><h4>Before</h4>{before}</div>");
    }
    out.push_str("</div>");
    out
}

/// The same as the colours and hints of the tokens, for those who do not see them.
fn reasons(it: &Record, result: &[u8]) -> String {
    let mut kinds: Vec<Reason> = it.needed.iter().map(|it| it.reason).collect();
    kinds.sort_by_key(|it| highlight::reason(*it));
    kinds.dedup();
    let legend = kinds.iter().map(|it| {
        format!("<li><span class=\"t {}\">token</span> {}</li>", highlight::reason(*it), it.sentence())
    });
    let mut legend: String = legend.collect();
    if it.needed.iter().any(|it| it.breaks) {
        legend.push_str("<li><span class=\"t breaks\">token</span> without it the text does not parse</li>");
    }
    let mut rows = String::new();
    for it in it.needed.iter().take(200) {
        let token = result.get(it.start..it.end).unwrap_or_default();
        let token = text::readable(token);
        let _ = write!(
            rows,
            "<tr><th scope=row><code>{token}</code></th><td>{}</td></tr>",
            highlight::sentence(it)
        );
    }
    format!(
        "<ul class=legend>{legend}</ul><details><summary>Why each token stays</summary><table>\
         <thead><tr><th scope=col>Token</th><th scope=col>Why it stays</th></tr></thead><tbody>{rows}</tbody>\
         </table></details>"
    )
}

fn passes(it: &Record) -> String {
    let mut paid: Vec<_> = it.passes.iter().filter(|it| it.accepted > 0).collect();
    if paid.is_empty() {
        return String::new();
    }
    paid.sort_by_key(|it| std::cmp::Reverse((it.tokens, it.bytes)));
    let rows = paid.iter().map(|it| {
        format!(
            "<tr><th scope=row>{}</th><td class=number>{}</td><td class=number>{}</td><td class=number>{}</td>\
             <td class=number>{}</td></tr>",
            escaped(&it.name),
            count(it.tokens),
            it.bytes,
            count(it.accepted),
            count(it.asked)
        )
    });
    let rows: String = rows.collect();
    format!(
        "<details><summary>Passes that paid</summary><table><thead><tr><th scope=col>Pass</th>\
         <th scope=col>Tokens removed</th><th scope=col>Bytes removed</th><th scope=col>Successes</th>\
         <th scope=col>Questions</th></tr></thead><tbody>{rows}</tbody></table></details>"
    )
}
