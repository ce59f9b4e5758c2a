//! What is left in the middle, passed over, aimed at, replayed.

use super::common::{objects, out, run};
use serde_json::Value;

fn home(dir: &std::path::Path) -> Value {
    serde_json::from_str(&out(dir, &["home", "--json"], "")).unwrap()
}

#[test]
fn home_goes_on_with_what_was_left_and_throws_it_away() {
    let dir = tempfile::tempdir().unwrap();
    let answers = "{\"answer\":\"a\"}\n{\"answer\":\"7\"}\n{\"answer\":[\"7\",\"7\"]}\n".repeat(40);
    let some: String = answers.lines().take(8).map(|line| format!("{line}\n")).collect();
    let lines = objects(dir.path(), &["mock", "--seed", "K3F9", "--json"], &some);
    let done = lines.iter().filter(|line| line["noted"] == true).count();
    assert!((1..12).contains(&done), "{lines:?}");
    let seen = || serde_json::from_str::<Value>(&out(dir.path(), &["stats", "--json"], "")).unwrap()["summary"].clone();
    assert_eq!(seen()["answers"], 0, "nothing is said before the end");
    assert!(lines.last().unwrap().get("report").is_none() && lines.last().unwrap()["left"] == 12 - done, "{lines:?}");
    let text = out(dir.path(), &["drill", "--resume", "--plain"], "quit\n");
    assert!(!text.contains(" right") && text.contains("It waits for you"), "{text}");
    let first = home(dir.path())["today"][0].clone();
    assert_eq!((&first["task"], &first["round"]), (&"goOn".into(), &"mock exam".into()));
    assert_eq!((&first["left"], &first["count"]), (&(12 - done).into(), &12.into()));
    assert!(first["clockMs"].as_u64().unwrap() > 1_000_000, "{first}");
    assert_eq!(first["command"], "posenc drill --resume --plain");
    for args in [&["home", "--plain"][..], &["--plain"]] {
        let text = out(dir.path(), args, "");
        let line = format!("1. Go on: mock exam, {} of 12 left, ", 12 - done);
        assert!(text.contains(&line) && text.contains(" on the clock"), "{text}");
        assert!(text.contains("posenc drill --drop throws it away"), "{text}");
    }
    let dropped = out(dir.path(), &["drill", "--drop"], "");
    assert!(dropped.contains("Thrown away: the mock exam"), "{dropped}");
    assert_ne!(home(dir.path())["today"][0]["task"], "goOn");
    assert!(out(dir.path(), &["drill", "--drop"], "").contains("no round to throw away"));
    assert_eq!(seen()["answers"], done, "what was answered is kept");
}

#[test]
fn an_exam_stays_on_offer_when_another_round_is_begun_and_left() {
    let dir = tempfile::tempdir().unwrap();
    let some = "{\"answer\":\"a\"}\n{\"answer\":\"7\"}\n{\"answer\":[\"7\",\"7\"]}\n".repeat(2);
    objects(dir.path(), &["mock", "--seed", "K3F9", "--json"], &some);
    out(dir.path(), &["drill", "rope", "--seed", "ABBA", "--count", "3", "--plain"], "skip\nsolve\nquit\n");
    let rounds = || -> Vec<Value> {
        let tasks = home(dir.path())["today"].as_array().unwrap().clone();
        tasks.into_iter().filter(|task| task["task"] == "goOn").collect()
    };
    let both = rounds();
    assert_eq!((both.len(), &both[0]["round"], &both[1]["round"]), (2, &"drill".into(), &"mock exam".into()));
    let code = both[1]["code"].as_str().unwrap();
    assert_eq!(both[1]["command"], format!("posenc drill --resume {code} --plain"));
    let text = out(dir.path(), &["home", "--plain"], "");
    assert!(text.contains("2. Go on: mock exam, ") && text.contains(&format!("posenc drill --drop {code} ")), "{text}");

    // Today has three of them, and the others are named below it.
    for seed in ["CAB", "DAB"] {
        out(dir.path(), &["drill", "alibi", "--seed", seed, "--count", "3", "--plain"], "solve\n");
    }
    let text = out(dir.path(), &["home", "--plain"], "");
    assert!(rounds().len() == 3 && text.contains("Also left: mock exam, "), "{text}");
    for seed in ["CAB", "DAB"] {
        out(dir.path(), &["drill", "--drop", seed], "");
    }

    // The other one is gone on with by its code; a code that there is not names those that there are.
    let exam = objects(dir.path(), &["drill", "--resume", code, "--json"], "{\"do\":\"quit\"}\n");
    assert!(exam[0]["code"].as_str().unwrap() != code && exam[0].get("ask").is_some(), "{exam:?}");
    let none = run(dir.path(), &["drill", "--resume", "NOPE", "--plain"], "");
    let said = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(none.status.code() == Some(2) && said.contains(code) && said.contains("(drill, 2 of 3 left)"), "{said}");
    assert!(out(dir.path(), &["drill", "--drop", "ABBA"], "").contains("Thrown away: the drill, 2 of 3 left"));
    assert_eq!(rounds().len(), 1);
}

