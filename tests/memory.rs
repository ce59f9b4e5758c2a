//! What the progress file promises: nothing lost, nothing doubled, nothing silently replaced.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::fs;
use std::path::Path;

use posenc::memory::{Clock, Error, Event, EventKind, Grade, Mode, Notice, Plan, Store};
use posenc::scheme::Scheme;

fn answer(item: &str, verdict: &str, grade: Grade) -> Event {
    let mut event = Event::new(EventKind::Answer, Mode::Drill, item);
    event.verdict = verdict.into();
    event.grade = Some(grade);
    event.scheme = Some(Scheme::Rope);
    event.ms = 1500;
    if verdict == "mistake" {
        event.code = "SIGN".into();
    }
    event
}

fn at(text: &str) -> Clock {
    Clock::Fixed(text.parse().unwrap())
}

fn open(dir: &Path) -> Store {
    let (store, notices) = Store::open(dir).unwrap();
    assert_eq!(notices, []);
    store
}

#[test]
fn what_is_recorded_is_there_after_reopening() {
    let dir = tempfile::tempdir().unwrap();
    {
        let mut store = open(dir.path());
        store.record(&answer("c/a", "right", Grade::Good)).unwrap();
        store.record(&answer("c/b", "mistake", Grade::Again)).unwrap();
    }
    let store = open(dir.path());
    let recent = store.recent(10).unwrap();
    assert_eq!(recent.iter().map(|l| l.event.item.as_str()).collect::<Vec<_>>(), ["c/b", "c/a"]);
    assert_eq!(recent[0].event.code, "SIGN");
    let summary = store.summary().unwrap();
    assert_eq!((summary.answers, summary.right, summary.ms), (2, 1, 3000));
}

#[test]
fn right_comes_back_after_days_and_wrong_after_minutes() {
    let mut store = Store::in_memory().unwrap();
    store.set_clock(at("2026-11-29T12:00:00Z"));
    store.record(&answer("c/right", "right", Grade::Good)).unwrap();
    store.record(&answer("c/wrong", "wrong", Grade::Again)).unwrap();
    assert_eq!(store.due().unwrap(), []);
    store.set_clock(at("2026-11-29T12:11:00Z"));
    let due: Vec<String> = store.due().unwrap().into_iter().map(|d| d.item).collect();
    assert_eq!(due, ["c/wrong"]);
    store.set_clock(at("2026-12-29T12:00:00Z"));
    assert_eq!(store.due().unwrap().len(), 2);
}

#[test]
fn a_prompt_of_which_too_little_was_said_is_not_remembered() {
    let recall = |grade| {
        let mut store = Store::in_memory().unwrap();
        store.set_clock(at("2026-11-30T03:55:00Z"));
        let mut rubric = Event::new(EventKind::Rubric, Mode::Interview, "c/why-position");
        (rubric.verdict, rubric.grade, rubric.scheme) = ("ticked".into(), Some(grade), Some(Scheme::Rope));
        store.record(&rubric).unwrap();
        // Set in the last minutes of a study day, an interview brings what was failed forward: to the start of the next one.
        store.set_plan(&Plan { date: Some("2026-12-02".parse().unwrap()), minutes: None }).unwrap();
        let schemes = store.summary().unwrap().schemes;
        schemes.iter().find(|(scheme, _)| *scheme == Scheme::Rope).unwrap().1.recall
    };
    assert_eq!(recall(Grade::Again), Some(0.0));
    assert!(recall(Grade::Hard).unwrap() > 0.9 && recall(Grade::Good).unwrap() > 0.9);
}

#[test]
fn each_success_makes_the_next_interval_longer() {
    let mut store = Store::in_memory().unwrap();
    let mut last = 0;
    let mut now: jiff::Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    for _ in 0..5 {
        store.set_clock(Clock::Fixed(now));
        store.record(&answer("c/a", "right", Grade::Good)).unwrap();
        let skill = store.skill("c/a").unwrap().unwrap();
        let interval = skill.due_utc_ms - now.as_millisecond();
        assert!(interval > last, "{interval} after {last}");
        last = interval;
        now = jiff::Timestamp::from_millisecond(skill.due_utc_ms).unwrap();
    }
}

