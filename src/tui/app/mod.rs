//! The program as a value: layers of rooms, what they share, and one `update`.

mod disk;
mod draw;

use std::time::{Duration, Instant};

use crate::content::Library;
use crate::memory::{Event, Store};

use super::chord::Chord;
use super::keys::{Action, Context, Keymap};
use super::msg::{Effect, Msg};
use super::room::{Cx, Flow, Room};
use super::rooms;
use super::settings::{Settings, ThemeChoice};
use super::theme::Theme;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The reader left.
    Quit,
    /// A signal ended it.
    Signal(i32),
    /// The terminal is gone.
    Hangup,
}

/// The program.
pub struct App {
    library: Library,
    store: Option<Store>,
    /// Events from before the progress file was open.
    waiting: Vec<Event>,
    settings: Settings,
    theme: Theme,
    keymap: Keymap,
    layers: Vec<Box<dyn Room>>,
    notice: Option<String>,
    session: String,
    ascii_forced: bool,
    exit: Option<Exit>,
}

/// What the program starts with.
pub struct Start {
    /// The chapter.
    pub library: Library,
    /// The settings of the file.
    pub settings: Settings,
    /// The theme after flags, environment and settings.
    pub theme: Theme,
    /// Nothing was answered on this machine yet.
    pub first: bool,
    /// One line to show at the start.
    pub notice: Option<String>,
}

impl App {
    /// Starts at the welcome card or at Home.
    pub fn new(start: Start) -> App {
        let (keymap, errors) = Keymap::with_overrides(&start.settings.keys);
        let notice = start.notice.or_else(|| errors.first().map(ToString::to_string));
        let mut layers: Vec<Box<dyn Room>> = vec![Box::new(rooms::home::Home::new())];
        if start.first {
            layers.push(Box::new(rooms::welcome::Welcome));
        }
        App {
            library: start.library,
            store: None,
            waiting: Vec::new(),
            settings: start.settings,
            theme: start.theme,
            keymap,
            layers,
            notice,
            session: crate::memory::fresh_id().simple().to_string(),
            ascii_forced: start.theme.ascii,
            exit: None,
        }
    }

