//! Binding: which argument of a call belongs to which parameter.

use crate::names::nearest;
use crate::question::expr::ast::Node;
use crate::question::expr::error::{ErrorKind, ExprError, Span};
use crate::question::expr::functions::{Default, Function};

/// An argument as given: its name with its place, if it has one, and its value.
pub(super) type Given = (Option<(Box<str>, Span)>, Node);

/// Puts arguments into slots, one for each parameter (more if the function is variadic).
pub(super) fn bind(
    function: &'static Function,
    given: Vec<Given>,
    whole: Span,
) -> Result<Vec<Option<Node>>, ExprError> {
    let mut slots: Vec<Option<Node>> = function.params.iter().map(|_| None).collect();
    let mut named_before = false;
    for (i, (name, node)) in given.into_iter().enumerate() {
        let span = node.span;
        let index = match name {
            Some((name, place)) => {
                named_before = true;
                param(function, &name).ok_or_else(|| ExprError::new(unknown_argument(function, &name), place))?
            }
            None if named_before => {
                return Err(ExprError::new(ErrorKind::PositionalAfterNamed { function: function.name }, span));
            }
            None => i,
        };
        if index >= slots.len() && !function.variadic {
            let (most, usage) = (function.params.len(), function.usage());
            let kind = ErrorKind::TooManyArguments { function: function.name, most, usage };
            return Err(ExprError::new(kind, span));
        }
        if index >= slots.len() {
            slots.push(None);
        }
        if let Some(slot) = slots.get_mut(index) {
            if slot.is_some() {
                let name = function.params.get(index).map_or("", |p| p.name);
                return Err(ExprError::new(ErrorKind::ArgumentTwice { function: function.name, name }, span));
            }
            *slot = Some(node);
        }
    }
    complete(function, &slots, whole)?;
    Ok(slots)
}

fn param(function: &Function, name: &str) -> Option<usize> {
    function.params.iter().position(|p| p.name == name)
}

fn unknown_argument(function: &Function, name: &str) -> ErrorKind {
    let nearest = nearest(name, function.params.iter().map(|p| p.name)).map(str::to_owned);
    ErrorKind::UnknownArgument { function: function.name, name: name.into(), nearest }
}

fn complete(function: &Function, slots: &[Option<Node>], whole: Span) -> Result<(), ExprError> {
    let missing = function.params.iter().zip(slots).find(|(p, s)| s.is_none() && p.default == Default::Required);
    match missing {
        Some((param, _)) => {
            let (name, usage) = (param.name, function.usage());
            Err(ExprError::new(ErrorKind::MissingArgument { function: function.name, name, usage }, whole))
        }
        None => Ok(()),
    }
}
