//! Recall prompts: what becomes of one, as an event of the log.

use crate::content::Library;
use crate::memory::{Event, EventKind, FINISHED, Kept, Mode};
use crate::question::Seed;

use super::round::{Round, begun, within};
use super::trace::Trace;

/// The event of a choice; `None` if the chapter has no such prompt.
pub fn event(library: &Library, id: &str, typed: &str, kept: Kept, ms: u64) -> Option<Event> {
    let (_, section, _) = library.recall(id).ok()?;
    let mut event = Event::new(EventKind::Recall, Mode::Recall, library.recall_item(id));
    event.scheme = section.scheme;
    event.typed = typed.trim().to_string();
    event.verdict = kept.word().into();
    event.grade = kept.grade();
    event.ms = ms;
    Some(event)
}

/// Items that are due, in recall prompts and questions, by id. What the chapter no longer has is left out.
pub fn split(library: &Library, items: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut recalls, mut questions) = (Vec::new(), Vec::new());
    for item in items {
        if let Some(id) = library.recall_of(item) {
            recalls.push(id.to_string());
        } else {
            let id = library.id_of(item).unwrap_or(item);
            questions.extend(library.entry(id).is_ok().then(|| id.to_string()));
        }
    }
    (recalls, questions)
}

/// Prompts in a row. Those that the learner chose are a round that can be left; what is due needs none, since what was not
/// asked stays due.
#[derive(Clone, Debug)]
pub struct Recalls {
    session: String,
    seed: Seed,
    all: Vec<String>,
    left: Vec<String>,
    opened: bool,
    /// What is due is no round of its own.
    due: bool,
}

impl Recalls {
    /// A new round of these prompts.
    pub fn begin(ids: Vec<String>) -> Recalls {
        let session = crate::memory::fresh_id().simple().to_string();
        Recalls { session, seed: Seed::fresh(), left: ids.clone(), all: ids, opened: false, due: false }
    }

    /// Prompts that are due.
    pub fn of_due(ids: Vec<String>) -> Recalls {
        Recalls { due: true, ..Recalls::begin(ids) }
    }

    /// One that stands in the log; `None` if nothing of it is left.
    pub(super) fn again(library: &Library, ids: &[String], trace: &Trace) -> Option<Recalls> {
        let begun = &trace.begun.event;
        let asked = |id: &String| {
            let item = library.recall_item(id);
            trace.log.iter().any(|l| l.event.kind == EventKind::Recall && l.event.item == item)
        };
        let left: Vec<String> = ids.iter().filter(|id| library.recall(id).is_ok() && !asked(id)).cloned().collect();
        let seed = Seed::parse(&begun.seed).ok()?;
        let round = Recalls { session: begun.session.clone(), seed, all: ids.to_vec(), left, opened: true, due: false };
        (!round.left.is_empty()).then_some(round)
    }

    /// Those that were not asked yet, in their order.
    pub fn left(&self) -> &[String] {
        &self.left
    }

    /// Something of it is asked and something is not, and the log knows how to go on.
    pub fn is_kept(&self) -> bool {
        self.opened && !self.left.is_empty()
    }

    /// What is to be recorded of a choice.
    pub fn keep(&mut self, library: &Library, id: &str, typed: &str, kept: Kept, ms: u64) -> Vec<Event> {
        let Some(mut event) = event(library, id, typed, kept, ms) else { return Vec::new() };
        self.left.retain(|other| other != id);
        if self.due || self.all.len() < 2 {
            return vec![event];
        }
        event.session.clone_from(&self.session);
        let mut events = Vec::new();
        if !std::mem::replace(&mut self.opened, true) {
            let of = (&self.seed, library.hash());
            events.push(begun(&self.session, Round::Recall(self.all.clone()), self.all.len(), Mode::Recall, of));
        }
        events.push(event);
        events.extend(self.left.is_empty().then(|| within(&self.session, Mode::Recall, FINISHED)));
        events
    }
}
