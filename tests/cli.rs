//! The command line as a user meets it: help, exit codes, pipes, names.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

#[path = "common/posenc.rs"]
mod common;

use std::process::Stdio;

use common::{out, posenc, run};

const COMMANDS: [&str; 21] = [
    "home",
    "read",
    "quiz",
    "drill",
    "interview",
    "lesson",
    "pretest",
    "recall",
    "self-check",
    "calc",
    "check",
    "plot",
    "stats",
    "fit",
    "export",
    "import",
    "sheet",
    "forget",
    "paths",
    "completions",
    "man",
];

#[test]
fn every_command_has_a_help_that_teaches() {
    let dir = tempfile::tempdir().unwrap();
    insta::assert_snapshot!("help", out(dir.path(), &["--help"], ""));
    for command in COMMANDS {
        let by_flag = out(dir.path(), &[command, "--help"], "");
        assert_eq!(by_flag, out(dir.path(), &["help", command], ""), "{command}");
        insta::assert_snapshot!(format!("help-{command}"), by_flag);
    }
    assert!(!dir.path().join("data").exists(), "asking for help opens no store");
}

#[test]
fn the_manual_and_the_completions_know_every_command() {
    let dir = tempfile::tempdir().unwrap();
    let man = out(dir.path(), &["man"], "");
    assert!(man.contains(".TH posenc"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = out(dir.path(), &["completions", shell], "");
        for command in COMMANDS {
            assert!(text.contains(command), "{shell} has no {command}");
            assert!(man.contains(&command.replace('-', "\\-")) || man.contains(command), "the manual has no {command}");
        }
    }
}

#[test]
fn a_name_that_is_nearly_right_is_answered_with_the_right_one() {
    let dir = tempfile::tempdir().unwrap();
    for (args, near) in [
        (&["drill", "alibi-scroe"][..], "alibi-score"),
        (&["drill", "alibbi"], "alibi"),
        (&["read", "ropee"], "rope"),
        (&["plot", "rope-shfit"], "rope-shift"),
        (&["calc", "sofmax([1,2])"], "softmax"),
        (&["interview", "self-blnid"], "There are:"),
        (&["self-check", "self-blnid"], "self-blind"),
        (&["dril"], "drill"),
    ] {
        let output = run(dir.path(), args, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(near) && !said.contains("panicked"), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn a_family_has_several_names() {
    let dir = tempfile::tempdir().unwrap();
    let ids = |name: &str| -> Vec<String> {
        let list: serde_json::Value =
            serde_json::from_str(&out(dir.path(), &["drill", name, "--list", "--json"], "")).unwrap();
        list.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(ids("alibi-score"), ["alibi-score"]);
    assert_eq!(ids("G33"), ids("g33"));
    assert!(ids("alibi").contains(&"alibi-score".to_string()) && ids("alibi").len() >= 2);
    for number in ["G04", "G16", "G22", "G33"] {
        assert_eq!(ids(number).len(), 1, "{number}");
    }
}

#[test]
fn every_listed_family_says_what_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let list: serde_json::Value = serde_json::from_str(&out(dir.path(), &["drill", "--list", "--json"], "")).unwrap();
    let rows = list.as_array().unwrap();
    assert!(rows.len() >= 14);
    for row in rows {
        for key in ["id", "title", "scheme", "difficulty", "family", "skills"] {
            assert!(!row[key].is_null(), "{key} of {row}");
        }
    }
    let text = out(dir.path(), &["drill", "--list"], "");
    assert!(rows.iter().all(|row| text.contains(row["id"].as_str().unwrap())));
    assert!(!dir.path().join("data").exists(), "a list opens no store");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["calc", "--list"][..],
        &["plot", "sinusoidal-heatmap", "--csv"],
        &["drill", "--json", "--solve", "--count", "300"],
        &["drill", "--list"],
        &["drill", "--plain"],
        &["quiz", "--json"],
        &["interview", "--plain"],
        &["home", "--plain"],
        &["read", "rope", "--plain"],
        &["stats"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let mut child = posenc(dir.path())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_an_error_quotes_cannot_act_on_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    for args in [&["dril\u{1b}[2J\u{7}"][..], &["drill", "--coun\u{1b}[31mt"], &["plot", "--width", "\u{9b}5m"]] {
        // As on a terminal that shows colours.
        let output = posenc(dir.path()).env("CLICOLOR_FORCE", "1").args(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains("error"), "{args:?} {said:?}");
        assert!(!said.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{args:?} {said:?}");
    }
}

#[test]
fn without_a_terminal_the_screen_is_refused_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let output = run(dir.path(), &[], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    assert!(output.stdout.is_empty());
}

#[test]
fn calc_reads_an_answer_that_begins_with_a_minus() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(out(dir.path(), &["calc", "--answer", "-3"], "").trim(), r#"{"value":-3,"notice":null}"#);
    assert_eq!(out(dir.path(), &["calc", "1/4"], "").trim(), "0.25");
    assert_eq!(run(dir.path(), &["calc", "1/"], "").status.code(), Some(2));
}

#[test]
fn check_tells_fine_from_broken_from_absent() {
    let dir = tempfile::tempdir().unwrap();
    let good = dir.path().join("good.toml");
    let bad = dir.path().join("bad.toml");
    std::fs::write(&good, QUIZ_FILE).unwrap();
    std::fs::write(&bad, "[[questions]]\ntype = \"ShortAnswer\"\nprompt.prompt = 3\n").unwrap();
    let code = |path: &str| run(dir.path(), &["check", path], "").status.code();
    assert_eq!(code(good.to_str().unwrap()), Some(0));
    assert_eq!(code(bad.to_str().unwrap()), Some(1));
    assert_eq!(code(dir.path().join("none").to_str().unwrap()), Some(2));
    assert_eq!(run(dir.path(), &["check"], "").status.code(), Some(0), "our own chapter is fine");
}

/// A file of mdbook-quiz, as its book writes them.
const QUIZ_FILE: &str = r#"
[[questions]]
id = "11111111-1111-4111-8111-111111111111"
type = "ShortAnswer"
prompt.prompt = "What rotates in RoPE, besides keys?"
answer.answer = "queries"
answer.alternatives = ["query"]
"#;

#[test]
fn home_names_the_commands_of_the_day() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &["home", "--plain"], "");
    assert_eq!(text, out(dir.path(), &["--plain"], ""));
    assert!(text.contains("posenc read order-blindness --plain"), "{text}");
    let home: serde_json::Value = serde_json::from_str(&out(dir.path(), &["--json"], "")).unwrap();
    assert_eq!(home["schemes"].as_array().unwrap().len(), 7);
    for task in home["today"].as_array().unwrap() {
        let command = task["command"].as_str().unwrap();
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        assert!(run(dir.path(), &words, "").status.success(), "{command}");
    }
}

#[test]
fn a_c_locale_gets_ascii_by_itself() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["home", "--plain"][..],
        &["read", "rope", "--plain"],
        &["drill", "rope", "--plain"],
        &["interview", "--plain"],
    ] {
        let output = posenc(dir.path()).env("LC_ALL", "C").args(args).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{args:?}");
        let odd = output.stdout.iter().find(|b| **b != b'\n' && !(0x20..0x7f).contains(*b));
        assert_eq!(odd, None, "{args:?}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn data_of_a_figure_is_ascii_where_ascii_is_asked_and_reads_as_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let plot = |more: &[&str]| out(dir.path(), &[&["plot", "angle-coverage"], more].concat(), "");
    let (data, plain) = (plot(&["--json", "--ascii"]), plot(&["--json"]));
    assert!(data.is_ascii() && !plain.is_ascii());
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&data), value(&plain));
    assert!(plot(&["--csv", "--ascii"]).is_ascii());
    let asked = out(dir.path(), &["plot", "rope-shift", "--predict", "--json", "--ascii"], "");
    assert!(asked.is_ascii() && value(&asked)["options"].is_array(), "{asked}");
    let list = value(&out(dir.path(), &["plot", "--list", "--json"], ""));
    let asks = |slug: &str| list.as_array().unwrap().iter().find(|f| f["slug"] == slug).unwrap()["predict"].clone();
    assert_eq!((asks("rope-shift"), asks("rope-base")), (true.into(), false.into()));
}

#[test]
fn progress_reads_well_aloud_and_is_a_page_to_keep() {
    let dir = tempfile::tempdir().unwrap();
    out(
        dir.path(),
        &["drill", "alibi-score", "--seed", "K3F9", "--count", "2", "--plain"],
        "123456.5\nw\n\n123456.5\nw\n\n",
    );
    let text = out(dir.path(), &["stats"], "");
    for said in ["Now\n", "ALiBi: drills 0 of ", "Shaky, and why", "Coming back in the next 14 days", "today: 1"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.chars().any(|c| matches!(c, '■' | '█' | '░' | '·')), "no pictures for the ear: {text}");
    assert!(text.lines().all(|l| !l.trim_start().contains("   ")), "no columns either: {text}");
    let page = out(dir.path(), &["stats", "--html"], "");
    assert!(
        page.starts_with("<!doctype html>") && page.contains("<h2>Now</h2>") && page.contains("ALiBi: drills 0 of ")
    );
    assert!(!page.contains("http") && !page.contains("<script"), "nothing is loaded from anywhere");
    let json: serde_json::Value = serde_json::from_str(&out(dir.path(), &["stats", "--json"], "")).unwrap();
    assert_eq!(json["account"]["forecast"].as_array().unwrap().len(), 14);
    let items = json["items"].as_array().unwrap();
    let score = items.iter().find(|i| i["id"] == "alibi-score").unwrap();
    assert_eq!((score["level"].as_str(), score["evidence"]["trail"].as_str()), (Some("shaky"), Some("ww")));
}

#[test]
fn forget_without_a_name_asks_for_one_in_our_words() {
    let dir = tempfile::tempdir().unwrap();
    let said = run(dir.path(), &["forget"], "");
    assert_eq!(said.status.code(), Some(2));
    let text = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(text.contains("Forget what?") && text.contains("--all") && !text.contains("Usage"), "{text}");
}

#[test]
fn the_lessons_can_be_listed() {
    let dir = tempfile::tempdir().unwrap();
    assert!(out(dir.path(), &["lesson", "--list"], "").contains("alibi-score"));
    assert!(out(dir.path(), &["lesson", "rope", "--list"], "").contains("rope"));
}
