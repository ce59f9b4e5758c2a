//! A page of lines that scrolls: prose and fields one below the other, and the part of it that must stay in sight.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::super::room::View;
use super::super::theme::{Role, Theme};
use super::prose;
use super::text::put;
use crate::tui::widgets::links::link_name;

/// Running text is this wide where there is room.
pub const MEASURE: u16 = 72;

/// The lines, each after a margin of two columns.
pub struct Sheet<'a> {
    view: &'a View<'a>,
    lines: Vec<Line<'static>>,
    width: usize,
    cursor: Option<(usize, usize)>,
    keep: (usize, usize),
}

impl<'a> Sheet<'a> {
    /// For a place of the screen: running text in its measure.
    pub fn new(area: Rect, view: &'a View<'a>) -> Sheet<'a> {
        let width = usize::from(area.width.saturating_sub(4).clamp(20, MEASURE));
        Sheet { view, lines: Vec::new(), width, cursor: None, keep: (0, 0) }
    }

    /// Other columns of text than the measure.
    #[must_use]
    pub fn wide(mut self, columns: u16) -> Self {
        self.width = usize::from(columns.max(20));
        self
    }

    /// Columns of text.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Lines so far.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Nothing on it yet.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.view.theme.style(role)
    }

    /// One blank line, never two.
    pub fn gap(&mut self) {
        if self.lines.last().is_some_and(|l| l.width() > 0) {
            self.lines.push(Line::default());
        }
    }

    /// Spans as they are; the first stands in the margin of two columns.
    pub fn row(&mut self, margin: Span<'static>, spans: Vec<Span<'static>>) {
        let fill = " ".repeat(2_usize.saturating_sub(margin.content.width()));
        let mut all = vec![margin, Span::raw(fill)];
        all.extend(spans);
        self.lines.push(Line::from(all));
    }

    /// One line of plain text.
    pub fn line(&mut self, text: &str, role: Role) {
        let span = Span::styled(plain(text, self.view.theme), self.style(role));
        self.row(Span::raw(""), vec![span]);
    }

    /// Markdown.
    pub fn markdown(&mut self, text: &str, patch: Style) {
        self.hung(Span::raw(""), Span::raw(""), 0, text, patch);
    }

    /// Markdown after a label, its lines hanging `indent` columns in; `margin` stands before the first.
    pub fn hung(&mut self, margin: Span<'static>, label: Span<'static>, indent: usize, text: &str, patch: Style) {
        let width = self.width.saturating_sub(indent).max(10);
        let name = |target: &crate::typeset::prose::Target| link_name(self.view.library, target);
        let lines = prose::markdown(text, width, self.view.theme, &name);
        for (i, line) in lines.into_iter().enumerate() {
            let (margin, lead) = if i == 0 { (margin.clone(), label.clone()) } else { (Span::raw(""), Span::raw("")) };
            let fill = " ".repeat(indent.saturating_sub(lead.content.width()));
            let mut spans = vec![lead, Span::raw(fill)];
            // What has a look of its own keeps it.
            spans.extend(line.spans.into_iter().map(|s| {
                let style = patch.patch(s.style);
                s.style(style)
            }));
            self.row(margin, spans);
        }
    }

    /// Puts a mark into the blanks between the label and the text of a hung line.
    pub fn stamp(&mut self, line: usize, mark: Span<'static>) {
        let Some(line) = self.lines.get_mut(line) else { return };
        let width: usize = mark.content.width() + 1;
        // Margin, its filling, the label, then the blanks up to the text.
        let Some(blanks) = line.spans.get_mut(3) else { return };
        let free = blanks.content.width();
        if free < width {
            return;
        }
        let before = " ".repeat(free - width);
        let rest = line.spans.split_off(4);
        line.spans.truncate(3);
        line.spans.extend([Span::raw(before), mark, Span::raw(" ")]);
        line.spans.extend(rest);
    }

    /// A field that is typed into, the terminal's cursor in it.
    pub fn field(&mut self, label: &str, input: &tui_input::Input, unit: &str) {
        let indent = if label.is_empty() { 0 } else { label.width() + 2 };
        let room = self.width.saturating_sub(indent + 1 + unit.width()).max(8);
        let scroll = input.visual_scroll(room);
        let typed = crate::typeset::inert::inert(input.value());
        let text: String = typed.chars().skip(scroll).take(room).collect();
        self.cursor = Some((self.lines.len(), 2 + indent + input.visual_cursor().saturating_sub(scroll)));
        let spans = vec![
            Span::styled(format!("{label:<indent$}"), self.style(Role::Dim)),
            Span::styled(text, self.style(Role::Strong)),
            Span::styled(unit.to_string(), self.style(Role::Dim)),
        ];
        self.row(Span::styled(">", self.style(Role::Accent)), spans);
    }

    /// From here to the end must stay in sight.
    pub fn keep_from(&mut self, from: usize) {
        self.keep = (from, self.lines.len());
    }

    /// Draws it from line `top` on; moves `top` so that what matters is in sight, unless the reader scrolls.
    pub fn draw(self, frame: &mut Frame<'_>, area: Rect, scroll: &mut Scroll) {
        let area = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
        let rows = usize::from(area.height).max(1);
        scroll.last = self.lines.len().saturating_sub(rows);
        scroll.rows = rows;
        if scroll.follow {
            let (from, to) = self.keep;
            scroll.top = scroll.top.max(to.saturating_sub(rows)).min(from);
        }
        scroll.top = scroll.top.min(scroll.last);
        for (y, line) in (area.y..area.bottom()).zip(self.lines.iter().skip(scroll.top)) {
            frame.buffer_mut().set_line(area.x, y, line, area.width);
        }
        let dim = self.style(Role::Dim);
        let edge = area.right().saturating_sub(2);
        for (shown, y, arrow) in
            [(scroll.top > 0, area.y, "↑"), (scroll.top < scroll.last, area.bottom().saturating_sub(1), "↓")]
        {
            if shown {
                put(frame.buffer_mut(), area, edge, y, &plain(arrow, self.view.theme), dim);
            }
        }
        if let Some((line, column)) = self.cursor.filter(|(line, _)| (scroll.top..scroll.top + rows).contains(line)) {
            let x = area.x + u16::try_from(column).unwrap_or(0);
            let y = area.y + u16::try_from(line - scroll.top).unwrap_or(0);
            if x < area.right() && y < area.bottom() {
                frame.set_cursor_position((x, y));
            }
        }
    }
}

