//! All keys that work now, from the key table.

use ratatui::Frame;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::keys::{Action, Context, title};
use super::super::room::{Cx, Flow, Room, View};
use super::super::widgets::text::card;

/// The help card.
pub struct Help {
    rows: Vec<(Context, String, &'static str)>,
    top: usize,
}

impl Help {
    /// The rows that work in the room below.
    pub fn new(rows: Vec<(Context, String, &'static str)>) -> Help {
        Help { rows, top: 0 }
    }

    fn lines(&self) -> Vec<String> {
        let widest = self.rows.iter().map(|(_, keys, _)| keys.width()).max().unwrap_or(0);
        let mut lines = Vec::new();
        let mut last = None;
        for (context, keys, label) in &self.rows {
            if last != Some(*context) {
                if last.is_some() {
                    lines.push(String::new());
                }
                lines.push(title(*context).to_string());
                last = Some(*context);
            }
            let gap = widest - keys.width();
            lines.push(format!("  {keys}{}  {label}", " ".repeat(gap)));
        }
        lines
    }
}

impl Room for Help {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        (String::new(), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Card, Context::Move]
    }

    fn act(&mut self, action: Action, _cx: &mut Cx<'_>) -> Flow {
        let last = self.lines().len().saturating_sub(1);
        match action {
            Action::Back | Action::Help => return Flow::Close,
            Action::Down => self.top = (self.top + 1).min(last),
            Action::Up => self.top = self.top.saturating_sub(1),
            Action::PageDown => self.top = (self.top + 10).min(last),
            Action::PageUp => self.top = self.top.saturating_sub(10),
            Action::Top => self.top = 0,
            Action::Bottom => self.top = last,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let lines = self.lines();
        let room = usize::from(area.height.saturating_sub(5)).max(1);
        self.top = self.top.min(lines.len().saturating_sub(room));
        let more = lines.len() > self.top + room;
        let mut shown: Vec<String> = lines.into_iter().skip(self.top).take(room).collect();
        if more || self.top > 0 {
            let way = match (more, self.top > 0) {
                (true, true) => "↑ ↓ more",
                (true, false) => "↓ more",
                _ => "↑ more",
            };
            shown.push(format!("  {way}"));
        }
        card(frame, area, "Keys that work here", &shown, view.theme);
    }
}
