use std::collections::HashSet;

use super::due::{due, within_cap};
use super::next::{fresh, is_core};
use super::*;
use crate::scheme::Scheme;

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
fn more_minutes_are_filled_with_more_to_learn_up_to_what_there_is() {
    let library = Library::embedded();
    for days in [None, Some(9)] {
        let of = |minutes| {
            plan(&library, &Facts { plan: Some(Plan { date: None, minutes }), days_left: days, ..Facts::default() })
        };
        let short = of(None);
        for minutes in [20, 40, 60, 90, 120] {
            let tasks = of(Some(minutes));
            let sum = sum(&tasks);
            assert!((minutes - 2..=minutes).contains(&sum), "{sum} of {minutes}: {tasks:?}");
            for (i, task) in tasks.iter().enumerate() {
                assert!(!tasks[..i].contains(task), "twice: {task:?}");
            }
            let count = |of: &[Task], kind: fn(&Task) -> bool| of.iter().filter(|t| kind(t)).count();
            if minutes >= 60 {
                let kinds: [fn(&Task) -> bool; 3] = [
                    |t| matches!(t, Task::Read { .. }),
                    |t| matches!(t, Task::Drill { .. }),
                    |t| matches!(t, Task::Rehearse { .. }),
                ];
                for kind in kinds {
                    assert!(count(&tasks, kind) > count(&short, kind), "{minutes}: {tasks:?}");
                }
            }
        }
        let everything = of(Some(600));
        assert!(everything.iter().filter(|t| matches!(t, Task::Read { .. })).count() == library.index().sections.len());
        let prompts = library.index().questions.iter().filter(|q| q.set == Set::Interview).count();
        assert_eq!(everything.iter().filter(|t| matches!(t, Task::Rehearse { .. })).count(), prompts);
    }
}

