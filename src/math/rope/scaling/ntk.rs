//! The NTK-aware rules: a larger base, so that fast pairs stay and slow pairs stretch (bloc97 and emozilla 2023).

use super::trained_length;
use crate::math::MathError;
use crate::math::num::positive;
use crate::math::rope::even;

/// The base that stretches the context `scale` times: base·s^(dim/(dim−2)).
///
/// The first frequency stays, the last is divided by exactly s.
///
/// # Errors
/// [`MathError::TooSmall`] for a width below 4, where the exponent has no value; [`MathError::OutOfInterval`] for numbers that are
/// not positive.
///
/// ```
/// assert!((posenc::math::rope::ntk_base(10_000.0, 4.0, 128)? - 40889.94).abs() < 0.01);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn ntk_base(base: f64, scale: f64, dim: usize) -> Result<f64, MathError> {
    positive("base", base)?;
    positive("scale", scale)?;
    even("head_dim", dim)?;
    if dim < 4 {
        return Err(MathError::TooSmall { what: "head_dim", min: 4, got: dim as i64 });
    }
    let d = dim as f64;
    Ok(base * libm::pow(scale, d / (d - 2.0)))
}

/// The base after `length` tokens: [`ntk_base`] with the scale s·L/L₀ − (s − 1), where L is `length` or the trained length L₀,
/// whichever is more. Up to the trained length nothing changes.
///
/// # Errors
/// As [`ntk_base`]; [`MathError::TooSmall`] for a trained length of 0; [`MathError::OutOfInterval`] for a scale of 0 or less.
///
/// ```
/// use posenc::math::rope::scaling::dynamic_ntk_base;
/// assert_eq!(dynamic_ntk_base(10_000.0, 2.0, 1024, 2048, 128)?, 10_000.0);
/// assert!((dynamic_ntk_base(10_000.0, 2.0, 4096, 2048, 128)? - 30527.74).abs() < 0.01);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn dynamic_ntk_base(base: f64, scale: f64, length: u64, trained: u64, dim: usize) -> Result<f64, MathError> {
    positive("scale", scale)?;
    let trained_length = trained_length(trained)?;
    let stretch = length.max(trained) as f64 / trained_length;
    ntk_base(base, scale * stretch - (scale - 1.0), dim)
}