/// How far a sheet is scrolled.
#[derive(Clone, Copy, Debug)]
pub struct Scroll {
    top: usize,
    last: usize,
    rows: usize,
    follow: bool,
}

impl Default for Scroll {
    fn default() -> Self {
        Scroll { top: 0, last: 0, rows: 1, follow: true }
    }
}

impl Scroll {
    /// Other text stands there now.
    pub fn renew(&mut self) {
        *self = Scroll { rows: self.rows, ..Scroll::default() };
    }

    /// What matters is to be in sight again.
    pub fn follow(&mut self) {
        self.follow = true;
    }

    /// Rows up or down, by the reader.
    pub fn by(&mut self, rows: isize) {
        self.top = self.top.saturating_add_signed(rows).min(self.last);
        self.follow = false;
    }

    /// A screen up or down; two rows stay.
    pub fn page(&mut self, down: bool) {
        let rows = isize::try_from(self.rows.saturating_sub(2).max(1)).unwrap_or(1);
        self.by(if down { rows } else { -rows });
    }

    /// Is there more below?
    pub fn has_more(&self) -> bool {
        self.top < self.last
    }

    /// Lets a key of the table scroll; `false` if it means nothing here.
    pub fn act(&mut self, action: super::super::keys::Action) -> bool {
        use super::super::keys::Action as A;
        match action {
            A::Up => self.by(-1),
            A::Down => self.by(1),
            A::PageUp => self.page(false),
            A::PageDown => self.page(true),
            A::Top => self.by(isize::MIN / 2),
            A::Bottom => self.by(isize::MAX / 2),
            _ => return false,
        }
        true
    }
}

/// The text as this terminal can show it.
fn plain(text: &str, theme: &Theme) -> String {
    if theme.ascii { crate::typeset::ascii::fold(text).into_owned() } else { text.to_string() }
}
