//! `posenc home --plain`: what to do today, and where each scheme stands.

use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;

use crate::content::Library;
use crate::today::{self, Facts, ReadState, SchemeRow, Skipped, Task};

use super::ask::{Desk, Voice};
use super::output::{self, Problem, json_line};
use super::{Cli, open};

/// Everything that Home shows.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Home<'a> {
    title: &'a str,
    today: Vec<Step>,
    /// Sections that Today passes over, because of the placement test.
    passed_over: Vec<Skipped>,
    schemes: Vec<SchemeRow>,
    due: u32,
    /// Due later today.
    later: u32,
    tomorrow: u32,
}

/// A task with the command that does it.
#[derive(Serialize)]
struct Step {
    #[serde(flatten)]
    task: Task,
    command: String,
}

/// Shows it.
pub fn run(cli: &Cli, plain: bool, json: bool) -> Result<ExitCode, Problem> {
    let voice = Voice::choose(plain, json);
    if voice == Voice::Screen {
        return Ok(open::run(cli));
    }
    let mut out = output::stdout();
    let desk = Desk::new(cli)?;
    let facts = desk.recorder().facts();
    if voice == Voice::Json {
        let step = |task: Task| Step { command: command(&desk.library, &task), task };
        let home = Home {
            title: &desk.library.index().title,
            today: today::plan(&desk.library, &facts).into_iter().map(step).collect(),
            passed_over: today::skipped(&desk.library, &facts),
            schemes: today::schemes(&desk.library, &facts),
            due: facts.summary.due,
            later: facts.summary.later,
            tomorrow: facts.summary.tomorrow,
        };
        json_line(&mut out, &home)?;
    } else {
        page(&desk, &facts, &mut out)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn page(desk: &Desk, facts: &Facts, out: &mut dyn Write) -> Result<(), Problem> {
    let library: &Library = &desk.library;
    let mut page = desk.page(out);
    page.line(&library.index().title)?;
    page.line(&library.index().subtitle)?;
    page.gap()?;
    let plan = today::plan(library, facts);
    let minutes: u32 = plan.iter().map(Task::minutes).sum();
    page.line(&format!("Today, about {minutes} minutes"))?;
    for (i, task) in plan.iter().enumerate() {
        let (what, time) = task.lines();
        page.line(&format!("  {}. {what}, {time}", i + 1))?;
        page.line(&format!("     {}", command(library, task)))?;
        if let Task::GoOn { code, newest, .. } = task {
            let code = if *newest { String::new() } else { format!(" {code}") };
            page.line(&format!("     posenc drill --drop{code} throws it away; what you answered is kept"))?;
        }
    }
    for left in facts.left(library).skip(today::ROUNDS) {
        let (name, words) = (left.round.name(), left.words());
        page.line(&format!("Also left: {name}, {words} (posenc drill --resume {} --plain)", left.code))?;
    }
    page.line(&format!("Due now: {}; {}", facts.summary.due, facts.summary.ahead()))?;
    if let Some(line) = today::interview_line(library, facts) {
        page.line(&line)?;
    }
    if let Some(line) = today::skipped_line(&today::skipped(library, facts)) {
        page.line(&line)?;
        page.line("posenc placement --show has the test, posenc placement --drop takes that back.")?;
    }
    for line in held(library, facts) {
        page.line(&line)?;
    }
    page.gap()?;
    page.line("scheme              read    drills right")?;
    for row in today::schemes(library, facts) {
        let read = match row.read {
            ReadState::No => "no",
            ReadState::Some => "some",
            ReadState::All => "all",
        };
        page.line(&format!("{:<18}  {read:<6}  {} of {}", row.scheme.name(), row.solid, row.families))?;
    }
    Ok(())
}

/// What the most of a day holds back, and how to have it all the same.
pub(super) fn held(library: &Library, facts: &Facts) -> Vec<String> {
    let due = today::held_line(library, facts).map(|held| format!("{held} posenc drill --due --all asks them all."));
    let new = today::new_line(facts).map(|done| format!("{done} posenc plan --new changes it."));
    due.into_iter().chain(new).collect()
}

/// The command that does a task without a screen.
pub(super) fn command(library: &Library, task: &Task) -> String {
    match task {
        Task::GoOn { newest: true, .. } => "posenc drill --resume --plain".into(),
        Task::GoOn { code, .. } => format!("posenc drill --resume {code} --plain"),
        Task::Review { .. } => "posenc drill --due --plain".into(),
        Task::LastDay { .. } => "posenc drill --wrong --plain".into(),
        Task::Read { section, .. } => format!("posenc read {section} --plain"),
        Task::Drill { scheme, families, count } => {
            let all = today::families(library, *scheme).len() == families.len();
            let what = if all { scheme.slug().to_string() } else { families.join(" ") };
            format!("posenc drill {what} --count {count} --plain")
        }
        Task::Rehearse { id, .. } => format!("posenc interview {id} --plain"),
    }
}
