//! Rotary embeddings: queries and keys turned by their position (Su et al. 2021, RoFormer, §3).
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use std::f64::consts::TAU;

use super::MathError;
use super::num::{at_least_one, dot as dot_lists, position, positive, same_len};
use super::options::named_options;
use super::permutation::Permutation;

pub mod scaling;
mod table;

pub use scaling::{Scaling, interpolated, ntk_base};
pub use table::RotaryTable;

named_options! {
    /// Which two coordinates turn together.
    pub enum Layout ("layout") {
        /// (2i, 2i + 1), neighbours (the paper's eq. 15; GPT-J, Meta's Llama code).
        #[default]
        Interleaved = "interleaved",
        /// (i, i + d/2) (GPT-NeoX, Llama in transformers, which calls it `rotate_half`).
        Half = "half",
    }
}

named_options! {
    /// What a rotary width below the head's width means.
    pub enum Partial ("partial") {
        /// Pairs live inside the first `rotary_dim` coordinates, exponent 2i/rotary_dim; the rest pass through (GPT-NeoX, GPT-J, Phi).
        #[default]
        Prefix = "prefix",
        /// Pairs span the whole head, exponent 2i/head_dim; those from rotary_dim/2 on have frequency 0 (p-RoPE).
        Proportional = "proportional",
    }
}

/// The conventions of a rotation. The default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Which coordinates form a pair.
    pub layout: Layout,
    /// The base of the powers (`rope_theta`), 10000 in the paper.
    pub base: f64,
    /// How many coordinates turn; `None` for all.
    pub rotary_dim: Option<usize>,
    /// What a smaller rotary width means.
    pub partial: Partial,
}

impl Default for Options {
    fn default() -> Self {
        Self { layout: Layout::default(), base: 10_000.0, rotary_dim: None, partial: Partial::default() }
    }
}

/// A checked head: where the pairs are and how fast they turn.
#[derive(Clone, Copy)]
struct Shape {
    /// Number of pairs, those that stand still included.
    pairs: usize,
    /// Pairs from here on have frequency 0.
    turning: usize,
    /// The d of the exponent 2i/d.
    exponent_width: usize,
}

impl Options {
    fn shape(&self, head_dim: usize) -> Result<Shape, MathError> {
        even("head_dim", head_dim)?;
        positive("base", self.base)?;
        let rotary_dim = self.rotary_dim.unwrap_or(head_dim);
        even("rotary_dim", rotary_dim)?;
        if rotary_dim > head_dim {
            return Err(MathError::NoSuch { what: "rotary_dim", got: rotary_dim, first: 2, last: head_dim });
        }
        let width = match self.partial {
            Partial::Prefix => rotary_dim,
            Partial::Proportional => head_dim,
        };
        Ok(Shape { pairs: width / 2, turning: rotary_dim / 2, exponent_width: width })
    }

    fn frequency(&self, pair: usize, shape: Shape) -> f64 {
        if pair >= shape.turning {
            return 0.0;
        }
        1.0 / libm::pow(self.base, 2.0 * pair as f64 / shape.exponent_width as f64)
    }

    /// The two coordinates of a pair.
    const fn places(&self, pair: usize, shape: Shape) -> (usize, usize) {
        match self.layout {
            Layout::Interleaved => (2 * pair, 2 * pair + 1),
            Layout::Half => (pair, pair + shape.pairs),
        }
    }
}

fn even(what: &'static str, d: usize) -> Result<(), MathError> {
    at_least_one(what, d)?;
    if d.is_multiple_of(2) { Ok(()) } else { Err(MathError::Odd { what, got: d }) }
}

/// The frequency θᵢ of pair `pair` (from 0), in radians per position: base^(−2i/d). 0 for a pair that stands still.
///
/// # Errors
/// [`MathError::Odd`] for an odd width, [`MathError::NoSuch`] for a pair past the last or a rotary width above the head's,
/// [`MathError::OutOfInterval`] for a base that is not positive.
///
/// ```
/// use posenc::math::rope::{Options, inv_freq};
/// let neox = Options { rotary_dim: Some(24), ..Options::default() };
/// assert!((inv_freq(1, 96, &neox)? - 0.464_158_9).abs() < 1e-7); // 10000^(−2/24), not ^(−2/96)
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn inv_freq(pair: usize, head_dim: usize, options: &Options) -> Result<f64, MathError> {
    let shape = options.shape(head_dim)?;
    if pair >= shape.pairs {
        return Err(MathError::NoSuch { what: "pair", got: pair, first: 0, last: shape.pairs - 1 });
    }
    Ok(options.frequency(pair, shape))
}

/// All frequencies, fastest first.
///
/// # Errors
/// As [`inv_freq`].
///
/// ```
/// use posenc::math::rope::{Options, inv_freqs};
/// assert_eq!(inv_freqs(128, &Options::default())?.len(), 64);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn inv_freqs(head_dim: usize, options: &Options) -> Result<Vec<f64>, MathError> {
    let shape = options.shape(head_dim)?;
    Ok((0..shape.pairs).map(|pair| options.frequency(pair, shape)).collect())
}

