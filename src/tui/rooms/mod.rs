//! The rooms, one file or folder each, and the doors between them.

pub mod appointment;
pub mod calculator;
pub mod compare;
pub mod confirm;
pub mod fit;
pub mod forget;
pub mod gallery;
pub mod help;
pub mod home;
pub mod insight;
pub mod interview;
pub mod lesson;
pub mod live;
pub mod mock_interview;
pub mod placed;
pub mod practise;
pub mod progress;
pub mod question;
pub mod recall;
pub mod settings;
pub mod study;
pub mod welcome;

use crate::content::Library;
use crate::content::model::Set;
use crate::memory::Repeated;

use crate::question::Seed;
use crate::sitting::interview::Course;
use crate::sitting::pretest::When;
use crate::sitting::recall::{Recalls, split};
use crate::sitting::rehearsal::Rehearse;
use crate::sitting::{Left, Resumed, Round};

use super::room::{Cx, Flow};
use forget::Target;
use question::{Plan, QuestionRoom};

/// The first page of the chapter.
pub fn study_first(cx: &mut Cx<'_>) -> Flow {
    let first = cx.library.index().sections.first();
    match first.and_then(|s| s.pages.first().map(|p| (s.id.to_string(), p.id.to_string()))) {
        Some((section, page)) => study_at(&section, &page, cx),
        None => nothing(cx, "This chapter has no sections."),
    }
}

/// Study, where reading goes on: the page that Home offers too.
pub fn study(cx: &mut Cx<'_>) -> Flow {
    let opened = cx.store.and_then(|s| s.opened().ok()).unwrap_or_default();
    let read = cx.store.and_then(|s| s.pages().ok()).unwrap_or_default();
    let placement = cx.store.and_then(|s| s.placement().ok()).unwrap_or_default();
    let out = crate::sitting::placement::placed_out(cx.library, &placement);
    match crate::today::reading(cx.library, &opened, &read, &out).as_deref().and_then(|p| p.split_once('/')) {
        Some((section, page)) => study_on(section, page, cx),
        None => study_first(cx),
    }
}

/// A page where its reader was last; one that is gone is the first of its section, or of the chapter.
pub fn study_on(section: &str, page: &str, cx: &mut Cx<'_>) -> Flow {
    let place = study::Place::find(cx.library, section, page).unwrap_or_default();
    Flow::Open(Box::new(study::Study::on(place, cx)))
}

/// A page; one that is gone is the first of its section, or of the chapter.
pub fn study_at(section: &str, page: &str, cx: &mut Cx<'_>) -> Flow {
    let place = study::Place::find(cx.library, section, page).unwrap_or_default();
    Flow::Open(Box::new(study::Study::at(place, cx)))
}

/// The page that explains a question: `rope/cancel`, or the first page of `rope`.
pub fn study_section(place: &str, cx: &mut Cx<'_>) -> Flow {
    let (section, page) = place.split_once('/').unwrap_or((place, ""));
    match study::Place::find(cx.library, section, page) {
        Some(_) => study_at(section, page, cx),
        None => nothing(cx, "There is no page about this."),
    }
}

/// The schedule, fitted to the learner.
pub fn fit(cx: &mut Cx<'_>) -> Flow {
    match cx.store.map(fit::FitCard::start) {
        Some(Ok(card)) => Flow::Open(Box::new(card)),
        Some(Err(error)) => nothing(cx, &format!("Your reviews cannot be read: {error}")),
        None => nothing(cx, "Your progress file is not open yet."),
    }
}

/// The practise menu.
pub fn practise(_cx: &mut Cx<'_>) -> Flow {
    Flow::Open(Box::new(practise::Practise::new()))
}

/// The chapter's quiz.
pub fn quiz(cx: &mut Cx<'_>) -> Flow {
    sit(Plan::Quiz, cx)
}

/// What is due: items or ids. Recall prompts come first, they take seconds; then the questions.
pub fn review(items: Vec<String>, cx: &mut Cx<'_>) -> Flow {
    let (recalls, asked) = split(cx.library, &items);
    match recalls.is_empty() {
        true => questions(items, cx),
        false => recall_then(Recalls::of_due(recalls), asked, cx),
    }
}

/// Questions that are due.
pub fn questions(items: Vec<String>, cx: &mut Cx<'_>) -> Flow {
    sit(Plan::Review(items), cx)
}

/// Recall prompts.
pub fn recall(ids: Vec<String>, cx: &mut Cx<'_>) -> Flow {
    recall_then(Recalls::begin(ids), Vec::new(), cx)
}

