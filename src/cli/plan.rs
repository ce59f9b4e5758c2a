//! `posenc plan`: the date of the interview, and what to do until then.

use std::io::Write;

use serde::Serialize;

use crate::memory::{Caps, Plan, read_date, read_minutes};
use crate::today::{self, Facts, Task};
use crate::tui::settings::Settings;

use super::Cli;
use super::args::PlanArgs;
use super::ask::Desk;
use super::export::{store, writable};
use super::home::{command, held};
use super::output::{Problem, json_line};

/// What `--json` prints.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    plan: Option<Plan>,
    days_left: Option<i64>,
    /// The most of a day.
    caps: Caps,
    /// What the cap of reviews holds back.
    held_back: usize,
    today: Vec<Task>,
}

/// Keeps what is said, if something is, and shows the plan.
pub fn run(cli: &Cli, args: &PlanArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let mut desk = Desk::new(cli)?;
    if args.new.is_some() || args.reviews.is_some() {
        // A broken file is mended by its owner, not written over.
        Settings::load(&desk.paths.config).map_err(said)?;
        desk.settings.new_a_day = args.new.unwrap_or(desk.settings.new_a_day);
        desk.settings.reviews_a_day = args.reviews.unwrap_or(desk.settings.reviews_a_day);
        desk.settings.save(&desk.paths.config).map_err(said)?;
    }
    let said_new = args.none || args.date.is_some() || args.minutes.is_some();
    let mut store = if said_new { writable(&desk.paths, "Your plan was not saved")? } else { store(&desk.paths)? };
    desk.settings.govern(&mut store);
    if said_new {
        let mut plan = store.plan().map_err(said)?.unwrap_or_default();
        if args.none {
            plan.date = None;
        }
        if let Some(text) = &args.date {
            if text.trim().is_empty() {
                return Err(said("--date is empty; write it as 2026-12-24 or +9, or say --none"));
            }
            plan.date = read_date(text, store.today()).map_err(said)?;
        }
        if let Some(text) = &args.minutes {
            plan.minutes = read_minutes(text).map_err(said)?;
        }
        store.set_plan(&plan).map_err(|error| said(format!("Your plan was not saved: {error}.")))?;
    }
    let facts = Facts::read(&store).map_err(said)?;
    let tasks = today::plan(&desk.library, &facts);
    if args.json {
        let (plan, days_left, caps) = (facts.plan, facts.days_left, facts.caps);
        let held_back = today::held(&desk.library, &facts);
        json_line(out, &Page { plan, days_left, caps, held_back, today: tasks })?;
        return Ok(0);
    }
    let mut page = desk.page(out);
    page.line(&today::interview_line(&desk.library, &facts).unwrap_or_else(|| NONE.into()))?;
    page.gap()?;
    let minutes: u32 = tasks.iter().map(Task::minutes).sum();
    page.line(&format!("Today, about {minutes} minutes"))?;
    for (i, task) in tasks.iter().enumerate() {
        let (what, time) = task.lines();
        page.line(&format!("  {}. {what}, {time}", i + 1))?;
        page.line(&format!("     {}", command(&desk.library, task)))?;
    }
    for line in held(&desk.library, &facts) {
        page.line(&line)?;
    }
    Ok(0)
}

fn said(error: impl std::fmt::Display) -> Problem {
    Problem::Said(error.to_string())
}

const NONE: &str = "No interview is planned; posenc plan --date 2026-12-24 --minutes 30 sets one.";
