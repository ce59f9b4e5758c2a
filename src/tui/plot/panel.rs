//! One panel: axes, layers from back to front, names, cursor.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::heat;
use super::layout::{Frame, heat_map};
use super::raster::{Raster, glyph};
use super::style::{Depth, Marker};
use super::text::{Pen, width};
use crate::figure::{Cursor, Layer, Panel, Tone};

pub(super) fn draw(pen: &mut Pen, panel: &Panel, frame: &Frame, cursor: Option<Cursor>) {
    if frame.plot.is_empty() {
        return;
    }
    if let Some(row) = frame.title {
        let indent = if frame.left.is_empty() {
            frame
                .plot
                .width
                .saturating_sub(width(&pen.plain(&panel.title)))
                / 2
                + frame.plot.x
                - row.x
        } else {
            0
        };
        let row = inset(row, indent.min(row.width / 3));
        pen.put(row, &panel.title, Style::new().add_modifier(Modifier::BOLD));
    }
    if let Some(row) = frame.legend {
        legend(pen, panel, row);
    }
    axes(pen, panel, frame);
    backdrop(pen, panel, frame);
    lines(pen, panel, frame);
    for layer in &panel.layers {
        annotate(pen, layer, frame);
    }
    if let Some(cursor) = cursor.filter(|c| c.panel == frame.panel) {
        crosshair(pen, frame, cursor);
    }
}

fn inset(row: Rect, by: u16) -> Rect {
    Rect {
        x: row.x + by,
        width: row.width.saturating_sub(by),
        ..row
    }
}

/// Title of the y axis at the left, names of the series (or the colour bar) at the right.
fn legend(pen: &mut Pen, panel: &Panel, row: Rect) {
    let mut right = row;
    if let Some(cells) = heat_map(panel) {
        right.width = right
            .width
            .saturating_sub(heat::colour_bar(pen, cells, row) + 2);
    }
    for layer in panel.layers.iter().rev() {
        let (Layer::Line { name, tone, .. }
        | Layer::Points { name, tone, .. }
        | Layer::Band { name, tone, .. }
        | Layer::Bars { name, tone, .. }) = layer
        else {
            continue;
        };
        if name.is_empty() {
            continue;
        }
        let mark = match layer {
            Layer::Points { .. } => pen.glyph('●', pen.style.mark(*tone)),
            Layer::Bars { .. } => pen.glyph('█', pen.style.mark(*tone)),
            _ => pen.style.mark(*tone),
        };
        let text = format!("{mark} {name}");
        let wide = width(&pen.plain(&text)) + 2;
        let Some(rest) = right.width.checked_sub(wide) else {
            break;
        };
        let place = inset(right, rest + 2);
        pen.put(place, &text, pen.style.tone(*tone));
        right.width = rest;
    }
    // The title of the axis stands over its numbers, where nothing else is.
    if width(&pen.plain(&panel.y.label)) <= right.width {
        pen.put(right, &panel.y.label, pen.style.dim());
    }
}

fn axes(pen: &mut Pen, panel: &Panel, frame: &Frame) {
    if frame.left.is_empty() {
        return;
    }
    let (plot, dim) = (frame.plot, pen.style.dim());
    let line = plot.x - 1;
    for y in plot.top()..plot.bottom() {
        pen.dot(line, y, pen.glyph('│', '|'), dim);
    }
    let mut last = None;
    for (value, label) in &frame.y_ticks {
        let Some(row) = frame.y.cell(*value, 4).filter(|row| last != Some(*row)) else {
            continue;
        };
        last = Some(row);
        pen.dot(line, plot.y + row, pen.glyph('┤', '+'), dim);
        let free = frame.left.width.saturating_sub(1);
        let used = width(&pen.plain(label)).min(free);
        let place = Rect::new(line - used, plot.y + row, used, 1);
        pen.put(place, label, dim);
    }
    pen.dot(line, frame.below.y, pen.glyph('└', '+'), dim);
    for x in plot.left()..plot.right() {
        pen.dot(x, frame.below.y, pen.glyph('─', '-'), dim);
    }
    x_numbers(pen, frame, dim);
    if let Some(row) = frame.x_label {
        let indent = plot.width.saturating_sub(width(&pen.plain(&panel.x.label))) / 2;
        pen.put(inset(row, indent), &panel.x.label, dim);
    }
}

