//! What is reduced and how: options made sense of for one file.

use std::sync::Arc;

use lop_engine::{Config, Effort, Language, Protected, Stage, syntax_errors};

use crate::Files;
use crate::failure::Failure;
use crate::options::Options;
use crate::pass_choice::{self, Choice};
use crate::protect;
use crate::test::Subject;

/// What is reduced and how, made sense of.
#[derive(Debug)]
pub struct Plan<'r> {
    pub(super) options: &'r Options,
    pub(super) subject: &'r Subject,
    /// What the file held.
    pub(super) original: Files,
    /// An earlier result to begin at, instead of the original.
    pub(super) begin: Option<Files>,
    pub(super) language: Option<Arc<Language>>,
    /// The program that lays out files of the language, with its arguments.
    pub(super) formatter: &'r [&'r str],
    pub(super) config: Config,
    pub(super) quick: bool,
}

impl<'r> Plan<'r> {
    /// Makes sense of the options for a file. Also returns what C-Reduce's names stand for, as sentences.
    pub fn new(
        options: &'r Options,
        subject: &'r Subject,
        original: Files,
        language: Option<Arc<Language>>,
        formatter: &'r [&'r str],
    ) -> Result<(Plan<'r>, Vec<String>), Failure> {
        options.check(&subject.name)?;
        let search = &options.search;
        let Choice { passes, translated } =
            pass_choice::select(lop_engine::passes::ALL, &search.passes, &search.skip)?;
        let named_deep = !search.passes.is_empty() && passes.iter().any(|it| it.stage == Stage::Deep);
        let mut config = Config::default();
        config.jobs = search.jobs.unwrap_or_else(num_cpus::get);
        config.effort = if named_deep { Effort::Thorough } else { search.effort };
        config.passes = passes;
        config.max_questions = search.max_questions;
        config.deterministic = search.deterministic;
        config.restart = search.restart;
        config.protected = protect::protected(&search.protect, &original[0])?;
        config.most_errors = language
            .as_ref()
            .filter(|_| search.keep_parsing)
            .map(|language| original.iter().map(|it| syntax_errors(it, language)).collect());
        let plan =
            Plan { options, subject, original, begin: None, language, formatter, config, quick: false };
        Ok((plan, translated))
    }

    /// The same, but begins at an earlier result, which was judged interesting.
    #[must_use]
    pub fn beginning_at(self, files: Files) -> Plan<'r> {
        Plan { begin: Some(files), ..self }
    }

    /// The same, but only with the big steps and at most so many questions.
    #[must_use]
    pub fn quick(mut self, questions: u64) -> Plan<'r> {
        self.quick = true;
        self.config.effort = Effort::Quick;
        let most = self.config.max_questions.into_iter().chain([questions]).min();
        self.config.max_questions = most;
        self
    }

    /// The same with other questions at once, unless the options ask for fewer.
    #[must_use]
    pub fn with_jobs(mut self, jobs: usize) -> Plan<'r> {
        self.config.jobs = self.options.search.jobs.map_or(jobs, |it| it.min(jobs));
        self
    }

    /// What the file held.
    pub fn original(&self) -> &Files {
        &self.original
    }

    /// True when a text has no more syntax errors than it may have.
    pub(super) fn parses(&self, text: &[u8]) -> bool {
        let (Some(most), Some(language)) = (&self.config.most_errors, &self.language) else { return true };
        most.first().is_none_or(|most| syntax_errors(text, language) <= *most)
    }

    /// How many syntax errors the original has, and how many another text; `None` without a grammar.
    pub(super) fn errors(&self, text: &[u8]) -> Option<(usize, usize)> {
        let language = self.language.as_ref()?;
        Some((syntax_errors(&self.original[0], language), syntax_errors(text, language)))
    }

    /// What stays as it is.
    pub fn protected(&self) -> &Protected {
        &self.config.protected
    }

    /// Questions asked at once.
    pub fn jobs(&self) -> usize {
        self.config.jobs
    }
}
