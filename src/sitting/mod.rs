//! Questions in a row: which one is asked, what help was taken, how it was answered, what goes into the log.
//!
//! The screen, `--plain` and `--json` all sit on this one engine; it knows nothing about any of them. It never writes:
//! [`Sitting::answer`] returns the event, and the caller records it before the feedback is shown.
//!
//! ```
//! use posenc::content::Library;
//! use posenc::question::{Response, Seed};
//! use posenc::sitting::Sitting;
//!
//! let library = Library::embedded();
//! let seed = Seed::parse("K3F9").unwrap();
//! let mut sitting = Sitting::drill(&library, &["alibi-slope".into()], 1, seed, None).unwrap();
//! let (verdict, event) = sitting.answer(Response::Typed(vec!["1/3".into()]), 4_000, None);
//! assert!(!verdict.is_right() && event.is_some());
//! sitting.next(&library);
//! assert_eq!(sitting.report().right, 0);
//! ```

mod again;
pub mod aimed;
mod answering;
pub mod cue;
pub mod fade;
pub mod interview;
pub mod lesson;
mod level;
pub mod mention;
pub mod mock;
mod pick;
pub mod placement;
mod plan;
pub mod prediction;
pub mod pretest;
mod queue;
pub mod recall;
mod record;
pub mod rehearsal;
mod replay;
mod report;
pub mod resume;
pub mod round;
pub mod rubric;
pub mod rules;
mod table;
mod trace;
mod words;

use std::collections::VecDeque;

use crate::content::model::Set;
use crate::content::{Library, LoadError};
use crate::memory::{Event, Mode};
use crate::question::{DrawError, Drawn, JudgeOptions, Seed, SessionCode, Variant};

pub use level::Level;
pub use pick::{Step, interleave};
pub use plan::{Drill, Plan};
pub use queue::Passed;
pub use replay::USUAL;
pub use report::{Outcome, REPLAYS, Report, SchemeScore, Slip};
pub use resume::{Left, Resumed};
pub use round::Round;
use table::{Current, Slot};
pub use table::{Judged, SURE};
pub use trace::Trace;
pub use words::{Key, clock_face, key_of, response_text, right_text, settle_text, unrounded};

/// Why there is nothing to ask.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SittingError {
    /// A question cannot be had.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A question cannot be drawn.
    #[error("{id}: {error}")]
    Draw {
        /// The question.
        id: String,
        /// Why.
        error: DrawError,
    },
    /// No question fits.
    #[error("There is no question here to ask. {0}")]
    Nothing(&'static str),
}

/// What undo goes back to.
#[derive(Clone, Debug)]
struct State {
    queue: VecDeque<Slot>,
    current: Option<Current>,
    outcomes: Vec<Outcome>,
    total: usize,
    ms: u64,
}

/// Questions in a row.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// What all its events have in common.
    id: String,
    mode: Mode,
    seed: Seed,
    mark: String,
    /// What is added to the round is asked in the same way.
    variant: Variant,
    options: JudgeOptions,
    /// How many seeds were handed out.
    drawn: u64,
    /// How many questions there were at first.
    planned: usize,
    plan: Option<Plan>,
    /// The log knows that it was begun.
    opened: bool,
    /// The first part of something larger: what says that this was begun.
    part_of: Option<Box<Event>>,
    /// The command that asks the very same again.
    replay: Option<String>,
    /// The time for it, in milliseconds.
    limit: Option<u64>,
    library_hash: String,
    state: State,
    past: Vec<State>,
    troubles: Vec<String>,
}

impl Sitting {
    /// So many questions of these families, mixed, the easy ones first; a level keeps only its families.
    ///
    /// One question is drawn from the seed itself, so that the code under a question replays it alone.
    pub fn drill(
        library: &Library,
        families: &[String],
        count: usize,
        seed: Seed,
        level: Option<Level>,
    ) -> Result<Sitting, SittingError> {
        let ids = pick::drill_order(library, families, count, &seed, level)?;
        let variant = if level == Some(Level::Mental) { Variant::Mental } else { Variant::Full };
        Sitting::begin(library, Mode::Drill, &ids, seed, variant)
    }

    /// The chapter's quiz, in its order; of a file of questions all of them.
    pub fn quiz(library: &Library, seed: Seed) -> Result<Sitting, SittingError> {
        let all = &library.index().questions;
        let set = if all.iter().any(|q| q.set == Set::Quiz) { Set::Quiz } else { Set::Other };
        let of_quiz = all.iter().filter(|q| q.set == set);
        let ids: Vec<String> = of_quiz.map(|q| q.id.to_string()).collect();
        Sitting::of(library, Mode::Quiz, &ids, seed)
    }

    /// What is due: items of the log or ids. Those that the chapter no longer has are left out.
    pub fn review(library: &Library, items: &[String], seed: Seed) -> Result<Sitting, SittingError> {
        let id = |item: &String| library.id_of(item).unwrap_or(item).to_string();
        let ids: Vec<String> = items.iter().map(id).filter(|id| library.entry(id).is_ok()).collect();
        // A chapter whose head cannot be read still has its questions.
        let ids = interleave(&ids, library.confusable().unwrap_or_default());
        Sitting::of(library, Mode::Review, &ids, seed)
    }

