//! One evening: start, read, turn a figure, drill, rehearse, quit; and the next day it is all there.

use std::time::Duration;

use super::harness::{CTRL_C, DOWN, ENTER, ESC, Person, RIGHT, Session, Start, TAB};
use super::places::{PLACES, at_home};

fn drill_until_judged(session: &mut Session) {
    PLACES.iter().find(|p| p.name == "Drill").unwrap().enter(session);
    // Give up on it: a worked solution counts as an answer that needed help.
    session.press(TAB);
    session.press("w");
    session.wait_for("another like this");
}

#[test]
fn an_evening_and_the_next_day() {
    let person = Person::new();
    let mut session = Start::new(&person).size(100, 30).open();
    session.wait_for("test me first");
    // The progress file opens beside the first frame and brings another one.
    session.wait_for_file(&person.progress());
    session.wait_for_quiet(Duration::from_millis(300));
    session.press(ENTER);
    session.wait_for("page 1 of");

    // Read on, and the page turns.
    for _ in 0..40 {
        if session.screen().contains("page 2 of") {
            break;
        }
        session.press(" ");
        session.wait_for_quiet(Duration::from_millis(50));
    }
    session.wait_for("page 2 of");
    session.press("h");
    session.wait_for("page 1 of");

    // A figure, and its sentence follows the knob.
    session.press(TAB);
    session.wait_for("As written.");
    session.press(RIGHT);
    session.wait_for("swap ◂ 1-2 ▸");
    assert!(!session.screen().contains("As written."));
    session.press("r");
    session.wait_for("As written.");
    session.press(ESC);
    session.press("l");
    session.wait_for("page 2 of");

    drill_until_judged(&mut session);
    session.press(ESC);

    session.press("I");
    session.press_all(&[ENTER, ENTER, " ", DOWN, DOWN, " ", ENTER]);
    session.wait_for("1 of 44 rehearsed");
    session.press("H");
    session.wait_for("Missed in What breaks without position");
    session.keys("q");
    assert!(session.exit().success());
    session.assert_restored();

    let mut again = at_home(&person);
    again.wait_for("Read on in 1");
    again.wait_for("Missed in What breaks");
    again.press("S");
    again.wait_for("page 2 of");
    again.press("G");
    again.wait_for("What breaks without position");
    again.wait_for("4 points");
    again.keys(CTRL_C);
    assert!(again.exit().success());
}
