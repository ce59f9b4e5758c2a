//! Texts with numbers in them: minijinja with `<< >>`, `<% %>` and `<# #>`, because braces belong to LaTeX.
//!
//! A number prints itself through [`format`](mod@super::format), `x.shown` prints a draw as its author wrote it (`1/8`), and a name that
//! does not exist is an error, not an empty place. Inside `$…$` a minus is `-`, which LaTeX wants; outside it is `−`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Object, ValueKind};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value};

use super::format;

/// Steps that a text may take; a prompt needs about a hundred.
const FUEL: u64 = 20_000;
/// Most decimals or figures that a text asks for.
pub const MAX_DIGITS: u32 = 12;
/// Longest text that comes out, in bytes.
const LONGEST: usize = 64 << 10;

/// The compiled texts of one question.
pub struct Templates {
    env: Environment<'static>,
    texts: Vec<Text>,
}

enum Text {
    /// Nothing to fill in.
    Plain(String),
    /// A template, by its name in the environment.
    Filled(String),
}

/// A text of a question's [`Templates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(usize);

/// Why a text could not be compiled or filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TemplateError {
    /// What is wrong.
    pub message: String,
    /// Byte range in the text, where known.
    pub span: Option<(usize, usize)>,
}

impl Default for Templates {
    fn default() -> Self {
        Templates::new()
    }
}

impl Templates {
    /// No texts yet.
    pub fn new() -> Templates {
        let mut env = Environment::new();
        if let Ok(syntax) = SyntaxConfig::builder()
            .variable_delimiters("<<", ">>")
            .block_delimiters("<%", "%>")
            .comment_delimiters("<#", "#>")
            .build()
        {
            env.set_syntax(syntax);
        }
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_fuel(Some(FUEL));
        env.set_formatter(|out, _, value| {
            if value.is_undefined() {
                return Err(Error::from(ErrorKind::UndefinedError));
            }
            out.write_str(&printed(value)).map_err(Error::from)
        });
        env.add_filter("paren", |value: Value| {
            let text = printed(&value);
            if text.starts_with(['-', '−']) { format!("({text})") } else { text }
        });
        env.add_filter("fixed", |value: f64, decimals: Value| {
            digits("fixed", "decimals", 0, &decimals).map(|n| format::fixed(value, n))
        });
        env.add_filter("figures", |value: f64, figures: Value| {
            digits("figures", "figures", 1, &figures).map(|n| format::figures(value, n))
        });
        // One step of these may take any time and space.
        ["indent", "format", "batch", "slice"].iter().for_each(|filter| env.remove_filter(filter));
        env.add_filter("signed", |value: f64| {
            let text = as_printed(value);
            if value > 0.0 { format!("+{text}") } else { text }
        });
        env.add_filter("list", |value: Value| printed(&value));
        Templates { env, texts: Vec::new() }
    }

    /// Compiles a text.
    pub fn add(&mut self, source: &str) -> Result<Slot, TemplateError> {
        let slot = Slot(self.texts.len());
        if ["<<", "<%", "<#"].iter().any(|open| source.contains(open)) {
            let name = slot.0.to_string();
            self.env.add_template_owned(name.clone(), with_faces(source)).map_err(TemplateError::from)?;
            self.texts.push(Text::Filled(name));
        } else {
            self.texts.push(Text::Plain(source.to_owned()));
        }
        Ok(slot)
    }

