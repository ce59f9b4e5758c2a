//! A page laid out: pieces one below the other, with a blank row between them.
//!
//! ```text
//!   5.2  Why positions cancel            piece 0: the title; the last of a section's first page are its objectives
//!
//!   The derivation every interviewer …   a piece a block; a figure is two, its caption and itself
//! ```

use std::collections::HashMap;

use ratatui::text::Line;

use crate::content::Library;
use crate::content::model::{Block, Page, Section};
use crate::memory::Kept;
use crate::sitting::pretest::Change;
use crate::tui::rooms::live::Live;
use crate::tui::theme::Theme;

use super::blocks::Setter;
use super::place::{Anchor, Place};

/// A figure of so many rows, and of half the screen, is worth having whole below the text that it belongs to.
const ROOMY: u16 = 15;

/// What a layout depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Columns of running text.
    pub measure: u16,
    /// Columns of a figure.
    pub wide: u16,
    /// Rows of the screen.
    pub rows: u16,
    /// Colours and characters.
    pub theme: Theme,
    /// Formulas as they were written.
    pub latex: bool,
}

/// One piece.
pub struct Piece {
    /// Its first row on the page.
    pub top: usize,
    /// Its rows.
    pub height: usize,
    /// The block it is of; the title is of none.
    pub block: Option<usize>,
    /// What stands in it.
    pub body: Body,
}

/// What stands in a piece.
pub enum Body {
    /// Lines.
    Lines(Vec<Line<'static>>),
    /// The nth figure of the page.
    Figure(usize),
    /// Something that Enter opens, and its lines.
    Ask(Stop, Vec<Line<'static>>),
}

/// What Enter opens.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// A question on the spot, by id.
    Spot(String),
    /// A recall prompt, by id.
    Recall(String),
    /// The questions before the section.
    Before,
    /// The same behind its end.
    After,
}

/// What is known about the questions of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// Question id → the word of its last verdict.
    pub verdicts: HashMap<String, String>,
    /// Recall id → what became of it.
    pub kept: HashMap<String, Kept>,
    /// The section is read for the first time: its questions come before it.
    pub offer: bool,
    /// The section's questions, before and after; `None` where there are none.
    pub change: Option<Change>,
}

/// A page for one shape of the screen.
pub struct Layout {
    /// What it was made for.
    pub shape: Shape,
    /// The first block that is folded away until the question before it is answered, and the row of the line that says so.
    pub fold: Option<(usize, usize)>,
    /// From top to bottom.
    pub pieces: Vec<Piece>,
    /// Rows in all.
    pub height: usize,
}

impl Layout {
    /// Lays a page out. `figures` are those of the page, in order; what follows an unanswered question is folded away
    /// unless the page is `open`.
    pub fn new(
        library: &Library,
        (section, page, place): (&Section, &Page, Place),
        figures: &mut [Live],
        known: &Known,
        (shape, open): (Shape, bool),
    ) -> Layout {
        let setter =
            Setter { library, theme: &shape.theme, width: usize::from(shape.measure), latex: shape.latex, keys: true };
        let mut layout = Layout { shape, fold: None, pieces: Vec::new(), height: 0 };
        layout.push(None, Body::Lines(setter.title(&place.number(), &page.title, section.scheme)), None);
        if known.offer && !open {
            layout.push(None, Body::Ask(Stop::Before, setter.before()), None);
            layout.fold_at(0, setter.skip());
        }
        let mut figures = figures.iter_mut().enumerate();
        let last = page.blocks.len().saturating_sub(1);
        for (at, block) in page.blocks.iter().enumerate() {
            if layout.fold.is_some() {
                break;
            }
            match block {
                Block::Figure(_, caption) => {
                    if caption.is_some() {
                        layout.push(Some(at), Body::Lines(setter.block(block, None)), None);
                    }
                    if let Some((index, live)) = figures.next() {
                        let rows = live.fit(shape.wide, layout.room(), &shape.theme);
                        layout.push(Some(at), Body::Figure(index), Some(usize::from(rows)));
                    }
                }
                Block::Ask(id) => {
                    let verdict = known.verdicts.get(id).map(String::as_str);
                    layout.push(Some(at), Body::Ask(Stop::Spot(id.clone()), setter.block(block, verdict)), None);
                    if verdict.is_none() && !open && at < last {
                        layout.fold_at(at + 1, setter.fold());
                    }
                }
                other => layout.push(Some(at), Body::Lines(setter.block(other, None)), None),
            }
        }
        if layout.fold.is_none() {
            layout.end(&setter, (section, page, place), known);
        }
        if place.page == 0 {
            layout.push(None, Body::Lines(setter.objectives(section)), None);
        }
        layout
    }

