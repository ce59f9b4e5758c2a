//! The program as a value: layers of rooms, what they share, and one `update`.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};

use crate::content::Library;
use crate::memory::{Event, Store};

use super::chord::Chord;
use super::keys::{Action, Context, Keymap};
use super::msg::{Effect, Msg};
use super::room::{Cx, Flow, Room, View};
use super::rooms;
use super::settings::Settings;
use super::theme::Theme;
use super::widgets::text::clear;
use super::widgets::{ascii, footer, header, tiny};

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
        self.layers.truncate(1);
        self.with_top(now, |_, cx| door(cx))
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
            Msg::Signal(signal) => self.leave(Exit::Signal(signal)),
            Msg::Hangup => self.leave(Exit::Hangup),
            Msg::Opened(result) => self.opened(*result, now),
            Msg::Worker(what) => {
                self.notice =
                    Some(format!("Something failed in the background ({what}). What is on the screen still works."));
                Vec::new()
            }
        }
    }

    fn leave(&mut self, exit: Exit) -> Vec<Effect> {
        self.exit = Some(exit);
        Vec::new()
    }

    fn opened(
        &mut self,
        result: Result<(Store, Vec<crate::memory::Notice>), crate::memory::Error>,
        now: Instant,
    ) -> Vec<Effect> {
        match result {
            Ok((mut store, notices)) => {
                self.settings.govern(&mut store);
                self.store = Some(store);
                if let Some(notice) = notices.first() {
                    self.notice = Some(notice.to_string());
                }
            }
            Err(error) => {
                self.notice = Some(format!("{error}. Nothing is saved."));
                self.store = Store::in_memory().ok();
            }
        }
        for event in std::mem::take(&mut self.waiting) {
            self.record(event);
        }
        self.refresh(now)
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
            Action::Interrupt => Some(self.leave(Exit::Quit)),
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
                self.layers.truncate(1);
                Some(self.refresh(now))
            }
            Action::Quit => Some(self.quit(now)),
            _ => None,
        }
    }

    /// Leaves what is open for one of the four rooms; Home stays below it.
    fn door(&mut self, open: fn(&mut Cx<'_>) -> Flow, now: Instant) -> Vec<Effect> {
        self.layers.truncate(1);
        self.with_top(now, |_, cx| open(cx))
    }

    /// `q` closes a room; at Home, or in the welcome card, it leaves. What is half typed is asked about first.
    fn quit(&mut self, now: Instant) -> Vec<Effect> {
        if self.layers.last().is_some_and(|room| room.unsaved()) {
            self.layers.push(Box::new(rooms::confirm::Confirm));
            return Vec::new();
        }
        if self.layers.len() <= 1 || self.stack().contains(&Context::Welcome) {
            return self.leave(Exit::Quit);
        }
        self.layers.pop();
        self.refresh(now)
    }

    /// Lets the top layer work, then follows where it leads.
    fn with_top(&mut self, now: Instant, work: impl FnOnce(&mut dyn Room, &mut Cx<'_>) -> Flow) -> Vec<Effect> {
        let Some(mut room) = self.layers.pop() else { return Vec::new() };
        let mut cx = Cx {
            library: &self.library,
            store: self.store.as_ref(),
            settings: &mut self.settings,
            theme: &self.theme,
            now,
            effects: Vec::new(),
            notice: None,
        };
        let flow = work(room.as_mut(), &mut cx);
        let (mut effects, notice) = (cx.effects, cx.notice);
        if notice.is_some() {
            self.notice = notice;
        }
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

    /// Does what needs no terminal; returns the rest. Answers are on disk when this returns.
    pub fn perform(&mut self, effects: Vec<Effect>, config: Option<&std::path::Path>, now: Instant) -> Vec<Effect> {
        let mut rest = Vec::new();
        let mut stale = false;
        for effect in effects {
            match effect {
                Effect::Record(event) => {
                    self.record(*event);
                    stale = true;
                }
                Effect::Undo => {
                    self.undo();
                    stale = true;
                }
                Effect::SaveSettings => {
                    self.apply_settings();
                    if let Some(Err(error)) = config.map(|path| self.settings.save(path)) {
                        self.notice = Some(error.to_string());
                    }
                }
                other => rest.push(other),
            }
        }
        if stale {
            rest.extend(self.refresh(now));
        }
        rest
    }

    fn record(&mut self, mut event: Event) {
        if event.session.is_empty() {
            event.session.clone_from(&self.session);
        }
        match self.store.as_mut().map(|store| store.record(&event)) {
            None => self.waiting.push(event),
            Some(Ok(_)) => {}
            Some(Err(error)) => self.notice = Some(format!("Not saved: {error}")),
        }
    }

    fn undo(&mut self) {
        self.notice = Some(match self.store.as_mut().map(Store::undo) {
            Some(Ok(Some(logged))) => {
                let id = self.library.id_of(&logged.event.item);
                let title = id.and_then(|id| self.library.entry(id).ok()).map(|q| q.title.to_string());
                let recall = self.library.recall_of(&logged.event.item).and_then(|id| self.library.recall(id).ok());
                let title = title.or(recall.map(|(_, _, page)| format!("the recall of {}", page.title)));
                format!("Taken back: your last answer to {}.", title.unwrap_or(logged.event.item))
            }
            Some(Ok(None)) | None => "There is nothing to take back.".into(),
            Some(Err(error)) => format!("Not taken back: {error}"),
        });
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
            super::settings::ThemeChoice::Auto => {}
            super::settings::ThemeChoice::Dark => self.theme.dark = true,
            super::settings::ThemeChoice::Light => self.theme.dark = false,
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

    fn view_of(&self, now: Instant) -> View<'_> {
        View { library: &self.library, settings: &self.settings, theme: &self.theme, now }
    }

    /// One frame.
    ///
    /// ```text
    ///  posenc  where I am                                   what is due
    ///  ────────────────────────────────────────────────────────────────
    ///   the room
    ///
    ///  key label   key label   ? all keys        (or a notice, until the next key)
    /// ```
    pub fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        let area = frame.area();
        if tiny::refuses(area) {
            tiny::draw(frame, area);
        } else {
            self.draw_layers(frame, area, now);
        }
        if self.theme.ascii {
            ascii::fold(frame.buffer_mut());
        }
    }

    fn draw_layers(&mut self, frame: &mut Frame<'_>, area: Rect, now: Instant) {
        let view = View { library: &self.library, settings: &self.settings, theme: &self.theme, now };
        let [top, body, foot] =
            Layout::vertical([Constraint::Length(2), Constraint::Min(0), Constraint::Length(1)]).areas(area);
        // A card stands over the room below it; everything under the topmost full room is hidden.
        let base = self.layers.iter().rposition(|room| !room.contexts().contains(&Context::Card)).unwrap_or(0);
        for room in self.layers.iter_mut().skip(base) {
            room.draw(frame, body, &view);
        }
        if let Some(room) = self.layers.get(base) {
            let (left, right) = room.header(&view);
            header::draw(frame, top, &left, &right, &self.theme);
        }
        // A notice stands where the keys are, so that nothing above it moves; the next key takes it away.
        if let Some(notice) = &self.notice {
            let rows = footer::notice_rows(notice, area.width).min(area.height);
            let place = Rect { y: area.bottom() - rows, height: rows, ..area };
            clear(frame.buffer_mut(), place);
            footer::notice(frame, place, notice, &self.theme);
        } else if let Some(room) = self.layers.last() {
            // After the room was drawn: what a key leads to may depend on its layout.
            let stack = self.stack();
            let rows = self.keymap.rows(&stack).filter(|(row, _)| row.rank > 0 && room.enabled(row.action, &view));
            footer::draw(frame, foot, rows, &self.theme);
        }
    }
}
