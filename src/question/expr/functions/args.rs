//! The arguments of a call as a function sees them, with checks that say which argument is wrong and why.

use crate::question::expr::error::ErrorKind;
use crate::question::expr::value::{Env, Value};

/// Why a call is refused: the argument's place if one is to blame, and the reason ("must be …").
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// Which argument.
    pub argument: Option<usize>,
    /// The reason, to follow the argument's name.
    pub why: String,
    /// Not the arguments are wrong: there is too much to do.
    pub limit: Option<ErrorKind>,
}

impl Wrong {
    /// An argument is wrong.
    pub fn argument(index: usize, why: impl Into<String>) -> Wrong {
        Wrong { argument: Some(index), why: why.into(), limit: None }
    }

    /// The call as a whole is wrong.
    pub fn call(why: impl Into<String>) -> Wrong {
        Wrong { argument: None, why: why.into(), limit: None }
    }
}

impl From<ErrorKind> for Wrong {
    fn from(limit: ErrorKind) -> Wrong {
        Wrong { argument: None, why: limit.to_string(), limit: Some(limit) }
    }
}

impl From<crate::math::MathError> for Wrong {
    fn from(error: crate::math::MathError) -> Wrong {
        Wrong::call(error.to_string())
    }
}

/// Evaluated arguments, defaults filled in. Whatever can be long (a list, the length of a result) is charged for when a
/// function takes it.
#[derive(Debug)]
pub struct Args<'e> {
    values: Vec<Option<Value>>,
    env: &'e Env,
}

