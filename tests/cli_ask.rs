//! Questions asked without a screen: `--json`, `--plain`, what is recorded, what is not.

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
#[cfg(test)]
#[path = "cli_ask/left.rs"]
mod left;

use common::{objects, out, run};
use serde_json::Value;

const SCORE: [&str; 6] = ["drill", "alibi-score", "--seed", "K3F9", "--count", "1"];

fn score(more: &[&'static str]) -> Vec<&'static str> {
    SCORE.into_iter().chain(more.iter().copied()).collect()
}

/// What the progress file has, as `stats` prints it.
fn stats(dir: &std::path::Path) -> Value {
    serde_json::from_str(&out(dir, &["stats", "--json"], "")).unwrap()
}

#[test]
fn the_questions_of_a_pinned_seed_never_change() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["sinusoidal", "learned", "shaw", "rope", "alibi", "nope", "order"] {
        let args = ["drill", name, "--seed", "K3F9", "--count", "4", "--json", "--solve"];
        let text = out(dir.path(), &args, "");
        assert_eq!(text, out(dir.path(), &args, ""), "{name}");
        // The numbers are pinned; words may be bettered, and the marks in the codes with them.
        let numbers = |line: &str| {
            let q: Value = serde_json::from_str(line).unwrap();
            format!("{} {} value {} mistakes {}", q["id"], q["seed"], q["value"], q["mistakes"])
        };
        let pinned: Vec<String> = text.lines().map(numbers).collect();
        insta::assert_snapshot!(format!("solve-{name}"), pinned.join("\n"));
    }
    assert!(!dir.path().join("data").exists(), "--solve opens no store");
}

#[test]
fn the_code_under_a_question_replays_it_alone() {
    let dir = tempfile::tempdir().unwrap();
    for question in objects(dir.path(), &["drill", "--seed", "ABC", "--count", "12", "--json", "--solve"], "") {
        let (id, code) = (question["id"].as_str().unwrap(), question["code"].as_str().unwrap());
        let again = objects(dir.path(), &["drill", id, "--seed", code, "--count", "1", "--json", "--solve"], "");
        for key in ["id", "seed", "code", "prompt", "value", "steps", "mistakes"] {
            assert_eq!(again[0][key], question[key], "{id} {code} {key}");
        }
    }
}

#[test]
fn a_code_of_other_content_is_said_to_be_so_and_used() {
    let dir = tempfile::tempdir().unwrap();
    let other =
        run(dir.path(), &["drill", "alibi-score", "--seed", "K3F9-0000", "--count", "1", "--json", "--solve"], "");
    assert!(other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("other content"));
    assert_eq!(String::from_utf8(other.stdout).unwrap(), out(dir.path(), &score(&["--json", "--solve"]), ""));
    assert_eq!(run(dir.path(), &["drill", "--seed", "K3F9-x", "--json"], "").status.code(), Some(2));
}

#[test]
fn a_question_an_answer_a_verdict() {
    let dir = tempfile::tempdir().unwrap();
    let solved = &objects(dir.path(), &score(&["--json", "--solve"]), "")[0];
    let lines = objects(dir.path(), &score(&["--json"]), &format!("{{\"answer\":{}}}\n", solved["value"]));
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["prompt"], solved["prompt"]);
    assert!(lines[0].get("value").is_none(), "the question gives nothing away");
    assert_eq!(
        (&lines[1]["verdict"], &lines[1]["right"], &lines[1]["counts"]),
        (&"right".into(), &true.into(), &true.into())
    );
    assert_eq!(lines[1]["value"], solved["value"]);
}

