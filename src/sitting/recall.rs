//! Recall prompts: what becomes of one, as an event of the log.

use crate::content::Library;
use crate::memory::{Event, EventKind, Kept, Mode};

/// The event of a choice; `None` if the chapter has no such prompt.
pub fn event(library: &Library, id: &str, typed: &str, kept: Kept, ms: u64) -> Option<Event> {
    let (_, section, _) = library.recall(id).ok()?;
    let mut event = Event::new(EventKind::Recall, Mode::Recall, library.recall_item(id));
    event.scheme = section.scheme;
    event.typed = typed.trim().to_string();
    event.verdict = kept.word().into();
    event.grade = kept.grade();
    event.ms = ms;
    Some(event)
}

/// Items that are due, in recall prompts and questions, by id. What the chapter no longer has is left out.
pub fn split(library: &Library, items: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut recalls, mut questions) = (Vec::new(), Vec::new());
    for item in items {
        if let Some(id) = library.recall_of(item) {
            recalls.push(id.to_string());
        } else {
            let id = library.id_of(item).unwrap_or(item);
            questions.extend(library.entry(id).is_ok().then(|| id.to_string()));
        }
    }
    (recalls, questions)
}
