//! Text from a disk where anything may lie: pipes, devices, endless files, bytes that are no text.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::FILE_LIMIT;
use crate::content::diagnostic::Diagnostic;

/// Reads a file that may belong to a chapter. Whatever lies there, it reads at most [`FILE_LIMIT`] bytes and never waits.
pub fn text_of(path: &Path) -> Result<String, Box<Diagnostic>> {
    let shown = path.display().to_string();
    match fs::metadata(path) {
        // A pipe would be waited for and a device may never end; both say that they are 0 bytes long.
        Ok(meta) if !meta.is_file() => {
            let message = "This is no file, but a pipe, a device or a folder.".to_owned();
            let cure = "Put a file of TOML there.".to_owned();
            return Err(Box::new(Diagnostic::of_file(&shown, "cannot-read", message, cure)));
        }
        Ok(meta) if meta.len() > FILE_LIMIT as u64 => return Err(Box::new(too_long(&shown))),
        Ok(_) => {}
        Err(error) => return Err(Box::new(unreadable(path, &error))),
    }
    let bytes = bytes_of(path).map_err(|error| Box::new(unreadable(path, &error)))?;
    if bytes.len() > FILE_LIMIT {
        return Err(Box::new(too_long(&shown)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(at).copied().unwrap_or_default();
        let text = String::from_utf8_lossy(error.as_bytes());
        let message = format!("The byte {byte:02X} here is no UTF-8 text.");
        let span = at..at + '\u{fffd}'.len_utf8();
        Box::new(Diagnostic::at(&shown, &text, span, "not-utf8", message, "Save it as UTF-8.".into()))
    })
}

/// One byte more than the limit tells that there is more.
fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(FILE_LIMIT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn too_long(shown: &str) -> Diagnostic {
    let message = format!("The file is longer than {FILE_LIMIT} bytes.");
    Diagnostic::of_file(shown, "file-too-long", message, "Split it into several files.".into())
}

/// A file or a folder can't be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let cure = "Check the path and that you may read it.".to_owned();
    Diagnostic::of_file(&path.display().to_string(), "cannot-read", format!("It can't be read: {error}."), cure)
}
