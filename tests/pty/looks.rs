//! Poor terminals: no colour, few colours, no Unicode, no answers, no terminal at all.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::harness::{Answers, Person, Session, Start, count, environment, find, plain};
use super::places::{PLACES, Place, at_home, open_at_home};

/// Goes everywhere and home again; returns all that was written.
fn everywhere(session: &mut Session) -> Vec<u8> {
    for place in PLACES {
        place.enter(session);
        Place::leave(session);
    }
    session.all()
}

/// Everything outside escape sequences, save line ends, that plain ASCII does not have.
fn beyond_ascii(bytes: &[u8]) -> Vec<u8> {
    plain(bytes).into_iter().filter(|b| !(0x20..0x7f).contains(b) && !b"\r\n".contains(b)).collect()
}

#[test]
fn ascii_is_ascii_in_every_place() {
    let person = Person::returning();
    for (columns, rows) in [(80, 24), (130, 40)] {
        let mut session = open_at_home(Start::new(&person).arg("--ascii").size(columns, rows));
        for place in PLACES {
            let mark = session.mark();
            place.enter(&mut session);
            Place::leave(&mut session);
            let odd = beyond_ascii(&session.since(mark));
            assert!(odd.is_empty(), "{} at {columns} columns: {:?}", place.name, String::from_utf8_lossy(&odd));
        }
        assert_eq!(beyond_ascii(&session.all()), b"");
    }
}

#[test]
fn a_locale_without_unicode_gets_ascii_by_itself() {
    let person = Person::returning();
    let mut session = open_at_home(Start::new(&person).env("LC_ALL", "C").env("LANG", "en_US.UTF-8"));
    session.press("S");
    session.press("\t");
    session.wait_for("next knob");
    assert_eq!(beyond_ascii(&session.all()), b"");
    let mut unicode = at_home(&person);
    unicode.press("S");
    assert_ne!(beyond_ascii(&unicode.all()), b"", "the test can tell the difference");
}

#[test]
fn a_key_switches_ascii_and_it_is_kept() {
    let person = Person::returning();
    let mut session = at_home(&person);
    session.press("A");
    let mark = session.mark();
    session.press("\x0c");
    session.press("S");
    session.press("\x0c");
    assert_eq!(beyond_ascii(&session.since(mark)), b"");
    session.keys("\x03");
    session.exit();
    let again = at_home(&person);
    assert_eq!(beyond_ascii(&again.all()), b"");
}

/// Does any colour occur: 30–37, 38, 40–47, 48, 90–107 as a parameter of SGR?
fn colours(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let sgr =
        text.split("\x1b[").skip(1).filter_map(|s| s.find(|c: char| c.is_ascii_alphabetic()).map(|at| s.split_at(at)));
    let paints = |p: &str| {
        p.split(';')
            .next()
            .and_then(|n| n.parse::<u8>().ok())
            .is_some_and(|n| (30..=38).contains(&n) || (40..=48).contains(&n) || (90..=107).contains(&n))
    };
    sgr.filter(|(parameters, rest)| rest.starts_with('m') && paints(parameters)).map(|(p, _)| p.to_string()).collect()
}

#[test]
fn no_color_means_none_and_the_selection_is_a_character() {
    let person = Person::returning();
    let mut session = open_at_home(Start::new(&person).env("NO_COLOR", "1"));
    let bytes = everywhere(&mut session);
    assert_eq!(colours(&bytes), Vec::<String>::new());
    assert!(session.row_with("Read").trim_start().starts_with('>'), "{}", session.screen());
    session.press("\x1b[B");
    assert!(session.row_with("Drill").trim_start().starts_with('>'), "{}", session.screen());
    // Set and empty is the same as not set.
    let session = open_at_home(Start::new(&person).env("NO_COLOR", ""));
    assert_ne!(colours(&session.all()), Vec::<String>::new());
}

#[test]
fn a_wrong_answer_is_told_without_colour() {
    let person = Person::returning();
    let mut session = open_at_home(Start::new(&person).env("NO_COLOR", "1"));
    PLACES.iter().find(|p| p.name == "Drill").unwrap().enter(&mut session);
    session.types("987654.25");
    session.press("\r");
    session.wait_for("try again");
}

