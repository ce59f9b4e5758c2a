//! The pages that a page names: `[[rope/cancel]]` in its texts.

use crate::content::Library;
use crate::content::model::{Block, Page};
use crate::typeset::prose::{Doc, Target};

use super::place::Place;

/// Every page named, once, in the order of the text.
pub fn of(library: &Library, page: &Page) -> Vec<Place> {
    let mut places = Vec::new();
    for text in page.blocks.iter().flat_map(texts) {
        for link in Doc::parse(text).links() {
            let Target::Page { section, page } = &link.target else { continue };
            let place = Place::find(library, section, page.as_deref().unwrap_or_default());
            places.extend(place.filter(|place| !places.contains(place)));
        }
    }
    places
}

fn texts(block: &Block) -> Vec<&str> {
    match block {
        Block::Text(text) => vec![text],
        Block::Formula { note, .. } => note.iter().map(String::as_str).collect(),
        Block::Figure(_, caption) => caption.iter().map(String::as_str).collect(),
        Block::Card(card) => vec![&card.says, &card.evidence],
        Block::Table(_) | Block::Ask(_) => Vec::new(),
    }
}
