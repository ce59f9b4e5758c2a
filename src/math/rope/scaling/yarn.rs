//! YaRN (Peng et al. 2023): fast pairs are left alone, slow pairs are interpolated, and the logits are sharpened.

use std::f64::consts::TAU;

use super::trained_length;
use crate::math::MathError;
use crate::math::num::positive;
use crate::math::options::named_options;
use crate::math::rope::{Options, inv_freqs};

named_options! {
    /// Over what the ramp between "left alone" and "interpolated" is a straight line. The two are different curves.
    pub enum Ramp ("ramp") {
        /// The pair's index, between the (rounded) pairs that make `beta_fast` and `beta_slow` turns: the authors' code, and
        /// every library that took it over.
        #[default]
        Pairs = "pairs",
        /// The turns of the pair in the trained length, from `beta_slow` to `beta_fast`: NTK-by-parts as the paper prints it (§3.2).
        Turns = "turns",
    }
}

/// The factor on cosines and sines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Attention {
    /// 0.1 ln s + 1 (the paper's √(1/t), §3.4).
    #[default]
    Paper,
    /// A factor given by the model's configuration.
    Fixed(f64),
    /// DeepSeek's two numbers: (0.1·mscale·ln s + 1)/(0.1·all·ln s + 1).
    Ratio {
        /// `mscale`.
        mscale: f64,
        /// `mscale_all_dim`.
        all: f64,
    },
}

/// The settings of YaRN. [`Yarn::new`] has the paper's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yarn {
    /// s = new length / trained length.
    pub scale: f64,
    /// Trained length in tokens.
    pub trained: u64,
    /// Pairs with more turns in the trained length than this are left alone; 32 in the paper (its β).
    pub beta_fast: f64,
    /// Pairs with fewer turns than this are interpolated; 1 in the paper (its α).
    pub beta_slow: f64,
    /// Over what the ramp between them is a line.
    pub ramp: Ramp,
    /// Round the ends of the ramp outwards to whole pairs. Only for [`Ramp::Pairs`].
    pub truncate: bool,
    /// The factor on cosines and sines.
    pub attention: Attention,
}

impl Yarn {
    /// The paper's settings: β 32, α 1, factor 0.1 ln s + 1; the ramp of its code.
    pub const fn new(scale: f64, trained: u64) -> Self {
        Self {
            scale,
            trained,
            beta_fast: 32.0,
            beta_slow: 1.0,
            ramp: Ramp::Pairs,
            truncate: true,
            attention: Attention::Paper,
        }
    }

    /// All frequencies in radians per position: θᵢ·(1 − r) + (θᵢ/s)·r with r from [`ramp`](Self::ramp).
    ///
    /// # Errors
    /// As [`inv_freqs`]; [`MathError::OutOfInterval`] for a scale that is not positive, a base of 1 or less and betas that do not
    /// fall; [`MathError::TooSmall`] for a trained length of 0.
    ///
    /// ```
    /// use posenc::math::rope::scaling::Yarn;
    /// let theta = Yarn::new(4.0, 2048).inv_freqs(64, 10_000.0)?;
    /// assert_eq!(theta[0], 1.0); // fast: as trained
    /// assert!((theta[31] - 1e-4_f64.powf(31.0 / 32.0) / 4.0).abs() < 1e-15); // slow: interpolated
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn inv_freqs(&self, dim: usize, base: f64) -> Result<Vec<f64>, MathError> {
        positive("scale", self.scale)?;
        let ramp = self.ramp(dim, base)?;
        let trained = inv_freqs(dim, &Options { base, ..Options::default() })?;
        let blend = |(theta, r): (f64, f64)| theta / self.scale * r + theta * (1.0 - r);
        Ok(trained.into_iter().zip(ramp).map(blend).collect())
    }

