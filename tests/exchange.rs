//! Your data is yours: out, away, in again, and everything is as it was.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::collections::HashMap;

use posenc::content::Library;
use posenc::exchange::{anki, cards, csv, deck, forget, mdbook, progress, sheet};
use posenc::memory::{Clock, Event, EventKind, Grade, Logged, Merged, Mode, Plan, Scope, Store};
use posenc::scheme::Scheme;

fn answer(item: &str, verdict: &str, grade: Grade) -> Event {
    let mut event = Event::new(EventKind::Answer, Mode::Drill, item);
    event.verdict = verdict.into();
    event.grade = Some(grade);
    event.scheme = Some(Scheme::Rope);
    event.typed = "say \"2,5\"\nθ".into();
    event.ms = 1500;
    if verdict == "mistake" {
        event.code = "SIGN".into();
    }
    event
}

fn at(store: &mut Store, time: &str) {
    store.set_clock(Clock::Fixed(time.parse().unwrap()));
}

/// Answers of two weeks, a clock that jumped, a rubric, a page, an answer taken back.
fn studied() -> Store {
    let mut store = Store::in_memory().unwrap();
    let ids = ["rope-angle", "alibi-score", "alibi-slope"];
    for day in [2, 3, 9, 5, 12, 16] {
        at(&mut store, &format!("2026-11-{day:02}T21:30:00Z"));
        for (i, id) in ids.iter().enumerate() {
            let right = (day + i) % 3 > 0;
            let (verdict, grade) = if right { ("right", Grade::Good) } else { ("mistake", Grade::Again) };
            store.record(&answer(&format!("positional-information/{id}"), verdict, grade)).unwrap();
        }
    }
    let date = Some("2026-11-24".parse().unwrap());
    store.set_plan(&Plan { date, minutes: Some(30) }).unwrap();
    store.record(&Event::new(EventKind::Page, Mode::Study, "rope/cancel")).unwrap();
    let mut rubric = Event::new(EventKind::Rubric, Mode::Interview, "positional-information/why-position");
    rubric.code = "weighted sum".into();
    rubric.grade = Some(Grade::Hard);
    store.record(&rubric).unwrap();
    store.record(&answer("positional-information/alibi-score", "wrong", Grade::Again)).unwrap();
    store.undo().unwrap();
    at(&mut store, "2026-11-20T12:00:00Z");
    store
}

/// All that follows from a log.
fn follows(store: &Store) -> String {
    let parts = (
        store.skills().unwrap(),
        store.due().unwrap(),
        store.summary().unwrap(),
        store.repeated(99).unwrap(),
        store.pages().unwrap(),
        store.missed().unwrap(),
        store.plan().unwrap(),
        store.recent(999).unwrap(),
    );
    serde_json::to_string_pretty(&parts).unwrap()
}

fn export(store: &Store) -> String {
    let mut out = Vec::new();
    progress::write(&mut out, &Library::embedded(), store, &[]).unwrap();
    String::from_utf8(out).unwrap()
}

fn events(store: &Store) -> Vec<Logged> {
    progress::read("f.json", &export(store)).unwrap().events
}

#[test]
fn export_forget_everything_import_and_all_is_as_it_was() {
    let mut store = studied();
    let (before, file) = (follows(&store), export(&store));
    let gone = store.forget(Scope::All, |_| Ok::<_, posenc::memory::Error>(())).unwrap();
    assert_eq!(gone, 23);
    assert_eq!((store.skills().unwrap().len(), store.items().unwrap().len()), (0, 0));
    assert_eq!(store.summary().unwrap().answers, 0);
    let read = progress::read("f.json", &file).unwrap();
    let merged = store.merge(&read.events).unwrap();
    assert_eq!(merged, Merged { added: 23, ..Merged::default() });
    assert_eq!(follows(&store), before);
    let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&export(&store)), lines(&file), "the same file again, but for its date");
}

#[test]
fn an_export_says_what_it_is_and_has_one_event_a_line() {
    let store = studied();
    let file = export(&store);
    let head: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!((head["format"].as_str(), head["version"].as_u64()), (Some("posenc-progress"), Some(1)));
    assert_eq!(head["chapter"]["hash"], Library::embedded().hash());
    let events = head["events"].as_array().unwrap();
    assert_eq!(file.lines().filter(|l| l.starts_with("{\"id\"")).count(), events.len());
    assert!(events.iter().any(|e| e["undoes"].is_string()));
    assert_eq!(events[0]["typed"], "say \"2,5\"\nθ");
}

