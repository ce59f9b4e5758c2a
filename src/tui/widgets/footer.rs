//! The few keys that work now.

use ratatui::Frame;
use ratatui::layout::Rect;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::super::chord::Chord;
use super::super::keys::{Action, Row};
use super::super::theme::{Role, Theme};

/// At most this many keys, the help included.
const MOST: usize = 6;

/// The keys by rank, as many as fit, `? all keys` last.
pub fn draw<'a>(frame: &mut Frame<'_>, area: Rect, rows: impl Iterator<Item = (&'a Row, &'a [Chord])>, theme: &Theme) {
    let area = area.intersection(frame.area());
    if area.height == 0 || area.width < 4 {
        return;
    }
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(row, _)| row.rank);
    let (help, mut keys): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(row, _)| row.action == Action::Help);
    keys.truncate(MOST - 1);
    let last = help.first().copied();
    let reserved = last.map_or(0, |entry| width(entry, theme) + 3);
    let mut x = area.x + 1;
    let end = area.right().saturating_sub(1);
    for entry in keys {
        if x + width(entry, theme) + reserved > end {
            break;
        }
        x = put(frame, x, area.y, entry, theme) + 3;
    }
    if let Some(entry) = last.filter(|entry| x + width(*entry, theme) <= end) {
        put(frame, x, area.y, entry, theme);
    }
}

fn width((row, chords): (&Row, &[Chord]), theme: &Theme) -> u16 {
    let key = chords.first().map(|c| face(c, theme)).unwrap_or_default();
    u16::try_from(key.width() + 1 + row.label.width()).unwrap_or(u16::MAX)
}

fn put(frame: &mut Frame<'_>, x: u16, y: u16, (row, chords): (&Row, &[Chord]), theme: &Theme) -> u16 {
    let key = chords.first().map(|c| face(c, theme)).unwrap_or_default();
    let buffer = frame.buffer_mut();
    let (x, _) = buffer.set_stringn(x, y, key, 20, theme.style(Role::Key));
    let (x, _) = buffer.set_stringn(x + 1, y, row.label, 40, theme.style(Role::Dim));
    x
}

/// Arrows as arrows: shorter, and the eye finds them. In ASCII an arrow would look like a key to press: it keeps its name.
fn face(chord: &Chord, theme: &Theme) -> String {
    match chord.to_string().as_str() {
        name if theme.ascii => name.into(),
        "Left" => "←".into(),
        "Right" => "→".into(),
        "Up" => "↑".into(),
        "Down" => "↓".into(),
        other => other.into(),
    }
}

/// Most rows of a notice.
const NOTICE: usize = 3;

/// How many rows a notice takes.
pub fn notice_rows(text: &str, width: u16) -> u16 {
    u16::try_from(broken(text, width).len()).unwrap_or(1)
}

/// The lines above the footer: a notice says what to do at its end, so it is never cut short for want of columns.
pub fn notice(frame: &mut Frame<'_>, area: Rect, text: &str, theme: &Theme) {
    let area = area.intersection(frame.area());
    if area.width <= 2 {
        return;
    }
    for (line, y) in broken(text, area.width).into_iter().zip(area.top()..area.bottom()) {
        frame.buffer_mut().set_stringn(area.x + 1, y, line, usize::from(area.width - 2), theme.style(Role::Warn));
    }
}

/// Breaks at blanks, and a word longer than a line (a path) anywhere.
fn broken(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.saturating_sub(2)).max(1);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last().map_or(0, |l| l.width());
        let mut column = last;
        if last > 0 && last + 1 + word.width() > width {
            lines.push(String::new());
            column = 0;
        } else if last > 0 {
            push(&mut lines, ' ');
            column += 1;
        }
        for c in word.chars() {
            let wide = c.width().unwrap_or(0);
            if column + wide > width {
                lines.push(String::new());
                column = 0;
            }
            push(&mut lines, c);
            column += wide;
        }
    }
    lines.truncate(NOTICE);
    lines
}

fn push(lines: &mut [String], c: char) {
    if let Some(line) = lines.last_mut() {
        line.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_breaks_at_blanks_and_a_long_path_anywhere() {
        assert_eq!(broken("It is kept.", 40), ["It is kept."]);
        assert_eq!(broken("kept as /a/long/path now", 12), ["kept as", "/a/long/pa", "th now"]);
        assert_eq!(broken(&"word ".repeat(100), 12).len(), NOTICE);
        assert_eq!(notice_rows("漢字漢字", 6), 2);
    }
}
