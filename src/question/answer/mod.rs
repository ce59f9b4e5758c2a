//! Typed text → [`Reading`]: what number somebody meant, or why it cannot be known.
//!
//! The text is cleaned, a leading `=` or `≈` and the unit at the end come off, and the rest goes through the one parser of
//! [`expr`](super::expr) in its typed mode. A refusal names its own reason and place and costs nothing; two possible readings
//! are asked about before anything is graded.
//!
//! ```
//! use posenc::question::{Reading, answer::{ReadRules, read}};
//!
//! let rules = ReadRules { unit: Some("rad"), ..ReadRules::default() };
//! let Reading::Value { value, .. } = read("3π/2 rad", &rules) else { panic!() };
//! assert_eq!(value, 1.5 * std::f64::consts::PI);
//! assert_eq!(read("1,000", &rules), Reading::Ask { readings: vec![1000.0, 1.0] });
//! ```

mod forms;
mod plain;
mod refusal;
mod unit;

use plain::Plain;
pub use refusal::Refusal;
use unit::Scaling;

use super::expr::{Ast, Cleaned, Env, ErrorKind, ExprError, MAX_BYTES, Mode, Span, clean, eval_number, parse_cleaned};
use super::format::plain as shown;
use super::{Asked, Reading};
use crate::content::model::Round;

/// A typed answer is a thousand bytes of arithmetic; it has no lists to loop over.
const MAX_STEPS: u64 = 10_000;

/// How a typed number is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadRules<'a> {
    /// The unit asked; the value comes out in it.
    pub unit: Option<&'a str>,
    /// May an expression be typed? Otherwise a number, a fraction, a mixed number or a percentage.
    pub expressions: bool,
    /// The comma is the decimal sign (a setting).
    pub decimal_comma: bool,
    /// Is ∞ an answer here?
    pub allow_infinity: bool,
    /// A whole number is asked: the one comma of `1,000` groups.
    pub whole: bool,
}

impl<'a> ReadRules<'a> {
    /// How an answer to this is read.
    pub fn of(asked: &'a Asked, decimal_comma: bool) -> ReadRules<'a> {
        ReadRules {
            unit: asked.unit.as_deref(),
            expressions: asked.expressions,
            decimal_comma,
            allow_infinity: asked.infinity,
            whole: matches!(asked.round, Round::Integer(_) | Round::Decimals(0)),
        }
    }
}

impl Default for ReadRules<'_> {
    fn default() -> Self {
        ReadRules { unit: None, expressions: true, decimal_comma: false, allow_infinity: false, whole: false }
    }
}

/// Why a text is refused, and where in the cleaned text.
#[derive(Debug)]
struct Refused {
    why: String,
    span: Span,
}

impl Refused {
    fn new(refusal: &Refusal, span: Span) -> Refused {
        Refused { why: refusal.to_string(), span }
    }
}

/// Spans of parse errors are those of the original already.
impl From<ExprError> for Refused {
    fn from(error: ExprError) -> Refused {
        Refused { why: error.to_string(), span: error.span }
    }
}

/// Reads a typed number.
pub fn read(text: &str, rules: &ReadRules) -> Reading {
    let cleaned = if text.len() > MAX_BYTES {
        Err(ExprError::new(ErrorKind::TooLong(text.len()), (0, text.len())))
    } else {
        clean(text)
    };
    let result = cleaned.map_err(Refused::from).and_then(|c| read_cleaned(&c.trimmed(), rules));
    result.unwrap_or_else(|refused| Reading::Refused { why: refused.why, span: refused.span })
}

fn read_cleaned(text: &Cleaned, rules: &ReadRules) -> Result<Reading, Refused> {
    if text.text.is_empty() {
        return Ok(Reading::Empty);
    }
    let body = forms::strip_lead(text)?;
    if let Some(value) = forms::infinity(&body, rules.allow_infinity)? {
        return Ok(infinite(value));
    }
    forms::refuse_known(&body)?;
    let (number, scaling) = unit::strip(&body, rules.unit)?;
    if let Some(value) = forms::infinity(&number, rules.allow_infinity)? {
        return Ok(infinite(value));
    }
    let (number, mut notices) = forms::letter_times(number);
    if let Some(readings) = forms::mixed_or_grouped(&number.text) {
        return Ok(Reading::Ask { readings: readings.iter().map(|x| scaling.apply(*x)).collect() });
    }
    let mut groups = None;
    if rules.whole
        && let Some(grouped) = forms::one_group(&number, rules.decimal_comma)
    {
        groups = Some(true);
        notices.push(grouped);
    }
    let mode = Mode::Typed { decimal_comma: rules.decimal_comma, groups, tight: None };
    let found = candidates(&number, mode)?;
    if found.asked {
        let values: Result<Vec<f64>, Refused> =
            found.trees.iter().map(|ast| Ok(scaling.apply(evaluated(ast, rules)?))).collect();
        return Ok(Reading::Ask { readings: values? });
    }
    match found.trees.first() {
        Some(ast) => finish(ast, &scaling, rules, &mut notices),
        None => Ok(Reading::Empty),
    }
}

