//! What a schedule is fitted to: of every item, how it was graded and how many days lay between.

use std::collections::HashMap;
use std::path::Path;

use fsrs::{FSRSItem, FSRSReview};
use rusqlite::{Connection, OpenFlags};

use super::super::clock::Moment;
use super::super::derive::counts;
use super::super::model::Error;
use super::super::rows::{COUNTED, logged};

/// The longest history of an item that is looked at: as many reviews as the fit itself looks at.
const LONGEST: usize = 256;

/// The reviews on a later day than the one before, in the order of the log, each with what came before it. The others only
/// stand in these histories, as FSRS wants it: what was answered a minute ago is no test of memory.
#[derive(Clone, Debug, Default)]
pub struct Reviews {
    pub(super) items: Vec<FSRSItem>,
    /// Of which item each one is.
    pub(super) of: Vec<i64>,
}

impl Reviews {
    /// How many.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// None.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Of how many items.
    pub fn items(&self) -> usize {
        self.of.iter().collect::<std::collections::HashSet<_>>().len()
    }
}

/// What is known of an item on the way through the log.
#[derive(Default)]
struct History {
    number: i64,
    last_at_utc_ms: i64,
    reviews: Vec<FSRSReview>,
}

/// Reads the log once, from a file of its own connection: for a thread that must not hold up the screen.
pub(super) fn read_file(file: &Path, day_start: u8, go_on: &dyn Fn() -> bool) -> Result<Reviews, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    read(&connection, day_start, go_on)
}

/// Reads the log once, for as long as it is to `go_on`. Days are counted as the schedule counts them.
pub(super) fn read(connection: &Connection, day_start: u8, go_on: &dyn Fn() -> bool) -> Result<Reviews, Error> {
    let mut query = connection.prepare(&format!("{COUNTED} AND grade IS NOT NULL ORDER BY n"))?;
    let mut rows = query.query([])?;
    let mut known: HashMap<String, History> = HashMap::new();
    let mut found = Reviews::default();
    while let Some(row) = rows.next()?.filter(|_| go_on()) {
        let entry = logged(row)?;
        let Some(grade) = entry.event.grade.filter(|_| counts(&entry.event) && entry.event.mode.is_scheduled()) else {
            continue;
        };
        let now = Moment::of(&entry, day_start);
        let number = i64::try_from(known.len()).unwrap_or(i64::MAX);
        let history = known.entry(entry.event.item).or_insert_with(|| History { number, ..History::default() });
        let first = history.reviews.is_empty();
        let delta_t = if first { 0 } else { now.days_since(history.last_at_utc_ms) };
        history.last_at_utc_ms = now.at_utc_ms;
        if history.reviews.len() == LONGEST {
            continue;
        }
        history.reviews.push(FSRSReview { rating: grade as u32, delta_t });
        if delta_t > 0 {
            found.items.push(FSRSItem { reviews: history.reviews.clone() });
            found.of.push(history.number);
        }
    }
    Ok(found)
}