#[test]
fn every_mistake_that_is_listed_is_recognised() {
    let dir = tempfile::tempdir().unwrap();
    for solved in objects(dir.path(), &["drill", "--seed", "M1", "--count", "40", "--json", "--solve"], "") {
        let (id, seed) = (solved["id"].as_str().unwrap(), solved["seed"].as_str().unwrap());
        if solved["value"].is_array() {
            continue;
        }
        for mistake in solved["mistakes"].as_array().unwrap() {
            // With all its digits: 0.02 would be too short for 0.0196 at three figures.
            let whole = solved["answers"][0]["round"]["integer"] == true;
            let value = mistake["value"].as_f64().unwrap();
            let text = if whole { mistake["value"].to_string() } else { format!("{value:.14e}") };
            let answer = format!("{{\"answer\":\"{text}\"}}\n");
            let lines = objects(dir.path(), &["drill", id, "--seed", seed, "--count", "1", "--json"], &answer);
            assert_eq!(lines[1]["code"], mistake["code"], "{id} {seed}: {}", lines[1]);
            assert_eq!(lines[1]["right"], false);
        }
    }
}

#[test]
fn what_costs_nothing_leaves_the_question_open_and_is_not_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let input = "{\"answer\":\"zzz\"}\n{\"answer\":\"\"}\nhello\n{}\n{\"answer\":[1,2]}\n{\"answer\":\"1,234\"}\n";
    let lines = objects(dir.path(), &score(&["--json"]), input);
    let kinds: Vec<&str> = lines
        .iter()
        .map(|l| if l.get("error").is_some() { "error" } else { l["verdict"].as_str().unwrap_or("question") })
        .collect();
    let unread = ["not-readable", "question"];
    assert_eq!(
        kinds,
        ["question", unread[0], unread[1], unread[0], unread[1], "error", "error", "error", unread[0], unread[1]]
    );
    assert!(lines.iter().all(|l| l.get("value").is_none()), "nothing is given away");
    assert!(lines[5]["error"].as_str().unwrap().contains("answer"));
    assert_eq!(stats(dir.path())["summary"]["answers"], 0);
}

#[test]
fn answers_are_counted_once_and_by_scheme() {
    let dir = tempfile::tempdir().unwrap();
    let answers = "{\"answer\":123456.5}\n".repeat(3);
    objects(dir.path(), &["drill", "alibi-score", "--seed", "K3F9", "--count", "3", "--json"], &answers);
    let stats = stats(dir.path());
    assert_eq!(stats["summary"]["answers"], 3);
    assert_eq!(stats["skills"].as_array().unwrap().len(), 1);
}

#[test]
fn two_windows_at_once_both_count() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path();
    let answers = "{\"answer\":123456.5}\n".repeat(30);
    std::thread::scope(|scope| {
        for family in ["alibi-score", "sin-coordinate", "alibi-slope"] {
            let answers = &answers;
            scope.spawn(move || {
                let lines = objects(path, &["drill", family, "--seed", "W", "--count", "30", "--json"], answers);
                assert_eq!(lines.iter().filter(|l| l["counts"] == true).count(), 30);
            });
        }
    });
    assert_eq!(stats(path)["summary"]["answers"], 90);
}

