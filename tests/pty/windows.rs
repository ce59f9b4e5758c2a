//! Windows of every size, and sizes that change.

use std::time::{Duration, Instant};

use super::harness::{CTRL_C, CTRL_L, Person, Start, count};
use super::places::{PLACES, Place, at_home};

const SIZES: [u16; 7] = [1, 2, 3, 5, 10, 20, 40];

#[test]
fn a_window_too_small_says_so_and_the_room_comes_back() {
    let mut session = at_home(&Person::returning());
    session.press("S");
    session.wait_for("page 1 of");
    session.resize(39, 12);
    session.wait_for("posenc needs 40x12; this is 39x12");
    session.resize(80, 11);
    session.wait_for("posenc needs 40x12; this is 80x11");
    session.resize(80, 24);
    session.wait_for("page 1 of");
}

#[test]
fn it_starts_and_leaves_at_every_size() {
    let person = Person::returning();
    for columns in SIZES {
        for rows in SIZES {
            let mut session = Start::new(&person).size(columns, rows).open();
            session.wait_for_bytes(0, b"?2026l");
            session.press("S");
            session.assert_alive();
            session.keys(CTRL_C);
            assert!(session.exit().success(), "{columns}x{rows}");
            session.assert_restored();
        }
    }
}

#[test]
fn every_place_survives_every_size() {
    let mut session = at_home(&Person::returning());
    for place in PLACES {
        place.enter(&mut session);
        for columns in SIZES {
            for rows in SIZES {
                session.resize(columns, rows);
                // Two frames: the one of the new size, and one that surely has it.
                session.press(CTRL_L);
            }
        }
        assert!(session.is_alive(), "{}", place.name);
        session.resize(40, 12);
        session.press(CTRL_L);
        session.resize(80, 24);
        // A resize brings a frame of its own: let them pass before keys are counted by frames again.
        session.wait_for_quiet(Duration::from_millis(300));
        session.wait_for(place.shows);
        Place::leave(&mut session);
    }
    session.assert_alive();
}

#[test]
fn a_key_that_comes_with_a_resize_is_heard() {
    let mut session = at_home(&Person::returning());
    session.press_all(&["S", "/"]);
    let mut typed = String::new();
    for (n, c) in ('a'..='z').enumerate() {
        typed.push(c);
        session.resize(if n % 2 == 0 { 90 } else { 80 }, 24);
        session.keys(&c.to_string());
        session.wait_for(&format!("find: {typed}"));
    }
}

#[test]
fn three_hundred_resizes_are_one_moment() {
    let mut session = at_home(&Person::returning());
    session.press("S");
    session.wait_for("page 1 of");
    let mark = session.mark();
    for step in 0..300_u16 {
        session.resize(60 + step % 60, 15 + step % 25);
    }
    session.resize(100, 30);
    let start = Instant::now();
    session.press(CTRL_L);
    session.wait_for_quiet(Duration::from_millis(200));
    let width = session.row_with("page 1 of").chars().count();
    assert_eq!(width, 99, "the last frame has the last width");
    let clears = count(&session.since(mark), b"\x1b[2J");
    assert!(clears <= 302, "{clears} clears for 301 sizes");
    session.keys(CTRL_C);
    assert!(session.exit().success());
    assert!(start.elapsed() < Duration::from_secs(5), "it lags behind: {:?}", start.elapsed());
    session.assert_restored();
}

#[test]
fn a_frame_is_one_piece_and_nothing_is_cleared_in_between() {
    let mut session = at_home(&Person::returning());
    let mark = session.mark();
    for place in PLACES {
        place.enter(&mut session);
        Place::leave(&mut session);
    }
    let bytes = session.since(mark);
    assert_eq!(count(&bytes, b"\x1b[2J"), 0, "a clear flickers");
    assert_eq!(count(&bytes, b"\x1b[?2026h"), count(&bytes, b"\x1b[?2026l"), "every frame is a synchronised update");
}
