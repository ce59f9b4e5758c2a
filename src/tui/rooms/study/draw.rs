//! The screen.
//!
//! ```text
//!   5.2  Why positions cancel                                     In this section
//!                                                                   5.1  Rotate, don't add
//!   The derivation every interviewer hopes for. …                 > 5.2  Why positions cancel
//!                                                                   5.3  A score by hand
//!   o Common shift …
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use unicode_width::UnicodeWidthChar;

use crate::tui::room::View;
use crate::tui::rooms::live::Keys;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::put;
use crate::tui::widgets::text::wrap;

use super::blocks::plain;
use super::page::{Body, Layout, Shape};
use super::place::Place;
use super::search::places;
use super::{Over, Study};

/// Running text is this wide where there is room.
const MEASURE: u16 = 72;
/// From this width on the pages of the section stand beside the text.
const WIDE: u16 = 104;
/// Columns of the list beside the text.
const SIDE: u16 = 30;
/// Figures grow up to this width.
const WIDEST: u16 = 130;

/// From this height on a row of air stands above a figure that has the whole screen.
pub const ROOMY: u16 = 24;

/// Where things stand.
struct Columns {
    page: Rect,
    measure: u16,
    side: Option<Rect>,
}

fn columns(area: Rect) -> Columns {
    // Left of centre: on a very wide screen the text moves in a little, and the list stays near it.
    let margin = 2 + area.width.saturating_sub(150) / 4;
    let left = Rect {
        x: area.x + margin,
        width: area.width.saturating_sub(margin + 2),
        y: area.y + 1,
        height: area.height.saturating_sub(1),
    };
    if area.width < WIDE {
        return Columns { measure: left.width.min(MEASURE), page: left, side: None };
    }
    let page = Rect { width: left.width.saturating_sub(SIDE + 3).min(WIDEST), ..left };
    let side = Rect { x: page.right() + 3, width: SIDE, ..left };
    Columns { measure: page.width.min(MEASURE), page, side: Some(side) }
}

impl Study {
    /// One frame. Returns where the terminal's cursor belongs, in a box that is typed into.
    pub(super) fn paint(&mut self, buffer: &mut Buffer, area: Rect, view: &View<'_>) -> Option<Position> {
        let area = area.intersection(buffer.area);
        let theme = view.theme;
        let area = self.paint_problem(buffer, area, theme);
        if area.height < 2 || area.width < 8 {
            return None;
        }
        let columns = columns(area);
        self.body = columns.page;
        match &self.over {
            Over::Contents(contents) => return contents.draw(buffer, area, view.library, &self.read, theme),
            Over::Find(find) => return Some(find.draw(buffer, area, view.library, theme)),
            Over::Nothing if self.full => self.paint_alone(buffer, area, theme),
            Over::Nothing => {
                self.lay_out(&columns, view);
                self.paint_page(buffer, &columns, theme);
                if let Some(side) = columns.side {
                    self.paint_side(buffer, side, view);
                }
            }
        }
        None
    }

    /// Makes the layout again if anything that it depends on has changed, and keeps the place.
    fn lay_out(&mut self, columns: &Columns, view: &View<'_>) {
        let shape = Shape {
            measure: columns.measure,
            wide: columns.page.width,
            rows: columns.page.height,
            theme: *view.theme,
            latex: self.latex,
        };
        let fits = self.layout.as_ref().is_some_and(|l| l.shape == shape);
        if fits && !self.stale && self.pending.is_none() && self.to_block.is_none() {
            return;
        }
        if !fits || self.stale {
            let anchor = self.layout.as_ref().map(|l| l.anchor(self.scroll));
            let Some((section, page)) = self.current(view.library) else { return };
            let what = (section, page, self.place);
            let open = self.unfolded.contains(&self.place);
            let layout = Layout::new(view.library, what, &mut self.figures, &self.known, (shape, open));
            self.scroll = anchor.map_or(0, |a| layout.row(a));
            self.layout = Some(layout);
            self.stale = false;
        }
        if let (Some(anchor), Some(layout)) = (self.pending.take(), &self.layout) {
            self.scroll = layout.row(anchor);
        }
        self.scroll_to_found();
        let last = self.layout.as_ref().map_or(0, Layout::last_row);
        self.scroll = self.scroll.min(last);
        if let (Some(layout), Some(at)) = (&self.layout, self.focus.filter(|_| !fits)) {
            self.scroll = layout.reveal(at, self.scroll).min(last);
        }
    }

