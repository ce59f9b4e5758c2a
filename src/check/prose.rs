//! What an author wrote for readers: formulas parse, links and sources lead somewhere.

use super::doc::Doc;
use super::markup::{Mark, marks};
use super::{Chapter, texts};
use crate::content::Diagnostic;
use crate::content::model::{Block, Kind};
use crate::content::read::Content;
use crate::names::did_you_mean;
use crate::typeset::formula::{self, FormulaError};

/// Checks all prose of a chapter or a file.
pub fn check(chapter: &Chapter<'_>, found: &mut Vec<Diagnostic>) {
    for doc in chapter.docs.iter().filter(|d| !d.foreign && d.is_sound()) {
        for text in texts::of(doc) {
            for (at, mark) in marks(text.text) {
                // A template's formulas are read with numbers in them, when it is drawn.
                let formula = matches!(mark, Mark::Formula(_) | Mark::LoneDollar);
                if !(formula && text.template) && (chapter.whole || !mark.leads_elsewhere()) {
                    found.extend(complaint(chapter, doc, &text.path, at, mark));
                }
            }
        }
        displayed(doc, found);
    }
}

/// Formulas that stand on their own.
fn displayed(doc: &Doc<'_>, found: &mut Vec<Diagnostic>) {
    let Content::Section(section) = &doc.content else {
        return;
    };
    for (i, page) in section.pages.iter().enumerate() {
        for (k, block) in page.blocks.iter().enumerate() {
            if let Block::Formula { latex, .. } = block {
                found.extend(bad_formula(doc, &format!("pages.{i}.blocks.{k}.formula"), 0, latex));
            }
        }
    }
}

fn complaint(chapter: &Chapter<'_>, doc: &Doc<'_>, path: &str, at: usize, mark: Mark<'_>) -> Option<Diagnostic> {
    let index = chapter.library.index();
    match mark {
        Mark::Formula(latex) => bad_formula(doc, path, at, latex),
        Mark::LoneDollar => {
            let (message, cure) = lone_dollar();
            Some(doc.error(doc.inside(path, at, "$"), "lone-dollar", message, cure))
        }
        Mark::Cite(id) => {
            let known = index.sources.iter().map(|s| s.id.as_ref());
            let missing = !known.clone().any(|k| k == id) && chapter.can_tell("source");
            let message = format!("There is no source `{id}`.");
            missing.then(|| doc.error(doc.inside(path, at, id), "no-such-source", message, did_you_mean(id, known)))
        }
        Mark::Link(_) if !chapter.can_tell("section") => None,
        Mark::Link(link) => {
            let (section, page) = link.split_once('/').map_or((link, None), |(section, page)| (section, Some(page)));
            let place = doc.inside(path, at, link);
            let Some(entry) = index.sections.iter().find(|s| s.id == section) else {
                let cure = did_you_mean(section, index.sections.iter().map(|s| s.id.as_ref()));
                return Some(doc.error(place, "dead-link", format!("There is no section `{section}`."), cure));
            };
            let page = page.filter(|page| !entry.pages.iter().any(|p| p.id == *page))?;
            let cure = did_you_mean(page, entry.pages.iter().map(|p| p.id.as_ref()));
            Some(doc.error(place, "dead-link", format!("The section `{section}` has no page `{page}`."), cure))
        }
    }
}

/// Why a formula can't be read, at its place.
fn bad_formula(doc: &Doc<'_>, path: &str, at: usize, latex: &str) -> Option<Diagnostic> {
    let error = formula::inline(latex, false).err()?;
    let column = error.column().unwrap_or(1).saturating_sub(1);
    let offset: usize = latex.chars().take(column).map(char::len_utf8).sum();
    let rest = latex.get(offset..).unwrap_or_default();
    let (from, part) = if rest.is_empty() { (at, latex) } else { (at + offset, word(rest)) };
    let (message, cure) = formula_words(&error);
    Some(doc.error(doc.inside(path, from, part), "bad-formula", message, cure))
}

/// What is wrong with a formula, and the cure.
pub fn formula_words(error: &FormulaError) -> (String, String) {
    match error {
        FormulaError::Syntax { what, near, cure, .. } => {
            (format!("The formula can't be read: {what}, near `{near}`."), sentence(cure))
        }
        other => {
            let text = other.to_string();
            let (what, cure) = text.split_once("; ").unwrap_or((&text, "Write it more simply."));
            (format!("The formula can't be read: {what}."), sentence(cure))
        }
    }
}

/// What to say about a dollar that nothing closes.
pub fn lone_dollar() -> (String, String) {
    let cure = "Close the formula in the same paragraph, or write \\$ for the sign.";
    ("A formula is opened here and not closed.".into(), cure.into())
}

/// With a capital and a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let text: String = chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default();
    if text.ends_with(['.', '?']) { text } else { text + "." }
}

/// A command with its name, or one character.
fn word(rest: &str) -> &str {
    let name = |c: char| c.is_ascii_alphabetic();
    match rest.strip_prefix('\\') {
        Some(tail) => {
            let end = 1 + tail.find(|c| !name(c)).unwrap_or(tail.len()).max(1);
            rest.get(..end).unwrap_or(rest)
        }
        None => rest.get(..rest.chars().next().map_or(0, char::len_utf8)).unwrap_or(rest),
    }
}

impl Mark<'_> {
    /// Does it name something outside the file?
    fn leads_elsewhere(&self) -> bool {
        matches!(self, Mark::Link(_) | Mark::Cite(_))
    }
}

/// Is the question one whose texts are templates?
pub fn is_template(kind: &Kind) -> bool {
    matches!(kind, Kind::Numeric(_))
}