#[test]
fn importing_twice_doubles_nothing() {
    let (source, mut store) = (studied(), Store::in_memory().unwrap());
    at(&mut store, "2026-11-20T12:00:00Z");
    let theirs = events(&source);
    store.merge(&theirs).unwrap();
    let once = follows(&store);
    assert_eq!(store.merge(&theirs).unwrap(), Merged { known: 23, ..Merged::default() });
    assert_eq!(follows(&store), once);
}

#[test]
fn two_logs_join_in_order_of_time_whichever_comes_first() {
    let (mut left, mut right) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    for (store, days) in [(&mut left, [1, 8, 15]), (&mut right, [4, 11, 18])] {
        for day in days {
            at(store, &format!("2026-10-{day:02}T10:00:00Z"));
            store.record(&answer("c/a", "right", Grade::Good)).unwrap();
        }
        at(store, "2026-10-20T10:00:00Z");
    }
    let (of_left, of_right) = (events(&left), events(&right));
    left.merge(&of_right).unwrap();
    right.merge(&of_left).unwrap();
    assert_eq!(follows(&left), follows(&right));
    let times: Vec<i64> = events(&left).iter().map(|e| e.at_utc_ms).collect();
    assert!(times.is_sorted() && times.len() == 6);

    // As if all of it had been answered in one place.
    let mut one = Store::in_memory().unwrap();
    for day in [1, 4, 8, 11, 15, 18] {
        at(&mut one, &format!("2026-10-{day:02}T10:00:00Z"));
        one.record(&answer("c/a", "right", Grade::Good)).unwrap();
    }
    assert_eq!(one.skills().unwrap(), left.skills().unwrap());
}

#[test]
fn an_answer_taken_back_on_two_machines_is_taken_back_once() {
    let (mut one, mut two) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    one.record(&answer("c/a", "right", Grade::Good)).unwrap();
    two.merge(&events(&one)).unwrap();
    one.undo().unwrap();
    two.undo().unwrap();
    let merged = one.merge(&events(&two)).unwrap();
    assert_eq!(merged, Merged { known: 1, undone: 1, ..Merged::default() });
    assert_eq!(one.summary().unwrap().answers, 0);
}

#[test]
fn an_id_that_stands_for_something_else_keeps_ours() {
    let mut store = studied();
    let mut theirs = events(&store);
    theirs[0].event.verdict = "wrong".into();
    let before = follows(&store);
    assert_eq!(store.merge(&theirs).unwrap(), Merged { known: 22, different: 1, ..Merged::default() });
    assert_eq!(follows(&store), before);
}

#[test]
fn an_undo_of_what_is_not_here_is_refused_and_counted() {
    let all = events(&studied());
    let undo = all.iter().find(|e| e.undoes.is_some()).unwrap();
    let target = undo.undoes.clone().unwrap();
    let without: Vec<Logged> = all.iter().filter(|e| e.id != target).cloned().collect();
    let mut store = Store::in_memory().unwrap();
    let merged = store.merge(&without).unwrap();
    assert_eq!(merged, Merged { added: all.len() - 2, astray: 1, ..Merged::default() });
    // With the answer that it takes back, in the same file or before, it comes in.
    assert_eq!(store.merge(&all).unwrap(), Merged { added: 2, known: all.len() - 2, ..Merged::default() });
    // One that takes back another question's answer of ours does not.
    let ours = all.iter().find(|e| e.event.kind == EventKind::Answer && e.id != target).unwrap();
    let mut wrong = Logged { undoes: Some(ours.id.clone()), ..undo.clone() };
    wrong.id = "0197aaaa-0000-7000-8000-000000000000".into();
    wrong.event.item = "positional-information/else".into();
    let before = follows(&store);
    assert_eq!(store.merge(&[wrong]).unwrap(), Merged { astray: 1, ..Merged::default() });
    assert_eq!(follows(&store), before);
}

#[test]
fn a_broken_export_is_refused_with_its_place() {
    let file = export(&studied());
    let cut = &file[..file.len() / 2];
    let error = progress::read("f.json", cut).unwrap_err();
    assert_eq!(error.code, "broken-export");
    assert!(error.message.contains("too early") && error.line > 2, "{error}");

    let newer = file.replacen("\"version\":1", "\"version\":7", 1);
    assert_eq!(progress::read("f.json", &newer).unwrap_err().code, "newer-export");
    assert_eq!(progress::read("f.json", "{\"a\":1}").unwrap_err().code, "no-export");
    assert_eq!(progress::read("f.json", "").unwrap_err().code, "broken-export");
}

