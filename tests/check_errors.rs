//! Every finding of `posenc check` has a file that provokes it, and says where, what and how to cure it.
//!
//! A case is a file of `tests/content_files`. Its first line may say which file of the small chapter in `base` it
//! replaces; otherwise it is checked on its own.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::fs;
use std::path::{Path, PathBuf};

use posenc::check::{self, Diagnostic, Severity, Style, Subject};
use posenc::content::Library;
use rstest::rstest;

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/content_files")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// The small chapter with one file replaced.
fn chapter(replaced: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&files().join("base"), folder.path());
    fs::write(folder.path().join(replaced), text).unwrap();
    folder
}

/// The findings of a case.
fn findings(case: &str) -> Vec<Diagnostic> {
    let path = files().join(format!("{case}.toml"));
    let text = fs::read_to_string(&path).unwrap();
    match text.lines().next().and_then(|line| line.strip_prefix("# in ")) {
        None => check::run(Subject::Path(&path), false),
        Some(replaced) => check::run(Subject::Path(chapter(replaced, &text).path()), false),
    }
}

/// Where the finding is: file, line, column.
struct At(&'static str, usize, usize);

const ALONE: &str = ".toml";
const TWO: &str = "sections/02-two.toml";

#[rstest]
// Structure.
#[case("toml-syntax", At(ALONE, 9, 24), "toml-syntax", "invalid basic string", "Close the string")]
#[case("toml-syntax", At(ALONE, 12, 6), "toml-syntax", "extra `=`", "docs/CONTENT.md")]
#[case("escape", At(ALONE, 6, 24), "toml-syntax", "escaped value", "literal string")]
#[case("wrong-type", At(ALONE, 7, 22), "wrong-type", "`distractors` is a text", "Write a list")]
#[case("wrong-type", At(ALONE, 9, 10), "wrong-type", "`skills` is a whole number", "Write a list")]
#[case("missing-key", At(ALONE, 3, 1), "missing-key", "A question has no `answer`", "Add `answer")]
#[case("unknown-key", At(ALONE, 9, 1), "unknown-key", "Nothing reads `dificulty`", "Did you mean `difficulty`?")]
#[case("newer-format", At(ALONE, 1, 10), "newer-format", "format 2", "newer posenc")]
#[case("unknown-type", At(ALONE, 5, 8), "unknown-type", "`MultipleChoise`", "Did you mean `MultipleChoice`?")]
#[case("unknown-word", At(ALONE, 9, 10), "unknown-word", "`roped` is no scheme", "Did you mean `rope`?")]
#[case("bad-slug", At(ALONE, 4, 6), "bad-slug", "`Why not` is no slug", "a to z")]
#[case("empty-text", At(ALONE, 6, 17), "empty-text", "`prompt` is empty", "Write the text")]
#[case("control-character", At(ALONE, 8, 17), "control-character", "\\u{1b}", "visible characters")]
#[case("override", At(ALONE, 8, 20), "control-character", "\\u{202e}", "visible characters")]
#[case("reasons-length", At(ALONE, 9, 8), "reasons-length", "1 reason for 2 distractors", "one reason for each")]
#[case("empty-rubric", At(ALONE, 3, 1), "empty-rubric", "no points", "[[questions.rubric]]")]
#[case("no-such-part", At(ALONE, 6, 13), "no-such-part", "no `contxt`", "Did you mean `context`?")]
#[case("no-such-sheet", At("chapter.toml", 7, 13), "no-such-formula", "no formula `perplexity`", "")]
#[case("block-kind", At(TWO, 11, 1), "block-kind", "text and table at once", "exactly one of")]
#[case("empty-section", At(TWO, 1, 1), "empty-section", "no pages", "[[pages]]")]
#[case(
    "row-length",
    At("tables.toml", 8, 27),
    "row-length",
    "1 cell in a table of 2 columns",
    "one text for each column"
)]
#[case("bad-draw", At(ALONE, 11, 5), "bad-draw", "how to draw `d`", "from = 1, to = 9")]
#[case("rounding-rule", At(ALONE, 17, 1), "rounding-rule", "exactly one thing", "decimals = 2")]
// Ids.
#[case("duplicate-id", At(ALONE, 11, 6), "duplicate-id", "question `why` exists already", "duplicate-id.toml:4")]
#[case("duplicate-formula", At(TWO, 13, 8), "duplicate-id", "formula `alibi-logit`", "01-one.toml:17")]
#[case("unnamed-formula", At(TWO, 12, 1), "unnamed-formula", "no name", "Add `name")]
#[case("vanished-id", At("ids.lock", 4, 1), "vanished-id", "question `penalty` has vanished", "was = [\"penalty\"]")]
#[case("vanished-id", At("ids.lock", 0, 0), "unlocked-id", "lacks 1 id: `question alibi-penalty`", "Add a line")]
// References.
#[case("no-such-section", At("chapter.toml", 4, 27), "no-such-section", "section `three`", "There are: one, two.")]
#[case("question-page", At("questions/spot.toml", 7, 11), "no-such-page", "page `bios`", "Did you mean `bias`?")]
#[case("question-section", At("questions/spot.toml", 7, 11), "no-such-section", "section `on`", "Did you mean `one`?")]
#[case(
    "unlisted-section",
    At(TWO, 2, 6),
    "unlisted-section",
    "does not list the section `two`",
    "Add it to `sections`"
)]
#[case("no-such-table", At(TWO, 12, 9), "no-such-table", "table `perplexities`", "Did you mean `perplexity`?")]
#[case("no-such-question", At(TWO, 12, 7), "no-such-question", "question `spot-two`", "There are: ")]
#[case(
    "no-such-drill",
    At("questions/interview.toml", 12, 22),
    "no-such-drill",
    "drill `penality`",
    "Did you mean `penalty`?"
)]
#[case("no-such-source", At(TWO, 12, 47), "no-such-source", "source `Press21`", "Did you mean `Press22`?")]
#[case("dead-cite", At(TWO, 13, 19), "no-such-source", "source `Pres22`", "Did you mean `Press22`?")]
#[case("dead-link", At(TWO, 12, 19), "dead-link", "section `ones`", "Did you mean `one`?")]
#[case("dead-page-link", At(TWO, 12, 19), "dead-link", "`one` has no page `bios`", "Did you mean `bias`?")]
#[case("unused-table", At("tables.toml", 11, 6), "unused-table", "shows `forgotten`", "or remove it")]
#[case("unused-question", At("questions/spot.toml", 11, 6), "unused-question", "shows `spot-two`", "Ask it")]
#[case("no-such-pretest", At(TWO, 6, 35), "no-such-question", "question `penality`", "Did you mean `penalty`?")]
#[case("pretest-count", At(TWO, 6, 1), "pretest-count", "The pretest has 2 questions", "exactly three")]
#[case("pretest-twice", At(TWO, 6, 35), "pretest-twice", "`spot-one` stands in the pretest twice", "three different")]
#[case("pretest-aloud", At(TWO, 6, 35), "pretest-aloud", "`say-it` is answered aloud", "options, a number or a word")]
#[case(
    "unused-pretest",
    At("questions/pretest.toml", 5, 6),
    "unused-question",
    "shows `before`",
    "Name it in the `pretest`"
)]
#[case("empty-recall", At(TWO, 17, 10), "empty-text", "`answer` is empty", "Write the text")]
#[case("duplicate-recall", At(TWO, 15, 6), "duplicate-id", "recall prompt `price` exists already", "01-one.toml:")]
#[case(
    "no-such-rule",
    At("drills/alibi.toml", 22, 8),
    "no-such-rule",
    "rule `slope-time-distance`",
    "Did you mean `slope-times-distance`?"
)]
#[case("unused-rule", At("rules.toml", 10, 6), "unused-rule", "No step names the rule `forgotten`", "or remove it")]
#[case("empty-rule", At("rules.toml", 7, 7), "empty-text", "`say` is empty", "Write the text")]
#[case("confusable-alone", At("chapter.toml", 5, 15), "confusable-alone", "group of one", "two ids or more")]
#[case(
    "no-such-confusable",
    At("chapter.toml", 5, 27),
    "no-such-question",
    "question `penality`",
    "Did you mean `penalty`?"
)]
#[case("no-such-figure", At(TWO, 12, 10), "no-such-figure", "figure `alibi-bais`", "Did you mean `alibi-bias`?")]
#[case("no-such-turn", At(TWO, 14, 8), "no-such-knob", "no knob `heed`", "Did you mean `head`?")]
#[case("no-such-knob", At(TWO, 13, 27), "no-such-knob", "no knob `heeds`", "Did you mean `heads`?")]
#[case("bad-setting", At(TWO, 13, 17), "bad-setting", "`many` is not a number", "Give 1 to 128")]
// Rubrics.
#[case("empty-term", At(ALONE, 14, 10), "empty-term", "`linear|` has an alternative with nothing", "take the bar out")]
#[case("repeated-term", At(ALONE, 14, 28), "repeated-term", "`penalties` is found by an earlier", "Take it out")]
#[case("term-twice", At(ALONE, 14, 31), "repeated-term", "`linear` stands twice", "needed once")]
#[case(
    "unmet-term",
    At(ALONE, 14, 20),
    "unmet-term",
    "Neither model answer has the term `no logits",
    "in the words of"
)]
// Formulas.
#[case("bad-formula", At(TWO, 12, 22), "bad-formula", "`\\frobnicate` is not known", "amsmath")]
#[case("bad-displayed-formula", At(TWO, 12, 12), "bad-formula", "subscript twice", "braces")]
#[case("lone-dollar", At(TWO, 12, 18), "lone-dollar", "opened here and not closed", "\\$")]
// Numeric families, as written.
#[case("bad-expression", At(ALONE, 15, 14), "bad-expression", "( is never closed", "Add ).")]
#[case("unknown-function", At(ALONE, 15, 10), "bad-expression", "alibi_scor", "alibi_score")]
#[case("unknown-name", At(ALONE, 15, 14), "unknown-name", "`dist`", "There are: d, m.")]
#[case("unknown-name-in-template", At(ALONE, 20, 32), "unknown-name", "`dd`", "Did you mean `d`?")]
#[case("bad-template", At(ALONE, 20, 25), "bad-template", "template can't be read", "<< name >>")]
#[case("unknown-filter", At(ALONE, 19, 1), "bad-template", "roundish", "filters")]
#[case("duplicate-name", At(ALONE, 23, 8), "duplicate-name", "`d` has a value already", "name of its own")]
#[case("reserved-name", At(ALONE, 23, 8), "reserved-name", "`pi`", "another name")]
#[case("answer-label", At(ALONE, 23, 9), "answer-label", "told apart", "label")]
#[case("no-such-answer", At(ALONE, 26, 10), "no-such-answer", "label `penalti`", "Did you mean `penalty`?")]
#[case("no-such-step", At(ALONE, 26, 8), "no-such-step", "no step 2", "there are 1")]
// Numeric families, drawn with a thousand seeds.
#[case("mental-no-such-draw", At(ALONE, 22, 15), "unknown-name", "draws no `dd`", "Did you mean `d`?")]
#[case("mental-zero", At(ALONE, 21, 1), "no-value", "the answer is 0", "`require`")]
#[case("mental-no-draw", At(ALONE, 22, 11), "no-draw", "As the mental variant asks it", "relax `require`")]
#[case("mental-tolerance", At(ALONE, 22, 1), "rounding-rule", "no tolerance to answer by", "up to 50")]
#[case("forms-disagree", At(ALONE, 16, 14), "forms-disagree", "With seed", "the draw was d = 7")]
#[case("rare-mistake", At(ALONE, 24, 9), "rare-mistake", "SAME can be told from the answer in", "Widen what is drawn")]
#[case("mistake-that-never-applies", At(ALONE, 26, 8), "rare-mistake", "applies to 0 of 1000", "Relax `when`")]
#[case("branch", At(ALONE, 12, 36), "branch", "`far` never occurs", "both cases")]
#[case("no-draw", At(ALONE, 12, 11), "no-draw", "1000 tries", "relax `require`")]
#[case("no-value", At(ALONE, 15, 9), "no-value", "division by zero", "`require`")]
#[case("formula-with-numbers", At(ALONE, 7, 17), "bad-formula", "With seed", "brace")]
#[case("figure-out-of-range", At(ALONE, 9, 47), "bad-setting", "outside the range", "Give 1 to 128")]
fn every_error_names_its_place_and_its_cure(
    #[case] case: &str,
    #[case] at: At,
    #[case] code: &str,
    #[case] message: &str,
    #[case] cure: &str,
) {
    let found = findings(case);
    let At(file, line, column) = at;
    let hit = found.iter().find(|d| d.code == code && (d.line, d.column) == (line, column) && d.file.ends_with(file));
    let Some(hit) = hit else { panic!("not found; there is:\n{}", check::render(&found, false)) };
    assert!(hit.message.contains(message), "{}", hit.message);
    assert!(hit.cure.contains(cure), "{}", hit.cure);
}

