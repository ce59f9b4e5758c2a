//! LongRoPE (Ding et al. 2024): one searched factor for each pair, another list for short texts.

use super::trained_length;
use crate::math::MathError;
use crate::math::num::{positive, same_len};
use crate::math::rope::{Options, inv_freqs};

/// The settings of the rule: two lists of factors, one for each pair.
#[derive(Clone, Debug, PartialEq)]
pub struct LongRope {
    /// Factors for texts up to the trained length.
    pub short: Vec<f64>,
    /// Factors for longer texts.
    pub long: Vec<f64>,
    /// Tokens of the text at hand.
    pub length: u64,
    /// Trained length in tokens.
    pub trained: u64,
    /// s = longest length / trained length; decides the factor on the logits, for short texts too.
    pub scale: f64,
}

impl LongRope {
    /// All frequencies in radians per position: θᵢ/fᵢ. The long list counts from one token past the trained length on.
    ///
    /// # Errors
    /// As [`inv_freqs`]; [`MathError::Length`] for a list that has not one factor for each pair; [`MathError::OutOfInterval`] for
    /// a factor that is not positive.
    ///
    /// ```
    /// use posenc::math::rope::scaling::LongRope;
    /// let rule = |length| LongRope { short: vec![1.0; 4], long: vec![1.0, 2.0, 4.0, 8.0], length, trained: 4096, scale: 32.0 };
    /// assert_eq!(rule(4096).inv_freqs(8, 10_000.0)?[3], 0.001);
    /// assert_eq!(rule(4097).inv_freqs(8, 10_000.0)?[3], 0.000_125);
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn inv_freqs(&self, dim: usize, base: f64) -> Result<Vec<f64>, MathError> {
        let trained = inv_freqs(dim, &Options { base, ..Options::default() })?;
        let (what, factors) = if self.length > self.trained {
            ("the long factors", &self.long)
        } else {
            ("the short factors", &self.short)
        };
        same_len(what, trained.len(), factors.len())?;
        trained.into_iter().zip(factors).map(|(theta, factor)| Ok(theta / positive("factor", *factor)?)).collect()
    }

    /// The factor on cosines and sines: [`longrope_factor`].
    ///
    /// # Errors
    /// As [`longrope_factor`].
    pub fn attention_factor(&self) -> Result<f64, MathError> {
        longrope_factor(self.scale, self.trained)
    }
}

/// LongRoPE's factor on cosines and sines: √(1 + ln s/ln L₀) with the trained length L₀, and 1 for a scale of 1 or less.
///
/// # Errors
/// [`MathError::OutOfInterval`] for a scale that is not positive; [`MathError::TooSmall`] for a trained length below 2.
///
/// ```
/// use posenc::math::rope::scaling::longrope_factor;
/// assert!((longrope_factor(32.0, 4096)? - 1.190_238_071_423_808).abs() < 1e-12);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn longrope_factor(scale: f64, trained: u64) -> Result<f64, MathError> {
    let scale = positive("scale", scale)?;
    let length = trained_length(trained)?;
    if length < 2.0 {
        return Err(MathError::TooSmall { what: "the trained length", min: 2, got: 1 });
    }
    Ok(if scale <= 1.0 { 1.0 } else { (1.0 + libm::log(scale) / libm::log(length)).sqrt() })
}
