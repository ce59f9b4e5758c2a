//! Drawing the room: a page of lines that scrolls, and the figure beside or instead of it.

use std::ops::Range;
use std::time::{Duration, Instant};

use crossterm::event::MouseEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::super::chord::Chord;
use super::super::super::keys::{Action, Context};
use super::super::super::room::{Cx, Flow, Room, View};
use super::super::super::theme::Role;
use super::super::super::widgets::text::put;
use super::page::Page;
use super::plan::mode_name;
use super::{Phase, Plan, QuestionRoom, figure};
use crate::memory::Mode;
use crate::sitting::{Level, clock_face};

/// From here on the figure has room beside the text.
pub(super) const WIDE: u16 = 110;
/// Below this the header keeps to the count.
const NARROW: u16 = 70;
/// Rows of the question that stay above a pinned field.
const LEAST_ABOVE: usize = 2;
/// The measure of prose.
const MEASURE: u16 = 72;

impl Room for QuestionRoom {
    fn header(&self, view: &View<'_>) -> (String, String) {
        // One question that is not a round of its own is a part of an interview.
        let part = self.sitting.mode() == Mode::Mock && matches!(self.plan, Plan::Spot(_));
        let mode = if part { "Mock interview" } else { mode_name(self.sitting.mode()) };
        let Some(drawn) = self.sitting.current() else { return (mode.into(), String::new()) };
        let question = &drawn.question;
        let scheme = question.scheme.map(|s| format!("   {} {}", s.mark(), s.name())).unwrap_or_default();
        let (at, of) = self.sitting.progress();
        let clock = self.clock_face(view).map(|face| format!("{face}   ")).unwrap_or_default();
        if self.size.0 < NARROW {
            let count = if of > 1 { format!("{at} of {of}") } else { String::new() };
            return (format!("{mode}{scheme}"), format!("{clock}{count}"));
        }
        let level = self.sitting.level().map_or("", Level::name);
        let left = format!("{mode}{scheme}   {level}").trim_end().to_string();
        let code = format!("code {}", self.sitting.code());
        let count = if of > 1 { format!("question {at} of {of}") } else { String::new() };
        let gap = if of > 1 { "   " } else { "" };
        let with_code = format!("{clock}{count}{gap}{code}");
        // The code stands in the report as well; what is asked about stands only here.
        let roomy = clock.is_empty() || self.size.0 >= WIDE;
        let fits = left.width() + with_code.width() + 4 <= usize::from(self.size.0);
        (left, if roomy && fits { with_code } else { format!("{clock}{count}") })
    }

    fn wake_after(&self, now: Instant) -> Option<Duration> {
        let (used, _) = self.sitting.clock(self.spent(now)).filter(|_| self.clock && self.is_asking())?;
        // At the next whole second.
        Some(Duration::from_millis(1000 - used % 1000))
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
        self.leaving = false;
        match &self.phase {
            Phase::Field => {}
            Phase::Actions if begins_a_number(chord) => self.back_to_field(),
            Phase::Readings { .. } => self.back_to_field(),
            _ => return Flow::Ignored,
        }
        self.said = None;
        self.hinted = false;
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
            self.back_to_field();
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
        let (text, plot) = split(area, self.shows_figure());
        if let Some(plot) = plot {
            figure::draw(frame, plot, &self.sitting, self.phase == Phase::Done, view);
        }
        if let Some(text) = text {
            self.draw_page(frame, text, view);
        }
    }
}

/// A digit, a sign, a point, a bracket: it belongs into the field wherever the keys are.
fn begins_a_number(chord: Chord) -> bool {
    chord.printable().is_some_and(|c| c.is_ascii_digit() || "+-−.([√π".contains(c))
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
    /// Time used and given; while a verdict is read the clock stands still.
    fn clock_face(&self, view: &View<'_>) -> Option<String> {
        let spent = if self.is_asking() { self.spent(view.now) } else { 0 };
        let (used, given) = self.sitting.clock(spent).filter(|_| self.clock)?;
        let over = if used > given { " over" } else { "" };
        Some(format!("{} of {}{over}", clock_face(used), clock_face(given)))
    }

    /// The keys go to the field, and it can be seen.
    fn back_to_field(&mut self) {
        if self.is_covered() {
            self.plot = Some(false);
        }
        self.phase = Phase::Field;
    }

    fn draw_page(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let page = Page::of(self, usize::from(area.width.saturating_sub(6)).max(20), view);
        let rows = usize::from(area.height);
        let foot = page.pinned.filter(|(from, to)| page.lines.len() > rows && to - from + LEAST_ABOVE <= rows);
        let Some((from, to)) = foot else {
            self.draw_lines(frame, area, &page, 0..page.lines.len(), view);
            return;
        };
        // What is typed stays in sight below the question, which scrolls above it.
        let below = u16::try_from(to - from).unwrap_or(area.height);
        let above = Rect { height: area.height - below, ..area };
        let foot = Rect { y: above.bottom(), height: below, ..area };
        self.draw_lines(frame, above, &page, 0..from, view);
        for (line, y) in page.lines.iter().skip(from).zip(foot.top()..foot.bottom()) {
            frame.buffer_mut().set_line(foot.x + 1, y, line, foot.width.saturating_sub(2));
        }
        if let Some((line, column)) = page.cursor {
            put_cursor(frame, foot, line.saturating_sub(from), column);
        }
    }

    /// A range of the lines, as far as it fits, with arrows where there is more.
    fn draw_lines(&mut self, frame: &mut Frame<'_>, area: Rect, page: &Page, range: Range<usize>, view: &View<'_>) {
        let rows = usize::from(area.height);
        let last = range.end.saturating_sub(rows);
        self.size = (self.size.0, rows, range.end);
        let keep = (page.keep.0.min(range.end), page.keep.1.min(range.end));
        if self.follow && (page.pinned.is_none() || self.hinted || range.end == page.lines.len()) {
            self.top = top_for(self.top, rows, keep);
        }
        self.top = self.top.min(last);
        self.unread = (page.to_read, self.unread.1.max(self.top + rows));
        // Where nothing is chosen yet nothing is hidden.
        self.in_sight = keep.1 == 0 || keep.0 < self.top + rows && keep.1 > self.top;
        let buffer = frame.buffer_mut();
        for (i, line) in page.lines.iter().take(range.end).skip(self.top).take(rows).enumerate() {
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
        if let Some((line, column)) = page.cursor.filter(|(line, _)| (self.top..self.top + rows).contains(line)) {
            put_cursor(frame, area, line - self.top, column);
        }
    }
}

fn put_cursor(frame: &mut Frame<'_>, area: Rect, line: usize, column: usize) {
    let x = area.x + 1 + u16::try_from(column).unwrap_or(0);
    let y = area.y + u16::try_from(line).unwrap_or(0);
    if x < area.right() && y < area.bottom() {
        frame.set_cursor_position((x, y));
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