/// Without the content marks of the codes: they change with every word of the chapter.
fn unmarked(text: &str) -> String {
    let mark = |word: &str| word.split_once("K3F9-").map(|(before, after)| (before.to_string(), after.to_string()));
    let word = |word: &str| match mark(word) {
        Some((before, after)) => format!("{before}K3F9-MARK{}", after.get(4..).unwrap_or_default()),
        None => word.to_string(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn plain_says_what_the_screen_says() {
    let dir = tempfile::tempdir().unwrap();
    let solved =
        &objects(dir.path(), &["drill", "alibi-score", "--seed", "K3F9", "--count", "1", "--json", "--solve"], "")[0];
    let mistake = &solved["mistakes"][0]["value"];
    let input = format!("help\nhint\ncalc 1/4\nzzz\n1,234\n\n{mistake}\n");
    let text = out(dir.path(), &score(&["--plain"]), &input);
    insta::assert_snapshot!("plain-drill", unmarked(&text));
    assert!(!text.contains('\u{1b}'), "no colour, no cursor");
    assert_eq!(stats(dir.path())["summary"]["answers"], 1);
}

#[test]
fn after_a_wrong_answer_the_same_numbers_can_be_tried_again_before_the_solution() {
    let dir = tempfile::tempdir().unwrap();
    let value = objects(dir.path(), &score(&["--json", "--solve"]), "")[0]["value"].clone();
    let text = out(dir.path(), &score(&["--plain"]), &format!("123456.5\nwhat\nt\n{value}\n\n"));
    let (first, second) = text.split_once("t tries again").unwrap();
    assert!(!first.contains("step 1") && !first.contains("right:"), "nothing is given away: {text}");
    assert!(second.contains("Type t, hint, undo or quit, or just Enter."), "{text}");
    assert!(second.contains("Right"), "{text}");
    let shown = out(dir.path(), &score(&["--plain"]), "123456.5\n\n\n");
    assert!(shown.contains("step 1") && shown.contains("right:"), "{shown}");
}

#[test]
fn undo_takes_the_answer_back_on_disk_too() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["drill", "alibi-score", "--seed", "K3F9", "--count", "2", "--plain"];
    let text = out(dir.path(), &args, "123456.5\nundo\nanother\nskip\nquit\n");
    assert!(text.contains("Taken back."), "{text}");
    assert!(text.contains("Question 1 of 3."), "`another` adds one: {text}");
    assert_eq!(stats(dir.path())["summary"]["answers"], 0);
}

#[test]
fn a_progress_file_that_cannot_be_used_is_one_warning_and_one_word_at_the_end() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("data"), "a file where the folder should be").unwrap();
    let output = run(dir.path(), &score(&["--json"]), "{\"answer\":123456.5}\n");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.lines().count() == 2 && said.ends_with('\n') && said.contains("were not saved"), "{said}");
    assert_eq!(output.stdout.split(|b| *b == b'\n').count(), 3);
}

#[test]
fn the_quiz_gives_a_reason_for_every_wrong_option() {
    let dir = tempfile::tempdir().unwrap();
    let count = objects(dir.path(), &["quiz", "--json"], "")[0]["count"].as_u64().unwrap();
    assert!(count >= 8, "{count}");
    let mut asked = 0;
    // Answer each choice with its first option; typed ones with something wrong.
    let mut input = String::new();
    loop {
        let lines = objects(dir.path(), &["quiz", "--seed", "Q", "--json"], &input);
        let last = lines.last().unwrap();
        let Some(kind) = last.get("ask").and_then(Value::as_str) else {
            break;
        };
        asked += 1;
        input.push_str(match kind {
            "choice" => "{\"answer\":\"a\"}\n",
            "numbers" => "{\"answer\":\"123456.5\"}\n",
            _ => "{\"answer\":\"no idea\"}\n",
        });
        assert!(asked <= count, "{last}");
    }
    assert_eq!(asked, count);
    let lines = objects(dir.path(), &["quiz", "--seed", "Q", "--json"], &input);
    for verdict in lines.iter().filter(|l| l.get("verdict").is_some()) {
        assert!(verdict["context"].is_string(), "{verdict}");
        let reasons: Vec<&Value> = verdict.get("reasons").and_then(Value::as_array).into_iter().flatten().collect();
        assert!(reasons.iter().all(|reason| reason["why"].is_string()), "chosen or not: {verdict}");
        assert!(reasons.is_empty() || reasons.iter().filter(|r| r["chosen"] == true).count() == 1);
    }
}

#[test]
fn a_confidence_is_logged_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let input = "{\"answer\":123456.5,\"confidence\":3}\n{\"answer\":123456.5,\"confidence\":\"guess\"}\n{\"answer\":123456.5}\n";
    objects(dir.path(), &["drill", "alibi-score", "--seed", "K3F9", "--count", "3", "--json"], input);
    let calibration = stats(dir.path())["calibration"].clone();
    let counts: Vec<u64> = calibration.as_array().unwrap().iter().map(|c| c["answers"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1, 0, 1], "{calibration}");
    assert_eq!(calibration[2]["right"], 0);
    let text = out(dir.path(), &["stats"], "");
    assert!(text.contains("sure: 0 of 1 right"), "{text}");
}