#[test]
fn due_means_the_same_on_home_and_in_stats() {
    let dir = tempfile::tempdir().unwrap();
    out(dir.path(), &["drill", "rope", "--seed", "K3F9", "--count", "3", "--plain"], "solve\nsolve\nsolve\n");
    let page = out(dir.path(), &["home", "--plain"], "");
    assert!(page.contains("Due now: 0; 3 later today, 0 tomorrow"), "{page}");
    let stats = out(dir.path(), &["stats"], "");
    assert!(stats.contains("0 due now, 3 later today, 0 tomorrow"), "{stats}");
    assert!(stats.contains("  later today: 3") && !stats.contains("  today: "), "{stats}");
    assert!(stats.contains("Due later today.") && !stats.contains("Due today"), "{stats}");
    assert!(stats.contains("of 30 questions; there are none yet."), "{stats}");
}

#[test]
fn a_mock_interview_that_was_cut_off_goes_on_at_its_next_part() {
    let dir = tempfile::tempdir().unwrap();
    let whole = ["mock", "--interview", "--seed", "K3F9", "--json"];
    let begun = objects(dir.path(), &whole, "{\"ticked\":[0]}\n");
    let report = begun.last().unwrap();
    let code = report["code"].as_str().unwrap();
    assert!(code.starts_with("K3F9-"), "{report}");
    assert!(report["interview"][0]["done"].is_object() && report["interview"][1]["done"].is_null(), "{report}");
    let first = home(dir.path())["today"][0].clone();
    assert_eq!((&first["round"], &first["left"]), (&"mock interview".into(), &5.into()));
    assert_eq!(first["words"], "5 of 6 left");

    // One more part in lines, and then the rest in objects.
    let text = out(dir.path(), &["drill", "--resume", "--plain"], "7\n7\n");
    assert!(text.contains("Part 2 of 6: compute") && !text.contains("Part 1 of 6"), "{text}");
    assert!(text.contains("It waits for you: posenc drill --resume"), "{text}");
    assert!(text.contains(&format!("posenc mock --interview --seed {code}")), "{text}");
    let rest = objects(
        dir.path(),
        &["drill", "--resume", "--json"],
        &"{\"ticked\":[0]}\n{\"answer\":\"7\"}\n{\"answer\":[\"7\",\"7\"]}\n".repeat(20),
    );
    let report = rest.last().unwrap();
    assert_eq!(report["code"], code);
    let parts = report["interview"].as_array().unwrap();
    assert!(parts.iter().all(|part| part["done"].is_object()), "{report}");
    let first = &begun.last().unwrap()["interview"][0]["done"];
    assert_eq!(parts[0]["done"]["missed"], first["missed"], "what is done stays done");
    assert_ne!(home(dir.path())["today"][0]["task"], "goOn", "nothing is left");
}

#[test]
fn what_is_typed_marks_points_as_mentioned_and_ticks_none() {
    let dir = tempfile::tempdir().unwrap();
    let notes = "I rotate the query by m theta and the key by n theta; the transpose moves across the product.";
    let input = format!("{{\"notes\":\"{notes}\"}}\n{{\"ticked\":[],\"notes\":\"{notes}\"}}\n");
    let lines = objects(dir.path(), &["interview", "derive-rope", "--json"], &input);
    let marked = lines[1]["mentioned"].as_array().unwrap();
    assert_eq!(marked[0]["words"], serde_json::json!(["rotate", "m theta", "n theta"]), "{}", lines[1]);
    assert!(
        marked.iter().any(Value::is_null) && lines[1]["caution"].as_str().unwrap().contains("Tick"),
        "{}",
        lines[1]
    );
    assert_eq!((&lines[2]["had"], &lines[2]["mentioned"]), (&0.into(), &lines[1]["mentioned"]));
    let text = out(dir.path(), &["interview", "derive-rope", "--plain"], &format!("{notes}\n\n\n"));
    assert!(text.contains("mentioned? You typed: rotate, m theta, n theta"), "{text}");
    assert!(text.contains("0 of 7 points"), "nothing is ticked by itself: {text}");
    let silent = out(dir.path(), &["interview", "derive-rope", "--plain"], "\n\n");
    assert!(!silent.contains("mentioned?"), "{silent}");
}

