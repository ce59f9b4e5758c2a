//! The command line: one file for each sub-command. Every screen has its twin here.

mod aim;
pub mod args;
pub mod ask;
pub mod calc;
pub mod check;
pub mod drill;
pub mod export;
pub mod families;
pub mod fit;
pub mod forget;
pub mod home;
pub mod import;
mod inert;
pub mod interview;
pub mod lesson;
pub mod look;
pub mod mock;
pub mod mock_interview;
pub mod open;
pub mod output;
pub mod paths;
pub mod plan;
pub mod plot;
pub mod predict;
pub mod pretest;
pub mod quiz;
pub mod read;
pub mod recall;
mod seed;
pub mod sheet;
pub mod stats;
mod stats_page;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::content::model::Set;

pub use args::Cli;
use args::Command;
use output::Problem;

/// Runs the program: 0 fine, 1 problems found, 2 could not do it.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let acts = args.iter().any(|arg| arg.to_string_lossy().chars().any(crate::content::inert::acts));
    let cli = match Cli::read(args) {
        Ok(cli) => cli,
        Err(error) => {
            say(&error, acts);
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match dispatch(&cli) {
        Ok(code) => code,
        Err(Problem::ClosedPipe) => ExitCode::SUCCESS,
        Err(problem) => {
            // A message may quote what was typed: it must not move the cursor or ring the bell.
            let said = problem.to_string();
            let lines: Vec<_> = said.lines().map(crate::content::inert).collect();
            let _ = writeln!(io::stderr(), "posenc: {}", lines.join("\n"));
            ExitCode::from(2)
        }
    }
}

/// What clap says, help and errors. It quotes what was typed: without colours, if that would act on a terminal.
fn say(error: &clap::Error, acts: bool) {
    let _ = match acts {
        true => write!(io::stderr(), "{}", crate::content::inert(&error.to_string())),
        false => error.print(),
    };
}

/// Runs what quotes what others wrote; nothing of it acts on a terminal, if that is where it goes.
fn quoted(
    shown: bool,
    out: &mut dyn Write,
    run: impl FnOnce(&mut dyn Write) -> Result<u8, Problem>,
) -> Result<u8, Problem> {
    if !shown {
        return run(out);
    }
    let mut out = inert::Inert::new(out);
    let code = run(&mut out)?;
    out.flush()?;
    Ok(code)
}

fn dispatch(cli: &Cli) -> Result<ExitCode, Problem> {
    let mut out = output::stdout();
    let code = match &cli.command {
        None if cli.flags.plain || cli.flags.json => return home::run(cli, cli.flags.plain, cli.flags.json),
        None => return Ok(open::run(cli)),
        Some(Command::Home(args)) => return home::run(cli, args.plain, args.json),
        Some(Command::Read(args)) => return args.run(cli, &mut out),
        Some(Command::Quiz(args)) => return quiz::run(cli, args),
        Some(Command::Drill(args)) => return drill::run(cli, args),
        Some(Command::Mock(args)) => return mock::run(cli, args),
        Some(Command::Placement(args)) => return mock::place(cli, args),
        Some(Command::Lesson(args)) => return lesson::run(cli, args),
        Some(Command::Pretest(args)) => return pretest::run(cli, args),
        Some(Command::Recall(args)) => return recall::run(cli, args),
        Some(Command::Interview(args)) => return interview::run(cli, Set::Interview, args),
        Some(Command::SelfCheck(args)) => return interview::run(cli, Set::SelfCheck, args),
        Some(Command::Calc(args)) => calc::run(&args.request()?, &mut out, &mut io::stderr())?,
        Some(Command::Check(args)) => check::run(cli, args, &mut out)?,
        Some(Command::Plot(args)) if args.wants_gallery() && crate::tui::term::is_interactive() => {
            return Ok(open::open(cli, Some(Box::new(crate::tui::rooms::gallery))));
        }
        Some(Command::Plot(args)) => {
            match &args.predict {
                Some(answer) => predict::run(cli, &args.options(cli), answer, &mut out)?,
                None => plot::run(&args.options(cli), &mut out)?,
            }
            0
        }
        Some(Command::Stats(args)) => stats::run(cli, args, &mut out)?,
        Some(Command::Fit(args)) => fit::run(cli, args, &mut out)?,
        Some(Command::Export(args)) => quoted(io::stdout().is_terminal(), &mut out, |out| export::run(cli, args, out))?,
        Some(Command::Import(args)) => quoted(true, &mut out, |out| import::run(cli, args, out))?,
        Some(Command::Sheet(args)) => sheet::run(cli, args, &mut out)?,
        Some(Command::Forget(args)) => quoted(true, &mut out, |out| forget::run(cli, args, out))?,
        Some(Command::Plan(args)) => plan::run(cli, args, &mut out)?,
        Some(Command::Paths) => paths::run(cli, &mut out)?,
        Some(Command::Completions { shell }) => {
            // Into memory first: the generator panics on a closed pipe.
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "posenc", &mut text);
            out.write_all(&text)?;
            0
        }
        Some(Command::Man) => {
            clap_mangen::Man::new(Cli::command()).render(&mut out)?;
            0
        }
        Some(Command::Keys) => {
            out.write_all(crate::tui::keys::markdown().as_bytes())?;
            0
        }
    };
    out.flush()?;
    Ok(ExitCode::from(code))
}
