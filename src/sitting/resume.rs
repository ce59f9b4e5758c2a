//! Going on with a sitting that was left, or cut off: it is played again from the log up to where it stood.
//!
//! Nothing is saved for it but the line that says what was begun: the answers are in the log already, so a program that was
//! killed loses nothing that a learner saw marked.

use crate::content::Library;
use crate::memory::{Error, Event, EventKind, Logged, PASSED, Store};
use crate::question::{Seed, SessionCode};

use super::again::again;
use super::interview::Course;
use super::lesson::Lesson;
use super::recall::Recalls;
use super::rehearsal::Rehearse;
use super::round::{self, Begun, Round};
use super::trace::Trace;
use super::words::clock_face;
use super::{Plan, Sitting, SittingError};

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
    /// What it is about, where its name does not say.
    of: String,
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
    /// Worked examples.
    Lesson(Box<Lesson>),
    /// A prompt, and its notes.
    Rehearse(Rehearse),
    /// Recall prompts.
    Recall(Recalls),
}

/// Lets the answers count of exams that nobody can go on with, because the chapter that they were drawn from has changed since.
pub fn release(library: &Library, store: &mut Store) -> Result<(), Error> {
    let chapter = format!("{}/", library.slug());
    for begun in store.sealed()?.into_iter().filter(|begun| begun.event.content_hash != library.hash()) {
        let log = store.of_sitting(&begun.event.session)?;
        if log.iter().any(|l| l.event.item.starts_with(&chapter)) {
            store.record(&round::dropped(&begun))?;
        }
    }
    Ok(())
}

/// How far a sitting is.
struct Standing {
    count: usize,
    left: usize,
    of: String,
}

impl Standing {
    /// `None` if nothing of it is done, or all.
    fn of(library: &Library, round: &Round, count: usize, seed: &Seed, trace: &Trace) -> Option<Standing> {
        let session = &trace.begun.event.session;
        let mut of = String::new();
        let (count, done) = match round {
            // How many questions it has hangs on the answers; of an aimed drill, which seeds it has.
            Round::Questions(plan @ (Plan::Placement | Plan::Mistake { .. })) => {
                let sitting = again(library, plan, seed, trace).ok().filter(|sitting| !sitting.is_over())?;
                (sitting.state.total, sitting.state.outcomes.len())
            }
            Round::Questions(plan) => {
                if let Plan::Pretest(section, _) = plan {
                    of = library.index().sections.iter().find(|s| s.id == *section)?.title.to_string();
                }
                let behind = |at: &usize| is_behind(&trace.log, seed.nth(*at as u64).as_str());
                (count, (0..count).filter(behind).count())
            }
            Round::Interview => {
                let done = Course::again(library, session, seed).ok()?.count_done(library, &trace.log);
                // Notes to its first prompt are something to go on with.
                return (done < count).then_some(Standing { count, left: count - done, of });
            }
            Round::Lesson { family, .. } => {
                let lesson = Lesson::again(library, family, trace).ok().filter(|lesson| !lesson.is_finished())?;
                of = lesson.drawn().question.title.clone();
                if lesson.examples().is_none() {
                    of = format!("example {}, {of}", lesson.number());
                }
                return Some(Standing { left: count.saturating_sub(lesson.done()).max(1), count, of });
            }
            Round::Rehearse(id) => {
                let rehearsal = Rehearse::again(library, id, trace)?;
                let title = &library.question(id).ok()?.title;
                let waits = if rehearsal.spoken().is_some() { "points to tick" } else { "your notes wait" };
                return Some(Standing { count: 1, left: 1, of: format!("{waits}, {title}") });
            }
            Round::Recall(ids) => (ids.len(), ids.len() - Recalls::again(library, ids, trace)?.left().len()),
        };
        let left = count.saturating_sub(done);
        (done > 0 && left > 0).then_some(Standing { count, left, of })
    }
}

/// Is the question of this seed answered, or left out?
fn is_behind(log: &[Logged], seed: &str) -> bool {
    let done = |e: &Event| e.kind != EventKind::Sitting || e.verdict == PASSED;
    log.iter().any(|l| l.event.seed == seed && done(&l.event))
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
        let Begun { plan: round, count, .. } = serde_json::from_str(&event.typed).ok()?;
        let seed = Seed::parse(&event.seed).ok()?;
        if event.content_hash != library.hash() {
            return None;
        }
        let standing = Standing::of(library, &round, count, &seed, &trace)?;
        let used: u64 = trace.log.iter().map(|l| l.event.ms).sum();
        let clock = round.limit().map(|limit| limit.saturating_sub(used));
        // An exam whose time is over is over; the clock of a drill only shows.
        let over = clock == Some(0) && matches!(round, Round::Questions(Plan::Mock(_)));
        let code = SessionCode::new(seed.clone(), library.hash()).to_string();
        let Standing { count, left, of } = standing;
        (!over).then_some(Left { round, code, count, left, clock, of, seed, trace })
    }

    /// `7 of 12 left`; where its name does not say what it is about, `2 of 3 left, Rotary embeddings`.
    pub fn words(&self) -> String {
        let left = || format!("{} of {} left", self.left, self.count);
        match (&self.round, self.of.as_str()) {
            (Round::Rehearse(_) | Round::Lesson { examples: None, .. }, of) => of.to_string(),
            (_, "") => left(),
            (_, of) => format!("{}, {of}", left()),
        }
    }

    /// `9:40 on the clock`; nothing without one.
    pub fn clock_words(&self) -> Option<String> {
        self.clock.map(|ms| format!("{} on the clock", clock_face(ms)))
    }

    /// Sits down to the rest.
    pub fn resume(&self, library: &Library) -> Result<Resumed, SittingError> {
        let finished = || SittingError::Nothing("That round is finished.");
        let plan = match &self.round {
            Round::Interview => return Course::again(library, self.session(), &self.seed).map(Resumed::Interview),
            Round::Lesson { family, .. } => {
                let mut lesson = Lesson::again(library, family, &self.trace)?;
                lesson.go_on(library)?;
                return Ok(Resumed::Lesson(Box::new(lesson)));
            }
            Round::Rehearse(id) => {
                return Rehearse::again(library, id, &self.trace).map(Resumed::Rehearse).ok_or_else(finished);
            }
            Round::Recall(ids) => {
                return Recalls::again(library, ids, &self.trace).map(Resumed::Recall).ok_or_else(finished);
            }
            Round::Questions(plan) => plan,
        };
        let sitting = again(library, plan, &self.seed, &self.trace)?;
        match sitting.is_over() {
            true => Err(finished()),
            false => Ok(Resumed::Questions(Box::new(sitting), plan.clone())),
        }
    }

    /// The event that says it is not to be gone on with.
    pub fn dropped(&self) -> Event {
        round::dropped(&self.trace.begun)
    }
}