    /// One question in the middle of a page.
    pub fn spot(library: &Library, id: &str, seed: Seed) -> Result<Sitting, SittingError> {
        Sitting::of(library, Mode::Spot, &[id.to_string()], seed)
    }

    /// These questions in this order.
    pub fn of(library: &Library, mode: Mode, ids: &[String], seed: Seed) -> Result<Sitting, SittingError> {
        Sitting::begin(library, mode, ids, seed, Variant::Full)
    }

    fn begin(
        library: &Library,
        mode: Mode,
        ids: &[String],
        seed: Seed,
        variant: Variant,
    ) -> Result<Sitting, SittingError> {
        for id in ids {
            library.entry(id)?;
        }
        let alone = ids.len() == 1;
        let place = |(i, id): (usize, &String)| {
            let seed = if alone { seed.clone() } else { seed.nth(i as u64) };
            Slot::new(id, seed, variant)
        };
        let queue: VecDeque<Slot> = ids.iter().enumerate().map(place).collect();
        Sitting::over(library, mode, queue, seed, variant)
    }

    /// The questions of a queue.
    fn over(
        library: &Library,
        mode: Mode,
        queue: VecDeque<Slot>,
        seed: Seed,
        variant: Variant,
    ) -> Result<Sitting, SittingError> {
        let planned = queue.len();
        let mut sitting = Sitting {
            id: crate::memory::fresh_id().simple().to_string(),
            planned,
            plan: None,
            opened: false,
            part_of: None,
            replay: None,
            limit: None,
            library_hash: library.hash().to_string(),
            mode,
            mark: SessionCode::new(seed.clone(), library.hash()).to_string(),
            variant,
            seed,
            options: JudgeOptions::default(),
            drawn: planned as u64,
            state: State { total: planned, queue, current: None, outcomes: Vec::new(), ms: 0 },
            past: Vec::new(),
            troubles: Vec::new(),
        };
        sitting.advance(library)?;
        Ok(sitting)
    }

    /// Is a comma the decimal point?
    pub fn reads_comma(&self) -> bool {
        self.options.decimal_comma
    }

    /// How typed numbers are read.
    pub fn set_options(&mut self, options: JudgeOptions) {
        self.options = options;
    }

    /// Where the answers count.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Answers are noted without a word about them.
    pub fn is_silent(&self) -> bool {
        self.mode.is_silent()
    }

    /// What all its events have in common.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Time used and time given, in milliseconds, with so much spent on the current question; `None` without a clock.
    pub fn clock(&self, spent: u64) -> Option<(u64, u64)> {
        self.limit.map(|limit| (self.state.ms + spent, limit))
    }

    /// An exam whose time is over: after the question on the table no other one comes.
    pub fn is_out_of_time(&self) -> bool {
        self.mode == Mode::Mock && self.limit.is_some_and(|limit| self.state.ms >= limit)
    }

    /// The seed of the sitting.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Seed and content mark: what replays the whole sitting.
    pub fn code(&self) -> &str {
        &self.mark
    }

    /// The question on the table; `None` when all are done.
    pub fn current(&self) -> Option<&Drawn> {
        self.state.current.as_ref().map(|c| &c.drawn)
    }

    /// The level of the question on the table.
    pub fn level(&self) -> Option<Level> {
        self.state.current.as_ref().map(Current::level)
    }

    /// Is it for the head alone? Then there is no calculator.
    pub fn is_mental(&self) -> bool {
        self.level() == Some(Level::Mental)
    }

    /// All done.
    pub fn is_over(&self) -> bool {
        self.state.current.is_none()
    }

    /// The number of the current question, from 1, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let open = self.state.queue.len() + usize::from(self.state.current.is_some());
        let number = self.state.total.saturating_sub(open) + 1;
        (number.min(self.state.total.max(1)), self.state.total)
    }

    /// The last counting answer to the current question.
    pub fn judged(&self) -> Option<&Judged> {
        self.state.current.as_ref()?.judged.as_ref()
    }

    /// Hints shown so far.
    pub fn hints_shown(&self) -> &[String] {
        let Some(current) = &self.state.current else { return &[] };
        current.drawn.instance.hints.get(..current.slot.hints).unwrap_or_default()
    }

    /// Are there hints that were not shown?
    pub fn has_hint(&self) -> bool {
        !self.is_silent() && self.state.current.as_ref().is_some_and(|c| c.slot.hints < c.drawn.instance.hints.len())
    }

    /// Was the solution asked for?
    pub fn is_assisted(&self) -> bool {
        self.state.current.as_ref().is_some_and(|c| c.slot.assisted)
    }

    /// Questions of the chapter that could not be asked, and why.
    pub fn troubles(&self) -> &[String] {
        &self.troubles
    }

    /// How it went.
    pub fn report(&self) -> Report {
        let left = self.state.total.saturating_sub(self.state.outcomes.len());
        let report = Report::new(self.mode, &self.mark, &self.state.outcomes, self.state.ms, left);
        Report { replay: self.replay.clone(), ..report }
    }
}

#[cfg(test)]
mod tests;
