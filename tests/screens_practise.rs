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
use posenc::sitting::interview::{Course, Part};
use posenc::sitting::pretest::When;
use posenc::sitting::{Drill, Level};
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

/// The screen without the mark of the content, which changes with every letter of the chapter.
fn unmarked(screen: String) -> String {
    let code = |line: &str| {
        line.rsplit_once("code ").and_then(|(_, code)| Some(code.trim_end().rsplit_once('-')?.1.to_string()))
    };
    let mark = screen.lines().find_map(code).unwrap_or_default();
    if mark.is_empty() { screen } else { screen.replace(&mark, &"·".repeat(mark.len())) }
}

/// The program at a size, with its progress file in a folder of its own.
struct Desk {
    app: App,
    dir: tempfile::TempDir,
    size: (u16, u16),
    now: Instant,
}

impl Desk {
    fn new(room: Box<dyn Room>, settings: Settings) -> Desk {
        let mut desk = Desk::start(settings, false);
        let effects = desk.app.open(|_| Flow::Open(room), desk.now);
        desk.app.perform(effects, None, desk.now);
        desk
    }

    /// At Home, or at the first screen of all.
    fn start(settings: Settings, first: bool) -> Desk {
        let theme = Theme { ascii: settings.ascii, ..Theme::default() };
        let start = Start { library: Library::embedded(), settings, theme, first, notice: None };
        let dir = tempfile::tempdir().unwrap();
        let mut desk = Desk { app: App::new(start), dir, size: (80, 24), now: Instant::now() };
        let opened = Msg::Opened(Box::new(Store::open(desk.dir.path())));
        desk.send(opened);
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

/// The line above the rule.
fn top(screen: &str) -> String {
    screen.lines().next().unwrap_or_default().to_string()
}

fn one(id: &str) -> Plan {
    drill(&[id], 1)
}

fn drill(ids: &[&str], count: usize) -> Plan {
    Plan::Drill(Drill::of(ids.iter().map(ToString::to_string).collect(), count))
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
    insta::assert_snapshot!("menu_80x24", unmarked(desk.at(80, 24)));
    insta::assert_snapshot!("menu_120x36", unmarked(desk.at(120, 36)));
    let hard = desk.keys("d").screen();
    assert!(hard.contains("hard") && !hard.contains("An ALiBi slope"), "{hard}");
}

#[test]
fn the_doors_of_home_open_on_the_first_screen_too() {
    let doors = [
        ("p", "Practise"),
        ("i", "Interview"),
        ("f", "Figures"),
        ("g", "Progress"),
        ("D", "Your interview"),
        ("s", "1  Why"),
    ];
    for (key, name) in doors {
        let mut desk = Desk::start(Settings::default(), true);
        let first = desk.at(120, 36);
        assert!(first.contains("test me first") && !first.contains(name), "{key}: {first}");
        let opened = desk.keys(key).screen();
        assert!(opened.contains(name), "{key}: {opened}");
    }
}

#[test]
fn a_header_keeps_the_topic_and_lets_the_code_go_where_both_have_no_room() {
    let mut desk = Desk::sit(Plan::Pretest("order-blindness".into(), When::Before), Settings::default());
    let narrow = top(&desk.at(80, 24));
    assert!(narrow.contains("# order-blindness ") && narrow.ends_with("question 1 of 3"), "{narrow}");
    let wide = top(&desk.at(120, 36));
    assert!(wide.contains("# order-blindness ") && wide.contains("question 1 of 3   code "), "{wide}");
}

#[test]
fn the_part_of_an_interview_that_computes_is_headed_so() {
    let library = Library::embedded();
    let course = Course::begin(&library, Seed::parse("K3F9").unwrap()).unwrap();
    let compute = course.parts().iter().find_map(|part| match part {
        Part::Compute { id, seed } => Some((id.clone(), seed.clone())),
        _ => None,
    });
    let (id, seed) = compute.unwrap();
    let sitting = course.compute(&library, &id, &seed, true).unwrap();
    let room = QuestionRoom::at(sitting, Plan::Spot(id), &Settings::default(), Instant::now());
    let head = top(&Desk::new(Box::new(room), Settings::default()).screen());
    assert!(head.starts_with(" Mock interview "), "{head}");
    assert!(top(&Desk::sit(Plan::Mock(None), Settings::default()).screen()).starts_with(" Mock exam "));
}

#[test]
fn a_wrong_answer_is_diagnosed_first_and_the_answer_comes_after_enter() {
    let mut desk = Desk::family("alibi-score");
    let typed = desk.keys(":17").screen();
    assert!(typed.contains("read as 17 · whole number · 2 decimals asked"), "{typed}");
    let as_asked = desk.keys(":.25").screen();
    assert!(as_asked.contains("read as 17.25 · 2 decimals asked"), "{as_asked}");
    desk.keys("Backspace Backspace Backspace");
    let missed = desk.keys("Enter").screen();
    assert!(missed.contains("Not yet") && !missed.contains("unrounded") && !missed.contains("step 1"), "{missed}");
    assert!(missed.contains("t try again"), "{missed}");
    desk.keys("Enter");
    insta::assert_snapshot!("wrong_80x24", unmarked(desk.at(80, 24)));
    let wide = desk.at(120, 36);
    assert!(wide.contains("at this question's distance and slope") && wide.contains("distance 225"), "{wide}");
    insta::assert_snapshot!("wrong_120x36", unmarked(beside_the_figure(&wide)));
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
fn the_first_key_of_another_try_replaces_the_last_one_and_the_grade_stays() {
    let mut desk = Desk::family("alibi-score");
    let again = desk.keys(":17 Enter t").screen();
    assert!(again.contains("> logit  17") && again.contains("Not yet"), "{again}");
    assert!(again.contains("your last try"), "{again}");
    let same = desk.keys("Enter").screen();
    assert!(same.contains("That was your last try"), "{same}");
    let right = desk.keys(&format!(":{} Enter", right_score())).screen();
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
    assert!(asked.contains("Esc back to the field"), "{asked}");
    let back = desk.keys("Esc").screen();
    assert!(back.contains("> logit  1,000"), "{back}");
    assert!(desk.log().is_empty());
    let settled = desk.keys("Enter 2").screen();
    assert!(settled.contains("> logit  1.000"), "{settled}");
}

#[test]
fn letters_type_in_the_field_and_act_beside_it() {
    let mut desk = Desk::family("alibi-score");
    let typed = desk.keys(":qh").screen();
    assert!(typed.contains("> logit  qh"), "{typed}");
    let asked = desk.keys("Tab q").screen();
    assert!(asked.contains("Your answer is not finished"), "{asked}");
    let kept = desk.keys("Enter Tab").screen();
    assert!(kept.contains("> logit  qh"), "{kept}");
    let help = desk.keys("?").screen();
    assert!(help.contains("Keys that work here"), "a number has no question mark: {help}");
}

#[test]
fn after_a_hint_the_keys_are_in_the_field_again() {
    let mut desk = Desk::sit(drill(&["alibi-score"], 3), Settings::default());
    let typed = desk.keys("Tab h :sqrt(3)").screen();
    assert!(typed.contains("Hint 1") && typed.contains("> logit  sqrt(3)"), "{typed}");
    assert!(typed.contains("question 1 of 3"), "s did not skip: {typed}");
}

#[test]
fn hints_come_one_by_one_without_leaving_the_field() {
    let mut desk = Desk::sit(drill(&["alibi-score"], 3), Settings::default());
    let typed = desk.keys(":1 C-t C-t :2").screen();
    assert!(typed.contains("Hint 1") && typed.contains("Hint 2"), "{typed}");
    assert!(typed.contains("> logit  12"), "{typed}");
}

#[test]
fn a_digit_always_goes_to_the_field_and_a_plot_makes_way_for_it() {
    let mut desk = Desk::family("alibi-score");
    let plot = desk.keys("Tab p").screen();
    assert!(!plot.contains("raw score"), "the plot has the window: {plot}");
    let typed = desk.keys(":-1.5").screen();
    assert!(typed.contains("> logit  -1.5"), "{typed}");
    let closed = desk.keys("Tab p Esc :2").screen();
    assert!(closed.contains("> logit  -1.52"), "{closed}");
}

#[test]
fn tab_goes_from_field_to_field_and_then_to_the_other_keys() {
    let mut desk = Desk::family("shaw-clip");
    let first = desk.keys(":3").screen();
    assert!(first.contains("Tab next field"), "{first}");
    let fields = |screen: &str| screen.lines().filter(|l| l.starts_with(" > ")).map(str::to_string).collect::<Vec<_>>();
    let second = desk.keys("Tab").screen();
    assert_ne!(fields(&first), fields(&second));
    assert!(second.contains("Enter answer") && second.contains("Tab skip"), "{second}");
    let actions = desk.keys("Tab").screen();
    assert!(fields(&actions).is_empty() && actions.contains("h hint"), "{actions}");
    let missing = desk.keys("Tab BackTab Enter Enter").screen();
    assert!(missing.contains("Nothing typed yet") && desk.log().is_empty(), "{missing}");
}

#[test]
fn esc_closes_the_plot_first_and_asks_before_it_ends_a_round() {
    let mut desk = Desk::sit(drill(&["alibi-score"], 5), Settings::default());
    desk.keys(":17 Enter Enter");
    let plot = desk.keys("p").screen();
    assert!(plot.contains("Esc back to the question"), "{plot}");
    let verdict = desk.keys("Esc").screen();
    assert!(verdict.contains("Not yet"), "{verdict}");
    let asked = desk.keys("Esc").screen();
    assert!(asked.contains("4 questions are left. Esc again ends the round here."), "{asked}");
    let stays = desk.keys("u Enter Enter Esc").screen();
    assert!(stays.contains("Esc again"), "another key takes the first Esc back: {stays}");
    let report = desk.keys("Esc").screen();
    assert!(report.contains("0 of 1 right at once"), "{report}");
}

#[test]
fn a_round_shows_its_code_and_a_verdict_that_of_its_question() {
    let mut desk = Desk::sit(drill(&["alibi-score"], 5), Settings::default());
    let code = desk.screen().lines().next().unwrap().rsplit_once("code ").unwrap().1.to_string();
    assert!(code.starts_with("K3F9-"), "{code}");
    desk.keys(":17 Enter Enter").screen();
    let verdict = desk.keys("End").screen();
    let own = verdict.lines().find_map(|l| l.split_once("this one alone: posenc drill alibi-score --count 1 --seed "));
    let own = own.unwrap().1.trim().to_string();
    let (seed, _) = own.split_once('-').unwrap();
    let library = Library::embedded();
    let room = QuestionRoom::with_seed(
        one("alibi-score"),
        Seed::parse(seed).unwrap(),
        &library,
        &Settings::default(),
        Instant::now(),
    );
    let again = Desk::new(Box::new(room.unwrap()), Settings::default()).screen();
    let prompt = |screen: &str| screen.lines().skip(3).take(3).map(str::to_string).collect::<Vec<_>>();
    desk.keys("Home");
    assert_eq!(prompt(&again), prompt(&desk.screen()), "its own code draws the same numbers");
}

#[test]
fn a_small_window_shows_the_question_and_the_field() {
    let mut desk = Desk::sit(drill(&["alibi-score"], 5), Settings::default());
    let screen = desk.at(40, 12);
    assert!(screen.lines().next().unwrap().ends_with("1 of 5"), "{screen}");
    assert!(screen.contains("A head has slope") && screen.contains("> logit"), "{screen}");
    assert!(screen.contains('↓'), "{screen}");
    let below = desk.keys("PageDown PageDown PageDown").screen();
    assert!(below.contains("Convention") && below.contains("> logit"), "{below}");
    let quiz = Desk::sit(Plan::Quiz, Settings::default()).at(40, 12);
    assert!(quiz.contains("Why is attention"), "{quiz}");
}

#[test]
fn a_unit_stands_once() {
    let mut desk = Desk::family("sin-wavelength");
    let typed = desk.keys(":198.7").screen();
    assert!(typed.contains("198.7 positions"), "{typed}");
    let named = desk.keys("Space :positions").screen();
    assert!(named.contains("198.7 positions") && !named.contains("positions positions"), "{named}");
    let tokens = desk.keys("Backspace Backspace Backspace Backspace Backspace Backspace Backspace Backspace Backspace");
    let tokens = tokens.keys(":tokens").screen();
    assert!(tokens.contains("read as 198.7 positions"), "{tokens}");
}

#[test]
fn a_whole_number_with_a_comma_is_not_asked_about() {
    let mut desk = Desk::family("learned-params");
    let read = desk.keys(":1,000").screen();
    assert!(read.contains("read as 1000 parameters · whole number asked") && read.contains("groups"), "{read}");
}

#[test]
fn the_calculator_computes_and_leaves_the_field_alone() {
    let mut desk = Desk::family("alibi-score");
    desk.keys(":12 Tab c :40/8");
    insta::assert_snapshot!("calculator_80x24", unmarked(desk.at(80, 24)));
    let kept = desk.keys("Enter Esc :5").screen();
    assert!(kept.contains("> logit  125"), "{kept}");
}

#[test]
fn the_calculator_is_one_key_away_from_the_field() {
    let mut desk = Desk::family("alibi-score");
    let card = desk.keys(":12 C-x :sin(pi/2)+1").screen();
    assert!(card.contains("Calculator") && card.contains("= 2"), "{card}");
    let refused = desk.keys("Enter :alibi_slope(8,1) Enter").screen();
    assert!(!refused.contains("0.5"), "the functions of the schemes are not in it: {refused}");
    let back = desk.keys("Esc :5").screen();
    assert!(back.contains("> logit  125"), "{back}");
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
    insta::assert_snapshot!("choice_80x24", unmarked(desk.at(80, 24)));
    desk.keys("b Enter");
    insta::assert_snapshot!("choice_verdict_120x36", unmarked(beside_the_figure(&desk.at(120, 36))));
    assert_eq!(desk.log().len(), 1);
}

#[test]
fn a_stray_enter_chooses_nothing() {
    let mut desk = Desk::sit(Plan::Quiz, Settings::default());
    let screen = desk.keys("Enter").screen();
    assert!(screen.contains("Choose an option first."), "{screen}");
    assert!(desk.log().is_empty());
    desk.keys("Down Down Enter");
    assert_eq!(desk.log().len(), 1);
}

#[test]
fn after_a_choice_yours_the_right_one_and_the_reason_come_first_and_enter_reads_on() {
    let mut desk = Desk::sit(Plan::Quiz, Settings::default());
    desk.at(80, 24);
    let verdict = desk.keys("b Enter").screen();
    insta::assert_snapshot!("choice_verdict_80x24", unmarked(verdict.clone()));
    assert!(verdict.contains("✗ b") && verdict.contains("✓ c"), "{verdict}");
    assert!(verdict.contains('↓') && verdict.contains("Enter read on"), "{verdict}");
    let rest = desk.keys("Enter").screen();
    assert!(rest.contains("question 1 of 9") && rest.contains("Enter next"), "{rest}");
    let next = desk.keys("Enter").screen();
    assert!(next.contains("question 2 of 9"), "{next}");
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
fn not_saying_how_sure_is_one_key_too() {
    let mut desk = Desk::sit(one("alibi-score"), Settings { confidence: true, ..Settings::default() });
    let verdict = desk.keys(":17 Enter Enter").screen();
    assert!(verdict.contains("Not yet") && !verdict.contains("You were sure"), "{verdict}");
    assert_eq!(desk.log()[0].confidence, None);
    let sure = desk.keys("u Enter 3").screen();
    assert!(sure.contains("You were sure: this one comes first next time."), "{sure}");
}

#[test]
fn the_report_takes_the_last_answer_back() {
    let mut desk = Desk::family("alibi-score");
    let report = desk.keys(":17 Enter Enter Enter").screen();
    assert!(report.contains("right at once") && report.contains("u undo"), "{report}");
    let back = desk.keys("u").screen();
    assert!(back.contains("> logit  17"), "the question stands again, with what was typed: {back}");
    assert!(desk.log().is_empty());
    let right = desk.keys(&format!("Backspace Backspace :{} Enter Enter", right_score())).screen();
    assert!(right.contains("1 of 1 right at once"), "{right}");
}

#[test]
fn after_the_verdict_both_values_stand_in_the_figure() {
    let mut desk = Desk::family("alibi-score");
    let before = desk.keys("Tab p").at(120, 36);
    assert!(!before.contains("yours"), "{before}");
    desk.keys("p :17 Enter Enter");
    // In the lower window only one panel has room: the one with the values.
    for rows in [36, 32, 26] {
        let wide = desk.at(120, rows);
        let plot: String = wide.lines().map(|l| l.chars().skip(66).collect::<String>() + "\n").collect();
        assert!(plot.contains("yours") && plot.contains("right"), "{wide}");
    }
}

#[test]
fn the_mental_level_has_no_calculator_and_says_what_is_near_enough() {
    let families = vec!["alibi-slope".to_string()];
    let plan = Plan::Drill(Drill { level: Some(Level::Mental), ..Drill::of(families, 1) });
    let mut desk = Desk::sit(plan, Settings::default());
    let asked = desk.screen();
    assert!(asked.lines().next().unwrap().contains("mental"), "{asked}");
    assert!(asked.contains("Within 10 % is right.") && !asked.contains("calculator"), "{asked}");
    let refused = desk.keys("C-x").screen();
    assert!(refused.contains("for the head") && !refused.contains("Enter computes"), "{refused}");
    let expression = desk.keys(":2^-3*1 Enter").screen();
    assert!(!expression.contains("Not yet") && desk.log().is_empty(), "an expression would be one: {expression}");
    insta::assert_snapshot!("mental_80x24", unmarked(desk.at(80, 24)));
}

#[test]
fn mental_arithmetic_is_one_key_in_the_menu() {
    let mut desk = Desk::new(Box::new(Practise::new()), Settings::default());
    let menu = desk.keys("Down Down Down m").screen();
    assert!(menu.contains("mental: no calculator, near enough is right"), "{menu}");
    let asked = desk.keys("Enter").screen();
    assert!(asked.contains("mental") && asked.contains("question 1 of 5"), "{asked}");
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
    insta::assert_snapshot!("wrong_ascii_120x36", unmarked(beside_the_figure(&desk.at(120, 36))));
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

#[test]
fn several_schemes_a_length_and_a_clock_are_chosen_in_the_menu() {
    let mut desk = Desk::new(Box::new(Practise::new()), Settings::default());
    let menu = desk.keys("Down Down Down Down Down Space Down Space n t c").screen();
    for said in ["* the 2 ticked schemes", "[x] ~", "[ ] #", "10 questions", "10 minutes", "not scheduled"] {
        assert!(menu.contains(said), "{said}: {menu}");
    }
    let asked = desk.keys("Enter").screen();
    assert!(asked.contains("Cram") && asked.contains("of 10:00   question 1 of 10"), "{asked}");
    let without = desk.keys("Tab Tab t").screen();
    assert!(!without.contains("of 10:00"), "{without}");
}

#[test]
fn an_exam_is_silent_and_its_report_explains_each_question_at_a_key() {
    let mut desk = Desk::sit(Plan::Mock(Some(20)), Settings::default());
    for _ in 0..12 {
        let screen = desk.screen();
        assert!(!screen.contains("Not yet") && !screen.contains('✗'), "{screen}");
        let before = header(&screen);
        // A question has up to four fields.
        for _ in 0..4 {
            if header(&desk.screen()) == before {
                desk.keys(if screen.contains("calculator") { ":7 Enter" } else { "a Enter" });
            }
        }
    }
    let report = desk.screen();
    assert!(report.contains("of 12 right") && report.contains("w explanation"), "{report}");
    assert!(!report.contains("undo"), "{report}");
    insta::assert_snapshot!("exam_report_80x24", unmarked(report));
    let look = desk.keys("Down w").screen();
    assert!(look.contains("right") && look.contains("read about it"), "{look}");
    let back = desk.keys("Enter").screen();
    assert!(back.contains("of 12 right"), "{back}");
}

/// Which question it is.
fn header(screen: &str) -> String {
    top(screen).split("question ").nth(1).unwrap_or_default().to_string()
}

#[test]
fn what_is_typed_to_a_prompt_is_kept_while_it_is_typed_and_goes_on_from_practise() {
    use posenc::sitting::Left;
    let mut desk = Desk::new(Box::new(Practise::new()), Settings::default());
    desk.keys("I Enter :rotate");
    assert!(desk.screen().contains("┆ rotate"), "{}", desk.screen());
    let words = |desk: &Desk| {
        let (store, _) = Store::open(desk.dir.path()).unwrap();
        Left::find(&Library::embedded(), &store, None).map(|left| left.words())
    };
    assert_eq!(words(&desk), None);
    desk.now += Duration::from_secs(11);
    desk.send(Msg::Due);
    assert!(words(&desk).is_some_and(|words| words.starts_with("your notes wait, ")), "as after a cut");
    desk.keys(":! Esc");
    assert!(desk.screen().contains("Your notes are kept"), "{}", desk.screen());
    desk.keys("P");
    assert!(desk.screen().contains("rehearsal, your notes wait, "), "{}", desk.screen());
    desk.keys("Enter");
    assert!(desk.screen().contains("┆ rotate!"), "{}", desk.screen());
    desk.keys("Enter");
    assert!(desk.screen().contains("Tick what you said"), "{}", desk.screen());
    assert!(words(&desk).is_some_and(|words| words.starts_with("points to tick, ")));
    // Left at its points, they are there again; saved, nothing waits.
    desk.keys("Esc P Enter");
    assert!(desk.screen().contains("Tick what you said"), "{}", desk.screen());
    desk.keys("Space Enter");
    assert_eq!(words(&desk), None);
    assert_eq!(desk.log().iter().map(|event| event.typed.as_str()).collect::<Vec<_>>(), ["rotate!"]);
}

#[test]
fn a_lesson_that_was_left_goes_on_at_its_blank() {
    let seed = Seed::parse("K3F9").unwrap();
    let mut desk = Desk::new(Box::new(Practise::new()), Settings::default());
    let open = |desk: &mut Desk| {
        let seed = seed.clone();
        let effects = desk.app.open(move |cx| posenc::tui::rooms::lesson_with("alibi-score", seed, cx), desk.now);
        desk.app.perform(effects, None, desk.now);
    };
    open(&mut desk);
    // The first example is read, its rule picked; of the second one the blank is shown, and its rule waits.
    let end = |desk: &mut Desk, text: &str| {
        for _ in 0..9 {
            if !desk.screen().contains(text) {
                desk.keys("Enter");
            }
        }
        assert!(desk.screen().contains(text), "{}", desk.screen());
    };
    end(&mut desk, "Which rule was step");
    desk.keys("a Enter");
    end(&mut desk, "decimals asked");
    desk.keys("Tab");
    end(&mut desk, "Which rule was step");
    let before = desk.screen();
    desk.keys("Esc P");
    assert!(desk.screen().contains("lesson, example 2, "), "{}", desk.screen());
    desk.keys("Enter");
    assert_eq!(desk.screen(), before);
    desk.keys("a Esc P");
    assert!(!desk.screen().contains("lesson, example"), "{}", desk.screen());
}
