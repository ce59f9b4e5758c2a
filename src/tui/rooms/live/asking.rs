//! Predict first: the figure asks before it shows; what was predicted is kept before the truth is on the screen.

use ratatui::buffer::Buffer;

use crate::figure::{self, Guess, Picture, Prediction, Settings, Tap};
use crate::memory::{Event, Store};
use crate::sitting::prediction;
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
    /// Answered; both are shown.
    Said(Prediction, Guess),
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
            Asking::Said(asked, guess) => asked.sketch(picture, *guess),
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
            Asking::Said(asked, guess) => Some(asked.verdict(*guess)),
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

    /// Offers to ask first, unless the reader has predicted this figure before.
    pub fn offer(&mut self, store: Option<&Store>) {
        let before = || store.is_some_and(|s| s.is_predicted(&prediction::item(self.info)).unwrap_or(false));
        self.offers = self.can_predict() && !before();
    }

    /// Asks; `false` if there is nothing to ask here.
    pub fn ask(&mut self) -> bool {
        let Some(asked) = figure::predict(self.info, &self.settings) else { return false };
        self.pause();
        self.state.cursor = None;
        self.offers = false;
        self.asking = Asking::Asked(asked);
        self.touch();
        true
    }

    /// Shows the figure without a prediction.
    pub fn skip(&mut self) {
        self.asking = Asking::Off;
        self.state.cursor = None;
        self.touch();
    }

    /// Can a place be marked instead of choosing an option?
    pub fn can_mark(&self) -> bool {
        matches!(&self.asking, Asking::Asked(asked) if asked.tap.is_some())
    }

    /// What the mark says, as far as one is placed.
    fn marked(&self) -> Option<Guess> {
        let (Asking::Asked(asked), Some(at)) = (&self.asking, self.state.cursor) else { return None };
        asked.mark(at.panel, at.x, at.y)
    }

    /// Moves the mark by cells; it stays where only the height is asked, and in the panel that counts.
    pub fn move_mark(&mut self, right: i32, up: i32) {
        if self.can_mark() {
            self.state.step(right, up);
            self.hold_mark();
        }
    }

    /// Puts the mark to a cell; a second time to the same place is the prediction.
    pub(super) fn tap(&mut self, col: u16, row: u16) -> Option<Event> {
        let top = self.options_at;
        if (top..top + 3).contains(&row) {
            return self.say(Guess::Option(usize::from(row - top)));
        }
        let before = self.state.cursor;
        let at = self.state.hit(col, row).filter(|_| self.can_mark())?;
        self.state.cursor = Some(at);
        self.hold_mark();
        if before == self.state.cursor { self.confirm() } else { None }
    }

    fn hold_mark(&mut self) {
        let Asking::Asked(asked) = &self.asking else { return };
        let Some(tap) = &asked.tap else { return };
        // One round through the panels at most: a panel that is not on the screen can't be marked.
        for _ in 0..8 {
            if self.state.cursor.is_none_or(|at| at.panel == tap.panel) {
                break;
            }
            self.state.next_panel();
        }
        if let (Some(at), Some(x)) = (&mut self.state.cursor, tap.x) {
            at.x = x;
        }
    }

    /// Takes the mark as the prediction.
    pub fn confirm(&mut self) -> Option<Event> {
        let guess = self.marked()?;
        self.say(guess)
    }

    /// Takes a prediction; the event is to be recorded before the next frame shows the truth.
    pub fn say(&mut self, guess: Guess) -> Option<Event> {
        let Asking::Asked(asked) = std::mem::take(&mut self.asking) else { return None };
        let event = prediction::event(self.info, &asked, guess);
        self.settings = asked.reveal.clone();
        self.state.cursor = None;
        self.asking = Asking::Said(asked, guess);
        self.touch();
        Some(event)
    }

    /// What can be marked, or what is.
    fn mark_line(&self, asked: &Prediction) -> Option<String> {
        let tap = asked.tap.as_ref()?;
        Some(match self.marked() {
            None => hint(tap),
            Some(guess) => {
                let said = asked.said(guess);
                format!("Your mark: {}. Enter takes it.", said.trim_start_matches("marked "))
            }
        })
    }

    /// Rows of the question with its options; none if nothing is asked.
    pub(super) fn question_rows(&self, width: u16) -> u16 {
        let Asking::Asked(asked) = &self.asking else { return 0 };
        let rows = |text: &str| wrap(text, usize::from(width.min(MEASURE))).len();
        // As many for a mark as for the hint, so that the plot stands still under the hand.
        let hint = asked.tap.as_ref().map_or(0, |tap| rows(&hint(tap)));
        let mark = self.mark_line(asked).map_or(0, |text| rows(&text)).max(hint);
        u16::try_from(rows(&asked.question) + asked.options.len() + mark).unwrap_or(u16::MAX)
    }

    /// ```text
    ///  Both move on together. What does the score do?
    ///   a  it falls …
    ///   b  it stays the same
    ///   c  it swings …
    ///  Or mark any point that the curve will pass: arrow keys or a click.
    /// ```
    pub(super) fn paint_question(&mut self, buffer: &mut Buffer, y: u16, theme: &Theme) {
        let Asking::Asked(asked) = &self.asking else { return };
        let options = asked.options.len() as u16;
        let mark = self.mark_line(asked);
        let room = buffer.area.height.saturating_sub(y + options);
        let after = paragraph(buffer, y, &asked.question, theme.style(Role::Strong), theme, room);
        for (y, (letter, option)) in (after..).zip(["a", "b", "c"].iter().zip(&asked.options)) {
            let area = buffer.area;
            let x = put(buffer, area, 1, y, letter, theme.style(Role::Key));
            put(buffer, area, x + 2, y, &plain(option, theme), theme.style(Role::Text));
        }
        if let Some(mark) = mark {
            paragraph(buffer, after + options, &mark, theme.style(Role::Accent), theme, 2);
        }
        self.options_at = after;
    }
}

