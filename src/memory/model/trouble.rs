//! What the reader should know about the progress file, and why it cannot be used.

use std::path::PathBuf;

/// Something the reader should know about the progress file, once.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The file was damaged; it stands under the new name, and a fresh one was begun with what could be read of it.
    SetAside {
        /// Where the damaged file is now.
        kept: PathBuf,
        /// What was wrong.
        why: String,
        /// Events of it that could still be read, and are in the fresh one.
        rescued: usize,
    },
    /// The system's clock stands where no calendar reaches: answers are dated with the nearest day that one does.
    Clock {
        /// That day.
        day: String,
    },
    /// The disk cannot be written: nothing will be saved in this sitting.
    ReadOnly {
        /// The folder.
        dir: PathBuf,
        /// What the system said.
        why: String,
    },
}

impl Notice {
    /// Why nothing is saved, and what to do; `None` where something is.
    pub fn unsaved(&self) -> Option<String> {
        let Notice::ReadOnly { dir, why } = self else { return None };
        let dir = dir.display();
        Some(format!(
            "{dir} cannot be written ({why}). Make it writable, make room on its disk, or name another folder with --data."
        ))
    }
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Notice::SetAside { kept, why, rescued } => {
                let rescued = match rescued {
                    0 => "nothing of it could be read".into(),
                    1 => "1 entry of it was rescued".into(),
                    n => format!("{n} entries of it were rescued"),
                };
                write!(f, "Your progress file was damaged ({why}); {rescued}. It is kept as {}.", kept.display())
            }
            Notice::Clock { day } => {
                write!(f, "Your computer's clock is wrong by years. What you do is dated {day} until it is set right.")
            }
            Notice::ReadOnly { dir, why } => {
                write!(f, "{} cannot be written ({why}). You can study on; nothing is saved.", dir.display())
            }
        }
    }
}

/// Why the progress file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Written by a newer posenc.
    #[error(
        "{path} was written by a newer posenc (schema {found}, this one knows {known}). Install that version, or name another folder with --data"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// A database of something else.
    #[error("{path} is a database, but not one of posenc. Move it away, or name another folder with --data")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The database said no.
    #[error("progress file: {}", in_words(.0))]
    Sqlite(#[from] rusqlite::Error),
    /// The file system said no.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// What the reader can do about it, where that is known.
fn in_words(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked, DiskFull};
    match error.sqlite_error_code() {
        Some(DatabaseBusy | DatabaseLocked) => {
            "another program has held it for five seconds (a backup, a database browser?). Close that one and try again"
                .into()
        }
        Some(DiskFull) => "the disk is full. Make room and try again".into(),
        _ => error.to_string(),
    }
}
