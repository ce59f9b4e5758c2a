//! A whole mock interview: three prompts, two calculations, and a plot to explain.
//!
//! What came of a part is read from the log by the id of the interview, so that a part that is done stays done.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::content::Library;
use crate::content::model::{Difficulty, FigureCall, Set};
use crate::figure::{self, Settings};
use crate::memory::{Error, Event, EventKind, Logged, Mode, Store};
use crate::question::rng::Stream;
use crate::question::{Seed, SessionCode};
use crate::scheme::Scheme;

use super::rehearsal::Rehearse;
use super::round::{Round, begun};
use super::{Sitting, SittingError};

/// Time for a calculation.
const COMPUTE_MS: u64 = 120_000;

/// What a part asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "part")]
pub enum Part {
    /// A prompt to speak about.
    Speak {
        /// The prompt.
        id: String,
    },
    /// A prompt with its plot at other settings.
    Plot {
        /// The prompt.
        id: String,
        /// The plot.
        figure: FigureCall,
    },
    /// A calculation.
    Compute {
        /// The family.
        id: String,
        /// What it is drawn from.
        seed: String,
    },
}

impl Part {
    /// The question.
    pub fn id(&self) -> &str {
        match self {
            Part::Speak { id } | Part::Plot { id, .. } | Part::Compute { id, .. } => id,
        }
    }

    /// What is to be done, in a word.
    pub const fn word(&self) -> &'static str {
        match self {
            Part::Speak { .. } => "speak",
            Part::Plot { .. } => "explain a plot",
            Part::Compute { .. } => "compute",
        }
    }
}

/// What came of a part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// Points made, of how many; a calculation is one point.
    pub had: usize,
    /// Points asked.
    pub asked: usize,
    /// Points missed, or what a wrong calculation gave.
    pub missed: Vec<String>,
    /// Time taken, in milliseconds.
    pub ms: u64,
}

/// The parts, in their order: speak, compute, speak, explain, compute, speak; about different schemes as far as may be.
pub fn parts(library: &Library, seed: &Seed) -> Result<Vec<Part>, SittingError> {
    let mut used: Vec<Scheme> = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    let mut pick = |what: &str, turn: u32, of: &dyn Fn(&crate::content::QuestionEntry) -> bool| -> Option<String> {
        let mut found: Vec<_> = library.index().questions.iter().filter(|q| of(q)).collect();
        Stream::new(seed, "interview", what, turn).shuffle(&mut found);
        found.retain(|q| !taken.contains(&q.id.to_string()));
        let fresh = found.iter().find(|q| q.scheme.is_none_or(|s| !used.contains(&s)));
        let chosen = fresh.or(found.first())?;
        used.extend(chosen.scheme);
        taken.push(chosen.id.to_string());
        Some(chosen.id.to_string())
    };
    let prompt = |q: &crate::content::QuestionEntry| q.set == Set::Interview;
    let drill = |q: &crate::content::QuestionEntry| q.set == Set::Drill && q.difficulty != Difficulty::Easy;
    let mut parts = Vec::new();
    // The plot first: not every prompt has one.
    let plot = |q: &crate::content::QuestionEntry| prompt(q) && plot_of(library, &q.id).is_some();
    let plot =
        pick("plot", 0, &plot).and_then(|id| Some(Part::Plot { figure: turned(plot_of(library, &id)?, seed), id }));
    for turn in 0..3 {
        parts.extend(pick("speak", turn, &prompt).map(|id| Part::Speak { id }));
        if turn == 1 {
            parts.extend(plot.clone());
        }
        if turn < 2 {
            let seed = seed.nth(u64::from(turn)).to_string();
            parts.extend(pick("compute", turn, &drill).map(|id| Part::Compute { id, seed }));
        }
    }
    match parts.is_empty() {
        true => Err(SittingError::Nothing("This chapter has no interview prompts.")),
        false => Ok(parts),
    }
}

