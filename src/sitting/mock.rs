//! The mock exam: twelve questions over all schemes, to choose and to compute, and not a word before the end.

use crate::content::model::{Difficulty, Set};
use crate::content::{Library, QuestionEntry};
use crate::memory::Mode;
use crate::question::Seed;
use crate::question::rng::Stream;
use crate::scheme::Scheme;

use super::{Sitting, SittingError, pick};

/// How many questions it has.
pub const QUESTIONS: usize = 12;
/// Its minutes, if nothing else is wished.
pub const MINUTES: u32 = 20;
/// How hard the calculations are, scheme by scheme.
const LEVELS: [Difficulty; 3] = [Difficulty::Medium, Difficulty::Easy, Difficulty::Hard];

/// Sits down to it.
pub(super) fn sitting(library: &Library, seed: Seed) -> Result<Sitting, SittingError> {
    let ids = questions(library, &seed);
    if ids.is_empty() {
        return Err(SittingError::Nothing("This chapter has no questions for an exam."));
    }
    Sitting::of(library, Mode::Mock, &ids, seed)
}

/// A calculation of each scheme, the rest questions with options about different schemes; neighbours differ.
fn questions(library: &Library, seed: &Seed) -> Vec<String> {
    let all = &library.index().questions;
    let shuffled = |what: &str, of: &dyn Fn(&QuestionEntry) -> bool| {
        let mut found: Vec<&QuestionEntry> = all.iter().filter(|q| of(q)).collect();
        Stream::new(seed, "mock", what, 0).shuffle(&mut found);
        found
    };
    let mut schemes = Scheme::ALL;
    Stream::new(seed, "mock", "schemes", 0).shuffle(&mut schemes);
    let mut chosen: Vec<&QuestionEntry> = Vec::with_capacity(QUESTIONS);
    for (scheme, level) in schemes.into_iter().zip(LEVELS.into_iter().cycle()) {
        let of = shuffled(scheme.slug(), &|q| q.set == Set::Drill && q.scheme == Some(scheme));
        chosen.extend(of.iter().find(|q| q.difficulty == level).or(of.first()));
    }
    let options = shuffled("options", &|q| {
        q.kind == "MultipleChoice" && matches!(q.set, Set::Quiz | Set::Spot | Set::Pretest | Set::Other)
    });
    let mut asked: Vec<Option<Scheme>> = Vec::new();
    let (fresh, again): (Vec<_>, Vec<_>) = options.into_iter().partition(|q| {
        let new = !asked.contains(&q.scheme);
        asked.push(q.scheme);
        new
    });
    let room = QUESTIONS.saturating_sub(chosen.len());
    chosen.extend(fresh.into_iter().chain(again).take(room));
    // A chapter with few questions to choose from has more to compute.
    for more in shuffled("more", &|q| q.set == Set::Drill) {
        if chosen.len() < QUESTIONS && !chosen.iter().any(|q| q.id == more.id) {
            chosen.push(more);
        }
    }
    Stream::new(seed, "mock", "order", 0).shuffle(&mut chosen);
    pick::spread(chosen, |q| q.scheme).iter().map(|q| q.id.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_is_in_every_exam_to_compute_and_to_choose_and_each_seed_is_another_exam() {
        let library = Library::embedded();
        let of = |text: &str| questions(&library, &Seed::parse(text).unwrap());
        for text in ["K3F9", "A", "ZZ", "7Q"] {
            let ids = of(text);
            assert_eq!(ids.len(), QUESTIONS, "{ids:?}");
            assert_eq!(ids, of(text));
            let entries: Vec<_> = ids.iter().map(|id| library.entry(id).unwrap()).collect();
            for scheme in Scheme::ALL {
                assert!(entries.iter().any(|q| q.scheme == Some(scheme)), "{scheme:?} in {text}");
            }
            assert_eq!(entries.iter().filter(|q| q.kind == "MultipleChoice").count(), 5, "{text}");
            let same = entries.windows(2).filter(|w| w[0].scheme.is_some() && w[0].scheme == w[1].scheme).count();
            assert!(same <= 1, "{text}: neighbours of one scheme: {same}");
        }
        assert_ne!(of("K3F9"), of("A"));
    }
}
