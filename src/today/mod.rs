//! What to do now: the plan that Home shows and `posenc --plain` prints.
//!
//! Due first, then the next section, a short drill of what was read, and one interview prompt: about twenty minutes.

mod reading;
mod task;

use std::collections::HashSet;

use serde::Serialize;

use crate::content::model::Set;
use crate::content::{Library, QuestionEntry};
use crate::memory::{Calibration, Due, Error, Logged, Plan, Repeated, Store, Summary};
use crate::scheme::Scheme;
use crate::sitting::{Left, Trace, placement};

pub use reading::{Skipped, reading, skipped, skipped_line};
pub use task::Task;

/// How many questions a short drill has.
pub const SHORT_DRILL: usize = 5;

/// What the progress file says, read in one go.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// Counts.
    pub summary: Summary,
    /// What is due now.
    pub due: Vec<Due>,
    /// Pages read to their end, the last one first.
    pub pages: Vec<String>,
    /// Pages opened, read or not, the last one first: the reading place.
    pub opened: Vec<String>,
    /// Mistakes made more than once.
    pub repeated: Vec<Repeated>,
    /// Rubric points missed.
    pub missed: Vec<(String, Vec<String>)>,
    /// Answers before and after sections.
    #[serde(skip)]
    pub pretests: Vec<Logged>,
    /// Answers of the last placement test.
    #[serde(skip)]
    pub placement: Vec<Logged>,
    /// The sitting begun last.
    #[serde(skip)]
    pub begun: Option<Trace>,
    /// Items with a schedule, and their last verdict.
    pub skills: Vec<crate::memory::Skill>,
    /// How often answers given with each confidence were right.
    pub calibration: [Calibration; 3],
    /// What was said about the interview; `None` if never asked.
    pub plan: Option<Plan>,
    /// Days to the interview; `None` without one, or when it is over.
    pub days_left: Option<i64>,
}

impl Facts {
    /// Reads them.
    pub fn read(store: &Store) -> Result<Facts, Error> {
        let plan = store.plan()?;
        Ok(Facts {
            days_left: plan.and_then(|plan| plan.days_left(store.today())),
            plan,
            summary: store.summary()?,
            due: store.due()?,
            pages: store.pages()?,
            opened: store.opened()?,
            repeated: store.repeated(5)?,
            missed: store.missed()?,
            pretests: store.pretests()?,
            placement: store.placement()?,
            begun: Trace::read(store)?,
            skills: store.skills()?,
            calibration: store.calibration()?,
        })
    }

    /// The sitting that was left in the middle.
    pub fn left(&self, library: &Library) -> Option<Left> {
        Left::of(library, self.begun.clone()?)
    }

    /// The sections that the last placement test says need not be read.
    pub fn placed_out(&self, library: &Library) -> Vec<String> {
        placement::placed_out(library, &self.placement)
    }
}

/// The plan: the round that was left, what is due, something new, a drill, a prompt; within the minutes that the learner
/// has, if they said so. On the last day before the interview, only what went wrong before and what is due.
pub fn plan(library: &Library, facts: &Facts) -> Vec<Task> {
    let minutes = facts.plan.and_then(|plan| plan.minutes);
    let mut tasks: Vec<Task> = facts.left(library).map(|left| Task::go_on(&left)).into_iter().collect();
    let mut items = due(library, facts);
    if let Some(minutes) = minutes {
        items.truncate(usize::try_from(minutes).unwrap_or(usize::MAX).saturating_mul(2));
    }
    if facts.days_left.is_some_and(|days| days <= 1) {
        let items = went_wrong(library, facts);
        tasks.extend((!items.is_empty()).then_some(Task::LastDay { items }));
    }
    tasks.extend((!items.is_empty()).then_some(Task::Review { items }));
    if facts.days_left.is_none_or(|days| days > 1) {
        tasks.extend(reading::next_section(library, facts));
        tasks.extend(drill(library, facts));
    }
    tasks.extend(rehearsal(library, facts));
    for task in missed(library, facts).into_iter().take(MISSED) {
        if !tasks.contains(&task) {
            tasks.push(task);
        }
    }
    within(tasks, minutes)
}

/// The first tasks that fit, and always one.
fn within(tasks: Vec<Task>, minutes: Option<u32>) -> Vec<Task> {
    let Some(minutes) = minutes else { return tasks };
    let mut left = minutes;
    let fits = |task: &Task| {
        let fits = task.minutes() <= left;
        left -= if fits { task.minutes() } else { 0 };
        fits
    };
    let first = tasks.first().cloned();
    let kept: Vec<Task> = tasks.into_iter().filter(fits).collect();
    if kept.is_empty() { first.into_iter().collect() } else { kept }
}