/// Ticks at their true cells; a number that would touch its neighbour is left out, never moved.
fn x_numbers(pen: &mut Pen, frame: &Frame, dim: Style) {
    let mut free = frame.below.x;
    for (value, label) in &frame.x_ticks {
        let Some(col) = frame.x.cell(*value, 2) else {
            continue;
        };
        let x = frame.plot.x + col;
        let wide = width(&pen.plain(label));
        let start = x.saturating_sub(wide / 2).max(frame.below.x).min(
            frame
                .plot
                .right()
                .saturating_sub(wide.min(frame.plot.width))
                .max(free),
        );
        pen.dot(x, frame.below.y, pen.glyph('┬', '+'), dim);
        if start >= free && start + wide <= frame.plot.right() + 2 {
            pen.put(Rect::new(start, frame.below.y + 1, wide, 1), label, dim);
            free = start + wide + 1;
        }
    }
}

/// What lies behind the lines: heat map, areas, bars, zero.
fn backdrop(pen: &mut Pen, panel: &Panel, frame: &Frame) {
    if let Some(cells) = heat_map(panel) {
        heat::draw(pen, cells, frame);
        return;
    }
    if !frame.left.is_empty() {
        zero_lines(pen, panel, frame);
    }
    for layer in &panel.layers {
        match layer {
            Layer::Band { tone, points, .. } => {
                for pair in points.windows(2) {
                    if let [a, b] = pair {
                        band(pen, frame, *tone, *a, *b);
                    }
                }
            }
            Layer::Bars { tone, bars, .. } => {
                let gap = bars
                    .windows(2)
                    .filter_map(|w| Some((w.last()?.0 - w.first()?.0).abs()))
                    .fold(1.0, f64::min);
                for bar in bars {
                    self::bar(pen, frame, *tone, *bar, gap);
                }
            }
            _ => {}
        }
    }
}

fn zero_lines(pen: &mut Pen, panel: &Panel, frame: &Frame) {
    let (plot, quiet) = (frame.plot, pen.style.quiet());
    if panel.x.min < 0.0
        && panel.x.max > 0.0
        && !panel.layers.iter().any(|l| matches!(l, Layer::Bars { .. }))
        && let Some(col) = frame.x.cell(0.0, 2).filter(|col| *col > 0)
    {
        for y in plot.top()..plot.bottom() {
            pen.dot(plot.x + col, y, pen.glyph('┊', '.'), quiet);
        }
    }
    if panel.y.min < 0.0
        && panel.y.max > 0.0
        && let Some(row) = frame.y.cell(0.0, 4)
    {
        for x in plot.left()..plot.right() {
            pen.dot(x, plot.y + row, pen.glyph('┈', '.'), quiet);
        }
    }
}

/// Shade between two curves, column by column.
fn band(pen: &mut Pen, frame: &Frame, tone: Tone, a: (f64, f64, f64), b: (f64, f64, f64)) {
    let (Some(from), Some(to)) = (frame.x.cell(a.0, 1), frame.x.cell(b.0, 1)) else {
        return;
    };
    if b.0 <= a.0 {
        return;
    }
    let (style, shade) = (
        pen.style.tone(tone).add_modifier(Modifier::DIM),
        pen.glyph('░', ':'),
    );
    for col in from..=to.max(from) {
        // A column belongs to the pair of points that its middle lies between.
        let t = (frame.x.middle(col) - a.0) / (b.0 - a.0);
        if !(0.0..1.0).contains(&t) {
            continue;
        }
        let (low, high) = (a.1 + t * (b.1 - a.1), a.2 + t * (b.2 - a.2));
        let (Some(bottom), Some(top)) = (frame.y.cell(low, 1), frame.y.cell(high, 1)) else {
            continue;
        };
        for row in top..=bottom {
            pen.dot(frame.plot.x + col, frame.plot.y + row, shade, style);
        }
    }
}

/// A bar from zero; its end to an eighth of a row where the glyphs allow.
fn bar(pen: &mut Pen, frame: &Frame, tone: Tone, (x, height): (f64, f64), gap: f64) {
    const PARTS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    // All bars of one width, with a cell of air between them as soon as there is one to spare.
    let apart = frame.x.dot(x + gap, 1) - frame.x.dot(x, 1);
    let wide = if apart >= 2.0 {
        apart.floor() - 1.0
    } else {
        apart.floor().max(1.0)
    };
    let left = frame.x.dot(x, 1) - 0.5 * (wide - 1.0);
    let last = f64::from(frame.plot.width) - 1.0;
    let (from, to) = (
        (left + 0.01).round().clamp(0.0, last) as u16,
        (left + wide - 0.99).round().clamp(0.0, last) as u16,
    );
    let eighths = f64::from(frame.plot.height) * 8.0;
    // From the middle of the row that shows the zero line, so that bars of both signs meet on it.
    let zero = frame
        .y
        .cell(0.0, 4)
        .filter(|row| row + 1 < frame.plot.height);
    let zero = zero.map_or(frame.y.dot(0.0, 8), |row| f64::from(row) * 8.0 + 3.5);
    let end = frame.y.dot(height, 8);
    if !(left.is_finite() && zero.is_finite() && end.is_finite()) {
        return;
    }
    let top = (zero.min(end) + 0.5).clamp(0.0, eighths).round() as u16;
    let bottom = (zero.max(end) + 0.5).clamp(0.0, eighths).round() as u16;
    let (style, mark) = (pen.style.tone(tone), pen.style.mark(tone));
    for row in top / 8..bottom.div_ceil(8) {
        let (cell_top, cell_bottom) = (row * 8, row * 8 + 8);
        let covered = bottom.min(cell_bottom).saturating_sub(top.max(cell_top));
        let glyph = match covered {
            0 => continue,
            8 => '█',
            n if bottom >= cell_bottom => PARTS.get(usize::from(n)).copied().unwrap_or('█'),
            n if n >= 6 => '█',
            n if n >= 2 => '▀',
            _ => '▔',
        };
        if pen.style.ascii && covered < 3 {
            continue;
        }
        for col in from..=to {
            pen.dot(
                frame.plot.x + col,
                frame.plot.y + row,
                pen.glyph(glyph, mark),
                style,
            );
        }
    }
}

