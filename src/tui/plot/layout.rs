//! Which part goes where. When there is little room the convention goes first, then the table, then titles and legends; the
//! panel and what to notice stay longest.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::frame::{Frame, frame, heat_map, is_bare};
use super::style::PlotStyle;
use super::text::{width, wrap};
use super::{Parts, table};
use crate::figure::{Panel, Picture};
use crate::typeset::ascii::fold;

/// Widest line of prose.
const MEASURE: u16 = 100;
/// Panels lower than this are not worth a title.
pub(super) const LOW: u16 = 7;
/// Between two panels, and between a panel and the table.
const GAP: u16 = 3;

/// Where everything goes.
pub(super) struct Plan {
    pub(super) title: Option<Rect>,
    /// What there was no room for, at the right of the title.
    pub(super) missing: Option<&'static str>,
    pub(super) frames: Vec<Frame>,
    pub(super) table: Option<Rect>,
    pub(super) notice: Option<Rect>,
    pub(super) convention: Option<Rect>,
}

/// Rows from the top or the bottom of what is left.
pub(super) struct Space(pub(super) Rect);

impl Space {
    pub(super) fn top(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.0.height);
        let taken = Rect { height: rows, ..self.0 };
        self.0.y += rows;
        self.0.height -= rows;
        taken
    }

    pub(super) fn bottom(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.0.height);
        self.0.height -= rows;
        Rect { y: self.0.bottom(), height: rows, ..self.0 }
    }
}

/// Lays a picture out; `first` is the panel to keep if not all fit.
pub(super) fn plan(picture: &Picture, style: &PlotStyle, parts: Parts, area: Rect, first: usize) -> Plan {
    let mut space = Space(area);
    let measure = area.width.min(MEASURE);
    let rows_of = |text: &str, most: u16| rows_of(text, style.ascii, measure, most);
    let title = (parts.title && area.height >= LOW + 2).then(|| space.top(1));
    let (notice_rows, convention_rows) = (rows_of(&picture.notice, 3), rows_of(&picture.convention, 2));
    let airy = u16::from(area.height >= 24);
    let mut left = space.0.height;
    let mut wants = |wanted: bool, rows: u16, keep: u16| {
        let fits = wanted && rows > 0 && left >= rows + keep;
        left -= if fits { rows } else { 0 };
        fits
    };
    let notice = wants(parts.notice, notice_rows + airy, LOW);
    let panels_wide = wide(picture);
    let beside = picture.table.as_ref().filter(|_| parts.table).map(|t| table::size(t, style.ascii));
    let beside =
        beside.filter(|(w, h)| area.width >= w + GAP + panels_wide && space.0.height >= (*h).min(6) + notice_rows);
    let under = picture.table.as_ref().filter(|_| parts.table && beside.is_none()).map(|t| table::size(t, style.ascii));
    let matrix = picture.panels.iter().any(|p| heat_map(p).is_some());
    let under = under.filter(|(w, h)| *w <= area.width && wants(true, h + airy, if matrix { 15 } else { 11 }));
    let convention = wants(parts.convention, convention_rows, LOW + 3);

    let narrow = |r: Rect| Rect { width: measure, ..r };
    let convention = convention.then(|| narrow(space.bottom(convention_rows)));
    let notice = notice.then(|| {
        let place = narrow(space.bottom(notice_rows));
        space.bottom(airy);
        place
    });
    let table = under.map(|(_, rows)| {
        let place = space.bottom(rows);
        space.bottom(airy);
        place
    });
    let missing = (parts.table && picture.table.is_some() && beside.is_none() && table.is_none())
        .then_some("with more room: a table");
    let mut panels = space.0;
    let table = table.or_else(|| {
        beside.map(|(wide, rows)| {
            panels.width -= wide + GAP;
            Rect {
                x: panels.right() + GAP,
                y: panels.y + u16::from(panels.height > rows + 1),
                width: wide,
                height: rows.min(panels.height),
            }
        })
    });
    let frames = arrange(picture, style, panels, first);
    let table = table.map(|place| if beside.is_some() { drawn_near(picture, style, &frames, place) } else { place });
    Plan { title, missing, frames, table, notice, convention }
}

