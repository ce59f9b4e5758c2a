//! Tokens → tree: a Pratt parser.

mod bind;
mod names;
mod operand;
mod product;

use super::ast::{Ast, Node, NodeKind, Op};
use super::clean::{Cleaned, clean};
use super::error::{ErrorKind, ExprError, Span};
use super::functions;
use super::lex::{Tok, lex};
use super::number::Separators;
use super::{MAX_BYTES, MAX_DEPTH};
use crate::names::nearest;

/// The constants by name.
pub const CONSTANTS: [(&str, f64); 3] =
    [("pi", std::f64::consts::PI), ("tau", std::f64::consts::TAU), ("e", std::f64::consts::E)];

/// What the text may contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Everything: formulas of a chapter, `posenc calc`.
    #[default]
    Author,
    /// A learner's answer or scratch calculation: arithmetic and elementary functions, one number.
    Typed {
        /// The comma is the decimal sign.
        decimal_comma: bool,
        /// How to read a sign that may group digits: see [`Separators::groups`].
        groups: Option<bool>,
        /// How to read `1/2pi`: `Some(true)` is 1/(2π), `Some(false)` is (1/2)π, `None` is an error.
        tight: Option<bool>,
    },
}

impl Mode {
    fn separators(self) -> Separators {
        match self {
            Mode::Author => Separators::default(),
            Mode::Typed { decimal_comma, groups, .. } => {
                Separators { typed: true, decimal_comma, groups, in_call: false }
            }
        }
    }

    fn typed(self) -> bool {
        self != Mode::Author
    }

    fn tight(self) -> Option<bool> {
        match self {
            Mode::Author => None,
            Mode::Typed { tight, .. } => tight,
        }
    }
}

/// Parses an expression as authors write them.
pub fn parse(text: &str) -> Result<Ast, ExprError> {
    parse_cleaned(&measured(text)?, Mode::Author)
}

/// Cleans a text that is not too long.
pub(super) fn measured(text: &str) -> Result<Cleaned, ExprError> {
    if text.len() > MAX_BYTES {
        return Err(ExprError::new(ErrorKind::TooLong(text.len()), (0, text.len())));
    }
    clean(text)
}

/// Parses a cleaned text. Spans are those of the original.
pub fn parse_cleaned(text: &Cleaned, mode: Mode) -> Result<Ast, ExprError> {
    let run = || {
        let tokens = lex(&text.text, mode.separators())?;
        let mut parser = Parser { text: &text.text, tokens, next: 0, depth: 0, mode };
        let root = parser.whole()?;
        Ok(Ast { root })
    };
    run().map_err(|error| text.place(error)).map(|mut ast| {
        move_spans(&mut ast.root, text);
        ast
    })
}

fn move_spans(node: &mut Node, text: &Cleaned) {
    node.span = text.original(node.span);
    match &mut node.kind {
        NodeKind::List(items) => items.iter_mut().for_each(|n| move_spans(n, text)),
        NodeKind::Index(a, b) | NodeKind::Binary(_, a, b) => {
            move_spans(a, text);
            move_spans(b, text);
        }
        NodeKind::Negate(a) | NodeKind::Root(a) | NodeKind::Not(a) => move_spans(a, text),
        NodeKind::If(three) => three.iter_mut().for_each(|n| move_spans(n, text)),
        NodeKind::Call(_, slots) => slots.iter_mut().flatten().for_each(|n| move_spans(n, text)),
        _ => {}
    }
}

