//! Attention with linear biases: a penalty that grows with distance (Press, Smith, Lewis 2022).
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use std::f64::consts::LN_2;

use ndarray::Array2;

use super::MathError;
use super::attention::Mask;
use super::num::{at_least_one, finite, position, positive};
use super::options::named_options;

named_options! {
    /// Three ways to write the same bias. After a causal softmax they give the same weights, because a row may be shifted by a
    /// constant; without a mask they don't.
    pub enum Form ("form") {
        /// −m·|i − j| (the paper's figure 3).
        #[default]
        Distance = "distance",
        /// +m·j, 0 at the first key (the authors' code, BLOOM).
        RowStart = "row-start",
        /// −m·(n − 1 − j), 0 at the last key (MPT, Keras).
        RowEnd = "row-end",
    }
}

named_options! {
    /// Whether the bias is added before or after the division by √d.
    pub enum Scale ("scale") {
        /// q·k/√d + bias (the paper, BLOOM, MPT).
        #[default]
        After = "after",
        /// (q·k + bias)/√d (Falcon): slopes are in effect smaller by √d.
        Before = "before",
    }
}

/// The slopes of `n` heads by the authors' code, first head first.
///
/// With p the largest power of two not above n: 2^(−8h/p) for h = 1..=p, then every other slope of 2p heads until there are n.
/// The paper's sentence about a "ratio 2^(−8/n)" holds only for powers of two.
///
/// # Errors
/// [`MathError::TooSmall`] for no heads.
///
/// ```
/// use posenc::math::alibi::slopes;
/// assert_eq!(slopes(4)?, [0.25, 0.0625, 0.015625, 0.00390625]);
/// assert_eq!(slopes(3)?, [0.0625, 0.00390625, 0.25]); // not monotone, by design
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn slopes(heads: usize) -> Result<Vec<f64>, MathError> {
    slopes_with_max(heads, 8.0)
}

/// As [`slopes`] with another exponent in place of 8 (`alibi_bias_max` of MPT).
///
/// # Errors
/// [`MathError::TooSmall`] for no heads, [`MathError::OutOfInterval`] for an exponent that is not positive.
///
/// ```
/// assert_eq!(posenc::math::alibi::slopes_with_max(8, 16.0)?[0], 0.25);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn slopes_with_max(heads: usize, bias_max: f64) -> Result<Vec<f64>, MathError> {
    at_least_one("the number of heads", heads)?;
    positive("bias_max", bias_max)?;
    let power = 1usize << heads.ilog2();
    let first = (1..=power).map(|h| ratio_power(h, power, bias_max));
    let rest = (0..heads - power).map(|t| ratio_power(2 * t + 1, 2 * power, bias_max));
    Ok(first.chain(rest).collect())
}

/// 2^(−max·h/n), from one power each: no error builds up as it does by repeated multiplication.
fn ratio_power(h: usize, heads: usize, bias_max: f64) -> f64 {
    libm::exp2(-bias_max * h as f64 / heads as f64)
}

/// The slope of one head, counted from 1.
///
/// # Errors
/// [`MathError::NoSuch`] for a head that isn't 1..=heads, [`MathError::TooSmall`] for no heads.
///
/// ```
/// assert_eq!(posenc::math::alibi::slope(1, 8)?, 0.5);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn slope(head: usize, heads: usize) -> Result<f64, MathError> {
    let all = slopes(heads)?;
    head.checked_sub(1).and_then(|index| all.get(index).copied()).ok_or(MathError::NoSuch {
        what: "head",
        got: head,
        first: 1,
        last: heads,
    })
}

/// The bias of a causal head in logits: −m·(query_pos − key_pos), 0 for the token itself, −∞ for a key after the query.
///
/// # Errors
/// A slope that is not finite, a position beyond ±2⁵³.
///
/// ```
/// use posenc::math::alibi::bias;
/// assert_eq!(bias(9, 3, 0.5)?, -3.0);
/// assert_eq!(bias(3, 9, 0.5)?, f64::NEG_INFINITY);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn bias(query_pos: i64, key_pos: i64, slope: f64) -> Result<f64, MathError> {
    finite("slope", slope)?;
    let distance = position(query_pos)? - position(key_pos)?;
    // `0.0 −` and not a leading minus: the diagonal is 0, not −0.
    Ok(if distance < 0.0 { f64::NEG_INFINITY } else { 0.0 - slope * distance })
}

/// The bias matrix of one head, (n × n): rows are queries, columns keys; −∞ where the mask hides the key.
///
/// # Errors
/// [`MathError::TooSmall`] for n = 0, a slope that is not finite.
///
/// ```
/// use ndarray::array;
/// use posenc::math::{alibi::{Form, bias_matrix}, attention::Mask};
/// assert_eq!(bias_matrix(2, 0.5, Form::Distance, Mask::None)?, array![[0.0, -0.5], [-0.5, 0.0]]);
/// assert_eq!(bias_matrix(2, 0.5, Form::RowStart, Mask::Causal)?, array![[0.0, f64::NEG_INFINITY], [0.0, 0.5]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn bias_matrix(n: usize, slope: f64, form: Form, mask: Mask) -> Result<Array2<f64>, MathError> {
    at_least_one("the number of positions", n)?;
    finite("slope", slope)?;
    Ok(Array2::from_shape_fn((n, n), |(query, key)| {
        if !mask.sees(query, n, key, n) {
            return f64::NEG_INFINITY;
        }
        match form {
            Form::Distance => 0.0 - slope * query.abs_diff(key) as f64,
            Form::RowStart => slope * key as f64,
            Form::RowEnd => 0.0 - slope * (n - 1 - key) as f64,
        }
    }))
}

