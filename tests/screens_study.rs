//! The Study room, driven by keys and looked at on a buffer.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "helpers of tests")]

use std::time::{Duration, Instant};

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use posenc::cli::read::{self, ReadOptions};
use posenc::content::Library;
use posenc::content::model::Block;
use posenc::memory::{Event, EventKind, Grade, Mode, Store};
use posenc::tui::app::{App, Start};
use posenc::tui::chord::Chord;
use posenc::tui::msg::{Effect, Msg};
use posenc::tui::settings::Settings;
use posenc::tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

/// The program at a size, with a progress file in memory.
struct Driver {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Instant,
    effects: Vec<Effect>,
}

impl Driver {
    fn new((width, height): (u16, u16), theme: Theme) -> Driver {
        Driver::with((width, height), theme, Settings::default())
    }

    /// Starts at Home and opens the first page.
    fn with(size: (u16, u16), theme: Theme, settings: Settings) -> Driver {
        Driver::of(size, theme, settings, Library::embedded(), Store::in_memory().unwrap())
    }

    /// Somebody who has answered a question before every section: they are not offered again.
    fn of(size: (u16, u16), theme: Theme, settings: Settings, library: Library, mut store: Store) -> Driver {
        for id in library.index().sections.iter().filter_map(|s| s.pretest.first()) {
            store.record(&Event::new(EventKind::Answer, Mode::Pretest, library.item(id))).unwrap();
        }
        Driver::fresh(size, theme, settings, library, store)
    }

    fn fresh((width, height): (u16, u16), theme: Theme, settings: Settings, library: Library, store: Store) -> Driver {
        let start = Start { library, settings, theme, first: false, notice: None };
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut driver = Driver { app: App::new(start), terminal, now: Instant::now(), effects: Vec::new() };
        driver.send(Msg::Opened(Box::new(Ok((store, Vec::new())))));
        driver.draw();
        driver.keys("s");
        driver
    }

    fn send(&mut self, msg: Msg) {
        let effects = self.app.update(msg, self.now);
        let rest = self.app.perform(effects, None, self.now);
        self.effects.extend(rest);
    }

    /// Presses keys, with a frame after each: `"c Down*3 Enter"`.
    fn keys(&mut self, keys: &str) -> &mut Driver {
        for token in keys.split_whitespace() {
            let (key, times) = match token.split_once('*') {
                Some((key, times)) if !key.is_empty() => (key, times.parse().unwrap()),
                _ => (token, 1),
            };
            for _ in 0..times {
                self.send(Msg::Key(Chord::parse(key).unwrap_or_else(|| panic!("no key {key}"))));
                self.draw();
            }
        }
        self
    }

    fn types(&mut self, text: &str) -> &mut Driver {
        for c in text.chars() {
            let key = if c == ' ' { "Space".to_string() } else { c.to_string() };
            self.send(Msg::Key(Chord::parse(&key).unwrap()));
        }
        self.draw();
        self
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.terminal.resize(ratatui::layout::Rect::new(0, 0, width, height)).unwrap();
        self.send(Msg::Resize);
        self.draw();
    }

    fn draw(&mut self) {
        let (app, now) = (&mut self.app, self.now);
        self.terminal.draw(|frame| app.draw(frame, now)).unwrap();
    }

    fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    fn text(&self) -> String {
        let buffer = self.buffer();
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

fn pages() -> usize {
    Library::embedded().index().sections.iter().map(|s| s.pages.len()).sum()
}

/// The title of the page that has a figure, a question or a formula: pages may move, these stay.
fn page_with(name: &str) -> String {
    let library = Library::embedded();
    let has = |block: &Block| match block {
        Block::Figure(call, _) => call.id == name,
        Block::Ask(id) => id == name,
        Block::Formula { name: formula, .. } => formula == name,
        _ => false,
    };
    let ids = library.index().sections.iter().map(|s| s.id.to_string());
    let pages = ids.flat_map(|id| library.section(&id).unwrap().pages.clone());
    pages.into_iter().find(|page| page.blocks.iter().any(has)).unwrap_or_else(|| panic!("no page has {name}")).title
}

/// Jumps to a page through the contents.
fn open(driver: &mut Driver, title: &str) {
    driver.keys("c /").types(title).keys("Enter");
    assert!(driver.has(title), "{title} is not open:\n{}", driver.text());
}

#[test]
fn pages_look_as_they_should() {
    let sizes = [
        ((80, 24), Theme::default(), "80x24"),
        ((120, 36), Theme::default(), "120x36"),
        ((80, 24), ascii(), "80x24_ascii"),
        ((120, 36), ascii(), "120x36_ascii"),
    ];
    for (size, theme, name) in sizes {
        let mut driver = Driver::new(size, theme);
        insta::assert_snapshot!(format!("study_first_{name}"), driver.text());
        open(&mut driver, &page_with("rope-shift"));
        insta::assert_snapshot!(format!("study_rope_{name}"), driver.text());
        driver.keys("Tab");
        insta::assert_snapshot!(format!("study_rope_figure_{name}"), driver.text());
        driver.keys("Esc End");
        insta::assert_snapshot!(format!("study_rope_end_{name}"), driver.text());
        driver.keys("c");
        insta::assert_snapshot!(format!("study_contents_{name}"), driver.text());
        driver.keys("Esc /").types("bfloat16");
        insta::assert_snapshot!(format!("study_find_{name}"), driver.text());
    }
}

#[test]
fn dark_and_light_differ_in_colour_only() {
    let light = Theme { dark: false, ..Theme::default() };
    let (dark, light) = (Driver::new((120, 36), Theme::default()), Driver::new((120, 36), light));
    assert_eq!(dark.text(), light.text());
    assert_ne!(dark.buffer(), light.buffer());
}

#[test]
fn every_page_can_be_drawn_at_every_size() {
    for size in [(40, 12), (41, 13), (60, 20), (80, 24), (103, 30), (104, 30), (120, 36), (200, 60)] {
        for theme in [Theme::default(), ascii()] {
            let mut driver = Driver::new(size, theme);
            while !driver.has("last page") {
                driver.keys("Right");
            }
            driver.keys("c /").types(&page_with("rope-shift")).keys("Enter f Right x Right Up Esc = 1 Enter Esc Esc");
            assert!(driver.has("Rotary"), "{size:?}:\n{}", driver.text());
        }
    }
}

#[test]
fn ascii_is_ascii_on_every_page_and_loses_nothing_to_question_marks() {
    let (mut unicode, mut plain) = (Driver::new((120, 300), Theme::default()), Driver::new((120, 300), ascii()));
    // A page with a fold takes one key more.
    for _ in 1..=2 * pages() {
        let (a, b) = (unicode.text(), plain.text());
        assert!(b.bytes().all(|c| c == b'\n' || (0x20..0x7f).contains(&c)), "{b}");
        let marks = |text: &str| text.matches('?').count();
        assert_eq!(marks(&a), marks(&b), "{b}");
        assert!(!a.contains('\u{fffd}'), "{a}");
        unicode.keys("Right");
        plain.keys("Right");
    }
}

#[test]
fn the_page_is_remembered_as_section_and_page() {
    let mut driver = Driver::new((80, 24), Theme::default());
    for _ in 0..2 {
        // The log counts in milliseconds; nobody turns two pages in one.
        std::thread::sleep(Duration::from_millis(3));
        driver.keys("Right");
    }
    assert!(driver.has("page 3 of"));
    // Out to Home and in again: the same page.
    driver.keys("Esc s");
    assert!(driver.has("page 3 of"), "{}", driver.text());
}

#[test]
fn a_page_counts_as_read_when_its_end_was_on_the_screen() {
    let dir = tempfile::tempdir().unwrap();
    let open = || Store::open(dir.path()).unwrap().0;
    let pages = |_: &Driver| {
        let store = open();
        (store.pages().unwrap().len(), store.opened().unwrap().len())
    };
    let mut driver = Driver::of((80, 24), Theme::default(), Settings::default(), Library::embedded(), open());
    assert_eq!(pages(&driver), (0, 1), "opened, and its end is below");
    driver.keys("Right");
    assert!(driver.has("page 2 of"), "the next page is one key away all the same");
    assert_eq!(pages(&driver), (0, 2));
    driver.keys("Left Down");
    assert_eq!(pages(&driver).0, 0);
    for _ in 0..20 {
        driver.keys("Space");
        if driver.has("page 2 of") {
            break;
        }
    }
    assert!(driver.has("page 2 of"), "{}", driver.text());
    assert_eq!(pages(&driver), (1, 2), "read on to its end");
}

#[test]
fn history_goes_back_to_the_same_row_and_forward_again() {
    let mut driver = Driver::new((80, 24), Theme::default());
    driver.keys("Down*5");
    let before = driver.text();
    open(&mut driver, &page_with("rope-shift"));
    driver.keys("[");
    assert_eq!(driver.text(), before);
    driver.keys("]");
    assert_ne!(driver.text(), before);
    driver.keys("]");
    assert!(driver.has("There is no page to go forward to."));
}

#[test]
fn space_reads_on_and_at_the_end_turns_the_page() {
    let mut driver = Driver::new((80, 24), Theme::default());
    let mut seen = 0;
    while driver.has("page 1 of") {
        driver.keys("Space");
        seen += 1;
        assert!(seen < 20, "Space never left the page");
    }
    assert!(seen > 1, "the first page is longer than a screen");
    assert!(driver.has("page 2 of"));
    driver.keys("PageUp");
    assert!(driver.has("page 1 of"), "and back to the end of the page before");
}

#[test]
fn find_jumps_to_a_page_and_to_the_next_place() {
    let mut driver = Driver::new((80, 24), Theme::default());
    driver.keys("/").types("roformer");
    assert!(driver.has("place"), "{}", driver.text());
    driver.keys("Enter");
    assert!(driver.has("RoFormer"), "{}", driver.text());
    assert!(driver.has("1 of "), "{}", driver.text());
    driver.keys("n");
    assert!(driver.has("2 of ") || driver.has("1 of 1"), "{}", driver.text());
    driver.keys("/").keys("Esc");
    assert!(driver.has("page"), "Esc closes the box only");
    driver.keys("/").types("zzzz");
    assert!(driver.has("nowhere in this chapter"));
    driver.keys("Enter");
    assert!(driver.has("Nothing found"));
}

#[test]
fn a_figure_turns_types_and_explains_what_it_refuses() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("rope-shift"));
    driver.keys("Tab s Down");
    let before = driver.text();
    driver.keys("Right");
    assert_ne!(driver.text(), before, "the knob turns");
    driver.keys("r");
    assert_eq!(driver.text(), before, "and reset puts it back");
    driver.keys("=").types("q-2");
    assert!(driver.has("q-2"), "letters type, also those that are keys");
    driver.keys("Enter");
    assert!(driver.has("not a number"), "{}", driver.text());
    assert!(driver.has("q-2"), "what was typed stays");
    driver.keys("C-u").types("12").keys("Enter");
    assert!(driver.has("◂ 12 ▸"), "{}", driver.text());
    driver.keys("x Right");
    assert!(driver.has("score"), "{}", driver.text());
    driver.keys("Esc y");
    let copied = driver.effects.iter().find_map(|e| match e {
        Effect::Copy(text) => Some(text.clone()),
        _ => None,
    });
    assert!(copied.unwrap().starts_with("posenc plot rope-shift --set"));
}

