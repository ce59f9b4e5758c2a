//! A round that is cut off in the middle waits, whatever ended the program.

use super::harness::{DOWN, ENTER, ESC, Person, Session};
use super::places::at_home;

/// Gives up on the question on the table, which counts as an answer.
fn give_up(session: &mut Session) {
    session.press(super::harness::TAB);
    session.press("w");
    session.wait_for("another like this");
}

#[test]
fn a_killed_drill_goes_on_at_the_question_where_it_was() {
    let person = Person::returning();
    let mut session = at_home(&person);
    session.press_all(&["P", DOWN, DOWN, DOWN, DOWN, ENTER]);
    session.wait_for("question 1 of 5");
    give_up(&mut session);
    session.press(ENTER);
    session.wait_for("question 2 of 5");
    let code = session.row_with("question 2 of 5");
    session.signal(rustix::process::Signal::KILL);
    session.exit();

    let mut again = at_home(&person);
    again.press("P");
    again.wait_for("drill, 4 of 5 left");
    again.press(ENTER);
    again.wait_for("question 2 of 5");
    assert_eq!(again.row_with("question 2 of 5"), code, "the same question of the same round");
    give_up(&mut again);
    again.press_all(&[ESC, ESC]);
    again.wait_for("0 of 2 right at once");
    again.press(ENTER);
    again.wait_for("drill, 3 of 5 left");
    again.press("x");
    again.wait_for("Thrown away");
    assert!(!again.screen().contains("3 of 5 left"));
    again.keys("q");
    again.wait_for("Today, about");
    again.keys("q");
    assert!(again.exit().success());
}

#[test]
fn a_killed_mock_interview_goes_on_from_home_with_its_next_part() {
    let person = Person::returning();
    let mut session = at_home(&person);
    session.press_all(&["P", super::harness::END, ENTER]);
    session.wait_for("part 1 of 6");
    session.press(ENTER);
    session.wait_for("Speak, or type notes below");
    session.press_all(&[ENTER, " ", ENTER]);
    session.wait_for("part 2 of 6");
    session.signal(rustix::process::Signal::KILL);
    session.exit();

    let mut again = at_home(&person);
    again.wait_for("Go on: mock interview, 5 of 6 left");
    again.press(ENTER);
    again.wait_for("part 2 of 6");
    assert!(again.screen().contains("1 of "), "the points of the first part are there: {}", again.screen());
    again.press(ESC);
    again.wait_for("Go on: mock interview, 5 of 6 left");
    again.press("x");
    again.wait_for("Thrown away");
    assert!(!again.screen().contains("Go on: "), "{}", again.screen());
    again.keys("q");
    assert!(again.exit().success());
}

#[test]
fn a_door_of_the_command_line_goes_on_too() {
    let person = Person::returning();
    let mut session = at_home(&person);
    session.press_all(&["P", DOWN, DOWN, DOWN, DOWN, ENTER]);
    session.wait_for("question 1 of 5");
    give_up(&mut session);
    session.signal(rustix::process::Signal::KILL);
    session.exit();
    let mut again = super::harness::Start::new(&person).arg("drill").arg("--resume").open();
    again.wait_for("question 2 of 5");
    again.signal(rustix::process::Signal::KILL);
    again.exit();
}

#[test]
fn two_rounds_that_were_left_are_both_offered_and_each_is_gone_on_with() {
    let person = Person::returning();
    let mut session = at_home(&person);
    session.press_all(&["P", DOWN, DOWN, DOWN, DOWN, ENTER]);
    session.wait_for("question 1 of 5");
    give_up(&mut session);
    session.press(ENTER);
    session.wait_for("question 2 of 5");
    session.press_all(&[ESC, ESC]);
    session.wait_for("0 of 1 right at once");
    session.press(ENTER);
    session.wait_for("drill, 4 of 5 left");
    // Another one beside it.
    session.press_all(&[DOWN, DOWN, DOWN, DOWN, DOWN, ENTER]);
    session.wait_for("question 1 of 5");
    give_up(&mut session);
    session.press(ENTER);
    session.wait_for("question 2 of 5");
    give_up(&mut session);
    session.press(ENTER);
    session.wait_for("question 3 of 5");
    session.signal(rustix::process::Signal::KILL);
    session.exit();

    let mut again = at_home(&person);
    again.wait_for("Go on: drill, 4 of 5 left");
    assert!(again.screen().contains("Go on: drill, 3 of 5 left"), "{}", again.screen());
    again.press("P");
    again.wait_for("2 rounds wait");
    again.press(super::harness::RIGHT);
    again.press_all(&[DOWN, ENTER]);
    again.wait_for("question 2 of 5");
    again.signal(rustix::process::Signal::KILL);
    again.exit();
}

#[test]
fn what_was_ticked_is_ticked_again_after_a_kill() {
    let person = Person::returning();
    let mut session = at_home(&person);
    session.press_all(&["i", ENTER]);
    session.wait_for("Speak, or type notes below");
    session.press_all(&[ENTER, " "]);
    session.wait_for("[x]");
    session.wait_for_quiet(std::time::Duration::from_millis(300));
    session.signal(rustix::process::Signal::KILL);
    session.exit();

    let mut again = at_home(&person);
    again.wait_for("Go on: ");
    again.press(ENTER);
    again.wait_for("[x]");
    again.signal(rustix::process::Signal::KILL);
    again.exit();
}
