//! Rounds that were left in the middle: which are offered, and how they go on.

use super::*;

/// The question on the table and those that wait, in their order.
fn order(sitting: &Sitting) -> Vec<String> {
    let current = sitting.state.current.iter().map(|c| &c.slot);
    current.chain(&sitting.state.queue).map(|slot| slot.seed.to_string()).collect()
}

/// Skips as the screen does it: what the log is to know goes there.
fn skip(sitting: &mut Sitting, store: &mut crate::memory::Store) {
    let Passed::Later(Some(event)) = sitting.skip(&library()) else { panic!("the log has to know it") };
    sitting.opening().into_iter().chain([*event]).for_each(|event| {
        store.record(&event).unwrap();
    });
}

#[test]
fn every_round_that_was_left_stays_on_offer_and_each_can_be_had_by_its_code() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let seeds = ["K3F9", "A", "ZZ", "7Q"].map(|text| Seed::parse(text).unwrap());
    let plans = [Plan::Mock(Some(20)), Plan::Placement, drill_of(Scheme::Rope, 3), drill_of(Scheme::Alibi, 2)];
    let mut codes = Vec::new();
    for (plan, seed) in plans.iter().zip(&seeds) {
        let mut sitting = plan.begin(&library, seed.clone()).unwrap();
        codes.push(sitting.code().to_string());
        answer(&mut sitting, true, &mut store);
    }
    let names = |store: &_| Left::all(&library, store).iter().map(|left| left.round.name()).collect::<Vec<_>>();
    assert_eq!(names(&store), ["drill", "drill", "placement test", "mock exam"]);
    let facts = crate::today::Facts::read(&store).unwrap();
    let offered = crate::today::plan(&library, &facts);
    let rounds = offered.iter().filter(|task| matches!(task, crate::today::Task::GoOn { .. })).count();
    assert_eq!(rounds, crate::today::ROUNDS, "Today has the newest ones");

    let mock = Left::find(&library, &store, Some(&codes[0].to_lowercase())).unwrap();
    assert_eq!((mock.round.name(), mock.left, mock.clock), ("mock exam", 11, Some(1_199_000)));
    assert_eq!(Left::find(&library, &store, Some("A")).unwrap().round, Round::Questions(Plan::Placement));
    assert!(Left::find(&library, &store, Some("NOPE")).is_none());
    // What is gone on with is the newest again; what is finished or dropped is not offered.
    let Resumed::Questions(mut again, _) = mock.resume(&library).unwrap() else { panic!("a mock exam") };
    answer(&mut again, true, &mut store);
    assert_eq!(names(&store)[0], "mock exam");
    store.record(&Left::find(&library, &store, Some("ZZ")).unwrap().dropped()).unwrap();
    let Resumed::Questions(mut drill, _) = Left::find(&library, &store, Some("7Q")).unwrap().resume(&library).unwrap()
    else {
        panic!("a drill")
    };
    answer(&mut drill, true, &mut store);
    assert_eq!(names(&store), ["mock exam", "placement test"]);
}

#[test]
fn a_placement_test_that_ends_early_is_finished_and_promises_no_more() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut sitting = Plan::Placement.begin(&library, Seed::parse("7").unwrap()).unwrap();
    let (mut asked, mut promised) = (0, Vec::new());
    while !sitting.is_over() {
        answer(&mut sitting, true, &mut store);
        asked += 1;
        sitting.next(&library);
        promised.push(sitting.progress().1);
    }
    assert!(asked < 14, "some scheme has no hard family");
    assert_eq!(promised[6], asked, "after the first ones it is known how many there are: {promised:?}");
    assert!(Left::find(&library, &store, None).is_none(), "nothing is left of it");
}

