//! A live figure: its picture, its knobs, its cursor, its clock. Study has them in its pages, the gallery full screen.
//!
//! ```text
//!  o Common shift   m = 4, n = 10                     <- the picture
//!  1 ┤ …
//!   shift ◂ 100 ▸   θ ◂ 0.50 ▸                        <- knobs
//!  The line is flat at −0.7069 …                      <- what to notice | the cursor's numbers | a field
//!  q = (1, 0), k = (0.6, 0.8) …                       <- the convention | what the knob does
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `paint` | the cells of it; drawn anew only when something that it shows has changed |
//! | `strip` | the knobs: where they stand, what a click on them does |
//! | `hand` | the cross-hair and the field for a value |
//! | `clock` | a knob that turns by itself |
//! | `pin` | settings that are kept to compare with: as ghosts, or side by side |
//! | `asking` | a prediction before the figure shows |
//! | `keys` | what keys do |

mod asking;
mod clock;
mod hand;
mod keys;
mod paint;
mod pin;
mod said;
mod strip;

use ratatui::buffer::Buffer;
use tui_input::Input;

use crate::content::model::FigureCall;
use crate::figure::{self, FigureInfo, Knob, Picture, Sampling, Settings};
use crate::tui::plot::{Plot, PlotState, PlotStyle};
use crate::tui::settings::Marks;
use crate::tui::theme::Theme;

use asking::Asking;
pub use asking::is_fresh;
use clock::{Clock, Speed};
pub use paint::Keys;
use paint::{CONVENTION_ROWS, Face, NOTICE_ROWS, PARTS};
use pin::Pin;
use strip::Handle;

/// A picture needs this many rows to be one.
const LOWEST: u16 = 9;
/// From this many rows on, a blank one stands above the knobs.
const AIRY: u16 = 30;

/// A live figure.
pub struct Live {
    /// Its row in the table of figures.
    pub info: &'static FigureInfo,
    begin: Settings,
    settings: Settings,
    marks: Marks,
    state: PlotState,
    knob: usize,
    clock: Option<Clock>,
    speed: Speed,
    field: Option<(Input, Option<String>)>,
    pin: Option<Pin>,
    asking: Asking,
    /// The figure asks before it is looked at.
    offers: bool,
    /// Rows where the options of what is asked begin, and the one after them.
    options_at: Vec<u16>,
    size: Size,
    /// With what it is made of: settings, columns, rows, and whether it asks first.
    picture: Option<((Settings, u16, u16, bool), Picture)>,
    drawn: Option<(Face, Buffer)>,
    /// Where knobs are drawn.
    strip: Vec<Handle>,
}

/// Columns and rows of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    width: u16,
    /// Rows of the picture.
    plot: u16,
    /// A blank row above the knobs.
    gap: u16,
    /// Rows in all.
    height: u16,
    /// Rows of it that the screen has.
    seen: u16,
}

impl Live {
    /// The figure of a page with its knobs as the page sets them; `None` if there is no such figure.
    pub fn new(call: &FigureCall, marks: Marks) -> Option<Live> {
        let info = figure::find(&call.id)?;
        let settings = Settings::of_call(info, &call.set);
        // The knob that the page asks to turn, else the one that the figure is about.
        let first = call.turn.as_deref().or(info.animates);
        let knob = first.and_then(|name| info.knobs.iter().position(|k| k.name == name)).unwrap_or(0);
        Some(Live {
            info,
            begin: settings.clone(),
            settings,
            marks,
            state: PlotState::default(),
            knob,
            clock: None,
            speed: Speed::default(),
            field: None,
            pin: None,
            asking: Asking::Off,
            offers: false,
            options_at: Vec::new(),
            size: Size::default(),
            picture: None,
            drawn: None,
            strip: Vec::new(),
        })
    }

    /// A figure as it is, with all knobs at their defaults.
    pub fn of(info: &'static FigureInfo, marks: Marks) -> Option<Live> {
        Live::new(&FigureCall { id: info.slug.to_string(), ..FigureCall::default() }, marks)
    }

    /// Other characters for lines.
    pub fn set_marks(&mut self, marks: Marks) {
        self.marks = marks;
    }

    /// Takes a width and at most `rows` rows; returns the rows that it needs.
    pub fn fit(&mut self, width: u16, rows: u16, theme: &Theme) -> u16 {
        let gap = u16::from(rows >= AIRY);
        let below = self.rows_below(width, gap);
        let style = self.style(theme);
        let most = rows.saturating_sub(below).max(LOWEST);
        // As high as what will be shown, so that the page stands still when it is.
        let wanted = if self.withholds() {
            let shown = figure::build(self.info, &self.settings, Sampling { cols: width, rows: most });
            Plot::new(&shown, &style).parts(PARTS).desired_height(width)
        } else {
            self.picture(width, most).map_or(LOWEST, |p| Plot::new(p, &style).parts(PARTS).desired_height(width))
        };
        let roomy = wanted.max(rows.saturating_mul(2) / 5);
        let plot = roomy.clamp(LOWEST, most);
        self.size = Size { width, plot, gap, height: plot + below, seen: rows.min(plot + below) };
        self.size.height
    }

