//! What happens to the program ([`Msg`]) and what it wants done ([`Effect`]).

use std::path::PathBuf;

use crossterm::event::MouseEvent;

use crate::exchange::erase::Erasure;
use crate::memory;

use super::chord::Chord;

/// Everything that can wake the program up.
#[derive(Debug)]
pub enum Msg {
    /// A key.
    Key(Chord),
    /// Pasted text: never keys.
    Paste(String),
    /// The mouse, where it is captured.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resize,
    /// Stop for the shell.
    Suspend,
    /// A signal that ends us.
    Signal(i32),
    /// The terminal is gone.
    Hangup,
    /// The progress file is open (or is not).
    Opened(Box<Result<(memory::Store, Vec<memory::Notice>), memory::Error>>),
    /// A deadline that a room asked for.
    Due,
    /// A worker thread has failed: which, and why.
    Worker(String),
}

/// What `update` wants done outside: the loop does it before the next frame.
#[derive(Debug)]
pub enum Effect {
    /// Write an answer, a tick or a reading place to disk.
    Record(Box<memory::Event>),
    /// Take the last answer back.
    Undo,
    /// Forget, with a copy first; `None` keeps none.
    Forget(Box<Erasure>, Option<PathBuf>),
    /// Take what was forgotten back from its copy.
    TakeBack(PathBuf),
    /// Keep the settings in `config.toml`.
    SaveSettings,
    /// Mouse capture on or off.
    Mouse(bool),
    /// Put a text on the clipboard.
    Copy(String),
    /// Paint every cell.
    Redraw,
    /// Give the terminal to the shell.
    Suspend,
    /// Leave.
    Quit,
}