#[test]
fn after_skips_a_round_goes_on_with_the_question_on_the_table() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut sitting = Plan::Mock(Some(20)).begin(&library, seed()).unwrap();
    answer(&mut sitting, true, &mut store);
    sitting.next(&library);
    skip(&mut sitting, &mut store);
    assert_eq!(Left::find(&library, &store, None).unwrap().words(), "11 of 12 left", "skipped is not answered");
    let again = |store: &_| match Left::find(&library, store, None).unwrap().resume(&library).unwrap() {
        Resumed::Questions(again, _) => *again,
        other => panic!("an exam: {other:?}"),
    };
    assert_eq!(order(&again(&store)), order(&sitting), "a skip, and nothing answered after it");
    skip(&mut sitting, &mut store);
    answer(&mut sitting, false, &mut store);
    sitting.next(&library);
    skip(&mut sitting, &mut store);
    assert_eq!(order(&again(&store)), order(&sitting));
    // A skip that was taken back with the answer before it does not count.
    sitting.undo();
    store.undo().unwrap();
    assert_eq!(order(&again(&store)), order(&sitting));
}

#[test]
fn a_round_in_which_all_was_skipped_is_not_left() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut sitting = drill_of(Scheme::Rope, 3).begin(&library, seed()).unwrap();
    skip(&mut sitting, &mut store);
    assert!(!sitting.is_kept() && Left::find(&library, &store, None).is_none());
}

pub(super) fn left(store: &crate::memory::Store) -> Option<Left> {
    Left::find(&library(), store, None)
}

pub(super) fn keep(store: &mut crate::memory::Store, events: impl IntoIterator<Item = crate::memory::Event>) {
    events.into_iter().for_each(|event| {
        store.record(&event).unwrap();
    });
}

/// The right number for the blank on the table.
fn number(lesson: &lesson::Lesson) -> String {
    crate::question::format::shortest(lesson.asked().unwrap().value)
}

/// Through every shown step, up to a blank or the end.
fn read_on(lesson: &mut lesson::Lesson, store: &mut crate::memory::Store) {
    while lesson.stage() == lesson::Stage::Reading {
        let event = lesson.advance(10);
        keep(store, lesson.take_trace_around(event));
    }
}

#[test]
fn a_lesson_goes_on_at_the_blank_where_it_was_and_asks_no_number_twice() {
    use lesson::{Lesson, Stage};
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let clean = vec![fade::Try { right: true, helped: false }; 3];
    let mut lesson = Lesson::begin(&library, "alibi-score", seed(), clean).unwrap();
    lesson.set_examples(2);
    read_on(&mut lesson, &mut store);
    assert!(left(&store).is_none(), "nothing of it is done");
    let (verdict, event) = lesson.fill(&number(&lesson), 1_000);
    assert!(verdict.is_right());
    keep(&mut store, lesson.take_trace_around(event));
    let again = |store: &_| {
        let found = left(store).unwrap();
        let Resumed::Lesson(again) = found.resume(&library).unwrap() else { panic!("{found:?}") };
        (found.words(), *again)
    };
    let (words, mut on) = again(&store);
    assert!(words.starts_with("2 of 2 left, "), "{words}");
    assert_eq!((on.steps(), on.stage(), on.level()), (lesson.steps(), lesson.stage(), lesson.level()));
    assert_eq!(on.drawn().instance.code, lesson.drawn().instance.code, "the same numbers");

    // A wrong number is recorded once, whoever goes on; a step that was shown stays shown.
    let (verdict, event) = on.fill("123456.5", 1_000);
    assert!(!verdict.is_right() && event.is_some());
    keep(&mut store, on.take_trace_around(event));
    let (_, mut on) = again(&store);
    let event = on.reveal(10);
    assert!(event.is_none(), "the example is in the log already");
    keep(&mut store, on.take_trace_around(event));
    let (_, mut on) = again(&store);
    while on.stage() != Stage::Rule {
        read_on(&mut on, &mut store);
        if on.stage() == Stage::Blank {
            let event = on.fill(&number(&on), 10).1;
            keep(&mut store, on.take_trace_around(event));
        }
    }
    // Cut off before the rule is picked; then the second example waits.
    let (words, mut on) = again(&store);
    assert!(on.stage() == Stage::Rule && words.starts_with("2 of 2 left, "), "{words}");
    let event = on.pick(0, 10);
    keep(&mut store, on.take_trace_around(event));
    let (words, on) = again(&store);
    assert!(words.starts_with("1 of 2 left, "), "{words}");
    assert_eq!((on.number(), on.level()), (2, 0), "by the record that the log has");
    assert_eq!(store.answers(&library.item("alibi-score")).unwrap().len(), 1, "one answer in all");
}

