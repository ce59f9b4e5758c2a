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
        let mut order = deal(order);
        order.truncate(count - ids.len());
        order.sort_by_key(|q| q.difficulty);
        for level in order.chunk_by(|a, b| a.difficulty == b.difficulty) {
            ids.extend(spread(level.to_vec(), |q| q.scheme).iter().map(|q| q.id.to_string()));
        }
        round += 1;
    }
    Ok(ids)
}

/// One family of each scheme in turn: a short drill of many schemes has as many of them as fit.
fn deal(mut left: Vec<&QuestionEntry>) -> Vec<&QuestionEntry> {
    let mut out = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let mut seen = Vec::new();
        let (now, later) = left.into_iter().partition(|q| {
            let first = !seen.contains(&q.scheme);
            seen.push(q.scheme);
            first
        });
        let _: &Vec<&QuestionEntry> = &now;
        out.extend(now);
        left = later;
    }
    out
}

/// Neighbours differ in what `of` says, as far as that can be had; otherwise the order stays.
pub(super) fn spread<K: PartialEq>(
    mut left: Vec<&QuestionEntry>,
    of: impl Fn(&QuestionEntry) -> K,
) -> Vec<&QuestionEntry> {
    let mut out: Vec<&QuestionEntry> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        // What there is most of goes first among those that differ: it would be left over at the end.
        let many = |q: &QuestionEntry| left.iter().filter(|other| of(other) == of(q)).count();
        let differs = |q: &QuestionEntry| out.last().is_none_or(|last| of(last) != of(q));
        let mut best: Option<(usize, usize)> = None;
        for (at, q) in left.iter().enumerate().filter(|(_, q)| differs(q)) {
            let count = many(q);
            if best.is_none_or(|(_, most)| count > most) {
                best = Some((at, count));
            }
        }
        out.push(left.remove(best.map_or(0, |(at, _)| at)));
    }
    out
}

/// What is easily taken for each other is asked in a row, in turns: telling it apart is what a review can teach. The rest
/// keeps its order, and the first stays first.
pub fn interleave(ids: &[String], groups: &[Vec<String>]) -> Vec<String> {
    let mut left: Vec<&String> = ids.iter().collect();
    let mut out: Vec<String> = Vec::with_capacity(ids.len());
    while !left.is_empty() {
        let first = left.remove(0);
        out.push(first.clone());
        let near = |id: &String| groups.iter().any(|g| g.contains(first) && g.contains(id));
        while let Some(at) = left.iter().position(|id| near(id) && out.last() != Some(*id)) {
            out.push(left.remove(at).clone());
        }
    }
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ids: &str, groups: &[&str]) -> String {
        let split = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let groups: Vec<_> = groups.iter().map(|g| split(g)).collect();
        interleave(&split(ids), &groups).join(" ")
    }

    #[test]
    fn what_is_easily_confused_is_asked_in_a_row_and_the_rest_keeps_its_order() {
        assert_eq!(order("alibi x shaw y", &["alibi shaw"]), "alibi shaw x y");
        assert_eq!(order("x alibi y shaw", &["alibi shaw"]), "x alibi shaw y");
        assert_eq!(order("a b c", &[]), "a b c");
    }

    #[test]
    fn the_same_family_twice_takes_turns_with_its_double() {
        assert_eq!(order("a a b x b", &["a b"]), "a b a b x");
    }
}
