//! A chapter answers for its parts: by id, by an earlier id, with the nearest name where there is none.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::fs;
use std::path::{Path, PathBuf};

use posenc::content::model::{Block, Kind, Set};
use posenc::content::{Library, LoadError};

fn base() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/content_files/base")
}

#[test]
fn the_index_lists_sections_pages_and_questions_in_order() {
    let library = Library::open(&base()).unwrap();
    let index = library.index();
    let sections: Vec<_> = index.sections.iter().map(|s| (s.id.as_ref(), s.minutes, s.pages[0].id.as_ref())).collect();
    assert_eq!(sections, [("one", 3, "bias"), ("two", 0, "end")]);
    let questions: Vec<_> = index.questions.iter().map(|q| (q.id.as_ref(), q.kind.as_ref(), q.set)).collect();
    let expected = [
        ("say-it", "Interview", Set::Interview),
        ("spot-one", "ShortAnswer", Set::Spot),
        ("penalty", "Numeric", Set::Drill),
    ];
    assert_eq!(questions, expected);
}

#[test]
fn knobs_may_be_numbers_and_become_text() {
    let library = Library::open(&base()).unwrap();
    let blocks = &library.section("one").unwrap().pages[0].blocks;
    let figure = blocks.iter().find_map(|b| if let Block::Figure(call, _) = b { Some(call) } else { None }).unwrap();
    assert_eq!((figure.id.as_str(), figure.set["heads"].as_str()), ("alibi-bias", "8"));
}

#[test]
fn a_renamed_question_is_found_by_its_earlier_name_and_keeps_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("renamed.toml");
    let text = fs::read_to_string(base().join("questions/spot.toml")).unwrap();
    fs::write(&file, text.replace("id = \"spot-one\"", "id = \"subtracted\"\nwas = [\"spot-one\"]")).unwrap();
    let library = Library::open(&file).unwrap();
    assert_eq!(library.question("spot-one").unwrap().id, "subtracted");
}

#[test]
fn what_is_not_there_is_answered_with_the_nearest_name() {
    let library = Library::open(&base()).unwrap();
    let error = library.question("penalti").unwrap_err();
    assert!(matches!(error, LoadError::Missing { what: "question", .. }));
    assert_eq!(error.to_string(), "There is no question `penalti`. Did you mean `penalty`?");
    assert!(library.section("three").is_err() && library.table("t").is_err() && library.source("Su21").is_err());
    assert_eq!(library.source("Press22").unwrap().year, 2021);
    assert_eq!(library.table("perplexity").unwrap().rows, [["512", "19.73"]]);
}

#[test]
fn a_questions_hash_changes_with_its_words_and_not_with_its_layout() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.toml");
    let text = fs::read_to_string(base().join("questions/spot.toml")).unwrap();
    let hashes = |text: String| {
        fs::write(&file, text).unwrap();
        let library = Library::open(&file).unwrap();
        (library.hash().to_owned(), library.content_hash_of("spot-one").unwrap().to_owned())
    };
    let plain = hashes(text.clone());
    let commented = hashes(text.replace("section =", "# a remark\nsection   ="));
    let reworded = hashes(text.replace("subtracted", "taken away"));
    assert_eq!(plain.1.len(), 64);
    assert_eq!(plain.1, commented.1);
    assert_ne!(plain.1, reworded.1);
    assert_ne!(plain.0, commented.0);
}

/// What `build.rs` printed is what the files say.
#[test]
fn the_embedded_chapter_is_the_folder_that_it_was_built_from() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/positional-information");
    let (embedded, opened) = (Library::embedded(), Library::open(&folder).unwrap());
    assert_eq!(embedded.hash(), opened.hash());
    let shown = |library: &Library| serde_json::to_string(library.index()).unwrap();
    assert_eq!(shown(&embedded), shown(&opened));
    for entry in embedded.index().questions.iter() {
        let question = embedded.question(&entry.id).unwrap();
        assert_eq!((question.title.as_str(), question.set, question.scheme), (&*entry.title, entry.set, entry.scheme));
        assert_eq!(entry.kind == "Numeric", matches!(question.kind, Kind::Numeric(_)));
    }
    for entry in embedded.index().sections.iter() {
        let section = embedded.section(&entry.id).unwrap();
        assert_eq!((section.title.as_str(), section.pages.len()), (&*entry.title, entry.pages.len()));
    }
}

/// `cargo test --test library -- --ignored write_ids_lock`, when ids were added. It never drops a line.
#[test]
#[ignore = "writes ids.lock anew"]
fn write_ids_lock() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/positional-information");
    let library = Library::files_of(&folder).unwrap();
    fs::write(folder.join("ids.lock"), posenc::check::updated_lock(&library)).unwrap();
}
