//! `posenc forget`: out of the log, after asking, with a copy that takes it back.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::exchange::forget::named;
use crate::exchange::progress::{self, WriteError};
use crate::exchange::report::counted;
use crate::exchange::shelf::whole;
use crate::memory::{EventKind, Logged, Scope};
use crate::tui::settings::Settings;

use super::Cli;
use super::args::ForgetArgs;
use super::export::store;
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
        return Err(Problem::Said("there is no terminal to ask on. Add --yes if you mean it.".into()));
    }
    let mut store = store(&paths)?;
    let settings = Settings::load(&paths.config).unwrap_or_default();
    settings.govern(&mut store);
    let (what, items) = match &args.name {
        Some(name) => {
            let found = named(&library, &store.items()?, name).map_err(|error| Problem::Said(error.to_string()))?;
            (found.what, Some(found.items))
        }
        None => ("everything you did here".to_owned(), None),
    };
    let scope = items.as_deref().map_or(Scope::All, Scope::Items);
    let events = store.events(scope)?;
    if events.is_empty() {
        writeln!(out, "Nothing to forget: your log has nothing about {what}.")?;
        return Ok(0);
    }
    writeln!(out, "Forget {what}: {}.", contents(&events))?;
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
    let count = store.forget(scope, |gone| -> Result<(), Problem> {
        if args.for_good {
            return Ok(());
        }
        let mut bytes = Vec::new();
        progress::write_events(&mut bytes, &library, gone)?;
        whole(&copy, &bytes).map_err(WriteError::from)?;
        Ok(())
    })?;
    writeln!(out, "Forgotten: {}.", counted(count, "event", "events"))?;
    if !args.for_good {
        writeln!(out, "To take it back: posenc import {}", copy.display())?;
    }
    Ok(0)
}

/// `34 answers and 3 pages`.
fn contents(events: &[Logged]) -> String {
    let count = |is: fn(EventKind) -> bool| events.iter().filter(|e| is(e.event.kind)).count();
    let answers = count(|kind| matches!(kind, EventKind::Answer | EventKind::Rubric | EventKind::Recall));
    let pages: std::collections::BTreeSet<&str> =
        events.iter().filter(|e| e.event.kind == EventKind::Page).map(|e| e.event.item.as_str()).collect();
    let mut parts = Vec::new();
    if answers > 0 {
        parts.push(counted(answers, "answer", "answers"));
    }
    if !pages.is_empty() {
        parts.push(counted(pages.len(), "page read", "pages read"));
    }
    if parts.is_empty() {
        parts.push(counted(events.len(), "event", "events"));
    }
    parts.join(" and ")
}

/// A name in the data folder that is free.
fn copy_name(data: &Path) -> PathBuf {
    let stamp = crate::memory::now().strftime("%Y-%m-%d-%H%M%S").to_string();
    let name = |n: u32| if n == 0 { format!("forgotten-{stamp}.json") } else { format!("forgotten-{stamp}-{n}.json") };
    (0..).map(|n| data.join(name(n))).find(|path| !path.exists()).unwrap_or_else(|| data.join(name(0)))
}

/// Yes is yes; anything else is no.
fn agreed(out: &mut dyn Write) -> Result<bool, Problem> {
    write!(out, "Forget it (yes or no)? ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}