/// Dots of curves on the screen.
fn dots(driver: &Driver) -> usize {
    driver.text().chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count()
}

#[test]
fn a_surprise_waits_in_the_page_until_one_key_shows_it_and_then_asks_no_more() {
    for size in [(80, 24), (120, 36)] {
        let mut driver = Driver::new(size, Theme::default());
        let title = page_with("rope-shift");
        open(&mut driver, &title);
        driver.keys("Tab Esc");
        assert!(driver.has("move on together") && dots(&driver) == 0, "{}", driver.text());
        assert!(driver.has("Tab, then p predicts it; s shows it.") && driver.has("shift ◂"), "{}", driver.text());
        let before = driver.text();
        driver.keys("s");
        assert!(dots(&driver) > 0 && driver.has("−0.7069"), "{}", driver.text());
        assert!(!driver.has("s shows it") && !driver.has("show the figure"), "{}", driver.text());
        let top = |text: &str| text.lines().take(4).map(str::to_string).collect::<Vec<_>>();
        assert_eq!(top(&before), top(&driver.text()), "the page stands still");
        let kept = driver.effects.iter().filter(|e| matches!(e, Effect::Record(_))).count();
        driver.keys("Right Left");
        open(&mut driver, &title);
        driver.keys("Tab Esc");
        assert!(dots(&driver) > 0 && !driver.has("s shows it"), "asked again ({kept}): {}", driver.text());
    }
}

