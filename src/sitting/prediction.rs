//! What was predicted before a figure showed it, as an event of the log.

use crate::figure::{FigureInfo, Guess, Prediction};
use crate::memory::{Event, EventKind, Mode};

/// What the log calls a figure.
pub fn item(info: &FigureInfo) -> String {
    format!("figure/{}", info.slug)
}

/// The event of a figure that was shown without a prediction, so that it asks no more by itself: nothing was said, and there is
/// no verdict.
pub fn declined(info: &FigureInfo) -> Event {
    let mut event = Event::new(EventKind::Predict, Mode::Study, item(info));
    event.scheme = Some(info.scheme);
    event
}

/// The event of a prediction: the question, what was chosen or marked, whether it came true, the settings that show it.
pub fn event(info: &FigureInfo, asked: &Prediction, guess: Guess) -> Event {
    let mut event = Event::new(EventKind::Predict, Mode::Study, item(info));
    event.scheme = Some(info.scheme);
    event.drawn = serde_json::to_string(&asked.reveal).unwrap_or_default();
    event.typed = asked.said(guess);
    event.reading = asked.question.clone();
    event.verdict = if asked.is_right(guess) { "right" } else { "wrong" }.to_string();
    event
}
