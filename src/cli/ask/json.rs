//! `--json`: a question line out, an answer line in, a verdict line out.

use std::io::Write;
use std::time::Instant;

use serde_json::json;

use crate::question::{Reading, Response};
use crate::sitting::Sitting;

use super::super::output::{Problem, json_line};
use super::lines::Lines;
use super::object::{QuestionObject, VerdictObject};
use super::recorder::Recorder;
use super::{Desk, reply};

/// Asks until everything is answered or the input ends.
pub fn run(
    desk: &Desk,
    sitting: &mut Sitting,
    recorder: &mut Recorder,
    lines: &mut Lines<'_>,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    while let Some(drawn) = sitting.current().cloned() {
        json_line(out, &QuestionObject::new(&drawn, sitting.progress(), false))?;
        out.flush()?;
        let since = Instant::now();
        let Some(response) = heard(&drawn.instance.ask, lines, out)? else { return Ok(()) };
        let readings = readings(sitting, &response);
        let (verdict, event) = sitting.answer(response.clone(), spent(since), None);
        if let Some(event) = event {
            recorder.record(event);
        }
        match sitting.is_silent() && verdict.counts() {
            true => json_line(out, &json!({ "id": drawn.question.id, "noted": true }))?,
            false => json_line(out, &VerdictObject::new(&drawn, &response, &verdict, &readings))?,
        }
        out.flush()?;
        if verdict.counts() {
            sitting.next(&desk.library);
        }
    }
    Ok(())
}

/// The questions with their solutions: nothing is read, nothing recorded.
pub fn solve(desk: &Desk, sitting: &mut Sitting, out: &mut dyn Write) -> Result<(), Problem> {
    let count = sitting.progress().1;
    let mut number = 0;
    while let Some(drawn) = sitting.current() {
        number += 1;
        json_line(out, &QuestionObject::new(drawn, (number, count), true))?;
        sitting.set_aside(&desk.library);
    }
    Ok(())
}

/// The next answer that fits; a line that doesn't is answered with what is expected.
fn heard(ask: &crate::question::Ask, lines: &mut Lines<'_>, out: &mut dyn Write) -> Result<Option<Response>, Problem> {
    while let Some(line) = lines.line()? {
        match reply::from_json(&line, ask) {
            Ok(response) => return Ok(Some(response)),
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

/// Milliseconds since then.
pub fn spent(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
