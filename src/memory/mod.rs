//! What was answered and what is due: one SQLite file, an append-only log, tables derived from it in the same transaction.
//!
//! ```text
//! Event ──record──▶ event (append only) ──same transaction──▶ skill, day, mistake, page
//!                                                              │
//!                                        due, summary, repeated, recent ◀┘
//! ```

mod model;
mod store;

pub use model::*;
pub use store::Store;
