//! Dots of many layers in few cells. Dots are united: where two lines cross, both stay; the cell takes the colour of the layer with
//! most dots in it, and reference lines give way to data.

use super::style::Marker;

/// What one cell holds.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// Dots of all layers, row by row of the cell.
    all: u8,
    /// Weight of the layer that owns the cell.
    weight: u8,
    /// That layer.
    owner: u8,
    /// Dots of the layer being drawn.
    now: u8,
}

/// Dots on a rectangle of cells.
pub(super) struct Raster {
    cells: Vec<Cell>,
    cols: u16,
    /// Dots across and down a cell, as powers of two.
    shift: (u32, u32),
    /// Dots across and down the rectangle.
    size: (f64, f64),
}

/// More steps than a line on any terminal needs; bounds the work for absurd points.
const MOST_STEPS: f64 = 4096.0;

impl Raster {
    pub(super) fn new(cols: u16, rows: u16, marker: Marker) -> Raster {
        let (cells, dots) = (usize::from(cols) * usize::from(rows), marker.dots());
        let shift = (dots.0.trailing_zeros(), dots.1.trailing_zeros());
        let size = (f64::from(cols) * f64::from(dots.0), f64::from(rows) * f64::from(dots.1));
        Raster { cells: vec![Cell::default(); cells], cols, shift, size }
    }

    /// A dot, if it lies inside.
    pub(super) fn dot(&mut self, x: f64, y: f64) {
        // Truncation rounds what isn't negative; `round` would be a call for every dot.
        let (x, y) = (x + 0.5, y + 0.5);
        if !(x >= 0.0 && y >= 0.0 && x < self.size.0 && y < self.size.1) {
            return;
        }
        self.set(x as u16, y as u16);
    }

    /// The dot in a column and a row of dots, both of which there are.
    pub(super) fn set(&mut self, x: u16, y: u16) {
        let (across, down) = self.shift;
        let bit = ((y & ((1 << down) - 1)) << across) | (x & ((1 << across) - 1));
        let index = usize::from(y >> down) * usize::from(self.cols) + usize::from(x >> across);
        if let Some(cell) = self.cells.get_mut(index) {
            cell.now |= 1 << bit;
        }
    }

    /// A straight line between two dots, clipped to the rectangle; nothing if an end is no number.
    pub(super) fn line(&mut self, a: (f64, f64), b: (f64, f64)) {
        let inside = |p: (f64, f64)| p.0 >= 0.0 && p.1 >= 0.0 && p.0 < self.size.0 && p.1 < self.size.1;
        let clipped = if inside(a) && inside(b) { Some((a, b)) } else { clip(a, b, self.size) };
        let Some((a, b)) = clipped else {
            return;
        };
        let steps = (b.0 - a.0).abs().max((b.1 - a.1).abs()).ceil().clamp(1.0, MOST_STEPS);
        let (right, down) = ((b.0 - a.0) / steps, (b.1 - a.1) / steps);
        for k in 0..=steps as u16 {
            self.dot(a.0 + right * f64::from(k), a.1 + down * f64::from(k));
        }
    }

    /// Ends a layer: its dots join the others. Layers come back to front, so a tie goes to the later one.
    pub(super) fn finish(&mut self, layer: u8, quiet: bool) {
        for cell in &mut self.cells {
            if cell.now == 0 {
                continue;
            }
            let weight = if quiet { 1 } else { 1 + cell.now.count_ones() as u8 };
            if weight >= cell.weight {
                (cell.weight, cell.owner) = (weight, layer);
            }
            cell.all |= cell.now;
            cell.now = 0;
        }
    }

    /// Cells with dots: column, row, dots, owner.
    pub(super) fn filled(&self) -> impl Iterator<Item = (u16, u16, u8, u8)> {
        let cols = usize::from(self.cols.max(1));
        let cells = self.cells.iter().enumerate().filter(|(_, c)| c.all != 0);
        cells.map(move |(k, c)| ((k % cols) as u16, (k / cols) as u16, c.all, c.owner))
    }
}

/// The part of a segment inside [−1, w] × [−1, h] (Liang–Barsky).
fn clip(a: (f64, f64), b: (f64, f64), (w, h): (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    if !(dx.is_finite() && dy.is_finite()) {
        return None;
    }
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (p, q) in [(-dx, a.0 + 1.0), (dx, w - a.0), (-dy, a.1 + 1.0), (dy, h - a.1)] {
        if p == 0.0 {
            if q < 0.0 {
                return None;
            }
        } else if p < 0.0 {
            from = from.max(q / p);
        } else {
            to = to.min(q / p);
        }
    }
    let at = |t: f64| (a.0 + t * dx, a.1 + t * dy);
    (from <= to).then(|| (at(from), at(to)))
}

/// The glyph for the dots of a cell.
pub(super) fn glyph(marker: Marker, dots: u8, mark: char) -> char {
    match marker {
        Marker::Ascii => mark,
        Marker::HalfBlock => match dots {
            1 => '▀',
            2 => '▄',
            _ => '█',
        },
        Marker::Braille => char::from_u32(0x2800 + u32::from(braille(dots))).unwrap_or(' '),
    }
}

/// Our dots run row by row; Unicode counts the first three of a column first.
const fn braille(dots: u8) -> u8 {
    (dots & 0b1110_0001) | (dots & 0b10) << 2 | (dots & 0b100) >> 1 | (dots & 0b1000) << 1 | (dots & 0b1_0000) >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_keeps_the_dots_of_both_lines() {
        let mut raster = Raster::new(10, 5, Marker::Braille);
        raster.line((0.0, 0.0), (19.0, 19.0));
        raster.finish(0, false);
        let first: Vec<_> = raster.filled().collect();
        raster.line((0.0, 19.0), (19.0, 0.0));
        raster.finish(1, false);
        for (col, row, dots, _) in first {
            let after = raster.filled().find(|c| (c.0, c.1) == (col, row)).unwrap();
            assert_eq!(after.2 & dots, dots, "cell {col},{row}");
        }
        assert!(raster.filled().any(|c| c.3 == 0) && raster.filled().any(|c| c.3 == 1));
    }

    #[test]
    fn a_line_from_far_outside_is_drawn_where_it_passes() {
        let mut raster = Raster::new(10, 5, Marker::Ascii);
        raster.line((-1e12, 2.0), (1e12, 2.0));
        raster.finish(0, false);
        assert_eq!(raster.filled().count(), 10);
        raster.line((f64::NAN, 0.0), (3.0, 3.0));
        raster.line((f64::INFINITY, 0.0), (3.0, 3.0));
        raster.finish(1, false);
        assert_eq!(raster.filled().count(), 10);
    }

    #[test]
    fn braille_counts_as_unicode_does() {
        assert_eq!(glyph(Marker::Braille, 0b0000_0001, ' '), '⠁');
        assert_eq!(glyph(Marker::Braille, 0b0000_0010, ' '), '⠈');
        assert_eq!(glyph(Marker::Braille, 0b1111_1111, ' '), '⣿');
        let single: String = (0..8).map(|bit| glyph(Marker::Braille, 1 << bit, ' ')).collect();
        assert_eq!(single, "⠁⠈⠂⠐⠄⠠⡀⢀", "row by row");
        assert_eq!(glyph(Marker::HalfBlock, 3, ' '), '█');
    }
}
