//! What research says works, as the program does it: worked examples that fade, recall prompts that the reader keeps or
//! drops, three questions before and after a section, confusable families in a row, and how sure against how right.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

#[path = "common/posenc.rs"]
mod posenc_bin;

use posenc::content::Library;
use posenc::content::model::{Kind, Set};
use posenc::memory::{Clock, Event, EventKind, Grade, Kept, Mode, Store};
use posenc::question::{Response, Seed, format};
use posenc::sitting::fade::{self, Try};
use posenc::sitting::lesson::{Lesson, Stage, State};
use posenc::sitting::pretest::{self, When};
use posenc::sitting::{Sitting, cue, recall};
use posenc_bin::{objects, out};

const CLEAN: Try = Try { right: true, helped: false };

fn seed(text: &str) -> Seed {
    Seed::parse(text).unwrap()
}

fn lesson(library: &Library, id: &str, clean: usize) -> Lesson {
    Lesson::begin(library, id, seed("K3F9"), vec![CLEAN; clean]).unwrap()
}

/// Reads to the next blank, or to the end of the steps.
fn read_on(lesson: &mut Lesson) -> Option<Event> {
    let mut event = None;
    while lesson.stage() == Stage::Reading {
        event = event.or(lesson.advance(100));
    }
    event
}

/// The value of the blank that waits, with all its digits.
fn value(lesson: &Lesson) -> String {
    format::plain(lesson.asked().unwrap().value)
}

fn families(library: &Library) -> Vec<String> {
    let drills = library.index().questions.iter().filter(|q| q.set == Set::Drill);
    drills.map(|q| q.id.to_string()).collect()
}

#[test]
fn a_first_example_shows_every_step_and_the_next_one_asks_for_the_last() {
    let library = Library::embedded();
    let mut lesson = lesson(&library, "alibi-score", 0);
    let studied = read_on(&mut lesson).unwrap();
    assert_eq!((studied.kind, studied.mode, studied.grade), (EventKind::Studied, Mode::Lesson, None));
    assert_eq!(lesson.stage(), Stage::Rule);
    let right = lesson.rule().unwrap().right;
    let picked = lesson.pick(right, 900).unwrap();
    assert_eq!((picked.kind, picked.verdict.as_str()), (EventKind::Rule, "right"));

    lesson.another(&library).unwrap();
    assert_eq!(lesson.level(), 1);
    read_on(&mut lesson);
    assert_eq!((lesson.stage(), lesson.steps().len()), (Stage::Blank, lesson.len()));
    let (verdict, event) = lesson.fill(&value(&lesson), 4_000);
    assert!(verdict.is_right());
    let event = event.unwrap();
    assert_eq!((event.verdict.as_str(), event.grade), ("right", None), "with steps shown it says nothing about memory");
    assert!(event.hints > 0, "and never counts as mastered");
    assert_eq!(lesson.next_level(), 2);
}

#[test]
fn a_wrong_number_goes_one_level_down_once_and_the_step_stays_open() {
    let library = Library::embedded();
    let mut lesson = lesson(&library, "alibi-score", 2);
    read_on(&mut lesson);
    let (verdict, event) = lesson.fill("-123456", 1_000);
    assert!(!verdict.is_right() && event.is_some());
    assert_eq!((lesson.stage(), lesson.next_level()), (Stage::Blank, 1));
    assert!(lesson.fill("-123457", 1_000).1.is_none(), "one event an example");
    assert_eq!(lesson.next_level(), 1);
    assert!(lesson.fill(&value(&lesson), 1_000).0.is_right());
    assert!(lesson.wrong().is_none());
}

#[test]
fn what_cannot_be_read_costs_nothing_and_a_step_that_is_shown_counts_as_not_known() {
    let library = Library::embedded();
    let mut lesson = lesson(&library, "alibi-score", 3);
    assert_eq!(lesson.stage(), Stage::Blank, "all blank: the first step waits");
    let (verdict, event) = lesson.fill("two", 1_000);
    assert!(!verdict.counts() && event.is_none());
    let shown = lesson.reveal(1_000).unwrap();
    assert_eq!((shown.verdict.as_str(), shown.grade), ("", Some(Grade::Again)));
    assert_eq!(lesson.steps()[0].state, State::Revealed);
    assert_eq!(lesson.next_level(), 2);
}

/// Every family that has steps can be learnt to its end, and no blank asks for what stands there.
#[test]
fn every_family_fades_to_all_blank_and_takes_its_own_values() {
    let library = Library::embedded();
    for id in families(&library) {
        let Kind::Numeric(numeric) = &library.question(&id).unwrap().kind else { continue };
        if numeric.steps.iter().all(|s| s.value.is_none()) {
            continue;
        }
        let mut lesson = lesson(&library, &id, fade::ALONE);
        for _ in 0..5 {
            while !matches!(lesson.stage(), Stage::Rule | Stage::Done) {
                read_on(&mut lesson);
                if lesson.stage() != Stage::Blank {
                    continue;
                }
                let step = lesson.steps().pop().unwrap();
                assert_eq!(step.state, State::Blank);
                assert!(step.say.contains('?') && step.say.matches('$').count() % 2 == 0, "{id}: {}", step.say);
                let answer = value(&lesson);
                let (verdict, _) = lesson.fill(&answer, 1_000);
                assert!(verdict.is_right(), "{id} step {}: {answer} is {verdict:?}", step.number);
            }
            lesson.another(&library).unwrap();
        }
    }
}

