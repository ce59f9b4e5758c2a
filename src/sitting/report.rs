//! How a sitting went.

use serde::Serialize;

use crate::memory::Mode;
use crate::question::{Drawn, Response, Variant, Verdict};
use crate::scheme::Scheme;

use super::Judged;
use super::words::{response_text, right_text};

/// How one question went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The question.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its scheme.
    pub scheme: Option<Scheme>,
    /// The section that explains it.
    pub section: Option<String>,
    /// What replays it.
    pub code: String,
    /// Right at the first attempt, without the solution.
    pub right: bool,
    /// The word of the first verdict; `shown` if the solution was asked for before an answer.
    pub verdict: String,
    /// The code of the mistake of the first attempt.
    pub mistake: Option<String>,
    /// What was said about it.
    pub say: Option<String>,
    /// The first answer.
    pub yours: String,
    /// The right one.
    pub key: String,
    /// Right in the end.
    pub mended: bool,
    /// Hints taken.
    pub hints: usize,
    /// Attempts.
    pub tries: u32,
    /// Wrong at the first attempt, and sure of it.
    pub sure_and_wrong: bool,
    /// The first answer, as it was given.
    #[serde(skip)]
    pub response: Option<Response>,
    /// In full, or for the head alone.
    #[serde(skip)]
    pub variant: Variant,
}

impl Outcome {
    fn of(drawn: &Drawn, verdict: &str) -> Outcome {
        let question = &drawn.question;
        Outcome {
            id: question.id.clone(),
            title: question.title.clone(),
            scheme: question.scheme,
            section: question.section.clone(),
            code: drawn.instance.code.clone(),
            right: false,
            verdict: verdict.into(),
            mistake: None,
            say: None,
            yours: String::new(),
            key: right_text(drawn),
            mended: false,
            hints: 0,
            tries: 0,
            sure_and_wrong: false,
            response: None,
            variant: Variant::Full,
        }
    }

    /// The solution was asked for before an answer.
    pub(super) fn shown(drawn: &Drawn, _judged: Option<&Judged>, _old: Option<&Outcome>) -> Outcome {
        Outcome::of(drawn, "shown")
    }

    /// An answer; the first one decides, a later one can only mend it.
    pub(super) fn answered(drawn: &Drawn, judged: Option<&Judged>, old: Option<&Outcome>) -> Outcome {
        let Some(judged) = judged else { return Outcome::of(drawn, "") };
        if let Some(old) = old {
            return Outcome { mended: !old.right && judged.verdict.is_right(), ..old.clone() };
        }
        let (mistake, say) = match &judged.verdict {
            Verdict::Mistake { code, say, .. } => (Some(code.clone()), Some(say.clone())),
            Verdict::Wrong { note } => (None, note.clone()),
            _ => (None, None),
        };
        Outcome {
            right: judged.verdict.is_right(),
            sure_and_wrong: judged.was_sure_and_wrong(),
            mistake,
            say,
            yours: response_text(drawn, &judged.response),
            response: Some(judged.response.clone()),
            ..Outcome::of(drawn, judged.verdict.word())
        }
    }
}

/// Right ones of a scheme.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemeScore {
    /// The scheme.
    pub scheme: Scheme,
    /// Right.
    pub right: usize,
    /// Answered.
    pub total: usize,
}

/// A named mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Slip {
    /// Its code.
    pub code: String,
    /// What was said about it.
    pub say: String,
    /// How often.
    pub count: usize,
}

/// How a sitting went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Where.
    pub mode: Mode,
    /// What replays it.
    pub code: String,
    /// The command that asks the very same again; `None` for a review, which asks what was due then.
    pub replay: Option<String>,
    /// Right at the first attempt.
    pub right: usize,
    /// Answered.
    pub total: usize,
    /// By scheme, in the order of the chapter.
    pub schemes: Vec<SchemeScore>,
    /// Named mistakes, most frequent first.
    pub mistakes: Vec<Slip>,
    /// What was not right at once.
    pub wrong: Vec<Outcome>,
    /// Everything, in order.
    pub outcomes: Vec<Outcome>,
    /// Time spent answering, in milliseconds.
    pub ms: u64,
    /// Questions that were not answered.
    pub left: usize,
}

/// What a code is good for; the command follows.
pub const REPLAYS: &str = "The code replays this very sitting:";

impl Report {
    /// `4 of 5 right at once, 1 of them with hints; 1 wrong though you were sure`.
    pub fn counted(&self) -> String {
        let count = |is: fn(&&Outcome) -> bool| self.outcomes.iter().filter(is).count();
        let with_hints = match (self.right, count(|o| o.right && o.hints > 0)) {
            (_, 0) => String::new(),
            (1, 1) => ", with hints".into(),
            (_, n) => format!(", {n} of them with hints"),
        };
        let sure = match count(|o| o.sure_and_wrong) {
            0 => String::new(),
            n => format!("; {n} wrong though you were sure"),
        };
        format!("{} of {} right at once{with_hints}{sure}", self.right, self.total)
    }

    pub(super) fn new(mode: Mode, code: &str, outcomes: &[Outcome], ms: u64, left: usize) -> Report {
        let mut mistakes: Vec<Slip> = Vec::new();
        for outcome in outcomes {
            let Some(code) = &outcome.mistake else { continue };
            match mistakes.iter_mut().find(|s| s.code == *code) {
                Some(slip) => slip.count += 1,
                None => {
                    let say = outcome.say.clone().unwrap_or_default();
                    mistakes.push(Slip { code: code.clone(), say, count: 1 });
                }
            }
        }
        mistakes.sort_by_key(|s| std::cmp::Reverse(s.count));
        Report {
            mode,
            code: code.into(),
            replay: None,
            right: outcomes.iter().filter(|o| o.right).count(),
            total: outcomes.len(),
            schemes: Scheme::ALL.iter().filter_map(|s| score(*s, outcomes)).collect(),
            mistakes,
            wrong: outcomes.iter().filter(|o| !o.right).cloned().collect(),
            outcomes: outcomes.to_vec(),
            ms,
            left,
        }
    }
}

fn score(scheme: Scheme, outcomes: &[Outcome]) -> Option<SchemeScore> {
    let of: Vec<&Outcome> = outcomes.iter().filter(|o| o.scheme == Some(scheme)).collect();
    let right = of.iter().filter(|o| o.right).count();
    (!of.is_empty()).then_some(SchemeScore { scheme, right, total: of.len() })
}