#[test]
fn a_mistake_of_the_author_gives_one_finding() {
    // These provoke several: a second slip in the same file, or something that led to what is gone.
    let several = ["unused-pretest", "toml-syntax", "wrong-type", "vanished-id", "unused-question"];
    for entry in fs::read_dir(files()).unwrap().map(Result::unwrap).filter(|e| e.path().is_file()) {
        let case = entry.path().file_stem().unwrap().to_string_lossy().into_owned();
        let found = findings(&case);
        let fits = if several.contains(&case.as_str()) { found.len() > 1 } else { found.len() == 1 };
        assert!(fits, "{case}:\n{}", check::render(&found, false));
    }
}

#[test]
fn the_small_chapter_is_without_fault() {
    assert_eq!(check::run(Subject::Path(&files().join("base")), true), []);
}

#[test]
fn errors_of_many_files_come_in_one_run_in_reading_order() {
    let folder = chapter("sections/02-two.toml", &fs::read_to_string(files().join("block-kind.toml")).unwrap());
    fs::write(folder.path().join("questions/quiz.toml"), fs::read_to_string(files().join("bad-slug.toml")).unwrap())
        .unwrap();
    let found = check::run(Subject::Path(folder.path()), false);
    let codes: Vec<_> = found.iter().map(|d| d.code).filter(|code| *code != "unlocked-id").collect();
    assert_eq!(codes, ["block-kind", "bad-slug"]);
}

