//! Progress: by scheme, what was answered, mistakes made again and again.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::memory::{Logged, Repeated};
use crate::sitting::pretest::{self, Change};
use crate::today::{self, Facts, SchemeRow};

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::text::{put, put_right};
use super::home::draw_schemes;
use super::insight;

/// The room.
#[derive(Debug, Default)]
pub struct Progress {
    facts: Option<Facts>,
    schemes: Vec<SchemeRow>,
    recent: Vec<Logged>,
    changes: Vec<Change>,
    at: usize,
    /// In a narrow window: the tables stand where the answers are.
    insight: bool,
    wide: bool,
}

/// A row that Enter drills.
enum Pick<'a> {
    Mistake(&'a Repeated),
    Answer(&'a Logged),
}

impl Progress {
    /// Reads when it is shown.
    pub fn new() -> Progress {
        Progress::default()
    }

    fn picks(&self) -> Vec<Pick<'_>> {
        let repeated = self.facts.iter().flat_map(|f| f.repeated.iter().map(Pick::Mistake));
        repeated.chain(self.recent.iter().map(Pick::Answer)).collect()
    }

    fn drill(&self, cx: &mut Cx<'_>) -> Flow {
        let item = match self.picks().get(self.at) {
            Some(Pick::Mistake(repeated)) => repeated.item.clone(),
            Some(Pick::Answer(logged)) => logged.event.item.clone(),
            None => return Flow::Stay,
        };
        let Some(id) = cx.library.id_of(&item).map(str::to_string) else {
            cx.say("That question belongs to another chapter.");
            return Flow::Stay;
        };
        match cx.library.entry(&id).map(|entry| entry.kind.to_string()) {
            Ok(kind) if kind == "Interview" => super::rehearse(&id, cx),
            Ok(_) => super::review(vec![id], cx),
            Err(error) => {
                cx.say(error.to_string());
                Flow::Stay
            }
        }
    }
}

impl Room for Progress {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let right = self.facts.as_ref().map(|f| format!("{} due · tomorrow {}", f.summary.due, f.summary.tomorrow));
        ("Progress".into(), right.unwrap_or_default())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Progress, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            Action::Enter => !self.picks().is_empty(),
            Action::Undo => !self.recent.is_empty(),
            Action::Focus => !self.wide && self.has_insight(),
            _ => true,
        }
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let Some(store) = cx.store else { return };
        match (Facts::read(store), store.recent(50)) {
            (Ok(facts), Ok(recent)) => {
                self.schemes = today::schemes(cx.library, &facts);
                self.changes = pretest::changes(cx.library, &facts.pretests);
                self.facts = Some(facts);
                self.recent = recent;
                self.at = self.at.min(self.picks().len().saturating_sub(1));
            }
            (Err(error), _) | (_, Err(error)) => cx.say(format!("Your progress cannot be read: {error}")),
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.picks().len().saturating_sub(1);
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::PageUp => self.at = self.at.saturating_sub(10),
            Action::PageDown => self.at = (self.at + 10).min(last),
            Action::Top => self.at = 0,
            Action::Bottom => self.at = last,
            Action::Enter => return self.drill(cx),
            Action::Undo => cx.effect(Effect::Undo),
            Action::Focus if self.has_insight() => self.insight = !self.insight,
            Action::Focus => {}
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let buffer = frame.buffer_mut();
        let wide = area.width >= 112;
        self.wide = wide;
        let left = Rect {
            x: area.x + 3,
            y: area.y + 1,
            width: 56.min(area.width.saturating_sub(4)),
            height: area.height.saturating_sub(1),
        };
        let y = self.draw_counts(buffer, left, view);
        let after = draw_schemes(
            buffer,
            Rect { y: y + 1, height: left.bottom().saturating_sub(y + 1), ..left },
            &self.schemes,
            view.theme,
        );
        let list = if wide {
            Rect { x: left.right() + 2, width: area.right().saturating_sub(left.right() + 3).min(84), ..left }
        } else {
            Rect {
                y: after + 1,
                width: area.width.saturating_sub(5).min(84),
                height: area.bottom().saturating_sub(after + 1),
                ..left
            }
        };
        if wide {
            let place = Rect { y: after + 1, height: area.bottom().saturating_sub(after + 1), ..left };
            self.draw_insight(buffer, place, view);
        }
        if self.insight && !wide {
            self.draw_insight(buffer, list, view);
        } else {
            self.draw_picks(buffer, list, view);
        }
    }
}

