//! TOML → checked chapter. Knows nobody but the list of schemes.

pub mod model;
