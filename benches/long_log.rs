//! How the program feels after years: Home and Progress with a million events, an answer with a hundred thousand, and beside
//! it what the disk alone takes in the same run.
//!
//! `cargo bench --bench long_log`. Targets: both rooms within 50 ms; an answer within a bare fsync and 3 ms.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a bench may stop at the first surprise, and prints what it measured"
)]

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use posenc::content::Library;
use posenc::content::model::Set;
use posenc::memory::Store;
use posenc::tui::app::{App, Start};
use posenc::tui::chord::Chord;
use posenc::tui::msg::Msg;
use posenc::tui::rooms;
use posenc::tui::rooms::progress::data::Data;
use posenc::tui::settings::Settings;
use posenc::tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const ANSWERS: usize = 200;
const OPENINGS: usize = 15;

fn main() {
    let dir = tempfile::tempdir().unwrap();
    write_log(dir.path(), 100_000);
    answers(dir.path());
    write_log(dir.path(), 1_000_000);
    rooms(dir.path());
}

/// Lengthens the log to so many events: answers to every question of the chapter, about a thousand a day, a third of them
/// with a confidence, the questions before a section as often as all others. Then the tables are built from it.
fn write_log(dir: &Path, events: i64) {
    let library = Library::embedded();
    let began = Instant::now();
    drop(Store::open(dir).unwrap());
    let mut file = rusqlite::Connection::open(dir.join("progress.sqlite3")).unwrap();
    let tx = file.transaction().unwrap();
    tx.execute_batch("CREATE TEMP TABLE q (n INTEGER PRIMARY KEY, item TEXT, scheme TEXT, mode TEXT)").unwrap();
    for (n, entry) in (0_i64..).zip(library.index().questions.iter()) {
        let mode = if entry.set == Set::Pretest { "pretest" } else { "drill" };
        let scheme = entry.scheme.map(|s| s.slug());
        tx.execute("INSERT INTO q VALUES (?1, ?2, ?3, ?4)", (n, library.item(&entry.id), scheme, mode)).unwrap();
    }
    let now = jiff::Timestamp::now().as_millisecond();
    tx.execute(
        "WITH RECURSIVE n(n) AS (SELECT (SELECT coalesce(max(n), 0) FROM event) + 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1) \
         INSERT INTO event (n, id, at_utc_ms, utc_offset, study_day, session, mode, item, kind, scheme, seed, drawn, \
         content_hash, typed, reading, verdict, code, grade, hints, tries, confidence, ms, undoes, level) \
         SELECT n.n, printf('0193%08x-0000-7000-8000-%012x', n.n, n.n), ?2 - (?1 - n.n) * 86400, 0, \
         date((?2 - (?1 - n.n) * 86400) / 1000, 'unixepoch'), 's' || (n.n / 50), q.mode, q.item, 'answer', q.scheme, \
         'K3F9', '{\"m\":17,\"n\":23}', 'c0ffee', '0.84', '[]', \
         CASE WHEN n.n % 5 > 1 THEN 'right' WHEN n.n % 5 = 1 THEN 'mistake' ELSE 'wrong' END, \
         CASE WHEN n.n % 5 = 1 THEN 'SIGN' ELSE '' END, \
         CASE WHEN q.mode = 'pretest' THEN NULL WHEN n.n % 5 > 1 THEN 3 ELSE 1 END, n.n % 7 = 0, 1, \
         CASE n.n % 3 WHEN 0 THEN 1 + n.n % 4 % 3 END, 20000, NULL, 'easy' \
         FROM n JOIN q ON q.n = n.n * 7919 % (SELECT count(*) FROM q)",
        (events, now),
    )
    .unwrap();
    tx.commit().unwrap();
    drop(file);
    let (mut store, _) = Store::open(dir).unwrap();
    store.rebuild().unwrap();
    println!("a log of {events} events, written and counted in {:.0} s", began.elapsed().as_secs_f64());
}

struct Seat {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Seat {
    fn at(dir: &Path) -> Seat {
        let (library, settings) = (Library::embedded(), Settings::default());
        let app = App::new(Start { library, settings, theme: Theme::default(), first: false, notice: None });
        let mut seat = Seat { app, terminal: Terminal::new(TestBackend::new(120, 36)).unwrap() };
        seat.send(Msg::Opened(Box::new(Store::open(dir))));
        seat
    }

