use super::*;
use crate::memory::{EventKind, Grade};
use crate::question::{Ask, Reading, Response, Verdict};
use crate::scheme::Scheme;

mod left;
mod sealed;

fn library() -> Library {
    Library::embedded()
}

fn seed() -> Seed {
    Seed::parse("K3F9").unwrap()
}

fn one(id: &str) -> Sitting {
    Sitting::drill(&library(), &[id.to_string()], 1, seed(), None).unwrap()
}

/// What a perfect learner types.
fn key(sitting: &Sitting) -> Response {
    match &sitting.current().unwrap().instance.ask {
        Ask::Numbers { answers, .. } => {
            Response::Typed(answers.iter().map(|a| crate::question::format::shortest(a.value)).collect())
        }
        Ask::Choice { options, .. } => Response::Chosen((0..options.len()).filter(|&i| options[i].right).collect()),
        other => panic!("{other:?}"),
    }
}

fn wrong(sitting: &Sitting) -> Response {
    match &sitting.current().unwrap().instance.ask {
        Ask::Numbers { answers, .. } => Response::Typed(answers.iter().map(|_| "123456.789".to_string()).collect()),
        Ask::Choice { options, .. } => {
            Response::Chosen((0..options.len()).filter(|&i| !options[i].right).take(1).collect())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn right_at_once_is_good_and_the_event_says_everything() {
    let mut sitting = one("alibi-slope");
    let (verdict, event) = sitting.answer(key(&sitting), 4_200, Some(3));
    assert!(verdict.is_right(), "{verdict:?}");
    let event = event.unwrap();
    assert_eq!(event.kind, EventKind::Answer);
    assert_eq!(event.item, "positional-information/alibi-slope");
    assert_eq!((event.grade, event.tries, event.hints), (Some(Grade::Good), 1, 0));
    assert_eq!((event.confidence, event.ms), (Some(3), 4_200));
    assert_eq!((event.seed.as_str(), event.verdict.as_str()), ("K3F9", "right"));
    assert!(event.drawn.contains("\"n\":"), "{}", event.drawn);
    assert!(event.reading.contains("value"), "{}", event.reading);
    assert!(event.content_hash.len() == 64 && !event.typed.is_empty());
}

#[test]
fn a_hint_makes_it_hard_and_the_solution_makes_it_again() {
    let mut sitting = one("alibi-slope");
    assert!(sitting.hint().is_some());
    let (_, event) = sitting.answer(key(&sitting), 1, None);
    assert_eq!(event.unwrap().grade, Some(Grade::Hard));

    let mut sitting = one("alibi-slope");
    let shown = sitting.solution(1).unwrap();
    assert_eq!((shown.grade, shown.verdict.as_str()), (Some(Grade::Again), ""));
    assert!(sitting.solution(1).is_none(), "asked for once");
    let (verdict, event) = sitting.answer(key(&sitting), 1, None);
    assert!(verdict.is_right());
    let event = event.unwrap();
    assert_eq!((event.grade, event.tries), (None, 2));
    assert_eq!(sitting.report().right, 0);
    assert!(sitting.report().wrong[0].mended);
}

#[test]
fn only_the_first_attempt_sets_a_grade() {
    let mut sitting = one("alibi-slope");
    let (_, event) = sitting.answer(wrong(&sitting), 1, None);
    assert_eq!(event.unwrap().grade, Some(Grade::Again));
    sitting.retry();
    assert!(sitting.judged().is_none());
    let (verdict, event) = sitting.answer(key(&sitting), 1, None);
    assert!(verdict.is_right());
    assert_eq!(event.unwrap().grade, None);
    assert_eq!(sitting.judged().unwrap().grade, Grade::Hard);
    let report = sitting.report();
    assert_eq!((report.right, report.total), (0, 1));
    assert!(report.wrong[0].mended && report.wrong[0].yours == "123456.789");
}

#[test]
fn what_cannot_be_read_costs_nothing() {
    let mut sitting = one("alibi-slope");
    for text in ["", "two", "1 +"] {
        let (verdict, event) = sitting.answer(Response::Typed(vec![text.into()]), 1, None);
        assert!(matches!(verdict, Verdict::NotReadable { .. }), "{text}: {verdict:?}");
        assert!(event.is_none());
    }
    let (_, event) = sitting.answer(key(&sitting), 1, None);
    assert_eq!(event.unwrap().grade, Some(Grade::Good), "refusals are no attempts");
}

#[test]
fn two_readings_are_asked_about_and_the_chosen_one_is_typed() {
    let sitting = one("alibi-score");
    let Reading::Ask { readings } = sitting.read(0, "1,000") else { panic!("{:?}", sitting.read(0, "1,000")) };
    assert_eq!(readings, [1000.0, 1.0]);
    assert_eq!(sitting.settle(0, "1,000", 1000.0), "1000");
    assert_eq!(sitting.settle(0, "1,000", 1.0), "1.000", "its three decimals stay");
}

#[test]
fn a_skipped_question_comes_back_with_its_numbers_and_its_hints() {
    let ids = ["alibi-slope".to_string(), "alibi-score".to_string()];
    let mut sitting = Sitting::drill(&library(), &ids, 2, seed(), None).unwrap();
    let first = sitting.current().unwrap().instance.clone();
    sitting.hint();
    assert!(matches!(sitting.skip(&library()), Passed::Later(_)));
    assert_ne!(sitting.current().unwrap().instance.id, first.id);
    sitting.answer(key(&sitting), 1, None);
    sitting.next(&library());
    assert_eq!(sitting.current().unwrap().instance.prompt, first.prompt);
    assert_eq!(sitting.hints_shown().len(), 1);
    assert!(matches!(sitting.skip(&library()), Passed::Last), "the last one cannot be put behind itself");
    assert_eq!(sitting.progress(), (2, 2));
}

#[test]
fn undo_goes_back_to_the_question_before_the_answer() {
    let ids = ["alibi-slope".to_string()];
    let mut sitting = Sitting::drill(&library(), &ids, 2, seed(), None).unwrap();
    let first = sitting.current().unwrap().instance.prompt.clone();
    sitting.answer(wrong(&sitting), 1, None);
    sitting.next(&library());
    assert!(sitting.undo());
    assert_eq!(sitting.current().unwrap().instance.prompt, first);
    assert!(sitting.judged().is_none() && sitting.report().total == 0);
    let (_, event) = sitting.answer(key(&sitting), 1, None);
    assert_eq!(event.unwrap().grade, Some(Grade::Good));
    assert!(sitting.undo() && !sitting.undo());
}

#[test]
fn another_has_fresh_numbers_and_harder_is_harder() {
    let mut sitting = one("alibi-slope");
    let first = sitting.current().unwrap().instance.seed.clone();
    sitting.answer(key(&sitting), 1, None);
    assert!(sitting.another(&library()));
    let again = sitting.current().unwrap();
    assert_eq!(again.question.id, "alibi-slope");
    assert_ne!(again.instance.seed, first);
    assert_eq!(sitting.progress(), (2, 2));
    let before = sitting.current().unwrap().question.difficulty;
    let id = sitting.step(Step::Harder, &library()).unwrap();
    let now = &sitting.current().unwrap().question;
    assert_eq!(now.id, id);
    assert!(now.difficulty > before && now.scheme == Some(crate::scheme::Scheme::Alibi));
    assert_eq!(sitting.progress(), (2, 2), "the question left for it does not count");
}

#[test]
fn the_quiz_is_played_to_its_report() {
    let library = library();
    let mut sitting = Sitting::quiz(&library, seed()).unwrap();
    assert_eq!(sitting.progress(), (1, 9));
    let mut n = 0;
    while sitting.current().is_some() {
        let response = if n % 3 == 0 { wrong(&sitting) } else { key(&sitting) };
        let (_, event) = sitting.answer(response, 1_000, None);
        assert_eq!(event.unwrap().mode, Mode::Quiz);
        n += 1;
        sitting.next(&library);
    }
    let report = sitting.report();
    assert_eq!((report.total, report.right, report.wrong.len(), report.ms), (9, 6, 3, 9_000));
    assert!(report.wrong.iter().all(|o| !o.key.is_empty() && !o.yours.is_empty()));
    assert!(sitting.troubles().is_empty(), "{:?}", sitting.troubles());
}

#[test]
fn a_seed_gives_the_same_sitting_and_easy_comes_first() {
    let ids = crate::today::families(&library(), crate::scheme::Scheme::Rope);
    let order = |seed: &str| {
        let library = library();
        let mut sitting = Sitting::drill(&library, &ids, ids.len(), Seed::parse(seed).unwrap(), None).unwrap();
        let mut seen = Vec::new();
        while let Some(drawn) = sitting.current() {
            seen.push((drawn.question.difficulty, drawn.instance.prompt.clone()));
            sitting.answer(key(&sitting), 1, None);
            sitting.next(&library);
        }
        seen
    };
    assert_eq!(order("K3F9"), order("K3F9"));
    assert_ne!(order("K3F9"), order("K3FA"));
    assert!(order("K3F9").is_sorted_by_key(|(difficulty, _)| *difficulty));
}

#[test]
fn a_rubric_is_graded_by_its_points_and_remembers_what_was_missed() {
    let library = library();
    let id = library.questions(Set::Interview).unwrap()[0].id.clone();
    let mut sitting = Sitting::review(&library, &[library.item(&id)], seed()).unwrap();
    let (verdict, event) = sitting.answer(Response::Ticked(vec![]), 1, None);
    let event = event.unwrap();
    assert!(!verdict.is_right());
    assert_eq!((event.kind, event.grade), (EventKind::Rubric, Some(Grade::Again)));
    assert!(event.code.lines().count() >= 2, "{}", event.code);
}

#[test]
fn a_named_mistake_is_counted_by_its_code() {
    let library = library();
    let mut sitting = one("alibi-slope");
    let Ask::Numbers { mistakes, .. } = &sitting.current().unwrap().instance.ask else { panic!() };
    let slip = mistakes.first().expect("a mistake survives at this seed").clone();
    let (verdict, event) =
        sitting.answer(Response::Typed(vec![crate::question::format::shortest(slip.value)]), 1, None);
    assert!(matches!(verdict, Verdict::Mistake { .. }), "{verdict:?}");
    assert_eq!(event.unwrap().code, slip.code);
    sitting.next(&library);
    assert_eq!(sitting.report().mistakes[0].code, slip.code);
}

#[test]
fn unknown_families_and_impossible_filters_say_what_to_do() {
    let error = Sitting::drill(&library(), &["alibi-slpe".into()], 1, seed(), None).unwrap_err().to_string();
    assert!(error.contains("alibi-slope"), "{error}");
    let error = Sitting::drill(&library(), &["alibi-slope".into()], 1, seed(), Some(Level::Hard)).unwrap_err();
    assert!(error.to_string().contains("level"), "{error}");
}

/// A file with one family that has a variant for the head.
fn with_mental() -> (tempfile::TempDir, Library) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("halves.toml");
    let text = r#"
format = 1
[[questions]]
id = "half"
type = "Numeric"
scheme = "rope"
difficulty = "medium"
prompt.prompt = "Half of $<< x >>$?"
figure = { id = "rope-shift", mark = { panel = 0, x = "x", y = "answer" } }
[questions.draw]
x = { from = 1001, to = 1999 }
[questions.mental]
draw = { x = { from = 2, to = 8, step = 2 } }
[[questions.answers]]
value = "x / 2"
round = { decimals = 1 }
"#;
    std::fs::write(&file, text).unwrap();
    let library = Library::from_question_file(&file).unwrap_or_else(|found| panic!("{found:?}"));
    (dir, library)
}

#[test]
fn the_mental_level_asks_for_the_head_and_the_log_says_so() {
    let (_dir, library) = with_mental();
    let ids = ["half".to_string()];
    let mut sitting = Sitting::drill(&library, &ids, 2, seed(), Some(Level::Mental)).unwrap();
    assert!(sitting.is_mental());
    let drawn = sitting.current().unwrap();
    assert!(drawn.instance.prompt.ends_with("Within 10 % is right."), "{}", drawn.instance.prompt);
    let Ask::Numbers { answers, .. } = &drawn.instance.ask else { panic!() };
    let near = format!("{}", answers[0].value * 1.09);
    let refused = sitting.answer(Response::Typed(vec!["8/2 + 1 - 1".into()]), 1, None).0;
    assert!(!refused.counts(), "an expression would be a calculator: {refused:?}");
    let (verdict, event) = sitting.answer(Response::Typed(vec![near]), 1, None);
    assert!(verdict.is_right(), "{verdict:?}");
    assert_eq!(event.unwrap().level, "mental");
    assert!(sitting.another(&library) && sitting.is_mental(), "another like this is for the head too");
    while sitting.next(&library) {}
    assert!(sitting.another_of("half", &library) && sitting.is_mental(), "after the last one too");

    let mut sitting = Sitting::drill(&library, &ids, 1, seed(), None).unwrap();
    assert_eq!(sitting.level(), Some(Level::Medium));
    let (_, event) = sitting.answer(key(&sitting), 1, None);
    assert_eq!(event.unwrap().level, "medium");
}

#[test]
fn a_family_without_a_mental_variant_is_not_asked_for_the_head() {
    let easy = ["half".to_string()];
    let (_dir, library) = with_mental();
    assert!(Sitting::drill(&library, &easy, 1, seed(), Some(Level::Easy)).is_err());
    assert!(Sitting::drill(&library, &easy, 1, seed(), Some(Level::Medium)).is_ok());
}

#[test]
fn after_the_verdict_both_values_have_a_place_in_the_figure() {
    let (_dir, library) = with_mental();
    let mut sitting = Sitting::drill(&library, &["half".into()], 1, seed(), None).unwrap();
    assert_eq!(sitting.places(), (None, None), "nothing is given away");
    sitting.answer(Response::Typed(vec!["7".into()]), 1, None);
    let (yours, truth) = sitting.places();
    let Ask::Numbers { answers, .. } = &sitting.current().unwrap().instance.ask else { panic!() };
    assert_eq!(yours.unwrap().y, Some(7.0));
    assert_eq!((truth.unwrap().x, truth.unwrap().y), (Some(answers[0].value * 2.0), Some(answers[0].value)));
}

#[test]
fn sure_and_wrong_is_remembered_with_the_answer() {
    let mut sitting = one("alibi-slope");
    sitting.answer(wrong(&sitting), 1, Some(SURE));
    assert!(sitting.judged().unwrap().was_sure_and_wrong());
    assert!(sitting.undo());
    sitting.answer(key(&sitting), 1, Some(SURE));
    assert!(!sitting.judged().unwrap().was_sure_and_wrong());
}

fn drill_of(scheme: Scheme, count: usize) -> Plan {
    Plan::Drill(Drill::of(crate::today::families(&library(), scheme), count))
}

/// Answers the question on the table, and writes down what a room would write down.
fn answer(sitting: &mut Sitting, right: bool, store: &mut crate::memory::Store) {
    let response = if right { key(sitting) } else { wrong(sitting) };
    let (_, event) = sitting.answer(response, 1_000, None);
    for event in sitting.opening().into_iter().chain(event) {
        store.record(&event).unwrap();
    }
}

fn seeds(sitting: &Sitting) -> Vec<String> {
    let of = sitting.report();
    of.outcomes.iter().map(|o| o.code.clone()).collect()
}

#[test]
fn a_cram_is_answered_and_leaves_the_schedule_alone() {
    let mut store = crate::memory::Store::in_memory().unwrap();
    let families = crate::today::families(&library(), Scheme::Alibi);
    let plan = Plan::Drill(Drill { cram: true, ..Drill::of(families, 2) });
    let mut sitting = plan.begin(&library(), seed()).unwrap();
    assert_eq!((sitting.mode(), sitting.is_silent()), (Mode::Cram, false));
    answer(&mut sitting, true, &mut store);
    assert!(sitting.judged().unwrap().verdict.is_right(), "feedback as in any drill");
    assert!(store.skills().unwrap().is_empty() && store.due().unwrap().is_empty());
    let summary = store.summary().unwrap();
    assert_eq!((summary.answers, summary.right), (1, 1), "it was worked, though");
}

#[test]
fn a_placement_asks_a_hard_one_after_a_right_one_and_an_easy_one_after_a_wrong_one() {
    use crate::content::model::Difficulty;
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut sitting = Plan::Placement.begin(&library, seed()).unwrap();
    assert_eq!(sitting.progress(), (1, 14));
    let mut first = Vec::new();
    while let Some(drawn) = sitting.current() {
        let (scheme, difficulty) = (drawn.question.scheme.unwrap(), drawn.question.difficulty);
        // RoPE is known, ALiBi halfway, the rest not at all.
        let right = match scheme {
            Scheme::Rope => true,
            Scheme::Alibi => difficulty != Difficulty::Hard,
            _ => false,
        };
        match first.contains(&scheme) {
            false => assert_eq!(difficulty, Difficulty::Medium),
            true if right || scheme == Scheme::Alibi => assert_eq!(difficulty, Difficulty::Hard),
            true => assert_eq!(difficulty, Difficulty::Easy),
        }
        first.push(scheme);
        answer(&mut sitting, right, &mut store);
        sitting.next(&library);
    }
    let log = store.placement().unwrap();
    let placed = placement::of_log(&library, &log);
    assert_eq!(placed, placement::of_outcomes(&library, &sitting.report().outcomes));
    let advice = |scheme| placed.iter().find(|p| p.scheme == scheme).unwrap().advice;
    assert_eq!(advice(Scheme::Rope), placement::Advice::Skip);
    assert_eq!(advice(Scheme::Alibi), placement::Advice::Skim);
    assert_eq!(advice(Scheme::Learned), placement::Advice::Read);
    assert_eq!(placement::placed_out(&library, &log), ["rope"]);
    assert!(store.skills().unwrap().is_empty(), "nothing of it is scored");
}

#[test]
fn a_placement_question_that_is_passed_counts_as_not_known() {
    let library = library();
    let mut sitting = Plan::Placement.begin(&library, seed()).unwrap();
    let Passed::NotKnown(event) = sitting.pass(10, &library) else { panic!("it has to be in the log") };
    assert_eq!((event.mode, event.grade, event.verdict.as_str()), (Mode::Placement, None, ""));
    assert_eq!(sitting.progress(), (2, 14));
}

#[test]
fn an_exam_counts_what_was_not_answered_when_the_time_was_over() {
    let library = library();
    let mut sitting = Plan::Mock(Some(20)).begin(&library, seed()).unwrap();
    assert!(sitting.is_silent());
    assert_eq!(sitting.clock(5_000), Some((5_000, 1_200_000)));
    let (_, event) = sitting.answer(key(&sitting), 1_000, None);
    assert_eq!(event.unwrap().grade, Some(Grade::Good), "an exam counts");
    assert!(sitting.next(&library) && !sitting.is_out_of_time());
    sitting.answer(wrong(&sitting), 1_200_000, None);
    assert!(sitting.is_out_of_time() && !sitting.next(&library));
    let report = sitting.report();
    assert_eq!((report.right, report.total, report.left), (1, 2, 10));
    let look = sitting.look_again(&report.outcomes[1], &library).unwrap();
    assert_eq!(look.current().unwrap().instance.code, report.outcomes[1].code);
    assert!(!look.judged().unwrap().verdict.is_right());
}

#[test]
fn a_round_that_was_cut_off_goes_on_where_it_was() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    assert!(Left::find(&library, &store, None).is_none());
    let mut sitting = drill_of(Scheme::Rope, 5).begin(&library, seed()).unwrap();
    answer(&mut sitting, true, &mut store);
    sitting.next(&library);
    // The second one is skipped, and one more like the third is asked.
    sitting.skip(&library);
    answer(&mut sitting, false, &mut store);
    sitting.another(&library);
    answer(&mut sitting, true, &mut store);
    sitting.next(&library);

    let left = Left::find(&library, &store, None).unwrap();
    assert_eq!((left.count, left.left, left.code.as_str()), (5, 3, sitting.code()));
    let Resumed::Questions(mut again, plan) = left.resume(&library).unwrap() else { panic!("a drill") };
    assert_eq!(plan, drill_of(Scheme::Rope, 5));
    assert_eq!(seeds(&again), seeds(&sitting));
    assert_eq!(again.report().outcomes, sitting.report().outcomes);
    assert_eq!(again.progress().1, 6);
    // It is the same round in the log, and goes to its end.
    assert_eq!(again.id(), sitting.id());
    while !again.is_over() {
        answer(&mut again, true, &mut store);
        again.next(&library);
    }
    assert_eq!(again.report().total, 6);
    assert!(Left::find(&library, &store, None).is_none(), "nothing is left");
}

#[test]
fn a_round_that_was_let_go_or_of_other_content_is_not_offered() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut sitting = drill_of(Scheme::Rope, 3).begin(&library, seed()).unwrap();
    answer(&mut sitting, true, &mut store);
    let left = Left::find(&library, &store, None).unwrap();
    store.record(&left.dropped()).unwrap();
    assert!(Left::find(&library, &store, None).is_none());

    let mut sitting = drill_of(Scheme::Rope, 3).begin(&library, seed()).unwrap();
    let mut opening = sitting.opening().unwrap();
    opening.content_hash = "other".into();
    store.record(&opening).unwrap();
    answer(&mut sitting, true, &mut store);
    assert!(Left::find(&library, &store, None).is_none());
}

