//! The sub-commands, one file each.

pub mod check;

pub mod calc;