fn plot_of(library: &Library, id: &str) -> Option<FigureCall> {
    let call = library.question(id).ok()?.figure.clone()?;
    figure::find(&call.id).map(|_| call)
}

/// One knob at another of the values worth stopping at: it is not the plot that the page shows.
fn turned(call: FigureCall, seed: &Seed) -> FigureCall {
    let Some(info) = figure::find(&call.id) else { return call };
    let mut stream = Stream::new(seed, "interview", "knob", 0);
    let mut settings = Settings::of_call(info, &call.set);
    let mut knobs: Vec<_> = info.knobs.iter().filter(|knob| !knob.landmarks.is_empty()).collect();
    stream.shuffle(&mut knobs);
    for knob in knobs {
        let mut marks: Vec<&str> = knob.landmarks.iter().map(|mark| mark.value).collect();
        stream.shuffle(&mut marks);
        let other = marks.into_iter().find(|value| *value != settings.get(knob.name));
        if other.is_some_and(|value| settings.set(info, knob.name, value).is_ok()) {
            let set: BTreeMap<String, String> = settings.0.into_iter().filter(|(_, value)| !value.is_empty()).collect();
            return FigureCall { set, ..call };
        }
    }
    call
}

/// A mock interview under way: its parts, and what all its events have in common.
#[derive(Clone, Debug)]
pub struct Course {
    id: String,
    seed: Seed,
    parts: Vec<Part>,
    library_hash: String,
}

impl Course {
    /// A new one.
    pub fn begin(library: &Library, seed: Seed) -> Result<Course, SittingError> {
        Course::again(library, &crate::memory::fresh_id().simple().to_string(), &seed)
    }

    /// One that stands in the log.
    pub(super) fn again(library: &Library, id: &str, seed: &Seed) -> Result<Course, SittingError> {
        let parts = parts(library, seed)?;
        Ok(Course { id: id.to_string(), seed: seed.clone(), parts, library_hash: library.hash().to_string() })
    }

    /// What all its events have in common.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What replays the whole interview.
    pub fn code(&self) -> String {
        SessionCode::new(self.seed.clone(), &self.library_hash).to_string()
    }

    /// The parts, in their order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What came of each part so far.
    pub fn done(&self, library: &Library, store: &Store) -> Result<Vec<Option<Done>>, Error> {
        Ok(done(library, &self.parts, &store.of_sitting(&self.id)?))
    }

    /// How many parts are done.
    pub(super) fn count_done(&self, library: &Library, log: &[Logged]) -> usize {
        done(library, &self.parts, log).iter().flatten().count()
    }

    /// The event that says it was begun: it goes to disk before the event of the part that is done first.
    pub fn opening(&self) -> Event {
        let count = self.parts.len();
        begun(&self.id, Round::Interview, count, Mode::Interview, (&self.seed, &self.library_hash))
    }

    /// Does the log know that it was begun?
    pub fn is_begun(&self, store: Option<&Store>) -> bool {
        store.is_some_and(|store| store.is_begun(&self.id).unwrap_or(false))
    }

    /// Sits down to a prompt, with what was noted before it was left.
    pub fn rehearse(&self, library: &Library, id: &str, store: Option<&Store>) -> Rehearse {
        let noted = store.and_then(|store| store.noted(&self.id, &library.item(id)).ok().flatten());
        Rehearse::part(id, self.opening(), self.is_begun(store), noted.as_ref().map(|logged| &logged.event))
    }

    /// Sits down to a calculation; `first` if no part is done yet.
    pub fn compute(&self, library: &Library, id: &str, seed: &str, first: bool) -> Result<Sitting, SittingError> {
        let seed = Seed::parse(seed).unwrap_or_else(|_| Seed::fresh());
        let mut sitting = Sitting::of(library, Mode::Mock, &[id.to_string()], seed)?;
        sitting.id.clone_from(&self.id);
        sitting.limit = Some(COMPUTE_MS);
        sitting.part_of = first.then(|| Box::new(self.opening()));
        Ok(sitting)
    }
}

