//! What lies behind the lines of a panel: heat map, areas, bars, zero.

use std::ops::RangeInclusive;

use ratatui::style::Modifier;

use super::frame::{Frame, heat_map};
use super::heat;
use super::raster::{Raster, glyph};
use super::style::{Depth, Marker};
use super::text::Pen;
use crate::figure::{Layer, Panel, Tone, bar_gap};

/// Back to front, and nothing but the heat map where there is one.
pub(super) fn draw(pen: &mut Pen, panel: &Panel, frame: &Frame) {
    if let Some(cells) = heat_map(panel) {
        heat::draw(pen, cells, frame);
        return;
    }
    if !frame.left.is_empty() {
        zero_lines(pen, panel, frame);
    }
    if panel.layers.iter().any(|layer| matches!(layer, Layer::Band { .. })) {
        bands(pen, panel, frame);
    }
    for layer in &panel.layers {
        if let Layer::Bars { tone, bars, .. } = layer {
            for (_, height, from, to) in bar_cells(frame, bars) {
                bar(pen, frame, *tone, height, from..=to);
            }
        }
    }
}

fn zero_lines(pen: &mut Pen, panel: &Panel, frame: &Frame) {
    let (plot, quiet) = (frame.plot, pen.style.quiet());
    if panel.x.min < 0.0
        && panel.x.max > 0.0
        && panel.x.names.is_empty()
        && !panel.layers.iter().any(|l| matches!(l, Layer::Bars { .. }))
        && let Some(col) = frame.column(0.0).filter(|col| *col > 0)
    {
        for y in plot.top()..plot.bottom() {
            pen.dot(plot.x + col, y, pen.glyph('┊', '.'), quiet);
        }
    }
    if panel.y.min < 0.0
        && panel.y.max > 0.0
        && let Some(row) = frame.row(0.0)
    {
        for x in plot.left()..plot.right() {
            pen.dot(x, plot.y + row, pen.glyph('┈', '.'), quiet);
        }
    }
}

/// Shade between two curves: every other dot, so that the lines in it are seen; without colour another glyph, in the cells that
/// are at least half covered. All bands share their dots, as lines do.
fn bands(pen: &mut Pen, panel: &Panel, frame: &Frame) {
    let marker = pen.style.marker();
    let sparse = marker == Marker::Braille && pen.style.depth != Depth::Mono;
    let half = u32::from(frame.dots.0 * frame.dots.1).div_ceil(2);
    let mut raster = Raster::new(frame.plot.width, frame.plot.height, marker);
    let across = |x| frame.x.dot(x, frame.dots.0);
    let up = |y| frame.y.dot(y, frame.dots.1);
    for (k, layer) in panel.layers.iter().take(250).enumerate() {
        let Layer::Band { points, .. } = layer else { continue };
        for pair in points.windows(2) {
            if let [a, b] = pair {
                let (a, b) = ((across(a.0), up(a.1), up(a.2)), (across(b.0), up(b.1), up(b.2)));
                strip(&mut raster, a, b, sparse, frame);
            }
        }
        raster.finish(k as u8, true);
    }
    for (col, row, dots, owner) in raster.filled() {
        let Some(Layer::Band { tone, .. }) = panel.layers.get(usize::from(owner)) else { continue };
        if !sparse && dots.count_ones() < half {
            continue;
        }
        let shade = if sparse { glyph(marker, dots, ':') } else { pen.glyph('░', ':') };
        let style = pen.style.tone(*tone).add_modifier(Modifier::DIM);
        pen.dot(frame.plot.x + col, frame.plot.y + row, shade, style);
    }
}

