//! The three questions of a section, answered before reading and after: side by side, and nothing is scored.
//!
//! ```text
//!   1  What a swap does
//!      An attention layer with no information about positions reads …
//!
//!      before  ✗ It changes, because "dog" now has other neighbours.
//!      now     ✓ Not at all.
//!
//!      The layer compares contents and adds them up. …
//! ```

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use super::super::keys::{Action, Context};
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::sheet::{Scroll, Sheet};
use super::question::Plan;
use crate::sitting::pretest::{self, Given, Row, When};

/// The room.
pub struct CompareRoom {
    section: String,
    rows: Vec<Row>,
    scroll: Scroll,
}

impl CompareRoom {
    /// Of a section; it reads the answers when it is shown.
    pub fn new(section: &str) -> CompareRoom {
        let scroll = Scroll::default();
        CompareRoom { section: section.to_string(), rows: Vec::new(), scroll }
    }
}

impl Room for CompareRoom {
    fn header(&self, view: &View<'_>) -> (String, String) {
        let found = view.library.index().sections.iter().enumerate().find(|(_, s)| s.id == self.section);
        let left = found.map(|(at, s)| format!("{}  {}", at + 1, s.title)).unwrap_or_default();
        (left, "before and after reading".into())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Compare, Context::Move, Context::Doors]
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Enter | Action::Back => Flow::Close,
            Action::Another => match super::sit(Plan::Pretest(self.section.clone(), When::Now), cx) {
                Flow::Open(room) => Flow::Replace(room),
                other => other,
            },
            other => match self.scroll.act(other) {
                true => Flow::Stay,
                false => Flow::Ignored,
            },
        }
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let log = cx.store.and_then(|s| s.pretests().ok()).unwrap_or_default();
        match pretest::compare(cx.library, &self.section, &log) {
            Ok(rows) => self.rows = rows,
            Err(error) => cx.say(error.to_string()),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let mut sheet = Sheet::new(area, view);
        for (i, row) in self.rows.iter().enumerate() {
            sheet.gap();
            let number = Span::styled((i + 1).to_string(), sheet.style(Role::Dim));
            let title = sheet.style(Role::Strong);
            sheet.row(Span::raw(""), vec![number, Span::raw("  "), Span::styled(row.title.clone(), title)]);
            let dim = sheet.style(Role::Dim);
            sheet.hung(Span::raw(""), Span::raw(""), 3, &row.prompt, dim);
            sheet.gap();
            given(&mut sheet, "before", row.before.as_ref());
            given(&mut sheet, "now", row.now.as_ref());
            let known = row.now.as_ref().is_some_and(|g| g.right);
            if !known {
                let label = Span::styled("   right", sheet.style(Role::Dim));
                sheet.hung(Span::raw(""), label, 13, &row.right, Style::new());
            }
            if let Some(context) = &row.context {
                sheet.gap();
                sheet.hung(Span::raw(""), Span::raw(""), 3, context, Style::new());
            }
        }
        sheet.draw(frame, area, &mut self.scroll);
    }
}

/// One answer after its mark.
fn given(sheet: &mut Sheet<'_>, when: &str, given: Option<&Given>) {
    let label = Span::styled(format!("   {when:<8}"), sheet.style(Role::Dim));
    let (mark, role, text) = match given {
        None => ("–", Role::Dim, "not asked"),
        Some(g) if g.right => ("✓", Role::Right, g.text.as_str()),
        Some(g) => ("✗", Role::Warn, g.text.as_str()),
    };
    let text = if text.is_empty() { "(asked before the question was changed)" } else { text };
    let from = sheet.len();
    sheet.hung(Span::raw(""), label, 13, text, Style::new());
    let style = sheet.style(role);
    sheet.stamp(from, Span::styled(mark.to_string(), style));
}
