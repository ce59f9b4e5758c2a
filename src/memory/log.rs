//! The log as a whole: read out, merged with another one, forgotten.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use super::clock::Moment;
use super::derive::{self, Rules};
use super::model::{Error, EventKind, Logged, Mode};
use super::rows::{RECORDS, insert, logged};
use super::seal;
use super::store::{Store, can_be_undone};

/// Every item of a log with how often it was answered, rehearsed, recalled or read, from a progress file that is only read:
/// it is neither made nor brought up to date. No file, no items.
pub fn answered(file: &Path) -> Result<Vec<(String, usize)>, Error> {
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    let mut query = connection.prepare(
        "SELECT item, count(*) FROM event AS e WHERE kind IN ('answer', 'rubric', 'recall', 'page') \
         AND NOT EXISTS (SELECT 1 FROM event AS u WHERE u.undoes = e.id) GROUP BY item ORDER BY item",
    )?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, u32>(1)?)))?;
    let found = rows.map(|row| row.map(|(item, count)| (item, usize::try_from(count).unwrap_or(usize::MAX))));
    Ok(found.collect::<Result<_, _>>()?)
}

/// What to forget.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// Everything.
    All,
    /// These items and nothing else.
    Items(&'a [String]),
}

/// How much there is of a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Answers, rehearsals and recalls, those taken back included.
    pub answers: usize,
    /// Different pages opened.
    pub pages: usize,
    /// Events of every kind.
    pub events: usize,
}

/// What came of merging a log into this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Events that are new here.
    pub added: usize,
    /// Events that were here already.
    pub known: usize,
    /// Events with an id that stands here for something else: ours was kept.
    pub different: usize,
    /// Taken back here already: a second time changes nothing.
    pub undone: usize,
    /// They take something back that is not here, or that nobody takes back so.
    pub astray: usize,
}

impl Store {
    /// Every event in the order of the log, what was taken back included. Returns how many.
    pub fn each<E: From<Error>>(&self, mut take: impl FnMut(Logged) -> Result<(), E>) -> Result<usize, E> {
        let mut query =
            self.connection.prepare(&format!("{RECORDS} ORDER BY n")).map_err(|e| E::from(Error::from(e)))?;
        let rows = query.query_map([], logged).map_err(|e| E::from(Error::from(e)))?;
        let mut count = 0;
        for row in rows {
            take(row.map_err(|e| E::from(Error::from(e)))?)?;
            count += 1;
        }
        Ok(count)
    }

    /// What the log has events about: `chapter/question`, `section/page`.
    pub fn items(&self) -> Result<Vec<String>, Error> {
        let mut query = self.connection.prepare_cached("SELECT DISTINCT item FROM event ORDER BY item")?;
        Ok(query.query_map([], |r| r.get(0))?.collect::<Result<_, _>>()?)
    }

    /// How much there is of a scope.
    pub fn size(&self, scope: Scope<'_>) -> Result<Size, Error> {
        const COUNT: &str = "SELECT coalesce(sum(kind IN ('answer', 'rubric', 'recall')), 0), \
                             count(DISTINCT CASE kind WHEN 'page' THEN item END), count(*) FROM event";
        let size = |row: &rusqlite::Row<'_>| {
            let number = |at: usize| row.get(at).map(|n: u32| usize::try_from(n).unwrap_or(usize::MAX));
            Ok(Size { answers: number(0)?, pages: number(1)?, events: number(2)? })
        };
        let Scope::Items(items) = scope else { return Ok(self.connection.query_row(COUNT, [], size)?) };
        let mut query = self.connection.prepare_cached(&format!("{COUNT} WHERE item = ?1"))?;
        let mut all = Size::default();
        for item in items.iter().collect::<BTreeSet<_>>() {
            let one = query.query_row([item], size)?;
            all.answers += one.answers;
            all.pages += one.pages;
            all.events += one.events;
        }
        Ok(all)
    }

    /// Takes the events of another log in, in one transaction: all of them or none. An id that is here already is not
    /// taken again. Events stand in order of time, each log's own order kept where a clock had jumped.
    pub fn merge(&mut self, theirs: &[Logged]) -> Result<Merged, Error> {
        let rules = self.rules()?;
        let tx = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let newest: Option<i64> = tx.query_row("SELECT max(at_utc_ms) FROM event", [], |r| r.get(0))?;
        let ours = order(&tx)?;
        let mut merged = Merged::default();
        let mut added: Vec<(i64, &str)> = Vec::new();
        for entry in theirs {
            match place(&tx, entry)? {
                Place::New => {
                    insert(&tx, &entry.id, &entry.event, &Moment::of(entry, rules.day_start), entry.undoes.as_deref())?;
                    added.push((entry.at_utc_ms, &entry.id));
                }
                Place::Known => merged.known += 1,
                Place::Different => merged.different += 1,
                Place::Undone => merged.undone += 1,
                Place::Astray => merged.astray += 1,
            }
        }
        merged.added = added.len();
        if added.iter().any(|(at, _)| newest.is_some_and(|newest| *at < newest)) {
            renumber(&tx, &ours, &added)?;
        }
        if merged.added > 0 {
            derive::rebuild_all(&tx, &rules)?;
        }
        tx.commit()?;
        Ok(merged)
    }

    /// Removes the events of a scope, and what followed from them. `keep` gets them first, inside the transaction: if it
    /// fails, nothing is forgotten. Returns how many events are gone.
    pub fn forget<E: From<Error>>(
        &mut self,
        scope: Scope<'_>,
        keep: impl FnOnce(&[Logged]) -> Result<(), E>,
    ) -> Result<usize, E> {
        let rules = self.rules()?;
        // Freed pages are overwritten: what is forgotten cannot be read from the file any more.
        let _ = self.connection.pragma_update(None, "secure_delete", "ON");
        let behavior = TransactionBehavior::Immediate;
        let tx = self.connection.transaction_with_behavior(behavior).map_err(|e| E::from(Error::from(e)))?;
        let gone = of_scope(&tx, scope)?;
        keep(&gone)?;
        remove(&tx, scope, &gone, &rules)?;
        tx.commit().map_err(|e| E::from(Error::from(e)))?;
        // The journal still has the old pages; another window that is reading may keep it for a while.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(gone.len())
    }
}