    /// How it ended, if it did.
    pub fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Goes through a door above Home, as a sub-command does.
    pub fn open(&mut self, door: impl FnOnce(&mut Cx<'_>) -> Flow, now: Instant) -> Vec<Effect> {
        let mut effects = self.down_to_home(now);
        effects.extend(self.with_top(now, |_, cx| door(cx)));
        effects
    }

    /// When to wake up without a message.
    pub fn wake_after(&self, now: Instant) -> Option<Duration> {
        self.layers.last().and_then(|room| room.wake_after(now))
    }

    /// One message; what it returns is done before the next frame.
    pub fn update(&mut self, msg: Msg, now: Instant) -> Vec<Effect> {
        match msg {
            Msg::Key(chord) => self.key(chord, now),
            Msg::Paste(text) => {
                let inert: String = text.chars().filter(|c| !c.is_control()).collect();
                self.with_top(now, |room, cx| room.paste(&inert, cx))
            }
            Msg::Mouse(event) => self.with_top(now, |room, cx| room.mouse(event, cx)),
            Msg::Due => self.with_top(now, |room, cx| {
                room.tick(cx);
                Flow::Stay
            }),
            Msg::Resize => Vec::new(),
            Msg::Suspend => vec![Effect::Suspend],
            Msg::Signal(signal) => self.leave(Exit::Signal(signal), now),
            Msg::Hangup => self.leave(Exit::Hangup, now),
            Msg::Opened(result) => self.opened(*result, now),
            Msg::Worker(what) => {
                self.notice =
                    Some(format!("Something failed in the background ({what}). What is on the screen still works."));
                Vec::new()
            }
        }
    }

    fn leave(&mut self, exit: Exit, now: Instant) -> Vec<Effect> {
        self.exit = Some(exit);
        self.close_all(now)
    }

    /// Every room may note something before it is gone. It is on disk when this returns: the next room may read it.
    fn close_all(&mut self, now: Instant) -> Vec<Effect> {
        let mut rest = Vec::new();
        for mut room in std::mem::take(&mut self.layers) {
            for effect in self.with_cx(now, |cx| room.leave(cx)) {
                match effect {
                    Effect::Record(event) => self.record(*event),
                    other => rest.push(other),
                }
            }
            self.layers.push(room);
        }
        rest
    }

    /// Closes everything above Home.
    fn down_to_home(&mut self, now: Instant) -> Vec<Effect> {
        let effects = self.close_all(now);
        self.layers.truncate(1);
        effects
    }

    /// Work for which no room is on top; what it says is shown.
    fn with_cx(&mut self, now: Instant, work: impl FnOnce(&mut Cx<'_>)) -> Vec<Effect> {
        let mut cx = Cx {
            library: &self.library,
            store: self.store.as_ref(),
            settings: &mut self.settings,
            theme: &self.theme,
            now,
            effects: Vec::new(),
            notice: None,
        };
        work(&mut cx);
        let (effects, notice) = (cx.effects, cx.notice);
        if notice.is_some() {
            self.notice = notice;
        }
        effects
    }

    fn refresh(&mut self, now: Instant) -> Vec<Effect> {
        self.with_top(now, |room, cx| {
            room.refresh(cx);
            Flow::Stay
        })
    }

    fn stack(&self) -> Vec<Context> {
        let mut stack = self.layers.last().map(|room| room.contexts()).unwrap_or_default();
        stack.push(Context::Global);
        stack
    }

    fn key(&mut self, chord: Chord, now: Instant) -> Vec<Effect> {
        self.notice = None;
        let stack = self.stack();
        let Some(action) = self.keymap.action(&stack, chord) else {
            return self.with_top(now, |room, cx| room.key(chord, cx));
        };
        if let Some(effects) = self.everywhere(action, now) {
            return effects;
        }
        self.with_top(now, |room, cx| room.act(action, cx))
    }

    /// Actions that mean the same in every room.
    fn everywhere(&mut self, action: Action, now: Instant) -> Option<Vec<Effect>> {
        match action {
            Action::Interrupt => Some(self.leave(Exit::Quit, now)),
            Action::Suspend => Some(vec![Effect::Suspend]),
            Action::Redraw => Some(vec![Effect::Redraw]),
            Action::Help => {
                let card = rooms::help::Help::new(self.help_rows());
                self.layers.push(Box::new(card));
                Some(Vec::new())
            }
            Action::Ascii => {
                self.settings.ascii = !self.theme.ascii;
                self.ascii_forced = false;
                self.apply_settings();
                Some(vec![Effect::SaveSettings])
            }
            Action::Mouse => {
                self.settings.mouse = !self.settings.mouse;
                let on = self.settings.mouse;
                self.notice = Some(
                    if on { "Mouse on: wheel and click work." } else { "Mouse off: select text as usual." }.into(),
                );
                Some(vec![Effect::Mouse(on), Effect::SaveSettings])
            }
            Action::Settings => {
                if self.stack().contains(&Context::Settings) {
                    return Some(Vec::new());
                }
                self.layers.push(Box::new(rooms::settings::SettingsRoom::new()));
                Some(self.refresh(now))
            }
            Action::Study => Some(self.door(rooms::study, now)),
            Action::Practise => Some(self.door(rooms::practise, now)),
            Action::Interview => Some(self.door(rooms::interview, now)),
            Action::Progress => Some(self.door(rooms::progress, now)),
            Action::Gallery => Some(self.door(rooms::gallery, now)),
            Action::Home => {
                let mut effects = self.down_to_home(now);
                effects.extend(self.refresh(now));
                Some(effects)
            }
            Action::Quit => Some(self.quit(now)),
            _ => None,
        }
    }

    /// Leaves what is open for one of the four rooms; Home stays below it.
    fn door(&mut self, open: fn(&mut Cx<'_>) -> Flow, now: Instant) -> Vec<Effect> {
        self.open(open, now)
    }

    /// `q` closes a room; at Home, or in the welcome card, it leaves. What is half typed is asked about first.
    fn quit(&mut self, now: Instant) -> Vec<Effect> {
        if self.layers.last().is_some_and(|room| room.unsaved()) {
            self.layers.push(Box::new(rooms::confirm::Confirm));
            return Vec::new();
        }
        if self.layers.len() <= 1 || self.stack().contains(&Context::Welcome) {
            return self.leave(Exit::Quit, now);
        }
        self.with_top(now, |_, _| Flow::Close)
    }

    /// Lets the top layer work, then follows where it leads.
    fn with_top(&mut self, now: Instant, work: impl FnOnce(&mut dyn Room, &mut Cx<'_>) -> Flow) -> Vec<Effect> {
        let Some(mut room) = self.layers.pop() else { return Vec::new() };
        let mut flow = Flow::Stay;
        let mut effects = self.with_cx(now, |cx| {
            flow = work(room.as_mut(), cx);
            if matches!(flow, Flow::Close | Flow::Replace(_)) {
                room.leave(cx);
            }
        });
        if effects.iter().any(|e| matches!(e, Effect::Quit)) {
            self.exit = Some(Exit::Quit);
        }
        match flow {
            Flow::Stay | Flow::Ignored => self.layers.push(room),
            Flow::Close => {
                if self.layers.is_empty() {
                    self.layers.push(room);
                } else {
                    effects.extend(self.refresh(now));
                }
            }
            Flow::Open(next) => {
                self.layers.push(room);
                self.layers.push(next);
                effects.extend(self.refresh(now));
            }
            Flow::Replace(next) => {
                self.layers.push(next);
                effects.extend(self.refresh(now));
            }
        }
        effects
    }

    /// The settings decide again what the screen looks like; a flag stays stronger.
    fn apply_settings(&mut self) {
        self.theme.ascii = self.settings.ascii || self.ascii_forced;
        if let Some(store) = &mut self.store {
            self.settings.govern(store);
        }
        let (keymap, _) = Keymap::with_overrides(&self.settings.keys);
        self.keymap = keymap;
        match self.settings.theme {
            ThemeChoice::Auto => {}
            ThemeChoice::Dark => self.theme.dark = true,
            ThemeChoice::Light => self.theme.dark = false,
        }
    }

    /// The keys that work now, for the help card: heading, keys, what they do.
    fn help_rows(&self) -> Vec<(Context, String, &'static str)> {
        let stack = self.stack();
        let view = self.view_of(Instant::now());
        let Some(room) = self.layers.last() else { return Vec::new() };
        self.keymap
            .rows(&stack)
            .filter(|(row, _)| room.enabled(row.action, &view))
            .map(|(row, chords)| {
                let keys: Vec<String> = chords.iter().map(ToString::to_string).collect();
                (row.context, keys.join(" "), row.label)
            })
            .collect()
    }
}
