//! One panel: axes, layers from back to front, names, cursor.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::frame::{Frame, heat_map};
use super::raster::{Raster, glyph};
use super::style::{Depth, Marker};
use super::text::{Pen, width};
use super::{annotate, backdrop, heat};
use crate::figure::{Cursor, Layer, Panel, Tone};

pub(super) fn draw(pen: &mut Pen, panel: &Panel, frame: &Frame, cursor: Option<Cursor>) {
    if frame.plot.is_empty() {
        return;
    }
    if let Some(row) = frame.title {
        let title = titled(&panel.title, frame.of, row.width);
        let fits = |title: &String| width(&pen.plain(title)) <= row.width;
        // Where there is no room for a number, its name: half a number would be another one.
        let name = title.split(" = ").next().unwrap_or_default().to_string();
        let shorter = [title.replace(" = ", "="), name].into_iter().find(fits);
        let title = if fits(&title) { title } else { shorter.unwrap_or(title) };
        let indent = if frame.left.is_empty() {
            frame.plot.width.saturating_sub(width(&pen.plain(&title))) / 2 + frame.plot.x - row.x
        } else {
            0
        };
        let row = inset(row, indent.min(row.width / 3));
        pen.put(row, &title, Style::new().add_modifier(Modifier::BOLD));
    }
    if let Some(row) = frame.legend {
        legend(pen, panel, row);
    }
    axes(pen, frame);
    backdrop::draw(pen, panel, frame);
    lines(pen, panel, frame);
    for layer in &panel.layers {
        annotate::draw(pen, layer, frame);
    }
    if let Some(cursor) = cursor.filter(|c| c.panel == frame.panel) {
        annotate::crosshair(pen, frame, cursor);
    }
}

/// The title of a panel, with its number if not all are on the screen: in words where every panel has room for them.
fn titled(title: &str, of: Option<(usize, usize)>, room: u16) -> String {
    match of {
        None => title.to_string(),
        Some((k, all)) if room >= 32 => format!("{title}  panel {k} of {all}").trim_start().to_string(),
        Some((k, all)) => format!("{title}  {k}/{all}").trim_start().to_string(),
    }
}

fn inset(row: Rect, by: u16) -> Rect {
    Rect { x: row.x + by, width: row.width.saturating_sub(by), ..row }
}

/// Title of the y axis at the left, names of the series (or the colour bar) at the right.
fn legend(pen: &mut Pen, panel: &Panel, row: Rect) {
    let mut right = row;
    if let Some(cells) = heat_map(panel) {
        right.width = right.width.saturating_sub(heat::colour_bar(pen, cells, row) + 2);
    }
    for layer in panel.layers.iter().rev() {
        let (Layer::Line { name, tone, .. }
        | Layer::Points { name, tone, .. }
        | Layer::Band { name, tone, .. }
        | Layer::Bars { name, tone, .. }
        | Layer::Arcs { name, tone, .. }) = layer
        else {
            continue;
        };
        if name.is_empty() {
            continue;
        }
        let mark = match layer {
            Layer::Points { .. } => pen.point(*tone),
            Layer::Bars { .. } if pen.style.is_marked(*tone) => pen.glyph('▒', pen.style.mark(*tone)),
            Layer::Arcs { .. } if pen.style.is_marked(*tone) => pen.style.mark(*tone),
            Layer::Bars { .. } | Layer::Arcs { .. } => pen.glyph('█', pen.style.mark(*tone)),
            _ => pen.style.mark(*tone),
        };
        let text = format!("{mark} {name}");
        let wide = width(&pen.plain(&text)) + 2;
        let Some(rest) = right.width.checked_sub(wide) else {
            break;
        };
        let place = inset(right, rest + 2);
        pen.put(place, &text, pen.style.words(*tone));
        right.width = rest;
    }
    // The title of the axis stands over its numbers, where nothing else is.
    if width(&pen.plain(&panel.y.label)) <= right.width {
        pen.put(right, &panel.y.label, pen.style.dim());
    }
}

fn axes(pen: &mut Pen, frame: &Frame) {
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
        let Some(row) = frame.row(*value).filter(|row| last != Some(*row)) else {
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
        let indent = plot.width.saturating_sub(width(&pen.plain(&frame.x_text))) / 2;
        pen.put(inset(row, indent), &frame.x_text, dim);
    }
}