#[test]
fn every_step_of_a_drill_that_ends_in_a_number_can_be_asked_for_its_rule() {
    let library = Library::embedded();
    let rules: Vec<&str> = library.rules().unwrap().iter().map(|r| r.id.as_str()).collect();
    for id in families(&library) {
        let mut lesson = match Lesson::begin(&library, &id, seed("K3F9"), Vec::new()) {
            Ok(lesson) => lesson,
            Err(_) => continue,
        };
        read_on(&mut lesson);
        let Some(pick) = lesson.rule() else { continue };
        let step = &lesson.drawn().instance.steps[pick.step];
        let right = pick.rule().unwrap();
        assert_eq!(step.rule.as_deref(), Some(right.id.as_str()), "{id}");
        assert!((3..=4).contains(&pick.options.len()), "{id}: {}", pick.options.len());
        let mut ids: Vec<&str> = pick.options.iter().map(|o| o.id.as_str()).collect();
        assert!(ids.iter().all(|id| rules.contains(id)));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), pick.options.len(), "{id}: no rule twice");
    }
}

#[test]
fn a_cue_never_prints_the_value_where_the_step_printed_it() {
    assert_eq!(cue::cue("so $3\\cdot 4 = 12$ rows", 12.0), "so $3\\cdot 4 = ?$ rows");
}

#[test]
fn an_assisted_answer_is_right_and_still_not_mastered() {
    let mut store = Store::in_memory().unwrap();
    let mut event = Event::new(EventKind::Answer, Mode::Drill, "c/a");
    event.verdict = "right".into();
    event.hints = 1;
    event.grade = Some(Grade::Hard);
    store.record(&event).unwrap();
    let skill = store.skill("c/a").unwrap().unwrap();
    assert_eq!((skill.last_verdict.as_str(), skill.solid), ("right", false));
    event.hints = 0;
    store.record(&event).unwrap();
    assert!(store.skill("c/a").unwrap().unwrap().solid);
}

fn recalled(kept: Kept) -> (Store, String) {
    let library = Library::embedded();
    let mut store = Store::in_memory().unwrap();
    store.set_clock(Clock::Fixed("2026-11-29T10:00:00Z".parse().unwrap()));
    let event = recall::event(&library, "rope-proof-step", "turns back", kept, 5_000).unwrap();
    store.record(&event).unwrap();
    (store, event.item)
}

fn due_at(store: &mut Store, time: &str) -> usize {
    store.set_clock(Clock::Fixed(time.parse().unwrap()));
    store.due().unwrap().len()
}

#[test]
fn a_prompt_that_is_kept_comes_back_one_put_off_tomorrow_and_a_dropped_one_never() {
    let cases =
        [(Kept::Knew, [0, 0, 1]), (Kept::Missed, [1, 1, 1]), (Kept::Later, [0, 1, 1]), (Kept::Dropped, [0, 0, 0])];
    for (kept, due) in cases {
        let (mut store, _) = recalled(kept);
        let times = ["2026-11-29T12:00:00Z", "2026-11-30T12:00:00Z", "2027-02-01T12:00:00Z"];
        assert_eq!(times.map(|t| due_at(&mut store, t)), due, "{kept:?}");
        let before = store.skills().unwrap();
        store.rebuild().unwrap();
        let due_days = |skills: &[posenc::memory::Skill]| skills[0].due_utc_ms / 86_400_000;
        assert_eq!(due_days(&store.skills().unwrap()), due_days(&before), "{kept:?} after a rebuild");
    }
}

#[test]
fn a_dropped_prompt_can_be_kept_again_and_a_choice_can_be_taken_back() {
    let library = Library::embedded();
    let (mut store, item) = recalled(Kept::Dropped);
    let again = recall::event(&library, "rope-proof-step", "", Kept::Missed, 1_000).unwrap();
    store.record(&again).unwrap();
    assert_eq!(due_at(&mut store, "2026-11-29T12:00:00Z"), 1);
    assert_eq!(store.undo().unwrap().unwrap().event.item, item);
    assert_eq!(due_at(&mut store, "2026-11-29T12:00:00Z"), 0);
    assert_eq!(store.summary().unwrap().answers, 0, "recalls are no answers that could be right");
}

#[test]
fn every_page_of_the_seven_content_sections_ends_in_a_recall_and_each_begins_with_three_questions() {
    let library = Library::embedded();
    for section in library.index().sections.iter().take(7) {
        assert_eq!(section.pretest.len(), 3, "{}", section.id);
        for page in section.pages.iter() {
            assert!(!page.recall.is_empty(), "{}/{}", section.id, page.id);
        }
    }
}

