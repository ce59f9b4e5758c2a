//! The events of a file, one by one: what cannot have happened is left out, counted and named; the rest comes in.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::Value;

use crate::memory::{
    BEGUN, Event, EventKind, Kept, Logged, OPENED, Plan, WITHIN, can_be_undone, fit, is_believed, is_possible, now,
};
use crate::sitting::{Level, Round};

use super::report::{Report, counted};

/// The longest answer that is believed, in milliseconds: a year.
const LONGEST_MS: u64 = 366 * 86_400_000;
/// The most hints, or tries, that are believed of one answer.
const MOST: u32 = 10_000;
/// How far ahead of this computer's clock another one may be, in milliseconds: two days.
const AHEAD_MS: i64 = 2 * 86_400_000;
/// Places named of one kind of flaw.
const NAMED: usize = 3;

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

/// What the events of a file are.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Those that can have happened, each id once, with their place.
    found: Vec<(usize, Logged)>,
    /// The others.
    refused: Vec<Refused>,
}

impl<'de> Deserialize<'de> for Events {
    /// One event after the other: what one of them is does not decide about the next.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Events;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of events")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Events, A::Error> {
                let mut events = Events::default();
                let mut number = 0;
                while let Some(value) = seq.next_element::<Value>()? {
                    number += 1;
                    let id = value.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
                    match serde_json::from_value::<Logged>(value) {
                        Ok(entry) => events.found.push((number, entry)),
                        Err(error) => {
                            let flaw = Flaw::Unreadable(error.to_string());
                            events.refused.push(Refused { id, number, flaw });
                        }
                    }
                }
                Ok(events)
            }
        }
        deserializer.deserialize_seq(Each)
    }
}

impl Events {
    /// Takes the impossible ones out; an event that stands there twice, word for word, is one event.
    pub(super) fn examined(self) -> (Vec<Logged>, Vec<Refused>) {
        let Events { found, mut refused } = self;
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
        (event.kind == EventKind::Sitting && !is_round(event), Flaw::Sitting),
        (!is_verdict(&event.verdict), Flaw::Verdict),
        (!event.level.is_empty() && Level::parse(&event.level).is_none(), Flaw::Level),
    ];
    flaws.into_iter().find(|(wrong, _)| *wrong).map(|(_, flaw)| flaw)
}

/// A plan that could be said on the day of the event.
fn is_plan(entry: &Logged) -> bool {
    let plan = serde_json::from_str::<Plan>(&entry.event.typed);
    plan.is_ok_and(|plan| entry.study_day.parse().is_ok_and(|day| plan.is_possible(day)))
}

/// A round that the program begins, or the end of one.
fn is_round(event: &Event) -> bool {
    #[derive(serde::Deserialize)]
    struct Begun {
        #[serde(rename = "plan")]
        _plan: Round,
    }
    is_possible(event) && (event.verdict != BEGUN || serde_json::from_str::<Begun>(&event.typed).is_ok())
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

/// A line for each kind of flaw: how many events, and where the first of them stand.
pub fn report(refused: &[Refused], text: &str, report: &mut Report) {
    let mut kinds: BTreeMap<&Flaw, Vec<&Refused>> = BTreeMap::new();
    for one in refused {
        kinds.entry(&one.flaw).or_default().push(one);
    }
    for (flaw, all) in kinds {
        let mut places: Vec<String> = all.iter().take(NAMED).map(|one| place(one, text)).collect();
        let more = all.len() - places.len();
        places.extend((more > 0).then(|| format!("{more} more")));
        let events = counted(all.len(), "impossible event", "impossible events");
        report.left_out(format!("{events}, {flaw} ({})", places.join(", ")));
    }
}

/// `line 17`, or its number where the line cannot be told.
fn place(one: &Refused, text: &str) -> String {
    let found = ["\"id\":\"", "\"id\": \""].into_iter().find_map(|key| {
        let named = format!("{key}{}\"", one.id);
        // Of two with one id the second is refused.
        if one.flaw == Flaw::Double { text.rfind(&named) } else { text.find(&named) }
    });
    match found.filter(|_| !one.id.is_empty()).and_then(|at| text.get(..at)) {
        Some(before) => format!("line {}", before.matches('\n').count() + 1),
        None => format!("event {}", one.number),
    }
}
