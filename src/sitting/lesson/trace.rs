//! What the log has of a lesson that is under way, and how it goes on: each blank that is behind, as it was filled.

use serde::{Deserialize, Serialize};

use super::{Lesson, Stage};
use crate::content::Library;
use crate::memory::{Event, EventKind, FINISHED, Mode, STEP};
use crate::question::Seed;
use crate::sitting::SittingError;
use crate::sitting::round::{Begun, Round, begun, within};
use crate::sitting::trace::Trace;

/// What all the events of a lesson have in common, and those that are to be recorded.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    session: String,
    library_hash: String,
    examples: Option<u16>,
    /// The log knows that it was begun.
    opened: bool,
    /// The log knows how the example on the table is laid.
    pub(super) laid: bool,
    waiting: Vec<Event>,
}

impl Trail {
    pub(super) fn new(library: &Library) -> Trail {
        let session = crate::memory::fresh_id().simple().to_string();
        let library_hash = library.hash().to_string();
        Trail { session, library_hash, examples: None, opened: false, laid: false, waiting: Vec::new() }
    }

    pub(super) fn session(&self) -> &str {
        &self.session
    }
}

/// A step that is behind, or only how the example is laid.
#[derive(Debug, Serialize, Deserialize)]
struct Mark {
    /// The place of the example, from 0.
    example: u64,
    /// Its level.
    level: usize,
    /// The step, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    /// What was typed; `None` if it was shown after all.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Lesson {
    /// So many examples; without it, as many as the learner likes.
    pub fn set_examples(&mut self, examples: u16) {
        self.trail.examples = Some(examples);
    }

    /// How many examples it has; `None` for as many as the learner likes.
    pub fn examples(&self) -> Option<u16> {
        self.trail.examples
    }

    /// How many examples are done.
    pub fn done(&self) -> usize {
        let before = self.number() - u64::from(self.stage() != Stage::Done);
        usize::try_from(before).unwrap_or(usize::MAX)
    }

    /// Nothing of it is left: the example is done, and it was the last one.
    pub fn is_finished(&self) -> bool {
        self.stage() == Stage::Done && self.trail.examples.is_none_or(|all| self.number() >= u64::from(all))
    }

    /// Something of it is done and something is not, and the log knows how to go on.
    pub fn is_kept(&self) -> bool {
        self.trail.opened && !self.is_finished()
    }

    /// The event that a key or a line gave, in the middle of what the log is to know about the lesson besides: all of it is
    /// to be recorded, in this order.
    pub fn take_trace_around(&mut self, event: Option<Event>) -> Vec<Event> {
        let waiting = std::mem::take(&mut self.trail.waiting);
        let (before, end): (Vec<Event>, Vec<Event>) = waiting.into_iter().partition(|e| e.verdict != FINISHED);
        before.into_iter().chain(event).chain(end).collect()
    }

    /// Says that a step is behind; without one, how the example is laid, if that is not known yet.
    pub(super) fn tell(&mut self, step: Option<usize>, text: Option<&str>) {
        if step.is_none() && self.trail.laid {
            return;
        }
        self.open();
        let mark = Mark { example: self.count, level: self.level, step, text: text.map(str::to_string) };
        let mut event = within(&self.trail.session, Mode::Lesson, STEP);
        // Of its own item, so that it is forgotten with it.
        event.item.clone_from(&self.item);
        event.seed.clone_from(&self.drawn.instance.seed);
        event.typed = serde_json::to_string(&mark).unwrap_or_default();
        self.trail.laid = true;
        self.trail.waiting.push(event);
    }

    /// Says that it is finished, once it is.
    pub(super) fn tell_end(&mut self) {
        if self.is_finished() && self.trail.laid {
            self.trail.waiting.push(within(&self.trail.session, Mode::Lesson, FINISHED));
        }
    }

    fn open(&mut self) {
        if std::mem::replace(&mut self.trail.opened, true) {
            return;
        }
        let round = Round::Lesson { family: self.drawn.question.id.clone(), examples: self.trail.examples };
        let count = self.trail.examples.map_or(1, usize::from);
        let of = (&self.seed, self.trail.library_hash.as_str());
        self.trail.waiting.push(begun(&self.trail.session, round, count, Mode::Lesson, of));
    }

    /// A lesson that stands in the log, at the step where it was left.
    pub(in crate::sitting) fn again(library: &Library, family: &str, trace: &Trace) -> Result<Lesson, SittingError> {
        let gone = || SittingError::Nothing("That lesson cannot be gone on with.");
        let begun = &trace.begun.event;
        let seed = Seed::parse(&begun.seed).map_err(|_| gone())?;
        let mut lesson = Lesson::begin(library, family, seed, trace.record.clone())?;
        lesson.trail.session.clone_from(&begun.session);
        lesson.trail.opened = true;
        if let Ok(Begun { plan: Round::Lesson { examples, .. }, .. }) = serde_json::from_str(&begun.typed) {
            lesson.trail.examples = examples;
        }
        let mark = |e: &Event| serde_json::from_str::<Mark>(&e.typed).ok().map(|mark| (mark, e.ms));
        let steps = trace.log.iter().map(|l| &l.event).filter(|e| e.kind == EventKind::Sitting && e.verdict == STEP);
        let marks: Vec<(Mark, u64)> = steps.filter_map(mark).collect();
        let (last, _) = marks.last().ok_or_else(gone)?;
        let (example, level) = (last.example, last.level);
        lesson.draw(example)?;
        lesson.lay_at(library, level);
        lesson.trail.laid = true;
        marks.into_iter().filter(|(mark, _)| mark.example == example).for_each(|(mark, _)| lesson.behind(mark));
        let seed = lesson.drawn.instance.seed.clone();
        trace.log.iter().map(|l| &l.event).filter(|e| e.seed == seed).for_each(|e| lesson.was(e));
        Ok(lesson)
    }

    fn behind(&mut self, mark: Mark) {
        let Some(step) = mark.step.filter(|step| self.blanks.contains(step) && *step >= self.progress.done) else {
            return;
        };
        match mark.text {
            Some(text) => self.progress.filled.push((step, text)),
            None => self.progress.revealed.push(step),
        }
        self.progress.done = step + 1;
    }

    /// What the log says of the example on the table.
    fn was(&mut self, event: &Event) {
        match event.kind {
            EventKind::Answer | EventKind::Studied => {
                self.progress.recorded = true;
                // A right one is written when every step is behind.
                if event.kind == EventKind::Studied || matches!(event.verdict.as_str(), "right" | "other-form") {
                    self.progress.done = self.len();
                }
            }
            EventKind::Rule => {
                self.progress.done = self.len();
                if let Some(pick) = self.rule.as_mut() {
                    pick.chosen = pick.options.iter().position(|option| option.id == event.typed);
                }
            }
            _ => {}
        }
    }

    /// From an example that is done to the next one, when a lesson goes on.
    pub(in crate::sitting) fn go_on(&mut self, library: &Library) -> Result<(), SittingError> {
        if self.stage() == Stage::Done { self.another(library) } else { Ok(()) }
    }
}