#[test]
fn a_clock_that_jumps_harms_nothing() {
    let mut store = Store::in_memory().unwrap();
    for time in ["2026-11-29T12:00:00Z", "2020-01-01T00:00:00Z", "2027-11-29T12:00:00Z", "2026-11-30T12:00:00Z"] {
        store.set_clock(at(time));
        store.record(&answer("c/a", "right", Grade::Good)).unwrap();
        let skill = store.skill("c/a").unwrap().unwrap();
        assert!(skill.stability.is_finite() && skill.stability > 0.0);
    }
    assert_eq!(store.summary().unwrap().answers, 4);
}

#[test]
fn undo_takes_back_the_answer_its_schedule_and_its_mistake() {
    let mut store = Store::in_memory().unwrap();
    store.record(&answer("c/a", "right", Grade::Good)).unwrap();
    let before = (store.skill("c/a").unwrap(), store.summary().unwrap().answers);
    store.record(&answer("c/a", "mistake", Grade::Again)).unwrap();
    store.record(&answer("c/a", "mistake", Grade::Again)).unwrap();
    assert_eq!(store.repeated(5).unwrap().len(), 1);
    assert_eq!(store.undo().unwrap().unwrap().event.verdict, "mistake");
    assert_eq!(store.repeated(5).unwrap(), []);
    store.undo().unwrap();
    let after = store.skill("c/a").unwrap().unwrap();
    let first = before.0.unwrap();
    assert_eq!((after.stability, after.reviews, after.lapses), (first.stability, 1, 0));
    assert_eq!(store.summary().unwrap().answers, before.1);
    assert!(store.undo().unwrap().is_some());
    assert!(store.undo().unwrap().is_none(), "nothing is left to take back");
    assert_eq!(store.skill("c/a").unwrap(), None);
}

#[test]
fn the_derived_tables_are_what_the_log_says() {
    let mut store = Store::in_memory().unwrap();
    for (i, verdict) in ["right", "mistake", "wrong", "right", "mistake"].iter().enumerate() {
        store.set_clock(at(&format!("2026-11-2{}T12:00:00Z", i + 1)));
        let grade = if *verdict == "right" { Grade::Good } else { Grade::Again };
        store.record(&answer(if i % 2 == 0 { "c/a" } else { "c/b" }, verdict, grade)).unwrap();
    }
    let mut page = Event::new(EventKind::Page, Mode::Study, "rope/cancel");
    page.scheme = Some(Scheme::Rope);
    store.record(&page).unwrap();
    page.item = "rope/score".into();
    page.verdict = posenc::memory::OPENED.into();
    store.record(&page).unwrap();
    assert_eq!((store.pages().unwrap().len(), store.opened().unwrap().len()), (1, 2));
    page.item = "rope/cancel".into();
    store.record(&page).unwrap();
    assert_eq!(store.pages().unwrap(), ["rope/cancel"], "opened again it is still read");
    store.undo().unwrap();
    let kept = (store.skills().unwrap(), store.repeated(9).unwrap(), store.pages().unwrap());
    let summary = serde_json::to_string(&store.summary().unwrap()).unwrap();
    store.rebuild().unwrap();
    assert_eq!(kept, (store.skills().unwrap(), store.repeated(9).unwrap(), store.pages().unwrap()));
    assert_eq!(summary, serde_json::to_string(&store.summary().unwrap()).unwrap());
}

#[test]
fn an_answer_after_midnight_counts_for_the_evening() {
    let mut store = Store::in_memory().unwrap();
    store.set_day_start(4);
    store.set_clock(at("2026-11-29T23:30:00Z"));
    store.record(&answer("c/a", "right", Grade::Good)).unwrap();
    store.set_clock(at("2026-11-30T01:30:00Z"));
    store.record(&answer("c/b", "right", Grade::Good)).unwrap();
    assert_eq!(store.summary().unwrap().days, 1);
}

#[test]
fn missed_points_stay_until_the_next_rehearsal() {
    let mut store = Store::in_memory().unwrap();
    let mut rubric = Event::new(EventKind::Rubric, Mode::Interview, "c/why-position");
    rubric.code = "weighted sum\nequivariance".into();
    rubric.grade = Some(Grade::Again);
    store.record(&rubric).unwrap();
    assert_eq!(store.missed().unwrap()[0].1, ["weighted sum", "equivariance"]);
    rubric.code.clear();
    store.record(&rubric).unwrap();
    assert_eq!(store.missed().unwrap(), []);
    assert_eq!(store.summary().unwrap().rehearsed, 1);
}

