//! A parsed expression. Parse once, evaluate as often as you like.

use super::error::Span;
use super::functions::Function;
use super::number::Literal;

/// A parsed expression.
#[derive(Clone, Debug)]
pub struct Ast {
    /// The outermost node.
    pub root: Node,
}

/// A node with its place in the text.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Bytes of the text as written.
    pub span: Span,
}

/// The kinds of nodes.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A number as written.
    Number(Box<Literal>),
    /// π, τ or e.
    Constant(f64),
    /// A variable.
    Name(Box<str>),
    /// A named option.
    Text(Box<str>),
    /// `[a, b]`.
    List(Vec<Node>),
    /// `v[i]`, from 0.
    Index(Box<Node>, Box<Node>),
    /// `-a`.
    Negate(Box<Node>),
    /// `√a`.
    Root(Box<Node>),
    /// `not a`.
    Not(Box<Node>),
    /// `a op b`.
    Binary(Op, Box<Node>, Box<Node>),
    /// `1 1/2`: whole, numerator, denominator.
    Mixed(f64, f64, f64),
    /// `if(cond, a, b)`; only the chosen side is evaluated.
    If(Box<[Node; 3]>),
    /// A call with one slot for each parameter; an empty slot takes the default.
    Call(&'static Function, Vec<Option<Node>>),
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

impl Op {
    /// As written.
    pub fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Subtract => "-",
            Op::Multiply => "*",
            Op::Divide => "/",
            Op::Power => "^",
            Op::Less => "<",
            Op::LessEqual => "<=",
            Op::Greater => ">",
            Op::GreaterEqual => ">=",
            Op::Equal => "==",
            Op::NotEqual => "!=",
            Op::And => "and",
            Op::Or => "or",
        }
    }

    /// Binding power on the left and on the right. Unary minus has 11, so that `-2^2` is −4.
    pub(super) fn binding(self) -> (u8, u8) {
        match self {
            Op::Or => (1, 2),
            Op::And => (3, 4),
            Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::Equal | Op::NotEqual => (5, 6),
            Op::Add | Op::Subtract => (7, 8),
            Op::Multiply | Op::Divide => (9, 10),
            Op::Power => (14, 13),
        }
    }

    /// A comparison?
    pub fn compares(self) -> bool {
        self.binding().0 == 5
    }
}

/// Binding power of a sign before its operand.
pub(super) const SIGN: u8 = 11;
/// Binding power of `not` before its operand: looser than a comparison, tighter than `and`.
pub(super) const NOT: u8 = 4;

impl Ast {
    /// The variables that it uses, each once, in order of appearance.
    pub fn variables(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.root.walk(&mut |node| {
            if let NodeKind::Name(name) = &node.kind
                && !found.contains(&&**name)
            {
                found.push(name);
            }
        });
        found
    }

    /// The functions that it calls, in order of appearance.
    pub fn functions(&self) -> Vec<&'static Function> {
        let mut found = Vec::new();
        self.root.walk(&mut |node| {
            if let NodeKind::Call(function, _) = &node.kind {
                found.push(*function);
            }
        });
        found
    }
}

impl Node {
    /// Visits this node and all below it, from the left.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Node)) {
        visit(self);
        match &self.kind {
            NodeKind::List(items) => items.iter().for_each(|n| n.walk(visit)),
            NodeKind::Index(a, b) | NodeKind::Binary(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            NodeKind::Negate(a) | NodeKind::Root(a) | NodeKind::Not(a) => a.walk(visit),
            NodeKind::If(three) => three.iter().for_each(|n| n.walk(visit)),
            NodeKind::Call(_, slots) => slots.iter().flatten().for_each(|n| n.walk(visit)),
            NodeKind::Number(_)
            | NodeKind::Constant(_)
            | NodeKind::Name(_)
            | NodeKind::Text(_)
            | NodeKind::Mixed(..) => {}
        }
    }
}