#[test]
fn a_placement_test_is_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    assert!(out(dir.path(), &["placement", "--drop"], "").contains("no placement test"));
    out(dir.path(), &["placement", "--seed", "K3F9", "--plain"], &"skip\n".repeat(14));
    assert!(out(dir.path(), &["placement", "--drop"], "").contains("every section again"));
    let shown: Value = serde_json::from_str(&out(dir.path(), &["placement", "--show", "--json"], "")).unwrap();
    assert_eq!(shown["placement"], serde_json::json!([]));
    for command in ["placement", "drill"] {
        let said: Value = serde_json::from_str(&out(dir.path(), &[command, "--drop", "--json"], "")).unwrap();
        assert!(said["dropped"] == false || said["dropped"].is_null(), "{said}");
        assert!(said["said"].as_str().unwrap().starts_with("There is no "), "{said}");
    }
    assert_eq!(home(dir.path())["passedOver"], serde_json::json!([]));
}

#[test]
fn a_drill_is_aimed_at_one_mistake() {
    let dir = tempfile::tempdir().unwrap();
    let asked = objects(dir.path(), &["drill", "--aim", "off1", "--count", "2", "--json"], "{\"do\":\"solve\"}\n");
    let questions: Vec<&Value> = asked.iter().filter(|line| line.get("ask").is_some()).collect();
    assert!(questions.len() == 2 && questions[0]["id"] == questions[1]["id"], "{asked:?}");
    let text = out(dir.path(), &["drill", "--aim", "OFF1", "--count", "2", "--plain"], "quit\n");
    assert!(text.contains("Aimed at OFF1 in "), "{text}");
    let output = run(dir.path(), &["drill", "--aim", "OFF11", "--json"], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("no mistake `OFF11`") && said.contains("OFF1"), "{said}");
    assert!(said.contains("no named mistake yet"), "{said}");
}

#[test]
fn the_command_of_a_report_asks_the_very_same_again() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &["drill", "rope", "--count", "2", "--seed", "K3F9", "--plain"], "solve\nsolve\n\n");
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let command = joined.split("The code replays this very sitting: posenc ").nth(1).unwrap();
    let args: Vec<&str> = command.split(' ').take(6).collect();
    assert_eq!(args[..5], ["drill", "rope", "--count", "2", "--seed"], "{text}");
    let codes = |args: &[&str]| -> Vec<Value> {
        let all = [args, &["--json", "--solve"]].concat();
        objects(dir.path(), &all, "").iter().map(|line| line["code"].clone()).collect()
    };
    assert_eq!(codes(&args), codes(&["drill", "rope", "--count", "2", "--seed", "K3F9"]));
}

#[test]
fn a_lesson_that_was_cut_off_goes_on_at_its_blank() {
    let dir = tempfile::tempdir().unwrap();
    // One example that is shown whole, its rule picked; the second one is left at its blank.
    let text = out(dir.path(), &["lesson", "alibi-score", "--seed", "K3F9", "--plain"], "a\n");
    assert!(text.contains("Example 2: the last step is yours") && text.contains("It waits for you"), "{text}");
    let first = home(dir.path())["today"][0].clone();
    assert_eq!((&first["round"], &first["left"]), (&"lesson".into(), &2.into()), "{first}");
    let lines = objects(dir.path(), &["drill", "--resume", "--json"], "{\"answer\":\"123456.5\"}\n");
    assert_eq!((&lines[0]["example"], &lines[0]["level"]), (&2.into(), &1.into()), "{lines:?}");
    assert!(text.contains(lines[0]["code"].as_str().unwrap()), "the same numbers");
    // It was wrong, and that stands in the log once; the step is shown, the rule picked, and the third example comes.
    let again = out(dir.path(), &["drill", "--resume", "--plain"], "show\na\n");
    assert!(again.contains("Example 2: ") && again.contains("Example 3: every step is shown"), "{again}");
    out(dir.path(), &["drill", "--resume", "--plain"], "a\n");
    assert_ne!(home(dir.path())["today"][0]["task"], "goOn", "nothing is left");
    let stats: Value = serde_json::from_str(&out(dir.path(), &["stats", "--json"], "")).unwrap();
    assert_eq!(stats["summary"]["answers"], 1);
}

#[test]
fn a_rehearsal_goes_on_at_its_points_with_what_was_typed() {
    let dir = tempfile::tempdir().unwrap();
    let text = out(dir.path(), &["interview", "derive-rope", "--plain"], "rotate q by m theta, k by n theta\n\n");
    assert!(text.contains("What a strong answer has:") && text.contains("It waits for you"), "{text}");
    let first = home(dir.path())["today"][0].clone();
    assert_eq!(first["round"], "rehearsal");
    assert!(first["words"].as_str().unwrap().starts_with("points to tick, "), "{first}");
    let lines = objects(dir.path(), &["drill", "--resume", "--json"], "{\"ticked\":[0]}\n");
    assert_eq!(
        (&lines[0]["id"], &lines[0]["notes"]),
        (&"derive-rope".into(), &"rotate q by m theta, k by n theta".into())
    );
    assert!(lines[1]["mentioned"][0].is_object(), "the notes of before are marked: {}", lines[1]);
    assert_ne!(home(dir.path())["today"][0]["task"], "goOn", "nothing is left");

    objects(dir.path(), &["self-check", "--json"], "{\"notes\":\"a sum over keys\"}\n");
    let dropped = out(dir.path(), &["drill", "--drop"], "");
    assert!(dropped.contains("Thrown away: the rehearsal"), "{dropped}");
}

