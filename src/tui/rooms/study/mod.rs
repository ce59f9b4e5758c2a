//! Study: one page at a time, with live figures and questions in it.
//!
//! | file | what it does |
//! |---|---|
//! | `place` | pages in order, the trail of where the reader was |
//! | `blocks`, `source` | text, formulas, tables, corrections as lines; formulas as they were written |
//! | `asked` | what a page asks, as lines: questions, recall prompts, the questions round a section |
//! | `page` | the pieces of a page one below the other |
//! | `contents`, `links`, `find`, `search` | getting to another page |
//! | `keys`, `figure_keys`, `layers` | what keys do: in the page, round a figure, in the contents and the search box |
//! | `noted` | what goes to disk while one reads |
//! | `known` | what the progress file says about the questions of a page |
//! | `draw` | the screen |

mod asked;
pub mod blocks;
mod contents;
mod draw;
pub mod field;
mod figure_keys;
mod find;
mod keys;
mod known;
mod layers;
mod links;
mod noted;
mod page;
mod place;
mod rank;
mod search;
mod source;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crossterm::event::MouseEvent;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::content::Library;
use crate::content::model::{Block, Page, Section, Set};
use crate::tui::chord::Chord;
use crate::tui::keys::{Action, Context};
use crate::tui::room::{Cx, Flow, Room, View};
use crate::tui::rooms::live::Live;

use contents::Contents;
pub use draw::{ROOMY, copy};
use find::{FindBox, Found};
use page::{Body, Known, Layout, Stop};
pub use place::Place;
use place::{Anchor, Trail};
use search::Words;

/// What lies over the page.
enum Over {
    Nothing,
    Contents(Contents),
    Find(FindBox),
}

/// The room.
pub struct Study {
    place: Place,
    trail: Trail,
    over: Over,
    layout: Option<Layout>,
    /// The layout must be made again for another reason than the screen's shape.
    stale: bool,
    /// Where to scroll to when the layout is there.
    pending: Option<Anchor>,
    scroll: usize,
    /// What the log says about where on the page its reader is.
    noted: Anchor,
    figures: Vec<Live>,
    /// The piece that has the keys.
    focus: Option<usize>,
    full: bool,
    latex: bool,
    words: Option<Words>,
    found: Option<Found>,
    /// The block of a found place to scroll to.
    to_block: Option<Option<usize>>,
    read: HashSet<String>,
    /// Pages that were opened before.
    opened: HashSet<String>,
    /// Pages read on without answering what they ask.
    unfolded: HashSet<Place>,
    /// The pages that this one names.
    links: Vec<Place>,
    /// What is known about its questions.
    known: Known,
    /// Why a page could not be opened; the last good one stays.
    problem: Vec<String>,
    /// Where the page was drawn last, for the mouse.
    body: Rect,
}

impl Study {
    /// Opens a page at its top.
    pub fn at(place: Place, cx: &mut Cx<'_>) -> Study {
        Study::at_anchor(place, Anchor::default(), cx)
    }

    /// Opens a page where its reader was last.
    pub fn on(place: Place, cx: &mut Cx<'_>) -> Study {
        let item = place.item(cx.library).unwrap_or_default();
        let word = cx.store.and_then(|store| store.place_on(&item).ok()).unwrap_or_default();
        Study::at_anchor(place, Anchor::of(&word), cx)
    }

    fn at_anchor(place: Place, anchor: Anchor, cx: &mut Cx<'_>) -> Study {
        let mut study = Study {
            place,
            trail: Trail::default(),
            over: Over::Nothing,
            layout: None,
            stale: true,
            pending: None,
            scroll: 0,
            noted: Anchor::default(),
            figures: Vec::new(),
            focus: None,
            full: false,
            latex: false,
            words: None,
            found: None,
            to_block: None,
            read: HashSet::new(),
            opened: HashSet::new(),
            unfolded: HashSet::new(),
            links: Vec::new(),
            known: Known::default(),
            problem: Vec::new(),
            body: Rect::default(),
        };
        // Which sections are new is known before the first page counts as opened.
        study.read = cx.store.and_then(|s| s.pages().ok()).unwrap_or_default().into_iter().collect();
        study.opened = cx.store.and_then(|s| s.opened().ok()).unwrap_or_default().into_iter().collect();
        study.show(place, anchor, cx);
        study
    }

