//! Names: constants, variables, `not`, `if` and calls with their arguments.

use super::bind::{Given, bind};
use super::{Parsed, Parser, constant, constant_nearest};
use crate::names::nearest;
use crate::question::expr::ast::{NOT, Node, NodeKind};
use crate::question::expr::error::{ErrorKind, ExprError, Span};
use crate::question::expr::functions::{self, FUNCTIONS, Family};
use crate::question::expr::lex::Tok;

impl Parser<'_> {
    pub(super) fn name(&mut self, name: &str, span: Span) -> Parsed {
        if self.is_sign("(") {
            return self.call(name, span);
        }
        if let Some(value) = constant(name) {
            return Ok(Node { kind: NodeKind::Constant(value), span });
        }
        if matches!(name, "and" | "or" | "not" | "if") && self.mode.typed() {
            return self.fail(ErrorKind::NotInAnswer(name.into()), span);
        }
        match name {
            "not" => {
                let inner = self.expression(NOT)?;
                let whole = (span.0, inner.span.1);
                return Ok(Node { kind: NodeKind::Not(Box::new(inner)), span: whole });
            }
            "and" | "or" => return self.fail(ErrorKind::MissingLeft(name.into()), span),
            "if" => return self.fail(ErrorKind::NeedsBrackets(name.into()), span),
            _ => {}
        }
        if self.mode.typed() {
            let kind = if name == "log" {
                ErrorKind::AmbiguousLog
            } else if functions::find(name).is_some_and(|f| f.family == Family::Elementary) {
                ErrorKind::NeedsBrackets(name.into())
            } else {
                ErrorKind::UnknownName { name: name.into(), nearest: constant_nearest(name) }
            };
            return self.fail(kind, span);
        }
        Ok(Node { kind: NodeKind::Name(name.into()), span })
    }

    pub(super) fn call(&mut self, name: &str, span: Span) -> Parsed {
        if matches!(name, "not" | "and" | "or") && !self.mode.typed() {
            // `not (a)` is a bracket after an operator, no call.
            if name == "not" {
                let inner = self.expression(NOT)?;
                let whole = (span.0, inner.span.1);
                return Ok(Node { kind: NodeKind::Not(Box::new(inner)), span: whole });
            }
            return self.fail(ErrorKind::MissingLeft(name.into()), span);
        }
        if matches!(name, "if" | "not" | "and" | "or") && self.mode.typed() {
            return self.fail(ErrorKind::NotInAnswer(name.into()), span);
        }
        if name == "if" {
            return self.choice(span);
        }
        if name == "log" {
            return self.fail(ErrorKind::AmbiguousLog, span);
        }
        if constant(name).is_some() {
            return self.fail(ErrorKind::WriteProduct(name.into(), "(…)".into()), (span.0, self.span().1));
        }
        let Some(function) = functions::find(name) else {
            let known = FUNCTIONS.iter().map(|f| f.name).chain(["if"]);
            let nearest = nearest(name, known).map(str::to_owned);
            return self.fail(ErrorKind::UnknownFunction { name: name.into(), nearest }, span);
        };
        if self.mode.typed() && function.family != Family::Elementary {
            return self.fail(ErrorKind::GivesAway(function.name), span);
        }
        let open = self.span();
        let given = self.arguments(open)?;
        let whole = (span.0, self.last_span().1);
        let slots = bind(function, given, whole)?;
        Ok(Node { kind: NodeKind::Call(function, slots), span: whole })
    }

    /// The arguments of a call with their names, brackets included.
    pub(super) fn arguments(&mut self, open: Span) -> Result<Vec<Given>, ExprError> {
        self.next += 1;
        let mut given = Vec::new();
        while !self.is_sign(")") {
            let named = match (self.peek(), self.peek_at(1)) {
                (Some(Tok::Name(name)), Some(Tok::Sign("="))) => Some((name.clone(), self.span())),
                _ => None,
            };
            self.next += if named.is_some() { 2 } else { 0 };
            if self.is_sign(",") {
                return self.fail(ErrorKind::MissingLeft(",".into()), self.span());
            }
            if self.peek().is_none() {
                return self.fail(ErrorKind::Unclosed('(', ')'), open);
            }
            given.push((named, self.expression(0)?));
            if !self.eat(",") {
                break;
            }
        }
        match given.last() {
            Some((_, last)) => {
                let last = last.clone_shallow();
                self.close(open, '(', ')', &last)?;
            }
            None => self.next += 1,
        }
        Ok(given)
    }

    pub(super) fn choice(&mut self, span: Span) -> Parsed {
        let open = self.span();
        let given = self.arguments(open)?;
        let whole = (span.0, self.last_span().1);
        let nodes: Vec<Node> = given.into_iter().filter(|(name, _)| name.is_none()).map(|(_, n)| n).collect();
        match <[Node; 3]>::try_from(nodes) {
            Ok(three) => Ok(Node { kind: NodeKind::If(Box::new(three)), span: whole }),
            Err(other) => {
                let why = format!("takes a condition and two values, if(cond, a, b); {} given", other.len());
                self.fail(ErrorKind::WrongCall { function: "if", why }, whole)
            }
        }
    }
}
