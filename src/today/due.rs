//! What comes back today: what is due, within the learner's limit a day, and what went wrong before.

use std::collections::HashSet;

use crate::content::Library;
use crate::content::model::Set;

use super::Facts;

/// What is due, as memory names it: prompts of pages, and of each skill one question, since a sibling would only repeat what
/// the first one reminded of.
pub(super) fn due(library: &Library, facts: &Facts) -> Vec<String> {
    let mut asked = HashSet::new();
    let mut first = |item: &str| {
        let Some(question) = library.id_of(item).and_then(|id| library.entry(id).ok()) else {
            return library.recall_of(item).is_some();
        };
        let spoken = question.set == Set::Interview;
        question.skills.first().is_none_or(|skill| asked.insert((spoken, skill.to_string())))
    };
    facts.due.iter().map(|due| &due.item).filter(|item| first(item)).cloned().collect()
}

/// The first of these items that the limit a day still allows, and how many are held back. What was answered today already
/// and comes back is free: it was counted then.
pub(super) fn within_cap(facts: &Facts, items: Vec<String>) -> (Vec<String>, usize) {
    let Some(mut left) = facts.done.reviews_left(facts.caps) else { return (items, 0) };
    let all = items.len();
    let fits = |item: &String| {
        if facts.done.has(item) {
            return true;
        }
        let fits = left > 0;
        left = left.saturating_sub(1);
        fits
    };
    let kept: Vec<String> = items.into_iter().filter(fits).collect();
    let held = all - kept.len();
    (kept, held)
}

/// What Today's review asks: what is due, one question of each skill, within the limit of the day.
pub fn review(library: &Library, facts: &Facts) -> Vec<String> {
    within_cap(facts, due(library, facts)).0
}

/// How much that is due the limit a day holds back.
pub fn held(library: &Library, facts: &Facts) -> usize {
    within_cap(facts, due(library, facts)).1
}

/// "12 more are due; your cap is 20 reviews a day."; `None` if nothing is held back.
pub fn held_line(library: &Library, facts: &Facts) -> Option<String> {
    let held = held(library, facts);
    let cap = facts.caps.reviews?;
    let due = if held == 1 { "1 more is due".into() } else { format!("{held} more are due") };
    (held > 0).then(|| format!("{due}; your cap is {cap} a day."))
}

/// "Your 5 new questions of today are done."; `None` while there are some left, or without a cap.
pub fn new_line(facts: &Facts) -> Option<String> {
    let cap = facts.caps.new.filter(|_| facts.done.new_left(facts.caps) == Some(0))?;
    Some(match cap {
        1 => "Your new question of today is done; your cap is 1 a day.".into(),
        cap => format!("Your new questions of today are done; your cap is {cap} a day."),
    })
}

/// Prompts with missed points, then questions with a mistake made more than once.
pub fn went_wrong(library: &Library, facts: &Facts) -> Vec<String> {
    let missed = facts.missed.iter().filter(|(_, points)| !points.is_empty()).map(|(item, _)| item);
    let again = facts.repeated.iter().map(|repeated| &repeated.item);
    let mut ids: Vec<String> = Vec::new();
    for id in missed.chain(again).filter_map(|item| library.id_of(item)).filter(|id| library.entry(id).is_ok()) {
        if !ids.iter().any(|known| known == id) {
            ids.push(id.to_string());
        }
    }
    ids
}
