//! The rule of Llama 3.1 (Dubey et al. 2024): bands of wavelengths, and a line between them.

use std::f64::consts::TAU;

use super::trained_length;
use crate::math::MathError;
use crate::math::num::positive;
use crate::math::rope::{Options, inv_freqs};

/// What happens to a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// Wavelength below trained/high: as trained.
    Kept,
    /// Between the two.
    Blended,
    /// Wavelength above trained/low: divided by the scale.
    Divided,
}

/// The settings of the rule. The default is that of Llama 3.1: scale 8, 1, 4, 8192.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Llama3 {
    /// By what slow frequencies are divided (`factor`).
    pub scale: f64,
    /// Turns in the trained length below which a pair is slow (`low_freq_factor`).
    pub low: f64,
    /// Turns in the trained length above which a pair is fast (`high_freq_factor`).
    pub high: f64,
    /// Trained length in tokens.
    pub trained: u64,
}

impl Default for Llama3 {
    fn default() -> Self {
        Self { scale: 8.0, low: 1.0, high: 4.0, trained: 8192 }
    }
}

impl Llama3 {
    /// All frequencies in radians per position: θᵢ, θᵢ/s, or (1 − t)·θᵢ/s + t·θᵢ with t = (turns − low)/(high − low), where
    /// turns = trained·θᵢ/2π.
    ///
    /// # Errors
    /// As [`inv_freqs`]; [`MathError::OutOfInterval`] for a scale that is not positive and for `high` not above `low`;
    /// [`MathError::TooSmall`] for a trained length of 0.
    ///
    /// ```
    /// use posenc::math::rope::scaling::Llama3;
    /// let theta = Llama3::default().inv_freqs(128, 500_000.0)?;
    /// assert_eq!(theta[0], 1.0);
    /// assert!((theta[63] - 500_000_f64.powf(-126.0 / 128.0) / 8.0).abs() < 1e-15);
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn inv_freqs(&self, dim: usize, base: f64) -> Result<Vec<f64>, MathError> {
        let scale = positive("scale", self.scale)?;
        let length = self.checked_length()?;
        let trained = inv_freqs(dim, &Options { base, ..Options::default() })?;
        let scaled = |theta: f64| match self.band_of(theta, length) {
            Band::Kept => theta,
            Band::Divided => theta / scale,
            Band::Blended => {
                let t = (length * theta / TAU - self.low) / (self.high - self.low);
                (1.0 - t) * theta / scale + t * theta
            }
        };
        Ok(trained.into_iter().map(scaled).collect())
    }

    /// The band of a frequency, in radians per position.
    ///
    /// # Errors
    /// [`MathError::OutOfInterval`] for `high` not above `low`; [`MathError::TooSmall`] for a trained length of 0.
    ///
    /// ```
    /// use posenc::math::rope::scaling::{Band, Llama3};
    /// assert_eq!(Llama3::default().band(1.0)?, Band::Kept);
    /// assert_eq!(Llama3::default().band(1e-5)?, Band::Divided);
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn band(&self, theta: f64) -> Result<Band, MathError> {
        Ok(self.band_of(theta, self.checked_length()?))
    }

    fn band_of(&self, theta: f64, length: f64) -> Band {
        let wavelength = TAU / theta;
        if wavelength < length / self.high {
            Band::Kept
        } else if wavelength > length / self.low {
            Band::Divided
        } else {
            Band::Blended
        }
    }

    fn checked_length(&self) -> Result<f64, MathError> {
        positive("low", self.low)?;
        if self.high.partial_cmp(&self.low) != Some(std::cmp::Ordering::Greater) {
            return Err(MathError::OutOfInterval { what: "high", must_be: "greater than low", got: self.high });
        }
        trained_length(self.trained)
    }
}
