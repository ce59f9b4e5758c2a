//! Going on with a sitting that was left, or cut off: it is played again from the log up to where it stood.
//!
//! Nothing is saved for it but the line that says what was begun: the answers are in the log already, so a program that was
//! killed loses nothing that a learner saw marked.

use serde::{Deserialize, Serialize};

use crate::content::Library;
use crate::memory::{BEGUN, DROPPED, Event, EventKind, Logged, Store};
use crate::question::{Seed, SessionCode};

use super::words::response_of;
use super::{Plan, Sitting, SittingError, Slot};

/// The item of the events that say what was begun.
const ITEM: &str = "sitting";

/// What the log keeps of a sitting that was begun.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Begun {
    plan: Plan,
    /// How many questions it had at first.
    count: usize,
}

/// A sitting that can be gone on with.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Left {
    /// What it was.
    pub plan: Plan,
    /// Its code.
    pub code: String,
    /// Questions it began with.
    pub count: usize,
    /// Those of them not answered yet.
    pub left: usize,
    #[serde(skip)]
    begun: Logged,
    #[serde(skip)]
    log: Vec<Logged>,
}

impl Left {
    /// The sitting begun last, if some of it is answered and some is not, over this very content.
    pub fn find(library: &Library, store: &Store) -> Option<Left> {
        let begun = store.last_sitting().ok()??;
        let Begun { plan, count } = serde_json::from_str(&begun.event.typed).ok()?;
        let seed = Seed::parse(&begun.event.seed).ok()?;
        if begun.event.content_hash != library.hash() {
            return None;
        }
        let log = store.of_sitting(&begun.event.session).ok()?;
        let answered = |at: &usize| {
            let seed = seed.nth(*at as u64);
            log.iter().any(|l| l.event.seed == seed.as_str())
        };
        let done = (0..count).filter(answered).count();
        let code = SessionCode::new(seed, library.hash()).to_string();
        let left = count.saturating_sub(done);
        (done > 0 && left > 0).then_some(Left { plan, code, count, left, begun, log })
    }

    /// Sits down to the rest.
    pub fn resume(&self, library: &Library) -> Result<Sitting, SittingError> {
        let seed = Seed::parse(&self.begun.event.seed).unwrap_or_else(|_| Seed::fresh());
        let mut sitting = self.plan.begin(library, seed)?;
        sitting.id.clone_from(&self.begun.event.session);
        sitting.opened = true;
        for logged in self.log.iter().filter(|l| l.event.kind == EventKind::Answer) {
            sitting.replay(library, &logged.event);
        }
        if sitting.state.current.as_ref().is_some_and(|c| c.slot.outcome.is_some()) {
            sitting.next(library);
        }
        // What stands in the log from another hour is not taken back by one key.
        sitting.past.clear();
        match sitting.is_over() {
            true => Err(SittingError::Nothing("That round is finished.")),
            false => Ok(sitting),
        }
    }

    /// The event that says it is not to be gone on with.
    pub fn dropped(&self) -> Event {
        let mut event = Event::new(EventKind::Sitting, self.begun.event.mode, ITEM);
        event.session.clone_from(&self.begun.event.session);
        event.verdict = DROPPED.into();
        event
    }
}

impl Sitting {
    /// What it is, and so in which mode its answers are logged.
    pub(super) fn belongs_to(&mut self, plan: Plan) {
        if plan.is_cram() {
            self.mode = crate::memory::Mode::Cram;
        }
        self.limit = plan.limit();
        self.plan = Some(plan);
    }

    /// Some of it is answered and some is not, and the log knows how to go on.
    pub fn is_kept(&self) -> bool {
        self.opened && !self.is_over()
    }

    /// The event that says what was begun: once, before the first answer. Without a plan there is none.
    pub fn opening(&mut self) -> Option<Event> {
        let plan = self.plan.clone().filter(|plan| plan.is_kept() && self.state.total > 1)?;
        if std::mem::replace(&mut self.opened, true) {
            return None;
        }
        let mut event = Event::new(EventKind::Sitting, self.mode, ITEM);
        event.session.clone_from(&self.id);
        event.seed = self.seed.to_string();
        event.content_hash.clone_from(&self.library_hash);
        event.typed = serde_json::to_string(&Begun { plan, count: self.planned }).unwrap_or_default();
        event.verdict = BEGUN.into();
        Some(event)
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
            Some(at) => self.state.queue.remove(at),
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
