//! What counts when: an exam that is not over, and one round in two windows.

use super::left::{keep, left};
use super::*;

/// Everything that Home and Progress show, as text.
fn tables(store: &crate::memory::Store) -> String {
    let (summary, account, skills) = (store.summary().unwrap(), store.account().unwrap(), store.skills().unwrap());
    let (mistakes, recent, due) = (store.mistakes(99).unwrap(), store.recent(99).unwrap(), store.due().unwrap());
    let counts = (summary.answers, summary.right, summary.days, summary.ms, summary.due, summary.later);
    // The chance of recall goes down from one look to the next.
    let evidence: Vec<_> =
        account.evidence.iter().map(|e| crate::memory::account::Evidence { recall: None, ..e.clone() }).collect();
    format!("{counts:?} {evidence:?} {:?} {skills:?} {mistakes:?} {recent:?} {due:?}", account.retention)
}

#[test]
fn what_an_exam_that_is_not_over_holds_counts_nowhere_and_then_as_if_it_had_counted_at_once() {
    let library = library();
    let mut store = crate::memory::Store::in_memory().unwrap();
    let mut drill = drill_of(Scheme::Rope, 3).begin(&library, seed()).unwrap();
    answer(&mut drill, true, &mut store);
    let before = tables(&store);
    let mut exam = Plan::Mock(Some(20)).begin(&library, seed()).unwrap();
    for place in 0..mock::QUESTIONS - 1 {
        answer(&mut exam, place % 2 == 0, &mut store);
        assert_eq!(tables(&store), before, "after question {}", place + 1);
        exam.next(&library);
    }
    store.rebuild().unwrap();
    assert_eq!(tables(&store), before, "built anew");
    assert_eq!(store.sealed().unwrap().len(), 1);
    // An answer of the exam that is taken back changes nothing either; what counts besides does.
    exam.undo();
    store.undo().unwrap();
    assert_eq!(tables(&store), before);
    answer(&mut exam, true, &mut store);
    exam.next(&library);
    drill.next(&library);
    answer(&mut drill, false, &mut store);
    assert_eq!(store.summary().unwrap().answers, 2);

    // The last answer, and the program is cut off before it says that the report was shown.
    answer(&mut exam, true, &mut store);
    let after = tables(&store);
    assert_eq!(store.summary().unwrap().answers, 14);
    store.rebuild().unwrap();
    assert_eq!(tables(&store), after);
    exam.next(&library);
    store.record(&exam.finished().unwrap()).unwrap();
    assert_eq!(tables(&store), after);
    store.undo().unwrap();
    let undone = tables(&store);
    assert_eq!(store.summary().unwrap().answers, 13, "its report was shown");
    store.rebuild().unwrap();
    assert_eq!(tables(&store), undone);
}

#[test]
fn an_exam_counts_when_it_is_thrown_away_when_its_time_is_over_and_when_its_chapter_has_changed() {
    let library = library();
    let begin = |store: &mut crate::memory::Store, ms| {
        let mut exam = Plan::Mock(Some(1)).begin(&library, seed()).unwrap();
        let (_, event) = exam.answer(key(&exam), ms, None);
        keep(store, exam.opening().into_iter().chain(event));
    };
    let answers = |store: &crate::memory::Store| store.summary().unwrap().answers;
    let mut store = crate::memory::Store::in_memory().unwrap();
    begin(&mut store, 60_000);
    assert_eq!(answers(&store), 1, "its time is over");
    begin(&mut store, 1_000);
    assert_eq!(answers(&store), 1);
    let dropped = left(&store).unwrap().dropped();
    store.record(&dropped).unwrap();
    assert_eq!(answers(&store), 2, "it was thrown away");
    begin(&mut store, 1_000);
    resume::release(&library, &mut store).unwrap();
    assert_eq!(answers(&store), 2, "it can be gone on with");
    // The same exam, of a chapter as it was before.
    let mut exam = Plan::Mock(None).begin(&library, seed()).unwrap();
    let (_, event) = exam.answer(key(&exam), 10, None);
    let opening = exam.opening().map(|event| crate::memory::Event { content_hash: "before".into(), ..event });
    keep(&mut store, opening.into_iter().chain(event));
    assert_eq!(answers(&store), 2);
    resume::release(&library, &mut store).unwrap();
    assert_eq!(answers(&store), 3, "nobody can go on with it");
    let living = tables(&store);
    store.rebuild().unwrap();
    assert_eq!(tables(&store), living);
}

#[test]
fn two_windows_that_go_on_with_the_same_round_count_each_place_once() {
    use crate::memory::{Recorded, Store};
    let library = library();
    let dir = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (Store::open(dir.path()).unwrap().0, Store::open(dir.path()).unwrap().0);
    let mut sitting = drill_of(Scheme::Rope, 3).begin(&library, seed()).unwrap();
    answer(&mut sitting, true, &mut one);
    let go_on = |store: &_| match left(store).unwrap().resume(&library).unwrap() {
        Resumed::Questions(again, _) => *again,
        other => panic!("{other:?}"),
    };
    let (mut here, mut there) = (go_on(&one), go_on(&two));
    let said = |sitting: &mut Sitting, right, store: &mut Store| {
        let response = if right { key(sitting) } else { wrong(sitting) };
        let (_, event) = sitting.answer(response, 1_000, None);
        store.record(&event.unwrap()).unwrap()
    };
    assert_eq!(said(&mut here, false, &mut one), Recorded::Counted);
    here.retry();
    assert_eq!(said(&mut here, true, &mut one), Recorded::Counted, "a second try is none");
    let counted = |store: &Store| (store.summary().unwrap().answers, store.summary().unwrap().right);
    let before = counted(&one);
    assert_eq!(said(&mut there, true, &mut two), Recorded::Again);
    assert_eq!(counted(&two), before, "counted once");
    let words = || left(&Store::open(dir.path()).unwrap().0).unwrap().words();
    assert_eq!(words(), "1 of 3 left");
    let living = tables(&two);
    two.rebuild().unwrap();
    assert_eq!(tables(&two), living);
    let mut logged = 0;
    two.each(|_| -> Result<(), crate::memory::Error> {
        logged += 1;
        Ok(())
    })
    .unwrap();
    assert_eq!(logged, 6, "what was begun, four answers, and one of them taken back");
    // What was answered in one window is not asked in the other any more.
    let mut late = go_on(&one);
    there.next(&library);
    assert_eq!(said(&mut there, true, &mut two), Recorded::Counted);
    assert!(late.catch_up(&library, &one) && late.is_over() && late.report().total == 3);
    two.undo().unwrap();
    there.undo();
    // Another place, and the same one after it was taken back, count.
    assert_eq!(said(&mut there, true, &mut two), Recorded::Counted);
    two.undo().unwrap();
    here.next(&library);
    assert_eq!(said(&mut here, true, &mut one), Recorded::Counted);
}
