//! Every way out gives the terminal back: keys, signals, a closed window, a panic.

use std::time::Duration;

use rustix::process::Signal;

use super::harness::{CTRL_C, CTRL_Z, ENTER, Person, Session, Start, find};
use super::places::{PLACES, Place, at_home, open_at_home};

#[test]
fn q_at_home_leaves() {
    let mut session = at_home(&Person::returning());
    session.keys("q");
    assert!(session.exit().success());
    session.assert_restored();
}

#[test]
fn q_at_the_welcome_leaves() {
    let mut session = Start::new(&Person::new()).open();
    session.wait_for("test me first");
    session.keys("q");
    assert!(session.exit().success());
    session.assert_restored();
}

#[test]
fn control_c_leaves_from_every_place() {
    let person = Person::returning();
    for place in PLACES {
        let mut session = at_home(&person);
        place.enter(&mut session);
        session.keys(CTRL_C);
        let status = session.exit();
        assert!(status.success(), "{}: {status:?}", place.name);
        session.assert_restored();
    }
}

#[test]
fn a_signal_restores_the_terminal_and_the_shell_sees_it() {
    let person = Person::returning();
    let deaths =
        [(Signal::TERM, "Terminated"), (Signal::INT, "Interrupt"), (Signal::HUP, "Hangup"), (Signal::QUIT, "Quit")];
    for (signal, word) in deaths {
        for place in ["Home", "Study", "Drill", "Settings"] {
            let mut session = at_home(&person);
            PLACES.iter().find(|p| p.name == place).unwrap().enter(&mut session);
            session.signal(signal);
            let status = session.exit();
            let told = status.signal().unwrap_or("no signal");
            assert!(told.starts_with(word), "{place}: {word}, but the shell sees {told}");
            session.assert_restored();
        }
    }
}

#[test]
fn a_closed_window_ends_the_process() {
    for ignoring in [false, true] {
        let person = Person::returning();
        let start = if ignoring { Start::new(&person).ignoring_hangup() } else { Start::new(&person) };
        let mut session = open_at_home(start);
        session.press("S");
        session.close_terminal();
        let end = session.exit_within(Duration::from_secs(2));
        assert!(end.is_some(), "still there (hang-up ignored by the parent: {ignoring})");
    }
}

#[test]
fn suspending_gives_the_terminal_back_and_continuing_paints_it_again() {
    for by_key in [true, false] {
        let mut session = at_home(&Person::returning());
        session.press("S");
        session.wait_for("page 1 of");
        if by_key {
            session.keys(CTRL_Z)
        } else {
            session.signal(Signal::TSTP)
        }
        session.wait_for_bytes(0, b"?1049l");
        wait_for_state(&session, 'T');
        session.assert_restored();
        let mark = session.mark();
        session.signal(Signal::CONT);
        session.wait_for_bytes(mark, b"?1049h");
        session.wait_for("page 1 of");
        session.wait_for_bytes(mark, b"order-blindness");
        session.assert_alive();
        session.keys(CTRL_C);
        assert!(session.exit().success());
        session.assert_restored();
    }
}

#[test]
fn a_shell_stops_it_and_only_fg_brings_it_back() {
    let person = Person::returning();
    let mut shell = Start::new(&person).in_shell().env("PS1", "ready> ").open();
    shell.wait_for("ready>");
    shell.keys(&format!("{} --theme dark\r", env!("CARGO_BIN_EXE_posenc")));
    shell.wait_for("Today, about");
    shell.keys(CTRL_Z);
    shell.wait_for("Stopped");
    let mark = shell.mark();
    // In the background it may not touch the terminal: it stops again.
    shell.keys("bg\r");
    shell.keys("echo still $((20+3))\r");
    shell.wait_for("still 23");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(find(&shell.since(mark), b"?1049h"), None, "it paints over the shell");
    shell.keys("fg\r");
    shell.wait_for_bytes(mark, b"?1049h");
    shell.wait_for("Today, about");
    shell.press("S");
    shell.wait_for("page 1 of");
    let mark = shell.mark();
    shell.keys(CTRL_C);
    shell.wait_for_bytes(mark, b"ready> ");
    shell.keys("echo status $?; exit\r");
    shell.wait_for_bytes(mark, b"status 0");
    shell.exit();
}