fn of_scope(tx: &Transaction<'_>, scope: Scope<'_>) -> Result<Vec<Logged>, Error> {
    let Scope::Items(items) = scope else {
        return Ok(tx.prepare(&format!("{RECORDS} ORDER BY n"))?.query_map([], logged)?.collect::<Result<_, _>>()?);
    };
    let mut query = tx.prepare(&format!("{RECORDS} AND item = ?1 ORDER BY n"))?;
    let mut found: Vec<(i64, Logged)> = Vec::new();
    for item in items.iter().collect::<BTreeSet<_>>() {
        for entry in query.query_map([item], |row| Ok((row.get("n")?, logged(row)?)))? {
            found.push(entry?);
        }
    }
    found.sort_by_key(|(n, _)| *n);
    Ok(found.into_iter().map(|(_, entry)| entry).collect())
}

fn remove(tx: &Transaction<'_>, scope: Scope<'_>, gone: &[Logged], rules: &Rules) -> Result<(), Error> {
    let Scope::Items(items) = scope else {
        tx.execute_batch("DELETE FROM event;")?;
        return derive::rebuild_all(tx, rules);
    };
    for item in items {
        tx.execute("DELETE FROM event WHERE item = ?1", [item])?;
        tx.execute("DELETE FROM page WHERE page = ?1", [item])?;
        derive::rebuild_item(tx, item, rules)?;
    }
    // A date of an interview had moved everything that was due; so had a fit.
    if gone.iter().any(|entry| matches!(entry.event.kind, EventKind::Plan | EventKind::Fit)) {
        return derive::rebuild_all(tx, rules);
    }
    gone.iter()
        .filter(|entry| entry.event.mode == Mode::Mock)
        .try_for_each(|entry| seal::settle(tx, &entry.event, rules))?;
    let days: BTreeSet<&str> = gone.iter().map(|entry| entry.study_day.as_str()).collect();
    days.into_iter().try_for_each(|day| derive::rebuild_day(tx, day))
}

enum Place {
    New,
    Known,
    Different,
    Undone,
    Astray,
}

fn place(tx: &Transaction<'_>, entry: &Logged) -> Result<Place, Error> {
    let mut query = tx.prepare_cached(&format!("{RECORDS} AND id = ?1"))?;
    if let Some(ours) = query.query_row([&entry.id], logged).optional()? {
        return Ok(if ours == *entry { Place::Known } else { Place::Different });
    }
    let Some(undoes) = &entry.undoes else { return Ok(Place::New) };
    if tx.prepare_cached("SELECT 1 FROM event WHERE undoes = ?1")?.exists([undoes])? {
        return Ok(Place::Undone);
    }
    let target = tx.prepare_cached(&format!("{RECORDS} AND id = ?1"))?.query_row([undoes], logged).optional()?;
    let fits = |target: &Logged| can_be_undone(target.event.kind) && target.event.item == entry.event.item;
    Ok(if target.as_ref().is_some_and(fits) { Place::New } else { Place::Astray })
}

/// Time and id of every event, in the order of the log.
fn order(tx: &Transaction<'_>) -> Result<Vec<(i64, String)>, Error> {
    let mut query = tx.prepare("SELECT at_utc_ms, id FROM event ORDER BY n")?;
    Ok(query.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<Result<_, _>>()?)
}

/// Times that never go back: what was logged after a clock had jumped back stays behind what was logged before.
fn forwards<'a>(log: impl Iterator<Item = (i64, &'a str)>) -> impl Iterator<Item = (i64, &'a str)> {
    log.scan(i64::MIN, |latest, (at, id)| {
        *latest = at.max(*latest);
        Some((*latest, id))
    })
}

/// Numbers the events anew: two logs zipped by time.
fn renumber(tx: &Transaction<'_>, ours: &[(i64, String)], theirs: &[(i64, &str)]) -> Result<(), Error> {
    let mut a = forwards(ours.iter().map(|(at, id)| (*at, id.as_str()))).peekable();
    let mut b = forwards(theirs.iter().copied()).peekable();
    // Negative first: a number must be free before it is given.
    tx.execute("UPDATE event SET n = -n", [])?;
    let mut update = tx.prepare("UPDATE event SET n = ?1 WHERE id = ?2")?;
    let mut n = 0_i64;
    loop {
        let ours_first = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) => x <= y,
            (first, _) => first.is_some(),
        };
        let Some((_, id)) = (if ours_first { a.next() } else { b.next() }) else { return Ok(()) };
        n += 1;
        update.execute(params![n, id])?;
    }
}
