//! `posenc mock` and `posenc placement`: nothing is said before the end.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use crate::sitting::{Plan, placement};
use crate::tui::rooms;

use super::args::{MockArgs, PlacementArgs};
use super::ask::{Desk, Voice, report};
use super::output::{self, Problem, json_line};
use super::{Cli, drill, mock_interview, open, seed};

/// The exam, or the interview.
pub fn run(cli: &Cli, args: &MockArgs) -> Result<ExitCode, Problem> {
    if args.interview {
        return mock_interview::run(cli, args);
    }
    let minutes = (args.minutes > 0).then_some(args.minutes);
    begin(cli, &Plan::Mock(minutes), args.seed.typed(), Voice::of(args.voice))
}

/// The placement test, or its last result.
pub fn place(cli: &Cli, args: &PlacementArgs) -> Result<ExitCode, Problem> {
    let voice = Voice::of(args.voice);
    if args.drop {
        return put_back(voice == Voice::Json, &Desk::new(cli)?, &mut output::stdout());
    }
    if !args.show {
        return begin(cli, &Plan::Placement, args.seed.typed(), voice);
    }
    if voice == Voice::Screen {
        return Ok(open::open(cli, Some(Box::new(rooms::placed))));
    }
    let mut out = output::stdout();
    let desk = Desk::new(cli)?;
    let recorder = desk.recorder();
    let log = recorder.store().map(|store| store.placement()).transpose().map_err(|e| Problem::Said(e.to_string()))?;
    let placed = placement::of_log(&desk.library, &log.unwrap_or_default());
    match voice {
        Voice::Json => json_line(&mut out, &json!({ "placement": placed }))?,
        _ => report::placed(&mut desk.page(&mut out), &placed)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The last placement test says nothing any more.
fn put_back(as_json: bool, desk: &Desk, out: &mut dyn Write) -> Result<ExitCode, Problem> {
    let mut recorder = desk.recorder();
    let event = placement::dropped(&recorder.facts().placement);
    let said = match event.is_some() {
        true => "Home offers every section again.",
        false => "There is no placement test to take back.",
    };
    let dropped = event.is_some();
    event.into_iter().for_each(|event| recorder.record(event));
    recorder.check()?;
    match as_json {
        true => json_line(out, &json!({ "dropped": dropped, "said": said }))?,
        false => writeln!(out, "{said}")?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn begin(cli: &Cli, plan: &Plan, seed: Option<&str>, voice: Voice) -> Result<ExitCode, Problem> {
    let desk = Desk::new(cli)?;
    let seed = seed::read(seed, &desk.library, &[])?;
    let sitting = plan.begin(&desk.library, seed.clone())?;
    if voice == Voice::Screen {
        return Ok(drill::screen(cli, plan.clone(), seed));
    }
    drill::sit(&desk, sitting, desk.recorder(), voice, &mut output::stdout())?;
    Ok(ExitCode::SUCCESS)
}
