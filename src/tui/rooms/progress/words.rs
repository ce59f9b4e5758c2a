//! Counts, verdicts and days in words; the screen and `posenc stats` share them.

use crate::content::Library;
use crate::mastery::Standing;
use crate::memory::Logged;
use crate::memory::account::{Evidence, Kept};
use crate::memory::fit::{MIN_ITEMS, MIN_REVIEWS, Schedule};
use crate::tui::rooms::slip_name;
use crate::words::spell_minutes;

/// "1 point", "3 points".
pub fn count(n: u32, one: &str, many: &str) -> String {
    crate::exchange::report::counted(usize::try_from(n).unwrap_or(usize::MAX), one, many)
}

/// The title of an item of the log.
pub fn title_of(item: &str, library: &Library) -> String {
    let question = library.id_of(item).and_then(|id| library.entry(id).ok()).map(|q| q.title.to_string());
    question.unwrap_or_else(|| item.to_string())
}

/// The word of a verdict for people, with the name of the mistake.
pub fn verdict(logged: &Logged, library: &Library) -> String {
    match (logged.event.verdict.as_str(), logged.event.code.as_str()) {
        ("mistake", code) if !code.is_empty() => {
            let name = slip_name(library, &logged.event.item, code);
            let mut letters = name.chars();
            // A name is a sentence of its own elsewhere; behind the colon it goes on. NTK stays NTK, and so do codes.
            let capital = letters.clone().nth(1).is_some_and(|c| c.is_uppercase() || c.is_numeric());
            match letters.next().filter(|_| !capital) {
                Some(first) => format!("not yet: {}{}", first.to_lowercase(), letters.as_str()),
                None => format!("not yet: {name}"),
            }
        }
        ("mistake" | "wrong", _) => "not yet".into(),
        ("right" | "other-form", _) => "right".into(),
        ("ticked", "") => "all points".into(),
        ("ticked", missed) => {
            format!("missed {}", count(u32::try_from(missed.lines().count()).unwrap_or(0), "point", "points"))
        }
        (other, _) => other.into(),
    }
}

/// Whose schedule it is, in a sentence.
pub fn schedule(schedule: &Schedule) -> String {
    let reviews = count(schedule.reviews, "review", "reviews");
    match &schedule.fitted {
        Some(kept) => {
            let of = u32::try_from(kept.fit.reviews).unwrap_or(u32::MAX);
            format!("Fitted to your {} on {}.", count(of, "review", "reviews"), kept.day)
        }
        None if schedule.can_be_fitted() => {
            format!("The average learner's. Your {reviews} on later days are enough to fit it to you.")
        }
        None => format!(
            "The average learner's. It can be fitted to you from {MIN_REVIEWS} reviews on later days, of {MIN_ITEMS} \
             questions; {}",
            so_far(schedule)
        ),
    }
}

/// "there are none yet.", "there are 51, of 20 questions, so far."
fn so_far(schedule: &Schedule) -> String {
    match schedule.reviews {
        0 => "there are none yet.".into(),
        1 => "there is 1 so far.".into(),
        n => format!("there are {n}, of {}, so far.", count(schedule.items, "question", "questions")),
    }
}

/// "same day", "1 day", "2 to 3 days", "31 or more".
pub fn days_between(kept: &Kept) -> String {
    match (kept.from_days, kept.to_days) {
        (0, _) => "same day".into(),
        (1, Some(1)) => "1 day".into(),
        (from, Some(to)) => format!("{from} to {to} days"),
        (from, None) => format!("{from} days or more"),
    }
}

/// "now", "later today", "tomorrow", "in 9 days", or "-" for what does not come back.
pub fn due(evidence: Option<&Evidence>) -> String {
    let due = evidence.is_some_and(|e| e.due);
    match evidence.and_then(|e| e.due_in_days) {
        None => "-".into(),
        Some(_) if due => "now".into(),
        Some(0) => "later today".into(),
        Some(1) => "tomorrow".into(),
        Some(n) => format!("in {n} days"),
    }
}

/// Why an item is where it is: everything that counts, in one or two sentences.
pub fn evidence(standing: &Standing) -> String {
    let Some(e) = &standing.evidence else { return "Never answered.".into() };
    let mut said = match (e.rehearsed, e.answers) {
        (0, n) => count(n, "answer", "answers"),
        (n, _) => count(n, "rehearsal", "rehearsals"),
    };
    if e.helped > 0 {
        said += &format!(", {} with help", e.helped);
    }
    if e.hints > 0 {
        said += &format!(" ({})", count(e.hints, "hint", "hints"));
    }
    said += &format!(", {}.", spell_minutes(e.ms));
    said += &match e.run {
        0 if e.trail.ends_with('h') => " Right the last time, with help: not mastered.".to_string(),
        0 if e.trail.is_empty() => String::new(),
        0 => " Not right the last time.".into(),
        1 => " Right without help on 1 day; once more on another day and it is mastered.".into(),
        n => format!(" Right without help on {n} study days running."),
    };
    said
}

/// The last answers as marks: right, right with help, wrong.
pub fn trail(evidence: Option<&Evidence>) -> String {
    let mark = |c| match c {
        'r' => '✓',
        'h' => '◦',
        _ => '✗',
    };
    evidence.map(|e| e.trail.chars().map(mark).collect()).unwrap_or_default()
}