#[test]
fn ids_that_have_gone_and_that_a_history_hangs_on_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("base");
    copy(&files().join("base"), &dir);
    let drills = dir.join("drills/alibi.toml");
    let text = fs::read_to_string(&drills).unwrap();
    let id = text.lines().find_map(|l| l.strip_prefix("id = \"")?.strip_suffix('"')).unwrap().to_owned();
    let history = |items: &[(&str, usize)]| items.iter().map(|(i, n)| (i.to_string(), *n)).collect::<Vec<_>>();
    let item = format!("base/{id}");
    let mine = history(&[(&item, 34), ("other/gone", 2), ("figure/rope-shift", 1), ("session", 1), ("plan", 1)]);
    assert_eq!(check::run_for(Subject::Path(&dir), true, &mine), []);

    fs::write(&drills, text.replacen(&format!("id = \"{id}\""), "id = \"renamed\"", 1)).unwrap();
    let lost = |found: &[Diagnostic]| found.iter().filter(|d| d.code == "lost-history").cloned().collect::<Vec<_>>();
    let found = lost(&check::run_for(Subject::Path(&dir), false, &mine));
    assert_eq!((found.len(), found[0].severity), (1, Severity::Warning));
    assert_eq!(found[0].message, format!("The question `{id}` has gone, and your progress has 34 answers of it."));
    assert!(found[0].cure.contains(&format!("was = [\"{id}\"]")), "{}", found[0].cure);

    let kept = format!("id = \"renamed\"\nwas = [\"{id}\"]");
    fs::write(&drills, text.replacen(&format!("id = \"{id}\""), &kept, 1)).unwrap();
    assert_eq!(lost(&check::run_for(Subject::Path(&dir), false, &mine)), []);

    let section = Library::files_of(&dir).unwrap().index().sections[0].id.to_string();
    let page = format!("{section}/gone");
    let gone = history(&[("base/recall/gone", 1), (&page, 3), ("elsewhere/gone", 3)]);
    let found = lost(&check::run_for(Subject::Path(&dir), false, &gone));
    let said: Vec<_> = found.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.iter().any(|s| s.contains("recall prompt `gone` has gone, and your progress has 1 answer of it")));
    assert!(said.iter().any(|s| s.contains("your progress has 3 readings of it")), "{said:?}");
}