#[test]
fn plain_asks_how_sure_if_the_reader_wants_that() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("config.toml"), "confidence = true\n").unwrap();
    let text = out(dir.path(), &score(&["--plain"]), "zzz\n123456.5\n7\n3\n");
    assert!(text.contains("How sure are you: 1 a guess") && text.contains("Type 1, 2 or 3"), "{text}");
    assert!(text.contains("You were sure: this one comes first next time."), "{text}");
    assert_eq!(text.matches("How sure").count(), 2, "not asked about what cannot be read: {text}");
    assert_eq!(stats(dir.path())["calibration"][2]["answers"], 1);
    let silent = tempfile::tempdir().unwrap();
    std::fs::write(silent.path().join("config.toml"), "confidence = true\n").unwrap();
    out(silent.path(), &score(&["--plain"]), "123456.5\n\n");
    assert_eq!(stats(silent.path())["summary"]["answers"], 1, "not saying is an answer too");
    assert_eq!(stats(silent.path())["calibration"][2]["answers"], 0);
}

#[test]
fn json_has_everything_that_the_screen_has() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["drill", "alibi-score", "alibi-slope", "--seed", "K3F9", "--count", "2", "--json"];
    let input = [
        r#"{"do":"hint"}"#,
        r#"{"do":"calc","expression":"2^-3"}"#,
        r#"{"do":"calc","expression":"alibi_slope(8, 1)"}"#,
        r#"{"do":"skip"}"#,
        r#"{"do":"solve"}"#,
        r#"{"do":"undo"}"#,
        r#"{"answer":123456.5}"#,
        r#"{"do":"another"}"#,
        r#"{"do":"quit"}"#,
    ];
    let lines = objects(dir.path(), &args, &(input.join("\n") + "\n"));
    assert!(lines[1]["hint"].is_string() && lines[1]["left"].is_u64(), "{}", lines[1]);
    assert_eq!(lines[2]["value"], 0.125);
    assert!(lines[3]["error"].is_string(), "the calculator does not know the schemes");
    assert_ne!(lines[4]["id"], lines[0]["id"], "skipped");
    assert_eq!((&lines[5]["verdict"], &lines[5]["right"]), (&"shown".into(), &false.into()));
    assert!(lines[5]["steps"].as_array().is_some_and(|steps| !steps.is_empty()));
    assert_eq!(lines[6]["id"], lines[0]["id"], "the skipped one comes back");
    assert_eq!(lines[7]["id"], lines[4]["id"], "taken back: it stands again");
    assert_eq!(lines[8]["verdict"], "wrong");
    assert!(lines[8]["steps"].is_array(), "a wrong answer comes with the worked steps");
    assert_eq!(lines[10]["id"], lines[4]["id"], "one more like the one just answered");
    assert_eq!(lines.len(), 11);
    assert_eq!(stats(dir.path())["summary"]["answers"], 1);
}

#[test]
fn the_mental_level_is_asked_everywhere_and_logged() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["drill", "--level", "mental", "--seed", "H1", "--count", "60", "--json", "--solve"];
    let asked = objects(dir.path(), &args, "");
    assert_eq!(asked.len(), 60);
    for question in &asked {
        assert_eq!(question["level"], "mental", "{question}");
        let round = &question["answers"][0]["round"];
        let near =
            round["within"]["rtol"] == 0.1 && question["prompt"].as_str().unwrap().contains("ithin 10 % is right");
        assert!(near || round["integer"] == true || round["exact"] == true, "{question}");
    }
    let args = ["drill", "alibi-slope", "--level", "mental", "--seed", "H1", "--count", "1", "--plain"];
    let text = out(dir.path(), &args, "calc 1/3\n2^-3*1\n0.9\n\n");
    assert!(text.contains("for the head: near enough is right") && !text.contains("= 0.3333"), "{text}");
    assert!(text.contains("mental;"), "{text}");
    let (store, _) = posenc::memory::Store::open(&dir.path().join("data")).unwrap();
    assert_eq!(store.recent(1).unwrap()[0].event.level, "mental");
    let args = ["drill", "alibi-slope", "--difficulty", "hard", "--plain"];
    assert_eq!(run(dir.path(), &args, "").status.code(), Some(2), "the old name of the flag still works");
}