#[test]
fn a_surprise_is_predicted_in_the_page() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("slope-fan"));
    driver.keys("Tab");
    assert!(dots(&driver) > 0 && driver.has("From 8 heads to 12"), "eight heads give nothing away: {}", driver.text());
    assert!(driver.has("p predicts it; s skips the question."), "{}", driver.text());
    driver.keys("p");
    assert!(driver.has(" a  ") && driver.has(" b  ") && dots(&driver) == 0, "{}", driver.text());
    driver.keys("b");
    assert!(dots(&driver) > 0 && driver.has("You expected"), "{}", driver.text());
}

#[test]
fn esc_leaves_one_layer_at_a_time() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("rope-shift"));
    driver.keys("Tab");
    let focused = driver.text();
    driver.keys("f");
    let full = driver.text();
    assert_ne!(full, focused);
    driver.keys("=");
    driver.keys("Esc");
    assert_eq!(driver.text(), full, "out of the field");
    driver.keys("Esc");
    assert_eq!(driver.text(), focused, "out of the whole screen");
    driver.keys("Esc");
    assert!(!driver.has("turn up") && driver.has("next"), "out of the figure");
    driver.keys("Esc");
    assert!(driver.has("Today"), "out of Study:\n{}", driver.text());
}

#[test]
fn an_animation_plays_at_most_fifteen_frames_a_second_and_stops_when_left() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("rope-arrows"));
    assert_eq!(driver.app.wake_after(driver.now), None, "a page that stands still wakes nobody");
    driver.keys("Tab");
    assert!(driver.has("Space play"), "{}", driver.text());
    driver.keys("Space");
    assert!(driver.has("Space stop"), "{}", driver.text());
    let wait = driver.app.wake_after(driver.now).expect("playing");
    assert!(wait >= Duration::from_millis(66), "{wait:?}");
    let before = driver.text();
    driver.now += wait;
    driver.send(Msg::Due);
    driver.draw();
    assert_ne!(driver.text(), before, "a frame later it has moved");
    driver.keys("Esc");
    assert_eq!(driver.app.wake_after(driver.now), None);
}

#[test]
fn play_turns_the_chosen_knob_and_cards_change_three_times_a_second() {
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.keys("Tab");
    // The caption asks to turn `swap`, so that is the knob that has the keys.
    driver.keys("Space");
    assert!(driver.has("swap ▸ 1-2 ▸"), "{}", driver.text());
    let wait = driver.app.wake_after(driver.now).unwrap();
    assert!((300..=400).contains(&wait.as_millis()), "{wait:?}");
    for _ in 0..30 {
        driver.now += Duration::from_millis(400);
        driver.send(Msg::Due);
    }
    driver.draw();
    assert_eq!(driver.app.wake_after(driver.now), None, "choices go round once");
    assert!(driver.has("swap ◂ none ▸"), "{}", driver.text());
    driver.keys("Space Right");
    assert_eq!(driver.app.wake_after(driver.now), None, "a hand on the knob stops the clock");
}

#[test]
fn a_figure_starts_at_the_knob_that_the_page_asks_to_turn_and_hides_unset_ones() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("alibi-bias"));
    assert!(!driver.has("distance ◂"), "{}", driver.text());
    driver.keys("Tab Right");
    assert!(driver.has("head ◂ 2 ▸"), "{}", driver.text());
    driver.keys("Down*2");
    assert!(driver.has("query ◂ none ▸"), "a chosen knob shows itself: {}", driver.text());
    driver.keys("Down");
    assert!(!driver.has("query ◂") && driver.has("key ◂ none ▸"), "{}", driver.text());
}