#[test]
fn filled_minutes_keep_to_the_most_of_a_day_and_on_the_last_day_nothing_is_new_to_read() {
    let library = Library::embedded();
    let plan_of = Some(Plan { date: None, minutes: Some(90) });
    let caps = Caps { new: Some(4), reviews: None };
    let tasks = plan(&library, &Facts { plan: plan_of, caps, ..Facts::default() });
    let new = tasks.iter().map(|t| match t {
        Task::Drill { families, .. } => families.len(),
        Task::Rehearse { .. } => 1,
        _ => 0,
    });
    assert!(new.sum::<usize>() <= 4, "{tasks:?}");
    let tasks = plan(&library, &Facts { plan: plan_of, days_left: Some(1), ..Facts::default() });
    assert!(tasks.iter().all(|t| matches!(t, Task::Rehearse { .. })) && sum(&tasks) > 80, "{tasks:?}");
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
        let found = tasks.iter().find(|t| matches!(t, Task::Rehearse { id: i, missed, .. } if i == id && *missed == n));
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

#[test]
fn a_cap_holds_back_what_is_due_longest_last_and_says_so() {
    let library = Library::embedded();
    let mut facts = facts(None, None);
    let all = due(&library, &facts);
    assert!(all.len() > 3 && held_line(&library, &facts).is_none());
    facts.caps.reviews = Some(3);
    facts.done.reviews = vec!["c/else".into()];
    let (kept, held) = within_cap(&facts, all.clone());
    assert_eq!((kept.as_slice(), held), (&all[..2], all.len() - 2), "one of three was done");
    assert!(matches!(plan(&library, &facts).first(), Some(Task::Review { items }) if *items == kept));
    let more = all.len() - 2;
    assert_eq!(held_line(&library, &facts), Some(format!("{more} more are due; your cap is 3 a day.")));
    facts.done.reviews = vec![all[1].clone(), all[2].clone(), "c/else".into()];
    assert_eq!(within_cap(&facts, all.clone()).0, all[1..3], "what was answered today comes back freely");
}

#[test]
fn a_cap_on_what_is_new_leaves_what_is_known() {
    let library = Library::embedded();
    let mut facts = Facts { caps: Caps { new: Some(2), reviews: None }, ..Facts::default() };
    let new = |facts: &Facts| {
        let tasks = plan(&library, facts);
        let drilled = tasks.iter().map(|t| if let Task::Drill { families, .. } = t { families.len() } else { 0 });
        let rehearsed = tasks.iter().filter(|t| matches!(t, Task::Rehearse { missed: 0, .. })).count();
        (drilled.sum::<usize>(), rehearsed)
    };
    assert_eq!(new(&facts), (1, 1), "two in all");
    assert_eq!(new_line(&facts), None);
    facts.done.new = vec!["c/a".into(), "c/b".into()];
    assert_eq!(new(&facts), (0, 0));
    assert!(new_line(&facts).is_some_and(|line| line.contains("your cap is 2 a day")));
    let skill = |id: &String| crate::memory::Skill {
        item: library.item(id),
        stability: 1.0,
        difficulty: 5.0,
        due_utc_ms: 1,
        reviews: 1,
        lapses: 1,
        last_verdict: "wrong".into(),
        solid: false,
    };
    let known = families(&library, Scheme::Alibi);
    facts.skills = known.iter().take(2).map(skill).collect();
    assert_eq!(new(&facts), (2, 0), "those answered before can be drilled");
}

/// What syllabus §4 calls the core twelve, by the prompts that ask it.
const CORE_TWELVE: [(&str, &str); 12] = [
    ("why position at all", "why-position"),
    ("equivariance as an equation", "why-position"),
    ("the sinusoidal formula symbol by symbol", "sinusoid-symbols"),
    ("why geometric frequencies", "geometric-frequencies"),
    ("why a formula defined everywhere still fails", "defined-still-fails"),
    ("why a table stops", "table-stops"),
    ("RoPE in two sentences", "rope-two-sentences"),
    ("derive m - n", "derive-rope"),
    ("why q and k but not v", "values-unrotated"),
    ("what rope_theta controls", "rope-base"),
    ("how ALiBi works and why slopes differ", "alibi-fixed-slopes"),
    ("RoPE against ALiBi in and past the trained length", "rope-or-alibi"),
];

#[test]
fn the_core_twelve_come_before_every_other_prompt() {
    let library = Library::embedded();
    let order: Vec<&str> = fresh(&library, &Facts::default(), Set::Interview).iter().map(|q| q.id.as_ref()).collect();
    let core = library.index().questions.iter().filter(|q| q.set == Set::Interview && is_core(q)).count();
    for (what, id) in CORE_TWELVE {
        let at = order.iter().position(|known| *known == id);
        assert!(at.is_some_and(|at| at < core), "{what}: {id} at {at:?} of {core}");
    }
}

#[test]
fn with_an_interview_ahead_the_core_twelve_are_rehearsed_in_time() {
    let library = Library::embedded();
    for (days, minutes) in [(4, None), (9, None), (30, None), (4, Some(10)), (9, Some(10)), (30, Some(15))] {
        let mut facts = facts(Some(days), minutes);
        let mut rehearsed = HashSet::new();
        for left in (1..=days).rev() {
            facts.days_left = Some(left);
            let tasks = plan(&library, &facts);
            let today: Vec<String> = tasks
                .iter()
                .filter_map(|t| if let Task::Rehearse { id, .. } = t { Some(id.clone()) } else { None })
                .collect();
            assert!(today.len() <= 8, "{today:?}");
            for id in today {
                facts.skills.push(crate::memory::Skill {
                    item: library.item(&id),
                    stability: 1.0,
                    difficulty: 5.0,
                    due_utc_ms: 1,
                    reviews: 1,
                    lapses: 0,
                    last_verdict: "ticked".into(),
                    solid: true,
                });
                rehearsed.insert(id);
            }
        }
        for (what, id) in CORE_TWELVE {
            assert!(rehearsed.contains(id), "{what}: {id} was not rehearsed within {days} days of {minutes:?} minutes");
        }
    }
}
