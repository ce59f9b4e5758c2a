//! Answers go to disk through here. If they cannot, that is said once, and studying goes on.

use std::path::Path;

use serde::Serialize;

use crate::content::Library;
use crate::memory::{Event, Notice, Store};
use crate::sitting::Sitting;
use crate::sitting::resume::release;
use crate::today::Facts;
use crate::tui::settings::Settings;

use super::warn;

/// An object of the output, with `saved` beside its own fields.
#[derive(Debug, Serialize)]
pub struct Kept<T> {
    #[serde(flatten)]
    of: T,
    saved: bool,
}

/// The progress file, if it can be used.
#[derive(Debug)]
pub struct Recorder {
    store: Option<Store>,
    session: String,
    warned: bool,
    /// Why what was done is not on disk, and what to do.
    unsaved: Option<String>,
}

impl Recorder {
    /// Opens or begins the file in a folder.
    pub fn open(dir: &Path, settings: &Settings) -> Recorder {
        let session = crate::memory::fresh_id().simple().to_string();
        match Store::open(dir) {
            Ok((mut store, notices)) => {
                settings.govern(&mut store);
                notices.iter().for_each(|notice| warn(&notice.to_string()));
                let unsaved = notices.iter().find_map(Notice::unsaved);
                Recorder { store: Some(store), session, warned: !notices.is_empty(), unsaved }
            }
            Err(error) => {
                warn(&format!("{error}. You can study on; nothing is saved."));
                Recorder { store: None, session, warned: true, unsaved: Some(format!("{error}.")) }
            }
        }
    }

    /// Lets the answers count of exams that nobody can go on with any more.
    pub(super) fn release(&mut self, library: &Library) {
        if let Some(Err(error)) = self.store.as_mut().map(|store| release(library, store)) {
            warn(&format!("Your progress cannot be brought up to date: {error}"));
        }
    }

    /// Writes an event; it is on disk when this returns.
    pub fn record(&mut self, mut event: Event) {
        if event.session.is_empty() {
            event.session.clone_from(&self.session);
        }
        match self.store.as_mut().map(|store| store.record(&event)) {
            Some(Err(error)) => {
                if !std::mem::replace(&mut self.warned, true) {
                    warn(&format!("Not saved: {error}"));
                }
                self.unsaved.get_or_insert(format!("{error}."));
            }
            Some(Ok(recorded)) => recorded.say().into_iter().for_each(warn),
            None => {}
        }
    }

    /// Writes an event of a sitting; before its first one, what was begun.
    pub fn keep(&mut self, sitting: &mut Sitting, event: Option<Event>) {
        let Some(event) = event else { return };
        let opening = sitting.opening();
        opening.into_iter().chain([event]).for_each(|event| self.record(event));
    }

    /// Goes past what was answered meanwhile in another window.
    pub(super) fn catch_up(&self, sitting: &mut Sitting, library: &Library) {
        if self.store.as_ref().is_some_and(|store| sitting.catch_up(library, store)) {
            warn("What you answered in another window meanwhile is not asked again.");
        }
    }

    /// Takes the last answer of the log back. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        match self.store.as_mut().map(Store::undo) {
            Some(Ok(logged)) => logged.is_some(),
            Some(Err(error)) => {
                warn(&format!("Not taken back: {error}"));
                false
            }
            None => false,
        }
    }

    /// What was made of an answer, as JSON, and whether all so far is on disk.
    pub fn kept<T: Serialize>(&self, of: T) -> Kept<T> {
        Kept { of, saved: self.unsaved.is_none() }
    }

    /// An error if something that was done is not on disk: what it was, why, and what to do.
    pub fn check(&self) -> std::io::Result<()> {
        match &self.unsaved {
            Some(why) => Err(std::io::Error::other(format!("Your answers were not saved: {why}"))),
            None => Ok(()),
        }
    }

    /// The file, if it can be used.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// What the file says; nothing if it cannot be used.
    pub fn facts(&self) -> Facts {
        self.store.as_ref().and_then(|store| Facts::read(store).ok()).unwrap_or_default()
    }
}
