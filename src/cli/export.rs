//! `posenc export`: your data, and the chapter, in formats of others.

use std::io::Write;

use crate::content::Library;
use crate::exchange::report::Report;
use crate::exchange::shelf::Shelf;
use crate::exchange::{anki, csv, mdbook, progress};
use crate::memory::{Notice, Store};
use crate::paths::Paths;

use super::Cli;
use super::args::ExportArgs;
use super::ask::warn;
use super::output::{Problem, deliver};

/// Writes it; what was carried, and what could not be, goes to standard error.
pub fn run(cli: &Cli, args: &ExportArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let paths = cli.flags.paths()?;
    let library = super::open::library(&paths).map_err(Problem::Said)?;
    let mut report = Report::default();
    deliver(args.file.as_deref(), args.force, out, |out| {
        report = write(args, &paths, &library, out)?;
        Ok(())
    })?;
    say(&report);
    Ok(0)
}

fn write(args: &ExportArgs, paths: &Paths, library: &Library, out: &mut dyn Write) -> Result<Report, Problem> {
    if args.anki {
        return Ok(anki::write(out, library)?);
    }
    if args.mdbook {
        let (text, report) = mdbook::write(library).map_err(|error| Problem::Said(error.to_string()))?;
        out.write_all(text.as_bytes())?;
        return Ok(report);
    }
    let store = store(paths)?;
    if args.csv {
        return Ok(csv::write(out, &store)?);
    }
    let kept = Shelf::of(&paths.data).all()?;
    let mut report = progress::write(out, library, &store, &kept)?;
    report.left_out(format!("your settings: they are a text file of their own, {}", paths.config.display()));
    Ok(report)
}

/// The progress file, its notices said.
pub(super) fn store(paths: &Paths) -> Result<Store, Problem> {
    let (store, notices) = Store::open(&paths.data)?;
    notices.iter().for_each(|notice| warn(&notice.to_string()));
    Ok(store)
}

/// The progress file for a command that changes it; `not` says what did not happen where nothing can be saved.
pub(super) fn writable(paths: &Paths, not: &str) -> Result<Store, Problem> {
    let (store, notices) = Store::open(&paths.data)?;
    if let Some(why) = notices.iter().find_map(Notice::unsaved) {
        return Err(Problem::Said(format!("{not}: {why}")));
    }
    notices.iter().for_each(|notice| warn(&notice.to_string()));
    Ok(store)
}

/// A report, line by line on standard error.
pub(super) fn say(report: &Report) {
    report.to_string().lines().for_each(warn);
}
