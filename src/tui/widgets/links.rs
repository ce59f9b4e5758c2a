//! What references in the text of a question read as.

use crate::content::Library;
use crate::typeset::prose::Target;

/// A page's title, or the authors and the year.
pub fn link_name(library: &Library, target: &Target) -> Option<String> {
    match target {
        Target::Source(id) => {
            let source = library.index().sources.iter().find(|s| s.id == *id)?;
            Some(source.name())
        }
        Target::Page { section, page } => {
            let entry = library.index().sections.iter().find(|s| s.id == *section)?;
            let page = page.as_ref().and_then(|p| entry.pages.iter().find(|e| e.id == *p));
            Some(page.map_or(&entry.title, |p| &p.title).to_string())
        }
        Target::Url(_) => None,
    }
}