#[test]
fn a_warning_ends_with_0_and_under_strict_with_1() {
    let path = files().join("unknown-key.toml");
    let found = check::run(Subject::Path(&path), false);
    assert_eq!((found[0].severity, check::exit_code(&found)), (Severity::Warning, 0));
    assert_eq!(check::exit_code(&check::run(Subject::Path(&path), true)), 1);
}

#[test]
fn what_cannot_be_read_at_all_ends_with_2() {
    let empty = tempfile::tempdir().unwrap();
    let note = empty.path().join("note.txt");
    let cases = [
        (files().join("nothing-here.toml"), "cannot-read"),
        (empty.path().to_owned(), "no-chapter"),
        (note.clone(), "no-toml"),
    ];
    fs::write(&note, "rope").unwrap();
    for (path, code) in cases {
        let found = check::run(Subject::Path(&path), false);
        assert_eq!((found[0].code, check::exit_code(&found)), (code, 2));
    }
}

#[test]
fn bytes_that_are_no_text_and_files_without_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (binary, endless) = (folder.path().join("binary.toml"), folder.path().join("endless.toml"));
    fs::write(&binary, b"format = 1 # \xff").unwrap();
    fs::write(&endless, vec![b'#'; (4 << 20) + 1]).unwrap();
    for (path, code) in [(binary, "not-utf8"), (endless, "file-too-long")] {
        let found = check::run(Subject::Path(&path), false);
        assert_eq!((found.len(), found[0].code, check::exit_code(&found)), (1, code, 1));
    }
}

