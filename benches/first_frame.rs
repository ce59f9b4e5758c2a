//! From the start of the process to its first complete frame, beside a hello-world of ratatui started in turn in the same run;
//! then how long a key takes to its first byte, and how much memory a walk through the rooms needs.
//!
//! Targets: first frame within twice the hello-world, a key within 2 ms (99 of 100 within 5 ms), 12 MB.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a bench may stop at the first surprise, and prints what it measured"
)]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const STARTS: usize = 25;
const KEYS: usize = 400;
/// The end of a frame of posenc.
const FRAME: &[u8] = b"\x1b[?2026l";
/// In the frame that has today's list too: the progress file is read.
const LIST: &[u8] = b"minutes";
const HELLO: &str = "hello world";
/// The end of its frame: ratatui skips the blank between the words.
const HELLO_FRAME: &[u8] = b"world";

fn main() {
    if std::env::args().any(|a| a == HELLO) {
        return hello();
    }
    let dir = tempfile::tempdir().unwrap();
    start(dir.path(), &[], FRAME, false).leave(b"\x03");
    first_frames(dir.path());
    keys(dir.path());
}

/// The peer: draws once, and leaves at the first key.
fn hello() {
    ratatui::run(|terminal| {
        terminal.draw(|frame| frame.render_widget(HELLO, frame.area())).unwrap();
        while !ratatui::crossterm::event::read().unwrap().is_key_press() {}
    });
}

struct Program {
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
    source: Receiver<(Instant, Vec<u8>)>,
    writer: Box<dyn Write + Send>,
    took: Duration,
}

/// Starts a program in a terminal and waits for a piece of its output.
fn start(dir: &Path, args: &[&str], until: &[u8], peer: bool) -> Program {
    let pair = native_pty_system().openpty(PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut command = if peer {
        CommandBuilder::new(std::env::current_exe().unwrap())
    } else {
        CommandBuilder::new(env!("CARGO_BIN_EXE_posenc"))
    };
    command.args(args);
    command.env_clear();
    for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")] {
        command.env(name, value);
    }
    command.env("POSENC_DATA_DIR", dir.join("data"));
    command.env("POSENC_CONFIG", dir.join("config.toml"));
    command.env("HOME", dir);
    let source = listen(pair.master.try_clone_reader().unwrap());
    let writer = pair.master.take_writer().unwrap();
    let began = Instant::now();
    let child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut program = Program { child, _master: pair.master, source, writer, took: Duration::ZERO };
    program.took = program.read_until(until).1 - began;
    program
}

/// Takes what the terminal says as it comes, each piece with the time at which it came.
fn listen(mut from: Box<dyn Read + Send>) -> Receiver<(Instant, Vec<u8>)> {
    let (said, source) = channel();
    std::thread::spawn(move || {
        let mut piece = [0_u8; 64 * 1024];
        while let Ok(n @ 1..) = from.read(&mut piece) {
            if said.send((Instant::now(), piece[..n].to_vec())).is_err() {
                break;
            }
        }
    });
    source
}

impl Program {
    /// Reads until this piece has come; when the first and when the last byte came. Answers a question about the background
    /// on the way, as a dark terminal.
    fn read_until(&mut self, until: &[u8]) -> (Instant, Instant) {
        let (mut all, mut first, mut answered) = (Vec::new(), None, false);
        loop {
            let (at, piece) =
                self.source.recv().unwrap_or_else(|_| panic!("it ended: {}", String::from_utf8_lossy(&all)));
            all.extend_from_slice(&piece);
            let first = *first.get_or_insert(at);
            if !answered && contains(&all, b"\x1b]11;?") {
                answered = true;
                self.write(b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;22c");
            }
            if contains(&all, until) {
                return (first, at);
            }
        }
    }

    /// Waits until nothing has come for this long: what is still on its way must not count as the answer to the next key.
    fn settle(&self, quiet: Duration) {
        while !matches!(self.source.recv_timeout(quiet), Err(RecvTimeoutError::Timeout)) {}
    }

    fn write(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).unwrap();
        self.writer.flush().unwrap();
    }

    /// Presses a key; how long until its first byte.
    fn press(&mut self, key: &str) -> Duration {
        self.settle(Duration::from_millis(5));
        let pressed = Instant::now();
        self.write(key.as_bytes());
        self.read_until(FRAME).0 - pressed
    }

    fn peak_memory_kb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.process_id().unwrap())).unwrap();
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    fn leave(mut self, key: &[u8]) {
        self.write(key);
        self.child.wait().unwrap();
    }
}

fn contains(bytes: &[u8], piece: &[u8]) -> bool {
    bytes.windows(piece.len()).any(|w| w == piece)
}

/// The value below which this share of the measurements lies.
fn quantile(times: &mut [Duration], share: f64) -> f64 {
    times.sort();
    let at = (share * (times.len() - 1) as f64).round() as usize;
    times[at].as_secs_f64() * 1e3
}

fn first_frames(dir: &Path) {
    let (mut peer, mut dark, mut list, mut asking) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let run = start(dir, &[HELLO], HELLO_FRAME, true);
        peer.push(run.took);
        run.leave(b"\x03");
        let run = start(dir, &["--theme", "dark"], FRAME, false);
        dark.push(run.took);
        run.leave(b"\x03");
        let run = start(dir, &["--theme", "dark"], LIST, false);
        list.push(run.took);
        run.leave(b"\x03");
        let run = start(dir, &[], FRAME, false);
        asking.push(run.took);
        run.leave(b"\x03");
    }
    let base = quantile(&mut peer, 0.5);
    println!("start to first complete frame, median of {STARTS}, in turn");
    println!("  hello-world of ratatui             {base:7.2} ms");
    let rows = [
        ("posenc --theme dark", &mut dark),
        ("  with today's list from the disk", &mut list),
        ("posenc, a terminal that answers", &mut asking),
    ];
    for (name, times) in rows {
        let median = quantile(times, 0.5);
        println!("  {name:<34} {median:7.2} ms   {:.2} × hello-world (target 2)", median / base);
    }
}

fn keys(dir: &Path) {
    let mut program = start(dir, &["--theme", "dark"], FRAME, false);
    // The progress file opens beside the first frame, and brings another one.
    program.settle(Duration::from_millis(300));
    println!("key to first byte, {KEYS} keys (targets: median 2 ms, 99 of 100 within 5 ms)");
    for (name, enter, one, other) in [
        ("Home, up and down", [].as_slice(), "\x1b[B", "\x1b[A"),
        ("Study, scroll", &["S"], "j", "k"),
        // Of the gallery: in a page h and l may turn pages, which the log keeps.
        ("figure, turn a knob", &["\x1b", "F", "\r"], "l", "h"),
    ] {
        for key in enter {
            program.press(key);
        }
        program.settle(Duration::from_millis(100));
        let mut times = Vec::new();
        for n in 0..KEYS {
            times.push(program.press(if n % 2 == 0 { one } else { other }));
        }
        let (median, worst) = (quantile(&mut times, 0.5), quantile(&mut times, 0.99));
        println!("  {name:<34} {median:7.2} ms   p99 {worst:.2} ms");
    }
    for key in ["\x1b", "l", "l", "c", "\x1b", "P", "\x1b", "I", "\x1b", "G", "\x1b", "?", "\x1b"] {
        program.press(key);
    }
    let memory = program.peak_memory_kb() as f64 / 1024.0;
    println!("peak memory after a walk through the rooms {memory:.1} MB (target 12)");
    program.leave(b"\x03");
}
