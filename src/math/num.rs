//! Small numeric helpers: checked inputs, sums in a fixed order, a seeded stream of numbers.
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use ndarray::{Array2, ArrayView2};

use super::MathError;

/// The largest position whose `f64` is exact: 2⁵³.
pub const MAX_POSITION: i64 = 1 << 53;

/// A position as `f64`, exact or refused.
///
/// # Errors
/// [`MathError::TooLarge`] beyond ±2⁵³, where neighbouring positions would share one `f64`.
///
/// ```
/// assert_eq!(posenc::math::num::position(-3)?, -3.0);
/// assert!(posenc::math::num::position(i64::MAX).is_err());
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn position(pos: i64) -> Result<f64, MathError> {
    if pos.unsigned_abs() > MAX_POSITION.unsigned_abs() {
        return Err(MathError::TooLarge { what: "position", max: "2^53 (9007199254740992) in size" });
    }
    Ok(pos as f64)
}

/// Refuses NaN and infinities.
pub(crate) fn finite(what: &'static str, x: f64) -> Result<f64, MathError> {
    if x.is_finite() { Ok(x) } else { Err(MathError::OutOfInterval { what, must_be: "a finite number", got: x }) }
}

/// Refuses what is not finite and greater than 0.
pub(crate) fn positive(what: &'static str, x: f64) -> Result<f64, MathError> {
    if x.is_finite() && x > 0.0 {
        Ok(x)
    } else {
        Err(MathError::OutOfInterval { what, must_be: "finite and greater than 0", got: x })
    }
}

/// Refuses a count of zero.
pub(crate) fn at_least_one(what: &'static str, n: usize) -> Result<usize, MathError> {
    if n == 0 { Err(MathError::TooSmall { what, min: 1, got: 0 }) } else { Ok(n) }
}

/// Refuses a length other than the one expected.
pub(crate) fn same_len(what: &'static str, expected: usize, got: usize) -> Result<(), MathError> {
    if expected == got { Ok(()) } else { Err(MathError::Length { what, expected, got }) }
}

/// `Σ aᵢ bᵢ`, summed from left to right.
///
/// # Errors
/// [`MathError::Length`] if the lists differ in length.
///
/// ```
/// assert_eq!(posenc::math::num::dot(&[1.0, 2.0], &[3.0, 4.0])?, 11.0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn dot(a: &[f64], b: &[f64]) -> Result<f64, MathError> {
    same_len("the second list", a.len(), b.len())?;
    Ok(a.iter().zip(b).map(|(x, y)| x * y).sum())
}

/// The Euclidean length `√(Σ xᵢ²)`; 0 for an empty list.
///
/// ```
/// assert_eq!(posenc::math::num::norm(&[3.0, 4.0]), 5.0);
/// ```
pub fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// The matrix product `A B`: shapes (n × m)(m × p) → (n × p), each sum in the order of the columns of `A`.
///
/// # Errors
/// [`MathError::Length`] if the inner sizes differ.
///
/// ```
/// use ndarray::array;
/// let product = posenc::math::num::matmul(array![[1.0, 2.0]].view(), array![[3.0], [4.0]].view())?;
/// assert_eq!(product, array![[11.0]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn matmul(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
    same_len("the rows of the second matrix", a.ncols(), b.nrows())?;
    let mut out = Array2::zeros((a.nrows(), b.ncols()));
    for i in 0..a.nrows() {
        for m in 0..a.ncols() {
            let x = a[[i, m]];
            for p in 0..b.ncols() {
                out[[i, p]] += x * b[[m, p]];
            }
        }
    }
    Ok(out)
}

/// The largest `|a − b|` over two arrays of the same shape; 0 if both are empty.
///
/// # Errors
/// [`MathError::Length`] if the shapes differ.
///
/// ```
/// use ndarray::array;
/// let a = array![[1.0, 2.0]];
/// assert_eq!(posenc::math::num::max_abs_diff(a.view(), array![[1.5, 2.0]].view())?, 0.5);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn max_abs_diff(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>) -> Result<f64, MathError> {
    same_len("the second array (rows)", a.nrows(), b.nrows())?;
    same_len("the second array (columns)", a.ncols(), b.ncols())?;
    Ok(a.iter().zip(b.iter()).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max))
}

/// A seeded stream of numbers, the same on every machine and in every release (SplitMix64, Steele et al. 2014).
///
/// It fills toy weights and figures; questions have their own generator.
///
/// ```
/// use posenc::math::num::SplitMix64;
/// assert_eq!(SplitMix64::new(0).next_u64(), 0xE220_A839_7B1D_CDAF);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A stream from a seed; every seed is fine, 0 too.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next number in [−1, 1), a multiple of 2⁻⁵².
    pub fn next_signed_unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A (rows × columns) array of numbers in [−scale, scale).
    pub fn array(&mut self, rows: usize, columns: usize, scale: f64) -> Array2<f64> {
        // `from_shape_simple_fn` fills in row-major order, so the stream's order is part of the value.
        Array2::from_shape_simple_fn((rows, columns), || scale * self.next_signed_unit())
    }
}