/// What an author would do by accident to the small chapter: one finding, not a cascade.
#[rstest]
#[case("sections/01-one.toml", "id = \"one\"", "id = \"one\"\nx = = 1", "toml-syntax", "docs/CONTENT.md")]
#[case("sections/01-one.toml", "id = \"one\"", "id = \"One\"", "bad-slug", "a to z")]
#[case("drills/alibi.toml", "id = \"penalty\"", "id = \"penalty\"\ndifficulty = easy", "toml-syntax", "in quotes")]
#[case("drills/alibi.toml", "id = \"penalty\"", "id = \"penalty\"\n# a\0b", "control-character", "Remove it")]
fn one_slip_gives_one_finding(
    #[case] file: &str,
    #[case] old: &str,
    #[case] new: &str,
    #[case] code: &str,
    #[case] cure: &str,
) {
    let text = fs::read_to_string(files().join("base").join(file)).unwrap();
    assert!(text.contains(old), "{text}");
    let found = check::run(Subject::Path(chapter(file, &text.replacen(old, new, 1)).path()), false);
    let codes: Vec<_> = found.iter().map(|d| d.code).collect();
    assert_eq!(codes, [code], "{}", check::render(&found, false));
    assert!(found[0].cure.contains(cure), "{}", found[0].cure);
}

