//! Entering and leaving the terminal, on every way out.
//!
//! ```text
//! enter ─▶ raw mode, alternate screen, bracketed paste, hidden cursor
//! leave ◀─ return │ error │ panic │ TERM HUP INT QUIT │ suspend
//! ```
//!
//! Leaving ends a synchronised update, shows the cursor, leaves the alternate screen, and from then on drops whatever is
//! still written: a panic in the middle of a draw must not paint over the shell.

pub mod events;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{cursor, event, execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};

/// Are we on the alternate screen? The writer asks before each byte.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// Is the mouse captured?
static MOUSE: AtomicBool = AtomicBool::new(false);

/// Standard output in 64 KiB pieces; swallows everything once the alternate screen is left.
#[derive(Debug, Default)]
pub struct Gate {
    held: Vec<u8>,
}

const PIECE: usize = 64 * 1024;

impl Write for Gate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if ENTERED.load(Ordering::SeqCst) && !self.held.is_empty() {
            let mut out = io::stdout().lock();
            out.write_all(&self.held)?;
            out.flush()?;
        }
        self.held.clear();
        Ok(())
    }
}

/// The terminal as a screen to draw on.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Gate>>,
}

/// Is there a terminal on both ends?
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

impl Screen {
    /// Takes the terminal.
    pub fn enter() -> io::Result<Screen> {
        // crossterm would answer NO_COLOR by resetting reverse and bold too; the theme decides about colour instead.
        crossterm::style::force_color_output(true);
        take()?;
        let backend = CrosstermBackend::new(Gate { held: Vec::with_capacity(PIECE) });
        match Terminal::new(backend) {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    /// One frame, written in one piece between the marks of a synchronised update.
    pub fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(view)?;
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        self.terminal.backend_mut().flush()
    }

    /// Forget what is on the screen: the next frame paints every cell. Asks the terminal nothing.
    pub fn forget(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Mouse capture; off leaves text selection to the terminal.
    pub fn mouse(&mut self, on: bool) -> io::Result<()> {
        MOUSE.store(on, Ordering::SeqCst);
        if on {
            execute!(io::stdout(), event::EnableMouseCapture)
        } else {
            execute!(io::stdout(), event::DisableMouseCapture)
        }
    }

    /// Puts a text on the clipboard of the terminal (OSC 52); terminals without it ignore it.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), crossterm::clipboard::CopyToClipboard::to_clipboard_from(text))
    }

    /// Stops the whole process group until the shell continues it, then takes the terminal again.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> io::Result<()> {
        let mouse = MOUSE.load(Ordering::SeqCst);
        leave();
        stop_until_foreground()?;
        take()?;
        if mouse {
            self.mouse(true)?;
        }
        self.forget()
    }

    /// Not on this system.
    #[cfg(not(unix))]
    pub fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The terminal is gone: write nothing more, not even on the way out.
    pub fn abandon(self) {
        ENTERED.store(false, Ordering::SeqCst);
        // ratatui's Terminal prints to stderr when its drop fails, and panics if that is the dead terminal too.
        std::mem::forget(self.terminal);
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        leave();
    }
}

/// Leaves the terminal when it goes out of scope.
#[derive(Debug)]
pub struct Guard;

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    let entered = execute!(io::stdout(), EnterAlternateScreen, event::EnableBracketedPaste, cursor::Hide);
    if entered.is_err() {
        leave();
    }
    entered
}

/// Gives the terminal back. Safe to call twice, from a panic hook and from a signal.
pub fn leave() {
    if !ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout().lock();
    let _ = queue!(out, EndSynchronizedUpdate);
    if MOUSE.swap(false, Ordering::SeqCst) {
        let _ = queue!(out, event::DisableMouseCapture);
    }
    let _ = queue!(out, event::DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// A panic of this thread leaves the terminal first, so that its message is readable. A panic of a worker leaves the screen
/// alone and is told to `worker` by the name of its thread and in its words: written to stderr it would paint over the page.
pub fn install_panic_hook(worker: impl Fn(&str, &str) + Send + Sync + 'static) {
    let main = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let thread = std::thread::current();
        if thread.id() == main {
            leave();
            before(info);
        } else {
            worker(thread.name().unwrap_or("unnamed"), reason(info.payload()));
        }
    }));
}

/// The words of a panic.
fn reason(payload: &dyn std::any::Any) -> &str {
    let literal = payload.downcast_ref::<&str>().copied();
    literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given")
}

#[cfg(unix)]
fn stop_until_foreground() -> io::Result<()> {
    use rustix::process::{Signal, getpgrp, kill_process_group};
    use rustix::termios::tcgetpgrp;
    loop {
        kill_process_group(getpgrp(), Signal::STOP)?;
        // `bg` continues us without giving us the terminal: stay stopped until `fg` does.
        if tcgetpgrp(rustix::stdio::stdin()).is_ok_and(|group| group == getpgrp()) {
            return Ok(());
        }
    }
}
