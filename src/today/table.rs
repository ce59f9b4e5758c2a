//! The table of schemes on Home: what was read, what is solid, what is remembered.

use std::collections::HashSet;

use serde::Serialize;

use crate::content::Library;
use crate::scheme::Scheme;

use super::{Facts, families};

/// How much of a scheme's section was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadState {
    /// Nothing.
    No,
    /// Some pages.
    Some,
    /// All pages.
    All,
}

/// One row of the table of schemes.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemeRow {
    /// The scheme.
    pub scheme: Scheme,
    /// Reading.
    pub read: ReadState,
    /// Families answered rightly the last time, at once and without help.
    pub solid: usize,
    /// Families.
    pub families: usize,
    /// Chance of recall now, from 0 to 1.
    pub recall: Option<f64>,
}

/// The table of schemes.
pub fn schemes(library: &Library, facts: &Facts) -> Vec<SchemeRow> {
    let seen: HashSet<&str> = facts.pages.iter().map(String::as_str).collect();
    Scheme::ALL
        .into_iter()
        .map(|scheme| {
            let sections = library.index().sections.iter().filter(|s| s.scheme == Some(scheme));
            let (mut pages, mut opened) = (0, 0);
            for section in sections {
                pages += section.pages.len();
                let read = |p: &&crate::content::PageEntry| seen.contains(format!("{}/{}", section.id, p.id).as_str());
                opened += section.pages.iter().filter(read).count();
            }
            let families = families(library, scheme);
            let right = |id: &&String| {
                let item = library.item(id);
                facts.skills.iter().any(|s| s.item == item && s.solid)
            };
            SchemeRow {
                scheme,
                read: match opened {
                    0 => ReadState::No,
                    n if n < pages => ReadState::Some,
                    _ => ReadState::All,
                },
                solid: families.iter().filter(right).count(),
                families: families.len(),
                recall: facts.summary.schemes.iter().find(|(s, _)| *s == scheme).and_then(|(_, s)| s.recall),
            }
        })
        .collect()
}
