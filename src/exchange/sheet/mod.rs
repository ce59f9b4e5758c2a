//! A cheat sheet of the chapter, made of what the chapter says already: summaries, formulas, result tables, corrections.
//!
//! [`parts`] gathers Markdown; [`text`] sets it in columns of characters and [`html`] as a page that prints. What goes on
//! the sheet is named in `[sheet]` of `chapter.toml`; a chapter without it gets the first formula of each section.

mod page;

pub use page::html;

use crate::content::model::{Block, Card, Section, SheetSpec, Table};
use crate::content::{Library, LoadError};
use crate::typeset::prose::{Doc, Opts};

use super::markup::spell_out;

/// Corrections of each section that fit on the sheet.
const CORRECTIONS: usize = 2;
/// A correction says at least so much, in whole sentences.
const ENOUGH: usize = 60;

/// What a part is about; the page gives each its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A scheme: its summary and its formulas.
    Scheme,
    /// A result table.
    Table,
    /// The corrections.
    Corrections,
}

/// A part of the sheet.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// What it says.
    pub markdown: String,
    /// What it is about.
    pub topic: Topic,
}

/// Everything on the sheet, in order.
pub fn parts(library: &Library) -> Result<Vec<Part>, LoadError> {
    let spec = library.sheet()?.cloned().unwrap_or_default();
    let sections: Vec<&Section> =
        library.index().sections.iter().map(|s| library.section(&s.id)).collect::<Result<_, _>>()?;
    let mut parts: Vec<Part> = sections.iter().filter_map(|section| scheme(library, section, &spec)).collect();
    for id in &spec.tables {
        parts.push(table(library, library.table(id)?));
    }
    let corrections: Vec<String> = sections.iter().flat_map(|s| cards(s).take(CORRECTIONS)).map(correction).collect();
    if !corrections.is_empty() {
        let markdown = spell_out(library, &corrections.concat());
        parts.push(Part {
            title: "Often said, and what the evidence says".into(),
            markdown,
            topic: Topic::Corrections,
        });
    }
    Ok(parts)
}

/// A section with formulas: its summary, and those that the sheet names (else its first).
fn scheme(library: &Library, section: &Section, spec: &SheetSpec) -> Option<Part> {
    let all = || section.pages.iter().flat_map(|p| &p.blocks);
    let formulas = all().filter_map(|block| match block {
        Block::Formula { latex, name, note } => Some((latex, name, note)),
        _ => None,
    });
    let chosen: Vec<_> = if spec.formulas.is_empty() {
        formulas.take(1).collect()
    } else {
        formulas.filter(|(_, name, _)| spec.formulas.contains(name)).collect()
    };
    if chosen.is_empty() {
        return None;
    }
    let mut markdown = format!("{}\n", section.summary);
    for (latex, _, note) in chosen {
        markdown.push_str(&format!("\n$${}$$\n", latex.trim()));
        if let Some(note) = note {
            markdown.push_str(&format!("\n{}\n", note.trim()));
        }
    }
    Some(Part { title: section.title.clone(), markdown: spell_out(library, &markdown), topic: Topic::Scheme })
}

fn table(library: &Library, table: &Table) -> Part {
    let row = |cells: &[String]| {
        format!("| {} |\n", cells.iter().map(|c| c.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
    };
    let number = |cell: &String| cell.chars().next().is_some_and(|c| c.is_ascii_digit() || c == '–');
    let rules: Vec<String> = (0..table.columns.len())
        .map(|i| {
            let right = i > 0 && table.rows.iter().filter_map(|r| r.get(i)).all(number);
            if right { "--:".into() } else { "---".into() }
        })
        .collect();
    let mut markdown = row(&table.columns) + &row(&rules);
    table.rows.iter().for_each(|cells| markdown.push_str(&row(cells)));
    let source = table.source.as_ref().map(|id| {
        let place = if table.place.is_empty() { String::new() } else { format!(", {}", table.place) };
        let hand = if table.secondhand { ", second-hand" } else { "" };
        format!("[@{id}]{place}{hand}. ")
    });
    let below = format!("{}{}", source.unwrap_or_default(), table.note);
    if !below.trim().is_empty() {
        markdown.push_str(&format!("\n{}\n", below.trim()));
    }
    Part { title: table.title.clone(), markdown: spell_out(library, &markdown), topic: Topic::Table }
}

fn cards(section: &Section) -> impl Iterator<Item = &Card> {
    section.pages.iter().flat_map(|p| &p.blocks).filter_map(|block| match block {
        Block::Card(card) => Some(card),
        _ => None,
    })
}

fn correction(card: &Card) -> String {
    let hand = if card.secondhand { ", second-hand" } else { "" };
    format!("- **{}** {} [@{}]{hand}\n", card.says.trim(), opening(&card.evidence), card.source)
}

/// The first sentences, until they say enough.
fn opening(text: &str) -> &str {
    let text = text.trim();
    let ends = text.match_indices(". ").filter(|(at, _)| {
        text.get(at + 2..).and_then(|rest| rest.chars().next()).is_some_and(|c| c.is_uppercase() || c == '"')
    });
    let end = ends.map(|(at, _)| at + 1).find(|end| *end >= ENOUGH);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// The sheet in lines of at most so many columns.
pub fn text(library: &Library, width: usize, ascii: bool) -> Result<String, LoadError> {
    let index = library.index();
    let opts = Opts { ascii, centre: false };
    let mut out = String::new();
    let mut set = |markdown: &str, rule: Option<&str>| {
        for line in Doc::parse(markdown).lines(width, &opts) {
            out.push_str(line.text().trim_end());
            out.push('\n');
            out.push_str(&rule.map(|rule| format!("{}\n", rule.repeat(line.width()))).unwrap_or_default());
        }
        out.push('\n');
    };
    let (double, single) = if ascii { ("=", "-") } else { ("═", "─") };
    set(&format!("{}: cheat sheet", index.title), Some(double));
    for part in parts(library)? {
        set(&part.title, Some(single));
        set(&part.markdown, None);
    }
    Ok(format!("{}\n", out.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_ends_with_a_sentence() {
        let text = "Yes. But at 27.3 BLEU it is by far not the whole story of the paper, is it. And more.";
        assert_eq!(opening(text), "Yes. But at 27.3 BLEU it is by far not the whole story of the paper, is it.");
        assert_eq!(opening("Short."), "Short.");
    }
}
