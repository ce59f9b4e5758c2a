//! `export`, `import`, `sheet`, `forget` and quiz files, as their user meets them.

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

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use common::{objects, out, posenc, run};
use serde_json::{Value, json};

fn stats(dir: &Path) -> Value {
    serde_json::from_str(&out(dir, &["stats", "--json"], "")).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn study(dir: &Path) {
    out(dir, &["drill", "alibi", "--seed", "K3F9", "--count", "4", "--json"], &"{\"answer\":1}\n".repeat(4));
    out(dir, &["drill", "rope", "--seed", "K3F9", "--count", "2", "--json"], &"{\"do\":\"solve\"}\n".repeat(2));
}

/// What an export, an import and a different clock of the reader may not change: `recall` fades by the second.
fn lasting(mut stats: Value) -> Value {
    for row in stats["schemes"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().remove("recall");
    }
    for row in stats["summary"]["schemes"].as_array_mut().unwrap() {
        row[1].as_object_mut().unwrap().remove("recall");
    }
    stats
}

#[test]
fn out_away_and_in_again_in_a_zone_far_from_utc() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("backup.json");
    // Half past nine ahead of UTC: a schedule rebuilt by UTC days would be another one.
    let zoned = |args: &[&str], input: &str| {
        let mut command = posenc(dir.path());
        let mut child = command
            .env("TZ", "AAA-9:30")
            .args(args)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    zoned(&["drill", "alibi", "--seed", "K3F9", "--count", "3", "--json"], &"{\"answer\":1}\n".repeat(3));
    let page = || lasting(serde_json::from_str(&zoned(&["stats", "--json"], "")).unwrap());
    let before = page();
    zoned(&["export", file.to_str().unwrap()], "");
    zoned(&["forget", "--all", "--yes", "--for-good"], "");
    assert_eq!(page()["summary"]["answers"], 0);
    let said = zoned(&["import", file.to_str().unwrap()], "");
    assert_eq!(said, "4 events joined your log.\n");
    assert_eq!(page(), before);
}

#[test]
fn what_an_export_carries_and_leaves_is_said_apart_from_it() {
    let dir = tempfile::tempdir().unwrap();
    study(dir.path());
    for (args, carried) in [
        (&["export"][..], "8 events of the log"),
        (&["export", "--csv"], "8 events, one a row"),
        (&["export", "--anki"], "cards with options"),
        (&["export", "--mdbook"], "their numbers frozen"),
    ] {
        let output = run(dir.path(), args, "");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let said = said(&output);
        assert!(said.contains(carried) && said.contains("posenc: not carried: "), "{args:?}: {said}");
        assert!(!output.stdout.is_empty() && !String::from_utf8_lossy(&output.stdout).contains("not carried"));
    }
}

#[test]
fn a_file_that_is_there_is_not_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("notes.txt");
    fs::write(&file, "mine").unwrap();
    let name = file.to_str().unwrap();
    for command in ["export", "sheet"] {
        let output = run(dir.path(), &[command, name], "");
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains("--force"), "{}", said(&output));
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    }
    out(dir.path(), &["sheet", name, "--force"], "");
    assert!(fs::read_to_string(&file).unwrap().contains("cheat sheet"));
}

#[test]
fn a_broken_export_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    study(dir.path());
    let before = stats(dir.path())["summary"]["answers"].clone();
    let text = out(dir.path(), &["export"], "");
    let other = tempfile::tempdir().unwrap();
    for (name, text) in
        [("cut.json", text[..text.len() - 40].to_owned()), ("word.json", text.replace("\"drill\"", "\"x\""))]
    {
        let file = dir.path().join(name);
        fs::write(&file, text).unwrap();
        for at in [dir.path(), other.path()] {
            let output = run(at, &["import", file.to_str().unwrap()], "");
            assert_eq!(output.status.code(), Some(1));
            let said = said(&output);
            assert!(said.contains(&format!("{name}:")) && said.contains("Nothing was imported"), "{said}");
        }
    }
    assert_eq!(stats(dir.path())["summary"]["answers"], before);
    assert_eq!(stats(other.path())["summary"]["answers"], 0);
}

