//! What is written on top of a panel: points, rules, levels, labels, names of arrows, the cursor.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::frame::Frame;
use super::text::{Pen, width};
use crate::figure::{Cursor, Layer, Tone};

/// The layers that are signs and not data; each looks for a place where it covers nothing.
pub(super) fn draw(pen: &mut Pen, layer: &Layer, frame: &Frame) {
    let plot = frame.plot;
    match layer {
        Layer::Points { tone, points, .. } => {
            let style = pen.style.tone(*tone).add_modifier(Modifier::BOLD);
            let mark = pen.point(*tone);
            for (x, y) in points.iter().filter_map(|p| frame.cell(p.0, p.1)) {
                // A number in the cell of a heat map is underlined and not covered.
                match pen.text_at(x, y) {
                    Some(text) => (text.left()..text.right()).for_each(|x| {
                        pen.restyle(x, y, Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED))
                    }),
                    None => pen.dot(x, y, mark, style),
                }
            }
        }
        Layer::Rule { name, tone, x } => {
            let Some(col) = frame.column(*x) else {
                return;
            };
            let (x, style) = (plot.x + col, pen.style.tone(*tone));
            name_beside(pen, frame, x, name, pen.style.words(*tone));
            for y in plot.top()..plot.bottom() {
                if pen.is_open(x, y) {
                    pen.dot(x, y, pen.glyph('┊', ':'), style);
                }
            }
            pen.dot(x, frame.below.y, pen.glyph('▴', '^'), style);
        }
        Layer::Level { name, tone, y } => {
            let Some(row) = frame.row(*y) else {
                return;
            };
            let (y, style) = (plot.y + row, pen.style.tone(*tone));
            let wide = width(&pen.plain(name));
            // At the right end if nothing is there, else at the left.
            let ends = [plot.right().saturating_sub(wide).max(plot.x), plot.x + 1];
            if let Some(start) = ends.into_iter().find(|x| x + wide <= plot.right() && pen.is_free_run(*x, y, wide)) {
                pen.put(Rect::new(start, y, wide, 1), name, pen.style.words(*tone));
            }
            for x in plot.left()..plot.right() {
                if pen.is_open(x, y) {
                    pen.dot(x, y, pen.glyph('╌', '-'), style);
                }
            }
        }
        Layer::Label { text, tone, at } => {
            if let Some((x, y)) = frame.near(at.0, at.1) {
                // Where it would cover data or another label, also a column further, it is left out.
                let wide = width(&pen.plain(text));
                let free = |x: &u16| x + wide <= plot.right() && pen.is_free_run(*x, y, wide);
                if let Some(x) = [x, x + 1].into_iter().find(free) {
                    pen.put(Rect::new(x, y, wide, 1), text, pen.style.words(*tone));
                }
            }
        }
        Layer::Arrows { name, tone, arrows } => {
            for (tail, head) in arrows {
                // A little beyond the tip, along the arrow.
                let tip = (tail.0 + 1.14 * (head.0 - tail.0), tail.1 + 1.14 * (head.1 - tail.1));
                if let Some((x, y)) = frame.near(tip.0, tip.1) {
                    let style = pen.style.tone(*tone).add_modifier(Modifier::BOLD);
                    // A name left of its arrow ends at the tip.
                    let back = if head.0 < tail.0 { width(&pen.plain(name)).saturating_sub(1) } else { 0 };
                    if let Some(place) = name_place(pen, plot, x.saturating_sub(back), y, name) {
                        pen.put(place, name, style);
                    }
                }
            }
        }
        _ => {}
    }
}

/// The first free place at or around a cell; where all are taken, one that covers dots but no other name.
fn name_place(pen: &Pen, plot: Rect, x: u16, y: u16, name: &str) -> Option<Rect> {
    let wide = width(&pen.plain(name));
    let around: [(i16, i16); 7] = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0)];
    let places = || {
        let moved = around.iter().filter_map(|(dx, dy)| x.checked_add_signed(*dx).zip(y.checked_add_signed(*dy)));
        let places = moved.map(|(x, y)| Rect::new(x, y, wide, 1));
        places.filter(|r| {
            wide > 0 && r.x >= plot.x && r.right() <= plot.right() && plot.top() <= r.y && r.y < plot.bottom()
        })
    };
    let free = places().find(|r| pen.is_free_run(r.x, r.y, r.width));
    free.or_else(|| places().find(|r| !pen.is_written(*r)))
}

/// The name of a rule in the first row that has room for it, right of the rule or left.
fn name_beside(pen: &mut Pen, frame: &Frame, x: u16, name: &str, style: Style) {
    let wide = width(&pen.plain(name));
    let plot = frame.plot;
    for y in plot.top()..plot.bottom() {
        let right = (x + 2, x + 2 + wide <= plot.right());
        let left = (x.saturating_sub(wide + 1), x > plot.x + wide);
        for (start, fits) in [right, left] {
            if fits && pen.is_free_run(start, y, wide) {
                pen.put(Rect::new(start, y, wide, 1), name, style);
                return;
            }
        }
    }
}

/// Lines through free cells, the cell itself inverted, and a mark on both axes (all that shows on a heat map).
pub(super) fn crosshair(pen: &mut Pen, frame: &Frame, cursor: Cursor) {
    let Some((x, y)) = frame.guide.cell(frame, cursor) else {
        return;
    };
    let (plot, style) = (frame.plot, pen.style.tone(Tone::Accent));
    for col in plot.left()..plot.right() {
        if pen.is_free(col, y) {
            pen.dot(col, y, pen.glyph('─', '-'), pen.style.quiet());
        }
    }
    for row in plot.top()..plot.bottom() {
        if pen.is_free(x, row) {
            pen.dot(x, row, pen.glyph('│', '|'), pen.style.quiet());
        }
    }
    if !frame.left.is_empty() {
        pen.dot(plot.x - 1, y, pen.glyph('▸', '>'), style);
        pen.dot(x, frame.below.y, pen.glyph('▴', '^'), style);
    }
    pen.restyle(x, y, Style::new().add_modifier(Modifier::REVERSED));
}
