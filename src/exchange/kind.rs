//! What kind of file is this? Its content decides; its name helps where the content cannot.

use std::path::Path;

use crate::content::Diagnostic;

/// A file that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What `posenc export` writes.
    Progress,
    /// Questions, ours or those of mdbook-quiz.
    Questions,
    /// Notes that Anki exports as plain text.
    Anki,
}

/// The largest file that is read, in bytes: a log of a million events has half of it.
pub const LIMIT: u64 = 1 << 30;

/// Reads a file as text; what is no text says what it seems to be.
pub fn text_of(path: &Path) -> Result<String, Box<Diagnostic>> {
    let shown = path.display().to_string();
    let fault = |message: String, cure: &str| Box::new(Diagnostic::of_file(&shown, "unreadable", message, cure.into()));
    let found = std::fs::metadata(path).map_err(|e| fault(format!("Cannot be read: {e}."), "Check the name."))?;
    if found.is_dir() {
        let cure = "Name a file; a chapter folder is used in place, with `posenc --content FOLDER`.";
        return Err(fault("This is a folder.".into(), cure));
    }
    if !found.is_file() {
        return Err(fault("This is no file, but a pipe or a device.".into(), "Save it to a file first."));
    }
    if found.len() > LIMIT {
        return Err(fault("The file is larger than 1 GiB.".into(), "Name another file."));
    }
    let bytes = std::fs::read(path).map_err(|e| fault(format!("Cannot be read: {e}."), "Check its permissions."))?;
    if bytes.starts_with(b"PK") {
        let cure = "In Anki, choose File, Export, and the format \"Notes in Plain Text (.txt)\".";
        return Err(fault("This is a package (.apkg, .colpkg or another archive).".into(), cure));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(bytes);
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        fault(format!("The file is no UTF-8 text (byte {at})."), "Save it as UTF-8.")
    })
}

/// The kind of a text.
pub fn of(path: &Path, text: &str) -> Result<Kind, Box<Diagnostic>> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let start = text.trim_start();
    if start.starts_with('{') {
        return Ok(Kind::Progress);
    }
    if is_directive(start.lines().next().unwrap_or_default()) {
        return Ok(Kind::Anki);
    }
    match ending.as_str() {
        "toml" => Ok(Kind::Questions),
        "json" => Ok(Kind::Progress),
        "txt" | "tsv" | "csv" if !start.is_empty() => Ok(Kind::Anki),
        _ if text.lines().any(|l| l.trim() == "[[questions]]") => Ok(Kind::Questions),
        _ => Err(Box::new(Diagnostic::of_file(
            &path.display().to_string(),
            "unknown-kind",
            "This is none of the files that can be imported.".into(),
            "Name an export of posenc (.json), questions of ours or of mdbook-quiz (.toml), or Anki's plain text (.txt)."
                .into(),
        ))),
    }
}

/// `#separator:tab`.
pub fn is_directive(line: &str) -> bool {
    const NAMES: [&str; 9] =
        ["separator", "html", "guid column", "notetype", "notetype column", "deck", "deck column", "tags", "columns"];
    let Some((name, _)) = line.strip_prefix('#').and_then(|rest| rest.split_once(':')) else { return false };
    let name = name.trim().to_lowercase();
    name == "tags column" || NAMES.contains(&name.as_str())
}
