//! Cards → the text file that Anki imports: File, Import, and its own header says the rest.

use std::io::{self, Write};

use crate::content::{Library, LoadError};

use super::cards;
use super::report::Report;

/// Why nothing, or not everything, was written.
#[derive(Debug, thiserror::Error)]
pub enum AnkiError {
    /// The chapter.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The output.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes the whole chapter.
pub fn write(out: &mut dyn Write, library: &Library) -> Result<Report, AnkiError> {
    let (cards, report) = cards::all(library)?;
    let deck: String = library.index().title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let deck = if deck.trim().is_empty() { library.slug().to_owned() } else { deck };
    writeln!(out, "#separator:tab\n#html:true\n#guid column:1\n#notetype:Basic\n#deck:{deck}\n#tags column:4")?;
    for card in cards {
        let tags = card.tags.join(" ");
        writeln!(out, "{}\t{}\t{}\t{tags}", card.guid, field(&card.front), field(&card.back))?;
    }
    Ok(report)
}

/// A field in quotes, so that it may hold line ends and tabs.
fn field(html: &str) -> String {
    format!("\"{}\"", html.replace('"', "\"\""))
}
