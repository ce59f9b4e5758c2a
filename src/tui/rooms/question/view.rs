//! Drawing the room: a page of lines that scrolls, and the figure beside or instead of it.

use crossterm::event::MouseEvent;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::super::super::chord::Chord;
use super::super::super::keys::{Action, Context};
use super::super::super::room::{Cx, Flow, Room, View};
use super::super::super::theme::Role;
use super::super::super::widgets::text::put;
use super::page::Page;
use super::plan::{difficulty_name, mode_name};
use super::{Phase, QuestionRoom, figure};

/// From here on the figure has room beside the text.
pub(super) const WIDE: u16 = 110;
/// The measure of prose.
const MEASURE: u16 = 72;

impl Room for QuestionRoom {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let mode = mode_name(self.sitting.mode());
        let Some(drawn) = self.sitting.current() else { return (mode.into(), String::new()) };
        let question = &drawn.question;
        let scheme = question.scheme.map(|s| format!("   {} {}", s.mark(), s.name())).unwrap_or_default();
        let left = format!("{mode}{scheme}   {}", difficulty_name(question.difficulty));
        let (at, of) = self.sitting.progress();
        let seed = format!("seed {}", drawn.instance.seed);
        let right = if of > 1 { format!("question {at} of {of}   {seed}") } else { seed };
        (left, right)
    }

    fn contexts(&self) -> Vec<Context> {
        self.stack()
    }

    fn enabled(&self, action: Action, view: &View<'_>) -> bool {
        self.can(action, view)
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        self.on(action, cx)
    }

    fn key(&mut self, chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        if self.phase != Phase::Field {
            return Flow::Ignored;
        }
        self.said = None;
        self.follow = true;
        if let Some(fields) = self.input.fields_mut() {
            fields.key(chord);
        }
        Flow::Stay
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) -> Flow {
        if matches!(self.phase, Phase::Field | Phase::Actions)
            && let Some(fields) = self.input.fields_mut()
        {
            fields.paste(text);
            self.phase = Phase::Field;
            self.said = None;
            self.follow = true;
        }
        Flow::Stay
    }

    fn mouse(&mut self, event: MouseEvent, _cx: &mut Cx<'_>) -> Flow {
        use crossterm::event::MouseEventKind::{ScrollDown, ScrollUp};
        let last = self.size.2.saturating_sub(self.size.1);
        match event.kind {
            ScrollUp => self.top = self.top.saturating_sub(3),
            ScrollDown => self.top = (self.top + 3).min(last),
            _ => return Flow::Ignored,
        }
        self.follow = false;
        Flow::Stay
    }

    fn unsaved(&self) -> bool {
        self.is_asking() && self.input.fields().is_some_and(|f| !f.is_empty())
    }

    /// ```text
    ///   A head has slope m = 1/8 …                     0 ┤●
    ///   Convention: …                                    │  ╲
    ///                                                 −5 ┤    ╲
    /// > logit  17
    ///   read as 17 · whole number · 2 decimals asked
    ///
    ///   ✗ Not yet: you added the penalty.
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        self.size.0 = area.width;
        let call = self.sitting.current().and_then(|d| d.instance.figure.clone()).filter(|_| self.shows_figure());
        let (text, plot) = split(area, call.is_some());
        if let (Some(plot), Some(call)) = (plot, &call) {
            figure::draw(frame, plot, call, view);
        }
        if let Some(text) = text {
            self.draw_page(frame, text, view);
        }
    }
}

/// The place of the text and of the figure. A narrow window shows one of them.
fn split(area: Rect, figure: bool) -> (Option<Rect>, Option<Rect>) {
    let inner = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let alone = Rect { width: inner.width.min(MEASURE + 6), ..inner };
    match figure {
        false => (Some(alone), None),
        true if area.width < WIDE => {
            let place = Rect { x: inner.x + 2, width: inner.width.saturating_sub(4), ..inner };
            (None, Some(place))
        }
        true => {
            let width = (inner.width * 11 / 20).min(MEASURE + 6);
            let text = Rect { width, ..inner };
            let x = text.right() + 2;
            let plot = Rect { x, width: inner.right().saturating_sub(x + 2).min(110), ..inner };
            (Some(text), Some(plot))
        }
    }
}

impl QuestionRoom {
    fn draw_page(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let rows = usize::from(area.height);
        let page = Page::of(self, usize::from(area.width.saturating_sub(6)).max(20), view);
        self.size = (self.size.0, rows, page.lines.len());
        let last = page.lines.len().saturating_sub(rows);
        if self.follow {
            self.top = top_for(self.top, rows, page.keep);
        }
        self.top = self.top.min(last);
        let buffer = frame.buffer_mut();
        for (i, line) in page.lines.iter().skip(self.top).take(rows).enumerate() {
            let y = area.y + u16::try_from(i).unwrap_or(0);
            buffer.set_line(area.x + 1, y, line, area.width.saturating_sub(2));
        }
        let dim = view.theme.style(Role::Dim);
        if self.top > 0 {
            put(buffer, area, area.right().saturating_sub(2), area.y, "↑", dim);
        }
        if self.top < last {
            put(buffer, area, area.right().saturating_sub(2), area.bottom().saturating_sub(1), "↓", dim);
        }
        if let Some((line, column)) = page.cursor.filter(|(line, _)| *line >= self.top && *line < self.top + rows) {
            let x = area.x + 1 + u16::try_from(column).unwrap_or(0);
            let y = area.y + u16::try_from(line - self.top).unwrap_or(0);
            if x < area.right() {
                frame.set_cursor_position((x, y));
            }
        }
    }
}

/// The first line that keeps a range in sight; its beginning wins.
fn top_for(top: usize, rows: usize, (from, to): (usize, usize)) -> usize {
    let needed = to.saturating_sub(rows);
    top.max(needed).min(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_stays_in_sight_and_its_beginning_wins() {
        assert_eq!(top_for(0, 10, (3, 8)), 0);
        assert_eq!(top_for(0, 10, (12, 16)), 6);
        assert_eq!(top_for(0, 10, (12, 40)), 12);
        assert_eq!(top_for(9, 10, (3, 8)), 3);
    }

    #[test]
    fn text_and_figure_never_overlap() {
        for width in 40..=220 {
            let area = Rect::new(0, 2, width, 30);
            if let (Some(text), Some(plot)) = split(area, true) {
                assert!(text.right() <= plot.x && plot.right() <= area.right(), "{width}");
            }
        }
    }
}
