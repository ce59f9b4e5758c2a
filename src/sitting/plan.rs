//! What to sit down to: enough to begin it again, and to find it in the log after a crash.

use serde::{Deserialize, Serialize};

use super::pretest::{self, When};
use super::{Level, Sitting, SittingError, mock, placement};
use crate::content::Library;
use crate::question::Seed;

/// A kind of sitting with its choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Plan {
    /// The chapter's quiz.
    Quiz,
    /// Questions of these families.
    Drill(Drill),
    /// What is due.
    Review(Vec<String>),
    /// The same, and the schedule stays as it is.
    Cram(Vec<String>),
    /// One question in the middle of a page.
    Spot(String),
    /// The questions of a section, before or after reading it.
    Pretest(String, When),
    /// Questions of a family at which one mistake can be made.
    Mistake {
        /// The family.
        family: String,
        /// The code of the mistake.
        code: String,
        /// How many questions.
        count: usize,
    },
    /// What need not be read?
    Placement,
    /// An exam of so many minutes; without a clock, `None`.
    Mock(Option<u32>),
}

/// The choices of a drill.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drill {
    /// The families.
    pub families: Vec<String>,
    /// How many questions.
    pub count: usize,
    /// Only families of this level.
    pub level: Option<Level>,
    /// The schedule stays as it is.
    pub cram: bool,
    /// With a clock: a minute a question.
    pub timed: bool,
}

impl Drill {
    /// So many questions of these families, at every level, without a clock.
    pub fn of(families: Vec<String>, count: usize) -> Drill {
        Drill { families, count, ..Drill::default() }
    }
}

impl Plan {
    /// Begins it.
    pub fn begin(&self, library: &Library, seed: Seed) -> Result<Sitting, SittingError> {
        let mut sitting = match self {
            Plan::Quiz => Sitting::quiz(library, seed),
            Plan::Drill(drill) => Sitting::drill(library, &drill.families, drill.count, seed, drill.level),
            Plan::Review(items) | Plan::Cram(items) => Sitting::review(library, items, seed),
            Plan::Spot(id) => Sitting::spot(library, id, seed),
            // Its seed is the section's, so that both times the same is asked.
            Plan::Pretest(section, when) => pretest::sitting(library, section, *when),
            Plan::Mistake { family, code, count } => Sitting::aimed(library, family, code, *count, seed),
            Plan::Placement => placement::sitting(library, seed),
            Plan::Mock(_) => mock::sitting(library, seed),
        }?;
        let replay = self.command(library, sitting.code());
        sitting.belongs_to(self.clone(), replay);
        Ok(sitting)
    }

    /// Does the schedule stay as it is, although the questions are those of a drill or a review?
    pub fn is_cram(&self) -> bool {
        matches!(self, Plan::Cram(_) | Plan::Drill(Drill { cram: true, .. }))
    }

    /// The time for it in milliseconds, if it has a clock.
    pub fn limit(&self) -> Option<u64> {
        match self {
            Plan::Mock(minutes) => minutes.map(u64::from),
            Plan::Drill(drill) => drill.timed.then_some(drill.count as u64),
            _ => None,
        }
        .map(|minutes| minutes * 60_000)
    }

    /// Is it long enough to go on with another day?
    pub fn is_kept(&self) -> bool {
        !matches!(self, Plan::Spot(_))
    }
}