impl<'e> Args<'e> {
    /// Arguments in the order of the parameters.
    pub fn new(values: Vec<Option<Value>>, env: &'e Env) -> Args<'e> {
        Args { values, env }
    }

    fn charge(&self, steps: usize) -> Result<(), Wrong> {
        Ok(self.env.charge(steps as u64)?)
    }

    /// The value at a place, if it is given or has a default.
    pub fn get(&self, i: usize) -> Option<&Value> {
        self.values.get(i).and_then(Option::as_ref)
    }

    fn value(&self, i: usize) -> Result<&Value, Wrong> {
        self.get(i).ok_or_else(|| Wrong::argument(i, "is missing"))
    }

    /// A finite number.
    pub fn num(&self, i: usize) -> Result<f64, Wrong> {
        match self.value(i)? {
            Value::Num(x) if x.is_finite() => Ok(*x),
            Value::Num(_) => Err(Wrong::argument(i, "must be finite, this is −∞")),
            other => Err(Wrong::argument(i, format!("must be a number, this is {}", other.what()))),
        }
    }

    /// A whole number.
    pub fn int(&self, i: usize) -> Result<i64, Wrong> {
        let x = self.num(i)?;
        // Beyond 2^53 a double cannot tell neighbours apart.
        if x.abs() > 9_007_199_254_740_992.0 {
            return Err(Wrong::argument(i, format!("must be at most 2^53 in size, this is {}", show(x))));
        }
        if x.fract() != 0.0 {
            return Err(Wrong::argument(i, format!("must be a whole number, this is {}", show(x))));
        }
        #[expect(clippy::cast_possible_truncation, reason = "checked just above")]
        Ok(x as i64)
    }

    /// A whole number of at least `least`.
    pub fn at_least(&self, i: usize, least: i64) -> Result<usize, Wrong> {
        let x = self.int(i)?;
        usize::try_from(x)
            .ok()
            .filter(|_| x >= least)
            .ok_or_else(|| Wrong::argument(i, format!("must be at least {least}, this is {x}")))
    }

    /// A whole number of at least 0.
    pub fn count(&self, i: usize) -> Result<usize, Wrong> {
        self.at_least(i, 0)
    }

    /// A whole number between two bounds, both included. Guards memory and time: results are lists of this length, loops run so often.
    pub fn between(&self, i: usize, least: i64, most: i64) -> Result<usize, Wrong> {
        let n = self.at_least(i, least)?;
        if i64::try_from(n).is_ok_and(|n| n <= most) {
            self.charge(n)?;
            return Ok(n);
        }
        Err(Wrong::argument(i, format!("must be at most {most}, this is {n}")))
    }

    /// A number above 0.
    pub fn positive(&self, i: usize) -> Result<f64, Wrong> {
        let x = self.num(i)?;
        if x > 0.0 { Ok(x) } else { Err(Wrong::argument(i, format!("must be above 0, this is {}", show(x)))) }
    }

    /// A list of numbers that is not empty. −∞ is let through: it masks.
    pub fn scores(&self, i: usize) -> Result<Vec<f64>, Wrong> {
        let value = self.value(i)?;
        self.env.charge(value.size())?;
        match value.as_numbers() {
            Some(list) if !list.is_empty() => Ok(list),
            Some(_) => Err(Wrong::argument(i, "must not be an empty list")),
            None => Err(Wrong::argument(i, format!("must be a list of numbers, this is {}", shape(value)))),
        }
    }

    /// A list of finite numbers that is not empty.
    pub fn list(&self, i: usize) -> Result<Vec<f64>, Wrong> {
        let list = self.scores(i)?;
        if list.iter().all(|x| x.is_finite()) {
            return Ok(list);
        }
        Err(Wrong::argument(i, "must hold finite numbers, one is −∞"))
    }

    /// A list of so many finite numbers.
    pub fn list_of(&self, i: usize, len: usize) -> Result<Vec<f64>, Wrong> {
        let list = self.list(i)?;
        if list.len() == len {
            return Ok(list);
        }
        Err(Wrong::argument(i, format!("must have {len} values, it has {}", list.len())))
    }

    /// A list of equally long lists of finite numbers.
    pub fn matrix(&self, i: usize) -> Result<Vec<Vec<f64>>, Wrong> {
        let value = self.value(i)?;
        let Value::List(rows) = value else {
            return Err(Wrong::argument(i, format!("must be a list of lists, this is {}", value.what())));
        };
        self.env.charge(value.size())?;
        let rows: Option<Vec<Vec<f64>>> = rows.iter().map(Value::as_numbers).collect();
        let Some(rows) = rows.filter(|r| !r.is_empty()) else {
            return Err(Wrong::argument(i, "must be a list of lists of numbers, as in [[1, 0], [0, 1]]"));
        };
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 || rows.iter().any(|r| r.len() != width) {
            return Err(Wrong::argument(i, "must hold lists of one length"));
        }
        if rows.iter().flatten().any(|x| !x.is_finite()) {
            return Err(Wrong::argument(i, "must hold finite numbers"));
        }
        Ok(rows)
    }

    /// One of some words.
    pub fn word<'w>(&self, i: usize, words: &[&'w str]) -> Result<&'w str, Wrong> {
        let value = self.value(i)?;
        let choices = words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(" or ");
        match value {
            Value::Text(text) => words
                .iter()
                .copied()
                .find(|w| w == text)
                .ok_or_else(|| Wrong::argument(i, format!("must be {choices}, this is \"{text}\""))),
            other => Err(Wrong::argument(i, format!("must be {choices}, this is {}", other.what()))),
        }
    }

    /// 0 or 1.
    pub fn flag(&self, i: usize) -> Result<bool, Wrong> {
        match self.num(i)? {
            0.0 => Ok(false),
            1.0 => Ok(true),
            x => Err(Wrong::argument(i, format!("must be 0 or 1, this is {}", show(x)))),
        }
    }

    /// All values given: one list, or numbers side by side.
    pub fn spread(&self) -> Result<Vec<f64>, Wrong> {
        if matches!(self.values.as_slice(), [Some(Value::List(_))]) {
            return self.list(0);
        }
        (0..self.values.len()).map(|i| self.num(i)).collect()
    }
}

/// A number in a message.
pub(crate) fn show(x: f64) -> String {
    crate::question::format::plain(x)
}

fn shape(value: &Value) -> &'static str {
    match value {
        Value::List(_) => "a list of other things",
        other => other.what(),
    }
}
