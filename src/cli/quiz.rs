//! `posenc quiz [FILE]`: the chapter's quiz, or any file of questions.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::check::{self, Style, Subject};
use crate::content::Library;
use crate::exchange::shelf::Shelf;
use crate::names::did_you_mean;
use crate::sitting::Plan;

use super::args::QuizArgs;
use super::ask::{Desk, Voice, warn};
use super::look::Environment;
use super::output::{self, Problem};
use super::{Cli, drill, open, seed};

/// Asks. Returns 1 with the report of `posenc check` if the file is broken.
pub fn run(cli: &Cli, args: &QuizArgs) -> Result<ExitCode, Problem> {
    let paths = cli.flags.paths()?;
    if args.list {
        return list(&Shelf::of(&paths.data));
    }
    let file = args.file.as_deref().map(|file| on_shelf(file, &Shelf::of(&paths.data))).transpose()?;
    let library = match &file {
        None => open::library(&paths).map_err(Problem::Said)?,
        Some(file) => match Library::from_question_file(file) {
            Ok(library) => library,
            Err(found) => return broken(cli, file, found),
        },
    };
    let desk = Desk::over(cli, library, paths);
    if let Some(code) = &args.drop {
        return drill::drop_left(&desk, code.as_deref(), args.voice.json, &mut output::stdout());
    }
    if let Some(code) = &args.resume {
        return drill::resume(cli, (&desk, file), code.clone(), Voice::of(args.voice), &mut output::stdout());
    }
    let seed = seed::read(args.seed.typed(), &desk.library, &[])?;
    let sitting = Plan::Quiz.begin(&desk.library, seed.clone())?;
    match Voice::of(args.voice) {
        Voice::Screen => Ok(open::open_with(cli, file, Some(drill::door(Plan::Quiz, seed)))),
        voice => {
            drill::sit(&desk, sitting, desk.recorder(), voice, &mut output::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The file of this path, else the one that was imported under this name.
fn on_shelf(file: &Path, shelf: &Shelf) -> Result<PathBuf, Problem> {
    let name = file.to_string_lossy();
    if file.exists() || name.contains(['/', '\\']) {
        return Ok(file.to_path_buf());
    }
    if let Some(path) = shelf.find(&name) {
        return Ok(path);
    }
    let names = shelf.names();
    let cure = match names.as_slice() {
        [] => "You have imported no questions yet: `posenc import FILE` keeps some.".to_owned(),
        names => did_you_mean(&name, names.iter().map(String::as_str).collect::<Vec<_>>()),
    };
    Err(Problem::Said(format!("There is no file `{name}`, and no quiz of this name. {cure}")))
}

/// What was imported, one name a line.
fn list(shelf: &Shelf) -> Result<ExitCode, Problem> {
    use std::io::Write;
    let mut out = output::stdout();
    let names = shelf.names();
    if names.is_empty() {
        warn("You have imported no questions yet; `posenc import FILE` keeps a file of them.");
    }
    for name in names {
        writeln!(out, "{name}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The whole report: what `check` finds, which is more than what stopped us.
pub(super) fn broken(cli: &Cli, file: &std::path::Path, found: Vec<check::Diagnostic>) -> Result<ExitCode, Problem> {
    use std::io::{IsTerminal, Write};
    let all = check::run(Subject::Path(file), false);
    let found = if all.is_empty() { found } else { all };
    let env = Environment::read();
    let color = cli.flags.look.depth(&env, std::io::stderr().is_terminal()) != crate::tui::theme::Depth::Mono;
    let style = Style { color, ascii: cli.flags.look.ascii || !env.unicode() };
    std::io::stderr().write_all(check::render_with(&found, style).as_bytes())?;
    Ok(ExitCode::from(check::exit_code(&found).max(1)))
}
