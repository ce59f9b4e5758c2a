//! An instance of a question, a reading of what was typed, and a verdict, as data.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::content::model::{FigureCall, Question, Round};

/// A question with its numbers filled in.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Instance {
    /// Id of the question.
    pub id: String,
    /// The seed that it was drawn with.
    pub seed: String,
    /// What replays it alone: `seed–content`.
    pub code: String,
    /// Markdown with formulas, numbers filled in. The rounding rule is the last line.
    pub prompt: String,
    /// The convention that the answer depends on.
    pub convention: Option<String>,
    /// What has to be answered.
    pub ask: Ask,
    /// Hints, filled in.
    pub hints: Vec<String>,
    /// The worked solution, filled in.
    pub steps: Vec<Step>,
    /// Explanation, filled in.
    pub context: Option<String>,
    /// The figure at this question's numbers.
    pub figure: Option<FigureCall>,
    /// What was drawn: name → face.
    pub drawn: BTreeMap<String, String>,
}

/// What has to be answered.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Ask {
    /// One number or more, typed.
    Numbers {
        /// The numbers.
        answers: Vec<Asked>,
        /// Typical mistakes that survive the draw guard.
        mistakes: Vec<Mistake>,
    },
    /// One option or several, in the order to show them.
    Choice {
        /// The options.
        options: Vec<ChoiceOption>,
        /// More than one is right.
        many: bool,
    },
    /// A word or a line.
    Text {
        /// Right answers, compared trimmed and without case.
        accepted: Vec<String>,
        /// `short`, `long` or `code`.
        response: String,
    },
    /// Does it compile, and what does it print?
    Tracing {
        /// The program.
        program: String,
        /// Whether it compiles.
        does_compile: bool,
        /// What it prints.
        stdout: String,
    },
    /// Spoken; the learner ticks a rubric. Everything else is in the question.
    Rubric,
}

/// One number that is asked.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// What it is called; may be empty if there is one.
    pub label: String,
    /// Unit to show and to strip.
    pub unit: Option<String>,
    /// The rounding rule.
    pub round: Round,
    /// The key, exact.
    pub value: f64,
    /// The key computed from the numbers as printed in the prompt, where that differs.
    pub also: Vec<f64>,
    /// May an expression be typed?
    pub expressions: bool,
    /// Is ∞ or −∞ an answer here?
    pub infinity: bool,
}

impl Asked {
    /// The unit, where the label does not say it already: "parameters: 393216" needs no "parameters" behind it.
    pub fn unit_beyond_label(&self) -> Option<&str> {
        let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_lowercase();
        let unit = self.unit.as_deref()?;
        (!self.label.split_whitespace().any(|word| singular(word) == singular(unit))).then_some(unit)
    }
}

/// A typical mistake at these numbers.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mistake {
    /// Stable code.
    pub code: String,
    /// Which answer, from 0.
    pub answer: usize,
    /// The number that it leads to.
    pub value: f64,
    /// What to tell the learner.
    pub say: String,
    /// The step where it happens, from 1.
    pub step: Option<usize>,
}

/// One step of the worked solution.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Markdown, filled in.
    pub say: String,
    /// The value it arrives at.
    pub value: Option<f64>,
    /// The rule that it uses.
    pub rule: Option<String>,
}

/// One option of a choice.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceOption {
    /// Markdown.
    pub text: String,
    /// Is it right?
    pub right: bool,
    /// Why it is wrong.
    pub reason: Option<String>,
}

/// A plain number in another unit than the one asked, as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Converted {
    /// The number in the unit typed.
    pub value: f64,
    /// Decimals typed.
    pub decimals: u32,
    /// Significant figures typed.
    pub figures: u32,
    /// The unit typed.
    pub unit: &'static str,
    /// Size of the unit typed in the unit asked: what `value` is multiplied by.
    pub factor: f64,
}

/// How a typed text was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reading {
    /// A number, in the unit asked.
    Value {
        /// The number.
        value: f64,
        /// Decimals typed (of the plain number); `None` for an expression.
        decimals: Option<u32>,
        /// Significant figures typed; `None` for an expression.
        figures: Option<u32>,
        /// Something the reader should know ("comma read as a decimal point").
        notice: Option<String>,
        /// The plain number as typed in another unit than the one asked; its digits are judged there.
        converted: Option<Converted>,
    },
    /// Two readings: ask before grading.
    Ask {
        /// The readings.
        readings: Vec<f64>,
    },
    /// Not a number, and why. Costs nothing.
    Refused {
        /// The reason and the cure, as a sentence.
        why: String,
        /// Byte range in what was typed.
        span: (usize, usize),
    },
    /// Nothing typed.
    Empty,
}

/// What a learner answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Response {
    /// Texts typed, one for each number asked.
    Typed(Vec<String>),
    /// Options chosen: their places in `Ask::Choice`.
    Chosen(Vec<usize>),
    /// A text.
    Text(String),
    /// Compiles? What does it print?
    Traced(bool, String),
    /// Rubric points ticked: their places.
    Ticked(Vec<usize>),
}

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "verdict")]
pub enum Verdict {
    /// Right.
    Right {
        /// A remark ("one decimal more than asked").
        note: Option<String>,
    },
    /// The right value in another form (mod 2π, as a percentage).
    OtherForm {
        /// Which.
        note: String,
    },
    /// A named mistake.
    Mistake {
        /// Its code.
        code: String,
        /// What to tell the learner.
        say: String,
        /// The step where it happens, from 1.
        step: Option<usize>,
    },
    /// Wrong, not recognised.
    Wrong {
        /// Something helpful, or nothing.
        note: Option<String>,
    },
    /// The right value, too few digits. No attempt.
    TooFewDigits {
        /// "give 2 decimals"
        say: String,
    },
    /// Not readable. No attempt.
    NotReadable {
        /// Why.
        say: String,
    },
}

impl Verdict {
    /// Right, in whatever form.
    pub fn is_right(&self) -> bool {
        matches!(self, Verdict::Right { .. } | Verdict::OtherForm { .. })
    }

    /// Does it count as an attempt?
    pub fn counts(&self) -> bool {
        !matches!(self, Verdict::TooFewDigits { .. } | Verdict::NotReadable { .. })
    }

    /// The stable word for the log: `right`, `other-form`, `mistake`, `wrong`, `too-few-digits`, `not-readable`.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Right { .. } => "right",
            Verdict::OtherForm { .. } => "other-form",
            Verdict::Mistake { .. } => "mistake",
            Verdict::Wrong { .. } => "wrong",
            Verdict::TooFewDigits { .. } => "too-few-digits",
            Verdict::NotReadable { .. } => "not-readable",
        }
    }
}

/// The question with its instance, as the screens carry it.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// As written.
    pub question: Question,
    /// With numbers.
    pub instance: Instance,
}
