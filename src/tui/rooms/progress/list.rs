//! The items of a cell or of a skill, each with the evidence for it.
//!
//! ```text
//!   Title                                 state       last   recall        due
//! > Slope of a head                       mastered    ✗✓✓✓    94 %   in 9 days
//!
//!   4 answers, 1 min. Right without help on 3 study days running.
//! ```

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::super::keys::{Action, Context};
use super::super::super::room::{Cx, Flow, Room, View};
use super::super::super::theme::{Role, Theme};
use super::super::super::widgets::list::moved;
use super::super::super::widgets::text::{paragraph, put, put_right};
use super::words;
use crate::content::Library;
use crate::mastery::{self, Level, Sort, Standing};

/// Rows below the list: the evidence and what the marks mean.
const FOOT: u16 = 5;
/// The widest that the list gets.
const WIDEST: u16 = 100;

/// Items under a name.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) items: Vec<Standing>,
}

/// The room.
#[derive(Debug)]
pub(super) struct ItemsRoom {
    title: String,
    groups: Vec<Group>,
    at: usize,
    top: usize,
}

impl ItemsRoom {
    pub(super) fn new(title: String, groups: Vec<Group>) -> ItemsRoom {
        ItemsRoom { title, groups, at: 0, top: 0 }
    }

    fn items(&self) -> impl Iterator<Item = &Standing> {
        self.groups.iter().flat_map(|g| &g.items)
    }

    fn open(&self, cx: &mut Cx<'_>) -> Flow {
        let Some(item) = self.items().nth(self.at) else { return Flow::Stay };
        match item.sort {
            Sort::Drill | Sort::Question => super::super::review(vec![item.id.clone()], cx),
            Sort::Prompt => super::super::rehearse(&item.id.clone(), cx),
            Sort::Recall => super::super::recall(vec![item.id.clone()], cx),
        }
    }

    /// The lines of the list: a name, a blank, or an item with its number.
    fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        let mut number = 0;
        for group in &self.groups {
            if !group.name.is_empty() && self.groups.len() > 1 {
                lines.extend((number > 0).then_some(Line::Name("")));
                lines.push(Line::Name(&group.name));
            }
            for item in &group.items {
                lines.push(Line::Item(number, item));
                number += 1;
            }
        }
        lines
    }
}

/// What the log calls it.
pub(super) fn item_of(library: &Library, standing: &Standing) -> String {
    match standing.sort {
        Sort::Recall => library.recall_item(&standing.id),
        Sort::Drill | Sort::Question | Sort::Prompt => library.item(&standing.id),
    }
}

