//! The scaled dot product of two sinusoidal encodings, (2/d) ∑ cos(ωᵢ Δ), at one offset and along many.

use super::sinusoidal_heatmap::frequency;

/// ωᵢ of every pair of an encoding of this width.
pub(super) fn frequencies(width: i64, base: f64) -> Vec<f64> {
    let width = width.max(2) as usize;
    (0..width / 2).map(|i| frequency(i, width, base)).collect()
}

/// Mean of cos(ωΔ) over the pairs: 1 at offset 0.
pub(super) fn similarity(frequencies: &[f64], offset: i64) -> f64 {
    let total: f64 = frequencies.iter().map(|omega| libm::cos(omega * offset as f64)).sum();
    total / frequencies.len().max(1) as f64
}

/// Offsets that are multiplied out together: a register holds two or more of them.
const LANES: usize = 4;
/// Offsets on either side of the middle of a block, at most. A table of them for all pairs fits beside the processor.
const HALF: usize = 128;

/// Similarities at `from`, `from + every`, `from + 2 every` … An offset stands b before or after the middle c of its block, and
/// cos ω(c ± b) = cos ωc cos ωb ∓ sin ωc sin ωb: two products of tables give all offsets, a multiplication and an addition for each
/// pair at each offset, and the tables are made by turning on instead of taking cosines.
pub(super) fn sweep(frequencies: &[f64], from: i64, every: i64, count: usize) -> Vec<f64> {
    if frequencies.is_empty() {
        return vec![0.0; count];
    }
    let half = (count.isqrt() / 2).next_multiple_of(LANES).clamp(LANES, HALF);
    let (from, every) = (from as f64, every as f64);
    let blocks = count.div_ceil(2 * half).next_multiple_of(LANES);
    let middles = Table::new(frequencies, from + every * (half as f64 - 0.5), every * 2.0 * half as f64, blocks);
    let sides = Table::new(frequencies, 0.5 * every, every, half);
    let depth = frequencies.len();
    let even = product(&middles.cosines, &sides.cosines, depth);
    let odd = product(&middles.sines, &sides.sines, depth);
    let mut similarities = Vec::with_capacity(blocks * 2 * half);
    for (even, odd) in even.chunks(half).zip(odd.chunks(half)) {
        let both = || even.iter().zip(odd);
        similarities.extend(both().rev().map(|(even, odd)| even + odd));
        similarities.extend(both().map(|(even, odd)| even - odd));
    }
    similarities.truncate(count);
    // A mean of cosines is 1 at most, and 1 at offset 0, whatever rounding did on the way.
    similarities.iter_mut().for_each(|sum| *sum = (*sum / depth as f64).clamp(-1.0, 1.0));
    if let Some(first) = similarities.first_mut().filter(|_| from == 0.0) {
        *first = 1.0;
    }
    similarities
}

/// A turn by an angle, as its cosine and sine.
#[derive(Clone, Copy)]
struct Turn(f64, f64);

impl Turn {
    fn by(angle: f64) -> Turn {
        let (sin, cos) = libm::sincos(angle);
        Turn(cos, sin)
    }

    fn and(self, other: Turn) -> Turn {
        Turn(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }
}

/// Cosines and sines of every pair at places in a row: four places of the first pair, four of the second …, the next four places.
struct Table {
    cosines: Vec<f64>,
    sines: Vec<f64>,
}

impl Table {
    /// At `start`, `start + step` …; `count` is a multiple of the lanes.
    fn new(frequencies: &[f64], start: f64, step: f64, count: usize) -> Table {
        let first = |omega: &f64| std::array::from_fn(|lane| Turn::by(omega * (start + step * lane as f64)));
        let first: Vec<[Turn; LANES]> = frequencies.iter().map(first).collect();
        let on: Vec<Turn> = frequencies.iter().map(|omega| Turn::by(omega * step * LANES as f64)).collect();
        let size = count * frequencies.len();
        let mut table = Table { cosines: Vec::with_capacity(size), sines: Vec::with_capacity(size) };
        // How far each pair has turned by the kth four: twice as far as at half of k, so that roundings do not add up.
        let mut turned: Vec<Vec<Turn>> = vec![vec![Turn(1.0, 0.0); on.len()], on];
        for k in 0..count / LANES {
            if k > 1 {
                let both = turned.get(k / 2).into_iter().flatten().zip(turned.get(k - k / 2).into_iter().flatten());
                turned.push(both.map(|(a, b)| a.and(*b)).collect());
            }
            for (four, turn) in first.iter().zip(turned.get(k).into_iter().flatten()) {
                let four = four.map(|at| at.and(*turn));
                table.cosines.extend(four.map(|at| at.0));
                table.sines.extend(four.map(|at| at.1));
            }
        }
        table
    }
}

/// Sums over the pairs of what two tables multiply to: for every place of the first, all places of the second.
fn product(of: &[f64], with: &[f64], depth: usize) -> Vec<f64> {
    let width = with.len() / depth;
    let mut sums = vec![0.0; of.len() / depth * width];
    for (rows, of) in sums.chunks_mut((LANES * width).max(1)).zip(of.chunks(LANES * depth)) {
        for (k, with) in with.chunks(LANES * depth).enumerate() {
            // Sixteen sums stay in registers while the pairs go by.
            let mut square = [[0.0; LANES]; LANES];
            for (of, with) in of.as_chunks().0.iter().zip(with.as_chunks().0) {
                add(&mut square, of, with);
            }
            for (row, four) in rows.chunks_mut(width).zip(square) {
                row.iter_mut().skip(k * LANES).zip(four).for_each(|(sum, value)| *sum = value);
            }
        }
    }
    sums
}

fn add(square: &mut [[f64; LANES]; LANES], of: &[f64; LANES], with: &[f64; LANES]) {
    for (row, a) in square.iter_mut().zip(of) {
        for (sum, b) in row.iter_mut().zip(with) {
            *sum += a * b;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_is_the_similarity_at_every_offset() {
        for width in [2, 20, 512] {
            for base in [1.0, 10_000.0, 1e9] {
                let waves = frequencies(width, base);
                for (from, every, count) in [(0, 1, 1), (0, 3, 70), (1, 1, 513), (9, 2, 3000), (1_000_000, 7, 300)] {
                    let swept = sweep(&waves, from, every, count);
                    assert_eq!(swept.len(), count);
                    for (offset, swept) in (from..).step_by(every as usize).zip(swept) {
                        let direct = similarity(&waves, offset);
                        assert!((swept - direct).abs() < 1e-9, "{width} {base} {offset}: {swept} or {direct}");
                    }
                }
            }
        }
    }

    #[test]
    fn roundings_do_not_add_up_over_many_offsets() {
        let waves = frequencies(512, 10_000.0);
        let swept = sweep(&waves, 0, 1, 65_537);
        let far = swept.iter().enumerate().step_by(97).map(|(k, swept)| (swept - similarity(&waves, k as i64)).abs());
        let worst = far.fold(0.0, f64::max);
        assert!(worst < 1e-11, "{worst}");
        assert_eq!(swept.first(), Some(&1.0));
    }

    #[test]
    fn nothing_is_swept_over_no_offsets_or_no_pairs() {
        assert!(sweep(&frequencies(8, 100.0), 5, 1, 0).is_empty());
        assert_eq!(sweep(&[], 5, 1, 3), [0.0; 3]);
    }
}
