//! Where I am, and what is due.

use ratatui::Frame;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::theme::{Role, Theme};
use super::text::fit;

/// Two lines: the names, and a rule.
pub fn draw(frame: &mut Frame<'_>, area: Rect, left: &str, right: &str, theme: &Theme) {
    let area = area.intersection(frame.area());
    if area.height == 0 || area.width < 4 {
        return;
    }
    let buffer = frame.buffer_mut();
    let inner = usize::from(area.width - 2);
    let right_width = right.width();
    let room = if right_width + 12 < inner { inner - right_width - 2 } else { inner };
    buffer.set_stringn(area.x + 1, area.y, fit(left, room), room, theme.style(Role::Strong));
    if room < inner {
        let x = area.right().saturating_sub(u16::try_from(right_width).unwrap_or(0) + 1);
        buffer.set_stringn(x, area.y, right, right_width, theme.style(Role::Dim));
    }
    if area.height > 1 {
        for x in area.left() + 1..area.right().saturating_sub(1) {
            if let Some(cell) = buffer.cell_mut((x, area.y + 1)) {
                cell.set_symbol("─").set_style(theme.style(Role::Rule));
            }
        }
    }
}
