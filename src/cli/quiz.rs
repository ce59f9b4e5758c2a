//! `posenc quiz [FILE]`: the chapter's quiz, or any file of questions.

use std::process::ExitCode;

use crate::check::{self, Style, Subject};
use crate::content::Library;
use crate::paths::Paths;
use crate::sitting::Sitting;
use crate::tui::rooms::question::Plan;

use super::args::QuizArgs;
use super::ask::{Desk, Voice};
use super::look::Environment;
use super::output::{self, Problem};
use super::{Cli, drill, open};

/// Asks. Returns 1 with the report of `posenc check` if the file is broken.
pub fn run(cli: &Cli, args: &QuizArgs) -> Result<ExitCode, Problem> {
    let paths = Paths::find(cli.data.clone(), cli.content.clone())?;
    let library = match &args.file {
        None => open::library(&paths).map_err(Problem::Said)?,
        Some(file) => match Library::from_question_file(file) {
            Ok(library) => library,
            Err(found) => return broken(cli, file, found),
        },
    };
    let desk = Desk::over(cli, library, paths);
    let seed = drill::seed(args.seed.as_deref(), &desk.library, &[])?;
    let sitting = Sitting::quiz(&desk.library, seed.clone())?;
    match Voice::choose(args.plain, args.json) {
        Voice::Screen => Ok(open::open_with(cli, args.file.clone(), Some(drill::door(Plan::Quiz, seed)))),
        voice => {
            drill::sit(&desk, sitting, desk.recorder(), voice, &mut output::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The whole report: what `check` finds, which is more than what stopped us.
fn broken(cli: &Cli, file: &std::path::Path, found: Vec<check::Diagnostic>) -> Result<ExitCode, Problem> {
    use std::io::{IsTerminal, Write};
    let all = check::run(Subject::Path(file), false);
    let found = if all.is_empty() { found } else { all };
    let env = Environment::read();
    let color = cli.look.depth(&env, std::io::stderr().is_terminal()) != crate::tui::theme::Depth::Mono;
    let style = Style { color, ascii: cli.look.ascii || !env.unicode() };
    std::io::stderr().write_all(check::render_with(&found, style).as_bytes())?;
    Ok(ExitCode::from(check::exit_code(&found).max(1)))
}
