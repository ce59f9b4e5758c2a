//! `posenc fit`: the schedule fitted to your own reviews. Nothing is written before the end, and nothing that is no better.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::exchange::report::counted;
use crate::memory::fit::{self, FitError, Job};
use crate::memory::{Fit, Parameters, Store};

use super::Cli;
use super::args::FitArgs;
use super::ask::{Desk, warn};
use super::export::writable;
use super::output::{Problem, json_line};

/// What a shell says of a program that Ctrl-C stopped.
const STOPPED: u8 = 130;
/// Between two looks at the computation.
const LOOK: Duration = Duration::from_millis(30);
/// Progress is said in steps of so many percent.
const STEP: u8 = 20;

/// What `--json` prints.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Page<'a> {
    /// Does it foresee better?
    better: bool,
    /// Is it in force now?
    kept: bool,
    #[serde(flatten)]
    fit: &'a Fit,
}

/// Fits, returns to the defaults or takes a fit back. Returns 1 if there is too little to fit to.
pub fn run(cli: &Cli, args: &FitArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let desk = Desk::new(cli)?;
    let mut store = match (args.dry_run, args.reset, args.undo) {
        (true, ..) => super::export::store(&desk.paths)?,
        (_, true, _) => writable(&desk.paths, "The schedule was not set back")?,
        (_, _, true) => writable(&desk.paths, "Nothing was taken back")?,
        _ => writable(&desk.paths, "Nothing was fitted (--dry-run shows what would come of it)")?,
    };
    desk.settings.govern(&mut store);
    if args.reset {
        return reset(args, &mut store, out);
    }
    if args.undo {
        return undo(args, &mut store, out);
    }
    let found = store.reviews()?;
    let (count, items) = (found.len(), found.items());
    let job = match Job::start(found, store.parameters()?) {
        Ok(job) => job,
        Err(error @ FitError::TooFew { .. }) => return too_few(args, &error, (count, items), out),
        Err(error) => return Err(Problem::Said(format!("{error}."))),
    };
    let stop = Stop::listen()?;
    if !args.json {
        let (reviews, questions) = (counted(count, "review", "reviews"), counted(items, "question", "questions"));
        writeln!(out, "Fitting the schedule to {reviews} of {questions}. Ctrl-C stops it; nothing is changed then.")?;
        out.flush()?;
    }
    match watched(job, &stop) {
        Ok(fit) => keep(args, &mut store, &fit, out),
        Err(FitError::Cancelled) => {
            warn(&format!("{}.", FitError::Cancelled));
            Ok(STOPPED)
        }
        Err(error) => Err(Problem::Said(format!("{error}."))),
    }
}

/// Hears Ctrl-C for as long as it lives.
struct Stop {
    flag: Arc<AtomicBool>,
    ear: signal_hook::SigId,
}

impl Stop {
    fn listen() -> Result<Stop, Problem> {
        let flag = Arc::new(AtomicBool::new(false));
        let ear = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&flag))?;
        Ok(Stop { flag, ear })
    }

    fn was_heard(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        signal_hook::low_level::unregister(self.ear);
    }
}

/// Waits, says how far it is, and stops it at Ctrl-C.
fn watched(job: Job, stop: &Stop) -> Result<Fit, FitError> {
    let mut said = 0;
    while !job.is_done() {
        std::thread::sleep(LOOK);
        if stop.was_heard() {
            job.progress().cancel();
        }
        let percent = job.progress().percent();
        if percent >= said + STEP && percent < 100 {
            said = percent - percent % STEP;
            warn(&format!("{said} % done"));
        }
    }
    let result = job.finish();
    if stop.was_heard() { Err(FitError::Cancelled) } else { result }
}

fn too_few(args: &FitArgs, error: &FitError, found: (usize, usize), out: &mut dyn Write) -> Result<u8, Problem> {
    let (reviews, items) = found;
    match args.json {
        true => {
            let needed = serde_json::json!({ "reviews": fit::MIN_REVIEWS, "items": fit::MIN_ITEMS });
            let said = error.to_string();
            json_line(out, &serde_json::json!({"error": said, "reviews": reviews, "items": items, "needed": needed}))?;
        }
        false => writeln!(out, "{error}.")?,
    }
    Ok(1)
}

/// Says what came of it, and keeps it if it is better or was asked for.
fn keep(args: &FitArgs, store: &mut Store, fit: &Fit, out: &mut dyn Write) -> Result<u8, Problem> {
    let same = store.parameters()? == fit.parameters;
    let kept = !args.dry_run && !same && (args.keep || fit.is_better());
    if kept {
        store.record(&fit.event())?;
    }
    if args.json {
        json_line(out, &Page { better: fit.is_better(), kept, fit })?;
        return Ok(0);
    }
    let held_out = counted(fit.held_out, "review", "reviews");
    writeln!(out, "Measured on the newest {held_out}, which it did not see:")?;
    let row = |name: &str, before: String, after: String| format!("  {name:<34}{before:>8} before{after:>9} now");
    let (before, after) = (fit.before, fit.after);
    writeln!(out, "{}", row("log loss", format!("{:.4}", before.log_loss), format!("{:.4}", after.log_loss)))?;
    let percent = |share: f32| format!("{:.1} %", share * 100.0);
    writeln!(out, "{}", row("error of the forecast (RMSE)", percent(before.rmse), percent(after.rmse)))?;
    let better = if fit.is_better() { "better" } else { "no better" };
    writeln!(
        out,
        "{}",
        match (kept, args.dry_run) {
            _ if same => "It is the schedule that you have already; nothing was changed.".into(),
            (_, true) => format!("The new schedule foresees {better}. Nothing was changed (--dry-run)."),
            (true, _) => format!(
                "The new schedule foresees {better} and is kept: every question comes back by it from now on. \
                 posenc fit --undo takes it back."
            ),
            (false, _) => format!(
                "The new schedule foresees {better}, so yours stays as it was. posenc fit --keep keeps the new one anyway."
            ),
        }
    )?;
    Ok(0)
}

fn reset(args: &FitArgs, store: &mut Store, out: &mut dyn Write) -> Result<u8, Problem> {
    let fitted = store.parameters()? != Parameters::default();
    if fitted {
        store.record(&fit::reset())?;
    }
    let said = match fitted {
        true => {
            "Every question comes back by the schedule of the average learner again. posenc fit --undo takes that back."
        }
        false => "The schedule is that of the average learner already; nothing was changed.",
    };
    done(args, fitted, said, out)
}

fn undo(args: &FitArgs, store: &mut Store, out: &mut dyn Write) -> Result<u8, Problem> {
    let undone = store.undo_fit()?.is_some();
    let said = match (undone, store.schedule()?.fitted) {
        (false, _) => "No fit is there to be taken back.".to_string(),
        (true, Some(fit)) => format!("Taken back: the schedule fitted on {} is in force again.", fit.day),
        (true, None) => "Taken back: the schedule of the average learner is in force again.".into(),
    };
    done(args, undone, &said, out)
}

fn done(args: &FitArgs, changed: bool, said: &str, out: &mut dyn Write) -> Result<u8, Problem> {
    match args.json {
        true => json_line(out, &serde_json::json!({ "changed": changed, "said": said }))?,
        false => writeln!(out, "{said}")?,
    }
    Ok(0)
}
