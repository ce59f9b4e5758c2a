//! Questions without a screen: the same sittings as in the terminal, spoken line by line or in JSON objects.
//!
//! ```text
//!            lines ──▶ reply ──▶ Response ──▶ Sitting::answer ──▶ Event ──▶ recorder (disk)
//! plain, json  ▲                                     └──▶ Verdict ──▶ feedback, object ──▶ out
//! ```
//! The event is on disk before a word of the feedback is printed.

pub mod feedback;
pub mod json;
pub mod lines;
pub mod listen;
pub mod moves;
pub mod object;
pub mod page;
pub mod plain;
pub mod recorder;
pub mod reply;
pub mod report;

use std::io::Write;

use crate::content::Library;
use crate::paths::Paths;
use crate::question::JudgeOptions;
use crate::tui::settings::Settings;
use crate::tui::term;

use super::Cli;
use super::args::VoiceArgs;
use super::look::Environment;
use super::output::Problem;
use page::Page;
use recorder::Recorder;

/// How a command speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// With a terminal on both ends.
    Screen,
    /// Line by line.
    Plain,
    /// In objects.
    Json,
}

impl Voice {
    /// As the flags say.
    pub fn of(args: VoiceArgs) -> Voice {
        Voice::choose(args.plain, args.json)
    }

    /// What was asked for; without a word the screen, if there is a terminal that can show one.
    pub fn choose(plain: bool, json: bool) -> Voice {
        match (plain, json) {
            (_, true) => Voice::Json,
            (true, _) => Voice::Plain,
            _ if term::is_interactive() && Environment::read().term != "dumb" => Voice::Screen,
            _ => Voice::Plain,
        }
    }
}

/// What every asking command needs.
#[derive(Debug)]
pub struct Desk {
    /// The chapter, or the file of questions.
    pub library: Library,
    /// The reader's settings.
    pub settings: Settings,
    /// Where files live.
    pub paths: Paths,
    /// Only ASCII.
    pub ascii: bool,
}

impl Desk {
    /// Over the chapter of the command line. Settings that cannot be read are warned about, and the defaults used.
    pub fn new(cli: &Cli) -> Result<Desk, Problem> {
        let paths = cli.flags.paths()?;
        let library = super::open::library(&paths).map_err(Problem::Said)?;
        Ok(Desk::over(cli, library, paths))
    }

    /// Over another library.
    pub fn over(cli: &Cli, library: Library, paths: Paths) -> Desk {
        let settings = settings(&paths);
        let (theme, _) = cli.flags.look.theme(&Environment::read(), &settings, false);
        Desk { library, settings, paths, ascii: theme.ascii }
    }

    /// Opens the progress file.
    pub fn recorder(&self) -> Recorder {
        let mut recorder = Recorder::open(&self.paths.data, &self.settings);
        recorder.release(&self.library);
        recorder
    }

    /// A page to write on.
    pub fn page<'a>(&'a self, out: &'a mut dyn Write) -> Page<'a> {
        Page::new(out, &self.library, self.ascii)
    }

    /// How typed numbers are read.
    pub fn judging(&self) -> JudgeOptions {
        JudgeOptions { decimal_comma: self.settings.decimal_comma }
    }
}

/// The reader's settings. What is wrong with them is said; those that cannot be read are the defaults.
pub fn settings(paths: &Paths) -> Settings {
    let settings = Settings::load(&paths.config).unwrap_or_else(|error| {
        warn(&error.to_string());
        Settings::default()
    });
    settings.remark().iter().for_each(|remark| warn(remark));
    settings
}

/// One line on stderr. It may quote a file that somebody else wrote: nothing in it acts on the terminal.
pub fn warn(text: &str) {
    let _ = writeln!(std::io::stderr(), "posenc: {}", crate::content::inert(text));
}
