//! `config.toml`: what the reader prefers. A flag beats the environment, the environment beats the file, the file beats the
//! default; only what the reader changed is written.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::memory::Caps;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// Ask the terminal once.
    #[default]
    Auto,
    /// Dark background.
    Dark,
    /// Light background.
    Light,
}

/// What curves are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Marks {
    /// Two by four dots a cell.
    #[default]
    Braille,
    /// One by two blocks a cell, for fonts without Braille.
    Blocks,
}

/// The settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// What curves are drawn with.
    pub marks: Marks,
    /// Only ASCII characters.
    pub ascii: bool,
    /// A comma is the decimal point.
    pub decimal_comma: bool,
    /// Ask how sure before the verdict.
    pub confidence: bool,
    /// No animation.
    pub reduced_motion: bool,
    /// The hour at which a new study day begins.
    pub day_start: u8,
    /// The chance of recall, in percent, at which a question comes back.
    pub retention: u8,
    /// The most new questions a day; 0 is no limit.
    pub new_a_day: u16,
    /// The most reviews a day; 0 is no limit.
    pub reviews_a_day: u16,
    /// Capture the mouse.
    pub mouse: bool,
    /// Action → keys.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<String, Vec<String>>,
    /// What stands in the file and means nothing to this version: kept when the file is written again.
    #[serde(flatten)]
    pub others: toml::Table,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            theme: ThemeChoice::Auto,
            marks: Marks::Braille,
            ascii: false,
            decimal_comma: false,
            confidence: false,
            reduced_motion: false,
            day_start: 4,
            retention: 90,
            new_a_day: 0,
            reviews_a_day: 0,
            mouse: false,
            keys: BTreeMap::new(),
            others: toml::Table::new(),
        }
    }
}

/// Why the settings cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Not readable, or not writable.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Not TOML of this shape.
    #[error("{path}: {why}. The defaults are used; mend the file or delete it")]
    Shape {
        /// The file.
        path: PathBuf,
        /// Where and what.
        why: String,
    },
}

impl Settings {
    /// Reads the file; a missing one gives the defaults.
    pub fn load(path: &Path) -> Result<Settings, SettingsError> {
        let text = match read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Settings::default()),
            Err(source) => return Err(SettingsError::Io { path: path.into(), source }),
        };
        toml::from_str(&text).map_err(|e| SettingsError::Shape { path: path.into(), why: shown(&e.to_string()) })
    }

    /// The most of a day.
    pub fn caps(&self) -> Caps {
        let cap = |n: u16| (n > 0).then_some(u32::from(n));
        Caps { new: cap(self.new_a_day), reviews: cap(self.reviews_a_day) }
    }

    /// When a day begins for this store, how surely its questions are to be remembered, and how many of them a day.
    pub fn govern(&self, store: &mut crate::memory::Store) {
        store.set_day_start(self.day_start);
        store.set_retention(self.retention);
        store.set_caps(self.caps());
        // A file that another program holds is settled the next time: it still says what it was built for.
        let _ = store.settle();
    }

    /// What the reader should know about the file, in a sentence: a setting that nobody knows, and which one was probably meant.
    pub fn remark(&self) -> Option<String> {
        self.out_of_range().or_else(|| self.unknown())
    }

    /// A number that is no retention or no hour, and what is taken instead.
    fn out_of_range(&self) -> Option<String> {
        let wrong = |name: &str, is: u8, what: &str, low: u8, high: u8| {
            let taken = is.clamp(low, high);
            (taken != is)
                .then(|| format!("config.toml: {name} is {is}, but {what} is from {low} to {high}; {taken} is used"))
        };
        wrong("retention", self.retention, "a chance of recall in percent", 70, 97)
            .or_else(|| wrong("day-start", self.day_start, "the hour at which a day begins", 0, 23))
    }

    fn unknown(&self) -> Option<String> {
        let name = self.others.keys().next()?;
        let known = toml::Table::try_from(Settings::default()).unwrap_or_default();
        let nearest = known
            .keys()
            .map(|k| (strsim::jaro_winkler(k, name), k))
            .filter(|(likeness, _)| *likeness >= 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let meant = nearest.map_or(String::new(), |(_, k)| format!("; did you mean {k}?"));
        Some(shown(&format!("config.toml: there is no setting {name}{meant}")))
    }

    /// Writes the file whole: a temporary one beside it, then renamed, so that a crash leaves the old or the new one.
    pub fn save(&self, path: &Path) -> Result<(), SettingsError> {
        let io = |source| SettingsError::Io { path: path.into(), source };
        let text = toml::to_string(self).map_err(|e| SettingsError::Shape { path: path.into(), why: e.to_string() })?;
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir).map_err(io)?;
        }
        let beside = path.with_extension("toml.new");
        let mut file = std::fs::File::create(&beside).map_err(io)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(io)?;
        std::fs::rename(&beside, path).map_err(io)
    }
}

/// Settings are a few lines; a larger file is a mistake, and a pipe or a device would never end.
const LARGEST: u64 = 64 * 1024;

fn read(path: &Path) -> std::io::Result<String> {
    let found = std::fs::metadata(path)?;
    let wrong = |why: &str| Err(std::io::Error::new(std::io::ErrorKind::InvalidData, why));
    if !found.is_file() {
        return wrong("it is not a file. The defaults are used; move it away");
    }
    if found.len() > LARGEST {
        return wrong("it is larger than 64 KB. The defaults are used; mend the file or delete it");
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// What may be shown of a file that somebody else wrote: no control characters, not too much.
fn shown(text: &str) -> String {
    let inert = crate::content::inert(text);
    let mut short: String = inert.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
    if inert.chars().count() > 300 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("posenc/config.toml");
        assert_eq!(Settings::load(&path).unwrap(), Settings::default());
        let mut changed = Settings { ascii: true, day_start: 0, ..Settings::default() };
        changed.keys.insert("next-page".into(), vec!["J".into()]);
        changed.save(&path).unwrap();
        assert_eq!(Settings::load(&path).unwrap(), changed);
    }

    #[test]
    fn a_setting_that_nobody_knows_is_named_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        std::fs::write(&path, "asci = true\nday-start = 5\n").unwrap();
        let mut settings = Settings::load(&path).unwrap();
        assert_eq!(settings.remark().as_deref(), Some("config.toml: there is no setting asci; did you mean ascii?"));
        settings.mouse = true;
        settings.save(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("asci = true") && text.contains("mouse = true") && text.contains("day-start = 5"),
            "{text}"
        );
        assert_eq!(Settings::default().remark(), None);
    }

    #[test]
    fn a_number_out_of_range_is_said_with_what_is_taken_instead() {
        let remark = |text: &str| toml::from_str::<Settings>(text).unwrap().remark();
        let said = remark("retention = 5").unwrap();
        assert!(said.contains("retention is 5") && said.contains("70 to 97; 70 is used"), "{said}");
        let said = remark("day-start = 30").unwrap();
        assert!(said.contains("day-start is 30") && said.contains("23 is used"), "{said}");
        assert_eq!(remark("retention = 97\nday-start = 0"), None);
    }

    #[test]
    fn a_broken_file_says_where_it_is_and_what_to_do() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        std::fs::write(&path, "day-start = \"four\"").unwrap();
        let message = Settings::load(&path).unwrap_err().to_string();
        assert!(message.contains("config.toml") && message.contains("line 1") && message.contains("mend"), "{message}");
    }
}
