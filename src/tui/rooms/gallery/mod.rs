//! The gallery: all figures by scheme, a small picture of the chosen one, and the way to its page and its drills.
//!
//! | file | what it does |
//! |---|---|
//! | `list` | the figures, the search, the cursor |
//! | `draw` | the list, the picture at its side or below it |
//! | `links` | which page shows a figure, which drills use it |

mod draw;
mod links;
mod list;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use tui_input::Input;

use crate::content::Library;
use crate::figure::{self, FigureInfo, Settings};
use crate::memory::Store;
use crate::tui::chord::Chord;
use crate::tui::keys::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::room::{Cx, Flow, Room, View};
use crate::tui::rooms::live::{Live, is_fresh};
use crate::tui::rooms::study::field;
use crate::tui::rooms::{self};

use draw::Thumbnail;
use links::Links;
use list::List;

/// The room.
pub struct Gallery {
    list: List,
    links: Links,
    /// The chosen figure asks before it shows: its small picture has no data.
    asks: bool,
    /// Those that were shown here.
    shown: HashSet<&'static str>,
    /// The small picture that was drawn last.
    thumbnail: Option<Thumbnail>,
    /// The chosen figure with its knobs, over the whole screen.
    open: Option<Box<Live>>,
    /// Where the open figure, or the list, was drawn.
    body: Rect,
    /// The row of the list at the top of the screen.
    top: usize,
}

impl Gallery {
    /// All figures.
    pub fn new(library: &Library) -> Gallery {
        Gallery {
            list: List::new(),
            links: Links::read(library),
            asks: false,
            shown: HashSet::new(),
            thumbnail: None,
            open: None,
            body: Rect::default(),
            top: 0,
        }
    }

