//! Going on with a sitting that was left, or cut off: it is played again from the log up to where it stood.
//!
//! Nothing is saved for it but the line that says what was begun: the answers are in the log already, so a program that was
//! killed loses nothing that a learner saw marked.

use serde::{Deserialize, Serialize};

use crate::content::Library;
use crate::memory::{BEGUN, DROPPED, Error, Event, EventKind, Logged, Mode, SKIPPED, Store};
use crate::question::{Seed, SessionCode};

use super::interview::Course;
use super::words::{clock_face, response_of};
use super::{Plan, Sitting, SittingError, Slot};

/// The item of the events that say what was begun.
const ITEM: &str = "sitting";

/// What can be left in the middle and gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Round {
    /// A mock interview.
    Interview,
    /// Questions in a row.
    #[serde(untagged)]
    Questions(Plan),
}

impl Round {
    /// What it is called in a sentence: `mock exam`.
    pub fn name(&self) -> &'static str {
        match self {
            Round::Interview => "mock interview",
            Round::Questions(Plan::Quiz) => "quiz",
            Round::Questions(Plan::Review(_)) => "review",
            Round::Questions(Plan::Placement) => "placement test",
            Round::Questions(Plan::Mock(_)) => "mock exam",
            Round::Questions(plan) if plan.is_cram() => "cram",
            Round::Questions(_) => "drill",
        }
    }

    fn limit(&self) -> Option<u64> {
        match self {
            Round::Interview => None,
            Round::Questions(plan) => plan.limit(),
        }
    }
}

/// What the log keeps of a sitting that was begun.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Begun {
    plan: Round,
    /// How many questions it had at first, or parts.
    count: usize,
}

/// The event that says what was begun.
pub(super) fn begun(plan: Round, count: usize, mode: Mode, seed: &Seed, content_hash: &str) -> Event {
    let mut event = Event::new(EventKind::Sitting, mode, ITEM);
    event.seed = seed.to_string();
    event.content_hash = content_hash.to_string();
    event.typed = serde_json::to_string(&Begun { plan, count }).unwrap_or_default();
    event.verdict = BEGUN.into();
    event
}

/// The line of the log that says what was begun, and what happened in it.
#[derive(Clone, Debug)]
pub struct Trace {
    begun: Logged,
    log: Vec<Logged>,
}

impl Trace {
    /// Of every sitting that was begun and not thrown away, of which some is answered and some may be left; the one
    /// answered last first.
    pub fn all(store: &Store) -> Result<Vec<Trace>, Error> {
        let begun = store.begun_sittings()?;
        if begun.is_empty() {
            return Ok(Vec::new());
        }
        let traces = store.traces()?;
        let mut all = Vec::new();
        for begun in begun {
            let session = &begun.event.session;
            let Some(found) = traces.get(session).filter(|found| !found.seeds.is_empty()) else { continue };
            let Ok(what) = serde_json::from_str::<Begun>(&begun.event.typed) else { continue };
            // What is known to be finished need not be read again whenever Home is shown.
            let answered = |seed: &Seed| (0..what.count).all(|at| found.seeds.contains(seed.nth(at as u64).as_str()));
            if what.plan == Round::Interview || Seed::parse(&begun.event.seed).is_ok_and(|seed| !answered(&seed)) {
                all.push((found.last(), Trace { log: store.traced(session, found)?, begun }));
            }
        }
        all.sort_by_key(|(last, _)| std::cmp::Reverse(*last));
        Ok(all.into_iter().map(|(_, trace)| trace).collect())
    }
}

/// A sitting that can be gone on with.
#[derive(Clone, Debug)]
pub struct Left {
    /// What it was.
    pub round: Round,
    /// Its code.
    pub code: String,
    /// Questions it began with, or parts.
    pub count: usize,
    /// Those of them not answered yet.
    pub left: usize,
    /// Time left, in milliseconds; `None` without a clock.
    pub clock: Option<u64>,
    seed: Seed,
    trace: Trace,
}

/// A sitting that goes on.
#[derive(Debug)]
pub enum Resumed {
    /// Questions in a row, and what was begun.
    Questions(Box<Sitting>, Plan),
    /// A mock interview.
    Interview(Course),
}

impl Left {
    /// Every sitting of which some is answered and some is not, over this very content; the one answered last first.
    pub fn all(library: &Library, store: &Store) -> Vec<Left> {
        let traces = Trace::all(store).unwrap_or_default();
        traces.into_iter().filter_map(|trace| Left::of(library, trace)).collect()
    }

    /// The one answered last; or, with a code (or the seed in front of its hyphen), the last one of that code.
    pub fn find(library: &Library, store: &Store, code: Option<&str>) -> Option<Left> {
        let code = code.map(|code| code.trim().to_uppercase());
        let fits = |left: &Left| code.as_ref().is_none_or(|code| left.code == *code || left.seed.as_str() == code);
        Left::all(library, store).into_iter().find(fits)
    }

