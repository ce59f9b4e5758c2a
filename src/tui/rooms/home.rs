//! Home: one default action, Today.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::content::Library;
use crate::today::{self, Facts, ReadState, SchemeRow, Task};

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::{Role, Theme};
use super::super::widgets::prose;
use super::super::widgets::text::{fit, put, put_right};

/// The room.
#[derive(Debug, Default)]
pub struct Home {
    facts: Option<Facts>,
    tasks: Vec<Task>,
    schemes: Vec<SchemeRow>,
    at: usize,
}

impl Home {
    /// Empty until the progress file is open.
    pub fn new() -> Home {
        Home::default()
    }

    /// The round that was left, if the cursor is on it.
    fn left(&self) -> Option<&str> {
        match self.tasks.get(self.at) {
            Some(Task::GoOn { sitting, .. }) => Some(sitting),
            _ => None,
        }
    }

    /// The round that was left is not offered any more. Its answers stay.
    fn let_go(&self, cx: &mut Cx<'_>) {
        let of_row = |facts: &Facts| facts.left(cx.library).find(|left| self.left() == Some(left.session()));
        if let Some(left) = self.facts.as_ref().and_then(of_row) {
            cx.effect(Effect::Record(Box::new(left.dropped())));
            cx.say("Thrown away. What you answered is kept.");
        }
    }

    fn begin(&self, cx: &mut Cx<'_>) -> Flow {
        match self.tasks.get(self.at) {
            Some(Task::GoOn { sitting, .. }) => super::go_on_with(sitting, cx),
            Some(Task::Review { items } | Task::LastDay { items }) => super::review(items.clone(), cx),
            Some(Task::Read { section, page, .. }) => super::study_on(section, page, cx),
            Some(Task::Drill { families, count, .. }) => super::drill(families.clone(), *count, cx),
            Some(Task::Rehearse { id, .. }) => super::rehearse(id, cx),
            None => super::study_first(cx),
        }
    }
}

impl Room for Home {
    fn header(&self, view: &View<'_>) -> (String, String) {
        let title = format!("posenc    {}", view.library.index().title);
        let due = match &self.facts {
            None => String::new(),
            Some(facts) => facts.summary.due_line(),
        };
        (title, due)
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Home, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            Action::Drop => self.left().is_some(),
            Action::Placed => self.facts.as_ref().is_some_and(|facts| !facts.placement.is_empty()),
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.tasks.len().saturating_sub(1);
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Top | Action::PageUp => self.at = 0,
            Action::Bottom | Action::PageDown => self.at = last,
            Action::Enter => return self.begin(cx),
            Action::Drop if self.left().is_some() => self.let_go(cx),
            Action::Drop => {}
            Action::Plan => return super::appointment(cx),
            Action::Placed => return super::placed(cx),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let Some(store) = cx.store else {
            // Before the progress file is open: what can be said without it.
            self.tasks = today::plan(cx.library, &Facts::default());
            self.schemes = today::schemes(cx.library, &Facts::default());
            return;
        };
        match Facts::read(store) {
            Ok(facts) => {
                self.tasks = today::plan(cx.library, &facts);
                self.schemes = today::schemes(cx.library, &facts);
                self.at = self.at.min(self.tasks.len().saturating_sub(1));
                self.facts = Some(facts);
            }
            Err(error) => cx.say(format!("Your progress cannot be read: {error}")),
        }
    }

    /// ```text
    ///    Today, about 20 minutes                 Schemes            read   drills    recall
    ///  > 1  Review 4 questions    about 2 min    # order-blindness   ●     12 of 14   91 %
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let wide = area.width >= 104;
        // Two columns leave the table of schemes its 54; the list takes the rest, up to a comfortable line.
        let left = Rect { width: if wide { (area.width - 57).min(84) } else { area.width }, ..area };
        let buffer = frame.buffer_mut();
        let after = self.draw_today(buffer, left, view);
        let place = if wide {
            Rect { x: left.right() + 2, y: area.y + 1, width: 54, height: area.height - 1 }
        } else {
            Rect {
                x: area.x + 3,
                y: after + 1,
                width: area.width.saturating_sub(4).min(56),
                height: area.bottom().saturating_sub(after + 1),
            }
        };
        let after = draw_schemes(buffer, place, &self.schemes, view.theme);
        if wide {
            self.draw_again(
                buffer,
                Rect { y: after + 1, height: area.bottom().saturating_sub(after + 1), ..place },
                view,
            );
        }
    }
}

