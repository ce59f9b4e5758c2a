//! Markdown → styled lines of a given width: roles, not colours; data, not a terminal.
//!
//! [`Doc::parse`] reads once ([`read`]), [`Doc::lines`] lays out for a width ([`layout`], [`wrap`], [`table`]).

mod find;
mod html;
mod layout;
mod model;
mod read;
mod table;
mod wrap;

pub use find::{Hit, find};

use super::formula::FormulaError;
use model::Block;

/// A text, read from Markdown.
#[derive(Debug, Clone, Default)]
pub struct Doc {
    blocks: Vec<Block>,
    links: Vec<Link>,
    problems: Vec<Problem>,
}

/// How a text is laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Opts {
    /// With the characters 0x20–0x7E only.
    pub ascii: bool,
    /// Displayed formulas in the middle instead of indented by four columns.
    pub centre: bool,
}

/// One line on screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Its parts, from the left.
    pub spans: Vec<Span>,
    /// The number of the top-level block it belongs to: a place to scroll to that survives another width.
    pub block: usize,
}

/// A part of a line in one style.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// What it says.
    pub text: String,
    /// What it is.
    pub role: Role,
    /// `**strong**`
    pub strong: bool,
    /// `*emphasised*`
    pub emph: bool,
    /// `~~struck out~~`
    pub struck: bool,
    /// The link it belongs to: an index into [`Doc::links`].
    pub link: Option<usize>,
}

/// What a part of a text is; the theme decides how that looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Running text.
    #[default]
    Text,
    /// Code, in a sentence or in a block.
    Code,
    /// What stands back: bars of quotes.
    Dim,
    /// A heading.
    Heading,
    /// A link to a page or an address.
    Link,
    /// A reference to a source.
    Source,
    /// A formula.
    Math,
    /// A list's bullet or number.
    Bullet,
    /// A line across.
    Rule,
    /// A table's head.
    TableHead,
    /// A formula that could not be read, as it was written.
    Broken,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// `[[section]]` or `[[section/page]]`
    Page {
        /// A section's id.
        section: String,
        /// A page's id.
        page: Option<String>,
    },
    /// `[@Press22]`
    Source(String),
    /// An address on the web.
    Url(String),
}

/// A link of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it leads.
    pub target: Target,
    /// What it says.
    pub text: String,
    /// The top-level block it stands in.
    pub block: usize,
}

/// A formula of the text that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The LaTeX as written.
    pub latex: String,
    /// Why.
    pub error: FormulaError,
}

impl Doc {
    /// Reads Markdown. Nothing is refused: a formula that cannot be read is shown as written and is one of [`Doc::problems`].
    pub fn parse(markdown: &str) -> Self {
        Self::parse_with(markdown, &|_| None)
    }

    /// Reads Markdown; `name` says what a reference to a page or a source reads as (a title, `Press et al. 2022`).
    pub fn parse_with(markdown: &str, name: &dyn Fn(&Target) -> Option<String>) -> Self {
        read::read(markdown, name)
    }

    /// The text in lines of at most `width` columns.
    pub fn lines(&self, width: usize, opts: &Opts) -> Vec<Line> {
        layout::layout(&self.blocks, width, opts)
    }

    /// Every link, in the order of the text.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Every formula that could not be read.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl Span {
    /// Another text in the same style.
    pub(super) fn with_text(&self, text: &str) -> Self {
        let Self { role, strong, emph, struck, link, .. } = *self;
        Self { text: text.to_owned(), role, strong, emph, struck, link }
    }
}

impl Line {
    /// The line without its styles.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// The number of columns it takes.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| wrap::width(&span.text)).sum()
    }
}

#[cfg(test)]
mod tests;
