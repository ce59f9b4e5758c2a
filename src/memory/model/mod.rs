//! Events, and what is read back from them.

mod event;
mod shown;
mod trouble;

pub use event::{Event, EventKind, Grade, Kept, Logged, Mode, OPENED};
pub use shown::{Calibration, Due, Repeated, SchemeSummary, Skill, Summary};
pub use trouble::{Error, Notice};
