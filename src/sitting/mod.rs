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

pub mod cue;
pub mod fade;
pub mod lesson;
mod pick;
pub mod pretest;
pub mod recall;
mod record;
mod report;
pub mod rubric;
pub mod rules;
mod words;

use std::collections::VecDeque;

use serde::Serialize;

use crate::content::model::{Difficulty, Kind, Question, Set};
use crate::content::{Library, LoadError};
use crate::memory::{Event, Grade, Mode};
use crate::question::answer::{self, ReadRules};
use crate::question::{
    Ask, Asked, DrawError, Drawn, JudgeOptions, Reading, Response, Seed, SessionCode, Verdict, draw, judge,
    judge_rubric,
};

pub use pick::{Step, interleave};
pub use report::{Outcome, Report, SchemeScore, Slip};
pub use words::{Key, key_of, response_text, right_text, settle_text};

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

/// One place in the queue, with what is known about it so far: a skipped question comes back as it was left.
#[derive(Clone, Debug)]
struct Slot {
    id: String,
    seed: Seed,
    hints: usize,
    tries: u32,
    /// The figure was looked at, which is help too.
    looked: bool,
    assisted: bool,
    graded: bool,
    outcome: Option<usize>,
}

impl Slot {
    fn new(id: impl Into<String>, seed: Seed) -> Slot {
        Slot { id: id.into(), seed, hints: 0, tries: 0, looked: false, assisted: false, graded: false, outcome: None }
    }

    /// Hints taken, a look at the figure included.
    fn help(&self) -> usize {
        self.hints + usize::from(self.looked)
    }
}

/// The question on the table.
#[derive(Clone, Debug)]
struct Current {
    slot: Slot,
    drawn: Drawn,
    item: String,
    content_hash: String,
    judged: Option<Judged>,
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
    mode: Mode,
    seed: Seed,
    mark: String,
    options: JudgeOptions,
    /// How many seeds were handed out.
    drawn: u64,
    state: State,
    past: Vec<State>,
    troubles: Vec<String>,
}

