//! Where messages come from: the keyboard, signals, and background work, in one channel.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::msg::Msg;

/// What the process hears. Open before the terminal is taken, so that no signal finds it raw and unheard; it listens after
/// the first frame, so that no thread competes with that.
pub struct Ears {
    #[cfg(unix)]
    signals: signal_hook::iterator::Signals,
}

#[cfg(unix)]
impl Ears {
    /// From now on signals wait to be heard.
    pub fn open() -> io::Result<Ears> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
        let signals = signal_hook::iterator::Signals::new([SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGTSTP, SIGWINCH])?;
        Ok(Ears { signals })
    }

    /// Starts the threads that feed the channel.
    pub fn listen(self, tx: &Sender<Msg>) -> io::Result<()> {
        let (signals, told) = (self.signals, tx.clone());
        thread::Builder::new().name("signals".into()).spawn(move || hear(signals, &told))?;
        let tx = tx.clone();
        thread::Builder::new().name("input".into()).spawn(move || input(&tx)).map(|_| ())
    }
}

#[cfg(unix)]
fn hear(mut signals: signal_hook::iterator::Signals, tx: &Sender<Msg>) {
    use signal_hook::consts::{SIGTSTP, SIGWINCH};
    for signal in signals.forever() {
        let msg = match signal {
            SIGWINCH => Msg::Resize,
            SIGTSTP => Msg::Suspend,
            other => Msg::Signal(other),
        };
        if tx.send(msg).is_err() {
            return;
        }
    }
}

#[cfg(not(unix))]
impl Ears {
    /// There are no signals here.
    pub fn open() -> io::Result<Ears> {
        Ok(Ears {})
    }

    /// Starts the thread that feeds the channel.
    pub fn listen(self, tx: &Sender<Msg>) -> io::Result<()> {
        let tx = tx.clone();
        let read = move || {
            let mut late = Late::default();
            while forward(&tx, &mut late) {}
        };
        thread::Builder::new().name("input".into()).spawn(read).map(|_| ())
    }
}

/// Waits on the terminal itself: crossterm's own poll spins for ever once the terminal is gone.
#[cfg(unix)]
fn input(tx: &Sender<Msg>) {
    // However this thread ends, a program that hears no keys must not stay.
    let _last_word = LastWord(tx);
    use rustix::event::{PollFd, PollFlags, poll};
    let stdin = rustix::stdio::stdin();
    let mut late = Late::default();
    loop {
        let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut fds, None) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return,
            Ok(_) => {}
        }
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        if fds.first().is_none_or(|fd| fd.revents().intersects(gone)) {
            return;
        }
        if !forward(tx, &mut late) {
            return;
        }
    }
}

#[cfg(unix)]
struct LastWord<'a>(&'a Sender<Msg>);

#[cfg(unix)]
impl Drop for LastWord<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Msg::Hangup);
    }
}

/// How long crossterm waits for more once something has come. Not zero: its source then reads nothing at all, and the answer
/// of a terminal, which is no event, would hide the keys that came with it.
const MORE: Duration = Duration::from_millis(if cfg!(unix) { 1 } else { 3_600_000 });

/// Passes on every event that is ready; false when the terminal or the receiver is gone.
fn forward(tx: &Sender<Msg>, late: &mut Late) -> bool {
    use crossterm::event::{Event, poll, read};
    loop {
        match poll(MORE) {
            Ok(true) => {}
            Ok(false) => return true,
            Err(_) => return false,
        }
        let msg = match read() {
            Ok(Event::Key(key)) if late.takes(&key) => continue,
            Ok(Event::Key(key)) => match super::super::chord::Chord::from_event(&key) {
                Some(chord) => Msg::Key(chord),
                None => continue,
            },
            Ok(Event::Paste(text)) => Msg::Paste(text),
            Ok(Event::Mouse(mouse)) => Msg::Mouse(mouse),
            Ok(Event::Resize(..)) => Msg::Resize,
            Ok(_) => continue,
            Err(_) => return false,
        };
        if tx.send(msg).is_err() {
            return false;
        }
    }
}

/// The longest answer about a colour is shorter than this.
const LONGEST: u8 = 40;

/// A terminal behind a slow line may answer the question about its background when nobody waits any more. crossterm reads
/// `ESC ] 11 ; rgb : …` as keys, and `g` would open a room; this drops them.
#[derive(Debug, Default)]
struct Late {
    /// Characters that may still belong to the answer.
    left: u8,
}

impl Late {
    /// Is this key a piece of a late answer?
    fn takes(&mut self, key: &KeyEvent) -> bool {
        let alt = key.modifiers == KeyModifiers::ALT;
        match key.code {
            KeyCode::Char(']') if alt => self.left = LONGEST,
            _ if self.left == 0 => return false,
            // ST or BEL ends it.
            KeyCode::Char('\\') if alt => self.left = 0,
            KeyCode::Char('g') if key.modifiers == KeyModifiers::CONTROL => self.left = 0,
            KeyCode::Char('0'..='9' | 'a'..='f' | 'A'..='F' | 'r' | 'g' | ':' | ';' | '/') => self.left -= 1,
            _ => {
                self.left = 0;
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_answer_is_dropped_and_the_next_key_is_not() {
        let mut late = Late::default();
        let key = |c, mods| KeyEvent::new(KeyCode::Char(c), mods);
        assert!(!late.takes(&key('g', KeyModifiers::NONE)));
        assert!(late.takes(&key(']', KeyModifiers::ALT)));
        for c in "11;rgb:0000/ffff/0000".chars() {
            assert!(late.takes(&key(c, KeyModifiers::NONE)), "{c}");
        }
        assert!(late.takes(&key('\\', KeyModifiers::ALT)));
        assert!(!late.takes(&key('g', KeyModifiers::NONE)));
        // Somebody who presses Alt-] by mistake goes on typing.
        assert!(late.takes(&key(']', KeyModifiers::ALT)));
        assert!(!late.takes(&key('q', KeyModifiers::NONE)));
        assert!(!late.takes(&key('g', KeyModifiers::NONE)));
    }
}
