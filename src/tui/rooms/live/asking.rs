//! Predict first: the figure asks before it shows; what was predicted is kept before the truth is on the screen.

use ratatui::buffer::Buffer;

use crate::figure::{self, Picture, Prediction, Settings};
use crate::memory::{Event, EventKind, Mode};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::put;

use super::Live;
use super::paint::{MEASURE, paragraph};
use crate::tui::rooms::study::blocks::plain;
use crate::tui::widgets::text::wrap;

/// How far a prediction has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Asking {
    /// Nothing is asked.
    #[default]
    Off,
    /// Asked; the figure hides its data.
    Asked(Prediction),
    /// Answered with this option; both are shown.
    Said(Prediction, usize),
}

impl Asking {
    /// The settings that the picture is made of, while a prediction governs them.
    pub(super) fn settings(&self) -> Option<&Settings> {
        match self {
            Asking::Asked(asked) => Some(&asked.reveal),
            _ => None,
        }
    }

    /// Is the data hidden?
    pub(super) fn hides(&self) -> bool {
        matches!(self, Asking::Asked(_))
    }

    /// Hides the data, or draws prediction and truth.
    pub(super) fn draw(&self, picture: &mut Picture) {
        match self {
            Asking::Off => {}
            Asking::Asked(asked) => asked.veil(picture),
            Asking::Said(asked, chosen) => asked.sketch(picture, *chosen),
        }
    }

    /// A turned knob ends it.
    pub(super) fn close(&mut self) {
        if matches!(self, Asking::Said(..)) {
            *self = Asking::Off;
        }
    }

    /// Prediction and truth, once it was made.
    pub(super) fn verdict(&self) -> Option<String> {
        match self {
            Asking::Said(asked, chosen) => Some(asked.verdict(*chosen)),
            _ => None,
        }
    }
}

impl Live {
    /// Does this figure ask for a prediction?
    pub fn can_predict(&self) -> bool {
        figure::can_predict(self.info)
    }

    /// Is a prediction waited for?
    pub fn is_asking(&self) -> bool {
        self.asking.hides()
    }

    /// Asks; `false` if there is nothing to ask here.
    pub fn ask(&mut self) -> bool {
        let Some(asked) = figure::predict(self.info, &self.settings) else { return false };
        self.pause();
        self.state.cursor = None;
        self.asking = Asking::Asked(asked);
        self.touch();
        true
    }

    /// Shows the figure without a prediction.
    pub fn skip(&mut self) {
        self.asking = Asking::Off;
        self.touch();
    }

    /// Takes a prediction; the event is to be recorded before the next frame shows the truth.
    pub fn say(&mut self, chosen: usize) -> Option<Event> {
        let Asking::Asked(asked) = std::mem::take(&mut self.asking) else { return None };
        let mut event = Event::new(EventKind::Predict, Mode::Study, format!("figure/{}", self.info.slug));
        event.scheme = Some(self.info.scheme);
        event.drawn = serde_json::to_string(&asked.reveal).unwrap_or_default();
        event.typed = asked.options.get(chosen).cloned().unwrap_or_default();
        event.reading = asked.question.clone();
        event.verdict = if chosen == asked.right { "right" } else { "wrong" }.to_string();
        self.settings = asked.reveal.clone();
        self.asking = Asking::Said(asked, chosen);
        self.touch();
        Some(event)
    }

    /// Rows of the question with its options; none if nothing is asked.
    pub(super) fn question_rows(&self, width: u16) -> u16 {
        let Asking::Asked(asked) = &self.asking else { return 0 };
        let rows = wrap(&asked.question, usize::from(width.min(MEASURE))).len() + asked.options.len();
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    /// ```text
    ///  Both move on together. What does the score do?
    ///   a  it falls …
    ///   b  it stays the same
    ///   c  it swings …
    /// ```
    pub(super) fn paint_question(&self, buffer: &mut Buffer, y: u16, theme: &Theme) {
        let Asking::Asked(asked) = &self.asking else { return };
        let options = asked.options.len() as u16;
        let room = buffer.area.height.saturating_sub(y + options);
        let after = paragraph(buffer, y, &asked.question, theme.style(Role::Strong), theme, room);
        for (y, (letter, option)) in (after..).zip(["a", "b", "c"].iter().zip(&asked.options)) {
            let area = buffer.area;
            let x = put(buffer, area, 1, y, letter, theme.style(Role::Key));
            put(buffer, area, x + 2, y, &plain(option, theme), theme.style(Role::Text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::settings::Marks;

    #[test]
    fn a_prediction_is_an_event_with_question_choice_and_verdict_and_turns_the_figure_to_its_truth() {
        let mut live = Live::of(figure::find("rope-score").unwrap(), Marks::Braille).unwrap();
        assert!(live.can_predict() && live.ask() && live.is_asking());
        let event = live.say(0).unwrap();
        assert_eq!((event.item.as_str(), event.verdict.as_str()), ("figure/rope-score", "wrong"));
        assert!(event.typed.contains("distance 0") && event.grade.is_none());
        assert!(live.command().contains("vectors=peak"));
        assert!(live.asking.verdict().unwrap().contains("at distance 50"));
        assert!(live.say(1).is_none(), "it is asked once");
    }

    #[test]
    fn a_turned_knob_takes_the_prediction_off_the_picture_and_a_skipped_one_changes_nothing() {
        let mut live = Live::of(figure::find("slope-fan").unwrap(), Marks::Braille).unwrap();
        let before = live.settings.clone();
        live.ask();
        live.skip();
        assert_eq!(live.settings, before);
        live.ask();
        live.say(2);
        live.turn(1);
        assert_eq!(live.asking, Asking::Off);
        let none = Live::of(figure::find("alibi-bias").unwrap(), Marks::Braille).unwrap();
        assert!(!none.can_predict());
    }
}
