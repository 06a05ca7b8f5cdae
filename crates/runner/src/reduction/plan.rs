//! What is reduced and how: options made sense of for one file.

use std::collections::BTreeMap;
use std::sync::Arc;

use lop_engine::internal::Bulk;
use lop_engine::{Config, Effort, Language, Protected, Stage, syntax_errors};

use crate::Files;
use crate::failure::Failure;
use crate::options::Options;
use crate::pass_choice::{self, Choice};
use crate::project::Original;
use crate::protect;
use crate::reducers::{ALONE, OutsidePass, Wanted};
use crate::test::Subject;

/// In how many bytes of a project syntax errors are counted when it is over: a parser reads so many in a few seconds.
const COUNTED: usize = 16 << 20;

/// What is reduced and how, made sense of.
#[derive(Debug)]
pub struct Plan<'r> {
    pub(super) options: &'r Options,
    pub(super) subject: &'r Subject,
    /// What the file held.
    pub(super) original: Files,
    /// An earlier result to begin at, instead of the original.
    pub(super) begin: Option<Files>,
    /// The language of each file.
    pub(super) languages: Vec<Option<Arc<Language>>>,
    /// The project that the document is, if it is one.
    pub(super) project: Option<&'r Original>,
    /// The program that lays out files of the language, with its arguments.
    pub(super) formatter: &'r [&'r str],
    pub(super) config: Config,
    /// Other people's reducers, started for this reduction.
    pub(super) reducers: Vec<&'static OutsidePass>,
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
        let protected = protect::protected(&options.search.protect, &original[0])?;
        Plan::make(options, subject, (original, vec![language]), protected, formatter)
    }

    /// Makes sense of the options for a project, whose files have these languages.
    pub fn of_project(
        options: &'r Options,
        subject: &'r Subject,
        original: &'r Original,
        languages: Vec<Option<Arc<Language>>>,
    ) -> Result<(Plan<'r>, Vec<String>), Failure> {
        refuse_for_project(options)?;
        let protected = protect::protected_in(&options.search.protect, original)?;
        let texts = original.files.clone();
        let (mut plan, notes) = Plan::make(options, subject, (texts, languages), protected, &[])?;
        plan.config.tree = true;
        plan.config.kept.clone_from(&original.kept);
        plan.project = Some(original);
        Ok((plan, notes))
    }

    fn make(
        options: &'r Options,
        subject: &'r Subject,
        (original, languages): (Files, Vec<Option<Arc<Language>>>),
        protected: Protected,
        formatter: &'r [&'r str],
    ) -> Result<(Plan<'r>, Vec<String>), Failure> {
        options.check(&subject.name)?;
        let search = &options.search;
        let alone = !search.reducers.is_empty() && search.passes == [ALONE];
        if !alone && search.passes.iter().any(|it| it == ALONE) {
            return Err(Failure::usage(format!("--passes {ALONE} means only those of --reducer"))
                .because("there is no --reducer, or other passes are named with it")
                .help(format!("say --reducer CMD --passes {ALONE}, or leave it out for all passes")));
        }
        let only: &[String] = if alone { &[] } else { &search.passes };
        let Choice { mut passes, translated } =
            pass_choice::select(lop_engine::passes::ALL, only, &search.skip)?;
        if alone {
            passes.clear();
        }
        let reducers = search.reducers.iter().map(Wanted::start).collect::<Result<Vec<_>, _>>()?;
        passes.extend(reducers.iter().map(|it| &it.pass));
        let named_deep = !search.passes.is_empty() && passes.iter().any(|it| it.stage == Stage::Deep);
        let mut config = Config::default();
        config.jobs = options.away.jobs(search.jobs).unwrap_or_else(num_cpus::get);
        config.effort = if named_deep { Effort::Thorough } else { search.effort };
        config.passes = passes;
        config.max_questions = search.max_questions;
        config.deterministic = search.deterministic;
        config.restart = search.restart;
        config.protected = protected;
        if search.keep_parsing && languages.iter().any(Option::is_some) {
            config.most_errors =
                Some(original.iter().zip(&languages).map(|(text, it)| errors(text, it.as_ref())).collect());
        }
        let (begin, project) = (None, None);
        let plan = Plan {
            options,
            subject,
            original,
            begin,
            languages,
            project,
            formatter,
            config,
            reducers,
            quick: false,
        };
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

    /// The same with other questions at once, unless the options ask for fewer, or the cluster that they name is asked fewer.
    #[must_use]
    pub fn with_jobs(mut self, jobs: usize) -> Plan<'r> {
        let said = [self.options.search.jobs, self.options.away.jobs(None)];
        self.config.jobs = said.into_iter().flatten().fold(jobs, usize::min);
        self
    }

    /// What the file held.
    pub fn original(&self) -> &Files {
        &self.original
    }

    /// True when a text of the only file has no more syntax errors than it may have.
    pub(super) fn parses(&self, text: &[u8]) -> bool {
        let most = self.config.most_errors.as_ref().and_then(|it| it.first());
        most.is_none_or(|most| errors(text, self.languages[0].as_ref()) <= *most)
    }

    /// How many syntax errors the original has, and how many other texts in its place; `None` without a grammar. Of a project
    /// those files count that are left. Of large files nobody is told, nor where all that are left are much together: the
    /// search has not parsed them either.
    pub(super) fn errors(&self, texts: &Files) -> Option<(usize, usize)> {
        let left = || (0..texts.len()).filter(|&it| texts.len() == 1 || !texts[it].is_empty());
        let sizes = || left().map(|it| self.original[it].len());
        let is_large =
            Bulk::of(sizes(), 1).is_some() || self.project.is_some() && sizes().sum::<usize>() > COUNTED;
        if is_large || self.languages.iter().all(Option::is_none) {
            return None;
        }
        Some(left().fold((0, 0), |(before, after), it| {
            let language = self.languages[it].as_ref();
            let was = errors(&self.original[it], language);
            let is_same = self.original[it] == texts[it];
            (before + was, after + if is_same { was } else { errors(&texts[it], language) })
        }))
    }

    /// The language, for people: of a project those of most of its bytes.
    pub(super) fn language(&self) -> Option<String> {
        let mut bytes: BTreeMap<&str, usize> = BTreeMap::new();
        for (language, text) in self.languages.iter().zip(&self.original) {
            if let Some(language) = language {
                *bytes.entry(&language.name).or_default() += text.len().max(1);
            }
        }
        bytes.into_iter().max_by_key(|it| it.1).map(|it| it.0.to_owned())
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

fn errors(text: &[u8], language: Option<&Arc<Language>>) -> usize {
    language.map_or(0, |it| syntax_errors(text, it.as_ref()))
}

/// Refuses what makes sense for a single file only.
fn refuse_for_project(options: &Options) -> Result<(), Failure> {
    let refused = |option: &str, help: &str| {
        Err(Failure::usage(format!("{option} is for a single file, and this is a project")).help(help))
    };
    if options.search.paste_includes {
        return refused("--paste-includes", "leave it out: files that are included are part of the search");
    }
    if options.test.stdin {
        return refused("--stdin", "give the test a path: @@ is that of the project");
    }
    if options.result.format {
        return refused("--format", "leave it out, and lay out the files that are left");
    }
    Ok(())
}