    /// The figure that is looked at.
    fn figure(&self) -> Option<&'static FigureInfo> {
        self.open.as_ref().map(|live| live.info).or_else(|| self.list.chosen())
    }

    /// Does the chosen figure ask before it shows?
    fn look(&mut self, store: Option<&Store>) {
        if let Some(live) = self.open.as_ref().filter(|live| !live.asks_first()) {
            self.shown.insert(live.info.slug);
        }
        let fresh = |info: &FigureInfo| {
            !self.shown.contains(info.slug) && figure::spoils(info, &Settings::new(info)) && is_fresh(info, store)
        };
        self.asks = self.list.chosen().is_some_and(fresh);
    }

    fn in_list(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let page = isize::try_from(self.body.height.max(4) / 2).unwrap_or(2);
        match action {
            Action::Up => self.list.step(-1),
            Action::Down => self.list.step(1),
            Action::PageUp => self.list.step(-page),
            Action::PageDown => self.list.step(page),
            Action::Top => self.list.step(isize::MIN / 2),
            Action::Bottom => self.list.step(isize::MAX / 2),
            Action::Find => self.list.open_search(),
            Action::Enter if self.list.is_typing() && self.list.chosen().is_none() => {}
            Action::Enter => {
                self.list.leave_search();
                self.open = self.list.chosen().and_then(|info| Live::of(info, cx.settings.marks)).map(Box::new);
                self.open.iter_mut().for_each(|live| live.offer(cx.store));
            }
            Action::Read => return self.read(cx),
            Action::Drill => return self.drill(cx),
            Action::Back if self.list.close_search() => {}
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn in_figure(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let Some(live) = &mut self.open else { return Flow::Ignored };
        let flow = live.act(action, cx);
        if !matches!(flow, Flow::Ignored) {
            return flow;
        }
        match action {
            Action::Back | Action::Full => self.open = None,
            Action::Focus => live.choose(1),
            Action::FocusBack => live.choose(-1),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// The page that shows the figure.
    fn read(&self, cx: &mut Cx<'_>) -> Flow {
        match self.figure().and_then(|info| self.links.page(info)) {
            Some(place) => rooms::study_section(&place, cx),
            None => Flow::Ignored,
        }
    }

    fn drill(&self, cx: &mut Cx<'_>) -> Flow {
        let drills = self.figure().map(|info| self.links.drills(info)).unwrap_or_default();
        if drills.is_empty() {
            cx.say("No drill uses this figure. r reads the page about it.");
            return Flow::Stay;
        }
        rooms::drill(drills.iter().map(|(id, _)| id.clone()).collect(), 5, cx)
    }

    fn typed(&mut self, edit: impl FnOnce(&mut Input) -> bool) -> Flow {
        if let Some(input) = self.open.as_mut().and_then(|live| live.field()) {
            return if edit(input) { Flow::Stay } else { Flow::Ignored };
        }
        let edited = match &mut self.list.search {
            Some((input, true)) => edit(input),
            _ => false,
        };
        if !edited {
            return Flow::Ignored;
        }
        self.list.filter();
        Flow::Stay
    }

    fn click(&mut self, at: Position, cx: &mut Cx<'_>) {
        if let Some(live) = &mut self.open {
            let event = live.click(at.x - self.body.x, at.y - self.body.y);
            event.into_iter().for_each(|event| cx.effect(Effect::Record(Box::new(event))));
            return;
        }
        let row = self.top + usize::from(at.y - self.body.y);
        if row < self.list.rows.len() {
            self.list.at = row;
            self.list.step(0);
        }
    }
}

impl Room for Gallery {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        match &self.open {
            Some(live) => ("Figures".into(), format!("{}  posenc plot {}", live.info.number, live.info.slug)),
            None => ("Figures".into(), format!("{} figures", figure::ALL.len())),
        }
    }

    fn contexts(&self) -> Vec<Context> {
        if let Some(live) = &self.open {
            let mut stack = live.contexts();
            if !live.is_typing() && !live.is_asking() {
                stack.push(Context::Doors);
            }
            return stack;
        }
        if self.list.is_typing() {
            return vec![Context::Search];
        }
        vec![Context::Gallery, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        if let Some(live) = &self.open {
            return live.enabled(action)
                && !matches!(action, Action::Top | Action::Bottom | Action::PageUp | Action::PageDown);
        }
        match action {
            Action::Help => !self.list.is_typing(),
            Action::Drill => self.figure().is_some_and(|info| !self.links.drills(info).is_empty()),
            Action::Enter | Action::Read => self.figure().is_some(),
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let flow = if self.open.is_some() { self.in_figure(action, cx) } else { self.in_list(action, cx) };
        self.look(cx.store);
        flow
    }

    fn key(&mut self, chord: Chord, cx: &mut Cx<'_>) -> Flow {
        let flow = self.typed(|input| field::edit(input, chord));
        self.look(cx.store);
        flow
    }

    fn paste(&mut self, text: &str, cx: &mut Cx<'_>) -> Flow {
        let flow = self.typed(|input| {
            field::paste(input, text);
            true
        });
        self.look(cx.store);
        flow
    }

    fn mouse(&mut self, event: MouseEvent, cx: &mut Cx<'_>) -> Flow {
        let at = Position { x: event.column, y: event.row };
        if !self.body.contains(at) {
            return Flow::Ignored;
        }
        let wheel = match event.kind {
            MouseEventKind::ScrollDown => 1,
            MouseEventKind::ScrollUp => -1,
            MouseEventKind::Down(MouseButton::Left) => {
                self.click(at, cx);
                self.look(cx.store);
                return Flow::Stay;
            }
            _ => return Flow::Ignored,
        };
        match &mut self.open {
            Some(live) => drop(live.wheel(at.x - self.body.x, at.y - self.body.y, -wheel)),
            None => self.list.step(wheel as isize),
        }
        self.look(cx.store);
        Flow::Stay
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        self.thumbnail = None;
        if let Some(live) = &mut self.open {
            live.set_marks(cx.settings.marks);
        }
        self.look(cx.store);
    }

    fn wake_after(&self, now: Instant) -> Option<Duration> {
        self.open.as_ref().and_then(|live| live.wake_after(now))
    }

    fn tick(&mut self, cx: &mut Cx<'_>) {
        if let Some(live) = &mut self.open {
            live.tick(cx.now);
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        if let Some(cursor) = self.paint(frame.buffer_mut(), area, view).filter(|at| area.contains(*at)) {
            frame.set_cursor_position(cursor);
        }
    }
}
