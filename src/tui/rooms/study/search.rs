//! Finding a text anywhere in the chapter.

use crate::content::Library;
use crate::content::model::{Block, Kind};
use crate::figure;
use crate::typeset::prose::{Doc, Opts};
use crate::typeset::{ascii, formula};

use super::place::Place;

/// The words of one block.
struct Entry {
    place: Place,
    /// Its number on the page; the title comes before the first.
    block: Option<usize>,
    text: String,
}

/// Every word of the chapter, read once when it is first searched.
#[derive(Default)]
pub struct Words(Vec<Entry>);

/// A place where the text stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The page.
    pub place: Place,
    /// The block on it; `None` is the title.
    pub block: Option<usize>,
    /// Words before.
    pub before: String,
    /// The text as it stands there.
    pub found: String,
    /// Words after.
    pub after: String,
}

impl Hit {
    fn begins_word(&self) -> bool {
        !self.before.chars().next_back().is_some_and(char::is_alphanumeric)
    }
}

/// Characters of the text around a hit.
const AROUND: usize = 48;
/// Characters after it: a wide screen shows them all.
const AFTER: usize = 120;

impl Words {
    /// Reads the chapter; a section with errors is left out.
    pub fn read(library: &Library) -> Words {
        let mut all = Vec::new();
        for (at, entry) in library.index().sections.iter().enumerate() {
            let Ok(section) = library.section(&entry.id) else { continue };
            for (page_at, page) in section.pages.iter().enumerate() {
                let place = Place { section: at, page: page_at };
                all.push(Entry { place, block: None, text: page.title.clone() });
                for (i, block) in page.blocks.iter().enumerate() {
                    all.push(Entry { place, block: Some(i), text: words(library, block) });
                }
            }
        }
        Words(all)
    }

    /// Every block with the text, its best hit there: those where a word begins with it first, each in reading order.
    /// `theta` finds θ, and `rope` means RoPE before it means property.
    pub fn find(&self, text: &str) -> Vec<Hit> {
        let text = text.trim();
        if text.is_empty() {
            return Vec::new();
        }
        let in_block =
            |entry: &Entry| hit(entry, &entry.text, text).or_else(|| hit(entry, &ascii::fold(&entry.text), text));
        let mut hits: Vec<Hit> = self.0.iter().filter_map(in_block).collect();
        hits.sort_by_key(|hit| !hit.begins_word());
        hits
    }
}

fn words(library: &Library, block: &Block) -> String {
    let prose = |text: &str| {
        let lines = Doc::parse(text).lines(100_000, &Opts::default());
        lines.iter().map(|l| l.text().trim().to_string()).filter(|l| !l.is_empty()).collect::<Vec<_>>().join(" ")
    };
    match block {
        Block::Text(text) => prose(text),
        Block::Formula { latex, note, .. } => {
            let shown = formula::inline(latex, false).unwrap_or_default();
            format!("{shown}  {}", note.as_deref().map(prose).unwrap_or_default())
        }
        Block::Figure(call, caption) => {
            let title = figure::find(&call.id).map(|info| info.title).unwrap_or_default();
            format!("{title}. {}", caption.as_deref().map(prose).unwrap_or_default())
        }
        Block::Table(id) => library.table(id).map_or(String::new(), |t| {
            let cells = t.rows.iter().map(|r| r.join(" ")).collect::<Vec<_>>().join(" ");
            format!("{}: {} {cells} {}", t.title, t.columns.join(" "), t.note)
        }),
        Block::Card(card) => format!("{} {}", prose(&card.says), prose(&card.evidence)),
        Block::Ask(id) => library.question(id).map_or(String::new(), |q| match q.kind {
            Kind::Numeric(_) => q.title.clone(),
            _ => format!("{}: {}", q.title, prose(&q.prompt)),
        }),
    }
}

fn hit(entry: &Entry, text: &str, needle: &str) -> Option<Hit> {
    let chars: Vec<char> = text.chars().collect();
    let (from, to) = best(&chars, needle)?;
    let take =
        |range: std::ops::Range<usize>| chars.get(range).map(|c| c.iter().collect::<String>()).unwrap_or_default();
    let start = word_start(&chars, from.saturating_sub(AROUND / 2), from);
    let mut before = take(start..from);
    if start > 0 {
        before.insert(0, '…');
    }
    let end = (to + AFTER).min(chars.len());
    let mut after = take(to..end);
    if end < chars.len() {
        after.push('…');
    }
    Some(Hit { place: entry.place, block: entry.block, before, found: take(from..to), after })
}

/// The start of the first whole word at or after `from`, not beyond `limit`.
fn word_start(chars: &[char], from: usize, limit: usize) -> usize {
    if from == 0 {
        return 0;
    }
    let space = chars.iter().enumerate().skip(from).take(limit - from).find(|(_, c)| c.is_whitespace());
    space.map_or(from, |(i, _)| i + 1)
}

/// The first place of a text in any case where a word begins, else the first: from and to, in characters.
fn best(chars: &[char], needle: &str) -> Option<(usize, usize)> {
    let all = places(chars, needle);
    let begins = |(from, _): &&(usize, usize)| {
        !from.checked_sub(1).and_then(|at| chars.get(at)).is_some_and(|c| c.is_alphanumeric())
    };
    all.iter().find(begins).or(all.first()).copied()
}

/// Every place of a text in any case, without overlaps: from and to, in characters.
pub fn places(chars: &[char], needle: &str) -> Vec<(usize, usize)> {
    let lower = |c: char| c.to_lowercase().next().unwrap_or(c);
    let needle: Vec<char> = needle.trim().chars().map(lower).collect();
    let mut found = Vec::new();
    let mut from = 0;
    while !needle.is_empty() {
        let Some(window) = chars.get(from..from + needle.len()) else { break };
        if window.iter().map(|c| lower(*c)).eq(needle.iter().copied()) {
            found.push((from, from + needle.len()));
            from += needle.len();
        } else {
            from += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_with_its_page_in_any_case() {
        let library = Library::embedded();
        let words = Words::read(&library);
        let hits = words.find("ROFORMER PAPER");
        let first = hits.first().expect("the RoPE section names the RoFormer paper");
        assert_eq!(first.place.section_of(&library).unwrap().id, "rope");
        assert_eq!(first.found, "RoFormer paper");
        assert!(words.find("  ").is_empty());
        assert!(words.find("zebra crossing").is_empty());
    }

    #[test]
    fn a_name_comes_before_words_that_happen_to_contain_it() {
        let hits = Words::read(&Library::embedded()).find("rope");
        let (words, inside): (Vec<_>, Vec<_>) = hits.iter().partition(|hit| hit.begins_word());
        assert!(words.len() > 3 && inside.iter().any(|hit| hit.after.starts_with("rty")), "{hits:?}");
        assert!(hits.iter().take(words.len()).all(Hit::begins_word), "{hits:?}");
    }

    #[test]
    fn a_greek_letter_is_found_by_its_name() {
        let words = Words::read(&Library::embedded());
        assert!(!words.find("theta").is_empty());
        assert!(!words.find("θ").is_empty());
    }
}
