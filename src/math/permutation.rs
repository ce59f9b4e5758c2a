//! Shuffles of tokens: what a position-free layer cannot see.
#![allow(clippy::indexing_slicing, reason = "a Permutation holds each of 0..n once, checked when it is made")]

use ndarray::{Array2, ArrayView2, Axis};

use super::MathError;
use super::num::same_len;

/// A reordering of n things: slot `r` of the result holds what was at `order[r]`.
///
/// As a matrix it is the P of `f(PX) = P f(X)`.
///
/// ```
/// use posenc::math::permutation::Permutation;
/// let shuffle = Permutation::new(vec![2, 0, 1])?;
/// assert_eq!(shuffle.apply(&["the", "cat", "sat"])?, ["sat", "the", "cat"]);
/// assert_eq!(shuffle.inverse().apply(&shuffle.apply(&[7, 8, 9])?)?, [7, 8, 9]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation(Vec<usize>);

impl Permutation {
    /// Checks that `order` holds each of 0..n once.
    ///
    /// # Errors
    /// [`MathError::NotAPermutation`] with the first entry that is repeated or out of range.
    ///
    /// ```
    /// use posenc::math::permutation::Permutation;
    /// assert!(Permutation::new(vec![0, 0, 1]).is_err());
    /// ```
    pub fn new(order: Vec<usize>) -> Result<Self, MathError> {
        let mut seen = vec![false; order.len()];
        for &entry in &order {
            match seen.get_mut(entry) {
                Some(slot) if !*slot => *slot = true,
                _ => {
                    return Err(MathError::NotAPermutation { len: order.len(), entry });
                }
            }
        }
        Ok(Self(order))
    }

    /// The permutation that changes nothing.
    pub fn identity(n: usize) -> Self {
        Self((0..n).collect())
    }

    /// Swaps two places of n and leaves the rest.
    ///
    /// # Errors
    /// [`MathError::NoSuch`] if a place is not below n.
    pub fn swap(n: usize, a: usize, b: usize) -> Result<Self, MathError> {
        let mut order: Vec<usize> = (0..n).collect();
        for place in [a, b] {
            if place >= n {
                return Err(MathError::NoSuch { what: "place", got: place, first: 0, last: n.saturating_sub(1) });
            }
        }
        order.swap(a, b);
        Ok(Self(order))
    }

    /// A shuffle from a seed (Fisher–Yates over SplitMix64), the same on every machine.
    pub fn seeded(n: usize, seed: u64) -> Self {
        let mut stream = super::num::SplitMix64::new(seed);
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            // The remainder's bias is below n/2⁶⁴: nobody can see it in a figure.
            order.swap(last, (stream.next_u64() % (last as u64 + 1)) as usize);
        }
        Self(order)
    }

    /// How many things it reorders.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it reorders nothing at all (n = 0).
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The order: entry `r` is the old place of what now stands at `r`.
    pub fn order(&self) -> &[usize] {
        &self.0
    }

    /// The permutation that undoes this one.
    pub fn inverse(&self) -> Self {
        let mut inverse = vec![0; self.0.len()];
        for (slot, &old) in self.0.iter().enumerate() {
            inverse[old] = slot;
        }
        Self(inverse)
    }

    /// `items` in the new order.
    ///
    /// # Errors
    /// [`MathError::Length`] if there are not exactly n items.
    pub fn apply<T: Clone>(&self, items: &[T]) -> Result<Vec<T>, MathError> {
        same_len("the list to reorder", self.len(), items.len())?;
        Ok(self.0.iter().map(|&old| items[old].clone()).collect())
    }

    /// `P X`: the rows of `x` (n × any width) in the new order.
    ///
    /// # Errors
    /// [`MathError::Length`] if `x` has not exactly n rows.
    pub fn apply_rows(&self, x: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
        same_len("the array to reorder (rows)", self.len(), x.nrows())?;
        Ok(x.select(Axis(0), &self.0))
    }

    /// `X Pᵀ`: the columns of `x` (any height × n) in the new order.
    ///
    /// # Errors
    /// [`MathError::Length`] if `x` has not exactly n columns.
    pub fn apply_columns(&self, x: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
        same_len("the array to reorder (columns)", self.len(), x.ncols())?;
        Ok(x.select(Axis(1), &self.0))
    }
}

/// How many different orderings a bag of tokens has: `n! / ∏ c!`, with `counts` the number of copies of each word.
///
/// An encoder without mask and positions gives all of them the same bag of vectors. An empty list has one ordering.
///
/// # Errors
/// [`MathError::TooLarge`] if the count exceeds `u128`.
///
/// ```
/// // the cat chased the mouse: "the" twice, three words once
/// assert_eq!(posenc::math::permutation::orderings(&[2, 1, 1, 1])?, 60);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn orderings(counts: &[u64]) -> Result<u128, MathError> {
    let too_large = MathError::TooLarge { what: "the number of orderings", max: "2^128 − 1" };
    let (mut total, mut placed) = (1u128, 0u128);
    for &count in counts {
        // ∏ binomials: C(placed + count, count), one exact factor (placed + i) / i at a time.
        for i in 1..=u128::from(count) {
            placed += 1;
            let shared = gcd(total, i);
            let rest = i / shared;
            // total · placed is divisible by i, so what `total` doesn't cancel, `placed` does.
            total = (total / shared).checked_mul(placed / rest).ok_or_else(|| too_large.clone())?;
        }
    }
    Ok(total)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How often each distinct item occurs, in order of first appearance: the `counts` of [`orderings`].
///
/// ```
/// use posenc::math::permutation::{multiplicities, orderings};
/// let words = ["the", "cat", "chased", "the", "mouse"];
/// assert_eq!(multiplicities(&words), [2, 1, 1, 1]);
/// assert_eq!(orderings(&multiplicities(&words))?, 60);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn multiplicities<T: PartialEq>(items: &[T]) -> Vec<u64> {
    let mut counted: Vec<(&T, u64)> = Vec::new();
    for item in items {
        match counted.iter_mut().find(|(seen, _)| *seen == item) {
            Some((_, count)) => *count += 1,
            None => counted.push((item, 1)),
        }
    }
    counted.into_iter().map(|(_, count)| count).collect()
}