/// What came of each part, from the log of this interview.
fn done(library: &Library, parts: &[Part], log: &[Logged]) -> Vec<Option<Done>> {
    let of = |part: &Part| {
        let item = library.item(part.id());
        let answered = |e: &Event| e.kind != EventKind::Sitting && e.item == item;
        let event = &log.iter().rfind(|logged| answered(&logged.event))?.event;
        Some(match event.kind {
            EventKind::Rubric => {
                let missed: Vec<String> = event.code.lines().map(str::to_string).collect();
                let asked = asked(library, part.id());
                Done { had: asked.saturating_sub(missed.len()), asked, missed, ms: event.ms }
            }
            _ => {
                let right = matches!(event.verdict.as_str(), "right" | "other-form");
                let missed = if right { Vec::new() } else { vec![format!("you answered {}", event.typed)] };
                Done { had: usize::from(right), asked: 1, missed, ms: event.ms }
            }
        })
    };
    parts.iter().map(of).collect()
}

/// Points of a rubric, bonus points left out.
fn asked(library: &Library, id: &str) -> usize {
    match library.question(id).map(|q| &q.kind) {
        Ok(crate::content::model::Kind::Interview(interview)) => interview.rubric.iter().filter(|p| !p.bonus).count(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interview_has_six_parts_none_twice_and_its_plot_is_turned() {
        let library = Library::embedded();
        for text in ["K3F9", "A", "B", "C", "D"] {
            let parts = parts(&library, &Seed::parse(text).unwrap()).unwrap();
            let words: Vec<&str> = parts.iter().map(Part::word).collect();
            assert_eq!(words, ["speak", "compute", "speak", "explain a plot", "compute", "speak"]);
            let ids: std::collections::BTreeSet<&str> = parts.iter().map(Part::id).collect();
            assert_eq!(ids.len(), 6, "{parts:?}");
            let Some(Part::Plot { id, figure }) = parts.get(3) else { panic!("{parts:?}") };
            assert_ne!(Some(&figure.set), library.question(id).unwrap().figure.as_ref().map(|f| &f.set), "{text}");
        }
    }

    #[test]
    fn what_was_made_of_a_part_is_read_from_the_log_and_the_rest_goes_on() {
        use crate::sitting::rubric::Score;
        use crate::sitting::{Left, Resumed};
        let library = Library::embedded();
        let course = Course::begin(&library, Seed::parse("K3F9").unwrap()).unwrap();
        let question = library.question(course.parts()[0].id()).unwrap();
        let crate::content::model::Kind::Interview(interview) = &question.kind else { panic!() };
        let mut store = Store::in_memory().unwrap();
        store.record(&course.opening()).unwrap();
        assert!(Left::find(&library, &store, None).is_none(), "nothing of it is done");
        let mut event = Score::new(interview, &[0]).event(&library, question, "", std::time::Duration::from_secs(9));
        event.session = course.id().into();
        store.record(&event).unwrap();

        let found = course.done(&library, &store).unwrap();
        assert_eq!(found[0].as_ref().map(|d| (d.had, d.ms)), Some((1, 9_000)));
        assert!(found[1..].iter().all(Option::is_none));
        let left = Left::find(&library, &store, None).unwrap();
        assert_eq!((left.round.name(), left.words().as_str()), ("mock interview", "5 of 6 left"));
        assert_eq!(left.code, course.code());
        let Resumed::Interview(again) = left.resume(&library).unwrap() else { panic!() };
        assert_eq!((again.id(), again.parts()), (course.id(), course.parts()));

        let Part::Compute { id, seed } = &again.parts()[1] else { panic!() };
        let mut sitting = again.compute(&library, id, seed, false).unwrap();
        assert!(sitting.opening().is_none(), "it was begun before");
        let event = sitting.solution(1_000).unwrap();
        store.record(&event).unwrap();
        assert_eq!(Left::find(&library, &store, None).unwrap().left, 4);
        store.record(&left.dropped()).unwrap();
        assert!(Left::find(&library, &store, None).is_none());
    }
}
