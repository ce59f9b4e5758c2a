//! (under construction)

pub mod calc;
