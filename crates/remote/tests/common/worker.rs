//! Who carries actions out: in a directory of its own, with nothing in the environment.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use reapi::{Action, ActionResult, ExecuteRequest, OutputFile};
use rustix::process::{Pid, Signal, kill_process_group};
use tonic::Status;

use super::State;

/// A millionth of a second, far less than any way to here takes, as a script says it.
const AT_ONCE: &str = "1000000000 1000001000\n";

/// A process with all that it has started; dropped, it is killed.
struct Group(Pid);

impl Drop for Group {
    fn drop(&mut self) {
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}

/// One more is running as long as this is there.
struct Busy(Arc<State>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.counts.running.fetch_sub(1, Ordering::SeqCst);
    }
}

impl State {
    /// The result of an action, from memory where that is allowed. True when it comes from there.
    pub(crate) async fn carry_out(
        self: &Arc<State>,
        request: &ExecuteRequest,
    ) -> Result<(ActionResult, bool), Status> {
        let digest = request.action_digest.as_ref();
        let action: Action = self.message(digest)?;
        let hash = digest.unwrap().hash.clone();
        if !request.skip_cache_lookup && !action.do_not_cache {
            let known = self.results.lock().get(&hash).cloned();
            if let Some(known) = known {
                self.counts.recalled.fetch_add(1, Ordering::SeqCst);
                return Ok((known, true));
            }
        }
        let command: reapi::Command = self.message(action.command_digest.as_ref())?;
        let asked_for = &request.inline_output_files;
        assert!(asked_for.iter().all(|it| command.output_paths.contains(it)), "servers may insist on that");
        self.counts.running.fetch_add(1, Ordering::SeqCst);
        let _busy = Busy(self.clone());
        let mut result = match &self.judge {
            None => self.run(&action, &command).await?,
            Some(judge) => {
                let texts = self.candidates(action.input_root_digest.as_ref())?;
                let codes = texts.iter().map(|(folder, text)| (folder.clone(), i32::from(!judge(text))));
                self.as_if(&command, &codes.collect::<Vec<_>>())
            }
        };
        self.counts.executed.fetch_add(1, Ordering::SeqCst);
        // As most servers do: only what has ended well is kept.
        if result.exit_code == 0 && !action.do_not_cache {
            self.results.lock().insert(hash, result.clone());
        }
        for (wanted, raw, digest) in [
            (request.inline_stdout, &mut result.stdout_raw, &mut result.stdout_digest),
            (request.inline_stderr, &mut result.stderr_raw, &mut result.stderr_digest),
        ] {
            if let Some(digest) = digest.take_if(|_| self.inlines && wanted) {
                *raw = self.bytes(Some(&digest))?;
            }
        }
        for file in &mut result.output_files {
            if self.inlines && request.inline_output_files.contains(&file.path) {
                file.contents = self.bytes(file.digest.as_ref())?;
            }
        }
        Ok((result, false))
    }

    async fn run(&self, action: &Action, command: &reapi::Command) -> Result<ActionResult, Status> {
        let room = tempfile::tempdir().unwrap();
        let outputs: Vec<&str> = command.output_paths.iter().map(|it| &**it).collect();
        assert!(outputs.is_sorted(), "servers may insist on that");
        self.lay(action.input_root_digest.as_ref(), room.path(), &outputs)?;
        for it in &outputs {
            fs::create_dir_all(room.path().join(it).parent().unwrap()).unwrap();
        }
        let child = Command::new(&command.arguments[0])
            .args(&command.arguments[1..])
            .current_dir(room.path().join(&command.working_directory))
            .env_clear()
            .envs(command.environment_variables.iter().map(|it| (&it.name, &it.value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let group = Group(Pid::from_child(&child));
        let said = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap()).await.unwrap();
        drop(group);
        let is_told_when = self.is_quick && !said.stdout.is_empty();
        let stderr = if is_told_when { AT_ONCE.into() } else { said.stderr };
        let mut result = ActionResult {
            exit_code: said.status.code().unwrap_or(137),
            stdout_digest: Some(self.keep(said.stdout)),
            stderr_digest: Some(self.keep(stderr)),
            ..ActionResult::default()
        };
        for path in &command.output_paths {
            if let Ok(mut bytes) = fs::read(room.path().join(path)) {
                if self.is_quick && path.ends_with("/when") {
                    bytes = AT_ONCE.into();
                }
                result.output_files.push(self.output(path, bytes));
            }
        }
        Ok(result)
    }

    /// What commands would leave that ended in these folders with these codes at once.
    fn as_if(&self, command: &reapi::Command, codes: &[(String, i32)]) -> ActionResult {
        let code_of = |path: &str| codes.iter().find(|it| path.starts_with(&it.0)).unwrap().1;
        let content = |path: &str| match path.rsplit('/').next().unwrap() {
            "over" => format!("{} 0\n", code_of(path)),
            "when" => AT_ONCE.to_owned(),
            _ => String::new(),
        };
        let is_batch = command.output_paths.iter().any(|it| it.ends_with("left/over"));
        if !is_batch {
            let [stdout_digest, stderr_digest] =
                ["left/over", "left/when"].map(|it| Some(self.keep(content(it).into_bytes())));
            return ActionResult { stdout_digest, stderr_digest, ..ActionResult::default() };
        }
        let left = command.output_paths.iter().filter(|it| it.contains("left/"));
        let files = left.map(|it| self.output(it, content(it).into_bytes()));
        ActionResult { output_files: files.collect(), ..ActionResult::default() }
    }

    fn output(&self, path: &str, bytes: Vec<u8>) -> OutputFile {
        OutputFile { path: path.to_owned(), digest: Some(self.keep(bytes)), ..OutputFile::default() }
    }
}