    /// A message, what it writes, and the frame after it.
    fn send(&mut self, msg: Msg) -> Duration {
        let began = Instant::now();
        let effects = self.app.update(msg, began);
        self.app.perform(effects, None, began);
        self.terminal.draw(|frame| self.app.draw(frame, began)).unwrap();
        began.elapsed()
    }

    fn press(&mut self, key: &str) -> Duration {
        self.send(Msg::Key(Chord::parse(key).unwrap()))
    }

    fn shows(&self, text: &str) -> bool {
        let buffer = self.terminal.backend().buffer();
        buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().contains(text)
    }
}

/// Answers a drill on the screen, a bare fsync of a page in turn.
fn answers(dir: &Path) {
    let (mut answered, mut bare) = (Vec::new(), Vec::new());
    let mut page = File::create(dir.join("page")).unwrap();
    let mut seat = Seat::at(dir);
    let now = Instant::now();
    let effects = seat.app.open(|cx| rooms::drill(vec!["alibi-score".into()], ANSWERS, cx), now);
    seat.app.perform(effects, None, now);
    for _ in 0..ANSWERS {
        let began = Instant::now();
        page.write_all(&[0x5a; 4096]).unwrap();
        page.sync_data().unwrap();
        bare.push(began.elapsed());
        for key in ["1", "2", "3", "4", "5", "6", ".", "5"] {
            seat.press(key);
        }
        answered.push(seat.press("Enter"));
        assert!(seat.shows("Not yet"), "there is no verdict");
        seat.press("Enter");
        seat.press("Enter");
    }
    let (floor, took) = (median(&mut bare), median(&mut answered));
    println!("an answer with 100,000 events, median of {ANSWERS}, in turn with the disk");
    println!("  write and fsync of a page          {floor:7.2} ms");
    println!("  on disk and its feedback drawn     {took:7.2} ms   {:+.2} ms (target +3)", took - floor);
}

fn rooms(dir: &Path) {
    let mut opened: Vec<Duration> = (0..OPENINGS).map(|_| Seat::timed(dir)).collect();
    let mut seat = Seat::at(dir);
    let (store, _) = Store::open(dir).unwrap();
    let library = &Library::embedded();
    let parts: [(&str, &dyn Fn()); 8] = [
        ("due", &|| drop(store.due().unwrap())),
        ("summary", &|| drop(store.summary().unwrap())),
        ("account", &|| drop(store.account().unwrap())),
        ("calibration", &|| assert!(store.calibration().is_ok())),
        ("pretests", &|| drop(store.pretests().unwrap())),
        ("skills", &|| drop(store.skills().unwrap())),
        ("recent", &|| drop(store.recent(12).unwrap())),
        ("all of Progress", &|| drop(Data::read(&store, library).unwrap())),
    ];
    println!("what is read, with 1,000,000 events, median of {OPENINGS}");
    for (name, part) in parts {
        let mut times: Vec<Duration> = (0..OPENINGS).map(|_| timed(part)).collect();
        println!("  {name:<34} {:7.2} ms", median(&mut times));
    }
    let (mut progress, mut home) = (Vec::new(), Vec::new());
    for _ in 0..OPENINGS {
        progress.push(seat.press("G"));
        assert!(seat.shows("Mastered"), "Progress is not where its key leads");
        home.push(seat.press("H"));
    }
    println!("with 1,000,000 events, median of {OPENINGS} (target 50 ms)");
    println!("  the file opened and Home drawn     {:7.2} ms", median(&mut opened));
    println!("  Home                               {:7.2} ms", median(&mut home));
    println!("  Progress                           {:7.2} ms", median(&mut progress));
}

impl Seat {
    /// From the file to Home with its list.
    fn timed(dir: &Path) -> Duration {
        let began = Instant::now();
        drop(Seat::at(dir));
        began.elapsed()
    }
}

fn timed(part: &dyn Fn()) -> Duration {
    let began = Instant::now();
    part();
    began.elapsed()
}

/// In milliseconds.
fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}
