//! (under construction by branch `memory`)
use std::path::Path;

use super::model::*;

/// The open progress file.
#[derive(Debug)]
pub struct Store {
    connection: rusqlite::Connection,
}

impl Store {
    /// A store that lives in memory: for tests, and for a sitting whose disk cannot be written.
    pub fn in_memory() -> Result<Store, Error> {
        Ok(Store { connection: rusqlite::Connection::open_in_memory()? })
    }

    /// Opens or begins the progress file in a folder.
    pub fn open(_dir: &Path) -> Result<(Store, Vec<Notice>), Error> {
        Ok((Store::in_memory()?, Vec::new()))
    }

    /// Writes an event, and what follows from it, to disk; returns its id.
    pub fn record(&mut self, _event: &Event) -> Result<String, Error> {
        let _ = &self.connection;
        Ok(String::new())
    }

    /// Takes the last answer or rubric back that is not yet taken back; returns it.
    pub fn undo(&mut self) -> Result<Option<Logged>, Error> {
        Ok(None)
    }

    /// What is due now, longest first.
    pub fn due(&self) -> Result<Vec<Due>, Error> {
        Ok(Vec::new())
    }

    /// What Home and Progress show.
    pub fn summary(&self) -> Result<Summary, Error> {
        Ok(Summary::default())
    }

    /// Mistakes made more than once, most frequent first.
    pub fn repeated(&self, _limit: usize) -> Result<Vec<Repeated>, Error> {
        Ok(Vec::new())
    }

    /// The newest answers and rubrics, those taken back left out.
    pub fn recent(&self, _limit: usize) -> Result<Vec<Logged>, Error> {
        Ok(Vec::new())
    }

    /// The schedule of an item.
    pub fn skill(&self, _item: &str) -> Result<Option<Skill>, Error> {
        Ok(None)
    }

    /// The schedules of all items.
    pub fn skills(&self) -> Result<Vec<Skill>, Error> {
        Ok(Vec::new())
    }

    /// Pages opened, `section/page`, the last one first.
    pub fn pages(&self) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    /// Rubric points missed at the last rehearsal of each prompt: item and points.
    pub fn missed(&self) -> Result<Vec<(String, Vec<String>)>, Error> {
        Ok(Vec::new())
    }
}
