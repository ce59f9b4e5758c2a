//! The few keys that work now.

use ratatui::Frame;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::chord::Chord;
use super::super::keys::{Action, Row};
use super::super::theme::{Role, Theme};

/// At most this many keys, the help included.
const MOST: usize = 6;

/// The keys by rank, as many as fit, `? all keys` last.
pub fn draw<'a>(
    frame: &mut Frame<'_>,
    area: Rect,
    rows: impl Iterator<Item = (&'a Row, &'a [Chord])>,
    theme: &Theme,
) {
    let area = area.intersection(frame.area());
    if area.height == 0 || area.width < 4 {
        return;
    }
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(row, _)| row.rank);
    let (help, mut keys): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(row, _)| row.action == Action::Help);
    keys.truncate(MOST - 1);
    let last = help.first().copied();
    let reserved = last.map_or(0, |entry| width(entry) + 3);
    let mut x = area.x + 1;
    let end = area.right().saturating_sub(1);
    for entry in keys {
        if x + width(entry) + reserved > end {
            break;
        }
        x = put(frame, x, area.y, entry, theme) + 3;
    }
    if let Some(entry) = last.filter(|entry| x + width(*entry) <= end) {
        put(frame, x, area.y, entry, theme);
    }
}

fn width((row, chords): (&Row, &[Chord])) -> u16 {
    let key = chords.first().map(face).unwrap_or_default();
    u16::try_from(key.width() + 1 + row.label.width()).unwrap_or(u16::MAX)
}

fn put(frame: &mut Frame<'_>, x: u16, y: u16, (row, chords): (&Row, &[Chord]), theme: &Theme) -> u16 {
    let key = chords.first().map(face).unwrap_or_default();
    let buffer = frame.buffer_mut();
    let (x, _) = buffer.set_stringn(x, y, key, 20, theme.style(Role::Key));
    let (x, _) = buffer.set_stringn(x + 1, y, row.label, 40, theme.style(Role::Dim));
    x
}

/// Arrows as arrows: shorter, and the eye finds them. The ASCII pass names them otherwise.
fn face(chord: &Chord) -> String {
    match chord.to_string().as_str() {
        "Left" => "←".into(),
        "Right" => "→".into(),
        "Up" => "↑".into(),
        "Down" => "↓".into(),
        other => other.into(),
    }
}

/// One line above the footer.
pub fn notice(frame: &mut Frame<'_>, area: Rect, text: &str, theme: &Theme) {
    let area = area.intersection(frame.area());
    if area.height > 0 && area.width > 2 {
        frame.buffer_mut().set_stringn(area.x + 1, area.y, text, usize::from(area.width - 2), theme.style(Role::Warn));
    }
}
