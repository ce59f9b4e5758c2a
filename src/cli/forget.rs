//! `posenc forget`: out of the log, after asking, with a copy that takes it back.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use crate::exchange::erase::{Erasure, copy_name};
use crate::exchange::progress::WriteError;
use crate::exchange::report::counted;

use super::Cli;
use super::args::ForgetArgs;
use super::export::writable;
use super::output::Problem;

const NO_NAME: &str =
    "Forget what? Name a question, a page, a section or a scheme, as in `posenc forget alibi-score`, or say --all.";

/// Forgets. Returns 1 if the answer was no.
pub fn run(cli: &Cli, args: &ForgetArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    if args.name.is_none() && !args.all {
        return Err(Problem::Said(NO_NAME.into()));
    }
    let paths = cli.flags.paths()?;
    let library = super::open::library(&paths).map_err(Problem::Said)?;
    if !args.yes && !io::stdin().is_terminal() {
        return Err(Problem::Said("There is no terminal to ask on. Add --yes if you mean it.".into()));
    }
    let mut store = writable(&paths, "Nothing was forgotten")?;
    super::ask::settings(&paths).govern(&mut store);
    let erasure = match &args.name {
        Some(name) => Erasure::named(&library, &store, name).map_err(|error| Problem::Said(error.to_string()))?,
        None => Erasure::all(&store)?,
    };
    let what = &erasure.what;
    if erasure.is_empty() {
        writeln!(out, "Nothing to forget: your log has nothing about {what}.")?;
        return Ok(0);
    }
    writeln!(out, "Forget {what}: {}.", erasure.contents)?;
    let copy = copy_name(&paths.data);
    if args.for_good {
        writeln!(out, "No copy is kept. It cannot be taken back.")?;
    } else {
        writeln!(out, "A copy goes to {}.", copy.display())?;
    }
    if !args.yes && !agreed(out)? {
        writeln!(out, "Nothing was forgotten.")?;
        return Ok(1);
    }
    let copy = (!args.for_good).then_some(copy);
    let count =
        erasure.forget(&library, &mut store, copy.as_deref()).map_err(|error| unforgotten(error, copy.as_deref()))?;
    writeln!(out, "Forgotten: {}.", counted(count, "event", "events"))?;
    if let Some(copy) = copy {
        writeln!(out, "To take it back: posenc import {}", copy.display())?;
    }
    Ok(0)
}

/// Why nothing was forgotten: where, and what to do.
fn unforgotten(error: WriteError, copy: Option<&Path>) -> Problem {
    Problem::Said(match (error, copy) {
        (WriteError::Io(error), Some(copy)) => format!(
            "Nothing was forgotten: its copy {} cannot be written ({error}). Make the folder writable or make room on its \
             disk, or add --for-good to keep no copy.",
            copy.display()
        ),
        (error, _) => format!("Nothing was forgotten: {error}."),
    })
}

/// Yes is yes; anything else is no.
fn agreed(out: &mut dyn Write) -> Result<bool, Problem> {
    write!(out, "Forget it (yes or no)? ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}
