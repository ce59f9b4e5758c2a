//! Proves a chapter: places, references, formulas, templates, numbers.
//!
//! ```text
//! files ──read──▶ findings about structure
//!           └───▶ ids · refs · prose · figures · numbers ──▶ findings about meaning
//! ```
//!
//! Every finding has a stable code, a place and a cure; all are found in one run.

mod doc;
mod figures;
mod history;
mod ids;
mod markup;
mod numeric;
mod prose;
mod refs;
mod render;
mod terms;
mod texts;
mod trials;

use std::path::Path;

use crate::content::Library;
pub use crate::content::{Diagnostic, Severity};
use doc::Doc;
pub use history::History;
pub use ids::updated_lock;
pub use render::{Style, render, render_with, summary};

/// What to check.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// The chapter inside the program.
    Embedded,
    /// A chapter folder, or one file of questions.
    Path(&'a Path),
}

/// The files of a chapter with their places.
struct Chapter<'l> {
    library: &'l Library,
    docs: Vec<Doc<'l>>,
    /// A chapter, not a file on its own: references can be followed.
    whole: bool,
}

impl Chapter<'_> {
    /// Is every file sound that could hold this kind of thing? If not, what seems to be missing may be there.
    fn can_tell(&self, what: &str) -> bool {
        let holds = |name: &str| match what {
            "section" => name == "chapter.toml" || name.starts_with("sections/"),
            "source" => name == "chapter.toml",
            "table" => name == "tables.toml",
            "formula" => name.starts_with("sections/"),
            "rule" => name == "rules.toml",
            "recall prompt" => name.starts_with("sections/"),
            _ => name.starts_with("questions/") || name.starts_with("drills/"),
        };
        self.docs.iter().filter(|d| holds(&d.file.name)).all(Doc::is_sound)
    }
}

/// All findings about a chapter or a file. With `strict`, warnings are errors.
pub fn run(subject: Subject<'_>, strict: bool) -> Vec<Diagnostic> {
    run_for(subject, strict, &[])
}

/// The same for a learner with a history: ids that have gone and that it hangs on are named.
pub fn run_for(subject: Subject<'_>, strict: bool, history: &[History]) -> Vec<Diagnostic> {
    let library = match subject {
        Subject::Embedded => Ok(Library::embedded()),
        Subject::Path(path) => Library::files_of(path),
    };
    let mut found = match library {
        Ok(library) => check(&library, history),
        Err(found) => found,
    };
    if strict {
        found.iter_mut().for_each(|d| d.severity = Severity::Error);
    }
    found
}

/// 0: nothing worse than warnings. 1: errors. 2: it could not be read at all.
pub fn exit_code(found: &[Diagnostic]) -> u8 {
    let unread = |d: &Diagnostic| matches!(d.code, "cannot-read" | "no-chapter" | "no-toml");
    match found.iter().any(|d| d.severity == Severity::Error) {
        true if found.iter().any(unread) => 2,
        errors => u8::from(errors),
    }
}

fn check(library: &Library, history: &[History]) -> Vec<Diagnostic> {
    let docs: Vec<_> = library.files().iter().map(Doc::new).collect();
    let whole = docs.iter().any(|d| d.file.name == "chapter.toml");
    let chapter = Chapter { library, docs, whole };
    let mut found: Vec<_> = chapter.docs.iter().flat_map(|d| d.found.clone()).collect();
    ids::check(&chapter, &mut found);
    history::check(&chapter, history, &mut found);
    if whole {
        refs::check(&chapter, &mut found);
    }
    prose::check(&chapter, &mut found);
    figures::check(&chapter, &mut found);
    terms::check(&chapter, &mut found);
    numeric::check(&chapter, &mut found);
    in_order(&chapter, found)
}

/// File by file, from top to bottom; the same complaint about the same place once.
fn in_order(chapter: &Chapter<'_>, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let file = |d: &Diagnostic| chapter.docs.iter().position(|doc| doc.file.shown == d.file);
    found.sort_by_cached_key(|d| (file(d), d.span.start, d.span.end, d.code, d.message.clone()));
    found.dedup();
    found
}