/// The state of a process as `ps` shows it.
fn wait_for_state(session: &Session, state: char) {
    let end = std::time::Instant::now() + super::harness::PATIENCE;
    while !session.status("State").starts_with(state) {
        assert!(std::time::Instant::now() < end, "state {}", session.status("State"));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_answer_survives_the_way_out() {
    for way in ["TERM", "closed"] {
        let person = Person::returning();
        let mut session = at_home(&person);
        PLACES.iter().find(|p| p.name == "Rubric").unwrap().enter(&mut session);
        session.press_all(&[" ", ENTER]);
        session.wait_for("1 of 44 rehearsed");
        if way == "TERM" {
            session.signal(Signal::TERM);
            session.exit();
        } else {
            session.close_terminal();
            session.exit_within(Duration::from_secs(2)).expect("a closed window ends it");
        }
        let mut again = at_home(&person);
        again.press("I");
        again.wait_for("1 of 44 rehearsed");
        again.press("G");
        again.wait_for("5 points");
    }
}

#[test]
fn what_is_half_typed_is_asked_about_before_q_leaves() {
    let mut session = at_home(&Person::returning());
    PLACES.iter().find(|p| p.name == "Drill").unwrap().enter(&mut session);
    session.press("1");
    session.press("\t");
    session.press("q");
    session.wait_for("Leave?");
    session.press(ENTER);
    session.wait_for("hint");
    Place::leave(&mut session);
}

/// The guard without the rest of the program, panicking in its three ways. It is a test of this file that a terminal starts
/// as a program of its own: `cargo test` skips it otherwise.
mod guard {
    use std::io::{Read, Write};

    use portable_pty::CommandBuilder;
    use posenc::tui::term::{Guard, Screen, install_panic_hook};

    use super::super::harness::{Answers, Session};

    const WAY: &str = "GUARD_TEST_WAY";

    #[test]
    #[ignore = "started by the tests below, inside a terminal"]
    fn program() {
        let way = std::env::var(WAY).unwrap_or_default();
        let (told, hears) = std::sync::mpsc::channel();
        install_panic_hook(move |thread, what| drop(told.send(format!("{thread}: {what}"))));
        let mut screen = Screen::enter().unwrap();
        let _guard = Guard;
        let show = |screen: &mut Screen, text: &str| screen.draw(|f| f.render_widget(text, f.area())).unwrap();
        show(&mut screen, "the program is up");
        match way.as_str() {
            "main" => panic!("the reason, in words"),
            "drawing" => screen.draw(|_| panic!("the reason, in words")).unwrap(),
            "worker" => {
                std::thread::Builder::new()
                    .name("worker".into())
                    .spawn(|| panic!("the reason, in words"))
                    .unwrap()
                    .join()
                    .unwrap_err();
                show(&mut screen, &format!("still here; {}", hears.recv().unwrap()));
                let _ = std::io::stdin().read(&mut [0]);
            }
            _ => {}
        }
    }

    fn run(way: &str) -> Session {
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        command.args(["leaving::guard::program", "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(WAY, way);
        command.env("TERM", "xterm-256color");
        command.env("RUST_BACKTRACE", "0");
        Session::start(command, (80, 24), Answers::Silent)
    }

    #[test]
    fn a_panic_leaves_the_screen_first_and_its_message_is_readable() {
        for way in ["main", "drawing"] {
            let mut session = run(way);
            let status = session.exit();
            assert!(!status.success());
            session.assert_restored();
            let screen = session.screen();
            assert!(screen.contains("the reason, in words"), "{way}: {screen}");
            assert!(screen.contains("leaving.rs"), "it says where: {screen}");
            assert!(!screen.contains("the program is up"), "the frame stayed on the alternate screen: {screen}");
        }
    }

    #[test]
    fn a_panic_of_a_worker_leaves_the_screen_alone_and_is_told() {
        let mut session = run("worker");
        session.wait_for("still here; worker: the reason, in words");
        assert!(session.is_alive());
        assert_eq!(super::super::harness::find(&session.all(), b"?1049l"), None);
        session.keys("x");
        session.exit();
        session.assert_restored();
    }

    #[test]
    fn an_error_on_the_way_leaves_the_terminal_as_it_was() {
        let mut session = run("return");
        assert!(session.exit().success());
        session.assert_restored();
        let _ = std::io::stdout().flush();
    }
}
