//! The draw guard: at some numbers a mistake leads to the right answer, or to that of another mistake. Such a mistake
//! says nothing about the learner, so it is dropped for this draw.

use super::judge::turn;
use super::model::{Asked, Mistake};
use super::round::{equal, tolerance};

/// How many tolerances two values must be apart to be told apart.
const APART: f64 = 3.0;

/// Keeps the mistakes that can be told from the answer and from every earlier mistake.
pub fn survivors(answers: &[Asked], mistakes: Vec<Mistake>) -> Vec<Mistake> {
    let mut kept: Vec<Mistake> = Vec::with_capacity(mistakes.len());
    for mistake in mistakes {
        let Some(asked) = answers.get(mistake.answer) else {
            continue;
        };
        let clear_of_key = std::iter::once(asked.value)
            .chain(asked.also.iter().copied())
            .all(|key| apart(asked, mistake.value, key) && !whole_turns_apart(asked, mistake.value, key));
        let clear_of_others = kept
            .iter()
            .filter(|earlier| earlier.answer == mistake.answer)
            .all(|earlier| apart(asked, mistake.value, earlier.value));
        let possible = mistake.value.is_finite() || (asked.infinity && mistake.value.is_infinite());
        if possible && clear_of_key && clear_of_others {
            kept.push(mistake);
        }
    }
    kept
}

/// Can the two be told apart at the asked precision?
fn apart(asked: &Asked, a: f64, b: f64) -> bool {
    if a.is_infinite() || b.is_infinite() {
        return a != b;
    }
    let coarser = tolerance(asked.round, a).max(tolerance(asked.round, b));
    (a - b).abs() > APART * coarser && !equal(a, b)
}

/// For an angle, the same direction is right in another form, never a mistake.
fn whole_turns_apart(asked: &Asked, a: f64, b: f64) -> bool {
    let Some(turn) = turn(asked, b) else { return false };
    !apart(asked, a - ((a - b) / turn).round() * turn, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::model::Round;

    fn asked(value: f64, unit: Option<&str>) -> Asked {
        Asked {
            label: String::new(),
            unit: unit.map(Into::into),
            round: Round::Decimals(2),
            value,
            also: vec![],
            expressions: true,
            infinity: false,
        }
    }

    fn codes(answer: Asked, mistakes: &[(&str, f64)]) -> Vec<String> {
        let mistakes = mistakes
            .iter()
            .map(|&(code, value)| Mistake { code: code.into(), answer: 0, value, say: String::new(), step: None })
            .collect();
        survivors(&[answer], mistakes).into_iter().map(|m| m.code).collect()
    }

    #[test]
    fn a_mistake_too_near_the_answer_or_an_earlier_one_is_dropped() {
        let mistakes = [("NEAR", 1.01), ("FAR", 2.0), ("TWIN", 2.01), ("INF", f64::INFINITY), ("NAN", f64::NAN)];
        assert_eq!(codes(asked(1.0, None), &mistakes), ["FAR"]);
    }

    #[test]
    fn a_whole_turn_is_no_mistake_for_an_angle() {
        let mistakes = [("TURN", 1.0 - std::f64::consts::TAU), ("SIGN", -1.0)];
        assert_eq!(codes(asked(1.0, Some("rad")), &mistakes), ["SIGN"]);
        assert_eq!(codes(asked(1.0, None), &mistakes), ["TURN", "SIGN"]);
    }
}