/// The logit of a key `distance` tokens back: `content − m·distance`.
///
/// `content` is the score as it enters the softmax: divided by √d already, or not at all in the chapter's small examples.
///
/// # Errors
/// Numbers that are not finite; [`MathError::OutOfInterval`] for a distance below 0.
///
/// ```
/// assert_eq!(posenc::math::alibi::score(10.0, 0.5, 6.0)?, 7.0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn score(content: f64, slope: f64, distance: f64) -> Result<f64, MathError> {
    finite("q·k", content)?;
    finite("slope", slope)?;
    Ok(content - slope * not_negative("distance", distance)?)
}

/// The logit from the raw q·k, the head's width and a bias: q·k/√d + bias, or (q·k + bias)/√d.
///
/// # Errors
/// [`MathError::TooSmall`] for a width of 0, a q·k that is not finite.
///
/// ```
/// use posenc::math::alibi::{Scale, scaled_logit};
/// assert_eq!(scaled_logit(8.0, 16, -3.0, Scale::After)?, -1.0);
/// assert_eq!(scaled_logit(8.0, 16, -3.0, Scale::Before)?, 1.25);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn scaled_logit(qk: f64, head_dim: usize, bias: f64, scale: Scale) -> Result<f64, MathError> {
    finite("q·k", qk)?;
    let root = (at_least_one("head_dim", head_dim)? as f64).sqrt();
    Ok(match scale {
        Scale::After => qk / root + bias,
        Scale::Before => (qk + bias) / root,
    })
}

/// The distance over which the weight halves at equal content, in tokens: ln 2 / m.
///
/// # Errors
/// [`MathError::OutOfInterval`] for a slope that is not positive.
///
/// ```
/// assert!((posenc::math::alibi::half_distance(0.5)? - 1.386).abs() < 1e-3);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn half_distance(slope: f64) -> Result<f64, MathError> {
    Ok(LN_2 / positive("slope", slope)?)
}

/// How many times the weight of the nearer key that of the farther one is, at equal content: e^(m·(far − near)).
///
/// # Errors
/// Numbers that are not finite; distances below 0.
///
/// ```
/// assert_eq!(posenc::math::alibi::weight_ratio(0.5, 3.0, 3.0)?, 1.0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn weight_ratio(slope: f64, near: f64, far: f64) -> Result<f64, MathError> {
    let gap = not_negative("the far distance", far)? - not_negative("the near distance", near)?;
    Ok(libm::exp(finite("slope", slope)? * gap))
}

/// The smallest whole distance at which the weight at equal content is ε of the self weight or less: ⌈ln(1/ε)/m⌉.
///
/// # Errors
/// [`MathError::OutOfInterval`] for a slope that is not positive or an ε outside (0, 1]; [`MathError::TooLarge`] past 2⁵³ tokens.
///
/// ```
/// assert_eq!(posenc::math::alibi::effective_window(0.5, 0.01)?, 10);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn effective_window(slope: f64, epsilon: f64) -> Result<u64, MathError> {
    positive("slope", slope)?;
    if !(epsilon > 0.0 && epsilon <= 1.0) {
        return Err(MathError::OutOfInterval { what: "epsilon", must_be: "above 0 and at most 1", got: epsilon });
    }
    let window = (0.0 - libm::log(epsilon) / slope).ceil();
    if window > super::num::MAX_POSITION as f64 {
        return Err(MathError::TooLarge { what: "the window", max: "2^53 tokens" });
    }
    Ok(window as u64)
}

/// The weight of the current token when all `keys` visible keys have equal content: (1 − e^(−m)) / (1 − e^(−m·keys)).
///
/// For m = 0 it is 1/keys, the flat average.
///
/// # Errors
/// [`MathError::OutOfInterval`] for a slope below 0 or not finite, [`MathError::TooSmall`] for no keys.
///
/// ```
/// use posenc::math::alibi::self_weight;
/// assert!((self_weight(0.5, 512)? - 0.393).abs() < 5e-4);
/// assert_eq!(self_weight(0.0, 4)?, 0.25);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn self_weight(slope: f64, keys: usize) -> Result<f64, MathError> {
    let keys = at_least_one("the number of keys", keys)? as f64;
    if not_negative("slope", slope)? == 0.0 {
        return Ok(1.0 / keys);
    }
    // expm1 keeps the digits that 1 − e^(−m) would lose at small slopes.
    Ok(libm::expm1(-slope) / libm::expm1(-slope * keys))
}

/// How much larger the content logit of a key `distance` tokens back has to be to tie with the current token: m·distance.
///
/// # Errors
/// A slope that is not finite; a distance below 0.
///
/// ```
/// assert_eq!(posenc::math::alibi::content_to_tie(1.0 / 256.0, 5000.0)?, 19.53125);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn content_to_tie(slope: f64, distance: f64) -> Result<f64, MathError> {
    Ok(finite("slope", slope)? * not_negative("distance", distance)?)
}

fn not_negative(what: &'static str, x: f64) -> Result<f64, MathError> {
    if x.is_finite() && x >= 0.0 {
        Ok(x)
    } else {
        Err(MathError::OutOfInterval { what, must_be: "finite and at least 0", got: x })
    }
}
