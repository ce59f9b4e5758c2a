//! `posenc check [PATH]`: says what is wrong with a chapter, where, and what to do.

use std::io::{IsTerminal, Write};

use crate::check::{self, Style, Subject};

use super::args::CheckArgs;
use super::look::{Environment, LookArgs};
use super::output::Problem;
use crate::tui::theme::Depth;

/// Checks a chapter folder or a file of questions, or the embedded chapter, and prints the findings.
///
/// Returns the exit code: 0 fine, 1 errors, 2 it could not be read.
pub fn run(args: &CheckArgs, look: &LookArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let found = check::run(args.path.as_deref().map_or(Subject::Embedded, Subject::Path), args.strict);
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &found)?;
        writeln!(out)?;
    } else {
        let env = Environment::read();
        let color = look.depth(&env, std::io::stdout().is_terminal()) != Depth::Mono;
        let style = Style { color, ascii: look.ascii || !env.unicode() };
        out.write_all(check::render_with(&found, style).as_bytes())?;
    }
    Ok(check::exit_code(&found))
}
