//! Rows of the log: how an event is written, and how it is read back.

use rusqlite::{Row, Transaction, params};

use super::clock::Moment;
use super::model::{Error, Event, Logged};

/// Leaves out what was asked before and after a section.
pub(super) const SCORED: &str = "mode NOT IN ('pretest', 'posttest', 'placement')";

/// What [`logged`] reads.
macro_rules! columns {
    () => {
        "id, at_utc_ms, study_day, kind, mode, session, item, scheme, seed, drawn, content_hash, \
         typed, reading, verdict, code, grade, hints, tries, confidence, ms, level, utc_offset, undoes, n"
    };
}

/// Every event.
pub(super) const RECORDS: &str = concat!("SELECT ", columns!(), " FROM event AS e WHERE true");

/// Events that were not taken back.
pub(super) const LOGGED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM event AS e WHERE NOT EXISTS (SELECT 1 FROM event AS u WHERE u.undoes = e.id)"
);

/// Events that count: not taken back, and of no exam that is not over.
pub(super) const COUNTED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM event AS e WHERE NOT EXISTS (SELECT 1 FROM event AS u WHERE u.undoes = e.id) \
     AND NOT (e.mode = 'mock' AND e.session IN (SELECT session FROM sealed))"
);

/// Reads a row of [`LOGGED`] or [`RECORDS`].
pub(super) fn logged(row: &Row<'_>) -> rusqlite::Result<Logged> {
    let scheme: Option<String> = row.get(7)?;
    let event = Event {
        kind: word(row, 3)?,
        mode: word(row, 4)?,
        session: row.get(5)?,
        item: row.get(6)?,
        scheme: scheme.as_deref().and_then(crate::scheme::Scheme::from_slug),
        seed: row.get(8)?,
        drawn: row.get(9)?,
        content_hash: row.get(10)?,
        typed: row.get(11)?,
        reading: row.get(12)?,
        verdict: row.get(13)?,
        code: row.get(14)?,
        grade: row.get::<_, Option<i64>>(15)?.and_then(super::Grade::from_number),
        hints: row.get(16)?,
        tries: row.get(17)?,
        confidence: row.get(18)?,
        ms: row.get::<_, i64>(19)?.unsigned_abs(),
        level: row.get(20)?,
    };
    Ok(Logged {
        id: row.get(0)?,
        at_utc_ms: row.get(1)?,
        utc_offset: row.get(21)?,
        study_day: row.get(2)?,
        undoes: row.get(22)?,
        event,
    })
}

/// A kebab-case word of the log as its enum.
fn word<T: serde::de::DeserializeOwned>(row: &Row<'_>, at: usize) -> rusqlite::Result<T> {
    let text: String = row.get(at)?;
    serde_json::from_value(serde_json::Value::String(text))
        .map_err(|e| rusqlite::Error::FromSqlConversionFailure(at, rusqlite::types::Type::Text, Box::new(e)))
}

/// An enum as the word of the log.
fn of_word<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_string)).unwrap_or_default()
}

/// Writes a row of the log.
pub(super) fn insert(
    tx: &Transaction<'_>,
    id: &str,
    e: &Event,
    now: &Moment,
    undoes: Option<&str>,
) -> Result<(), Error> {
    tx.prepare_cached(
        "INSERT INTO event (id, at_utc_ms, utc_offset, study_day, session, mode, item, kind, scheme, seed, drawn, \
         content_hash, typed, reading, verdict, code, grade, hints, tries, confidence, ms, undoes, level) \
         VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23)",
    )?
    .execute(params![
        id,
        now.at_utc_ms,
        now.utc_offset,
        now.day.to_string(),
        e.session,
        of_word(&e.mode),
        e.item,
        of_word(&e.kind),
        e.scheme.map(|s| s.slug()),
        e.seed,
        e.drawn,
        e.content_hash,
        e.typed,
        e.reading,
        e.verdict,
        e.code,
        e.grade.map(|g| g as i64),
        e.hints,
        e.tries,
        e.confidence,
        i64::try_from(e.ms).unwrap_or(i64::MAX),
        undoes,
        e.level,
    ])?;
    Ok(())
}
