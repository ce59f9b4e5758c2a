//! Where an answer stands in the figure of its question.

use crate::content::model::Question;

use super::draw::{DrawError, family};
use super::expr::{self, Ast, Value};
use super::seed::Seed;
use super::variant::Variant;

/// The name that the answer has in a mark; with several answers it is a list.
pub(super) const ANSWER: &str = "answer";

/// A place in a panel of a figure, in data units; only one coordinate is a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Across.
    pub x: Option<f64>,
    /// Up.
    pub y: Option<f64>,
}

/// Where these answers, the learner's or the right ones, stand in the figure of a numeric question.
///
/// `None` if the family does not say where, or if there is no such place (the logarithm of 0).
pub fn place(question: &Question, seed: &Seed, variant: Variant, answers: &[f64]) -> Result<Option<Place>, DrawError> {
    let family = family(question, variant)?;
    let Some((x, y)) = &family.mark else { return Ok(None) };
    let mut env = family.numbers(seed)?.env;
    match answers {
        [one] => env.set(ANSWER, *one),
        many => env.set(ANSWER, Value::List(many.iter().copied().map(Value::Num).collect())),
    }
    let at = |axis: &Option<Ast>| -> Result<Option<f64>, DrawError> {
        let value = |ast| expr::eval_number(ast, &env).map_err(|error| DrawError::without_value("figure mark", error));
        axis.as_ref().map(value).transpose()
    };
    let place = Place { x: at(x)?, y: at(y)? };
    Ok([place.x, place.y].iter().flatten().all(|v| v.is_finite()).then_some(place))
}