    /// A found place stands a few rows below the top, so that one sees what it belongs to.
    fn scroll_to_found(&mut self) {
        let (Some(block), Some(layout)) = (self.to_block.take(), &self.layout) else { return };
        let Some(piece) = layout.piece_of(block).and_then(|at| layout.pieces.get(at)) else { return };
        let inner = match (&piece.body, &self.found) {
            (Body::Lines(lines) | Body::Ask(_, lines), Some(found)) => {
                lines.iter().position(|line| !columns_of(line, &found.text).is_empty()).unwrap_or(0)
            }
            _ => 0,
        };
        self.scroll = (piece.top + inner).saturating_sub(usize::from(layout.shape.rows) / 3);
    }

    fn paint_page(&mut self, buffer: &mut Buffer, columns: &Columns, theme: &Theme) {
        let Some(layout) = &self.layout else { return };
        let page = columns.page;
        let bottom = self.scroll + usize::from(page.height);
        for (at, piece) in layout.pieces.iter().enumerate() {
            if piece.top + piece.height <= self.scroll || piece.top >= bottom {
                continue;
            }
            let chosen = self.focus == Some(at);
            let skip = self.scroll.saturating_sub(piece.top);
            let y = page.y + u16::try_from(piece.top.saturating_sub(self.scroll)).unwrap_or(0);
            let place = Rect { y, height: page.bottom().saturating_sub(y), ..page };
            match &piece.body {
                Body::Lines(lines) | Body::Ask(_, lines) => {
                    let needle = self.found.as_ref().map(|f| f.text.as_str());
                    paint_lines(buffer, place, lines.iter().skip(skip), needle, theme);
                }
                Body::Figure(index) => {
                    let keys = if chosen { Keys::Here } else { Keys::Away };
                    if let Some(cells) = self.figures.get_mut(*index).and_then(|live| live.cells(theme, keys)) {
                        copy(cells, buffer, place, skip);
                    }
                }
            }
            if chosen {
                mark(buffer, place, piece.height - skip, theme);
            }
        }
        // A column of air between the arrow and what a figure has at its right edge.
        let x = columns.side.map_or(page.right() + 1, |side| side.x.saturating_sub(2));
        let dim = theme.style(Role::Dim);
        if self.scroll > 0 {
            // Not on the row of the list's heading: "↑ In this section" would read as one.
            let y = page.y + u16::from(columns.side.is_some());
            put(buffer, buffer.area, x, y, &plain("↑", theme), dim);
        }
        if self.scroll < layout.last_row() {
            put(buffer, buffer.area, x, page.bottom().saturating_sub(1), &plain("↓", theme), dim);
        }
    }

    fn paint_alone(&mut self, buffer: &mut Buffer, area: Rect, theme: &Theme) {
        let air = u16::from(area.height >= ROOMY);
        let place = Rect {
            x: area.x + 2,
            y: area.y + air,
            width: area.width.saturating_sub(4),
            height: area.height.saturating_sub(air),
        };
        self.body = place;
        if let Some(live) = self.figure_mut() {
            live.fill(place.width, place.height);
            if let Some(cells) = live.cells(theme, Keys::Here) {
                copy(cells, buffer, place, 0);
            }
        }
    }

