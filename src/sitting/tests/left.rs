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
    sitting.opening().into_iter().chain([*event]).for_each(|event| drop(store.record(&event).unwrap()));
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
        Resumed::Interview(_) => panic!("an exam"),
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
