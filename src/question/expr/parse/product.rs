//! Numbers, mixed numbers, and the only products without a sign: `3pi`, `2√3`, `2sqrt(3)`.

use super::{Parsed, Parser, constant};
use crate::question::expr::ast::{Node, NodeKind, Op, SIGN};
use crate::question::expr::error::{ErrorKind, ExprError, Span};
use crate::question::expr::lex::Tok;
use crate::question::expr::number::Literal;

/// The left side of a product is written out up to so many characters.
const LONGEST_CURE: usize = 24;

impl Parser<'_> {
    /// A number, perhaps the whole part of a mixed number, perhaps followed by π or a root.
    pub(super) fn number(&mut self, literal: Literal, span: Span) -> Parsed {
        if literal.whole
            && self.mode.typed()
            && let Some(mixed) = self.mixed(literal.value, span)?
        {
            return Ok(mixed);
        }
        self.implicit(Node { kind: NodeKind::Number(Box::new(literal)), span })
    }

    pub(super) fn mixed(&mut self, whole: f64, span: Span) -> Result<Option<Node>, ExprError> {
        let (top, bottom, count) = match (self.peek(), self.peek_at(1), self.peek_at(2)) {
            (Some(Tok::Vulgar(top, bottom)), ..) => (*top, *bottom, 1),
            (Some(Tok::Number(top)), Some(Tok::Sign("/")), Some(Tok::Number(bottom))) if top.whole && bottom.whole => {
                (top.value, bottom.value, 3)
            }
            _ => return Ok(None),
        };
        // `1/2 3/4` and `1 1/2/3` could mean several things: they are two numbers side by side.
        let before = self.next.checked_sub(2).and_then(|i| self.tokens.get(i));
        let tied = |tok: Option<&Tok>| matches!(tok, Some(Tok::Sign("/" | "^")));
        if tied(before.map(|(t, _)| t)) || tied(self.peek_at(count)) {
            return self.fail(ErrorKind::TwoNumbers, (span.0, self.span().1));
        }
        self.next += count;
        let span = (span.0, self.last_span().1);
        if bottom == 0.0 {
            return self.fail(ErrorKind::DivisionByZero, span);
        }
        if top >= bottom {
            return self.fail(ErrorKind::ImproperMixed(whole, top, bottom), span);
        }
        Ok(Some(Node { kind: NodeKind::Mixed(whole, top, bottom), span }))
    }

    /// `3pi`, `2√3`, `2sqrt(3)`: the only products without a sign.
    pub(super) fn implicit(&mut self, number: Node) -> Parsed {
        if !self.product_follows() {
            return Ok(number);
        }
        // The token before the number decides whether the product can be misread.
        let before = self.next.checked_sub(2).and_then(|i| self.tokens.get(i)).map(|(t, _)| t.clone());
        let (here, number_span) = (self.span(), number.span);
        match before {
            Some(Tok::Sign("^" | "√")) => {
                let kind = ErrorKind::WriteProduct(self.written(number_span).into(), self.written(here).into());
                return self.fail(kind, (number_span.0, here.1));
            }
            Some(Tok::Sign("/")) => match self.mode.tight() {
                None => return self.fail(ErrorKind::AmbiguousProduct, (number_span.0, here.1)),
                Some(true) => {}
                // Loose: leave the constant to the loop, which reads it as a product after the division.
                Some(false) => return Ok(number),
            },
            _ => {}
        }
        self.product(number)
    }

    pub(super) fn product(&mut self, left: Node) -> Parsed {
        // Tighter than `*`, looser than a power: 2π^2 is 2·(π^2).
        let right = self.expression(SIGN)?;
        let span = (left.span.0, right.span.1);
        Ok(Node { kind: NodeKind::Binary(Op::Multiply, Box::new(left), Box::new(right)), span })
    }

    /// `1/2pi` read as (1/2)π: a number, just consumed as a divisor, before a constant or a root.
    pub(super) fn loose_product(&self) -> bool {
        let tok = |back: usize| self.next.checked_sub(back).and_then(|i| self.tokens.get(i)).map(|(t, _)| t);
        self.mode.tight() == Some(false)
            && matches!(tok(1), Some(Tok::Number(_) | Tok::Vulgar(..)))
            && matches!(tok(2), Some(Tok::Sign("/")))
            && self.product_follows()
    }

    /// What stands left of a missing sign, with the signs that were left out so far: `2*pi` for `2 pi`. What is added before
    /// it does not belong to the product; of what is long the last piece is enough.
    pub(super) fn left_of_product(&self, left: &Node) -> String {
        let whole = self.factors(left);
        if whole.chars().count() <= LONGEST_CURE { whole } else { self.written(self.last_span()).to_owned() }
    }

    fn factors(&self, node: &Node) -> String {
        match &node.kind {
            NodeKind::Binary(Op::Add | Op::Subtract, _, right) => self.factors(right),
            NodeKind::Binary(Op::Multiply, left, right) => format!("{}*{}", self.factors(left), self.factors(right)),
            NodeKind::Negate(inner) => self.factors(inner),
            _ => self.written(node.span).to_owned(),
        }
    }

    pub(super) fn product_follows(&self) -> bool {
        match (self.peek(), self.peek_at(1)) {
            (Some(Tok::Sign("√")), _) => true,
            (Some(Tok::Name(name)), Some(Tok::Sign("("))) => &**name == "sqrt",
            (Some(Tok::Name(name)), _) => constant(name).is_some(),
            _ => false,
        }
    }
}