impl Progress {
    fn has_insight(&self) -> bool {
        !self.changes.is_empty() || self.facts.as_ref().is_some_and(|f| f.calibration.iter().any(|c| c.answers > 0))
    }

    fn draw_insight(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let Some(facts) = &self.facts else { return };
        insight::draw(buffer, area, &facts.calibration, &self.changes, view);
    }

    fn draw_counts(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) -> u16 {
        let Some(s) = self.facts.as_ref().map(|f| &f.summary) else { return area.y };
        let lines = if s.answers == 0 {
            vec!["No answers yet. A first drill takes three minutes: p.".to_string()]
        } else {
            let share = f64::from(s.right) / f64::from(s.answers) * 100.0;
            vec![
                format!(
                    "{} on {}, {share:.0} % right",
                    count(s.answers, "answer", "answers"),
                    count(s.days, "day", "days")
                ),
                format!("{} answering, {} rehearsed", count_min(s.ms), count(s.rehearsed, "prompt", "prompts")),
            ]
        };
        for (i, line) in lines.iter().enumerate() {
            put(buffer, area, area.x, area.y + u16::try_from(i).unwrap_or(0), line, view.theme.style(Role::Text));
        }
        area.y + u16::try_from(lines.len()).unwrap_or(0)
    }

    /// Mistakes first, then the newest answers; the list scrolls with the selection.
    fn draw_picks(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let mut rows: Vec<(Option<usize>, String, String)> = Vec::new();
        let mut last = None;
        for (i, pick) in self.picks().iter().enumerate() {
            let (heading, left, right) = match pick {
                Pick::Mistake(m) => ("Again and again", super::mistake_name(view.library, m), format!("{}×", m.count)),
                Pick::Answer(logged) => ("Lately", title(logged, view), verdict(logged)),
            };
            if last != Some(heading) {
                if last.is_some() {
                    rows.push((None, String::new(), String::new()));
                }
                rows.push((None, heading.into(), String::new()));
                last = Some(heading);
            }
            rows.push((Some(i), left, right));
        }
        let room = usize::from(area.height).max(1);
        let at = rows.iter().position(|(i, ..)| *i == Some(self.at)).unwrap_or(0);
        let top = if at < room { 0 } else { at + 1 - room };
        for (row, (i, left, right)) in rows.iter().skip(top).take(room).enumerate() {
            let y = area.y + u16::try_from(row).unwrap_or(0);
            let chosen = *i == Some(self.at);
            let role = if i.is_none() || chosen { Role::Strong } else { Role::Text };
            if chosen {
                put(
                    buffer,
                    Rect { x: area.x.saturating_sub(2), ..area },
                    area.x.saturating_sub(2),
                    y,
                    ">",
                    view.theme.style(Role::Accent),
                );
            }
            let text = Rect { width: area.width.saturating_sub(22), ..area };
            put(buffer, text, area.x, y, left, view.theme.style(role));
            let tone = if right.starts_with("right") { Role::Right } else { Role::Dim };
            put_right(buffer, area, area.right(), y, right, view.theme.style(tone));
        }
    }
}

fn title(logged: &Logged, view: &View<'_>) -> String {
    let id = view.library.id_of(&logged.event.item);
    let title = id.and_then(|id| view.library.entry(id).ok()).map(|q| q.title.to_string());
    title.unwrap_or_else(|| logged.event.item.clone())
}

/// The word of a verdict for people, with the named mistake.
fn verdict(logged: &Logged) -> String {
    match (logged.event.verdict.as_str(), logged.event.code.as_str()) {
        ("mistake", code) if !code.is_empty() => format!("not yet: {code}"),
        ("right" | "other-form", _) => "right".into(),
        ("ticked", "") => "all points".into(),
        ("ticked", missed) => {
            format!("missed {}", count(u32::try_from(missed.lines().count()).unwrap_or(0), "point", "points"))
        }
        (other, _) => other.into(),
    }
}

fn count(n: u32, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn count_min(ms: u64) -> String {
    format!("{} min", ms.div_ceil(60_000))
}
