//! Which question is next: skipping, another like this, easier, harder, taking back.

use super::{Current, Outcome, Sitting, SittingError, Slot, Step, pick, placement};
use crate::content::Library;
use crate::content::model::Question;
use crate::memory::{Event, Mode, PASSED, SKIPPED};
use crate::question::{Drawn, Variant, draw_as};
use crate::scheme::Scheme;

/// What became of a question that was not answered.
#[derive(Debug)]
pub enum Passed {
    /// It is left out: the next one is on the table; the event, if there is one, is to be recorded.
    On(Option<Box<Event>>),
    /// It comes back at the end, and the next one is on the table; the event, if there is one, is to be recorded.
    Later(Option<Box<Event>>),
    /// It counts as not known; this event is to be recorded, and the next one is on the table.
    NotKnown(Box<Event>),
    /// It is the only one left.
    Last,
}

impl Sitting {
    /// Puts the current question to the end of the queue, unless it is the last one.
    pub fn skip(&mut self, library: &Library) -> Passed {
        let event = self.gone_past(SKIPPED).map(Box::new);
        match self.put_last(library) {
            true => Passed::Later(event),
            false => Passed::Last,
        }
    }

    /// Puts the current question to the end of the queue. `false` if it is the last one.
    pub(super) fn put_last(&mut self, library: &Library) -> bool {
        if self.state.queue.is_empty() {
            return false;
        }
        if let Some(current) = self.state.current.take() {
            self.state.queue.push_back(current.slot);
        }
        self.next(library)
    }

    /// Goes past a question that is not answered, as the kind of sitting has it: before and after a section it is left out, in
    /// a placement test it counts as not known, and everywhere else it comes back.
    pub fn pass(&mut self, ms: u64, library: &Library) -> Passed {
        match self.mode {
            Mode::Pretest | Mode::Posttest => self.leave_out(library),
            Mode::Placement => match self.solution(ms) {
                Some(event) => {
                    self.next(library);
                    Passed::NotKnown(Box::new(event))
                }
                None => Passed::Last,
            },
            _ => self.skip(library),
        }
    }

    /// Leaves the current question out, and the log knows it: it is not asked again when the round is gone on with.
    pub fn leave_out(&mut self, library: &Library) -> Passed {
        let event = self.gone_past(PASSED).map(Box::new);
        self.set_aside(library);
        Passed::On(event)
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
        if self.is_out_of_time() {
            self.state.queue.clear();
        }
        self.drop_follow_ups(library);
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
        let id = pick::neighbour(library, &self.current()?.question, step, self.variant, self.drawn)?;
        self.insert(&id, library).then_some(id)
    }

    /// Is there an easier or harder family?
    pub fn can_step(&self, step: Step, library: &Library) -> bool {
        self.current().is_some_and(|d| pick::neighbour(library, &d.question, step, self.variant, 0).is_some())
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
        self.state.queue.push_front(Slot::new(id, seed, self.variant));
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

    /// One more question of each of these schemes, chosen when its turn comes.
    pub(super) fn follow_up(&mut self, schemes: impl Iterator<Item = Scheme>) {
        for scheme in schemes {
            let seed = self.seed.nth(self.drawn);
            self.state.queue.push_back(Slot { follows: Some(scheme), ..Slot::new("", seed, Variant::Full) });
            self.drawn += 1;
            self.state.total += 1;
            self.planned += 1;
        }
    }

    /// Leaves the second questions out that there are not, now that the first ones are answered.
    pub(super) fn drop_follow_ups(&mut self, library: &Library) {
        let before = self.state.queue.len();
        let (seed, outcomes) = (&self.seed, &self.state.outcomes);
        self.state
            .queue
            .retain(|slot| slot.follows.is_none_or(|s| placement::has_follow_up(library, seed, s, outcomes)));
        self.state.total = self.state.total.saturating_sub(before - self.state.queue.len());
    }

    /// A question that was answered, as it was answered: to be looked at again.
    pub fn look_again(&self, outcome: &Outcome, library: &Library) -> Option<Sitting> {
        let seed = crate::question::SessionCode::parse(&outcome.code).ok()?.seed;
        let mut sitting =
            Sitting::begin(library, Mode::Spot, std::slice::from_ref(&outcome.id), seed, outcome.variant).ok()?;
        sitting.set_options(self.options);
        match &outcome.response {
            Some(response) => drop(sitting.answer(response.clone(), 0, None)),
            None => drop(sitting.solution(0)),
        }
        sitting.past.clear();
        Some(sitting)
    }

    /// Draws the next question of the queue. One that cannot be drawn is remembered and passed over.
    pub(super) fn advance(&mut self, library: &Library) -> Result<(), SittingError> {
        let mut last = SittingError::Nothing("Read on, or choose a drill.");
        while let Some(slot) = self.state.queue.pop_front() {
            let slot = match slot.follows {
                Some(scheme) => placement::settle(library, &self.seed, scheme, slot, &self.state.outcomes),
                None => Some(slot),
            };
            let Some(slot) = slot else {
                self.state.total = self.state.total.saturating_sub(1);
                continue;
            };
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
    let instance = draw_as(question, &slot.seed, &content_hash, slot.variant)
        .map_err(|error| SittingError::Draw { id: slot.id.clone(), error })?;
    Ok(Current {
        item: library.item(&question.id),
        drawn: Drawn { question: question.clone(), instance },
        content_hash,
        slot,
        judged: None,
    })
}