#[test]
fn what_answers_a_question_waits_until_it_is_answered_or_passed() {
    let answer = "Each word carries its bars along";
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.keys("End");
    assert!(driver.has("The page goes on after your answer.") && !driver.has(answer), "{}", driver.text());
    driver.keys("Right");
    assert!(driver.has(answer) && driver.has("page 1 of"), "{}", driver.text());
    driver.keys("Right");
    assert!(driver.has("page 2 of"));
    driver.keys("Left End");
    assert!(driver.has(answer), "it stays open");
    // Looking for it opens the fold too.
    let mut driver = Driver::new((80, 24), Theme::default());
    driver.keys("/").types(answer).keys("Enter");
    assert!(driver.has(answer), "{}", driver.text());
    // And so does the answer, found in the progress file.
    let library = Library::embedded();
    let mut store = Store::in_memory().unwrap();
    let mut event = Event::new(EventKind::Answer, Mode::Spot, library.item("spot-order-swap"));
    event.verdict = "wrong".into();
    event.grade = Some(Grade::Again);
    store.record(&event).unwrap();
    let mut driver = Driver::of((120, 36), Theme::default(), Settings::default(), library, store);
    driver.keys("End");
    assert!(driver.has(answer), "{}", driver.text());
}

#[test]
fn the_first_page_shows_its_figure_at_once_and_its_objectives_at_the_end() {
    for size in [(100, 30), (120, 36)] {
        let mut driver = Driver::new(size, Theme::default());
        assert!(driver.has("swap ◂ none ▸") && driver.has("As written."), "{}", driver.text());
        assert!(!driver.has("What you can do after this section"));
        driver.keys("End");
        assert!(driver.has("What you can do after this section"), "{}", driver.text());
    }
}

#[test]
fn the_footer_names_where_tab_leads() {
    let mut driver = Driver::new((120, 36), Theme::default());
    assert!(driver.has("Tab into the figure"), "{}", driver.text());
    open(&mut driver, &page_with("spot-sin-promise"));
    assert!(driver.has("Tab to the question"), "{}", driver.text());
    driver.keys("Tab Tab");
    assert!(driver.has("Tab back to the text"), "{}", driver.text());
    open(&mut driver, "What attention computes");
    assert!(driver.has("Tab to the question"), "its recall: {}", driver.text());
    open(&mut driver, "A reading order");
    assert!(!driver.has("Tab "), "{}", driver.text());
    open(&mut driver, &page_with("rope-arrows"));
    driver.keys("Tab");
    assert!(driver.has("= value") && driver.has("Esc leave it"), "{}", driver.text());
}

#[test]
fn the_pages_that_a_page_names_are_a_key_away() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, "Where the order went");
    assert!(driver.has("o pages named here"), "{}", driver.text());
    driver.keys("o");
    assert!(driver.has("This page names") && !driver.has("Self-check"), "{}", driver.text());
    driver.keys("Down Enter");
    assert!(driver.has("A row for every position"), "{}", driver.text());
    driver.keys("[");
    assert!(driver.has("Where the order went"));
    // One page named: no list.
    open(&mut driver, "What both absolute schemes share");
    driver.keys("o");
    assert!(driver.has("From where to how far"), "{}", driver.text());
}

#[test]
fn letters_open_rooms_as_at_home_and_do_not_turn_pages() {
    for (key, room) in [("p", "Practise"), ("i", "Interview"), ("g", "Progress")] {
        let mut driver = Driver::new((120, 36), Theme::default());
        driver.keys(key);
        assert!(driver.has(room) && !driver.has("page 1 of"), "{key}: {}", driver.text());
    }
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.keys("n");
    assert!(driver.has("page 1 of"), "{}", driver.text());
}

#[test]
fn the_filter_of_the_contents_shows_the_named_section_first() {
    let mut driver = Driver::new((80, 24), Theme::default());
    driver.keys("c /").types("rope");
    let text = driver.text();
    let at = |title: &str| text.find(title).unwrap_or_else(|| panic!("{title} is missing:\n{text}"));
    assert!(at("5.1") < at("5.10"), "{text}");
    assert!(!driver.has("From penalty to weight"), "{text}");
    driver.keys("Enter");
    assert!(driver.has("Rotate, don't add"), "{}", driver.text());
}

