//! A reader at a terminal: starts the real program in a pseudo-terminal, presses keys, and looks at the screen.
//!
//! Nothing here sleeps for luck. A key is followed by a frame, and a frame ends with the end of a synchronised update, so
//! [`Session::press`] waits for that; texts are waited for by name, with a generous limit for a loaded machine.

use posenc::memory::{Event, EventKind, Mode};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long a text may take to appear on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The end of a frame.
const FRAME: &[u8] = b"\x1b[?2026l";

pub const ESC: &str = "\x1b";
pub const ENTER: &str = "\r";
pub const TAB: &str = "\t";
pub const BACK_TAB: &str = "\x1b[Z";
pub const CTRL_C: &str = "\x03";
pub const CTRL_L: &str = "\x0c";
pub const CTRL_Z: &str = "\x1a";
pub const DOWN: &str = "\x1b[B";
pub const RIGHT: &str = "\x1b[C";
pub const LEFT: &str = "\x1b[D";
pub const END: &str = "\x1b[F";

/// What the terminal says when it is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// Nothing, ever.
    Silent,
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

/// A person's folders: gone when the last session is.
#[derive(Clone)]
pub struct Person {
    root: Arc<tempfile::TempDir>,
}

impl Person {
    pub fn new() -> Person {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("home")).unwrap();
        Person { root: Arc::new(root) }
    }

    pub fn root(&self) -> &Path {
        self.root.path()
    }

    pub fn home(&self) -> PathBuf {
        self.root().join("home")
    }

    pub fn data(&self) -> PathBuf {
        self.root().join("data")
    }

    pub fn progress(&self) -> PathBuf {
        self.data().join("progress.sqlite3")
    }

    pub fn config(&self) -> PathBuf {
        self.root().join("config/config.toml")
    }

    /// Has been here before: there is no welcome, and the questions before the first section are not offered again.
    pub fn returning() -> Person {
        let person = Person::new();
        std::fs::create_dir(person.data()).unwrap();
        let (mut store, _) = posenc::memory::Store::open(&person.data()).unwrap();
        let item = "positional-information/pre-order-swap";
        store.record(&Event::new(EventKind::Answer, Mode::Pretest, item)).unwrap();
        person
    }
}

/// How to start.
pub struct Start {
    person: Person,
    size: (u16, u16),
    answers: Answers,
    args: Vec<String>,
    env: Vec<(String, Option<String>)>,
    ignore_hup: bool,
    in_shell: bool,
    theme: bool,
}

impl Start {
    pub fn new(person: &Person) -> Start {
        Start {
            person: person.clone(),
            size: (80, 24),
            answers: Answers::Silent,
            args: Vec::new(),
            env: Vec::new(),
            ignore_hup: false,
            in_shell: false,
            theme: true,
        }
    }

    /// Columns and rows.
    pub fn size(mut self, columns: u16, rows: u16) -> Start {
        self.size = (columns, rows);
        self
    }

    pub fn arg(mut self, arg: &str) -> Start {
        self.args.push(arg.into());
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Start {
        self.env.push((name.into(), Some(value.into())));
        self
    }

    pub fn without(mut self, name: &str) -> Start {
        self.env.push((name.into(), None));
        self
    }

    /// Without `--theme dark`: the program asks the terminal.
    pub fn asking(mut self, answers: Answers) -> Start {
        self.theme = false;
        self.answers = answers;
        self
    }

    /// As under nohup.
    pub fn ignoring_hangup(mut self) -> Start {
        self.ignore_hup = true;
        self
    }

    /// A shell with job control instead, for the program to be typed into.
    pub fn in_shell(mut self) -> Start {
        self.in_shell = true;
        self.theme = false;
        self
    }

    fn command(&self) -> CommandBuilder {
        let program = env!("CARGO_BIN_EXE_posenc");
        let mut command = if self.in_shell {
            let mut shell = CommandBuilder::new("bash");
            shell.args(["--norc", "--noprofile", "-i"]);
            shell
        } else if self.ignore_hup {
            let mut shell = CommandBuilder::new("/bin/sh");
            shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", program]);
            shell
        } else {
            CommandBuilder::new(program)
        };
        if self.theme {
            command.args(["--theme", "dark"]);
        }
        command.args(&self.args);
        command.cwd(self.person.root());
        command.env_clear();
        for (name, value) in environment(&self.person) {
            command.env(name, value);
        }
        for (name, value) in &self.env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            }
        }
        command
    }

    pub fn open(self) -> Session {
        Session::start(self.command(), self.size, self.answers)
    }
}