type Parsed = Result<Node, ExprError>;

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Tok, Span)>,
    next: usize,
    depth: usize,
    mode: Mode,
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<&Tok> {
        self.tokens.get(self.next).map(|(t, _)| t)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&Tok> {
        self.tokens.get(self.next + ahead).map(|(t, _)| t)
    }

    pub(super) fn span(&self) -> Span {
        self.tokens.get(self.next).map_or((self.text.len(), self.text.len()), |(_, s)| *s)
    }

    /// The span of the token before the next one.
    pub(super) fn last_span(&self) -> Span {
        self.next.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or((0, 0), |(_, s)| *s)
    }

    pub(super) fn written(&self, span: Span) -> &str {
        self.text.get(span.0..span.1).unwrap_or_default()
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Tok::Sign(s)) if *s == sign)
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.next += usize::from(found);
        found
    }

    pub(super) fn fail<T>(&self, kind: ErrorKind, span: Span) -> Result<T, ExprError> {
        Err(ExprError::new(kind, span))
    }

    pub(super) fn shown(&self) -> String {
        self.peek().map_or_else(|| "the end".into(), |t| t.shown(self.written(self.span())))
    }

    pub(super) fn whole(&mut self) -> Parsed {
        if self.tokens.is_empty() {
            return self.fail(ErrorKind::Empty, (0, self.text.len()));
        }
        let node = self.expression(0)?;
        if self.next == self.tokens.len() {
            return Ok(node);
        }
        let span = self.span();
        let kind = match self.peek() {
            Some(Tok::Sign(")")) => ErrorKind::Unopened(')'),
            Some(Tok::Sign("]")) => ErrorKind::Unopened(']'),
            Some(Tok::Sign(",")) if self.mode.typed() => match self.peek_at(1) {
                Some(Tok::Sign(",")) | None => ErrorKind::StrayComma(None),
                Some(_) => ErrorKind::ListInAnswer,
            },
            Some(Tok::Sign(",")) => ErrorKind::StrayComma(None),
            Some(Tok::Sign("=")) => ErrorKind::Assignment,
            _ => return self.side_by_side(&node),
        };
        self.fail(kind, span)
    }

    /// Something follows a complete operand without an operator.
    pub(super) fn side_by_side<T>(&self, left: &Node) -> Result<T, ExprError> {
        let span = self.span();
        let both = (left.span.0, span.1);
        let kind = match self.peek() {
            Some(Tok::Number(_) | Tok::Vulgar(..))
                if matches!(left.kind, NodeKind::Number(_) | NodeKind::Mixed(..)) =>
            {
                ErrorKind::TwoNumbers
            }
            Some(Tok::Name(name)) if matches!(&**name, "deg" | "degrees") => ErrorKind::DegreeInside,
            Some(Tok::Number(_) | Tok::Name(_)) if self.is_function(left) => {
                ErrorKind::NeedsBrackets(self.written(left.span).to_owned())
            }
            Some(Tok::Number(_) | Tok::Vulgar(..) | Tok::Name(_) | Tok::Sign("(" | "√")) => {
                ErrorKind::WriteProduct(self.left_of_product(left), self.right_of_product())
            }
            _ => ErrorKind::Unexpected(self.shown()),
        };
        self.fail(kind, both)
    }

    pub(super) fn is_function(&self, left: &Node) -> bool {
        matches!(&left.kind, NodeKind::Name(name) if functions::find(name).is_some())
    }

    /// The next token, or a short bracket as a whole, for the cure "write 2*(3)".
    pub(super) fn right_of_product(&self) -> String {
        let from = self.span();
        let close = self.tokens.iter().skip(self.next).take(3).find(|(t, _)| *t == Tok::Sign(")"));
        match (self.peek(), self.peek_at(1), close) {
            (Some(Tok::Sign("(")), Some(Tok::Number(_)), Some(_)) => {
                let inner = self.tokens.get(self.next + 1).map_or(from, |(_, s)| *s);
                self.written(inner).to_owned()
            }
            (Some(Tok::Sign("(")), ..) => "(…)".into(),
            (Some(Tok::Name(name)), Some(Tok::Sign("(")), _) => format!("{name}(…)"),
            _ => self.written(from).to_owned(),
        }
    }

    pub(super) fn expression(&mut self, least: u8) -> Parsed {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(ErrorKind::TooDeep, self.span());
        }
        let mut left = self.prefix()?;
        loop {
            if self.is_sign("[") {
                left = self.index(left)?;
                continue;
            }
            if least <= 9 && self.loose_product() {
                let right = self.expression(10)?;
                let whole = (left.span.0, right.span.1);
                left = Node { kind: NodeKind::Binary(Op::Multiply, Box::new(left), Box::new(right)), span: whole };
                continue;
            }
            let Some(op) = self.operator()? else { break };
            let (left_power, right_power) = op.binding();
            if left_power < least {
                break;
            }
            let span = self.span();
            self.next += 1;
            self.after_operator(op, span)?;
            let right = self.expression(right_power)?;
            if op.compares() && self.operator()?.is_some_and(Op::compares) {
                return self.fail(ErrorKind::Chained, self.span());
            }
            let whole = (left.span.0, right.span.1);
            left = Node { kind: NodeKind::Binary(op, Box::new(left), Box::new(right)), span: whole };
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The operator at the next token, if there is one.
    pub(super) fn operator(&self) -> Result<Option<Op>, ExprError> {
        let op = match self.peek() {
            Some(Tok::Sign("+")) => Op::Add,
            Some(Tok::Sign("-")) => Op::Subtract,
            Some(Tok::Sign("*")) => Op::Multiply,
            Some(Tok::Sign("/")) => Op::Divide,
            Some(Tok::Sign("^")) => Op::Power,
            Some(Tok::Sign("<")) => Op::Less,
            Some(Tok::Sign("<=")) => Op::LessEqual,
            Some(Tok::Sign(">")) => Op::Greater,
            Some(Tok::Sign(">=")) => Op::GreaterEqual,
            Some(Tok::Sign("==")) => Op::Equal,
            Some(Tok::Sign("!=")) => Op::NotEqual,
            Some(Tok::Name(name)) if &**name == "and" => Op::And,
            Some(Tok::Name(name)) if &**name == "or" => Op::Or,
            _ => return Ok(None),
        };
        if self.mode.typed() && op.binding().0 < Op::Add.binding().0 {
            return self.fail(ErrorKind::NotInAnswer(op.sign().into()), self.span());
        }
        Ok(Some(op))
    }

    pub(super) fn after_operator(&self, op: Op, span: Span) -> Result<(), ExprError> {
        match self.peek() {
            None | Some(Tok::Sign(")" | "]" | ",")) => self.fail(ErrorKind::MissingRight(op.sign().into()), span),
            Some(Tok::Sign("+" | "-")) if self.mode.typed() && matches!(op, Op::Add | Op::Subtract) => {
                self.fail(ErrorKind::TwoSigns, (span.0, self.span().1))
            }
            _ => Ok(()),
        }
    }
}

impl Node {
    /// The node as far as messages about its neighbour need it.
    fn clone_shallow(&self) -> Node {
        let kind = match &self.kind {
            NodeKind::Number(l) => NodeKind::Number(l.clone()),
            NodeKind::Name(name) => NodeKind::Name(name.clone()),
            _ => NodeKind::Constant(0.0),
        };
        Node { kind, span: self.span }
    }
}

fn constant(name: &str) -> Option<f64> {
    CONSTANTS.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
}

fn constant_nearest(name: &str) -> Option<String> {
    nearest(name, CONSTANTS.iter().map(|(n, _)| *n)).map(str::to_owned)
}

/// Is this name taken by the language itself?
pub fn is_reserved(name: &str) -> bool {
    constant(name).is_some() || matches!(name, "and" | "or" | "not" | "if")
}
