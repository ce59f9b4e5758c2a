//! The functions of the language, as one table.
//!
//! A row is a name, parameters with defaults, a line of help, an example, a source and the code. Binding, `posenc calc
//! --list`, help and "did you mean" all read this table. Adding a function is adding a row.

/// The rows of a scheme: name, parameters, code, help, example; they share a source.
macro_rules! rows {
    ($source:expr; $($name:literal $params:expr => $code:ident, $doc:literal, $example:literal;)+) => {
        &[$(Function {
            name: $name,
            params: $params,
            variadic: false,
            doc: $doc,
            example: $example,
            source: $source,
            family: Family::Scheme,
            run: $code,
        }),+]
    };
}

mod alibi;
mod args;
mod elementary;
mod lists;
mod others;
mod rope;
mod scaling;
mod shaw;
mod sinusoidal;

use std::sync::LazyLock;

pub use args::{Args, Wrong};

use super::ast::Node;
use super::error::{ErrorKind, ExprError, Span, nearest};
use super::value::Value;

/// A function of the language.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, in order.
    pub params: &'static [Param],
    /// May the last parameter be repeated?
    pub variadic: bool,
    /// What it computes, one line.
    pub doc: &'static str,
    /// An example that evaluates.
    pub example: &'static str,
    /// Where the formula stands.
    pub source: &'static str,
    /// Who may use it.
    pub family: Family,
    /// The code.
    pub run: fn(&Args) -> Result<Value, Wrong>,
}

/// What a function belongs to. Only elementary functions may be used in a typed answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// sin, sqrt, …
    Elementary,
    /// sum, softmax, attend, …
    Lists,
    /// One of the six schemes.
    Scheme,
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What stands in for it.
    pub default: Default,
}

/// What a parameter is when it is not given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Default {
    /// It has to be given.
    Required,
    /// A number.
    Num(f64),
    /// A text.
    Text(&'static str),
    /// Nothing: the function says what that means.
    Absent,
}

/// A required parameter.
pub(crate) const fn need(name: &'static str) -> Param {
    Param { name, default: Default::Required }
}

/// A parameter with a number as default.
pub(crate) const fn or(name: &'static str, value: f64) -> Param {
    Param { name, default: Default::Num(value) }
}

/// A parameter with a text as default.
pub(crate) const fn option(name: &'static str, value: &'static str) -> Param {
    Param { name, default: Default::Text(value) }
}

/// A parameter that may be left out.
pub(crate) const fn may(name: &'static str) -> Param {
    Param { name, default: Default::Absent }
}

/// All functions, by family, in the order of the help.
pub static FUNCTIONS: LazyLock<Vec<&'static Function>> = LazyLock::new(|| {
    [
        elementary::TABLE,
        lists::TABLE,
        others::TABLE,
        sinusoidal::TABLE,
        shaw::TABLE,
        rope::TABLE,
        scaling::TABLE,
        alibi::TABLE,
    ]
    .into_iter()
    .flatten()
    .collect()
});

/// The longest list that a function makes.
pub(crate) const MOST: i64 = 65_536;

/// The function with this name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().copied().find(|f| f.name == name)
}

/// An argument as given: its name with its place, if it has one, and its value.
pub(super) type Given = (Option<(Box<str>, Span)>, Node);

impl Function {
    /// How to call it: `rope(x, pos, base=10000, layout="interleaved")`.
    pub fn usage(&self) -> String {
        let params: Vec<String> = self
            .params
            .iter()
            .map(|p| match p.default {
                Default::Required => p.name.to_owned(),
                Default::Num(x) => format!("{}={}", p.name, crate::question::format::shortest(x)),
                Default::Text(text) => format!("{}=\"{text}\"", p.name),
                Default::Absent => format!("{}=…", p.name),
            })
            .collect();
        let more = if self.variadic { ", …" } else { "" };
        format!("{}({}{more})", self.name, params.join(", "))
    }

    /// Puts arguments into slots, one for each parameter (more if it is variadic).
    pub(super) fn place(&'static self, given: Vec<Given>, whole: Span) -> Result<Vec<Option<Node>>, ExprError> {
        let mut slots: Vec<Option<Node>> = self.params.iter().map(|_| None).collect();
        let mut named_before = false;
        for (i, (name, node)) in given.into_iter().enumerate() {
            let span = node.span;
            let index = match name {
                Some((name, place)) => {
                    named_before = true;
                    self.param(&name).ok_or_else(|| ExprError::new(self.unknown_argument(&name), place))?
                }
                None if named_before => {
                    return Err(ExprError::new(ErrorKind::PositionalAfterNamed { function: self.name }, span));
                }
                None => i,
            };
            if index >= slots.len() && !self.variadic {
                let kind =
                    ErrorKind::TooManyArguments { function: self.name, most: self.params.len(), usage: self.usage() };
                return Err(ExprError::new(kind, span));
            }
            if index >= slots.len() {
                slots.push(None);
            }
            if let Some(slot) = slots.get_mut(index) {
                if slot.is_some() {
                    let name = self.params.get(index).map_or("", |p| p.name);
                    return Err(ExprError::new(ErrorKind::ArgumentTwice { function: self.name, name }, span));
                }
                *slot = Some(node);
            }
        }
        self.complete(&slots, whole)?;
        Ok(slots)
    }

    fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|p| p.name == name)
    }

    fn unknown_argument(&self, name: &str) -> ErrorKind {
        let nearest = nearest(name, self.params.iter().map(|p| p.name)).map(str::to_owned);
        ErrorKind::UnknownArgument { function: self.name, name: name.into(), nearest }
    }

    fn complete(&self, slots: &[Option<Node>], whole: Span) -> Result<(), ExprError> {
        let missing = self.params.iter().zip(slots).find(|(p, s)| s.is_none() && p.default == Default::Required);
        match missing {
            Some((param, _)) => {
                let kind = ErrorKind::MissingArgument { function: self.name, name: param.name, usage: self.usage() };
                Err(ExprError::new(kind, whole))
            }
            None => Ok(()),
        }
    }
}
