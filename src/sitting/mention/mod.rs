//! Which points of a rubric a typed answer may have made, judged by nothing but its words.
//!
//! A point is "mentioned?" if all [`terms`] that its author wrote for it are found; where there are none, if more than half of
//! the words that it adds to its question, and at least two of them, occur in what was typed. That is a hint and never a
//! tick: words can be there without the thought, and the thought in other words.

mod formula;
mod negation;
mod stem;
pub mod terms;
mod words;

use serde::Serialize;

use self::negation::words;
use self::terms::Term;
use self::words::Word;
use crate::content::model::{Interview, Question, RubricPoint};

/// Words of a point were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// Those words, as they were typed, in the order of the point.
    pub words: Vec<String>,
}

impl Mention {
    /// `mentioned? You typed: multiset, sentences`.
    pub fn line(&self) -> String {
        format!("mentioned? You typed: {}", self.words.join(", "))
    }
}

/// What it means, said once above the points if one of them is marked.
pub const CAUTION: &str =
    "“Mentioned?” goes by words alone: it may be wrong both ways. Tick what you really said, marked or not.";

/// For each point of the rubric whether it may be in the text.
pub fn mentions(question: &Question, interview: &Interview, text: &str) -> Vec<Option<Mention>> {
    let typed = words(text);
    let asked: Vec<String> = stems(&question.prompt).chain(stems(&question.title)).collect();
    interview.rubric.iter().map(|point| mention(point, &asked, &typed)).collect()
}

fn mention(point: &RubricPoint, asked: &[String], typed: &[Word]) -> Option<Mention> {
    if !point.terms.is_empty() {
        let terms: Vec<Term> = point.terms.iter().map(|written| Term::new(written)).collect();
        return terms::find(&terms, typed).map(|words| Mention { words: unique(words.into_iter()) });
    }
    let keys = unique(stems(&point.point).filter(|stem| !asked.contains(stem)));
    let said = |key: &String| typed.iter().find(|word| word.telling && word.stem == *key).map(|word| word.text.clone());
    let found: Vec<String> = keys.iter().filter_map(said).collect();
    let enough = found.len() * 2 > keys.len() && found.len() >= keys.len().min(2);
    enough.then_some(Mention { words: found })
}

fn unique(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    words.for_each(|word| {
        if !all.contains(&word) {
            all.push(word);
        }
    });
    all
}

/// The stems of the words that carry meaning.
fn stems(text: &str) -> impl Iterator<Item = String> {
    words(text).into_iter().filter(|word| word.telling).map(|word| word.stem)
}

#[cfg(test)]
mod tests;
