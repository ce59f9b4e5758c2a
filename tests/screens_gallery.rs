//! The gallery and the live figure, driven by keys and looked at on a buffer.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "helpers of tests")]

use std::time::{Duration, Instant};

use posenc::content::Library;
use posenc::memory::{EventKind, Store};
use posenc::tui::app::{App, Start};
use posenc::tui::chord::Chord;
use posenc::tui::msg::{Effect, Msg};
use posenc::tui::settings::Settings;
use posenc::tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

struct Driver {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Instant,
    effects: Vec<Effect>,
}

impl Driver {
    /// The gallery, opened from Home.
    fn new((width, height): (u16, u16), theme: Theme) -> Driver {
        let start =
            Start { library: Library::embedded(), settings: Settings::default(), theme, first: false, notice: None };
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut driver = Driver { app: App::new(start), terminal, now: Instant::now(), effects: Vec::new() };
        driver.send(Msg::Opened(Box::new(Ok((Store::in_memory().unwrap(), Vec::new())))));
        driver.keys("f");
        driver
    }

    fn send(&mut self, msg: Msg) {
        let effects = self.app.update(msg, self.now);
        self.effects.extend(self.app.perform(effects, None, self.now));
        let (app, now) = (&mut self.app, self.now);
        self.terminal.draw(|frame| app.draw(frame, now)).unwrap();
    }

    fn keys(&mut self, keys: &str) -> &mut Driver {
        for key in keys.split_whitespace() {
            self.send(Msg::Key(Chord::parse(key).unwrap_or_else(|| panic!("no key {key}"))));
        }
        self
    }

    /// Opens a figure by its number.
    fn open(&mut self, number: &str) -> &mut Driver {
        self.keys("/");
        for c in number.chars() {
            self.keys(&c.to_string());
        }
        self.keys("Enter")
    }

    fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| format!("{}\n", row(y).trim_end())).collect()
    }

    fn has(&self, what: &str) -> bool {
        self.text().contains(what)
    }
}

fn ascii() -> Theme {
    Theme { ascii: true, ..Theme::default() }
}

#[test]
fn the_gallery_on_a_small_and_on_a_wide_screen() {
    for (size, name) in [((80, 24), "80x24"), ((120, 36), "120x36")] {
        for (theme, look) in [(Theme::default(), ""), (ascii(), "_ascii")] {
            let mut driver = Driver::new(size, theme);
            driver.keys("Down Down");
            insta::assert_snapshot!(format!("gallery_{name}{look}"), driver.text());
        }
    }
}

#[test]
fn a_search_finds_a_figure_and_enter_opens_it_with_its_knobs() {
    let mut driver = Driver::new((100, 30), Theme::default());
    driver.keys("/ s l p f a n");
    assert!(driver.has("> ") && driver.has("Slope fan"), "{}", driver.text());
    driver.keys("Enter");
    assert!(driver.has("heads ◂ 8 ▸"), "{}", driver.text());
    driver.keys("Esc");
    assert!(driver.has("search: slpfan"), "back at what was found: {}", driver.text());
    driver.keys("Esc");
    assert!(driver.has("32 figures") && driver.has("P23"), "{}", driver.text());
    driver.keys("Esc");
    assert!(driver.has("Today"), "{}", driver.text());
}

#[test]
fn from_a_figure_to_its_page_and_back() {
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.keys("r");
    assert!(driver.has("One word, two places"), "{}", driver.text());
    driver.keys("Esc");
    assert!(driver.has("32 figures"), "{}", driver.text());
}

#[test]
fn drills_that_use_a_figure_are_named_and_begin_at_a_key() {
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.keys("/ P 2 3");
    assert!(driver.has("An ALiBi score"), "{}", driver.text());
    driver.open("P23").keys("Esc d");
    assert!(driver.has("1 of 5") || driver.has("question 1"), "{}", driver.text());
}

#[test]
fn a_prediction_is_recorded_before_the_truth_is_on_the_screen() {
    let mut driver = Driver::new((100, 30), Theme::default());
    driver.open("P28");
    driver.keys("p");
    assert!(driver.has("a  it still falls, as 1/t") && !driver.has("marker ◂"), "{}", driver.text());
    let effects = driver.app.update(Msg::Key(Chord::parse("a").unwrap()), driver.now);
    let event = effects.iter().find_map(|effect| match effect {
        Effect::Record(event) => Some(event),
        _ => None,
    });
    let event = event.expect("an event before the next frame");
    assert_eq!(
        (event.kind, event.item.as_str(), event.verdict.as_str()),
        (EventKind::Predict, "figure/one-over-t", "wrong")
    );
    driver.app.perform(effects, None, driver.now);
    driver.send(Msg::Resize);
    assert!(driver.has("You expected: it still falls, as 1/t. In fact: it is flat"), "{}", driver.text());
    assert!(driver.has("yours") && driver.has("marker ◂ off ▸"), "{}", driver.text());
    driver.keys("r");
    assert!(!driver.has("You expected") && driver.has("marker ◂ on ▸"), "{}", driver.text());
}

