//! One prompt to speak about, as a round: what was said or typed is kept until its points are ticked.

use crate::content::Library;
use crate::content::model::Question;
use crate::memory::{Event, EventKind, FINISHED, Mode, NOTED};
use crate::question::Seed;

use super::round::{Round, begun, within};
use super::rubric::mode_of;
use super::trace::Trace;

/// Whoever spoke for so long, in milliseconds, wants to tick what was said, with notes or without.
const SPOKEN_MS: u64 = 15_000;
/// In the log: the clock was stopped. The places of what is ticked so far stand behind it: `spoken 0 2`.
const DONE: &str = "spoken";

/// A rehearsal of one prompt: alone, or as a part of a mock interview.
#[derive(Clone, Debug)]
pub struct Rehearse {
    id: String,
    session: String,
    seed: Seed,
    /// The log knows that it was begun, or the interview that it is a part of.
    opened: bool,
    /// What says that the interview was begun; `None` if it stands alone.
    course: Option<Box<Event>>,
    /// The log has notes to it.
    kept: bool,
    notes: String,
    spoken: Option<u64>,
    ticks: Vec<usize>,
}

impl Rehearse {
    /// A new one.
    pub fn begin(id: &str) -> Rehearse {
        let (session, seed) = (crate::memory::fresh_id().simple().to_string(), Seed::fresh());
        let (opened, kept, spoken) = (false, false, None);
        let (notes, ticks) = (String::new(), Vec::new());
        Rehearse { id: id.to_string(), session, seed, opened, course: None, kept, notes, spoken, ticks }
    }

    /// A part of a mock interview, with what was noted before it was left.
    pub(super) fn part(id: &str, course: Event, opened: bool, noted: Option<&Event>) -> Rehearse {
        let session = course.session.clone();
        let part = Rehearse { session, opened, course: Some(Box::new(course)), ..Rehearse::begin(id) };
        match noted {
            Some(event) => part.with(event),
            None => part,
        }
    }

    /// One that stands in the log; `None` if its points are ticked.
    pub(super) fn again(library: &Library, id: &str, trace: &Trace) -> Option<Rehearse> {
        let begun = &trace.begun.event;
        let ticked = trace.log.iter().any(|l| l.event.kind == EventKind::Rubric);
        let last = trace.log.iter().rfind(|l| l.event.verdict == NOTED).map(|l| &l.event).filter(|_| !ticked)?;
        let (session, seed) = (begun.session.clone(), Seed::parse(&begun.seed).ok()?);
        let id = library.question(id).ok()?.id.as_str();
        Some(Rehearse { session, seed, opened: true, ..Rehearse::begin(id) }.with(last))
    }

    fn with(self, noted: &Event) -> Rehearse {
        let done = noted.reading.strip_prefix(DONE);
        let ticks = done.unwrap_or_default().split_whitespace().filter_map(|place| place.parse().ok()).collect();
        Rehearse { kept: true, notes: noted.typed.clone(), spoken: done.map(|_| noted.ms), ticks, ..self }
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

    /// The places of the points that were ticked before it was left.
    pub fn ticks(&self) -> &[usize] {
        &self.ticks
    }

    /// The log has notes to it.
    pub fn is_kept(&self) -> bool {
        self.kept
    }

    /// What the log is to know when somebody has typed, or spoken to the end (`done`): nothing, if that is as it was, or
    /// too little to be missed.
    pub fn noted(&mut self, library: &Library, question: &Question, notes: &str, ms: u64, done: bool) -> Vec<Event> {
        let little = notes.trim().is_empty() && !(done && ms >= SPOKEN_MS);
        let known = self.kept && self.notes == notes && self.spoken.is_some() == done;
        self.notes = notes.to_string();
        self.spoken = done.then_some(ms);
        if known || (little && !self.kept) {
            return Vec::new();
        }
        self.note(library, mode_of(question), ms)
    }

    /// What the log is to know when a point was ticked, or one no longer is: all that are. Nothing before the clock stopped.
    pub fn ticking(&mut self, library: &Library, question: &Question, ticks: &[usize]) -> Vec<Event> {
        match self.spoken {
            Some(ms) if self.ticks != ticks => {
                self.ticks = ticks.to_vec();
                self.note(library, mode_of(question), ms)
            }
            _ => Vec::new(),
        }
    }

    /// As it stands now.
    fn note(&mut self, library: &Library, mode: Mode, ms: u64) -> Vec<Event> {
        let mut events: Vec<Event> = self.opening(library, mode).into_iter().collect();
        let mut event = within(&self.session, mode, NOTED);
        // Of its own item, so that it is forgotten with it.
        event.item = library.item(&self.id);
        event.seed = self.seed.to_string();
        event.typed.clone_from(&self.notes);
        if self.spoken.is_some() {
            let places = self.ticks.iter().map(|place| format!(" {place}")).collect::<String>();
            event.reading = format!("{DONE}{places}");
        }
        event.ms = ms;
        self.kept = true;
        events.push(event);
        events
    }

    /// What says that it was begun, or the interview: once.
    fn opening(&mut self, library: &Library, mode: Mode) -> Option<Event> {
        if std::mem::replace(&mut self.opened, true) {
            return None;
        }
        let alone = || begun(&self.session, Round::Rehearse(self.id.clone()), 1, mode, (&self.seed, library.hash()));
        Some(self.course.as_deref().cloned().unwrap_or_else(alone))
    }

    /// The ticked rubric belongs to it; what is to be recorded: that, and, if the log knows of it, its end; of a part the
    /// beginning of the interview before it.
    pub fn ticked(&mut self, library: &Library, mut rubric: Event) -> Vec<Event> {
        if self.course.is_none() && !self.kept {
            return vec![rubric];
        }
        rubric.session.clone_from(&self.session);
        let end = self.course.is_none().then(|| within(&self.session, rubric.mode, FINISHED));
        let opening = self.opening(library, rubric.mode);
        opening.into_iter().chain([rubric]).chain(end).collect()
    }
}
