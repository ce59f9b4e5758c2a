//! Tables: columns as wide as their content, cells wrapped when the table is too wide, numbers to the right.

use super::model::{Inline, Table};
use super::wrap::{self, wrap};
use super::{Opts, Role, Span};
use pulldown_cmark::Alignment;

/// Columns between two columns.
const GAP: usize = 2;
/// The narrowest a column becomes before the table is written as a list of rows.
const NARROWEST: usize = 4;

/// A table in lines of at most `room` columns.
pub(super) fn table(table: &Table, room: usize, opts: &Opts) -> Vec<Vec<Span>> {
    let Some(widths) = widths(table, room, opts) else {
        return records(table, room, opts);
    };
    let right: Vec<bool> = (0..widths.len()).map(|at| stands_right(table, at)).collect();
    let mut out = row(&table.head, &widths, &right, opts);
    for span in out.iter_mut().flatten().filter(|span| span.role == Role::Text) {
        span.role = Role::TableHead;
    }
    let rule = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    out.push(vec![line(if opts.ascii { "-" } else { "─" }.repeat(rule), Role::Rule)]);
    for cells in &table.rows {
        out.extend(row(cells, &widths, &right, opts));
    }
    out
}

fn line(text: String, role: Role) -> Span {
    Span { text, role, ..Span::default() }
}

/// The columns' widths: as wide as their content, or the widest ones narrowed until the table fits.
fn widths(table: &Table, room: usize, opts: &Opts) -> Option<Vec<usize>> {
    let count = table.head.len();
    let cells = |at: usize| table.rows.iter().chain([&table.head]).filter_map(move |row| row.get(at));
    let mut widths: Vec<usize> =
        (0..count).map(|at| cells(at).map(|cell| wrap::natural(cell, opts)).max().unwrap_or(0).max(1)).collect();
    let gaps = GAP * count.saturating_sub(1);
    let floors: Vec<usize> = (0..count)
        .map(|at| cells(at).map(|cell| wrap::widest_word(cell, opts)).max().unwrap_or(0).clamp(NARROWEST, 16))
        .collect();
    let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(room);
    while excess > 0 {
        let able = widths.iter_mut().zip(&floors).filter(|(width, floor)| **width > **floor);
        let (widest, _) = able.max_by_key(|(width, _)| **width)?;
        *widest -= 1;
        excess -= 1;
    }
    Some(widths)
}

fn row(cells: &[Vec<Inline>], widths: &[usize], right: &[bool], opts: &Opts) -> Vec<Vec<Span>> {
    let wrapped: Vec<Vec<Vec<Span>>> = widths
        .iter()
        .enumerate()
        .map(|(at, width)| cells.get(at).map_or_else(Vec::new, |cell| wrap(cell, *width, opts)))
        .collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(1);
    (0..height)
        .map(|y| {
            let mut out: Vec<Span> = Vec::new();
            for ((at, cell), (width, right)) in wrapped.iter().enumerate().zip(widths.iter().zip(right)) {
                let content = cell.get(y).cloned().unwrap_or_default();
                let used: usize = content.iter().map(|span| wrap::width(&span.text)).sum();
                let blank = width.saturating_sub(used);
                let before = if at > 0 { GAP } else { 0 } + if *right { blank } else { 0 };
                out.push(line(" ".repeat(before), Role::Text));
                out.extend(content);
                out.push(line(" ".repeat(if *right { 0 } else { blank }), Role::Text));
            }
            out.retain(|span| !span.text.is_empty());
            out
        })
        .collect()
}

/// Too many columns for the width: every row becomes a few lines `head: cell`.
fn records(table: &Table, room: usize, opts: &Opts) -> Vec<Vec<Span>> {
    let mut out = Vec::new();
    for (number, cells) in table.rows.iter().enumerate() {
        if number > 0 {
            out.push(Vec::new());
        }
        for (head, cell) in table.head.iter().zip(cells) {
            let mut runs = head.clone();
            for run in &mut runs {
                if let Inline::Text { span, .. } = run
                    && span.role == Role::Text
                {
                    span.role = Role::TableHead;
                }
            }
            runs.push(Inline::Text { span: line(": ".into(), Role::TableHead), ascii: None });
            runs.extend(cell.iter().cloned());
            out.extend(wrap(&runs, room, opts));
        }
    }
    out
}

/// Numbers stand at the right, unless the author says otherwise.
fn stands_right(table: &Table, at: usize) -> bool {
    match table.align.get(at) {
        Some(Alignment::Left | Alignment::Center) => return false,
        Some(Alignment::Right) => return true,
        _ => {}
    }
    let cells =
        table.rows.iter().filter_map(|row| row.get(at)).map(|cell| plain(cell)).filter(|cell| !cell.trim().is_empty());
    let (mut numbers, mut others) = (0, 0);
    for cell in cells {
        if is_number(&cell) {
            numbers += 1;
        } else if cell.trim().chars().count() > 4 {
            // A short mark such as OOM or a dash stands among numbers.
            return false;
        } else {
            others += 1;
        }
    }
    numbers > others
}

fn plain(cell: &[Inline]) -> String {
    let text = |run: &Inline| match run {
        Inline::Text { span, .. } => span.text.clone(),
        Inline::Break => " ".into(),
    };
    cell.iter().map(text).collect()
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    text.chars().any(|c| c.is_ascii_digit() || c == '∞')
        && text.chars().all(|c| {
            c.is_ascii_digit()
                || matches!(
                    c,
                    '.' | ',' | '-' | '−' | '+' | '±' | '%' | '∞' | '×' | '/' | ' ' | '\u{a0}' | 'e' | 'k' | 'M'
                )
        })
}
