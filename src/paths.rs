//! Where files live: XDG folders on every system, each with a flag and a variable that overrides it.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folders and files of this user.
#[derive(Clone, Debug)]
pub struct Paths {
    /// Folder of the progress file.
    pub data: PathBuf,
    /// The settings file.
    pub config: PathBuf,
    /// A chapter folder instead of the built-in one.
    pub content: Option<PathBuf>,
}

/// No home folder, and nothing that names another place.
#[derive(Debug, thiserror::Error)]
#[error("No home folder is known: set HOME, or name a folder with --data DIR (or POSENC_DATA_DIR)")]
pub struct NoHome;

impl Paths {
    /// Flag, else variable, else XDG.
    pub fn find(data: Option<PathBuf>, content: Option<PathBuf>) -> Result<Paths, NoHome> {
        let base = etcetera::choose_base_strategy().ok();
        let data = data
            .or_else(|| variable("POSENC_DATA_DIR"))
            .or_else(|| base.as_ref().map(|b| b.data_dir().join("posenc")))
            .ok_or(NoHome)?;
        let config = variable("POSENC_CONFIG")
            .or_else(|| base.as_ref().map(|b| b.config_dir().join("posenc").join("config.toml")))
            .unwrap_or_else(|| data.join("config.toml"));
        Ok(Paths { data, config, content: content.or_else(|| variable("POSENC_CONTENT")) })
    }

    /// The progress file.
    pub fn progress(&self) -> PathBuf {
        self.data.join("progress.sqlite3")
    }
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from)
}
