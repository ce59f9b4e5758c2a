//! `posenc pretest`: three questions before a section, and once more behind its end.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use crate::sitting::pretest::{self, Given, Row, When};
use crate::sitting::{Left, Plan, Resumed, Round};
use crate::tui::rooms;

use super::args::PretestArgs;
use super::ask::lines::Lines;
use super::ask::plain::Talk;
use super::ask::{Desk, Voice, json};
use super::output::{self, Problem, json_line};
use super::{Cli, open, read};

/// Asks, or shows what was answered.
pub fn run(cli: &Cli, args: &PretestArgs) -> Result<ExitCode, Problem> {
    let mut out = output::stdout();
    let desk = Desk::new(cli)?;
    let id = read::id_of(&desk.library, &args.section)?;
    let section = id.split('/').next().unwrap_or(&id).to_string();
    let when = if args.after { When::Now } else { When::Before };
    let plan = Plan::Pretest(section.clone(), when);
    let mut sitting = plan.begin(&desk.library, pretest::seed(&section))?;
    let voice = Voice::of(args.voice);
    if voice == Voice::Screen {
        let door: crate::tui::Door = match args.show {
            true => Box::new(move |_| rooms::compare(&section)),
            false => Box::new(move |cx| rooms::pretest(&section, when, cx)),
        };
        return Ok(open::open(cli, Some(door)));
    }
    if !args.show {
        let mut recorder = desk.recorder();
        // Begun before and left: what is answered is not asked again.
        let all = recorder.store().map(|store| Left::all(&desk.library, store)).unwrap_or_default();
        let left = all.into_iter().find(|left| left.round == Round::Questions(plan.clone()));
        if let Some(Resumed::Questions(going, _)) = left.map(|left| left.resume(&desk.library)).transpose()? {
            sitting = *going;
        }
        sitting.set_options(desk.judging());
        let mut lines = Lines::stdin();
        match voice {
            Voice::Json => {
                json::run(&desk, &mut sitting, &mut recorder, &mut lines, &mut out)?;
                out.flush()?;
                recorder.check()?;
            }
            _ => Talk::new(&desk, sitting, recorder, lines, desk.page(&mut out)).run()?,
        }
    }
    if args.show || args.after {
        // Opened anew, so that the answers just given are among them.
        let log = desk.recorder().facts().pretests;
        let rows = pretest::compare(&desk.library, &section, &log)?;
        match voice {
            Voice::Json => json_line(&mut out, &json!({ "section": section, "questions": rows }))?,
            _ => side_by_side(&desk, &rows, &mut out)?,
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn side_by_side(desk: &Desk, rows: &[Row], out: &mut dyn Write) -> Result<(), Problem> {
    let mut page = desk.page(out);
    for (i, row) in rows.iter().enumerate() {
        page.gap()?;
        page.line(&format!("{}. {}", i + 1, row.title))?;
        page.hung("   ", &row.prompt)?;
        page.hung("   before: ", &spoken(row.before.as_ref()))?;
        page.hung("   now:    ", &spoken(row.now.as_ref()))?;
        if !row.now.as_ref().is_some_and(|g| g.right) {
            page.hung("   right:  ", &row.right)?;
        }
        if let Some(context) = &row.context {
            page.hung("   ", context)?;
        }
    }
    Ok(())
}

fn spoken(given: Option<&Given>) -> String {
    let Some(given) = given else { return "not asked".into() };
    let word = if given.right { "right" } else { "not yet" };
    if given.text.is_empty() { word.into() } else { format!("{word}: {}", given.text) }
}
