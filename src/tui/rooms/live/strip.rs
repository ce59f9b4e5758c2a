//! The knobs of a figure in a row, and what a click or the wheel does where the mouse is.
//!
//! ```text
//!  shift ◂ 100 ▸   θ ◂ 0.50 ▸
//! ```

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::figure::Knob;
use crate::memory::Event;
use crate::tui::rooms::study::blocks::plain;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::put;

use super::Live;
use super::paint::{Keys, signed};

/// Where a knob stands on the screen.
pub(super) struct Handle {
    /// Which.
    knob: usize,
    row: u16,
    from: u16,
    to: u16,
    /// Column of the arrow that turns it down.
    down: u16,
}

impl Handle {
    fn is_at(&self, col: u16, row: u16) -> bool {
        self.row == row && (self.from..self.to).contains(&col)
    }

    /// The arrows turn it, with the blank beside them; anywhere else chooses it.
    fn steps(&self, col: u16) -> i32 {
        if col + 1 >= self.to.saturating_sub(1) {
            1
        } else if (self.down..=self.down + 1).contains(&col) {
            -1
        } else {
            0
        }
    }
}

impl Live {
    /// Draws the knobs; returns the row after them.
    pub(super) fn paint_strip(&mut self, buffer: &mut Buffer, top: u16, theme: &Theme, keys: Keys) -> u16 {
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
            let down = x + columns(&plain(knob.label, theme)) + 1;
            self.strip.push(Handle { knob: i, row: y, from: x, to: x + wide, down });
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
    pub(super) fn strip_rows(&self, width: u16) -> u16 {
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

    /// A click at a cell of the figure: an arrow turns its knob, a name chooses it, the plot moves the cross-hair. While the
    /// figure asks, it marks or chooses; what comes back is to be recorded.
    pub fn click(&mut self, col: u16, row: u16) -> Option<Event> {
        if self.is_asking() {
            return self.tap(col, row);
        }
        let hit = self.strip.iter().find(|handle| handle.is_at(col, row)).map(|h| (h.knob, h.steps(col)));
        if let Some((knob, steps)) = hit {
            self.pause();
            self.knob = knob;
            if steps != 0 {
                self.turn(steps);
            }
        } else if let Some(cursor) = self.state.hit(col, row).filter(|_| self.state.cursor.is_some()) {
            self.state.cursor = Some(cursor);
        }
        None
    }

    /// The wheel over a knob turns it; `false` if there is none.
    pub fn wheel(&mut self, col: u16, row: u16, steps: i32) -> bool {
        let Some(knob) = self.strip.iter().find(|handle| handle.is_at(col, row)).map(|h| h.knob) else { return false };
        if !self.is_asking() {
            self.pause();
            self.knob = knob;
            self.turn(steps);
        }
        true
    }
}

/// `shift ◂ 100 ▸`; a knob that turns by itself points one way, `shift ▸ 100 ▸`.
fn face(knob: &Knob, value: &str, playing: bool) -> String {
    let value = if value.is_empty() { "none" } else { value };
    format!("{} {} {} ▸", knob.label, if playing { '▸' } else { '◂' }, signed(value))
}

fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure;
    use crate::tui::settings::Marks;

    #[test]
    fn the_arrows_of_a_knob_turn_it_its_name_chooses_it_and_the_wheel_does_both() {
        let mut live = Live::of(figure::find("rope-shift").unwrap(), Marks::Braille).unwrap();
        live.fill(80, 24);
        live.cells(&Theme::default(), Keys::Here);
        let at = |live: &Live, name: &str| {
            let knob = live.info.knobs.iter().position(|k| k.name == name).unwrap();
            let handle = live.strip.iter().find(|h| h.knob == knob).unwrap();
            (handle.from, handle.down, handle.to - 1, handle.row)
        };
        let (name, down, up, row) = at(&live, "n");
        live.click(name, row);
        assert_eq!((live.current().unwrap().name, live.settings.get("n")), ("n", "10"));
        live.click(up, row);
        assert_eq!(live.settings.get("n"), "11");
        live.click(down, row);
        live.click(down, row);
        assert_eq!(live.settings.get("n"), "9");
        let (_, _, up, row) = at(&live, "m");
        assert!(live.wheel(up, row, 1));
        assert_eq!((live.current().unwrap().name, live.settings.get("m")), ("m", "5"));
        assert!(!live.wheel(0, 0, 1), "the wheel elsewhere is the page's");
    }
}
