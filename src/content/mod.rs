//! TOML → checked chapter. Knows nobody but the list of schemes.
//!
//! [`Library`] is a chapter: the embedded one, a folder, or one file of questions. Its [`Index`] is there at once; every
//! file is parsed on first use. What is wrong with a file is a list of [`Diagnostic`]s, each with its place and its cure.

pub mod diagnostic;
mod embedded;
pub mod index;
pub mod inert;
pub mod library;
pub mod model;
pub mod read;

pub use diagnostic::{Diagnostic, Severity};
pub use index::{Index, PageEntry, QuestionEntry, SectionEntry, SourceEntry, TableEntry};
pub use inert::inert;
pub use library::{Library, LoadError};
