//! Formulas broken to a width: before relations first, then before operators, then between factors, and in one wrapped
//! row when all else fails.

use super::grid::Grid;
use super::tree::{Align, Class, Columns, Node};
use super::{Boxed, FormulaError, Style, draw, linear, one_row, parse};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Lays a formula out in at most `width` columns (at least one).
///
/// # Errors
/// As [`super::layout`].
pub fn layout_within(latex: &str, width: usize, style: &Style) -> Result<Boxed, FormulaError> {
    let tree = parse::parse(latex)?;
    let width = width.max(1);
    let whole = if style.inline { one_row(&tree, style.ascii) } else { draw::draw(&tree, style.ascii) };
    if whole.width() <= width {
        return Ok(Boxed::new(whole));
    }
    let broken = if style.inline { None } else { broken(&tree, width, style.ascii) };
    Ok(Boxed::new(broken.unwrap_or_else(|| wrapped(&linear::linear(&tree, style.ascii), width))))
}

fn broken(tree: &Node, width: usize, ascii: bool) -> Option<Grid> {
    match tree {
        Node::Row(items) => match items.as_slice() {
            [Node::Table { rows, columns: Columns::Equations | Columns::Lines }] => equations(rows, width, ascii),
            items => row(items, width, ascii),
        },
        Node::Table { rows, columns: Columns::Equations | Columns::Lines } => equations(rows, width, ascii),
        _ => None,
    }
}

/// Aligned equations: each is broken for itself, one under the other.
fn equations(rows: &[Vec<Node>], width: usize, ascii: bool) -> Option<Grid> {
    let each = rows.iter().map(|cells| {
        let items: Vec<Node> = cells.iter().flat_map(|cell| cell.items().iter().cloned()).collect();
        let grid = draw::draw(&Node::Row(items.clone()), ascii);
        if grid.width() <= width { Some(grid) } else { row(&items, width, ascii) }
    });
    each.collect::<Option<Vec<_>>>().map(pile)
}

/// A row, broken before relations alone if that is enough, else before binary operators, else between bracketed factors.
fn row(items: &[Node], width: usize, ascii: bool) -> Option<Grid> {
    let parts = draw::parts(items, ascii, false);
    let last_starts = [Start::Relation, Start::Operator, Start::Factor];
    last_starts.into_iter().find_map(|last| {
        let pieces = pieces(&parts, last);
        let hang = hang(&pieces, width);
        fill(&pieces, hang, width).or_else(|| fill(&pieces, 0, width))
    })
}

/// What is never broken, with the place where it stands when it starts a line.
struct Piece {
    starts: Start,
    gap: usize,
    grid: Grid,
}

/// Why a line may begin with a piece, from the best reason to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    Formula,
    Relation,
    Operator,
    Factor,
}

fn pieces(parts: &[(Class, usize, Grid)], last: Start) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let (mut after_comma, mut after_factor) = (false, false);
    for (class, gap, grid) in parts {
        let starts = match class {
            Class::Rel => Some(Start::Relation),
            Class::Bin => Some(Start::Operator),
            Class::Fence if after_factor => Some(Start::Factor),
            _ if after_comma && *gap > 1 => Some(Start::Formula),
            _ => None,
        };
        let starts = starts.filter(|starts| *starts <= last);
        after_comma = *class == Class::Punct;
        after_factor = *class == Class::Fence;
        match (starts, out.last_mut()) {
            (None, Some(piece)) => {
                piece.grid.append(Grid::blank(*gap));
                piece.grid.append(grid.clone());
            }
            (starts, _) => out.push(Piece { starts: starts.unwrap_or(Start::Formula), gap: *gap, grid: grid.clone() }),
        }
    }
    out
}

/// The column of the first relation, when it is not too far to the right.
fn hang(pieces: &[Piece], width: usize) -> usize {
    let before = pieces.iter().take_while(|piece| piece.starts != Start::Relation);
    let (count, columns) =
        before.fold((0, 0), |(count, columns), piece| (count + 1, columns + piece.gap + piece.grid.width()));
    match columns + 1 {
        _ if count == pieces.len() => 0,
        column if column > width / 2 => 2,
        column => column,
    }
}

/// Puts pieces on lines; later lines of an equation begin at `hang`.
fn fill(pieces: &[Piece], hang: usize, width: usize) -> Option<Grid> {
    let mut lines: Vec<Grid> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.width() + piece.gap + piece.grid.width() <= width => {
                line.append(Grid::blank(piece.gap));
                line.append(piece.grid.clone());
            }
            _ => {
                let indent = match (lines.is_empty(), piece.starts) {
                    (true, _) | (_, Start::Formula) => 0,
                    (_, Start::Relation) => hang,
                    (_, Start::Operator | Start::Factor) => hang + 2,
                };
                let mut line = Grid::default();
                if indent > 0 {
                    line.append(Grid::blank(indent));
                }
                line.append(piece.grid.clone());
                if line.width() > width {
                    return None;
                }
                lines.push(line);
            }
        }
    }
    Some(pile(lines))
}

/// Lines under each other, with air between tall ones.
fn pile(lines: Vec<Grid>) -> Grid {
    let tall = lines.iter().any(|line| line.height() > 1);
    let mut parts = Vec::with_capacity(2 * lines.len());
    for line in lines {
        if tall && !parts.is_empty() {
            parts.push(Grid::blank(1));
        }
        parts.push(line);
    }
    Grid::stack(parts, 0, Align::Left)
}

/// One row of text wrapped at spaces; words that are too long are cut between graphemes.
fn wrapped(text: &str, width: usize) -> Grid {
    let indent = if width >= 8 { "  " } else { "" };
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let mut start = |used: &mut usize| {
            lines.push(indent.to_owned());
            *used = indent.len();
        };
        let blank = used > indent.len() || (used > 0 && indent.is_empty());
        if used + usize::from(blank) + word.width() > width && blank {
            start(&mut used);
        }
        let mut glue = used > indent.len();
        for grapheme in word.graphemes(true) {
            let needed = grapheme.width() + usize::from(glue);
            if used + needed > width && used > 0 {
                lines.push(indent.to_owned());
                used = indent.len();
                glue = false;
            }
            if let Some(line) = lines.last_mut().filter(|_| grapheme.width() <= width) {
                if glue {
                    line.push(' ');
                    used += 1;
                    glue = false;
                }
                line.push_str(grapheme);
                used += grapheme.width();
            }
        }
    }
    Grid::from_rows(lines, 0)
}
