//! A figure inside the page: its picture, its knobs, its cursor, its clock.
//!
//! ```text
//!  o Common shift   m = 4, n = 10                     <- the picture
//!  1 ┤ …
//!   shift ◂ 100 ▸   θ ◂ 0.50 ▸                        <- knobs
//!  The line is flat at −0.7069 …                      <- what to notice | the cursor's numbers | a field
//!  q = (1, 0), k = (0.6, 0.8) …                       <- the convention | what the knob does
//! ```

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::StatefulWidget;
use tui_input::Input;
use unicode_width::UnicodeWidthStr;

use crate::content::model::FigureCall;
use crate::figure::{self, FigureInfo, Knob, KnobKind, Picture, Sampling, Settings};
use crate::tui::plot::{Parts, Plot, PlotState, PlotStyle};
use crate::tui::settings::Marks;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::put;

use super::blocks::plain;

/// Twelve frames a second, for a movement: smooth enough for an arrow, slow enough to read.
const FRAME: Duration = Duration::from_millis(83);
/// Three a second, for pictures that are looked at one by one: cards, heads, widths that double.
const STEP: Duration = Duration::from_millis(333);
/// A knob with more whole numbers than this moves; one with fewer counts.
const MANY: i64 = 200;
/// Rows kept for what to notice, so that the page stands still while a knob turns.
const NOTICE_ROWS: u16 = 3;
/// Rows kept for the convention.
const CONVENTION_ROWS: u16 = 2;
/// Sentences are no wider than this.
const MEASURE: u16 = 74;
/// A picture needs this many rows to be one.
const LOWEST: u16 = 9;

/// From this many rows on, a blank one stands above the knobs.
const AIRY: u16 = 30;

/// Which parts are drawn by the plot itself.
const PARTS: Parts = Parts { title: true, table: true, notice: false, convention: false };

/// Who has the keys, as far as the picture shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Somebody else.
    Away,
    /// This figure.
    Here,
}

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
    field: Option<(Input, Option<String>)>,
    size: Size,
    picture: Option<((Settings, u16, u16), Picture)>,
    drawn: Option<(Face, Buffer)>,
    /// Where knobs are drawn: which, row, columns.
    strip: Vec<(usize, u16, u16, u16)>,
}

/// A knob that turns by itself.
struct Clock {
    /// When the next step is due.
    due: Instant,
    /// What it stood at.
    began: String,
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
}

