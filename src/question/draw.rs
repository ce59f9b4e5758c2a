//! Question + seed → instance.
//!
//! ```text
//! seed ──streams──▶ draws ──lets──▶ (require? else again) ──▶ answers, mistakes ──guard──▶ texts ──▶ Instance
//! ```

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

pub use super::draw_error::DrawError;
use super::family::Family;
use super::model::{Ask, ChoiceOption, Instance};
use super::rng::Stream;
use super::seed::{Seed, SessionCode};
use super::variant::Variant;
use crate::content::model::{Kind, Question};

/// Compiled families that are kept at hand.
const MAX_CACHED: usize = 256;

/// Draws a question of any kind. The same seed gives the same question in every release and on every machine.
///
/// `content_hash` is the hash of the chapter; it goes into the code that replays the question.
pub fn draw(question: &Question, seed: &Seed, content_hash: &str) -> Result<Instance, DrawError> {
    draw_as(question, seed, content_hash, Variant::Full)
}

/// Draws a question as a variant asks it. Only numeric families have more than one.
pub fn draw_as(question: &Question, seed: &Seed, content_hash: &str, variant: Variant) -> Result<Instance, DrawError> {
    match &question.kind {
        Kind::Numeric(_) => Ok(family(question, variant)?.trial(seed, content_hash)?.instance),
        _ if variant == Variant::Mental => Err(DrawError::NoMental),
        kind => Ok(fixed(question, kind, seed, content_hash)),
    }
}

/// A family as it was written, and compiled as a variant asks it.
struct Compiled {
    written: Question,
    family: Rc<Family>,
}

/// The compiled family, from this thread's cache if the question has not changed.
pub(super) fn family(question: &Question, variant: Variant) -> Result<Rc<Family>, DrawError> {
    thread_local! {
        static COMPILED: RefCell<HashMap<(String, Variant), Compiled>> = RefCell::default();
    }
    COMPILED.with_borrow_mut(|cache| {
        let key = (question.id.clone(), variant);
        if let Some(compiled) = cache.get(&key).filter(|c| c.written == *question) {
            return Ok(compiled.family.clone());
        }
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        let family = Rc::new(Family::of(question, variant)?);
        cache.insert(key, Compiled { written: question.clone(), family: family.clone() });
        Ok(family)
    })
}

/// A question whose text is the same each time; only the order of options is drawn.
fn fixed(question: &Question, kind: &Kind, seed: &Seed, content_hash: &str) -> Instance {
    let ask = match kind {
        Kind::MultipleChoice { answers, distractors, reasons, answer_index, sort_answers } => {
            let right = answers.iter().map(|text| ChoiceOption { text: text.clone(), right: true, reason: None });
            let wrong = distractors.iter().enumerate().map(|(i, text)| ChoiceOption {
                text: text.clone(),
                right: false,
                reason: reasons.get(i).cloned(),
            });
            let options = if *sort_answers {
                let mut options: Vec<ChoiceOption> = right.chain(wrong).collect();
                options.sort_by(|a, b| a.text.cmp(&b.text));
                options
            } else if let Some(place) = answer_index {
                let mut options: Vec<ChoiceOption> = wrong.collect();
                let place = (*place).min(options.len());
                options.splice(place..place, right);
                options
            } else {
                let mut options: Vec<ChoiceOption> = right.chain(wrong).collect();
                Stream::new(seed, &question.id, "options", 0).shuffle(&mut options);
                options
            };
            Ask::Choice { options, many: answers.len() > 1 }
        }
        Kind::ShortAnswer { answer, alternatives, response } => Ask::Text {
            accepted: std::iter::once(answer).chain(alternatives).cloned().collect(),
            response: response.clone(),
        },
        Kind::Tracing { program, does_compile, stdout } => {
            Ask::Tracing { program: program.clone(), does_compile: *does_compile, stdout: stdout.clone() }
        }
        Kind::Interview(_) | Kind::Numeric(_) => Ask::Rubric,
    };
    Instance {
        id: question.id.clone(),
        seed: seed.to_string(),
        code: SessionCode::new(seed.clone(), content_hash).to_string(),
        prompt: with_shared(question),
        convention: question.convention.clone(),
        ask,
        hints: question.hints.clone(),
        steps: Vec::new(),
        context: question.context.clone(),
        figure: question.figure.clone(),
        drawn: BTreeMap::new(),
    }
}

/// The prompt below the text that it shares with the other parts of a multi-part question.
fn with_shared(question: &Question) -> String {
    match &question.multipart {
        Some(shared) => format!("{}\n\n{}", shared.trim_end(), question.prompt).trim_end().to_owned(),
        None => question.prompt.clone(),
    }
}
