//! The cells of a figure.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::StatefulWidget;

use crate::figure::{self, Settings};
use crate::tui::plot::{Parts, Plot, PlotStyle};
use crate::tui::rooms::study::blocks::plain;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{put, wrap};

use super::asking::invitation;
use super::said::{MEASURE, paragraph};
use super::{Live, Size};

/// Rows kept for what to notice, so that the page stands still while a knob turns.
pub(super) const NOTICE_ROWS: u16 = 3;
/// Rows kept for the convention.
pub(super) const CONVENTION_ROWS: u16 = 2;

/// Which parts are drawn by the plot itself.
pub(super) const PARTS: Parts = Parts { title: true, table: true, notice: false, convention: false };

/// Who has the keys, as far as the picture shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Somebody else.
    Away,
    /// This figure.
    Here,
}

/// What a drawn figure depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    settings: Settings,
    size: Size,
    style: PlotStyle,
    theme: Theme,
    cursor: Option<figure::Cursor>,
    keys: Keys,
    knob: usize,
    playing: bool,
    asks_first: bool,
    /// A prediction is drawn, or asked for.
    asking: bool,
    field: Option<(String, usize, Option<String>)>,
}

impl Live {
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
            asks_first: self.asks_first(),
            asking: self.asking != super::Asking::Off,
            field: self.field.as_ref().map(|(i, why)| (i.value().to_string(), i.visual_cursor(), why.clone())),
        };
        if self.drawn.as_ref().is_none_or(|(old, _)| *old != face) {
            if self.drawn.as_ref().is_some_and(|(old, _)| old.asking != face.asking) {
                self.picture = None;
            }
            let buffer = self.paint(theme, &style, keys);
            self.drawn = Some((face, buffer));
        }
        self.drawn.as_ref().map(|(_, buffer)| buffer)
    }

    fn paint(&mut self, theme: &Theme, style: &PlotStyle, keys: Keys) -> Buffer {
        let Size { width, gap, height, .. } = self.size;
        // A question is read whole, whatever is left for the empty picture.
        let plot = self.plot_rows();
        let area = Rect::new(0, 0, width, height);
        let place = Rect { height: plot, ..area };
        let mut buffer = Buffer::empty(area);
        if self.twin().is_some() {
            self.paint_twins(place, &mut buffer, style);
        } else if plot > 0 {
            self.picture(width, plot);
            if let Some((_, picture)) = &self.picture {
                Plot::new(picture, style).parts(PARTS).render(place, &mut buffer, &mut self.state);
            }
        }
        if self.is_asking() {
            self.strip.clear();
            self.paint_question(&mut buffer, plot, theme);
            return buffer;
        }
        let y = self.paint_strip(&mut buffer, plot + gap, theme, keys);
        self.paint_words(&mut buffer, y, theme, keys);
        buffer
    }

    /// What stands under the knobs: what to notice, or what is under the cursor, and in the rows that it leaves what the knob
    /// does. What was predicted comes before both.
    fn paint_words(&self, buffer: &mut Buffer, y: u16, theme: &Theme, keys: Keys) {
        let Some((_, picture)) = &self.picture else { return };
        let (strong, text, dim) = (theme.style(Role::Strong), theme.style(Role::Text), theme.style(Role::Dim));
        let width = buffer.area.width;
        let rows = |text: &str| {
            u16::try_from(wrap(&plain(text, theme), usize::from(width.min(MEASURE))).len()).unwrap_or(u16::MAX)
        };
        let end = y + NOTICE_ROWS + CONVENTION_ROWS;
        if let (None, Some(verdict)) = (&self.field, self.asking.verdict()) {
            let after = paragraph(buffer, y, &verdict, strong, theme, NOTICE_ROWS);
            paragraph(buffer, after, &picture.notice, text, theme, end - after);
            return;
        }
        let (last, style) = match (self.asks_first(), keys) {
            (true, _) => (invitation(self.withholds(), keys == Keys::Here), theme.style(Role::Accent)),
            (false, Keys::Here) => (self.advice(), dim),
            (false, Keys::Away) => (picture.convention.clone(), dim),
        };
        // What there is to see is read whole, if it can be: of what the knob does one row may do.
        let most = NOTICE_ROWS + CONVENTION_ROWS;
        let room = (most - rows(&last).clamp(1, CONVENTION_ROWS)).max(rows(&picture.notice).min(most - 1));
        let after = match (&self.field, self.state.cursor) {
            (Some(_), _) => self.paint_field(buffer, y, theme),
            (None, Some(_)) => paragraph(buffer, y, &self.readout(), strong, theme, room),
            (None, None) if self.asks_first() => paragraph(buffer, y, &picture.notice, strong, theme, room),
            (None, None) => paragraph(buffer, y, &picture.notice, text, theme, room),
        };
        paragraph(buffer, after, &last, style, theme, end - after);
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

    /// What the chosen knob does, and why its value is a good place to stop.
    fn advice(&self) -> String {
        let Some(knob) = self.current() else { return String::new() };
        let value = self.settings.get(knob.name);
        let landmark = figure::landmark_at(self.info, knob, &self.settings);
        let mut text = format!("{}: {} ({})", knob.label, knob.help.trim_end_matches('.'), knob.range());
        if let Some(landmark) = landmark {
            text.push_str(&format!(". {}: {}", signed(value), landmark.why));
        }
        text
    }
}

/// The minus of print.
pub(super) fn signed(value: &str) -> String {
    match value.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => value.to_string(),
    }
}
