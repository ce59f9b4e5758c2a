//! The whole screen in ASCII: one pass over the finished frame, so that no room needs a second way of drawing.

use ratatui::buffer::Buffer;

/// Replaces every character outside 0x20–0x7E by its nearest.
pub fn fold(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if symbol.bytes().all(|b| (0x20..0x7f).contains(&b)) {
            continue;
        }
        let folded = symbol.chars().next().map_or(' ', crate::typeset::ascii::fold_char);
        cell.set_char(folded);
    }
}
