//! `posenc mock --interview`: three prompts, two calculations and a plot, one after the other.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;
use serde_json::json;

use crate::content::model::{FigureCall, Kind};
use crate::figure::{self, Sampling, Settings, say};
use crate::sitting::REPLAYS;
use crate::sitting::interview::{Course, Done, Part};
use crate::tui::rooms;

use super::args::MockArgs;
use super::ask::lines::{Lines, spent};
use super::ask::plain::{Talk, WAITS};
use super::ask::recorder::Recorder;
use super::ask::{Desk, Voice, json};
use super::interview::Rehearsal;
use super::output::{self, Problem, json_line};
use super::{Cli, open, seed};

/// What came of a part, in the report.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    part: &'a Part,
    title: String,
    done: Option<Done>,
}

/// Asks all parts, then says where the points were.
pub fn run(cli: &Cli, args: &MockArgs) -> Result<ExitCode, Problem> {
    let desk = Desk::new(cli)?;
    let seed = seed::read(args.seed.typed(), &desk.library, &[])?;
    let voice = Voice::of(args.voice);
    if voice == Voice::Screen {
        return Ok(open::open(cli, Some(Box::new(move |cx| rooms::mock_interview_with(seed, cx)))));
    }
    let course = Course::begin(&desk.library, seed)?;
    talk(&desk, &course, desk.recorder(), voice, &mut output::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// Asks the parts that are not done, then says how all of them went.
pub(super) fn talk(
    desk: &Desk,
    course: &Course,
    mut recorder: Recorder,
    voice: Voice,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let parts = course.parts();
    let known = recorder.store().and_then(|store| course.done(&desk.library, store).ok());
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (part, done) in parts.iter().zip(known.unwrap_or_else(|| vec![None; parts.len()])) {
        let title = desk.library.question(part.id())?.title.clone();
        rows.push(Row { part, title, done });
    }
    if voice == Voice::Plain {
        let mut page = desk.page(out);
        page.line(&format!("Mock interview: {} parts, code {}.", parts.len(), course.code()))?;
        page.line(REPLAYS)?;
        page.line(&format!("  posenc mock --interview --seed {}", course.code()))?;
        page.flush()?;
    }
    for (i, part) in parts.iter().enumerate() {
        if rows.get(i).is_none_or(|row| row.done.is_some()) {
            continue;
        }
        if voice == Voice::Plain {
            let mut page = desk.page(out);
            page.gap()?;
            page.line(&format!("Part {} of {}: {}", i + 1, parts.len(), part.word()))?;
            page.flush()?;
        }
        let first = rows.iter().all(|row| row.done.is_none()) && !course.is_begun(recorder.store());
        let (done, back) = ask(desk, Turn { course, part, first }, voice, recorder, out)?;
        recorder = back;
        let ended = done.is_none();
        if let Some(row) = rows.get_mut(i) {
            row.done = done;
        }
        if ended {
            break;
        }
    }
    report(desk, course, &rows, voice, out)?;
    out.flush()?;
    Ok(recorder.check()?)
}

/// The part whose turn it is; `first` if nothing of the interview is done yet.
#[derive(Clone, Copy)]
struct Turn<'a> {
    course: &'a Course,
    part: &'a Part,
    first: bool,
}

/// One part; `None` if the input ended before its answer.
fn ask(
    desk: &Desk,
    Turn { course, part, first }: Turn<'_>,
    voice: Voice,
    mut recorder: Recorder,
    out: &mut dyn Write,
) -> Result<(Option<Done>, Recorder), Problem> {
    if let Part::Compute { id, seed } = part {
        let mut sitting = course.compute(&desk.library, id, seed, first)?;
        sitting.set_options(desk.judging());
        let mut lines = Lines::stdin();
        let (sitting, recorder) = match voice {
            Voice::Json => {
                json::run(desk, &mut sitting, &mut recorder, &mut lines, out)?;
                (sitting, recorder)
            }
            _ => Talk::new(desk, sitting, recorder, lines, desk.page(out)).part()?,
        };
        let outcome = sitting.report().outcomes.into_iter().next();
        let done = outcome.map(|o| Done {
            had: usize::from(o.right),
            asked: 1,
            missed: if o.right { Vec::new() } else { vec![format!("yours {}, right {}", o.yours, o.key)] },
            ms: sitting.report().ms,
        });
        return Ok((done, recorder));
    }
    if let Part::Plot { figure, .. } = part {
        plot(desk, figure, voice, out)?;
    }
    let question = desk.library.question(part.id())?;
    let Kind::Interview(interview) = &question.kind else { return Ok((None, recorder)) };
    let since = Instant::now();
    let lines = Lines::stdin();
    let round = course.rehearse(&desk.library, part.id(), recorder.store());
    let mut rehearsal = Rehearsal { desk, question, interview, recorder: &mut recorder, lines, round };
    let score = match voice {
        Voice::Json => rehearsal.json(out)?,
        _ => rehearsal.plain(&mut desk.page(out))?,
    };
    let done = score.map(|s| Done { had: s.had, asked: s.asked, missed: s.missed, ms: spent(since) });
    Ok((done, recorder))
}

/// The plot in words, and the command that draws it.
fn plot(desk: &Desk, call: &FigureCall, voice: Voice, out: &mut dyn Write) -> Result<(), Problem> {
    let Some(info) = figure::find(&call.id) else { return Ok(()) };
    let settings = Settings::of_call(info, &call.set);
    if voice == Voice::Json {
        return json_line(out, &json!({ "figure": call }));
    }
    let picture = figure::build(info, &settings, Sampling { cols: 72, rows: 18 });
    let mut page = desk.page(out);
    page.hung("The plot: ", &say::say(&picture))?;
    page.line(&format!("It is drawn by: posenc {}", settings.to_command_line(info).trim_start_matches("posenc ")))?;
    page.gap()?;
    Ok(page.flush()?)
}

fn report(desk: &Desk, course: &Course, rows: &[Row<'_>], voice: Voice, out: &mut dyn Write) -> Result<(), Problem> {
    if voice == Voice::Json {
        return json_line(out, &json!({ "code": course.code(), "interview": rows }));
    }
    let mut page = desk.page(out);
    page.gap()?;
    page.line("How it went:")?;
    for (i, row) in rows.iter().enumerate() {
        let Some(done) = &row.done else { continue };
        let points = match (row.part, done.had) {
            (Part::Compute { .. }, 0) => "not yet".to_string(),
            (Part::Compute { .. }, _) => "right".into(),
            (_, had) => format!("{had} of {} points", done.asked),
        };
        page.hung(&format!("  {}  ", i + 1), &format!("{points}: {}", row.title))?;
        done.missed.iter().try_for_each(|missed| page.hung("       missed: ", missed))?;
    }
    let ms: u64 = rows.iter().filter_map(|row| row.done.as_ref()).map(|done| done.ms).sum();
    page.line(&format!("Time: {}.", crate::sitting::clock_face(ms)))?;
    let done = rows.iter().filter(|row| row.done.is_some()).count();
    if done > 0 && done < rows.len() {
        page.line(WAITS)?;
    }
    Ok(page.flush()?)
}
