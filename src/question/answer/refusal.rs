//! The reasons that belong to answers alone. The others are those of the parser.

use thiserror::Error;

/// Why a typed answer is not read.
#[derive(Clone, Debug, PartialEq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[error("nothing follows ‘{0}’: type the number")]
    NothingAfter(char),
    #[error("one ‘{0}’ at the front is enough: type the number")]
    LeadTwice(char),
    #[error("type the number alone, without ‘{0}’")]
    Named(String),
    #[error("an equation is not an answer: type one number, without ‘=’")]
    Equation,
    #[error("one value only: leave out ‘{0}’ and the error")]
    PlusMinus(String),
    #[error("one value only: type a single number")]
    Several,
    #[error("a bound is not an answer: type one number, without ‘{0}’")]
    Bound(char),
    #[error("digits that go on for ever are not read: round, or write a fraction such as 1/3")]
    Ellipsis,
    #[error("the percent sign goes after the number: write {0}%")]
    PercentFirst(String),
    #[error("‘%’ ends an answer: inside an expression divide by 100")]
    PercentInside,
    #[error("‘‰’ is not read: write a decimal or a percentage")]
    PerMille,
    #[error("a ratio with ‘:’ is not read: write it as a fraction, {0}")]
    Ratio(String),
    #[error("type the number without quotes (‘{0}’)")]
    Quoted(char),
    #[error("a full stop does not belong to the answer: write {0}")]
    FullStop(String),
    #[error("infinity is not an answer here: type a finite number")]
    Infinity,
    #[error("‘nan’ stands for no number at all: type a number")]
    NotANumber,
    #[error("is that the letter {letter}? With digits only it reads {digits}")]
    Letter { letter: char, digits: String },
    #[error("the letter x is not read as ×: write {0}")]
    LetterProduct(String),
    #[error("‘{0}’ is not expected: type the number alone")]
    Currency(char),
    #[error("the unit ‘{0}’ stands without a number: type the number before it")]
    UnitAlone(String),
    #[error("no unit is asked: type the number without ‘{0}’")]
    UnitNotAsked(String),
    #[error("the answer is asked in {asked}, ‘{typed}’ is something else")]
    UnitOther { typed: String, asked: String },
    #[error("the unit ‘{typed}’ is not known{}", asked.as_ref().map_or_else(|| ": type the number alone".to_owned(), |a| format!(": the answer is asked in {a}")))]
    UnitUnknown { typed: String, asked: Option<String> },
    #[error("‘{typed}’ for {word} is not read: write the number in full, or with e{exponent}")]
    Magnitude { typed: String, word: &'static str, exponent: u32 },
}
