//! A file's text → data, with every finding gathered.

mod chapter;
pub mod disk;
pub mod fields;
mod numeric;
mod question;
mod section;
mod sink;

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::diagnostic::{Diagnostic, Severity};
use super::index::hex;
use super::inert::acting;
use super::model::{ChapterMeta, Question, Rule, Section, Table};
use fields::Fields;
use sink::Sink;

/// The newest version of the format that this program reads.
pub const FORMAT: u32 = 1;

/// The largest file, in bytes.
pub const FILE_LIMIT: usize = 4 << 20;

/// After so many acting characters the point is made.
const MANY: usize = 20;

/// What a file holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// `chapter.toml`.
    Chapter(ChapterMeta),
    /// A section.
    Section(Box<Section>),
    /// Questions, each with the hash of what was written.
    Questions(Vec<(Question, String)>),
    /// Result tables.
    Tables(Vec<Table>),
    /// Rules that steps name.
    Rules(Vec<Rule>),
    /// Nothing for readers (`ids.lock`).
    Nothing,
}

/// Reads one file: `name` inside the chapter decides what it is, `shown` is its name in reports.
pub fn read(name: &str, shown: &str, text: &str) -> (Content, Vec<Diagnostic>) {
    if !name.ends_with(".toml") {
        return (Content::Nothing, Vec::new());
    }
    if text.len() > FILE_LIMIT {
        let message = format!("The file has {} bytes; the limit is {FILE_LIMIT}.", text.len());
        let found = Diagnostic::of_file(shown, "file-too-long", message, "Split it into several files.".into());
        return (Content::Nothing, vec![found]);
    }
    let (tree, errors) = DeTable::parse_recoverable(text);
    let sink = Sink::new(shown, text);
    for (at, c) in acting(text).take(MANY) {
        let message = format!("The file holds the character {}, which acts on a terminal.", c.escape_unicode());
        sink.error(at..at + c.len_utf8(), "control-character", message, "Remove it; write visible characters only.");
    }
    if !errors.is_empty() {
        let mut last = None;
        for error in errors {
            let span = error.span().unwrap_or_default();
            let from = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
            let line = text.get(from..).and_then(|rest| rest.split('\n').next()).unwrap_or_default();
            // The rest of a line that can't be read is no second fault, nor is what a character named above does to it.
            let blamed = line.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\r'));
            if !blamed && last != Some(from) {
                let message = format!("This is no TOML: {}.", error.message());
                sink.error(span, "toml-syntax", message, syntax_cure(error.message()));
            }
            last = Some(from);
        }
        return (Content::Nothing, sink.finish());
    }
    interpret(name, &tree, sink)
}

/// Any error among the findings?
pub fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.severity == Severity::Error)
}

fn interpret(name: &str, tree: &Spanned<DeTable<'_>>, mut sink: Sink<'_>) -> (Content, Vec<Diagnostic>) {
    let table = tree.get_ref();
    let kind = kind_of(name, table);
    sink.foreign = kind == FileKind::Questions && table.get("format").is_none();
    let format = match sink.foreign {
        true => Some(FORMAT),
        false => format(table, &sink),
    };
    let content = format.map(|format| match kind {
        FileKind::Chapter => Content::Chapter(chapter::chapter(Fields::new(table, 0..0, "the chapter", &sink), format)),
        FileKind::Section => {
            Content::Section(Box::new(section::section(Fields::new(table, 0..0, "the section", &sink), format)))
        }
        FileKind::Tables => Content::Tables(chapter::result_tables(Fields::new(table, 0..0, "the file", &sink))),
        FileKind::Rules => Content::Rules(chapter::rules(Fields::new(table, 0..0, "the file", &sink))),
        FileKind::Questions => Content::Questions(questions(name, table, &sink)),
    });
    (content.unwrap_or(Content::Nothing), sink.finish())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Chapter,
    Section,
    Tables,
    Rules,
    Questions,
}