#[test]
fn questions_around_a_section_and_recall_prompts_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let answers = "{\"answer\":\"a\"}\n";
    let lines = objects(dir.path(), &["pretest", "rope", "--json"], answers);
    let asked = |lines: &[Value]| -> Vec<Value> {
        lines.iter().filter(|line| line.get("ask").is_some()).map(|line| line["code"].clone()).collect()
    };
    let before = asked(&lines);
    assert_eq!(home(dir.path())["today"][0]["round"], "questions before reading");
    // The section's own command goes on with them too.
    let rest = asked(&objects(dir.path(), &["pretest", "rope", "--json"], ""));
    assert_eq!(rest, [before[1].clone()], "the first one is answered");
    let skipped = "{\"do\":\"skip\"}\n".repeat(2);
    assert_eq!(asked(&objects(dir.path(), &["drill", "--resume", "--json"], &skipped)).len(), 2);
    assert_ne!(home(dir.path())["today"][0]["task"], "goOn", "nothing is left");

    let kept = "{\"kept\":\"knew\"}\n";
    let first = objects(dir.path(), &["recall", "rope", "--json"], kept);
    assert_eq!(home(dir.path())["today"][0]["round"], "recall");
    let next = objects(dir.path(), &["drill", "--resume", "--json"], "");
    assert_eq!(next[0]["recall"], first.last().unwrap()["recall"], "the one that was asked and not answered");
}

#[test]
fn a_quiz_of_a_file_goes_on_by_its_own_command() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    let question = |id: &str| {
        format!(
            "[[questions]]\nid = \"{id}\"\ntype = \"ShortAnswer\"\nprompt.prompt = \"{id}?\"\nanswer.answer = \"yes\"\n"
        )
    };
    std::fs::write(
        &file,
        ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"].map(question).concat(),
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let text = out(dir.path(), &["quiz", file, "--plain"], "yes\n");
    assert!(text.contains("posenc quiz FILE --resume goes on with it"), "{text}");
    let lines = objects(dir.path(), &["quiz", file, "--resume", "--json"], "{\"answer\":\"yes\"}\n");
    assert_eq!((&lines[0]["number"], &lines[0]["count"], lines.len()), (&2.into(), &2.into(), 2), "{lines:?}");
    let none = run(dir.path(), &["quiz", file, "--resume", "--json"], "");
    assert!(String::from_utf8_lossy(&none.stderr).contains("no round to go on with"));
    assert!(out(dir.path(), &["quiz", file, "--drop"], "").contains("no round to throw away"));
}

/// `kill -9` in the middle of a lesson: what was filled in is shown, and not asked again.
#[cfg(unix)]
#[test]
fn a_killed_lesson_shows_what_was_filled_in() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let dir = tempfile::tempdir().unwrap();
    // The record of somebody who does this family alone: every step is blank.
    let solved =
        objects(dir.path(), &["drill", "alibi-score", "--count", "3", "--seed", "K3F9", "--json", "--solve"], "");
    let answers: String = solved.iter().map(|line| format!("{{\"answer\":\"{}\"}}\n", line["value"])).collect();
    objects(dir.path(), &["drill", "alibi-score", "--count", "3", "--seed", "K3F9", "--json"], &answers);
    let mut child = super::common::posenc(dir.path())
        .args(["lesson", "alibi-score", "--seed", "ABBA", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    let example = lines.next().unwrap();
    assert_eq!(example["level"], 3, "{example}");
    let mut values = objects(
        dir.path(),
        &["drill", "alibi-score", "--count", "1", "--seed", "ABBA", "--json", "--solve"],
        "",
    )[0]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|step| step["value"].as_f64())
        .collect::<Vec<_>>()
        .into_iter();
    lines.next().unwrap();
    writeln!(stdin, "{{\"answer\":\"{}\"}}", values.next().unwrap()).unwrap();
    assert_eq!(lines.next().unwrap()["verdict"], "right");
    child.kill().unwrap();
    child.wait().unwrap();
    let again = objects(dir.path(), &["drill", "--resume", "--json"], "");
    assert_eq!(again[0]["code"], example["code"]);
    let steps = again[1]["steps"].as_array().unwrap();
    assert_eq!(steps.iter().filter(|step| step["state"] == "filled").count(), 1, "{steps:?}");
    assert_eq!(steps.last().unwrap()["state"], "blank", "{steps:?}");
}