/// Lines, arrows and arcs share one raster, so that crossings keep the dots of both.
fn lines(pen: &mut Pen, panel: &Panel, frame: &Frame) {
    let marker = pen.style.marker();
    let mut raster = Raster::new(frame.plot.width, frame.plot.height, marker);
    let (dx, dy) = marker.dots();
    let at = |p: (f64, f64)| (frame.x.dot(p.0, dx), frame.y.dot(p.1, dy));
    let layers = || panel.layers.iter().take(250).enumerate();
    for (k, layer) in layers() {
        match layer {
            Layer::Line { points, .. } => {
                for pair in points.windows(2) {
                    if let [a, b] = pair {
                        raster.line(at(*a), at(*b));
                    }
                }
                if let [only] = points.as_slice() {
                    let (x, y) = at(*only);
                    raster.dot(x, y);
                }
            }
            Layer::Arrows { arrows, .. } => arrows
                .iter()
                .for_each(|(tail, head)| arrow(&mut raster, marker, at(*tail), at(*head))),
            Layer::Arcs { arcs, .. } => arcs
                .iter()
                .for_each(|arc| self::arc(&mut raster, *arc, &at)),
            _ => continue,
        }
        raster.finish(k as u8, tone(layer) == Some(Tone::Quiet));
    }
    for (col, row, dots, owner) in raster.filled() {
        let Some(tone) = panel.layers.get(usize::from(owner)).and_then(tone) else {
            continue;
        };
        let glyph = glyph(marker, dots, pen.style.mark(tone));
        pen.dot(
            frame.plot.x + col,
            frame.plot.y + row,
            glyph,
            pen.style.tone(tone),
        );
    }
    marks_without_colour(pen, panel, frame, &raster);
}

/// Without colour, several lines are told apart by their marks, set on the lines here and there.
fn marks_without_colour(pen: &mut Pen, panel: &Panel, frame: &Frame, raster: &Raster) {
    let several = panel
        .layers
        .iter()
        .filter(|l| matches!(l, Layer::Line { .. }))
        .count()
        > 1;
    if pen.style.depth != Depth::Mono || pen.style.marker() == Marker::Ascii || !several {
        return;
    }
    for (k, layer) in panel.layers.iter().enumerate() {
        let Layer::Line { name, tone, .. } = layer else {
            continue;
        };
        if name.is_empty() {
            continue;
        }
        let owned = || raster.filled().filter(|cell| usize::from(cell.3) == k);
        let spaced = |cell: &(u16, u16, u8, u8)| (cell.0 + 5 * k as u16).is_multiple_of(14);
        // A line too short to meet the grid of marks still gets one.
        let last = owned()
            .last()
            .into_iter()
            .filter(|_| !owned().any(|c| spaced(&c)));
        for (col, row, ..) in owned().filter(spaced).chain(last) {
            pen.dot(
                frame.plot.x + col,
                frame.plot.y + row,
                pen.style.mark(*tone),
                Style::new(),
            );
        }
    }
}

fn tone(layer: &Layer) -> Option<Tone> {
    match layer {
        Layer::Line { tone, .. }
        | Layer::Points { tone, .. }
        | Layer::Band { tone, .. }
        | Layer::Bars { tone, .. }
        | Layer::Arrows { tone, .. }
        | Layer::Arcs { tone, .. }
        | Layer::Rule { tone, .. }
        | Layer::Level { tone, .. }
        | Layer::Label { tone, .. } => Some(*tone),
        Layer::Cells(_) => None,
    }
}

