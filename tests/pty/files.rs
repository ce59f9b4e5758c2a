//! What the program finds on disk: nothing, damage, a newer version, no permission, itself.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::Signal;

use super::harness::{CTRL_C, ENTER, Person, Session, Start};
use super::places::{PLACES, at_home, open_at_home};

/// Rehearses the first prompt and ticks one point: the shortest thing that is recorded.
fn rehearse(session: &mut Session) {
    PLACES.iter().find(|p| p.name == "Rubric").unwrap().enter(session);
    session.press_all(&[" ", ENTER]);
    session.wait_for("rehearsed");
}

fn rehearsed(person: &Person) -> String {
    let mut session = at_home(person);
    session.press("I");
    session.wait_for("rehearsed");
    session.row_with("rehearsed").split_once("Interview").unwrap().1.trim().to_string()
}

fn kept_aside(person: &Person) -> Vec<PathBuf> {
    let all = fs::read_dir(person.data()).unwrap().map(|e| e.unwrap().path());
    all.filter(|p| p.to_string_lossy().contains(".corrupt-")).collect()
}

#[test]
fn a_damaged_progress_file_is_set_aside_and_told() {
    let whole = Person::returning();
    rehearse(&mut at_home(&whole));
    let good = fs::read(whole.progress()).unwrap();
    let damages: [(&str, Vec<u8>); 4] = [
        ("text", b"this is no database".repeat(100)),
        ("zeros", vec![0; 4096]),
        ("cut in the middle", good[..good.len() / 2 + 100].to_vec()),
        ("not UTF-8", vec![0xff; 2000]),
    ];
    for (what, bytes) in damages {
        let person = Person::returning();
        fs::create_dir_all(person.data()).unwrap();
        fs::write(person.progress(), &bytes).unwrap();
        let mut session = at_home(&person);
        session.wait_for("was damaged");
        session.wait_for(".corrupt-");
        let aside = kept_aside(&person);
        assert_eq!(aside.len(), 1, "{what}: {aside:?}");
        assert_eq!(fs::read(&aside[0]).unwrap(), bytes, "{what}: kept as it was");
        rehearse(&mut session);
        drop(session);
        assert_eq!(rehearsed(&person), "1 of 44 rehearsed", "{what}");
    }
}

#[test]
fn a_folder_in_the_place_of_the_file_is_set_aside_too() {
    let person = Person::new();
    fs::create_dir_all(person.progress().join("something")).unwrap();
    let session = at_home(&person);
    session.wait_for("was damaged");
    session.wait_for("(it is a folder)");
    assert!(kept_aside(&person)[0].join("something").is_dir());
}

#[test]
fn a_newer_progress_file_stays_as_it_is() {
    let person = Person::returning();
    rehearse(&mut at_home(&person));
    let connection = rusqlite::Connection::open(person.progress()).unwrap();
    connection.pragma_update(None, "user_version", 999).unwrap();
    connection.pragma_update(None, "journal_mode", "DELETE").unwrap();
    drop(connection);
    let before = fs::read(person.progress()).unwrap();
    let mut session = Start::new(&person).open();
    session.wait_for("newer");
    session.wait_for("Nothing is saved");
    rehearse(&mut session);
    drop(session);
    assert_eq!(fs::read(person.progress()).unwrap(), before);
    assert_eq!(kept_aside(&person), Vec::<PathBuf>::new());
}

#[test]
fn a_folder_that_cannot_be_written_is_told_once_and_studying_goes_on() {
    let person = Person::new();
    // A file where the folder should be: not even root can make a folder there.
    fs::write(person.data(), "in the way").unwrap();
    let mut session = Start::new(&person).open();
    session.wait_for("cannot be written");
    session.wait_for("nothing is saved");
    session.press(ENTER);
    session.wait_for("page 1 of");
    session.press("I");
    rehearse_here(&mut session);
    session.press("G");
    session.wait_for("5 points");
    session.keys(CTRL_C);
    assert!(session.exit().success());
    session.assert_restored();
    assert_eq!(fs::read(person.data()).unwrap(), b"in the way");
}

