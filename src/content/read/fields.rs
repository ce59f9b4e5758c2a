//! One table of a file, read key by key.
//!
//! Serde stops at the first error and its tags lose spans. This reader gathers every error of a table with its place, and
//! knows which keys nobody asked for: those are named at the end, with the nearest key that somebody did ask for.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::sink::Sink;
use crate::content::inert::{acting, inert};
use crate::content::model::Expr;
use crate::names::{did_you_mean, is_slug, nearest};
use crate::scheme::Scheme;

/// The longest LaTeX formula, in bytes.
pub const FORMULA_LIMIT: usize = 4096;

/// The longest slug; it stands in links and on screens of 80 columns.
pub const SLUG_LIMIT: usize = 60;

/// A value with its place.
pub type Value<'t> = &'t Spanned<DeValue<'t>>;

/// One table being read.
pub struct Fields<'t> {
    table: &'t DeTable<'t>,
    /// Where the table stands.
    pub span: Range<usize>,
    /// What it is, for messages: "a question".
    what: &'static str,
    /// Where findings go.
    pub sink: &'t Sink<'t>,
    asked: Vec<&'static str>,
}

impl<'t> Fields<'t> {
    /// Starts to read a table.
    pub fn new(table: &'t DeTable<'t>, span: Range<usize>, what: &'static str, sink: &'t Sink<'t>) -> Fields<'t> {
        Fields { table, span, what, sink, asked: Vec::new() }
    }

    /// Is the key there?
    pub fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// Where a key stands, or the table if it is not there.
    pub fn key_span(&self, key: &str) -> Range<usize> {
        self.table.get_key_value(key).map_or_else(|| self.span.clone(), |(k, _)| k.span())
    }

    /// The value of a key, as it is.
    pub fn value(&mut self, key: &'static str) -> Option<Value<'t>> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.table.get(key)
    }

    /// A value that must be there.
    pub fn needed(&mut self, key: &'static str) -> Option<Value<'t>> {
        let value = self.value(key);
        if value.is_none() {
            let message = format!("{} has no `{key}`.", capital(self.what));
            self.sink.error(self.span.clone(), "missing-key", message, format!("Add `{key} = …`."));
        }
        value
    }

    /// A text that must be there and say something.
    pub fn text(&mut self, key: &'static str) -> String {
        let Some(value) = self.needed(key) else {
            return String::new();
        };
        let text = self.text_of(key, value).unwrap_or_else(|| "?".into());
        if text.trim().is_empty() && !self.sink.foreign {
            let message = format!("`{key}` is empty.");
            self.sink.error(value.span(), "empty-text", message, "Write the text, or leave the table out.");
        }
        text
    }

    /// A text that may be there.
    pub fn maybe(&mut self, key: &'static str) -> Option<String> {
        let value = self.value(key)?;
        self.text_of(key, value)
    }

    /// A text that may be there; empty if not.
    pub fn or_empty(&mut self, key: &'static str) -> String {
        self.maybe(key).unwrap_or_default()
    }

    /// A slug that may be there.
    pub fn slug(&mut self, key: &'static str) -> Option<String> {
        let value = self.value(key)?;
        let text = self.text_of(key, value)?;
        self.must_be_slug(&text, value);
        Some(text)
    }

    /// A section or a page: `rope` or `rope/cancel`.
    pub fn page(&mut self, key: &'static str) -> Option<String> {
        let value = self.value(key)?;
        let text = self.text_of(key, value)?;
        let (section, page) = text.split_once('/').unwrap_or((&text, &text));
        self.must_be_slug(section, value);
        if page != section {
            self.must_be_slug(page, value);
        }
        Some(text)
    }

    /// A slug that must be there.
    pub fn needed_slug(&mut self, key: &'static str) -> String {
        let text = self.text(key);
        if let Some(value) = self.table.get(key).filter(|v| v.get_ref().is_str()) {
            self.must_be_slug(&text, value);
        }
        text
    }

    /// Texts in a list; no list, no texts.
    pub fn texts(&mut self, key: &'static str) -> Vec<String> {
        let items = self.list(key);
        items.into_iter().filter_map(|value| self.text_of(key, value)).collect()
    }

    /// Slugs in a list.
    pub fn slugs(&mut self, key: &'static str) -> Vec<String> {
        let mut slugs = Vec::new();
        for value in self.list(key) {
            if let Some(text) = self.text_of(key, value) {
                self.must_be_slug(&text, value);
                slugs.push(text);
            }
        }
        slugs
    }

    /// The values of a list.
    pub fn list(&mut self, key: &'static str) -> Vec<Value<'t>> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            other => {
                self.wrong_type(key, value.span(), "a list", other);
                Vec::new()
            }
        }
    }

    /// A number that may be there.
    pub fn whole(&mut self, key: &'static str) -> Option<u32> {
        let value = self.value(key)?;
        let number = value.get_ref().as_integer().and_then(|n| u32::from_str_radix(n.as_str(), n.radix()).ok());
        if number.is_none() {
            self.wrong_type(key, value.span(), "a whole number from 0", value.get_ref());
        }
        number
    }

    /// Any number that may be there.
    pub fn number(&mut self, key: &'static str) -> Option<f64> {
        let value = self.value(key)?;
        let found = match value.get_ref() {
            DeValue::Integer(n) => n.as_str().parse().ok(),
            DeValue::Float(x) => x.as_str().parse().ok(),
            _ => None,
        };
        if found.is_none() {
            self.wrong_type(key, value.span(), "a number", value.get_ref());
        }
        found
    }

    /// Yes or no; no if it is not there.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(key, value.span(), "`true` or `false`", value.get_ref());
        }
        flag
    }

    /// A number or an expression in quotes, that may be there.
    pub fn expr(&mut self, key: &'static str) -> Option<Expr> {
        let value = self.value(key)?;
        self.expr_of(key, value)
    }

    /// A number or an expression in quotes, as text: `0.5` and `"1/2"` alike.
    pub fn formula_text(&mut self, key: &'static str) -> Option<String> {
        Some(match self.expr(key)? {
            Expr::Int(n) => n.to_string(),
            Expr::Num(x) => x.to_string(),
            Expr::Text(text) => text,
        })
    }

    /// One value as a number or an expression.
    pub fn expr_of(&self, key: &str, value: Value<'t>) -> Option<Expr> {
        match value.get_ref() {
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().map(Expr::Int),
            DeValue::Float(x) => x.as_str().parse().ok().map(Expr::Num),
            DeValue::String(_) => self.text_of(key, value).map(Expr::Text),
            other => {
                self.wrong_type(key, value.span(), "a number, or an expression in quotes", other);
                None
            }
        }
    }

    /// A name → text map whose values may be numbers, booleans or texts.
    pub fn settings(&mut self, key: &'static str) -> BTreeMap<String, String> {
        let Some(value) = self.value(key) else {
            return BTreeMap::new();
        };
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong_type(key, value.span(), "a table such as `{ m = 4 }`", value.get_ref());
            return BTreeMap::new();
        };
        let mut settings = BTreeMap::new();
        for (name, value) in table.iter() {
            let text = match value.get_ref() {
                DeValue::Boolean(flag) => Some(flag.to_string()),
                DeValue::Integer(n) => Some(n.to_string()),
                DeValue::Float(x) => Some(x.to_string()),
                _ => self.text_of(name.get_ref(), value),
            };
            settings.extend(text.map(|text| (name.get_ref().to_string(), text)));
        }
        settings
    }

    /// The scheme that may be named.
    pub fn scheme(&mut self) -> Option<Scheme> {
        let value = self.value("scheme")?;
        let text = self.text_of("scheme", value)?;
        let scheme = Scheme::from_slug(&text);
        if scheme.is_none() {
            let known = Scheme::ALL.map(Scheme::slug);
            self.not_one_of("scheme", &text, value, &known);
        }
        scheme
    }

    /// A word out of a list, that may be there.
    pub fn one_of(&mut self, key: &'static str, known: &[&'static str]) -> Option<String> {
        let value = self.value(key)?;
        let text = self.text_of(key, value)?;
        if !known.contains(&text.as_str()) {
            self.not_one_of(key, &text, value, known);
        }
        Some(text)
    }

    /// A table inside this one, that may be there.
    pub fn table(&mut self, key: &'static str, what: &'static str) -> Option<Fields<'t>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(Fields::new(table, self.key_span(key), what, self.sink)),
            other => {
                self.wrong_type(key, value.span(), "a table", other);
                None
            }
        }
    }

    /// The tables of a list of tables.
    pub fn tables(&mut self, key: &'static str, what: &'static str) -> Vec<Fields<'t>> {
        let mut tables = Vec::new();
        for value in self.list(key) {
            match value.get_ref() {
                DeValue::Table(table) => tables.push(Fields::new(table, value.span(), what, self.sink)),
                other => self.wrong_type(key, value.span(), "a table", other),
            }
        }
        tables
    }

    /// A table whose keys are names that the author chooses.
    pub fn named(&mut self, key: &'static str) -> Vec<(&'t str, Value<'t>)> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        match value.get_ref() {
            DeValue::Table(table) => table.iter().map(|(name, value)| (name.get_ref().as_ref(), value)).collect(),
            other => {
                self.wrong_type(key, value.span(), "a table of names", other);
                Vec::new()
            }
        }
    }

    /// Done: keys that nobody asked for are named.
    pub fn finish(self) {
        if self.sink.foreign {
            return;
        }
        for (key, _) in self.table.iter().filter(|(k, _)| !self.asked.contains(&k.get_ref().as_ref())) {
            let name: &str = key.get_ref();
            let cure = match nearest(name, self.asked.iter().copied()) {
                Some(near) => format!("Did you mean `{near}`?"),
                None => format!("Remove it. Here you can write: {}.", self.asked.join(", ")),
            };
            self.sink.warn(key.span(), "unknown-key", format!("Nothing reads `{name}` in {}.", self.what), cure);
        }
    }

    /// A value as text.
    pub fn text_of(&self, key: &str, value: Value<'t>) -> Option<String> {
        let DeValue::String(text) = value.get_ref() else {
            self.wrong_type(key, value.span(), "a text in quotes", value.get_ref());
            return None;
        };
        // Characters that stand in the file as they are were named already; these hide behind an escape.
        let raw = self.sink.text.get(value.span()).unwrap_or_default();
        if let Some((_, c)) = acting(text).next().filter(|_| acting(raw).next().is_none()) {
            let message = format!("`{key}` holds the character {}, which acts on a terminal.", c.escape_unicode());
            let cure = "Remove it; write visible characters only.";
            match self.sink.foreign {
                true => self.sink.warn(value.span(), "control-character", message, "It is shown as \u{fffd}."),
                false => self.sink.error(value.span(), "control-character", message, cure),
            }
        }
        Some(inert(text).into_owned())
    }

    /// A value has another type than the one needed.
    pub fn wrong_type(&self, key: &str, span: Range<usize>, wanted: &str, got: &DeValue<'_>) {
        let got = match got {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.sink.error(span, "wrong-type", format!("`{key}` is {got}."), format!("Write {wanted}."));
    }

    fn not_one_of(&self, key: &str, text: &str, value: Value<'t>, known: &[&'static str]) {
        let message = format!("`{text}` is no {key}.");
        self.sink.error(value.span(), "unknown-word", message, did_you_mean(text, known.iter().copied()));
    }

    fn must_be_slug(&self, text: &str, value: Value<'t>) {
        if self.sink.foreign {
            return;
        }
        if text.len() > SLUG_LIMIT {
            let message = format!("This slug has {} characters.", text.len());
            self.sink.error(value.span(), "bad-slug", message, format!("Use up to {SLUG_LIMIT}."));
        } else if !is_slug(text) {
            let message = format!("`{text}` is no slug.");
            self.sink.error(
                value.span(),
                "bad-slug",
                message,
                "Use a to z, 0 to 9 and single hyphens, as in `rope-shift`.",
            );
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
