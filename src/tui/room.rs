//! What a room is, and what it may touch.

use std::time::{Duration, Instant};

use crossterm::event::MouseEvent;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::content::Library;
use crate::memory::Store;

use super::chord::Chord;
use super::keys::{Action, Context};
use super::msg::Effect;
use super::settings::Settings;
use super::theme::Theme;

/// What a room reads while it draws.
pub struct View<'a> {
    /// The chapter.
    pub library: &'a Library,
    /// The reader's settings.
    pub settings: &'a Settings,
    /// Colours and characters.
    pub theme: &'a Theme,
    /// The moment of this frame.
    pub now: Instant,
}

/// What a room reads and asks for while it handles a key.
pub struct Cx<'a> {
    /// The chapter.
    pub library: &'a Library,
    /// What was answered, once the file is open.
    pub store: Option<&'a Store>,
    /// The reader's settings; `SaveSettings` keeps a change.
    pub settings: &'a mut Settings,
    /// Colours and characters.
    pub theme: &'a Theme,
    /// The moment of this message.
    pub now: Instant,
    /// What to do outside.
    pub effects: Vec<Effect>,
    /// One line for the reader, shown above the footer until the next key.
    pub notice: Option<String>,
}

impl Cx<'_> {
    /// Asks for something to be done outside.
    pub fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Says one line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(text.into());
    }
}

/// Where a key leads.
pub enum Flow {
    /// Nothing for me: ask the layer below.
    Ignored,
    /// Done; stay here.
    Stay,
    /// Close this room.
    Close,
    /// Open another room above this one.
    Open(Box<dyn Room>),
    /// Open another room instead of this one.
    Replace(Box<dyn Room>),
}

/// One layer of the screen: a room, or a card over it.
pub trait Room {
    /// Where I am, for the header: left and right text.
    fn header(&self, view: &View<'_>) -> (String, String);

    /// The contexts whose keys work now, innermost first, without the global ones.
    fn contexts(&self) -> Vec<Context>;

    /// Does this action do something now? The footer and the help show only those that do.
    fn enabled(&self, _action: Action, _view: &View<'_>) -> bool {
        true
    }

    /// A key of the table.
    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow;

    /// A key that types, in a text field.
    fn key(&mut self, _chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        Flow::Ignored
    }

    /// Pasted text; control characters are already gone.
    fn paste(&mut self, _text: &str, _cx: &mut Cx<'_>) -> Flow {
        Flow::Ignored
    }

    /// The mouse.
    fn mouse(&mut self, _event: MouseEvent, _cx: &mut Cx<'_>) -> Flow {
        Flow::Ignored
    }

    /// I am on top (again): read again what may have changed.
    fn refresh(&mut self, _cx: &mut Cx<'_>) {}

    /// Wake me after this time (a clock, an animation); nothing when idle.
    fn wake_after(&self, _now: Instant) -> Option<Duration> {
        None
    }

    /// I am closed, or left for another door, or the program ends: the last moment to note something.
    fn leave(&mut self, _cx: &mut Cx<'_>) {}

    /// The deadline has come.
    fn tick(&mut self, _cx: &mut Cx<'_>) {}

    /// Draw the room; `area` is the screen without header and footer. Layout is remembered for scrolling and the mouse.
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>);

    /// Is something typed that would be lost? Then `q` asks first.
    fn unsaved(&self) -> bool {
        false
    }
}
