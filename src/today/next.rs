//! What is new today: a short drill, prompts to rehearse.

use std::collections::HashSet;

use crate::content::model::Set;
use crate::content::{Library, QuestionEntry};
use crate::scheme::Scheme;

use super::{Facts, SHORT_DRILL, Task};

/// A short drill of the first scheme that has something to drill.
pub(super) fn drill(library: &Library, facts: &Facts, new_left: Option<usize>) -> Option<Task> {
    schemes(library, facts).into_iter().find_map(|scheme| drill_of(library, facts, scheme, new_left))
}

/// The scheme with most families wrong at the last try first; then those read, the last one first; then the others.
pub(super) fn schemes(library: &Library, facts: &Facts) -> Vec<Scheme> {
    let read = facts.pages.iter().filter_map(|page| {
        let section = page.split('/').next()?;
        library.index().sections.iter().find(|s| s.id == section)?.scheme
    });
    let wrong = |scheme: Scheme| {
        let failed = |s: &&crate::memory::Skill| matches!(s.last_verdict.as_str(), "wrong" | "mistake");
        let items: HashSet<&str> = facts.skills.iter().filter(failed).map(|s| s.item.as_str()).collect();
        families(library, scheme).iter().filter(|id| items.contains(library.item(id).as_str())).count()
    };
    let mut shaky: Vec<(usize, Scheme)> =
        Scheme::ALL.into_iter().map(|s| (wrong(s), s)).filter(|(n, _)| *n > 0).collect();
    shaky.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    let mut order: Vec<Scheme> = Vec::new();
    for scheme in shaky.into_iter().map(|(_, s)| s).chain(read).chain(Scheme::ALL) {
        if !order.contains(&scheme) {
            order.push(scheme);
        }
    }
    order
}

/// A short drill of a scheme; `None` if every family was right at the last try, or none may be asked.
pub(super) fn drill_of(library: &Library, facts: &Facts, scheme: Scheme, new_left: Option<usize>) -> Option<Task> {
    let solid: HashSet<&str> = facts.skills.iter().filter(|s| s.solid).map(|s| s.item.as_str()).collect();
    let families = allowed(library, facts, families(library, scheme), new_left);
    let open = families.iter().any(|id| !solid.contains(library.item(id).as_str()));
    (open && !families.is_empty()).then_some(Task::Drill { scheme, families, count: SHORT_DRILL })
}

/// How many of these questions were never answered.
pub(super) fn count_new(library: &Library, facts: &Facts, ids: &[String]) -> usize {
    let known: HashSet<&str> = facts.skills.iter().map(|s| s.item.as_str()).collect();
    ids.iter().filter(|id| !known.contains(library.item(id).as_str())).count()
}

/// Those answered before, and of the others as many as the limit of the day still allows.
fn allowed(library: &Library, facts: &Facts, families: Vec<String>, new_left: Option<usize>) -> Vec<String> {
    let Some(mut left) = new_left else { return families };
    let known: HashSet<&str> = facts.skills.iter().map(|s| s.item.as_str()).collect();
    let fits = |id: &String| {
        let fits = known.contains(library.item(id).as_str()) || left > 0;
        left -= usize::from(fits && !known.contains(library.item(id).as_str()));
        fits
    };
    families.into_iter().filter(fits).collect()
}

/// The numeric families of a scheme.
pub fn families(library: &Library, scheme: Scheme) -> Vec<String> {
    let of = |q: &&QuestionEntry| q.set == Set::Drill && q.scheme == Some(scheme);
    library.index().questions.iter().filter(of).map(|q| q.id.to_string()).collect()
}

/// The prompts of the interview to rehearse today: one, and with an interview ahead so many that the ones asked most are all
/// rehearsed before it. Without a fresh one, or beyond the limit of the day, one with missed points.
pub(super) fn rehearsals(library: &Library, facts: &Facts, new_left: Option<usize>) -> Vec<Task> {
    let fresh = fresh(library, facts, Set::Interview);
    let core = fresh.iter().filter(|q| is_core(q)).count();
    let days = facts.days_left.map(|days| usize::try_from(days).unwrap_or(0).max(1));
    let count = days.map_or(1, |days| core.div_ceil(days).clamp(1, REHEARSALS));
    let fresh = fresh.into_iter().take(new_left.map_or(count, |left| left.min(count)));
    let mut tasks: Vec<Task> = fresh.map(|q| rehearse(q, 0)).collect();
    if tasks.is_empty() {
        let missed = missed_prompt(library, facts, Set::Interview);
        tasks.extend(missed.map(|q| rehearse(q, missed_in(facts, &library.item(&q.id)))));
    }
    tasks
}

/// A prompt to rehearse, of which so many points were missed.
pub(super) fn rehearse(prompt: &QuestionEntry, missed: usize) -> Task {
    Task::Rehearse { id: prompt.id.to_string(), title: prompt.title.to_string(), missed }
}

/// Points missed at the last rehearsal of an item.
fn missed_in(facts: &Facts, item: &str) -> usize {
    facts.missed.iter().find(|(id, _)| id == item).map_or(0, |(_, points)| points.len())
}

/// Every prompt with missed points, the one rehearsed last first. Only a rehearsal of the prompt itself ends that.
pub fn missed(library: &Library, facts: &Facts) -> Vec<Task> {
    let missed = facts.missed.iter().filter(|(_, points)| !points.is_empty());
    missed
        .filter_map(|(item, points)| {
            let entry = library.entry(library.id_of(item)?).ok()?;
            Some(rehearse(entry, points.len()))
        })
        .collect()
}

/// So many prompts with missed points stand in the list of today; the others are counted below it.
pub const MISSED: usize = 3;

/// The skill of the questions that are asked most in interviews.
pub const CORE: &str = "core-twelve";

/// So many fresh prompts at most stand in the list of today.
const REHEARSALS: usize = 4;

/// Is it one of those that are asked most?
pub(super) fn is_core(question: &QuestionEntry) -> bool {
    question.skills.iter().any(|skill| &**skill == CORE)
}

/// The prompts of a set that were never rehearsed, those asked most before the others.
pub(super) fn fresh<'l>(library: &'l Library, facts: &Facts, set: Set) -> Vec<&'l QuestionEntry> {
    let known: HashSet<&str> = facts.skills.iter().map(|s| s.item.as_str()).collect();
    // One whose rehearsal was left stands in the list already.
    let left: HashSet<String> = facts.begun.iter().filter_map(|trace| trace.prompt(library)).collect();
    let new = |id: &str| !known.contains(library.item(id).as_str()) && !left.contains(id);
    let fresh = |q: &&QuestionEntry| q.set == set && new(&q.id);
    let mut prompts: Vec<_> = library.index().questions.iter().filter(fresh).collect();
    prompts.sort_by_key(|q| !is_core(q));
    prompts
}

/// The first prompt of a set with missed points, those asked most before the others.
fn missed_prompt<'l>(library: &'l Library, facts: &Facts, set: Set) -> Option<&'l QuestionEntry> {
    let missed = |q: &&QuestionEntry| q.set == set && missed_in(facts, &library.item(&q.id)) > 0;
    library.index().questions.iter().filter(missed).min_by_key(|q| !is_core(q))
}

/// The first prompt of a set that was never rehearsed, those asked most before the others; else one with missed points.
pub fn prompt<'l>(library: &'l Library, facts: &Facts, set: Set) -> Option<&'l QuestionEntry> {
    let fresh = fresh(library, facts, set).into_iter().next();
    fresh.or_else(|| missed_prompt(library, facts, set))
}
