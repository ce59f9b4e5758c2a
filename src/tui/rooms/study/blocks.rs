//! Blocks of a page as lines: text, formulas, tables, corrections, questions on the spot. Figures are drawn by `live`.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::content::Library;
use crate::content::model::{Block, Card, Section, Table};
use crate::scheme::Scheme;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::prose;
use crate::typeset::prose::Target;
use crate::typeset::{ascii, formula};

use super::source::{as_source, chunks};

/// How blocks are set.
pub struct Setter<'a> {
    /// The chapter, for tables, questions and names of sources.
    pub library: &'a Library,
    /// Colours and characters.
    pub theme: &'a Theme,
    /// Columns of running text.
    pub width: usize,
    /// Formulas as they were written.
    pub latex: bool,
    /// Keys work here, so that questions say which.
    pub keys: bool,
}

impl Setter<'_> {
    /// A block that is not a figure; `verdict` is the last verdict of its question, if it is one.
    pub fn block(&self, block: &Block, verdict: Option<&str>) -> Vec<Line<'static>> {
        match block {
            Block::Text(text) => self.prose(text, self.width),
            Block::Formula { latex, note, .. } => self.formula(latex, note.as_deref()),
            Block::Figure(call, caption) => self.prose(caption.as_deref().unwrap_or(call.id.as_str()), self.width),
            Block::Table(id) => match self.library.table(id) {
                Ok(table) => self.table(table),
                Err(error) => vec![self.line(&error.to_string(), Role::Warn)],
            },
            Block::Card(card) => self.card(card),
            Block::Ask(id) => self.spot(id, verdict),
        }
    }

    /// The title of a page, with its number.
    pub fn title(&self, number: &str, title: &str, scheme: Option<Scheme>) -> Vec<Line<'static>> {
        let style = scheme.map_or(self.theme.style(Role::Dim), |s| self.theme.scheme(s));
        vec![Line::from(vec![
            Span::styled(format!("{number}  "), style),
            Span::styled(self.plain(title), self.theme.style(Role::Heading)),
        ])]
    }

    /// What the reader can do after a section.
    pub fn objectives(&self, section: &Section) -> Vec<Line<'static>> {
        if section.objectives.is_empty() {
            return Vec::new();
        }
        let minutes = match section.minutes {
            0 => String::new(),
            n => format!(" (about {n} min)"),
        };
        let list: String = section.objectives.iter().map(|o| format!("- {o}\n")).collect();
        let mut lines = vec![self.line(&format!("What you can do after this section{minutes}"), Role::Dim)];
        lines.extend(self.prose(&list, self.width));
        lines
    }

    /// Markdown.
    pub fn prose(&self, text: &str, width: usize) -> Vec<Line<'static>> {
        let name = |target: &Target| self.name(target);
        if self.latex {
            prose::markdown(&as_source(text), width, self.theme, &name)
        } else {
            prose::markdown(text, width, self.theme, &name)
        }
    }

    /// What a reference reads as: a page's title, or the authors and the year.
    fn name(&self, target: &Target) -> Option<String> {
        match target {
            Target::Source(id) => self.source_name(id),
            Target::Page { section, page } => {
                let entry = self.library.index().sections.iter().find(|s| s.id == *section)?;
                let page = page.as_ref().and_then(|p| entry.pages.iter().find(|e| e.id == *p));
                Some(page.map_or(&entry.title, |p| &p.title).to_string())
            }
            Target::Url(_) => None,
        }
    }

    fn source_name(&self, id: &str) -> Option<String> {
        self.library.index().source_name(id)
    }

    fn formula(&self, latex: &str, note: Option<&str>) -> Vec<Line<'static>> {
        let mut lines = self.displayed(latex);
        if let Some(note) = note {
            lines.push(Line::default());
            let indent = 4;
            let text = self.prose(note, self.width.saturating_sub(indent));
            lines.extend(text.into_iter().map(|l| faint(indented(l, indent), self.theme.style(Role::Dim))));
        }
        lines
    }

    fn displayed(&self, latex: &str) -> Vec<Line<'static>> {
        let width = self.width.saturating_sub(4);
        if self.latex {
            let code = self.theme.style(Role::Code);
            return chunks(latex, width)
                .into_iter()
                .map(|row| Line::styled(format!("    {}", self.plain(&row)), code))
                .collect();
        }
        let style = formula::Style { inline: false, ascii: self.theme.ascii };
        match formula::layout_within(latex, width, &style) {
            Ok(drawn) => {
                let left = " ".repeat(self.width.saturating_sub(drawn.width()) / 2);
                let look = self.theme.style(Role::Math);
                drawn.rows.iter().map(|row| Line::styled(format!("{left}{row}"), look)).collect()
            }
            Err(error) => vec![self.line(latex, Role::Code), self.line(&error.to_string(), Role::Warn)],
        }
    }

    /// A result table: title, columns, where it is from.
    pub fn table(&self, table: &Table) -> Vec<Line<'static>> {
        let mut lines = self.table_title(table);
        let look = prose::markdown(&pipes(table), self.width, self.theme, &|t| self.name(t));
        lines.extend(look);
        let from = self.from(table.source.as_deref(), &table.place, table.secondhand);
        let note =
            [table.note.as_str(), from.as_str()].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" ");
        if !note.is_empty() {
            lines.push(Line::default());
            lines.extend(self.prose(&note, self.width).into_iter().map(|l| faint(l, self.theme.style(Role::Dim))));
        }
        lines
    }

    /// The title, and which way is better: beside it, or below it where it is long.
    fn table_title(&self, table: &Table) -> Vec<Line<'static>> {
        let mut rows = self.prose(&table.title, self.width);
        let strong = self.theme.style(Role::Strong);
        rows.iter_mut().flat_map(|row| row.spans.iter_mut()).for_each(|span| span.style = span.style.patch(strong));
        if let Some(better) = &table.better {
            let arrow = if better == "lower" { "↓" } else { "↑" };
            let text = self.plain(&format!("{arrow} {better} is better"));
            let dim = self.theme.style(Role::Dim);
            match rows.last_mut() {
                Some(row) if row.width() + text.width() + 3 <= self.width => {
                    row.spans.push(Span::styled(format!("   {text}"), dim));
                }
                _ => rows.push(Line::styled(text, dim)),
            }
        }
        rows.push(Line::default());
        rows
    }

    fn from(&self, source: Option<&str>, place: &str, secondhand: bool) -> String {
        let name = source.map(|id| self.source_name(id).unwrap_or_else(|| id.to_string()));
        let parts = [name.as_deref().unwrap_or_default(), place];
        let mut text = parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(", ");
        if secondhand {
            text.push_str(if text.is_empty() { "Reported, second-hand" } else { "; reported, second-hand" });
        }
        // "Haviv et al." has its full stop already.
        if text.is_empty() || text.ends_with('.') { text } else { format!("{text}.") }
    }

    /// ```text
    /// ┃ ✗ A book says
    /// ┃   The identity is exact.
    /// ┃ ✓ The evidence says
    /// ┃   Exact in real arithmetic …
    /// ┃   Wang et al. 2024, abstract; reported, second-hand.
    /// ```
    fn card(&self, card: &Card) -> Vec<Line<'static>> {
        let theme = self.theme;
        let (said, found) = (theme.style(Role::Warn), theme.style(Role::Right).remove_modifier(Modifier::BOLD));
        let mut lines = vec![self.barred(said, vec![Span::styled(self.plain("✗ A book says"), said)])];
        lines.extend(self.inside(said, &card.says));
        lines.push(self.barred(found, vec![Span::styled(self.plain("✓ The evidence says"), found)]));
        lines.extend(self.inside(found, &card.evidence));
        let from = self.from(Some(&card.source), &card.place, card.secondhand);
        let dim = theme.style(Role::Dim);
        for row in self.prose(&from, self.width.saturating_sub(4)) {
            let row = faint(indented(row, 2), dim);
            lines.push(self.barred(found, row.spans));
        }
        lines
    }

    fn inside(&self, bar: Style, text: &str) -> Vec<Line<'static>> {
        let rows = self.prose(text, self.width.saturating_sub(4));
        rows.into_iter().map(|row| self.barred(bar, indented(row, 2).spans)).collect()
    }

    pub(super) fn barred(&self, bar: Style, spans: Vec<Span<'static>>) -> Line<'static> {
        let mut all = vec![Span::styled(self.plain("┃ "), bar)];
        all.extend(spans);
        Line::from(all)
    }

    /// One line in a role.
    pub fn line(&self, text: &str, role: Role) -> Line<'static> {
        Line::styled(self.plain(text), self.theme.style(role))
    }

    /// The text as this terminal can show it.
    pub fn plain(&self, text: &str) -> String {
        plain(text, self.theme)
    }
}

