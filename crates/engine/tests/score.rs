//! An oracle that gives scores: they rank before size, and nothing that is worse is ever taken.

mod common;

use std::sync::Arc;

use common::{c, config, reduction};
use lop_engine::{Answer, Oracle, OracleError, Question, Verdict};

/// Says yes where `wanted` does, and gives the score of `score`.
struct Scored {
    wanted: fn(&str) -> bool,
    score: fn(&str) -> f64,
}

impl Oracle for Scored {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let yes = (self.wanted)(&text(question.files));
        Ok(if yes { Verdict::Interesting } else { Verdict::Boring }.into())
    }

    fn score(&self, files: &[Arc<[u8]>]) -> Option<f64> {
        Some((self.score)(&text(files)))
    }
}

/// Without blanks.
fn text(files: &[Arc<[u8]>]) -> String {
    String::from_utf8_lossy(&files[0]).split_whitespace().collect()
}

fn reduced(input: &str, oracle: &Scored, jobs: usize) -> String {
    let config = config(|it| it.jobs = jobs);
    let outcome = reduction(input.as_bytes(), Some(c()), &config).run(oracle).expect("the search begins");
    text(&outcome.files)
}

#[test]
fn a_smaller_document_with_a_worse_score_is_no_better() {
    for jobs in [1, 4] {
        let oracle = Scored {
            wanted: |it| it.contains("bug"),
            score: |it| if it.contains("fast") { 1.0 } else { 2.0 },
        };
        let result = reduced("int a; int bug; int b; int fast; int c;", &oracle, jobs);
        assert!(result.contains("bug") && result.contains("fast"), "{result}");
        assert!(!result.contains('a') || result.len() <= "bug fast".len(), "{result}");
    }
}

#[test]
fn a_larger_document_with_a_better_score_is_better() {
    /// Six calls of `f` are there, or what they stand for.
    fn calls(it: &str) -> bool {
        let has_body = it.contains("intf(intx){returng(x,x)+g(x,x);}");
        let called = if has_body { it.matches("f(1)").count() } else { 0 };
        it.contains("intmain(){return") && called + it.matches("g(1,1)+g(1,1)").count() == 6
    }
    let main = "int main() { return f(1) * f(1) * f(1) * f(1) * f(1) * f(1); }";
    let input = format!("int g(int, int); int f(int x) {{ return g(x, x) + g(x, x); }} {main}");
    let by_size = Scored { wanted: calls, score: |_| 0.0 };
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    let by_calls = Scored { wanted: calls, score: |it| it.matches("f(").count() as f64 };
    let (small, called_less) = (reduced(&input, &by_size, 1), reduced(&input, &by_calls, 1));
    assert!(small.contains("f(1)"), "{small}");
    assert!(!called_less.contains("f("), "{called_less}");
    assert!(called_less.len() > small.len(), "{called_less} is larger than {small}");
}
