//! What keys do in the page; figures and the layers over a page have their own files.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use tui_input::Input;

use crate::sitting::pretest::When;
use crate::tui::keys::Action;
use crate::tui::msg::Effect;
use crate::tui::room::{Cx, Flow};
use crate::tui::rooms;

use super::contents::Contents;
use super::page::{Body, Piece, Stop};
use super::place::Anchor;
use super::{Live, Over, Study};

/// Rows that the wheel turns.
const WHEEL: isize = 3;

impl Study {
    /// A key of the table, for the layer that has the keys.
    pub(super) fn on_action(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        if let Some(flow) = door(action, cx) {
            return flow;
        }
        match self.over {
            Over::Contents(_) => self.in_contents(action, cx),
            Over::Find(_) => self.in_find(action, cx),
            Over::Nothing if self.figure().is_some() => self.in_figure(action, cx),
            Over::Nothing => self.in_page(action, cx),
        }
    }

    fn in_page(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::NextPage => self.next_page(cx),
            Action::PrevPage => self.turn(false, Anchor::default(), cx),
            Action::Up => self.scroll_by(-1),
            Action::Down => self.scroll_by(1),
            Action::PageDown => self.read_on(cx),
            Action::PageUp => self.read_back(cx),
            Action::Top => self.scroll = 0,
            Action::Bottom => self.scroll = self.last_row(),
            Action::Focus => self.focus(true),
            Action::FocusBack => self.focus(false),
            Action::Full => self.alone(),
            Action::Skip => return self.show_unpredicted(cx),
            Action::Enter => return self.answer(cx),
            Action::Contents => self.over = Over::Contents(Contents::new(cx.library, self.place)),
            Action::Links => self.follow(cx),
            Action::Find => self.open_find(cx),
            Action::FindNext => self.find_again(true, cx),
            Action::FindPrev => self.find_again(false, cx),
            Action::HistoryBack => self.history(false, cx),
            Action::HistoryForward => self.history(true, cx),
            Action::Latex => {
                self.latex = !self.latex;
                cx.say(if self.latex { "Formulas as LaTeX. L draws them again." } else { "Formulas drawn." });
            }
            Action::Drill => return self.drill(cx),
            Action::Lesson => {
                let families = self.families(cx.library);
                return rooms::lesson(&families, cx);
            }
            Action::Back => return self.escape(),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// Esc: out of a chosen question, then the marks of a search, then the room.
    fn escape(&mut self) -> Flow {
        if self.focus.take().is_none() && self.found.take().is_none() {
            return Flow::Close;
        }
        Flow::Stay
    }

    /// Shows what is folded away below a question.
    fn unfold(&mut self) -> bool {
        let Some((block, _)) = self.layout.as_ref().and_then(|l| l.fold) else { return false };
        self.unfolded.insert(self.place);
        self.to_block = Some(Some(block));
        self.stale = true;
        true
    }

    /// → on a page whose fold is on the screen opens it; else the next page.
    fn next_page(&mut self, cx: &mut Cx<'_>) {
        let bottom = self.scroll + self.rows();
        let seen = self.layout.as_ref().and_then(|l| l.fold).is_some_and(|(_, row)| row < bottom);
        if !(seen && self.unfold()) {
            self.turn(true, Anchor::default(), cx);
        }
    }

    /// The pages that this page names: the only one at once, several in a list.
    fn follow(&mut self, cx: &mut Cx<'_>) {
        match self.links.as_slice() {
            [] => cx.say("This page names no other."),
            [one] => self.jump(*one, Anchor::default(), cx),
            several => self.over = Over::Contents(Contents::of(several)),
        }
    }

    fn turn(&mut self, forward: bool, anchor: Anchor, cx: &mut Cx<'_>) {
        let to = if forward { self.place.next(cx.library) } else { self.place.prev(cx.library) };
        match to {
            Some(place) => self.go(place, anchor, cx),
            None if forward => cx.say("This is the last page. p practises, i rehearses the interview."),
            None => cx.say("This is the first page."),
        }
    }

    pub(super) fn last_row(&self) -> usize {
        self.layout.as_ref().map_or(0, |l| l.last_row())
    }

    fn rows(&self) -> usize {
        self.layout.as_ref().map_or(1, |l| usize::from(l.shape.rows))
    }

    fn scroll_by(&mut self, rows: isize) {
        self.scroll = self.scroll.saturating_add_signed(rows).min(self.last_row());
    }

    /// Two rows stay, so that the eye finds its place.
    pub(super) fn read_on(&mut self, cx: &mut Cx<'_>) {
        if self.scroll >= self.last_row() {
            if !self.unfold() {
                self.turn(true, Anchor::default(), cx);
            }
        } else {
            self.scroll = (self.scroll + self.rows().saturating_sub(2).max(1)).min(self.last_row());
        }
    }

    pub(super) fn read_back(&mut self, cx: &mut Cx<'_>) {
        if self.scroll == 0 {
            self.turn(false, Anchor::END, cx);
        } else {
            self.scroll = self.scroll.saturating_sub(self.rows().saturating_sub(2).max(1));
        }
    }

    /// Gives the keys to the next figure or question, first to one on the screen; after the last, back to the text.
    pub(super) fn focus(&mut self, forward: bool) {
        if let Some(live) = self.figure_mut() {
            live.pause();
        }
        self.focus = self.next_stop(forward).map(|(i, _)| i);
        self.full &= self.figure().is_some();
        self.reveal();
    }

    /// Where Tab leads.
    pub(super) fn next_stop(&self, forward: bool) -> Option<(usize, &Piece)> {
        let layout = self.layout.as_ref()?;
        match (self.focus, forward) {
            (Some(here), true) => layout.stops().find(|(i, _)| *i > here),
            (Some(here), false) => layout.stops().rfind(|(i, _)| *i < here),
            (None, true) => {
                let seen = |p: &Piece| p.top + p.height > self.scroll;
                layout.stops().find(|(_, p)| seen(p)).or_else(|| layout.stops().next())
            }
            (None, false) => layout.stops().last(),
        }
    }

    /// Scrolls as little as shows what has the keys, with its caption if there is room.
    fn reveal(&mut self) {
        let (Some(layout), Some(at)) = (&self.layout, self.focus) else { return };
        let caption = at.saturating_sub(1);
        let same = layout.pieces.get(caption).map(|p| p.block) == layout.pieces.get(at).map(|p| p.block);
        let row = if same { layout.reveal(caption, self.scroll) } else { self.scroll };
        self.scroll = layout.reveal(at, row).min(layout.last_row());
    }

    /// A figure over the whole screen: the one with the keys, else the next one.
    pub(super) fn alone(&mut self) {
        let Some(layout) = &self.layout else { return };
        if self.figure().is_none() {
            let scroll = self.scroll;
            let mut figures = layout.stops().filter(|(_, p)| matches!(p.body, Body::Figure(_)));
            let first = layout.stops().find(|(_, p)| matches!(p.body, Body::Figure(_)));
            self.focus = figures.find(|(_, p)| p.top + p.height > scroll).or(first).map(|(i, _)| i);
        }
        self.full = !self.full && self.figure().is_some();
        self.stale = true;
    }

    /// Shows the figure that asks for a prediction, without one.
    fn show_unpredicted(&mut self, cx: &mut Cx<'_>) -> Flow {
        let index = self.asks_first();
        match index.and_then(|index| self.figures.get_mut(index)) {
            Some(live) => live.show(cx),
            None => Flow::Ignored,
        }
    }

    fn answer(&mut self, cx: &mut Cx<'_>) -> Flow {
        let section = self.place.section_of(cx.library).map(|s| s.id.to_string()).unwrap_or_default();
        match self.stop().cloned() {
            Some(Stop::Spot(id)) => rooms::spot(&id, cx),
            Some(Stop::Recall(id)) => rooms::recall(vec![id], cx),
            Some(Stop::Before) => rooms::pretest(&section, When::Before, cx),
            Some(Stop::After) if self.known.change.as_ref().is_some_and(|c| c.now.is_some()) => {
                rooms::compare(&section)
            }
            Some(Stop::After) => rooms::pretest(&section, When::Now, cx),
            None => Flow::Stay,
        }
    }

    fn drill(&mut self, cx: &mut Cx<'_>) -> Flow {
        let families = self.families(cx.library);
        if families.is_empty() {
            cx.say("This section has no drills. p shows all of them.");
            return Flow::Stay;
        }
        rooms::drill(families, 5, cx)
    }

    fn history(&mut self, forward: bool, cx: &mut Cx<'_>) {
        let here = (self.place, self.anchor());
        let to = if forward { self.trail.forward(here) } else { self.trail.back(here) };
        match to {
            Some((place, anchor)) => {
                self.show(place, anchor, cx);
            }
            None if forward => cx.say("There is no page to go forward to."),
            None => cx.say("There is no page before this one."),
        }
    }

    /// A key or a paste that edits the open field.
    pub(super) fn on_typed(&mut self, cx: &mut Cx<'_>, edit: impl FnOnce(&mut Input) -> bool) -> Flow {
        match &mut self.over {
            Over::Contents(contents) => {
                if contents.is_typing() && contents.field().is_some_and(edit) {
                    contents.filtered(cx.library);
                    return Flow::Stay;
                }
            }
            Over::Find(find) => {
                if edit(&mut find.input) {
                    if let Some(words) = &self.words {
                        find.search(words);
                    }
                    return Flow::Stay;
                }
            }
            Over::Nothing => {
                if self.figure_mut().and_then(Live::field).is_some_and(edit) {
                    return Flow::Stay;
                }
            }
        }
        Flow::Ignored
    }

    /// The wheel scrolls; a click gives a figure or a question the keys, and a click on a knob chooses it.
    pub(super) fn on_mouse(&mut self, event: MouseEvent, cx: &mut Cx<'_>) -> Flow {
        let wheel = match event.kind {
            MouseEventKind::ScrollDown => WHEEL,
            MouseEventKind::ScrollUp => -WHEEL,
            MouseEventKind::Down(MouseButton::Left) => return self.click(event.column, event.row, cx),
            _ => return Flow::Ignored,
        };
        match &mut self.over {
            Over::Contents(contents) => contents.step(wheel),
            Over::Find(find) => find.step(wheel.signum()),
            Over::Nothing => {
                let over_knob = self
                    .figure_at(event.column, event.row)
                    .is_some_and(|(_, live, col, row)| live.wheel(col, row, if wheel > 0 { -1 } else { 1 }));
                if !over_knob {
                    self.scroll_by(wheel);
                }
            }
        }
        Flow::Stay
    }

    /// The figure under a cell of the screen, the number of its piece, and the cell counted from its corner.
    fn figure_at(&mut self, col: u16, row: u16) -> Option<(usize, &mut Live, u16, u16)> {
        if !self.body.contains(Position { x: col, y: row }) {
            return None;
        }
        let (inner, across) = (row - self.body.y, col - self.body.x);
        if self.full {
            let piece = self.focus?;
            return Some((piece, self.figure_mut()?, across, inner));
        }
        let at = self.scroll + usize::from(inner);
        let layout = self.layout.as_ref()?;
        let (piece, found) = layout.stops().find(|(_, p)| (p.top..p.top + p.height).contains(&at))?;
        let Body::Figure(index) = found.body else { return None };
        let down = u16::try_from(at - found.top).ok()?;
        Some((piece, self.figures.get_mut(index)?, across, down))
    }

    fn click(&mut self, col: u16, row: u16, cx: &mut Cx<'_>) -> Flow {
        let inside = self.body.contains(Position { x: col, y: row });
        if !inside || !matches!(self.over, Over::Nothing) {
            return Flow::Ignored;
        }
        if self.full {
            return self.click_figure(col, row - self.body.y, cx);
        }
        let Some(layout) = &self.layout else { return Flow::Ignored };
        let at = self.scroll + usize::from(row - self.body.y);
        let hit = layout.stops().find(|(_, p)| (p.top..p.top + p.height).contains(&at));
        let Some((piece, top)) = hit.map(|(i, p)| (i, p.top)) else { return Flow::Ignored };
        self.focus = Some(piece);
        self.click_figure(col, u16::try_from(at - top).unwrap_or(0), cx)
    }

    /// A click in a row of the figure that has the keys.
    fn click_figure(&mut self, col: u16, row: u16, cx: &mut Cx<'_>) -> Flow {
        let left = self.body.x;
        let event = self.figure_mut().and_then(|live| live.click(col - left, row));
        if let Some(event) = event {
            cx.effect(Effect::Record(Box::new(event)));
        }
        Flow::Stay
    }
}

/// The doors to the other rooms, which take this room's place.
fn door(action: Action, cx: &mut Cx<'_>) -> Option<Flow> {
    let flow = match action {
        Action::Study => Flow::Stay,
        Action::Practise => rooms::practise(cx),
        Action::Interview => rooms::interview(cx),
        Action::Progress => rooms::progress(cx),
        Action::Gallery => rooms::gallery(cx),
        _ => return None,
    };
    Some(match flow {
        Flow::Open(room) => Flow::Replace(room),
        other => other,
    })
}
