//! How long a run may take yet, as far as that can be known: a stage that was gone through before, and changed nothing since,
//! takes about as many questions again; what has never been tried may take any number.

use std::time::Duration;

use lop_engine::Stage;

/// Every stage, in its order.
const STAGES: [Stage; 11] = [
    Stage::Tree,
    Stage::Bulk,
    Stage::Mass,
    Stage::Coarse,
    Stage::Main,
    Stage::Fine,
    Stage::Polish,
    Stage::Deep,
    Stage::Grow,
    Stage::Finish,
    Stage::Certify,
];

/// What is known of the stages.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    stage: Option<Stage>,
    /// Questions of this round.
    asked: u64,
    /// Candidates of this round, those whose verdict was known among them.
    tried: u64,
    /// Questions of the latest round of each stage.
    before: [Option<u64>; STAGES.len()],
}

impl Outlook {
    /// A round begins.
    pub(super) fn begin(&mut self, stage: Stage) {
        if let Some(it) = self.stage {
            self.before[at(it)] = Some(self.asked);
        }
        (self.stage, self.asked, self.tried) = (Some(stage), 0, 0);
    }

    /// A candidate was tried, and asked about unless its verdict was known.
    pub(super) fn note(&mut self, asked: bool) {
        self.tried += 1;
        self.asked += u64::from(asked);
    }

    pub(super) fn stage(&self) -> Option<Stage> {
        self.stage
    }

    /// What to say of the rest, at so many questions per second and with so many tokens left.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn rest(&self, per_second: f64, tokens: usize) -> Rest {
        let Some(stage) = self.stage else { return Rest::Unknown };
        let time = |questions: u64| Duration::from_secs_f64((questions as f64 / per_second).min(1e7));
        if stage == Stage::Certify {
            // Each token and each unit; a unit is about a token.
            let all = 2 * tokens as u64;
            return Rest::About(time(all.saturating_sub(self.tried)));
        }
        let known = |it: &Stage| self.before[at(*it)];
        let now = known(&stage).map_or(0, |it| it.saturating_sub(self.asked));
        let later: u64 = STAGES.iter().filter(|it| **it > stage).filter_map(known).sum();
        let least = time(now + later);
        if least < Duration::from_secs(1) { Rest::Unknown } else { Rest::AtLeast(least) }
    }
}

/// How long it may take yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Rest {
    Unknown,
    AtLeast(Duration),
    About(Duration),
}

fn at(stage: Stage) -> usize {
    STAGES.iter().position(|it| *it == stage).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_gone_through_before_is_the_least_that_is_left() {
        let mut outlook = Outlook::default();
        assert_eq!(outlook.rest(1.0, 10), Rest::Unknown);
        for (stage, questions) in [(Stage::Main, 30), (Stage::Fine, 20), (Stage::Main, 10)] {
            outlook.begin(stage);
            (0..questions).for_each(|_| outlook.note(true));
        }
        // The 20 that are left of those that the big steps took, and the 20 of the small ones.
        assert_eq!(outlook.rest(2.0, 10), Rest::AtLeast(Duration::from_secs(20)));
    }

    #[test]
    fn a_certification_asks_about_each_token_and_each_unit() {
        let mut outlook = Outlook::default();
        outlook.begin(Stage::Certify);
        (0..5).for_each(|it| outlook.note(it % 2 == 0));
        assert_eq!(outlook.rest(1.0, 10), Rest::About(Duration::from_secs(15)));
    }
}