/// The place in the chapter decides; for a file on its own, what it holds.
fn kind_of(name: &str, table: &DeTable<'_>) -> FileKind {
    let has = |key: &str| table.get(key).is_some();
    match name {
        "chapter.toml" => FileKind::Chapter,
        "tables.toml" => FileKind::Tables,
        "rules.toml" => FileKind::Rules,
        _ if name.starts_with("sections/") => FileKind::Section,
        _ if has("questions") || name.contains('/') => FileKind::Questions,
        _ if has("pages") => FileKind::Section,
        _ if has("tables") => FileKind::Tables,
        _ if has("rules") => FileKind::Rules,
        _ => FileKind::Questions,
    }
}

fn format(table: &DeTable<'_>, sink: &Sink<'_>) -> Option<u32> {
    let Some(value) = table.get("format") else {
        sink.error(
            0..0,
            "missing-key",
            "The file does not say its format.",
            format!("Start it with `format = {FORMAT}`."),
        );
        return Some(FORMAT);
    };
    let version = value.get_ref().as_integer().and_then(|n| u32::from_str_radix(n.as_str(), n.radix()).ok());
    match version {
        Some(FORMAT) => version,
        Some(newer) if newer > FORMAT => {
            let message = format!("The file has format {newer}; this posenc reads format {FORMAT}.");
            sink.error(value.span(), "newer-format", message, "Use a newer posenc for it.");
            None
        }
        _ => {
            sink.error(value.span(), "wrong-type", "`format` is no version.", format!("Write `format = {FORMAT}`."));
            Some(FORMAT)
        }
    }
}

fn questions(name: &str, table: &DeTable<'_>, sink: &Sink<'_>) -> Vec<(Question, String)> {
    let mut t = Fields::new(table, 0..0, "the file", sink);
    t.value("format");
    let mut parts = BTreeMap::new();
    for (key, value) in t.named("multipart") {
        parts.extend(t.text_of(key, value).map(|text| (key.to_owned(), text)));
    }
    t.needed("questions");
    let mut read = Vec::new();
    for value in t.list("questions") {
        match value.get_ref() {
            DeValue::Table(table) => {
                let fields = Fields::new(table, value.span(), "a question", sink);
                read.extend(question::question(fields, name, &parts).map(|q| (q, fingerprint(value.get_ref()))));
            }
            other => t.wrong_type("questions", value.span(), "`[[questions]]` tables", other),
        }
    }
    t.finish();
    read
}

/// The hash of a value as written: blind to layout and the order of keys, not to anything that a reader could notice.
fn fingerprint(value: &DeValue<'_>) -> String {
    fn feed(value: &DeValue<'_>, hasher: &mut Sha256) {
        let mut leaf = |tag: &str, text: &str| {
            hasher.update(tag);
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text);
        };
        match value {
            DeValue::String(text) => leaf("s", text),
            DeValue::Integer(n) => leaf("i", &n.to_string()),
            DeValue::Float(x) => leaf("f", x.as_str()),
            DeValue::Boolean(flag) => leaf("b", if *flag { "1" } else { "0" }),
            DeValue::Datetime(date) => leaf("d", &date.to_string()),
            DeValue::Array(items) => {
                leaf("a", &items.len().to_string());
                items.iter().for_each(|item| feed(item.get_ref(), hasher));
            }
            DeValue::Table(table) => {
                leaf("t", &table.len().to_string());
                for (key, value) in table.iter() {
                    hasher.update((key.get_ref().len() as u64).to_le_bytes());
                    hasher.update(key.get_ref().as_bytes());
                    feed(value.get_ref(), hasher);
                }
            }
        }
    }
    let mut hasher = Sha256::new();
    feed(value, &mut hasher);
    hex(&hasher.finalize(), 32)
}

fn syntax_cure(message: &str) -> &'static str {
    if message.contains("escape") {
        "Put LaTeX in a literal string ('…' or '''…'''), where a backslash stays a backslash."
    } else if message.contains("duplicate key") {
        "Keep one of the two."
    } else if message.contains("missing opening quote") || message.contains("must be quoted") {
        "Put the text in quotes."
    } else if message.contains("string") || message.contains("quote") {
        "Close the string with the quotes that opened it."
    } else {
        "Compare the line with the examples of docs/CONTENT.md."
    }
}