    /// The names that a text uses, faces as the names that they belong to.
    pub fn names(&self, slot: Slot) -> Vec<String> {
        let template = match self.texts.get(slot.0) {
            Some(Text::Filled(name)) => self.env.get_template(name).ok(),
            _ => None,
        };
        let used = template.map(|t| t.undeclared_variables(false)).unwrap_or_default();
        let mut names: Vec<String> = used.into_iter().map(|n| n.strip_suffix(FACE).unwrap_or(&n).to_owned()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Fills a text in.
    pub fn fill(&self, slot: Slot, names: &Names) -> Result<String, TemplateError> {
        match self.texts.get(slot.0) {
            Some(Text::Plain(text)) => Ok(text.clone()),
            Some(Text::Filled(name)) => {
                let template = self.env.get_template(name).map_err(TemplateError::from)?;
                let text = template.render(names.0.clone()).map_err(TemplateError::from)?;
                if text.len() > LONGEST {
                    let message = format!("the text is longer than {LONGEST} bytes: repeat less");
                    return Err(TemplateError { message, span: None });
                }
                Ok(plain_minus_in_math(text))
            }
            None => Err(TemplateError { message: "this text belongs to another question".into(), span: None }),
        }
    }
}

impl From<Error> for TemplateError {
    fn from(error: Error) -> TemplateError {
        let detail = error.detail().map(str::to_owned).unwrap_or_else(|| error.kind().to_string());
        TemplateError { message: detail, span: error.range().map(|r| (r.start, r.end)) }
    }
}

/// How many digits a filter is to print.
fn digits(filter: &str, what: &str, least: u32, asked: &Value) -> Result<u32, Error> {
    let known = u32::try_from(asked.clone()).ok().filter(|n| (least..=MAX_DIGITS).contains(n));
    known.ok_or_else(|| {
        let message = format!("{filter} takes {least} to {MAX_DIGITS} {what}, this is {asked}");
        Error::new(ErrorKind::InvalidOperation, message)
    })
}

/// The names that a text may use.
#[derive(Clone, Debug)]
pub struct Names(Value);

impl Names {
    /// From values and faces.
    pub fn new(values: BTreeMap<String, Printable>, faces: BTreeMap<String, String>) -> Names {
        let values = values.into_iter().map(|(name, value)| (name, value.into())).collect();
        Names(Value::from_object(Scope { values, faces }))
    }
}

/// What a name stands for in a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Printable {
    /// A number.
    Number(f64),
    /// A list.
    List(Vec<Printable>),
}

impl From<Printable> for Value {
    fn from(value: Printable) -> Value {
        match value {
            // Whole numbers become integers, so that they can index a list and count a loop.
            Printable::Number(x) if is_whole(x) => Value::from(x as i64),
            Printable::Number(x) => Value::from(x),
            Printable::List(items) => Value::from(items.into_iter().map(Value::from).collect::<Vec<Value>>()),
        }
    }
}

#[derive(Debug)]
struct Scope {
    values: BTreeMap<String, Value>,
    faces: BTreeMap<String, String>,
}

impl Object for Scope {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if let Some(value) = self.values.get(key) {
            return Some(value.clone());
        }
        let name = key.strip_suffix(FACE)?;
        match (self.faces.get(name), self.values.get(name)) {
            (Some(face), _) => Some(Value::from(face.as_str())),
            (None, Some(value)) => Some(Value::from(printed(value))),
            (None, None) => None,
        }
    }
}

/// What `.shown` becomes: as long as it, so that the columns of errors stay right.
const FACE: &str = "_shown";