#[test]
fn what_was_typed_stays_as_it_was_typed() {
    let mut driver = Driver::new((120, 36), Theme::default());
    driver.keys("/").types("ROFORMER").keys("Enter");
    assert!(driver.has("1 of ") && driver.has("for \"ROFORMER\""), "{}", driver.text());
    driver.keys("Down");
    assert!(driver.has("n next place found"), "{}", driver.text());
    driver.keys("/");
    assert!(driver.has("find: ROFORMER"), "{}", driver.text());
}

#[test]
fn the_wheel_scrolls_and_a_click_chooses_a_knob() {
    let mouse = |kind, column, row| MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    let mut driver = Driver::new((120, 36), Theme::default());
    let before = driver.text();
    driver.send(Msg::Mouse(mouse(MouseEventKind::ScrollDown, 10, 10)));
    driver.draw();
    assert_ne!(driver.text(), before, "the wheel scrolls");
    driver.send(Msg::Mouse(mouse(MouseEventKind::ScrollUp, 10, 10)));
    driver.draw();
    assert_eq!(driver.text(), before, "and back");
    let text = driver.text();
    let (row, line) = text.lines().enumerate().find(|(_, l)| l.contains("layers ◂")).unwrap();
    let column = line.split("layers").next().unwrap().chars().count();
    let at = (u16::try_from(column).unwrap() + 1, u16::try_from(row).unwrap());
    driver.send(Msg::Mouse(mouse(MouseEventKind::Down(MouseButton::Left), at.0, at.1)));
    driver.draw();
    driver.keys("Right");
    assert!(driver.has("layers ◂ 2 ▸"), "{}", driver.text());
}

#[test]
fn study_and_home_lead_to_the_same_page() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("rope-shift"));
    driver.keys("Esc");
    assert!(driver.has("Read on in 5, Rotary embeddings"), "{}", driver.text());
    driver.keys("Enter");
    let home = driver.text();
    driver.keys("Esc s");
    assert_eq!(driver.text(), home);
    assert!(driver.has("Shift both"), "{home}");
}

#[test]
fn with_reduced_motion_only_single_steps_move() {
    let settings = Settings { reduced_motion: true, ..Settings::default() };
    let mut driver = Driver::with((120, 36), Theme::default(), settings);
    open(&mut driver, &page_with("rope-arrows"));
    driver.keys("Tab Space");
    assert_eq!(driver.app.wake_after(driver.now), None);
    assert!(driver.has("Reduced motion is on"));
    driver.keys("Esc Tab");
    let before = driver.text();
    driver.keys(".");
    assert_ne!(driver.text(), before);
}

#[test]
fn latex_shows_what_the_author_wrote_and_comes_back() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("rope-rotation"));
    driver.keys("Down*8");
    let drawn = driver.text();
    assert!(!drawn.contains("\\begin{pmatrix}"));
    driver.keys("L");
    assert!(driver.has("\\begin{pmatrix}"), "{}", driver.text());
    driver.keys("L");
    assert!(!driver.has("\\begin{pmatrix}"));
}

#[test]
fn another_width_keeps_the_place() {
    let mut driver = Driver::new((80, 24), Theme::default());
    open(&mut driver, &page_with("rope-stretch"));
    driver.keys("Space");
    let first = |driver: &Driver| {
        driver
            .text()
            .lines()
            .skip(3)
            .find(|l| !l.trim().is_empty())
            .unwrap()
            .trim()
            .chars()
            .take(12)
            .collect::<String>()
    };
    let top = first(&driver);
    driver.resize(120, 24);
    driver.resize(80, 24);
    assert_eq!(first(&driver), top);
}

#[test]
fn the_side_list_folds_on_a_narrow_screen() {
    assert!(Driver::new((104, 30), Theme::default()).has("In this section"));
    assert!(!Driver::new((103, 30), Theme::default()).has("In this section"));
}

