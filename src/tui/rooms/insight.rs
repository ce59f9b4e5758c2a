//! Two tables of Progress: how sure and how right, and the sections before and after reading.
//!
//! ```text
//!   How sure, how right
//!   a guess    ■■■■······    3 of 8
//!   think so   ■■■■■■■···    6 of 9
//!   sure       ■■■■■■■■■·   10 of 11
//!
//!   Before and after reading          before      now
//!   5  Rotary embeddings              1 of 3   3 of 3
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::room::View;
use super::super::theme::Role;
use super::super::widgets::text::{put, put_right};
use crate::memory::Calibration;
use crate::sitting::pretest::Change;

/// Squares of a bar.
const BAR: u32 = 20;
/// With fewer answers a share says nothing.
const ENOUGH: u32 = 5;

/// One sentence about the answers that were sure, once there are enough of them.
pub fn verdict(all: &[Calibration]) -> Option<&'static str> {
    let sure = all.iter().find(|c| c.confidence == 3).filter(|c| c.answers >= ENOUGH)?;
    Some(match sure.right * 100 / sure.answers.max(1) {
        90.. => "When you are sure, you are right.",
        70.. => "Sure, and now and then wrong: look twice before you say so.",
        _ => "Too often sure and wrong. Those questions are worth reading up.",
    })
}

/// Both tables, as far as they hold something; returns the row after them.
pub fn draw(buffer: &mut Buffer, area: Rect, sure: &[Calibration], changes: &[Change], view: &View<'_>) -> u16 {
    let mut y = area.y;
    if sure.iter().any(|c| c.answers > 0) {
        y = draw_sure(buffer, area, y, sure, view) + 1;
    }
    if !changes.is_empty() {
        y = draw_changes(buffer, area, y, changes, view) + 1;
    }
    y
}

fn draw_sure(buffer: &mut Buffer, area: Rect, mut y: u16, sure: &[Calibration], view: &View<'_>) -> u16 {
    let theme = view.theme;
    put(buffer, area, area.x, y, "How sure, how right", theme.style(Role::Strong));
    for row in sure.iter().filter(|c| c.answers > 0) {
        y += 1;
        let filled = (row.right * BAR + row.answers / 2) / row.answers.max(1);
        let (full, rest) = if theme.ascii { ("#", ".") } else { ("■", "·") };
        put(buffer, area, area.x, y, row.word(), theme.style(Role::Text));
        let x = put(buffer, area, area.x + 10, y, &full.repeat(filled as usize), theme.style(Role::Accent));
        put(buffer, area, x, y, &rest.repeat((BAR - filled.min(BAR)) as usize), theme.style(Role::Dim));
        let count = format!("{} of {}", row.right, row.answers);
        put_right(buffer, area, area.x + 50, y, &count, theme.style(Role::Text));
    }
    if let Some(said) = verdict(sure) {
        y += 1;
        put(buffer, area, area.x, y, said, theme.style(Role::Dim));
    }
    y + 1
}

fn draw_changes(buffer: &mut Buffer, area: Rect, mut y: u16, changes: &[Change], view: &View<'_>) -> u16 {
    let theme = view.theme;
    put(buffer, area, area.x, y, "Before and after reading", theme.style(Role::Strong));
    put_right(buffer, area, area.x + 42, y, "before", theme.style(Role::Dim));
    put_right(buffer, area, area.x + 50, y, "now", theme.style(Role::Dim));
    for change in changes {
        y += 1;
        let found = view.library.index().sections.iter().enumerate().find(|(_, s)| s.id == change.section);
        let Some((number, section)) = found else { continue };
        let style = section.scheme.map_or(theme.style(Role::Text), |s| theme.scheme(s));
        let names = Rect { width: area.width.min(35), ..area };
        put(buffer, names, area.x, y, &format!("{}  {}", number + 1, section.title), style);
        for (end, count) in [(42, change.before), (50, change.now)] {
            let text = count.map_or("–".into(), |(right, of)| format!("{right} of {of}"));
            put_right(buffer, area, area.x + end, y, &text, theme.style(Role::Text));
        }
    }
    y + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_about_how_sure_before_there_are_enough_answers() {
        let sure = |answers, right| [Calibration { confidence: 3, answers, right }];
        assert_eq!(verdict(&sure(4, 0)), None);
        assert!(verdict(&sure(10, 9)).unwrap().contains("you are right"));
        assert!(verdict(&sure(10, 3)).unwrap().contains("Too often"));
    }
}
