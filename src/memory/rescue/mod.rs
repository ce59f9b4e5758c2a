//! What can still be read of a damaged progress file.
//!
//! Its pages are looked at one by one, without the trees that lead to them: a page that was overwritten costs the rows that
//! stood on it and no others, even if it was the first one. What a row says is checked like an import before it comes in.

pub(super) mod journal;
mod pages;
mod row;

use std::collections::HashSet;
use std::path::Path;

use super::flaw::examined;
use super::model::{Error, Logged};
use super::store::Store;

use pages::{Pages, USUAL};

/// The events on the pages of a file and of its journal that can have happened, in the order of the log.
fn read(file: &Path) -> Vec<Logged> {
    let Some(mut pages) = Pages::open(file, None) else { return Vec::new() };
    let found = read_pages(&mut pages);
    // The length of a page stands in the header, and may be what is damaged.
    let others = Pages::open(file, Some(USUAL)).filter(|_| !pages.are_usual()).map(|mut pages| read_pages(&mut pages));
    others.filter(|others| others.len() > found.len()).unwrap_or(found)
}

fn read_pages(pages: &mut Pages) -> Vec<Logged> {
    let mut found: Vec<(i64, Logged)> = Vec::new();
    // A row that was moved may stand on a page that is free now too.
    let mut known: HashSet<String> = HashSet::new();
    for number in 1..=pages.count() {
        for (n, record) in pages.rows(number) {
            if let Some(entry) = row::event(&record).filter(|entry| known.insert(entry.id.clone())) {
                found.push((n, entry));
            }
        }
    }
    found.sort_by_key(|(n, _)| *n);
    examined(found.into_iter().map(|(_, entry)| entry).enumerate().collect()).0
}

impl Store {
    /// Takes in what can be read of a damaged file; says how many events that are.
    pub(super) fn rescue(&mut self, file: &Path) -> Result<usize, Error> {
        Ok(self.merge(&read(file))?.added)
    }
}
