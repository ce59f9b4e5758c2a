//! What hands and terminals send: pastes, wide characters, both Backspaces, Shift-Tab, releases, unknown sequences.

use super::harness::{BACK_TAB, CTRL_C, ENTER, ESC, LEFT, Person, TAB};
use super::places::{PLACES, Place, at_home};

fn place(name: &str) -> &'static Place {
    PLACES.iter().find(|p| p.name == name).unwrap()
}

#[test]
fn a_paste_is_text_and_never_keys() {
    let mut session = at_home(&Person::returning());
    for place in PLACES {
        place.enter(&mut session);
        let before = session.screen();
        session.paste("q\nq\n\x1b[A\ry");
        assert!(session.is_alive(), "{}", place.name);
        if !place.typing {
            assert_eq!(session.screen(), before, "{}: a paste did something", place.name);
        }
        Place::leave(&mut session);
    }
}

#[test]
fn a_paste_into_a_field_is_one_inert_line() {
    let mut session = at_home(&Person::returning());
    place("Speaking").enter(&mut session);
    session.paste("first\nsecond\tthird \x1b[2J");
    session.wait_for("firstsecondthird [2J");
}

#[test]
fn wide_and_combining_characters_edit_whole() {
    let mut session = at_home(&Person::returning());
    for name in ["Find", "Contents, filtered", "Value of a knob", "Drill", "Calculator", "Speaking"] {
        place(name).enter(&mut session);
        for key in ["é", "漢", "e\u{301}", "👩\u{200d}🔬", "ﷺ"] {
            session.types(key);
        }
        for key in [LEFT, LEFT, LEFT, "\x7f", "\x1b[H", "\x1b[3~", "x"] {
            session.press(key);
        }
        session.assert_alive();
        for _ in 0..12 {
            session.press("\x1b[F");
            session.press("\x7f");
        }
        Place::leave(&mut session);
    }
}

#[test]
fn the_cursor_stands_behind_what_was_typed() {
    let mut session = at_home(&Person::returning());
    for (name, before) in [("Find", "find: "), ("Speaking", "┆ ")] {
        place(name).enter(&mut session);
        session.types("a漢字");
        session.wait_for("a漢字");
        session.press("\x0c");
        let row = session.row_with("a漢字");
        let start = row.find("a漢字").map(|at| row[..at].chars().count()).unwrap();
        assert!(row[..row.find('漢').unwrap()].contains(before), "{row}");
        let (_, column, visible) = session.cursor();
        assert!(visible, "{name}: a field without a cursor");
        assert_eq!(usize::from(column), start + 5, "{name}: one narrow and two wide characters");
        Place::leave(&mut session);
    }
}

#[test]
fn both_backspaces_delete() {
    for backspace in ["\x7f", "\x08"] {
        let mut session = at_home(&Person::returning());
        place("Find").enter(&mut session);
        session.types("ropes");
        session.wait_for("ropes");
        session.press(backspace);
        session.press("!");
        session.wait_for("rope!");
    }
}

#[test]
fn letters_type_in_a_field_and_do_nothing_else() {
    let mut session = at_home(&Person::returning());
    place("Find").enter(&mut session);
    session.types("qSPIGHAM,?");
    session.wait_for("qSPIGHAM,?");
    session.assert_alive();
}

#[test]
fn shift_tab_goes_back() {
    let mut session = at_home(&Person::returning());
    session.press("S");
    session.wait_for("page 1 of");
    let text = session.screen();
    session.press(TAB);
    session.wait_for("next knob");
    session.press(BACK_TAB);
    session.wait_for("contents");
    session.press("\x1b[H");
    assert_eq!(session.screen(), text, "back in the text, at its start");
}

#[test]
fn a_key_that_is_let_go_is_not_a_second_key() {
    let mut session = at_home(&Person::returning());
    place("Find").enter(&mut session);
    // As the kitty protocol reports a press and a release of `a`, and of `q`.
    session.raw(b"\x1b[97;1:1u\x1b[97;1:3u\x1b[113;1:3u");
    session.press("z");
    session.wait_for("find: az");
}

#[test]
fn what_no_terminal_should_send_is_ignored() {
    let mut session = at_home(&Person::returning());
    for place in PLACES {
        place.enter(&mut session);
        // A focus report, a cursor report, an unknown function key, broken UTF-8.
        session.raw(b"\x1b[I\x1b[O\x1b[12;40R\x1b[99~\xff\xfe\xc3\x0c");
        session.assert_alive();
        Place::leave(&mut session);
    }
    session.keys(CTRL_C);
    assert!(session.exit().success());
}

#[test]
fn an_answer_that_comes_too_late_is_no_key() {
    let mut session = at_home(&Person::returning());
    for end in ["\x1b\\", "\x07"] {
        for name in ["Home", "Find"] {
            place(name).enter(&mut session);
            let before = session.screen();
            session.raw(format!("\x1b]11;rgb:0a0b/cdef/0000{end}\x1b[?62;22c").as_bytes());
            session.assert_alive();
            assert_eq!(session.screen(), before, "{name}: the terminal's answer was taken for keys");
            Place::leave(&mut session);
        }
    }
}

#[test]
fn a_burst_of_keys_is_handled_in_order() {
    let mut session = at_home(&Person::returning());
    place("Find").enter(&mut session);
    session.keys("position");
    session.keys("\x7f\x7f\x7f");
    session.wait_for("find: posit");
    session.wait_for_quiet(std::time::Duration::from_millis(100));
    session.press(ESC);
    session.wait_for("page 1 of");
    session.press(ENTER);
    session.assert_alive();
}
