//! Files of mdbook-quiz load as they are. The format's own crate says what they hold.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::fs;
use std::path::{Path, PathBuf};

use mdbook_quiz_schema::{MultipleChoiceAnswerFormat, Question as Theirs, Quiz};
use posenc::check::{self, Subject};
use posenc::content::Library;
use posenc::content::model::{Kind, Question, Set};

fn quizzes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mdbook-quiz");
    let files = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut quizzes: Vec<_> = files.filter(|p| p.extension().is_some_and(|e| e == "toml")).collect();
    quizzes.sort();
    quizzes
}

fn load(path: &Path) -> Vec<Question> {
    let library = Library::from_question_file(path).unwrap();
    library.questions(Set::Other).unwrap().into_iter().cloned().collect()
}

fn same(ours: &Question, theirs: &Theirs, quiz: &Quiz) {
    let (multipart, context) = match (&ours.kind, theirs) {
        (Kind::MultipleChoice { answers, distractors, answer_index, sort_answers, .. }, Theirs::MultipleChoice(t)) => {
            let right: Vec<_> = match &t.0.answer.answer {
                MultipleChoiceAnswerFormat::Single(one) => vec![&one.0],
                MultipleChoiceAnswerFormat::Multi(many) => many.iter().map(|m| &m.0).collect(),
            };
            assert_eq!(answers.iter().collect::<Vec<_>>(), right);
            assert_eq!(
                distractors.iter().collect::<Vec<_>>(),
                t.0.prompt.distractors.iter().map(|m| &m.0).collect::<Vec<_>>()
            );
            assert_eq!(
                (*answer_index, *sort_answers),
                (t.0.prompt.answer_index, t.0.prompt.sort_answers.unwrap_or_default())
            );
            assert_eq!(ours.prompt, t.0.prompt.prompt.0);
            (&t.0.multipart, &t.0.context)
        }
        (Kind::ShortAnswer { answer, alternatives, .. }, Theirs::ShortAnswer(t)) => {
            assert_eq!(
                (answer, alternatives),
                (&t.0.answer.answer, &t.0.answer.alternatives.clone().unwrap_or_default())
            );
            assert_eq!(ours.prompt, t.0.prompt.prompt.0);
            (&t.0.multipart, &t.0.context)
        }
        (Kind::Tracing { program, does_compile, stdout }, Theirs::Tracing(t)) => {
            assert_eq!((program, *does_compile), (&t.0.prompt.program, t.0.answer.does_compile));
            assert_eq!(stdout, &t.0.answer.stdout.clone().unwrap_or_default());
            (&t.0.multipart, &t.0.context)
        }
        (ours, theirs) => panic!("{ours:?} is not {theirs:?}"),
    };
    let part = multipart.as_ref().map(|key| &quiz.multipart.as_ref().unwrap()[key].0);
    assert_eq!(ours.multipart.as_ref(), part);
    assert_eq!(ours.context.as_ref(), context.as_ref().map(|c| &c.0));
}

#[test]
fn we_read_what_the_formats_own_crate_reads() {
    let mut seen = 0;
    for path in quizzes() {
        let quiz: Quiz = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let ours = load(&path);
        assert_eq!(ours.len(), quiz.questions.len());
        ours.iter().zip(&quiz.questions).for_each(|(ours, theirs)| same(ours, theirs, &quiz));
        seen += ours.len();
    }
    assert_eq!(seen, 6);
}

#[test]
fn keys_dollars_and_brackets_of_other_tools_are_no_fault() {
    for path in quizzes() {
        assert_eq!(check::run(Subject::Path(&path), true), []);
    }
}

#[test]
fn a_question_without_id_is_known_by_its_file_and_its_prompt() {
    let borrowing = quizzes().remove(0);
    let ids: Vec<_> = load(&borrowing).into_iter().map(|q| q.id).collect();
    assert_eq!(ids[0], "0b2f4a7e-3f0a-4f6e-9d57-5b3a1d1c2e90");
    assert!(ids[1..].iter().all(|id| id.starts_with("borrowing-") && id.len() == "borrowing-".len() + 8), "{ids:?}");

    // Its place in the file is no part of it; what it asks is.
    let folder = tempfile::tempdir().unwrap();
    let moved = folder.path().join("borrowing.toml");
    let text = fs::read_to_string(&borrowing).unwrap();
    let (first, rest) = text.split_at(text.find("\n[[questions]]").unwrap());
    fs::write(&moved, format!("{rest}\n{first}")).unwrap();
    assert_eq!(load(&moved)[0].id, ids[1]);
    fs::write(&moved, text.replace("Which of these are copied", "Which of these are moved")).unwrap();
    assert_ne!(load(&moved)[1].id, ids[1]);
}

#[test]
fn a_wrong_file_gets_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quiz.toml");
    fs::write(&path, "[[questions]]\ntype = \"Tracing\"\nprompt.program = 7\nanswer.doesCompile = \"yes\"\n").unwrap();
    let found = Library::from_question_file(&path).unwrap_err();
    let places: Vec<_> = found.iter().map(|d| (d.line, d.column, d.code)).collect();
    assert_eq!(places, [(3, 18, "wrong-type"), (4, 22, "wrong-type")]);
    assert!(check::render(&found, false).contains("prompt.program = 7"));
}
