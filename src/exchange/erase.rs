//! Forgetting as the screen and the command line do it: counted before anybody says yes, copied before it is gone.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::content::Library;
use crate::memory::{self, Logged, Scope, Size, Store};
use crate::sitting::round;

use super::forget::{Unknown, named};
use super::progress::{self, WriteError};
use super::report::counted;
use super::shelf::whole;

/// What is to be forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// What it is, in words: `the section "Rotary embeddings": its pages and questions`.
    pub what: String,
    /// What the log has about it: `34 answers and 3 pages read`; empty if it has nothing.
    pub contents: String,
    /// The items; `None` is everything.
    items: Option<Vec<String>>,
}

/// Why it cannot be said what is to be forgotten.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// Nothing has this name.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The progress file.
    #[error(transparent)]
    Memory(#[from] memory::Error),
}

/// Why a copy cannot be taken back.
#[derive(Debug, thiserror::Error)]
pub enum TakeBackError {
    /// The copy.
    #[error("{0}")]
    Copy(String),
    /// The progress file.
    #[error(transparent)]
    Memory(#[from] memory::Error),
}

impl Erasure {
    /// A question, a page, a section, a scheme or a file of questions.
    pub fn named(library: &Library, store: &Store, name: &str) -> Result<Erasure, EraseError> {
        let found = named(library, &store.items()?, name)?;
        Ok(Erasure::of(found.what, Some(found.items), store)?)
    }

    /// These items of the log, called so.
    pub fn items(what: String, items: Vec<String>, store: &Store) -> Result<Erasure, memory::Error> {
        Erasure::of(what, Some(items), store)
    }

    /// Everything.
    pub fn all(store: &Store) -> Result<Erasure, memory::Error> {
        Erasure::of("everything you did here".into(), None, store)
    }

    fn of(what: String, items: Option<Vec<String>>, store: &Store) -> Result<Erasure, memory::Error> {
        let size = store.size(items.as_deref().map_or(Scope::All, Scope::Items))?;
        Ok(Erasure { what, contents: contents(size), items })
    }

    /// Has the log nothing about it?
    pub fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }

    /// Forgets it; the copy is on disk before anything is gone. Returns how many events are gone.
    pub fn forget(&self, library: &Library, store: &mut Store, copy: Option<&Path>) -> Result<usize, WriteError> {
        let begun = store.begun_sittings()?;
        let mut torn: Vec<&Logged> = Vec::new();
        let count = store.forget(self.items.as_deref().map_or(Scope::All, Scope::Items), |gone| {
            let sessions: HashSet<&str> = gone.iter().map(|g| g.event.session.as_str()).collect();
            torn.extend(begun.iter().filter(|b| sessions.contains(b.event.session.as_str())));
            let Some(copy) = copy else { return Ok::<(), WriteError>(()) };
            let mut bytes = Vec::new();
            progress::write_events(&mut bytes, library, gone)?;
            Ok(whole(copy, &bytes)?)
        })?;
        // What was answered in them is partly gone: they would be offered as some that were left in the middle.
        for begun in torn.into_iter().filter(|_| self.items.is_some()) {
            store.record(&round::dropped(begun))?;
        }
        Ok(count)
    }
}

/// Takes a copy back. Returns how many events are here again.
pub fn take_back(copy: &Path, store: &mut Store) -> Result<usize, TakeBackError> {
    let shown = copy.display().to_string();
    let text = std::fs::read_to_string(copy).map_err(|error| TakeBackError::Copy(format!("{shown}: {error}")))?;
    let read = progress::read(&shown, &text).map_err(|error| TakeBackError::Copy(error.to_string()))?;
    Ok(store.merge(&read.events)?.added)
}

/// `34 answers and 3 pages read`.
fn contents(size: Size) -> String {
    let mut parts = Vec::new();
    if size.answers > 0 {
        parts.push(counted(size.answers, "answer", "answers"));
    }
    if size.pages > 0 {
        parts.push(counted(size.pages, "page read", "pages read"));
    }
    if parts.is_empty() && size.events > 0 {
        parts.push(counted(size.events, "event", "events"));
    }
    parts.join(" and ")
}

/// A name in the data folder that is free.
pub fn copy_name(data: &Path) -> PathBuf {
    let stamp = memory::now().strftime("%Y-%m-%d-%H%M%S").to_string();
    let name = |n: u32| if n == 0 { format!("forgotten-{stamp}.json") } else { format!("forgotten-{stamp}-{n}.json") };
    (0..).map(|n| data.join(name(n))).find(|path| !path.exists()).unwrap_or_else(|| data.join(name(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Event, EventKind, Mode};

    #[test]
    fn a_round_that_was_finished_is_not_offered_again_when_a_part_of_it_is_forgotten() {
        use crate::question::Seed;
        use crate::sitting::{Drill, Left, Plan};
        let library = Library::embedded();
        let mut store = Store::in_memory().unwrap();
        let plan = Plan::Drill(Drill::of(vec!["alibi-slope".into(), "rope-angle".into()], 2));
        let mut sitting = plan.begin(&library, Seed::parse("K3F9").unwrap()).unwrap();
        let mut ids = Vec::new();
        while let Some(drawn) = sitting.current() {
            ids.push(drawn.question.id.clone());
            let event = sitting.solution(1_000);
            sitting.opening().into_iter().chain(event).for_each(|event| {
                store.record(&event).unwrap();
            });
            sitting.next(&library);
        }
        assert!(Left::find(&library, &store, None).is_none());
        Erasure::named(&library, &store, &ids[0]).unwrap().forget(&library, &mut store, None).unwrap();
        assert!(Left::find(&library, &store, None).is_none());
        assert_eq!(Erasure::all(&store).unwrap().contents, "1 answer");
    }

    #[test]
    fn what_is_forgotten_is_counted_before_and_comes_back_from_its_copy() {
        let library = Library::embedded();
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::in_memory().unwrap();
        let answer = |id: &str| Event::new(EventKind::Answer, Mode::Drill, library.item(id));
        for id in ["alibi-slope", "alibi-slope", "rope-angle"] {
            store.record(&answer(id)).unwrap();
        }
        let erasure = Erasure::named(&library, &store, "alibi-slope").unwrap();
        assert_eq!((erasure.what.as_str(), erasure.contents.as_str()), ("the question `alibi-slope`", "2 answers"));
        let copy = copy_name(dir.path());
        assert_eq!(erasure.forget(&library, &mut store, Some(&copy)).unwrap(), 2);
        assert!(Erasure::named(&library, &store, "alibi-slope").unwrap().is_empty());
        assert_eq!(Erasure::all(&store).unwrap().contents, "1 answer");
        assert_eq!(take_back(&copy, &mut store).unwrap(), 2);
        assert_eq!(Erasure::all(&store).unwrap().contents, "3 answers");
        assert_ne!(copy_name(dir.path()), copy);
        let unwritable = dir.path().join("no").join("such").join("folder.json");
        std::fs::write(dir.path().join("no"), "a file").unwrap();
        assert!(Erasure::all(&store).unwrap().forget(&library, &mut store, Some(&unwritable)).is_err());
        assert_eq!(Erasure::all(&store).unwrap().contents, "3 answers", "without a copy nothing is forgotten");
    }
}
