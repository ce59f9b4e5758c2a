//! What an expression evaluates to, and the names it may use.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use super::error::ErrorKind;

/// A value of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number; truth is 1, falsehood 0.
    Num(f64),
    /// A list; a list of lists is a matrix by rows.
    List(Vec<Value>),
    /// A named option such as `"half"`.
    Text(String),
}

impl Value {
    /// The number, if it is one.
    pub fn as_num(&self) -> Option<f64> {
        match self {
            Value::Num(x) => Some(*x),
            _ => None,
        }
    }

    /// The numbers of a flat list.
    pub fn as_numbers(&self) -> Option<Vec<f64>> {
        match self {
            Value::List(items) => items.iter().map(Value::as_num).collect(),
            _ => None,
        }
    }

    /// How many values it holds, itself included: what a copy costs.
    pub fn size(&self) -> u64 {
        match self {
            Value::List(items) => 1 + items.iter().map(Value::size).sum::<u64>(),
            Value::Num(_) | Value::Text(_) => 1,
        }
    }

    /// What it is, for messages: "a number", "a list", "a text".
    pub fn what(&self) -> &'static str {
        match self {
            Value::Num(_) => "a number",
            Value::List(_) => "a list",
            Value::Text(_) => "a text",
        }
    }
}

/// Full precision: the shortest digits that read back as the same number; lists as JSON.
/// JSON has no infinity: inside a list −∞ is the text `"-inf"`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Num(x) => f.write_str(&crate::question::format::shortest(*x)),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    match item {
                        Value::Num(x) if !x.is_finite() => write!(f, "\"{item}\"")?,
                        _ => write!(f, "{item}")?,
                    }
                }
                f.write_str("]")
            }
        }
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Value {
        Value::Num(x)
    }
}

impl From<bool> for Value {
    fn from(x: bool) -> Value {
        Value::Num(f64::from(u8::from(x)))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.into())
    }
}

impl From<Vec<f64>> for Value {
    fn from(list: Vec<f64>) -> Value {
        Value::List(list.into_iter().map(Value::Num).collect())
    }
}

/// The steps that the expressions of one draw may take together; the chapter's largest question takes about a thousandth.
pub const MAX_WORK: u64 = 1_000_000;

/// Variables by name, and the work that may still be done with them. A question has a dozen names, so a list beats a hash
/// map.
///
/// A copy spends from the same purse: what is computed with it counts for the original too.
#[derive(Clone, Debug)]
pub struct Env {
    names: Vec<(String, Value)>,
    work: Rc<Cell<u64>>,
    limit: u64,
}

impl Default for Env {
    fn default() -> Env {
        Env::with_limit(MAX_WORK)
    }
}

impl Env {
    /// No variables.
    pub fn new() -> Env {
        Env::default()
    }

    /// No variables, and a limit of its own on the steps of all evaluations together.
    pub fn with_limit(limit: u64) -> Env {
        Env { names: Vec::new(), work: Rc::default(), limit }
    }

    /// Steps done so far: a node is one, and a function counts every value that it reads or makes. The same on every machine.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts steps before they are done.
    pub(super) fn charge(&self, steps: u64) -> Result<(), ErrorKind> {
        self.work.set(self.work.get().saturating_add(steps));
        if self.work.get() > self.limit { Err(ErrorKind::TooSlow(self.limit)) } else { Ok(()) }
    }

    /// What it costs to find a name among this many.
    pub(super) fn search(&self) -> u64 {
        self.names.len() as u64 / 16
    }

    /// Binds a name, replacing what it had.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        match self.names.iter_mut().find(|(n, _)| n == name) {
            Some(slot) => slot.1 = value,
            None => self.names.push((name.to_owned(), value)),
        }
    }

    /// The value bound to a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.names.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    /// All names, in the order in which they were bound.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(n, _)| n.as_str())
    }

    /// Forgets all names, keeps the memory and the count of steps.
    pub fn clear(&mut self) {
        self.names.clear();
    }
}
