//! Silent exams that are not over: what was answered in them counts nowhere before their report.
//!
//! The line of the log that says that one was begun says that it is sealed. It is so until its report was shown, it is thrown
//! away, every question of it is answered or its time is used up. Which ones are sealed now follows from the log alone, and the
//! table `sealed` has it; when one opens, everything about its questions is counted anew, each answer in its place.

use std::collections::{HashMap, HashSet};

use rusqlite::{OptionalExtension, Transaction};
use serde_json::Value;

use super::derive::{self, Rules};
use super::model::{Error, Event, EventKind, Logged, Mode};
use super::rows::{LOGGED, logged};
use super::sittings::{BEGUN, DROPPED, FINISHED};
use super::store::Store;

/// How far a sealed exam is.
#[derive(Debug)]
struct Exam {
    count: usize,
    limit: Option<u64>,
    answered: HashSet<String>,
    ms: u64,
    over: bool,
}

impl Exam {
    /// Of the line that says what was begun; `None` if that is no sealed exam.
    fn of(begun: &Event) -> Option<Exam> {
        if begun.kind != EventKind::Sitting || begun.verdict != BEGUN {
            return None;
        }
        let typed: Value = serde_json::from_str(&begun.typed).ok()?;
        let sealed = typed.get("sealed").and_then(Value::as_bool)?;
        let count = typed.get("count").and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok())?;
        let minutes = typed.get("plan").and_then(|plan| plan.get("mock")).and_then(Value::as_u64);
        let limit = minutes.map(|minutes| minutes.saturating_mul(60_000));
        sealed.then(|| Exam { count, limit, answered: HashSet::new(), ms: 0, over: false })
    }

    /// What happened in it.
    fn see(&mut self, event: &Event) {
        match event.kind {
            EventKind::Sitting => self.over |= matches!(event.verdict.as_str(), FINISHED | DROPPED),
            EventKind::Answer | EventKind::Rubric => {
                self.answered.insert(event.item.clone());
                self.ms += event.ms;
            }
            _ => {}
        }
    }

    fn is_sealed(&self) -> bool {
        !self.over && self.answered.len() < self.count && self.limit.is_none_or(|limit| self.ms < limit)
    }
}

/// Is this an answer that does not count yet?
pub(super) fn holds(tx: &Transaction<'_>, event: &Event) -> Result<bool, Error> {
    Ok(event.mode == Mode::Mock && is_sealed(tx, &event.session)?)
}

fn is_sealed(tx: &Transaction<'_>, session: &str) -> Result<bool, Error> {
    Ok(tx.prepare_cached("SELECT 1 FROM sealed WHERE session = ?1")?.exists([session])?)
}

/// After an event, or after one was taken back: an exam may be begun, over, or not over any more.
pub(super) fn settle(tx: &Transaction<'_>, event: &Event, rules: &Rules) -> Result<(), Error> {
    let session = event.session.as_str();
    let was = is_sealed(tx, session)?;
    let concerns = matches!(event.kind, EventKind::Sitting) || event.mode == Mode::Mock || was;
    if session.is_empty() || !concerns {
        return Ok(());
    }
    let Some((n, begun)) = begun(tx, session)? else { return Ok(()) };
    let Some(mut exam) = Exam::of(&begun.event) else { return Ok(()) };
    let inside: Vec<Logged> = tx
        .prepare_cached(&format!("{LOGGED} AND n > ?1 AND session = ?2 ORDER BY n"))?
        .query_map((n, session), logged)?
        .collect::<Result<_, _>>()?;
    inside.iter().for_each(|entry| exam.see(&entry.event));
    if exam.is_sealed() == was {
        return Ok(());
    }
    put(tx, session, !was)?;
    let silent = || inside.iter().filter(|entry| entry.event.mode == Mode::Mock && derive::counts(&entry.event));
    for item in silent().map(|entry| entry.event.item.as_str()).collect::<HashSet<_>>() {
        derive::rebuild_item(tx, item, rules)?;
    }
    for day in silent().map(|entry| entry.study_day.as_str()).collect::<HashSet<_>>() {
        derive::rebuild_day(tx, day)?;
    }
    Ok(())
}

fn put(tx: &Transaction<'_>, session: &str, sealed: bool) -> Result<(), Error> {
    let sql = match sealed {
        true => "INSERT OR IGNORE INTO sealed VALUES (?1)",
        false => "DELETE FROM sealed WHERE session = ?1",
    };
    tx.prepare_cached(sql)?.execute([session])?;
    Ok(())
}

/// The row and the line that say that a sitting was begun.
fn begun(tx: &Transaction<'_>, session: &str) -> Result<Option<(i64, Logged)>, Error> {
    let sql = format!("{LOGGED} AND kind = 'sitting' AND verdict = '{BEGUN}' AND session = ?1 ORDER BY n DESC LIMIT 1");
    let row = |row: &rusqlite::Row<'_>| Ok((row.get("n")?, logged(row)?));
    Ok(tx.prepare_cached(&sql)?.query_row([session], row).optional()?)
}

/// The table, from the whole log.
pub(super) fn rebuild<'a>(tx: &Transaction<'_>, log: impl Iterator<Item = &'a Event>) -> Result<(), Error> {
    let mut exams: HashMap<&str, Exam> = HashMap::new();
    for event in log {
        match Exam::of(event) {
            Some(exam) => drop(exams.insert(&event.session, exam)),
            None => {
                if let Some(exam) = exams.get_mut(event.session.as_str()) {
                    exam.see(event);
                }
            }
        }
    }
    tx.execute_batch("DELETE FROM sealed;")?;
    exams.into_iter().filter(|(_, exam)| exam.is_sealed()).try_for_each(|(session, _)| put(tx, session, true))
}

impl Store {
    /// The lines that say that the exams were begun that are still sealed.
    pub fn sealed(&self) -> Result<Vec<Logged>, Error> {
        // Mostly there is none, and no sitting of a long log is looked at.
        if !self.connection.prepare_cached("SELECT 1 FROM sealed")?.exists([])? {
            return Ok(Vec::new());
        }
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND kind = 'sitting' AND verdict = '{BEGUN}' AND session IN (SELECT session FROM sealed) ORDER BY n"
        ))?;
        Ok(query.query_map([], logged)?.collect::<Result<_, _>>()?)
    }
}
