//! Position interpolation (Chen et al. 2023, "Extending Context Window of Large Language Models via Positional Interpolation").

use super::trained_length;
use crate::math::MathError;
use crate::math::num::{position, positive};

/// A frequency under position interpolation: θ/s, as if every position were divided by s.
///
/// # Errors
/// [`MathError::OutOfInterval`] for a scale that is not positive.
///
/// ```
/// assert_eq!(posenc::math::rope::interpolated(0.5, 4.0)?, 0.125);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn interpolated(theta: f64, scale: f64) -> Result<f64, MathError> {
    Ok(theta / positive("scale", scale)?)
}

/// Where a position is read when `new_len` positions are squeezed into `trained`: pos·trained/new_len, in positions.
///
/// # Errors
/// [`MathError::TooSmall`] for a length of 0; a position beyond ±2⁵³.
///
/// ```
/// use posenc::math::rope::scaling::position_interpolation;
/// assert_eq!(position_interpolation(5000, 2048, 8192)?, 1250.0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn position_interpolation(pos: i64, trained: u64, new_len: u64) -> Result<f64, MathError> {
    Ok(position(pos)? * trained_length(trained)? / trained_length(new_len)?)
}
