//! `posenc stats`: progress as a plain page or as JSON.

use std::io::Write;

use serde::Serialize;

use crate::content::Library;
use crate::memory::{Error, Store};
use crate::paths::Paths;
use crate::sitting::pretest::{self, Change};
use crate::today::{self, Facts, ReadState, SchemeRow, Task};
use crate::tui::rooms::{insight, mistake_name};

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
    sections: Vec<Change>,
    #[serde(flatten)]
    facts: &'a Facts,
}

/// Prints it. A progress file that cannot be used is explained on the page; the exit code is 1 then.
pub fn run(cli: &Cli, args: &StatsArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let paths = Paths::find(cli.data.clone(), cli.content.clone())?;
    let library = super::open::library(&paths).map_err(Problem::Said)?;
    let facts = match read(&paths) {
        Ok(facts) => facts,
        Err(error) => {
            unusable(&library, &error, args.json, out)?;
            return Ok(1);
        }
    };
    if args.json {
        let page = Page {
            today: today::plan(&library, &facts),
            schemes: today::schemes(&library, &facts),
            sections: pretest::changes(&library, &facts.pretests),
            facts: &facts,
        };
        json_line(out, &page)?;
    } else {
        plain(&library, &facts, out)?;
    }
    Ok(0)
}

/// What the progress file says. Notices go to stderr.
fn read(paths: &Paths) -> Result<Facts, Error> {
    let (store, notices) = Store::open(&paths.data)?;
    for notice in notices {
        let _ = writeln!(std::io::stderr(), "posenc: {notice}");
    }
    Facts::read(&store)
}

fn unusable(library: &Library, error: &Error, as_json: bool, out: &mut dyn Write) -> Result<(), Problem> {
    if as_json {
        return json_line(out, &serde_json::json!({ "error": error.to_string() }));
    }
    writeln!(out, "Progress: {}\n", library.index().title)?;
    writeln!(out, "Your progress cannot be read, so nothing can be said about it here:\n{error}")?;
    Ok(())
}

/// The page in lines.
pub fn plain(library: &Library, facts: &Facts, out: &mut dyn Write) -> Result<(), Problem> {
    let s = &facts.summary;
    writeln!(out, "Progress: {}", library.index().title)?;
    writeln!(out)?;
    if s.answers == 0 && s.rehearsed == 0 {
        writeln!(out, "No answers yet. `posenc drill --plain` asks a first question.")?;
    } else if s.answers > 0 {
        let share = f64::from(s.right) / f64::from(s.answers.max(1)) * 100.0;
        let (answers, days) = (count(s.answers, "answer", "answers"), count(s.days, "day", "days"));
        writeln!(out, "{answers} on {days}, {} right ({share:.0} %), {} min", s.right, s.ms.div_ceil(60_000))?;
    }
    writeln!(out, "{} due now, {} more by tomorrow", s.due, s.tomorrow)?;
    writeln!(out, "{} rehearsed", count(s.rehearsed, "interview prompt", "interview prompts"))?;
    writeln!(out)?;
    writeln!(out, "{:<18} {:<10} {:>12} {:>8}", "scheme", "read", "drills", "recall")?;
    for row in today::schemes(library, facts) {
        let read = match row.read {
            ReadState::No => "no",
            ReadState::Some => "some",
            ReadState::All => "all",
        };
        let recall = row.recall.map_or("-".into(), |r| format!("{:.0} %", r * 100.0));
        let drills = format!("{} of {}", row.solid, row.families);
        writeln!(out, "{:<18} {read:<10} {drills:>12} {recall:>8}", row.scheme.name())?;
    }
    if facts.calibration.iter().any(|c| c.answers > 0) {
        writeln!(out, "\nHow sure you were")?;
        for c in facts.calibration.iter().filter(|c| c.answers > 0) {
            writeln!(out, "  {:<9} {} of {} right", c.word(), c.right, c.answers)?;
        }
        if let Some(said) = insight::verdict(&facts.calibration) {
            writeln!(out, "  {said}")?;
        }
    }
    let changes = pretest::changes(library, &facts.pretests);
    if !changes.is_empty() {
        writeln!(out, "\nBefore and after reading")?;
        for change in &changes {
            let of = |count: Option<(usize, usize)>| count.map_or("-".into(), |(right, of)| format!("{right} of {of}"));
            writeln!(out, "  {:<17} before {:>6}   now {:>6}", change.section, of(change.before), of(change.now))?;
        }
    }
    if !facts.repeated.is_empty() {
        writeln!(out, "\nAgain and again")?;
        for repeated in &facts.repeated {
            writeln!(out, "  {} x  {}  ({})", repeated.count, mistake_name(library, repeated), repeated.item)?;
        }
    }
    if !facts.missed.is_empty() {
        writeln!(out, "\nMissed when rehearsing")?;
        for (item, points) in &facts.missed {
            for point in points {
                writeln!(out, "  {item}: {point}")?;
            }
        }
    }
    Ok(())
}

fn count(n: u32, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
