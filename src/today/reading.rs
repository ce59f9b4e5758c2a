//! Where reading goes on.

use serde::Serialize;

use crate::content::Library;

use super::{Facts, Task};

/// The door to Study, `section/page`: the page opened last, or the next unread one when its section is read. `opened` has
/// the page opened last first; nothing opened, the first page of the chapter. Whole sections that are `out` are passed over,
/// but not the one that was opened last: whoever goes there wants to read it.
pub fn reading(library: &Library, opened: &[String], read: &[String], out: &[String]) -> Option<String> {
    let all: Vec<String> = pages(library).collect();
    let passed = passed(&all, read, out);
    let Some(last) = opened.iter().find(|page| all.contains(page)) else {
        return all.iter().find(|page| !passed.contains(page)).or(all.first()).cloned();
    };
    let section = last.split('/').next();
    match all.iter().filter(|p| p.split('/').next() == section).all(|p| read.contains(p)) {
        true => unread_after(&all, last, &passed).or_else(|| Some(last.clone())),
        false => Some(last.clone()),
    }
}

/// The pages that are read, and those of the sections that are out.
fn passed(all: &[String], read: &[String], out: &[String]) -> Vec<String> {
    let known = |page: &&String| {
        read.contains(page) || page.split('/').next().is_some_and(|section| out.iter().any(|id| id == section))
    };
    all.iter().filter(known).cloned().collect()
}

/// The first unread page behind a page, else the first of the chapter.
fn unread_after(all: &[String], page: &str, read: &[String]) -> Option<String> {
    let behind = all.iter().skip_while(|p| *p != page);
    behind.chain(all).find(|p| !read.contains(p)).cloned()
}

/// Every page, in reading order, as memory names it.
pub(super) fn pages(library: &Library) -> impl Iterator<Item = String> {
    library.index().sections.iter().flat_map(|s| s.pages.iter().map(move |p| format!("{}/{}", s.id, p.id)))
}

/// The page where reading goes on, until every page is read: the one opened last if its end was not seen, else the next
/// unread one. A look-up in a page that is read does not become a task, and what was placed out is passed over.
pub(super) fn next_section(library: &Library, facts: &Facts) -> Option<Task> {
    let all: Vec<String> = pages(library).collect();
    let last = facts.opened.iter().find(|page| all.contains(page)).or(all.first())?;
    let place = unread_after(&all, last, &passed(&all, &facts.pages, &facts.placed_out(library)))?;
    task(library, facts, &place)
}

/// Every section with something unread, from where reading goes on; what was placed out is passed over.
pub(super) fn sections(library: &Library, facts: &Facts) -> Vec<Task> {
    let all: Vec<String> = pages(library).collect();
    let passed = passed(&all, &facts.pages, &facts.placed_out(library));
    let last = facts.opened.iter().find(|page| all.contains(page)).or(all.first());
    let behind = all.iter().skip_while(|page| Some(*page) != last);
    let mut seen: Vec<&str> = Vec::new();
    let mut places: Vec<&String> = Vec::new();
    for page in behind.chain(&all).filter(|page| !passed.contains(page)) {
        // One page of each section stands for it.
        let section = page.split('/').next().unwrap_or_default();
        if !seen.contains(&section) {
            seen.push(section);
            places.push(page);
        }
    }
    places.into_iter().filter_map(|place| task(library, facts, place)).collect()
}

/// Reading from a page on.
fn task(library: &Library, facts: &Facts, place: &str) -> Option<Task> {
    let (id, page) = place.split_once('/')?;
    let (at, section) = library.index().sections.iter().enumerate().find(|(_, s)| s.id == id)?;
    Some(Task::Read {
        section: id.to_string(),
        page: page.to_string(),
        number: at + 1,
        title: section.title.to_string(),
        minutes: section.minutes,
        begun: facts.opened.iter().any(|page| page.starts_with(&format!("{id}/"))),
    })
}

/// A section that is passed over, because the placement test says that its reader knows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skipped {
    /// Its id.
    pub id: String,
    /// Its number, from 1.
    pub number: usize,
    /// Its title.
    pub title: String,
}

/// The sections that are passed over. One whose pages were all read is not: there is nothing to pass over.
pub fn skipped(library: &Library, facts: &Facts) -> Vec<Skipped> {
    let out = facts.placed_out(library);
    let sections = library.index().sections.iter().enumerate().filter(|(_, s)| out.iter().any(|id| **id == *s.id));
    let unread = sections.filter(|(_, s)| s.pages.iter().any(|p| !facts.pages.contains(&format!("{}/{}", s.id, p.id))));
    unread.map(|(at, s)| Skipped { id: s.id.to_string(), number: at + 1, title: s.title.to_string() }).collect()
}

/// `Today passes over section 5: your placement test says that you know it.`; `None` if nothing is passed over.
pub fn skipped_line(skipped: &[Skipped]) -> Option<String> {
    let numbers: Vec<String> = skipped.iter().map(|s| s.number.to_string()).collect();
    let (last, others) = numbers.split_last()?;
    let (sections, them) = match others.is_empty() {
        true => (format!("section {last}"), "it"),
        false => (format!("sections {} and {last}", others.join(", ")), "them"),
    };
    Some(format!("Today passes over {sections}: your placement test says that you know {them}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_that_was_placed_out_is_passed_over_until_that_is_taken_back() {
        use crate::memory::{Event, EventKind, Mode, Store};
        let library = Library::embedded();
        let first = library.index().sections.iter().find(|s| s.scheme.is_some()).unwrap();
        let mut store = Store::in_memory().unwrap();
        for n in 0..2 {
            let mut event = Event::new(EventKind::Answer, Mode::Placement, format!("item-{n}"));
            (event.scheme, event.verdict, event.session) = (first.scheme, "right".into(), "test".into());
            store.record(&event).unwrap();
        }
        let facts = Facts::read(&store).unwrap();
        assert!(facts.placed_out(&library).contains(&first.id.to_string()));
        let Some(Task::Read { section, page, .. }) = next_section(&library, &facts) else { panic!() };
        assert_ne!(section, *first.id);
        let out = facts.placed_out(&library);
        assert_eq!(reading(&library, &[], &[], &out), Some(format!("{section}/{page}")), "the same door");
        let chosen = format!("{}/{}", first.id, first.pages[0].id);
        assert_eq!(reading(&library, std::slice::from_ref(&chosen), &[], &out), Some(chosen), "its reader chose it");
        let passed = skipped(&library, &facts);
        assert!(passed.iter().any(|s| *s.id == *first.id), "{passed:?}");
        assert!(skipped_line(&passed).unwrap().starts_with("Today passes over section"));

        let undo = crate::sitting::placement::dropped(&facts.placement).unwrap();
        store.record(&undo).unwrap();
        let facts = Facts::read(&store).unwrap();
        assert!(facts.placed_out(&library).is_empty() && skipped(&library, &facts).is_empty());
        let Some(Task::Read { section, .. }) = next_section(&library, &facts) else { panic!() };
        assert_eq!(section, *library.index().sections[0].id);
    }
}
