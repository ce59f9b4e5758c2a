//! `posenc`: the terminal.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::content::Library;
use crate::paths::Paths;
use crate::tui::Door;
use crate::tui::app::{Exit, Start};
use crate::tui::settings::Settings;
use crate::tui::term;

use super::Cli;
use super::look::{Environment, ask_terminal};

/// Opens Home.
pub fn run(cli: &Cli) -> ExitCode {
    open(cli, None)
}

/// Opens the terminal behind a door; Home lies below it.
pub fn open(cli: &Cli, door: Option<Door>) -> ExitCode {
    open_with(cli, None, door)
}

/// As [`open`], over another chapter or file of questions.
pub fn open_with(cli: &Cli, content: Option<PathBuf>, door: Option<Door>) -> ExitCode {
    let env = Environment::read();
    if !term::is_interactive() {
        return refuse("posenc needs a terminal on both ends. `posenc --help` lists what works without one.");
    }
    if env.term == "dumb" {
        return refuse(
            "TERM=dumb cannot show screens. Use the plain commands: posenc read --plain, posenc drill --plain.",
        );
    }
    match start(cli, content, &env) {
        Ok((start, paths)) => finish(crate::tui::run(start, door, &paths)),
        Err(message) => refuse(&message),
    }
}

fn start(cli: &Cli, content: Option<PathBuf>, env: &Environment) -> Result<(Start, Paths), String> {
    let paths = Paths::find(cli.flags.data.clone(), content.or_else(|| cli.flags.content.clone()))
        .map_err(|e| e.to_string())?;
    let library = library(&paths)?;
    let (settings, notice) = match Settings::load(&paths.config) {
        Ok(settings) => {
            let remark = settings.remark();
            (settings, remark)
        }
        Err(error) => (Settings::default(), Some(error.to_string())),
    };
    let (mut theme, named) = cli.flags.look.theme(env, &settings, true);
    if !named {
        theme.dark = ask_terminal();
    }
    let first = !paths.progress().exists();
    Ok((Start { library, settings, theme, first, notice }, paths))
}

/// The chapter of `--content`, else the built-in one.
pub fn library(paths: &Paths) -> Result<Library, String> {
    match &paths.content {
        None => Ok(Library::embedded()),
        Some(dir) => Library::open(dir).map_err(|found| {
            let first = found.first().map(ToString::to_string).unwrap_or_default();
            format!("{first}\nRun `posenc check {}` for the whole report.", dir.display())
        }),
    }
}

fn finish(exit: std::io::Result<Exit>) -> ExitCode {
    match exit {
        Ok(Exit::Quit) => ExitCode::SUCCESS,
        Ok(Exit::Signal(signal)) => by_signal(signal),
        Ok(Exit::Hangup) => by_signal(1),
        Err(error) => refuse(&format!("posenc: {error}")),
    }
}

/// Ends as the signal would have ended us, so that the shell sees it.
#[cfg(unix)]
fn by_signal(signal: i32) -> ExitCode {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    ExitCode::from(u8::try_from(128 + signal).unwrap_or(1))
}

#[cfg(not(unix))]
fn by_signal(_signal: i32) -> ExitCode {
    ExitCode::FAILURE
}

fn refuse(message: &str) -> ExitCode {
    let lines: Vec<_> = message.lines().map(crate::content::inert).collect();
    let _ = writeln!(std::io::stderr(), "{}", lines.join("\n"));
    ExitCode::from(2)
}
