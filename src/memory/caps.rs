//! How much a day: what was done today, against the most that the learner wants.

use rusqlite::Connection;
use serde::Serialize;

use super::model::Error;
use super::rows::SCORED;
use super::store::Store;

/// The most of a day; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Caps {
    /// Questions and prompts never answered before.
    pub new: Option<u32>,
    /// What is due.
    pub reviews: Option<u32>,
}

impl Caps {
    /// Is there any limit?
    pub fn any(self) -> bool {
        self.new.is_some() || self.reviews.is_some()
    }
}

/// What was answered on the study day: every item once, however often it was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// Items answered for the first time.
    pub new: Vec<String>,
    /// Items answered before this day too.
    pub reviews: Vec<String>,
}

impl Done {
    /// How many more reviews a cap allows.
    pub fn reviews_left(&self, caps: Caps) -> Option<usize> {
        left(caps.reviews, &self.reviews)
    }

    /// How many more new items a cap allows.
    pub fn new_left(&self, caps: Caps) -> Option<usize> {
        left(caps.new, &self.new)
    }

    /// Was it answered today?
    pub fn has(&self, item: &str) -> bool {
        self.new.iter().chain(&self.reviews).any(|done| done == item)
    }
}

fn left(cap: Option<u32>, done: &[String]) -> Option<usize> {
    cap.map(|cap| usize::try_from(cap).unwrap_or(usize::MAX).saturating_sub(done.len()))
}

/// Reads the events of one day, and of each item at most one from before.
fn read(connection: &Connection, day: &str) -> Result<Done, Error> {
    let graded = |name: &str| {
        format!(
            "{name}.kind IN ('answer', 'rubric', 'recall') AND {name}.grade IS NOT NULL AND {name}.{SCORED} \
             AND {name}.mode <> 'cram' AND NOT EXISTS (SELECT 1 FROM event AS u WHERE u.undoes = {name}.id)"
        )
    };
    let (today, before) = (graded("e"), graded("p"));
    // Of the day's answers to an item the first one counts: `min` picks its row.
    let mut query = connection.prepare_cached(&format!(
        "SELECT d.item, EXISTS (SELECT 1 FROM event AS p WHERE p.item = d.item AND p.n < d.n AND {before}) FROM \
         (SELECT e.item, min(e.n) AS n FROM event AS e WHERE e.study_day = ?1 AND {today} GROUP BY e.item) AS d ORDER BY d.n"
    ))?;
    let mut done = Done::default();
    let mut rows = query.query([day])?;
    while let Some(row) = rows.next()? {
        if row.get(1)? { done.reviews.push(row.get(0)?) } else { done.new.push(row.get(0)?) }
    }
    Ok(done)
}

impl Store {
    /// The most of a day.
    pub fn set_caps(&mut self, caps: Caps) {
        self.caps = caps;
    }

    /// The most of a day.
    pub fn caps(&self) -> Caps {
        self.caps
    }

    /// What was answered today.
    pub fn done_today(&self) -> Result<Done, Error> {
        read(&self.connection, &self.today().to_string())
    }
}
