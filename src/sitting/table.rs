//! The question on the table: its place in the queue, its numbers, the last answer to it.

use serde::Serialize;

use super::Level;
use crate::memory::Grade;
use crate::question::{Drawn, Response, Seed, Variant, Verdict};
use crate::scheme::Scheme;

/// One place in the queue, with what is known about it so far: a skipped question comes back as it was left.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) id: String,
    pub(super) seed: Seed,
    pub(super) variant: Variant,
    /// Which question it is depends on how the first one of this scheme was answered.
    pub(super) follows: Option<Scheme>,
    pub(super) hints: usize,
    pub(super) tries: u32,
    /// The figure was looked at, which is help too.
    pub(super) looked: bool,
    pub(super) assisted: bool,
    pub(super) graded: bool,
    pub(super) outcome: Option<usize>,
}

impl Slot {
    pub(super) fn new(id: impl Into<String>, seed: Seed, variant: Variant) -> Slot {
        Slot {
            id: id.into(),
            seed,
            variant,
            follows: None,
            hints: 0,
            tries: 0,
            looked: false,
            assisted: false,
            graded: false,
            outcome: None,
        }
    }

    /// Hints taken, a look at the figure included.
    pub(super) fn help(&self) -> usize {
        self.hints + usize::from(self.looked)
    }
}

/// The question on the table.
#[derive(Clone, Debug)]
pub(super) struct Current {
    pub(super) slot: Slot,
    pub(super) drawn: Drawn,
    pub(super) item: String,
    pub(super) content_hash: String,
    pub(super) judged: Option<Judged>,
}

impl Current {
    pub(super) fn level(&self) -> Level {
        match self.slot.variant {
            Variant::Mental => Level::Mental,
            Variant::Full => self.drawn.question.difficulty.into(),
        }
    }
}

/// The last answer to the current question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    /// What was answered.
    pub response: Response,
    /// The judgement.
    pub verdict: Verdict,
    /// How it went, as it is shown; the log has it only for the first attempt.
    pub grade: Grade,
    /// Attempts, this one included.
    pub tries: u32,
    /// How sure the learner was: 1 guess, 2 think so, 3 sure.
    pub confidence: Option<u8>,
}

impl Judged {
    /// Sure, and wrong: the mistakes that mend best when they come back first.
    pub fn was_sure_and_wrong(&self) -> bool {
        self.confidence == Some(SURE) && !self.verdict.is_right()
    }
}

/// The highest confidence.
pub const SURE: u8 = 3;
