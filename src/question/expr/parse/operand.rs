//! What an expression starts with: signs, roots, brackets, lists; and what may follow directly, an index.

use super::{Parsed, Parser};
use crate::question::expr::ast::{Node, NodeKind, SIGN};
use crate::question::expr::error::{ErrorKind, ExprError, Span};
use crate::question::expr::lex::Tok;
use crate::question::expr::number::Literal;

impl Parser<'_> {
    pub(super) fn prefix(&mut self) -> Parsed {
        let span = self.span();
        let Some(tok) = self.peek().cloned() else {
            return self.fail(ErrorKind::MissingRight(self.written(self.last_span()).into()), self.last_span());
        };
        self.next += 1;
        match tok {
            Tok::Number(literal) => self.number(*literal, span),
            Tok::Vulgar(top, bottom) => {
                let half = Node { kind: NodeKind::Number(Box::new(Literal::plain(top / bottom))), span };
                self.implicit(half)
            }
            Tok::Name(name) => self.name(&name, span),
            Tok::Text(text) => Ok(Node { kind: NodeKind::Text(text), span }),
            Tok::Sign(sign) => self.sign(sign, span),
        }
    }

    pub(super) fn sign(&mut self, sign: &'static str, span: Span) -> Parsed {
        match sign {
            "-" | "+" => self.signed(sign, span),
            "√" => {
                if self.peek().is_none() {
                    return self.fail(ErrorKind::MissingRight("√".into()), span);
                }
                // A root binds tighter than any operator: √2/2 is (√2)/2.
                let inner = self.expression(u8::MAX)?;
                let whole = (span.0, inner.span.1);
                Ok(Node { kind: NodeKind::Root(Box::new(inner)), span: whole })
            }
            "(" => self.brackets(span),
            "[" => self.list(span),
            ")" => self.fail(ErrorKind::Unopened(')'), span),
            "]" => self.fail(ErrorKind::Unopened(']'), span),
            "=" => self.fail(ErrorKind::Assignment, span),
            "," if self.mode.typed() => self.fail(ErrorKind::StrayComma(None), span),
            other => self.fail(ErrorKind::MissingLeft(other.into()), span),
        }
    }

    pub(super) fn signed(&mut self, sign: &str, span: Span) -> Parsed {
        match self.peek() {
            None | Some(Tok::Sign(")" | "]" | ",")) => return self.fail(ErrorKind::SignOnly, span),
            Some(Tok::Sign("+" | "-")) => {
                return self.fail(ErrorKind::TwoSigns, (span.0, self.span().1));
            }
            _ => {}
        }
        let inner = self.expression(SIGN)?;
        let whole = (span.0, inner.span.1);
        if sign == "+" {
            return Ok(Node { span: whole, ..inner });
        }
        Ok(Node { kind: NodeKind::Negate(Box::new(inner)), span: whole })
    }

    pub(super) fn brackets(&mut self, open: Span) -> Parsed {
        if self.is_sign(")") {
            return self.fail(ErrorKind::EmptyBrackets, (open.0, self.span().1));
        }
        let inner = self.expression(0)?;
        if self.mode.typed() && self.is_sign(",") {
            return self.fail(ErrorKind::ListInAnswer, self.span());
        }
        self.close(open, '(', ')', &inner)?;
        Ok(Node { span: (open.0, self.last_span().1), ..inner })
    }

    pub(super) fn close(&mut self, open: Span, left: char, right: char, inner: &Node) -> Result<(), ExprError> {
        let sign = if right == ')' { ")" } else { "]" };
        if self.eat(sign) {
            return Ok(());
        }
        if self.peek().is_none() {
            return self.fail(ErrorKind::Unclosed(left, right), open);
        }
        if self.is_sign("=") {
            return self.fail(ErrorKind::Assignment, self.span());
        }
        self.side_by_side(inner)
    }

    pub(super) fn list(&mut self, open: Span) -> Parsed {
        if self.mode.typed() {
            return self.fail(ErrorKind::ListInAnswer, open);
        }
        let mut items = Vec::new();
        while !self.is_sign("]") {
            items.push(self.expression(0)?);
            if !self.eat(",") {
                break;
            }
        }
        if let Some(last) = items.last() {
            let last = last.clone_shallow();
            self.close(open, '[', ']', &last)?;
        } else if !self.eat("]") {
            return self.fail(ErrorKind::Unclosed('[', ']'), open);
        }
        Ok(Node { kind: NodeKind::List(items), span: (open.0, self.last_span().1) })
    }

    pub(super) fn index(&mut self, left: Node) -> Parsed {
        if self.mode.typed() {
            return self.fail(ErrorKind::ListInAnswer, self.span());
        }
        let open = self.span();
        self.next += 1;
        let inner = self.expression(0)?;
        let last = inner.clone_shallow();
        self.close(open, '[', ']', &last)?;
        let span = (left.span.0, self.last_span().1);
        Ok(Node { kind: NodeKind::Index(Box::new(left), Box::new(inner)), span })
    }
}
