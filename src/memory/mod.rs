//! What was answered and what is due: one SQLite file, an append-only log, tables derived from it in the same transaction.
//! Forgetting is the one thing that removes rows of the log, because that is what a learner means by it.
//!
//! ```text
//! Event ──record──▶ event (append only) ──same transaction──▶ skill, day, mistake, page, evidence, interval, sure
//!                                                              │
//!                               due, summary, account, repeated, recent ◀┘
//! ```

pub mod account;
mod caps;
mod clock;
mod derive;
pub mod fit;
pub mod flaw;
mod log;
mod model;
mod open;
mod plan;
mod rescue;
mod rows;
mod schedule;
mod schema;
mod seal;
mod sittings;
mod store;
mod summary;
mod tally;

pub use caps::{Caps, Done};
pub use clock::{Clock, fresh_id, is_believed, now};
pub use fit::Fit;
pub use log::{Merged, Scope, Size, answered};
pub use model::*;
pub use plan::{Plan, PlanError, read_date, read_minutes};
pub use schedule::Parameters;
pub use sittings::{
    BEGUN, DROPPED, FINISHED, MOST_QUESTIONS, NOTED, PASSED, SKIPPED, STEP, Traces, WITHIN, is_possible,
};
pub use store::{Recorded, Store, can_be_undone};
