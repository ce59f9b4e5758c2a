//! First start: one screen, three lines.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::super::keys::{Action, Context};
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::text;

const QUESTION: &str = "How does a Transformer know word order? Read, turn plots, drill, rehearse.";
const CHOICES: [(&str, &str); 2] = [
    ("Enter", "begin: the first page takes two minutes"),
    ("t", "test me first: the chapter's quiz, then read what you missed"),
];

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
            Action::Plan => super::appointment(cx),
            Action::Back => Flow::Close,
            _ => Flow::Ignored,
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let (buffer, theme) = (frame.buffer_mut(), view.theme);
        let mut y = area.y + area.height / 3;
        y = text::paragraph(buffer, area, (area.x + 3, y), QUESTION, theme.style(Role::Text)) + 1;
        for (key, what) in CHOICES {
            text::put(buffer, area, area.x + 3, y, key, theme.style(Role::Key));
            y = text::paragraph(buffer, area, (area.x + 11, y), what, theme.style(Role::Accent)) + 1;
        }
    }
}
