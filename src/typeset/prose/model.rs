//! A text as it was read, before it has a width.

use super::Span;
use pulldown_cmark::Alignment;

/// A block of text.
#[derive(Debug, Clone)]
pub(super) enum Block {
    Paragraph(Vec<Inline>),
    Heading(Vec<Inline>),
    Code(Vec<String>),
    Formula(String),
    List { start: Option<u64>, items: Vec<Vec<Block>> },
    Quote(Vec<Block>),
    Table(Table),
    Rule,
}

/// A table; every row has as many cells as the head.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub(super) align: Vec<Alignment>,
    pub(super) head: Vec<Vec<Inline>>,
    pub(super) rows: Vec<Vec<Vec<Inline>>>,
}

/// A run of text in a block.
#[derive(Debug, Clone)]
pub(super) enum Inline {
    /// Text; `ascii` is how it reads in ASCII where folding would not do (formulas).
    Text { span: Span, ascii: Option<String> },
    /// A line end that the author wants.
    Break,
}
