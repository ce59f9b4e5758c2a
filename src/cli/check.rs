//! `posenc check [PATH]`: says what is wrong with a chapter, where, and what to do.

use std::io::{IsTerminal, Write};

use crate::check::{self, Style, Subject};

use super::Cli;
use super::args::CheckArgs;
use super::ask::warn;
use super::look::Environment;
use super::output::Problem;
use crate::memory::answered;
use crate::tui::theme::Depth;

/// Checks a chapter folder or a file of questions, or the embedded chapter, and prints the findings; also which of the
/// learner's answers belong to ids that have gone. The progress file is only read, and need not be there.
///
/// Returns the exit code: 0 fine, 1 errors, 2 it could not be read.
pub fn run(cli: &Cli, args: &CheckArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let subject = args.path.as_deref().map_or(Subject::Embedded, Subject::Path);
    let found = check::run_for(subject, args.strict, &history(cli));
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &found)?;
        writeln!(out)?;
    } else {
        let env = Environment::read();
        let color = cli.flags.look.depth(&env, std::io::stdout().is_terminal()) != Depth::Mono;
        let style = Style { color, ascii: cli.flags.look.ascii || !env.unicode() };
        out.write_all(check::render_with(&found, style).as_bytes())?;
    }
    Ok(check::exit_code(&found))
}

/// What the learner's log has, item by item; nothing if there is none. A log that cannot be read is no fault of the chapter.
fn history(cli: &Cli) -> Vec<check::History> {
    let Ok(paths) = cli.flags.paths() else { return Vec::new() };
    answered(&paths.progress()).unwrap_or_else(|error| {
        warn(&format!("your history was not looked at: {error}"));
        Vec::new()
    })
}
