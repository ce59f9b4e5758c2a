//! The practise screens, driven by keys and read as a user sees them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::time::{Duration, Instant};

use posenc::content::Library;
use posenc::memory::{Grade, Store};
use posenc::question::Seed;
use posenc::tui::app::{App, Start};
use posenc::tui::chord::Chord;
use posenc::tui::msg::Msg;
use posenc::tui::room::{Flow, Room};
use posenc::tui::rooms::practise::Practise;
use posenc::tui::rooms::question::{Plan, QuestionRoom};
use posenc::tui::settings::Settings;
use posenc::tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// The program at a size, with its progress file in a folder of its own.
struct Desk {
    app: App,
    dir: tempfile::TempDir,
    size: (u16, u16),
    now: Instant,
}

impl Desk {
    fn new(room: Box<dyn Room>, settings: Settings) -> Desk {
        let theme = Theme { ascii: settings.ascii, ..Theme::default() };
        let start = Start { library: Library::embedded(), settings, theme, first: false, notice: None };
        let dir = tempfile::tempdir().unwrap();
        let now = Instant::now();
        let mut desk = Desk { app: App::new(start), dir, size: (80, 24), now };
        let opened = Msg::Opened(Box::new(Store::open(desk.dir.path())));
        desk.send(opened);
        let effects = desk.app.open(|_| Flow::Open(room), now);
        desk.app.perform(effects, None, now);
        desk
    }

    fn sit(plan: Plan, settings: Settings) -> Desk {
        let seed = Seed::parse("K3F9").unwrap();
        let room = QuestionRoom::with_seed(plan, seed, &Library::embedded(), &settings, Instant::now()).unwrap();
        Desk::new(Box::new(room), settings)
    }

    fn family(id: &str) -> Desk {
        Desk::sit(one(id), Settings::default())
    }

    fn send(&mut self, msg: Msg) {
        let effects = self.app.update(msg, self.now);
        self.app.perform(effects, None, self.now);
    }

    /// Chords separated by blanks; a word after `:` is typed letter by letter.
    fn keys(&mut self, keys: &str) -> &mut Desk {
        for token in keys.split_whitespace() {
            self.now += Duration::from_secs(1);
            match token.strip_prefix(':') {
                Some(text) => text.chars().for_each(|c| self.send(Msg::Key(Chord::parse(&c.to_string()).unwrap()))),
                None => self.send(Msg::Key(Chord::parse(token).unwrap())),
            }
        }
        self
    }

    fn at(&mut self, cols: u16, rows: u16) -> String {
        self.size = (cols, rows);
        self.screen()
    }

    fn screen(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        // Twice: the first frame tells the room how wide it is.
        terminal.draw(|frame| self.app.draw(frame, self.now)).unwrap();
        terminal.draw(|frame| self.app.draw(frame, self.now)).unwrap();
        let buffer = terminal.backend().buffer();
        let rows = buffer.content.chunks(usize::from(self.size.0));
        let line = |row: &[ratatui::buffer::Cell]| row.iter().map(|c| c.symbol()).collect::<String>();
        rows.map(|r| line(r).trim_end().to_string()).collect::<Vec<_>>().join("\n")
    }

    /// The log as another process reads it.
    fn log(&self) -> Vec<posenc::memory::Event> {
        let (store, _) = Store::open(self.dir.path()).unwrap();
        store.recent(20).unwrap().into_iter().map(|l| l.event).collect()
    }
}

/// The text of a wide screen without the figure beside it, which has snapshots of its own.
fn beside_the_figure(screen: &str) -> String {
    let rows = screen.lines().count();
    let body = |(i, line): (usize, &str)| {
        let whole = i < 2 || i + 1 == rows;
        let kept: String = if whole { line.into() } else { line.chars().take(66).collect() };
        kept.trim_end().to_string()
    };
    screen.lines().enumerate().map(body).collect::<Vec<_>>().join("\n")
}

fn one(id: &str) -> Plan {
    Plan::Drill { families: vec![id.into()], count: 1, difficulty: None }
}

fn ascii() -> Settings {
    Settings { ascii: true, ..Settings::default() }
}