/// Between two points of a band, in dots: across, low, high.
fn strip(raster: &mut Raster, a: (f64, f64, f64), b: (f64, f64, f64), sparse: bool, frame: &Frame) {
    let last = f64::from(frame.plot.width * frame.dots.0) - 1.0;
    let bottom = f64::from(frame.plot.height * frame.dots.1) - 1.0;
    let ends = [a.0, a.1, a.2, b.0, b.1, b.2];
    if !ends.iter().all(|v| v.is_finite()) || b.0 <= a.0 || b.0 < 0.0 || a.0 > last {
        return;
    }
    let (from, to) = (a.0.clamp(0.0, last).round() as u16, b.0.clamp(0.0, last).round() as u16);
    for x in from..=to {
        let t = ((f64::from(x) - a.0) / (b.0 - a.0)).clamp(0.0, 1.0);
        let (low, high) = (a.1 + t * (b.1 - a.1), a.2 + t * (b.2 - a.2));
        let (top, foot) =
            (low.min(high).clamp(0.0, bottom).round() as u16, low.max(high).clamp(0.0, bottom).round() as u16);
        let (first, step) = if sparse { (top + (x + top) % 2, 2) } else { (top, 1) };
        (first..=foot).step_by(step).for_each(|y| raster.set(x, y));
    }
}

/// Bars with the columns that they cover: x, height, first and last column.
pub(super) fn bar_cells(frame: &Frame, bars: &[(f64, f64)]) -> Vec<(f64, f64, u16, u16)> {
    let gap = bar_gap(bars);
    let last = f64::from(frame.plot.width) - 1.0;
    let columns = |x: f64| {
        // All bars of one width, with a cell of air between them as soon as there is one to spare.
        let apart = frame.x.dot(x + gap, 1) - frame.x.dot(x, 1);
        // Seven columns are sometimes 6.999….
        let apart = (apart + 1e-6).floor();
        let wide = if apart >= 2.0 { apart - 1.0 } else { 1.0 };
        let left = frame.x.dot(x, 1) - 0.5 * (wide - 1.0);
        let cell = |edge: f64| edge.round().clamp(0.0, last.max(0.0)) as u16;
        left.is_finite().then(|| (cell(left + 0.01), cell(left + wide - 0.99)))
    };
    bars.iter().filter_map(|(x, height)| columns(*x).map(|(from, to)| (*x, *height, from, to))).collect()
}

/// A bar from zero; its end to an eighth of a row where the glyphs allow.
fn bar(pen: &mut Pen, frame: &Frame, tone: Tone, height: f64, columns: RangeInclusive<u16>) {
    const PARTS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    let eighths = f64::from(frame.plot.height) * 8.0;
    // From the middle of the row that shows the zero line, so that bars of both signs meet on it.
    let zero = frame.row(0.0).filter(|row| row + 1 < frame.plot.height);
    // A logarithmic axis has no zero: its bars stand on its lower end.
    let foot = Some(frame.y.dot(0.0, 8)).filter(|dot| dot.is_finite()).unwrap_or(eighths - 0.5);
    let zero = zero.map_or(foot, |row| f64::from(row) * 8.0 + 3.5);
    let end = frame.y.dot(height, 8);
    if !(zero.is_finite() && end.is_finite()) {
        return;
    }
    let top = (zero.min(end) + 0.5).clamp(0.0, eighths).round() as u16;
    let bottom = (zero.max(end) + 0.5).clamp(0.0, eighths).round() as u16;
    let (style, mark) = (pen.style.tone(tone), pen.style.mark(tone));
    let marked = pen.style.is_marked(tone);
    for row in top / 8..bottom.div_ceil(8) {
        let (cell_top, cell_bottom) = (row * 8, row * 8 + 8);
        let covered = bottom.min(cell_bottom).saturating_sub(top.max(cell_top));
        let glyph = match covered {
            0 => continue,
            8 if !marked => '█',
            n if marked && n < 4 => continue,
            _ if marked => '▒',
            n if bottom >= cell_bottom => PARTS.get(usize::from(n)).copied().unwrap_or('█'),
            n if n >= 6 => '█',
            n if n >= 2 => '▀',
            _ => '▔',
        };
        if pen.style.ascii && covered < 3 {
            continue;
        }
        for col in columns.clone() {
            pen.dot(frame.plot.x + col, frame.plot.y + row, pen.glyph(glyph, mark), style);
        }
    }
}
