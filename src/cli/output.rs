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

/// One JSON value on one line.
pub fn json_line(out: &mut dyn Write, value: &impl serde::Serialize) -> Result<(), Problem> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
