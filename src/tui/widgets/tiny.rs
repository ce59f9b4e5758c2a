//! The polite line of a window that is too small.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The smallest window that shows rooms.
pub const SMALLEST: (u16, u16) = (40, 12);

/// Is this window too small?
pub fn refuses(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

/// Says so, cut to what fits.
pub fn draw(frame: &mut Frame<'_>, area: Rect) {
    if area.is_empty() {
        return;
    }
    let text = format!("posenc needs {}x{}; this is {}x{}", SMALLEST.0, SMALLEST.1, area.width, area.height);
    frame.buffer_mut().set_stringn(area.x, area.y, text, usize::from(area.width), Style::new());
}