#[test]
fn after_the_last_question_its_answer_can_be_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &score(&["--plain"]), "123456.5\nundo\n123456.5\n\nundo\n123456.5\n\n\n");
    assert!(text.contains("That was the last one.") && text.contains("Taken back."), "{text}");
    assert_eq!(text.matches("Question 1 of 1.").count(), 3, "{text}");
    assert_eq!(stats(dir.path())["summary"]["answers"], 1);
    objects(dir.path(), &score(&["--json"]), "{\"do\":\"undo\"}\n");
    assert_eq!(stats(dir.path())["summary"]["answers"], 0, "the next sitting in JSON can do it too");
}

#[test]
fn easier_and_harder_change_the_family() {
    let dir = tempfile::tempdir().unwrap();
    let text =
        out(dir.path(), &["drill", "alibi-score", "--seed", "K3F9", "--count", "1", "--plain"], "easier\nquit\n");
    assert!(text.contains("There is no easier family of this scheme."), "{text}");
    let lines = objects(dir.path(), &score(&["--json"]), "{\"do\":\"harder\"}\n{\"do\":\"quit\"}\n");
    assert_eq!((&lines[0]["level"], &lines[1]["scheme"]), (&"easy".into(), &"alibi".into()));
    assert_ne!(lines[1]["level"], "easy", "{}", lines[1]);
}

#[test]
fn a_progress_file_that_cannot_be_read_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    objects(dir.path(), &score(&["--json"]), "{\"answer\":123456.5}\n");
    let file = rusqlite::Connection::open(dir.path().join("data/progress.sqlite3")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    let output = run(dir.path(), &["stats"], "");
    assert_eq!(output.status.code(), Some(1));
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        page.contains("newer posenc") && page.contains("cannot be read") && !page.contains("No answers yet"),
        "{page}"
    );
    let output = run(dir.path(), &["stats", "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["error"].is_string());
}

#[test]
fn after_a_rehearsal_nobody_is_told_that_nothing_was_answered() {
    let dir = tempfile::tempdir().unwrap();
    assert!(out(dir.path(), &["stats"], "").contains("No answers yet"));
    objects(dir.path(), &["interview", "--json"], "{\"ticked\":[0]}\n");
    let text = out(dir.path(), &["stats"], "");
    assert!(!text.contains("No answers yet") && text.contains("1 interview prompt"), "{text}");
}

const FILE: &str = r#"
[[questions]]
id = "22222222-2222-4222-8222-222222222222"
type = "MultipleChoice"
prompt.prompt = "Which are positions?"
prompt.distractors = ["red", "green"]
answer.answer = ["first", "second"]
context = "Colours have no order here."

[[questions]]
id = "33333333-3333-4333-8333-333333333333"
type = "Tracing"
prompt.program = "fn main() { println!(\"{}\", 1 + 1); }"
answer.doesCompile = true
answer.stdout = "2"

[[questions]]
id = "44444444-4444-4444-8444-444444444444"
type = "ShortAnswer"
prompt.prompt = "What is added to logits in ALiBi?"
answer.answer = "a bias"
answer.alternatives = ["bias"]
"#;

#[test]
fn a_file_of_mdbook_quiz_is_asked() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    std::fs::write(&file, FILE).unwrap();
    let file = file.to_str().unwrap();
    let input = "{\"answer\":[\"first\",\"second\"]}\n{\"answer\":{\"compiles\":true,\"stdout\":\"2\"}}\n{\"answer\":\"Bias\"}\n";
    let lines = objects(dir.path(), &["quiz", file, "--json"], input);
    let right: Vec<&Value> = lines.iter().filter_map(|l| l.get("right")).collect();
    assert_eq!(right, [&true, &true, &true], "{lines:?}");
    let text = out(dir.path(), &["quiz", file, "--plain", "--seed", "Q"], "ab\nyes\n3\n=bias\n");
    assert!(text.contains("It compiles, but prints something else.") || text.contains("it compiles"), "{text}");
    assert!(text.contains("of 3 right at once"), "{text}");
}

