//! A whole frame of every screen: laid out, drawn, compared with an empty screen and written as escape codes, as after a
//! resize. The target is 3 ms for the heaviest screen at 200×60. Beside it the frame after a key, and a page laid out anew.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "a bench may stop at the first surprise")]

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use posenc::content::Library;
use posenc::memory::Store;
use posenc::tui::app::{App, Start};
use posenc::tui::chord::Chord;
use posenc::tui::msg::Msg;
use posenc::tui::settings::Settings;
use posenc::tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend, TestBackend};
use ratatui::buffer::Buffer;

/// Name, keys from Home, and what must be on the screen then.
const SCREENS: &[(&str, &str, &str)] = &[
    ("home", "", "Today"),
    ("settings", ",", "Day starts at"),
    ("help", "?", "Keys that work here"),
    ("study", "S", "page 1 of"),
    ("study-figure", "S Tab", "next knob"),
    ("study-figure-alone", "S f", "next knob"),
    ("study-contents", "S c", "open"),
    ("study-find", "S / p o s i t i o n", "places"),
    ("practise", "P", "Self-check"),
    ("question", "P Down Down Down Down Enter", "hint"),
    ("interview", "I", "Say it aloud"),
    ("rubric", "I Enter Enter", "Tick what you said"),
    ("progress", "G", "No answers yet"),
];

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

/// Counts what is written, and keeps nothing.
#[derive(Default)]
struct Wire(usize);

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Seat {
    app: App,
    terminal: Terminal<TestBackend>,
    wire: CrosstermBackend<Wire>,
    empty: Buffer,
}

impl Seat {
    fn at(keys: &str, (columns, rows): (u16, u16)) -> Seat {
        let (library, settings) = (Library::embedded(), Settings::default());
        let app = App::new(Start { library, settings, theme: Theme::default(), first: false, notice: None });
        let terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let empty = Buffer::empty(ratatui::layout::Rect::new(0, 0, columns, rows));
        let mut seat = Seat { app, terminal, wire: CrosstermBackend::new(Wire::default()), empty };
        seat.send(Msg::Opened(Box::new(Ok((Store::in_memory().unwrap(), Vec::new())))));
        for key in keys.split_whitespace() {
            seat.press(key);
        }
        seat
    }

    fn send(&mut self, msg: Msg) {
        let effects = self.app.update(msg, Instant::now());
        self.app.perform(effects, None, Instant::now());
        self.frame();
    }

    fn press(&mut self, key: &str) {
        self.send(Msg::Key(Chord::parse(key).unwrap()));
    }

    /// The frame after a key: only what differs from the last one.
    fn frame(&mut self) {
        self.terminal.draw(|f| self.app.draw(f, Instant::now())).unwrap();
    }

    /// The frame after a resize: every cell.
    fn full(&mut self) {
        let done = self.terminal.draw(|f| self.app.draw(f, Instant::now())).unwrap();
        let updates = self.empty.diff(done.buffer);
        self.wire.draw(updates.into_iter()).unwrap();
        Write::flush(&mut self.wire).unwrap();
    }

    fn shows(&self, text: &str) -> bool {
        let buffer = self.terminal.backend().buffer();
        let all: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        all.contains(text)
    }
}

fn full_frames(c: &mut Criterion) {
    for size in SIZES {
        let mut group = c.benchmark_group(format!("full frame {}x{}", size.0, size.1));
        for (name, keys, shows) in SCREENS {
            let mut seat = Seat::at(keys, size);
            assert!(seat.shows(shows), "{name} is not where its keys lead");
            group.bench_function(BenchmarkId::from_parameter(name), |b| b.iter(|| seat.full()));
        }
        let mut seat = heat_map(size);
        group.bench_function("study-heat-map-alone", |b| b.iter(|| seat.full()));
        group.finish();
    }
}

/// The sinusoidal table as a heat map over the whole screen.
fn heat_map(size: (u16, u16)) -> Seat {
    let mut seat = Seat::at("S", size);
    for _ in 0..60 {
        if seat.shows("A clock for every pair") {
            seat.press("f");
            return seat;
        }
        seat.press("l");
    }
    panic!("the heat map's page is gone");
}

fn after_a_key(c: &mut Criterion) {
    let mut group = c.benchmark_group("after a key 200x60");
    let mut seat = Seat::at("S", (200, 60));
    group.bench_function("page laid out anew, formulas as LaTeX and back", |b| b.iter(|| seat.press("L")));
    let mut seat = Seat::at("S Right Tab", (200, 60));
    group.bench_function("knob turned", |b| {
        b.iter(|| {
            seat.press("Right");
            seat.press("Left");
        });
    });
    let mut seat = heat_map((200, 60));
    group.bench_function("knob of the heat map turned", |b| {
        b.iter(|| {
            seat.press("Right");
            seat.press("Left");
        });
    });
    let mut seat = Seat::at("S /", (200, 60));
    group.bench_function("letter typed into find", |b| {
        b.iter(|| {
            seat.press("o");
            seat.press("Backspace");
        });
    });
    group.finish();
}

criterion_group!(benches, full_frames, after_a_key);
criterion_main!(benches);