    /// How far each pair is interpolated: 0 is not at all, 1 is by the whole scale.
    ///
    /// # Errors
    /// As [`inv_freqs`](Self::inv_freqs).
    ///
    /// ```
    /// use posenc::math::rope::scaling::Yarn;
    /// let ramp = Yarn::new(16.0, 4096).ramp(128, 10_000.0)?;
    /// assert_eq!((ramp[20], ramp[46]), (0.0, 1.0)); // the line lies between
    /// assert!(ramp.is_sorted());
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn ramp(&self, dim: usize, base: f64) -> Result<Vec<f64>, MathError> {
        positive("beta_slow", self.beta_slow)?;
        if self.beta_fast.partial_cmp(&self.beta_slow) != Some(std::cmp::Ordering::Greater) {
            let must_be = "greater than beta_slow: fast pairs make more turns";
            return Err(MathError::OutOfInterval { what: "beta_fast", must_be, got: self.beta_fast });
        }
        if base <= 1.0 {
            return Err(MathError::OutOfInterval { what: "base", must_be: "greater than 1", got: base });
        }
        let length = trained_length(self.trained)?;
        let trained = inv_freqs(dim, &Options { base, ..Options::default() })?;
        match self.ramp {
            Ramp::Pairs => {
                let (low, high) = self.ends(length, dim, base);
                // Ends that meet would divide by zero; the authors' code moves one by this much.
                let width = if low == high { 0.001 } else { high - low };
                Ok((0..trained.len()).map(|pair| ((pair as f64 - low) / width).clamp(0.0, 1.0)).collect())
            }
            Ramp::Turns => {
                let slowness = |theta: f64| (self.beta_fast - length * theta / TAU) / (self.beta_fast - self.beta_slow);
                Ok(trained.into_iter().map(|theta| slowness(theta).clamp(0.0, 1.0)).collect())
            }
        }
    }

    /// The pairs where the ramp begins and ends; fractions unless they are rounded.
    fn ends(&self, length: f64, dim: usize, base: f64) -> (f64, f64) {
        let (low, high) = (pair_with(self.beta_fast, length, dim, base), pair_with(self.beta_slow, length, dim, base));
        let (low, high) = if self.truncate { (low.floor(), high.ceil()) } else { (low, high) };
        (low.max(0.0), high.min(dim as f64 - 1.0))
    }

    /// The factor on cosines and sines of queries and of keys. Logits are multiplied by its square.
    ///
    /// # Errors
    /// [`MathError::OutOfInterval`] for a scale that is not positive.
    ///
    /// ```
    /// use posenc::math::rope::scaling::{Attention, Yarn};
    /// let factor = Yarn::new(40.0, 4096).attention_factor()?;
    /// assert!((factor * factor - 1.873_854_2).abs() < 1e-7);
    /// let deepseek = Yarn { attention: Attention::Ratio { mscale: 1.0, all: 1.0 }, ..Yarn::new(40.0, 4096) };
    /// assert_eq!(deepseek.attention_factor()?, 1.0);
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn attention_factor(&self) -> Result<f64, MathError> {
        match self.attention {
            Attention::Paper => yarn_mscale(self.scale, 1.0),
            Attention::Fixed(factor) => Ok(factor),
            Attention::Ratio { mscale, all } => Ok(yarn_mscale(self.scale, mscale)? / yarn_mscale(self.scale, all)?),
        }
    }
}

/// The pair, as a fraction, that makes so many turns in `length` tokens: dim·ln(length/(2π·turns))/(2 ln base).
fn pair_with(turns: f64, length: f64, dim: usize, base: f64) -> f64 {
    dim as f64 * libm::log(length / (TAU * turns)) / (2.0 * libm::log(base))
}

/// YaRN's factor √(1/t): 0.1·mscale·ln s + 1, and 1 for a scale of 1 or less.
///
/// # Errors
/// [`MathError::OutOfInterval`] for a scale that is not positive.
///
/// ```
/// use posenc::math::rope::scaling::yarn_mscale;
/// assert!((yarn_mscale(8.0, 1.0)? - 1.207_944).abs() < 1e-6);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn yarn_mscale(scale: f64, mscale: f64) -> Result<f64, MathError> {
    let scale = positive("scale", scale)?;
    Ok(if scale <= 1.0 { 1.0 } else { 0.1 * mscale * libm::log(scale) + 1.0 })
}
