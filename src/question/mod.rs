//! Template + seed → instance; typed text → reading; reading → verdict.
//!
//! ```text
//! content::Question + Seed ──draw──▶ Instance ──judge(Reading)──▶ Verdict
//!                                       text ──answer::read──▶ Reading
//! ```

pub mod answer;
pub mod draw;
mod draw_error;
pub mod expr;
pub mod family;
pub mod format;
pub mod guard;
pub mod judge;
pub mod mark;
pub mod model;
pub mod rng;
pub mod round;
mod sample;
pub mod seed;
pub mod template;
pub mod trial;
pub mod variant;

pub use draw::{DrawError, draw, draw_as};
pub use family::Family;
pub use judge::{JudgeOptions, judge, judge_rubric};
pub use mark::{Place, place};
pub use model::*;
pub use seed::{Seed, SeedError, SessionCode, content_mark};
pub use trial::Trial;
pub use variant::{Variant, has_mental, variant};
