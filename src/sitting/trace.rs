//! What the log says of a round that was begun: the line that says what it was, and what happened in it.

use crate::content::Library;
use crate::memory::{Error, Logged, STEP, Store};
use crate::question::Seed;

use super::fade::Try;
use super::round::{Begun, Round};

/// The line of the log that says what was begun, and what happened in it.
#[derive(Clone, Debug)]
pub struct Trace {
    pub(super) begun: Logged,
    pub(super) log: Vec<Logged>,
    /// Of a lesson: how its family was answered, oldest first.
    pub(super) record: Vec<Try>,
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
            let Some(found) = traces.get(session).filter(|found| !found.seeds.is_empty() && !found.finished) else {
                continue;
            };
            let Ok(what) = serde_json::from_str::<Begun>(&begun.event.typed) else { continue };
            // What is known to be finished need not be read again whenever Home is shown.
            let answered = |seed: &Seed| (0..what.count).all(|at| found.seeds.contains(seed.nth(at as u64).as_str()));
            let in_a_row = matches!(what.plan, Round::Questions(_));
            if !in_a_row || Seed::parse(&begun.event.seed).is_ok_and(|seed| !answered(&seed)) {
                let log = store.traced(session, found)?;
                let record = if matches!(what.plan, Round::Lesson { .. }) { record(store, &log)? } else { Vec::new() };
                all.push((found.last(), Trace { log, begun, record }));
            }
        }
        all.sort_by_key(|(last, _)| std::cmp::Reverse(*last));
        Ok(all.into_iter().map(|(_, trace)| trace).collect())
    }

    /// The prompt whose rehearsal it is; `None` if it is something else, or over other content.
    pub fn prompt(&self, library: &Library) -> Option<String> {
        let begun = &self.begun.event;
        match serde_json::from_str::<Begun>(&begun.typed).ok()?.plan {
            Round::Rehearse(id) if begun.content_hash == library.hash() => Some(id),
            _ => None,
        }
    }
}

/// The learner's record of the family that a lesson is about, which its steps name.
fn record(store: &Store, log: &[Logged]) -> Result<Vec<Try>, Error> {
    let step = log.iter().map(|l| &l.event).find(|e| e.verdict == STEP);
    let answers = step.map(|step| store.answers(&step.item)).transpose()?.unwrap_or_default();
    Ok(answers.iter().map(Try::of).collect())
}
