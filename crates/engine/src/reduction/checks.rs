//! What is checked of a reduction before its search begins.

use std::sync::Arc;

use super::Reduction;
use crate::document::MOST_FILES;
use crate::edit::Span;
use crate::error::ReduceError;
use crate::language::Language;
use crate::oracle::{Oracle, Question, Verdict};
use crate::protect::Protected;
use crate::tree::Tree;

impl Reduction<'_> {
    pub(super) fn check_sizes(&self) -> Result<(), ReduceError> {
        let files = self.files.len();
        match files {
            0 => return Err(ReduceError::NoFiles),
            1..=MOST_FILES => {}
            _ => return Err(ReduceError::TooManyFiles { files }),
        }
        let too_large = |it: &Arc<[u8]>| u32::try_from(it.len()).is_err();
        match self.files.iter().position(too_large) {
            Some(file) => Err(ReduceError::TooLarge { file, bytes: self.files[file].len() }),
            None => Ok(()),
        }
    }

    pub(super) fn check_tree(&self) -> Result<(), ReduceError> {
        self.config.kept.iter().try_for_each(|&it| self.file(it).map(drop))?;
        if self.config.tree {
            let tree = Tree::parse(&self.files[0]).map_err(|source| ReduceError::BadTree { source })?;
            let (lines, files) = (tree.entries().len(), self.files.len() - 1);
            if lines != files {
                return Err(ReduceError::TreeLines { lines, files });
            }
        }
        Ok(())
    }

    /// Finds what the options protect in the files, and adds the regions.
    pub(super) fn protect_regions(&mut self) -> Result<(), ReduceError> {
        let mut spans = self.config.protected.locate(&self.files).ok_or(ReduceError::ProtectedNotFound)?;
        if self.regions.is_empty() {
            return Ok(());
        }
        for (file, region) in std::mem::take(&mut self.regions) {
            let bytes = self.file(file)?.len();
            if region.start > region.end || region.end > bytes {
                return Err(ReduceError::NoSuchRegion { file, region, bytes });
            }
            let offset = |it: usize| u32::try_from(it).expect("within a file whose size was checked");
            spans[file].push(Span::new(offset(region.start), offset(region.end)));
        }
        self.config.protected = Protected::new(&self.files, spans);
        Ok(())
    }

    pub(super) fn language_of_each(&mut self) -> Result<Vec<Option<Arc<Language>>>, ReduceError> {
        let mut each = vec![None; self.files.len()];
        for (file, language) in std::mem::take(&mut self.languages) {
            self.file(file)?;
            each[file] = language;
        }
        Ok(each)
    }

    fn file(&self, file: usize) -> Result<&Arc<[u8]>, ReduceError> {
        self.files.get(file).ok_or(ReduceError::NoSuchFile { file, files: self.files.len() })
    }

    pub(super) fn ask_about_input(&self, oracle: &dyn Oracle) -> Result<(), ReduceError> {
        let question = Question::about(&self.files, &self.stop);
        match oracle.ask(&question).map_err(|source| ReduceError::OracleFailed { source })?.verdict {
            Verdict::Interesting => Ok(()),
            Verdict::Cancelled => Err(ReduceError::Stopped),
            verdict => Err(ReduceError::NotInteresting { verdict }),
        }
    }
}