/// Recall prompts that are due.
pub fn recall_due(ids: Vec<String>, cx: &mut Cx<'_>) -> Flow {
    recall_then(Recalls::of_due(ids), Vec::new(), cx)
}

fn recall_then(round: Recalls, then: Vec<String>, cx: &mut Cx<'_>) -> Flow {
    match recall::RecallRoom::new(round, then, cx.library, cx.now) {
        Ok(room) => Flow::Open(Box::new(room)),
        Err(error) => nothing(cx, &error.to_string()),
    }
}

/// The questions of a section, before or after reading it.
pub fn pretest(section: &str, when: When, cx: &mut Cx<'_>) -> Flow {
    let plan = Plan::Pretest(section.to_string(), when);
    let all = cx.store.map(|store| Left::all(cx.library, store)).unwrap_or_default();
    // Begun before and left: what is answered is not asked again.
    match all.into_iter().find(|left| left.round == Round::Questions(plan.clone())) {
        Some(left) => go_on(&left, cx),
        None => sit(plan, cx),
    }
}

/// A section's answers before and after reading it.
pub fn compare(section: &str) -> Flow {
    Flow::Open(Box::new(compare::CompareRoom::new(section)))
}

/// Worked examples of one of these families: the one whose turn it is.
pub fn lesson(families: &[String], cx: &mut Cx<'_>) -> Flow {
    let Some(id) = lesson::next_of(cx.store, cx.library, families) else {
        return nothing(cx, "There is no family here to learn. p shows all of them.");
    };
    lesson_with(&id, Seed::fresh(), cx)
}

/// Worked examples of a family.
pub fn lesson_with(id: &str, seed: Seed, cx: &mut Cx<'_>) -> Flow {
    match lesson::LessonRoom::new(id, seed, cx) {
        Ok(room) => Flow::Open(Box::new(room)),
        Err(error) => nothing(cx, &error.to_string()),
    }
}

/// Some families, so many questions.
pub fn drill(families: Vec<String>, count: usize, cx: &mut Cx<'_>) -> Flow {
    sit(Plan::Drill(crate::sitting::Drill::of(families, count)), cx)
}

/// One question, asked in the middle of a page.
pub fn spot(id: &str, cx: &mut Cx<'_>) -> Flow {
    sit(Plan::Spot(id.to_string()), cx)
}

/// Goes on with the round that was left.
pub fn resume(code: Option<&str>, cx: &mut Cx<'_>) -> Flow {
    match cx.store.and_then(|store| Left::find(cx.library, store, code)) {
        Some(left) => go_on(&left, cx),
        None => nothing(cx, "There is no round to go on with."),
    }
}

/// The round whose events have this in common.
pub fn go_on_with(session: &str, cx: &mut Cx<'_>) -> Flow {
    let all = cx.store.map(|store| Left::all(cx.library, store)).unwrap_or_default();
    let Some(left) = all.into_iter().find(|left| left.session() == session) else {
        return nothing(cx, "There is no round to go on with.");
    };
    go_on(&left, cx)
}

fn go_on(left: &Left, cx: &mut Cx<'_>) -> Flow {
    match left.resume(cx.library) {
        Ok(Resumed::Questions(sitting, plan)) => {
            Flow::Open(Box::new(QuestionRoom::at(*sitting, plan, cx.settings, cx.now)))
        }
        Ok(Resumed::Interview(course)) => Flow::Open(Box::new(mock_interview::MockInterview::of(course, cx.now))),
        Ok(Resumed::Lesson(going)) => Flow::Open(Box::new(lesson::LessonRoom::at(*going, cx))),
        Ok(Resumed::Rehearse(round)) => rehearse_on(round, cx),
        Ok(Resumed::Recall(round)) => recall_then(round, Vec::new(), cx),
        Err(error) => nothing(cx, &error.to_string()),
    }
}

/// A whole mock interview.
pub fn mock_interview(cx: &mut Cx<'_>) -> Flow {
    mock_interview_with(Seed::fresh(), cx)
}

/// The mock interview of a seed.
pub fn mock_interview_with(seed: Seed, cx: &mut Cx<'_>) -> Flow {
    match Course::begin(cx.library, seed) {
        Ok(course) => Flow::Open(Box::new(mock_interview::MockInterview::of(course, cx.now))),
        Err(error) => nothing(cx, &error.to_string()),
    }
}

/// What the last placement test said.
pub fn placed(_cx: &mut Cx<'_>) -> Flow {
    Flow::Open(Box::new(placed::PlacedRoom::new()))
}

