//! First start: one screen, three lines.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::super::keys::{Action, Context};
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::text;

/// The welcome screen.
pub struct Welcome;

fn instead(flow: Flow) -> Flow {
    match flow {
        Flow::Open(room) => Flow::Replace(room),
        other => other,
    }
}

impl Room for Welcome {
    fn header(&self, view: &View<'_>) -> (String, String) {
        (format!("posenc    {}", view.library.index().title), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Welcome, Context::Doors]
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            // The welcome is gone for good once a choice is made: Esc leads to Home from there.
            Action::Enter => instead(super::study_first(cx)),
            Action::TestFirst => instead(super::quiz(cx)),
            Action::Back => Flow::Close,
            _ => Flow::Ignored,
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let top = area.y + area.height / 3;
        let lines = [
            ("How does a Transformer know word order? Read, turn live plots, drill, rehearse.", Role::Text),
            ("Enter   begin: the first page takes two minutes", Role::Accent),
            ("t       test me first: the chapter's quiz, then read what you missed", Role::Accent),
        ];
        for (i, (line, role)) in lines.iter().enumerate() {
            let y = top + u16::try_from(i * 2).unwrap_or(0);
            text::line(frame, area, area.x + 3, y, line, view.theme.style(*role));
        }
    }
}
