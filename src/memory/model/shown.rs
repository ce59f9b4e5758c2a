//! What is read back for the screens: what is due, counts, schedules.

use serde::Serialize;

use crate::scheme::Scheme;

/// An item that is due.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Due {
    /// The item.
    pub item: String,
    /// Since when, in milliseconds since 1970.
    pub at_utc_ms: i64,
    /// The last graded answer was sure, and wrong: it comes first.
    pub sure_and_wrong: bool,
}

/// How often answers given with one confidence were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// 1 guess, 2 think so, 3 sure.
    pub confidence: u8,
    /// First answers given so.
    pub answers: u32,
    /// Right ones.
    pub right: u32,
}

impl Calibration {
    /// The word that the learner chose.
    pub const fn word(self) -> &'static str {
        match self.confidence {
            1 => "a guess",
            2 => "think so",
            _ => "sure",
        }
    }
}

/// What was answered about a scheme.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemeSummary {
    /// Different items answered at least once.
    pub items: u32,
    /// Different items whose last answer was right without help.
    pub solid: u32,
    /// Answers.
    pub answers: u32,
    /// Right ones.
    pub right: u32,
    /// Chance that a due-or-not item is remembered now, averaged over its items; `None` without items.
    pub recall: Option<f64>,
}

/// Everything that Home and Progress show, in one query each.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Due now.
    pub due: u32,
    /// Due later today: what went wrong comes back after some minutes.
    pub later: u32,
    /// Due tomorrow, the study day after this one.
    pub tomorrow: u32,
    /// By scheme, in the order of [`Scheme::ALL`]; items without a scheme are not in it.
    pub schemes: Vec<(Scheme, SchemeSummary)>,
    /// Answers in all.
    pub answers: u32,
    /// Right ones.
    pub right: u32,
    /// Days with at least one answer.
    pub days: u32,
    /// Time spent answering, in milliseconds.
    pub ms: u64,
    /// Interview prompts rehearsed at least once.
    pub rehearsed: u32,
}

impl Summary {
    /// What comes back after what is due now: `2 later today, 5 tomorrow`.
    pub fn ahead(&self) -> String {
        match self.later {
            0 => format!("{} tomorrow", self.tomorrow),
            later => format!("{later} later today, {} tomorrow", self.tomorrow),
        }
    }

    /// The line at the top right: `2 due · 1 later · tomorrow 5`; it is as short as it can be.
    pub fn due_line(&self) -> String {
        match (self.due, self.later) {
            (0, 0) => format!("nothing due · tomorrow {}", self.tomorrow),
            (due, 0) => format!("{due} due · tomorrow {}", self.tomorrow),
            (due, later) => format!("{due} due · {later} later · tomorrow {}", self.tomorrow),
        }
    }
}

/// A mistake made more than once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Repeated {
    /// Its code.
    pub code: String,
    /// The item where it was made last.
    pub item: String,
    /// How often.
    pub count: u32,
}

/// What an item's schedule says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// The item.
    pub item: String,
    /// Days until recall falls to nine in ten.
    pub stability: f64,
    /// 1 to 10.
    pub difficulty: f64,
    /// When it is due, in milliseconds since 1970.
    pub due_utc_ms: i64,
    /// Answers that were graded.
    pub reviews: u32,
    /// Answers graded "again".
    pub lapses: u32,
    /// The word of the last verdict.
    pub last_verdict: String,
    /// The last answer was right, at once and without help: only this counts as mastered.
    pub solid: bool,
}