/// The text as this terminal can show it.
pub fn plain(text: &str, theme: &Theme) -> String {
    if theme.ascii { ascii::fold(text).into_owned() } else { text.to_string() }
}

/// The same line, some columns to the right.
fn indented(line: Line<'static>, columns: usize) -> Line<'static> {
    let mut spans = vec![Span::raw(" ".repeat(columns))];
    spans.extend(line.spans);
    Line::from(spans)
}

/// Plain text of the line steps back; code and strong words keep what they are.
pub fn faint(line: Line<'static>, dim: Style) -> Line<'static> {
    let spans = line.spans.into_iter().map(|mut span| {
        if span.style.fg.is_none() {
            span.style = dim.patch(span.style);
        }
        span
    });
    Line::from(spans.collect::<Vec<_>>())
}

/// A Markdown table; columns of numbers stand at the right.
fn pipes(table: &Table) -> String {
    let row = |cells: &[String]| {
        format!("| {} |\n", cells.iter().map(|c| c.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
    };
    // "above 1000" among numbers does not make a column of words.
    let numeric = |at: usize| {
        let cells = || table.rows.iter().filter_map(|r| r.get(at));
        cells().filter(|cell| is_number(cell)).count() * 3 >= cells().count() * 2
    };
    let rule: String = (0..table.columns.len()).map(|at| if numeric(at) { "---:|" } else { "---|" }).collect();
    let mut text = row(&table.columns);
    text.push_str(&format!("|{rule}\n"));
    for cells in &table.rows {
        text.push_str(&row(cells));
    }
    text
}

fn is_number(cell: &str) -> bool {
    let first = cell.trim_start_matches(['−', '-', '+', '<', '>', '≈', '~', ' ']).chars().next();
    cell.is_empty() || matches!(cell, "–" | "-") || first.is_some_and(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_at_the_right_and_words_at_the_left() {
        for yes in ["4.92", "−0.5", "<1 %", "–", "12k"] {
            assert!(is_number(yes), "{yes}");
        }
        assert!(!is_number("base, sinusoidal"));
    }
}
