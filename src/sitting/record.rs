//! What goes into the log: the event, filled in completely, and the grade.

use crate::content::model::Kind;
use crate::memory::{Event, EventKind, Grade, Mode};
use crate::question::{Drawn, Reading, Response, Verdict};

use super::rubric::Score;
use super::{Current, Slot};

/// The event of the current question, before an answer is in it.
pub(super) fn blank(current: &Current, mode: Mode, session: &str) -> Event {
    let mut event = Event::new(EventKind::Answer, mode, current.item.clone());
    event.session = session.into();
    event.scheme = current.drawn.question.scheme;
    event.seed.clone_from(&current.drawn.instance.seed);
    event.drawn = json(&current.drawn.instance.drawn);
    event.content_hash.clone_from(&current.content_hash);
    event.hints = u32::try_from(current.slot.help()).unwrap_or(u32::MAX);
    event.tries = current.slot.tries;
    event.level = current.level().name().into();
    event
}

/// Puts an answer into an event.
pub(super) fn fill(event: &mut Event, drawn: &Drawn, response: &Response, verdict: &Verdict, readings: &[Reading]) {
    event.typed = typed(response);
    event.reading = if readings.is_empty() { String::new() } else { json(&readings) };
    event.verdict = verdict.word().into();
    if let Verdict::Mistake { code, .. } = verdict {
        event.code.clone_from(code);
    }
    if let (Kind::Interview(interview), Response::Ticked(ticked)) = (&drawn.question.kind, response) {
        event.kind = EventKind::Rubric;
        event.code = Score::new(interview, ticked).missed.join("\n");
    }
}

/// Right at once is Good, right with hints or on a later try Hard, wrong or with the solution in view Again.
pub(super) fn grade(slot: &Slot, drawn: &Drawn, verdict: &Verdict, response: &Response) -> Grade {
    if slot.assisted {
        return Grade::Again;
    }
    if let (Kind::Interview(interview), Response::Ticked(ticked)) = (&drawn.question.kind, response) {
        return Score::new(interview, ticked).grade;
    }
    match verdict.is_right() {
        false => Grade::Again,
        true if slot.help() > 0 || slot.tries > 1 => Grade::Hard,
        true => Grade::Good,
    }
}

/// Exactly what was typed, chosen or ticked. One field is its text; everything else is JSON.
fn typed(response: &Response) -> String {
    match response {
        Response::Text(text) => text.clone(),
        Response::Typed(texts) => match texts.as_slice() {
            [one] => one.clone(),
            many => json(&many),
        },
        Response::Chosen(places) | Response::Ticked(places) => json(places),
        Response::Traced(compiles, printed) => json(&(compiles, printed)),
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
