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

#[test]
fn check_names_an_id_that_has_gone_with_what_you_answered_and_makes_no_progress_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    let text =
        "[[questions]]\nid = \"first\"\ntype = \"ShortAnswer\"\nprompt.prompt = \"Yes?\"\nanswer.answer = \"yes\"\n";
    fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    out(dir.path(), &["check", name], "");
    assert!(!dir.path().join("data").exists(), "it is only looked at");
    out(dir.path(), &["quiz", name, "--json"], "{\"answer\":\"yes\"}\n");
    assert!(!out(dir.path(), &["check", name], "").contains("has gone"));
    fs::write(&file, text.replace("first", "second")).unwrap();
    let found = out(dir.path(), &["check", name], "");
    assert!(found.contains("question `first` has gone, and your progress has 1 answer of it"), "{found}");
    assert!(found.contains("was = [\"first\"]"), "{found}");
}

#[test]
fn what_cannot_have_happened_is_said_by_its_line_and_the_rest_joins() {
    let dir = tempfile::tempdir().unwrap();
    study(dir.path());
    let file = dir.path().join("backup.json");
    let name = file.to_str().unwrap();
    out(dir.path(), &["export", name], "");
    out(dir.path(), &["forget", "--all", "--yes", "--for-good"], "");
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|l| l.contains("\"confidence\":null")).unwrap() + 1;
    fs::write(&file, text.replacen("\"confidence\":null", "\"confidence\":200", 1)).unwrap();
    for args in [&["import", name, "--dry-run"][..], &["import", name]] {
        let output = run(dir.path(), args, "");
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("7 events"), "{output:?}");
        let said = said(&output);
        assert!(said.contains("1 impossible event, `confidence` is not 1, 2 or 3"), "{said}");
        assert!(said.contains(&format!("(line {line})")), "{said}");
    }
}

#[test]
fn a_cap_holds_back_what_is_due_and_says_how_to_have_it() {
    let dir = tempfile::tempdir().unwrap();
    let library = posenc::content::Library::embedded();
    let drills = library.index().questions.iter().filter(|q| q.set == posenc::content::model::Set::Drill);
    let families: Vec<String> = drills.map(|q| q.id.to_string()).collect();
    // Wrong answers come back after ten minutes; these were given a year ago.
    let events: Vec<Value> = (0..6)
        .map(|i| {
            let id = &families[i * 5];
            json!({"id": format!("0193a000-0000-7000-8000-00000000000{i}"), "atUtcMs": 1_764_500_000_000_i64,
                "utcOffset": 0, "studyDay": "2025-11-30", "kind": "answer", "mode": "drill", "session": "s",
                "item": format!("positional-information/{id}"), "scheme": null, "seed": "K3F9", "drawn": "", "contentHash": "",
                "typed": "", "reading": "", "verdict": "wrong", "code": "", "grade": "again", "hints": 0, "tries": 1,
                "confidence": null, "ms": 1000})
        })
        .collect();
    let file = dir.path().join("log.json");
    fs::write(&file, json!({"format": "posenc-progress", "version": 1, "events": events}).to_string()).unwrap();
    out(dir.path(), &["import", file.to_str().unwrap()], "");
    let plan = || objects(dir.path(), &["plan", "--json"], "").remove(0);
    assert_eq!((&plan()["heldBack"], &plan()["caps"]["reviews"]), (&json!(0), &Value::Null));
    let text = out(dir.path(), &["plan", "--reviews", "2", "--new", "3"], "");
    assert!(text.contains("more are due; your cap is 2 a day. posenc drill --due --all asks"), "{text}");
    let held = plan()["heldBack"].as_u64().unwrap();
    assert!(held > 0);
    assert!(fs::read_to_string(dir.path().join("config.toml")).unwrap().contains("reviews-a-day = 2"));
    let home = out(dir.path(), &["home", "--plain"], "");
    assert!(home.contains("Review 2 questions") && home.contains("your cap is 2 a day"), "{home}");
    let review = objects(dir.path(), &["drill", "--due", "--json"], &"{\"answer\":1}\n".repeat(2));
    assert!(review.iter().any(|o| o.get("prompt").is_some()));
    // Two are done; what is left waits, but for those that were answered today and come back.
    let after = plan();
    assert_eq!(after["heldBack"].as_u64(), Some(held), "{after}");
    fs::write(dir.path().join("config.toml"), "new-a-day = \"three\"").unwrap();
    let output = run(dir.path(), &["plan", "--new", "5"], "");
    assert_eq!(output.status.code(), Some(2), "a broken file is not written over");
    assert_eq!(fs::read_to_string(dir.path().join("config.toml")).unwrap(), "new-a-day = \"three\"");
}

