//! Rows of text of equal width with a baseline. A row is a string and its width in columns, so that a cell may hold a
//! whole grapheme (a letter with its accent) and nothing is ever cut.

use super::tree::Align;
use unicode_width::UnicodeWidthStr;

/// A box of characters; every row is `width` columns wide.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    rows: Vec<String>,
    width: usize,
    /// The row on which neighbours stand.
    pub(super) base: usize,
}

impl Grid {
    /// One row.
    pub(super) fn text(text: &str) -> Self {
        Self { width: text.width(), rows: vec![text.to_owned()], base: 0 }
    }

    /// A row of blanks.
    pub(super) fn blank(width: usize) -> Self {
        Self { rows: vec![" ".repeat(width)], width, base: 0 }
    }

    /// Rows as they are; shorter ones are filled up.
    pub(super) fn from_rows(rows: Vec<String>, base: usize) -> Self {
        let width = rows.iter().map(|row| row.width()).max().unwrap_or(0);
        let rows = rows.into_iter().map(|row| fill(row, width)).collect();
        Self { rows, width, base }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Rows below the baseline.
    pub(super) fn depth(&self) -> usize {
        self.height().saturating_sub(self.base + 1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.width == 0
    }

    pub(super) fn into_rows(self) -> Vec<String> {
        self.rows
    }

    /// The row on the baseline.
    pub(super) fn base_row(&self) -> &str {
        self.rows.get(self.base).map_or("", String::as_str)
    }

    /// Widens to `width` columns.
    pub(super) fn pad(mut self, width: usize, align: Align) -> Self {
        let missing = width.saturating_sub(self.width);
        if missing == 0 {
            return self;
        }
        let before = match align {
            Align::Left => 0,
            Align::Centre => missing / 2,
            Align::Right => missing,
        };
        for row in &mut self.rows {
            row.insert_str(0, &" ".repeat(before));
            row.push_str(&" ".repeat(missing - before));
        }
        self.width = width;
        self
    }

    /// Adds blank rows until there are `above` rows above the baseline and `below` under it.
    fn reach(&mut self, above: usize, below: usize) {
        let blank = " ".repeat(self.width);
        for _ in self.base..above {
            self.rows.insert(0, blank.clone());
        }
        self.base = self.base.max(above);
        while self.depth() < below {
            self.rows.push(blank.clone());
        }
    }

    /// Puts `right` to the right, baseline on baseline.
    pub(super) fn append(&mut self, mut right: Self) {
        if self.rows.is_empty() {
            *self = right;
            return;
        }
        if right.rows.is_empty() {
            return;
        }
        self.reach(right.base, right.depth());
        right.reach(self.base, self.depth());
        for (row, more) in self.rows.iter_mut().zip(&right.rows) {
            row.push_str(more);
        }
        self.width += right.width;
    }

    /// Puts `right` to the right, baseline on baseline.
    pub(super) fn beside(mut self, right: Self) -> Self {
        self.append(right);
        self
    }

    /// Stacks boxes; the baseline is that of the part number `base`.
    pub(super) fn stack(parts: Vec<Self>, base: usize, align: Align) -> Self {
        let width = parts.iter().map(Self::width).max().unwrap_or(0);
        let mut out = Self { width, ..Self::default() };
        for (number, part) in parts.into_iter().enumerate() {
            if number == base {
                out.base = out.rows.len() + part.base;
            }
            out.rows.extend(part.pad(width, align).rows);
        }
        out
    }
}

fn fill(mut row: String, width: usize) -> String {
    let missing = width.saturating_sub(row.width());
    row.push_str(&" ".repeat(missing));
    row
}
