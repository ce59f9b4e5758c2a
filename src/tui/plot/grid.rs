//! Which columns and rows of a heat map are drawn, when there are more of them than the screen has places.
//!
//! A map is thinned by whole strides and whole groups (sine and cosine of a pair), never by nearest points: those would drift
//! from sine to cosine and draw waves that aren't there. A map of one thing against itself has one stride, or its diagonals would
//! not be diagonals. What is left out is said in the picture.

use crate::figure::{Axis, Cells, number};

/// Columns or rows that are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stops {
    /// Index in the map of each one that is drawn.
    pub(super) shown: Vec<usize>,
    /// Where each of them lies, in data units.
    pub(super) places: Vec<f64>,
    /// Pixels that each of them takes.
    pub(super) size: u16,
    /// Pixels in a character.
    pub(super) pixels: u16,
    /// All are moved down by so many pixels: half a character, where that brings numbers into the middle of their cells.
    offset: u16,
    /// Pixels that there are.
    room: u16,
    /// Columns that stay together.
    group: usize,
    /// What one of them is.
    unit: &'static str,
}

impl Stops {
    /// The stride with which so many places fit.
    fn stride(places: &[f64], group: usize, room: u16) -> usize {
        let group = group.max(1);
        places.len().div_ceil(group).div_ceil((usize::from(room) / group).max(1)).max(1)
    }

    fn new(places: &[f64], group: usize, unit: &'static str, (room, pixels): (u16, u16), every: usize) -> Stops {
        let group = group.max(1);
        let count = places.len();
        let groups = count.div_ceil(group);
        let members = |first: usize| first * group..((first + 1) * group).min(count);
        let shown: Vec<usize> = (0..groups).step_by(every).flat_map(members).collect();
        let size = (room / (shown.len().clamp(1, 9999) as u16)).max(1);
        let places = shown.iter().filter_map(|k| places.get(*k)).copied().collect();
        Stops { shown, places, size, pixels: pixels.max(1), offset: 0, room, group, unit }
    }

    /// Rows of an even number of characters have no middle one: moved by half a character they have.
    fn numbered(mut self, texts: bool) -> Stops {
        let even = self.pixels == 2 && self.size.is_multiple_of(4);
        self.offset = u16::from(texts && even && self.places.len() > 2);
        self
    }

    /// Pixels that are taken, with those above.
    pub(super) fn used(&self) -> u16 {
        (self.places.len().min(9999) as u16).saturating_mul(self.size) + self.offset
    }

    /// The one drawn at a pixel. Where no pixel is left below, the first of them is higher by those above.
    pub(super) fn at(&self, pixel: u16) -> Option<usize> {
        let full = self.used() > self.room;
        let pixel = if full { pixel.saturating_sub(self.offset) } else { pixel.checked_sub(self.offset)? };
        Some(usize::from(pixel / self.size)).filter(|k| *k < self.places.len())
    }

    /// The one nearest to a value.
    pub(super) fn nearest(&self, value: f64) -> usize {
        let far = |k: &usize| self.places.get(*k).map_or(f64::INFINITY, |p| (p - value).abs());
        (0..self.places.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
    }

    /// The character in the middle of one.
    pub(super) fn cell(&self, k: usize) -> u16 {
        let first = (k.min(9999) as u16).saturating_mul(self.size);
        (self.offset + first + (self.size - 1) / 2) / self.pixels
    }

    /// Data units from one group to the next.
    fn step(&self) -> f64 {
        let pair = self.places.first().zip(self.places.get(self.group));
        pair.map_or(self.group as f64, |(first, next)| next - first)
    }

    /// The axis along what is drawn: each group stands for those left out after it. Half a character that is left over at the end
    /// belongs to the axis too, so that its numbers stand beside what they count.
    pub(super) fn axis(&self, axis: &Axis) -> Axis {
        let groups = self.places.len().div_ceil(self.group);
        let above = self.step() * f64::from(self.offset) / f64::from(self.size.max(1));
        let min = self.places.first().copied().unwrap_or(0.0) - 0.5 - above;
        let used = (self.size as usize * self.places.len()).max(1) as f64;
        let length = groups.max(1) as f64 * self.step() * (f64::from(self.room) / used).max(1.0);
        Axis { min, max: min + length, ..axis.clone() }
    }

    /// `every 8th pair`, if some are left out.
    fn left_out(&self) -> Option<String> {
        let every = (self.step() / self.group as f64).round() as i64;
        (every > 1).then(|| format!("every {} {}", number::ordinal(every), self.unit))
    }
}

/// The columns and rows of a heat map on the screen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    pub(super) columns: Stops,
    pub(super) rows: Stops,
}