#[test]
fn a_question_on_the_spot_opens_and_says_whether_it_was_answered() {
    let mut driver = Driver::new((120, 36), Theme::default());
    open(&mut driver, &page_with("spot-rope-why"));
    driver.keys("Tab");
    assert!(driver.has("Enter answers it."));
    driver.keys("Enter");
    assert!(!driver.has("Enter answers it."), "the question has the screen:\n{}", driver.text());

    let library = Library::embedded();
    let mut store = Store::in_memory().unwrap();
    let mut event = Event::new(EventKind::Answer, Mode::Spot, library.item("spot-rope-why"));
    event.verdict = "right".into();
    event.grade = Some(Grade::Good);
    store.record(&event).unwrap();
    let mut driver = Driver::of((120, 36), Theme::default(), Settings::default(), library, store);
    open(&mut driver, &page_with("spot-rope-why"));
    driver.keys("Tab");
    assert!(driver.has("Answered: right."), "{}", driver.text());
}

#[test]
fn a_section_that_does_not_load_leaves_the_last_good_page_and_says_where() {
    let dir = tempfile::tempdir().unwrap();
    let sections = dir.path().join("sections");
    std::fs::create_dir(&sections).unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("chapter.toml", "format = 1\ntitle = \"Mine\"\nsections = [\"good\", \"bad\"]\n");
    let section = |id: &str, text: &str| {
        format!(
            "format = 1\nid = \"{id}\"\ntitle = \"{id}\"\nminutes = 1\nsummary = \"s\"\n[[pages]]\nid = \"p\"\ntitle = \"P\"\n[[pages.blocks]]\n{text}\n"
        )
    };
    write("sections/01-good.toml", &section("good", "text = \"All is well.\""));
    write("sections/02-bad.toml", &section("bad", "text = 7"));
    let library = Library::files_of(dir.path()).unwrap();
    let mut driver = Driver::of((80, 24), Theme::default(), Settings::default(), library, Store::in_memory().unwrap());
    assert!(driver.has("All is well."), "{}", driver.text());
    driver.keys("Right");
    assert!(driver.has("All is well."), "the last good page stays:\n{}", driver.text());
    assert!(driver.has("02-bad.toml"), "the file is named:\n{}", driver.text());
    assert!(driver.has("posenc check"), "{}", driver.text());
}

