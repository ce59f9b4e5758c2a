//! What the answers say about how well the learner knows what they know.

use crate::memory::Calibration;

/// With fewer answers a share says nothing.
const ENOUGH: u32 = 5;

/// One sentence about the answers that were sure, once there are enough of them.
pub fn verdict(all: &[Calibration]) -> Option<&'static str> {
    let sure = all.iter().find(|c| c.confidence == 3).filter(|c| c.answers >= ENOUGH)?;
    Some(match sure.right * 100 / sure.answers.max(1) {
        90.. => "When you are sure, you are right.",
        70.. => "Sure, and now and then wrong: look twice before you say so.",
        _ => "Too often sure and wrong. Those questions are worth reading up.",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_about_how_sure_before_there_are_enough_answers() {
        let sure = |answers, right| [Calibration { confidence: 3, answers, right }];
        assert_eq!(verdict(&sure(4, 0)), None);
        assert!(verdict(&sure(10, 9)).unwrap().contains("you are right"));
        assert!(verdict(&sure(10, 3)).unwrap().contains("Too often"));
    }
}