    fn paint_side(&self, buffer: &mut Buffer, side: Rect, view: &View<'_>) {
        let theme = view.theme;
        let Some(section) = self.place.section_of(view.library) else { return };
        put(buffer, side, side.x, side.y, "In this section", theme.style(Role::Dim));
        let mut y = side.y + 2;
        let widest = Place { section: self.place.section, page: section.pages.len().saturating_sub(1) }.number().len();
        let number = u16::try_from(widest).unwrap_or(4) + 4;
        for (page, entry) in section.pages.iter().enumerate() {
            let place = Place { section: self.place.section, page };
            let here = place == self.place;
            let read = place.item(view.library).is_some_and(|item| self.read.contains(&item));
            let style = theme.style(if here {
                Role::Strong
            } else if read {
                Role::Text
            } else {
                Role::Dim
            });
            put(buffer, side, side.x, y, if here { ">" } else { " " }, theme.style(Role::Accent));
            put(buffer, side, side.x + 2, y, &place.number(), theme.style(Role::Dim));
            let rows = wrap(&plain(&entry.title, theme), usize::from(side.width.saturating_sub(number)));
            for row in rows.iter().take(2) {
                put(buffer, side, side.x + number, y, row, style);
                y += 1;
            }
        }
    }

    /// Why a page could not be opened, above the last good one; returns what is left of the screen.
    fn paint_problem(&self, buffer: &mut Buffer, area: Rect, theme: &Theme) -> Rect {
        let width = usize::from(area.width.saturating_sub(4).max(1));
        let rows: Vec<String> = self.problem.iter().flat_map(|text| wrap(&plain(text, theme), width)).collect();
        let used = u16::try_from(rows.len()).unwrap_or(0).min(area.height / 2);
        for (i, row) in rows.iter().take(usize::from(used)).enumerate() {
            put(buffer, area, area.x + 2, area.y + u16::try_from(i).unwrap_or(0), row, theme.style(Role::Warn));
        }
        Rect { y: area.y + used, height: area.height - used, ..area }
    }
}

fn paint_lines<'a>(
    buffer: &mut Buffer,
    place: Rect,
    lines: impl Iterator<Item = &'a Line<'static>>,
    needle: Option<&str>,
    theme: &Theme,
) {
    for (y, line) in (place.y..place.bottom()).zip(lines) {
        buffer.set_line(place.x, y, line, place.width);
        for (from, to) in needle.map(|n| columns_of(line, n)).unwrap_or_default() {
            for x in from..to.min(place.width) {
                if let Some(cell) = buffer.cell_mut((place.x + x, y)) {
                    cell.set_style(theme.style(Role::Selection));
                }
            }
        }
    }
}

/// Where a text stands on a line, in columns.
fn columns_of(line: &Line<'_>, needle: &str) -> Vec<(u16, u16)> {
    let chars: Vec<char> = line.spans.iter().flat_map(|s| s.content.chars()).collect();
    let width = |to: usize| -> u16 {
        let columns: usize = chars.iter().take(to).map(|c| c.width().unwrap_or(0)).sum();
        u16::try_from(columns).unwrap_or(u16::MAX)
    };
    places(&chars, needle).into_iter().map(|(from, to)| (width(from), width(to))).collect()
}

/// A bar in the margin of what has the keys.
fn mark(buffer: &mut Buffer, place: Rect, rows: usize, theme: &Theme) {
    let Some(x) = place.x.checked_sub(2) else { return };
    for y in (place.y..place.bottom()).take(rows) {
        put(buffer, buffer.area, x, y, &plain("┃", theme), theme.style(Role::Accent));
    }
}

/// Copies a drawn figure, without its first rows, to a place on the screen.
pub fn copy(from: &Buffer, to: &mut Buffer, place: Rect, skip: usize) {
    let place = place.intersection(to.area);
    let skip = u16::try_from(skip).unwrap_or(u16::MAX);
    for row in 0..place.height.min(from.area.height.saturating_sub(skip)) {
        for col in 0..place.width.min(from.area.width) {
            if let (Some(source), Some(target)) =
                (from.cell((col, row + skip)), to.cell_mut((place.x + col, place.y + row)))
            {
                *target = source.clone();
            }
        }
    }
}