/// What is due, as memory names it: prompts of pages, and of each skill one question, since a sibling would only repeat what
/// the first one reminded of.
fn due(library: &Library, facts: &Facts) -> Vec<String> {
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

/// The scheme with most families wrong at the last try; else the one read last that still has families never answered
/// rightly; before any reading, the first scheme.
fn drill(library: &Library, facts: &Facts) -> Option<Task> {
    let solid: HashSet<&str> = facts.skills.iter().filter(|s| s.solid).map(|s| s.item.as_str()).collect();
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
    order.into_iter().find_map(|scheme| {
        let families = families(library, scheme);
        let open = families.iter().any(|id| !solid.contains(library.item(id).as_str()));
        (open && !families.is_empty()).then_some(Task::Drill { scheme, families, count: SHORT_DRILL })
    })
}

/// "Interview in 9 days. 23 of 44 prompts rehearsed."; `None` without an interview ahead.
pub fn interview_line(library: &Library, facts: &Facts) -> Option<String> {
    let when = match facts.days_left? {
        0 => "Your interview is today.".into(),
        1 => "Your interview is tomorrow.".into(),
        days => format!("Interview in {days} days."),
    };
    let known: HashSet<&str> = facts.skills.iter().map(|s| s.item.as_str()).collect();
    let prompts = library.index().questions.iter().filter(|q| q.set == Set::Interview);
    let (rehearsed, all) = prompts.fold((0, 0), |(rehearsed, all), q| {
        (rehearsed + usize::from(known.contains(library.item(&q.id).as_str())), all + 1)
    });
    Some(format!("{when} {rehearsed} of {all} prompts rehearsed."))
}

/// The numeric families of a scheme.
pub fn families(library: &Library, scheme: Scheme) -> Vec<String> {
    let of = |q: &&crate::content::QuestionEntry| q.set == Set::Drill && q.scheme == Some(scheme);
    library.index().questions.iter().filter(of).map(|q| q.id.to_string()).collect()
}

/// The prompt of the interview to rehearse now.
fn rehearsal(library: &Library, facts: &Facts) -> Option<Task> {
    let prompt = prompt(library, facts, Set::Interview)?;
    let missed = missed_in(facts, &library.item(&prompt.id));
    Some(Task::Rehearse { id: prompt.id.to_string(), title: prompt.title.to_string(), missed })
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
            Some(Task::Rehearse { id: entry.id.to_string(), title: entry.title.to_string(), missed: points.len() })
        })
        .collect()
}

/// So many prompts with missed points stand in the list of today; the others are counted below it.
pub const MISSED: usize = 3;

/// The skill of the questions that are asked most in interviews.
pub const CORE: &str = "core-twelve";

/// The first prompt of a set that was never rehearsed, those asked most before the others; else one with missed points.
pub fn prompt<'l>(library: &'l Library, facts: &Facts, set: Set) -> Option<&'l QuestionEntry> {
    let mut prompts: Vec<_> = library.index().questions.iter().filter(|q| q.set == set).collect();
    prompts.sort_by_key(|q| !q.skills.iter().any(|skill| &**skill == CORE));
    let known: HashSet<&str> = facts.skills.iter().map(|s| s.item.as_str()).collect();
    let fresh = prompts.iter().find(|q| !known.contains(library.item(&q.id).as_str()));
    let missed = prompts.iter().find(|q| {
        let item = library.item(&q.id);
        facts.missed.iter().any(|(id, points)| *id == item && !points.is_empty())
    });
    fresh.or(missed).copied()
}

/// How much of a scheme's section was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadState {
    /// Nothing.
    No,
    /// Some pages.
    Some,
    /// All pages.
    All,
}

/// One row of the table of schemes.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemeRow {
    /// The scheme.
    pub scheme: Scheme,
    /// Reading.
    pub read: ReadState,
    /// Families answered rightly the last time, at once and without help.
    pub solid: usize,
    /// Families.
    pub families: usize,
    /// Chance of recall now, from 0 to 1.
    pub recall: Option<f64>,
}

