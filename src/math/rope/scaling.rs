//! Reading past the trained length: what the published rules do to the frequencies, and to the logits.
//!
//! Each rule takes the frequencies θᵢ = base^(−2i/dim) that a model was trained with and gives those to read with. `dim` is
//! how many coordinates turn (the head's width, or its rotary part), `scale` is s = new length / trained length.
//!
//! | rule | new frequency | logits |
//! |---|---|---|
//! | [`Linear`](Scaling::Linear): position interpolation | θᵢ/s | as before |
//! | [`Ntk`](Scaling::Ntk): NTK-aware | base·s^(dim/(dim−2)) instead of base | as before |
//! | [`DynamicNtk`](Scaling::DynamicNtk) | NTK-aware with a scale that follows the length | as before |
//! | [`Yarn`](Scaling::Yarn): NTK-by-parts | fast pairs θᵢ, slow pairs θᵢ/s, a ramp between | times factor² |
//! | [`Llama3`](Scaling::Llama3) | the same with bands of wavelengths | as before |
//! | [`LongRope`](Scaling::LongRope) | θᵢ/fᵢ with a searched factor for each pair | times factor² |
//!
//! The factor is put on cosine and sine of queries and keys, so a logit gets its square.

mod linear;
mod llama3;
mod longrope;
mod ntk;
mod yarn;

pub use linear::{interpolated, position_interpolation};
pub use llama3::{Band, Llama3};
pub use longrope::{LongRope, longrope_factor};
pub use ntk::{dynamic_ntk_base, ntk_base};
pub use yarn::{Attention, Ramp, Yarn, yarn_mscale};

use super::{Options, inv_freqs};
use crate::math::MathError;

/// A rule for reading past the trained length.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Scaling {
    /// The frequencies as trained.
    None,
    /// Position interpolation (Chen et al. 2023): every frequency divided by the scale.
    Linear {
        /// s = new length / trained length.
        scale: f64,
    },
    /// NTK-aware (bloc97 2023): a larger base.
    Ntk {
        /// s = new length / trained length.
        scale: f64,
    },
    /// NTK-aware with a base that depends on the length read so far.
    DynamicNtk {
        /// s, as configured; the base grows with it once the text is longer than trained.
        scale: f64,
        /// Tokens read so far.
        length: u64,
        /// Trained length in tokens.
        trained: u64,
    },
    /// NTK-by-parts and a factor on the logits (Peng et al. 2023).
    Yarn(Yarn),
    /// The bands of Llama 3.1 (Dubey et al. 2024).
    Llama3(Llama3),
    /// One factor for each pair (Ding et al. 2024).
    LongRope(LongRope),
}

impl Scaling {
    /// All frequencies, in radians per position, fastest first, of `dim` turning coordinates trained with `base`.
    ///
    /// # Errors
    /// As [`inv_freqs`], and those of the rule: a scale that is not positive, a width below 4 for the NTK rules, betas in the
    /// wrong order, a list of factors of another length.
    ///
    /// ```
    /// use posenc::math::rope::Scaling;
    /// let plain = Scaling::None.inv_freqs(64, 10_000.0)?;
    /// let ntk = Scaling::Ntk { scale: 4.0 }.inv_freqs(64, 10_000.0)?;
    /// assert_eq!(ntk[0], plain[0]);
    /// assert!((ntk[31] - plain[31] / 4.0).abs() < 1e-15);
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn inv_freqs(&self, dim: usize, base: f64) -> Result<Vec<f64>, MathError> {
        let with_base = |base| inv_freqs(dim, &Options { base, ..Options::default() });
        match self {
            Self::None => with_base(base),
            Self::Linear { scale } => with_base(base)?.into_iter().map(|theta| interpolated(theta, *scale)).collect(),
            Self::Ntk { scale } => with_base(ntk_base(base, *scale, dim)?),
            Self::DynamicNtk { scale, length, trained } => {
                with_base(dynamic_ntk_base(base, *scale, *length, *trained, dim)?)
            }
            Self::Yarn(yarn) => yarn.inv_freqs(dim, base),
            Self::Llama3(llama3) => llama3.inv_freqs(dim, base),
            Self::LongRope(longrope) => longrope.inv_freqs(dim, base),
        }
    }

    /// The factor on cosines and sines of queries and of keys; 1 for the rules that leave the logits alone.
    ///
    /// # Errors
    /// A scale that is not positive, a trained length too short to take the logarithm of.
    ///
    /// ```
    /// use posenc::math::rope::{Scaling, scaling::Yarn};
    /// let yarn = Scaling::Yarn(Yarn::new(16.0, 4096));
    /// assert!((yarn.attention_factor()? - 1.277_258_872_223_978_2).abs() < 1e-15);
    /// assert_eq!(Scaling::Linear { scale: 16.0 }.attention_factor()?, 1.0);
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn attention_factor(&self) -> Result<f64, MathError> {
        match self {
            Self::Yarn(yarn) => yarn.attention_factor(),
            Self::LongRope(longrope) => longrope.attention_factor(),
            _ => Ok(1.0),
        }
    }
}

/// A trained length as a number, at least 1.
fn trained_length(trained: u64) -> Result<f64, MathError> {
    match trained {
        0 => Err(MathError::TooSmall { what: "the trained length", min: 1, got: 0 }),
        n => Ok(n as f64),
    }
}