#[test]
fn a_broken_file_prints_the_check_report() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("broken.toml");
    std::fs::write(&file, "[[questions]]\ntype = \"ShortAnswer\"\nprompt.prompt = 3\n").unwrap();
    let output = run(dir.path(), &["quiz", file.to_str().unwrap(), "--plain"], "");
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(report.contains("broken.toml") && report.contains("prompt.prompt = 3"), "{report}");
}

#[test]
fn every_prompt_can_be_rehearsed_and_what_was_missed_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    for (command, count) in [("interview", 44), ("self-check", 7)] {
        let list: Value = serde_json::from_str(&out(dir.path(), &[command, "--list", "--json"], "")).unwrap();
        let ids: Vec<&str> = list.as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), count, "{command}");
        for id in ids {
            let lines = objects(dir.path(), &[command, id, "--json"], "{\"ticked\":[99]}\n{\"ticked\":[0]}\n");
            let rubric = lines[0]["rubric"].as_array().unwrap();
            assert!(lines[1]["error"].is_string());
            let result = &lines[2];
            let asked = rubric.iter().filter(|p| p["bonus"] != true).count();
            assert_eq!(result["asked"], asked);
            assert_eq!(result["missed"].as_array().unwrap().len(), asked - usize::from(rubric[0]["bonus"] != true));
            for key in ["key", "short", "long"] {
                assert!(result[key].as_str().is_some_and(|t| !t.is_empty()), "{id}: {key}");
            }
        }
    }
    let stats = stats(dir.path());
    assert_eq!(stats["summary"]["rehearsed"], 51);
    assert!(stats["missed"].as_array().is_some_and(|m| m.len() == 51));
}

#[test]
fn without_a_name_the_prompt_is_the_one_whose_turn_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let first = objects(dir.path(), &["interview", "--json"], "{\"ticked\":[0]}\n");
    let second = objects(dir.path(), &["interview", "--json"], "");
    assert_ne!(first[0]["id"], second[0]["id"], "a rehearsed prompt is not proposed again while others are fresh");
}

#[test]
fn plain_rehearsal_reads_notes_then_ticks() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &["self-check", "self-blind", "--plain"], "sums over a set\nno index\n\n1 9\n1\n");
    let order = [
        "Self-check: ",
        "An empty line ends them.",
        "Notes: sums over a set",
        "What a strong answer has:",
        "  1. ",
        "`9` is not one of the points",
        "1 of 5 points.",
        "  missed: ",
        "In one line:",
        "In 60 seconds:",
        "In 120 seconds:",
        "What goes wrong:",
        "why it is wrong: ",
        "What they ask next:",
        "Drill it: posenc drill ",
    ];
    let mut rest = text.as_str();
    for part in order {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} is not there, or too early: {text}")).1;
    }
}

#[test]
fn a_plain_rehearsal_takes_no_notes_and_no_ticks() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &["self-check", "self-blind", "--plain"], "\n\n");
    assert!(text.contains("Enter for none") && text.contains("0 of 5 points."), "{text}");
    assert_eq!(text.matches("  missed: ").count(), 5, "{text}");
    assert_eq!(stats(dir.path())["summary"]["rehearsed"], 1);
}

#[test]
fn a_scheme_is_drilled_by_its_name_too() {
    let dir = tempfile::tempdir().unwrap();
    for (name, slug) in [("order-blindness", "order"), ("Shaw relative", "shaw"), ("RoPE", "rope")] {
        let list = |what: &str| out(dir.path(), &["drill", what, "--list"], "");
        assert_eq!(list(name), list(slug));
    }
}

#[test]
fn a_minus_is_no_seed() {
    let dir = tempfile::tempdir().unwrap();
    let output = run(dir.path(), &["drill", "rope", "--seed=-1", "--plain"], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("'-' cannot stand in a seed"), "{said}");
}

