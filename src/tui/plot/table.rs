//! The small table beside or below the panels.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::text::{Pen, width};
use crate::figure::DataTable;
use crate::typeset::ascii::fold;

/// Columns between two columns of a table.
const GAP: u16 = 2;

/// Columns and rows that a table needs.
pub(super) fn size(table: &DataTable, ascii: bool) -> (u16, u16) {
    let widths = column_widths(table, |text| if ascii { width(&fold(text)) } else { width(text) });
    // Two more at the left for the pointer.
    let total = widths.iter().sum::<u16>() + GAP * (widths.len() as u16).saturating_sub(1) + 2;
    (total, table.rows.len() as u16 + 1)
}

fn column_widths(table: &DataTable, measure: impl Fn(&str) -> u16) -> Vec<u16> {
    let columns = table.rows.iter().map(Vec::len).chain([table.columns.len()]).max().unwrap_or(0);
    let of = |k: usize| {
        let cells = table.rows.iter().filter_map(|r| r.get(k)).chain(table.columns.get(k));
        cells.map(|t| measure(t)).max().unwrap_or(0)
    };
    (0..columns).map(of).collect()
}

/// Numbers stand under each other at the right; a column of words at the left. `OOM` among numbers makes no column of words.
fn is_words(table: &DataTable, column: usize) -> bool {
    let cells = || table.rows.iter().filter_map(|r| r.get(column)).filter(|t| !matches!(t.as_str(), "" | "–"));
    let words = cells().filter(|t| t.starts_with(char::is_alphabetic)).count();
    2 * words >= cells().count().max(1)
}

pub(super) fn draw(pen: &mut Pen, table: &DataTable, area: Rect) {
    let widths = column_widths(table, |text| width(&pen.plain(text)));
    let head = Rect { height: 1, ..area };
    row(pen, table, &widths, head, &table.columns, pen.style.dim());
    for (k, line) in shown(table, area.height.saturating_sub(1)).into_iter().enumerate() {
        let Some(cells) = table.rows.get(line) else {
            continue;
        };
        let place = Rect { y: area.y + 1 + k as u16, height: 1, ..area };
        let marked = table.mark == Some(line);
        let style = if marked { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        row(pen, table, &widths, place, cells, style);
        if marked {
            let pointer = pen.glyph('▸', '>');
            pen.dot(place.x, place.y, pointer, style);
        }
    }
}

/// Rows that fit; the marked one is always among them.
fn shown(table: &DataTable, most: u16) -> Vec<usize> {
    let most = usize::from(most);
    let mut rows: Vec<usize> = (0..table.rows.len().min(most)).collect();
    if let Some(mark) = table.mark
        && let Some(last) = rows.last_mut()
        && mark > *last
    {
        *last = mark;
    }
    rows
}

fn row(pen: &mut Pen, table: &DataTable, widths: &[u16], area: Rect, cells: &[String], style: Style) {
    let mut x = area.x.saturating_add(2);
    for (k, (text, wide)) in cells.iter().zip(widths).enumerate() {
        let used = width(&pen.plain(text));
        let indent = if is_words(table, k) { 0 } else { wide.saturating_sub(used) };
        let left = x.saturating_add(indent);
        if left >= area.right() {
            return;
        }
        let place = Rect { x: left, width: area.right() - left, ..area };
        pen.put(place, text, style);
        x = x.saturating_add(wide + GAP);
    }
}
