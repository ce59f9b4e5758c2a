//! `posenc calc`: an expression, the list of functions, or how a typed answer is read.

use std::io::{self, Write};

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::question::Reading;
use crate::question::answer::{ReadRules, read};
use crate::question::expr::{Env, ExprError, FUNCTIONS, Family, Value, eval, parse};
use crate::question::format::shortest;

/// What is asked of `posenc calc`.
#[derive(Clone, Debug, PartialEq)]
pub enum Request<'a> {
    /// Evaluate an expression and print it with full precision, lists as JSON.
    Expression(&'a str),
    /// Print how a typed answer is read, as one JSON object.
    Answer {
        /// What was typed.
        text: &'a str,
        /// How to read it.
        rules: ReadRules<'a>,
    },
    /// Print the functions.
    List {
        /// As JSON.
        json: bool,
    },
}

/// Answers a request. Returns the exit code: 0, or 2 for an expression that has no value; why goes to `err`.
pub fn run(request: &Request, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    match request {
        Request::Expression(text) => match parse(text).and_then(|ast| eval(&ast, &Env::new())) {
            Ok(value) => writeln!(out, "{value}")?,
            Err(error) => {
                complain(text, &error, err)?;
                return Ok(2);
            }
        },
        Request::Answer { text, rules } => writeln!(out, "{}", reading_json(&read(text, rules)))?,
        Request::List { json: false } => list(out)?,
        Request::List { json: true } => writeln!(out, "{}", list_json())?,
    }
    Ok(0)
}

/// One JSON object: `{"value":…,"notice":…}`, `{"ask":[…]}`, `{"error":…}` or `{"empty":true}`.
pub fn reading_json(reading: &Reading) -> String {
    match reading {
        Reading::Value { value, notice, .. } => {
            format!(r#"{{"value":{},"notice":{}}}"#, number_json(*value), json!(notice))
        }
        Reading::Ask { readings } => {
            let all: Vec<String> = readings.iter().map(|x| number_json(*x)).collect();
            format!(r#"{{"ask":[{}]}}"#, all.join(","))
        }
        Reading::Refused { why, .. } => json!({ "error": why }).to_string(),
        Reading::Empty => json!({ "empty": true }).to_string(),
    }
}

/// JSON has no infinity: it is the text `"-inf"`.
fn number_json(x: f64) -> String {
    if x.is_finite() { shortest(x) } else { format!("\"{}\"", shortest(x)) }
}

/// The message, the expression, and a line of carets below what it is about.
fn complain(text: &str, error: &ExprError, err: &mut dyn Write) -> io::Result<()> {
    writeln!(err, "posenc calc: {error}")?;
    // Tabs and line breaks would move the carets away from what they point to.
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.is_empty() || line.len() > 300 {
        return Ok(());
    }
    let (from, to) = error.span;
    let width = |from: usize, to: usize| line.get(from..to).map_or(0, UnicodeWidthStr::width);
    writeln!(err, "  {line}")?;
    writeln!(err, "  {}{}", " ".repeat(width(0, from)), "^".repeat(width(from, to).max(1)))
}

fn title(family: Family) -> &'static str {
    match family {
        Family::Elementary => "Elementary functions (angles in radians; these may be used in a typed answer)",
        Family::Lists => "Lists",
        Family::Scheme => "Attention and the schemes",
    }
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Operators: + - * / ^ (or **), brackets, < <= > >= == !=, and, or, not, if(cond, a, b)")?;
    writeln!(out, "Constants: pi (π), tau (τ), e.  Roots: √2.  Lists: [1, 2, 3], counted from 0: v[0]")?;
    writeln!(out, "Arguments go by place or by name: inv_freq(3, 64, base=500000)")?;
    let mut family = None;
    for f in FUNCTIONS.iter() {
        if family != Some(f.family) {
            family = Some(f.family);
            writeln!(out, "\n{}", title(f.family))?;
        }
        writeln!(out, "  {}\n      {}", f.usage(), f.doc)?;
        let value = parse(f.example).and_then(|ast| eval(&ast, &Env::new()));
        let value = value.map_or_else(|e| e.to_string(), |v: Value| v.to_string());
        writeln!(out, "      {} = {value}   [{}]", f.example, f.source)?;
    }
    Ok(())
}

fn list_json() -> String {
    let rows: Vec<_> = FUNCTIONS
        .iter()
        .map(|f| {
            let params: Vec<&str> = f.params.iter().map(|p| p.name).collect();
            json!({
                "name": f.name, "usage": f.usage(), "params": params, "doc": f.doc, "example": f.example,
                "source": f.source,
            })
        })
        .collect();
    json!(rows).to_string()
}
