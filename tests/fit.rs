//! The schedule fitted to a learner: it foresees better, it is kept, carried and taken back, and stopping it changes nothing.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

#[path = "common/learner.rs"]
mod learner;
#[path = "common/posenc.rs"]
mod posenc_binary;

use std::path::Path;

use learner::{answer, forgetful, study};
use posenc::content::Library;
use posenc::exchange::progress;
use posenc::memory::fit::{self, FitError, Job, Progress};
use posenc::memory::{Error, Fit, Grade, Parameters, Scope, Store};
use posenc_binary::{objects, run};

fn fitted(store: &Store) -> Fit {
    Job::start(store.reviews().unwrap(), store.parameters().unwrap()).unwrap().finish().unwrap()
}

fn forgetful_learner() -> Store {
    let mut store = Store::in_memory().unwrap();
    study(&mut store, &forgetful(), 240, 150);
    store
}

fn follows(store: &Store) -> String {
    let parts = (store.skills().unwrap(), store.summary().unwrap(), store.account().unwrap());
    serde_json::to_string_pretty(&parts).unwrap()
}

fn export(store: &Store) -> String {
    let mut out = Vec::new();
    progress::write(&mut out, &Library::embedded(), store, &[]).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_fit_foresees_what_it_did_not_see_better_than_the_average_learner_does() {
    let store = forgetful_learner();
    let fit = fitted(&store);
    assert_eq!(fit.held_out, fit.reviews / 5);
    assert!(fit.is_better() && fit.after.rmse < fit.before.rmse, "{fit:?}");
    // Not only on these: the true memory of this learner fades within days, and so says the fit.
    let numbers: Vec<f32> = fit.parameters.into();
    let (truth, average) = (forgetful(), fsrs::DEFAULT_PARAMETERS);
    assert!((numbers[2] - truth[2]).abs() < (average[2] - truth[2]).abs() / 2.0, "{} for {}", numbers[2], truth[2]);
}

#[test]
fn a_fit_in_force_moves_every_schedule_and_each_later_review() {
    let mut store = forgetful_learner();
    let before = store.skills().unwrap();
    let fit = fitted(&store);
    store.record(&fit.event()).unwrap();
    assert_eq!(store.parameters().unwrap(), fit.parameters);
    let after = store.skills().unwrap();
    let sooner = before.iter().zip(&after).filter(|(b, a)| a.stability < b.stability).count();
    assert!(sooner * 10 > after.len() * 9, "{sooner} of {}", after.len());
    store.record(&answer("c/new", Grade::Good)).unwrap();
    let days = |store: &Store| {
        let skill = store.skill("c/new").unwrap().unwrap();
        (skill.stability, skill.due_utc_ms)
    };
    let mut average = Store::in_memory().unwrap();
    average.set_clock(posenc::memory::Clock::Fixed(learner::noon(150)));
    average.record(&answer("c/new", Grade::Good)).unwrap();
    assert!(days(&store).0 < days(&average).0 && days(&store).1 < days(&average).1);
    let shown = follows(&store);
    store.rebuild().unwrap();
    assert_eq!(follows(&store), shown, "the tables are what the log says");
    store.undo().unwrap();
    assert_eq!(store.parameters().unwrap(), fit.parameters, "u takes an answer back, not the fit");
    assert_eq!(store.skill("c/new").unwrap(), None);
}

#[test]
fn too_few_reviews_are_refused_and_counted() {
    let mut store = Store::in_memory().unwrap();
    study(&mut store, &forgetful(), 20, 12);
    let found = store.reviews().unwrap();
    let (reviews, items) = (found.len(), found.items());
    assert!(reviews > 0 && reviews < fit::MIN_REVIEWS);
    let refused = FitError::TooFew { reviews, items };
    assert_eq!(Job::start(found, Parameters::default()).unwrap_err(), refused);
    let said = refused.to_string();
    assert!(said.contains(&format!("{reviews} of 400")) && said.contains("of 30 questions"), "{said}");
    assert_eq!(store.schedule().unwrap().reviews as usize, reviews, "Progress says the same number");
    assert!(!store.schedule().unwrap().can_be_fitted());
}

#[test]
fn a_minute_later_is_no_review_and_what_was_taken_back_is_none() {
    let mut store = Store::in_memory().unwrap();
    store.set_clock(posenc::memory::Clock::Fixed(learner::noon(0)));
    store.record(&answer("c/a", Grade::Again)).unwrap();
    store.record(&answer("c/a", Grade::Good)).unwrap();
    assert_eq!(store.reviews().unwrap().len(), 0);
    store.set_clock(posenc::memory::Clock::Fixed(learner::noon(1)));
    store.record(&answer("c/a", Grade::Good)).unwrap();
    assert_eq!((store.reviews().unwrap().len(), store.reviews().unwrap().items()), (1, 1));
    store.undo().unwrap();
    assert_eq!(store.reviews().unwrap().len(), 0);
    let mut cram = answer("c/a", Grade::Good);
    cram.mode = posenc::memory::Mode::Cram;
    store.record(&cram).unwrap();
    assert_eq!(store.reviews().unwrap().len(), 0, "a cram leaves the schedule alone");
}

#[test]
fn a_fit_that_is_stopped_changes_nothing() {
    let store = forgetful_learner();
    let before = (follows(&store), export(&store).lines().count());
    let stopped = Progress::default();
    stopped.cancel();
    assert_eq!(fit::fit(&store.reviews().unwrap(), &Parameters::default(), &stopped), Err(FitError::Cancelled));
    let cancelled = (0..20).any(|_| {
        let job = Job::start(store.reviews().unwrap(), Parameters::default()).unwrap();
        job.progress().cancel();
        let found = job.finish();
        // It may have been done before it heard: once more.
        assert!(found == Err(FitError::Cancelled) || found.is_ok(), "{found:?}");
        found.is_err()
    });
    assert!(cancelled);
    assert_eq!((follows(&store), export(&store).lines().count()), before);
    assert_eq!(store.schedule().unwrap().fitted, None);
}

#[test]
fn a_fit_is_exported_forgotten_and_imported_with_the_rest() {
    let mut store = forgetful_learner();
    let fit = fitted(&store);
    store.record(&fit.event()).unwrap();
    let (shown, file) = (follows(&store), export(&store));
    store.forget(Scope::All, |_| Ok::<_, Error>(())).unwrap();
    assert_eq!(store.parameters().unwrap(), Parameters::default());
    store.merge(&progress::read("f.json", &file).unwrap().events).unwrap();
    assert_eq!(store.parameters().unwrap(), fit.parameters);
    assert_eq!(follows(&store), shown);
    let kept = store.schedule().unwrap().fitted.unwrap();
    assert_eq!((kept.fit, kept.day.to_string().as_str()), (fit, "2026-05-31"));
}

#[test]
fn a_fit_and_a_return_to_the_defaults_can_be_taken_back() {
    let mut store = forgetful_learner();
    let average = follows(&store);
    let fit = fitted(&store);
    store.record(&fit.event()).unwrap();
    let mine = follows(&store);
    assert_ne!(mine, average);
    store.record(&fit::reset()).unwrap();
    assert_eq!(follows(&store), average);
    store.undo_fit().unwrap().unwrap();
    assert_eq!(follows(&store), mine);
    store.undo_fit().unwrap().unwrap();
    assert_eq!(follows(&store), average);
    assert_eq!(store.undo_fit().unwrap(), None);
}

#[test]
fn parameters_that_are_none_are_not_followed() {
    let mut store = Store::in_memory().unwrap();
    let mut event = fit::reset();
    event.verdict = "fitted".into();
    for typed in ["", "{}", "{\"parameters\":[1,2,3]}"] {
        event.typed = typed.into();
        store.record(&event).unwrap();
        assert_eq!(store.parameters().unwrap(), Parameters::default(), "{typed}");
    }
    assert_eq!(Parameters::of(&[f32::NAN; 21]), None);
}

/// A folder with the progress file of a forgetful learner.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let (mut store, _) = Store::open(&dir.path().join("data")).unwrap();
    store.merge(&progress::read("f.json", &export(&forgetful_learner())).unwrap().events).unwrap();
    dir
}

