//! (under construction)

pub mod plot;
