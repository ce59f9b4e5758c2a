//! The chapter inside the program, printed by `build.rs`.

use std::borrow::Cow;

#[allow(unused_imports, reason = "a chapter without sources or questions uses fewer")]
use super::index::{Index, PageEntry, QuestionEntry, SectionEntry, SourceEntry, TableEntry};
#[allow(unused_imports, reason = "as above")]
use super::model::{Difficulty, Set};
#[allow(unused_imports, reason = "as above")]
use crate::scheme::Scheme;

/// The folder of the embedded chapter, for reports.
pub(super) const ROOT: &str = "content/positional-information";

/// How the log calls it.
pub(super) const SLUG: &str = "positional-information";

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
