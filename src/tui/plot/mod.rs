//! Draws a [`Picture`] into a ratatui buffer: line plots, bars, heat maps, arrows, with axes, legend, table and cursor.
//!
//! ```text
//!  o Common shift  m = 4, n = 10, θ = 0.5            <- title, with the scheme's mark
//!  score                                  o exact    <- y title and legend, never over data
//!   1┤                                    m   n …    <- panel, and its table where there is room
//!   0┤┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
//!  −1┤
//!    └┬─────────┬─────────┬─────────┬
//!     0        40        80        120
//!               common shift c
//!  The line is flat at −0.7069 …                     <- what to notice
//!  q = (1, 0), k = (0.6, 0.8) …                      <- the convention
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `style` | what the terminal can show: depth, marker, colours of tones |
//! | `colormap` | numbers to colours and glyphs |
//! | `scale`, `ticks` | data units to cells and back; round numbers on an axis |
//! | `layout` | which part goes where, and what is dropped when it is narrow |
//! | `frame` | one panel in its room: title, legend, axes, plot |
//! | `grid` | which columns and rows of a heat map are drawn; what is left out is said |
//! | `guide` | what the cursor holds on to: bars, curves, cells |
//! | `raster` | dots of many layers in few cells; a crossing erases nothing |
//! | `panel`: `backdrop`, lines, `annotate` | one panel, back to front |
//! | `heat`, `table`, `text` | heat map and colour bar, table, writing |
//! | `svg` | the same picture for slides |

mod annotate;
mod backdrop;
mod colormap;
mod frame;
mod grid;
mod guide;
mod heat;
mod layout;
mod panel;
mod raster;
mod scale;
mod style;
mod svg;
mod table;
mod text;
mod ticks;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::StatefulWidget;

use crate::figure::{Cursor, Picture, marked_panel};
pub use frame::Frame;
pub use style::{Depth, Marker, PlotStyle, Sequential};
pub use svg::svg;
use text::Pen;

/// A text in 0x20 to 0x7E: symbols by their names.
pub fn ascii(text: &str) -> String {
    crate::typeset::ascii::fold(text).into_owned()
}

/// Which parts are drawn besides the panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Title row.
    pub title: bool,
    /// The table, where there is room.
    pub table: bool,
    /// What to notice.
    pub notice: bool,
    /// The convention.
    pub convention: bool,
}

impl Parts {
    /// Everything.
    pub const ALL: Parts = Parts { title: true, table: true, notice: true, convention: true };
    /// Panels only.
    pub const BARE: Parts = Parts { title: false, table: false, notice: false, convention: false };
}

/// A picture as a widget.
#[derive(Clone, Copy, Debug)]
pub struct Plot<'a> {
    picture: &'a Picture,
    style: &'a PlotStyle,
    parts: Parts,
}

/// The cursor, and where the panels were drawn last.
#[derive(Clone, Debug, Default)]
pub struct PlotState {
    /// In data units; `None` hides the crosshair.
    pub cursor: Option<Cursor>,
    frames: Vec<Frame>,
    written: Vec<(Rect, String)>,
}

impl PlotState {
    /// The data point under a cell of the screen, if a panel was drawn there.
    pub fn hit(&self, col: u16, row: u16) -> Option<Cursor> {
        self.frames.iter().find_map(|frame| frame.hit(col, row))
    }

    /// Moves the cursor by cells: right and up are positive. Shows it in the middle of the first panel if it was hidden.
    pub fn step(&mut self, right: i32, up: i32) {
        let Some(cursor) = self.cursor else {
            self.cursor = self.frames.first().map(Frame::middle);
            return;
        };
        let frame = self.frames.iter().find(|f| f.panel == cursor.panel).or(self.frames.first());
        self.cursor = frame.map(|f| f.step(cursor, right, up)).or(self.cursor);
    }

    /// Puts the cursor into the next panel that is on the screen.
    pub fn next_panel(&mut self) {
        let here = self.cursor.and_then(|c| self.frames.iter().position(|f| f.panel == c.panel));
        let next = here.map_or(0, |i| (i + 1) % self.frames.len().max(1));
        self.cursor = self.frames.get(next).map(Frame::middle);
    }

    /// Every text of the last draw with its place; no two of them may overlap.
    pub fn written(&self) -> &[(Rect, String)] {
        &self.written
    }

    /// The panels on the screen.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }
}

impl<'a> Plot<'a> {
    /// All parts of a picture.
    pub fn new(picture: &'a Picture, style: &'a PlotStyle) -> Plot<'a> {
        Plot { picture, style, parts: Parts::ALL }
    }

    /// Only some parts.
    pub fn parts(self, parts: Parts) -> Plot<'a> {
        Plot { parts, ..self }
    }

    /// The data point under a cell, if this picture is drawn in `area`. Needs no earlier draw.
    pub fn hit(&self, area: Rect, col: u16, row: u16) -> Option<Cursor> {
        let plan = layout::plan(self.picture, self.style, self.parts, area, 0);
        plan.frames.iter().find_map(|frame| frame.hit(col, row))
    }

    /// Rows that the picture would like at this width: what a scrolling page should give it.
    pub fn desired_height(&self, width: u16) -> u16 {
        layout::desired_height(self.picture, self.style.ascii, self.parts, width)
    }
}

impl StatefulWidget for Plot<'_> {
    type State = PlotState;

    fn render(self, area: Rect, buf: &mut Buffer, state: &mut PlotState) {
        let area = area.intersection(buf.area);
        let first = state.cursor.map_or_else(|| marked_panel(self.picture), |c| c.panel);
        let plan = layout::plan(self.picture, self.style, self.parts, area, first);
        let mut pen = Pen::new(buf, self.style, area);
        if let Some(row) = plan.title {
            let colour = self.style.scheme(self.picture.scheme).add_modifier(Modifier::BOLD);
            let title = format!("{} {}", self.picture.scheme.mark(), self.picture.title);
            let used = pen.put(row, &title, colour) + 2;
            let wide = plan.missing.map_or(0, |text| text.len() as u16);
            if let Some(text) = plan.missing.filter(|_| used + wide <= row.width) {
                let right = Rect { x: row.right() - wide, width: wide, ..row };
                pen.put(right, text, self.style.dim());
            }
        }
        for frame in &plan.frames {
            if let Some(panel) = self.picture.panels.get(frame.panel) {
                panel::draw(&mut pen, panel, frame, state.cursor);
            }
        }
        if let (Some(area), Some(table)) = (plan.table, &self.picture.table) {
            table::draw(&mut pen, table, area);
        }
        if let Some(area) = plan.notice {
            pen.paragraph(area, &self.picture.notice, Style::new());
        }
        if let Some(area) = plan.convention {
            pen.paragraph(area, &self.picture.convention, self.style.dim());
        }
        state.written = pen.written;
        state.frames = plan.frames;
    }
}
