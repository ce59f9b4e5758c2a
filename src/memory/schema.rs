//! The tables, and how an older file becomes a newer one.

use rusqlite::{Connection, TransactionBehavior};

use super::model::Error;

/// The schema that this program writes; `PRAGMA user_version` of the file.
pub(super) const VERSION: i64 = 8;

/// One entry for each version, run in order.
const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE event (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at_utc_ms INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  study_day TEXT NOT NULL,
  session TEXT NOT NULL,
  mode TEXT NOT NULL,
  item TEXT NOT NULL,
  kind TEXT NOT NULL,
  scheme TEXT,
  seed TEXT NOT NULL,
  drawn TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  typed TEXT NOT NULL,
  reading TEXT NOT NULL,
  verdict TEXT NOT NULL,
  code TEXT NOT NULL,
  grade INTEGER,
  hints INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  confidence INTEGER,
  ms INTEGER NOT NULL,
  undoes TEXT UNIQUE
);
CREATE INDEX event_item ON event(item, n);
CREATE INDEX event_day ON event(study_day, n);
CREATE TABLE skill (
  item TEXT PRIMARY KEY,
  scheme TEXT,
  stability REAL NOT NULL,
  difficulty REAL NOT NULL,
  last_at_utc_ms INTEGER NOT NULL,
  due_utc_ms INTEGER NOT NULL,
  reviews INTEGER NOT NULL,
  lapses INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  right INTEGER NOT NULL,
  solid INTEGER NOT NULL,
  rehearsed INTEGER NOT NULL,
  missed TEXT NOT NULL,
  last_verdict TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX skill_due ON skill(due_utc_ms);
CREATE TABLE day (
  day TEXT PRIMARY KEY,
  answers INTEGER NOT NULL,
  right INTEGER NOT NULL,
  ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE mistake (
  code TEXT NOT NULL,
  item TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (code, item)
) WITHOUT ROWID;
CREATE TABLE page (
  page TEXT PRIMARY KEY,
  last_at_utc_ms INTEGER NOT NULL
) WITHOUT ROWID;
",
    // Which level an answer was given at; the answers that say how sure the learner was are few, and counted often.
    "
ALTER TABLE event ADD COLUMN level TEXT NOT NULL DEFAULT '';
CREATE INDEX event_sure ON event(confidence, grade, verdict, id) WHERE confidence IS NOT NULL;
",
    // What Progress shows is counted with every answer, see `tally`; answers before and after a section are found at once.
    "
DROP INDEX event_sure;
CREATE INDEX event_around ON event(mode, item, n) WHERE mode IN ('pretest', 'posttest');
CREATE TABLE evidence (
  item TEXT PRIMARY KEY,
  hints INTEGER NOT NULL,
  helped INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  trail TEXT NOT NULL,
  run INTEGER NOT NULL,
  run_day TEXT NOT NULL,
  last_day TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE interval (
  item TEXT NOT NULL,
  days INTEGER NOT NULL,
  reviews INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  PRIMARY KEY (item, days)
) WITHOUT ROWID;
CREATE TABLE sure (
  item TEXT NOT NULL,
  confidence INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  right INTEGER NOT NULL,
  PRIMARY KEY (item, confidence)
) WITHOUT ROWID;
",
    // The sitting to go on with and the last placement are found at once, however long the log is.
    "
CREATE INDEX event_sitting ON event(n) WHERE kind = 'sitting';
CREATE INDEX event_placement ON event(n) WHERE mode = 'placement';
",
    // A page that was opened is no longer read for that. What the log says without that word was read.
    "
ALTER TABLE page ADD COLUMN read INTEGER NOT NULL DEFAULT 1;
",
    // The schedule may be fitted to the learner: found at once, and a program that does not know it leaves the file alone.
    "
CREATE INDEX event_fit ON event(n) WHERE kind = 'fit';
",
    // What the schedules were built with, besides the log: when it changes they are built anew.
    "
CREATE TABLE IF NOT EXISTS meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
",
    // Exams that are not over: what was answered in them does not count yet.
    SEALED,
];

/// Every count asks it, also while an older file becomes a newer one.
const SEALED: &str = "CREATE TABLE IF NOT EXISTS sealed (session TEXT PRIMARY KEY) WITHOUT ROWID;";

/// The version whose tables are filled from the log.
const TALLIED: i64 = 3;

/// Brings the file to [`VERSION`]; each step in a transaction of its own. A newer file is left alone.
pub(super) fn migrate(connection: &mut Connection, path: &std::path::Path) -> Result<(), Error> {
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > VERSION {
        return Err(Error::Newer { path: path.into(), found, known: VERSION });
    }
    for (i, step) in MIGRATIONS.iter().enumerate() {
        let version = i64::try_from(i).unwrap_or(0) + 1;
        // Another window may be at the same step: look again inside the lock.
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let now: i64 = tx.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if now < version {
            tx.execute_batch(step)?;
            if version == TALLIED {
                tx.execute_batch(SEALED)?;
                super::tally::rebuild_all(&tx)?;
            }
            tx.pragma_update(None, "user_version", version)?;
        }
        tx.commit()?;
    }
    Ok(())
}