/// Sits down to a plan.
pub fn sit(plan: Plan, cx: &mut Cx<'_>) -> Flow {
    match QuestionRoom::begin(plan, cx.library, cx.settings, cx.now) {
        Ok(room) => Flow::Open(Box::new(room)),
        Err(error) => nothing(cx, &error.to_string()),
    }
}

/// The interview prompts.
pub fn interview(_cx: &mut Cx<'_>) -> Flow {
    Flow::Open(Box::new(interview::Prompts::new(Set::Interview)))
}

/// The self-check prompts.
pub fn self_check(_cx: &mut Cx<'_>) -> Flow {
    Flow::Open(Box::new(interview::Prompts::new(Set::SelfCheck)))
}

/// One prompt, of the interview or of the self-check.
pub fn rehearse(id: &str, cx: &mut Cx<'_>) -> Flow {
    rehearse_on(Rehearse::begin(id), cx)
}

fn rehearse_on(round: Rehearse, cx: &mut Cx<'_>) -> Flow {
    match cx.library.question(round.id()) {
        Ok(question) => match interview::Rehearsal::new(question, round, cx.now) {
            Some(room) => Flow::Open(Box::new(room)),
            None => nothing(cx, "That is no prompt to rehearse."),
        },
        Err(error) => nothing(cx, &error.to_string()),
    }
}

/// The date of the interview.
pub fn appointment(cx: &mut Cx<'_>) -> Flow {
    match cx.store.map(|store| (store.plan(), store.today())) {
        Some((Ok(plan), today)) => Flow::Open(Box::new(appointment::Appointment::new(plan.unwrap_or_default(), today))),
        Some((Err(error), _)) => nothing(cx, &error.to_string()),
        None => nothing(cx, "Your progress is not open yet."),
    }
}

/// What can be forgotten: what the log has of these, and everything.
pub fn forget(targets: &[Target], cx: &mut Cx<'_>) -> Flow {
    match cx.store.map(|store| forget::ForgetCard::new(targets, cx.library, store)) {
        Some(Ok(Some(card))) => Flow::Open(Box::new(card)),
        Some(Ok(None)) => nothing(cx, "There is nothing to forget: your log is empty."),
        Some(Err(error)) => nothing(cx, &error),
        None => nothing(cx, "Your progress is not open yet."),
    }
}

/// What an item of the log can be forgotten with: the question or its page, then the section.
pub fn targets_of(library: &Library, item: &str) -> Vec<Target> {
    if let Some((_, section, page)) = library.recall_of(item).and_then(|id| library.recall(id).ok()) {
        return vec![Target::Name(format!("{}/{}", section.id, page.id)), Target::Name(section.id.to_string())];
    }
    let Some(entry) = library.id_of(item).and_then(|id| library.entry(id).ok()) else { return Vec::new() };
    let section = entry.section.as_deref().and_then(|place| place.split('/').next());
    let names = [entry.id.to_string()].into_iter().chain(section.map(str::to_string));
    names.map(Target::Name).collect()
}

/// All figures.
pub fn gallery(cx: &mut Cx<'_>) -> Flow {
    Flow::Open(Box::new(gallery::Gallery::new(cx.library)))
}

/// Progress.
pub fn progress(_cx: &mut Cx<'_>) -> Flow {
    Flow::Open(Box::new(progress::Progress::new()))
}

fn nothing(cx: &mut Cx<'_>, why: &str) -> Flow {
    cx.say(why);
    Flow::Stay
}

/// What a repeated mistake is called.
pub fn mistake_name(library: &Library, repeated: &Repeated) -> String {
    slip_name(library, &repeated.item, &repeated.code)
}

/// What a mistake at an item is called: what the question says about it, else its code.
pub fn slip_name(library: &Library, item: &str, code: &str) -> String {
    use crate::content::model::Kind;
    let question = library.id_of(item).and_then(|id| library.question(id).ok());
    let say = question.and_then(|q| match &q.kind {
        Kind::Numeric(numeric) => numeric.mistakes.iter().find(|m| m.code == code).map(|m| m.say.clone()),
        _ => None,
    });
    let first =
        |text: String| text.split_inclusive(['.', ':']).next().map(|s| s.trim_end_matches(['.', ':']).to_string());
    say.and_then(first)
        .filter(|s| !s.contains("<<"))
        .unwrap_or_else(|| crate::question::judge::general_name(code).map_or_else(|| code.to_string(), str::to_string))
}