/// What every start gets, in a terminal or not.
pub fn environment(person: &Person) -> Vec<(&'static str, PathBuf)> {
    vec![
        ("PATH", std::env::var_os("PATH").unwrap_or_default().into()),
        ("TERM", "xterm-256color".into()),
        ("COLORTERM", "truecolor".into()),
        ("LANG", "C.UTF-8".into()),
        ("HOME", person.home()),
        ("XDG_DATA_HOME", person.root().join("xdg/data")),
        ("XDG_CONFIG_HOME", person.root().join("xdg/config")),
        ("XDG_STATE_HOME", person.root().join("xdg/state")),
        ("XDG_CACHE_HOME", person.root().join("xdg/cache")),
        ("POSENC_DATA_DIR", person.data()),
        ("POSENC_CONFIG", person.config()),
    ]
}

/// What has arrived.
struct Seen {
    bytes: Vec<u8>,
    screen: vt100::Parser,
    ended: bool,
}

impl Seen {
    /// The screen as text, without the blanks at the ends of its lines.
    fn text(&self) -> String {
        let rows = self.screen.screen().contents();
        rows.lines().map(|l| l.trim_end()).collect::<Vec<_>>().join("\n")
    }

    /// Not in the middle of a frame.
    fn is_whole(&self) -> bool {
        rfind(&self.bytes, FRAME) >= rfind(&self.bytes, b"\x1b[?2026h")
    }
}

type Shared = Arc<(Mutex<Seen>, Condvar)>;
type Writer = Arc<Mutex<Option<Box<dyn Write + Send>>>>;

/// The program in its terminal.
pub struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Writer,
    shared: Shared,
    hang_up: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

impl Session {
    pub fn start(command: CommandBuilder, (columns, rows): (u16, u16), answers: Answers) -> Session {
        let pair = native_pty_system().openpty(pty_size(columns, rows)).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = vt100::Parser::new(whole(rows), whole(columns), 0);
        let shared: Shared = Arc::new((Mutex::new(Seen { bytes: Vec::new(), screen, ended: false }), Condvar::new()));
        let writer: Writer = Arc::new(Mutex::new(Some(pair.master.take_writer().unwrap())));
        let hang_up = Arc::new(AtomicBool::new(false));
        let source = pair.master.try_clone_reader().unwrap();
        let reader = {
            let (shared, writer, hang_up) = (shared.clone(), writer.clone(), hang_up.clone());
            std::thread::spawn(move || listen(source, &shared, &writer, &hang_up, answers))
        };
        Session { child, master: Some(pair.master), writer, shared, hang_up, reader: Some(reader) }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // Typing.

    /// Sends keys without waiting.
    pub fn keys(&mut self, keys: &str) {
        self.raw(keys.as_bytes());
    }

    /// Sends bytes without waiting.
    pub fn raw(&mut self, bytes: &[u8]) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let writer = writer.as_mut().expect("the terminal was closed");
        // A program that has just ended takes no more keys; whoever waits for it will see that.
        let _ = writer.write_all(bytes).and_then(|()| writer.flush());
    }

    /// One key, and the frame that answers it.
    pub fn press(&mut self, key: &str) {
        let from = self.mark();
        self.keys(key);
        self.wait_until(&format!("a frame after {key:?}"), |seen| find(&seen.bytes[from..], FRAME).is_some());
    }

    /// A text, letter by letter.
    pub fn types(&mut self, text: &str) {
        for c in text.chars() {
            self.press(&c.to_string());
        }
    }

    /// Several keys, each with its frame.
    pub fn press_all(&mut self, keys: &[&str]) {
        for key in keys {
            self.press(key);
        }
    }