/// The table of schemes.
pub fn schemes(library: &Library, facts: &Facts) -> Vec<SchemeRow> {
    let seen: HashSet<&str> = facts.pages.iter().map(String::as_str).collect();
    Scheme::ALL
        .into_iter()
        .map(|scheme| {
            let sections = library.index().sections.iter().filter(|s| s.scheme == Some(scheme));
            let (mut pages, mut opened) = (0, 0);
            for section in sections {
                pages += section.pages.len();
                let read = |p: &&crate::content::PageEntry| seen.contains(format!("{}/{}", section.id, p.id).as_str());
                opened += section.pages.iter().filter(read).count();
            }
            let families = families(library, scheme);
            let right = |id: &&String| {
                let item = library.item(id);
                facts.skills.iter().any(|s| s.item == item && s.solid)
            };
            SchemeRow {
                scheme,
                read: match opened {
                    0 => ReadState::No,
                    n if n < pages => ReadState::Some,
                    _ => ReadState::All,
                },
                solid: families.iter().filter(right).count(),
                families: families.len(),
                recall: facts.summary.schemes.iter().find(|(s, _)| *s == scheme).and_then(|(_, s)| s.recall),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(days_left: Option<i64>, minutes: Option<u32>) -> Facts {
        let library = Library::embedded();
        let due = |id: &str| Due { item: library.item(id), at_utc_ms: 0, sure_and_wrong: false };
        Facts {
            due: families(&library, Scheme::Rope).iter().map(|id| due(id)).collect(),
            missed: vec![(library.item("derive-rope"), vec!["angles add".into()])],
            plan: Some(Plan { date: None, minutes }),
            days_left,
            ..Facts::default()
        }
    }

    #[test]
    fn the_minutes_of_a_day_are_kept_to_and_what_is_due_comes_first() {
        let library = Library::embedded();
        for minutes in [5, 10, 15, 60] {
            let tasks = plan(&library, &facts(None, Some(minutes)));
            assert!(matches!(tasks.first(), Some(Task::Review { .. })), "{tasks:?}");
            assert!(tasks.iter().map(Task::minutes).sum::<u32>() <= minutes, "{minutes}: {tasks:?}");
        }
    }

    #[test]
    fn the_last_day_brings_back_what_went_wrong_and_nothing_new_to_read() {
        let library = Library::embedded();
        let tasks = plan(&library, &facts(Some(1), None));
        assert_eq!(tasks.first(), Some(&Task::LastDay { items: vec!["derive-rope".into()] }));
        assert!(!tasks.iter().any(|t| matches!(t, Task::Read { .. } | Task::Drill { .. })), "{tasks:?}");
        assert!(plan(&library, &facts(Some(2), None)).iter().any(|t| matches!(t, Task::Read { .. })));
    }

    #[test]
    fn of_one_skill_one_question_is_asked_a_day() {
        let library = Library::embedded();
        let ids = due(&library, &facts(None, None));
        let skill = |item: &String| library.entry(library.id_of(item).unwrap()).unwrap().skills.first().cloned();
        let skills: Vec<_> = ids.iter().map(skill).collect();
        let different: HashSet<_> = skills.iter().flatten().map(|s| s.to_string()).collect();
        assert!(!ids.is_empty() && different.len() == skills.iter().flatten().count(), "{ids:?} {skills:?}");
    }

    #[test]
    fn missed_points_of_every_prompt_stay_in_the_list() {
        let library = Library::embedded();
        let of = |id: &str, n: usize| (library.item(id), vec!["a point".to_string(); n]);
        let ids: Vec<String> = library
            .index()
            .questions
            .iter()
            .filter(|q| q.set == Set::Interview)
            .map(|q| q.id.to_string())
            .take(2)
            .collect();
        let missed: Vec<_> = ids.iter().zip([4, 2]).map(|(id, n)| of(id, n)).collect();
        let tasks = plan(&library, &Facts { missed, ..Facts::default() });
        for (id, n) in ids.iter().zip([4, 2]) {
            let found =
                tasks.iter().find(|t| matches!(t, Task::Rehearse { id: i, missed, .. } if i == id && *missed == n));
            let line = found.map(|t| t.lines().0).unwrap_or_default();
            assert!(line.starts_with(&format!("{n} missed points: ")), "{id}: {tasks:?}");
        }
    }

    #[test]
    fn what_is_asked_most_in_interviews_is_rehearsed_first() {
        let library = Library::embedded();
        let first = prompt(&library, &Facts::default(), Set::Interview).unwrap();
        assert!(first.skills.iter().any(|skill| &**skill == CORE), "{}", first.id);
    }
}