impl Grid {
    /// The map in so many characters, each `down` pixels high.
    pub(super) fn new(cells: &Cells, width: u16, height: u16, down: u16) -> Grid {
        let [column, row] = cells.units;
        let tall = height.saturating_mul(down);
        let (across, along) = (Stops::stride(&cells.xs, cells.group, width), Stops::stride(&cells.ys, 1, tall));
        let square = cells.group <= 1 && cells.xs == cells.ys;
        let (across, along) = if square { (across.max(along), across.max(along)) } else { (across, along) };
        Grid {
            columns: Stops::new(&cells.xs, cells.group, column, (width, 1), across),
            rows: Stops::new(&cells.ys, 1, row, (tall, down), along).numbered(!cells.texts.is_empty()),
        }
    }

    /// What is left out, in words; nothing if all is drawn.
    pub(super) fn note(&self) -> Option<String> {
        let mut parts: Vec<String> = [self.columns.left_out(), self.rows.left_out()].into_iter().flatten().collect();
        parts.dedup();
        (!parts.is_empty()).then(|| format!("{} shown", parts.join(", ")))
    }

    /// The value at a drawn column and row; NaN where nothing is.
    pub(super) fn value(&self, cells: &Cells, column: usize, row: usize) -> f64 {
        let at = self.columns.shown.get(column).zip(self.rows.shown.get(row));
        at.and_then(|(column, row)| cells.values.get(row * cells.cols + column)).copied().unwrap_or(f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinned(places: &[f64], room: u16) -> Stops {
        Stops::new(places, 2, "pair", (room, 1), Stops::stride(places, 2, room))
    }

    #[test]
    fn a_map_of_one_thing_against_itself_has_one_stride() {
        let places: Vec<f64> = (0..64).map(f64::from).collect();
        let cells = Cells {
            cols: 64,
            rows: 64,
            values: vec![0.0; 64 * 64],
            min: 0.0,
            max: 1.0,
            signed: false,
            label: String::new(),
            xs: places.clone(),
            ys: places,
            group: 1,
            units: ["position", "position"],
            texts: Vec::new(),
        };
        for width in 3..140 {
            for height in 2..70 {
                let grid = Grid::new(&cells, width, height, 2);
                assert_eq!(grid.columns.shown, grid.rows.shown, "{width}×{height}");
                assert!(grid.columns.shown.len() <= usize::from(width), "{width}");
            }
        }
        assert_eq!(Grid::new(&cells, 72, 8, 2).note().as_deref(), Some("every 4th position shown"));
    }

    #[test]
    fn a_pair_is_kept_or_left_out_as_a_whole() {
        let places: Vec<f64> = (0..512).map(f64::from).collect();
        for room in 2..600 {
            let stops = thinned(&places, room);
            assert!(stops.shown.len() <= usize::from(room));
            for pair in stops.shown.chunks(2) {
                assert!(pair.len() == 2 && pair[0] % 2 == 0 && pair[1] == pair[0] + 1, "{room}: {pair:?}");
            }
        }
        assert_eq!(thinned(&places, 67).left_out().as_deref(), Some("every 8th pair"));
        assert_eq!(thinned(&places, 512).left_out(), None);
    }

    #[test]
    fn numbers_of_tall_rows_stand_in_their_middle() {
        let rows = |count: i32, room: u16| {
            let places: Vec<f64> = (0..count).map(f64::from).collect();
            Stops::new(&places, 1, "row", (room, 2), 1).numbered(true)
        };
        for (count, room) in [(10, 42), (10, 40), (5, 30), (8, 64), (3, 48)] {
            let stops = rows(count, room);
            for k in 0..count as usize {
                let number = stops.cell(k);
                let own: Vec<u16> = (0..room).filter(|p| stops.at(*p) == Some(k)).collect();
                let above = 2 * number - own[0];
                let below = own[own.len() - 1] + 1 - (2 * number + 2);
                assert!(own.contains(&(2 * number)) && own.contains(&(2 * number + 1)), "{count} in {room}: {own:?}");
                assert!(above.abs_diff(below) <= 1, "{count} in {room}, row {k}: {above} above, {below} below");
            }
        }
    }

    #[test]
    fn what_was_left_out_before_counts_too() {
        // Every 4th pair came; every other one of them is drawn.
        let places: Vec<f64> = (0..64).map(|k| f64::from(8 * (k / 2) + k % 2)).collect();
        assert_eq!(thinned(&places, 32).left_out().as_deref(), Some("every 8th pair"));
    }
}
