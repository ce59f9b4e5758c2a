//! Which pages a filter of the contents means, the best first.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::content::Library;

use super::place::Place;

/// How well a page fits, 0 best; `None` if it does not. A section named by what is typed comes first with all its pages
/// (`rope`, `5`), then titles of pages, then titles of sections; words count from their start.
pub fn rank(library: &Library, place: Place, typed: &str) -> Option<u32> {
    let (section, page) = (place.section_of(library)?, place.page_of(library)?);
    let typed = typed.trim().to_lowercase();
    let scheme = section.scheme.map(|s| s.name().to_lowercase());
    let number = place.number();
    let names = [section.id.to_lowercase(), (place.section + 1).to_string(), number.clone()];
    if names.contains(&typed) || scheme.as_deref() == Some(typed.as_str()) {
        return Some(0);
    }
    let texts = [page.title.to_lowercase(), section.title.to_lowercase()];
    let others = [page.id.to_lowercase(), section.id.to_lowercase(), scheme.unwrap_or_default()];
    let all = || texts.iter().chain(&others);
    let whole = all().position(|text| at_word(text, &typed));
    let words = || typed.split_whitespace().all(|word| all().any(|text| at_word(text, word)));
    let rank = whole.or_else(|| words().then_some(texts.len() + others.len()))?;
    u32::try_from(rank + 1).ok()
}

/// Does the text stand there at the start of a word?
fn at_word(text: &str, needle: &str) -> bool {
    text.match_indices(needle).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric())
    })
}

/// For what no word begins with: titles with the text in the middle of a word, else titles with its letters in order.
pub fn alike(library: &Library, places: &[Place], typed: &str) -> Vec<(u32, Place)> {
    let title = |place: &Place| place.page_of(library).map(|p| p.title.to_lowercase()).unwrap_or_default();
    let needle = typed.trim().to_lowercase();
    let inside: Vec<_> = places.iter().filter(|p| title(p).contains(&needle)).map(|p| (0, *p)).collect();
    if !inside.is_empty() {
        return inside;
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let score = |place: &Place| {
        let (title, mut buffer) = (title(place), Vec::new());
        let score = pattern.score(Utf32Str::new(&title, &mut buffer), &mut matcher)?;
        Some((u32::MAX - score, *place))
    };
    places.iter().filter_map(score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(typed: &str) -> Vec<String> {
        let library = Library::embedded();
        let sections = library.index().sections.iter().enumerate();
        let all = sections.flat_map(|(section, s)| (0..s.pages.len()).map(move |page| Place { section, page }));
        let all: Vec<_> = all.collect();
        let mut found: Vec<_> = all.iter().filter_map(|p| Some((rank(&library, *p, typed)?, *p))).collect();
        if found.is_empty() {
            found = alike(&library, &all, typed);
        }
        found.sort();
        found.iter().map(|(_, place)| place.item(&library).unwrap()).collect()
    }

    #[test]
    fn the_name_of_a_section_finds_its_own_pages_first() {
        let library = Library::embedded();
        for name in ["rope", "RoPE", "alibi", "sinusoidal", "shaw", "learned", "5"] {
            let found = ranked(name);
            let section = |item: &str| item.split('/').next().unwrap().to_string();
            let first = section(&found[0]);
            let pages = library.index().sections.iter().find(|s| s.id == first).unwrap().pages.len();
            assert!(found.iter().take(pages).all(|item| section(item) == first), "{name}: {found:?}");
        }
        assert!(ranked("rope").iter().all(|item| item.starts_with("rope/")), "not `property`, not `From penalty`");
    }

    #[test]
    fn a_word_of_a_title_and_a_part_of_a_word_find_the_page() {
        assert_eq!(ranked("cancel")[0], "rope/cancel");
        assert_eq!(ranked("5.2"), ["rope/cancel"]);
        assert_eq!(ranked("positions why"), ["rope/cancel"]);
        assert_eq!(ranked("eighbours"), ["learned/neighbours"]);
        assert_eq!(ranked("nghbrs"), ["learned/neighbours"]);
        assert!(ranked("zebra").is_empty());
    }
}
