//! One prompt to speak about, as a round: what was said or typed is kept until its points are ticked.

use crate::content::Library;
use crate::content::model::Question;
use crate::memory::{Event, EventKind, FINISHED, NOTED};
use crate::question::Seed;

use super::resume::Trace;
use super::round::{Round, begun, within};
use super::rubric::mode_of;

/// Whoever spoke for so long, in milliseconds, wants to tick what was said, with notes or without.
const SPOKEN_MS: u64 = 15_000;
/// In the log: the clock was stopped.
const DONE: &str = "spoken";

/// A rehearsal of one prompt.
#[derive(Clone, Debug)]
pub struct Rehearse {
    id: String,
    session: String,
    seed: Seed,
    opened: bool,
    notes: String,
    spoken: Option<u64>,
}

impl Rehearse {
    /// A new one.
    pub fn begin(id: &str) -> Rehearse {
        let session = crate::memory::fresh_id().simple().to_string();
        let seed = Seed::fresh();
        Rehearse { id: id.to_string(), session, seed, opened: false, notes: String::new(), spoken: None }
    }

    /// One that stands in the log; `None` if its points are ticked.
    pub(super) fn again(library: &Library, id: &str, trace: &Trace) -> Option<Rehearse> {
        let begun = &trace.begun.event;
        let ticked = trace.log.iter().any(|l| l.event.kind == EventKind::Rubric);
        let last = trace.log.iter().rfind(|l| l.event.verdict == NOTED).map(|l| &l.event).filter(|_| !ticked)?;
        Some(Rehearse {
            id: library.question(id).ok()?.id.clone(),
            session: begun.session.clone(),
            seed: Seed::parse(&begun.seed).ok()?,
            opened: true,
            notes: last.typed.clone(),
            spoken: (last.reading == DONE).then_some(last.ms),
        })
    }

    /// The prompt.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What was typed before it was left.
    pub fn notes(&self) -> &str {
        &self.notes
    }

    /// How long was spoken, in milliseconds, if the clock was stopped: the points are to be ticked.
    pub fn spoken(&self) -> Option<u64> {
        self.spoken
    }

    /// The log knows of it.
    pub fn is_kept(&self) -> bool {
        self.opened
    }

    /// What the log is to know when somebody has typed, or spoken to the end (`done`): nothing, if that is as it was, or
    /// too little to be missed.
    pub fn noted(&mut self, library: &Library, question: &Question, notes: &str, ms: u64, done: bool) -> Vec<Event> {
        let little = notes.trim().is_empty() && !(done && ms >= SPOKEN_MS);
        let known = self.opened && self.notes == notes && self.spoken.is_some() == done;
        if known || (little && !self.opened) {
            return Vec::new();
        }
        let mode = mode_of(question);
        let mut events = Vec::new();
        if !std::mem::replace(&mut self.opened, true) {
            let of = (&self.seed, library.hash());
            events.push(begun(&self.session, Round::Rehearse(self.id.clone()), 1, mode, of));
        }
        let mut event = within(&self.session, mode, NOTED);
        // Of its own item, so that it is forgotten with it.
        event.item = library.item(&self.id);
        event.seed = self.seed.to_string();
        event.typed = notes.to_string();
        event.reading = if done { DONE } else { "" }.into();
        event.ms = ms;
        self.notes = notes.to_string();
        self.spoken = done.then_some(ms);
        events.push(event);
        events
    }

    /// The ticked rubric belongs to it; what is to be recorded: that, and, if the log knows of it, its end.
    pub fn ticked(&self, mut rubric: Event) -> Vec<Event> {
        if !self.opened {
            return vec![rubric];
        }
        rubric.session.clone_from(&self.session);
        let end = within(&self.session, rubric.mode, FINISHED);
        vec![rubric, end]
    }
}
