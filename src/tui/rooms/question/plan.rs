//! Names of kinds of sittings and of levels.

use crate::content::model::Difficulty;
use crate::memory::Mode;
use crate::sitting::Level;

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
        Mode::Cram => "Cram",
        Mode::Placement => "Placement test",
        Mode::Mock => "Mock exam",
    }
}

/// How hard, in a word.
pub fn difficulty_name(difficulty: Difficulty) -> &'static str {
    Level::from(difficulty).name()
}
