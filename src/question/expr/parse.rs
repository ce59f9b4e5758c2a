//! Tokens → tree: a Pratt parser.

use super::ast::{Ast, NOT, Node, NodeKind, Op, SIGN};
use super::clean::{Cleaned, clean};
use super::error::{ErrorKind, ExprError, Span, nearest};
use super::functions::{self, FUNCTIONS, Family};
use super::lex::{Tok, lex};
use super::number::{Literal, Separators};
use super::{MAX_BYTES, MAX_DEPTH};

/// The constants by name.
pub const CONSTANTS: [(&str, f64); 3] = [
    ("pi", std::f64::consts::PI),
    ("tau", std::f64::consts::TAU),
    ("e", std::f64::consts::E),
];

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
            Mode::Typed {
                decimal_comma,
                groups,
                ..
            } => Separators {
                typed: true,
                decimal_comma,
                groups,
                in_call: false,
            },
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
        return Err(ExprError::new(
            ErrorKind::TooLong(text.len()),
            (0, text.len()),
        ));
    }
    clean(text)
}

/// Parses a cleaned text. Spans are those of the original.
pub fn parse_cleaned(text: &Cleaned, mode: Mode) -> Result<Ast, ExprError> {
    let run = || {
        let tokens = lex(&text.text, mode.separators())?;
        let mut parser = Parser {
            text: &text.text,
            tokens,
            next: 0,
            depth: 0,
            mode,
        };
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
    fn peek(&self) -> Option<&Tok> {
        self.tokens.get(self.next).map(|(t, _)| t)
    }

    fn peek_at(&self, ahead: usize) -> Option<&Tok> {
        self.tokens.get(self.next + ahead).map(|(t, _)| t)
    }

    fn span(&self) -> Span {
        self.tokens
            .get(self.next)
            .map_or((self.text.len(), self.text.len()), |(_, s)| *s)
    }

    /// The span of the token before the next one.
    fn last_span(&self) -> Span {
        self.next
            .checked_sub(1)
            .and_then(|i| self.tokens.get(i))
            .map_or((0, 0), |(_, s)| *s)
    }

    fn written(&self, span: Span) -> &str {
        self.text.get(span.0..span.1).unwrap_or_default()
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Tok::Sign(s)) if *s == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.next += usize::from(found);
        found
    }

    fn fail<T>(&self, kind: ErrorKind, span: Span) -> Result<T, ExprError> {
        Err(ExprError::new(kind, span))
    }

    fn shown(&self) -> String {
        self.peek()
            .map_or_else(|| "the end".into(), |t| t.shown(self.written(self.span())))
    }

    fn whole(&mut self) -> Parsed {
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
            Some(Tok::Sign(",")) if self.mode.typed() => ErrorKind::ListInAnswer,
            Some(Tok::Sign(",")) => ErrorKind::StrayComma(None),
            Some(Tok::Sign("=")) => ErrorKind::Assignment,
            _ => return self.side_by_side(&node),
        };
        self.fail(kind, span)
    }

    /// Something follows a complete operand without an operator.
    fn side_by_side<T>(&self, left: &Node) -> Result<T, ExprError> {
        let span = self.span();
        let both = (left.span.0, span.1);
        let kind = match self.peek() {
            Some(Tok::Number(_) | Tok::Vulgar(..))
                if matches!(left.kind, NodeKind::Number(_) | NodeKind::Mixed(..)) =>
            {
                ErrorKind::TwoNumbers
            }
            Some(Tok::Number(_) | Tok::Name(_)) if self.is_function(left) => {
                ErrorKind::NeedsBrackets(self.written(left.span).to_owned())
            }
            Some(Tok::Number(_) | Tok::Vulgar(..) | Tok::Name(_) | Tok::Sign("(" | "√")) => {
                let before = self.written(self.last_span()).to_owned();
                ErrorKind::WriteProduct(before, self.right_of_product())
            }
            _ => ErrorKind::Unexpected(self.shown()),
        };
        self.fail(kind, both)
    }

    fn is_function(&self, left: &Node) -> bool {
        matches!(&left.kind, NodeKind::Name(name) if functions::find(name).is_some())
    }

    /// The next token, or a short bracket as a whole, for the cure "write 2*(3)".
    fn right_of_product(&self) -> String {
        let from = self.span();
        let close = self
            .tokens
            .iter()
            .skip(self.next)
            .take(3)
            .find(|(t, _)| *t == Tok::Sign(")"));
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

    fn expression(&mut self, least: u8) -> Parsed {
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
                left = Node {
                    kind: NodeKind::Binary(Op::Multiply, Box::new(left), Box::new(right)),
                    span: whole,
                };
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
            left = Node {
                kind: NodeKind::Binary(op, Box::new(left), Box::new(right)),
                span: whole,
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    /// `1/2pi` read as (1/2)π: a number, just consumed as a divisor, before a constant or a root.
    fn loose_product(&self) -> bool {
        let tok = |back: usize| {
            self.next
                .checked_sub(back)
                .and_then(|i| self.tokens.get(i))
                .map(|(t, _)| t)
        };
        self.mode.tight() == Some(false)
            && matches!(tok(1), Some(Tok::Number(_) | Tok::Vulgar(..)))
            && matches!(tok(2), Some(Tok::Sign("/")))
            && self.product_follows()
    }

    fn product_follows(&self) -> bool {
        match (self.peek(), self.peek_at(1)) {
            (Some(Tok::Sign("√")), _) => true,
            (Some(Tok::Name(name)), Some(Tok::Sign("("))) => &**name == "sqrt",
            (Some(Tok::Name(name)), _) => constant(name).is_some(),
            _ => false,
        }
    }

    /// The operator at the next token, if there is one.
    fn operator(&self) -> Result<Option<Op>, ExprError> {
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

    fn after_operator(&self, op: Op, span: Span) -> Result<(), ExprError> {
        match self.peek() {
            None | Some(Tok::Sign(")" | "]" | ",")) => {
                self.fail(ErrorKind::MissingRight(op.sign().into()), span)
            }
            Some(Tok::Sign("+" | "-"))
                if self.mode.typed() && matches!(op, Op::Add | Op::Subtract) =>
            {
                self.fail(ErrorKind::TwoSigns, (span.0, self.span().1))
            }
            _ => Ok(()),
        }
    }

    fn prefix(&mut self) -> Parsed {
        let span = self.span();
        let Some(tok) = self.peek().cloned() else {
            return self.fail(
                ErrorKind::MissingRight(self.written(self.last_span()).into()),
                self.last_span(),
            );
        };
        self.next += 1;
        match tok {
            Tok::Number(literal) => self.number(*literal, span),
            Tok::Vulgar(top, bottom) => {
                let half = Node {
                    kind: NodeKind::Number(Box::new(Literal::plain(top / bottom))),
                    span,
                };
                self.implicit(half)
            }
            Tok::Name(name) => self.name(&name, span),
            Tok::Text(text) => Ok(Node {
                kind: NodeKind::Text(text),
                span,
            }),
            Tok::Sign(sign) => self.sign(sign, span),
        }
    }

    fn sign(&mut self, sign: &'static str, span: Span) -> Parsed {
        match sign {
            "-" | "+" => self.signed(sign, span),
            "√" => {
                if self.peek().is_none() {
                    return self.fail(ErrorKind::MissingRight("√".into()), span);
                }
                // A root binds tighter than any operator: √2/2 is (√2)/2.
                let inner = self.expression(u8::MAX)?;
                let whole = (span.0, inner.span.1);
                Ok(Node {
                    kind: NodeKind::Root(Box::new(inner)),
                    span: whole,
                })
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

    fn signed(&mut self, sign: &str, span: Span) -> Parsed {
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
            return Ok(Node {
                span: whole,
                ..inner
            });
        }
        Ok(Node {
            kind: NodeKind::Negate(Box::new(inner)),
            span: whole,
        })
    }

    fn brackets(&mut self, open: Span) -> Parsed {
        if self.is_sign(")") {
            return self.fail(ErrorKind::EmptyBrackets, (open.0, self.span().1));
        }
        let inner = self.expression(0)?;
        if self.mode.typed() && self.is_sign(",") {
            return self.fail(ErrorKind::ListInAnswer, self.span());
        }
        self.close(open, '(', ')', &inner)?;
        Ok(Node {
            span: (open.0, self.last_span().1),
            ..inner
        })
    }

    fn close(
        &mut self,
        open: Span,
        left: char,
        right: char,
        inner: &Node,
    ) -> Result<(), ExprError> {
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

    fn list(&mut self, open: Span) -> Parsed {
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
        Ok(Node {
            kind: NodeKind::List(items),
            span: (open.0, self.last_span().1),
        })
    }

    fn index(&mut self, left: Node) -> Parsed {
        if self.mode.typed() {
            return self.fail(ErrorKind::ListInAnswer, self.span());
        }
        let open = self.span();
        self.next += 1;
        let inner = self.expression(0)?;
        let last = inner.clone_shallow();
        self.close(open, '[', ']', &last)?;
        let span = (left.span.0, self.last_span().1);
        Ok(Node {
            kind: NodeKind::Index(Box::new(left), Box::new(inner)),
            span,
        })
    }

    /// A number, perhaps the whole part of a mixed number, perhaps followed by π or a root.
    fn number(&mut self, literal: Literal, span: Span) -> Parsed {
        if literal.whole && self.mode.typed() {
            if let Some(mixed) = self.mixed(literal.value, span)? {
                return Ok(mixed);
            }
        }
        self.implicit(Node {
            kind: NodeKind::Number(Box::new(literal)),
            span,
        })
    }

    fn mixed(&mut self, whole: f64, span: Span) -> Result<Option<Node>, ExprError> {
        let (top, bottom, count) = match (self.peek(), self.peek_at(1), self.peek_at(2)) {
            (Some(Tok::Vulgar(top, bottom)), ..) => (*top, *bottom, 1),
            (Some(Tok::Number(top)), Some(Tok::Sign("/")), Some(Tok::Number(bottom)))
                if top.whole && bottom.whole =>
            {
                (top.value, bottom.value, 3)
            }
            _ => return Ok(None),
        };
        self.next += count;
        let span = (span.0, self.last_span().1);
        if top >= bottom {
            return self.fail(ErrorKind::ImproperMixed(whole, top, bottom), span);
        }
        Ok(Some(Node {
            kind: NodeKind::Mixed(whole, top, bottom),
            span,
        }))
    }

    /// `3pi`, `2√3`, `2sqrt(3)`: the only products without a sign.
    fn implicit(&mut self, number: Node) -> Parsed {
        if !self.product_follows() {
            return Ok(number);
        }
        // The token before the number decides whether the product can be misread.
        let before = self
            .next
            .checked_sub(2)
            .and_then(|i| self.tokens.get(i))
            .map(|(t, _)| t.clone());
        let (here, number_span) = (self.span(), number.span);
        match before {
            Some(Tok::Sign("^" | "√")) => {
                let kind = ErrorKind::WriteProduct(
                    self.written(number_span).into(),
                    self.written(here).into(),
                );
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

    fn product(&mut self, left: Node) -> Parsed {
        // Tighter than `*`, looser than a power: 2π^2 is 2·(π^2).
        let right = self.expression(SIGN)?;
        let span = (left.span.0, right.span.1);
        Ok(Node {
            kind: NodeKind::Binary(Op::Multiply, Box::new(left), Box::new(right)),
            span,
        })
    }

    fn name(&mut self, name: &str, span: Span) -> Parsed {
        if self.is_sign("(") {
            return self.call(name, span);
        }
        if let Some(value) = constant(name) {
            return Ok(Node {
                kind: NodeKind::Constant(value),
                span,
            });
        }
        if matches!(name, "and" | "or" | "not" | "if") && self.mode.typed() {
            return self.fail(ErrorKind::NotInAnswer(name.into()), span);
        }
        match name {
            "not" => {
                let inner = self.expression(NOT)?;
                let whole = (span.0, inner.span.1);
                return Ok(Node {
                    kind: NodeKind::Not(Box::new(inner)),
                    span: whole,
                });
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
                ErrorKind::UnknownName {
                    name: name.into(),
                    nearest: constant_nearest(name),
                }
            };
            return self.fail(kind, span);
        }
        Ok(Node {
            kind: NodeKind::Name(name.into()),
            span,
        })
    }

    fn call(&mut self, name: &str, span: Span) -> Parsed {
        if matches!(name, "not" | "and" | "or") && !self.mode.typed() {
            // `not (a)` is a bracket after an operator, no call.
            if name == "not" {
                let inner = self.expression(NOT)?;
                let whole = (span.0, inner.span.1);
                return Ok(Node {
                    kind: NodeKind::Not(Box::new(inner)),
                    span: whole,
                });
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
            return self.fail(
                ErrorKind::WriteProduct(name.into(), "(…)".into()),
                (span.0, self.span().1),
            );
        }
        let Some(function) = functions::find(name) else {
            let known = FUNCTIONS.iter().map(|f| f.name).chain(["if"]);
            let nearest = nearest(name, known).map(str::to_owned);
            return self.fail(
                ErrorKind::UnknownFunction {
                    name: name.into(),
                    nearest,
                },
                span,
            );
        };
        if self.mode.typed() && function.family != Family::Elementary {
            return self.fail(ErrorKind::GivesAway(function.name), span);
        }
        let open = self.span();
        let given = self.arguments(open)?;
        let whole = (span.0, self.last_span().1);
        let slots = function.place(given, whole)?;
        Ok(Node {
            kind: NodeKind::Call(function, slots),
            span: whole,
        })
    }

    /// The arguments of a call with their names, brackets included.
    fn arguments(
        &mut self,
        open: Span,
    ) -> Result<Vec<(Option<(Box<str>, Span)>, Node)>, ExprError> {
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

    fn choice(&mut self, span: Span) -> Parsed {
        let open = self.span();
        let given = self.arguments(open)?;
        let whole = (span.0, self.last_span().1);
        let nodes: Vec<Node> = given
            .into_iter()
            .filter(|(name, _)| name.is_none())
            .map(|(_, n)| n)
            .collect();
        match <[Node; 3]>::try_from(nodes) {
            Ok(three) => Ok(Node {
                kind: NodeKind::If(Box::new(three)),
                span: whole,
            }),
            Err(other) => {
                let why = format!(
                    "takes a condition and two values, if(cond, a, b); {} given",
                    other.len()
                );
                self.fail(
                    ErrorKind::WrongCall {
                        function: "if",
                        why,
                    },
                    whole,
                )
            }
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
        Node {
            kind,
            span: self.span,
        }
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
