//! What happened: one row of the log.

use serde::{Deserialize, Serialize};

use crate::scheme::Scheme;

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// A question was answered.
    Answer,
    /// A rubric was ticked and saved.
    Rubric,
    /// A recall prompt was answered in the head, put off or dropped.
    Recall,
    /// A worked example was read to its end.
    Studied,
    /// The rule of a solved step was picked: `typed` is the choice, `code` the right one.
    Rule,
    /// A prediction was made.
    Predict,
    /// A page was read to its end; or, with the verdict [`OPENED`], only opened: the reading place.
    Page,
    /// The date of the interview was said, or that there is none.
    Plan,
    /// A sitting: `verdict` is `begun`, and `typed` says what was sat down to; or it is `dropped`; or it
    /// is `skipped`, and `seed` says which question was put to the end.
    Sitting,
    /// The schedule was fitted to the learner, or set back to the defaults.
    Fit,
    /// The event named in `undoes` is taken back.
    Undo,
}

/// The verdict of a page whose end was not on the screen yet.
pub const OPENED: &str = "opened";

/// How well it went, as FSRS grades it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Forgotten.
    Again = 1,
    /// With help.
    Hard = 2,
    /// Right.
    Good = 3,
    /// Right at once.
    Easy = 4,
}

impl Grade {
    /// From 1 to 4.
    pub fn from_number(number: i64) -> Option<Grade> {
        [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy].into_iter().find(|g| *g as i64 == number)
    }
}

/// Where a question was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// In the middle of a page.
    Spot,
    /// The chapter's quiz.
    Quiz,
    /// A drill.
    #[default]
    Drill,
    /// What was due.
    Review,
    /// The self-check.
    SelfCheck,
    /// The interview.
    Interview,
    /// Reading.
    Study,
    /// Before a section; never scored.
    Pretest,
    /// The same questions behind its end; never scored.
    Posttest,
    /// A worked example with blanks.
    Lesson,
    /// A recall prompt.
    Recall,
    /// A drill or a review that leaves the schedule alone.
    Cram,
    /// Finds what need not be read; never scored.
    Placement,
    /// An exam: nothing is said before its end.
    Mock,
}

impl Mode {
    /// Asked to notice, not to score: such answers have no grade and count nowhere.
    pub const fn is_unscored(self) -> bool {
        matches!(self, Mode::Pretest | Mode::Posttest | Mode::Placement)
    }

    /// Does an answer change when its question comes back?
    pub const fn is_scheduled(self) -> bool {
        !self.is_unscored() && !matches!(self, Mode::Cram)
    }

    /// Nothing is said about an answer before the end.
    pub const fn is_silent(self) -> bool {
        self.is_unscored() || matches!(self, Mode::Mock)
    }
}

/// What a reader did with a recall prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// Knew the answer; it comes back when it is about to be forgotten.
    Knew,
    /// Did not know it; it comes back soon.
    Missed,
    /// Tomorrow again.
    Later,
    /// Never again.
    Dropped,
}

impl Kept {
    /// The word in the log.
    pub const fn word(self) -> &'static str {
        match self {
            Kept::Knew => "knew",
            Kept::Missed => "missed",
            Kept::Later => "later",
            Kept::Dropped => "dropped",
        }
    }

    /// The word read back.
    pub fn of(word: &str) -> Option<Kept> {
        [Kept::Knew, Kept::Missed, Kept::Later, Kept::Dropped].into_iter().find(|k| k.word() == word)
    }

    /// What it means for the schedule.
    pub const fn grade(self) -> Option<Grade> {
        match self {
            Kept::Knew => Some(Grade::Good),
            Kept::Missed => Some(Grade::Again),
            Kept::Later | Kept::Dropped => None,
        }
    }
}

/// One row of the log. Nothing in it is ever changed; only forgetting removes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Where.
    pub mode: Mode,
    /// The sitting: the same for all its answers; for what belongs to none, the same between start and quit.
    pub session: String,
    /// `chapter/question` or `section/page`; the schedule is kept per item.
    pub item: String,
    /// The scheme, for the tables by scheme.
    pub scheme: Option<Scheme>,
    /// The seed of the instance.
    pub seed: String,
    /// What was drawn, as JSON, so that an old answer shows as it was.
    pub drawn: String,
    /// The content that it was drawn from.
    pub content_hash: String,
    /// Exactly what was typed, chosen or ticked.
    pub typed: String,
    /// How it was read.
    pub reading: String,
    /// The word of the verdict; empty where there is none.
    pub verdict: String,
    /// The code of the mistake; for a rubric the missed points, one a line.
    pub code: String,
    /// The grade; `None` leaves the schedule alone.
    pub grade: Option<Grade>,
    /// Hints shown.
    pub hints: u32,
    /// Attempts, this one included.
    pub tries: u32,
    /// 1 guess, 2 think so, 3 sure.
    pub confidence: Option<u8>,
    /// Time taken.
    pub ms: u64,
    /// How hard: `easy`, `medium`, `hard`, or `mental` for the head alone; empty where there is no level.
    #[serde(default)]
    pub level: String,
}

impl Event {
    /// An empty event about an item; fill in what is known.
    pub fn new(kind: EventKind, mode: Mode, item: impl Into<String>) -> Event {
        Event {
            kind,
            mode,
            session: String::new(),
            item: item.into(),
            scheme: None,
            seed: String::new(),
            drawn: String::new(),
            content_hash: String::new(),
            typed: String::new(),
            reading: String::new(),
            verdict: String::new(),
            code: String::new(),
            grade: None,
            hints: 0,
            tries: 1,
            confidence: None,
            ms: 0,
            level: String::new(),
        }
    }
}

/// A row of the log as it is read back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Logged {
    /// Its id (UUID v7).
    pub id: String,
    /// When, in milliseconds since 1970.
    pub at_utc_ms: i64,
    /// The offset of local time from UTC, in seconds.
    pub utc_offset: i32,
    /// The day that it counts for, `2026-11-29`.
    pub study_day: String,
    /// The event that this one takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}