    /// What all its events have in common.
    pub fn session(&self) -> &str {
        &self.trace.begun.event.session
    }

    /// The same, from what was read before.
    pub fn of(library: &Library, trace: Trace) -> Option<Left> {
        let event = &trace.begun.event;
        let Begun { plan: round, count } = serde_json::from_str(&event.typed).ok()?;
        let seed = Seed::parse(&event.seed).ok()?;
        if event.content_hash != library.hash() {
            return None;
        }
        let (count, done) = match &round {
            // How many questions it has hangs on the answers.
            Round::Questions(plan @ Plan::Placement) => {
                let sitting = again(library, plan, &seed, &trace).ok().filter(|sitting| !sitting.is_over())?;
                (sitting.state.total, sitting.state.outcomes.len())
            }
            Round::Interview => {
                (count, Course::again(library, &event.session, &seed).ok()?.count_done(library, &trace.log))
            }
            Round::Questions(_) => {
                let answered = |at: &usize| {
                    let seed = seed.nth(*at as u64);
                    trace.log.iter().any(|l| l.event.kind != EventKind::Sitting && l.event.seed == seed.as_str())
                };
                (count, (0..count).filter(answered).count())
            }
        };
        let left = count.saturating_sub(done);
        let used: u64 = trace.log.iter().map(|l| l.event.ms).sum();
        let clock = round.limit().map(|limit| limit.saturating_sub(used));
        // An exam whose time is over is over; the clock of a drill only shows.
        let over = clock == Some(0) && matches!(round, Round::Questions(Plan::Mock(_)));
        let code = SessionCode::new(seed.clone(), library.hash()).to_string();
        (done > 0 && left > 0 && !over).then_some(Left { round, code, count, left, clock, seed, trace })
    }

    /// `7 of 12 left`.
    pub fn words(&self) -> String {
        format!("{} of {} left", self.left, self.count)
    }

    /// `9:40 on the clock`; nothing without one.
    pub fn clock_words(&self) -> Option<String> {
        self.clock.map(|ms| format!("{} on the clock", clock_face(ms)))
    }

    /// Sits down to the rest.
    pub fn resume(&self, library: &Library) -> Result<Resumed, SittingError> {
        let plan = match &self.round {
            Round::Interview => return Course::again(library, self.session(), &self.seed).map(Resumed::Interview),
            Round::Questions(plan) => plan,
        };
        let sitting = again(library, plan, &self.seed, &self.trace)?;
        match sitting.is_over() {
            true => Err(SittingError::Nothing("That round is finished.")),
            false => Ok(Resumed::Questions(Box::new(sitting), plan.clone())),
        }
    }

    /// The event that says it is not to be gone on with.
    pub fn dropped(&self) -> Event {
        dropped(&self.trace.begun)
    }
}

/// A sitting as the log says it stood.
fn again(library: &Library, plan: &Plan, seed: &Seed, trace: &Trace) -> Result<Sitting, SittingError> {
    let mut sitting = plan.begin(library, seed.clone())?;
    sitting.id.clone_from(&trace.begun.event.session);
    sitting.opened = true;
    for logged in &trace.log {
        match logged.event.kind {
            EventKind::Answer => sitting.replay(library, &logged.event),
            EventKind::Sitting => sitting.skip_again(library, &logged.event),
            _ => {}
        }
    }
    sitting.past_answered(library);
    // What stands in the log from another hour is not taken back by one key.
    sitting.past.clear();
    Ok(sitting)
}

/// The event that says that a sitting which was begun is not to be gone on with.
pub fn dropped(begun: &Logged) -> Event {
    let mut event = Event::new(EventKind::Sitting, begun.event.mode, ITEM);
    event.session.clone_from(&begun.event.session);
    event.verdict = DROPPED.into();
    event
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
        self.plan.as_ref().is_some_and(Plan::is_kept) && self.state.total > 1
    }

    /// The event that says that the question on the table comes back at the end. `None` where nothing is gone on with.
    pub(super) fn skipped(&self) -> Option<Event> {
        let slot = self.state.current.as_ref().map(|c| &c.slot).filter(|_| self.can_be_kept())?;
        let mut event = Event::new(EventKind::Sitting, self.mode, ITEM);
        event.session.clone_from(&self.id);
        event.seed = slot.seed.to_string();
        event.verdict = SKIPPED.into();
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
        let mut event = begun(plan, self.planned, self.mode, &self.seed, &self.library_hash);
        event.session.clone_from(&self.id);
        Some(event)
    }

    /// Skips as the log says it was skipped. A question that is not on the table was so only before something was taken back.
    fn skip_again(&mut self, library: &Library, event: &Event) {
        self.past_answered(library);
        if self.state.current.as_ref().is_some_and(|c| c.slot.seed.as_str() == event.seed) {
            self.put_last(library);
        }
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