#[test]
fn an_empty_chapter_is_said_to_be_empty_and_nothing_else() {
    let found = check::run(Subject::Path(chapter("chapter.toml", "").path()), false);
    assert!(found.iter().all(|d| d.file.ends_with("chapter.toml")), "{}", check::render(&found, false));
    assert!(found.iter().all(|d| d.code == "missing-key"), "{}", check::render(&found, false));
}

#[test]
fn without_sections_the_cure_is_to_write_one() {
    let text = fs::read_to_string(files().join("base/chapter.toml")).unwrap();
    let folder = chapter("chapter.toml", &text);
    fs::remove_dir_all(folder.path().join("sections")).unwrap();
    let found = check::run(Subject::Path(folder.path()), false);
    let missing = found.iter().find(|d| d.code == "no-such-section").unwrap();
    assert!(missing.cure.contains("the folder `sections`"), "{}", missing.cure);
}

#[test]
fn an_id_has_an_end() {
    let text = fs::read_to_string(files().join("base/drills/alibi.toml")).unwrap();
    let long = text.replacen("id = \"penalty\"", &format!("id = \"{}\"", "a".repeat(100_000)), 1);
    let found = check::run(Subject::Path(chapter("drills/alibi.toml", &long).path()), false);
    let bad = found.iter().find(|d| d.code == "bad-slug").unwrap();
    assert!(bad.message.contains("100000 characters") && bad.message.len() < 100, "{}", bad.message);
}

