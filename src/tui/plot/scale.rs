//! One axis on the screen: data units to dots and back.

use crate::figure::Axis;

/// Maps an axis onto a run of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    from: f64,
    to: f64,
    log: bool,
    /// First cell shows `to` instead of `from`.
    flipped: bool,
    /// The ends of the axis are edges of cells (heat maps, bars) and not middles of dots (lines).
    edges: bool,
    /// Cells.
    pub(super) cells: u16,
}

impl Scale {
    /// `vertical` axes run upwards unless the axis says down.
    pub(super) fn new(axis: &Axis, cells: u16, vertical: bool, edges: bool) -> Scale {
        let log = axis.log && axis.min > 0.0;
        let (from, to) = if log { (libm::log10(axis.min), libm::log10(axis.max)) } else { (axis.min, axis.max) };
        let sound = from.is_finite() && to.is_finite() && to > from;
        let (from, to) = if sound { (from, to) } else { (0.0, 1.0) };
        Scale { from, to, log, flipped: vertical != axis.down, edges, cells }
    }

    /// Position in dots, `dots` to a cell, as a real number; NaN if it has none. Dot k covers k − 0.5 to k + 0.5.
    pub(super) fn dot(&self, value: f64, dots: u16) -> f64 {
        let value = if self.log { libm::log10(value) } else { value };
        let mut t = (value - self.from) / (self.to - self.from);
        if self.flipped {
            t = 1.0 - t;
        }
        let count = f64::from(self.cells) * f64::from(dots);
        if self.edges { t * count - 0.5 } else { t * (count - 1.0) }
    }

    /// The cell in which a value lies, if on the axis.
    pub(super) fn cell(&self, value: f64, dots: u16) -> Option<u16> {
        let dot = self.dot(value, dots);
        // A value at the very edge belongs to the last cell.
        let last = f64::from(self.cells) * f64::from(dots) - 1.0;
        let near = (-0.75..=last + 0.75).contains(&dot);
        near.then(|| (dot.clamp(0.0, last).round() as u16) / dots.max(1)).filter(|c| *c < self.cells)
    }

    /// The value at the middle of a dot.
    pub(super) fn value(&self, dot: f64, dots: u16) -> f64 {
        let count = f64::from(self.cells) * f64::from(dots);
        let mut t = if self.edges { (dot + 0.5) / count.max(1.0) } else { dot / (count - 1.0).max(1.0) };
        if self.flipped {
            t = 1.0 - t;
        }
        let value = self.from + t * (self.to - self.from);
        if self.log { libm::pow(10.0, value) } else { value }
    }

    /// The value at the middle of a cell.
    pub(super) fn middle(&self, cell: u16) -> f64 {
        self.value(f64::from(cell), 1)
    }

    /// The value one or more cells further in the direction of growing cells, kept on the axis.
    pub(super) fn step(&self, value: f64, cells: i32) -> f64 {
        let here = self.dot(value, 1);
        let here = if here.is_finite() { here.round() } else { 0.0 };
        let there = (here + f64::from(cells)).clamp(0.0, f64::from(self.cells.max(1)) - 1.0);
        self.value(there, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(min: f64, max: f64, log: bool, down: bool) -> Axis {
        Axis { label: String::new(), min, max, log, names: Vec::new(), down }
    }

    #[test]
    fn a_cell_goes_to_its_value_and_back() {
        for (min, max, log) in [(-1.0, 1.0, false), (0.01, 1000.0, true), (-0.5, 11.5, false)] {
            for edges in [false, true] {
                for down in [false, true] {
                    let scale = Scale::new(&axis(min, max, log, down), 23, true, edges);
                    for cell in 0..23 {
                        assert_eq!(scale.cell(scale.middle(cell), 1), Some(cell), "{min} {max} {edges} {down}");
                    }
                }
            }
        }
    }

    #[test]
    fn ends_of_an_axis_are_in_its_first_and_last_cell_and_beyond_is_nowhere() {
        for edges in [false, true] {
            let scale = Scale::new(&axis(0.0, 100.0, false, false), 50, false, edges);
            assert_eq!((scale.cell(0.0, 2), scale.cell(100.0, 2)), (Some(0), Some(49)));
            assert_eq!((scale.cell(-3.0, 2), scale.cell(104.0, 2), scale.cell(f64::NAN, 2)), (None, None, None));
        }
    }
}