fn in_force(dir: &Path) -> serde_json::Value {
    objects(dir, &["stats", "--json"], "")[0]["schedule"]["fitted"].clone()
}

#[test]
fn the_command_says_what_it_does_and_does_not() {
    let dir = folder();
    let tried = objects(dir.path(), &["fit", "--dry-run", "--json"], "");
    assert_eq!((&tried[0]["better"], &tried[0]["kept"]), (&true.into(), &false.into()));
    assert!(in_force(dir.path()).is_null());
    let said = String::from_utf8(run(dir.path(), &["fit"], "").stdout).unwrap();
    assert!(said.contains("log loss") && said.contains("is kept"), "{said}");
    assert_eq!(in_force(dir.path())["parameters"].as_array().unwrap().len(), 21);
    // Once more it is measured against itself.
    let again = objects(dir.path(), &["fit", "--json"], "");
    assert_eq!((&again[0]["better"], &again[0]["kept"]), (&false.into(), &false.into()));
    let plain = posenc_binary::out(dir.path(), &["stats"], "");
    assert!(plain.contains("Fitted to your"), "{plain}");
    objects(dir.path(), &["fit", "--reset", "--json"], "");
    assert!(in_force(dir.path()).is_null());
    objects(dir.path(), &["fit", "--undo", "--json"], "");
    assert!(in_force(dir.path()).is_object());
}