#[test]
fn two_windows_keep_both_answers() {
    let dir = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (open(dir.path()), open(dir.path()));
    for i in 0..20 {
        one.record(&answer(&format!("c/one-{i}"), "right", Grade::Good)).unwrap();
        two.record(&answer(&format!("c/two-{i}"), "right", Grade::Good)).unwrap();
    }
    assert_eq!(one.summary().unwrap().answers, 40);
}

#[test]
fn two_windows_at_the_same_moment_wait_for_each_other() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path()));
    let writers: Vec<_> = (0..4)
        .map(|w| {
            let dir = dir.path().to_path_buf();
            std::thread::spawn(move || {
                let mut store = Store::open(&dir).unwrap().0;
                for i in 0..10 {
                    store.record(&answer(&format!("c/{w}-{i}"), "right", Grade::Good)).unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    assert_eq!(open(dir.path()).summary().unwrap().answers, 40);
}

fn begun(dir: &Path) -> std::path::PathBuf {
    let mut store = open(dir);
    for i in 0..50 {
        store.record(&answer(&format!("c/{i}"), "right", Grade::Good)).unwrap();
    }
    drop(store);
    dir.join("progress.sqlite3")
}

fn corrupt_copies(dir: &Path) -> Vec<std::path::PathBuf> {
    let names = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path());
    names.filter(|p| p.to_string_lossy().contains(".corrupt-")).collect()
}

#[test]
fn a_damaged_file_is_set_aside_and_reported() {
    type Damage = (&'static str, fn(&Path));
    let damages: [Damage; 5] = [
        ("garbage", |f| fs::write(f, b"this is no database, it is a letter to my aunt").unwrap()),
        ("zeros", |f| fs::write(f, vec![0; 8192]).unwrap()),
        ("truncated", |f| {
            let bytes = fs::read(f).unwrap();
            fs::write(f, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("overwritten in the middle", |f| {
            let mut bytes = fs::read(f).unwrap();
            for byte in bytes.iter_mut().skip(4096).take(8192) {
                *byte = 0xAA;
            }
            fs::write(f, bytes).unwrap();
        }),
        ("a folder", |f| {
            fs::remove_file(f).unwrap();
            fs::create_dir(f).unwrap();
        }),
    ];
    for (name, damage) in damages {
        let dir = tempfile::tempdir().unwrap();
        let file = begun(dir.path());
        damage(&file);
        let (mut store, notices) = Store::open(dir.path()).unwrap();
        let [Notice::SetAside { kept, rescued, .. }] = notices.as_slice() else { panic!("{name}: {notices:?}") };
        assert!(kept.exists() && *rescued <= 50, "{name}: {notices:?}");
        // Rows stand in the half that is left by chance; what is no database has none.
        assert!(*rescued > 0 || !name.starts_with("overwritten"), "{name}");
        assert!(*rescued == 0 || name == "truncated" || name.starts_with("overwritten"), "{name}: {rescued}");
        assert_eq!(corrupt_copies(dir.path()).len(), 1, "{name}");
        store.record(&answer("c/new", "right", Grade::Good)).unwrap();
        assert_eq!(store.summary().unwrap().answers as usize, rescued + 1, "{name}");
    }
}

/// A log of so many answers, some of them longer than a page, one of them taken back.
fn long(dir: &Path, answers: usize) -> std::path::PathBuf {
    let mut store = open(dir);
    for i in 0..answers {
        let typed = if i % 50 == 7 { "é𝄞 ".repeat(4000) } else { format!("answer {i}") };
        let event = Event { typed, ..answer(&format!("c/{}", i % 40), "right", Grade::Good) };
        store.record(&event).unwrap();
    }
    store.undo().unwrap();
    dir.join("progress.sqlite3")
}

fn events(store: &Store) -> Vec<posenc::memory::Logged> {
    let mut all = Vec::new();
    store
        .each(|entry| -> Result<(), posenc::memory::Error> {
            all.push(entry);
            Ok(())
        })
        .unwrap();
    all
}

/// Writes nonsense over a page, from 1.
fn spoil(file: &Path, page: usize) {
    let mut bytes = fs::read(file).unwrap();
    bytes[4096 * (page - 1)..4096 * page].fill(0xA5);
    fs::write(file, bytes).unwrap();
}

#[test]
fn of_a_damaged_file_every_row_is_rescued_that_stands_on_a_page_that_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let file = long(dir.path(), 600);
    let whole = events(&open(dir.path()));
    let (bytes, pages) = (fs::read(&file).unwrap(), fs::metadata(&file).unwrap().len() as usize / 4096);
    let mut rescued_of = Vec::new();
    for page in [1, 2, pages / 4, pages / 3, pages / 2, pages * 3 / 4, pages - 1] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("progress.sqlite3");
        fs::write(&file, &bytes).unwrap();
        spoil(&file, page);
        let (mut store, notices) = Store::open(dir.path()).unwrap();
        let [Notice::SetAside { rescued, .. }] = notices.as_slice() else { panic!("page {page}: {notices:?}") };
        assert!(notices[0].to_string().contains(&format!("; {rescued} entries of it were rescued. It is kept as ")));
        let found = events(&store);
        assert_eq!(found.len(), *rescued);
        assert!(found.iter().all(|entry| whole.contains(entry)), "page {page}: word for word");
        assert!(found.windows(2).all(|w| w[0].at_utc_ms <= w[1].at_utc_ms), "in their order");
        // A page has at most so many of these rows; the undo of a lost answer goes with it.
        assert!(*rescued + 40 >= whole.len(), "page {page}: {rescued} of {}", whole.len());
        let living = store.summary().unwrap().answers;
        store.rebuild().unwrap();
        assert_eq!(store.summary().unwrap().answers, living);
        drop(store);
        assert!(Store::open(dir.path()).unwrap().1.is_empty(), "the fresh file is whole");
        rescued_of.push(*rescued);
    }
    assert_eq!(rescued_of[0], whole.len(), "without its first page all is there: {rescued_of:?}");
    assert!(rescued_of.iter().any(|n| *n < whole.len()), "some page had rows: {rescued_of:?}");
}

#[test]
fn what_stood_only_in_the_journal_is_rescued_too_and_what_was_not_committed_is_not() {
    let dir = tempfile::tempdir().unwrap();
    long(dir.path(), 100);
    let mut store = open(dir.path());
    for i in 0..60 {
        store.record(&answer(&format!("c/late-{i}"), "right", Grade::Good)).unwrap();
    }
    // As after a cut: the journal was not written back, and its last frames are torn.
    let cut = tempfile::tempdir().unwrap();
    for name in ["progress.sqlite3", "progress.sqlite3-wal"] {
        fs::copy(dir.path().join(name), cut.path().join(name)).unwrap();
    }
    let whole = events(&store);
    let file = cut.path().join("progress.sqlite3");
    let mut journal = fs::read(cut.path().join("progress.sqlite3-wal")).unwrap();
    journal.extend_from_slice(&[0xEE; 5000]);
    fs::write(cut.path().join("progress.sqlite3-wal"), journal).unwrap();
    fs::write(&file, b"nothing of the file itself").unwrap();
    let (store, notices) = Store::open(cut.path()).unwrap();
    let found = events(&store);
    assert!(matches!(notices.as_slice(), [Notice::SetAside { rescued, .. }] if *rescued == found.len()), "{notices:?}");
    assert!(found.iter().all(|entry| whole.contains(entry)));
    assert!(found.iter().filter(|entry| entry.event.item.starts_with("c/late-")).count() == 60, "{}", found.len());
}

/// What a program that was killed leaves: the file and its journal, of which nothing was written back.
fn killed(dir: &Path) -> (tempfile::TempDir, Vec<posenc::memory::Logged>) {
    long(dir, 100);
    let mut store = open(dir);
    for i in 0..60 {
        store.record(&answer(&format!("c/late-{i}"), "right", Grade::Good)).unwrap();
    }
    let cut = tempfile::tempdir().unwrap();
    for name in ["progress.sqlite3", "progress.sqlite3-wal"] {
        fs::copy(dir.join(name), cut.path().join(name)).unwrap();
    }
    (cut, events(&store))
}

#[test]
fn a_journal_with_a_wrong_bit_loses_nothing_but_what_stood_there() {
    let dir = tempfile::tempdir().unwrap();
    let (cut, whole) = killed(dir.path());
    let (file, journal) = (cut.path().join("progress.sqlite3"), cut.path().join("progress.sqlite3-wal"));
    let (main, bytes) = (fs::read(&file).unwrap(), fs::read(&journal).unwrap());
    let frames = bytes.len() / (4096 + 24);
    let cases = [("its magic", 0), ("its salt", 17), ("frame 5", 32 + 4120 * 5 + 2000)];
    for (name, at) in cases.into_iter().chain([("the middle", 32 + 4120 * (frames / 2) + 2000)]) {
        fs::write(&file, &main).unwrap();
        let mut wrong = bytes.clone();
        wrong[at] ^= 1;
        fs::write(&journal, wrong).unwrap();
        let (store, notices) = Store::open(cut.path()).unwrap();
        let [Notice::SetAside { kept, rescued, .. }] = notices.as_slice() else { panic!("{name}: {notices:?}") };
        let beside = format!("{}-wal", kept.display());
        assert!(Path::new(&beside).exists(), "{name}: the journal is kept as well");
        let lost = whole.len() - rescued;
        assert!(lost <= 2 || name == "its salt", "{name}: {lost} lost of {}", whole.len());
        drop(store);
        assert!(Store::open(cut.path()).unwrap().1.is_empty(), "{name}");
    }
    // A last transaction that was never finished is no damage.
    fs::write(&file, &main).unwrap();
    fs::write(&journal, &bytes[..bytes.len() - 1000]).unwrap();
    let (store, notices) = Store::open(cut.path()).unwrap();
    assert!(notices.is_empty(), "{notices:?}");
    assert!(events(&store).len() + 2 >= whole.len());
}

#[test]
fn a_wrong_length_of_pages_hides_no_row() {
    let dir = tempfile::tempdir().unwrap();
    let file = begun(dir.path());
    let whole = fs::read(&file).unwrap();
    for (name, at, wrong) in
        [("512", 16, [2, 0]), ("8192", 16, [32, 0]), ("65536", 16, [0, 1]), ("a format to come", 46, [0, 9])]
    {
        let mut bytes = whole.clone();
        bytes[at..at + 2].copy_from_slice(&wrong);
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("progress.sqlite3"), bytes).unwrap();
        let (store, notices) = Store::open(dir.path()).unwrap();
        assert!(matches!(notices.as_slice(), [Notice::SetAside { rescued: 50, .. }]), "{name}: {notices:?}");
        assert_eq!(store.summary().unwrap().answers, 50, "{name}");
    }
}

#[test]
fn a_text_that_is_none_costs_its_row_only() {
    let dir = tempfile::tempdir().unwrap();
    let file = begun(dir.path());
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute("UPDATE event SET typed = CAST(x'41ff42' AS TEXT) WHERE n = 7", ()).unwrap();
    drop(connection);
    let (store, notices) = Store::open(dir.path()).unwrap();
    assert!(matches!(notices.as_slice(), [Notice::SetAside { rescued: 49, .. }]), "{notices:?}");
    assert_eq!((store.summary().unwrap().answers, events(&store).len()), (49, 49));
}

#[test]
fn an_empty_file_is_a_new_one() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("progress.sqlite3"), b"").unwrap();
    assert_eq!(open(dir.path()).summary().unwrap().answers, 0);
}

#[test]
fn a_newer_file_is_refused_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let file = begun(dir.path());
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let before = fs::read(&file).unwrap();
    let error = Store::open(dir.path()).unwrap_err();
    assert!(matches!(error, Error::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("--data"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_database_of_something_else_is_refused_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("progress.sqlite3");
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE recipe (name TEXT);").unwrap();
    let before = fs::read(&file).unwrap();
    let error = Store::open(dir.path()).unwrap_err();
    assert!(matches!(error, Error::Foreign { .. }) && error.to_string().contains("--data"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_locked_file_says_who_may_hold_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = begun(dir.path());
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;").unwrap();
    let error = Store::open(dir.path()).unwrap_err().to_string();
    assert!(error.contains("another program") && error.contains("try again"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_made_warns_once_and_studying_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let blocked = dir.path().join("file");
    fs::write(&blocked, b"").unwrap();
    let (mut store, notices) = Store::open(&blocked.join("posenc")).unwrap();
    assert!(matches!(notices.as_slice(), [Notice::ReadOnly { .. }]), "{notices:?}");
    store.record(&answer("c/a", "right", Grade::Good)).unwrap();
    assert_eq!(store.summary().unwrap().answers, 1);
}

#[test]
fn what_was_sure_and_wrong_comes_first() {
    let mut store = Store::in_memory().unwrap();
    store.set_clock(at("2026-11-29T12:00:00Z"));
    store.record(&answer("c/early", "wrong", Grade::Again)).unwrap();
    store.set_clock(at("2026-11-29T12:05:00Z"));
    let sure = |verdict| Event { confidence: Some(3), ..answer("c/sure", verdict, Grade::Again) };
    store.record(&sure("mistake")).unwrap();
    // A second look at the same numbers, which is not graded, changes nothing.
    store.record(&Event { grade: None, ..sure("right") }).unwrap();
    store.set_clock(at("2026-11-30T12:00:00Z"));
    let due = |store: &Store| -> Vec<(String, bool)> {
        store.due().unwrap().into_iter().map(|d| (d.item, d.sure_and_wrong)).collect()
    };
    assert_eq!(due(&store), [("c/sure".to_string(), true), ("c/early".to_string(), false)]);
    store.undo().unwrap();
    store.undo().unwrap();
    assert_eq!(due(&store), [("c/early".to_string(), false)], "taken back");
}

#[test]
fn calibration_counts_first_answers_by_how_sure_they_were() {
    let mut store = Store::in_memory().unwrap();
    let said = |confidence, verdict| Event { confidence, ..answer("c/a", verdict, Grade::Good) };
    for event in [said(Some(3), "right"), said(Some(3), "mistake"), said(Some(1), "other-form"), said(None, "right")] {
        store.record(&event).unwrap();
    }
    store.record(&Event { grade: None, ..said(Some(3), "right") }).unwrap();
    let counts = |store: &Store| store.calibration().unwrap().map(|c| (c.confidence, c.answers, c.right));
    assert_eq!(counts(&store), [(1, 1, 1), (2, 0, 0), (3, 2, 1)]);
    store.undo().unwrap();
    store.undo().unwrap();
    store.undo().unwrap();
    assert_eq!(counts(&store)[0], (1, 0, 0), "taken back");
}

#[test]
fn the_log_keeps_the_level_and_a_file_of_the_first_schema_is_taken_over() {
    let dir = tempfile::tempdir().unwrap();
    {
        let mut store = open(dir.path());
        store.record(&answer("c/old", "right", Grade::Good)).unwrap();
    }
    let file = rusqlite::Connection::open(dir.path().join("progress.sqlite3")).unwrap();
    file.execute_batch(
        "DROP INDEX event_sitting; DROP INDEX event_placement; DROP INDEX event_around; DROP INDEX event_fit; \
         DROP TABLE evidence; DROP TABLE interval; DROP TABLE sure; \
         ALTER TABLE page DROP COLUMN read; ALTER TABLE event DROP COLUMN level; PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(file);
    let mut store = open(dir.path());
    store.record(&Event { level: "mental".into(), ..answer("c/new", "right", Grade::Good) }).unwrap();
    let levels: Vec<String> = store.recent(9).unwrap().into_iter().map(|l| l.event.level).collect();
    assert_eq!(levels, ["mental", ""]);
}

/// Days from a moment until an item is due.
fn due_in(store: &Store, item: &str, now: &str) -> i64 {
    let now: jiff::Timestamp = now.parse().unwrap();
    (store.skill(item).unwrap().unwrap().due_utc_ms - now.as_millisecond()) / 86_400_000
}

#[test]
fn with_an_interview_ahead_nothing_waits_longer_than_half_of_the_days_left() {
    let start = "2026-12-01T12:00:00Z";
    let mut store = Store::in_memory().unwrap();
    store.set_clock(at(start));
    store.record(&answer("c/before", "right", Grade::Easy)).unwrap();
    let free = due_in(&store, "c/before", start);
    assert!(free > 5, "{free}");
    store.set_plan(&Plan { date: Some("2026-12-09".parse().unwrap()), minutes: Some(30) }).unwrap();
    assert!(due_in(&store, "c/before", start) <= 4, "what was answered before is brought forward");
    store.record(&answer("c/after", "right", Grade::Easy)).unwrap();
    assert!(due_in(&store, "c/after", start) <= 4);
    let before = serde_json::to_string(&store.skills().unwrap()).unwrap();
    store.rebuild().unwrap();
    assert_eq!(serde_json::to_string(&store.skills().unwrap()).unwrap(), before, "the log says it all");

    store.set_clock(at("2026-12-10T12:00:00Z"));
    store.record(&answer("c/later", "right", Grade::Easy)).unwrap();
    assert_eq!(due_in(&store, "c/later", "2026-12-10T12:00:00Z"), free, "afterwards the normal schedule");
}

#[test]
fn an_undo_keeps_the_plan_that_was_in_force() {
    let start = "2026-12-01T12:00:00Z";
    let mut store = Store::in_memory().unwrap();
    store.set_clock(at(start));
    store.set_plan(&Plan { date: Some("2026-12-05".parse().unwrap()), minutes: None }).unwrap();
    store.record(&answer("c/a", "right", Grade::Easy)).unwrap();
    store.record(&answer("c/a", "wrong", Grade::Again)).unwrap();
    store.undo().unwrap().unwrap();
    assert!(due_in(&store, "c/a", start) <= 2);
    assert_eq!(store.plan().unwrap().unwrap().days_left(store.today()), Some(4));
}

#[test]
fn a_higher_recall_asks_sooner() {
    let start = "2026-12-01T12:00:00Z";
    let wait = |percent| {
        let mut store = Store::in_memory().unwrap();
        store.set_clock(at(start));
        store.set_retention(percent);
        store.record(&answer("c/a", "right", Grade::Easy)).unwrap();
        due_in(&store, "c/a", start)
    };
    assert!(wait(95) < wait(90) && wait(90) < wait(80));
}

#[test]
fn what_progress_shows_is_the_same_counted_at_once_counted_anew_and_after_an_undo() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    for (day, verdict, grade) in [(1, "right", Grade::Good), (2, "wrong", Grade::Again), (5, "right", Grade::Good)] {
        store.set_clock(at(&format!("2026-11-{day:02}T12:00:00Z")));
        let mut event = answer("c/a", verdict, grade);
        event.confidence = Some(3);
        store.record(&event).unwrap();
    }
    let shown = |store: &Store| {
        let account = store.account().unwrap();
        let mut evidence = account.evidence.clone();
        evidence.iter_mut().for_each(|e| e.recall = None);
        (evidence, account.retention, account.days, store.calibration().unwrap())
    };
    let once = shown(&store);
    assert_eq!(once.0[0].trail, "rwr");
    assert_eq!(once.0[0].run, 1, "the wrong answer began it anew");
    let kept: Vec<_> = once.1.iter().map(|k| (k.from_days, k.to_days, k.kept, k.reviews)).collect();
    assert_eq!(kept, [(1, Some(1), 0, 1), (2, Some(3), 1, 1)]);
    assert_eq!((once.3[2].right, once.3[2].answers), (2, 3));
    store.rebuild().unwrap();
    assert_eq!(shown(&store), once);
    store.record(&answer("c/a", "wrong", Grade::Again)).unwrap();
    assert_ne!(shown(&store), once);
    store.undo().unwrap();
    assert_eq!(shown(&store), once);
    let mut other = open(tempfile::tempdir().unwrap().path());
    other.set_clock(at("2026-11-05T12:00:00Z"));
    other.merge(&store.answers("c/a").unwrap()).unwrap();
    assert_eq!(shown(&other), once, "what was imported is counted too");
}

#[test]
fn an_older_file_gets_its_tables_from_its_own_log() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let mut event = answer("c/a", "right", Grade::Good);
    event.confidence = Some(2);
    store.record(&event).unwrap();
    let now = (store.account().unwrap().evidence[0].trail.clone(), store.calibration().unwrap());
    drop(store);
    let file = rusqlite::Connection::open(dir.path().join("progress.sqlite3")).unwrap();
    file.execute_batch(
        "DROP TABLE evidence; DROP TABLE interval; DROP TABLE sure; DROP INDEX event_around; \
         DROP INDEX event_sitting; DROP INDEX event_placement; DROP INDEX event_fit; \
         CREATE INDEX event_sure ON event(confidence, grade, verdict, id) WHERE confidence IS NOT NULL; \
         ALTER TABLE page DROP COLUMN read; PRAGMA user_version = 2;",
    )
    .unwrap();
    drop(file);
    let store = open(dir.path());
    assert_eq!((store.account().unwrap().evidence[0].trail.clone(), store.calibration().unwrap()), now);
}

#[test]
fn the_forecast_says_on_which_day_each_item_comes_back() {
    let mut store = Store::in_memory().unwrap();
    store.set_clock(at("2026-11-29T12:00:00Z"));
    store.record(&answer("c/wrong", "wrong", Grade::Again)).unwrap();
    store.record(&answer("c/right", "right", Grade::Good)).unwrap();
    let account = store.account().unwrap();
    assert_eq!(account.forecast[0], 1, "what was wrong comes back today");
    let summary = store.summary().unwrap();
    assert_eq!(
        (summary.due, summary.later, summary.tomorrow),
        (0, 1, account.forecast[1]),
        "later today is not tomorrow"
    );
    assert_eq!(summary.due_line(), "0 due · 1 later · tomorrow 0");
    assert!(account.evidence.iter().all(|e| !e.due));
    let right = account.evidence.iter().find(|e| e.item == "c/right").unwrap().due_in_days.unwrap();
    assert!(right > 0 && account.forecast[usize::try_from(right).unwrap()] == 1, "{right}: {:?}", account.forecast);
    store.set_clock(at("2026-12-24T12:00:00Z"));
    assert_eq!(store.account().unwrap().forecast[0], 2, "what is late is due today");
}

#[test]
fn the_first_answer_before_a_section_and_the_last_one_after_it_are_compared() {
    let mut store = Store::in_memory().unwrap();
    for (mode, typed) in [(Mode::Pretest, "a"), (Mode::Pretest, "b"), (Mode::Posttest, "c"), (Mode::Posttest, "d")] {
        for item in ["c/x", "c/y"] {
            let mut event = Event::new(EventKind::Answer, mode, item);
            event.typed = typed.into();
            store.record(&event).unwrap();
        }
    }
    let typed = |item: &str| -> String {
        store.pretests().unwrap().iter().filter(|l| l.event.item == item).map(|l| l.event.typed.clone()).collect()
    };
    assert_eq!((typed("c/x"), typed("c/y")), ("ad".into(), "ad".into()));
}

#[test]
fn a_clock_outside_of_every_calendar_harms_nothing() {
    let mut store = Store::in_memory().unwrap();
    for time in ["1931-05-04T12:00:00Z", "-009990-01-01T00:00:00Z", "9999-12-30T20:00:00Z", "2026-11-29T12:00:00Z"] {
        store.set_clock(at(time));
        for _ in 0..3 {
            store.record(&answer("c/a", "right", Grade::Good)).unwrap();
        }
        store.set_plan(&Plan { date: Some(store.today()), minutes: None }).unwrap();
        let skill = store.skill("c/a").unwrap().unwrap();
        assert!(skill.stability.is_finite() && skill.due_utc_ms > 0, "{time}: {skill:?}");
        let account = store.account().unwrap();
        assert!(account.streak <= 3 && account.first_monday() <= account.today, "{time}");
        store.due().unwrap();
    }
    let shown = serde_json::to_string(&store.account().unwrap()).unwrap();
    store.rebuild().unwrap();
    assert_eq!(serde_json::to_string(&store.account().unwrap()).unwrap(), shown);
    assert_eq!(store.summary().unwrap().answers, 12, "every answer counts");
}

#[test]
fn what_was_done_today_counts_each_item_once_and_knows_what_is_new() {
    let mut store = Store::in_memory().unwrap();
    store.set_clock(at("2026-11-28T12:00:00Z"));
    store.record(&answer("c/old", "right", Grade::Good)).unwrap();
    store.record(&answer("c/taken-back", "right", Grade::Good)).unwrap();
    store.undo().unwrap();
    store.set_clock(at("2026-11-29T12:00:00Z"));
    assert_eq!(store.done_today().unwrap(), posenc::memory::Done::default());
    for item in ["c/old", "c/new", "c/old", "c/new", "c/taken-back"] {
        store.record(&answer(item, "wrong", Grade::Again)).unwrap();
    }
    let mut cram = answer("c/crammed", "right", Grade::Good);
    cram.mode = Mode::Cram;
    store.record(&cram).unwrap();
    let done = store.done_today().unwrap();
    assert_eq!((done.reviews, done.new), (vec!["c/old".to_string()], vec!["c/new".into(), "c/taken-back".into()]));
}

#[test]
fn another_retention_moves_the_schedules_that_are_there() {
    let settings = |retention| posenc::tui::settings::Settings { retention, ..Default::default() };
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    settings(90).govern(&mut store);
    for day in [1, 4, 12] {
        store.set_clock(at(&format!("2026-11-{day:02}T12:00:00Z")));
        store.record(&answer("c/a", "right", Grade::Good)).unwrap();
    }
    let due = |store: &Store| store.skill("c/a").unwrap().unwrap().due_utc_ms;
    let before = due(&store);
    drop(store);
    let mut store = open(dir.path());
    settings(97).govern(&mut store);
    let sooner = due(&store);
    assert!(sooner < before, "{sooner} {before}");
    store.rebuild().unwrap();
    assert_eq!(due(&store), sooner, "built anew it is the same");
    assert!(!store.settle().unwrap(), "once is enough");
    settings(90).govern(&mut store);
    assert_eq!(due(&store), before);
}
