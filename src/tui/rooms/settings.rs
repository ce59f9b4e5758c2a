//! Settings: one row each, changed in place, kept in `config.toml`.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::settings::{Marks, Settings, ThemeChoice};
use super::super::theme::Role;
use super::super::widgets::prose;
use super::super::widgets::text::put;

/// One row: its name, what it does, how it reads and how it turns.
struct Row {
    name: &'static str,
    help: &'static str,
    face: fn(&Settings) -> String,
    turn: fn(&mut Settings, i8),
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}

const ROWS: &[Row] = &[
    Row {
        name: "Theme",
        help: "auto asks the terminal once at the start",
        face: |s| match s.theme {
            ThemeChoice::Auto => "auto".into(),
            ThemeChoice::Dark => "dark".into(),
            ThemeChoice::Light => "light".into(),
        },
        turn: |s, by| {
            let all = [ThemeChoice::Auto, ThemeChoice::Dark, ThemeChoice::Light];
            s.theme = cycle(&all, s.theme, by);
        },
    },
    Row {
        name: "Marks",
        help: "what curves are drawn with; blocks suit fonts without Braille",
        face: |s| if s.marks == Marks::Braille { "braille".into() } else { "blocks".into() },
        turn: |s, by| s.marks = cycle(&[Marks::Braille, Marks::Blocks], s.marks, by),
    },
    Row {
        name: "ASCII only",
        help: "the whole screen in plain ASCII; A switches it anywhere",
        face: |s| on_off(s.ascii),
        turn: |s, _| s.ascii = !s.ascii,
    },
    Row {
        name: "Decimal comma",
        help: "0,84 is read as a number without asking",
        face: |s| on_off(s.decimal_comma),
        turn: |s, _| s.decimal_comma = !s.decimal_comma,
    },
    Row {
        name: "Confidence",
        help: "ask how sure you are before the verdict: 1 guess, 2 think so, 3 sure",
        face: |s| on_off(s.confidence),
        turn: |s, _| s.confidence = !s.confidence,
    },
    Row {
        name: "Reduced motion",
        help: "figures never play by themselves; single steps stay",
        face: |s| on_off(s.reduced_motion),
        turn: |s, _| s.reduced_motion = !s.reduced_motion,
    },
    Row {
        name: "Day starts at",
        help: "answers before this hour count for the day before",
        face: |s| format!("{:02}:00", s.day_start),
        turn: |s, by| {
            let hour = i16::from(s.day_start) + i16::from(by);
            s.day_start = u8::try_from(hour.rem_euclid(24)).unwrap_or(4);
        },
    },
    Row {
        name: "Recall",
        help: "how sure you want to be of remembering; a higher share asks more often",
        face: |s| format!("{} %", s.retention),
        turn: |s, by| s.retention = cycle(&[80, 85, 90, 95], s.retention, by),
    },
    Row {
        name: "New a day",
        help: "at most so many questions never answered before; Today follows it, Practise does not",
        face: |s| most(s.new_a_day),
        turn: |s, by| s.new_a_day = cycle(&[0, 3, 5, 10, 20], s.new_a_day, by),
    },
    Row {
        name: "Reviews a day",
        help: "at most so many of what is due; Today says what waits, and Practise, Review asks all of it",
        face: |s| most(s.reviews_a_day),
        turn: |s, by| s.reviews_a_day = cycle(&[0, 10, 20, 40, 80], s.reviews_a_day, by),
    },
];

fn most(cap: u16) -> String {
    if cap == 0 { "no limit".into() } else { format!("at most {cap}") }
}

fn cycle<T: Copy + PartialEq>(all: &[T], now: T, by: i8) -> T {
    let at = all.iter().position(|t| *t == now).unwrap_or(0);
    let len = i64::try_from(all.len()).unwrap_or(1);
    let next = (i64::try_from(at).unwrap_or(0) + i64::from(by)).rem_euclid(len);
    usize::try_from(next).ok().and_then(|i| all.get(i)).copied().unwrap_or(now)
}

/// The room.
#[derive(Debug, Default)]
pub struct SettingsRoom {
    at: usize,
}

impl SettingsRoom {
    /// At the first row.
    pub fn new() -> SettingsRoom {
        SettingsRoom::default()
    }

    fn turn(&self, by: i8, cx: &mut Cx<'_>) -> Flow {
        if let Some(row) = ROWS.get(self.at) {
            (row.turn)(cx.settings, by);
            cx.effect(Effect::SaveSettings);
        }
        Flow::Stay
    }
}

impl Room for SettingsRoom {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        ("Settings".into(), "kept in config.toml".into())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Settings, Context::Move, Context::Doors]
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(ROWS.len() - 1),
            Action::Top | Action::PageUp => self.at = 0,
            Action::Bottom | Action::PageDown => self.at = ROWS.len() - 1,
            Action::Right => return self.turn(1, cx),
            Action::Left => return self.turn(-1, cx),
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let buffer = frame.buffer_mut();
        // One blank row between the settings where there is room for the help below them.
        let step = if usize::from(area.height) >= ROWS.len() * 2 + 5 { 2 } else { 1 };
        for (i, row) in ROWS.iter().enumerate() {
            let y = area.y + 1 + u16::try_from(i * step).unwrap_or(0);
            let chosen = i == self.at;
            let style = view.theme.style(if chosen { Role::Strong } else { Role::Text });
            put(buffer, area, area.x + 1, y, if chosen { ">" } else { " " }, view.theme.style(Role::Accent));
            put(buffer, area, area.x + 3, y, row.name, style);
            let face = format!(
                "{} {} {}",
                if chosen { "◂" } else { " " },
                (row.face)(view.settings),
                if chosen { "▸" } else { " " }
            );
            put(buffer, area, area.x + 19, y, &face, style);
        }
        let y = area.y + 2 + u16::try_from(ROWS.len() * step).unwrap_or(0);
        let help = ROWS.get(self.at).map_or("", |row| row.help);
        let width = usize::from(area.width.saturating_sub(5)).min(72);
        for (line, y) in prose::markdown(help, width, view.theme, &|_| None).into_iter().zip(y..area.bottom()) {
            buffer.set_line(area.x + 3, y, &line.style(view.theme.style(Role::Dim)), area.width.saturating_sub(4));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_row_all_the_way_round_comes_back() {
        for row in ROWS {
            let mut settings = Settings::default();
            let before = (row.face)(&settings);
            let mut seen = vec![before.clone()];
            for _ in 0..24 {
                (row.turn)(&mut settings, 1);
                seen.push((row.face)(&settings));
            }
            assert!(seen.iter().skip(1).any(|f| *f != before), "{} never changes", row.name);
            assert!(seen.iter().skip(1).any(|f| *f == before), "{} never comes back", row.name);
        }
    }
}
