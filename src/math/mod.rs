//! The schemes as numbers: pure functions over `f64`, `ndarray` and `libm`. Knows nobody.
//!
//! | file | scheme | source |
//! |---|---|---|
//! | [`attention`] | scaled dot-product attention, with and without the causal mask | Vaswani et al. 2017, §3.2.1 |
//! | [`permutation`] | shuffles of rows, and how many orderings look alike | |
//! | [`toy`] | a few small layers with fixed weights, to watch order (not) matter | |
//! | [`sinusoidal`] | the sine and cosine table | Vaswani et al. 2017, §3.5 |
//! | [`learned`] | one trained row per position, and its edge | BERT, GPT-2 |
//! | [`shaw`], [`skew`] | clipped offsets with a vector each | Shaw et al. 2018; Huang et al. 2018 |
//! | [`rope`] | rotary embeddings | Su et al. 2021 |
//! | [`alibi`] | linear biases | Press et al. 2021 |
//! | [`nope`] | what the causal mask alone gives away | Kazemnejad et al. 2023 |
//!
//! # Conventions
//!
//! - Positions are integers (`i64`), counted from 0, and exact: beyond ±2⁵³ they are refused. Angles are radians in `f64`.
//! - `query_pos` is the row, `key_pos` the column. An *offset* is key − query (Shaw, RoPE); a *distance* is query − key (ALiBi).
//! - A *logit* (score) is the number before softmax, a *weight* the number after it. −∞ is a logit that the mask removed.
//! - Where published code disagrees there is a named option, and its default is the paper's choice.
//!
//! # Same bits on every machine
//!
//! Elementary functions come from `libm`, never from the platform, and sums run from left to right in plain loops: `ndarray`'s own
//! matrix product may use fused multiply-add where the processor has it, which changes last digits.

pub mod alibi;
pub mod attention;
mod error;
pub mod learned;
pub mod least_squares;
pub mod nope;
pub mod num;
mod options;
pub mod permutation;
pub mod rope;
pub mod shaw;
pub mod sinusoidal;
pub mod skew;
pub mod toy;

pub use error::MathError;
