//! What a function of `math` can refuse, in words that say what to do.

use std::error::Error;
use std::fmt;

/// Why a function of [`math`](crate::math) gave no number.
///
/// Every message names the thing, the value that it got and what it takes.
///
/// ```
/// use posenc::math::{MathError, learned};
/// let error = MathError::MissingRow { position: 512, rows: 512 };
/// assert_eq!(error.to_string(), "position 512 has no row: the table holds 0 to 511");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MathError {
    /// A list or an array without elements.
    Empty {
        /// Its name.
        what: &'static str,
    },
    /// Two lengths or widths that have to agree and don't.
    Length {
        /// The name of the second thing.
        what: &'static str,
        /// How long it has to be.
        expected: usize,
        /// How long it is.
        got: usize,
    },
    /// A width that has to be even, because coordinates come in pairs.
    Odd {
        /// Its name.
        what: &'static str,
        /// Its value.
        got: usize,
    },
    /// A whole number below its minimum.
    TooSmall {
        /// Its name.
        what: &'static str,
        /// The smallest allowed.
        min: i64,
        /// Its value.
        got: i64,
    },
    /// A whole number above its maximum, or a result too large to hold.
    TooLarge {
        /// Its name.
        what: &'static str,
        /// The largest allowed, as text.
        max: &'static str,
    },
    /// A number outside an interval, not finite or not a number.
    OutOfInterval {
        /// Its name.
        what: &'static str,
        /// The interval in words, such as "greater than 0".
        must_be: &'static str,
        /// Its value.
        got: f64,
    },
    /// An index past the last one.
    NoSuch {
        /// What is counted: "pair", "coordinate", "head".
        what: &'static str,
        /// The index asked for.
        got: usize,
        /// The first that exists.
        first: usize,
        /// The last that exists.
        last: usize,
    },
    /// A learned table has no row for this position.
    MissingRow {
        /// The position asked for.
        position: i64,
        /// How many rows there are.
        rows: usize,
    },
    /// A relative offset outside the table, where the option says to refuse it.
    MissingOffset {
        /// The offset asked for.
        offset: i64,
        /// The lowest in the table.
        low: i64,
        /// The highest in the table.
        high: i64,
    },
    /// A list that is not a permutation of 0..n.
    NotAPermutation {
        /// The length of the list.
        len: usize,
        /// The first entry that is out of range or repeated.
        entry: usize,
    },
    /// Softmax over logits that are all −∞: there is nothing to attend to.
    AllMasked,
    /// An option's name that doesn't exist.
    UnknownOption {
        /// Which option.
        option: &'static str,
        /// What was written.
        got: String,
        /// The names that exist.
        known: &'static [&'static str],
    },
}

impl fmt::Display for MathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { what } => write!(f, "{what} is empty: give at least one number"),
            Self::Length { what, expected, got } => {
                write!(f, "{what} has length {got}, but {expected} is needed")
            }
            Self::Odd { what, got } => {
                write!(f, "{what} = {got} is odd: coordinates come in pairs, so it must be even")
            }
            Self::TooSmall { what, min, got } => {
                write!(f, "{what} = {got} is too small: the least is {min}")
            }
            Self::TooLarge { what, max } => write!(f, "{what} is too large: the most is {max}"),
            Self::OutOfInterval { what, must_be, got } => {
                write!(f, "{what} = {got} must be {must_be}")
            }
            Self::NoSuch { what, got, first, last } => {
                write!(f, "{what} {got} does not exist: they run from {first} to {last}")
            }
            Self::MissingRow { position, rows: 0 } => {
                write!(f, "position {position} has no row: the table is empty")
            }
            Self::MissingRow { position, rows } => {
                write!(f, "position {position} has no row: the table holds 0 to {}", rows - 1)
            }
            Self::MissingOffset { offset, low, high } => {
                write!(f, "offset {offset} has no row: the table holds {low} to {high}, and this table does not clip")
            }
            Self::NotAPermutation { len, entry } => {
                write!(f, "not a permutation of {len} things counted from 0: entry {entry} is repeated or out of range")
            }
            Self::AllMasked => f.write_str("every logit is −∞: softmax has nothing to share out"),
            Self::UnknownOption { option, got, known } => {
                write!(f, "{option} = \"{got}\" is unknown: choose {}", known.join(" or "))
            }
        }
    }
}

impl Error for MathError {}
