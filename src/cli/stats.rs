//! `posenc stats`: progress as a plain page, as HTML, or as JSON.

use std::io::Write;

use serde::Serialize;

use crate::content::Library;
use crate::mastery::{self, SkillRow, Standing};
use crate::memory::account::Account;
use crate::memory::fit::Schedule;
use crate::memory::{Error, Repeated, Store};
use crate::paths::Paths;
use crate::sitting::pretest::Change;
use crate::today::{self, Facts, SchemeRow, Task};
use crate::tui::rooms::progress::data::Data;

use super::stats_page;

use super::Cli;
use super::args::StatsArgs;
use super::output::{Problem, json_line};

/// Everything that Progress shows.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Page<'a> {
    today: Vec<Task>,
    schemes: Vec<SchemeRow>,
    /// Sections before and after reading.
    sections: &'a [Change],
    /// What is mastered, by scheme.
    mastery: &'a [mastery::SchemeRow],
    /// What is mastered, by skill; the one that needs work most first.
    mastery_by_skill: &'a [SkillRow],
    /// Every item of the chapter with the evidence for it.
    items: &'a [Standing],
    /// Days, forecast, retention.
    account: &'a Account,
    /// The average learner's schedule, or the one fitted to this learner.
    schedule: &'a Schedule,
    /// Mistakes made more than once.
    mistakes: &'a [Repeated],
    #[serde(flatten)]
    facts: &'a Facts,
}

/// Prints it. A progress file that cannot be used is explained on the page; the exit code is 1 then.
pub fn run(cli: &Cli, args: &StatsArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let paths = cli.flags.paths()?;
    let library = super::open::library(&paths).map_err(Problem::Said)?;
    let data = match read(&paths, &library) {
        Ok(data) => data,
        Err(error) => {
            unusable(&library, &error, args.json, out)?;
            return Ok(1);
        }
    };
    if args.json {
        let page = Page {
            today: today::plan(&library, &data.facts),
            schemes: today::schemes(&library, &data.facts),
            sections: &data.changes,
            mastery: &data.schemes,
            mastery_by_skill: &data.skills,
            items: &data.standings,
            account: &data.account,
            schedule: &data.schedule,
            mistakes: &data.mistakes,
            facts: &data.facts,
        };
        json_line(out, &page)?;
    } else if args.html {
        stats_page::html(&library, &data, out)?;
    } else {
        stats_page::plain(&library, &data, out)?;
    }
    Ok(0)
}

/// What the progress file says. Notices go to stderr.
fn read(paths: &Paths, library: &Library) -> Result<Data, Error> {
    let (mut store, notices) = Store::open(&paths.data)?;
    super::ask::settings(paths).govern(&mut store);
    for notice in notices {
        super::ask::warn(&notice.to_string());
    }
    Data::read(&store, library)
}

fn unusable(library: &Library, error: &Error, as_json: bool, out: &mut dyn Write) -> Result<(), Problem> {
    if as_json {
        return json_line(out, &serde_json::json!({ "error": error.to_string() }));
    }
    writeln!(out, "Progress: {}\n", library.index().title)?;
    writeln!(out, "Your progress cannot be read, so nothing can be said about it here:\n{error}")?;
    Ok(())
}