#[test]
fn what_cannot_be_saved_is_said_with_its_place_and_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("data"), "a file where the folder should be").unwrap();
    for (args, not) in [
        (&["plan", "--date", "+9"][..], "Your plan was not saved"),
        (&["fit", "--reset"], "The schedule was not set back"),
        (&["fit", "--undo"], "Nothing was taken back"),
        (&["forget", "alibi-score", "--yes"], "Nothing was forgotten"),
        (&["drill", "alibi-score", "--count", "3", "--plain"], "Your answers were not saved"),
        (&["drill", "alibi-score", "--count", "3", "--json"], "Your answers were not saved"),
        (&["mock", "--json"], "Your answers were not saved"),
        (&["mock", "--interview", "--json"], "Your answers were not saved"),
        (&["interview", "derive-rope", "--plain"], "Your answers were not saved"),
        (&["interview", "derive-rope", "--json"], "Your answers were not saved"),
        (&["lesson", "alibi-score", "--json"], "Your answers were not saved"),
        (&["recall", "rope", "--json"], "Your answers were not saved"),
        (&["pretest", "rope", "--json"], "Your answers were not saved"),
        (&["plot", "rope-shift", "--predict=a"], "Your answers were not saved"),
    ] {
        let output = run(dir.path(), args, "1\n\nquit\n");
        let (said, out) = (said(&output), String::from_utf8_lossy(&output.stdout).into_owned());
        assert_eq!(output.status.code(), Some(2), "{args:?} {said}");
        assert!(said.contains(not) && said.contains("data") && said.contains("--data"), "{args:?} {said}");
        assert!(!out.contains("It waits for you"), "{out}");
    }
}

#[test]
fn a_machine_sees_in_every_verdict_whether_it_is_on_disk() {
    let dir = tempfile::tempdir().unwrap();
    let asks: [(&[&str], &str); 4] = [
        (&["drill", "alibi-score", "--count", "1", "--json"], "{\"answer\":\"123456.5\"}\n"),
        (&["mock", "--json"], "{\"answer\":\"a\"}\n{\"answer\":\"7\"}\n{\"answer\":[\"7\",\"7\"]}\n"),
        (&["interview", "derive-rope", "--json"], "{\"ticked\":[1]}\n"),
        (&["recall", "rope", "--json"], "{\"kept\":\"knew\"}\n"),
    ];
    for saved in [true, false] {
        if !saved {
            std::fs::remove_dir_all(dir.path().join("data")).unwrap();
            std::fs::write(dir.path().join("data"), "a file where the folder should be").unwrap();
        }
        for (args, typed) in asks {
            let output = run(dir.path(), args, typed);
            let out = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(out.contains(&format!("\"saved\":{saved}")), "{args:?} {out}");
            assert!(!out.contains(&format!("\"saved\":{}", !saved)), "{args:?} {out}");
            assert_eq!(output.status.code(), Some(if saved { 0 } else { 2 }), "{args:?}");
        }
    }
}

#[test]
fn what_an_export_quotes_cannot_act_on_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    study(dir.path());
    let text = String::from_utf8(run(dir.path(), &["export"], "").stdout).unwrap();
    for (field, from) in [("kind", "answer"), ("mode", "drill")] {
        let (from, to) = (format!("\"{field}\":\"{from}\""), format!("\"{field}\":\"\\u001b[2J\\u0007\""));
        let file = dir.path().join(format!("{field}\u{1b}[31m.json"));
        std::fs::write(&file, text.replace(&from, &to)).unwrap();
        let output = run(dir.path(), &["import", file.to_str().unwrap()], "");
        let all = [output.stdout, output.stderr].concat();
        assert!(!all.contains(&0x1b) && !all.contains(&7), "{}", String::from_utf8_lossy(&all));
    }
}

#[test]
fn a_setting_out_of_range_is_said() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("config.toml"), "retention = 5\n").unwrap();
    let said = said(&run(dir.path(), &["stats", "--json"], ""));
    assert!(said.contains("retention is 5") && said.contains("70 is used"), "{said}");
}
