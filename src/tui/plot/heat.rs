//! Heat maps: two pixels a cell with `▀`, or one glyph a cell; and their colour bar with numbers.

use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::colormap::{Ink, Map, legible_on};
use super::frame::Frame;
use super::grid::Grid;
use super::guide::Guide;
use super::text::{Pen, width};
use crate::figure::{Cells, number};

pub(super) fn draw(pen: &mut Pen, cells: &Cells, frame: &Frame) {
    let Guide::Grid(grid) = &frame.guide else { return };
    let map = Map::new(pen.style, cells.min, cells.max, cells.signed);
    let plot = frame.plot;
    for row in 0..plot.height {
        for col in 0..plot.width {
            let pixel = |k: u16| {
                let at = grid.columns.at(col).zip(grid.rows.at(grid.rows.pixels * row + k));
                at.map_or(f64::NAN, |(column, row)| grid.value(cells, column, row))
            };
            if map.has_pixels() {
                pixels(pen, plot.x + col, plot.y + row, map.ink(pixel(0)), map.ink(pixel(1)));
            } else if let Some(Ink::Glyph(glyph, colour)) = map.ink(pixel(0)) {
                pen.dot(plot.x + col, plot.y + row, glyph, foreground(colour));
            }
        }
    }
    texts(pen, cells, frame, grid, &map);
}

fn foreground(colour: Option<Color>) -> Style {
    colour.map_or(Style::new(), |c| Style::new().fg(c))
}

/// Two pixels in one cell; an empty one leaves the background.
fn pixels(pen: &mut Pen, x: u16, y: u16, top: Option<Ink>, bottom: Option<Ink>) {
    let colour = |ink| match ink {
        Some(Ink::Colour(c)) => Some(c),
        _ => None,
    };
    match (colour(top), colour(bottom)) {
        (Some(top), Some(bottom)) => pen.dot(x, y, '▀', Style::new().fg(top).bg(bottom)),
        (Some(top), None) => pen.dot(x, y, '▀', Style::new().fg(top)),
        (None, Some(bottom)) => pen.dot(x, y, '▄', Style::new().fg(bottom)),
        (None, None) => {}
    }
}

/// Numbers written into the cells, if every one of them fits: on the cell's colour, or between its glyphs.
fn texts(pen: &mut Pen, cells: &Cells, frame: &Frame, grid: &Grid, map: &Map) {
    let longest = cells.texts.iter().map(|t| width(&pen.plain(t))).max().unwrap_or(0);
    let all = grid.columns.shown.len() == cells.cols && grid.rows.shown.len() == cells.rows;
    let needed = if map.has_pixels() { (longest, 2) } else { (longest + 2, 1) };
    if longest == 0 || !all || grid.columns.size < needed.0 || grid.rows.size < needed.1 {
        return;
    }
    for (k, text) in cells.texts.iter().enumerate() {
        let (column, row) = (k % cells.cols.max(1), k / cells.cols.max(1));
        let style = match map.ink(grid.value(cells, column, row)) {
            Some(Ink::Colour(colour)) => Style::new().fg(legible_on(colour)).bg(colour),
            // Between its glyphs, or alone where it covers them all: then the number itself is faint or strong.
            Some(Ink::Glyph(glyph, _)) if grid.columns.size <= longest + 2 && grid.rows.size == 1 => weight(glyph),
            Some(Ink::Glyph(..)) => Style::reset(),
            None => continue,
        };
        // A blank on either side parts a number from the glyphs around it.
        let text = if map.has_pixels() { text.clone() } else { format!(" {text} ") };
        let wide = width(&pen.plain(&text));
        let left = frame.plot.x + column as u16 * grid.columns.size + grid.columns.size.saturating_sub(wide) / 2;
        let place = Rect::new(left, frame.plot.y + grid.rows.cell(row), wide, 1);
        pen.put(place, &text, style);
    }
}

/// As strong as the glyph that it stands for.
fn weight(glyph: char) -> Style {
    match glyph {
        '█' | '@' | '%' => Style::reset().add_modifier(Modifier::REVERSED),
        '▓' | '#' | '*' => Style::reset().add_modifier(Modifier::BOLD),
        '·' | '.' | ':' => Style::reset().add_modifier(Modifier::DIM),
        _ => Style::reset(),
    }
}

/// Columns of a colour bar at its longest, its label included.
pub(super) fn widest_bar(cells: &Cells, label: u16) -> u16 {
    let numbers = [cells.min, cells.max].map(|v| width(&number::figures(v, 3)) + 1);
    numbers.iter().sum::<u16>() + label + 2 + LONGEST
}

/// Columns of the longest bar.
const LONGEST: u16 = 22;

/// `label  −1 ▀▀▀▀▀▀▀▀ 1` at the right of a row. Returns the columns used.
pub(super) fn colour_bar(pen: &mut Pen, cells: &Cells, row: Rect) -> u16 {
    let map = Map::new(pen.style, cells.min, cells.max, cells.signed);
    let (low, high) = (number::figures(cells.min, 3), number::figures(cells.max, 3));
    let numbers = width(&low) + width(&high) + 2;
    let label = width(&pen.plain(&cells.label)) + 2;
    // The numbers matter more than the label, and the bar more than both being long.
    let label = if row.width >= numbers + label + 8 { label } else { 0 };
    let Some(bar) = row.width.checked_sub(numbers + label).filter(|w| *w >= 3) else {
        return 0;
    };
    let bar = bar.min(LONGEST);
    let mut x = row.right() - (bar + numbers + label);
    let mut rest = |used: u16| {
        let place = Rect { x, width: row.right().saturating_sub(x), ..row };
        x += used;
        place
    };
    if label > 0 {
        let place = rest(label);
        pen.put(place, &cells.label, pen.style.dim());
    }
    let place = rest(width(&low) + 1);
    pen.put(place, &low, Style::new());
    let place = rest(bar + 1);
    for k in 0..bar {
        let t = f64::from(k) / f64::from(bar - 1);
        match map.ink(cells.min + t * (cells.max - cells.min)) {
            Some(Ink::Colour(c)) => pen.dot(place.x + k, place.y, '█', Style::new().fg(c)),
            Some(Ink::Glyph(glyph, colour)) => pen.dot(place.x + k, place.y, glyph, foreground(colour)),
            None => {}
        }
    }
    if cells.signed && bar >= 9 {
        // Where zero is, in the bar itself.
        pen.put(Rect::new(place.x + bar / 2 - 1, place.y, 3, 1), " 0 ", Style::reset());
    }
    let place = rest(width(&high));
    pen.put(place, &high, Style::new());
    bar + numbers + label
}