/// A drill of the small chapter with another value for its answer and more `let`s.
fn drill(value: &str, lets: &str) -> Vec<Diagnostic> {
    let text = format!(
        "format = 1\n\n[[questions]]\nid = \"slow\"\ntype = \"Numeric\"\nprompt.prompt = \"<< d >>?\"\n\n\
         [questions.draw]\nd = {{ from = 1, to = 9 }}\n\n{lets}[[questions.answers]]\nvalue = \"{value}\"\n\
         round = {{ decimals = 2 }}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("slow.toml");
    fs::write(&path, text).unwrap();
    check::run(Subject::Path(&path), false)
}

#[test]
fn a_drill_that_takes_too_long_is_refused_at_its_place_by_counting() {
    let found = drill(&vec!["pe_dot(d, 2, 65536)"; 40].join(" + "), "");
    assert_eq!((found.len(), found[0].code, found[0].line), (1, "too-slow", 12), "{}", check::render(&found, false));
    let lets = |n: usize, size: u32| -> String {
        (0..n).map(|i| format!("[[questions.let]]\nname = \"x{i}\"\nvalue = \"pe_dot(d, {i}, {size})\"\n\n")).collect()
    };
    let found = drill("d", &lets(300, 65_536));
    assert_eq!((found.len(), found[0].code), (1, "too-slow"), "{}", check::render(&found, false));
    assert!(found[0].line > 11, "at the let that is one too many");
    // Each draw is quick enough; a thousand of them are not.
    let found = drill("d", &lets(300, 256));
    assert_eq!((found.len(), found[0].code, found[0].line), (1, "too-slow", 4), "{}", check::render(&found, false));
    assert_eq!(drill("pe_dot(d, 2, 512)", ""), []);
}

#[test]
fn a_template_asks_for_a_dozen_digits_at_most() {
    let text = fs::read_to_string(files().join("base/drills/alibi.toml")).unwrap();
    for filter in ["fixed(999999999)", "figures(0)", "figures(400)", "fixed(-5)"] {
        let wrong = text.replacen("<< d >>", &format!("<< d|{filter} >>"), 1);
        assert_ne!(wrong, text);
        let found = check::run(Subject::Path(chapter("drills/alibi.toml", &wrong).path()), false);
        assert_eq!((found.len(), found[0].code), (1, "bad-template"), "{}", check::render(&found, false));
        assert!(found[0].message.contains("to 12"), "{}", found[0].message);
    }
}

#[test]
fn a_knob_that_does_not_exist_is_named_once() {
    let text = fs::read_to_string(files().join("figure-out-of-range.toml")).unwrap();
    let line = text.lines().find(|l| l.contains("set")).unwrap();
    let wrong = text.replacen(line, "figure = { id = \"alibi-bias\", set = { heeds = \"d\" } }", 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("knob.toml");
    fs::write(&path, wrong).unwrap();
    let found = check::run(Subject::Path(&path), false);
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["no-such-knob"], "{}", check::render(&found, false));
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("binary.toml");
    fs::write(&path, b"format = 1\ntitle = \"\xff\"\n").unwrap();
    let found = check::run(Subject::Path(&path), false);
    assert_eq!((found[0].code, found[0].line, found[0].column), ("not-utf8", 2, 10));
    assert!(found[0].message.contains("FF"), "{}", found[0].message);
}

/// Neither is opened: a pipe is waited for, and a device may have no end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = chapter("drills/alibi.toml", &fs::read_to_string(files().join("base/drills/alibi.toml")).unwrap());
    let pipe = folder.path().join("sections/zz.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let device = folder.path().join("sections/yy.toml");
    std::os::unix::fs::symlink("/dev/null", &device).unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let path = folder.path().to_owned();
    std::thread::spawn(move || sender.send(check::run(Subject::Path(&path), false)));
    let found = receiver.recv_timeout(std::time::Duration::from_secs(20)).unwrap();
    let seen: Vec<_> = found.iter().map(|d| (d.code, d.file.as_str())).collect();
    let (yy, zz) = (device.display().to_string(), pipe.display().to_string());
    assert_eq!(seen, [("cannot-read", yy.as_str()), ("cannot-read", zz.as_str())]);
    assert_eq!(check::exit_code(&found), 2);
}

#[test]
fn a_formula_of_more_than_4_kilobytes_is_refused() {
    let text = fs::read_to_string(files().join("base/sections/02-two.toml")).unwrap();
    let text = format!("{text}\n[[pages.blocks]]\nname = \"long\"\nformula = '{}'\n", "a+".repeat(3000));
    let found = check::run(Subject::Path(chapter("sections/02-two.toml", &text).path()), false);
    assert_eq!(found[0].code, "formula-too-long");
}

#[test]
fn a_report_shows_the_line_and_the_cure_without_colour_in_ascii() {
    let found = findings("no-such-figure");
    let report = check::render_with(&found, Style { color: false, ascii: true });
    assert!(report.is_ascii(), "{report}");
    for part in
        ["error[no-such-figure]", "sections/02-two.toml:12:10", "figure = \"alibi-bais\"", "^^^^", "help: Did you mean"]
    {
        assert!(report.contains(part), "{report}");
    }
    assert!(check::render(&found, true).contains("\u{1b}["));
}

#[test]
fn a_report_never_passes_an_override_on_to_the_terminal() {
    assert!(!check::render(&findings("override"), false).contains('\u{202e}'));
}

#[test]
fn a_chapter_with_errors_does_not_open_and_says_all_of_them() {
    let found = Library::open(&files().join("wrong-type.toml")).unwrap_err();
    assert_eq!(found.iter().map(|d| d.line).collect::<Vec<_>>(), [7, 9]);
}

#[test]
fn the_lock_keeps_what_was_and_adds_what_is() {
    let text = fs::read_to_string(files().join("vanished-id.toml")).unwrap();
    let folder = chapter("drills/alibi.toml", &text);
    let lock = check::updated_lock(&Library::files_of(folder.path()).unwrap());
    assert!(lock.contains("question penalty\n") && lock.contains("question alibi-penalty\n"), "{lock}");
}
