//! Predict first: the figure asks before it shows; what was predicted is kept before the truth is on the screen.

use ratatui::buffer::Buffer;

use crate::figure::{self, FigureInfo, Guess, Picture, Prediction, Settings, Tap};
use crate::memory::{Event, Store};
use crate::sitting::prediction;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::put;

use super::Live;
use super::said::{MEASURE, paragraph};
use crate::tui::rooms::study::blocks::plain;
use crate::tui::widgets::text::wrap;

/// A lower picture is too small to mark anything in.
const SEEN_PLOT: u16 = 7;
/// Rows of the line about the mark.
const MARK_ROWS: u16 = 1;

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
            Asking::Asked(_) => figure::veil(picture),
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

    /// Asks, and withholds what would answer, until a prediction was made or declined, unless the reader has done either before.
    pub fn offer(&mut self, store: Option<&Store>) {
        self.offers = is_fresh(self.info, store);
    }

    /// Does the question stand where the sentence will be?
    pub fn asks_first(&self) -> bool {
        self.offers && self.asking == Asking::Off
    }

    /// Would curve and table give away what is asked? Then they wait for the prediction.
    pub fn withholds(&self) -> bool {
        self.asks_first() && figure::spoils(self.info, &self.settings)
    }

    /// Shows what was withheld; the event is to be recorded, so that the figure asks no more by itself.
    pub fn reveal(&mut self) -> Option<Event> {
        self.touch();
        std::mem::take(&mut self.offers).then(|| prediction::declined(self.info))
    }

    /// Asks instead of saying, and hides what would answer.
    pub(super) fn withhold(&self, picture: &mut Picture) {
        if self.withholds() {
            figure::veil(picture);
        }
        picture.notice = figure::predict(self.info, &self.settings).map_or(String::new(), |asked| asked.question);
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

    /// Shows the figure without a prediction; the event is to be recorded, if it was asked for the first time.
    pub fn skip(&mut self) -> Option<Event> {
        self.asking = Asking::Off;
        self.state.cursor = None;
        self.reveal()
    }

    /// Can a place be marked instead of choosing an option?
    pub fn can_mark(&self) -> bool {
        self.tap_here().is_some()
    }

    /// Can the mark move to the sides? Where only a height is asked, the first step places it.
    pub(super) fn can_mark_across(&self) -> bool {
        self.tap_here().is_some_and(|tap| tap.x.is_none() || self.state.cursor.is_none())
    }

    /// Can the mark move up and down?
    pub(super) fn can_mark_height(&self) -> bool {
        self.tap_here().is_some_and(Tap::asks_height)
    }

    /// What can be marked, if there is a picture to mark it in.
    fn tap_here(&self) -> Option<&Tap> {
        let Asking::Asked(asked) = &self.asking else { return None };
        asked.tap.as_ref().filter(|_| self.asked_plot().is_some())
    }

    /// Rows of the picture above a question that is read whole; `None` if what is left would be none.
    fn asked_plot(&self) -> Option<u16> {
        let Asking::Asked(asked) = &self.asking else { return None };
        let left = self.size.seen.saturating_sub(self.question_rows(asked, true));
        (left >= SEEN_PLOT).then(|| self.size.plot.min(left))
    }

    /// Rows of the picture: all that it has, while nothing is asked.
    pub(super) fn plot_rows(&self) -> u16 {
        if self.asking.hides() { self.asked_plot().unwrap_or(0) } else { self.size.plot }
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
        let ends = self.options_at.windows(2);
        let chosen = ends.into_iter().position(|ends| matches!(ends, [top, end] if (*top..*end).contains(&row)));
        if let Some(chosen) = chosen {
            return self.say(Guess::Option(chosen));
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
        self.offers = false;
        let event = prediction::event(self.info, &asked, guess);
        self.settings = asked.reveal.clone();
        self.state.cursor = None;
        self.asking = Asking::Said(asked, guess);
        self.touch();
        Some(event)
    }

    /// What can be marked, or what is.
    fn mark_line(&self, asked: &Prediction) -> Option<String> {
        let tap = asked.tap.as_ref().filter(|_| self.can_mark())?;
        Some(match self.marked() {
            None => hint(tap),
            Some(guess) => {
                let said = asked.said(guess);
                format!("Your mark: {}. Enter takes it.", said.trim_start_matches("marked "))
            }
        })
    }

    /// Rows of the question with its options, and of the line about the mark, which never takes more than it has at first, so
    /// that the plot stands still under the hand.
    fn question_rows(&self, asked: &Prediction, with_mark: bool) -> u16 {
        let width = usize::from(self.size.width.min(MEASURE));
        let rows = |text: &str| wrap(text, width).len();
        let options: usize = asked.options.iter().map(|text| option_rows(text, width).len()).sum();
        let mark =
            asked.tap.as_ref().filter(|_| with_mark).map_or(0, |tap| rows(&hint(tap)).max(usize::from(MARK_ROWS)));
        u16::try_from(rows(&asked.question) + options + mark).unwrap_or(u16::MAX)
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
        let area = buffer.area;
        let mark = self.mark_line(asked);
        let room = area.height.saturating_sub(y + asked.options.len() as u16);
        let mut y = paragraph(buffer, y, &asked.question, theme.style(Role::Strong), theme, room);
        let mut at = vec![y];
        for (letter, option) in ["a", "b", "c"].iter().zip(&asked.options) {
            let x = put(buffer, area, 1, y, letter, theme.style(Role::Key));
            for row in option_rows(&plain(option, theme), usize::from(area.width.min(MEASURE))) {
                put(buffer, area, x + 2, y, &row, theme.style(Role::Text));
                y += 1;
            }
            at.push(y);
        }
        if let Some(mark) = mark {
            paragraph(buffer, y, &mark, theme.style(Role::Accent), theme, MARK_ROWS);
        }
        self.options_at = at;
    }
}

/// Does a figure have a surprise that was neither predicted nor declined yet?
pub fn is_fresh(info: &FigureInfo, store: Option<&Store>) -> bool {
    let before = || store.is_some_and(|s| s.is_predicted(&prediction::item(info)).unwrap_or(false));
    figure::can_predict(info) && !before()
}

/// What keys do about the question.
pub(super) fn invitation(spoils: bool, here: bool) -> String {
    let who = if here { "p predicts it" } else { "Tab, then p predicts it" };
    let instead = if spoils { "s shows it" } else { "s skips the question" };
    format!("{who}; {instead}.")
}

/// An option beside its letter.
fn option_rows(text: &str, width: usize) -> Vec<String> {
    wrap(text, width.saturating_sub(4).max(8))
}

fn hint(tap: &Tap) -> String {
    format!("Or mark {}: arrow keys or a click.", tap.what)
}

#[cfg(test)]
mod tests;
