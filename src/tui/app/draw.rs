//! One frame: header, the layers from the lowest that shows, footer or notice.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};

use super::super::keys::Context;
use super::super::room::View;
use super::super::widgets::text::clear;
use super::super::widgets::{ascii, footer, header, tiny};
use super::App;

impl App {
    pub(super) fn view_of(&self, now: Instant) -> View<'_> {
        View { library: &self.library, settings: &self.settings, theme: &self.theme, now }
    }

    /// One frame.
    ///
    /// ```text
    ///  posenc  where I am                                   what is due
    ///  ────────────────────────────────────────────────────────────────
    ///   the room
    ///
    ///  key label   key label   ? all keys        (or a notice, until the next key)
    /// ```
    pub fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        let area = frame.area();
        if tiny::refuses(area) {
            tiny::draw(frame, area);
        } else {
            self.draw_layers(frame, area, now);
        }
        if self.theme.ascii {
            ascii::fold(frame.buffer_mut());
        }
    }

    fn draw_layers(&mut self, frame: &mut Frame<'_>, area: Rect, now: Instant) {
        let view = View { library: &self.library, settings: &self.settings, theme: &self.theme, now };
        let [top, body, foot] =
            Layout::vertical([Constraint::Length(2), Constraint::Min(0), Constraint::Length(1)]).areas(area);
        // A card stands over the room below it; everything under the topmost full room is hidden.
        let base = self.layers.iter().rposition(|room| !room.contexts().contains(&Context::Card)).unwrap_or(0);
        for room in self.layers.iter_mut().skip(base) {
            room.draw(frame, body, &view);
        }
        if let Some(room) = self.layers.get(base) {
            let (left, right) = room.header(&view);
            header::draw(frame, top, &left, &right, &self.theme);
        }
        // A notice stands where the keys are, so that nothing above it moves; the next key takes it away.
        if let Some(notice) = &self.notice {
            let rows = footer::notice_rows(notice, area.width).min(area.height);
            let place = Rect { y: area.bottom() - rows, height: rows, ..area };
            clear(frame.buffer_mut(), place);
            footer::notice(frame, place, notice, &self.theme);
        } else if let Some(room) = self.layers.last() {
            // After the room was drawn: what a key leads to may depend on its layout.
            let stack = self.stack();
            let rows = self.keymap.rows(&stack).filter(|(row, _)| row.rank > 0 && room.enabled(row.action, &view));
            footer::draw(frame, foot, rows, &self.theme);
        }
    }
}
