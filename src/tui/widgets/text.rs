//! Lines of text, cards, and typeset lines in this terminal's colours.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::super::theme::{Role, Theme};
use crate::typeset::breaks;

/// One line at a place, cut at the right edge of `area` and dropped below it.
pub fn line(frame: &mut Frame<'_>, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
    put(frame.buffer_mut(), area, x, y, text, style)
}

/// The same on a buffer; returns the column after the text.
pub fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
    let area = area.intersection(buffer.area);
    if y < area.top() || y >= area.bottom() || x >= area.right() || x < area.left() {
        return x;
    }
    buffer.set_stringn(x, y, text, usize::from(area.right() - x), style).0
}

/// A text right-aligned at a column.
pub fn put_right(buffer: &mut Buffer, area: Rect, end: u16, y: u16, text: &str, style: Style) {
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    put(buffer, area, end.saturating_sub(width).max(area.x), y, text, style);
}

/// Plain text broken at blanks, never between a number and its unit; a word longer than the width stands alone.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    breaks::wrap(text, width)
}

/// A text in so many columns; one that is cut says so.
pub fn fit(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_string();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if kept.width() + c.width().unwrap_or(0) + 1 > columns {
            break;
        }
        kept.push(c);
    }
    format!("{}…", kept.trim_end())
}

/// A text over as many rows as it needs, a column of margin at the right; the row below it.
pub fn paragraph(buffer: &mut Buffer, area: Rect, (x, y): (u16, u16), text: &str, style: Style) -> u16 {
    let width = usize::from(area.right().saturating_sub(x + 1));
    wrap(text, width).iter().fold(y, |y, row| {
        put(buffer, area, x, y, row, style);
        y + 1
    })
}

/// A card over the page: a title and lines, as wide as they need.
pub fn card(frame: &mut Frame<'_>, area: Rect, title: &str, lines: &[String], theme: &Theme) {
    let area = area.intersection(frame.area());
    let inner = lines.iter().map(|l| l.width()).max().unwrap_or(0).max(title.width()).max(24);
    let width = u16::try_from(inner + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines.len() + 3).unwrap_or(u16::MAX).min(area.height);
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let place = Rect { x, y, width, height }.intersection(area);
    clear(frame.buffer_mut(), place);
    border(frame.buffer_mut(), place, theme);
    put(frame.buffer_mut(), place, x + 2, y, &format!(" {title} "), theme.style(Role::Strong));
    let text = Rect { x: place.x + 2, width: place.width.saturating_sub(4), ..place };
    for (i, row) in lines.iter().enumerate().take(usize::from(height.saturating_sub(2))) {
        let heading = !row.starts_with(' ') && lines.get(i + 1).is_some_and(|next| next.starts_with("  "));
        let style = theme.style(if heading { Role::Dim } else { Role::Text });
        put(frame.buffer_mut(), text, text.x, y + 1 + u16::try_from(i).unwrap_or(0), row, style);
    }
}

/// Blanks a place, styles included.
pub fn clear(buffer: &mut Buffer, place: Rect) {
    let place = place.intersection(buffer.area);
    for y in place.top()..place.bottom() {
        for x in place.left()..place.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
    }
}

fn border(buffer: &mut Buffer, place: Rect, theme: &Theme) {
    use ratatui::widgets::{Block, BorderType, Widget};
    let style = theme.style(Role::Rule).remove_modifier(Modifier::all());
    Block::bordered().border_type(BorderType::Rounded).border_style(style).render(place, buffer);
}