#[test]
fn a_lesson_that_is_at_the_end_of_its_example_is_not_left() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut lesson = lesson::Lesson::begin(&library, "alibi-score", seed(), Vec::new()).unwrap();
    read_on(&mut lesson, &mut store);
    assert!(left(&store).unwrap().words().starts_with("example 1, "), "its rule waits");
    let event = lesson.pick(0, 10);
    keep(&mut store, lesson.take_trace_around(event));
    assert!(lesson.is_finished() && left(&store).is_none());
    store.undo().unwrap();
}

#[test]
fn questions_before_reading_go_on_and_what_was_passed_over_is_not_asked() {
    use pretest::When;
    let library = library();
    let section = library.index().sections.iter().find(|s| s.pretest.len() == 3).unwrap();
    let plan = Plan::Pretest(section.id.to_string(), When::Before);
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut sitting = plan.begin(&library, Seed::fresh()).unwrap();
    let Passed::On(Some(event)) = sitting.pass(10, &library) else { panic!("it is left out") };
    keep(&mut store, sitting.opening().into_iter().chain([*event]));
    answer(&mut sitting, true, &mut store);
    let found = left(&store).unwrap();
    assert_eq!(found.words(), format!("1 of 3 left, {}", section.title));
    assert_eq!(found.round.name(), "questions before reading");
    let Resumed::Questions(mut again, same) = found.resume(&library).unwrap() else { panic!() };
    assert_eq!((same, again.current().unwrap().question.id.as_str()), (plan, &*section.pretest[2]));
    let Passed::On(Some(event)) = again.pass(10, &library) else { panic!("it is left out") };
    keep(&mut store, [*event]);
    assert!(again.is_over() && left(&store).is_none(), "nothing is left");
}

#[test]
fn an_aimed_drill_is_finished_when_its_last_question_is_answered() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let plan = Plan::Mistake { family: "alibi-slope".into(), code: "OFF1".into(), count: 3 };
    let mut sitting = plan.begin(&library, seed()).unwrap();
    for done in 1..=3 {
        answer(&mut sitting, true, &mut store);
        assert_eq!(left(&store).map(|left| left.left), (done < 3).then_some(3 - done));
        sitting.next(&library);
    }
}

#[test]
fn a_prompt_in_a_review_that_was_passed_on_to_its_rehearsal_is_not_asked_again() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let items = ["derive-rope", "alibi-slope", "alibi-score"].map(|id| library.item(id)).to_vec();
    let mut sitting = Plan::Review(items).begin(&library, seed()).unwrap();
    assert!(matches!(sitting.current().unwrap().instance.ask, Ask::Rubric));
    let Passed::On(Some(event)) = sitting.leave_out(&library) else { panic!() };
    keep(&mut store, sitting.opening().into_iter().chain([*event]));
    let found = left(&store).unwrap();
    assert_eq!(found.words(), "2 of 3 left");
    let Resumed::Questions(again, _) = found.resume(&library).unwrap() else { panic!() };
    assert_eq!(order(&again), order(&sitting));
}