/// A change to one event of an export, and what is said of it.
type Break<'a> = (&'a str, &'a str, fn(&mut serde_json::Value));

#[test]
fn impossible_events_are_counted_and_named_and_the_rest_comes_in() {
    let breaks: &[Break<'_>] = &[
        ("an unknown kind", "sang", |e| e["kind"] = "sang".into()),
        ("an unknown mode", "asleep", |e| e["mode"] = "asleep".into()),
        ("an unknown grade", "superb", |e| e["grade"] = "superb".into()),
        ("a missing field", "verdict", |e| drop(e.as_object_mut().unwrap().remove("verdict"))),
        ("no object", "cannot be read", |e| *e = 5.into()),
        ("no id", "no UUID", |e| e["id"] = "17".into()),
        ("no item", "`item` is empty", |e| e["item"] = "".into()),
        ("before 1970", "`atUtcMs`", |e| e["atUtcMs"] = (-1).into()),
        ("after 9999", "`atUtcMs`", |e| e["atUtcMs"] = 253_500_000_000_000_i64.into()),
        ("no offset", "`utcOffset`", |e| e["utcOffset"] = 200_000.into()),
        ("no day", "`studyDay`", |e| e["studyDay"] = "2026-13-02".into()),
        ("a day of another year", "`studyDay`", |e| e["studyDay"] = "2025-11-02".into()),
        ("confidence 200", "`confidence`", |e| e["confidence"] = 200.into()),
        ("confidence 0", "`confidence`", |e| e["confidence"] = 0.into()),
        ("no try", "`tries`", |e| e["tries"] = 0.into()),
        ("endless hints", "`hints`", |e| e["hints"] = 4_000_000_000_u32.into()),
        ("a hundred years", "`ms`", |e| e["ms"] = 3_155_760_000_000_u64.into()),
        ("an answer that takes back", "only an undo", |e| e["undoes"] = "0193a000-0000-7000-8000-000000000000".into()),
        ("an undo of nothing", "only an undo", |e| e["kind"] = "undo".into()),
        ("an undo of itself", "takes itself back", |e| {
            e["kind"] = "undo".into();
            e["undoes"] = e["id"].clone();
        }),
        ("no plan", "its plan is none", |e| e["kind"] = "plan".into()),
        ("no fit", "no fit of the schedule", |e| {
            e["kind"] = "fit".into();
            e["verdict"] = "fitted".into();
        }),
    ];
    let file: serde_json::Value = serde_json::from_str(&export(&studied())).unwrap();
    for (name, said, change) in breaks {
        let mut broken = file.clone();
        change(&mut broken["events"][1]);
        let text = serde_json::to_string_pretty(&broken).unwrap();
        let read = progress::read("f.json", &text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((read.events.len(), read.refused.len()), (22, 1), "{name}: {:?}", read.refused);
        let mut report = posenc::exchange::Report::default();
        posenc::exchange::events::report(&read.refused, &text, &mut report);
        let line = report.to_string();
        assert!(line.contains("1 impossible event,") && line.contains(said), "{name}: {line}");
        assert!(line.contains("(line ") || line.contains("(event 2)"), "{name}: {line}");
        let mut store = Store::in_memory().unwrap();
        assert_eq!(store.merge(&read.events).unwrap().added, 22, "{name}");
        store.rebuild().unwrap();
        assert!(store.summary().unwrap().answers > 10 && store.account().is_ok(), "{name}");
    }
}

#[test]
fn an_undo_takes_back_an_earlier_answer_to_its_own_question_and_nothing_else() {
    let file: serde_json::Value = serde_json::from_str(&export(&studied())).unwrap();
    let events = file["events"].as_array().unwrap();
    let at = |kind: &str| events.iter().rposition(|e| e["kind"] == kind).unwrap();
    let (undo, page) = (at("undo"), at("page"));
    let refused = |change: &dyn Fn(&mut Vec<serde_json::Value>)| {
        let mut broken = file.clone();
        change(broken["events"].as_array_mut().unwrap());
        progress::read("f.json", &broken.to_string())
            .unwrap()
            .refused
            .iter()
            .map(|r| r.flaw.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(refused(&|_| ()), [""; 0]);
    let later = refused(&|events| {
        let last = events.remove(undo);
        events.insert(0, last);
    });
    assert_eq!(later, ["it takes an event back that comes later"]);
    let other = "it takes back what no undo takes back, or another question's answer";
    assert_eq!(refused(&|events| events[undo]["undoes"] = events[0]["id"].clone()), [other]);
    assert_eq!(refused(&|events| events[undo]["undoes"] = events[page]["id"].clone()), [other]);
    let twice = refused(&|events| {
        let mut again = events[3].clone();
        again["verdict"] = "wrong".into();
        events.push(again);
        events.push(events[4].clone());
    });
    assert_eq!(twice, ["the `id` stands for another event of the file already"]);
}

#[test]
fn forgetting_one_question_leaves_the_rest() {
    let mut store = studied();
    let library = Library::embedded();
    let named = forget::named(&library, &store.items().unwrap(), "alibi-score").unwrap();
    assert_eq!(named.items, ["positional-information/alibi-score"]);
    let mut kept = Vec::new();
    let keep = |gone: &[Logged]| {
        kept = gone.to_vec();
        Ok::<_, posenc::memory::Error>(())
    };
    let before = follows(&store);
    let (others, answers): (Vec<_>, _) =
        (store.skills().unwrap().into_iter().filter(|s| !s.item.ends_with("alibi-score")).collect(), 18);
    assert_eq!(store.forget(Scope::Items(&named.items), keep).unwrap(), 8);
    assert_eq!(store.skills().unwrap(), others);
    assert_eq!(store.summary().unwrap().answers, answers - 6);
    let derived = follows(&store);
    store.rebuild().unwrap();
    assert_eq!(follows(&store), derived, "the tables are what is left of the log");
    store.merge(&kept).unwrap();
    assert_eq!(follows(&store), before, "the copy takes it back");
}

#[test]
fn if_the_copy_fails_nothing_is_forgotten() {
    let mut store = studied();
    let before = follows(&store);
    let full = |_: &[Logged]| Err(posenc::memory::Error::Foreign { path: "full".into() });
    store.forget(Scope::All, full).unwrap_err();
    assert_eq!(follows(&store), before);
}

#[test]
fn what_is_forgotten_is_not_in_the_file_any_more() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap().0;
    let mut event = answer("c/a", "right", Grade::Good);
    event.typed = "a rather personal remark".into();
    store.record(&event).unwrap();
    store.forget(Scope::All, |_| Ok::<_, posenc::memory::Error>(())).unwrap();
    drop(store);
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(8).any(|w| w == b"personal"));
    }
}

