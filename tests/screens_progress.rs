//! Progress, driven by keys and read as a user sees it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::time::Instant;

use posenc::content::Library;
use posenc::content::model::Set;
use posenc::memory::{Clock, Event, EventKind, Grade, Kept, Mode, Store};
use posenc::tui::app::{App, Start};
use posenc::tui::chord::Chord;
use posenc::tui::msg::Msg;
use posenc::tui::settings::Settings;
use posenc::tui::theme::{Depth, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

#[path = "common/learner.rs"]
mod learner;

struct Desk {
    app: App,
    size: (u16, u16),
    now: Instant,
}

impl Desk {
    fn new(store: Store, theme: Theme, (cols, rows): (u16, u16)) -> Desk {
        let settings = Settings { ascii: theme.ascii, ..Settings::default() };
        let start = Start { library: Library::embedded(), settings, theme, first: false, notice: None };
        let mut desk = Desk { app: App::new(start), size: (cols, rows), now: Instant::now() };
        desk.send(Msg::Opened(Box::new(Ok((store, Vec::new())))));
        desk.keys("G")
    }

    fn send(&mut self, msg: Msg) {
        let effects = self.app.update(msg, self.now);
        self.app.perform(effects, None, self.now);
        // The room learns from a frame where its rows are.
        self.buffer();
    }

    fn keys(mut self, keys: &str) -> Desk {
        for key in keys.split_whitespace() {
            self.send(Msg::Key(Chord::parse(key).unwrap()));
        }
        self
    }

    fn buffer(&mut self) -> ratatui::buffer::Buffer {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        terminal.draw(|frame| self.app.draw(frame, self.now)).unwrap();
        terminal.backend().buffer().clone()
    }

    fn screen(&mut self) -> String {
        let buffer = self.buffer();
        let rows = buffer.content.chunks(usize::from(self.size.0));
        let line = |row: &[ratatui::buffer::Cell]| row.iter().map(|c| c.symbol()).collect::<String>();
        rows.map(|r| line(r).trim_end().to_string()).collect::<Vec<_>>().join("\n")
    }
}

fn ascii() -> Theme {
    Theme { ascii: true, ..Theme::default() }
}

fn answer(store: &mut Store, id: &str, verdict: &str, grade: Grade, confidence: u8) {
    let library = Library::embedded();
    let mut event = Event::new(EventKind::Answer, Mode::Drill, library.item(id));
    event.scheme = library.entry(id).unwrap().scheme;
    event.verdict = verdict.into();
    event.grade = Some(grade);
    event.hints = u32::from(grade == Grade::Hard);
    event.confidence = Some(confidence);
    event.ms = 180_000;
    if verdict == "mistake" {
        event.code = "SIGN".into();
    }
    store.record(&event).unwrap();
}

fn rehearse(store: &mut Store, id: &str, missed: &str) {
    let mut event = Event::new(EventKind::Rubric, Mode::Interview, Library::embedded().item(id));
    event.verdict = "ticked".into();
    event.code = missed.into();
    event.grade = Some(if missed.is_empty() { Grade::Good } else { Grade::Hard });
    event.ms = 120_000;
    store.record(&event).unwrap();
}

/// Some weeks of study, ending on Sunday, 29 November 2026.
fn weeks() -> Store {
    let library = Library::embedded();
    let drills: Vec<String> =
        library.index().questions.iter().filter(|q| q.set == Set::Drill).map(|q| q.id.to_string()).collect();
    let mut store = Store::in_memory().unwrap();
    let days: Vec<(u32, u32)> = [(9, 14), (9, 15), (10, 2), (10, 19), (10, 20), (10, 22)]
        .into_iter()
        .chain((20..=29).map(|d| (11, d)))
        .collect();
    for (n, (month, day)) in days.into_iter().filter(|d| *d != (11, 25)).enumerate() {
        store.set_clock(Clock::Fixed(format!("2026-{month:02}-{day:02}T12:00:00Z").parse().unwrap()));
        for k in 0..=n % 4 * 3 {
            let id = &drills[(n * 5 + k * 3) % 24];
            let (verdict, grade) = match (n + k) % 5 {
                0 => ("wrong", Grade::Again),
                1 => ("right", Grade::Hard),
                _ => ("right", Grade::Good),
            };
            answer(&mut store, id, verdict, grade, 1 + u8::try_from((n + k) % 3).unwrap());
        }
        if n % 4 == 0 {
            answer(&mut store, "alibi-score", "mistake", Grade::Again, 3);
        }
    }
    rehearse(&mut store, "derive-rope", "angles add\nthe transpose turns back");
    let mut recall = Event::new(EventKind::Recall, Mode::Recall, library.recall_item(&first_recall(&library)));
    recall.verdict = Kept::Knew.word().into();
    recall.grade = Kept::Knew.grade();
    store.record(&recall).unwrap();
    store
}

fn first_recall(library: &Library) -> String {
    let pages = library.index().sections.iter().flat_map(|s| s.pages.iter());
    pages.flat_map(|p| p.recall.iter()).next().unwrap().to_string()
}

#[test]
fn the_page_flows_into_the_columns_of_the_window() {
    for (cols, rows) in [(80, 24), (120, 36), (200, 60)] {
        let mut desk = Desk::new(weeks(), Theme::default(), (cols, rows));
        insta::assert_snapshot!(format!("progress_{cols}x{rows}"), desk.screen());
    }
    let mut desk = Desk::new(weeks(), ascii(), (120, 36));
    insta::assert_snapshot!("progress_ascii_120x36", desk.screen());
}

#[test]
fn every_part_comes_into_sight_in_a_small_window() {
    let mut desk = Desk::new(weeks(), Theme::default(), (80, 24));
    let parts = [
        "Again and again",
        "Mastered",
        "Skills,",
        "Coming back",
        "Days with answers",
        "Kept, by",
        "How sure",
        "Lately",
    ];
    let mut seen = Vec::new();
    for _ in 0..12 {
        let screen = desk.screen();
        seen.extend(parts.into_iter().filter(|part| screen.contains(part)));
        desk = desk.keys("Tab");
    }
    for part in parts {
        assert!(seen.contains(&part), "{part} never shows");
    }
    let calendar = desk.keys("Home Tab Tab Tab Tab Tab Tab").screen();
    assert!(calendar.contains("Mo") && calendar.contains("Su") && calendar.contains("30 or more"), "{calendar}");
}

#[test]
fn a_cell_opens_its_items_with_the_evidence() {
    let mut desk = Desk::new(weeks(), Theme::default(), (80, 24)).keys("Tab Tab Tab Down Enter");
    let screen = desk.screen();
    assert!(screen.contains("sinusoidal, drills") && screen.contains("recall") && screen.contains("✓ right alone"));
    insta::assert_snapshot!("items_80x24", screen);
    let mut prompts = Desk::new(weeks(), Theme::default(), (80, 24)).keys("Tab Tab Tab Down Down Right Right Enter");
    assert!(prompts.screen().contains("prompts"), "{}", prompts.screen());
    let mut asked = prompts.keys("Enter");
    assert!(asked.screen().contains("say it aloud") || asked.screen().contains("Interview"), "{}", asked.screen());
}

#[test]
fn one_key_drills_the_most_frequent_mistake_and_enter_the_chosen_one() {
    for keys in ["d", "Tab Enter"] {
        let mut desk = Desk::new(weeks(), Theme::default(), (80, 24)).keys(keys);
        let screen = desk.screen();
        assert!(screen.contains("Drill") && screen.contains("1 of 5"), "{keys}: {screen}");
    }
}

#[test]
fn an_answer_is_taken_back_at_the_second_u_only() {
    let mut store = weeks();
    answer(&mut store, "alibi-score", "right", Grade::Good, 2);
    let mut desk = Desk::new(store, Theme::default(), (80, 24));
    let answers = |desk: &mut Desk| -> u32 {
        let screen = desk.screen();
        let words: Vec<&str> = screen.split_whitespace().collect();
        let at = words.iter().position(|w| *w == "answers,").unwrap();
        words[at - 1].parse().unwrap()
    };
    let before = answers(&mut desk);
    desk = desk.keys("u");
    assert!(desk.screen().contains("u again takes your last answer back"), "{}", desk.screen());
    desk = desk.keys("Down u");
    assert_eq!(answers(&mut desk), before, "another key in between leaves it");
    desk = desk.keys("u");
    assert_eq!(answers(&mut desk), before - 1);
}

#[test]
fn what_is_forgotten_is_asked_about_first_and_comes_back_with_one_key() {
    let dir = tempfile::tempdir().unwrap();
    let (mut store, _) = Store::open(dir.path()).unwrap();
    for _ in 0..2 {
        answer(&mut store, "alibi-score", "mistake", Grade::Again, 3);
    }
    answer(&mut store, "rope-angle", "right", Grade::Good, 2);
    let copies = || {
        std::fs::read_dir(dir.path())
            .unwrap()
            .flatten()
            .filter(|f| f.file_name().to_string_lossy().starts_with("forgotten-"))
            .count()
    };
    let mut desk = Desk::new(store, Theme::default(), (80, 24)).keys("Tab x");
    let screen = desk.screen();
    assert!(screen.contains("Forget what?") && screen.contains("The question `alibi-score`"), "{screen}");
    assert!(screen.contains("2 answers") && screen.contains("Everything you did here"), "{screen}");
    desk = desk.keys("Enter");
    assert!(desk.screen().contains("A copy goes to"), "{}", desk.screen());
    desk = desk.keys("Enter");
    assert!(copies() == 0 && !desk.screen().contains("Forget"), "Enter keeps it: {}", desk.screen());
    desk = desk.keys("x Enter y");
    assert!(desk.screen().contains("Forgotten: 2 events."), "{}", desk.screen());
    assert_eq!(copies(), 1);
    assert!(desk.screen().contains("u takes it back now"), "{}", desk.screen());
    desk = desk.keys("u");
    assert!(desk.screen().contains("Taken back: 2 events."), "{}", desk.screen());
    desk = desk.keys("x Down Down Enter y Esc");
    let screen = desk.screen();
    assert!(screen.contains("No answers yet"), "{screen}");
}

#[test]
fn a_list_that_goes_on_below_says_so() {
    let mut desk = Desk::new(weeks(), Theme::default(), (80, 24));
    assert!(desk.screen().contains("more rows"), "{}", desk.screen());
    let mut prompts = desk.keys("I");
    let screen = prompts.screen();
    assert!(screen.contains('↓') && screen.contains(" more"), "{screen}");
}

#[test]
fn without_answers_the_page_says_what_to_do_and_one_rehearsal_is_enough_to_begin_it() {
    let mut empty = Desk::new(Store::in_memory().unwrap(), Theme::default(), (80, 24));
    insta::assert_snapshot!("progress_empty_80x24", empty.screen());
    let mut practise = empty.keys("Enter");
    assert!(practise.screen().contains("Practise"), "{}", practise.screen());
    let mut store = Store::in_memory().unwrap();
    rehearse(&mut store, "derive-rope", "angles add");
    let screen = Desk::new(store, Theme::default(), (80, 24)).screen();
    assert!(!screen.contains("No answers yet") && screen.contains("1 prompt rehearsed"), "{screen}");
}

#[test]
fn in_ascii_every_character_is_ascii_and_without_colour_there_is_none() {
    let mut desk = Desk::new(weeks(), ascii(), (200, 60));
    assert!(desk.screen().bytes().all(|b| b == b'\n' || (0x20..0x7f).contains(&b)));
    let mono = Theme { depth: Depth::Mono, ..Theme::default() };
    let buffer = Desk::new(weeks(), mono, (200, 60)).buffer();
    assert!(buffer.content.iter().all(|c| c.fg == Color::Reset && c.bg == Color::Reset));
}

#[test]
fn the_interview_list_has_headings_and_finds() {
    let mut desk = Desk::new(weeks(), Theme::default(), (80, 24)).keys("I");
    assert!(desk.screen().contains("missed 2 points") || desk.screen().contains("1 of "), "{}", desk.screen());
    insta::assert_snapshot!("prompts_80x24", desk.screen());
    let mut found = desk.keys("/ a l i b i");
    assert!(found.screen().contains("/alibi"), "{}", found.screen());
    insta::assert_snapshot!("prompts_found_80x24", found.screen());
    let mut none = found.keys("z");
    assert!(none.screen().contains("No prompt says that"), "{}", none.screen());
    let mut all = none.keys("Esc");
    assert!(all.screen().contains("order-blindness"), "Esc closes the search, not the room: {}", all.screen());
}

fn fit_row(mut desk: Desk) -> Desk {
    for _ in 0..60 {
        let screen = desk.screen();
        if screen.lines().any(|l| l.contains("> Fit it")) {
            return desk;
        }
        desk = desk.keys("Down");
    }
    panic!("{}", desk.screen());
}

fn wait_for(desk: &mut Desk, text: &str) {
    for _ in 0..600 {
        desk.send(Msg::Due);
        if desk.screen().contains(text) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("no {text:?}:\n{}", desk.screen());
}

#[test]
fn a_fit_is_computed_beside_the_screen_and_kept_by_enter() {
    let mut store = Store::in_memory().unwrap();
    learner::study(&mut store, &learner::forgetful(), 240, 150);
    let mut desk = fit_row(Desk::new(store, Theme::default(), (80, 24)));
    assert!(desk.app.wake_after(desk.now).is_none());
    desk = desk.keys("Enter");
    assert!(desk.screen().contains("A schedule of your own"), "{}", desk.screen());
    // Esc stops it, and nothing has changed.
    desk = desk.keys("Esc");
    assert!(desk.screen().contains("Fit it to me"), "{}", desk.screen());
    desk = desk.keys("Enter");
    wait_for(&mut desk, "Enter keeps it");
    insta::assert_snapshot!("fit_80x24", desk.screen());
    assert!(desk.app.wake_after(desk.now).is_none(), "nothing moves any more");
    desk = fit_row(desk.keys("Enter"));
    assert!(desk.screen().contains("Fitted to your"), "{}", desk.screen());
    // The way back.
    desk = desk.keys("Enter 0");
    assert!(desk.screen().contains("The average learner's"), "{}", desk.screen());
}

#[test]
fn a_learner_with_few_answers_is_told_from_when_on_a_schedule_can_be_fitted() {
    let mut desk = Desk::new(weeks(), Theme::default(), (120, 60));
    assert!(desk.screen().contains("It can be fitted to you from 400"), "{}", desk.screen());
    assert!(!desk.screen().contains("Fit it to me"));
}