#[test]
fn a_flag_for_answers_is_not_ignored_in_a_calculation() {
    let dir = tempfile::tempdir().unwrap();
    for flag in ["--decimal-comma", "--unit=rad"] {
        let output = run(dir.path(), &["calc", flag, "1.5"], "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("--answer"), "{said}");
    }
}

#[test]
fn html_in_a_file_of_questions_is_not_read_out() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("html.toml");
    std::fs::write(&file, FILE.replace("Which are positions?", "Are there 2<sup>127</sup> <b>positions</b>?")).unwrap();
    let text = out(dir.path(), &["quiz", file.to_str().unwrap(), "--plain", "--seed", "Q"], "");
    assert!(text.contains("Are there 2¹²⁷ positions?"), "{text}");
}

#[test]
fn a_json_number_has_a_point_whatever_the_settings_say() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("config.toml"), "decimal-comma = true\n").unwrap();
    let asked = ["drill", "rope-angle", "--json", "--seed", "PFYSRW", "--count", "1"];
    let lines = objects(dir.path(), &asked, "{\"answer\":2.195}\n");
    assert!(lines.iter().any(|l| l["verdict"].is_string() || l["verdict"].is_object()), "{lines:?}");
    assert!(!lines.iter().any(|l| l.to_string().contains("can be read as")), "{lines:?}");
}

#[test]
fn a_cram_is_marked_and_nothing_comes_back_for_it() {
    let dir = tempfile::tempdir().unwrap();
    let lines = objects(dir.path(), &score(&["--cram", "--json"]), "{\"answer\":\"123\"}\n");
    assert_eq!(lines[1]["counts"], true);
    let after = run(dir.path(), &["drill", "--due", "--json"], "");
    assert!(String::from_utf8_lossy(&after.stderr).contains("Nothing is due"));
    let wrong = objects(dir.path(), &score(&["--json"]), "{\"answer\":\"123\"}\n");
    assert_eq!(wrong[1]["counts"], true);
    assert_eq!(stats(dir.path())["summary"]["answers"], 2, "both were answered");
}

#[test]
fn a_round_that_was_cut_off_is_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let none = run(dir.path(), &["drill", "--resume", "--plain"], "");
    assert!(String::from_utf8_lossy(&none.stderr).contains("no round to go on with"));
    let all = objects(dir.path(), &["drill", "alibi", "--count", "3", "--seed", "K3F9", "--json", "--solve"], "");
    let begun = out(dir.path(), &["drill", "alibi", "--count", "3", "--seed", "K3F9", "--plain"], "solve\n");
    assert!(begun.contains("posenc drill --resume"), "{begun}");
    let rest = objects(dir.path(), &["drill", "--resume", "--json"], "{\"do\":\"solve\"}\n{\"do\":\"solve\"}\n");
    let asked: Vec<&Value> = rest.iter().filter(|line| line.get("ask").is_some()).collect();
    assert_eq!(asked.len(), 2);
    for (question, solved) in asked.iter().zip(&all[1..]) {
        assert_eq!((&question["code"], &question["prompt"]), (&solved["code"], &solved["prompt"]));
        assert_eq!((&question["number"], &question["count"]), (&solved["number"], &solved["count"]));
    }
    let over = run(dir.path(), &["drill", "--resume", "--plain"], "");
    assert!(String::from_utf8_lossy(&over.stderr).contains("no round to go on with"), "it is finished");
}

#[test]
fn an_exam_says_nothing_before_its_end_and_then_everything() {
    let dir = tempfile::tempdir().unwrap();
    let answers = "{\"answer\":\"a\"}\n{\"answer\":\"7\"}\n{\"answer\":[\"7\",\"7\"]}\n".repeat(40);
    let lines = objects(dir.path(), &["mock", "--seed", "K3F9", "--json"], &answers);
    let (last, before) = lines.split_last().unwrap();
    assert_eq!(before.iter().filter(|line| line["noted"] == true).count(), 12, "{lines:?}");
    assert!(before.iter().all(|line| line["counts"] != true && line.get("value").is_none()));
    let report = &last["report"];
    assert_eq!((&report["mode"], &report["total"], &report["left"]), (&"mock".into(), &12.into(), &0.into()));
    assert_eq!(report["schemes"].as_array().unwrap().len(), 7);
    assert_eq!(last["explained"].as_array().unwrap().len(), 12);
    assert!(last["explained"][0]["verdict"].get("value").is_some());
    assert_eq!(stats(dir.path())["summary"]["answers"], 12, "an exam counts");
    let again = objects(dir.path(), &["mock", "--seed", "K3F9", "--json"], "{\"do\":\"skip\"}\n");
    assert_eq!(again[0]["code"], before[0]["code"], "the same seed is the same exam");
}

