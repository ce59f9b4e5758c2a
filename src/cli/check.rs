//! `posenc check [PATH]`: says what is wrong with a chapter, where, and what to do.

use std::io::{self, Write};
use std::path::Path;

use crate::check::{self, Style, Subject};

/// Checks a chapter folder or a file of questions, or the embedded chapter, and prints the findings.
///
/// Returns the exit code: 0 fine, 1 errors, 2 it could not be read.
pub fn run(
    path: Option<&Path>,
    strict: bool,
    json: bool,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let found = check::run(path.map_or(Subject::Embedded, Subject::Path), strict);
    if json {
        serde_json::to_writer_pretty(&mut *out, &found)?;
        writeln!(out)?;
    } else {
        out.write_all(check::render_with(&found, style).as_bytes())?;
    }
    Ok(check::exit_code(&found))
}
