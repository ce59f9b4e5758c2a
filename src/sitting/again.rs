//! A sitting played again from the log, up to where it stood.

use crate::content::Library;
use crate::memory::{Event, EventKind, FINISHED, Mode, PASSED, SKIPPED, Store};
use crate::question::Seed;

use super::round::{Round, begun, within};
use super::trace::Trace;
use super::words::response_of;
use super::{Plan, Sitting, SittingError, Slot};

/// A sitting as the log says it stood.
pub(super) fn again(library: &Library, plan: &Plan, seed: &Seed, trace: &Trace) -> Result<Sitting, SittingError> {
    let mut sitting = plan.begin(library, seed.clone())?;
    sitting.id.clone_from(&trace.begun.event.session);
    sitting.opened = true;
    for logged in &trace.log {
        match logged.event.kind {
            EventKind::Answer => sitting.replay(library, &logged.event),
            EventKind::Sitting => sitting.past_again(library, &logged.event),
            _ => {}
        }
    }
    sitting.past_answered(library);
    // What stands in the log from another hour is not taken back by one key.
    sitting.past.clear();
    Ok(sitting)
}

impl Sitting {
    /// What it is, and so in which mode its answers are logged; with the command that asks the same again.
    pub(super) fn belongs_to(&mut self, plan: Plan, replay: Option<String>) {
        self.replay = replay;
        if plan.is_cram() {
            self.mode = Mode::Cram;
        }
        self.limit = plan.limit();
        self.plan = Some(plan);
    }

    /// Some of it is answered and some is not, and the log knows how to go on.
    pub fn is_kept(&self) -> bool {
        self.opened && !self.is_over() && !self.state.outcomes.is_empty()
    }

    /// Is it one that the log knows how to go on with, once it is begun?
    fn can_be_kept(&self) -> bool {
        self.plan.as_ref().is_some_and(Plan::is_kept) && self.planned > 1
    }

    /// The event that says what became of the question on the table: it comes back at the end ([`SKIPPED`]), or it is left
    /// out ([`PASSED`]). `None` where nothing is gone on with.
    pub(super) fn gone_past(&self, word: &str) -> Option<Event> {
        let slot = self.state.current.as_ref().map(|c| &c.slot).filter(|_| self.can_be_kept())?;
        let mut event = within(&self.id, self.mode, word);
        event.seed = slot.seed.to_string();
        Some(event)
    }

    /// The event that says what was begun: once, before the first answer. Without a plan there is none.
    pub fn opening(&mut self) -> Option<Event> {
        if let Some(opening) = self.part_of.take() {
            return Some(*opening);
        }
        let plan = self.plan.clone().filter(|_| self.can_be_kept())?;
        if std::mem::replace(&mut self.opened, true) {
            return None;
        }
        let plan = Round::Questions(plan);
        Some(begun(&self.id, plan, self.planned, self.mode, (&self.seed, &self.library_hash)))
    }

    /// The event that says that its report is shown: what was answered in an exam counts from then on. `None` where it counts
    /// at once, or while something is left.
    pub fn finished(&self) -> Option<Event> {
        (self.opened && self.mode == Mode::Mock && self.is_over()).then(|| within(&self.id, self.mode, FINISHED))
    }

    /// Goes past a question as the log says it was. One that is not on the table was there only before something was taken
    /// back.
    fn past_again(&mut self, library: &Library, event: &Event) {
        self.past_answered(library);
        if self.state.current.as_ref().is_none_or(|c| c.slot.seed.as_str() != event.seed) {
            return;
        }
        match event.verdict.as_str() {
            SKIPPED => drop(self.put_last(library)),
            PASSED => drop(self.set_aside(library)),
            _ => {}
        }
    }

    /// Goes past the questions that were answered meanwhile, in another window that went on with the same round. `true` if
    /// there were any.
    pub fn catch_up(&mut self, library: &Library, store: &Store) -> bool {
        let mut any = false;
        while let Some(current) = self.state.current.as_ref().filter(|c| self.opened && c.slot.tries == 0) {
            let answers = store.answers_in(&self.id, &current.item, current.slot.seed.as_str()).unwrap_or_default();
            if answers.is_empty() {
                break;
            }
            answers.iter().for_each(|logged| self.replay(library, &logged.event));
            if self.state.current.as_ref().is_some_and(|c| c.slot.outcome.is_none()) {
                break;
            }
            self.next(library);
            // What was answered there is not taken back here by one key.
            self.past.clear();
            any = true;
        }
        any
    }

    /// Goes on from a question that is answered.
    fn past_answered(&mut self, library: &Library) {
        if self.state.current.as_ref().is_some_and(|c| c.slot.outcome.is_some()) {
            self.next(library);
        }
    }

    /// Answers as the log says it was answered. One whose question is gone, or whose answer cannot be read, is passed over.
    fn replay(&mut self, library: &Library, event: &Event) {
        if !self.turn_to(library, event) {
            return;
        }
        let Some(current) = self.state.current.as_mut() else { return };
        let hints = usize::try_from(event.hints).unwrap_or(usize::MAX);
        current.slot.hints = hints.min(current.drawn.instance.hints.len());
        current.slot.looked = hints > current.slot.hints;
        if event.verdict.is_empty() {
            self.solution(event.ms);
            return;
        }
        let Some(response) = response_of(&current.drawn.instance.ask, &event.typed) else { return };
        self.retry();
        self.answer(response, event.ms, event.confidence);
    }

    /// Puts the question of an event on the table. `false` if it cannot be had any more.
    fn turn_to(&mut self, library: &Library, event: &Event) -> bool {
        let Ok(seed) = Seed::parse(&event.seed) else { return false };
        if self.state.current.as_ref().is_some_and(|c| c.slot.seed == seed) {
            return true;
        }
        if let Some(current) = self.state.current.take().filter(|c| c.slot.outcome.is_none()) {
            self.state.queue.push_front(current.slot);
        }
        let slot = match self.state.queue.iter().position(|slot| slot.seed == seed) {
            // What stood before it was put to the end; logs of earlier versions do not say so.
            Some(at) => {
                self.state.queue.rotate_left(at);
                self.state.queue.pop_front()
            }
            // It was asked for in between: another one like it, an easier one.
            None => library.id_of(&event.item).map(|id| Slot::new(id, seed.clone(), self.variant)).inspect(|_| {
                self.drawn += 1;
                self.state.total += 1;
            }),
        };
        if let Some(slot) = slot {
            self.state.queue.push_front(slot);
        }
        self.advance(library).is_ok() && self.state.current.as_ref().is_some_and(|c| c.slot.seed == seed)
    }
}
