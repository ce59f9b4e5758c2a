//! The scaled dot product of two sinusoidal encodings, (2/d) Σ cos(ωᵢ Δ), at one offset and along many.

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

/// Offsets that run on before the cosines are taken afresh: what rounding adds up to by then shows in no decimal that is printed.
const BLOCK: usize = 16_384;
/// Offsets of one pair that run side by side, so that the processor works on several at once.
const LANES: usize = 8;

/// Similarities at `from`, `from + every`, `from + 2 every` … Within a block an offset costs each pair a multiplication and a
/// subtraction, from cos((k+8)x) = 2 cos 8x cos kx − cos((k−8)x).
pub(super) fn sweep(frequencies: &[f64], from: i64, every: i64, count: usize) -> Vec<f64> {
    let pairs = frequencies.len().max(1) as f64;
    let mut sums = vec![0.0; count.next_multiple_of(LANES)];
    for (k, block) in sums.chunks_mut(BLOCK).enumerate() {
        let start = (from + every * (k * BLOCK) as i64) as f64;
        // Two pairs a pass: every sum is fetched half as often.
        for two in frequencies.chunks(2) {
            match two {
                [a, b] => add(block, Stride::new(*a, start, every as f64), Stride::new(*b, start, every as f64)),
                [a] => add(block, Stride::new(*a, start, every as f64), Stride::default()),
                _ => {}
            }
        }
        block.iter_mut().for_each(|sum| *sum /= pairs);
    }
    sums.truncate(count);
    sums
}

/// One pair on its way along the offsets, eight at a time.
#[derive(Clone, Copy, Default)]
struct Stride {
    twice: f64,
    now: [f64; LANES],
    next: [f64; LANES],
}

impl Stride {
    fn new(omega: f64, start: f64, every: f64) -> Stride {
        let eight = |from: usize| std::array::from_fn(|lane| libm::cos(omega * (start + every * (from + lane) as f64)));
        Stride { twice: 2.0 * libm::cos(omega * every * LANES as f64), now: eight(0), next: eight(LANES) }
    }

    fn walk(&mut self) {
        for (now, next) in self.now.iter_mut().zip(&mut self.next) {
            let after = self.twice * *next - *now;
            (*now, *next) = (*next, after);
        }
    }
}

fn add(sums: &mut [f64], mut a: Stride, mut b: Stride) {
    for eight in sums.chunks_exact_mut(LANES) {
        for ((sum, a), b) in eight.iter_mut().zip(&a.now).zip(&b.now) {
            *sum += a + b;
        }
        a.walk();
        b.walk();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_is_the_similarity_at_every_offset() {
        for (width, from, every) in [(2, 0, 1), (20, 1, 3), (512, 0, 1), (512, 1_000_000, 7)] {
            let waves = frequencies(width, 10_000.0);
            let swept = sweep(&waves, from, every, 2 * BLOCK + 5);
            for k in [0, 1, 77, BLOCK - 1, BLOCK, 2 * BLOCK + 4] {
                let direct = similarity(&waves, from + every * k as i64);
                assert!((swept[k] - direct).abs() < 1e-8, "width {width}, step {k}: {} or {direct}", swept[k]);
            }
        }
    }
}
