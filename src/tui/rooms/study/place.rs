//! Where the reader is, and where the reader was.

use crate::content::Library;
use crate::content::index::{PageEntry, SectionEntry};

/// A page, by its place in the chapter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Section, from 0.
    pub section: usize,
    /// Page in it, from 0.
    pub page: usize,
}

impl Place {
    /// The place of two ids. A page that is not there is the first of its section.
    pub fn find(library: &Library, section: &str, page: &str) -> Option<Place> {
        let at = library.index().sections.iter().position(|s| s.id == section)?;
        let pages = &library.index().sections.get(at)?.pages;
        let page = pages.iter().position(|p| p.id == page).unwrap_or(0);
        (!pages.is_empty()).then_some(Place { section: at, page })
    }

    /// Its section in the index.
    pub fn section_of<'a>(&self, library: &'a Library) -> Option<&'a SectionEntry> {
        library.index().sections.get(self.section)
    }

    /// Its page in the index.
    pub fn page_of<'a>(&self, library: &'a Library) -> Option<&'a PageEntry> {
        self.section_of(library)?.pages.get(self.page)
    }

    /// The page after it, across sections.
    pub fn next(&self, library: &Library) -> Option<Place> {
        let here = Place { section: self.section, page: self.page + 1 };
        if here.page_of(library).is_some() {
            return Some(here);
        }
        let sections = library.index().sections.iter().enumerate().skip(self.section + 1);
        sections.filter(|(_, s)| !s.pages.is_empty()).map(|(section, _)| Place { section, page: 0 }).next()
    }

    /// The page before it, across sections.
    pub fn prev(&self, library: &Library) -> Option<Place> {
        if self.page > 0 {
            return Some(Place { section: self.section, page: self.page - 1 });
        }
        let mut sections = library.index().sections.iter().enumerate().take(self.section);
        sections.rfind(|(_, s)| !s.pages.is_empty()).map(|(section, s)| Place { section, page: s.pages.len() - 1 })
    }

    /// How memory calls it: `section/page`.
    pub fn item(&self, library: &Library) -> Option<String> {
        Some(format!("{}/{}", self.section_of(library)?.id, self.page_of(library)?.id))
    }

    /// How people call it: `5.2`.
    pub fn number(&self) -> String {
        format!("{}.{}", self.section + 1, self.page + 1)
    }
}

/// A place to scroll to that survives another width: the piece at the top, and how many of its rows are above the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anchor {
    /// Which piece of the page.
    pub piece: usize,
    /// Rows of it above the top.
    pub rows: usize,
}

impl Anchor {
    /// The end of a page.
    pub const END: Anchor = Anchor { piece: usize::MAX, rows: 0 };

    /// As the log keeps it: `3.12`.
    pub fn word(self) -> String {
        format!("{}.{}", self.piece, self.rows)
    }

    /// The word read back; the top, if it is none.
    pub fn of(word: &str) -> Anchor {
        let parts = word.split_once('.').and_then(|(p, r)| Some((p.parse().ok()?, r.parse().ok()?)));
        parts.map_or(Anchor::default(), |(piece, rows)| Anchor { piece, rows })
    }
}

/// Where the reader came from, as in a browser.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    back: Vec<(Place, Anchor)>,
    forward: Vec<(Place, Anchor)>,
}

/// Enough to find the way home; more would only be memory.
const LONGEST: usize = 200;

impl Trail {
    /// Leaves a place for a new one.
    pub fn leave(&mut self, from: (Place, Anchor)) {
        self.forward.clear();
        self.back.push(from);
        if self.back.len() > LONGEST {
            self.back.remove(0);
        }
    }

    /// The place before.
    pub fn back(&mut self, from: (Place, Anchor)) -> Option<(Place, Anchor)> {
        let to = self.back.pop()?;
        self.forward.push(from);
        Some(to)
    }

    /// The place that was left by going back.
    pub fn forward(&mut self, from: (Place, Anchor)) -> Option<(Place, Anchor)> {
        let to = self.forward.pop()?;
        self.back.push(from);
        Some(to)
    }

    /// Is there a place before?
    pub fn has_back(&self) -> bool {
        !self.back.is_empty()
    }

    /// Is there a place to go forward to?
    pub fn has_forward(&self) -> bool {
        !self.forward.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_and_previous_walk_the_whole_chapter_both_ways() {
        let library = Library::embedded();
        let mut all = vec![Place::default()];
        while let Some(next) = all.last().unwrap().next(&library) {
            all.push(next);
        }
        let pages: usize = library.index().sections.iter().map(|s| s.pages.len()).sum();
        assert_eq!(all.len(), pages);
        for pair in all.windows(2) {
            assert_eq!(pair[1].prev(&library), Some(pair[0]));
            let item = pair[1].item(&library).unwrap();
            let (section, page) = item.split_once('/').unwrap();
            assert_eq!(Place::find(&library, section, page), Some(pair[1]));
        }
    }

    #[test]
    fn an_anchor_reads_its_word_back_and_no_word_is_the_top() {
        let anchor = Anchor { piece: 3, rows: 12 };
        assert_eq!(Anchor::of(&anchor.word()), anchor);
        assert_eq!([Anchor::of(""), Anchor::of("3"), Anchor::of("a.b")], [Anchor::default(); 3]);
    }

    #[test]
    fn going_back_and_leaving_forgets_the_way_forward() {
        let at = |page| (Place { section: 0, page }, Anchor::default());
        let mut trail = Trail::default();
        trail.leave(at(0));
        assert_eq!(trail.back(at(1)), Some(at(0)));
        assert_eq!(trail.forward(at(0)), Some(at(1)));
        assert_eq!(trail.back(at(1)), Some(at(0)));
        trail.leave(at(0));
        assert!(!trail.has_forward());
    }
}