#[test]
fn a_name_means_a_question_a_page_a_section_or_a_scheme() {
    let library = Library::embedded();
    let item = |id: &str| library.item(id);
    let log = [
        item("alibi-score"),
        item("alibi-slope"),
        item("rope-angle"),
        "alibi/idea".into(),
        "rope/cancel".into(),
        "mine/q1".into(),
    ];
    let items = |name: &str| forget::named(&library, &log, name).unwrap().items;
    assert_eq!(items("alibi-slope"), [item("alibi-slope")]);
    assert_eq!(
        items("rope/cancel"),
        [item("rope-angle"), "rope/cancel".into()],
        "the page and the question it explains"
    );
    assert_eq!(items("alibi"), [item("alibi-score"), item("alibi-slope"), "alibi/idea".into()]);
    assert_eq!(items("mine"), ["mine/q1"]);
    assert_eq!(items("shaw"), Vec::<String>::new());
    let unknown = forget::named(&library, &log, "alibi-scroe").unwrap_err().to_string();
    assert!(unknown.contains("alibi-score"), "{unknown}");
}

#[test]
fn the_table_has_the_columns_it_names_and_a_row_for_each_event() {
    let store = studied();
    let mut out = Vec::new();
    csv::write(&mut out, &store).unwrap();
    let text = String::from_utf8(out).unwrap();
    let (head, rows) = text.split_once('\n').unwrap();
    assert_eq!(head, csv::COLUMNS.join(","));
    let typed = "\"say \"\"2,5\"\"\nθ\"";
    assert_eq!(rows.matches(typed).count(), 19);
    // Without the quoted cells, commas separate and nothing else.
    let plan = "\"{\"\"date\"\":\"\"2026-11-24\"\",\"\"minutes\"\":30}\"";
    let plain = rows.replace(typed, "x").replace(plan, "x");
    assert_eq!(plain.lines().count(), 23);
    for row in plain.lines() {
        assert_eq!(row.split(',').count(), csv::COLUMNS.len(), "{row}");
    }
    assert!(plain.lines().any(|row| row.ends_with(",yes")), "what was taken back is marked");
    assert!(plain.starts_with(|c: char| c.is_ascii_hexdigit()) && plain.contains("2026-11-02T21:30:00"));
}

