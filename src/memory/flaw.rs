//! What cannot have happened: for events that come from elsewhere, out of an export or a damaged file.

use std::collections::HashMap;
use std::fmt;

use super::clock::{is_believed, now};
use super::fit;
use super::model::{EventKind, Kept, Logged, OPENED};
use super::plan::Plan;
use super::sittings::{BEGUN, WITHIN, is_possible};
use super::store::can_be_undone;

/// The longest answer that is believed, in milliseconds: a year.
const LONGEST_MS: u64 = 366 * 86_400_000;
/// The most hints, or tries, that are believed of one answer.
const MOST: u32 = 10_000;
/// How far ahead of this computer's clock another one may be, in milliseconds: two days.
const AHEAD_MS: i64 = 2 * 86_400_000;
/// The levels that there are.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "mental"];

/// Why an event cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// A kind, a mode, a grade or a scheme that nobody knows, or a field that is missing or no number.
    Unreadable(String),
    /// Its id is no UUID.
    Id,
    /// The same id as another event of the file that differs.
    Double,
    /// About nothing.
    Item,
    /// Before 1970 or after 9996.
    Time,
    /// More than two days ahead.
    Future,
    /// No offset from UTC.
    Offset,
    /// Its day is none, or not that of its time.
    Day,
    /// How sure, but not 1, 2 or 3.
    Confidence,
    /// No attempt, or more hints or attempts than anybody makes.
    Tries,
    /// More than a year for one answer.
    Long,
    /// An undo that does not say of what, or another event that does.
    Undo,
    /// An undo of itself.
    Itself,
    /// An undo of an event that comes later.
    Later,
    /// An undo of something that cannot be taken back, or of another question than its own.
    Other,
    /// A plan that is none.
    Plan,
    /// A fit of the schedule without its parameters, or with some that cannot be.
    Fit,
    /// A sitting that the program cannot have begun.
    Sitting,
    /// A verdict that nobody gives.
    Verdict,
    /// A level that there is none of.
    Level,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flaw::Unreadable(why) => return write!(f, "it cannot be read: {why}"),
            Flaw::Id => "the `id` is no UUID",
            Flaw::Double => "the `id` stands for another event of the file already",
            Flaw::Item => "the `item` is empty",
            Flaw::Time => "`atUtcMs` is no time between 1970 and 9996",
            Flaw::Future => "`atUtcMs` is more than two days ahead of this computer's clock",
            Flaw::Offset => "`utcOffset` is no offset from UTC in seconds",
            Flaw::Day => "`studyDay` is no day (2026-11-29), or not that of its time",
            Flaw::Confidence => "`confidence` is not 1, 2 or 3",
            Flaw::Tries => "`tries` or `hints` are numbers that nobody reaches",
            Flaw::Long => "`ms` is more than a year",
            Flaw::Undo => "only an undo has `undoes`, and it needs one",
            Flaw::Itself => "it takes itself back",
            Flaw::Later => "it takes an event back that comes later",
            Flaw::Other => "it takes back what no undo takes back, or another question's answer",
            Flaw::Plan => "its plan is none: an interview within two years, 5 to 600 minutes a day",
            Flaw::Fit => "it is no fit of the schedule",
            Flaw::Sitting => "its `typed` is no round that posenc begins (1 to 1000 questions)",
            Flaw::Verdict => "its `verdict` is no word that posenc writes",
            Flaw::Level => "its `level` is not easy, medium, hard or mental",
        })
    }
}

/// An event that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its id, as far as it has one.
    pub id: String,
    /// Its place among the events of the file, from 1.
    pub number: usize,
    /// Why.
    pub flaw: Flaw,
}

