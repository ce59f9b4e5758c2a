//! The list of prompts, with what was missed last time.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::content::QuestionEntry;
use crate::content::model::Set;

use super::super::super::keys::{Action, Context};
use super::super::super::room::{Cx, Flow, Room, View};
use super::super::super::theme::Role;
use super::super::super::widgets::text::{put, put_right};

/// The list.
#[derive(Debug)]
pub struct Prompts {
    set: Set,
    rows: Vec<Row>,
    at: usize,
    top: usize,
}

#[derive(Debug)]
struct Row {
    entry: QuestionEntry,
    state: String,
}

impl Prompts {
    /// The prompts of a set: [`Set::Interview`] or [`Set::SelfCheck`].
    pub fn new(set: Set) -> Prompts {
        Prompts { set, rows: Vec::new(), at: 0, top: 0 }
    }
}

/// What the list says beside a prompt.
fn state(item: &str, known: bool, missed: &[(String, Vec<String>)]) -> String {
    let points = missed.iter().find(|(id, _)| id == item).map_or(0, |(_, points)| points.len());
    match (known, points) {
        (false, _) => "new".into(),
        (true, 0) => "all points".into(),
        (true, 1) => "missed 1 point".into(),
        (true, n) => format!("missed {n} points"),
    }
}

impl Room for Prompts {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let done = self.rows.iter().filter(|r| r.state != "new").count();
        let name = if self.set == Set::SelfCheck { "Self-check" } else { "Interview" };
        (name.into(), format!("{done} of {} rehearsed", self.rows.len()))
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Prompts, Context::Move, Context::Doors]
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let missed = cx.store.and_then(|s| s.missed().ok()).unwrap_or_default();
        let questions = cx.library.index().questions.iter().filter(|q| q.set == self.set);
        self.rows = questions
            .map(|entry| {
                let item = cx.library.item(&entry.id);
                let known = cx.store.and_then(|s| s.skill(&item).ok().flatten()).is_some();
                Row { entry: entry.clone(), state: state(&item, known, &missed) }
            })
            .collect();
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.rows.len().saturating_sub(1);
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Top | Action::PageUp => self.at = 0,
            Action::Bottom | Action::PageDown => self.at = last,
            Action::Enter => {
                return match self.rows.get(self.at) {
                    Some(row) => super::super::rehearse(&row.entry.id.clone(), cx),
                    None => Flow::Stay,
                };
            }
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// ```text
    ///   Say it aloud, then tick what you said. Two minutes each.
    /// > o  Derive RoPE's relative property                missed 2 points
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let buffer = frame.buffer_mut();
        let intro = match (self.set, self.rows.is_empty()) {
            (_, true) => "This chapter has no such prompts.",
            (Set::SelfCheck, _) => "Answer for yourself, without notes; then tick what you had.",
            _ => "Say it aloud, as to a person; then tick what you said.",
        };
        put(buffer, area, area.x + 3, area.y + 1, intro, theme.style(Role::Dim));
        let room = usize::from(area.height.saturating_sub(4)).max(1);
        self.top = self.top.min(self.at).max((self.at + 1).saturating_sub(room));
        let end = area.right().saturating_sub(3).min(area.x + 78);
        for (i, row) in self.rows.iter().enumerate().skip(self.top).take(room) {
            let y = area.y + 3 + u16::try_from(i - self.top).unwrap_or(0);
            let chosen = i == self.at;
            put(buffer, area, area.x + 1, y, if chosen { ">" } else { " " }, theme.style(Role::Accent));
            if let Some(scheme) = row.entry.scheme {
                put(buffer, area, area.x + 3, y, &scheme.mark().to_string(), theme.scheme(scheme));
            }
            let title = Rect { width: end.saturating_sub(area.x + 17), ..area };
            put(
                buffer,
                title,
                area.x + 5,
                y,
                &row.entry.title,
                theme.style(if chosen { Role::Strong } else { Role::Text }),
            );
            put_right(buffer, area, end, y, &row.state, theme.style(Role::Dim));
        }
    }
}
