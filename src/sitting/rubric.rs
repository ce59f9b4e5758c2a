//! A ticked rubric: the score, the grade, and the event that both the screen and the command line record.

use std::time::Duration;

use serde::Serialize;

use crate::content::Library;
use crate::content::model::{Interview, Question, Set};
use crate::memory::{Event, EventKind, Grade, Mode};

/// What was said, as its speaker ticked it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// Places of the points ticked, from 0, in order and each once.
    pub ticked: Vec<usize>,
    /// Points made, bonus points left out.
    pub had: usize,
    /// Points asked, bonus points left out.
    pub asked: usize,
    /// Bonus points made.
    pub bonus: usize,
    /// Points missed; a bonus is never missed.
    pub missed: Vec<String>,
    /// Eight in ten points are Good, half of them Hard.
    pub grade: Grade,
}

impl Score {
    /// Counts. Places that the rubric doesn't have are ignored.
    pub fn new(interview: &Interview, ticked: &[usize]) -> Score {
        let mut score =
            Score { ticked: Vec::new(), had: 0, asked: 0, bonus: 0, missed: Vec::new(), grade: Grade::Again };
        for (place, point) in interview.rubric.iter().enumerate() {
            let said = ticked.contains(&place);
            if said {
                score.ticked.push(place);
            }
            if point.bonus {
                score.bonus += usize::from(said);
                continue;
            }
            score.asked += 1;
            score.had += usize::from(said);
            if !said {
                score.missed.push(point.point.clone());
            }
        }
        score.grade = match score.had * 10 / score.asked.max(1) {
            8.. => Grade::Good,
            5..=7 => Grade::Hard,
            _ => Grade::Again,
        };
        score
    }

    /// The event that records it.
    pub fn event(&self, library: &Library, question: &Question, notes: &str, spoken: Duration) -> Event {
        let mut event = Event::new(EventKind::Rubric, mode_of(question), library.item(&question.id));
        event.scheme = question.scheme;
        event.content_hash = library.content_hash_of(&question.id).unwrap_or_default().to_string();
        event.typed = notes.to_string();
        event.reading = serde_json::to_string(&self.ticked).unwrap_or_default();
        event.verdict = "ticked".into();
        event.code = self.missed.join("\n");
        event.grade = Some(self.grade);
        event.ms = u64::try_from(spoken.as_millis()).unwrap_or(u64::MAX);
        event
    }
}

/// Where a prompt belongs.
pub fn mode_of(question: &Question) -> Mode {
    if question.set == Set::SelfCheck { Mode::SelfCheck } else { Mode::Interview }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::model::RubricPoint;

    fn interview() -> Interview {
        let point = |point: &str, bonus| RubricPoint { point: point.into(), bonus, terms: Vec::new() };
        Interview {
            rubric: vec![point("sum", false), point("set", false), point("mask", true)],
            ..Interview::default()
        }
    }

    #[test]
    fn a_bonus_neither_makes_up_for_a_missed_point_nor_is_missed() {
        let score = Score::new(&interview(), &[2, 0, 9]);
        assert_eq!((score.had, score.asked, score.bonus), (1, 2, 1));
        assert_eq!((score.missed.as_slice(), score.grade), (["set".to_string()].as_slice(), Grade::Hard));
        assert_eq!(score.ticked, [0, 2]);
    }

    #[test]
    fn every_point_is_good_and_none_is_again() {
        assert_eq!(Score::new(&interview(), &[0, 1]).grade, Grade::Good);
        assert_eq!(Score::new(&interview(), &[]).grade, Grade::Again);
    }
}