#[test]
fn an_exam_in_lines_explains_each_question_by_its_number() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &["mock", "--seed", "K3F9", "--minutes", "40", "--plain"], "undo\nskip\nquit\n");
    assert!(text.contains("of 40:00 used") && text.contains("Nothing was answered."), "{text}");
    let answers = format!("{}\n", "a\n7\n7\n".repeat(40));
    let text = out(dir.path(), &["mock", "--seed", "K3F9", "--plain", "--minutes", "0"], &answers);
    assert!(!text.contains("used)") && text.contains("of 12 right"), "{text}");
    assert!(text.contains("Number of a question to look at (Enter: done): 7"), "{text}");
}

#[test]
fn a_placement_says_what_to_read() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &["placement", "--seed", "K3F9", "--plain"], &"skip\n".repeat(14));
    assert!(text.contains("read  rope") || text.contains("read  RoPE"), "{text}");
    assert!(text.contains("posenc read rope"), "{text}");
    let shown: Value = serde_json::from_str(&out(dir.path(), &["placement", "--show", "--json"], "")).unwrap();
    let rows = shown["placement"].as_array().unwrap();
    assert_eq!(rows.len(), 7);
    assert!(rows.iter().all(|row| row["advice"] == "read" && row["asked"] == 2), "{shown}");
    assert_eq!(stats(dir.path())["summary"]["answers"], 0, "nothing of it is scored");
}

#[test]
fn a_code_of_other_content_is_said_to_be_so_wherever_it_is_used() {
    let dir = tempfile::tempdir().unwrap();
    for command in ["quiz", "mock", "placement"] {
        let other = run(dir.path(), &[command, "--seed", "K3F9-0000", "--json"], "");
        assert!(String::from_utf8_lossy(&other.stderr).contains("other content"), "{command}");
        let first: Value = serde_json::from_slice(other.stdout.split(|b| *b == b'\n').next().unwrap()).unwrap();
        let ours = objects(dir.path(), &[command, "--seed", "K3F9", "--json"], "");
        assert_eq!(first["code"], ours[0]["code"], "{command}: the same questions all the same");
    }
}

#[test]
fn an_interview_asks_six_parts_and_says_where_the_points_were() {
    let dir = tempfile::tempdir().unwrap();
    let lines = "{\"ticked\":[0]}\n{\"answer\":\"7\"}\n{\"answer\":[\"7\",\"7\"]}\n".repeat(20);
    let objects = objects(dir.path(), &["mock", "--interview", "--seed", "K3F9", "--json"], &lines);
    let rows = objects.last().unwrap()["interview"].as_array().unwrap();
    let parts: Vec<&str> = rows.iter().map(|row| row["part"].as_str().unwrap()).collect();
    assert_eq!(parts, ["speak", "compute", "speak", "plot", "compute", "speak"]);
    for row in rows {
        let (had, asked) = (row["done"]["had"].as_u64().unwrap(), row["done"]["asked"].as_u64().unwrap());
        assert!(had <= asked && (row["part"] != "compute" || asked == 1), "{row}");
    }
    assert!(objects.iter().any(|line| line.get("figure").is_some()), "the plot is shown before its prompt");
    let text =
        out(dir.path(), &["mock", "--interview", "--seed", "K3F9", "--plain"], &"a note\n\n1\n7\n7\n".repeat(20));
    assert!(text.contains("Part 1 of 6: speak") && text.contains("Part 6 of 6: speak"), "{text}");
    assert!(text.contains("The plot: ") && text.contains("posenc plot ") && text.contains("How it went:"), "{text}");
}
