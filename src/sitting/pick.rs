//! Which questions, in which order.

use crate::content::model::{Difficulty, Question, Set};
use crate::content::{Library, LoadError, QuestionEntry};
use crate::question::rng::Stream;
use crate::question::{Seed, Variant};

use super::{Level, SittingError};

/// Where to go from a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To an easier one.
    Easier,
    /// To a harder one.
    Harder,
}

/// Rounds through all families until there are enough; within a round easy comes first, and equals are shuffled.
pub(super) fn drill_order(
    library: &Library,
    families: &[String],
    count: usize,
    seed: &Seed,
    level: Option<Level>,
) -> Result<Vec<String>, SittingError> {
    let entries: Vec<&QuestionEntry> = families.iter().map(|id| library.entry(id)).collect::<Result<_, LoadError>>()?;
    let fitting: Vec<&QuestionEntry> =
        entries.into_iter().filter(|q| level.is_none_or(|level| level.fits(q))).collect();
    if fitting.is_empty() {
        return Err(SittingError::Nothing("No family has this level: choose another, or another scheme."));
    }
    let mut ids = Vec::with_capacity(count);
    let mut round = 0;
    while ids.len() < count {
        let mut order = fitting.clone();
        Stream::new(seed, "drill", "order", round).shuffle(&mut order);
        order.truncate(count - ids.len());
        order.sort_by_key(|q| q.difficulty);
        ids.extend(order.iter().map(|q| q.id.to_string()));
        round += 1;
    }
    Ok(ids)
}

/// A family of the same scheme at the nearest easier or harder level; `turn` goes through them. Among questions for the
/// head alone it is one that can be asked so too.
pub(super) fn neighbour(library: &Library, from: &Question, step: Step, variant: Variant, turn: u64) -> Option<String> {
    let lies = |d: Difficulty| match step {
        Step::Easier => d < from.difficulty,
        Step::Harder => d > from.difficulty,
    };
    let there: Vec<&QuestionEntry> = library
        .index()
        .questions
        .iter()
        .filter(|q| q.set == Set::Drill && q.scheme == from.scheme && lies(q.difficulty))
        .filter(|q| variant == Variant::Full || q.mental)
        .collect();
    let levels = there.iter().map(|q| q.difficulty);
    let level = match step {
        Step::Easier => levels.max(),
        Step::Harder => levels.min(),
    }?;
    let level: Vec<&&QuestionEntry> = there.iter().filter(|q| q.difficulty == level).collect();
    let at = usize::try_from(turn).unwrap_or(0).checked_rem(level.len())?;
    level.get(at).map(|q| q.id.to_string())
}