impl Home {
    fn draw_today(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) -> u16 {
        let theme = view.theme;
        let minutes: u32 = self.tasks.iter().map(Task::minutes).sum();
        // Before the progress file is open nothing is known, and nothing is claimed.
        let heading = if self.tasks.is_empty() { "Today".into() } else { format!("Today, about {minutes} minutes") };
        put(buffer, area, area.x + 3, area.y + 1, &heading, theme.style(Role::Strong));
        let end = area.right().saturating_sub(3).min(area.x + 76);
        // A long list moves with the cursor; its last row says that there is more.
        let room = usize::from(area.height.saturating_sub(4)).max(2);
        let rows = if self.tasks.len() > room { room - 1 } else { self.tasks.len() };
        let top = (self.at + 1).saturating_sub(rows);
        for (i, task) in self.tasks.iter().enumerate().skip(top).take(rows) {
            let y = area.y + 3 + u16::try_from(i - top).unwrap_or(0);
            let chosen = i == self.at;
            let (what, time) = task.lines();
            put(buffer, area, area.x + 1, y, if chosen { ">" } else { " " }, theme.style(Role::Accent));
            let style = theme.style(if chosen { Role::Strong } else { Role::Text });
            put(buffer, area, area.x + 3, y, &format!("{}", i + 1), theme.style(Role::Dim));
            let taken = u16::try_from(time.width()).unwrap_or(0) + 2;
            let room = Rect { width: end.saturating_sub(area.x + taken), ..area };
            let columns = usize::from(room.right().saturating_sub(area.x + 6));
            put(buffer, room, area.x + 6, y, &fit(&what, columns), style);
            put_right(buffer, area, end, y, &time, theme.style(Role::Dim));
        }
        let mut y = area.y + 4 + u16::try_from(rows).unwrap_or(0);
        let below = self.tasks.len().saturating_sub(top + rows);
        if rows < self.tasks.len() {
            let said = if below > 0 { format!("↓ {below} more") } else { format!("↑ {top} more") };
            put(buffer, area, area.x + 6, y - 1, &said, theme.style(Role::Dim));
            y += 1;
        }
        let width = usize::from(end.saturating_sub(area.x + 3));
        for text in self.remarks(view.library) {
            for line in prose::markdown(&text, width, theme, &|_| None).into_iter().take(3) {
                if y < area.bottom() {
                    buffer.set_line(area.x + 3, y, &line.style(theme.style(Role::Dim)), end.saturating_sub(area.x + 3));
                }
                y += 1;
            }
        }
        y
    }