    /// As a terminal pastes.
    pub fn paste(&mut self, text: &str) {
        self.press(&format!("\x1b[200~{text}\x1b[201~"));
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.shared
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .screen
            .screen_mut()
            .set_size(whole(rows), whole(columns));
        self.master.as_ref().unwrap().resize(pty_size(columns, rows)).unwrap();
    }

    // Looking.

    /// The screen as text, between two frames.
    pub fn screen(&self) -> String {
        let end = Instant::now() + Duration::from_secs(2);
        while !self.seen().is_whole() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.seen().text()
    }

    /// The row that holds this text, as text.
    pub fn row_with(&self, text: &str) -> String {
        let screen = self.screen();
        screen.lines().find(|l| l.contains(text)).unwrap_or_else(|| panic!("no {text:?} in\n{screen}")).to_string()
    }

    /// Row and column of the cursor, and whether it shows.
    pub fn cursor(&self) -> (u16, u16, bool) {
        let seen = self.seen();
        let screen = seen.screen.screen();
        let (row, column) = screen.cursor_position();
        (row, column, !screen.hide_cursor())
    }

    /// A place in the stream, for [`Session::since`].
    pub fn mark(&self) -> usize {
        self.seen().bytes.len()
    }

    /// What the program has written since.
    pub fn since(&self, mark: usize) -> Vec<u8> {
        self.seen().bytes[mark..].to_vec()
    }

    /// Everything the program has written.
    pub fn all(&self) -> Vec<u8> {
        self.since(0)
    }

    pub fn wait_for(&self, text: &str) {
        self.wait_until(&format!("{text:?}"), |seen| seen.is_whole() && seen.text().contains(text));
    }

    pub fn wait_for_bytes(&self, from: usize, bytes: &[u8]) {
        self.wait_until(&format!("{:?}", String::from_utf8_lossy(bytes)), |seen| {
            find(&seen.bytes[from..], bytes).is_some()
        });
    }

