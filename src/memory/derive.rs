//! The derived tables: what an event changes, and how they are built anew from the log.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use fsrs::MemoryState;

use super::clock::Moment;
use super::fit;
use super::model::{Error, Event, EventKind, Grade, Kept, Logged, OPENED};
use super::plan::{self, Plan};
use super::rows::{COUNTED, LOGGED, logged};
use super::schedule::{self, Parameters, State, Wish};
use super::{seal, tally};

/// How answers are scheduled: the hour at which a day begins, the recall wished for, the plan in force and the parameters
/// of the schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) day_start: u8,
    pub(super) retention: f32,
    pub(super) plan: Plan,
    pub(super) parameters: Parameters,
}

impl Rules {
    fn wish(&self, now: &Moment) -> Wish {
        let longest = self.plan.longest(now.day);
        Wish { parameters: self.parameters, retention: self.retention, longest }
    }

    /// For tables that are built anew: no plan was said yet, and the parameters in force hold for the whole log.
    fn anew(&self, tx: &Transaction<'_>) -> Result<Rules, Error> {
        Ok(Rules { plan: Plan::default(), parameters: fit::parameters(tx)?, ..*self })
    }
}

/// What an event changes.
pub(super) fn apply(tx: &Transaction<'_>, event: &Event, rules: &Rules, now: &Moment) -> Result<(), Error> {
    match event.kind {
        EventKind::Page => page(tx, event, now),
        EventKind::Plan => bring_forward(tx, &Plan::of(&event.typed), now, None),
        EventKind::Fit => rebuild_all(tx, rules),
        _ if counts(event) && !seal::holds(tx, event)? => {
            skill(tx, event, rules, now)?;
            mistake(tx, event)?;
            tally::apply(tx, event, &now.day.to_string())?;
            day(tx, event, &now.day.to_string())
        }
        _ => Ok(()),
    }
}

/// Does it change what is known about an item? A pretest is asked to notice, not to score.
pub(super) fn counts(event: &Event) -> bool {
    let answered = matches!(event.kind, EventKind::Answer | EventKind::Rubric | EventKind::Recall);
    answered && !event.mode.is_unscored()
}

pub(super) fn is_right(event: &Event) -> bool {
    matches!(event.verdict.as_str(), "right" | "other-form")
}

fn page(tx: &Transaction<'_>, event: &Event, now: &Moment) -> Result<(), Error> {
    tx.prepare_cached(
        "INSERT INTO page (page, last_at_utc_ms, read) VALUES (?1, ?2, ?3) ON CONFLICT (page) DO UPDATE SET \
         last_at_utc_ms = excluded.last_at_utc_ms, read = max(read, excluded.read)",
    )?
    .execute(params![event.item, now.at_utc_ms, event.verdict != OPENED])?;
    Ok(())
}

/// A rehearsal adds its time, but is no answer that could be right.
fn day(tx: &Transaction<'_>, event: &Event, day: &str) -> Result<(), Error> {
    tx.prepare_cached(
        "INSERT INTO day VALUES (?1, ?4, ?2, ?3) ON CONFLICT (day) DO UPDATE SET \
         answers = answers + excluded.answers, right = right + excluded.right, ms = ms + excluded.ms",
    )?
    .execute(params![
        day,
        is_right(event),
        i64::try_from(event.ms).unwrap_or(0),
        event.kind == EventKind::Answer
    ])?;
    Ok(())
}

/// Only named mistakes of answers; the missed points of a rubric stand in the item's own row.
fn mistake(tx: &Transaction<'_>, event: &Event) -> Result<(), Error> {
    if event.kind == EventKind::Answer && !event.code.is_empty() {
        tx.prepare_cached(
            "INSERT INTO mistake VALUES (?1, ?2, 1) ON CONFLICT (code, item) DO UPDATE SET count = count + 1",
        )?
        .execute(params![event.code, event.item])?;
    }
    Ok(())
}

/// With an interview ahead nothing waits longer than half of the days left, answered before or not.
fn bring_forward(tx: &Transaction<'_>, plan: &Plan, now: &Moment, item: Option<&str>) -> Result<(), Error> {
    let Some(longest) = plan.longest(now.day) else { return Ok(()) };
    tx.prepare_cached(
        "UPDATE skill SET due_utc_ms = min(due_utc_ms, ?1) WHERE reviews > 0 AND (?2 IS NULL OR item = ?2)",
    )?
    .execute(params![now.day_after(longest), item])?;
    Ok(())
}

