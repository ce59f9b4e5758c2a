//! Predicting on the command line: the figure asks, takes a letter or a place, says how far it was off, and keeps it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

#[path = "common/posenc.rs"]
mod common;

use common::{objects, out, run};
use tempfile::tempdir;

#[test]
fn a_figure_asks_in_words_and_in_json() {
    let dir = tempdir().unwrap();
    let text = out(dir.path(), &["plot", "rope-shift", "--predict"], "");
    assert!(text.contains("both move on together") && text.contains("  b  it stays the same"), "{text}");
    assert!(text.contains("Or mark any point that the curve will pass: --predict=SHIFT,HEIGHT."), "{text}");
    assert!(!text.contains("−0.7069"), "the answer is not given away: {text}");
    let object = &objects(dir.path(), &["plot", "nearest-lookalike", "--predict", "--json"], "")[0];
    assert_eq!((object["options"][2]["key"].as_str(), object["mark"]["x"].as_f64()), (Some("c"), Some(5120.0)));
    assert!(object["picture"].is_null() && object["mark"]["what"].as_str().unwrap().contains("height"), "{object}");
}

#[test]
fn a_mark_is_measured_drawn_beside_the_truth_and_kept() {
    let dir = tempdir().unwrap();
    let args = ["plot", "nearest-lookalike", "--set", "p=5000", "--predict=0.6"];
    let text = out(dir.path(), &args, "");
    let first: String = text.split("\n\n").next().unwrap().replace('\n', " ");
    assert!(first.starts_with("You marked 0.6 at position 5000. In fact it is 0.084"), "{first}");
    assert!(first.contains("you were 0.516 too high"), "{first}");
    assert!(text.contains("v right") && text.contains("x yours"), "{text}");
    let said = out(dir.path(), &["plot", "rope-score", "--predict=b", "--plain"], "");
    assert!(said.starts_with("You predicted it: at distance 50."), "{said}");
    let object = &objects(dir.path(), &["plot", "rope-score", "--predict=400", "--json"], "")[0];
    assert_eq!((object["right"].as_bool(), object["said"].as_str()), (Some(false), Some("marked distance 400")));
    let log = out(dir.path(), &["export", "--csv"], "");
    assert_eq!(log.lines().filter(|line| line.contains("predict")).count(), 3, "{log}");
    assert!(log.contains("marked 0.6 at position 5000"), "{log}");
}

#[test]
fn what_is_no_answer_or_no_question_is_refused_with_what_would_do() {
    let dir = tempdir().unwrap();
    for (args, part) in [
        (["plot", "rope-shift", "--predict=d"], "give a, b or c, or --predict=SHIFT,HEIGHT"),
        (["plot", "alibi-bias", "--predict=a"], "has no surprise to predict; these have one: nearest-lookalike"),
        (["plot", "rope-shfit", "--predict"], "did you mean `rope-shift`?"),
    ] {
        let output = run(dir.path(), &args, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(part), "{args:?}: {error}");
    }
    assert!(!dir.path().join("data").exists(), "nothing was kept");
}

#[test]
fn a_plot_without_a_name_lists_the_figures_and_still_says_what_is_missing() {
    let dir = tempdir().unwrap();
    let output = run(dir.path(), &["plot"], "");
    let (said, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(said, out(dir.path(), &["plot", "--list"], ""));
    assert!(error.contains("which figure? Name one, as in `posenc plot rope-score`"), "{error}");
}

#[test]
fn reading_asks_before_the_picture_and_says_where_the_answer_is() {
    let dir = tempdir().unwrap();
    let text = out(dir.path(), &["read", "rope/shift-both"], "");
    let (asks, picture) = (text.find("Predict first. Query at 4, key at 10"), text.find("o Common shift"));
    assert!(asks.is_some() && asks < picture && text.contains("Then look."), "{text}");
    let text = out(dir.path(), &["read", "rope"], "").replace('\n', " ");
    assert!(text.contains("posenc plot rope-score --predict=a (or b, or c) shows it."), "{text}");
    let other = out(dir.path(), &["read", "relative"], "");
    assert!(!other.contains("Predict first"), "no surprise, no question");
}
