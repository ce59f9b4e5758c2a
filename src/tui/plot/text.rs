//! Writing into the buffer: clipped to the picture's area, in ASCII where that is all there is.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::style::PlotStyle;
use crate::figure::Tone;
use crate::typeset::ascii::fold;
use crate::typeset::breaks;

/// A buffer, the style, and the rectangle outside of which nothing is written.
pub(super) struct Pen<'a> {
    buf: &'a mut Buffer,
    pub(super) style: &'a PlotStyle,
    clip: Rect,
    /// Every text that was written, with its place: what a test needs to see that none covers another.
    pub(super) written: Vec<(Rect, String)>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(buf: &'a mut Buffer, style: &'a PlotStyle, clip: Rect) -> Pen<'a> {
        let clip = clip.intersection(buf.area);
        Pen { buf, style, clip, written: Vec::new() }
    }

    /// The column after the last that can be written.
    pub(super) fn right(&self) -> u16 {
        self.clip.right()
    }

    /// The first of two glyphs, or the second if only ASCII is shown.
    pub(super) fn glyph(&self, unicode: char, ascii: char) -> char {
        if self.style.ascii { ascii } else { unicode }
    }

    /// A point: a dot, but for prediction and truth where no colour tells them apart.
    pub(super) fn point(&self, tone: Tone) -> char {
        let mark = self.style.mark(tone);
        if self.style.is_marked(tone) && tone != Tone::Accent { mark } else { self.glyph('●', mark) }
    }

    /// One character, instead of what was there.
    pub(super) fn dot(&mut self, x: u16, y: u16, glyph: char, style: Style) {
        if self.clip.contains(Position { x, y })
            && let Some(cell) = self.buf.cell_mut((x, y))
        {
            cell.reset();
            cell.set_char(glyph).set_style(style);
        }
    }

    /// A style over what is there.
    pub(super) fn restyle(&mut self, x: u16, y: u16, style: Style) {
        if self.clip.contains(Position { x, y })
            && let Some(cell) = self.buf.cell_mut((x, y))
        {
            cell.set_style(style);
        }
    }

    /// Whether nothing stands in a cell, or only the faint lines behind the data. A space within a text is not free.
    pub(super) fn is_free(&self, x: u16, y: u16) -> bool {
        let cell = self.clip.contains(Position { x, y }).then(|| self.buf.cell((x, y))).flatten();
        cell.is_some_and(|c| c.symbol() == " ") && !self.is_written(Rect::new(x, y, 1, 1))
    }

    /// Whether a reference line may pass through a cell: it is free, or only shaded.
    pub(super) fn is_open(&self, x: u16, y: u16) -> bool {
        let shaded = |cell: &Cell| cell.modifier.contains(Modifier::DIM);
        let cell = self.clip.contains(Position { x, y }).then(|| self.buf.cell((x, y))).flatten();
        self.is_free(x, y) || cell.is_some_and(shaded) && !self.is_written(Rect::new(x, y, 1, 1))
    }

    /// The place of the text that a cell belongs to.
    pub(super) fn text_at(&self, x: u16, y: u16) -> Option<Rect> {
        self.written.iter().map(|(place, _)| *place).find(|place| place.contains(Position { x, y }))
    }

    /// Whether a text stands in some cell of a place.
    pub(super) fn is_written(&self, place: Rect) -> bool {
        self.written.iter().any(|(text, _)| text.intersects(place))
    }

    /// Whether a run of cells is free.
    pub(super) fn is_free_run(&self, x: u16, y: u16, width: u16) -> bool {
        (x..x.saturating_add(width)).all(|x| self.is_free(x, y))
    }

    /// One row of text from the left of `area`, cut with an ellipsis. Returns the columns used.
    pub(super) fn put(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let area = area.intersection(self.clip);
        if area.is_empty() {
            return 0;
        }
        let text = self.plain(text);
        let cut = shorten(&text, area.width, self.style.ascii);
        self.buf.set_stringn(area.x, area.y, &cut, usize::from(area.width), style);
        let used = width(&cut).min(area.width);
        self.written.push((Rect { width: used, height: 1, ..area }, cut.into_owned()));
        used
    }

    /// Several rows of text, wrapped between words; the last row is cut if there is more.
    pub(super) fn paragraph(&mut self, area: Rect, text: &str, style: Style) {
        let text = self.plain(text).into_owned();
        let lines = wrap(&text, area.width);
        let rows = usize::from(area.height);
        for (k, line) in lines.iter().take(rows).enumerate() {
            let row = Rect { y: area.y + k as u16, height: 1, ..area };
            if k + 1 == rows && lines.len() > rows {
                let rest: Vec<&str> = lines.iter().skip(k).map(String::as_str).collect();
                self.put(row, &rest.join(" "), style);
            } else {
                self.put(row, line, style);
            }
        }
    }

    /// The text in what the terminal can show.
    pub(super) fn plain<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.style.ascii { fold(text) } else { Cow::Borrowed(text) }
    }
}

/// Columns of a text.
pub(super) fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

fn shorten(text: &str, most: u16, ascii: bool) -> Cow<'_, str> {
    if width(text) <= most {
        return Cow::Borrowed(text);
    }
    // One point would end a sentence, or a number.
    let mark: String = if ascii { ".." } else { "…" }.chars().take(usize::from(most)).collect();
    let kept: String = text.chars().take(usize::from(most.saturating_sub(width(&mark)))).collect();
    Cow::Owned(format!("{}{mark}", kept.trim_end()))
}

/// Breaks between words, never between a number and its unit; a word longer than the line stands alone.
pub(super) fn wrap(text: &str, most: u16) -> Vec<String> {
    breaks::wrap(text, usize::from(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_keeps_every_word_and_the_width() {
        let text = "the score depends on n − m alone, wherever the pair stands";
        for most in 1..40 {
            let lines = wrap(text, most);
            assert_eq!(lines.join(" "), text);
            assert!(lines.iter().all(|l| width(l) <= most || !l.contains(' ')));
        }
    }

    #[test]
    fn a_number_that_is_cut_is_not_another_number() {
        assert_eq!(shorten("theta31 = 0.00013", 16, true), "theta31 = 0.00..");
        assert_eq!(shorten("θ31 = 0.00013", 10, false), "θ31 = 0.0…");
        assert_eq!(shorten("as it is", 8, true), "as it is");
    }
}