#[test]
fn truecolor_is_used_only_where_it_is_promised() {
    let person = Person::returning();
    let mut session = open_at_home(Start::new(&person).without("COLORTERM"));
    let bytes = everywhere(&mut session);
    assert_eq!((count(&bytes, b"38;2;"), count(&bytes, b"48;2;")), (0, 0));
    assert!(find(&bytes, b"38;5;").is_some(), "256 colours are promised by TERM");
    let mut sixteen = open_at_home(Start::new(&person).without("COLORTERM").env("TERM", "xterm"));
    sixteen.press("S");
    let text = String::from_utf8_lossy(&sixteen.all()).into_owned();
    let beyond = text
        .split("8;5;")
        .skip(1)
        .filter_map(|s| s.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u16>().ok())
        .find(|n| *n > 15);
    assert_eq!(beyond, None, "sixteen colours are numbers below sixteen");
}

#[test]
fn a_terminal_that_never_answers_still_gets_home() {
    let person = Person::returning();
    let mut session = Start::new(&person).asking(Answers::Silent).open();
    session.wait_for("Today, about");
    let bytes = everywhere(&mut session);
    assert_eq!(count(&bytes, b"\x1b[6n"), 0, "nothing asks where the cursor is");
}

#[test]
fn with_a_theme_named_the_terminal_is_asked_nothing() {
    let mut session = at_home(&Person::returning());
    let bytes = everywhere(&mut session);
    for question in ["\x1b[6n", "\x1b[c", "\x1b]10;?", "\x1b]11;?", "\x1b[?u", "\x1b[14t"] {
        assert_eq!(count(&bytes, question.as_bytes()), 0, "{question:?}");
    }
}

#[test]
fn the_terminal_says_whether_it_is_light() {
    let frame = |answers| {
        let session = open_at_home(Start::new(&Person::returning()).asking(answers));
        let bytes = session.all();
        bytes[find(&bytes, b"?1049h").unwrap()..].to_vec()
    };
    let (light, dark, silent) = (frame(Answers::Light), frame(Answers::Dark), frame(Answers::Silent));
    let accent = |bytes: &[u8], rgb: &str| find(bytes, rgb.as_bytes()).is_some();
    assert!(accent(&light, "38;2;0;95;168") && !accent(&light, "38;2;124;196;255"));
    assert!(accent(&dark, "38;2;124;196;255") && !accent(&dark, "38;2;0;95;168"));
    assert!(accent(&silent, "38;2;124;196;255"), "dark where nothing is said");
}

#[test]
fn a_key_turns_the_mouse_on_and_leaving_turns_it_off() {
    let person = Person::returning();
    let mut session = at_home(&person);
    everywhere(&mut session);
    for mode in ["?1000h", "?1002h", "?1003h", "?1006h"] {
        assert_eq!(count(&session.all(), mode.as_bytes()), 0, "{mode}: text selection belongs to the terminal");
    }
    session.press("M");
    session.wait_for_bytes(0, b"?1000h");
    session.press("S");
    let top = session.screen();
    session.press("\x1b[<65;10;10M");
    assert_ne!(session.screen(), top, "the wheel scrolls");
    session.keys("\x03");
    session.exit();
    session.assert_restored();
}

fn without_a_terminal(person: &Person) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posenc"));
    command.env_clear().envs(environment(person)).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn without_a_terminal_there_is_one_line_on_stderr_and_nothing_on_stdout() {
    let person = Person::new();
    for stdin in [Stdio::null(), Stdio::piped()] {
        let output = without_a_terminal(&person).stdin(stdin).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains("terminal") && told.contains("--help"), "{told}");
    }
    assert!(!person.progress().exists(), "a refused start leaves nothing behind");
}

#[test]
fn a_dumb_terminal_is_told_about_the_plain_commands() {
    let mut session = Start::new(&Person::new()).env("TERM", "dumb").open();
    let status = session.exit();
    assert_eq!(status.exit_code(), 2);
    assert_eq!(find(&session.all(), b"\x1b"), None, "no escape sequence");
    assert!(session.screen().contains("--plain"), "{}", session.screen());
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let person = Person::new();
    for args in
        [&["plot", "--list"][..], &["calc", "--list"], &["keys"], &["man"], &["completions", "bash"], &["--help"]]
    {
        let mut child = without_a_terminal(&person).args(args).spawn().unwrap();
        drop(child.stdout.take());
        let mut told = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut told).unwrap();
        let status = child.wait().unwrap();
        assert!(status.success(), "{args:?}: {status}, {told}");
        assert_eq!(told, "", "{args:?}");
    }
}

#[test]
fn logging_variables_change_nothing_on_the_screen() {
    let person = Person::returning();
    let quiet = at_home(&person);
    let loud = open_at_home(Start::new(&person).env("RUST_LOG", "trace").env("RUST_BACKTRACE", "full"));
    loud.wait_for_quiet(Duration::from_millis(100));
    assert_eq!(loud.screen(), quiet.screen());
}