/// Ticks at their true cells; a number that would touch its neighbour is left out, never moved. A name moves aside by a column if
/// it still stands at its tick.
fn x_numbers(pen: &mut Pen, frame: &Frame, dim: Style) {
    let mut free = frame.below.x;
    for (value, label) in &frame.x_ticks {
        let Some(col) = frame.column(*value) else {
            continue;
        };
        let x = frame.plot.x + col;
        let wide = width(&pen.plain(label));
        let start = x
            .saturating_sub(wide / 2)
            .max(frame.below.x)
            .min(frame.plot.right().saturating_sub(wide.min(frame.plot.width)).max(free));
        let is_name = label.starts_with(char::is_alphabetic);
        let start = if is_name && start + 1 == free && free <= x { free } else { start };
        pen.dot(x, frame.below.y, pen.glyph('┬', '+'), dim);
        if start >= free && start + wide <= (frame.plot.right() + 2).min(pen.right()) {
            pen.put(Rect::new(start, frame.below.y + 1, wide, 1), label, dim);
            free = start + wide + 1;
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
                let mut dots = points.iter().map(|p| at(*p));
                let Some(mut last) = dots.next() else { continue };
                raster.dot(last.0, last.1);
                for next in dots {
                    raster.line(last, next);
                    last = next;
                }
            }
            Layer::Arrows { arrows, .. } => {
                arrows.iter().for_each(|(tail, head)| arrow(&mut raster, marker, at(*tail), at(*head)))
            }
            Layer::Arcs { arcs, .. } => arcs.iter().for_each(|arc| self::arc(&mut raster, *arc, &at)),
            _ => continue,
        }
        raster.finish(k as u8, tone(layer) == Some(Tone::Quiet));
    }
    for (col, row, dots, owner) in raster.filled() {
        let Some(tone) = panel.layers.get(usize::from(owner)).and_then(tone) else {
            continue;
        };
        let arcs = matches!(panel.layers.get(usize::from(owner)), Some(Layer::Arcs { name, .. }) if !name.is_empty());
        let mark = pen.style.mark(tone);
        let glyph = if arcs && pen.style.is_marked(tone) { mark } else { glyph(marker, dots, mark) };
        pen.dot(frame.plot.x + col, frame.plot.y + row, glyph, pen.style.tone(tone));
    }
    line_marks(pen, panel, frame, &raster);
}

/// Several lines are told apart by their marks, set on the lines here and there: all of them without colour, and from three on with
/// colours too, of which two may look alike.
fn line_marks(pen: &mut Pen, panel: &Panel, frame: &Frame, raster: &Raster) {
    let colour = pen.style.depth != Depth::Mono;
    let named = |layer: &&Layer| matches!(layer, Layer::Line { name, .. } if !name.is_empty());
    let lines = panel.layers.iter().filter(|l| matches!(l, Layer::Line { .. })).count();
    let few = if colour { panel.layers.iter().filter(named).count() < 3 } else { lines < 2 };
    if pen.style.marker() == Marker::Ascii || few {
        return;
    }
    let apart = if colour { 28 } else { 14 };
    for (k, layer) in panel.layers.iter().enumerate() {
        let Layer::Line { name, tone, .. } = layer else {
            continue;
        };
        if name.is_empty() {
            continue;
        }
        let owned = || raster.filled().filter(|cell| usize::from(cell.3) == k);
        let spaced = |cell: &(u16, u16, u8, u8)| (cell.0 + 5 * k as u16).is_multiple_of(apart);
        // A line too short to meet the grid of marks still gets one.
        let last = owned().last().into_iter().filter(|_| !owned().any(|c| spaced(&c)));
        for (col, row, ..) in owned().filter(spaced).chain(last) {
            pen.dot(frame.plot.x + col, frame.plot.y + row, pen.style.mark(*tone), pen.style.tone(*tone));
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
        raster.line(head, (head.0 + barb * libm::cos(angle), head.1 + barb * libm::sin(angle)));
    }
}

fn arc(
    raster: &mut Raster,
    (centre, radius, from, to): ((f64, f64), f64, f64, f64),
    at: &impl Fn((f64, f64)) -> (f64, f64),
) {
    // Short chords: a sixteenth of a radian is round enough at any size of a terminal, and less than a dot on a small dial.
    let dots = (at((centre.0 + radius, centre.1)).0 - at(centre).0).abs();
    let fine = if dots.is_finite() { (1.5 * dots).clamp(4.0, 16.0) } else { 16.0 };
    let steps = ((to - from).abs() * fine).ceil().clamp(1.0, 512.0) as u16;
    let along = (to - from) / f64::from(steps);
    let ((sin, cos), (turn_sin, turn_cos)) = (libm::sincos(from), libm::sincos(along));
    let (mut sin, mut cos) = (radius * sin, radius * cos);
    let mut last = at((centre.0 + cos, centre.1 + sin));
    // Each point is the one before, turned on: two multiplications instead of a sine.
    for _ in 0..steps {
        (cos, sin) = (cos * turn_cos - sin * turn_sin, sin * turn_cos + cos * turn_sin);
        let next = at((centre.0 + cos, centre.1 + sin));
        raster.line(last, next);
        last = next;
    }
}
