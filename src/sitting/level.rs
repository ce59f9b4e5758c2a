//! How hard a drill is: the difficulty of its families, or their variants for the head alone.

use serde::{Deserialize, Serialize};

use crate::content::QuestionEntry;
use crate::content::model::Difficulty;

/// A level of a drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Families of one step.
    Easy,
    /// Families of two or three steps.
    Medium,
    /// Families with more steps, or with a trap.
    Hard,
    /// Numbers for the head, no calculator, one tolerance: as in an interview.
    Mental,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Mental];

    /// In a word; the log keeps it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Mental => "mental",
        }
    }

    /// The level of this word.
    pub fn parse(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == word)
    }

    /// Can the family be asked at this level?
    pub fn fits(self, family: &QuestionEntry) -> bool {
        match self {
            Level::Mental => family.mental,
            level => Level::from(family.difficulty) == level,
        }
    }
}

impl From<Difficulty> for Level {
    fn from(difficulty: Difficulty) -> Level {
        match difficulty {
            Difficulty::Easy => Level::Easy,
            Difficulty::Medium => Level::Medium,
            Difficulty::Hard => Level::Hard,
        }
    }
}