enum Line<'a> {
    Name(&'a str),
    Item(usize, &'a Standing),
}

impl Room for ItemsRoom {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        // An item with two skills stands twice in the list, and once in the count.
        let mut ids: Vec<(&str, Level)> = self.items().map(|s| (s.id.as_str(), s.level)).collect();
        ids.sort_by_key(|(id, _)| *id);
        ids.dedup();
        let mastered = ids.iter().filter(|(_, level)| *level == Level::Mastered).count();
        (format!("Progress    {}", self.title), format!("{mastered} of {} mastered", ids.len()))
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Progress, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        !matches!(
            action,
            Action::Drill | Action::Undo | Action::Left | Action::Right | Action::Focus | Action::FocusBack
        )
    }

    /// After an answer the evidence is another.
    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let Some(Ok(account)) = cx.store.map(|store| store.account()) else { return };
        let fresh = mastery::standings(cx.library, &account);
        for item in self.groups.iter_mut().flat_map(|g| &mut g.items) {
            if let Some(new) = fresh.iter().find(|s| s.id == item.id && s.sort == item.sort) {
                *item = new.clone();
            }
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.items().count().saturating_sub(1);
        if let Some(at) = moved(self.at, last, action) {
            self.at = at;
            return Flow::Stay;
        }
        match action {
            Action::Enter => self.open(cx),
            Action::Forget => {
                let item = self.items().nth(self.at).map(|item| item_of(cx.library, item));
                let targets = item.map(|item| super::super::targets_of(cx.library, &item)).unwrap_or_default();
                super::super::forget(&targets, cx)
            }
            Action::Back => Flow::Close,
            _ => Flow::Ignored,
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let buffer = frame.buffer_mut();
        let theme = view.theme;
        let width = area.width.saturating_sub(5).min(WIDEST);
        let text =
            Rect { x: area.x + 3, y: area.y + 1, width, height: area.height.saturating_sub(1) }.intersection(area);
        let room = usize::from(text.height.saturating_sub(FOOT + 1)).max(1);
        let lines = self.lines();
        let at = lines.iter().position(|l| matches!(l, Line::Item(n, _) if *n == self.at)).unwrap_or(0);
        let top = self.top.min(at.saturating_sub(1)).max((at + 1).saturating_sub(room));
        headings(buffer, text, theme);
        for (line, y) in lines.iter().skip(top).take(room).zip(text.y + 1..) {
            match line {
                Line::Name(name) => {
                    put(buffer, text, text.x, y, name, theme.style(Role::Strong));
                }
                Line::Item(n, item) => draw_item(buffer, text, y, item, *n == self.at, theme),
            }
        }
        let below = lines.iter().skip(top + room).filter(|l| matches!(l, Line::Item(..))).count();
        if below > 0 {
            put(
                buffer,
                text,
                text.x,
                text.y + 1 + u16::try_from(room).unwrap_or(0),
                &format!("↓ {below} more"),
                theme.style(Role::Dim),
            );
        }
        if let Some(item) = self.items().nth(self.at) {
            let y = text.bottom().saturating_sub(FOOT - 1);
            let y = paragraph(buffer, text, (text.x, y), &words::evidence(item), theme.style(Role::Text));
            let legend = "✓ right alone   ◦ with help, which is never mastery   ✗ not right";
            put(buffer, text, text.x, y, legend, theme.style(Role::Dim));
        } else {
            put(buffer, text, text.x, text.y + 1, "There is nothing of this kind here.", theme.style(Role::Dim));
        }
        self.top = top;
    }
}

/// Columns from the right end: due, recall, last answers, state.
const FROM_RIGHT: [u16; 3] = [13, 22, 33];

fn headings(buffer: &mut Buffer, area: Rect, theme: &Theme) {
    let dim = theme.style(Role::Dim);
    put_right(buffer, area, area.right(), area.y, "due", dim);
    put_right(buffer, area, area.right().saturating_sub(FROM_RIGHT[0]), area.y, "recall", dim);
    put_right(buffer, area, area.right().saturating_sub(FROM_RIGHT[1]), area.y, "last", dim);
    put_right(buffer, area, area.right().saturating_sub(FROM_RIGHT[2]), area.y, "state", dim);
}

fn draw_item(buffer: &mut Buffer, area: Rect, y: u16, item: &Standing, chosen: bool, theme: &Theme) {
    let end = |from: u16| area.right().saturating_sub(from);
    if chosen {
        let marker = Rect { x: area.x.saturating_sub(2), ..area };
        put(buffer, marker, marker.x, y, ">", theme.style(Role::Accent));
    }
    let title = Rect { width: area.width.saturating_sub(FROM_RIGHT[2] + 12), ..area };
    put(buffer, title, area.x, y, &item.title, theme.style(if chosen { Role::Strong } else { Role::Text }));
    let state = match item.level {
        Level::Mastered => Role::Right,
        Level::Shaky => Role::Warn,
        Level::Once => Role::Text,
        Level::New => Role::Dim,
    };
    put_right(buffer, area, end(FROM_RIGHT[2]), y, item.level.word(), theme.style(state));
    let Some(evidence) = &item.evidence else { return };
    let marks = words::trail(Some(evidence));
    let start = end(FROM_RIGHT[1]).saturating_sub(u16::try_from(marks.width()).unwrap_or(0));
    for (mark, x) in marks.chars().zip(start..) {
        let role = match mark {
            '✓' => Role::Right,
            '✗' => Role::Wrong,
            _ => Role::Warn,
        };
        put(buffer, area, x, y, &mark.to_string(), theme.style(role));
    }
    let recall = evidence.recall.map_or("–".to_string(), |r| format!("{:.0} %", r * 100.0));
    put_right(buffer, area, end(FROM_RIGHT[0]), y, &recall, theme.style(Role::Text));
    put_right(buffer, area, end(0), y, &words::due(Some(evidence)), theme.style(Role::Text));
}
