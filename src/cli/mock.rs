//! `posenc mock` and `posenc placement`: nothing is said before the end.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::sitting::{Plan, mock, placement};
use crate::tui::rooms;

use super::ask::{Desk, Voice, report};
use super::output::{self, Problem, json_line};
use super::{Cli, drill, mock_interview, open};

/// `posenc mock`.
#[derive(Args, Debug)]
pub struct MockArgs {
    /// Three prompts to speak about, two calculations and a plot to explain
    #[arg(long)]
    pub interview: bool,
    /// Minutes; 0 is no clock
    #[arg(long, value_name = "MINUTES", default_value_t = mock::MINUTES, value_parser = clap::value_parser!(u32).range(0..=600))]
    pub minutes: u32,
    /// Same seed, same questions [default: a fresh one]
    #[arg(long, value_name = "SEED|CODE")]
    pub seed: Option<String>,
    /// Line by line: for a screen reader, a dumb terminal or a script
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// A question line out, an answer line in; at the end the report
    #[arg(long)]
    pub json: bool,
}

/// `posenc placement`.
#[derive(Args, Debug)]
pub struct PlacementArgs {
    /// Only show what the last one said
    #[arg(long, conflicts_with = "seed")]
    pub show: bool,
    /// Let the last one say nothing any more: Home offers every section again
    #[arg(long, conflicts_with_all = ["seed", "show"])]
    pub drop: bool,
    /// Same seed, same questions [default: a fresh one]
    #[arg(long, value_name = "SEED|CODE")]
    pub seed: Option<String>,
    /// Line by line: for a screen reader, a dumb terminal or a script
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// A question line out, an answer line in; at the end the table
    #[arg(long)]
    pub json: bool,
}

/// The exam, or the interview.
pub fn run(cli: &Cli, args: &MockArgs) -> Result<ExitCode, Problem> {
    if args.interview {
        return mock_interview::run(cli, args);
    }
    let minutes = (args.minutes > 0).then_some(args.minutes);
    begin(cli, &Plan::Mock(minutes), args.seed.as_deref(), Voice::choose(args.plain, args.json))
}

/// The placement test, or its last result.
pub fn place(cli: &Cli, args: &PlacementArgs) -> Result<ExitCode, Problem> {
    let voice = Voice::choose(args.plain, args.json);
    if args.drop {
        return put_back(voice == Voice::Json, &Desk::new(cli)?, &mut output::stdout());
    }
    if !args.show {
        return begin(cli, &Plan::Placement, args.seed.as_deref(), voice);
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
    match as_json {
        true => json_line(out, &json!({ "dropped": event.is_some() }))?,
        false => writeln!(out, "{said}")?,
    }
    event.into_iter().for_each(|event| recorder.record(event));
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn begin(cli: &Cli, plan: &Plan, seed: Option<&str>, voice: Voice) -> Result<ExitCode, Problem> {
    let desk = Desk::new(cli)?;
    let seed = drill::seed(seed, &desk.library, &[])?;
    let sitting = plan.begin(&desk.library, seed.clone())?;
    if voice == Voice::Screen {
        return Ok(drill::screen(cli, plan.clone(), seed));
    }
    drill::sit(&desk, sitting, desk.recorder(), voice, &mut output::stdout())?;
    Ok(ExitCode::SUCCESS)
}