/// A shaft and, where dots are small enough, two barbs.
fn arrow(raster: &mut Raster, marker: Marker, tail: (f64, f64), head: (f64, f64)) {
    raster.line(tail, head);
    let length = libm::hypot(head.0 - tail.0, head.1 - tail.1);
    if marker == Marker::Ascii || !length.is_finite() || length < 4.0 {
        return;
    }
    let back = libm::atan2(tail.1 - head.1, tail.0 - head.0);
    let barb = (0.22 * length).clamp(2.0, 4.5);
    for side in [-0.5, 0.5] {
        let angle = back + side;
        raster.line(
            head,
            (
                head.0 + barb * libm::cos(angle),
                head.1 + barb * libm::sin(angle),
            ),
        );
    }
}

fn arc(
    raster: &mut Raster,
    (centre, radius, from, to): ((f64, f64), f64, f64, f64),
    at: &impl Fn((f64, f64)) -> (f64, f64),
) {
    let point = |angle: f64| {
        at((
            centre.0 + radius * libm::cos(angle),
            centre.1 + radius * libm::sin(angle),
        ))
    };
    // Short chords: an eighth of a radian is round enough at any size of a terminal.
    let steps = ((to - from).abs() * 16.0).ceil().clamp(1.0, 512.0) as u16;
    let angle = |k: u16| from + (to - from) * f64::from(k) / f64::from(steps);
    for k in 0..steps {
        raster.line(point(angle(k)), point(angle(k + 1)));
    }
}

/// What is written on top: points, rules, levels, labels, names of arrows.
fn annotate(pen: &mut Pen, layer: &Layer, frame: &Frame) {
    let plot = frame.plot;
    match layer {
        Layer::Points { tone, points, .. } => {
            let style = pen.style.tone(*tone).add_modifier(Modifier::BOLD);
            let mark = pen.glyph('●', pen.style.mark(*tone));
            for (x, y) in points.iter().filter_map(|p| frame.cell(p.0, p.1)) {
                pen.dot(x, y, mark, style);
            }
        }
        Layer::Rule { name, tone, x } => {
            let Some(col) = frame.x.cell(*x, 2) else {
                return;
            };
            let (x, style) = (plot.x + col, pen.style.tone(*tone));
            name_beside(pen, frame, x, name, style);
            for y in plot.top()..plot.bottom() {
                if pen.is_free(x, y) {
                    pen.dot(x, y, pen.glyph('┊', ':'), style);
                }
            }
            pen.dot(x, frame.below.y, pen.glyph('▴', '^'), style);
        }
        Layer::Level { name, tone, y } => {
            let Some(row) = frame.y.cell(*y, 4) else {
                return;
            };
            let (y, style) = (plot.y + row, pen.style.tone(*tone));
            let wide = width(&pen.plain(name));
            let start = plot.right().saturating_sub(wide).max(plot.x);
            if pen.is_free_run(start, y, wide) {
                pen.put(Rect::new(start, y, wide, 1), name, style);
            }
            for x in plot.left()..plot.right() {
                if pen.is_free(x, y) {
                    pen.dot(x, y, pen.glyph('╌', '-'), style);
                }
            }
        }
        Layer::Label { text, tone, at } => {
            if let Some((x, y)) = frame.cell(at.0, at.1) {
                let place = Rect::new(x, y, plot.right().saturating_sub(x), 1);
                pen.put(place, text, pen.style.tone(*tone));
            }
        }
        Layer::Arrows { name, tone, arrows } => {
            for (tail, head) in arrows {
                // A little beyond the tip, along the arrow.
                let tip = (
                    tail.0 + 1.16 * (head.0 - tail.0),
                    tail.1 + 1.16 * (head.1 - tail.1),
                );
                if let Some((x, y)) = frame.cell(tip.0, tip.1) {
                    let style = pen.style.tone(*tone).add_modifier(Modifier::BOLD);
                    pen.put(name_place(pen, plot, x, y, name), name, style);
                }
            }
        }
        _ => {}
    }
}

/// The first free place at or around a cell, so that two names never cover each other.
fn name_place(pen: &Pen, plot: Rect, x: u16, y: u16, name: &str) -> Rect {
    let wide = width(&pen.plain(name));
    let around: [(i32, i32); 7] = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0)];
    let places = around.iter().filter_map(|(dx, dy)| {
        Some((
            x.checked_add_signed(*dx as i16)?,
            y.checked_add_signed(*dy as i16)?,
        ))
    });
    let inside =
        |(x, y): &(u16, u16)| plot.contains((*x, *y).into()) && pen.is_free_run(*x, *y, wide);
    let (x, y) = places.into_iter().find(inside).unwrap_or((x, y));
    Rect::new(x, y, wide, 1)
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
fn crosshair(pen: &mut Pen, frame: &Frame, cursor: Cursor) {
    let Some((x, y)) = frame.cell(cursor.x, cursor.y) else {
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
