//! Who is asked: the command, or an oracle in its place.

use std::fmt;
use std::sync::Arc;

use lop_engine::{Answer, Oracle, OracleError, Question};

use super::Test;

/// Who answers in the place of a command.
pub(super) struct StandIn(Arc<dyn Oracle + Send>);

impl fmt::Debug for StandIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StandIn")
    }
}

impl Test {
    /// The search asks `oracle` in the place of the command, as benchmarks do.
    #[must_use]
    pub fn answered_by(self, oracle: Arc<dyn Oracle + Send>) -> Test {
        Test { stand_in: Some(StandIn(oracle)), ..self }
    }

    /// One run about a candidate, or as many as `--repeat` says.
    pub(crate) fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        match &self.stand_in {
            Some(it) => it.0.ask(question),
            None => self.oracle.ask(question),
        }
    }
}
