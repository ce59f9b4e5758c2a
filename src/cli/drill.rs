//! `posenc drill`: numeric families, asked on the screen, line by line or in JSON objects.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::memory::Mode;
use crate::question::Seed;
use crate::sitting::recall::split;
use crate::sitting::{Drill, Left, Plan, Resumed, Sitting, SittingError, placement};
use crate::today;
use crate::tui::room::Flow;
use crate::tui::rooms;
use crate::tui::rooms::question::QuestionRoom;

use super::args::DrillArgs;
use super::ask::lines::Lines;
use super::ask::plain::Talk;
use super::ask::recorder::Recorder;
use super::ask::{Desk, Voice, json, warn};
use super::output::{self, Problem, json_line};
use super::{Cli, aim, families, interview, lesson, mock_interview, open, recall, seed};

impl From<SittingError> for Problem {
    fn from(error: SittingError) -> Self {
        Problem::Said(error.to_string())
    }
}

/// Asks, or lists the families.
pub fn run(cli: &Cli, args: &DrillArgs) -> Result<ExitCode, Problem> {
    let mut out = output::stdout();
    let desk = Desk::new(cli)?;
    let ids = families::named(&desk.library, &args.family)?;
    if args.list {
        families::list(&desk.library, &ids, args.voice.json, &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let seed = seed::read(args.seed.typed(), &desk.library, &ids)?;
    let count = usize::from(args.count);
    if let Some(code) = &args.resume {
        let voice = Voice::of(args.voice);
        return resume(cli, (&desk, None), code.clone(), voice, &mut out);
    }
    if let Some(code) = &args.drop {
        return drop_left(&desk, code.as_deref(), args.voice.json, &mut out);
    }
    if args.due || args.wrong {
        return again(cli, args, &desk, seed, &mut out);
    }
    if let Some(code) = &args.aim {
        return aimed(cli, args, &desk, (&ids, code), seed, &mut out);
    }
    let drill = Drill { families: ids, count, level: args.level, cram: args.cram, timed: args.timed };
    let plan = Plan::Drill(drill);
    let mut sitting = plan.begin(&desk.library, seed.clone())?;
    if args.solve {
        json::solve(&desk, &mut sitting, &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    match Voice::of(args.voice) {
        Voice::Screen => Ok(screen(cli, plan, seed)),
        voice => {
            sit(&desk, sitting, desk.recorder(), voice, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Asks what lets one mistake be made.
fn aimed(
    cli: &Cli,
    args: &DrillArgs,
    desk: &Desk,
    (ids, code): (&[String], &str),
    seed: Seed,
    out: &mut dyn Write,
) -> Result<ExitCode, Problem> {
    let recorder = desk.recorder();
    let own = recorder.store().and_then(|store| store.mistakes(MISTAKES).ok()).unwrap_or_default();
    let plan = aim::plan(&desk.library, ids, code, usize::from(args.count), &own)?;
    let voice = Voice::of(args.voice);
    if voice == Voice::Screen {
        return Ok(screen(cli, plan, seed));
    }
    if let Some(said) = aim::say(&desk.library, &plan).filter(|_| voice == Voice::Plain) {
        let mut page = desk.page(out);
        page.hung("", &said)?;
        page.flush()?;
    }
    sit(desk, plan.begin(&desk.library, seed)?, recorder, voice, out)?;
    Ok(ExitCode::SUCCESS)
}

/// So many of the learner's mistakes are looked at.
const MISTAKES: usize = 200;

/// Asks what is due, or what went wrong before.
fn again(cli: &Cli, args: &DrillArgs, desk: &Desk, seed: Seed, out: &mut dyn Write) -> Result<ExitCode, Problem> {
    let mut recorder = desk.recorder();
    let facts = recorder.facts();
    let items: Vec<String> = match args.wrong {
        true => today::went_wrong(&desk.library, &facts),
        false if args.all => facts.due.iter().map(|due| due.item.clone()).collect(),
        false => today::review(&desk.library, &facts),
    };
    let (recalls, questions) = match args.cram {
        // A recall prompt is there to be scheduled.
        true => (Vec::new(), split(&desk.library, &items).1),
        false => split(&desk.library, &items),
    };
    let voice = Voice::of(args.voice);
    if !recalls.is_empty() {
        match voice {
            Voice::Screen => return Ok(open::open(cli, Some(Box::new(move |cx| rooms::review(items, cx))))),
            voice => recall::due(desk, &recalls, &mut recorder, voice, out)?,
        }
        if questions.is_empty() {
            out.flush()?;
            recorder.check()?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    let plan = if args.cram { Plan::Cram(items) } else { Plan::Review(items) };
    let sitting = match plan.begin(&desk.library, seed.clone()) {
        Ok(sitting) => sitting,
        Err(SittingError::Nothing(_)) => {
            let none = if args.wrong { "Nothing went wrong twice" } else { "Nothing is due" };
            warn(&format!("{none}; `posenc drill` asks something new."));
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error.into()),
    };
    match voice {
        Voice::Screen => Ok(screen(cli, plan, seed)),
        voice => {
            sit(desk, sitting, recorder, voice, out)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// A round that was left: the newest, or that of a code. `None`: there is none at all.
fn left(desk: &Desk, recorder: &Recorder, code: Option<&str>) -> Result<Option<Left>, Problem> {
    let Some(store) = recorder.store() else { return Ok(None) };
    let found = Left::find(&desk.library, store, code);
    let others = if found.is_none() { Left::all(&desk.library, store) } else { Vec::new() };
    if let (Some(code), false) = (code, others.is_empty()) {
        let name = |left: &Left| format!("{} ({}, {})", left.code, left.round.name(), left.words());
        let names: Vec<String> = others.iter().map(name).collect();
        return Err(Problem::Said(format!("No round with the code {code} is left. These wait: {}.", names.join("; "))));
    }
    Ok(found)
}

/// Goes on with a round that was left; it may be one over a file of questions.
pub fn resume(
    cli: &Cli,
    (desk, file): (&Desk, Option<PathBuf>),
    code: Option<String>,
    voice: Voice,
    out: &mut dyn Write,
) -> Result<ExitCode, Problem> {
    let mut recorder = desk.recorder();
    let Some(left) = left(desk, &recorder, code.as_deref())? else {
        warn("There is no round to go on with; `posenc drill` begins one.");
        return Ok(ExitCode::SUCCESS);
    };
    if voice == Voice::Screen {
        let door: crate::tui::Door = Box::new(move |cx| rooms::resume(code.as_deref(), cx));
        return Ok(open::open_with(cli, file, Some(door)));
    }
    match left.resume(&desk.library)? {
        Resumed::Questions(sitting, _) => sit(desk, *sitting, recorder, voice, out)?,
        Resumed::Interview(course) => mock_interview::talk(desk, &course, recorder, voice, out)?,
        Resumed::Lesson(going) => lesson::sit(desk, *going, &mut recorder, voice, out)?,
        Resumed::Rehearse(round) => interview::rehearse(desk, round, &mut recorder, voice, out)?,
        Resumed::Recall(mut round) => recall::sit(desk, &mut round, &mut recorder, voice, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Throws a round away that was left: it is not offered any more. Its answers stay.
pub fn drop_left(desk: &Desk, code: Option<&str>, as_json: bool, out: &mut dyn Write) -> Result<ExitCode, Problem> {
    let mut recorder = desk.recorder();
    let left = left(desk, &recorder, code)?;
    let said = match &left {
        Some(left) => {
            recorder.record(left.dropped());
            format!("Thrown away: the {}, {}. What you answered is kept.", left.round.name(), left.words())
        }
        None => "There is no round to throw away.".into(),
    };
    match as_json {
        true => json_line(out, &serde_json::json!({ "dropped": left.map(|left| left.code), "said": said }))?,
        false => writeln!(out, "{said}")?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the room of a plan with its seed.
pub fn screen(cli: &Cli, plan: Plan, seed: Seed) -> ExitCode {
    open::open(cli, Some(door(plan, seed)))
}

/// The door to a plan with its seed.
pub fn door(plan: Plan, seed: Seed) -> crate::tui::Door {
    Box::new(move |cx| match QuestionRoom::with_seed(plan, seed, cx.library, cx.settings, cx.now) {
        Ok(room) => Flow::Open(Box::new(room)),
        Err(error) => {
            cx.say(error.to_string());
            Flow::Stay
        }
    })
}

/// A sitting without a screen.
pub fn sit(
    desk: &Desk,
    mut sitting: Sitting,
    mut recorder: Recorder,
    voice: Voice,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    sitting.set_options(desk.judging());
    let mut lines = Lines::stdin();
    if voice == Voice::Json {
        json::run(desk, &mut sitting, &mut recorder, &mut lines, out)?;
        match sitting.mode() {
            Mode::Mock if sitting.is_kept() => {
                let (at, count) = sitting.progress();
                json_line(out, &serde_json::json!({ "code": sitting.code(), "left": count + 1 - at, "count": count }))?;
            }
            Mode::Mock => {
                sitting.finished().into_iter().for_each(|event| recorder.record(event));
                json::report(desk, &sitting, out)?;
            }
            Mode::Placement => {
                let placed = placement::of_outcomes(&desk.library, &sitting.report().outcomes);
                json_line(out, &serde_json::json!({ "placement": placed }))?;
            }
            _ => {}
        }
        out.flush()?;
        recorder.check()?;
    } else {
        Talk::new(desk, sitting, recorder, lines, desk.page(out)).run()?;
    }
    Ok(out.flush()?)
}
