//! Why a question could not be drawn.

use super::expr::ExprError;
use super::template::TemplateError;

/// How often a draw is repeated until its requirements hold.
pub(super) const MAX_TRIES: u32 = 1_000;

/// Why a question could not be drawn: always an error of the content.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DrawError {
    /// An expression does not parse or evaluate.
    #[error("{place}: {error} (in `{text}`)")]
    Expression {
        /// Which part of the question.
        place: String,
        /// The expression.
        text: String,
        /// What is wrong.
        error: Box<ExprError>,
    },
    /// An expression has no value at these numbers.
    #[error("{place}: {error}")]
    Evaluation {
        /// Which part of the question.
        place: String,
        /// What is wrong.
        error: Box<ExprError>,
    },
    /// A text does not compile or render.
    #[error("{place}: {error}")]
    Text {
        /// Which part of the question.
        place: String,
        /// What is wrong.
        error: TemplateError,
    },
    /// A family without a variant for the head alone.
    #[error("this family has no mental variant: add a `[questions.mental]` table, or ask it as written")]
    NoMental,
    /// Another type of question, which draws no numbers.
    #[error("only numeric questions draw numbers")]
    NotNumeric,
    /// A draw without a source.
    #[error("draw {name}: give `from` and `to`, or `oneOf`, or `permutation`")]
    NoSource {
        /// The name.
        name: String,
    },
    /// A draw from nothing.
    #[error("draw {name}: nothing to draw from: {why}")]
    EmptyDraw {
        /// The name.
        name: String,
        /// Why.
        why: String,
    },
    /// Draws that need each other.
    #[error("these draws need each other: {}: fix one of them", names.join(", "))]
    Circle {
        /// The names.
        names: Vec<String>,
    },
    /// A mistake of an answer that is not asked.
    #[error("mistake {code}: no answer is labelled `{label}`")]
    NoAnswer {
        /// Its code.
        code: String,
        /// The label it names.
        label: String,
    },
    /// The requirements do not hold often enough.
    #[error("no draw met the requirements in {max} tries: widen the ranges or relax `require`", max = MAX_TRIES)]
    NoDraw,
    /// An answer that is no number.
    #[error("{place}: the value must be a finite number")]
    NotANumber {
        /// Which part of the question.
        place: String,
    },
}

impl DrawError {
    /// An expression that has no value at these numbers.
    pub(super) fn without_value(place: &str, error: ExprError) -> DrawError {
        DrawError::Evaluation { place: place.into(), error: Box::new(error) }
    }
}
