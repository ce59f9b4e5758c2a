//! The terminal. Knows everybody; only the command line knows it.
//!
//! A key: terminal → [`msg::Msg`] → key table for the current contexts ([`keys`]) → `Action` → [`app::App::update`] →
//! effects → one frame. Nothing moves and nothing is written while nothing happens.

pub mod app;
pub mod chord;
pub mod keys;
pub mod msg;
pub mod plot;
pub mod room;
pub mod rooms;
pub mod settings;
pub mod term;
pub mod theme;
pub mod widgets;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::memory::Store;
use crate::paths::Paths;

use app::{App, Exit, Start};
use msg::{Effect, Msg};
use room::{Cx, Flow};
use term::{Guard, Screen};

/// So long a door waits for the progress file; after that it opens without it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where a sub-command leads: a door of [`rooms`], with its choices.
pub type Door = Box<dyn FnOnce(&mut Cx<'_>) -> Flow>;

/// Runs the program until the reader leaves. Without a door it opens at Home.
pub fn run(start: Start, first: Option<Door>, paths: &Paths) -> io::Result<Exit> {
    let (tx, rx) = channel();
    let mouse = start.settings.mouse;
    let teller = tx.clone();
    term::install_panic_hook(move |thread, what| drop(teller.send(Msg::Worker(format!("{thread}: {what}")))));
    // The file opens beside the first frame, which does not wait for it; keys that come meanwhile wait in the terminal.
    let (dir, told) = (paths.data.clone(), tx.clone());
    std::thread::Builder::new().name("progress".into()).spawn(move || {
        let _ = told.send(Msg::Opened(Box::new(Store::open(&dir))));
    })?;
    let ears = term::events::Ears::open()?;
    let mut screen = Screen::enter()?;
    let guard = Guard;
    let mut app = App::new(start);
    if mouse {
        screen.mouse(true)?;
    }
    if let Some(door) = first {
        // What lies behind a door may depend on what was done before: the round to go on with, the page to read on.
        if let Ok(msg) = rx.recv_timeout(PATIENCE) {
            let effects = app.update(msg, Instant::now());
            perform(&mut app, &mut screen, effects, paths)?;
        }
        let effects = app.open(door, Instant::now());
        perform(&mut app, &mut screen, effects, paths)?;
    }
    let exit = match draw(&mut app, &mut screen)? {
        Some(exit) => exit,
        None => {
            ears.listen(&tx)?;
            drop(tx);
            live(&mut app, &mut screen, &rx, paths)?
        }
    };
    if exit == Exit::Hangup {
        screen.abandon();
    }
    drop(guard);
    Ok(exit)
}

/// Wait, update, draw. A burst of resizes is one frame; a key ends the burst, so that the next one acts on the screen that
/// this one made: what is focused, scrolled or clicked is known only once it is laid out.
fn live(app: &mut App, screen: &mut Screen, rx: &Receiver<Msg>, paths: &Paths) -> io::Result<Exit> {
    loop {
        let mut next = Some(wait(app, rx));
        while let Some(msg) = next.take().or_else(|| rx.try_recv().ok()) {
            let is_key = matches!(msg, Msg::Key(_));
            let effects = app.update(msg, Instant::now());
            perform(app, screen, effects, paths)?;
            if let Some(exit) = app.exit() {
                return Ok(exit);
            }
            if is_key {
                break;
            }
        }
        if let Some(exit) = draw(app, screen)? {
            return Ok(exit);
        }
    }
}

/// One frame; says so if the terminal has vanished in the middle of it.
fn draw(app: &mut App, screen: &mut Screen) -> io::Result<Option<Exit>> {
    let Err(error) = screen.draw(|frame| app.draw(frame, Instant::now())) else { return Ok(None) };
    match error.kind() {
        io::ErrorKind::BrokenPipe | io::ErrorKind::NotConnected => Ok(Some(Exit::Hangup)),
        _ if error.raw_os_error() == Some(5) => Ok(Some(Exit::Hangup)),
        _ => Err(error),
    }
}

fn wait(app: &App, rx: &Receiver<Msg>) -> Msg {
    match app.wake_after(Instant::now()) {
        None => rx.recv().unwrap_or(Msg::Hangup),
        Some(time) => match rx.recv_timeout(time) {
            Ok(msg) => msg,
            Err(RecvTimeoutError::Timeout) => Msg::Due,
            Err(RecvTimeoutError::Disconnected) => Msg::Hangup,
        },
    }
}

fn perform(app: &mut App, screen: &mut Screen, effects: Vec<Effect>, paths: &Paths) -> io::Result<()> {
    for effect in app.perform(effects, Some(&paths.config), Instant::now()) {
        match effect {
            Effect::Mouse(on) => screen.mouse(on)?,
            Effect::Copy(text) => screen.copy(&text)?,
            Effect::Redraw => screen.forget()?,
            Effect::Suspend => screen.suspend()?,
            Effect::Quit
            | Effect::Record(_)
            | Effect::Undo
            | Effect::Forget(..)
            | Effect::TakeBack(_)
            | Effect::SaveSettings => {}
        }
    }
    Ok(())
}
