//! Which page shows a figure, and which drills use it.

use std::collections::BTreeMap;

use crate::content::Library;
use crate::content::model::{Block, Set};
use crate::figure::FigureInfo;

/// From figures to pages and drills.
#[derive(Debug, Default)]
pub struct Links {
    /// Slug → `section/page`, the first page of the chapter that shows it.
    pages: BTreeMap<String, String>,
    /// Slug → id and title of the families whose questions show it.
    drills: BTreeMap<String, Vec<(String, String)>>,
}

impl Links {
    /// Reads the chapter. What cannot be read is left out: `posenc check` reports it.
    pub fn read(library: &Library) -> Links {
        let mut links = Links::default();
        for entry in library.index().sections.iter() {
            let Ok(section) = library.section(&entry.id) else { continue };
            for page in &section.pages {
                for block in &page.blocks {
                    if let Block::Figure(call, _) = block {
                        let place = || format!("{}/{}", section.id, page.id);
                        links.pages.entry(call.id.clone()).or_insert_with(place);
                    }
                }
            }
        }
        for question in library.questions(Set::Drill).unwrap_or_default() {
            if let Some(call) = &question.figure {
                let title = (question.id.clone(), question.title.clone());
                links.drills.entry(call.id.clone()).or_default().push(title);
            }
        }
        links
    }

    /// The page about a figure: the one that shows it, else the section that it belongs to.
    pub fn page(&self, info: &FigureInfo) -> Option<String> {
        self.pages.get(info.slug).cloned().or_else(|| Some(info.section.to_string()))
    }

    /// The drills that use it: id and title.
    pub fn drills(&self, info: &FigureInfo) -> &[(String, String)] {
        self.drills.get(info.slug).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure;

    #[test]
    fn every_figure_stands_on_a_page_of_its_own_section_and_some_are_drilled() {
        let links = Links::read(&Library::embedded());
        for info in figure::ALL {
            let place = links.pages.get(info.slug).unwrap_or_else(|| panic!("no page shows {}", info.slug));
            assert!(place.starts_with(info.section), "{} stands on {place}", info.slug);
        }
        let alibi = figure::find("alibi-bias").unwrap();
        assert!(links.drills(alibi).iter().any(|(id, _)| id == "alibi-score"), "{:?}", links.drills);
    }
}
