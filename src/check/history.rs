//! Ids that the learner's own progress hangs on, and that the content no longer has.

use super::Chapter;
use crate::content::Diagnostic;
use crate::content::diagnostic::counted;

/// An item of the log and how often it was answered, or read.
pub type History = (String, usize);

/// Warns about every one that has vanished.
pub fn check(chapter: &Chapter<'_>, history: &[History], found: &mut Vec<Diagnostic>) {
    let library = chapter.library;
    let Some(file) = chapter.docs.iter().find(|d| d.file.name == "chapter.toml").or(chapter.docs.first()) else {
        return;
    };
    let mut warn = |what: &str, id: &str, count: usize, cure: String| {
        let answers = counted(count, if what == "page" { "reading" } else { "answer" });
        let message = format!("The {what} `{id}` has gone, and your progress has {answers} of it.");
        found.push(Diagnostic::of_file(&file.file.shown, "lost-history", message, cure).warning());
    };
    for (item, count) in history {
        match library.id_of(item) {
            Some(id) => {
                let recall = id.strip_prefix("recall/");
                match recall {
                    Some(id) if library.recall_of(item).is_none() && chapter.can_tell("recall prompt") => {
                        let cure = "Give the prompt its old id back; what you remember of it hangs on that.";
                        warn("recall prompt", id, *count, cure.into());
                    }
                    None if !id.contains('/') && library.entry(id).is_err() && chapter.can_tell("question") => {
                        let cure = format!(
                            "Add `was = [\"{id}\"]` to the question that replaces it: that keeps them with it."
                        );
                        warn("question", id, *count, cure);
                    }
                    _ => {}
                }
            }
            None if chapter.whole => lost_page(chapter, item, *count, &mut warn),
            None => {}
        }
    }
}

/// A page of one of its sections. A section that has gone may be of another chapter: nothing is said about that.
fn lost_page(chapter: &Chapter<'_>, item: &str, count: usize, warn: &mut dyn FnMut(&str, &str, usize, String)) {
    let Some((section, page)) = item.split_once('/') else { return };
    let sections = &chapter.library.index().sections;
    let Some(section) = sections.iter().find(|s| s.id == section) else { return };
    if chapter.can_tell("section") && !section.pages.iter().any(|p| p.id == page) {
        warn("page", item, count, "Give the page its old id back, or read the new one once.".into());
    }
}
