//! `--json`: a question line out, an answer line in, a verdict line out.

use std::io::Write;
use std::time::Instant;

use serde_json::json;

use crate::question::{Drawn, Reading, Response};
use crate::sitting::{Passed, Report, Sitting, Step};

use super::super::output::{Problem, json_line};
use super::Desk;
use super::lines::{Lines, spent};
use super::listen;
use super::moves::Move;
use super::object::{QuestionObject, VerdictObject, number};
use super::recorder::Recorder;
use super::reply::{self, Line};

/// Asks until everything is answered or the input ends.
pub fn run(
    desk: &Desk,
    sitting: &mut Sitting,
    recorder: &mut Recorder,
    lines: &mut Lines<'_>,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let mut last = None;
    loop {
        recorder.catch_up(sitting, &desk.library);
        let Some(drawn) = sitting.current().cloned() else { return Ok(()) };
        json_line(out, &QuestionObject::new(&drawn, sitting, false))?;
        out.flush()?;
        let since = Instant::now();
        match heard(&drawn, sitting, lines, out)? {
            None | Some(Line::Move(Move::Quit)) => return Ok(()),
            Some(Line::Answer(response, confidence)) => {
                let readings = readings(sitting, &response);
                let (verdict, event) = sitting.answer(response.clone(), spent(since), confidence);
                recorder.keep(sitting, event);
                let object = VerdictObject::new(&drawn, &response, &verdict, &readings);
                match verdict.counts() {
                    true if sitting.is_silent() => {
                        json_line(out, &recorder.kept(json!({ "id": drawn.question.id, "noted": true })))?;
                    }
                    true => json_line(out, &recorder.kept(object))?,
                    false => json_line(out, &object)?,
                }
                if verdict.counts() {
                    last = Some(drawn.question.id.clone());
                    sitting.next(&desk.library);
                }
            }
            Some(Line::Move(Move::Skip)) => match sitting.pass(spent(since), &desk.library) {
                Passed::On(event) | Passed::Later(event) => recorder.keep(sitting, event.map(|event| *event)),
                Passed::NotKnown(event) => recorder.keep(sitting, Some(*event)),
                Passed::Last => json_line(out, &json!({ "error": "this is the only question left" }))?,
            },
            Some(Line::Move(to)) if sitting.is_silent() && to != Move::Undo => {
                let why = "nothing is said here before the end: answer as you think now, or skip";
                json_line(out, &json!({ "error": why }))?;
            }
            Some(Line::Move(Move::Solve)) => {
                let event = sitting.solution(spent(since));
                recorder.keep(sitting, event);
                json_line(out, &recorder.kept(VerdictObject::shown(&drawn)))?;
                last = Some(drawn.question.id.clone());
                sitting.next(&desk.library);
            }
            Some(Line::Move(to)) => {
                if let Err(error) = go(to, last.as_deref().unwrap_or(&drawn.question.id), sitting, recorder, desk) {
                    json_line(out, &json!({ "error": error }))?;
                }
            }
            // Answered on the spot.
            Some(Line::Hint | Line::Calculate(_)) => {}
        }
        out.flush()?;
    }
}

/// Another question instead of this one; the error says why there is none.
fn go(to: Move, last: &str, sitting: &mut Sitting, recorder: &mut Recorder, desk: &Desk) -> Result<(), &'static str> {
    let library = &desk.library;
    let (done, why) = match to {
        Move::Another => (sitting.another_of(last, library), "there is no other one"),
        Move::Easier => (sitting.step(Step::Easier, library).is_some(), "there is no easier family of this scheme"),
        Move::Harder => (sitting.step(Step::Harder, library).is_some(), "there is no harder family of this scheme"),
        // The last answer of the sitting before can be taken back as well: that sitting ended with its last verdict.
        Move::Undo => (sitting.undo() | recorder.undo(), "there is no answer to take back"),
        Move::Solve | Move::Skip | Move::Quit => (true, ""),
    };
    if done { Ok(()) } else { Err(why) }
}

/// How an exam went: the report, and for each question what would have been said about it.
pub fn report(desk: &Desk, sitting: &Sitting, out: &mut dyn Write) -> Result<(), Problem> {
    let report: Report = sitting.report();
    let looks: Vec<Sitting> = report.outcomes.iter().filter_map(|o| sitting.look_again(o, &desk.library)).collect();
    let said = |look: &Sitting| {
        let drawn = look.current()?;
        let verdict = match look.judged() {
            Some(judged) => {
                let readings = readings(look, &judged.response);
                serde_json::to_value(VerdictObject::new(drawn, &judged.response, &judged.verdict, &readings)).ok()?
            }
            None => serde_json::to_value(VerdictObject::shown(drawn)).ok()?,
        };
        Some(json!({ "id": drawn.question.id, "verdict": verdict }))
    };
    let explained: Vec<_> = looks.iter().filter_map(said).collect();
    json_line(out, &json!({ "report": report, "explained": explained }))
}

/// The questions with their solutions: nothing is read, nothing recorded.
pub fn solve(desk: &Desk, sitting: &mut Sitting, out: &mut dyn Write) -> Result<(), Problem> {
    let count = sitting.progress().1;
    let mut number = 0;
    while let Some(drawn) = sitting.current() {
        number += 1;
        json_line(out, &QuestionObject::new(drawn, sitting, true).at(number, count))?;
        sitting.set_aside(&desk.library);
    }
    Ok(())
}

/// The next line that fits; one that doesn't is answered with what is expected. Hints and the calculator are answered here.
fn heard(
    drawn: &Drawn,
    sitting: &mut Sitting,
    lines: &mut Lines<'_>,
    out: &mut dyn Write,
) -> Result<Option<Line>, Problem> {
    while let Some(line) = lines.line()? {
        match reply::line(&line, &drawn.instance.ask, sitting.reads_comma()) {
            Ok(Line::Hint) => {
                let hint = sitting.hint().map(str::to_string);
                let left = drawn.instance.hints.len() - sitting.hints_shown().len();
                json_line(out, &json!({ "hint": hint, "left": left }))?;
            }
            Ok(Line::Calculate(_)) if sitting.is_mental() => json_line(out, &json!({ "error": listen::FOR_THE_HEAD }))?,
            Ok(Line::Calculate(text)) => match listen::calculate(&text) {
                Ok(value) => json_line(out, &json!({ "value": number(value) }))?,
                Err(error) => json_line(out, &json!({ "error": error }))?,
            },
            Ok(line) => return Ok(Some(line)),
            Err(error) => json_line(out, &json!({ "error": error }))?,
        }
        out.flush()?;
    }
    Ok(None)
}

fn readings(sitting: &Sitting, response: &Response) -> Vec<Reading> {
    match response {
        Response::Typed(texts) => texts.iter().enumerate().map(|(i, text)| sitting.read(i, text)).collect(),
        _ => Vec::new(),
    }
}