/// Takes the impossible ones out of the events of a file, each with its number there; one that stands there twice, word for
/// word, is one event.
pub fn examined(found: Vec<(usize, Logged)>) -> (Vec<Logged>, Vec<Refused>) {
    let mut refused = Vec::new();
    let latest = now().timestamp().as_millisecond().saturating_add(AHEAD_MS);
    let mut known: HashMap<String, usize> = HashMap::with_capacity(found.len());
    let mut kept: Vec<Logged> = Vec::with_capacity(found.len());
    // Undos wait until every event of the file is known: what they name may be refused, or come later.
    let mut places: Vec<usize> = Vec::with_capacity(found.len());
    for (number, entry) in found {
        let same = known.get(&entry.id).and_then(|at| kept.get(*at));
        if same == Some(&entry) {
            continue;
        }
        let flaw = if same.is_some() { Some(Flaw::Double) } else { flaw_of(&entry, latest) };
        match flaw {
            Some(flaw) => refused.push(Refused { id: entry.id, number, flaw }),
            None => {
                known.insert(entry.id.clone(), kept.len());
                kept.push(entry);
                places.push(number);
            }
        }
    }
    let wrong: Vec<Option<Flaw>> =
        kept.iter().enumerate().map(|(at, entry)| wrong_undo(entry, at, &kept, &known)).collect();
    let mut fine = Vec::with_capacity(kept.len());
    for ((entry, number), flaw) in kept.into_iter().zip(places).zip(wrong) {
        match flaw {
            Some(flaw) => refused.push(Refused { id: entry.id, number, flaw }),
            None => fine.push(entry),
        }
    }
    refused.sort_by_key(|r| r.number);
    (fine, refused)
}

/// What is wrong with an event on its own.
fn flaw_of(entry: &Logged, latest: i64) -> Option<Flaw> {
    let event = &entry.event;
    let flaws = [
        (uuid::Uuid::parse_str(&entry.id).is_err(), Flaw::Id),
        (event.item.is_empty(), Flaw::Item),
        (!is_believed(entry.at_utc_ms), Flaw::Time),
        (entry.at_utc_ms > latest, Flaw::Future),
        (jiff::tz::Offset::from_seconds(entry.utc_offset).is_err(), Flaw::Offset),
        (!is_its_day(entry), Flaw::Day),
        (event.confidence.is_some_and(|c| !(1..=3).contains(&c)), Flaw::Confidence),
        (event.tries == 0 || event.tries > MOST || event.hints > MOST, Flaw::Tries),
        (event.ms > LONGEST_MS, Flaw::Long),
        ((event.kind == EventKind::Undo) != entry.undoes.is_some(), Flaw::Undo),
        (entry.undoes.as_ref() == Some(&entry.id), Flaw::Itself),
        (event.kind == EventKind::Plan && !is_plan(entry), Flaw::Plan),
        (event.kind == EventKind::Fit && !fit::is_sound(event), Flaw::Fit),
        (event.kind == EventKind::Sitting && !is_possible(event), Flaw::Sitting),
        (!is_verdict(&event.verdict), Flaw::Verdict),
        (!event.level.is_empty() && !LEVELS.contains(&event.level.as_str()), Flaw::Level),
    ];
    flaws.into_iter().find(|(wrong, _)| *wrong).map(|(_, flaw)| flaw)
}

/// A plan that could be said on the day of the event.
fn is_plan(entry: &Logged) -> bool {
    let plan = serde_json::from_str::<Plan>(&entry.event.typed);
    plan.is_ok_and(|plan| entry.study_day.parse().is_ok_and(|day| plan.is_possible(day)))
}

/// A word that some event of the log has for its verdict.
fn is_verdict(word: &str) -> bool {
    let marks = ["", "right", "other-form", "mistake", "wrong", "too-few-digits", "not-readable", "ticked"];
    let others = [OPENED, BEGUN, fit::FITTED, fit::RESET];
    marks.contains(&word) || others.contains(&word) || WITHIN.contains(&word) || Kept::of(word).is_some()
}

/// The study day is the calendar day or, before the hour at which a day begins, the one before; in any time zone.
fn is_its_day(entry: &Logged) -> bool {
    let at = jiff::Timestamp::from_millisecond(entry.at_utc_ms).map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).date());
    let (Ok(day), Ok(utc)) = (entry.study_day.parse::<jiff::civil::Date>(), at) else { return false };
    day.until(utc).is_ok_and(|span| span.get_days().abs() <= 2)
}

/// What is wrong with an undo beside the other events. One of an event that is not in the file may find it in the log.
fn wrong_undo(entry: &Logged, at: usize, all: &[Logged], known: &HashMap<String, usize>) -> Option<Flaw> {
    let place = *known.get(entry.undoes.as_ref()?)?;
    let target = all.get(place)?;
    match place > at {
        true => Some(Flaw::Later),
        false if !can_be_undone(target.event.kind) || target.event.item != entry.event.item => Some(Flaw::Other),
        false => None,
    }
}