#[test]
fn the_command_refuses_too_little_with_what_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let output = run(dir.path(), &["fit", "--json"], "");
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &said["reviews"], &said["needed"]["reviews"]), (Some(1), &0.into(), &400.into()));
    let output = run(dir.path(), &["fit"], "");
    assert!(
        String::from_utf8(output.stdout).unwrap().starts_with("Too few reviews to fit a schedule to you: 0 of 400")
    );
    let said = posenc_binary::out(dir.path(), &["fit", "--reset"], "");
    assert!(said.contains("already"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_command_and_nothing_is_changed() {
    use std::io::BufRead;
    let dir = folder();
    for _ in 0..10 {
        let mut command = posenc_binary::posenc(dir.path());
        let mut child = command.arg("fit").stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut told = std::io::BufReader::new(child.stdout.take().unwrap());
        told.read_line(&mut line).unwrap();
        assert!(line.contains("Ctrl-C stops it"), "{line}");
        let pid = rustix::process::Pid::from_child(&child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
        let code = child.wait().unwrap().code();
        if code == Some(130) {
            assert!(in_force(dir.path()).is_null());
            return;
        }
        // It was done before the signal came: once more.
        assert_eq!(code, Some(0));
        objects(dir.path(), &["fit", "--undo", "--json"], "");
    }
    panic!("ten times Ctrl-C, and it never stopped");
}

/// Beside a screen the log is read by the thread that computes: the call comes back at once, however long the log is.
#[test]
fn a_fit_reads_the_file_by_itself_and_finds_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap().0;
    let events: Vec<_> = {
        let mut all = Vec::new();
        forgetful_learner()
            .each(|e| -> Result<(), Error> {
                all.push(e);
                Ok(())
            })
            .unwrap();
        all
    };
    store.merge(&events).unwrap();
    let (own, given) = (store.fit().unwrap().finish().unwrap(), fitted(&store));
    assert_eq!((own.parameters, own.reviews, own.items), (given.parameters, given.reviews, given.items));
    // Its groups are added up in no fixed order: the last digit may differ.
    assert!((own.before.rmse - given.before.rmse).abs() < 1e-6 && (own.after.rmse - given.after.rmse).abs() < 1e-6);

    // Rows enough that reading them takes a while: the job is there before, and can be stopped while it reads.
    let file = dir.path().join("progress.sqlite3");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection
        .execute_batch(
            "INSERT INTO event SELECT NULL, e.id || '-' || s.value, at_utc_ms, utc_offset, study_day, session, mode, item, kind, \
             scheme, seed, drawn, content_hash, typed, reading, verdict, code, grade, hints, tries, confidence, ms, NULL, level \
             FROM event AS e, (WITH RECURSIVE c(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM c LIMIT 60) \
             SELECT value FROM c) AS s WHERE e.kind = 'answer'",
        )
        .unwrap();
    let at_once = std::time::Instant::now();
    let all = store.reviews().unwrap().len();
    let whole = at_once.elapsed();
    let began = std::time::Instant::now();
    let job = store.fit().unwrap();
    let took = began.elapsed();
    assert!(took * 4 < whole, "{took:?} to begin, {whole:?} to read {all}");
    assert!(job.progress().reviews().is_none(), "it is still reading");
    job.progress().cancel();
    assert_eq!(job.finish(), Err(FitError::Cancelled));
    assert!(began.elapsed() < whole, "stopped while it read");
}
