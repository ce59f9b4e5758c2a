//! Scaled dot-product attention, with and without the causal mask (Vaswani et al. 2017, §3.2.1).
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use ndarray::{Array2, ArrayView2};

use super::MathError;
use super::num::{at_least_one, matmul, same_len};
use super::options::named_options;

named_options! {
    /// Which keys a query may see.
    pub enum Mask ("mask") {
        /// All of them (an encoder).
        #[default]
        None = "none",
        /// Those at its own position and before (a decoder). With fewer queries than keys, the queries are the last positions.
        Causal = "causal",
    }
}

impl Mask {
    /// Whether the query in row `query` of `queries` sees key `key` of `keys`.
    ///
    /// ```
    /// use posenc::math::attention::Mask;
    /// assert!(Mask::None.sees(0, 4, 3, 4));
    /// assert!(!Mask::Causal.sees(0, 4, 3, 4));
    /// assert!(Mask::Causal.sees(0, 1, 3, 4)); // one query against a cache of four keys
    /// ```
    pub const fn sees(self, query: usize, queries: usize, key: usize, keys: usize) -> bool {
        match self {
            Self::None => true,
            Self::Causal => key + queries <= query + keys,
        }
    }
}

/// What attention returns: the output and everything on the way to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Attended {
    /// `weights · V`, (queries × width of V).
    pub output: Array2<f64>,
    /// Softmax of the logits by rows, (queries × keys); each row sums to 1.
    pub weights: Array2<f64>,
    /// Scaled scores plus bias, (queries × keys); −∞ where the mask hides the key.
    pub logits: Array2<f64>,
}

/// `exp(xᵢ) / Σⱼ exp(xⱼ)`, computed after subtracting the largest logit, so that large logits don't overflow.
///
/// −∞ gets weight 0 exactly.
///
/// # Errors
/// [`MathError::Empty`] for an empty list, [`MathError::AllMasked`] if every logit is −∞, [`MathError::OutOfInterval`] for NaN or +∞.
///
/// ```
/// use posenc::math::attention::softmax;
/// assert_eq!(softmax(&[5.0, 5.0, f64::NEG_INFINITY])?, [0.5, 0.5, 0.0]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn softmax(logits: &[f64]) -> Result<Vec<f64>, MathError> {
    if logits.is_empty() {
        return Err(MathError::Empty { what: "the list of logits" });
    }
    if let Some(&bad) = logits.iter().find(|x| x.is_nan() || **x == f64::INFINITY) {
        return Err(MathError::OutOfInterval { what: "a logit", must_be: "a number below +∞", got: bad });
    }
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if max == f64::NEG_INFINITY {
        return Err(MathError::AllMasked);
    }
    let mut weights: Vec<f64> = logits.iter().map(|x| libm::exp(x - max)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|w| *w /= sum);
    Ok(weights)
}

/// [`softmax`] of every row.
///
/// # Errors
/// As [`softmax`], for the first row that has a problem.
///
/// ```
/// use ndarray::array;
/// let weights = posenc::math::attention::softmax_rows(array![[0.0, 0.0], [1.0, f64::NEG_INFINITY]].view())?;
/// assert_eq!(weights, array![[0.5, 0.5], [1.0, 0.0]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn softmax_rows(logits: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
    let mut weights = Array2::zeros(logits.raw_dim());
    for (mut out, row) in weights.rows_mut().into_iter().zip(logits.rows()) {
        for (slot, weight) in out.iter_mut().zip(softmax(&row.to_vec())?) {
            *slot = weight;
        }
    }
    Ok(weights)
}

/// `softmax(QKᵀ/√d + bias) V`, the attention of the paper with an optional additive bias.
///
/// Shapes: `q` (queries × d), `k` (keys × d), `v` (keys × any width), `bias` (queries × keys), added after the scale.
/// Nothing here knows an order unless the mask or the bias tells it.
///
/// # Errors
/// [`MathError::Length`] for shapes that don't fit, [`MathError::TooSmall`] for a width of 0 or, under the causal mask, fewer keys
/// than queries; as [`softmax`] for logits that are not numbers.
///
/// ```
/// use ndarray::array;
/// use posenc::math::attention::{Mask, attention};
/// let x = array![[1.0, 0.0], [0.0, 1.0]];
/// let seen = attention(x.view(), x.view(), x.view(), Mask::Causal, None)?;
/// assert_eq!(seen.weights.row(0).to_vec(), [1.0, 0.0]); // the first token sees only itself
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn attention(
    q: ArrayView2<'_, f64>,
    k: ArrayView2<'_, f64>,
    v: ArrayView2<'_, f64>,
    mask: Mask,
    bias: Option<ArrayView2<'_, f64>>,
) -> Result<Attended, MathError> {
    at_least_one("the head width", q.ncols())?;
    same_len("the width of K", q.ncols(), k.ncols())?;
    let mut logits = matmul(q, k.t())?;
    let scale = (q.ncols() as f64).sqrt();
    logits.mapv_inplace(|x| x / scale);
    if let Some(bias) = bias {
        same_len("the bias (rows)", logits.nrows(), bias.nrows())?;
        same_len("the bias (columns)", logits.ncols(), bias.ncols())?;
        logits.zip_mut_with(&bias, |x, b| *x += b);
    }
    attend(logits, v, mask)
}

/// The second half of attention: masks the logits, takes the softmax by rows and sums the values.
///
/// Shapes: `logits` (queries × keys), `v` (keys × any width).
///
/// # Errors
/// As [`attention`].
///
/// ```
/// use ndarray::array;
/// use posenc::math::attention::{Mask, attend};
/// let flat = attend(array![[0.0, 0.0], [0.0, 0.0]], array![[1.0], [0.0]].view(), Mask::Causal)?;
/// assert_eq!(flat.output, array![[1.0], [0.5]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn attend(mut logits: Array2<f64>, v: ArrayView2<'_, f64>, mask: Mask) -> Result<Attended, MathError> {
    same_len("V (rows)", logits.ncols(), v.nrows())?;
    let (queries, keys) = logits.dim();
    if mask == Mask::Causal && keys < queries {
        return Err(MathError::TooSmall { what: "the number of keys", min: queries as i64, got: keys as i64 });
    }
    for ((query, key), logit) in logits.indexed_iter_mut() {
        if !mask.sees(query, queries, key, keys) {
            *logit = f64::NEG_INFINITY;
        }
    }
    let weights = softmax_rows(logits.view())?;
    let output = matmul(weights.view(), v)?;
    Ok(Attended { output, weights, logits })
}
