//! A finding with its place: file, line, column, the line, and what to do about it.

use std::ops::Range;

use serde::Serialize;

/// How bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The chapter works; the author should know.
    Warning,
    /// The chapter is wrong.
    Error,
}

/// A finding about content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The file, as it was named on the command line or inside the embedded chapter.
    pub file: String,
    /// The line, from 1; 0 if the finding is about the file as a whole.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Bytes of the file.
    pub span: Range<usize>,
    /// How bad.
    pub severity: Severity,
    /// Stable name of the kind of finding: `unknown-key`, `no-such-figure`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub cure: String,
    /// The text of the line.
    pub source: String,
}

impl Diagnostic {
    /// A finding about a place in a text.
    pub fn at(
        file: &str,
        text: &str,
        span: Range<usize>,
        code: &'static str,
        message: String,
        cure: String,
    ) -> Diagnostic {
        let place = Place::of(text, span.start);
        Diagnostic {
            file: file.to_owned(),
            line: place.line,
            column: place.column,
            span,
            severity: Severity::Error,
            code,
            message,
            cure,
            source: place.source.to_owned(),
        }
    }

    /// A finding about a file as a whole.
    pub fn of_file(file: &str, code: &'static str, message: String, cure: String) -> Diagnostic {
        Diagnostic {
            file: file.to_owned(),
            line: 0,
            column: 0,
            span: 0..0,
            severity: Severity::Error,
            code,
            message,
            cure,
            source: String::new(),
        }
    }

    /// The same as a warning.
    pub fn warning(mut self) -> Diagnostic {
        self.severity = Severity::Warning;
        self
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {} {}", self.file, self.message, self.cure),
            line => write!(f, "{}:{line}:{}: {} {}", self.file, self.column, self.message, self.cure),
        }
    }
}

/// "1 row", "3 rows".
pub fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A place in a text.
struct Place<'t> {
    line: usize,
    column: usize,
    source: &'t str,
}

impl<'t> Place<'t> {
    fn of(text: &'t str, offset: usize) -> Place<'t> {
        let offset = (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let (before, after) = text.split_at(offset);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = offset + after.find('\n').unwrap_or(after.len());
        let source = text.get(start..end).unwrap_or_default();
        Place {
            line: before.matches('\n').count() + 1,
            column: text.get(start..offset).unwrap_or_default().chars().count() + 1,
            source: source.strip_suffix('\r').unwrap_or(source),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_end_before_a_carriage_return() {
        let text = "a = 1\r\ntitle = \"θθ\" x\r\n";
        let found = Diagnostic::at("f", text, text.find('x').unwrap()..text.len(), "c", String::new(), String::new());
        assert_eq!((found.line, found.column, found.source.as_str()), (2, 14, "title = \"θθ\" x"));
    }
}
