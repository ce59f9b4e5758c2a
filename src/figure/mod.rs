//! Scheme + knobs → [`Picture`]: data, never characters and never colours.
//!
//! `build(id, &Settings, Sampling) -> Picture` and `probe(id, &Settings, cursor) -> Readout`. One figure is one file and one
//! row of the table [`ALL`].

pub mod picture;

pub use picture::*;
