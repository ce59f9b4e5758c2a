//! Typesetting for a grid of characters: LaTeX → boxes, Markdown → styled lines. Data only, no terminal.
//!
//! [`formula`] lays LaTeX out in two dimensions, [`prose`] wraps Markdown to a width, [`breaks`] wraps plain words, and [`ascii`] says how every
//! typographic character is written in plain ASCII; the other two share its tables.

pub mod ascii;
pub mod breaks;
pub mod formula;
pub mod inert;
pub mod prose;
