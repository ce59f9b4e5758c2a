//! Opening the progress file: never overwritten, never silently replaced.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::model::{Error, Notice};
use super::schema;

/// A file up to this size is checked whole at every start; a larger one only after an unclean end.
const CHECK_ALWAYS: u64 = 4 * 1024 * 1024;

/// The connection, and what the reader should know.
pub(super) fn open(dir: &Path, file: &Path) -> Result<(Connection, Vec<Notice>), Error> {
    if let Err(error) = std::fs::create_dir_all(dir) {
        return unsaved(dir, file, &error.to_string());
    }
    let mut notices = Vec::new();
    if file.is_dir() {
        notices.push(set_aside(file, "it is a folder")?);
    }
    match attempt(file) {
        Ok(connection) => Ok((connection, notices)),
        Err(Error::Sqlite(error)) if damaged(&error) => {
            notices.push(set_aside(file, &error.to_string())?);
            Ok((attempt(file)?, notices))
        }
        Err(Error::Sqlite(error)) if unwritable(&error) => unsaved(dir, file, &error.to_string()),
        Err(error) => Err(error),
    }
}

fn attempt(file: &Path) -> Result<Connection, Error> {
    let unclean = with_suffix(file, "-wal").metadata().is_ok_and(|m| m.len() > 0);
    let small = file.metadata().is_ok_and(|m| m.len() <= CHECK_ALWAYS);
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    if file.metadata().is_ok_and(|m| m.len() > 0) && (unclean || small) {
        check(&connection)?;
    }
    // Before anything is written, so that a newer file stays as it is.
    // Both in one statement: another window may be at its first step.
    let both = "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version";
    let (found, tables): (i64, i64) = connection.query_row(both, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if found > schema::VERSION {
        return Err(Error::Newer { path: file.into(), found, known: schema::VERSION });
    }
    if found == 0 && tables > 0 {
        return Err(Error::Foreign { path: file.into() });
    }
    prepare(&connection)?;
    schema::migrate(&mut connection, file)?;
    connection.prepare("SELECT n, undoes FROM event LIMIT 1")?;
    Ok(connection)
}

/// What every connection is told.
pub(super) fn prepare(connection: &Connection) -> Result<(), Error> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

fn check(connection: &Connection) -> Result<(), Error> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(corrupt(&found).into()) }
}

fn corrupt(why: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT), Some(why.to_string()))
}

fn damaged(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
        || matches!(error, rusqlite::Error::SqlInputError { .. })
        || error.to_string().contains("no such")
}

fn unwritable(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::PermissionDenied
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
        )
    )
}

/// Moves a damaged file, and what belongs to it, to a name that is free.
fn set_aside(file: &Path, why: &str) -> Result<Notice, Error> {
    let stamp = super::clock::now().timestamp().as_millisecond();
    let mut kept = with_suffix(file, &format!(".corrupt-{stamp}"));
    let mut n = 1;
    while kept.exists() {
        kept = with_suffix(file, &format!(".corrupt-{stamp}-{n}"));
        n += 1;
    }
    std::fs::rename(file, &kept).map_err(|source| Error::Io { path: file.into(), source })?;
    for suffix in ["-wal", "-shm"] {
        let beside = with_suffix(file, suffix);
        if beside.exists() {
            let _ = std::fs::rename(&beside, with_suffix(&kept, suffix));
        }
    }
    Ok(Notice::SetAside { kept, why: why.to_string(), rescued: 0 })
}

/// A sitting that is not saved: in memory, begun with what can be read of the file.
fn unsaved(dir: &Path, file: &Path, why: &str) -> Result<(Connection, Vec<Notice>), Error> {
    let mut connection = Connection::open_in_memory()?;
    // A copy that cannot be made leaves an empty memory: studying goes on either way.
    let copied = copy_into(file, &mut connection).is_ok();
    if !copied {
        connection = Connection::open_in_memory()?;
    }
    schema::migrate(&mut connection, file)?;
    Ok((connection, vec![Notice::ReadOnly { dir: dir.into(), why: why.to_string() }]))
}

fn copy_into(file: &Path, target: &mut Connection) -> Result<(), rusqlite::Error> {
    let uri = format!("file:{}?immutable=1", file.display());
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(uri, flags)?;
    rusqlite::backup::Backup::new(&source, target)?.run_to_completion(1000, Duration::ZERO, None)
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
