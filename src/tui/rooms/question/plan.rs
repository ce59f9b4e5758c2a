//! What to sit down to, so that it can be begun again.

use crate::content::Library;
use crate::content::model::Difficulty;
use crate::memory::Mode;
use crate::question::Seed;
use crate::sitting::pretest::{self, When};
use crate::sitting::{Level, Sitting, SittingError};

/// A kind of sitting with its choices.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// The chapter's quiz.
    Quiz,
    /// So many questions of these families.
    Drill {
        /// The families.
        families: Vec<String>,
        /// How many questions.
        count: usize,
        /// Only families of this level.
        level: Option<Level>,
    },
    /// What is due.
    Review(Vec<String>),
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
}

impl Plan {
    /// Begins it.
    pub fn begin(&self, library: &Library, seed: Seed) -> Result<Sitting, SittingError> {
        match self {
            Plan::Quiz => Sitting::quiz(library, seed),
            Plan::Drill { families, count, level } => Sitting::drill(library, families, *count, seed, *level),
            Plan::Review(items) => Sitting::review(library, items, seed),
            Plan::Spot(id) => Sitting::spot(library, id, seed),
            // Its seed is the section's, so that both times the same is asked.
            Plan::Pretest(section, when) => pretest::sitting(library, section, *when),
            Plan::Mistake { family, code, count } => Sitting::aimed(library, family, code, *count, seed),
        }
    }
}

/// The name of a mode for the header.
pub const fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Spot | Mode::Study => "Question",
        Mode::Quiz => "Quiz",
        Mode::Drill => "Drill",
        Mode::Review => "Review",
        Mode::SelfCheck => "Self-check",
        Mode::Interview => "Interview",
        Mode::Pretest => "Before you read",
        Mode::Posttest => "After reading",
        Mode::Lesson => "Lesson",
        Mode::Recall => "Recall",
    }
}

/// How hard, in a word.
pub fn difficulty_name(difficulty: Difficulty) -> &'static str {
    Level::from(difficulty).name()
}