#[test]
fn forgetting_asks_first_and_its_copy_takes_it_back() {
    let dir = tempfile::tempdir().unwrap();
    study(dir.path());
    let output = run(dir.path(), &["forget", "alibi"], "yes\n");
    assert_eq!(output.status.code(), Some(2), "a pipe is nobody to ask");
    assert!(said(&output).contains("--yes"));
    let before = lasting(stats(dir.path()));
    let text = out(dir.path(), &["forget", "alibi", "--yes"], "");
    assert!(text.contains("4 answers") && text.contains("Forgotten: 4 events."), "{text}");
    assert_eq!(
        stats(dir.path())["skills"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|s| s["item"].as_str().unwrap().contains("alibi"))
            .count(),
        0
    );
    assert_eq!(stats(dir.path())["summary"]["answers"], 2);
    let copy = text.lines().last().unwrap().strip_prefix("To take it back: posenc import ").unwrap();
    out(dir.path(), &["import", copy], "");
    assert_eq!(lasting(stats(dir.path())), before);
    assert!(out(dir.path(), &["forget", "nope", "--yes"], "").starts_with("Nothing to forget"));
    let output = run(dir.path(), &["forget", "alibbi-score", "--yes"], "");
    assert!(output.status.code() == Some(2) && said(&output).contains("alibi-score"), "{}", said(&output));
}

const CARDS: &str = "#separator:tab\n#html:true\n#guid column:1\n#tags column:4\n\
    g1\tWhat does <b>RoPE</b> rotate?\tqueries and keys\trope\n\
    g2\tWhy is \\(m_h\\) a power of two?\tSo that the slopes form a geometric sequence,<br>from near-sighted to far-sighted heads.\t\n";

#[test]
fn cards_of_anki_become_a_quiz_that_can_be_practised() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("My cards.txt");
    fs::write(&file, CARDS).unwrap();
    let name = file.to_str().unwrap();
    let text = out(dir.path(), &["import", name, "--dry-run"], "");
    assert!(text.contains("nothing was changed") && out(dir.path(), &["quiz", "--list"], "").is_empty(), "{text}");
    let text = out(dir.path(), &["import", name], "");
    assert_eq!(text, "2 questions, kept as `My-cards`.\nPractise them: posenc quiz My-cards\n");
    assert_eq!(out(dir.path(), &["quiz", "--list"], ""), "My-cards\n");
    assert!(out(dir.path(), &["import", name], "").contains("as you had them already"));

    let lines =
        objects(dir.path(), &["quiz", "My-cards", "--json"], "{\"answer\":\"Queries and Keys\"}\n{\"ticked\":[0]}\n");
    assert_eq!(lines[0]["prompt"], "What does **RoPE** rotate?");
    assert_eq!(lines[1]["verdict"], "right");
    assert_eq!(lines[2]["prompt"], "Why is $m_h$ a power of two?");

    let plain = out(dir.path(), &["quiz", "My-cards", "--plain"], "x\n\n1\n");
    let (asked, given) = (plain.find("Answer aloud").unwrap(), plain.find("geometric sequence").unwrap());
    assert!(asked < given, "the back comes after the answer:\n{plain}");

    fs::write(&file, CARDS.replace("g2", "g3")).unwrap();
    let output = run(dir.path(), &["import", name], "");
    assert!(output.status.code() == Some(2) && said(&output).contains("--name"), "{}", said(&output));
}

#[test]
fn an_export_takes_imported_quizzes_along() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = one.path().join("cards.txt");
    fs::write(&file, CARDS).unwrap();
    out(one.path(), &["import", file.to_str().unwrap()], "");
    let backup = one.path().join("backup.json");
    out(one.path(), &["export", backup.to_str().unwrap()], "");
    out(two.path(), &["import", backup.to_str().unwrap()], "");
    assert_eq!(out(two.path(), &["quiz", "--list"], ""), "cards\n");
}

#[test]
fn a_file_of_another_kind_is_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    for (path, word) in [
        (file("a.apkg", b"PK\x03\x04"), "Plain Text"),
        (file("a.png", b"\x89PNG\xff\xfe"), "UTF-8"),
        (file("a.md", b"# hello\n"), "none of the files"),
        (file("a.json", b"[1, 2]"), "Nothing was imported"),
        (file("a.toml", b"[[questions]]\ntype = \"Riddle\"\n"), "a.toml"),
        (file("b.toml", b"format = 1\nquestions = []\n"), "no question"),
        (dir.path().join("missing.json"), "missing.json"),
        (dir.path().to_path_buf(), "folder"),
    ] {
        let output = run(dir.path(), &["import", path.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(1), "{path:?}: {}", said(&output));
        assert!(said(&output).contains(word), "{path:?}: {}", said(&output));
    }
    assert_eq!(out(dir.path(), &["quiz", "--list"], ""), "");
    let output = run(dir.path(), &["quiz", "nowhere"], "");
    assert!(said(&output).contains("posenc import"), "{}", said(&output));
}

