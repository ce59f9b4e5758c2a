//! A drill on exactly one mistake: only numbers at which that mistake can be told from the right answer.

use std::collections::VecDeque;

use super::{Sitting, SittingError, Slot};
use crate::content::Library;
use crate::content::model::{Kind, Question};
use crate::memory::Mode;
use crate::question::{Ask, DrawError, Seed, Variant, draw};

/// Draws looked at for each question before the rest of the round is drawn freely.
const LOOKS: u64 = 60;

impl Sitting {
    /// So many questions of a family at whose numbers a mistake is alive. The general mistakes, such as a flipped sign, are
    /// possible at all numbers; so they are drawn freely, as is a round whose mistake the family no longer knows.
    pub fn aimed(
        library: &Library,
        family: &str,
        code: &str,
        count: usize,
        seed: Seed,
    ) -> Result<Sitting, SittingError> {
        let question = library.question(family)?;
        let hash = library.content_hash_of(family)?;
        let seeds = aimed_seeds(question, code, count, &seed, hash)
            .map_err(|error| SittingError::Draw { id: family.to_string(), error })?;
        let drawn = seeds.last().map_or(0, |(n, _)| n + 1);
        let queue: VecDeque<Slot> =
            seeds.into_iter().map(|(_, seed)| Slot::new(&question.id, seed, Variant::Full)).collect();
        let mut sitting = Sitting::over(library, Mode::Drill, queue, seed, Variant::Full)?;
        sitting.drawn = drawn;
        Ok(sitting)
    }
}

/// The first seeds of the round at which the mistake is alive, each with its number; free ones if there are too few.
fn aimed_seeds(
    question: &Question,
    code: &str,
    count: usize,
    seed: &Seed,
    content_hash: &str,
) -> Result<Vec<(u64, Seed)>, DrawError> {
    let own = matches!(&question.kind, Kind::Numeric(n) if n.mistakes.iter().any(|m| m.code == code));
    let looks = if own { LOOKS * count as u64 } else { 0 };
    let mut seeds = Vec::with_capacity(count);
    let mut n = 0;
    while seeds.len() < count {
        let next = seed.nth(n);
        if n >= looks || is_alive(question, code, &next, content_hash)? {
            seeds.push((n, next));
        }
        n += 1;
    }
    Ok(seeds)
}

/// Does this mistake lead to a number of its own here?
pub fn is_alive(question: &Question, code: &str, seed: &Seed, content_hash: &str) -> Result<bool, DrawError> {
    Ok(match draw(question, seed, content_hash)?.ask {
        Ask::Numbers { mistakes, .. } => mistakes.iter().any(|m| m.code == code),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_every_question_of_an_aimed_drill_the_mistake_can_be_made() {
        let library = Library::embedded();
        for entry in library.index().questions.iter().filter(|q| q.kind == "Numeric") {
            let question = library.question(&entry.id).unwrap();
            let Kind::Numeric(numeric) = &question.kind else { continue };
            let Some(mistake) = numeric.mistakes.last() else { continue };
            let seed = Seed::parse("K3F9").unwrap();
            let mut sitting = Sitting::aimed(&library, &entry.id, &mistake.code, 3, seed).unwrap();
            let mut asked = 0;
            while let Some(drawn) = sitting.current() {
                let Ask::Numbers { mistakes, .. } = &drawn.instance.ask else { panic!("numeric") };
                assert!(mistakes.iter().any(|m| m.code == mistake.code), "{} {}", entry.id, mistake.code);
                asked += 1;
                if !sitting.next(&library) {
                    break;
                }
            }
            assert_eq!(asked, 3, "{}", entry.id);
        }
    }

    #[test]
    fn a_general_mistake_is_drilled_with_any_numbers() {
        let library = Library::embedded();
        let seed = Seed::parse("K3F9").unwrap();
        let sitting = Sitting::aimed(&library, "alibi-slope", "SIGN", 5, seed).unwrap();
        assert_eq!(sitting.progress(), (1, 5));
    }
}
