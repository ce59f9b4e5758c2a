//! Ids: unique, and none that ever shipped has vanished.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Chapter;
use super::doc::Doc;
use crate::content::diagnostic::counted;
use crate::content::model::Block;
use crate::content::read::Content;
use crate::content::{Diagnostic, Library};

/// Where an id was seen first.
type Seen = BTreeMap<String, String>;

/// Checks all ids of a chapter.
pub fn check(chapter: &Chapter<'_>, found: &mut Vec<Diagnostic>) {
    let mut seen = BTreeMap::<&str, Seen>::new();
    for doc in &chapter.docs {
        for (what, id, span) in ids_of(doc) {
            once(doc, what, id, span, seen.entry(what).or_default(), found);
        }
    }
    if chapter.whole {
        lock(chapter, found);
    }
}

fn ids_of(doc: &Doc<'_>) -> Vec<(&'static str, String, Range<usize>)> {
    let mut ids = Vec::new();
    let mut push = |what, id: &str, path: String| ids.push((what, id.to_owned(), doc.span(&path)));
    match &doc.content {
        Content::Chapter(meta) => {
            for (i, source) in meta.sources.iter().enumerate() {
                push("source", &source.id, format!("sources.{i}.id"));
            }
        }
        Content::Section(section) => {
            push("section", &section.id, "id".into());
            for (i, page) in section.pages.iter().enumerate() {
                push("page", &format!("{}/{}", section.id, page.id), format!("pages.{i}.id"));
                for (k, recall) in page.recall.iter().enumerate() {
                    push("recall prompt", &recall.id, format!("pages.{i}.recall.{k}.id"));
                }
                for (k, block) in page.blocks.iter().enumerate() {
                    if let Block::Formula { name, .. } = block {
                        push("formula", name, format!("pages.{i}.blocks.{k}.name"));
                    }
                }
            }
        }
        Content::Questions(questions) => {
            for (i, (question, _)) in questions.iter().enumerate() {
                push("question", &question.id, format!("questions.{i}.id"));
                for (k, was) in question.was.iter().enumerate() {
                    push("question", was, format!("questions.{i}.was.{k}"));
                }
            }
        }
        Content::Tables(tables) => {
            for (i, table) in tables.iter().enumerate() {
                push("table", &table.id, format!("tables.{i}.id"));
            }
        }
        Content::Rules(rules) => {
            for (i, rule) in rules.iter().enumerate() {
                push("rule", &rule.id, format!("rules.{i}.id"));
            }
        }
        Content::Nothing => {}
    }
    ids
}

fn once(doc: &Doc<'_>, what: &str, id: String, span: Range<usize>, seen: &mut Seen, found: &mut Vec<Diagnostic>) {
    if id.is_empty() {
        return;
    }
    let here = doc.error(span, "duplicate-id", "", "");
    let place = format!("{}:{}", here.file, here.line);
    if let Some(first) = seen.get(&id) {
        let message = format!("The {what} `{id}` exists already.");
        let cure = format!("The other one stands at {first}. Rename one of them.");
        found.push(Diagnostic { message, cure, ..here });
    } else {
        seen.insert(id, place);
    }
}

/// The lines that `ids.lock` needs for what a chapter holds now.
fn present(library: &Library) -> BTreeSet<String> {
    let index = library.index();
    let mut lines = BTreeSet::new();
    for question in index.questions.iter() {
        lines.insert(format!("question {}", question.id));
        lines.extend(question.was.iter().map(|was| format!("question {was}")));
    }
    for section in index.sections.iter() {
        lines.insert(format!("section {}", section.id));
        for page in section.pages.iter() {
            lines.insert(format!("page {}/{}", section.id, page.id));
            lines.extend(page.recall.iter().map(|id| format!("recall {id}")));
        }
    }
    lines
}

/// The text of `ids.lock` with everything that the chapter holds now, and everything that it held before.
pub fn updated_lock(library: &Library) -> String {
    let mut lines = present(library);
    let old = library.files().iter().filter(|f| f.name == "ids.lock").flat_map(|f| f.text.lines());
    lines.extend(old.map(str::trim).filter(|line| is_entry(line)).map(str::to_owned));
    let mut text =
        String::from("# Every id that ever shipped. History and links hang on them: lines are added, never removed.\n");
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn is_entry(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

fn lock(chapter: &Chapter<'_>, found: &mut Vec<Diagnostic>) {
    let Some(doc) = chapter.docs.iter().find(|d| d.file.name == "ids.lock") else {
        return;
    };
    let present = present(chapter.library);
    let mut locked = BTreeSet::new();
    let mut start = 0;
    for line in doc.file.text.split_inclusive('\n') {
        let entry = line.trim();
        if is_entry(entry) {
            locked.insert(entry);
            let what = entry.split_whitespace().next().unwrap_or_default();
            let what = if matches!(what, "page" | "recall") { "section" } else { what };
            if !present.contains(entry) && chapter.can_tell(what) {
                found.push(vanished(doc, entry, start..start + line.trim_end().len()));
            }
        }
        start += line.len();
    }
    if !chapter.can_tell("section") || !chapter.can_tell("question") {
        return;
    }
    let unlocked = present.iter().filter(|line| !locked.contains(line.as_str()));
    let unlocked: Vec<_> = unlocked.map(String::as_str).collect();
    if let Some(first) = unlocked.first() {
        let message = format!("ids.lock lacks {}: `{first}` first.", counted(unlocked.len(), "id"));
        let cure = "Add a line for each, so that nobody loses history when one is renamed.";
        found.push(Diagnostic::of_file(&doc.file.shown, "unlocked-id", message, cure.to_owned()).warning());
    }
}

fn vanished(doc: &Doc<'_>, entry: &str, span: Range<usize>) -> Diagnostic {
    let cure = match entry.split_once(' ') {
        Some(("question", id)) => {
            format!("Keep it, or add `was = [\"{id}\"]` to the question that replaces it.")
        }
        Some(("recall", _)) => "Keep it: what a reader remembers of it hangs on the id.".to_owned(),
        Some(("section" | "page", _)) => "Keep it: links and bookmarks lead there.".to_owned(),
        _ => "A line is `question id`, `section id`, `page section/id` or `recall id`.".to_owned(),
    };
    doc.error(span, "vanished-id", format!("The {} has vanished.", entry.replacen(' ', " `", 1) + "`"), cure)
}
