//! Sections, their pages and what stands on a page.

use serde::{Deserialize, Serialize};

use super::question::FigureCall;
use crate::scheme::Scheme;

/// `sections/NN-id.toml`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Version of the format.
    pub format: u32,
    /// Slug, unique in the chapter.
    pub id: String,
    /// Title.
    pub title: String,
    /// The scheme that the section teaches.
    pub scheme: Option<Scheme>,
    /// Reading time.
    pub minutes: u32,
    /// One line for lists.
    pub summary: String,
    /// What the reader can do afterwards.
    pub objectives: Vec<String>,
    /// Three questions asked before the section is read and again behind its end, or none.
    pub pretest: Vec<String>,
    /// The pages, in order.
    pub pages: Vec<Page>,
}

/// One page of a section.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Slug, unique in the section.
    pub id: String,
    /// Title.
    pub title: String,
    /// What stands on it.
    pub blocks: Vec<Block>,
    /// What to recall at its end.
    pub recall: Vec<Recall>,
}

/// A short question about the page just read, and its one-line answer. The reader marks it alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recall {
    /// Slug, unique among the recalls of the chapter: its schedule hangs on it.
    pub id: String,
    /// Markdown.
    pub ask: String,
    /// Markdown, one line.
    pub answer: String,
}

/// One block of a page. In TOML it is a table with exactly one of the keys `text`, `formula`, `figure`, `table`, `card`, `ask`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Block {
    /// Markdown.
    Text(String),
    /// A displayed formula.
    Formula {
        /// LaTeX without dollars.
        latex: String,
        /// Unique name.
        name: String,
        /// Markdown below it: what the symbols are.
        note: Option<String>,
    },
    /// A live figure.
    Figure(FigureCall, Option<String>),
    /// A result table, by id.
    Table(String),
    /// A correction.
    Card(Card),
    /// A question asked on the spot, by id.
    Ask(String),
}

/// A correction: what is said, what the evidence says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// What a book or an interviewer says.
    pub says: String,
    /// What the evidence says.
    pub evidence: String,
    /// Id of the source.
    pub source: String,
    /// Table or section in it.
    #[serde(default)]
    pub place: String,
    /// Reported by somebody else, not read there.
    #[serde(default)]
    pub secondhand: bool,
}