    /// What stands under the list: nothing due, missed points.
    fn remarks(&self, library: &Library) -> Vec<String> {
        let Some(facts) = &self.facts else { return Vec::new() };
        let mut lines = Vec::new();
        if let Some(Task::GoOn { round, .. }) = self.tasks.get(self.at).or(self.tasks.first()) {
            lines.push(format!("Enter goes on with the {round} where you left it; **x** throws it away."));
        }
        let more = facts.left(library).count().saturating_sub(today::ROUNDS);
        if more > 0 {
            let rounds = if more == 1 { "1 more round waits".into() } else { format!("{more} more rounds wait") };
            lines.push(format!("{rounds} for you: **p**, Practise, has them all."));
        }
        if let Some(line) = today::skipped_line(&today::skipped(library, facts)) {
            lines.push(format!("{line} **t** shows the test, and takes that back."));
        }
        lines.extend(today::interview_line(library, facts));
        if facts.plan.is_none() && facts.summary.answers > 0 {
            lines.push("Is there an interview? **D** sets its day, and the plan follows it.".to_string());
        }
        lines.extend(today::held_line(library, facts).map(|held| format!("{held} **p**, Practise, reviews them all.")));
        lines.extend(today::new_line(facts).map(|done| format!("{done} **,** (settings) changes it.")));
        if facts.summary.due == 0 && facts.summary.answers > 0 {
            lines.push("Nothing is due now. Read on, drill freely, or rehearse.".to_string());
        }
        if let Some((item, points)) = facts.missed.iter().find(|(_, points)| !points.is_empty()) {
            let title = library.id_of(item).and_then(|id| library.entry(id).ok()).map(|q| q.title.to_string());
            if let (Some(title), Some(point)) = (title, points.first()) {
                let more = points.len() - 1;
                let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
                lines.push(format!("Missed in {title}: {point}{more}"));
            }
        }
        let waiting = today::missed(library, facts).len().saturating_sub(today::MISSED);
        if waiting > 0 {
            let prompts =
                if waiting == 1 { "1 more prompt has".into() } else { format!("{waiting} more prompts have") };
            lines.push(format!("{prompts} missed points: **i**, the interview, marks them."));
        }
        lines
    }

    fn draw_again(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let Some(facts) = self.facts.as_ref().filter(|f| !f.repeated.is_empty()) else { return };
        put(buffer, area, area.x, area.y, "Again and again", view.theme.style(Role::Strong));
        for (i, repeated) in facts.repeated.iter().enumerate() {
            let y = area.y + 1 + u16::try_from(i).unwrap_or(0);
            let name = super::mistake_name(view.library, repeated);
            let room = Rect { width: 48, ..area };
            put(buffer, room, area.x, y, &name, view.theme.style(Role::Text));
            put_right(buffer, area, area.x + 54, y, &format!("{}×", repeated.count), view.theme.style(Role::Dim));
        }
    }
}

/// The table of schemes; returns the row after it.
pub fn draw_schemes(buffer: &mut Buffer, area: Rect, rows: &[SchemeRow], theme: &Theme) -> u16 {
    let dim = theme.style(Role::Dim);
    // Half of a table would look like a whole one.
    if usize::from(area.height) < rows.len() + 1 {
        put(buffer, area, area.x, area.y, "g, Progress, shows where each scheme stands.", dim);
        return area.y + 1;
    }
    put(buffer, area, area.x, area.y, "Schemes", theme.style(Role::Strong));
    put(buffer, area, area.x + 22, area.y, "read", dim);
    put_right(buffer, area, area.x + 40, area.y, "drills", dim);
    put_right(buffer, area, area.x + 50, area.y, "recall", dim);
    for (i, row) in rows.iter().enumerate() {
        let y = area.y + 1 + u16::try_from(i).unwrap_or(0);
        let style = theme.scheme(row.scheme);
        put(buffer, area, area.x, y, &row.scheme.mark().to_string(), style);
        put(buffer, area, area.x + 2, y, row.scheme.name(), style);
        let (sign, word) = match row.read {
            ReadState::No => ("○", "no"),
            ReadState::Some => ("◐", "some"),
            ReadState::All => ("●", "all"),
        };
        let (x, read) = if theme.ascii { (area.x + 22, word) } else { (area.x + 23, sign) };
        put(buffer, area, x, y, read, theme.style(Role::Text));
        let drills = if row.families == 0 { "–".to_string() } else { format!("{} of {}", row.solid, row.families) };
        put_right(buffer, area, area.x + 40, y, &drills, theme.style(Role::Text));
        let recall = row.recall.map_or("–".to_string(), |r| format!("{:.0} %", r * 100.0));
        put_right(buffer, area, area.x + 50, y, &recall, theme.style(Role::Text));
    }
    let y = area.y + 1 + u16::try_from(rows.len()).unwrap_or(0);
    // Half of a sentence would be worse than none.
    if y + 2 > area.bottom() {
        return y;
    }
    put(buffer, area, area.x, y, "drills: right at once, last time; recall: the chance", dim);
    put(buffer, area, area.x, y + 1, "that you could answer now, without looking", dim);
    y + 2
}
