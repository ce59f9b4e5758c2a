//! Sittings in the log: the one that was begun last, and what was answered in it.

use rusqlite::OptionalExtension;

use super::model::{Error, Logged};
use super::rows::{LOGGED, logged};
use super::store::Store;

/// The word of a sitting that was begun.
pub const BEGUN: &str = "begun";
/// The word of a sitting that is not to be gone on with.
pub const DROPPED: &str = "dropped";
/// A sitting is looked for among so many of the newest events: what came of it is read whenever Home is shown.
const REACH: u32 = 20_000;

impl Store {
    /// The sitting begun last, unless it was dropped or lies further back than anybody goes on with. Whether it is finished,
    /// its answers say.
    pub fn last_sitting(&self) -> Result<Option<Logged>, Error> {
        let sql = format!(
            "{LOGGED} AND kind = 'sitting' AND verdict = '{BEGUN}' \
             AND n > (SELECT coalesce(max(n), 0) FROM event) - {REACH} ORDER BY n DESC LIMIT 1"
        );
        let last = self.connection.prepare_cached(&sql)?.query_row([], logged).optional()?;
        match last {
            Some(begun) if self.is_dropped(&begun.event.session)? => Ok(None),
            last => Ok(last),
        }
    }

    fn is_dropped(&self, session: &str) -> Result<bool, Error> {
        let sql = format!("SELECT 1 FROM event WHERE kind = 'sitting' AND verdict = '{DROPPED}' AND session = ?1");
        Ok(self.connection.prepare_cached(&sql)?.exists([session])?)
    }

    /// What happened in a sitting, oldest first; what was taken back is left out.
    pub fn of_sitting(&self, session: &str) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND n > (SELECT n FROM event WHERE kind = 'sitting' AND verdict = '{BEGUN}' AND session = ?1 \
             ORDER BY n DESC LIMIT 1) AND session = ?1 AND kind <> 'sitting' ORDER BY n"
        ))?;
        Ok(query.query_map([session], logged)?.collect::<Result<_, _>>()?)
    }

    /// The answers of the last placement test, oldest first; none if there was none, or if it was dropped.
    pub fn placement(&self) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND mode = 'placement' AND kind = 'answer' AND session = (SELECT session FROM event \
             WHERE mode = 'placement' AND kind = 'answer' ORDER BY n DESC LIMIT 1) ORDER BY n"
        ))?;
        let log: Vec<Logged> = query.query_map([], logged)?.collect::<Result<_, _>>()?;
        match log.first() {
            Some(first) if self.is_dropped(&first.event.session)? => Ok(Vec::new()),
            _ => Ok(log),
        }
    }
}