/// Numbers of the question on the table, at the seed of these tests: the right answer of `alibi-score`.
fn right_score() -> String {
    let library = Library::embedded();
    let question = library.question("alibi-score").unwrap();
    let hash = library.content_hash_of("alibi-score").unwrap();
    let instance = posenc::question::draw(question, &Seed::parse("K3F9").unwrap(), hash).unwrap();
    let posenc::question::Ask::Numbers { answers, .. } = instance.ask else { panic!("numeric") };
    format!("{:.2}", answers[0].value)
}

#[test]
fn the_menu_lists_what_there_is() {
    let mut desk = Desk::new(Box::new(Practise::new()), Settings::default());
    desk.keys("Down Down Down Down Down Down Down Down Down");
    insta::assert_snapshot!("menu_80x24", desk.at(80, 24));
    insta::assert_snapshot!("menu_120x36", desk.at(120, 36));
    let hard = desk.keys("d").screen();
    assert!(hard.contains("hard") && !hard.contains("An ALiBi slope"), "{hard}");
}

#[test]
fn a_wrong_answer_is_diagnosed_first_and_the_answer_comes_after_enter() {
    let mut desk = Desk::family("alibi-score");
    let typed = desk.keys(":17").screen();
    assert!(typed.contains("read as 17 · whole number · 2 decimals asked"), "{typed}");
    let missed = desk.keys("Enter").screen();
    assert!(missed.contains("Not yet") && !missed.contains("unrounded") && !missed.contains("step 1"), "{missed}");
    assert!(missed.contains("t try again"), "{missed}");
    desk.keys("Enter");
    insta::assert_snapshot!("wrong_80x24", desk.at(80, 24));
    let wide = desk.at(120, 36);
    assert!(wide.contains("drawn at this question's numbers") && wide.contains("bias at distance 225"), "{wide}");
    insta::assert_snapshot!("wrong_120x36", beside_the_figure(&wide));
}

#[test]
fn the_answer_is_on_disk_before_the_verdict_is_drawn() {
    let mut desk = Desk::family("alibi-score");
    desk.keys(":17 Enter");
    let log = desk.log();
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].typed.as_str(), log[0].grade, log[0].tries), ("17", Some(Grade::Again), 1));
    assert_eq!(log[0].item, "positional-information/alibi-score");
    assert!(log[0].ms >= 1_000, "{}", log[0].ms);
}

#[test]
fn trying_again_keeps_what_was_typed_and_does_not_change_the_grade() {
    let mut desk = Desk::family("alibi-score");
    let again = desk.keys(":17 Enter t").screen();
    assert!(again.contains("> logit  17") && again.contains("Not yet"), "{again}");
    let right = desk.keys(&format!("Backspace Backspace :{} Enter", right_score())).screen();
    assert!(right.contains("✓ Right.") && right.contains("second look"), "{right}");
    let grades: Vec<_> = desk.log().into_iter().map(|e| e.grade).collect();
    assert_eq!(grades, [None, Some(Grade::Again)], "newest first");
}

#[test]
fn undo_takes_the_answer_back_and_gives_the_text_back() {
    let mut desk = Desk::family("alibi-score");
    let screen = desk.keys(":17 Enter Enter u").screen();
    assert!(screen.contains("> logit  17"), "{screen}");
    assert!(desk.log().is_empty());
}

#[test]
fn what_cannot_be_read_is_refused_with_a_reason_and_leaves_no_trace() {
    let mut desk = Desk::family("alibi-score");
    let screen = desk.keys(":(1+ Enter").screen();
    assert!(!screen.contains("Not yet"), "{screen}");
    assert!(screen.contains("(1+"), "what was typed stays: {screen}");
    assert!(desk.log().is_empty());
}

#[test]
fn two_readings_are_asked_about_before_grading() {
    let mut desk = Desk::family("alibi-score");
    let asked = desk.keys(":1,000 Enter").screen();
    assert!(asked.contains("Which do you mean?    1  1000    2  1.000"), "{asked}");
    assert!(desk.log().is_empty());
    let settled = desk.keys("2").screen();
    assert!(settled.contains("> logit  1.000"), "{settled}");
}

