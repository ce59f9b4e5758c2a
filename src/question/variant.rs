//! The same family asked in another way: as written, or for the head alone.

use std::borrow::Cow;

use crate::content::model::{Kind, Mental, Numeric, Question, Round};

/// How a family is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// As written.
    #[default]
    Full,
    /// For the head alone: small numbers, no calculator, one tolerance.
    Mental,
}

/// Does the question have a variant for the head alone?
pub fn has_mental(question: &Question) -> bool {
    matches!(&question.kind, Kind::Numeric(numeric) if numeric.mental.is_some())
}

/// The question as this variant asks it; `None` if it has no such variant.
///
/// A mental variant keeps its id, texts, steps and mistakes. Its draws replace those of the same name, its conditions (if
/// any) replace the family's, every answer that is not exact is right within 10 % (`round` sets another rule, for all of them), and no expression may be typed:
/// that would be a calculator.
pub fn variant(question: &Question, variant: Variant) -> Option<Cow<'_, Question>> {
    match (variant, &question.kind) {
        (Variant::Full, _) => Some(Cow::Borrowed(question)),
        (Variant::Mental, Kind::Numeric(numeric)) => {
            let kind = Kind::Numeric(Box::new(for_the_head(numeric, numeric.mental.as_ref()?)));
            Some(Cow::Owned(Question { kind, ..question.clone() }))
        }
        (Variant::Mental, _) => None,
    }
}

fn for_the_head(numeric: &Numeric, mental: &Mental) -> Numeric {
    let mut changed = Numeric { mental: None, ..numeric.clone() };
    changed.draw.extend(mental.draw.clone());
    if let Some(require) = &mental.require {
        changed.require.clone_from(require);
    }
    for answer in &mut changed.answers {
        answer.expressions = false;
        let exact = matches!(answer.round, Round::Integer(_) | Round::Exact(_));
        answer.round = match mental.round {
            Some(round) => round,
            None if exact => answer.round,
            None => Mental::TOLERANCE,
        };
    }
    changed
}