/// A table beside panels that did not take all their room moves up to them.
fn drawn_near(picture: &Picture, style: &PlotStyle, frames: &[Frame], place: Rect) -> Rect {
    let wide = |text: &str| if style.ascii { width(&fold(text)) } else { width(text) };
    let title = |frame: &Frame| picture.panels.get(frame.panel).map_or(0, |panel| wide(&panel.title));
    let right = frames.iter().map(|frame| frame.right(title(frame))).max().unwrap_or(place.x);
    Rect { x: place.x.min(right + 2 * GAP), ..place }
}

/// Columns below which the panels are too narrow to give room to a table at their side.
fn wide(picture: &Picture) -> u16 {
    match picture.panels.len() {
        0 | 1 if picture.panels.iter().any(|p| heat_map(p).is_some()) => 60,
        // A board of dials is wide and low: at a table's side it would be a strip.
        0 | 1 if picture.panels.iter().any(Panel::is_low) => 110,
        0 | 1 => 40,
        n => 34 * (n.min(4) as u16),
    }
}

/// Rows of a text as it will be written: in ASCII a Δ is five letters.
fn rows_of(text: &str, ascii: bool, measure: u16, most: u16) -> u16 {
    let text = if ascii { fold(text) } else { Cow::Borrowed(text) };
    (wrap(&text, measure).len() as u16).min(most)
}

/// Rows that the picture would like.
pub(super) fn desired_height(picture: &Picture, ascii: bool, parts: Parts, wide_as: u16) -> u16 {
    let measure = wide_as.clamp(1, MEASURE);
    let text = |on: bool, text: &str, most: u16| if on { rows_of(text, ascii, measure, most) } else { 0 };
    let table = picture.table.as_ref().filter(|_| parts.table).map(|t| table::size(t, ascii));
    let under = table.map_or(0, |(w, h)| if wide_as >= w + GAP + wide(picture) { 0 } else { h });
    let square = picture.panels.iter().any(|p| p.square);
    let panel = if square { 16 } else { 15 };
    let stacked = if picture.panels.len() > 1 && wide_as < 60 { picture.panels.len().min(2) as u16 } else { 1 };
    let stacked = if square && picture.panels.len() > 2 && wide_as < 90 { 2 } else { stacked };
    u16::from(parts.title)
        + panel * stacked
        + under
        + text(parts.notice, &picture.notice, 3)
        + text(parts.convention, &picture.convention, 2)
}

/// Columns that a curve needs.
const LEAST: u16 = 30;

/// One of many that still has a shape: columns and rows.
const SMALL: (u16, u16) = (22, 6);

/// Smallest panel that says something: columns and rows.
fn least(panel: &Panel) -> (u16, u16) {
    match (panel.square, is_bare(panel)) {
        (true, true) => (14, 6),
        (true, false) => (16, 8),
        _ => (LEAST, 8),
    }
}

