//! The real program in a real pseudo-terminal: what a reader's hands, a closed window, a signal, a poor terminal or a damaged
//! file can do to it. Rooms are reached by their keys and recognised by what is written in them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]
#![cfg(unix)]

#[cfg(test)]
#[path = "pty/files.rs"]
mod files;
#[cfg(test)]
#[path = "pty/harness.rs"]
mod harness;
#[cfg(test)]
#[path = "pty/idle.rs"]
mod idle;
#[cfg(test)]
#[path = "pty/journey.rs"]
mod journey;
#[cfg(test)]
#[path = "pty/leaving.rs"]
mod leaving;
#[cfg(test)]
#[path = "pty/looks.rs"]
mod looks;
#[cfg(test)]
#[path = "pty/places.rs"]
mod places;
#[cfg(test)]
#[path = "pty/resume.rs"]
mod resume;
#[cfg(test)]
#[path = "pty/typing.rs"]
mod typing;
#[cfg(test)]
#[path = "pty/windows.rs"]
mod windows;