/// What a drawn figure depends on.
#[derive(Clone, Debug, PartialEq)]
struct Face {
    settings: Settings,
    size: Size,
    style: PlotStyle,
    theme: Theme,
    cursor: Option<figure::Cursor>,
    keys: Keys,
    knob: usize,
    playing: bool,
    field: Option<(String, usize, Option<String>)>,
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
            field: None,
            size: Size::default(),
            picture: None,
            drawn: None,
            strip: Vec::new(),
        })
    }

    /// Other characters for lines.
    pub fn set_marks(&mut self, marks: Marks) {
        self.marks = marks;
    }

    /// Takes a width and at most `rows` rows; returns the rows that it needs.
    pub fn fit(&mut self, width: u16, rows: u16, theme: &Theme) -> u16 {
        let strip = self.strip_rows(width);
        let gap = u16::from(rows >= AIRY);
        let below = gap + strip + NOTICE_ROWS + CONVENTION_ROWS;
        let style = self.style(theme);
        let most = rows.saturating_sub(below).max(LOWEST);
        let wanted =
            self.picture(width, most).map_or(LOWEST, |p| Plot::new(p, &style).parts(PARTS).desired_height(width));
        let roomy = wanted.max(rows.saturating_mul(2) / 5);
        let plot = roomy.clamp(LOWEST, most);
        self.size = Size { width, plot, gap, height: plot + below };
        self.size.height
    }

    /// Takes a whole screen.
    pub fn fill(&mut self, width: u16, rows: u16) {
        let gap = u16::from(rows >= AIRY);
        let below = gap + self.strip_rows(width) + NOTICE_ROWS + CONVENTION_ROWS;
        let plot = rows.saturating_sub(below).max(LOWEST);
        self.size = Size { width, plot, gap, height: plot + below };
    }

    fn picture(&mut self, cols: u16, rows: u16) -> Option<&Picture> {
        let key = (self.settings.clone(), cols, rows);
        if self.picture.as_ref().is_none_or(|(old, _)| *old != key) {
            let picture = figure::build(self.info, &self.settings, Sampling { cols, rows });
            self.picture = Some((key, picture));
        }
        self.picture.as_ref().map(|(_, picture)| picture)
    }

    fn style(&self, theme: &Theme) -> PlotStyle {
        theme.plot(self.marks)
    }

    /// The figure in cells; drawn anew only when something that it shows has changed.
    pub fn cells(&mut self, theme: &Theme, keys: Keys) -> Option<&Buffer> {
        let style = self.style(theme);
        let face = Face {
            settings: self.settings.clone(),
            size: self.size,
            style: style.clone(),
            theme: *theme,
            cursor: self.state.cursor,
            keys,
            knob: self.knob,
            playing: self.is_playing(),
            field: self.field.as_ref().map(|(i, why)| (i.value().to_string(), i.visual_cursor(), why.clone())),
        };
        if self.drawn.as_ref().is_none_or(|(old, _)| *old != face) {
            let buffer = self.paint(theme, &style, keys);
            self.drawn = Some((face, buffer));
        }
        self.drawn.as_ref().map(|(_, buffer)| buffer)
    }

    fn paint(&mut self, theme: &Theme, style: &PlotStyle, keys: Keys) -> Buffer {
        let Size { width, plot, gap, height } = self.size;
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        self.picture(width, plot);
        let Some((_, picture)) = &self.picture else { return buffer };
        Plot::new(picture, style).parts(PARTS).render(Rect { height: plot, ..area }, &mut buffer, &mut self.state);
        let (notice, convention) = (picture.notice.clone(), picture.convention.clone());
        let y = self.paint_strip(&mut buffer, plot + gap, theme, keys);
        let after = match (&self.field, self.state.cursor) {
            (Some(_), _) => self.paint_field(&mut buffer, y, theme),
            (None, Some(_)) => {
                paragraph(&mut buffer, y, &self.readout(), theme.style(Role::Strong), theme, NOTICE_ROWS)
            }
            (None, None) => paragraph(&mut buffer, y, &notice, theme.style(Role::Text), theme, NOTICE_ROWS),
        };
        let last = if keys == Keys::Here { self.advice() } else { convention };
        paragraph(&mut buffer, after, &last, theme.style(Role::Dim), theme, CONVENTION_ROWS);
        buffer
    }

    /// ```text
    ///  shift ◂ 100 ▸   θ ◂ 0.50 ▸
    /// ```
    fn paint_strip(&mut self, buffer: &mut Buffer, top: u16, theme: &Theme, keys: Keys) -> u16 {
        let (mut x, mut y) = (1, top);
        let area = buffer.area;
        self.strip.clear();
        for (i, knob) in self.info.knobs.iter().enumerate() {
            let chosen = keys == Keys::Here && i == self.knob;
            if self.is_unset(knob) && !chosen {
                continue;
            }
            let text = plain(&face(knob, self.settings.get(knob.name), chosen && self.is_playing()), theme);
            let wide = columns(&text);
            if x > 1 && x + wide > area.width {
                (x, y) = (1, y + 1);
            }
            self.strip.push((i, y, x, x + wide));
            let style = match keys {
                Keys::Here if chosen => theme.style(Role::Selection),
                Keys::Here => theme.style(Role::Text),
                Keys::Away => theme.style(Role::Dim),
            };
            put(buffer, area, x, y, &text, style);
            x += wide + 3;
        }
        y + 1
    }

    /// A knob that may stay unset, and is: it only takes room, until it is chosen.
    fn is_unset(&self, knob: &Knob) -> bool {
        knob.is_optional() && self.settings.get(knob.name).is_empty()
    }

    /// Rows that the knobs take at a width, with the widest of the unset ones. The values may grow as they are turned, so a
    /// column or two is kept.
    fn strip_rows(&self, width: u16) -> u16 {
        let (mut x, mut rows) = (1, 1);
        let wide = |knob: &Knob| columns(&face(knob, self.settings.get(knob.name), false));
        let (unset, set): (Vec<_>, Vec<_>) = self.info.knobs.iter().partition(|knob| self.is_unset(knob));
        for wide in set.into_iter().map(wide).chain(unset.into_iter().map(wide).max()) {
            if x > 1 && x + wide > width.saturating_sub(2) {
                (x, rows) = (1, rows + 1);
            }
            x += wide + 3;
        }
        rows
    }

    fn paint_field(&self, buffer: &mut Buffer, y: u16, theme: &Theme) -> u16 {
        let (Some((input, why)), Some(knob)) = (&self.field, self.current()) else { return y };
        let area = buffer.area;
        let x = put(buffer, area, 0, y, &plain(&format!("{} = ", knob.label), theme), theme.style(Role::Dim));
        let cursor = x + u16::try_from(input.visual_cursor()).unwrap_or(0);
        let end = put(buffer, area, x, y, input.value(), theme.style(Role::Strong));
        if let Some(cell) = buffer.cell_mut((cursor, y)) {
            cell.set_style(theme.style(Role::Selection));
        }
        put(buffer, area, end + 3, y, &plain(&knob.range(), theme), theme.style(Role::Dim));
        match why {
            Some(why) => paragraph(buffer, y + 1, why, theme.style(Role::Warn), theme, NOTICE_ROWS - 1),
            None => y + 1,
        }
    }

    /// The exact numbers under the cursor, in a line.
    fn readout(&self) -> String {
        let Some(cursor) = self.state.cursor else { return String::new() };
        let readout = figure::probe(self.info, &self.settings, cursor);
        readout.items.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" · ")
    }

    /// What the chosen knob does, and why its value is a good place to stop.
    fn advice(&self) -> String {
        let Some(knob) = self.current() else { return String::new() };
        let value = self.settings.get(knob.name);
        let landmark = knob.landmarks.iter().find(|l| l.value == value);
        let mut text = format!("{}: {} ({})", knob.label, knob.help.trim_end_matches('.'), knob.range());
        if let Some(landmark) = landmark {
            text.push_str(&format!(". {}: {}", signed(value), landmark.why));
        }
        text
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

    /// All knobs as the page set them.
    pub fn reset(&mut self) {
        self.settings = self.begin.clone();
        self.pause();
    }

    /// A click at a cell of the figure: chooses the knob there.
    pub fn click(&mut self, col: u16, row: u16) {
        let hit = self.strip.iter().find(|(_, y, from, to)| *y == row && (*from..*to).contains(&col));
        if let Some(at) = hit.map(|(knob, ..)| *knob) {
            self.pause();
            self.knob = at;
        } else if let Some(cursor) = self.state.hit(col, row).filter(|_| self.state.cursor.is_some()) {
            self.state.cursor = Some(cursor);
        }
    }

    // The cursor.

    /// Is the cross-hair shown?
    pub fn has_cursor(&self) -> bool {
        self.state.cursor.is_some()
    }

    /// Shows or hides the cross-hair.
    pub fn toggle_cursor(&mut self) {
        match self.state.cursor.take() {
            Some(_) => {}
            None => self.state.step(0, 0),
        }
    }

    /// Moves the cross-hair by cells.
    pub fn move_cursor(&mut self, right: i32, up: i32) {
        self.state.step(right, up);
    }

    /// The cross-hair in the next panel.
    pub fn next_panel(&mut self) {
        self.state.next_panel();
    }

    // The field.

    /// Is a value being typed?
    pub fn field(&mut self) -> Option<&mut Input> {
        let (input, why) = self.field.as_mut()?;
        *why = None;
        Some(input)
    }

    /// Is a value being typed?
    pub fn is_typing(&self) -> bool {
        self.field.is_some()
    }

    /// Opens the field of the chosen knob.
    pub fn type_value(&mut self) {
        self.pause();
        if self.current().is_some() {
            self.field = Some((Input::default(), None));
        }
    }

    /// Takes what was typed; a refusal stays with its reason, and what was typed stays too.
    pub fn take_value(&mut self) {
        let (Some((input, why)), Some(knob)) = (self.field.as_mut(), self.info.knobs.get(self.knob)) else { return };
        match self.settings.set(self.info, knob.name, input.value()) {
            Ok(()) => self.field = None,
            Err(error) => *why = Some(error.to_string()),
        }
    }

    /// Closes the field without taking anything.
    pub fn drop_value(&mut self) {
        self.field = None;
    }

    // The clock.

    /// Does a knob turn by itself?
    pub fn is_playing(&self) -> bool {
        self.clock.is_some()
    }

    /// Plays the chosen knob, from the start if it stands at its end, or stops it.
    pub fn play(&mut self, now: Instant) {
        if self.clock.take().is_some() {
            return;
        }
        let Some(knob) = self.current() else { return };
        let began = self.settings.get(knob.name).to_string();
        self.turn(1);
        if self.settings.get(knob.name) == began {
            self.rewind(knob);
        }
        self.clock = Some(Clock { due: now + pace(knob), began });
    }

    /// One step of the chosen knob.
    pub fn step(&mut self) {
        self.turn(1);
    }

    fn rewind(&mut self, knob: &Knob) {
        let least = match knob.kind {
            KnobKind::Int { min, .. } => min.to_string(),
            KnobKind::Real { min, .. } => min.to_string(),
            KnobKind::Choice { .. } | KnobKind::Toggle => return,
        };
        let _ = self.settings.set(self.info, knob.name, &least);
    }

    /// Stops the clock.
    pub fn pause(&mut self) {
        self.clock = None;
    }

    /// When the next frame is due.
    pub fn wake_after(&self, now: Instant) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.due.saturating_duration_since(now))
    }

    /// Draws the next frame if it is due. The clock stops at the end of the knob; choices go round once.
    pub fn tick(&mut self, now: Instant) {
        let Some(clock) = self.clock.take_if(|clock| clock.due <= now) else { return };
        let Some(knob) = self.current() else { return };
        let before = self.settings.get(knob.name).to_string();
        self.turn(1);
        let after = self.settings.get(knob.name);
        if after != before && after != clock.began {
            self.clock = Some(Clock { due: now + pace(knob), ..clock });
        }
    }
}

