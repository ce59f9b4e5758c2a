//! "You have typed something": asked before a room with a half-typed answer is closed with `q`.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::widgets::text::card;

/// The question.
pub struct Confirm;

impl Room for Confirm {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        (String::new(), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Card]
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Back => Flow::Close,
            Action::Interrupt => {
                cx.effect(Effect::Quit);
                Flow::Stay
            }
            _ => Flow::Ignored,
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let lines = [
            "Your answer is not finished.",
            "",
            "Enter goes back to it. Ctrl-C leaves posenc; what is half typed is lost.",
        ];
        card(frame, area, "Leave?", &lines.map(String::from), view.theme);
    }
}
