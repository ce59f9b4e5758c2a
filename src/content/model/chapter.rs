//! What stands beside the sections: the chapter itself, its sources, rules and result tables.

use serde::{Deserialize, Serialize};

/// `chapter.toml`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChapterMeta {
    /// Version of the format; this program reads 1.
    pub format: u32,
    /// Title of the chapter.
    pub title: String,
    /// One line below the title.
    #[serde(default)]
    pub subtitle: String,
    /// Language of the text, as in HTML (`en`).
    #[serde(default = "english")]
    pub lang: String,
    /// Ids of the sections, in reading order.
    pub sections: Vec<String>,
    /// Questions that are easily taken for each other: a review asks those of a group next to each other.
    #[serde(default)]
    pub confusable: Vec<Vec<String>>,
    /// Everything that the chapter cites.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// What stands on the cheat sheet.
    #[serde(default)]
    pub sheet: Option<SheetSpec>,
}

/// `[sheet]` of `chapter.toml`: what `posenc sheet` takes out of the chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SheetSpec {
    /// Names of formulas; each stands under its section.
    #[serde(default)]
    pub formulas: Vec<String>,
    /// Ids of result tables, in order.
    #[serde(default)]
    pub tables: Vec<String>,
}

fn english() -> String {
    "en".into()
}

/// A paper or a repository that the chapter cites.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Short name, as in `[@Press22]`.
    pub id: String,
    /// Authors as printed.
    pub authors: String,
    /// Title as printed.
    pub title: String,
    /// Year of first publication.
    pub year: u16,
    /// Where it appeared.
    #[serde(default)]
    pub venue: String,
    /// Where to read it.
    #[serde(default)]
    pub url: String,
    /// One line: what it is cited for.
    #[serde(default)]
    pub role: String,
    /// One of the sources that the book chapter itself cites.
    #[serde(default)]
    pub chapter: bool,
}

/// A rule that steps of worked examples name, in `rules.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Slug; steps name it.
    pub id: String,
    /// Two or three words.
    pub name: String,
    /// The rule in one line, Markdown.
    pub say: String,
}

/// A result table of `tables.toml`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Slug.
    pub id: String,
    /// Title.
    pub title: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Cells as text; every row is as long as `columns`.
    pub rows: Vec<Vec<String>>,
    /// `lower` or `higher`, if one is better.
    #[serde(default)]
    pub better: Option<String>,
    /// Id of the source.
    #[serde(default)]
    pub source: Option<String>,
    /// Table or section in it.
    #[serde(default)]
    pub place: String,
    /// A remark below.
    #[serde(default)]
    pub note: String,
    /// Reported by somebody else, not read there.
    #[serde(default)]
    pub secondhand: bool,
}