fn deck_text() -> String {
    let mut out = Vec::new();
    anki::write(&mut out, &Library::embedded()).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn cards_keep_their_ids_and_their_numbers() {
    let library = Library::embedded();
    let (cards, report) = cards::all(&library).unwrap();
    assert_eq!(cards, cards::all(&library).unwrap().0, "the same in every export");
    let ids: HashMap<&str, usize> = cards.iter().fold(HashMap::new(), |mut ids, card| {
        *ids.entry(card.guid.as_str()).or_default() += 1;
        ids
    });
    assert!(ids.values().all(|n| *n == 1), "no id twice");
    assert!(ids.contains_key("posenc/positional-information/alibi-score/1"));
    assert!(ids.contains_key("posenc/positional-information/derive-rope"));
    let index = library.index();
    let families = index.questions.iter().filter(|q| q.kind == "Numeric").count();
    let recalls: usize = index.sections.iter().flat_map(|s| s.pages.iter()).map(|p| p.recall.len()).sum();
    assert!(recalls > 0);
    let frozen = usize::try_from(cards::FROZEN).unwrap();
    assert_eq!(cards.len(), index.questions.len() + families * (frozen - 1) + recalls, "{report}");
    for card in &cards {
        assert!(!card.front.trim().is_empty() && !card.back.trim().is_empty(), "{}", card.guid);
        assert!(!card.front.contains('\t') && !card.tags.iter().any(|t| t.contains(' ')), "{}", card.guid);
        for text in [&card.front, &card.back] {
            assert!(!text.contains("<<") && !text.contains("[@") && !text.contains("[["), "{}: {text}", card.guid);
            assert_eq!(text.matches(r"\(").count(), text.matches(r"\)").count(), "{}", card.guid);
        }
    }
}

#[test]
fn our_deck_is_read_back_card_by_card() {
    let text = deck_text();
    assert!(text.starts_with("#separator:tab\n#html:true\n#guid column:1\n#notetype:Basic\n#deck:"));
    let cards = cards::all(&Library::embedded()).unwrap().0;
    let (quiz, report) = deck::read("cards.txt", &text).unwrap();
    assert_eq!(quiz.questions.len(), cards.len(), "{report}");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cards.toml");
    std::fs::write(&path, mdbook::to_toml(&quiz).unwrap()).unwrap();
    let library = Library::from_question_file(&path).unwrap_or_else(|found| panic!("{}", found[0]));
    assert_eq!(library.index().questions.len(), cards.len());
    let formulas = |text: &str| text.matches('$').count() > 0;
    assert!(library.questions(posenc::content::model::Set::Other).unwrap().iter().any(|q| formulas(&q.prompt)));
}

#[test]
fn mdbook_quiz_reads_what_we_write_for_it() {
    let (text, report) = mdbook::write(&Library::embedded()).unwrap();
    let quiz: mdbook_quiz_schema::Quiz = toml::from_str(&text).unwrap_or_else(|e| panic!("{e}"));
    assert!(quiz.questions.len() > 20);
    assert!(report.left.iter().any(|line| line.contains("aloud")), "{report}");
    assert!(!text.contains("[@") && !text.contains("<<"));
    // And we read it too.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("q.toml");
    std::fs::write(&path, &text).unwrap();
    assert_eq!(Library::from_question_file(&path).unwrap().index().questions.len(), quiz.questions.len());
}

#[test]
fn the_sheet_has_every_scheme_every_named_formula_and_table() {
    let library = Library::embedded();
    let spec = library.sheet().unwrap().unwrap();
    let parts = sheet::parts(&library).unwrap();
    let shown = |topic| parts.iter().filter(|p| p.topic == topic).count();
    let formulas: usize = parts.iter().map(|p| p.markdown.matches("\n$$").count()).sum();
    assert_eq!(formulas, spec.formulas.len(), "a name in [sheet] means nothing");
    assert_eq!(shown(sheet::Topic::Table), spec.tables.len());
    for scheme in Scheme::ALL {
        let title = library.index().sections.iter().find(|s| s.scheme == Some(scheme)).unwrap().title.clone();
        assert!(parts.iter().any(|p| p.title == title), "{title}");
    }
    let ascii = sheet::text(&library, 76, true).unwrap();
    assert!(ascii.lines().all(|l| l.len() <= 76 && l.bytes().all(|b| (0x20..0x7f).contains(&b))));
    assert!(sheet::text(&library, 76, false).unwrap().contains("406.01"), "the numbers are on it");
}

#[test]
fn the_page_stands_alone_and_its_tags_match() {
    let page = sheet::html(&Library::embedded()).unwrap();
    assert!(page.matches("<math").count() > 30 && page.contains("@page"));
    for outside in ["<script", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1).filter_map(|t| t.split('>').next()) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        match tag {
            _ if tag.starts_with('!') || ["meta", "br", "hr"].contains(&name) || tag.ends_with('/') => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "in {tag}"),
            _ => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

/// An export of one day with one event changed: the text of the file.
fn changed(kind: &str, typed: &str) -> String {
    let mut store = Store::in_memory().unwrap();
    at(&mut store, "2026-11-20T12:00:00Z");
    store.record(&answer("positional-information/alibi-score", "right", Grade::Good)).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&export(&store)).unwrap();
    let mut other = value["events"][0].clone();
    other["id"] = "01a22e61-9608-7228-8337-000000abe329".into();
    for (name, word) in [("kind", kind), ("typed", typed), ("item", kind), ("level", "")] {
        other[name] = word.into();
    }
    other["grade"] = serde_json::Value::Null;
    other["verdict"] = match kind {
        "sitting" => "begun",
        "fit" => "fitted",
        _ => "",
    }
    .into();
    value["events"].as_array_mut().unwrap().push(other);
    value.to_string()
}

#[test]
fn a_round_a_plan_or_a_fit_that_the_program_cannot_have_written_is_refused() {
    let drill = |inner: &str, outer: u64| {
        let families = if inner == "3" { "" } else { "\"alibi-score\"" };
        let count = if inner == "3" { "5" } else { inner };
        format!(
            "{{\"plan\":{{\"drill\":{{\"families\":[{families}],\"count\":{count},\"level\":null,\"cram\":false,\
             \"timed\":false}}}},\"count\":{outer}}}"
        )
    };
    let fit = |numbers: &[f32], loss: f32| {
        format!(
            "{{\"parameters\":{numbers:?},\"reviews\":520,\"items\":40,\"heldOut\":104,\
             \"before\":{{\"logLoss\":0.4,\"rmse\":0.03}},\"after\":{{\"logLoss\":{loss:?},\"rmse\":0.02}}}}"
        )
    };
    let default: Vec<f32> = posenc::memory::Parameters::default().into();
    for (kind, typed, taken) in [
        ("sitting", drill("5", 5), true),
        ("sitting", drill("1000", 1000), true),
        ("sitting", drill("4000000000", 4_000_000_000), false),
        ("sitting", drill("1001", 1001), false),
        ("sitting", drill("0", 0), false),
        ("sitting", drill("5", 4), false),
        ("sitting", drill("3", 5), false),
        ("sitting", "{\"plan\":\"nonsense\",\"count\":5}".into(), false),
        ("plan", "{\"date\":\"2026-12-24\",\"minutes\":30}".into(), true),
        ("plan", "{\"date\":\"9999-12-31\",\"minutes\":30}".into(), false),
        ("plan", "{\"date\":null,\"minutes\":99999999}".into(), false),
        ("fit", fit(&default, 0.3), true),
        ("fit", fit(&default, -5.0), false),
        ("fit", fit(&[0.0; 21], 0.3), false),
        ("fit", fit(&[-5.0; 21], 0.3), false),
        ("fit", fit(&[1e38; 21], 0.3), false),
    ] {
        let read = progress::read("f.json", &changed(kind, &typed)).unwrap();
        assert_eq!(
            (read.events.len() == 2, read.refused.is_empty()),
            (taken, taken),
            "{kind} {typed}: {:?}",
            read.refused
        );
    }
}

#[test]
fn what_lies_ahead_of_the_clock_and_words_that_nobody_writes_are_refused() {
    let now = posenc::memory::now().timestamp();
    let hours = |hours: i64| {
        let mut store = Store::in_memory().unwrap();
        store.record(&answer("positional-information/alibi-slope", "right", Grade::Good)).unwrap();
        store.set_clock(Clock::Fixed(now + jiff::SignedDuration::from_hours(hours)));
        store.record(&answer("positional-information/alibi-score", "right", Grade::Good)).unwrap();
        progress::read("f.json", &export(&store)).unwrap()
    };
    assert_eq!(hours(40).refused, []);
    for ahead in [60, 24 * 365 * 9] {
        let refused = hours(ahead).refused;
        assert!(refused.len() == 1 && refused[0].flaw.to_string().contains("two days ahead"), "{refused:?}");
    }
    let text = export(&studied());
    for (from, to) in
        [("\"verdict\":\"right\"", "\"verdict\":\"splendid\""), ("\"level\":\"\"", "\"level\":\"cosmic\"")]
    {
        assert_eq!(progress::read("f.json", &text.replacen(from, to, 1)).unwrap().refused.len(), 1, "{to}");
    }
}

#[test]
fn a_round_of_four_thousand_million_questions_in_an_old_log_is_not_gone_on_with() {
    let library = Library::embedded();
    let mut store = Store::in_memory().unwrap();
    let mut begun = Event::new(EventKind::Sitting, Mode::Drill, "sitting");
    begun.verdict = "begun".into();
    begun.seed = "K3F9".into();
    begun.session = "s".into();
    begun.content_hash = library.hash().into();
    begun.typed = "{\"plan\":{\"drill\":{\"families\":[\"alibi-score\"],\"count\":4000000000,\"level\":null,\
                   \"cram\":false,\"timed\":false}},\"count\":4000000000}"
        .into();
    store.record(&begun).unwrap();
    assert!(store.begun_sittings().unwrap().is_empty());
    assert!(posenc::sitting::Left::find(&library, &store, None).is_none());
}

#[test]
fn a_figure_that_was_predicted_or_declined_asks_no_more_after_an_import() {
    let mut store = Store::in_memory().unwrap();
    let info = posenc::figure::find("rope-shift").unwrap();
    store.record(&posenc::sitting::prediction::declined(info)).unwrap();
    let mut other = Store::in_memory().unwrap();
    other.merge(&events(&store)).unwrap();
    let item = posenc::sitting::prediction::item(info);
    assert!(other.is_predicted(&item).unwrap() && other.summary().unwrap().answers == 0);
}

/// What a round says of itself is carried like its answers: it goes on where it was on another machine too.
#[test]
fn a_round_that_was_left_goes_on_after_an_import() {
    use posenc::content::Library;
    use posenc::question::Seed;
    use posenc::sitting::rehearsal::Rehearse;
    use posenc::sitting::{Drill, Left, Passed, Plan, lesson::Lesson};
    let library = Library::embedded();
    let mut store = Store::in_memory().unwrap();
    let families = vec!["alibi-slope".to_string(), "alibi-score".into()];
    let mut drill = Plan::Drill(Drill::of(families, 3)).begin(&library, Seed::fresh()).unwrap();
    let Passed::Later(Some(skipped)) = drill.skip(&library) else { panic!() };
    let shown = drill.solution(1).unwrap();
    drill.opening().into_iter().chain([*skipped, shown]).for_each(|event| {
        store.record(&event).unwrap();
    });
    let clean = vec![posenc::sitting::fade::Try { right: true, helped: false }; 3];
    let mut lesson = Lesson::begin(&library, "alibi-score", Seed::fresh(), clean).unwrap();
    let event = lesson.reveal(10);
    lesson.take_trace_around(event).iter().for_each(|event| {
        store.record(event).unwrap();
    });
    let question = library.question("derive-rope").unwrap();
    let mut spoken = Rehearse::begin("derive-rope");
    spoken.noted(&library, question, "rotate", 1, true).iter().for_each(|event| {
        store.record(event).unwrap();
    });
    let words = |store: &Store| Left::all(&library, store).iter().map(Left::words).collect::<Vec<_>>();
    assert_eq!(words(&store).len(), 3);
    let read = progress::read("export", &export(&store)).unwrap();
    assert!(read.refused.is_empty(), "{:?}", read.refused);
    let mut other = Store::in_memory().unwrap();
    other.merge(&read.events).unwrap();
    assert_eq!(words(&other), words(&store));
}