    /// The section and the page that are shown.
    fn current<'a>(&self, library: &'a Library) -> Option<(&'a Section, &'a Page)> {
        let section = library.section(&self.place.section_of(library)?.id).ok()?;
        Some((section, section.pages.get(self.place.page)?))
    }

    /// Shows a page and remembers the place. One that cannot be read leaves the last good one and says why.
    fn show(&mut self, place: Place, anchor: Anchor, cx: &mut Cx<'_>) -> bool {
        let Some(entry) = place.section_of(cx.library) else { return false };
        let section = match cx.library.section(&entry.id) {
            Ok(section) => section,
            Err(error) => {
                self.problem = error.to_string().lines().map(str::to_string).collect();
                self.problem.push("The last good page is still here. `posenc check` shows the whole report.".into());
                return false;
            }
        };
        let Some(page) = section.pages.get(place.page) else { return false };
        self.problem.clear();
        self.place = place;
        self.pending = Some(anchor);
        self.stale = true;
        self.layout = None;
        self.scroll = 0;
        self.focus = None;
        self.full = false;
        let marks = cx.settings.marks;
        let figures = page.blocks.iter().filter_map(|b| match b {
            Block::Figure(call, _) => Live::new(call, marks),
            _ => None,
        });
        self.figures = figures.collect();
        self.figures.iter_mut().for_each(|live| live.offer(cx.store));
        self.links = links::of(cx.library, page);
        // Whoever was led into the middle of a section wants that page, and no questions.
        let new = place.page == 0 && place.item(cx.library).is_some_and(|item| !self.opened.contains(&item));
        self.known.offer = new && !section.pretest.is_empty();
        self.read_known(cx);
        if let Some(item) = place.item(cx.library) {
            self.opened.insert(item);
            self.note_place(anchor, cx);
        }
        true
    }

    /// Goes to another page; the way back is kept.
    fn go(&mut self, place: Place, anchor: Anchor, cx: &mut Cx<'_>) {
        let from = (self.place, self.anchor());
        if self.show(place, anchor, cx) {
            self.trail.leave(from);
        }
    }

    fn anchor(&self) -> Anchor {
        self.layout.as_ref().map_or(Anchor::default(), |l| l.anchor(self.scroll))
    }

    /// The figure that has the keys.
    fn figure(&self) -> Option<&Live> {
        match self.layout.as_ref()?.pieces.get(self.focus?)?.body {
            Body::Figure(index) => self.figures.get(index),
            _ => None,
        }
    }

    fn figure_mut(&mut self) -> Option<&mut Live> {
        match self.layout.as_ref()?.pieces.get(self.focus?)?.body {
            Body::Figure(index) => self.figures.get_mut(index),
            _ => None,
        }
    }

    /// The figure that has the keys, as long as it can be seen: what is hidden stands still.
    fn shown_figure(&self) -> Option<&Live> {
        if self.full {
            return self.figure();
        }
        let layout = self.layout.as_ref()?;
        let piece = layout.pieces.get(self.focus?)?;
        let bottom = self.scroll + usize::from(layout.shape.rows);
        let seen = matches!(self.over, Over::Nothing) && piece.top + piece.height > self.scroll && piece.top < bottom;
        self.figure().filter(|_| seen)
    }

    /// The first figure on the screen that asks for a prediction.
    fn asks_first(&self) -> Option<usize> {
        let layout = self.layout.as_ref()?;
        let bottom = self.scroll + usize::from(layout.shape.rows);
        let seen = layout.pieces.iter().filter(|p| p.top + p.height > self.scroll && p.top < bottom);
        let mut figures = seen.filter_map(|p| if let Body::Figure(index) = p.body { Some(index) } else { None });
        figures.find(|index| self.figures.get(*index).is_some_and(Live::asks_first))
    }

    /// What Enter opens: the stop with the keys, else the first on the screen.
    fn stop(&self) -> Option<&Stop> {
        let layout = self.layout.as_ref()?;
        let of = |body: &'_ Body| matches!(body, Body::Ask(..));
        let chosen = self.focus.and_then(|at| layout.pieces.get(at)).filter(|p| of(&p.body));
        let bottom = self.scroll + usize::from(layout.shape.rows);
        let seen = || layout.pieces.iter().find(|p| of(&p.body) && p.top + p.height > self.scroll && p.top < bottom);
        match &chosen.or_else(seen)?.body {
            Body::Ask(stop, _) => Some(stop),
            _ => None,
        }
    }

    /// The drills of the scheme that this section teaches.
    fn families(&self, library: &Library) -> Vec<String> {
        let Some(section) = self.place.section_of(library) else { return Vec::new() };
        let Some(scheme) = section.scheme else { return Vec::new() };
        let drills = library.index().questions.iter().filter(|q| q.set == Set::Drill && q.scheme == Some(scheme));
        drills.map(|q| q.id.to_string()).collect()
    }

    fn is_typing(&self) -> bool {
        match &self.over {
            Over::Contents(contents) => contents.is_typing(),
            Over::Find(_) => true,
            Over::Nothing => self.figure().is_some_and(Live::is_typing),
        }
    }
}