fn skill(tx: &Transaction<'_>, event: &Event, rules: &Rules, now: &Moment) -> Result<(), Error> {
    if !event.mode.is_scheduled() {
        return Ok(());
    }
    let before = state(tx, &event.item)?;
    let kept = if event.kind == EventKind::Recall { Kept::of(&event.verdict) } else { None };
    let after = match event.grade {
        Some(grade) => schedule::next(before, grade, rules.wish(now), now).or(before),
        None => before,
    };
    let fallback = MemoryState { stability: 0.0, difficulty: 0.0 };
    let memory = after.map_or(fallback, |s| s.memory);
    let rubric = event.kind == EventKind::Rubric;
    tx.prepare_cached(
        "INSERT INTO skill VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9, ?10, ?11, ?12, ?13) \
         ON CONFLICT (item) DO UPDATE SET scheme = excluded.scheme, stability = excluded.stability, \
         difficulty = excluded.difficulty, last_at_utc_ms = excluded.last_at_utc_ms, due_utc_ms = excluded.due_utc_ms, \
         reviews = reviews + excluded.reviews, lapses = lapses + excluded.lapses, answers = answers + 1, \
         right = right + excluded.right, solid = excluded.solid, rehearsed = rehearsed + excluded.rehearsed, \
         missed = excluded.missed, last_verdict = excluded.last_verdict",
    )?
    .execute(params![
        event.item,
        event.scheme.map(|s| s.slug()),
        f64::from(memory.stability),
        f64::from(memory.difficulty),
        after.map_or(now.at_utc_ms, |s| s.last_at_utc_ms),
        match kept {
            Some(Kept::Later) => now.day_after(1),
            Some(Kept::Dropped) => 0,
            _ => after.map_or(0, |s| s.due_utc_ms),
        },
        event.grade.is_some(),
        event.grade == Some(Grade::Again),
        is_right(event),
        is_right(event) && event.hints == 0 && event.tries <= 1 && event.grade != Some(Grade::Again),
        rubric,
        if rubric { event.code.as_str() } else { "" },
        event.verdict,
    ])?;
    Ok(())
}

fn state(tx: &Transaction<'_>, item: &str) -> Result<Option<State>, Error> {
    let mut query = tx.prepare_cached(
        "SELECT stability, difficulty, last_at_utc_ms, due_utc_ms FROM skill WHERE item = ?1 AND reviews > 0",
    )?;
    let found = query.query_row([item], |row| {
        #[allow(clippy::cast_possible_truncation, reason = "written from f32")]
        let number = |at| row.get::<_, f64>(at).map(|v| v as f32);
        Ok(State {
            memory: MemoryState { stability: number(0)?, difficulty: number(1)? },
            last_at_utc_ms: row.get(2)?,
            due_utc_ms: row.get(3)?,
        })
    });
    Ok(found.optional()?)
}

/// Everything about one item, from the log.
pub(super) fn rebuild_item(tx: &Transaction<'_>, item: &str, rules: &Rules) -> Result<(), Error> {
    tx.execute("DELETE FROM skill WHERE item = ?1", [item])?;
    tx.execute("DELETE FROM mistake WHERE item = ?1", [item])?;
    let events: Vec<Logged> = tx
        .prepare_cached(&format!("{COUNTED} AND (item = ?1 OR item = ?2) ORDER BY n"))?
        .query_map([item, plan::ITEM], logged)?
        .collect::<Result<_, _>>()?;
    let mut rules = rules.anew(tx)?;
    for entry in events {
        let at = Moment::of(&entry, rules.day_start);
        if entry.event.kind == EventKind::Plan {
            rules.plan = Plan::of(&entry.event.typed);
            bring_forward(tx, &rules.plan, &at, Some(item))?;
        } else if counts(&entry.event) {
            skill(tx, &entry.event, &rules, &at)?;
            mistake(tx, &entry.event)?;
        }
    }
    tally::rebuild_item(tx, item)
}

/// One day, from the log.
pub(super) fn rebuild_day(tx: &Transaction<'_>, name: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM day WHERE day = ?1", [name])?;
    let events: Vec<Logged> = tx
        .prepare_cached(&format!("{COUNTED} AND study_day = ?1 ORDER BY n"))?
        .query_map([name], logged)?
        .collect::<Result<_, _>>()?;
    events.iter().filter(|e| counts(&e.event)).try_for_each(|entry| day(tx, &entry.event, name))
}

/// What schedules are built for, besides the log: `90 % 4 h`.
pub(super) fn built_for(retention: f32, day_start: u8) -> String {
    format!("{:.0} % {day_start} h", retention * 100.0)
}

/// What the schedules of the file were built for; `None` in a file that does not say.
pub(super) fn built(connection: &Connection) -> Result<Option<String>, Error> {
    let mut query = connection.prepare_cached("SELECT value FROM meta WHERE name = 'built for'")?;
    Ok(query.query_row([], |row| row.get(0)).optional()?)
}

/// Says what they are built for.
pub(super) fn note(connection: &Connection, built_for: &str) -> Result<(), Error> {
    connection.prepare_cached("INSERT OR REPLACE INTO meta VALUES ('built for', ?1)")?.execute([built_for])?;
    Ok(())
}

/// All tables, from the log.
pub(super) fn rebuild_all(tx: &Transaction<'_>, rules: &Rules) -> Result<(), Error> {
    note(tx, &built_for(rules.retention, rules.day_start))?;
    tx.execute_batch("DELETE FROM skill; DELETE FROM mistake; DELETE FROM day; DELETE FROM page;")?;
    let events: Vec<Logged> =
        tx.prepare(&format!("{LOGGED} ORDER BY n"))?.query_map([], logged)?.collect::<Result<_, _>>()?;
    seal::rebuild(tx, events.iter().map(|entry| &entry.event))?;
    let mut rules = rules.anew(tx)?;
    for entry in events {
        let at = Moment::of(&entry, rules.day_start);
        match entry.event.kind {
            EventKind::Page => page(tx, &entry.event, &at)?,
            EventKind::Plan => {
                rules.plan = Plan::of(&entry.event.typed);
                bring_forward(tx, &rules.plan, &at, None)?;
            }
            _ if counts(&entry.event) && !seal::holds(tx, &entry.event)? => {
                skill(tx, &entry.event, &rules, &at)?;
                mistake(tx, &entry.event)?;
                day(tx, &entry.event, &entry.study_day)?;
            }
            _ => {}
        }
    }
    tally::rebuild_all(tx)
}