/// Turns `name.shown` into a name of its own, because a number has no attributes.
fn with_faces(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((text, tail)) = rest.split_once("<<") {
        let (inside, after) = tail.split_once(">>").unwrap_or((tail, ""));
        out.push_str(text);
        out.push_str("<<");
        out.push_str(&inside.replace(".shown", FACE));
        if tail.len() > inside.len() {
            out.push_str(">>");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A number as a text prints it: twelve figures hide the last bits of a computation (0.1 + 0.2 is 0.3).
pub(super) fn as_printed(x: f64) -> String {
    // Most numbers of a question are whole; they need no rounding.
    if is_whole(x) {
        let digits = (x.abs() as i64).to_string();
        return if x < 0.0 { format!("−{digits}") } else { digits };
    }
    format::plain(format::round_figures(x, 12))
}

/// A whole number that a double holds exactly.
pub(super) fn is_whole(x: f64) -> bool {
    x == x.trunc() && x.abs() < 1e12
}

/// A value as a reader sees it.
fn printed(value: &Value) -> String {
    match value.kind() {
        ValueKind::Number => f64::try_from(value.clone()).map(as_printed).unwrap_or_else(|_| value.to_string()),
        ValueKind::Seq => {
            let items: Vec<String> =
                value.try_iter().map(|items| items.map(|v| printed(&v)).collect()).unwrap_or_default();
            format!("({})", items.join(", "))
        }
        _ => value.to_string(),
    }
}

/// Inside `$…$` the minus is LaTeX's own.
fn plain_minus_in_math(text: String) -> String {
    if !text.contains('−') || !text.contains('$') {
        return text;
    }
    let mut in_math = false;
    let mut escaped = false;
    text.chars()
        .map(|c| {
            if c == '$' && !escaped {
                in_math = !in_math;
            }
            escaped = c == '\\' && !escaped;
            if c == '−' && in_math { '-' } else { c }
        })
        .collect()
}

impl fmt::Debug for Templates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Templates").field("texts", &self.texts.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(source: &str) -> Result<String, TemplateError> {
        let values = BTreeMap::from([
            ("m".to_owned(), Printable::Number(0.125)),
            ("x".to_owned(), Printable::Number(-3.0)),
            ("zero".to_owned(), Printable::Number(-0.0)),
            ("v".to_owned(), Printable::List([1.0, -2.5].map(Printable::Number).to_vec())),
        ]);
        let faces = BTreeMap::from([("m".to_owned(), "1/8".to_owned())]);
        let mut templates = Templates::new();
        let slot = templates.add(source)?;
        templates.fill(slot, &Names::new(values, faces))
    }

    #[test]
    fn numbers_print_as_people_write_them() {
        assert_eq!(filled("<< x >> and << zero >>, << m.shown >> = << m >>").unwrap(), "−3 and 0, 1/8 = 0.125");
        assert_eq!(filled("4 + << x|paren >>; << x.shown >>").unwrap(), "4 + (−3); −3");
        assert_eq!(filled("<< m|fixed(2) >>, << m|signed >>, << x|signed >>").unwrap(), "0.13, +0.125, −3");
        assert_eq!(filled("<< v|list >>, << v[1] >>").unwrap(), "(1, −2.5), −2.5");
    }

    #[test]
    fn braces_and_minus_of_latex_are_left_alone() {
        assert_eq!(filled(r"$\frac{<< x >>}{2}$ is << x >> \$5").unwrap(), r"$\frac{-3}{2}$ is −3 \$5");
    }

    #[test]
    fn an_unknown_name_is_an_error() {
        assert!(filled("<< nobody >>").is_err());
        assert!(filled("<< nobody.shown >>").is_err());
    }

    #[test]
    fn an_endless_loop_runs_out_of_fuel() {
        let source = "<% for a in range(9999) %><% for b in range(9999) %>x<% endfor %><% endfor %>";
        assert!(filled(source).unwrap_err().message.contains("fuel"));
    }

    #[test]
    fn a_filter_prints_a_dozen_digits_at_most() {
        assert_eq!(filled("<< m|fixed(12) >>, << m|figures(12) >>").unwrap(), "0.125000000000, 0.125000000000");
        for wrong in ["fixed(999999999)", "fixed(13)", "fixed(-5)", "figures(0)", "figures(400)", "fixed('2')"] {
            let error = filled(&format!("<< m|{wrong} >>")).unwrap_err().to_string();
            assert!(error.contains("to 12") && error.contains("this is"), "{wrong}: {error}");
        }
    }

    #[test]
    fn what_a_text_repeats_has_an_end() {
        assert!(filled("<< 'ab' * 99999 >>").unwrap_err().message.contains("repeat less"));
        assert!(filled("<< 'a'|indent(999999999) >>").is_err());
    }

    #[test]
    fn conditions_choose() {
        assert_eq!(filled("<% if x < 0 %>below<% else %>above<% endif %>").unwrap(), "below");
    }
}