#[test]
fn a_mixed_drill_goes_from_scheme_to_scheme() {
    let library = library();
    let all: Vec<String> = Scheme::ALL.iter().flat_map(|s| crate::today::families(&library, *s)).collect();
    let plan = Plan::Drill(Drill::of(all, 14));
    let mut sitting = plan.begin(&library, seed()).unwrap();
    let mut schemes = Vec::new();
    while let Some(drawn) = sitting.current() {
        schemes.push(drawn.question.scheme.unwrap());
        sitting.set_aside(&library);
    }
    let same = schemes.windows(2).filter(|w| w[0] == w[1]).count();
    assert!(same <= 1, "{schemes:?}");
    for scheme in Scheme::ALL {
        assert_eq!(schemes.iter().filter(|s| **s == scheme).count(), 2, "{scheme:?} in {schemes:?}");
    }
}

#[test]
fn the_options_of_a_choice_are_shuffled_by_the_seed() {
    let library = library();
    let texts = |text: &str| {
        let mut sitting = Plan::Quiz.begin(&library, Seed::parse(text).unwrap()).unwrap();
        let mut all = Vec::new();
        while let Some(drawn) = sitting.current() {
            if let Ask::Choice { options, .. } = &drawn.instance.ask {
                all.push(options.iter().map(|o| o.text.clone()).collect::<Vec<_>>());
            }
            sitting.set_aside(&library);
        }
        all
    };
    assert_eq!(texts("K3F9"), texts("K3F9"));
    assert_ne!(texts("K3F9"), texts("ZZZ"));
}