/// Panels in a grid of as many columns as leave each of them legible.
fn arrange(picture: &Picture, style: &PlotStyle, area: Rect, first: usize) -> Vec<Frame> {
    let panels = &picture.panels;
    let count = panels.len() as u16;
    if count == 0 || area.is_empty() {
        return Vec::new();
    }
    let (wide, tall) = panels.iter().map(least).fold((1, 1), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let all_square = panels.iter().all(|p| p.square);
    let fits = |columns: &u16, (wide, tall): (u16, u16)| {
        let rows = count.div_ceil(*columns);
        let cell = ((area.width + GAP) / columns, area.height / rows);
        cell.0 >= wide + GAP && cell.1 >= tall
    };
    let side = |columns: u16| ((area.width + GAP) / columns).min(2 * (area.height / count.div_ceil(columns)));
    let best = |least: (u16, u16)| {
        let fitting = (1..=count).filter(|columns| fits(columns, least));
        fitting.max_by_key(|c| if all_square { side(*c) } else { *c })
    };
    // Of many panels it matters more that all are seen than that each has its numbers.
    let many = || if count > 4 { best(SMALL) } else { None };
    let best = best((wide, tall)).or_else(many);
    let Some(columns) = best else {
        // Not all of them: as many as are legible, from the one with the cursor on.
        let columns = ((area.width + GAP) / (wide + GAP)).clamp(1, count);
        let some = (area.height / tall).max(1).saturating_mul(columns).clamp(1, count);
        let columns = columns.min(some);
        let from = (first as u16).min(count - some);
        let wide = (area.width + GAP) / columns - GAP;
        return (from..from + some)
            .filter_map(|k| {
                let (row, column) = ((k - from) / columns, (k - from) % columns);
                let band = part(area, row, some.div_ceil(columns));
                let place = Rect { x: area.x + column * (wide + GAP), width: wide, ..band };
                frame_at(panels, usize::from(k), style, place, some < count)
            })
            .collect();
    };
    let rows = count.div_ceil(columns);
    // As few columns as need no more rows: three and three, not four and two.
    let columns = count.div_ceil(rows);
    let widths = column_widths(panels, area, columns, rows);
    (0..count)
        .filter_map(|k| {
            let (row, column) = (k / columns, k % columns);
            let band = part(area, row, rows);
            let before: u16 = widths.iter().take(usize::from(column)).map(|w| w + GAP).sum();
            let place = Rect { x: band.x + before, width: widths.get(usize::from(column)).copied()?, ..band };
            frame_at(panels, usize::from(k), style, place, false)
        })
        .collect()
}

/// The kth of several equal parts, top to bottom.
fn part(area: Rect, k: u16, of: u16) -> Rect {
    let height = area.height / of.max(1);
    Rect { y: area.y + k * height, height, ..area }
}

/// Square panels take what their height allows; the others share the rest.
fn column_widths(panels: &[Panel], area: Rect, columns: u16, rows: u16) -> Vec<u16> {
    let total = area.width.saturating_sub(GAP * (columns - 1));
    let share = total / columns;
    let maps = panels.iter().filter(|p| heat_map(p).is_some()).count() as u16;
    if rows == 1 && maps > 0 && maps < columns {
        // A map has more to show than a curve: three parts of five.
        let map = (total * 3 / 5 / maps).min(total.saturating_sub(LEAST * (columns - maps)) / maps);
        let rest = (total - map * maps) / (columns - maps);
        return panels.iter().map(|p| if heat_map(p).is_some() { map } else { rest }).collect();
    }
    let squares = panels.iter().filter(|p| p.square).count() as u16;
    if rows > 1 || squares == 0 || squares == columns {
        return vec![share; usize::from(columns)];
    }
    let square = share.min(2 * area.height);
    let rest = (total - square * squares) / (columns - squares);
    panels.iter().map(|p| if p.square { square } else { rest }).collect()
}

fn frame_at(panels: &[Panel], index: usize, style: &PlotStyle, area: Rect, numbered: bool) -> Option<Frame> {
    let of = numbered.then_some((index + 1, panels.len()));
    panels.get(index).map(|panel| frame(panel, index, style, area, of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Sampling, Settings, build, find};
    use crate::tui::plot::Depth;

    #[test]
    fn six_panels_stand_three_and_three_and_not_four_and_two() {
        let info = find("one-distance").unwrap();
        let style = PlotStyle::new(Depth::TrueColor, true, false);
        for (cols, rows) in [(200, 60), (160, 50), (120, 36)] {
            let picture = build(info, &Settings::new(info), Sampling { cols, rows });
            let plan = plan(&picture, &style, Parts::ALL, Rect::new(0, 0, cols, rows), 0);
            let top = plan.frames[0].plot.y;
            assert_eq!(plan.frames.len(), 6);
            assert_eq!(plan.frames.iter().filter(|f| f.plot.y == top).count(), 3, "{cols}×{rows}");
        }
    }

    #[test]
    fn a_convention_that_is_longer_in_ascii_has_its_rows() {
        let info = find("similarity-curve").unwrap();
        let picture = build(info, &Settings::new(info), Sampling { cols: 120, rows: 36 });
        let rows = |ascii| {
            let style = PlotStyle::new(Depth::Mono, true, ascii);
            let plan = plan(&picture, &style, Parts::ALL, Rect::new(0, 0, 120, 36), 0);
            plan.convention.unwrap().height
        };
        assert_eq!((rows(false), rows(true)), (1, 2));
    }
}