#[test]
fn a_question_is_read_whole_on_the_smallest_screen() {
    for number in ["P9", "P18", "P19", "P24", "P28", "P31"] {
        let mut driver = Driver::new((40, 12), Theme::default());
        driver.open(number).keys("p");
        let rows: Vec<String> = driver.text().lines().map(str::to_string).collect();
        let option = |letter: &str| rows.iter().any(|row| row.trim_start().starts_with(&format!("{letter}  ")));
        assert!(["a", "b", "c"].iter().all(|l| option(l)), "{number}: {}", driver.text());
    }
}

#[test]
fn a_prediction_can_be_skipped() {
    let mut driver = Driver::new((100, 30), Theme::default());
    driver.open("P19");
    assert!(driver.has("p predicts it; s skips the question."), "{}", driver.text());
    driver.keys("p Esc");
    let before = driver.text();
    assert!(!before.contains("p predicts it"), "it is offered once: {before}");
    driver.keys("p Right Up Esc");
    assert_eq!(driver.text(), before);
    let mut other = Driver::new((100, 30), Theme::default());
    other.open("P19").keys("s");
    assert!(!other.has("p predicts it") && other.text() == before, "{}", other.text());
}

#[test]
fn the_small_picture_of_a_surprise_waits_too_until_it_was_shown() {
    for size in [(80, 24), (120, 36)] {
        let mut driver = Driver::new(size, Theme::default());
        driver.keys("/ P 1 8");
        let dots = |text: &str| text.chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count();
        assert!(driver.has("A surprise: Enter") && dots(&driver.text()) == 0, "{}", driver.text());
        driver.keys("Enter Enter s Esc");
        assert!(!driver.has("A surprise: Enter") && dots(&driver.text()) > 0, "{}", driver.text());
    }
}

#[test]
fn a_value_can_be_typed_while_the_cursor_is_on() {
    let mut driver = Driver::new((100, 30), Theme::default());
    driver.open("P6");
    driver.keys("x Right = 6 4 Enter");
    assert!(driver.has("width ◂ 64 ▸"), "{}", driver.text());
}

#[test]
fn pinned_curves_stay_and_stand_beside_the_current_ones() {
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.open("P6");
    driver.keys("g l l");
    assert!(driver.has("pinned"), "the ghost is in the legend: {}", driver.text());
    driver.keys("v");
    let said = |line: &str| line.contains("pinned: width = 512") && line.contains("now: width = 2048");
    assert!(driver.text().lines().any(said), "{}", driver.text());
    driver.keys("v g");
    assert!(!driver.has("· pinned") && driver.has("The pinned curves are gone."), "{}", driver.text());
}

#[test]
fn a_landmark_says_why_it_is_one() {
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.open("P9");
    driver.keys("n");
    assert!(driver.has("p 1024: twice the trained length."), "{}", driver.text());
}

#[test]
fn play_has_a_speed_and_stops_under_another_layer() {
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.open("P17");
    driver.keys("Space");
    let usual = driver.app.wake_after(driver.now).unwrap();
    driver.keys("Space - - Space");
    assert!(driver.app.wake_after(driver.now).unwrap() > usual);
    assert!(driver.app.wake_after(driver.now).unwrap() > Duration::from_millis(66));
    driver.keys("?");
    assert_eq!(driver.app.wake_after(driver.now), None);
}

#[test]
fn every_figure_is_pinned_predicted_and_compared_at_every_size() {
    for size in [(40, 12), (120, 36)] {
        let mut driver = Driver::new(size, Theme::default());
        for info in posenc::figure::ALL {
            driver.open(info.number);
            assert!(driver.has(info.slug) || size.0 < 80, "{} at {size:?}: {}", info.slug, driver.text());
            driver.keys("p a g l l v x Right Up Tab Esc v n N j l g r + Space Space");
            // Back to the list, and out of the search.
            driver.keys("Esc Esc");
            assert!(driver.has("32 figures"), "{} at {size:?}: {}", info.slug, driver.text());
        }
    }
}
