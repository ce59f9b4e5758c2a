//! What to do now: the plan that Home shows and `posenc --plain` prints.
//!
//! Due first, then the next section, a short drill of what was read, and one interview prompt: about twenty minutes.

mod due;
mod fill;
mod next;
mod reading;
mod table;
mod task;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde::Serialize;

use crate::content::Library;
use crate::content::model::Set;
use crate::memory::{Calibration, Caps, Done, Due, Error, Logged, Plan, Repeated, Store, Summary};
use crate::sitting::{Left, Trace, placement};

pub use due::{held, held_line, new_line, review, went_wrong};
pub use next::{CORE, MISSED, families, missed, prompt};
pub use reading::{Skipped, reading, skipped, skipped_line};
pub use table::{ReadState, SchemeRow, schemes};
pub use task::Task;

/// So many rounds that were left stand in the list of today; Practise has them all.
pub const ROUNDS: usize = 3;

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
    /// Sittings that may be gone on with, the one answered last first.
    #[serde(skip)]
    pub begun: Vec<Trace>,
    /// Items with a schedule, and their last verdict.
    pub skills: Vec<crate::memory::Skill>,
    /// How often answers given with each confidence were right.
    pub calibration: [Calibration; 3],
    /// What was said about the interview; `None` if never asked.
    pub plan: Option<Plan>,
    /// Days to the interview; `None` without one, or when it is over.
    pub days_left: Option<i64>,
    /// The most of a day.
    pub caps: Caps,
    /// What was answered today; read only where there is a cap.
    pub done: Done,
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
            begun: Trace::all(store)?,
            skills: store.skills()?,
            calibration: store.calibration()?,
            caps: store.caps(),
            done: if store.caps().any() { store.done_today()? } else { Done::default() },
        })
    }

    /// The sittings that were left in the middle, the one answered last first.
    pub fn left(&self, library: &Library) -> impl Iterator<Item = Left> {
        self.begun.iter().filter_map(|trace| Left::of(library, trace.clone()))
    }

    /// The sections that the last placement test says need not be read.
    pub fn placed_out(&self, library: &Library) -> Vec<String> {
        placement::placed_out(library, &self.placement)
    }
}

/// The plan: the rounds that were left, what is due, something new, a drill, a prompt; as many of them as fill the minutes that
/// the learner has, within the most of a day, if they said so. With an interview ahead the minutes of the prompts are kept free. On the last day
/// before it, only what went wrong before, what is due and the prompts.
pub fn plan(library: &Library, facts: &Facts) -> Vec<Task> {
    let minutes = facts.plan.and_then(|plan| plan.minutes);
    let new_left = facts.done.new_left(facts.caps);
    let rehearsals = next::rehearsals(library, facts, new_left);
    let mut tasks: Vec<Task> =
        facts.left(library).take(ROUNDS).enumerate().map(|(i, left)| Task::go_on(&left, i == 0)).collect();
    if facts.days_left.is_some_and(|days| days <= 1) {
        let items = went_wrong(library, facts);
        tasks.extend((!items.is_empty()).then_some(Task::LastDay { items }));
    }
    let mut items = review(library, facts);
    if let Some(minutes) = minutes {
        let kept = if facts.days_left.is_some() { sum(&rehearsals) + sum(&tasks) } else { 0 };
        let free = minutes.saturating_sub(kept).max(minutes.min(2));
        items.truncate(usize::try_from(free).unwrap_or(usize::MAX).saturating_mul(2));
    }
    tasks.extend((!items.is_empty()).then_some(Task::Review { items }));
    if facts.days_left.is_none_or(|days| days > 1) {
        tasks.extend(reading::next_section(library, facts));
        let left = new_left.map(|left| left.saturating_sub(rehearsals.len()));
        tasks.extend(next::drill(library, facts, left));
    }
    tasks.extend(rehearsals);
    for task in missed(library, facts).into_iter().take(MISSED) {
        if !tasks.contains(&task) {
            tasks.push(task);
        }
    }
    match minutes {
        Some(minutes) => fill::fill(library, facts, within(tasks, minutes, facts.days_left.is_some()), minutes),
        None => tasks,
    }
}

/// The minutes of some tasks.
fn sum(tasks: &[Task]) -> u32 {
    tasks.iter().map(Task::minutes).sum()
}

/// The tasks that fit, the first ones before the others, and always one. With an interview ahead a prompt comes before what is
/// new to read; in the list each keeps its place.
fn within(tasks: Vec<Task>, minutes: u32, interview: bool) -> Vec<Task> {
    let mut left = minutes;
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    let later = |task: &Task| interview && matches!(task, Task::Read { .. } | Task::Drill { .. });
    order.sort_by_key(|at| tasks.get(*at).is_some_and(later));
    let mut kept: HashSet<usize> = HashSet::new();
    for at in order {
        let minutes = tasks.get(at).map_or(0, Task::minutes);
        if minutes <= left {
            left -= minutes;
            kept.insert(at);
        }
    }
    if kept.is_empty() {
        kept.insert(0);
    }
    tasks.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, task)| task).collect()
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
