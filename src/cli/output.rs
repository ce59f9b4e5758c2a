//! Where plain output goes, and what can stop it. A closed pipe is not an error.

use std::io::{self, BufWriter, Write};

/// Standard output in large pieces.
pub fn stdout() -> BufWriter<io::Stdout> {
    BufWriter::with_capacity(64 * 1024, io::stdout())
}

/// Why a sub-command stopped.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The reader of our output has gone; nobody needs to hear about it.
    #[error("the pipe is closed")]
    ClosedPipe,
    /// Reading or writing failed.
    #[error("{0}")]
    Io(io::Error),
    /// Said in full.
    #[error("{0}")]
    Said(String),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Problem::ClosedPipe } else { Problem::Io(error) }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        match error.io_error_kind() {
            Some(kind) => Problem::from(io::Error::from(kind)),
            None => Problem::Said(error.to_string()),
        }
    }
}

impl From<crate::paths::NoHome> for Problem {
    fn from(error: crate::paths::NoHome) -> Self {
        Problem::Said(error.to_string())
    }
}

impl From<crate::memory::Error> for Problem {
    fn from(error: crate::memory::Error) -> Self {
        Problem::Said(error.to_string())
    }
}

impl From<crate::content::LoadError> for Problem {
    fn from(error: crate::content::LoadError) -> Self {
        Problem::Said(error.to_string())
    }
}

impl From<super::read::ReadError> for Problem {
    fn from(error: super::read::ReadError) -> Self {
        match error {
            super::read::ReadError::Io(error) => Problem::from(error),
            other => Problem::Said(other.to_string()),
        }
    }
}

impl From<super::plot::PlotError> for Problem {
    fn from(error: super::plot::PlotError) -> Self {
        match error {
            super::plot::PlotError::Write(error) => Problem::from(error),
            other => Problem::Said(other.to_string()),
        }
    }
}

impl From<crate::exchange::progress::WriteError> for Problem {
    fn from(error: crate::exchange::progress::WriteError) -> Self {
        use crate::exchange::progress::WriteError;
        match error {
            WriteError::Io(error) => Problem::from(error),
            WriteError::Json(error) => Problem::from(error),
            WriteError::Memory(error) => Problem::from(error),
        }
    }
}

impl From<crate::exchange::anki::AnkiError> for Problem {
    fn from(error: crate::exchange::anki::AnkiError) -> Self {
        match error {
            crate::exchange::anki::AnkiError::Io(error) => Problem::from(error),
            other => Problem::Said(other.to_string()),
        }
    }
}

/// Writes to a file, whole or not at all, or to standard output. A file that is there stays, unless `force`.
pub fn deliver(
    file: Option<&std::path::Path>,
    force: bool,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let Some(path) = file else {
        write(&mut *out)?;
        return Ok(out.flush()?);
    };
    let shown = path.display();
    if path.is_dir() {
        return Err(Problem::Said(format!("{shown} is a folder. Name a file in it.")));
    }
    if path.exists() && !force {
        return Err(Problem::Said(format!(
            "{shown} is there already. Name another file, or write over it with --force."
        )));
    }
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    crate::exchange::shelf::whole(path, &bytes)
        .map_err(|error| Problem::Said(format!("{shown} cannot be written: {error}.")))
}

/// JSON in 0x20 to 0x7E, without loss: what stands outside is inside of strings, where `\uXXXX` means the same.
pub fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || (' '..='~').contains(&c) {
            out.push(c);
        } else {
            out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    out
}

/// One JSON value on one line.
pub fn json_line(out: &mut dyn Write, value: &impl serde::Serialize) -> Result<(), Problem> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_json_reads_as_the_same_value_and_has_ascii_alone() {
        let value = serde_json::json!({ "θ₃₁ → −π": ["1 ≤ n", "\u{1d703} \u{7f} \"quoted\" \\ \n"] });
        let text = escaped(&serde_json::to_string_pretty(&value).unwrap());
        assert!(text.is_ascii() && text.contains("\\ud835\\udf03"), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
