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
}
