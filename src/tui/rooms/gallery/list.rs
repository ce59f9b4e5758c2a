//! Which figures are listed, and which one is chosen.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use tui_input::Input;

use crate::figure::{self, FigureInfo};
use crate::scheme::Scheme;

/// A row.
#[derive(Clone, Copy, Debug)]
pub enum Row {
    /// The name of a scheme.
    Heading(Scheme),
    /// A figure.
    Figure(&'static FigureInfo),
}

/// The list, with its search box.
pub struct List {
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// The row with the cursor; always a figure's, if there is one.
    pub at: usize,
    /// What is looked for, and whether the box has the keys.
    pub search: Option<(Input, bool)>,
}

impl List {
    /// All figures by scheme.
    pub fn new() -> List {
        let mut list = List { rows: by_scheme(), at: 0, search: None };
        list.step(0);
        list
    }

    /// The figure under the cursor.
    pub fn chosen(&self) -> Option<&'static FigureInfo> {
        match self.rows.get(self.at)? {
            Row::Figure(info) => Some(info),
            Row::Heading(_) => None,
        }
    }

    /// Moves over so many figures; headings are passed.
    pub fn step(&mut self, by: isize) {
        let figures: Vec<usize> =
            self.rows.iter().enumerate().filter(|(_, row)| matches!(row, Row::Figure(_))).map(|(at, _)| at).collect();
        let here = figures.iter().position(|at| *at >= self.at).unwrap_or(0);
        let last = figures.len().saturating_sub(1);
        self.at = figures.get(here.saturating_add_signed(by).min(last)).copied().unwrap_or(0);
    }

    /// Opens the search box.
    pub fn open_search(&mut self) {
        let input = self.search.take().map(|(input, _)| input).unwrap_or_default();
        self.search = Some((input, true));
    }

    /// Keeps what was found and gives the keys back to the list.
    pub fn leave_search(&mut self) {
        if let Some((_, typing)) = &mut self.search {
            *typing = false;
        }
    }

    /// Shows all figures again, at the chosen one; `false` if nothing was looked for.
    pub fn close_search(&mut self) -> bool {
        if self.search.take().is_none() {
            return false;
        }
        let chosen = self.chosen().map(|info| info.slug);
        self.rows = by_scheme();
        let same = |row: &Row| matches!(row, Row::Figure(info) if Some(info.slug) == chosen);
        self.at = self.rows.iter().position(same).unwrap_or(0);
        self.step(0);
        true
    }

    /// Is the search typed?
    pub fn is_typing(&self) -> bool {
        self.search.as_ref().is_some_and(|(_, typing)| *typing)
    }

    /// What matches now, best first.
    pub fn filter(&mut self) {
        let typed = self.search.as_ref().map(|(input, _)| input.value().trim().to_string()).unwrap_or_default();
        self.rows = if typed.is_empty() { by_scheme() } else { found(&typed).into_iter().map(Row::Figure).collect() };
        self.at = 0;
        self.step(0);
    }
}

/// In the order of the chapter, under the name of each scheme.
fn by_scheme() -> Vec<Row> {
    let mut rows = Vec::new();
    for scheme in Scheme::ALL {
        let mut figures = figure::ALL.iter().filter(|info| info.scheme == scheme).peekable();
        if figures.peek().is_some() {
            rows.push(Row::Heading(scheme));
            rows.extend(figures.map(Row::Figure));
        }
    }
    rows
}

/// Fuzzy, over title, name, number, scheme, knobs and summary; a hit in the title or the name counts for more.
fn found(typed: &str) -> Vec<&'static FigureInfo> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut score = |text: &str| pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher);
    let number = |info: &&FigureInfo| info.number.eq_ignore_ascii_case(typed);
    if let Some(info) = figure::ALL.iter().find(number) {
        return vec![info];
    }
    let mut ranked: Vec<(u32, usize, &FigureInfo)> = Vec::new();
    for (order, info) in figure::ALL.iter().enumerate() {
        let name = score(info.title).max(score(info.slug)).map(|s| s + 1000);
        let scheme = score(info.scheme.name()).map(|s| s + 500);
        let knobs: Vec<&str> = info.knobs.iter().map(|k| k.name).collect();
        // In a sentence letters in order mean nothing: the word itself must stand there.
        let words = format!("{} {}", info.summary, knobs.join(" ")).to_lowercase();
        let inside = typed.to_lowercase().split_whitespace().all(|word| words.contains(word)).then_some(1);
        if let Some(score) = name.max(scheme).max(inside) {
            ranked.push((score, order, info));
        }
    }
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().map(|(_, _, info)| info).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slugs(typed: &str) -> Vec<&'static str> {
        found(typed).iter().map(|info| info.slug).collect()
    }

    #[test]
    fn every_figure_is_listed_once_under_its_scheme() {
        let list = List::new();
        let figures = list.rows.iter().filter(|row| matches!(row, Row::Figure(_))).count();
        assert_eq!(figures, figure::ALL.len());
        assert_eq!(list.chosen().unwrap().slug, "permutation-demo");
    }

    #[test]
    fn letters_in_order_numbers_schemes_and_words_of_the_summary_find_a_figure() {
        assert_eq!(slugs("slpfan")[0], "slope-fan");
        assert_eq!(slugs("P9"), ["nearest-lookalike"]);
        assert!(slugs("alibi").contains(&"equal-rows"));
        assert!(slugs("explode").contains(&"fit-blow-up"));
        assert!(slugs("zzzz").is_empty());
    }

    #[test]
    fn the_cursor_passes_headings_and_stops_at_both_ends() {
        let mut list = List::new();
        let before = list.rows.iter().filter(|row| matches!(row, Row::Figure(i) if i.scheme == Scheme::ALL[0])).count();
        list.step(before as isize);
        assert_eq!(list.chosen().unwrap().scheme, Scheme::ALL[1], "not its heading");
        list.step(isize::MAX / 2);
        assert_eq!(list.chosen().unwrap().scheme, Scheme::Nope);
        list.step(isize::MIN / 2);
        assert_eq!(list.chosen().unwrap().slug, "permutation-demo");
    }
}
