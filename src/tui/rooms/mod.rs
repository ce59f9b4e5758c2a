//! The rooms, one file or folder each.

pub mod confirm;
pub mod help;
pub mod home;
pub mod settings;
pub mod welcome;
