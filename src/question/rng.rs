//! From a seed to numbers: one ChaCha8 stream per variable, and our own mapping from its words to ranges.
//!
//! `rand` may change how it maps words to ranges between releases; a seed must give the same question in every release.
//! So the stream comes from `rand`, whose ChaCha8 is fixed by its test vectors, and the mapping stands here, whole.
//! `tests/draw_golden.rs` pins it. Whoever changes a number below must raise [`GENERATOR`].

use rand::Rng;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use sha2::{Digest, Sha256};

use super::seed::Seed;

/// Version of the mapping from seeds to numbers. Part of every stream's key.
pub const GENERATOR: u32 = 1;

/// The random words of one variable of one question.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of a variable. Every variable has its own, so that adding one to a question leaves the others alone.
    pub fn new(seed: &Seed, question: &str, variable: &str, attempt: u32) -> Stream {
        let mut hash = Sha256::new();
        hash.update(GENERATOR.to_le_bytes());
        for part in [seed.as_str(), question, variable] {
            // The length first: ("ab", "c") and ("a", "bc") must not share a stream.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        hash.update(attempt.to_le_bytes());
        Stream(ChaCha8Rng::from_seed(hash.finalize().into()))
    }

    /// A whole number of `0..n`, each equally likely (Lemire 2019); 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(n);
            if wide as u64 >= threshold {
                return (wide >> 64) as u64;
            }
        }
    }

    /// An index of a slice of this length.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Shuffles in place (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }

    /// A permutation of `1..=n`.
    pub fn permutation(&mut self, n: usize) -> Vec<f64> {
        let mut items: Vec<f64> = (1..=n).map(|k| k as f64).collect();
        self.shuffle(&mut items);
        items
    }
}

/// The values `from, from + step, …` up to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    from: f64,
    step: f64,
    /// How many values.
    pub len: u64,
}

impl Grid {
    /// The grid, or `None` if it is empty, not finite, or has more than 10⁹ values.
    pub fn new(from: f64, to: f64, step: f64) -> Option<Grid> {
        let fits = from.is_finite() && to.is_finite() && step.is_finite() && step > 0.0 && to >= from;
        if !fits {
            return None;
        }
        // A bound such as 0.3 = 3 × 0.1 must be reached in spite of the last bit.
        let steps = ((to - from) / step + 1e-9).floor();
        (steps < 1e9).then_some(Grid { from, step, len: steps as u64 + 1 })
    }

    /// The k-th value. Steps such as 0.1 give 0.3, not 0.30000000000000004: count in units, then divide.
    pub fn at(self, k: u64) -> f64 {
        let per_unit = (1.0 / self.step).round();
        let first = self.from * per_unit;
        let divides =
            per_unit >= 1.0 && (per_unit * self.step - 1.0).abs() < 1e-12 && (first - first.round()).abs() < 1e-9;
        if divides { (first.round() + k as f64) / per_unit } else { self.from + k as f64 * self.step }
    }

    /// One of its values.
    pub fn draw(self, stream: &mut Stream) -> f64 {
        self.at(stream.below(self.len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(variable: &str) -> Stream {
        Stream::new(&Seed::parse("K3F9").unwrap(), "q", variable, 0)
    }

    #[test]
    fn every_value_of_a_range_is_drawn_about_equally_often() {
        let mut stream = stream("x");
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[stream.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&c| (9_500..10_500).contains(&c)), "{counts:?}");
    }

    #[test]
    fn tenths_are_the_doubles_that_one_would_type() {
        let grid = Grid::new(-2.0, 2.0, 0.1).unwrap();
        assert_eq!(grid.len, 41);
        assert_eq!(grid.at(23), 0.3);
        assert_eq!(grid.at(40), 2.0);
    }

    #[test]
    fn an_empty_range_is_no_grid() {
        assert_eq!(Grid::new(3.0, 2.0, 1.0), None);
        assert_eq!(Grid::new(0.0, 1.0, 0.0), None);
        assert_eq!(Grid::new(0.0, f64::INFINITY, 1.0), None);
    }

    #[test]
    fn variables_and_questions_do_not_share_a_stream() {
        let seed = Seed::parse("K3F9").unwrap();
        let first = |question, variable, attempt| Stream::new(&seed, question, variable, attempt).below(u64::MAX);
        assert_ne!(first("ab", "c", 0), first("a", "bc", 0));
        assert_ne!(first("a", "b", 0), first("a", "b", 1));
    }

    #[test]
    fn a_permutation_holds_every_number_once() {
        let mut items = stream("p").permutation(6);
        items.sort_by(f64::total_cmp);
        assert_eq!(items, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }
}
