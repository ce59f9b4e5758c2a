//! What fills the minutes that the learner has: sections, drills and prompts beyond the first ones, up to what there is to
//! learn.

use std::collections::HashSet;

use crate::content::Library;
use crate::content::model::Set;
use crate::scheme::Scheme;

use super::{Facts, Task, next, reading, sum};

/// In turns: prompts are short, so there are two of them to a section and a drill.
const TURNS: [Kind; 4] = [Kind::Read, Kind::Drill, Kind::Rehearse, Kind::Rehearse];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Read,
    Drill,
    Rehearse,
}

/// What may still be added, and how much of it may be new.
struct Shelf<'a> {
    library: &'a Library,
    facts: &'a Facts,
    new_left: Option<usize>,
    sections: std::vec::IntoIter<Task>,
    schemes: std::vec::IntoIter<Scheme>,
    fresh: std::vec::IntoIter<Task>,
    missed: std::vec::IntoIter<Task>,
}

/// The tasks, and as many more as fit into the minutes. On the last day before an interview only prompts are added.
pub(super) fn fill(library: &Library, facts: &Facts, mut tasks: Vec<Task>, minutes: u32) -> Vec<Task> {
    let mut left = minutes.saturating_sub(sum(&tasks));
    let mut shelf = Shelf::new(library, facts, &tasks);
    let last_day = facts.days_left.is_some_and(|days| days <= 1);
    let turns = || TURNS.into_iter().filter(|kind| !last_day || *kind == Kind::Rehearse);
    loop {
        let before = tasks.len();
        for kind in turns() {
            // What is too long for the minutes left is passed over: a shorter one may fit.
            let fitting = std::iter::from_fn(|| shelf.next(kind, left)).find(|task| task.minutes() <= left);
            if let Some(task) = fitting {
                left -= task.minutes();
                tasks.push(task);
            }
        }
        if tasks.len() == before {
            break;
        }
    }
    tasks.sort_by_key(rank);
    tasks
}

/// The order of the list.
fn rank(task: &Task) -> u8 {
    match task {
        Task::GoOn { .. } => 0,
        Task::LastDay { .. } => 1,
        Task::Review { .. } => 2,
        Task::Read { .. } => 3,
        Task::Drill { .. } => 4,
        Task::Rehearse { .. } => 5,
    }
}

impl<'a> Shelf<'a> {
    fn new(library: &'a Library, facts: &'a Facts, tasks: &[Task]) -> Shelf<'a> {
        let known: HashSet<&str> = facts.skills.iter().map(|s| s.item.as_str()).collect();
        let is_new = |id: &String| !known.contains(library.item(id).as_str());
        let new = tasks.iter().map(|task| match task {
            Task::Drill { families, .. } => families.iter().filter(|id| is_new(id)).count(),
            Task::Rehearse { id, .. } => usize::from(is_new(id)),
            _ => 0,
        });
        let new_left = facts.done.new_left(facts.caps).map(|left| left.saturating_sub(new.sum()));
        let has = |task: &Task| tasks.iter().any(|other| same(other, task));
        let schemes: Vec<Scheme> = next::schemes(library, facts)
            .into_iter()
            .filter(|scheme| !tasks.iter().any(|t| matches!(t, Task::Drill { scheme: s, .. } if s == scheme)))
            .collect();
        let prompts = |all: Vec<Task>| all.into_iter().filter(|task| !has(task)).collect::<Vec<_>>().into_iter();
        let fresh = next::fresh(library, facts, Set::Interview).into_iter().map(|q| next::rehearse(q, 0)).collect();
        Shelf {
            library,
            facts,
            new_left,
            sections: prompts(reading::sections(library, facts)),
            schemes: schemes.into_iter(),
            fresh: prompts(fresh),
            missed: prompts(next::missed(library, facts)),
        }
    }

    fn next(&mut self, kind: Kind, minutes: u32) -> Option<Task> {
        match kind {
            Kind::Read => {
                let next = self.sections.next().filter(|task| task.minutes() <= minutes);
                if next.is_none() {
                    // Sections build on each other: none is passed over for a shorter one.
                    self.sections = Vec::new().into_iter();
                }
                next
            }
            Kind::Drill => {
                let (library, facts) = (self.library, self.facts);
                // Only what fits is taken from what may be new.
                let fits = |task: &Task| task.minutes() <= minutes;
                let task = self
                    .schemes
                    .by_ref()
                    .find_map(|s| next::drill_of(library, facts, s, self.new_left))
                    .filter(fits)?;
                if let (Some(left), Task::Drill { families, .. }) = (self.new_left.as_mut(), &task) {
                    *left = left.saturating_sub(next::count_new(library, facts, families));
                }
                Some(task)
            }
            Kind::Rehearse => {
                if let Some(left) = self.new_left.as_mut() {
                    if *left == 0 {
                        return self.missed.next();
                    }
                    *left -= 1;
                }
                self.fresh.next().or_else(|| self.missed.next())
            }
        }
    }
}

/// Are they about the same thing?
fn same(one: &Task, other: &Task) -> bool {
    match (one, other) {
        (Task::Read { section: a, .. }, Task::Read { section: b, .. }) => a == b,
        (Task::Rehearse { id: a, .. }, Task::Rehearse { id: b, .. }) => a == b,
        _ => one == other,
    }
}
