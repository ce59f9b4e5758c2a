//! Question files of your own, kept in the data folder: `posenc quiz NAME` asks them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A file on the shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Its name, without folder and ending.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What putting a file on the shelf did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is new.
    New,
    /// The same text was there.
    Same,
    /// Another text was there and was written over.
    Replaced,
    /// Another text is there and stays.
    Taken,
}

/// The folder.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The shelf of a data folder.
    pub fn of(data: &Path) -> Shelf {
        Shelf { folder: data.join("quizzes") }
    }

    /// The name that a file gets: its stem, every character that is no letter, digit, `-`, `_` or `.` as `-`.
    pub fn name_of(path: &Path) -> String {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let fit = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
        let name: String = stem.chars().map(fit).take(80).collect();
        let name = name.trim_matches(['-', '.']);
        if name.is_empty() { "quiz".into() } else { name.to_owned() }
    }

    /// Where a name stands.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}.toml", Shelf::name_of(Path::new(&format!("{name}.toml")))))
    }

    /// The file of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let path = self.path(name.strip_suffix(".toml").unwrap_or(name));
        path.is_file().then_some(path)
    }

    /// The names, in order.
    pub fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let paths = entries.filter_map(|e| Some(e.ok()?.path()));
        let tomls = paths.filter(|p| p.extension().is_some_and(|e| e == "toml") && p.is_file());
        let mut names: Vec<String> =
            tomls.filter_map(|p| Some(p.file_stem()?.to_string_lossy().into_owned())).collect();
        names.sort();
        names
    }

    /// Every file with its text.
    pub fn all(&self) -> io::Result<Vec<Kept>> {
        let read = |name: String| Ok(Kept { text: fs::read_to_string(self.path(&name))?, name });
        self.names().into_iter().map(read).collect()
    }

    /// What [`Shelf::put`] would do.
    pub fn would(&self, name: &str, text: &str, force: bool) -> Put {
        match fs::read_to_string(self.path(name)) {
            Err(_) if !self.path(name).exists() => Put::New,
            Ok(there) if there == text => Put::Same,
            _ if force => Put::Replaced,
            _ => Put::Taken,
        }
    }

    /// Puts a file there. Another text under the same name stays, unless `force`.
    pub fn put(&self, name: &str, text: &str, force: bool) -> io::Result<Put> {
        let put = self.would(name, text, force);
        if matches!(put, Put::New | Put::Replaced) {
            whole(&self.path(name), text.as_bytes())?;
        }
        Ok(put)
    }
}

/// Writes a file whole or not at all: beside it first, then renamed. A link stays a link, a file keeps its permissions, and a
/// pipe or a device is written into.
pub fn whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_symlink() {
        return whole(&fs::canonicalize(path)?, bytes);
    }
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|m| !m.is_file()) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let written = (|| {
        let mut file = fs::File::create(&beside)?;
        if let Some(there) = &there {
            file.set_permissions(there.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_safe_as_a_file_and_stays_readable() {
        for (path, name) in
            [("a/My quiz.toml", "My-quiz"), ("ch04-01.sec2.toml", "ch04-01.sec2"), ("../..", "quiz"), ("θ.txt", "quiz")]
        {
            assert_eq!(Shelf::name_of(Path::new(path)), name, "{path}");
        }
    }

    #[test]
    fn another_text_under_the_same_name_stays() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = Shelf::of(dir.path());
        assert_eq!(shelf.put("mine", "a", false).unwrap(), Put::New);
        assert_eq!(shelf.put("mine", "a", false).unwrap(), Put::Same);
        assert_eq!(shelf.put("mine", "b", false).unwrap(), Put::Taken);
        assert_eq!(shelf.all().unwrap(), [Kept { name: "mine".into(), text: "a".into() }]);
        assert_eq!(shelf.put("mine", "b", true).unwrap(), Put::Replaced);
        assert_eq!(shelf.names(), ["mine"], "nothing half-written is left");
        assert!(shelf.find("mine.toml").is_some() && shelf.find("other").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_private_file_stays_private() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&file, &link).unwrap();
        whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        whole(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }
}