/// The wavelength 2π/θᵢ of a pair, in positions; +∞ for a pair that stands still.
///
/// # Errors
/// As [`inv_freq`].
///
/// ```
/// use posenc::math::rope::{Options, wavelength};
/// assert_eq!(wavelength(63, 128, &Options::default())?.round(), 54410.0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn wavelength(pair: usize, head_dim: usize, options: &Options) -> Result<f64, MathError> {
    Ok(TAU / inv_freq(pair, head_dim, options)?)
}

/// `x` turned to position `pos`: each pair (a, b) becomes (a cos φ − b sin φ, a sin φ + b cos φ) with φ = pos·θᵢ.
///
/// The length of `x` is the head's width. Position 0 changes nothing, and the norm is kept.
///
/// # Errors
/// As [`inv_freq`]; a position beyond ±2⁵³.
///
/// ```
/// use posenc::math::rope::{Options, rotate};
/// let turned = rotate(&[1.0, 2.0, 3.0, 4.0], 1, &Options::default())?;
/// assert!((turned[0] - -1.142_639_66).abs() < 1e-8);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn rotate(x: &[f64], pos: i64, options: &Options) -> Result<Vec<f64>, MathError> {
    let shape = options.shape(x.len())?;
    let pos = position(pos)?;
    let mut out = x.to_vec();
    for pair in 0..shape.turning {
        let (sin, cos) = libm::sincos(pos * options.frequency(pair, shape));
        let (a, b) = options.places(pair, shape);
        out[a] = x[a] * cos - x[b] * sin;
        out[b] = x[a] * sin + x[b] * cos;
    }
    Ok(out)
}

/// The score (R_m q)·(R_n k) of a query at `query_pos` and a key at `key_pos`, not divided by √d.
///
/// It depends on the positions only through `key_pos − query_pos` (RoFormer eq. 16).
///
/// # Errors
/// As [`rotate`]; [`MathError::Length`] if the lists differ in length.
///
/// ```
/// use posenc::math::rope::{Options, score};
/// let (q, k, options) = ([1.0, 0.0], [1.0, 0.0], Options::default());
/// let near = score(&q, &k, 4, 10, &options)?;
/// assert!((near - score(&q, &k, 104, 110, &options)?).abs() < 1e-13);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn score(q: &[f64], k: &[f64], query_pos: i64, key_pos: i64, options: &Options) -> Result<f64, MathError> {
    same_len("the key", q.len(), k.len())?;
    dot_lists(&rotate(q, query_pos, options)?, &rotate(k, key_pos, options)?)
}

/// The angle of a key as seen from a query, in radians: (key_pos − query_pos)·θ, with θ in radians per position.
///
/// # Errors
/// A position beyond ±2⁵³.
///
/// ```
/// assert_eq!(posenc::math::rope::relative_angle(10, 4, 0.5)?, -3.0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn relative_angle(query_pos: i64, key_pos: i64, theta: f64) -> Result<f64, MathError> {
    Ok((position(key_pos)? - position(query_pos)?) * theta)
}

/// The rows of one head from the interleaved to the half layout: 0, 2, 4, …, 1, 3, 5, …
///
/// `half(P x) = P interleaved(x)`: weights trained in one layout need this on their query and key rows to be used in the other.
///
/// # Errors
/// [`MathError::Odd`] for an odd width.
///
/// ```
/// let p = posenc::math::rope::interleaved_to_half(8)?;
/// assert_eq!(p.order(), [0, 2, 4, 6, 1, 3, 5, 7]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn interleaved_to_half(head_dim: usize) -> Result<Permutation, MathError> {
    even("head_dim", head_dim)?;
    Permutation::new((0..head_dim).step_by(2).chain((1..head_dim).step_by(2)).collect())
}

/// The inverse of [`interleaved_to_half`]: 0, d/2, 1, d/2 + 1, …
///
/// # Errors
/// [`MathError::Odd`] for an odd width.
///
/// ```
/// let p = posenc::math::rope::half_to_interleaved(6)?;
/// assert_eq!(p.order(), [0, 3, 1, 4, 2, 5]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn half_to_interleaved(head_dim: usize) -> Result<Permutation, MathError> {
    Ok(interleaved_to_half(head_dim)?.inverse())
}

/// The curve of RoFormer's Figure 2: the mean of |S_j| for j = 1..=d/2, with S_j = Σ_{i<j} e^{i·distance·θᵢ} (§3.4.3).
///
/// It scales a bound on the score, and it is not monotone: with d = 128 it first rises at distance 19. (d/2 + 1)/2 at distance 0.
///
/// # Errors
/// As [`inv_freq`].
///
/// ```
/// use posenc::math::rope::{Options, decay_bound};
/// assert_eq!(decay_bound(0, 64, &Options::default())?, 16.5);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn decay_bound(distance: i64, head_dim: usize, options: &Options) -> Result<f64, MathError> {
    let distance = position(distance)?;
    let frequencies = inv_freqs(head_dim, options)?;
    let (mut re, mut im, mut total) = (0.0, 0.0, 0.0);
    for theta in &frequencies {
        let (sin, cos) = libm::sincos(distance * theta);
        re += cos;
        im += sin;
        total += libm::hypot(re, im);
    }
    Ok(total / frequencies.len() as f64)
}