fn infinite(value: f64) -> Reading {
    Reading::Value { value, decimals: None, figures: None, notice: None, converted: None }
}

/// The trees that a text may mean, and whether there was a choice.
struct Candidates {
    trees: Vec<Ast>,
    asked: bool,
}

fn candidates(text: &Cleaned, mode: Mode) -> Result<Candidates, Refused> {
    let Mode::Typed { decimal_comma, groups, tight } = mode else {
        return Ok(Candidates { trees: vec![parse_cleaned(text, mode)?], asked: false });
    };
    let either = match parse_cleaned(text, mode) {
        Ok(ast) => {
            return Ok(Candidates { trees: vec![ast], asked: false });
        }
        Err(ExprError { kind: ErrorKind::AmbiguousComma(..), .. }) => {
            [true, false].map(|g| Mode::Typed { decimal_comma, groups: Some(g), tight })
        }
        Err(ExprError { kind: ErrorKind::AmbiguousProduct, .. }) => {
            [false, true].map(|t| Mode::Typed { decimal_comma, groups, tight: Some(t) })
        }
        Err(error) => return Err(error.into()),
    };
    let tried = either.map(|m| candidates(text, m));
    let mut trees = Vec::new();
    let mut failure = None;
    for result in tried {
        match result {
            Ok(found) => trees.extend(found.trees),
            Err(refused) => failure = Some(refused),
        }
    }
    match (trees.is_empty(), failure) {
        (true, Some(refused)) => Err(refused),
        _ => Ok(Candidates { trees, asked: true }),
    }
}

fn evaluated(ast: &Ast, rules: &ReadRules) -> Result<f64, Refused> {
    if !rules.expressions && !plain::is_literal(&ast.root) {
        return Err(ExprError::new(ErrorKind::NumberOnly, ast.root.span).into());
    }
    let value = eval_number(ast, &Env::with_limit(MAX_STEPS))?;
    // −0 is 0.
    Ok(if value == 0.0 { 0.0 } else { value })
}

fn finish(ast: &Ast, scaling: &Scaling, rules: &ReadRules, notices: &mut Vec<String>) -> Result<Reading, Refused> {
    let computed = evaluated(ast, rules)?;
    let number = Plain::of(&ast.root);
    if let Some(plain) = &number {
        notices.extend(plain.notices());
    } else {
        notices.extend(plain::swapped(&ast.root));
    }
    if number.is_none() && computed == 0.0 && plain::vanished(&ast.root) {
        notices.push(plain::UNDERFLOW.into());
    }
    let read = number.as_ref().map_or(computed, Plain::value);
    let value = number.as_ref().map_or_else(|| scaling.apply(computed), |n| scaling.apply_plain(n));
    if !value.is_finite() {
        return Err(ExprError::new(ErrorKind::TooLarge, ast.root.span).into());
    }
    notices.extend(scaling.notice(read, value));
    let converted = number.as_ref().and_then(|plain| scaling.converted(plain));
    let digits = number.filter(|_| scaling.keeps_digits());
    Ok(Reading::Value {
        value: if value == 0.0 { 0.0 } else { value },
        decimals: digits.as_ref().map(|n| n.decimals(scaling.shift())),
        figures: digits.as_ref().map(Plain::figures),
        notice: (!notices.is_empty()).then(|| notices.join("; ")),
        converted,
    })
}

/// Does the text end with a unit, or with the beginning of one?
pub fn names_unit(text: &str) -> bool {
    clean(text).is_ok_and(|c| unit::is_named(&c.trimmed().text))
}

/// A reading in a few words: what an "is that what you meant?" offers.
pub fn describe(value: f64, unit: Option<&str>) -> String {
    match unit {
        Some("%") => format!("{}%", shown(value)),
        Some(unit) => format!("{} {unit}", shown(value)),
        None => shown(value),
    }
}
