//! Sentences beside a figure.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::tui::rooms::study::blocks::plain;
use crate::tui::theme::Theme;
use crate::tui::widgets::text::{fit, put, wrap};

/// Sentences are no wider than this.
pub(super) const MEASURE: u16 = 74;

/// Sentences in at most so many rows, the last one cut where there are more; returns the row after them.
pub(super) fn paragraph(buffer: &mut Buffer, y: u16, text: &str, style: Style, theme: &Theme, most: u16) -> u16 {
    let area = buffer.area;
    let width = usize::from(area.width.min(MEASURE));
    let rows = wrap(&plain(text, theme), width);
    let last = usize::from(most).saturating_sub(1);
    let mut y = y;
    for (k, row) in rows.iter().enumerate().take(usize::from(most)) {
        if k == last && rows.len() > usize::from(most) {
            let rest = rows.iter().skip(k).map(String::as_str).collect::<Vec<_>>().join(" ");
            put(buffer, area, 0, y, &plain(&fit(&rest, width), theme), style);
        } else {
            put(buffer, area, 0, y, row, style);
        }
        y += 1;
    }
    y
}
