//! Three questions before a section, and the same three behind its end, side by side. Nothing of it is scored.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::content::Library;
use crate::content::index::hex;
use crate::memory::{Logged, Mode};
use crate::question::{Drawn, Seed};

use super::words::response_of;
use super::{Sitting, SittingError, response_text, right_text};

/// Before the section, or behind its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// Before reading.
    Before,
    /// After reading.
    Now,
}

impl When {
    /// How the log calls it.
    pub const fn mode(self) -> Mode {
        match self {
            When::Before => Mode::Pretest,
            When::Now => Mode::Posttest,
        }
    }
}

/// The ids of a section's questions; none where there is no pretest.
pub fn ids(library: &Library, section: &str) -> Vec<String> {
    let found = library.index().sections.iter().find(|s| s.id == section);
    found.map(|s| s.pretest.iter().map(ToString::to_string).collect()).unwrap_or_default()
}

/// The seed of a section's questions: the same before and after, so that the numbers and the options are too.
pub fn seed(section: &str) -> Seed {
    let text = hex(&Sha256::digest(format!("pretest {section}").as_bytes()), 6).to_uppercase();
    Seed::parse(&text).unwrap_or_else(|_| Seed::fresh())
}

/// Sits down to them.
pub fn sitting(library: &Library, section: &str, when: When) -> Result<Sitting, SittingError> {
    let ids = ids(library, section);
    if ids.is_empty() {
        return Err(SittingError::Nothing("This section has no questions to begin with."));
    }
    Sitting::of(library, when.mode(), &ids, seed(section))
}

/// An answer that was given.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Given {
    /// What was answered; empty if the question has changed since.
    pub text: String,
    /// Was it right?
    pub right: bool,
}

/// A question with its answers side by side.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its short name.
    pub title: String,
    /// What it asks, with its numbers.
    pub prompt: String,
    /// Before reading.
    pub before: Option<Given>,
    /// After reading.
    pub now: Option<Given>,
    /// The right answer.
    pub right: String,
    /// Why.
    pub context: Option<String>,
}

/// The questions of a section with what the log says: the first answer before, the last one after.
pub fn compare(library: &Library, section: &str, log: &[Logged]) -> Result<Vec<Row>, SittingError> {
    let mut sitting = sitting(library, section, When::Now)?;
    let mut rows = Vec::new();
    while let Some(drawn) = sitting.current() {
        let item = library.item(&drawn.question.id);
        let of = |when: When| log.iter().filter(move |l| l.event.mode == when.mode());
        let mine = |l: &&Logged| l.event.item == item;
        rows.push(Row {
            id: drawn.question.id.clone(),
            title: drawn.question.title.clone(),
            prompt: drawn.instance.prompt.clone(),
            before: of(When::Before).find(mine).map(|l| given(library, drawn, l)),
            now: of(When::Now).rfind(mine).map(|l| given(library, drawn, l)),
            right: right_text(drawn),
            context: drawn.instance.context.clone(),
        });
        sitting.set_aside(library);
    }
    Ok(rows)
}

fn given(library: &Library, drawn: &Drawn, logged: &Logged) -> Given {
    let event = &logged.event;
    let same = library.content_hash_of(&drawn.question.id).is_ok_and(|hash| hash == event.content_hash);
    let response = response_of(&drawn.instance.ask, &event.typed).filter(|_| same);
    Given {
        text: response.map(|r| response_text(drawn, &r)).unwrap_or_default(),
        right: matches!(event.verdict.as_str(), "right" | "other-form"),
    }
}

/// How many were right before and after, of how many that were answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The section.
    pub section: String,
    /// Right and answered, before reading.
    pub before: Option<(usize, usize)>,
    /// Right and answered, after reading.
    pub now: Option<(usize, usize)>,
}

/// The sections that have something to show. From the index and the log alone: nothing is parsed for it.
pub fn changes(library: &Library, log: &[Logged]) -> Vec<Change> {
    let sections = library.index().sections.iter();
    let change = |section: &crate::content::index::SectionEntry| {
        let count = |when: When| {
            let answered = section.pretest.iter().filter_map(|id| {
                let item = library.item(id);
                let mut mine = log.iter().filter(|l| l.event.mode == when.mode() && l.event.item == item);
                if when == When::Before { mine.next() } else { mine.next_back() }
            });
            let verdicts: Vec<&str> = answered.map(|l| l.event.verdict.as_str()).collect();
            let right = verdicts.iter().filter(|v| matches!(**v, "right" | "other-form")).count();
            (!verdicts.is_empty()).then_some((right, verdicts.len()))
        };
        let (before, now) = (count(When::Before), count(When::Now));
        (before.is_some() || now.is_some()).then(|| Change { section: section.id.to_string(), before, now })
    };
    sections.filter_map(change).collect()
}
