//! Worked examples that fade: how much of one is left blank.
//!
//! ```text
//! level 0  every step shown        level 2  the last two blank
//! level 1  the last step blank     level 3  all blank
//! ```
//! The level follows the learner's own record of the family: right without help goes one up, wrong one down.

use crate::memory::{EventKind, Logged, Mode};

/// Everything blank.
pub const ALONE: usize = 3;

/// One line of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// Right.
    pub right: bool,
    /// With a hint, or not at once.
    pub helped: bool,
}

impl Try {
    /// What an answer says. Steps that a lesson shows are its form, not help: there only a second try is.
    pub fn of(logged: &Logged) -> Try {
        let event = &logged.event;
        let right = event.kind == EventKind::Studied || matches!(event.verdict.as_str(), "right" | "other-form");
        let hinted = event.mode != Mode::Lesson && event.hints > 0;
        Try { right, helped: hinted || event.tries > 1 }
    }
}

/// The level after a record, oldest first; a family that was never met starts at 0.
pub fn level(record: impl IntoIterator<Item = Try>) -> usize {
    record.into_iter().fold(0, |level, one| match (one.right, one.helped) {
        (true, false) => (level + 1).min(ALONE),
        (true, true) => level,
        (false, _) => level.saturating_sub(1),
    })
}

/// Which of the steps that have a value are blank at a level: from the end backwards.
pub fn blanks(level: usize, valued: &[usize]) -> &[usize] {
    let count = if level >= ALONE { valued.len() } else { level.min(valued.len()) };
    valued.get(valued.len() - count..).unwrap_or_default()
}

/// The level in words.
pub const fn words(level: usize) -> &'static str {
    match level {
        0 => "every step is shown",
        1 => "the last step is yours",
        2 => "the last two steps are yours",
        _ => "every step is yours",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAN: Try = Try { right: true, helped: false };
    const HELPED: Try = Try { right: true, helped: true };
    const WRONG: Try = Try { right: false, helped: false };

    #[test]
    fn a_first_example_is_shown_whole_and_three_clean_ones_leave_it_to_the_learner() {
        assert_eq!(level([]), 0);
        assert_eq!(level([CLEAN]), 1);
        assert_eq!(level([CLEAN; 3]), ALONE);
        assert_eq!(level([CLEAN; 9]), ALONE);
    }

    #[test]
    fn wrong_goes_one_down_and_help_leaves_it_where_it_is() {
        assert_eq!(level([CLEAN, CLEAN, WRONG]), 1);
        assert_eq!(level([CLEAN, CLEAN, HELPED]), 2);
        assert_eq!(level([WRONG, WRONG, CLEAN]), 1);
    }

    #[test]
    fn blanks_grow_from_the_end_backwards() {
        let valued = [0, 2, 3, 5];
        assert_eq!(blanks(0, &valued), [0usize; 0]);
        assert_eq!(blanks(1, &valued), [5]);
        assert_eq!(blanks(2, &valued), [3, 5]);
        assert_eq!(blanks(3, &valued), valued);
        assert_eq!(blanks(2, &[1]), [1]);
    }
}
