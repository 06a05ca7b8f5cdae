//! The reduction of one file of a batch: the runner's, on the pool's slots, with its result and record among the others.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Ended, Question};
use lop_oracle::signature::Signature;
use lop_oracle::{Capture, RunOutput};
use lop_runner::event::{Closing, Kept};
use lop_runner::journal::{Keep, OpenJournal};
use lop_runner::project::TreePlace;
use lop_runner::reduction;
use lop_runner::script::{self, Lookup};
use lop_runner::test::Test;
use lop_runner::writer::Place;
use lop_runner::{Event, Failure, Files, Reduction, Summary, Target};
use parking_lot::Mutex;

use crate::files::{self, Layout};
use crate::inputs::corpus::Input;
use crate::inputs::source::Source;
use crate::inputs::test_config::FileTest;
use crate::pool::{AtWork, Steered};
use crate::records::record::{Record, to_bytes};
use crate::shared::Shared;

/// A result on disk is replaced no more often than this while its file is in work.
const WRITE_EVERY: Duration = Duration::from_millis(500);

/// One file to reduce.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    pub(crate) input: Input,
    pub(crate) file: FileTest,
    /// The crash that the check found.
    pub(crate) signature: Option<Signature>,
    /// Seconds of the test on the input.
    pub(crate) seconds: f64,
    pub(crate) quick: bool,
    /// The quick reduction to go on from.
    pub(crate) earlier: Option<Box<Record>>,
}

/// What became of a job.
pub(crate) struct Reduced {
    pub(crate) record: Record,
    /// True when nothing was left to try with the budget it had.
    pub(crate) complete: bool,
    /// To be closed once everybody knows that the file is done.
    pub(crate) journal: OpenJournal,
}

/// Reduces one file and writes what belongs to it.
pub(crate) fn reduce(shared: &Shared<'_>, job: &Job) -> Result<Reduced, Failure> {
    let name = &job.input.name;
    let person = shared.control.enter(name);
    let result = Work { shared, job, person }.run();
    shared.control.leave(name);
    result
}

struct Work<'w> {
    shared: &'w Shared<'w>,
    job: &'w Job,
    /// What a person says to it.
    person: AtWork,
}

impl Work<'_> {
    fn run(&self) -> Result<Reduced, Failure> {
        let (shared, job) = (self.shared, self.job);
        let name = &job.input.name;
        let cannot_read = |it| Failure::usage(format!("{name} cannot be read")).because(it);
        let source = job.input.read().map_err(cannot_read)?;
        let (options, subject) = (&job.file.options, &source.subject(&job.file.subject));
        let mut test = Test::new(options, subject)?;
        test.share(&shared.jobs);
        test.about_luggage().into_iter().for_each(|it| shared.tell(name, it));
        test.explain();
        test.hold(self.target(&test), source.files(), Duration::from_secs_f64(job.seconds));
        let languages = source.languages(job.input.language.as_deref(), &job.input.path);
        let languages = languages.map_err(|it| cannot_read(it.to_string()))?;
        let mut plan = source.plan(options, subject, languages)?.with_jobs(shared.pool.jobs());
        if job.quick {
            plan = plan.quick(shared.settings.quick_questions);
        }
        if let Some(earlier) = &job.earlier {
            plan = plan.beginning_at(vec![to_bytes(&earlier.result).into()]);
            shared.recorders.expect(name, earlier.clone(), source.files()[0].clone());
        }
        let events = shared.events.of(name);
        for note in source.notes() {
            events.send(Event::Note(note.clone()));
        }
        let output = shared.layout.result(name);
        let result = Arc::new(ResultPlace::of(&source, &shared.layout, name)?);
        let steering = self.person.steering.clone();
        let slots = Steered { place: shared.pool.enter(), steering: steering.clone() };
        test.see_about_here(source.files(), &slots, &self.person.stop);
        let reduction = Reduction {
            plan,
            test,
            keep: Keep::Batch(shared.layout.journal(name)),
            resume: true,
            began: Instant::now(),
            budget_goes_on: true,
            place: result.clone(),
            output: output.clone(),
            slots: &slots,
            steering,
            events,
            stop: &self.person.stop,
        };
        let over = reduction.run()?;
        result.finish(over.summary.files())?;
        self.close(over, output)
    }

    /// What the check found is held on to; where no crash was looked for, what makes a yes.
    fn target(&self, test: &Test) -> Target {
        let options = &self.job.file.options.test;
        let by_signature = options.signature.is_some() || (options.crashes_only && !options.has_condition());
        match &self.job.signature {
            Some(signature) if by_signature => Target::Crash(signature.clone()),
            _ => test.target().clone(),
        }
    }

    /// Writes what belongs to the result, and tells that it is there.
    fn close(&self, over: reduction::Reduced, output: PathBuf) -> Result<Reduced, Failure> {
        let reduction::Reduced { summary, journal, test } = over;
        let (shared, job) = (self.shared, self.job);
        let name = &job.input.name;
        let ended = self.ended(&summary);
        let complete = summary.is_complete() || (job.quick && ended == "budget" && !shared.pool.is_spent());
        let run = self.run_on(&test, &summary);
        self.write_script(test.target())?;
        let closing = Arc::new(Closing {
            ended,
            run,
            tool: shared.tools.version(test.oracle().spec(), &self.person.stop),
            other_crashes_kept: job.file.options.result.keep_other_crashes.clone(),
            ..Closing::of(name.into(), summary, Kept::File(output))
        });
        let events = shared.events.of(name);
        // The record is made of what was told.
        events.flush();
        let mut record = shared.recorders.record(name, &closing).ok_or_else(|| {
            Failure::cannot_ask("its record is lost", &lop_engine::OracleError::new("nobody has heard of it"))
        })?;
        // Of a project more counts than its texts.
        record.before.hash = files::hex(job.input.hash);
        let path = shared.layout.record(name);
        let json = serde_json::to_string(&record).map_err(|it| Failure::not_written(&path, it))? + "\n";
        files::write(&path, json.as_bytes(), false)?;
        events.send(Event::Finished(closing));
        Ok(Reduced { record, complete, journal })
    }

    /// What the test does with the result, unless nothing is asked any more.
    fn run_on(&self, test: &Test, summary: &Summary) -> Option<RunOutput> {
        let (place, stop) = (self.shared.pool.enter(), &self.shared.control.stop);
        let _permit = place.acquire(stop)?;
        test.oracle().run(&Question::about(summary.files(), stop), Capture::Everything).ok()
    }

    fn ended(&self, summary: &Summary) -> &'static str {
        match &summary.outcome.ended {
            Ended::Stopped if self.shared.pool.is_spent() => "budget",
            Ended::Stopped if !self.shared.control.stop.is_raised() => "skipped",
            _ => summary.ended(),
        }
    }

    /// What reproduces it: of a project the user's own test does.
    fn write_script(&self, target: &Target) -> Result<(), Failure> {
        if self.job.input.project.is_some() {
            return Ok(());
        }
        let (layout, file) = (&self.shared.layout, &self.job.file);
        let script = script::script(&file.options, &file.subject.name, Lookup::Beside, target);
        files::write(&layout.script(&self.job.input.name), script.as_bytes(), true)
    }
}

