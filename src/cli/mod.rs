//! The command line: one file for each sub-command. Every screen has its twin here.

pub mod calc;
pub mod look;
pub mod open;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// Study positional information in Transformers: read, turn live plots, drill calculations, rehearse the interview.
#[derive(Debug, Parser)]
#[command(name = "posenc", version, about)]
pub struct Cli {
    /// Folder of your progress file [default: the XDG data folder; POSENC_DATA_DIR]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Read this chapter folder instead of the built-in chapter [POSENC_CONTENT]
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// How it looks.
    #[command(flatten)]
    pub look: look::LookArgs,
}

/// Runs the program: 0 fine, 1 problems found, 2 could not do it.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match Cli::try_parse_from(args) {
        Ok(cli) => open::run(&cli),
        Err(error) => {
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}