/// How long a step stands: long enough to read where every step is another picture, short where steps make a movement.
fn pace(knob: &Knob) -> Duration {
    match knob.kind {
        KnobKind::Int { min, max, log: false, .. } if max - min > MANY => FRAME,
        KnobKind::Real { log: false, .. } => FRAME,
        _ => STEP,
    }
}

/// `shift ◂ 100 ▸`; a knob that turns by itself points one way, `shift ▸ 100 ▸`.
fn face(knob: &Knob, value: &str, playing: bool) -> String {
    let value = if value.is_empty() { "none" } else { value };
    format!("{} {} {} ▸", knob.label, if playing { '▸' } else { '◂' }, signed(value))
}

/// The minus of print.
fn signed(value: &str) -> String {
    match value.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => value.to_string(),
    }
}

fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// Sentences in at most so many rows; returns the row after them.
fn paragraph(buffer: &mut Buffer, y: u16, text: &str, style: Style, theme: &Theme, most: u16) -> u16 {
    let area = buffer.area;
    let rows = wrapped(&plain(text, theme), usize::from(area.width.min(MEASURE)));
    let mut y = y;
    for row in rows.iter().take(usize::from(most)) {
        put(buffer, area, 0, y, row, style);
        y += 1;
    }
    y
}

/// Words in rows of at most `width` columns.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match rows.last_mut() {
            Some(row) if row.width() + 1 + word.width() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_string()),
        }
    }
    rows
}