    /// Takes a whole screen.
    pub fn fill(&mut self, width: u16, rows: u16) {
        let gap = u16::from(rows >= AIRY);
        let below = self.rows_below(width, gap);
        let plot = rows.saturating_sub(below).max(LOWEST);
        self.size = Size { width, plot, gap, height: plot + below, seen: rows.min(plot + below) };
    }

    fn rows_below(&self, width: u16, gap: u16) -> u16 {
        gap + self.strip_rows(width) + NOTICE_ROWS + CONVENTION_ROWS
    }

    /// The picture of the current settings, with everything that is compared drawn into it.
    fn picture(&mut self, cols: u16, rows: u16) -> Option<&Picture> {
        let settings = self.asking.settings().unwrap_or(&self.settings).clone();
        let key = (settings, cols, rows, self.asks_first());
        if self.picture.as_ref().is_none_or(|(old, _)| *old != key) {
            let mut picture = figure::build(self.info, &key.0, Sampling { cols, rows });
            if let Some(pin) = self.pin.as_ref().filter(|pin| !pin.beside && !self.asking.hides()) {
                let then = figure::build(self.info, &pin.settings, Sampling { cols, rows });
                figure::haunt(&mut picture, &then);
            }
            self.asking.draw(&mut picture);
            if key.3 {
                self.withhold(&mut picture);
            }
            self.picture = Some((key, picture));
        }
        self.picture.as_ref().map(|(_, picture)| picture)
    }

    /// What the picture is made of has changed otherwise than by a knob.
    fn touch(&mut self) {
        self.picture = None;
        self.drawn = None;
    }

    fn style(&self, theme: &Theme) -> PlotStyle {
        theme.plot(self.marks)
    }

    /// The chosen knob.
    pub fn current(&self) -> Option<&'static Knob> {
        self.info.knobs.get(self.knob)
    }

    /// The command that draws this figure.
    pub fn command(&self) -> String {
        self.settings.to_command_line(self.info)
    }

    /// Turns the chosen knob.
    pub fn turn(&mut self, steps: i32) {
        self.asking.close();
        if let Some(knob) = self.current() {
            let _ = self.settings.step(self.info, knob.name, steps);
        }
    }

    /// Chooses another knob, round and round.
    pub fn choose(&mut self, by: isize) {
        self.pause();
        let count = self.info.knobs.len();
        if count > 0 {
            self.knob = self.knob.saturating_add_signed(by.rem_euclid(count as isize)) % count;
        }
    }

    /// Does the chosen knob have values worth stopping at?
    pub fn has_landmarks(&self) -> bool {
        self.current().is_some_and(|knob| !figure::landmarks(self.info, knob, &self.settings).is_empty())
    }

    /// The next landmark of the chosen knob in one direction, round and round; `None` if it has none elsewhere.
    pub fn landmark(&mut self, forward: bool) -> Option<figure::Stop> {
        let knob = self.current()?;
        let stops = figure::landmarks(self.info, knob, &self.settings);
        let to = next_landmark(&stops, self.settings.get(knob.name), forward)?.clone();
        self.pause();
        self.asking.close();
        self.settings.set(self.info, knob.name, &to.value).ok()?;
        Some(to)
    }

    /// All knobs as the page set them.
    pub fn reset(&mut self) {
        self.settings = self.begin.clone();
        self.asking.close();
        self.touch();
        self.pause();
    }
}

/// The stop after this value, or before it, round and round. They come by size, or in the order of the knob's choices.
fn next_landmark<'a>(stops: &'a [figure::Stop], here: &str, forward: bool) -> Option<&'a figure::Stop> {
    let others: Vec<&figure::Stop> = stops.iter().filter(|stop| stop.value != here).collect();
    let at = |value: &str| stops.iter().position(|stop| stop.value == value);
    let beyond = |stop: &&&figure::Stop| match stop.compare(here) {
        Some(order) => order.is_gt() == forward,
        None => (at(&stop.value) > at(here)) == forward,
    };
    let next = if forward { others.iter().find(beyond) } else { others.iter().rfind(beyond) };
    next.or(if forward { others.first() } else { others.last() }).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(slug: &str) -> Live {
        Live::of(figure::find(slug).unwrap(), Marks::Braille).unwrap()
    }

    fn choose(live: &mut Live, name: &str) {
        live.knob = live.info.knobs.iter().position(|k| k.name == name).unwrap();
    }

    #[test]
    fn landmarks_are_visited_by_size_round_and_round_with_their_reasons() {
        let mut live = live("nearest-lookalike");
        choose(&mut live, "p");
        let mut forward = || live.landmark(true).unwrap().value;
        assert_eq!([(); 5].map(|()| forward()), ["1024", "5000", "5120", "512", "600"]);
        live.landmark(false);
        let last = live.landmark(false).unwrap();
        assert_eq!((last.value.as_str(), last.why.as_str()), ("5120", "ten times the trained length"));
    }

    #[test]
    fn landmarks_of_a_choice_come_in_the_order_of_its_table() {
        let mut live = live("rope-score");
        choose(&mut live, "vectors");
        let mut forward = || live.landmark(true).unwrap().value;
        assert_eq!([forward(), forward(), forward()], ["gaussian", "peak", "ones"]);
    }
}
