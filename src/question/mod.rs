//! Template + seed → instance; typed text → reading; reading → verdict.
//!
//! ```text
//! content::Question + Seed ──draw──▶ Instance ──judge(Reading)──▶ Verdict
//!                                       text ──answer::read──▶ Reading
//! ```

pub mod answer;
pub mod expr;
pub mod format;
pub mod model;

pub use model::*;
