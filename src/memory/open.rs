//! Opening the progress file: never overwritten, never silently replaced.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::model::{Error, Notice};
use super::{rescue, schema};

/// A file up to this size is checked whole at every start; a larger one only after an unclean end.
const CHECK_ALWAYS: u64 = 4 * 1024 * 1024;

/// The connection, and what the reader should know.
pub(super) fn open(dir: &Path, file: &Path) -> Result<(Connection, Vec<Notice>), Error> {
    if let Err(error) = std::fs::create_dir_all(dir) {
        return unsaved(dir, file, &error.to_string());
    }
    let mut notices = Vec::new();
    if file.is_dir() {
        notices.push(set_aside(file, "it is a folder")?.0);
    }
    match attempt(file) {
        Ok(connection) => Ok((connection, notices)),
        Err(Error::Sqlite(error)) if damaged(&error) => match begin_anew(file, &error.to_string()) {
            Ok((connection, notice)) => {
                notices.push(notice);
                Ok((connection, notices))
            }
            Err(error) => in_memory(dir, file, &error.to_string()),
        },
        Err(Error::Sqlite(error)) if unwritable(&error) => unsaved(dir, file, &error.to_string()),
        Err(error) => Err(error),
    }
}

/// A file in the place of a damaged one, which is put back if there can be none.
fn begin_anew(file: &Path, why: &str) -> Result<(Connection, Notice), Error> {
    let (notice, kept) = set_aside(file, why)?;
    match attempt(file) {
        Ok(connection) => Ok((connection, notice)),
        Err(error) => {
            put_back(file, &kept);
            Err(error)
        }
    }
}

/// A damaged file in its place again, so that the next start finds it: what was begun instead is taken away.
pub(super) fn put_back(file: &Path, kept: &Path) {
    for suffix in ["-wal", "-shm", ""] {
        let (here, there) = (with_suffix(file, suffix), with_suffix(kept, suffix));
        let _ = std::fs::remove_file(&here);
        let _ = std::fs::rename(there, here);
    }
}

fn attempt(file: &Path) -> Result<Connection, Error> {
    let journal = with_suffix(file, "-wal");
    let unclean = journal.metadata().is_ok_and(|m| m.len() > 0);
    if unclean && rescue::journal::is_damaged(&journal) {
        return Err(corrupt("its journal is damaged").into());
    }
    let small = file.metadata().is_ok_and(|m| m.len() <= CHECK_ALWAYS);
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    if file.metadata().is_ok_and(|m| m.len() > 0) && (unclean || small) {
        check(&connection)?;
        legible(&connection)?;
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

/// `quick_check` does not look into values: a text that is none would stop whoever reads its row.
fn legible(connection: &Connection) -> Result<(), Error> {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let names: Vec<String> =
        connection.prepare(tables)?.query_map([], |row| row.get(0))?.collect::<Result<_, rusqlite::Error>>()?;
    for name in names {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{}\"", name.replace('"', "\"\"")))?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for at in 0..columns {
                if let ValueRef::Text(bytes) = row.get_ref(at)?
                    && std::str::from_utf8(bytes).is_err()
                {
                    return Err(corrupt(&format!("a text in `{name}` is none")).into());
                }
            }
        }
    }
    Ok(())
}

fn corrupt(why: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT), Some(why.to_string()))
}

fn damaged(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
        || matches!(error, rusqlite::Error::SqlInputError { .. })
        || ["no such", "unsupported file format"].iter().any(|said| error.to_string().contains(said))
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
fn set_aside(file: &Path, why: &str) -> Result<(Notice, PathBuf), Error> {
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
    Ok((Notice::SetAside { kept: kept.clone(), why: why.to_string(), rescued: 0 }, kept))
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

/// A sitting that is not saved, beside a damaged file that stays where it is.
pub(super) fn in_memory(dir: &Path, file: &Path, why: &str) -> Result<(Connection, Vec<Notice>), Error> {
    let mut connection = Connection::open_in_memory()?;
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
