//! Drawing the menu: the rows, the choices below them, and beside them what a row is about.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::sitting::Level;

use super::super::super::room::View;
use super::super::super::theme::Role;
use super::super::super::widgets::text::{fit, paragraph, put, put_right};
use super::super::question::difficulty_name;
use super::Practise;
use super::entry::Entry;

/// What stands over the first row of a group.
fn heading(entry: Entry) -> Option<(&'static str, &'static str)> {
    match entry {
        Entry::Mixed => Some(("Drill", "last try right")),
        Entry::Placement => Some(("Exam", "")),
        _ => None,
    }
}

impl Practise {
    pub(super) fn draw_entries(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let end = area.right().saturating_sub(1);
        let ticked = &self.choices.ticked;
        let mut y = area.y + 1;
        for entry in self.entries() {
            if let Some((heading, remark)) = heading(entry) {
                put(buffer, area, area.x + 3, y + 1, heading, theme.style(Role::Heading));
                put_right(buffer, area, end, y + 1, remark, theme.style(Role::Dim));
                y += 2;
            }
            let here = entry == self.at;
            let style = match entry {
                Entry::Scheme(scheme) => theme.scheme(scheme),
                _ => Style::new(),
            };
            let style = if here { style.patch(theme.style(Role::Strong)) } else { style };
            let cursor = if here && self.family.is_none() { ">" } else { " " };
            put(buffer, area, area.x + 1, y, cursor, theme.style(Role::Accent));
            let mut x = area.x + 3;
            if let (Entry::Scheme(scheme), false) = (entry, ticked.is_empty()) {
                let (mark, role) = if ticked.contains(&scheme) { ("[x] ", Role::Accent) } else { ("[ ] ", Role::Dim) };
                x = put(buffer, area, x, y, mark, theme.style(role));
            }
            let after = put(buffer, area, x, y, &entry.name(ticked.len()), style);
            let remark = self.remark(entry, view.library);
            let remark = fit(&remark, usize::from(end.saturating_sub(after + 1)));
            put_right(buffer, area, end, y, &remark, theme.style(Role::Dim));
            y += 1;
        }
    }

    /// The form of a drill: what each key changes, and how it stands.
    fn draw_choices(&self, buffer: &mut Buffer, area: Rect, y: u16, view: &View<'_>) {
        let choices = &self.choices;
        let level = match choices.level {
            None => "every level".to_string(),
            Some(Level::Mental) => "for the head".into(),
            Some(level) => level.name().into(),
        };
        let clock = if choices.timed { format!("{} minutes", choices.count) } else { "no clock".into() };
        let cram = if choices.cram { "not scheduled" } else { "scheduled" };
        let rows =
            [[("n", format!("{} questions", choices.count)), ("e d", level)], [("t", clock), ("c", cram.to_string())]];
        for (row, y) in rows.iter().zip(y..) {
            for ((key, value), x) in row.iter().zip([area.x + 2, area.x + 18]) {
                let after = put(buffer, area, x, y, key, view.theme.style(Role::Key));
                put(buffer, area, after + 1, y, value, view.theme.style(Role::Text));
            }
        }
    }

    pub(super) fn draw_side(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        if self.at.is_drill() {
            self.draw_choices(buffer, area, area.y + 1, view);
            let below = Rect { y: area.y + 3, height: area.height.saturating_sub(3), ..area };
            return self.draw_families(buffer, below, view);
        }
        let mut y = area.y + 1;
        let rounds: &[&str] =
            &["Rounds that you left in the middle. The right arrow goes to them, Enter goes on, x throws one away."];
        let many = self.at == Entry::Resume && self.known.left.len() > 1;
        for text in if many { rounds } else { self.at.say() } {
            y = paragraph(buffer, area, (area.x + 1, y), text, view.theme.style(Role::Dim)) + 1;
        }
        if self.at == Entry::Resume {
            self.draw_rounds(buffer, Rect { y, height: area.bottom().saturating_sub(y), ..area }, view);
        }
        if self.at == Entry::Mock {
            let clock = match self.choices.minutes {
                Some(minutes) => format!("{minutes} minutes"),
                None => "no clock".into(),
            };
            let after = put(buffer, area, area.x + 1, y, "t", view.theme.style(Role::Key));
            put(buffer, area, after + 1, y, &clock, view.theme.style(Role::Text));
        }
    }

    /// The rounds that were left, each with its code.
    fn draw_rounds(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let all = &self.known.left;
        let at = self.family.unwrap_or(0);
        let rows = usize::from(area.height / 2).max(1);
        let top = (at + 1).saturating_sub(rows);
        for (i, left) in all.iter().enumerate().skip(top).take(rows) {
            let y = area.y + 2 * u16::try_from(i - top).unwrap_or(0);
            let here = all.len() > 1 && i == at;
            let cursor = if here && self.family.is_some() { ">" } else { " " };
            put(buffer, area, area.x, y, cursor, theme.style(Role::Accent));
            let words = format!("{}, {}", left.round.name(), left.words());
            let words = fit(&words, usize::from(area.width.saturating_sub(2)));
            put(buffer, area, area.x + 2, y, &words, theme.style(if here { Role::Strong } else { Role::Text }));
            let clock = left.clock_words().map(|clock| format!(", {clock}")).unwrap_or_default();
            put(buffer, area, area.x + 2, y + 1, &format!("code {}{clock}", left.code), theme.style(Role::Dim));
        }
    }

    fn draw_families(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let families = self.families(view.library, self.at);
        if families.is_empty() {
            let text = "No family has this level: e, d, m.";
            put(buffer, area, area.x + 1, area.y + 1, text, theme.style(Role::Dim));
            return;
        }
        let rows = usize::from(area.height.saturating_sub(2)).max(1);
        let at = self.family.unwrap_or(0);
        let top = (at + 1).saturating_sub(rows);
        let end = area.right().saturating_sub(1);
        for (i, family) in families.iter().enumerate().skip(top).take(rows) {
            let y = area.y + 1 + u16::try_from(i - top).unwrap_or(0);
            let here = self.family == Some(i);
            put(buffer, area, area.x, y, if here { ">" } else { " " }, theme.style(Role::Accent));
            let style = theme.style(if here { Role::Strong } else { Role::Text });
            let names = Rect { width: area.width.saturating_sub(13), ..area };
            let mut x = area.x + 2;
            if let (Entry::Mixed, Some(scheme)) = (self.at, family.scheme) {
                put(buffer, area, x, y, &scheme.mark().to_string(), theme.scheme(scheme));
                x += 2;
            }
            let room = usize::from(names.right().saturating_sub(x));
            put(buffer, names, x, y, &fit(&family.title, room), style);
            put_right(
                buffer,
                area,
                end.saturating_sub(3),
                y,
                difficulty_name(family.difficulty),
                theme.style(Role::Dim),
            );
            let (mark, role) = match self.known.last.get(&view.library.item(&family.id)).map(String::as_str) {
                None => ("–", Role::Dim),
                Some("right" | "other-form") => ("✓", Role::Right),
                Some(_) => ("✗", Role::Wrong),
            };
            put_right(buffer, area, end, y, mark, theme.style(role));
        }
        let below = families.len().saturating_sub(top + rows);
        if below > 0 {
            let y = area.bottom().saturating_sub(1);
            put(buffer, area, area.x + 2, y, &format!("{below} more"), theme.style(Role::Dim));
        }
    }
}
