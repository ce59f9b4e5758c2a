//! A file with its places: what stands at `questions.3.answers.0.value`, and where.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::content::library::File;
use crate::content::read::{self, Content};
use crate::content::{Diagnostic, Severity};

/// A file of a chapter, read once more with its places kept.
pub struct Doc<'t> {
    /// The file.
    pub file: &'t File,
    /// What it holds.
    pub content: Content,
    /// What the reader found.
    pub found: Vec<Diagnostic>,
    /// Not ours: only its structure is checked.
    pub foreign: bool,
    tree: Spanned<DeTable<'t>>,
}

impl<'t> Doc<'t> {
    /// Reads a file.
    pub fn new(file: &'t File) -> Doc<'t> {
        let (content, found) = read::read(&file.name, &file.shown, &file.text);
        let (tree, _) = match file.name.ends_with(".toml") {
            true => DeTable::parse_recoverable(&file.text),
            false => DeTable::parse_recoverable(""),
        };
        let foreign = tree.get_ref().get("format").is_none();
        Doc { file, content, found, foreign, tree }
    }

    /// Does its structure hold?
    pub fn is_sound(&self) -> bool {
        !self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// The place of a value; of the nearest thing around it, if it is not written.
    pub fn span(&self, path: &str) -> Range<usize> {
        let mut names = path.split('.');
        let Some(found) = names.next().and_then(|name| self.tree.get_ref().get(name)) else {
            return 0..0;
        };
        let mut value = found;
        for name in names {
            let next = match value.get_ref() {
                DeValue::Table(table) => table.get(name),
                DeValue::Array(items) => name.parse().ok().and_then(|at: usize| items.get(at)),
                _ => None,
            };
            match next {
                Some(next) => value = next,
                None => break,
            }
        }
        value.span()
    }

    /// The path as the author wrote it: `require` and `branches` may stand inside `draw`.
    pub fn written_as(&self, path: &str) -> String {
        let inside = |key: &str| path.replacen(&format!(".{key}"), &format!(".draw.{key}"), 1);
        let key = ["require", "branches"].into_iter().find(|key| path.contains(&format!(".{key}")));
        match key.map(inside) {
            Some(moved) if !self.is_written(path) && self.is_written(&moved) => moved,
            _ => path.to_owned(),
        }
    }

    fn is_written(&self, path: &str) -> bool {
        let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
        let mut value: Option<&Spanned<DeValue<'_>>> = None;
        for part in parent.split('.').filter(|p| !p.is_empty()) {
            value = match value.map(|v| v.get_ref()) {
                None => self.tree.get_ref().get(part),
                Some(DeValue::Table(table)) => table.get(part),
                Some(DeValue::Array(items)) => part.parse().ok().and_then(|at: usize| items.get(at)),
                Some(_) => None,
            };
            if value.is_none() {
                return false;
            }
        }
        match value.map(|v| v.get_ref()) {
            Some(DeValue::Table(table)) => table.get(name).is_some(),
            Some(DeValue::Array(items)) => name.parse().is_ok_and(|at: usize| items.get(at).is_some()),
            _ => false,
        }
    }

    /// The place of `part`, which stands at byte `at` of the text at `path`. Exact where the text was written without
    /// escapes; otherwise the whole text.
    pub fn inside(&self, path: &str, at: usize, part: &str) -> Range<usize> {
        let span = self.span(path);
        let raw = self.file.text.get(span.clone()).unwrap_or_default();
        let quotes = raw.bytes().take_while(|b| matches!(b, b'"' | b'\'')).count();
        let open = if quotes >= 3 { 3 } else { quotes.min(1) };
        let body = raw.get(open..).unwrap_or_default();
        let newline = match open {
            3 if body.starts_with("\r\n") => 2,
            3 if body.starts_with('\n') => 1,
            _ => 0,
        };
        let start = open + newline + at;
        if !part.is_empty() && raw.get(start..).is_some_and(|rest| rest.starts_with(part)) {
            return span.start + start..span.start + start + part.len();
        }
        match (part.is_empty(), raw.find(part)) {
            (false, Some(found)) => span.start + found..span.start + found + part.len(),
            _ => span,
        }
    }

    /// An error at a place.
    pub fn error(
        &self,
        span: Range<usize>,
        code: &'static str,
        message: impl Into<String>,
        cure: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(&self.file.shown, &self.file.text, span, code, message.into(), cure.into())
    }
}