#[test]
fn letters_type_in_the_field_and_act_beside_it() {
    let mut desk = Desk::family("alibi-score");
    let typed = desk.keys(":qh?").screen();
    assert!(typed.contains("> logit  qh?"), "{typed}");
    let hint = desk.keys("Tab h").screen();
    assert!(hint.contains("Hint 1"), "{hint}");
    let asked = desk.keys("q").screen();
    assert!(asked.contains("Your answer is not finished"), "{asked}");
    let kept = desk.keys("Enter Tab").screen();
    assert!(kept.contains("> logit  qh?"), "{kept}");
}

#[test]
fn the_calculator_computes_and_leaves_the_field_alone() {
    let mut desk = Desk::family("alibi-score");
    desk.keys(":12 Tab c :40/8");
    insta::assert_snapshot!("calculator_80x24", desk.at(80, 24));
    let kept = desk.keys("Enter Esc Tab").screen();
    assert!(kept.contains("> logit  12"), "{kept}");
}

#[test]
fn the_solution_counts_as_not_known_and_says_so() {
    let mut desk = Desk::family("alibi-score");
    let screen = desk.keys("Tab w").screen();
    assert!(screen.contains("counts as not known yet") && screen.contains("step 1"), "{screen}");
    assert_eq!(desk.log()[0].grade, Some(Grade::Again));
}

#[test]
fn a_choice_shows_a_reason_at_every_wrong_option() {
    let mut desk = Desk::sit(Plan::Quiz, Settings::default());
    insta::assert_snapshot!("choice_80x24", desk.at(80, 24));
    desk.keys("b Enter");
    insta::assert_snapshot!("choice_verdict_120x36", beside_the_figure(&desk.at(120, 36)));
    assert_eq!(desk.log().len(), 1);
}

#[test]
fn confidence_is_asked_before_the_verdict_and_logged() {
    let mut desk = Desk::sit(one("alibi-score"), Settings { confidence: true, ..Settings::default() });
    let asked = desk.keys(":17 Enter").screen();
    assert!(asked.contains("How sure are you?") && !asked.contains("Not yet"), "{asked}");
    assert!(desk.log().is_empty());
    desk.keys("3");
    assert_eq!(desk.log()[0].confidence, Some(3));
}

#[test]
fn a_drill_ends_with_what_was_wrong() {
    let mut desk = Desk::family("alibi-score");
    let report = desk.keys(":17 Enter Enter Enter").screen();
    assert!(report.contains("0 of 1 right at once"), "{report}");
    assert!(report.contains("yours  17") && report.contains("right  "), "{report}");
    let again = desk.keys("n").screen();
    assert!(again.contains("> logit"), "{again}");
}

#[test]
fn ascii_screens_hold_only_ascii() {
    let mut desk = Desk::sit(one("alibi-score"), ascii());
    desk.keys(":17 Enter Enter");
    for (cols, rows) in [(80, 24), (120, 36), (200, 60)] {
        let screen = desk.at(cols, rows);
        assert!(screen.is_ascii(), "{screen}");
    }
    insta::assert_snapshot!("wrong_ascii_120x36", beside_the_figure(&desk.at(120, 36)));
}

#[test]
fn any_size_draws_and_nothing_typed_is_lost() {
    let mut desk = Desk::family("alibi-score");
    desk.keys(":12.5");
    for (cols, rows) in [(1, 1), (10, 3), (40, 12), (41, 13), (80, 24), (109, 30), (110, 12), (300, 90)] {
        desk.at(cols, rows);
        desk.send(Msg::Resize);
    }
    assert!(desk.at(80, 24).contains("> logit  12.5"));
    desk.keys("Enter Enter p");
    for (cols, rows) in [(1, 1), (40, 12), (60, 14), (80, 24), (111, 12), (300, 90)] {
        desk.at(cols, rows);
    }
}

#[test]
fn every_family_fits_a_small_window_with_its_field_in_sight() {
    let library = Library::embedded();
    for scheme in posenc::scheme::Scheme::ALL {
        for id in posenc::today::families(&library, scheme) {
            let mut desk = Desk::family(&id);
            let screen = desk.at(80, 24);
            assert!(screen.lines().any(|l| l.starts_with(" > ")), "{id}\n{screen}");
            desk.keys(":7 Enter :7 Enter :7 Enter :7 Enter :7 Enter");
            desk.at(80, 24);
        }
    }
}
