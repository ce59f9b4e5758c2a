//! What can be wrong with an expression: each reason has its own sentence and its own cure.

use thiserror::Error;

/// Bytes of the text as written: from, to.
pub type Span = (usize, usize);

/// A reason with its place.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{kind}")]
pub struct ExprError {
    /// The reason and the cure.
    pub kind: ErrorKind,
    /// The bytes it is about.
    pub span: Span,
}

impl ExprError {
    /// An error at a place.
    pub fn new(kind: ErrorKind, span: Span) -> ExprError {
        ExprError { kind, span }
    }
}

/// The reasons.
#[derive(Clone, Debug, PartialEq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ErrorKind {
    // Text
    #[error("nothing to compute: write an expression such as 3*sin(1)")]
    Empty,
    #[error("too long: {0} bytes, at most {max} are read", max = super::MAX_BYTES)]
    TooLong(usize),
    #[error("nested deeper than {max} levels: name an intermediate result", max = super::MAX_DEPTH)]
    TooDeep,
    #[error("‘{0}’ is not a symbol of the language")]
    Symbol(char),
    #[error("‘{0}’ is a digit of another script: write digits 0 to 9")]
    OtherDigits(char),
    #[error("a character that cannot be seen (U+{0:04X}): delete it")]
    Invisible(u32),
    #[error("a text without its closing quote: add \"")]
    UnclosedText,
    // Numbers
    #[error("the exponent is missing after e: write 1e3, or 2*e for Euler's number")]
    ExponentMissing,
    #[error("an exponent after e is a whole number: write 10^{0}")]
    ExponentFraction(String),
    #[error("two points in one number{}", suggestion(.0))]
    TwoPoints(Option<String>),
    #[error("two commas in one number: delete one")]
    TwoCommas,
    #[error("a point without digits: write a number such as 0.5")]
    LonePoint,
    #[error("a stray comma{}", suggestion(.0))]
    StrayComma(Option<String>),
    #[error("digits are grouped by threes: write {0}")]
    Grouping(String),
    #[error("point and comma do not make a number here: write it with one point and no commas")]
    Separators,
    #[error("the comma can be read in two ways: write {0} or {1}")]
    AmbiguousComma(String, String),
    #[error("the number is too large: at most about 1.8e308")]
    TooLarge,
    #[error("hexadecimal is not read: write the number in digits 0 to 9")]
    Hexadecimal,
    #[error("binary is not read: write the number in digits 0 to 9")]
    Binary,
    #[error("octal is not read: write the number in digits 0 to 9")]
    Octal,
    #[error("the form {0} is not read: write e for the exponent, {1}")]
    Fortran(String, String),
    #[error("two numbers stand side by side: put an operator between them")]
    TwoNumbers,
    #[error("a mixed number needs a proper fraction: write {0} + {1}/{2}")]
    ImproperMixed(f64, f64, f64),
    // Structure
    #[error("an opening {0} is never closed: add {1}")]
    Unclosed(char, char),
    #[error("a closing {0} without an opening one: delete it")]
    Unopened(char),
    #[error("empty brackets: put something between them")]
    EmptyBrackets,
    #[error("something is missing before ‘{0}’")]
    MissingLeft(String),
    #[error("something is missing after ‘{0}’")]
    MissingRight(String),
    #[error("a sign without a number: write a number after it")]
    SignOnly,
    #[error("two signs in a row: keep one, or put the second number in brackets")]
    TwoSigns,
    #[error("a product needs its sign here: write {0}*{1}")]
    WriteProduct(String, String),
    #[error("division and a product without a sign can be read in two ways: write (1/2)*pi or 1/(2*pi)")]
    AmbiguousProduct,
    #[error("‘!’ is not read: write factorial(n) or multiply it out")]
    Factorial,
    #[error("‘%’ is not an operator: write mod(a, b), or divide by 100")]
    Percent,
    #[error("‘=’ does not compare: write == to compare, or name=value inside a call")]
    Assignment,
    #[error("comparisons do not chain: write a < b and b < c")]
    Chained,
    #[error("degrees go after the whole answer: inside an expression write deg(30)")]
    DegreeInside,
    #[error("infinity is not a number to compute with")]
    Infinity,
    #[error("‘{0}’ is not used in an answer: type one number")]
    NotInAnswer(String),
    #[error("one value only: a list is not an answer here")]
    ListInAnswer,
    #[error("{0} would give the answer away: work it out")]
    GivesAway(&'static str),
    #[error("an expression is not taken here: work it out and type the number")]
    NumberOnly,
    #[error("unexpected ‘{0}’")]
    Unexpected(String),
    // Names
    #[error("no function is called ‘{name}’{}", mean(nearest))]
    UnknownFunction { name: String, nearest: Option<String> },
    #[error("nothing is called ‘{name}’{}", mean(nearest))]
    UnknownName { name: String, nearest: Option<String> },
    #[error("{0} needs brackets: write {0}(…)")]
    NeedsBrackets(String),
    #[error("‘log’ may mean two things: write ln(x) for the natural logarithm, log10(x) or log2(x)")]
    AmbiguousLog,
    #[error("{function} has no argument ‘{name}’{}", mean(nearest))]
    UnknownArgument { function: &'static str, name: String, nearest: Option<String> },
    #[error("{function} needs ‘{name}’: {usage}")]
    MissingArgument { function: &'static str, name: &'static str, usage: String },
    #[error("{function} takes at most {}: {usage}", crate::content::diagnostic::counted(*most, "argument"))]
    TooManyArguments { function: &'static str, most: usize, usage: String },
    #[error("{function}: ‘{name}’ is given twice")]
    ArgumentTwice { function: &'static str, name: &'static str },
    #[error("{function}: an argument without a name follows one with a name; name it or move it forward")]
    PositionalAfterNamed { function: &'static str },
    #[error("{function}: ‘{name}’ {why}")]
    WrongArgument { function: &'static str, name: &'static str, why: String },
    #[error("{function}: {why}")]
    WrongCall { function: &'static str, why: String },
    #[error("too slow: more than {0} steps in all; use shorter lists or smaller sizes")]
    TooSlow(u64),
    // Values
    #[error("division by zero")]
    DivisionByZero,
    #[error("the result of ‘{0}’ is too large: at most about 1.8e308")]
    Overflow(String),
    #[error("the root of a negative number is not real")]
    NegativeRoot,
    #[error("a negative number to a power that is not whole is not real")]
    NegativeBase,
    #[error("‘{sign}’ needs numbers, this is {found}")]
    NeedsNumber { sign: String, found: &'static str },
    #[error("lists of {0} and {1} values cannot be combined: make them equally long")]
    ListLengths(usize, usize),
    #[error("‘{0}’ of two lists is not defined: dot(a, b) multiplies and adds")]
    ListProduct(&'static str),
    #[error("a text is only used as a named option, as in layout=\"half\"")]
    TextMisplaced,
    #[error("only a list is indexed, this is {0}")]
    NotAList(&'static str),
    #[error("there is no [{index}]: the list has {len} values, counted from 0")]
    IndexOutside { index: f64, len: usize },
    #[error("a number is expected, this is {0}")]
    NotANumber(&'static str),
}

fn suggestion(text: &Option<String>) -> String {
    text.as_ref().map_or_else(|| ": delete one".into(), |t| format!(": write {t}"))
}

fn mean(name: &Option<String>) -> String {
    name.as_ref().map_or_else(String::new, |n| format!(": did you mean {n}?"))
}