/// Where a result goes.
#[derive(Debug)]
enum ResultPlace {
    File(ResultFile),
    Tree(Box<TreePlace>),
}

impl ResultPlace {
    fn of(source: &Source, layout: &Arc<Layout>, name: &str) -> Result<ResultPlace, Failure> {
        let output = layout.result(name);
        match source {
            Source::File(_) => {
                let (layout, name, written) = (layout.clone(), name.to_owned(), Mutex::new(Instant::now()));
                Ok(ResultPlace::File(ResultFile { path: output, layout, name, written }))
            }
            Source::Project(original) => {
                let parent = output.parent().unwrap_or(Path::new("."));
                fs::create_dir_all(parent).map_err(|it| Failure::not_written(parent, it))?;
                TreePlace::replacing(original, output).map(|it| ResultPlace::Tree(Box::new(it)))
            }
        }
    }

    /// Writes the result for good.
    fn finish(&self, result: &Files) -> Result<(), Failure> {
        match self {
            ResultPlace::File(it) => files::write(&it.path, &result[0], false),
            ResultPlace::Tree(it) => {
                it.keep(result);
                it.finish().map(drop)
            }
        }
    }
}

impl Place for ResultPlace {
    fn keep(&self, files: &Files) -> Option<String> {
        match self {
            ResultPlace::File(it) => it.keep(files),
            ResultPlace::Tree(it) => it.keep(files),
        }
    }

    fn judged(&self, edit: &Files, taken: bool) -> Option<PathBuf> {
        match self {
            ResultPlace::File(it) => it.judged(edit, taken),
            ResultPlace::Tree(it) => it.judged(edit, taken),
        }
    }
}

/// The file of a result: until its end it is only kept close behind, because the journal has the rest.
#[derive(Debug)]
struct ResultFile {
    path: PathBuf,
    layout: Arc<Layout>,
    name: String,
    written: Mutex<Instant>,
}

impl ResultFile {
    fn keep(&self, files: &Files) -> Option<String> {
        let mut written = self.written.lock();
        if written.elapsed() < WRITE_EVERY {
            return None;
        }
        *written = Instant::now();
        let error = files::write_io(&self.path, &files[0], false).err()?;
        Some(format!("{} could not be written: {error}", self.path.display()))
    }

    fn judged(&self, edit: &Files, taken: bool) -> Option<PathBuf> {
        if taken {
            return None;
        }
        self.layout.save_edit(&self.name, &edit[0]).ok()
    }
}
