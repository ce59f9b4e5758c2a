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
const BLOCK: usize = 4096;
/// Pairs that run side by side.
const LANES: usize = 8;

/// Similarities at `from`, `from + every`, `from + 2 every` … Within a block each pair costs a multiplication and a subtraction an
/// offset, from cos((k+1)x) = 2 cos x cos kx − cos((k−1)x).
pub(super) fn sweep(frequencies: &[f64], from: i64, every: i64, count: usize) -> Vec<f64> {
    let pairs = frequencies.len().max(1) as f64;
    let mut sums = vec![0.0; count];
    for (k, block) in sums.chunks_mut(BLOCK).enumerate() {
        let start = (from + every * (k * BLOCK) as i64) as f64;
        for lanes in frequencies.chunks(LANES) {
            add_waves(block, lanes, start, every as f64);
        }
        block.iter_mut().for_each(|sum| *sum /= pairs);
    }
    sums
}

/// Adds the cosines of a few pairs; a lane without a pair stays 0.
fn add_waves(sums: &mut [f64], frequencies: &[f64], start: f64, every: f64) {
    let omega = |lane: usize| frequencies.get(lane).copied();
    let cosine = |lane, at: f64| omega(lane).map_or(0.0, |w| libm::cos(w * at));
    let twice: [f64; LANES] = std::array::from_fn(|lane| 2.0 * cosine(lane, every));
    let mut now: [f64; LANES] = std::array::from_fn(|lane| cosine(lane, start));
    let mut next: [f64; LANES] = std::array::from_fn(|lane| cosine(lane, start + every));
    for sum in sums {
        // In pairs, so that the additions need not wait for one another.
        let [a, b, c, d, e, f, g, h] = now;
        *sum += ((a + e) + (c + g)) + ((b + f) + (d + h));
        let after: [f64; LANES] = {
            let mut after = now;
            for ((after, twice), next) in after.iter_mut().zip(&twice).zip(&next) {
                *after = twice * next - *after;
            }
            after
        };
        (now, next) = (next, after);
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