    /// What is folded away from a block on, and the line that says so.
    fn fold_at(&mut self, block: usize, said: Vec<Line<'static>>) {
        self.push(None, Body::Lines(said), None);
        self.fold = Some((block, self.height.saturating_sub(1)));
    }

    /// What stands at the end of a page: its recall prompts, and behind the last page the section's questions.
    fn end(&mut self, setter: &Setter<'_>, (section, page, place): (&Section, &Page, Place), known: &Known) {
        for recall in &page.recall {
            let lines = setter.recall(recall, known.kept.get(&recall.id).copied());
            self.push(None, Body::Ask(Stop::Recall(recall.id.clone()), lines), None);
        }
        if let Some(change) = known.change.as_ref().filter(|_| place.page + 1 == section.pages.len()) {
            self.push(None, Body::Ask(Stop::After, setter.after(change)), None);
        }
    }

    /// Rows for a figure: what the text above leaves of the screen, or the whole screen where that is too little.
    fn room(&self) -> u16 {
        let rows = self.shape.rows;
        let left = usize::from(rows).saturating_sub(self.height + 1);
        u16::try_from(left).ok().filter(|left| *left >= ROOMY.max(rows / 2)).unwrap_or(rows)
    }

    fn push(&mut self, block: Option<usize>, body: Body, rows: Option<usize>) {
        let height = rows.unwrap_or(match &body {
            Body::Lines(lines) | Body::Ask(_, lines) => lines.len(),
            Body::Figure(_) => 0,
        });
        if height == 0 {
            return;
        }
        let top = if self.pieces.is_empty() { 0 } else { self.height + 1 };
        self.height = top + height;
        self.pieces.push(Piece { top, height, block, body });
    }

    /// The anchor of a row.
    pub fn anchor(&self, row: usize) -> Anchor {
        let piece = self.pieces.iter().rposition(|p| p.top <= row).unwrap_or(0);
        let top = self.pieces.get(piece).map_or(0, |p| p.top);
        Anchor { piece, rows: row.saturating_sub(top) }
    }

    /// The row of an anchor; the end, if the page has no such piece (now): [`Anchor::END`], or what is folded away.
    pub fn row(&self, anchor: Anchor) -> usize {
        self.pieces.get(anchor.piece).map_or(self.last_row(), |p| p.top + anchor.rows.min(p.height))
    }

    /// The first piece of a block.
    pub fn piece_of(&self, block: Option<usize>) -> Option<usize> {
        self.pieces.iter().position(|p| p.block == block)
    }

    /// The pieces that can have the keys: figures and questions.
    pub fn stops(&self) -> impl DoubleEndedIterator<Item = (usize, &Piece)> {
        self.pieces.iter().enumerate().filter(|(_, p)| !matches!(p.body, Body::Lines(_)))
    }

    /// The farthest that the page scrolls.
    pub fn last_row(&self) -> usize {
        self.height.saturating_sub(usize::from(self.shape.rows))
    }

    /// The smallest scroll from `row` that shows a whole piece, or its beginning if it is too tall.
    pub fn reveal(&self, piece: usize, row: usize) -> usize {
        let Some(piece) = self.pieces.get(piece) else { return row };
        let rows = usize::from(self.shape.rows);
        if piece.top < row || piece.height >= rows {
            piece.top
        } else {
            row.max((piece.top + piece.height).saturating_sub(rows))
        }
    }
}
