//! Numbers of published results. They stand in the chapter's result tables and nowhere else: a figure names its table, and paper
//! and place go into its footer.

use std::sync::OnceLock;

use crate::content::Library;
use crate::content::model::{Source, Table};

/// A result table of the chapter.
#[derive(Clone, Copy)]
pub(super) struct Published {
    table: Option<&'static Table>,
    source: Option<&'static Source>,
}

/// The table with this id. One that isn't there is empty; a test asks for every table that a figure names.
pub(super) fn table(id: &str) -> Published {
    // The chapter inside the program, whatever chapter is open: the figures are the program's own.
    static CHAPTER: OnceLock<Library> = OnceLock::new();
    let chapter = CHAPTER.get_or_init(Library::embedded);
    let table = chapter.table(id).ok();
    let source = table.and_then(|t| t.source.as_deref()).and_then(|id| chapter.source(id).ok());
    Published { table, source }
}

impl Published {
    /// Heads of the columns.
    pub(super) fn columns(&self) -> &'static [String] {
        self.table.map_or(&[], |t| &t.columns)
    }

    /// Rows as printed.
    pub(super) fn rows(&self) -> &'static [Vec<String>] {
        self.table.map_or(&[], |t| &t.rows)
    }

    /// A cell as printed; empty outside the table.
    pub(super) fn cell(&self, row: usize, column: usize) -> &'static str {
        self.rows().get(row).and_then(|r| r.get(column)).map_or("", String::as_str)
    }

    /// A cell as a number; `None` where nothing was measured ("OOM", "–").
    pub(super) fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.cell(row, column).parse().ok().filter(|v: &f64| v.is_finite())
    }

    /// A column of numbers against the first column, as far as it was measured.
    pub(super) fn series(&self, column: usize) -> Vec<(f64, f64)> {
        (0..self.rows().len()).filter_map(|row| self.value(row, 0).zip(self.value(row, column))).collect()
    }

    /// Paper and place in short, where several are cited: `Press et al., ICLR 2022, table 2`.
    pub(super) fn cited_short(&self) -> String {
        let paper = self.source.map_or(String::new(), |s| {
            let first = s.authors.split(',').next().unwrap_or_default();
            format!("{first} et al., {}, ", s.venue)
        });
        format!("{paper}{}", self.place())
    }

    /// Where in its paper: `table 2`.
    pub(super) fn place(&self) -> &'static str {
        self.table.map_or("", |t| &t.place)
    }

    /// Paper and place: `Press, Smith, Lewis, ICLR 2022, table 2`.
    pub(super) fn cited(&self) -> String {
        let paper = self.source.map_or(String::new(), |s| format!("{}, {}", s.authors, s.venue));
        let Some(table) = self.table else { return paper };
        let hand = if table.secondhand { " (reported, second-hand)" } else { "" };
        let parts = [paper.as_str(), table.place.as_str()];
        format!("{}{hand}", parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn numbers_and_their_paper_come_out_of_the_chapter() {
        let press = table("press-512");
        assert_eq!(press.cited(), "Press, Smith, Lewis, ICLR 2022, table 2");
        assert_eq!(press.columns().get(4).map(String::as_str), Some("ALiBi"));
        assert_eq!(press.series(4).last(), Some(&(15_512.0, 18.31)));
    }

    #[test]
    fn what_was_not_measured_is_no_number() {
        let press = table("press-512");
        let last = press.rows().len() - 1;
        assert_eq!((press.cell(last, 3), press.value(last, 3)), ("OOM", None));
        assert_eq!(press.series(3).len(), press.series(4).len() - 1);
        assert!(table("no-such-table").rows().is_empty());
    }
}