impl Room for Study {
    fn header(&self, view: &View<'_>) -> (String, String) {
        let Some(section) = self.place.section_of(view.library) else { return Default::default() };
        let plain = |text: &str| blocks::plain(text, view.theme);
        let left = format!("{}  {}", self.place.section + 1, plain(&section.title));
        let page = format!("page {} of {}", self.place.page + 1, section.pages.len());
        let right = match section.scheme {
            Some(scheme) => format!("{} {}   {page}", scheme.mark(), scheme.name()),
            None => page,
        };
        (left, right)
    }

    fn contexts(&self) -> Vec<Context> {
        match &self.over {
            Over::Contents(contents) if contents.is_typing() => return vec![Context::Search],
            Over::Contents(_) => return vec![Context::Contents, Context::Move, Context::Doors],
            Over::Find(_) => return vec![Context::Search],
            Over::Nothing => {}
        }
        match self.figure() {
            Some(live) => {
                let mut stack = live.contexts();
                if !live.is_typing() && !live.is_asking() {
                    stack.push(Context::Doors);
                }
                stack
            }
            None => {
                let next = self.next_stop(true).map(|(_, piece)| &piece.body);
                let tab = match next {
                    Some(Body::Figure(_)) => Some(Context::ToFigure),
                    Some(_) => Some(Context::ToQuestion),
                    None => self.focus.map(|_| Context::ToText),
                };
                tab.into_iter().chain([Context::Study, Context::Move, Context::Doors]).collect()
            }
        }
    }

    fn enabled(&self, action: Action, view: &View<'_>) -> bool {
        let figure = self.figure();
        match action {
            Action::Help => !self.is_typing(),
            Action::Up | Action::Down | Action::Predict | Action::LandmarkNext | Action::LandmarkPrev => {
                figure.is_none_or(|live| live.enabled(action))
            }
            Action::Cursor | Action::Pin | Action::Beside | Action::Play => {
                figure.is_none_or(|live| live.enabled(action))
            }
            Action::Skip => figure.map_or(self.asks_first().is_some(), |live| live.enabled(action)),
            Action::Left | Action::Right | Action::Enter if figure.is_some_and(Live::is_asking) => {
                figure.is_none_or(|live| live.enabled(action))
            }
            // Said while there is more of the page below.
            Action::PageDown => self.scroll < self.last_row(),
            Action::NextPage => self.place.next(view.library).is_some(),
            Action::PrevPage => self.place.prev(view.library).is_some(),
            Action::FocusBack if figure.is_none() => self.layout.as_ref().is_some_and(|l| l.stops().next().is_some()),
            Action::Links => !self.links.is_empty(),
            Action::Enter if matches!(self.over, Over::Nothing) && figure.is_none() => self.stop().is_some(),
            Action::FindNext | Action::FindPrev => self.found.is_some(),
            Action::HistoryBack => self.trail.has_back(),
            Action::HistoryForward => self.trail.has_forward(),
            Action::Full => !self.figures.is_empty(),
            Action::Drill | Action::Lesson => !self.families(view.library).is_empty(),
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        self.note_end(cx);
        self.on_action(action, cx)
    }

    fn key(&mut self, chord: Chord, cx: &mut Cx<'_>) -> Flow {
        self.on_typed(cx, |input| field::edit(input, chord))
    }

    fn paste(&mut self, text: &str, cx: &mut Cx<'_>) -> Flow {
        self.on_typed(cx, |input| {
            field::paste(input, text);
            true
        })
    }

    fn mouse(&mut self, event: MouseEvent, cx: &mut Cx<'_>) -> Flow {
        self.note_end(cx);
        self.on_mouse(event, cx)
    }

    fn leave(&mut self, cx: &mut Cx<'_>) {
        self.note_leaving(cx);
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        if let Some(Ok(pages)) = cx.store.map(crate::memory::Store::pages) {
            // What was seen a moment ago may not be on disk yet.
            self.read.extend(pages);
        }
        self.read_known(cx);
        for live in &mut self.figures {
            live.set_marks(cx.settings.marks);
        }
    }

    fn wake_after(&self, now: Instant) -> Option<Duration> {
        self.shown_figure().and_then(|live| live.wake_after(now))
    }

    fn tick(&mut self, cx: &mut Cx<'_>) {
        let now = cx.now;
        if let Some(live) = self.figure_mut() {
            live.tick(now);
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        if let Some(cursor) = self.paint(frame.buffer_mut(), area, view).filter(|c| area.contains(*c)) {
            frame.set_cursor_position(cursor);
        }
    }
}
