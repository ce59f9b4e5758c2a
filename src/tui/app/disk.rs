//! What goes to disk, and what comes from it.

use std::path::Path;
use std::time::Instant;

use super::super::msg::Effect;
use super::App;
use crate::exchange::erase::{self, Erasure};
use crate::exchange::report::counted;
use crate::memory::{Event, Store};
use crate::sitting::resume::release;

impl App {
    pub(super) fn opened(
        &mut self,
        result: Result<(Store, Vec<crate::memory::Notice>), crate::memory::Error>,
        now: Instant,
    ) -> Vec<Effect> {
        match result {
            Ok((mut store, notices)) => {
                self.settings.govern(&mut store);
                if let Err(error) = release(&self.library, &mut store) {
                    self.notice = Some(format!("Your progress cannot be brought up to date: {error}"));
                }
                self.store = Some(store);
                if let Some(notice) = notices.first() {
                    self.notice = Some(notice.to_string());
                }
            }
            Err(error) => {
                self.notice = Some(format!("{error}. Nothing is saved."));
                self.store = Store::in_memory().ok();
            }
        }
        for event in std::mem::take(&mut self.waiting) {
            self.record(event);
        }
        self.refresh(now)
    }

    /// Does what needs no terminal; returns the rest. Answers are on disk when this returns.
    pub fn perform(&mut self, effects: Vec<Effect>, config: Option<&Path>, now: Instant) -> Vec<Effect> {
        let mut rest = Vec::new();
        let mut stale = false;
        for effect in effects {
            match effect {
                Effect::Record(event) => {
                    self.record(*event);
                    stale = true;
                }
                Effect::Undo => {
                    self.undo();
                    stale = true;
                }
                Effect::Forget(erasure, copy) => {
                    self.forget(&erasure, copy.as_deref());
                    stale = true;
                }
                Effect::TakeBack(copy) => {
                    self.take_back(&copy);
                    stale = true;
                }
                Effect::SaveSettings => {
                    self.apply_settings();
                    if let Some(Err(error)) = config.map(|path| self.settings.save(path)) {
                        self.notice = Some(error.to_string());
                    }
                }
                other => rest.push(other),
            }
        }
        if stale {
            rest.extend(self.refresh(now));
        }
        rest
    }

    pub(super) fn record(&mut self, mut event: Event) {
        if event.session.is_empty() {
            event.session.clone_from(&self.session);
        }
        match self.store.as_mut().map(|store| store.record(&event)) {
            None => self.waiting.push(event),
            Some(Ok(recorded)) => {
                if let Some(said) = recorded.say() {
                    self.notice = Some(said.into());
                }
            }
            Some(Err(error)) => self.notice = Some(format!("Not saved: {error}")),
        }
    }

    fn undo(&mut self) {
        self.notice = Some(match self.store.as_mut().map(Store::undo) {
            Some(Ok(Some(logged))) => {
                let id = self.library.id_of(&logged.event.item);
                let title = id.and_then(|id| self.library.entry(id).ok()).map(|q| q.title.to_string());
                let recall = self.library.recall_of(&logged.event.item).and_then(|id| self.library.recall(id).ok());
                let title = title.or(recall.map(|(_, _, page)| format!("the recall of {}", page.title)));
                format!("Taken back: your last answer to {}.", title.unwrap_or(logged.event.item))
            }
            Some(Ok(None)) | None => "There is nothing to take back.".into(),
            Some(Err(error)) => format!("Not taken back: {error}"),
        });
    }

    fn forget(&mut self, erasure: &Erasure, copy: Option<&Path>) {
        let gone = self.store.as_mut().map(|store| erasure.forget(&self.library, store, copy));
        self.notice = Some(match gone {
            Some(Ok(count)) => format!("Forgotten: {}.", counted(count, "event", "events")),
            Some(Err(error)) => format!("Nothing was forgotten: {error}"),
            None => "Nothing was forgotten: your progress is not open yet.".into(),
        });
    }

    fn take_back(&mut self, copy: &Path) {
        self.notice = Some(match self.store.as_mut().map(|store| erase::take_back(copy, store)) {
            Some(Ok(count)) => format!("Taken back: {}.", counted(count, "event", "events")),
            Some(Err(error)) => format!("Not taken back: {error}"),
            None => "Not taken back: your progress is not open yet.".into(),
        });
    }
}
