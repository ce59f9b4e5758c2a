//! What a name means when it is to be forgotten: items of the log.

use crate::content::{Library, QuestionEntry};
use crate::names::did_you_mean;
use crate::scheme::Scheme;

/// What a section is, behind its title.
pub const WHOLE: &str = ": its pages and questions";

/// A name and the items of the log that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What it is, in words: `the section "Rotary embeddings"`.
    pub what: String,
    /// The items.
    pub items: Vec<String>,
}

/// Nothing has this name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("There is no question, page, section or scheme `{name}`, and nothing in your log has this name. {cure}")]
pub struct Unknown {
    name: String,
    cure: String,
}

/// The items of the log that a name covers: a question, a page (`rope/cancel`), a section or a scheme, or a file of
/// questions that was asked once.
pub fn named(library: &Library, log: &[String], name: &str) -> Result<Named, Unknown> {
    let name = name.trim();
    let all = |what: String, is: &dyn Fn(&str) -> bool| {
        Ok(Named { what, items: log.iter().filter(|item| is(item)).cloned().collect() })
    };
    let index = library.index();
    if let Ok(entry) = library.entry(name) {
        let ids: Vec<&str> = entry.was.iter().map(AsRef::as_ref).chain([entry.id.as_ref()]).collect();
        return all(format!("the question `{}`", entry.id), &|item| {
            library.id_of(item).is_some_and(|id| ids.contains(&id))
        });
    }
    let known = Known { library };
    if let Some((section, page)) = name.split_once('/')
        && let Some(title) = index
            .sections
            .iter()
            .find(|s| s.id == section)
            .and_then(|s| s.pages.iter().find(|p| p.id == page).map(|p| p.title.clone()))
    {
        return all(format!("the page \"{title}\" and its questions"), &|item| {
            item == name || known.explained(item, |page| page == name)
        });
    }
    if let Some(section) = index.sections.iter().find(|s| s.id == name) {
        let below = format!("{name}/");
        let of_section = |s: &str| s == name || s.starts_with(&below);
        return all(format!("the section \"{}\"{WHOLE}", section.title), &|item| {
            item.starts_with(&below) || known.explained(item, of_section)
        });
    }
    if let Some(scheme) = Scheme::from_slug(&name.to_lowercase()) {
        let pages: Vec<String> =
            index.sections.iter().filter(|s| s.scheme == Some(scheme)).map(|s| format!("{}/", s.id)).collect();
        return all(format!("everything about {}", scheme.name()), &|item| {
            pages.iter().any(|below| item.starts_with(below)) || known.about(item, scheme)
        });
    }
    let below = format!("{name}/");
    if !name.is_empty() && log.iter().any(|item| item.starts_with(&below) || item == name) {
        return all(format!("everything in your log under `{name}`"), &|item| item == name || item.starts_with(&below));
    }
    let known: Vec<&str> =
        index.sections.iter().map(|s| s.id.as_ref()).chain(index.questions.iter().map(|q| q.id.as_ref())).collect();
    Err(Unknown { name: name.to_owned(), cure: did_you_mean(name, known) })
}

/// What a chapter has, by the items that the log knows it by.
struct Known<'a> {
    library: &'a Library,
}

impl Known<'_> {
    /// Is the item a question, or a recall prompt, of a page for which this holds?
    fn explained(&self, item: &str, is: impl Fn(&str) -> bool) -> bool {
        if let Some((_, section, page)) = self.library.recall_of(item).and_then(|id| self.library.recall(id).ok()) {
            return is(&format!("{}/{}", section.id, page.id));
        }
        self.question(item).is_some_and(|q| q.section.as_deref().is_some_and(is))
    }

    /// Is it about this scheme?
    fn about(&self, item: &str, scheme: Scheme) -> bool {
        if let Some((_, section, _)) = self.library.recall_of(item).and_then(|id| self.library.recall(id).ok()) {
            return section.scheme == Some(scheme);
        }
        self.question(item).is_some_and(|q| q.scheme == Some(scheme))
    }

    fn question(&self, item: &str) -> Option<&QuestionEntry> {
        self.library.id_of(item).and_then(|id| self.library.entry(id).ok())
    }
}
