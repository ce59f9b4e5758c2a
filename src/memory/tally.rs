//! What Progress shows of the log, kept with every answer so that opening it costs the same after a million of them:
//! the evidence of each item, what is kept after how many days, how sure and how right.
//!
//! Every table is by item: what is taken back is counted anew from that item's answers alone.

use jiff::civil::Date;
use rusqlite::{OptionalExtension, Transaction, params};

use super::derive::counts;
use super::model::{Error, Event, EventKind, Grade, Logged};
use super::rows::{COUNTED, logged};

/// The longest trail of last answers.
const TRAIL: i64 = 8;

/// The days between two reviews, as the table groups them: the first day of each group.
pub(super) const GROUPS: [i64; 7] = [0, 1, 2, 4, 8, 15, 31];

/// How a graded answer went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Right, at once and without help.
    Alone,
    /// Right with help: a hint, a second try, a worked example.
    Helped,
    /// Not right, or with the solution in view.
    Wrong,
}

impl How {
    fn of(event: &Event) -> Option<How> {
        let grade = event.grade?;
        let alone = match event.kind {
            EventKind::Answer => event.hints == 0 && event.tries <= 1 && grade >= Grade::Good,
            _ => grade >= Grade::Good,
        };
        Some(match grade {
            Grade::Again => How::Wrong,
            _ if alone => How::Alone,
            _ => How::Helped,
        })
    }

    const fn letter(self) -> &'static str {
        match self {
            How::Alone => "r",
            How::Helped => "h",
            How::Wrong => "w",
        }
    }
}

/// Counts an event.
pub(super) fn apply(tx: &Transaction<'_>, event: &Event, day: &str) -> Result<(), Error> {
    if !counts(event) {
        return Ok(());
    }
    let Some(how) = How::of(event) else { return time(tx, event) };
    let last: Option<(String, i64, String)> = tx
        .prepare_cached("SELECT last_day, run, run_day FROM evidence WHERE item = ?1")?
        .query_row([&event.item], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))
        .optional()?;
    let (last_day, run, run_day) = last.unwrap_or_default();
    if let Some(group) = group(&last_day, day) {
        interval(tx, &event.item, group, how)?;
    }
    sure(tx, event)?;
    let (run, run_day) = match how {
        How::Alone if run > 0 && run_day == day => (run, run_day),
        How::Alone => (run + 1, day.to_string()),
        _ => (0, String::new()),
    };
    tx.prepare_cached(
        "INSERT INTO evidence VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (item) DO UPDATE SET \
         hints = hints + excluded.hints, helped = helped + excluded.helped, ms = ms + excluded.ms, \
         trail = substr(trail || excluded.trail, -?9), run = excluded.run, run_day = excluded.run_day, \
         last_day = excluded.last_day",
    )?
    .execute(params![
        event.item,
        event.hints,
        how == How::Helped,
        i64::try_from(event.ms).unwrap_or(0),
        how.letter(),
        run,
        run_day,
        day,
        TRAIL,
    ])?;
    Ok(())
}

/// An answer without a grade, such as a second try: only its time, and its hints.
fn time(tx: &Transaction<'_>, event: &Event) -> Result<(), Error> {
    tx.prepare_cached(
        "INSERT INTO evidence VALUES (?1, 0, 0, ?2, '', 0, '', '') ON CONFLICT (item) DO UPDATE SET ms = ms + excluded.ms",
    )?
    .execute(params![event.item, i64::try_from(event.ms).unwrap_or(0)])?;
    Ok(())
}

/// The group of the days since the last review; `None` for a first one, or when the clock went backwards.
fn group(last_day: &str, day: &str) -> Option<i64> {
    let (last, day): (Date, Date) = (last_day.parse().ok()?, day.parse().ok()?);
    let days = i64::from(last.until(day).ok()?.get_days());
    GROUPS.into_iter().rev().find(|first| *first <= days)
}

fn interval(tx: &Transaction<'_>, item: &str, group: i64, how: How) -> Result<(), Error> {
    tx.prepare_cached(
        "INSERT INTO interval VALUES (?1, ?2, 1, ?3) ON CONFLICT (item, days) DO UPDATE SET \
         reviews = reviews + 1, kept = kept + excluded.kept",
    )?
    .execute(params![item, group, how != How::Wrong])?;
    Ok(())
}

fn sure(tx: &Transaction<'_>, event: &Event) -> Result<(), Error> {
    let Some(confidence) = event.confidence else { return Ok(()) };
    tx.prepare_cached(
        "INSERT INTO sure VALUES (?1, ?2, 1, ?3) ON CONFLICT (item, confidence) DO UPDATE SET \
         answers = answers + 1, right = right + excluded.right",
    )?
    .execute(params![event.item, confidence, super::derive::is_right(event)])?;
    Ok(())
}

/// One item, from the log.
pub(super) fn rebuild_item(tx: &Transaction<'_>, item: &str) -> Result<(), Error> {
    for table in ["evidence", "interval", "sure"] {
        tx.execute(&format!("DELETE FROM {table} WHERE item = ?1"), [item])?;
    }
    let mut query = tx.prepare_cached(&format!("{COUNTED} AND item = ?1 ORDER BY n"))?;
    let events: Vec<Logged> = query.query_map([item], logged)?.collect::<Result<_, _>>()?;
    events.iter().try_for_each(|entry| apply(tx, &entry.event, &entry.study_day))
}

/// All items, from the log, one after the other: a long log does not have to fit into memory.
pub(super) fn rebuild_all(tx: &Transaction<'_>) -> Result<(), Error> {
    tx.execute_batch("DELETE FROM evidence; DELETE FROM interval; DELETE FROM sure;")?;
    let mut query = tx.prepare("SELECT DISTINCT item FROM event WHERE kind IN ('answer', 'rubric', 'recall')")?;
    let items: Vec<String> = query.query_map([], |r| r.get(0))?.collect::<Result<_, _>>()?;
    items.iter().try_for_each(|item| rebuild_item(tx, item))
}
