//! No positional encoding: what the causal mask alone gives away (Kazemnejad et al. 2023, §5; Haviv et al. 2022).

use ndarray::{Array2, Axis, concatenate};

use super::MathError;
use super::attention::{Attended, Mask, attend, attention};
use super::num::at_least_one;

/// The weights of a head whose logits are all equal, under the causal mask: row t has 1/(t + 1) on its first t + 1 keys, (n × n).
///
/// # Errors
/// [`MathError::TooSmall`] for n = 0.
///
/// ```
/// use ndarray::array;
/// assert_eq!(posenc::math::nope::uniform_weights(2)?, array![[1.0, 0.0], [0.5, 0.5]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn uniform_weights(n: usize) -> Result<Array2<f64>, MathError> {
    at_least_one("the number of positions", n)?;
    Ok(attend(Array2::zeros((n, n)), Array2::zeros((n, 1)).view(), Mask::Causal)?.weights)
}

/// What a uniform causal head reads at position `pos` (from 0) if only the first token carries a 1: 1/(pos + 1).
///
/// # Errors
/// [`MathError::TooSmall`] for a position below 0.
///
/// ```
/// assert_eq!(posenc::math::nope::counter(3)?, 0.25);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn counter(pos: i64) -> Result<f64, MathError> {
    if pos < 0 {
        return Err(MathError::TooSmall { what: "position", min: 0, got: pos });
    }
    Ok(1.0 / (super::num::position(pos)? + 1.0))
}

/// How far the counter falls from one position to the next: 1/(t(t + 1)) with t = pos + 1. It is the resolution of the signal.
///
/// # Errors
/// As [`counter`].
///
/// ```
/// assert_eq!(posenc::math::nope::gap(0)?, 0.5); // 1 − 1/2
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn gap(pos: i64) -> Result<f64, MathError> {
    let now = counter(pos)?;
    // 1/t · 1/(t+1), not the difference of two nearly equal numbers.
    Ok(now * counter(pos.saturating_add(1))?)
}

/// What a uniform causal head outputs for the values `x`: at each position the mean of all values so far.
///
/// ```
/// assert_eq!(posenc::math::nope::running_mean(&[1.0, 0.0, 2.0]), [1.0, 0.5, 1.0]);
/// ```
pub fn running_mean(x: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    x.iter()
        .enumerate()
        .map(|(t, value)| {
            sum += value;
            sum / (t + 1) as f64
        })
        .collect()
}

/// The two-layer construction: a counter from the mask, then relative logits from the counter (Kazemnejad et al. 2023, theorems 1 and 2).
#[derive(Clone, Debug)]
pub struct TwoLayers {
    /// Layer 1: a uniform causal head over a value that is 1 at the first token and 0 elsewhere; its output is 1/(t + 1).
    pub counting: Attended,
    /// The positions that a token-wise function reads off the counter: 1/output − 1, from 0.
    pub positions: Vec<f64>,
    /// Layer 2: causal attention with logits content − scale·(t − i), values the positions.
    pub relative: Attended,
}

/// Runs the [`TwoLayers`] on n tokens whose first is recognisable.
///
/// Layer 2 has queries (content, −scale·t, scale) and keys (1, 1, i), so that q·k = content − scale·(t − i): an ALiBi-like slope that
/// nobody put in. (The vectors carry the √3 that the attention divides by.)
///
/// # Errors
/// [`MathError::TooSmall`] for n = 0, [`MathError::OutOfInterval`] for a content or scale that is not finite.
///
/// ```
/// let built = posenc::math::nope::two_layers(4, 2.0, 1.0)?;
/// assert!((built.relative.logits[[3, 1]] - 0.0).abs() < 1e-12); // 2 − (3 − 1)
/// assert_eq!(built.relative.logits[[1, 3]], f64::NEG_INFINITY);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn two_layers(n: usize, content: f64, scale: f64) -> Result<TwoLayers, MathError> {
    at_least_one("the number of positions", n)?;
    super::num::finite("content", content)?;
    super::num::finite("scale", scale)?;
    let marker = Array2::from_shape_fn((n, 1), |(t, _)| if t == 0 { 1.0 } else { 0.0 });
    let blank = Array2::zeros((n, 1));
    let counting = attention(blank.view(), blank.view(), marker.view(), Mask::Causal, None)?;
    let positions: Vec<f64> = counting.output.iter().map(|read| 1.0 / read - 1.0).collect();
    let t = Array2::from_shape_fn((n, 1), |(row, _)| positions.get(row).copied().unwrap_or(f64::NAN));
    let ones = Array2::ones((n, 1));
    let root = 3.0_f64.sqrt();
    let join = |columns: [Array2<f64>; 3]| {
        concatenate(Axis(1), &[columns[0].view(), columns[1].view(), columns[2].view()])
            .map_err(|_| MathError::Length { what: "a column of the construction", expected: n, got: 0 })
    };
    let q = join([&ones * (content * root), &t * (-scale * root), &ones * (scale * root)])?;
    let k = join([ones.clone(), ones, t.clone()])?;
    let relative = attention(q.view(), k.view(), t.view(), Mask::Causal, None)?;
    Ok(TwoLayers { counting, positions, relative })
}

/// The entropy −Σ p ln p of a row of weights, in nats; ln t for t equal weights, 0 if one key has it all.
///
/// # Errors
/// [`MathError::Empty`] for an empty row, [`MathError::OutOfInterval`] for a weight outside [0, 1].
///
/// ```
/// let h = posenc::math::nope::entropy(&[0.25; 4])?;
/// assert!((h - libm::log(4.0)).abs() < 1e-15);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn entropy(weights: &[f64]) -> Result<f64, MathError> {
    if weights.is_empty() {
        return Err(MathError::Empty { what: "the row of weights" });
    }
    if let Some(&bad) = weights.iter().find(|w| !(0.0..=1.0).contains(*w)) {
        return Err(MathError::OutOfInterval { what: "a weight", must_be: "from 0 to 1", got: bad });
    }
    // 0·ln 0 counts as 0; the leading 0.0 keeps −0 out of the answer.
    Ok(weights.iter().filter(|w| **w > 0.0).fold(0.0, |sum, w| sum - w * libm::log(*w)))
}

/// The weight of one key whose logit is `gap` above the n − 1 others, which are equal: 1 / (1 + (n − 1)·e^(−gap)).
///
/// With the gap fixed it falls as the context grows.
///
/// # Errors
/// [`MathError::TooSmall`] for n = 0, a gap that is not finite.
///
/// ```
/// use posenc::math::nope::leader_weight;
/// assert!((leader_weight(4.39, 10)? - 0.90).abs() < 5e-3);
/// assert!((leader_weight(4.39, 1000)? - 0.075).abs() < 5e-3);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn leader_weight(gap: f64, n: usize) -> Result<f64, MathError> {
    super::num::finite("gap", gap)?;
    let others = at_least_one("the number of keys", n)? as f64 - 1.0;
    Ok(1.0 / (1.0 + others * libm::exp(-gap)))
}
