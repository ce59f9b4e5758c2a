//! Your data, in and out: nothing of yours is locked in, and nothing is half taken in.
//!
//! ```text
//! out  log ──▶ progress (JSON, everything) · csv (a table)      chapter ──▶ anki · mdbook · sheet (text, HTML)
//! in   a file ──▶ kind ──▶ progress ──▶ Store::merge
//!                      ├─▶ questions (mdbook-quiz or ours) ──┐
//!                      └─▶ Anki text ──▶ deck ───────────────┴──▶ shelf: `posenc quiz NAME`
//! ```
//! Knows `content`, `question`, `memory` and `sitting`. Every way out returns a [`Report`] of what was carried and what
//! could not be; every way in reads the whole file before it changes anything.

pub mod anki;
pub mod cards;
pub mod csv;
pub mod deck;
pub mod erase;
pub mod events;
pub mod forget;
pub mod kind;
pub mod markup;
pub mod mdbook;
pub mod progress;
pub mod report;
pub mod sheet;
pub mod shelf;
pub mod tags;

pub use report::Report;