/// The quizzes of the tests, and any others in the folder that `POSENC_QUIZZES` names.
fn quizzes() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mdbook-quiz");
    let folders = [Some(own), std::env::var_os("POSENC_QUIZZES").map(PathBuf::from)];
    let files =
        folders.into_iter().flatten().flat_map(|folder| fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()));
    files.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect()
}

fn right(question: &mdbook_quiz_schema::Question) -> Value {
    use mdbook_quiz_schema::{MultipleChoiceAnswerFormat as Format, Question as Q};
    match question {
        Q::ShortAnswer(q) => json!({ "answer": q.0.answer.answer.to_uppercase() }),
        Q::Tracing(q) if q.0.answer.does_compile => {
            json!({ "answer": { "compiles": true, "stdout": q.0.answer.stdout.clone().unwrap_or_default() } })
        }
        Q::Tracing(_) => json!({ "answer": { "compiles": false } }),
        Q::MultipleChoice(q) => match &q.0.answer.answer {
            Format::Single(one) => json!({ "answer": one.0 }),
            Format::Multi(many) => json!({ "answer": many.iter().map(|m| &m.0).collect::<Vec<_>>() }),
        },
    }
}

#[test]
fn every_quiz_file_plays_through_in_json_and_its_own_answers_are_right() {
    let dir = tempfile::tempdir().unwrap();
    for path in quizzes() {
        let quiz: mdbook_quiz_schema::Quiz = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let input: String = quiz.questions.iter().map(|q| format!("{}\n", right(q))).collect();
        let lines = objects(dir.path(), &["quiz", path.to_str().unwrap(), "--json"], &input);
        let verdicts: Vec<&Value> = lines.iter().filter(|l| l.get("verdict").is_some()).collect();
        assert_eq!(verdicts.len(), quiz.questions.len(), "{path:?}");
        assert!(verdicts.iter().all(|v| v["verdict"] == "right"), "{path:?}: {verdicts:?}");
    }
}

#[test]
fn every_quiz_file_plays_through_in_plain_lines() {
    let dir = tempfile::tempdir().unwrap();
    for path in quizzes() {
        let quiz: mdbook_quiz_schema::Quiz = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let text =
            out(dir.path(), &["quiz", path.to_str().unwrap(), "--plain"], &"solve\n".repeat(quiz.questions.len()));
        let asked = text.lines().filter(|l| l.starts_with("Question ")).count();
        assert_eq!(asked, quiz.questions.len(), "{path:?}\n{text}");
        assert!(!text.contains("```") && !text.contains('\t'), "{path:?}: code is shown, not its fences\n{text}");
    }
}

#[test]
fn the_parts_of_a_question_show_the_text_that_they_share() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("parts.toml");
    let part = |n: u32| {
        format!(
            "[[questions]]\ntype = \"ShortAnswer\"\nmultipart = \"q\"\nprompt.prompt = \"Part {n}?\"\nanswer.answer = \"{n}\"\n"
        )
    };
    fs::write(
        &file,
        format!("[multipart]\nq = \"**Shared** words:\\n```rust\\nfn main() {{}}\\n```\"\n{}{}", part(1), part(2)),
    )
    .unwrap();
    let text = out(dir.path(), &["quiz", file.to_str().unwrap(), "--plain"], "1\n2\n");
    assert_eq!(text.matches("Shared words:").count(), 2, "{text}");
    assert_eq!(text.matches("fn main() {}").count(), 2, "{text}");
}

#[test]
fn a_wrong_quiz_file_gets_the_report_of_check() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("wrong.toml");
    fs::write(&file, "[[questions]]\ntype = \"Tracing\"\nprompt.program = 7\nanswer.doesCompile = \"yes\"\n").unwrap();
    let check = run(dir.path(), &["check", file.to_str().unwrap()], "");
    let report = String::from_utf8_lossy(&check.stdout).into_owned();
    for command in [&["quiz"][..], &["import"]] {
        let output = run(dir.path(), &[command[0], file.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(said(&output).contains(report.trim()), "{}\n{report}", said(&output));
    }
}