#[test]
fn read_prints_every_section_in_plain_text_and_in_ascii() {
    let library = Library::embedded();
    for section in library.index().sections.iter() {
        for ascii in [false, true] {
            let mut out = Vec::new();
            read::run(&library, Some(&section.id), ReadOptions { ascii, ..ReadOptions::default() }, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            for page in section.pages.iter().filter(|_| !ascii) {
                assert!(text.contains(page.title.as_ref()), "{}", page.title);
            }
            assert!(!text.contains('\u{1b}'), "no escape sequences");
            assert!(!ascii || text.bytes().all(|c| c == b'\n' || (0x20..0x7f).contains(&c)), "{text}");
        }
    }
}

#[test]
fn read_takes_a_number_and_suggests_the_nearest_name() {
    let library = Library::embedded();
    let print = |name: &str| {
        let mut out = Vec::new();
        read::run(&library, Some(name), ReadOptions::default(), &mut out).map(|()| String::from_utf8(out).unwrap())
    };
    assert_eq!(print("5").unwrap(), print("rope").unwrap());
    let page = print("rope/cancel").unwrap();
    assert_eq!(print("5.2").unwrap(), page);
    assert!(page.starts_with("5.2  Why positions cancel\n") && !page.contains("5.3"), "{page}");
    let error = print("rope/cancle").unwrap_err().to_string();
    assert!(error.contains("did you mean `cancel`?"), "{error}");
    let error = print("sinusodial").unwrap_err().to_string();
    assert!(error.contains("did you mean `sinusoidal`?"), "{error}");
}

fn newcomer() -> Driver {
    let store = Store::in_memory().unwrap();
    Driver::fresh((80, 24), Theme::default(), Settings::default(), Library::embedded(), store)
}

#[test]
fn a_section_begins_with_three_questions_and_one_key_reads_on_without_them() {
    let mut driver = newcomer();
    assert!(driver.has("Before you read: three questions") && !driver.has("Swap two words"), "{}", driver.text());
    driver.keys("Right");
    assert!(driver.has("Swap two words") && !driver.has("Before you read"), "{}", driver.text());
    driver.keys("Esc s");
    assert!(driver.has("Swap two words"), "they are offered once");
}

#[test]
fn what_was_thought_before_stands_beside_what_is_thought_after() {
    let mut driver = newcomer();
    driver.keys("Enter");
    for _ in 0..3 {
        driver.keys("a");
        assert!(!driver.has("Not yet") && !driver.has("Right."), "nothing is said: {}", driver.text());
        driver.keys("Enter");
    }
    assert!(driver.has("Swap two words"), "back on the page: {}", driver.text());
    driver.keys("c").keys("Down*5 Enter End");
    while driver.has("The page goes on after your answer") {
        driver.keys("Right End");
    }
    assert!(driver.has("The three questions, once more"), "{}", driver.text());
    driver.keys("BackTab Enter");
    for _ in 0..3 {
        driver.keys("b Enter");
    }
    assert!(driver.has("before and after reading"), "{}", driver.text());
    assert_eq!(driver.text().matches("before  ").count().min(1), 1, "{}", driver.text());
    driver.keys("Enter End");
    assert!(driver.has("Before reading"), "{}", driver.text());
}

#[test]
fn a_recall_prompt_is_answered_kept_and_says_so_on_its_page() {
    let mut driver = newcomer();
    open(&mut driver, "What attention computes");
    driver.keys("BackTab");
    assert!(driver.has("Which step of attention"), "{}", driver.text());
    driver.keys("Enter").types("no step");
    assert!(!driver.has("None: scores"), "first the question alone: {}", driver.text());
    driver.keys("Enter");
    assert!(driver.has("None: scores") && driver.has("no step"), "{}", driver.text());
    driver.keys("k End");
    assert!(driver.has("Kept. It comes back"), "{}", driver.text());
}

#[test]
fn a_worked_example_opens_from_a_page_and_asks_for_its_rule() {
    let mut driver = newcomer();
    open(&mut driver, "A price per token of distance");
    driver.keys("w");
    assert!(driver.has("every step is shown"), "{}", driver.text());
    for _ in 0..9 {
        if driver.has("Which rule was step") {
            break;
        }
        driver.keys("Enter");
    }
    assert!(driver.has("Which rule was step"), "{}", driver.text());
    driver.keys("a");
    assert!(driver.has("In the next example the last step is yours."), "{}", driver.text());
}

#[test]
fn the_next_start_goes_on_where_the_page_was_left() {
    let dir = tempfile::tempdir().unwrap();
    let open = || Store::open(dir.path()).unwrap().0;
    let library = Library::embedded;
    let mut first = Driver::of((80, 24), Theme::default(), Settings::default(), library(), open());
    let top = first.text();
    first.keys("Down*6");
    let seen = first.text();
    assert_ne!(seen, top);
    // However it is left: by a signal, for another room, one layer at a time.
    first.send(Msg::Signal(15));
    drop(first);
    let mut second = Driver::fresh((80, 24), Theme::default(), Settings::default(), library(), open());
    assert_eq!(second.text(), seen);
    second.keys("Down*2");
    let seen = second.text();
    second.keys("P H s");
    assert_eq!(second.text(), seen);
    second.keys("q q");
    drop(second);
    let third = Driver::fresh((80, 24), Theme::default(), Settings::default(), library(), open());
    assert_eq!(third.text(), seen);
}

#[test]
fn a_page_is_read_when_its_end_was_seen_and_not_before() {
    let dir = tempfile::tempdir().unwrap();
    let open = || Store::open(dir.path()).unwrap().0;
    let start = || Driver::of((80, 24), Theme::default(), Settings::default(), Library::embedded(), open());
    start().keys("Down*3 q q");
    assert_eq!(open().pages().unwrap(), Vec::<String>::new());
    // What is folded away behind a question is opened first; the end is drawn, and the very next key leaves.
    let mut driver = start();
    driver.keys("End");
    while driver.has("without one") || driver.has("without them") {
        driver.keys("Right End");
    }
    driver.keys("q q");
    assert!(!open().pages().unwrap().is_empty());
}