impl Sitting {
    /// So many questions of these families, mixed, the easy ones first; a difficulty keeps only its families.
    ///
    /// One question is drawn from the seed itself, so that the code under a question replays it alone.
    pub fn drill(
        library: &Library,
        families: &[String],
        count: usize,
        seed: Seed,
        difficulty: Option<Difficulty>,
    ) -> Result<Sitting, SittingError> {
        let ids = pick::drill_order(library, families, count, &seed, difficulty)?;
        Sitting::of(library, Mode::Drill, &ids, seed)
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
        for id in ids {
            library.entry(id)?;
        }
        let alone = ids.len() == 1;
        let place = |(i, id): (usize, &String)| {
            let seed = if alone { seed.clone() } else { seed.nth(i as u64) };
            Slot::new(id, seed)
        };
        let queue: VecDeque<Slot> = ids.iter().enumerate().map(place).collect();
        let state = State { total: queue.len(), queue, current: None, outcomes: Vec::new(), ms: 0 };
        let mut sitting = Sitting {
            mode,
            mark: SessionCode::new(seed.clone(), library.hash()).to_string(),
            seed,
            options: JudgeOptions::default(),
            drawn: ids.len() as u64,
            state,
            past: Vec::new(),
            troubles: Vec::new(),
        };
        sitting.advance(library)?;
        Ok(sitting)
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
        self.mode.is_unscored()
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

    /// The next hint. An answer after it is graded Hard at best.
    pub fn hint(&mut self) -> Option<&str> {
        if self.is_silent() {
            return None;
        }
        let current = self.state.current.as_mut()?;
        let hint = current.drawn.instance.hints.get(current.slot.hints)?;
        current.slot.hints += 1;
        Some(hint)
    }

    /// The figure is shown before the answer; it draws this question's numbers, so it counts as a hint.
    pub fn look(&mut self) {
        if let Some(current) = self.state.current.as_mut().filter(|c| c.judged.is_none()) {
            current.slot.looked = true;
        }
    }

    /// What keeps an answer from being judged: it cannot be read, or has too few digits.
    pub fn complaint(&self, response: &Response) -> Option<String> {
        match self.judge(self.current()?, response) {
            Verdict::TooFewDigits { say } | Verdict::NotReadable { say } => Some(say),
            _ => None,
        }
    }

    /// Shows the worked solution. Before the first answer it counts as forgotten, and that is the event returned.
    pub fn solution(&mut self, ms: u64) -> Option<Event> {
        let before = self.state.clone();
        let current = self.state.current.as_mut()?;
        if std::mem::replace(&mut current.slot.assisted, true) || current.slot.graded {
            return None;
        }
        current.slot.tries += 1;
        current.slot.graded = true;
        let mut event = record::blank(current, self.mode);
        event.grade = (!self.mode.is_unscored()).then_some(Grade::Again);
        event.ms = ms;
        self.state.ms += ms;
        self.put(Outcome::shown);
        self.past.push(before);
        Some(event)
    }

    /// How a number typed into a field reads now: for the echo below it.
    pub fn read(&self, field: usize, text: &str) -> Reading {
        match self.asked(field) {
            Some(asked) => answer::read(text, &self.rules(asked)),
            None => Reading::Empty,
        }
    }

    /// The text that means the chosen one of several readings.
    pub fn settle(&self, field: usize, text: &str, value: f64) -> String {
        match self.asked(field) {
            Some(asked) => settle_text(text, value, &self.rules(asked)),
            None => text.to_string(),
        }
    }

    fn asked(&self, field: usize) -> Option<&Asked> {
        match &self.current()?.instance.ask {
            Ask::Numbers { answers, .. } => answers.get(field),
            _ => None,
        }
    }

    fn rules<'a>(&self, asked: &'a Asked) -> ReadRules<'a> {
        ReadRules::of(asked, self.options.decimal_comma)
    }

    /// Judges an answer. What cannot be read, or has too few digits, costs nothing and leaves no event; only the first
    /// attempt at an instance is graded.
    pub fn answer(&mut self, response: Response, ms: u64, confidence: Option<u8>) -> (Verdict, Option<Event>) {
        let Some(current) = self.state.current.as_ref() else {
            return (Verdict::NotReadable { say: "All questions are answered.".into() }, None);
        };
        let verdict = self.judge(&current.drawn, &response);
        if !verdict.counts() {
            return (verdict, None);
        }
        let readings = self.readings(&response);
        self.past.push(self.state.clone());
        self.state.ms += ms;
        let mode = self.mode;
        let Some(current) = self.state.current.as_mut() else { return (verdict, None) };
        current.slot.tries += 1;
        let grade = record::grade(&current.slot, &current.drawn, &verdict, &response);
        let first = !std::mem::replace(&mut current.slot.graded, true);
        let mut event = record::blank(current, mode);
        record::fill(&mut event, &current.drawn, &response, &verdict, &readings);
        event.grade = (first && !mode.is_unscored()).then_some(grade);
        event.confidence = confidence;
        event.ms = ms;
        current.judged = Some(Judged { response, verdict: verdict.clone(), grade, tries: current.slot.tries });
        self.put(Outcome::answered);
        (verdict, Some(event))
    }

    fn judge(&self, drawn: &Drawn, response: &Response) -> Verdict {
        match (&drawn.question.kind, response) {
            (Kind::Interview(interview), Response::Ticked(ticked)) => judge_rubric(&interview.rubric, ticked),
            _ => judge(&drawn.instance, response, &self.options),
        }
    }

    fn readings(&self, response: &Response) -> Vec<Reading> {
        match response {
            Response::Typed(texts) => texts.iter().enumerate().map(|(i, text)| self.read(i, text)).collect(),
            _ => Vec::new(),
        }
    }

    /// Writes the outcome of the current question, or writes it anew after another try.
    fn put(&mut self, outcome: impl FnOnce(&Drawn, Option<&Judged>, Option<&Outcome>) -> Outcome) {
        let Some(current) = self.state.current.as_mut() else { return };
        let old = current.slot.outcome.and_then(|at| self.state.outcomes.get(at));
        let mut new = outcome(&current.drawn, current.judged.as_ref(), old);
        new.hints = current.slot.help();
        new.tries = current.slot.tries;
        match current.slot.outcome.and_then(|at| self.state.outcomes.get_mut(at)) {
            Some(place) => *place = new,
            None => {
                current.slot.outcome = Some(self.state.outcomes.len());
                self.state.outcomes.push(new);
            }
        }
    }

    /// Lets the learner try the same numbers again; the grade stays.
    pub fn retry(&mut self) {
        if let Some(current) = self.state.current.as_mut() {
            current.judged = None;
        }
    }

    /// Puts the current question to the end of the queue. `false` if it is the last one.
    pub fn skip(&mut self, library: &Library) -> bool {
        if self.state.queue.is_empty() {
            return false;
        }
        if let Some(current) = self.state.current.take() {
            self.state.queue.push_back(current.slot);
        }
        self.next(library)
    }

    /// Leaves the current question out: it is neither answered nor counted.
    pub fn set_aside(&mut self, library: &Library) -> bool {
        self.next(library)
    }

    /// Goes on. `false` when all are done.
    pub fn next(&mut self, library: &Library) -> bool {
        if let Some(current) = self.state.current.take()
            && current.slot.outcome.is_none()
        {
            self.state.total = self.state.total.saturating_sub(1);
        }
        match self.advance(library) {
            Ok(()) => true,
            Err(SittingError::Nothing(_)) => false,
            Err(error) => {
                self.troubles.push(error.to_string());
                false
            }
        }
    }

    /// The same family with fresh numbers, now.
    pub fn another(&mut self, library: &Library) -> bool {
        let Some(id) = self.current().map(|d| d.question.id.clone()) else { return false };
        self.insert(&id, library)
    }

    /// A family of the same scheme that is easier or harder, now. `None` if there is none.
    pub fn step(&mut self, step: Step, library: &Library) -> Option<String> {
        let id = pick::neighbour(library, &self.current()?.question, step, self.drawn)?;
        self.insert(&id, library).then_some(id)
    }

    /// Is there an easier or harder family?
    pub fn can_step(&self, step: Step, library: &Library) -> bool {
        self.current().is_some_and(|d| pick::neighbour(library, &d.question, step, 0).is_some())
    }

    /// A question of this family with fresh numbers now, and the one on the table after it.
    pub fn another_of(&mut self, id: &str, library: &Library) -> bool {
        if let Some(current) = self.state.current.take() {
            self.state.queue.push_front(current.slot);
        }
        self.insert(id, library)
    }

    fn insert(&mut self, id: &str, library: &Library) -> bool {
        let seed = self.seed.nth(self.drawn);
        self.drawn += 1;
        self.state.queue.push_front(Slot::new(id, seed));
        self.state.total += 1;
        self.next(library)
    }

    /// Goes back to before the last recorded answer; the caller takes the event back. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(state) => {
                self.state = state;
                true
            }
            None => false,
        }
    }

    /// Is there an answer to take back?
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Questions of the chapter that could not be asked, and why.
    pub fn troubles(&self) -> &[String] {
        &self.troubles
    }

    /// How it went.
    pub fn report(&self) -> Report {
        Report::new(self.mode, &self.mark, &self.state.outcomes, self.state.ms)
    }

    /// Draws the next question of the queue. One that cannot be drawn is remembered and passed over.
    fn advance(&mut self, library: &Library) -> Result<(), SittingError> {
        let mut last = SittingError::Nothing("Read on, or choose a drill.");
        while let Some(slot) = self.state.queue.pop_front() {
            match lay(library, slot) {
                Ok(current) => {
                    self.state.current = Some(current);
                    return Ok(());
                }
                Err(error) => {
                    self.state.total = self.state.total.saturating_sub(1);
                    self.troubles.push(error.to_string());
                    last = error;
                }
            }
        }
        Err(last)
    }
}

/// Puts a question on the table.
fn lay(library: &Library, slot: Slot) -> Result<Current, SittingError> {
    let question: &Question = library.question(&slot.id)?;
    let content_hash = library.content_hash_of(&slot.id)?.to_string();
    let instance =
        draw(question, &slot.seed, &content_hash).map_err(|error| SittingError::Draw { id: slot.id.clone(), error })?;
    Ok(Current {
        item: library.item(&question.id),
        drawn: Drawn { question: question.clone(), instance },
        content_hash,
        slot,
        judged: None,
    })
}

#[cfg(test)]
mod tests;
