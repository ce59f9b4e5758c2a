//! What can be left in the middle and gone on with, and the events that say so.

use serde::{Deserialize, Serialize};

use crate::memory::{BEGUN, DROPPED, Event, EventKind, Logged, Mode};
use crate::question::Seed;

use super::Plan;
use super::pretest::When;

/// The item of the events that say what was begun.
const ITEM: &str = "sitting";

/// What can be left in the middle and gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Round {
    /// A mock interview.
    Interview,
    /// Worked examples.
    Lesson {
        /// The family.
        family: String,
        /// How many examples; `None` for as many as the learner likes.
        examples: Option<u16>,
    },
    /// One prompt, by its id.
    Rehearse(String),
    /// Recall prompts, by their ids.
    Recall(Vec<String>),
    /// Questions in a row.
    #[serde(untagged)]
    Questions(Plan),
}

impl Round {
    /// What it is called in a sentence: `mock exam`.
    pub fn name(&self) -> &'static str {
        match self {
            Round::Interview => "mock interview",
            Round::Lesson { .. } => "lesson",
            Round::Rehearse(_) => "rehearsal",
            Round::Recall(_) => "recall",
            Round::Questions(Plan::Pretest(_, When::Before)) => "questions before reading",
            Round::Questions(Plan::Pretest(_, When::Now)) => "questions after reading",
            Round::Questions(Plan::Quiz) => "quiz",
            Round::Questions(Plan::Review(_)) => "review",
            Round::Questions(Plan::Placement) => "placement test",
            Round::Questions(Plan::Mock(_)) => "mock exam",
            Round::Questions(plan) if plan.is_cram() => "cram",
            Round::Questions(_) => "drill",
        }
    }

    /// Is nothing said, anywhere, before its end?
    fn is_sealed(&self) -> bool {
        matches!(self, Round::Interview | Round::Questions(Plan::Mock(_)))
    }

    /// The time for it in milliseconds, if it has a clock.
    pub(super) fn limit(&self) -> Option<u64> {
        match self {
            Round::Questions(plan) => plan.limit(),
            _ => None,
        }
    }
}

/// What the log keeps of a sitting that was begun.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Begun {
    pub(super) plan: Round,
    /// How many questions it had at first, or parts.
    pub(super) count: usize,
    /// What is answered in it counts nowhere before its report.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    sealed: bool,
}

/// The event that says what was begun.
pub(super) fn begun(
    session: &str,
    plan: Round,
    count: usize,
    mode: Mode,
    (seed, content_hash): (&Seed, &str),
) -> Event {
    let mut event = within(session, mode, BEGUN);
    event.seed = seed.to_string();
    event.content_hash = content_hash.to_string();
    event.typed = serde_json::to_string(&Begun { sealed: plan.is_sealed(), plan, count }).unwrap_or_default();
    event
}

/// An event that says something about a sitting.
pub(super) fn within(session: &str, mode: Mode, word: &str) -> Event {
    let mut event = Event::new(EventKind::Sitting, mode, ITEM);
    event.session = session.into();
    event.verdict = word.into();
    event
}

/// The event that says that a sitting which was begun is not to be gone on with.
pub fn dropped(begun: &Logged) -> Event {
    within(&begun.event.session, begun.event.mode, DROPPED)
}
