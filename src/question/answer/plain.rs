//! A plain number as typed: digits, sign, exponent (`8.4e-1`, `8.4×10^-1`). It has decimals and significant figures.

use crate::question::expr::{Ast, Env, Literal, Node, NodeKind, Op, eval_number};

/// What is said when a number is too small for a double.
pub(super) const UNDERFLOW: &str = "too small to tell from 0: read as 0";

/// A plain number.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    negative: bool,
    /// The digits, with the exponents of `e` and `×10^n` added.
    literal: Literal,
}

impl Plain {
    /// The plain number that a tree is, if it is one.
    pub(super) fn of(node: &Node) -> Option<Plain> {
        match &node.kind {
            NodeKind::Number(literal) if !literal.digits.is_empty() => {
                Some(Plain { negative: false, literal: (**literal).clone() })
            }
            NodeKind::Negate(inner) => Plain::of(inner).map(|p| Plain { negative: !p.negative, ..p }),
            NodeKind::Binary(Op::Multiply, left, right) => {
                let mut plain = Plain::of(left)?;
                let power = power_of_ten(right)?;
                plain.literal.exponent = plain.literal.exponent.saturating_add(power);
                plain.literal.value = value_of(&plain.literal, 0);
                plain.literal.whole = false;
                Some(plain)
            }
            _ => None,
        }
    }

    fn signed(&self, size: f64) -> f64 {
        if self.negative { -size } else { size }
    }

    pub(super) fn value(&self) -> f64 {
        self.signed(self.literal.value)
    }

    /// The number × 10^shift, correctly rounded.
    pub(super) fn shifted(&self, shift: i32) -> f64 {
        self.signed(if shift == 0 { self.literal.value } else { value_of(&self.literal, shift) })
    }

    /// Decimals typed, of the number × 10^shift.
    pub(super) fn decimals(&self, shift: i32) -> u32 {
        let exponent = self.literal.exponent.saturating_add(shift);
        Literal { exponent, ..self.literal.clone() }.decimals()
    }

    pub(super) fn figures(&self) -> u32 {
        self.literal.figures()
    }

    pub(super) fn notices(&self) -> Vec<String> {
        let mut notices = Vec::new();
        let shown = crate::question::format::plain(self.value());
        if self.literal.swapped {
            notices.push(format!("read with a decimal point: {shown}"));
        }
        if self.literal.underflows() {
            notices.push(UNDERFLOW.into());
        }
        // 2^53: beyond it neighbours of whole numbers are lost.
        let beyond = self.literal.digits.parse::<u128>().map_or(true, |n| n > 1 << 53);
        if self.literal.whole && beyond {
            notices.push(format!("more digits than a double holds: read as {shown}"));
        }
        notices
    }
}

fn value_of(literal: &Literal, shift: i32) -> f64 {
    let exponent = literal.exponent.saturating_add(shift);
    format!("{}e{exponent}", literal.digits).parse().unwrap_or(f64::NAN)
}

/// The n of `10^n`.
fn power_of_ten(node: &Node) -> Option<i32> {
    let NodeKind::Binary(Op::Power, base, exponent) = &node.kind else {
        return None;
    };
    let ten = matches!(&base.kind, NodeKind::Number(l) if l.value == 10.0);
    let n = Plain::of(exponent).filter(|p| ten && p.literal.whole)?.value();
    #[expect(clippy::cast_possible_truncation, reason = "checked by the condition")]
    (n.abs() < 1e6).then_some(n as i32)
}

/// A number, a fraction of two numbers, a mixed number: what is typed where expressions are not taken.
pub(super) fn is_literal(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Number(_) | NodeKind::Mixed(..) => true,
        NodeKind::Negate(inner) => is_literal(inner),
        NodeKind::Binary(Op::Divide, a, b) => Plain::of(a).is_some() && Plain::of(b).is_some(),
        NodeKind::Binary(Op::Multiply, ..) => Plain::of(node).is_some(),
        _ => false,
    }
}

/// What is said about the numbers of an expression whose comma was read as a decimal point.
pub(super) fn swapped(root: &Node) -> Option<String> {
    let mut found = Vec::new();
    root.walk(&mut |node| match &node.kind {
        NodeKind::Number(literal) if literal.swapped => found.push(crate::question::format::plain(literal.value)),
        _ => {}
    });
    (!found.is_empty()).then(|| format!("read with a decimal point: {}", found.join(", ")))
}

/// Does a product, a quotient or a power give 0 although nothing in it is 0?
pub(super) fn vanished(root: &Node) -> bool {
    let value = |n: &Node| eval_number(&Ast { root: n.clone() }, &Env::new()).unwrap_or(f64::NAN);
    let mut found = false;
    root.walk(&mut |node| {
        found |= match &node.kind {
            NodeKind::Number(literal) => literal.underflows(),
            NodeKind::Binary(Op::Multiply, a, b) => value(node) == 0.0 && value(a) != 0.0 && value(b) != 0.0,
            NodeKind::Binary(Op::Divide | Op::Power, a, _) => value(node) == 0.0 && value(a) != 0.0,
            NodeKind::Call(function, _) if function.name == "exp" => value(node) == 0.0,
            _ => false,
        };
    });
    found
}
