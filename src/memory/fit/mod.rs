//! The schedule fitted to the learner: the parameters of FSRS computed from the learner's own log.
//!
//! They stand in the log as an event, so that they are exported, rebuilt and taken back like everything else. The newest one
//! is in force for the whole log: every schedule is built anew with it, in the transaction that writes it.
//!
//! ```text
//! log ──[`reviews`]──▶ Reviews ──[`job`], a thread──▶ Fit ──event──▶ Store::record ──▶ all schedules
//! ```

mod job;
mod reviews;

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use serde::{Deserialize, Serialize};

use super::clock::fresh_id;
use super::derive;
use super::model::{Error, Event, EventKind, Logged, Mode};
use super::rows::{LOGGED, insert, logged};
use super::schedule::Parameters;
use super::store::Store;

pub use job::{FitError, Job, Progress, fit};
pub use reviews::Reviews;

/// Under this item the log has it.
pub(super) const ITEM: &str = "schedule";
/// The verdict of a fit.
pub const FITTED: &str = "fitted";
/// The verdict of a return to the defaults.
pub const RESET: &str = "reset";

/// The fewest reviews that are fitted to: the limit that Anki had while it had one. Below a few hundred the crate itself
/// computes only four of the 21 parameters, and a fifth of them is too few to tell better from worse.
pub const MIN_REVIEWS: usize = 400;
/// The fewest items that they are spread over: fewer say more about those items than about the learner.
pub const MIN_ITEMS: usize = 30;

/// How far the forecasts of a schedule are from what happened, on reviews that it was not fitted to; smaller is better, and
/// later reviews weigh more. As FSRS measures it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Loss {
    /// The mean of −ln p, p being the chance that was given to what happened.
    pub log_loss: f32,
    /// Forecast and share remembered, compared in groups of like reviews: the root of the mean square difference.
    pub rmse: f32,
}

/// Parameters, what they were computed from and how good they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fit {
    /// The 21 parameters of FSRS-6.
    pub parameters: Parameters,
    /// Reviews in all: those of the fit and those held out.
    pub reviews: usize,
    /// Items that they are of.
    pub items: usize,
    /// The newest reviews, kept from the fit to measure it.
    pub held_out: usize,
    /// The schedule in force before, on what was held out.
    pub before: Loss,
    /// This one.
    pub after: Loss,
}

impl Fit {
    /// Does it foresee better what was held out?
    pub fn is_better(&self) -> bool {
        self.after.log_loss < self.before.log_loss
    }

    /// Can it have been measured? Losses are no negative numbers, an error is a share, and no more is held out than there is.
    fn is_possible(&self) -> bool {
        let measured =
            |loss: Loss| loss.log_loss.is_finite() && loss.log_loss >= 0.0 && (0.0..=1.0).contains(&loss.rmse);
        measured(self.before) && measured(self.after) && self.held_out <= self.reviews
    }

    /// The event that keeps it.
    pub fn event(&self) -> Event {
        let mut event = Event::new(EventKind::Fit, Mode::Study, ITEM);
        event.verdict = FITTED.into();
        event.typed = serde_json::to_string(self).unwrap_or_default();
        event
    }
}

/// The event that returns to the defaults.
pub fn reset() -> Event {
    let mut event = Event::new(EventKind::Fit, Mode::Study, ITEM);
    event.verdict = RESET.into();
    event
}

/// The fit in force, and when it was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InForce {
    /// The study day.
    pub day: Date,
    /// The fit.
    #[serde(flatten)]
    pub fit: Fit,
}

/// What can be said of the schedule without reading the whole log.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    /// The fit in force; `None` for the defaults.
    pub fitted: Option<InForce>,
    /// Reviews on a later day than the one before.
    pub reviews: u32,
    /// Items with such a review.
    pub items: u32,
}

impl Schedule {
    /// Are there enough reviews to fit it?
    pub fn can_be_fitted(&self) -> bool {
        let enough = |n: u32, least: usize| usize::try_from(n).is_ok_and(|n| n >= least);
        enough(self.reviews, MIN_REVIEWS) && enough(self.items, MIN_ITEMS)
    }
}

/// The newest fit or return to the defaults that was not taken back.
fn newest(connection: &Connection) -> Result<Option<Logged>, Error> {
    let mut query = connection.prepare_cached(&format!("{LOGGED} AND kind = 'fit' ORDER BY n DESC LIMIT 1"))?;
    Ok(query.query_row([], logged).optional()?)
}

/// A fit as it stands in the log; what cannot be read is none.
fn of(entry: &Logged) -> Option<Fit> {
    (entry.event.verdict == FITTED).then(|| serde_json::from_str(&entry.event.typed).ok()).flatten()
}

/// May this event stand in a log? For what comes from elsewhere.
pub fn is_sound(event: &Event) -> bool {
    event.verdict == RESET
        || (event.verdict == FITTED && serde_json::from_str::<Fit>(&event.typed).is_ok_and(|fit| fit.is_possible()))
}

/// The parameters that every schedule follows now.
pub(super) fn parameters(connection: &Connection) -> Result<Parameters, Error> {
    let fit = newest(connection)?.as_ref().and_then(of);
    Ok(fit.map(|fit| fit.parameters).unwrap_or_default())
}

impl Store {
    /// The schedule in force, and what it could be fitted to.
    pub fn schedule(&self) -> Result<Schedule, Error> {
        let entry = newest(&self.connection)?;
        let fitted = entry.and_then(|entry| Some(InForce { day: entry.study_day.parse().ok()?, fit: of(&entry)? }));
        let mut query = self
            .connection
            .prepare_cached("SELECT coalesce(sum(reviews), 0), count(DISTINCT item) FROM interval WHERE days > 0")?;
        let (reviews, items) = query.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Schedule { fitted, reviews, items })
    }

    /// The parameters in force.
    pub fn parameters(&self) -> Result<Parameters, Error> {
        parameters(&self.connection)
    }

    /// Everything that a schedule can be fitted to.
    pub fn reviews(&self) -> Result<Reviews, Error> {
        reviews::read(&self.connection, self.day_start(), &|| true)
    }

    /// Begins to read the log and to fit the schedule to it, on a thread of its own that reads the file by itself; a store in
    /// memory is short and read at once.
    pub fn fit(&self) -> Result<Job, Error> {
        let (day_start, now) = (self.day_start(), self.parameters()?);
        let source = match self.connection.path().filter(|path| !path.is_empty()) {
            Some(path) => job::Source::File(path.into(), day_start),
            None => job::Source::Read(self.reviews()?),
        };
        Ok(Job::over(source, now))
    }

    /// Takes the newest fit, or the newest return to the defaults, back; returns what was taken back.
    pub fn undo_fit(&mut self) -> Result<Option<Logged>, Error> {
        let (now, rules) = (self.now(), self.rules()?);
        let tx = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let Some(last) = newest(&tx)? else { return Ok(None) };
        let undo = Event::new(EventKind::Undo, last.event.mode, ITEM);
        insert(&tx, &fresh_id().to_string(), &undo, &now, Some(&last.id))?;
        derive::rebuild_all(&tx, &rules)?;
        tx.commit()?;
        Ok(Some(last))
    }
}