fn answer_all(library: &Library, store: &mut Store, when: When, place: usize) {
    let mut sitting = pretest::sitting(library, "order-blindness", when).unwrap();
    while sitting.current().is_some() {
        assert!(sitting.hint().is_none(), "nothing is given away");
        let (_, event) = sitting.answer(Response::Chosen(vec![place]), 2_000, None);
        store.record(&event.unwrap()).unwrap();
        sitting.next(library);
    }
}

#[test]
fn the_questions_before_a_section_are_the_same_after_it_and_count_nowhere() {
    let library = Library::embedded();
    let mut store = Store::in_memory().unwrap();
    answer_all(&library, &mut store, When::Before, 0);
    answer_all(&library, &mut store, When::Now, 1);
    let log = store.pretests().unwrap();
    assert_eq!(log.len(), 6);
    assert!(log.iter().all(|l| l.event.grade.is_none()));
    assert_eq!(log[0].event.seed, log[3].event.seed, "the same numbers, the same order of options");
    assert_eq!(store.summary().unwrap().answers, 0);
    assert!(store.skills().unwrap().is_empty() && store.recent(9).unwrap().is_empty());

    let rows = pretest::compare(&library, "order-blindness", &log).unwrap();
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let (before, now) = (row.before.as_ref().unwrap(), row.now.as_ref().unwrap());
        assert_ne!(before.text, now.text, "option a, then option b");
        assert_eq!(now.right, now.text == row.right);
    }
    let change = &pretest::changes(&library, &log)[0];
    assert_eq!((change.before.unwrap().1, change.now.unwrap().1), (3, 3));
}

#[test]
fn how_sure_is_counted_against_how_right_and_second_tries_are_left_out() {
    let mut store = Store::in_memory().unwrap();
    for (confidence, verdict, grade) in [
        (3, "right", Some(Grade::Good)),
        (3, "wrong", Some(Grade::Again)),
        (1, "wrong", Some(Grade::Again)),
        (3, "right", None),
    ] {
        let mut event = Event::new(EventKind::Answer, Mode::Drill, "c/a");
        event.verdict = verdict.into();
        event.grade = grade;
        event.confidence = Some(confidence);
        store.record(&event).unwrap();
    }
    let rows: Vec<_> = store
        .calibration()
        .unwrap()
        .iter()
        .filter(|c| c.answers > 0)
        .map(|c| (c.confidence, c.answers, c.right))
        .collect();
    assert_eq!(rows, [(1, 1, 0), (3, 2, 1)]);
}

#[test]
fn a_review_asks_families_that_are_easily_confused_in_a_row() {
    let library = Library::embedded();
    let items: Vec<String> = ["alibi-score", "sin-norm", "shaw-logit"].map(|id| library.item(id)).into();
    let mut review = Sitting::review(&library, &items, seed("K3F9")).unwrap();
    let mut order = Vec::new();
    while let Some(drawn) = review.current() {
        order.push(drawn.question.id.clone());
        review.set_aside(&library);
    }
    assert_eq!(order, ["alibi-score", "shaw-logit", "sin-norm"]);
}

#[test]
fn a_lesson_without_a_screen_moves_on_by_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let first = out(dir.path(), &["lesson", "alibi-score", "--plain", "--count", "1"], "a\n");
    assert!(first.contains("every step is shown") && first.contains("Which rule was step 3?"), "{first}");
    let second = out(dir.path(), &["lesson", "alibi-score", "--plain", "--count", "1"], "show\nquit\n");
    assert!(second.contains("the last step is yours") && second.contains("not known yet"), "{second}");
    let third = objects(dir.path(), &["lesson", "alibi-score", "--json"], "");
    assert_eq!(third[0]["level"], 0, "shown counts as wrong: one down");
}

#[test]
fn a_pretest_without_a_screen_says_nothing_until_both_answers_stand_side_by_side() {
    let dir = tempfile::tempdir().unwrap();
    let answers = "{\"answer\":\"a\"}\n".repeat(3);
    let before = objects(dir.path(), &["pretest", "1", "--json"], &answers);
    assert!(before.iter().all(|o| o.get("verdict").is_none()), "{before:?}");
    assert_eq!(before.iter().filter(|o| o["noted"] == true).count(), 3);
    let after = out(dir.path(), &["pretest", "1", "--after", "--plain"], "b\nb\nb\n");
    assert_eq!((after.matches("before: ").count(), after.matches("now:    ").count()), (3, 3), "{after}");
    assert!(!after.contains("right at once"), "no report");
    let stats = objects(dir.path(), &["stats", "--json"], "");
    assert_eq!(stats[0]["sections"][0]["section"], "order-blindness");
}

#[test]
fn a_recall_without_a_screen_is_due_when_it_was_missed() {
    let dir = tempfile::tempdir().unwrap();
    let said = out(dir.path(), &["recall", "rope/cancel", "--plain"], "it turns back\nx\nt\n");
    assert!(said.contains("Type k, m, t, d or q.") && said.contains("Answer: "), "{said}");
    let input = "{\"typed\":\"\"}\n{\"kept\":\"dropped\"}\n";
    let lines = objects(dir.path(), &["recall", "rope-in-a-line", "--json"], input);
    assert_eq!(lines[2]["kept"], "dropped");
}
