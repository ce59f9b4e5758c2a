//! Our own file: the whole log as JSON, one event a line, in an envelope that says what it is.
//!
//! ```json
//! {"format":"posenc-progress","version":1,"program":"posenc 0.1.0","written":"2026-11-29T19:00:00Z",
//!  "chapter":{"slug":"positional-information","title":"…","hash":"…"},"quizzes":[{"name":"mine","text":"…"}],
//! "events":[
//! {"id":"0197…","atUtcMs":1796000000000,"utcOffset":3600,"studyDay":"2026-11-29","kind":"answer",…}
//! ]}
//! ```
//! Everything else that the program knows about you (schedule, statistics) follows from the events.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::content::{Diagnostic, Library};
use crate::memory::{self, Logged, Store};

use super::events::{Events, Refused};
use super::report::{Report, counted};
use super::shelf::Kept;

/// The name of the format.
const FORMAT: &str = "posenc-progress";
/// The version that is written, and the newest that is read.
const VERSION: u32 = 1;

/// Which chapter the events are about, and in which state it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// Its name in the log.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// SHA-256 of its content.
    pub hash: String,
}

/// What stands around the events.
#[derive(Debug, Serialize)]
struct Head<'a> {
    format: &'a str,
    version: u32,
    program: String,
    written: String,
    chapter: Chapter,
    quizzes: &'a [Kept],
}

/// A file as it stands there.
#[derive(Debug, Deserialize)]
struct File {
    #[serde(default)]
    chapter: Chapter,
    #[serde(default)]
    quizzes: Vec<Kept>,
    events: Events,
}

/// What was read of a file.
#[derive(Debug)]
pub struct Progress {
    /// The chapter that it is about.
    pub chapter: Chapter,
    /// Question files of the reader's own.
    pub quizzes: Vec<Kept>,
    /// The log, without what cannot have happened.
    pub events: Vec<Logged>,
    /// What cannot.
    pub refused: Vec<Refused>,
}

/// Why nothing, or not everything, was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The progress file.
    #[error(transparent)]
    Memory(#[from] memory::Error),
    /// The output.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An event that is no JSON; cannot happen, and is said if it does.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Writes everything.
pub fn write(out: &mut dyn Write, library: &Library, store: &Store, kept: &[Kept]) -> Result<Report, WriteError> {
    begin(out, library, kept)?;
    let mut first = true;
    let count = store.each(|entry| line(out, &entry, &mut first))?;
    out.write_all(b"\n]}\n")?;
    let mut report = Report::default();
    report.carried(counted(count, "event of the log", "events of the log"));
    report.count(kept.len(), "question file of your own", "question files of your own");
    Ok(report)
}

/// Writes some events, as a file that can be imported again.
pub fn write_events(out: &mut dyn Write, library: &Library, events: &[Logged]) -> Result<(), WriteError> {
    begin(out, library, &[])?;
    let mut first = true;
    events.iter().try_for_each(|entry| line(out, entry, &mut first))?;
    Ok(out.write_all(b"\n]}\n")?)
}

fn begin(out: &mut dyn Write, library: &Library, kept: &[Kept]) -> Result<(), WriteError> {
    let head = Head {
        format: FORMAT,
        version: VERSION,
        program: format!("posenc {}", env!("CARGO_PKG_VERSION")),
        written: memory::now().timestamp().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        chapter: Chapter {
            slug: library.slug().to_owned(),
            title: library.index().title.to_string(),
            hash: library.hash().to_owned(),
        },
        quizzes: kept,
    };
    let head = serde_json::to_string(&head)?;
    let open = head.strip_suffix('}').unwrap_or(&head);
    Ok(write!(out, "{open},\n\"events\":[")?)
}

fn line(out: &mut dyn Write, entry: &Logged, first: &mut bool) -> Result<(), WriteError> {
    out.write_all(if std::mem::replace(first, false) { b"\n" } else { b",\n" })?;
    Ok(serde_json::to_writer(&mut *out, entry)?)
}

/// Reads a file of ours; the error has its place and its cure. Events that cannot have happened are no error: they are
/// left out, and said.
pub fn read(shown: &str, text: &str) -> Result<Progress, Box<Diagnostic>> {
    // The version first, so that a newer file is refused by its name and not by its oddities.
    #[derive(Deserialize)]
    struct Envelope {
        format: Option<String>,
        version: Option<u32>,
    }
    let other = |message: &str| {
        let cure = "Name a file that `posenc export` wrote.";
        Box::new(Diagnostic::of_file(shown, "no-export", message.into(), cure.into()))
    };
    let envelope: Envelope = serde_json::from_str(text).map_err(|error| fault(shown, text, &error))?;
    if envelope.format.as_deref() != Some(FORMAT) {
        return Err(other("This is JSON, but no export of posenc."));
    }
    let version = envelope.version.ok_or_else(|| other("The file does not say its version."))?;
    if version > VERSION {
        let message = format!("The file has version {version}; this posenc reads version {VERSION}.");
        let cure = "Import it with the newer posenc that wrote it.";
        return Err(Box::new(Diagnostic::of_file(shown, "newer-export", message, cure.into())));
    }
    let file: File = serde_json::from_str(text).map_err(|error| fault(shown, text, &error))?;
    let (events, refused) = file.events.examined();
    if let (true, Some(first)) = (events.is_empty(), refused.first()) {
        let all = counted(refused.len(), "event", "events");
        let message = format!("Nothing of this log can be taken in ({all}). Of the first one: {}.", first.flaw);
        let cure = "Export it again; a newer posenc may know more words.";
        return Err(Box::new(Diagnostic::of_file(shown, "broken-export", message, cure.into())));
    }
    Ok(Progress { chapter: file.chapter, quizzes: file.quizzes, events, refused })
}

fn fault(shown: &str, text: &str, error: &serde_json::Error) -> Box<Diagnostic> {
    let said = error.to_string();
    let what = said.split(" at line ").next().unwrap_or(&said);
    let (message, cure) = match error.classify() {
        serde_json::error::Category::Eof => {
            (format!("The file ends too early: {what}."), "It was cut off; copy it again, or export it again.")
        }
        serde_json::error::Category::Data => (
            format!("This does not fit: {what}."),
            "Mend this line if you changed it, or export again; a newer posenc may know more words.",
        ),
        _ => (format!("This is no JSON: {what}."), "Mend this line if you changed it, or export again."),
    };
    let start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (start + error.column().saturating_sub(1)).min(text.len());
    Box::new(Diagnostic::at(shown, text, at..at, "broken-export", message, cure.into()))
}