#[test]
fn a_rehearsal_goes_on_with_its_notes_until_its_points_are_ticked() {
    use rehearsal::Rehearse;
    let library = library();
    let question = library.question("derive-rope").unwrap();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut round = Rehearse::begin("derive-rope");
    assert!(round.noted(&library, question, " ", 9_000, false).is_empty(), "nothing to be missed");
    keep(&mut store, round.noted(&library, question, "rotate q", 9_000, false));
    assert!(round.noted(&library, question, "rotate q", 12_000, false).is_empty(), "it is known");
    let again = |store: &_| match left(store).unwrap().resume(&library).unwrap() {
        Resumed::Rehearse(again) => again,
        other => panic!("{other:?}"),
    };
    assert!(left(&store).unwrap().words().starts_with("your notes wait, "));
    let mut on = again(&store);
    assert_eq!((on.notes(), on.spoken()), ("rotate q", None));
    keep(&mut store, on.noted(&library, question, "rotate q and k", 20_000, true));
    let mut on = again(&store);
    assert_eq!((on.notes(), on.spoken()), ("rotate q and k", Some(20_000)));
    assert_eq!(left(&store).unwrap().round.name(), "rehearsal");
    let crate::content::model::Kind::Interview(interview) = &question.kind else { panic!() };
    let event = rubric::Score::new(interview, &[0]).event(&library, question, on.notes(), std::time::Duration::ZERO);
    keep(&mut store, on.ticked(&library, event));
    assert!(left(&store).is_none(), "its points are ticked");
    assert_eq!(store.summary().unwrap().rehearsed, 1);

    // Without its last line, as after a cut, it is finished all the same.
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut round = Rehearse::begin("derive-rope");
    keep(&mut store, round.noted(&library, question, "n", 1, true));
    let event = rubric::Score::new(interview, &[]).event(&library, question, "n", std::time::Duration::ZERO);
    keep(&mut store, round.ticked(&library, event).into_iter().take(1));
    assert!(left(&store).is_none());
}

#[test]
fn recall_prompts_of_the_learners_choice_go_on_with_those_not_asked() {
    use crate::memory::Kept;
    use recall::Recalls;
    let library = library();
    let pages = library.index().sections.iter().flat_map(|s| s.pages.iter());
    let ids: Vec<String> = pages.flat_map(|p| p.recall.iter().map(ToString::to_string)).take(3).collect();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut round = Recalls::begin(ids.clone());
    keep(&mut store, round.keep(&library, &ids[0], "", Kept::Knew, 10));
    assert!(round.is_kept());
    assert_eq!(left(&store).unwrap().words(), "2 of 3 left");
    let Resumed::Recall(mut again) = left(&store).unwrap().resume(&library).unwrap() else { panic!() };
    assert_eq!(again.left(), &ids[1..]);
    keep(&mut store, again.keep(&library, &ids[1], "", Kept::Missed, 10));
    keep(&mut store, again.keep(&library, &ids[2], "", Kept::Later, 10));
    assert!(!again.is_kept() && left(&store).is_none());

    let mut due = Recalls::of_due(ids.clone());
    keep(&mut store, due.keep(&library, &ids[0], "", Kept::Knew, 10));
    assert!(left(&store).is_none(), "what is due waits by itself");
}

#[test]
fn notes_to_a_part_of_a_mock_interview_are_kept_and_the_interview_is_begun_once() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let course = interview::Course::begin(&library, seed()).unwrap();
    let id = course.parts()[0].id().to_string();
    let question = library.question(&id).unwrap();
    let mut part = course.rehearse(&library, &id, Some(&store));
    keep(&mut store, part.noted(&library, question, "first of all", 20_000, true));
    let found = left(&store).unwrap();
    assert_eq!((found.round.name(), found.words().as_str()), ("mock interview", "6 of 6 left"));
    let Resumed::Interview(again) = found.resume(&library).unwrap() else { panic!("{found:?}") };
    assert!(again.is_begun(Some(&store)));
    let mut part = again.rehearse(&library, &id, Some(&store));
    assert_eq!((part.notes(), part.spoken()), ("first of all", Some(20_000)));
    let crate::content::model::Kind::Interview(prompt) = &question.kind else { panic!() };
    let event = rubric::Score::new(prompt, &[0]).event(&library, question, part.notes(), std::time::Duration::ZERO);
    let events = part.ticked(&library, event);
    assert_eq!(events.len(), 1, "it was begun before");
    keep(&mut store, events);
    assert_eq!(left(&store).unwrap().words(), "5 of 6 left");
    assert_eq!(Left::all(&library, &store).len(), 1);
    assert!(!course.rehearse(&library, again.parts()[2].id(), Some(&store)).is_kept(), "each prompt has its own");
}
