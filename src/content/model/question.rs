//! Questions of any type, and the prompts to answer aloud.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::numeric::Numeric;
use crate::scheme::Scheme;

/// A figure with its knobs at given values.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FigureCall {
    /// The figure's slug.
    pub id: String,
    /// Knob → value as text (numbers and booleans are turned into text by the loader).
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// The knob that the page asks to turn; it is the one chosen when the figure gets the keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Where the answer of a question stands in it: the learner's and the right one are drawn there after the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkSpec>,
}

/// A place in a figure, as expressions over the draw and `answer`. Only `x`: a vertical line; only `y`: a level.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MarkSpec {
    /// Which panel, from 0.
    pub panel: usize,
    /// Across.
    pub x: Option<String>,
    /// Up.
    pub y: Option<String>,
    /// An arrow from the origin instead of a point.
    pub arrow: bool,
}

/// Which set a question belongs to: the stem of its file, or `drill` for everything in `drills/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Set {
    /// The chapter's quiz.
    Quiz,
    /// Prompts to answer for yourself.
    SelfCheck,
    /// Prompts to answer aloud.
    Interview,
    /// Asked in the middle of a page.
    Spot,
    /// Asked before and after a section.
    Pretest,
    /// Numeric families.
    Drill,
    /// A question file from elsewhere.
    Other,
}

/// How hard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// One step.
    #[default]
    Easy,
    /// Two or three steps.
    Medium,
    /// More, or a trap.
    Hard,
}

/// A question of any type, as written.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Slug, unique in the chapter. For a file without ids: file stem and a hash of the prompt.
    pub id: String,
    /// Earlier ids.
    pub was: Vec<String>,
    /// The set.
    pub set: Set,
    /// Short name for lists; falls back to the first words of the prompt.
    pub title: String,
    /// The scheme it is about.
    pub scheme: Option<Scheme>,
    /// The section or page that explains it: `rope` or `rope/cancel`.
    pub section: Option<String>,
    /// Skills that it exercises.
    pub skills: Vec<String>,
    /// How hard.
    pub difficulty: Difficulty,
    /// The convention that the answer depends on.
    pub convention: Option<String>,
    /// Markdown; a template in numeric questions.
    pub prompt: String,
    /// Hints, one at a time; templates in numeric questions.
    pub hints: Vec<String>,
    /// The explanation, shown after the answer.
    pub context: Option<String>,
    /// The figure that shows it. In numeric questions the values of `set` are expressions.
    pub figure: Option<FigureCall>,
    /// Ids of sources.
    pub source: Option<String>,
    /// Shared text of a multi-part question.
    pub multipart: Option<String>,
    /// What is asked.
    pub kind: Kind,
}

/// What a question asks for.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A word or a line, compared without case.
    ShortAnswer {
        /// The answer.
        answer: String,
        /// Other spellings that are right.
        alternatives: Vec<String>,
        /// The size of the field: `short`, `long`, `code`.
        response: String,
    },
    /// Options; one or several are right.
    MultipleChoice {
        /// The right options.
        answers: Vec<String>,
        /// The wrong ones.
        distractors: Vec<String>,
        /// Why each wrong one is wrong; empty or as long as `distractors`.
        reasons: Vec<String>,
        /// Fixed place of the answer.
        answer_index: Option<usize>,
        /// Options in alphabetical order.
        sort_answers: bool,
    },
    /// Does the program compile, and what does it print?
    Tracing {
        /// The program.
        program: String,
        /// Does it compile?
        does_compile: bool,
        /// What it prints.
        stdout: String,
    },
    /// Numbers, fresh each time.
    Numeric(Box<Numeric>),
    /// Answered aloud, marked by the learner against a rubric.
    Interview(Box<Interview>),
}

/// A prompt answered aloud.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase", default)]
pub struct Interview {
    /// Time asked for.
    pub seconds: u32,
    /// One line.
    pub key: String,
    /// A strong answer in 60 seconds.
    pub short: String,
    /// A strong answer in 120 seconds.
    pub long: String,
    /// What is said that is wrong.
    pub wrong: Vec<WrongAnswer>,
    /// What they ask next.
    pub followups: Vec<String>,
    /// Families to drill.
    pub drills: Vec<String>,
    /// The rubric.
    pub rubric: Vec<RubricPoint>,
}

/// A wrong answer and why it is wrong.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct WrongAnswer {
    /// What is said.
    pub say: String,
    /// Why it is wrong.
    pub why: String,
}

/// One point of a rubric.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct RubricPoint {
    /// The point.
    pub point: String,
    /// Nice to have.
    #[serde(default)]
    pub bonus: bool,
    /// What a typed answer with this point has in it, all of them; `a|b` is one or the other. Empty: words of the point.
    #[serde(default, skip_serializing)]
    pub terms: Vec<String>,
}
