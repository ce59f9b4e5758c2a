//! LaTeX → a box of characters with a baseline, in Unicode or in plain ASCII.
//!
//! [`parse`] turns LaTeX into a small tree ([`tree`]), [`draw`] stacks it in two dimensions, [`linear`] writes it in one
//! row, and [`fit`] breaks what is too wide.

mod draw;
mod error;
mod fence;
mod fit;
mod grid;
mod linear;
mod parse;
pub(super) mod script;
mod spacing;
mod symbols;
mod tree;

pub use error::FormulaError;
pub use fit::layout_within;

use grid::Grid;
use tree::Node;

/// The longest formula that is read, in bytes.
pub const MAX_BYTES: usize = 4096;
/// The deepest nesting of groups, scripts, fractions and environments that is read.
pub const MAX_DEPTH: usize = 32;

/// How a formula is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// In one row: fractions become `a/b`, matrices `(a, b; c, d)`.
    pub inline: bool,
    /// With the characters 0x20–0x7E only.
    pub ascii: bool,
}

/// A formula drawn in rows of equal width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boxed {
    /// The rows, from the top; never empty; trailing blanks are trimmed.
    pub rows: Vec<String>,
    /// The row on which text beside the formula stands.
    pub baseline: usize,
    width: usize,
}

impl Boxed {
    fn new(grid: Grid) -> Self {
        let width = grid.width();
        let baseline = grid.base;
        let mut rows = grid.into_rows();
        for row in &mut rows {
            row.truncate(row.trim_end_matches(' ').len());
        }
        if rows.is_empty() {
            rows.push(String::new());
        }
        Self { rows, baseline, width }
    }

    /// The number of columns the formula takes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows the formula takes.
    pub fn height(&self) -> usize {
        self.rows.len()
    }
}

/// Lays a formula out, however wide it becomes.
///
/// # Errors
/// When the LaTeX cannot be read, is longer than [`MAX_BYTES`] or nested deeper than [`MAX_DEPTH`].
pub fn layout(latex: &str, style: &Style) -> Result<Boxed, FormulaError> {
    let tree = parse::parse(latex)?;
    Ok(Boxed::new(if style.inline { one_row(&tree, style.ascii) } else { draw::draw(&tree, style.ascii) }))
}

/// A formula in one row of text, for use inside a sentence.
///
/// # Errors
/// As [`layout`].
pub fn inline(latex: &str, ascii: bool) -> Result<String, FormulaError> {
    Ok(linear::linear(&parse::parse(latex)?, ascii).trim().to_owned())
}

/// A formula in one row of text, in Unicode and in ASCII.
///
/// # Errors
/// As [`layout`].
pub fn inline_both(latex: &str) -> Result<(String, String), FormulaError> {
    let tree = parse::parse(latex)?;
    let row = |ascii| linear::linear(&tree, ascii).trim().to_owned();
    Ok((row(false), row(true)))
}

/// Whether a formula can be read.
///
/// # Errors
/// As [`layout`].
pub fn check(latex: &str) -> Result<(), FormulaError> {
    parse::parse(latex).map(drop)
}

fn one_row(tree: &Node, ascii: bool) -> Grid {
    Grid::text(linear::linear(tree, ascii).trim())
}

#[cfg(test)]
mod tests;