fn rehearse_here(session: &mut Session) {
    session.press_all(&[ENTER, ENTER, " ", ENTER]);
    session.wait_for("1 of 44 rehearsed");
}

#[test]
fn a_broken_settings_file_is_told_and_kept() {
    let person = Person::returning();
    fs::create_dir_all(person.config().parent().unwrap()).unwrap();
    fs::write(person.config(), "theme = [broken").unwrap();
    let session = at_home(&person);
    session.wait_for("config.toml");
    drop(session);
    assert_eq!(fs::read_to_string(person.config()).unwrap(), "theme = [broken");
}

#[test]
fn two_windows_at_once_both_keep_what_was_answered() {
    let person = Person::returning();
    let (mut one, mut two) = (at_home(&person), at_home(&person));
    one.press("I");
    two.press("I");
    rehearse_here(&mut one);
    two.press("\x1b[B");
    two.press_all(&[ENTER, ENTER, " ", ENTER]);
    two.wait_for("2 of 44 rehearsed");
    for session in [&mut one, &mut two] {
        session.keys(CTRL_C);
        assert!(session.exit().success());
    }
    assert_eq!(rehearsed(&person), "2 of 44 rehearsed");
}

#[test]
fn killed_at_any_moment_it_opens_again_with_what_was_shown() {
    let person = Person::returning();
    for n in 1..=5 {
        let mut session = at_home(&person);
        session.press("I");
        for _ in 1..n {
            session.press("\x1b[B");
        }
        session.press_all(&[ENTER, ENTER, " ", ENTER]);
        session.wait_for(&format!("{n} of 44 rehearsed"));
        // What the screen says is on disk.
        session.signal(Signal::KILL);
        session.exit();
        assert_eq!(rehearsed(&person), format!("{n} of 44 rehearsed"));
    }
    assert_eq!(kept_aside(&person), Vec::<PathBuf>::new());
}

/// Every file below a folder.
fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn files_lie_in_the_xdg_folders_and_nowhere_else() {
    let person = Person::new();
    let start = Start::new(&person).without("POSENC_DATA_DIR").without("POSENC_CONFIG");
    let mut session = start.open();
    session.wait_for("test me first");
    let xdg = person.root().join("xdg");
    session.wait_for_file(&xdg.join("data/posenc/progress.sqlite3"));
    // A setting is changed and kept.
    session.press("A");
    session.wait_for_file(&xdg.join("config/posenc/config.toml"));
    session.keys(CTRL_C);
    session.exit();
    let known = ["data/posenc/progress.sqlite3", "config/posenc/config.toml"];
    for path in files_below(person.root()) {
        let text = path.to_string_lossy().into_owned();
        assert!(known.iter().any(|k| text.contains(k)), "litter: {text}");
    }
    assert_eq!(files_below(&person.home()), Vec::<PathBuf>::new());
}

#[test]
fn without_a_home_explicit_folders_are_enough() {
    let person = Person::returning();
    let mut start = Start::new(&person);
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LANG", "COLORTERM"] {
        start = start.without(name);
    }
    let mut session = open_at_home(start);
    session.keys("q");
    assert!(session.exit().success());
}

#[test]
fn with_nothing_but_a_home_the_folders_lie_there() {
    let person = Person::new();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_posenc"));
    let output = command.env_clear().env("HOME", person.home()).arg("paths").output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && told.contains(&*person.home().to_string_lossy()), "{told}");
}

#[test]
fn a_folder_that_vanishes_takes_nothing_else_along() {
    let person = Person::returning();
    let mut session = at_home(&person);
    fs::remove_dir_all(person.data()).unwrap();
    rehearse(&mut session);
    session.press("A");
    session.assert_alive();
    session.keys(CTRL_C);
    assert!(session.exit().success());
    session.assert_restored();
}
