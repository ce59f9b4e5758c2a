//! Every place a reader can stand in, how to get there from Home, and how it is recognised.

use super::harness::{BACK_TAB, DOWN, END, ENTER, ESC, Person, Session, Start, TAB};

/// A place.
pub struct Place {
    pub name: &'static str,
    keys: &'static [&'static str],
    pub shows: &'static str,
    /// A text field takes the letters.
    pub typing: bool,
    /// A clock runs, so the screen changes by itself.
    pub moving: bool,
}

const fn still(name: &'static str, keys: &'static [&'static str], shows: &'static str) -> Place {
    Place { name, keys, shows, typing: false, moving: false }
}

const fn field(name: &'static str, keys: &'static [&'static str], shows: &'static str) -> Place {
    Place { name, keys, shows, typing: true, moving: false }
}

/// All of them, nearest first.
pub const PLACES: &[Place] = &[
    still("Home", &[], "Today, about"),
    still("Help", &["?"], "Keys that work here"),
    still("Settings", &[","], "Day starts at"),
    still("Study", &["S"], "page 1 of"),
    still("Contents", &["S", "c"], "Enter open"),
    field("Contents, filtered", &["S", "c", "/"], "filter"),
    field("Find", &["S", "/"], "find:"),
    still("Figure", &["S", TAB], "next knob"),
    still("Figure alone", &["S", "f"], "next knob"),
    still("Cursor in a figure", &["S", TAB, "x"], "put away"),
    field("Value of a knob", &["S", TAB, "="], "set it"),
    still("Practise", &["P"], "Self-check"),
    field("Drill", &["P", DOWN, DOWN, DOWN, DOWN, ENTER], "skip, plot"),
    // A paste there goes back into the field.
    field("Drill, outside the field", &["P", DOWN, DOWN, DOWN, DOWN, ENTER, TAB], "worked solution"),
    field("Calculator", &["P", DOWN, DOWN, DOWN, DOWN, ENTER, TAB, "c"], "Calculator"),
    still("Interview", &["I"], "Say it aloud"),
    Place { name: "Speaking", keys: &["I", ENTER], shows: "Speak, or type notes below", typing: true, moving: true },
    still("Rubric", &["I", ENTER, ENTER], "Tick what you said"),
    still("Progress", &["G"], "Right alone on two days"),
];

impl Place {
    /// Walks there from Home.
    pub fn enter(&self, session: &mut Session) {
        for key in self.keys {
            session.press(key);
        }
        session.wait_for(self.shows);
    }

    /// Walks back to Home: layers close with Esc, one at a time.
    pub fn leave(session: &mut Session) {
        for _ in 0..8 {
            if session.screen().contains("Today, about") && !session.screen().contains("Keys that work") {
                return;
            }
            session.press(ESC);
        }
        panic!("Esc does not lead Home from\n{}", session.screen());
    }
}

/// A session of somebody who has been here before, at Home.
pub fn at_home(person: &Person) -> Session {
    open_at_home(Start::new(person))
}

/// The same, started in some way.
pub fn open_at_home(start: Start) -> Session {
    let session = start.open();
    session.wait_for("Today, about");
    // The progress file is open when the header can say what is due.
    session.wait_for("due");
    session
}

#[test]
fn every_place_is_reached_by_its_keys_and_left_one_layer_at_a_time() {
    let mut session = at_home(&Person::returning());
    for place in PLACES {
        place.enter(&mut session);
        Place::leave(&mut session);
    }
    session.keys("q");
    assert!(session.exit().success());
    session.assert_restored();
}

#[test]
fn a_first_start_welcomes_and_enter_begins_to_read() {
    let mut session = Start::new(&Person::new()).open();
    session.wait_for("test me first");
    session.press(ENTER);
    session.wait_for("page 1 of");
    session.keys("q");
    session.wait_for("Today, about");
}

#[test]
fn escape_closes_exactly_one_layer() {
    let mut session = at_home(&Person::returning());
    session.press_all(&["S", "c", "/"]);
    session.types("rope");
    session.press(ESC);
    session.wait_for("Enter open");
    session.press(ESC);
    session.wait_for("page 1 of");
    assert!(!session.screen().contains("Enter open"));
    session.press(ESC);
    session.wait_for("Today, about");
    // Home is the ground: Esc stays there.
    session.press(ESC);
    session.assert_alive();
}

#[test]
fn end_shows_the_last_line_and_page_down_then_stays() {
    for (columns, rows) in [(44, 20), (80, 24), (120, 36)] {
        let person = Person::returning();
        let mut session = open_at_home(Start::new(&person).size(columns, rows));
        session.press("S");
        session.wait_for("1.1");
        session.press(END);
        let bottom = session.screen();
        session.press(DOWN);
        assert_eq!(session.screen(), bottom, "there is nothing below the end at {columns} columns");
        session.press(BACK_TAB);
        session.assert_alive();
    }
}
