//! Pieces that several rooms draw.

pub mod ascii;
pub mod footer;
pub mod header;
pub mod links;
pub mod list;
pub mod prose;
pub mod sheet;
pub mod text;
pub mod tiny;