fn hint(tap: &Tap) -> String {
    format!("Or mark {}: arrow keys or a click.", tap.what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::rooms::live::Keys;
    use crate::tui::settings::Marks;

    #[test]
    fn a_prediction_is_an_event_with_question_choice_and_verdict_and_turns_the_figure_to_its_truth() {
        let mut live = Live::of(figure::find("rope-score").unwrap(), Marks::Braille).unwrap();
        assert!(live.can_predict() && live.ask() && live.is_asking());
        let event = live.say(Guess::Option(0)).unwrap();
        assert_eq!((event.item.as_str(), event.verdict.as_str()), ("figure/rope-score", "wrong"));
        assert!(event.typed.contains("distance 0") && event.grade.is_none());
        assert!(live.command().contains("vectors=peak"));
        assert!(live.asking.verdict().unwrap().contains("at distance 50"));
        assert!(live.say(Guess::Option(1)).is_none(), "it is asked once");
    }

    #[test]
    fn a_turned_knob_takes_the_prediction_off_the_picture_and_a_skipped_one_changes_nothing() {
        let mut live = Live::of(figure::find("slope-fan").unwrap(), Marks::Braille).unwrap();
        let before = live.settings.clone();
        live.ask();
        live.skip();
        assert_eq!(live.settings, before);
        live.ask();
        live.say(Guess::Option(2));
        live.turn(1);
        assert_eq!(live.asking, Asking::Off);
        let none = Live::of(figure::find("alibi-bias").unwrap(), Marks::Braille).unwrap();
        assert!(!none.can_predict());
    }

    fn drawn(slug: &str) -> Live {
        let mut live = Live::of(figure::find(slug).unwrap(), Marks::Braille).unwrap();
        live.fill(76, 22);
        assert!(live.ask());
        live.cells(&Theme::default(), Keys::Here);
        live
    }

    #[test]
    fn a_mark_is_moved_by_keys_and_taken_by_enter() {
        let mut live = drawn("nearest-lookalike");
        assert!(live.confirm().is_none(), "nothing is marked yet");
        live.move_mark(0, 0);
        live.move_mark(7, 1);
        let at = live.state.cursor.unwrap();
        assert_eq!(at.x, 5120.0, "only the height is asked");
        let event = live.confirm().unwrap();
        assert!(event.typed.starts_with("marked 0.") && event.typed.ends_with("at position 5120"), "{}", event.typed);
        assert_eq!(event.verdict, "wrong");
        let verdict = live.asking.verdict().unwrap();
        assert!(verdict.contains("too high"), "{verdict}");
    }

    #[test]
    fn a_click_marks_a_second_one_takes_it_and_a_click_on_an_option_chooses_it() {
        let mut live = drawn("rope-shift");
        assert!(live.tap(40, 5).is_none());
        let at = live.state.cursor.unwrap();
        assert!(live.tap(40, 5).is_some());
        assert!(live.asking.verdict().unwrap().contains(&format!("at shift {}", at.x.round())));
        let mut live = drawn("rope-shift");
        let row = live.options_at + 1;
        let event = live.tap(3, row).unwrap();
        assert_eq!((event.typed.as_str(), event.verdict.as_str()), ("it stays the same", "right"));
    }

    #[test]
    fn every_figure_that_asks_can_be_marked_and_shows_both() {
        for info in figure::ALL.iter().filter(|info| figure::can_predict(info)) {
            let mut live = drawn(info.slug);
            live.move_mark(0, 0);
            live.move_mark(3, -1);
            let event = live.confirm().unwrap_or_else(|| panic!("{}", info.slug));
            assert!(!event.typed.is_empty() && !live.asking.verdict().unwrap().is_empty(), "{}", info.slug);
            live.cells(&Theme::default(), Keys::Here);
        }
    }

    #[test]
    fn the_offer_stands_until_a_prediction_was_made_and_recorded() {
        let mut store = Store::in_memory().unwrap();
        let mut live = Live::of(figure::find("rope-shift").unwrap(), Marks::Braille).unwrap();
        live.offer(Some(&store));
        assert!(live.offers);
        live.ask();
        assert!(!live.offers);
        let event = live.say(Guess::Option(1)).unwrap();
        store.record(&event).unwrap();
        live.offer(Some(&store));
        assert!(!live.offers);
    }
}
