//! Why a formula could not be read, where, and what to do.

use super::{MAX_BYTES, MAX_DEPTH};

/// Why a formula could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// Longer than [`MAX_BYTES`].
    #[error("the formula has {bytes} bytes and at most {MAX_BYTES} are read; split it in two")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Nested deeper than [`MAX_DEPTH`].
    #[error("the formula is nested deeper than {MAX_DEPTH} levels; name a part of it and write that part on its own")]
    TooDeep,
    /// Defines a macro; a formula stands alone.
    #[error("column {column}: `{command}` defines a macro, and formulas cannot; write the LaTeX out in full")]
    Macro {
        /// Where, counted in characters from 1.
        column: usize,
        /// The command.
        command: String,
    },
    /// Not LaTeX that is known here.
    #[error("column {column}: {what}, near `{near}`; {cure}")]
    Syntax {
        /// Where, counted in characters from 1.
        column: usize,
        /// What is wrong.
        what: String,
        /// The text around the place.
        near: String,
        /// What to do.
        cure: &'static str,
    },
}

impl FormulaError {
    /// The place of the error: a column counted in characters from 1, where there is one.
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::Macro { column, .. } | Self::Syntax { column, .. } => Some(*column),
            Self::TooLong { .. } | Self::TooDeep => None,
        }
    }

    /// Reads the parser's message: a first line that says what, then a drawing of the place.
    pub(super) fn from_parser(latex: &str, message: &str) -> Self {
        let mut lines = message.lines();
        let what = lines.next().unwrap_or_default().trim();
        let what = what.strip_prefix("parsing error: ").unwrap_or(what).trim_end_matches('.').to_owned();
        let near = context(message);
        let start = latex.find(near.as_str()).unwrap_or(0);
        if what.contains("primitive command")
            && let Some((at, command)) = unknown_command(latex, start)
        {
            let what = format!("the command `{command}` is not known");
            return Self::Syntax { column: column(latex, at), what, near, cure: cure("command") };
        }
        let place = if what.contains("closed with") { latex.len() } else { start };
        let column = column(latex, place);
        let what = what.replace("unkown", "unknown");
        let cure = cure(&what);
        Self::Syntax { column, what, near, cure }
    }
}

/// The column of a byte, counted in characters from 1.
fn column(latex: &str, byte: usize) -> usize {
    latex.char_indices().take_while(|(at, _)| *at < byte).count() + 1
}

/// The piece of the formula that the parser's drawing quotes; the line of `^` below it is not wanted.
fn context(message: &str) -> String {
    let quoted = message.lines().filter_map(|line| line.strip_prefix('│'));
    let mut lines = quoted.map(|line| line.trim_start_matches('…').trim());
    let last = lines.rfind(|line| !line.is_empty() && line.chars().any(|c| c != '^'));
    last.unwrap_or_default().trim_end_matches('…').to_owned()
}

/// The first command at or after a byte that the parser does not know even on its own.
fn unknown_command(latex: &str, from: usize) -> Option<(usize, &str)> {
    let rest = latex.get(from..)?;
    rest.match_indices('\\').find_map(|(at, _)| {
        let name = rest.get(at + 1..)?;
        let end = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
        let command = rest.get(at..at + 1 + end.max(1))?;
        is_unknown(command).then_some((from + at, command))
    })
}

fn is_unknown(command: &str) -> bool {
    let storage = pulldown_latex::Storage::new();
    let alone = format!("{command} {{a}}{{b}}");
    pulldown_latex::Parser::new(&alone, &storage)
        .filter_map(Result::err)
        .next()
        .is_some_and(|error| error.to_string().contains("primitive command"))
}

fn cure(what: &str) -> &'static str {
    let what = what.to_lowercase();
    if what.contains("control sequence") || what.contains("primitive") || what.contains("command") {
        "use a command of amsmath, or \\operatorname{name} for a function's name"
    } else if what.contains("environment") {
        "use matrix, pmatrix, bmatrix, cases or aligned, and close what you begin"
    } else if what.contains("script") {
        "put braces round one of the scripts"
    } else {
        "check that every brace, \\left and \\begin has its partner"
    }
}