    pub fn wait_for_file(&self, path: &Path) {
        let end = Instant::now() + PATIENCE;
        while !path.exists() {
            assert!(Instant::now() < end, "{} never came\n{}", path.display(), self.screen());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_until(&self, what: &str, done: impl Fn(&Seen) -> bool) {
        let end = Instant::now() + PATIENCE;
        let mut seen = self.seen();
        while !done(&seen) {
            let left = end.saturating_duration_since(Instant::now());
            let text = seen.text();
            assert!(!seen.ended, "the program ended before {what}; the last screen:\n{text}");
            assert!(!left.is_zero(), "never saw {what}; the screen:\n{text}");
            seen = self.shared.1.wait_timeout(seen, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// No output for this long; says what came instead if there is always more.
    pub fn wait_for_quiet(&self, quiet: Duration) {
        let end = Instant::now() + PATIENCE;
        loop {
            let before = self.mark();
            std::thread::sleep(quiet);
            if self.mark() == before {
                return;
            }
            assert!(Instant::now() < end, "it never falls quiet:\n{}", self.screen());
        }
    }

    // The process.

    pub fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_raw(i32::try_from(self.pid()).unwrap()).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// A value of `/proc/PID/status`.
    pub fn status(&self, name: &str) -> String {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = text.lines().find_map(|l| l.strip_prefix(name)).unwrap_or_default();
        line.trim_start_matches(':').trim().to_string()
    }

    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for the end; the output is complete afterwards.
    pub fn exit(&mut self) -> ExitStatus {
        let status = self.exit_within(PATIENCE).unwrap_or_else(|| panic!("it did not end:\n{}", self.screen()));
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        status
    }

    pub fn exit_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            if Instant::now() > end {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Closes the terminal, as closing its window does.
    pub fn close_terminal(&mut self) {
        // The reading thread holds the terminal open too: it stops at the next output, which a repaint brings.
        self.hang_up.store(true, Ordering::SeqCst);
        self.keys(CTRL_L);
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        *self.writer.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.master = None;
    }

    /// Does the terminal echo lines again, as a shell expects?
    pub fn is_cooked(&self) -> bool {
        const ICANON: u32 = 0x2;
        const ECHO: u32 = 0x8;
        let termios = self.master.as_ref().unwrap().get_termios().unwrap();
        termios.local_flags.bits() & (ICANON | ECHO) == ICANON | ECHO
    }

    /// The alternate screen left, the cursor shown, pasting and the mouse as before, lines echoed.
    pub fn assert_restored(&self) {
        let bytes = self.all();
        for (on, off) in
            [("?1049h", "?1049l"), ("?2004h", "?2004l"), ("?25l", "?25h"), ("?1000h", "?1000l"), ("?2026h", "?2026l")]
        {
            let (on, off) = (rfind(&bytes, on.as_bytes()), rfind(&bytes, off.as_bytes()));
            assert!(on.is_none() || off > on, "a mode is left on: {:?}", tail(&bytes));
        }
        assert!(self.is_cooked(), "the terminal is still raw");
    }

    /// The process answers, and nothing has panicked.
    pub fn assert_alive(&mut self) {
        self.press(CTRL_L);
        assert!(self.is_alive());
        assert!(!self.screen().contains("panicked"), "{}", self.screen());
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(mut source: Box<dyn Read + Send>, shared: &Shared, writer: &Writer, hang_up: &AtomicBool, answers: Answers) {
    let mut piece = [0_u8; 16 * 1024];
    let mut asked = 0;
    loop {
        let n = match source.read(&mut piece) {
            Ok(n) if n > 0 && !hang_up.load(Ordering::SeqCst) => n,
            _ => break,
        };
        let mut seen = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.bytes.extend_from_slice(&piece[..n]);
        seen.screen.process(&piece[..n]);
        let replies = if answers == Answers::Silent { Vec::new() } else { reply(&seen.bytes, &mut asked, answers) };
        shared.1.notify_all();
        drop(seen);
        if let Some(writer) = writer.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            let _ = writer.write_all(&replies).and_then(|()| writer.flush());
        }
    }
    shared.0.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
    shared.1.notify_all();
}

/// The replies of a terminal to what it was asked and has not answered yet.
fn reply(bytes: &[u8], asked: &mut usize, answers: Answers) -> Vec<u8> {
    let ground = if answers == Answers::Light { "ffff/ffff/ffff" } else { "0000/0000/0000" };
    let ink = if answers == Answers::Light { "0000/0000/0000" } else { "ffff/ffff/ffff" };
    let table = [
        ("\x1b]10;?", format!("\x1b]10;rgb:{ink}\x1b\\")),
        ("\x1b]11;?", format!("\x1b]11;rgb:{ground}\x1b\\")),
        ("\x1b[c", "\x1b[?62;22c".to_string()),
    ];
    let mut out = Vec::new();
    loop {
        let rest = &bytes[*asked..];
        let next =
            table.iter().filter_map(|(q, a)| find(rest, q.as_bytes()).map(|at| (at, q.len(), a))).min_by_key(|n| n.0);
        let Some((at, length, answer)) = next else { return out };
        *asked += at + length;
        out.extend_from_slice(answer.as_bytes());
    }
}

fn whole(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has rows and columns")
}

fn pty_size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// Where a piece of bytes first occurs.
pub fn find(bytes: &[u8], piece: &[u8]) -> Option<usize> {
    bytes.windows(piece.len()).position(|w| w == piece)
}

fn rfind(bytes: &[u8], piece: &[u8]) -> Option<usize> {
    bytes.windows(piece.len()).rposition(|w| w == piece)
}

/// How often a piece of bytes occurs.
pub fn count(bytes: &[u8], piece: &[u8]) -> usize {
    bytes.windows(piece.len()).filter(|w| *w == piece).count()
}

fn tail(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(400)..]).into_owned()
}

/// The bytes that are not part of an escape sequence.
pub fn plain(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != 0x1b {
            out.push(byte);
            continue;
        }
        match rest.next() {
            // CSI: parameters, then one letter.
            Some(b'[') => while rest.next().is_some_and(|b| !(0x40..0x7f).contains(&b)) {},
            // OSC: until BEL or ST.
            Some(b']') => {
                while let Some(b) = rest.next() {
                    if b == 0x07 || (b == 0x1b && rest.next() == Some(b'\\')) {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    out
}
