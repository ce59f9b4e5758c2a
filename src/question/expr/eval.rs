//! Tree + variables → value.

use super::ast::{Ast, Node, NodeKind, Op};
use super::error::{ErrorKind, ExprError, Span};
use super::functions::{Args, Default, Function};
use super::value::{Env, Value};
use crate::names::nearest;

type Evaluated = Result<Value, ExprError>;

/// The value of an expression.
pub fn eval(ast: &Ast, env: &Env) -> Evaluated {
    node(&ast.root, env)
}

/// The value of an expression that must be a number.
pub fn eval_number(ast: &Ast, env: &Env) -> Result<f64, ExprError> {
    number(&ast.root, env)
}

/// The truth of a condition: a number other than 0.
pub fn eval_truth(ast: &Ast, env: &Env) -> Result<bool, ExprError> {
    number(&ast.root, env).map(|x| x != 0.0)
}

fn fail<T>(kind: ErrorKind, span: Span) -> Result<T, ExprError> {
    Err(ExprError::new(kind, span))
}

fn number(n: &Node, env: &Env) -> Result<f64, ExprError> {
    match node(n, env)? {
        Value::Num(x) => Ok(x),
        other => fail(ErrorKind::NotANumber(other.what()), n.span),
    }
}

fn charge(steps: u64, n: Span, env: &Env) -> Result<(), ExprError> {
    env.charge(steps).map_err(|kind| ExprError::new(kind, n))
}

fn node(n: &Node, env: &Env) -> Evaluated {
    charge(1, n.span, env)?;
    match &n.kind {
        NodeKind::Number(literal) => Ok(Value::Num(literal.value)),
        NodeKind::Constant(x) => Ok(Value::Num(*x)),
        NodeKind::Mixed(whole, top, bottom) => Ok(Value::Num(whole + top / bottom)),
        NodeKind::Name(name) => {
            let value = variable(name, n.span, env)?;
            charge(env.search() + value.size(), n.span, env)?;
            Ok(value.clone())
        }
        NodeKind::Text(_) => fail(ErrorKind::TextMisplaced, n.span),
        NodeKind::List(items) => items.iter().map(|i| node(i, env)).collect::<Result<_, _>>().map(Value::List),
        NodeKind::Index(list, index) => indexed(list, index, env),
        NodeKind::Negate(inner) => {
            let value = node(inner, env)?;
            charge(value.size(), n.span, env)?;
            negated(value, inner.span)
        }
        NodeKind::Root(inner) => {
            let x = number(inner, env)?;
            if x < 0.0 { fail(ErrorKind::NegativeRoot, n.span) } else { Ok(Value::Num(x.sqrt())) }
        }
        NodeKind::Not(inner) => Ok(Value::from(number(inner, env)? == 0.0)),
        NodeKind::Binary(Op::And, a, b) => Ok(Value::from(number(a, env)? != 0.0 && number(b, env)? != 0.0)),
        NodeKind::Binary(Op::Or, a, b) => Ok(Value::from(number(a, env)? != 0.0 || number(b, env)? != 0.0)),
        NodeKind::Binary(op, a, b) => {
            let (a, b) = (node(a, env)?, node(b, env)?);
            charge(a.size().max(b.size()), n.span, env)?;
            binary(*op, a, b, n.span)
        }
        NodeKind::If(three) => {
            let [cond, yes, no] = &**three;
            node(if number(cond, env)? != 0.0 { yes } else { no }, env)
        }
        NodeKind::Call(function, slots) => call(function, slots, n.span, env),
    }
}

fn variable<'e>(name: &str, span: Span, env: &'e Env) -> Result<&'e Value, ExprError> {
    env.get(name).ok_or_else(|| {
        let constants = super::CONSTANTS.iter().map(|(n, _)| *n);
        let nearest = nearest(name, env.names().chain(constants)).map(str::to_owned);
        let kind = if super::functions::find(name).is_some() {
            ErrorKind::NeedsBrackets(name.into())
        } else if name == "log" {
            ErrorKind::AmbiguousLog
        } else {
            ErrorKind::UnknownName { name: name.into(), nearest }
        };
        ExprError::new(kind, span)
    })
}

fn indexed(list: &Node, index: &Node, env: &Env) -> Evaluated {
    let place = number(index, env)?;
    let pick = |value: &Value| match value {
        Value::List(items) => {
            let found = usize_of(place).and_then(|i| items.get(i)).cloned();
            found.ok_or(ErrorKind::IndexOutside { index: place, len: items.len() })
        }
        other => Err(ErrorKind::NotAList(other.what())),
    };
    // A variable is not copied to take one value from it.
    let picked = match &list.kind {
        NodeKind::Name(name) => {
            charge(env.search(), list.span, env)?;
            pick(variable(name, list.span, env)?)
        }
        _ => pick(&node(list, env)?),
    };
    picked.map_err(|kind| {
        let span = if matches!(kind, ErrorKind::NotAList(_)) { list.span } else { index.span };
        ExprError::new(kind, span)
    })
}

fn usize_of(x: f64) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked by the condition")]
    (x >= 0.0 && x.fract() == 0.0 && x < 1e9).then_some(x as usize)
}

fn negated(value: Value, span: Span) -> Evaluated {
    match value {
        Value::Num(x) => Ok(Value::Num(-x)),
        Value::List(items) => items.into_iter().map(|i| negated(i, span)).collect::<Result<_, _>>().map(Value::List),
        Value::Text(_) => fail(ErrorKind::TextMisplaced, span),
    }
}

fn binary(op: Op, a: Value, b: Value, span: Span) -> Evaluated {
    match (a, b) {
        (Value::Num(x), Value::Num(y)) => arithmetic(op, x, y, span).map(Value::Num),
        (a, b) if op.compares() => match (op, a == b) {
            (Op::Equal, same) => Ok(Value::from(same)),
            (Op::NotEqual, same) => Ok(Value::from(!same)),
            _ => needs_numbers(op, if matches!(a, Value::Num(_)) { &b } else { &a }, span),
        },
        (Value::List(a), Value::List(b)) => match op {
            Op::Add | Op::Subtract if a.len() == b.len() => {
                let pairs = a.into_iter().zip(b).map(|(x, y)| binary(op, x, y, span));
                pairs.collect::<Result<_, _>>().map(Value::List)
            }
            Op::Add | Op::Subtract => fail(ErrorKind::ListLengths(a.len(), b.len()), span),
            _ => fail(ErrorKind::ListProduct(op.sign()), span),
        },
        (Value::List(a), y @ Value::Num(_)) if matches!(op, Op::Multiply | Op::Divide) => {
            a.into_iter().map(|x| binary(op, x, y.clone(), span)).collect::<Result<_, _>>().map(Value::List)
        }
        (x @ Value::Num(_), Value::List(b)) if op == Op::Multiply => {
            b.into_iter().map(|y| binary(op, x.clone(), y, span)).collect::<Result<_, _>>().map(Value::List)
        }
        (a @ (Value::List(_) | Value::Text(_)), _) => needs_numbers(op, &a, span),
        (_, b) => needs_numbers(op, &b, span),
    }
}

fn needs_numbers(op: Op, found: &Value, span: Span) -> Evaluated {
    fail(ErrorKind::NeedsNumber { sign: op.sign().into(), found: found.what() }, span)
}

fn arithmetic(op: Op, x: f64, y: f64, span: Span) -> Result<f64, ExprError> {
    let truth = |b: bool| Ok(f64::from(u8::from(b)));
    let result = match op {
        Op::Add => x + y,
        Op::Subtract => x - y,
        Op::Multiply => x * y,
        Op::Divide if y == 0.0 => return fail(ErrorKind::DivisionByZero, span),
        Op::Divide => x / y,
        Op::Power if x == 0.0 && y < 0.0 => return fail(ErrorKind::DivisionByZero, span),
        Op::Power if x < 0.0 && y.fract() != 0.0 => return fail(ErrorKind::NegativeBase, span),
        Op::Power => libm::pow(x, y),
        Op::Less => return truth(x < y),
        Op::LessEqual => return truth(x <= y),
        Op::Greater => return truth(x > y),
        Op::GreaterEqual => return truth(x >= y),
        Op::Equal => return truth(x == y),
        Op::NotEqual => return truth(x != y),
        Op::And => return truth(x != 0.0 && y != 0.0),
        Op::Or => return truth(x != 0.0 || y != 0.0),
    };
    // −∞ is a masked logit: what is computed from it may stay infinite, but never becomes NaN.
    let from_infinity = (x.is_infinite() || y.is_infinite()) && !result.is_nan();
    if result.is_finite() || from_infinity {
        return Ok(result);
    }
    fail(if result.is_nan() { ErrorKind::Infinity } else { ErrorKind::Overflow(op.sign().into()) }, span)
}

fn call(function: &'static Function, slots: &[Option<Node>], span: Span, env: &Env) -> Evaluated {
    let values = slots.iter().enumerate().map(|(i, slot)| argument(function, i, slot.as_ref(), env));
    let args = Args::new(values.collect::<Result<_, _>>()?, env);
    let value = (function.run)(&args).map_err(|wrong| {
        if let Some(kind) = wrong.limit {
            return ExprError::new(kind, span);
        }
        let index = wrong.argument;
        let place = index.and_then(|i| slots.get(i)).and_then(Option::as_ref).map_or(span, |n| n.span);
        let param = index.and_then(|i| function.params.get(i).or(function.params.last()));
        let kind = match param {
            Some(p) => ErrorKind::WrongArgument { function: function.name, name: p.name, why: wrong.why },
            None => ErrorKind::WrongCall { function: function.name, why: wrong.why },
        };
        ExprError::new(kind, place)
    })?;
    let bad = |x: &f64| x.is_nan() || *x == f64::INFINITY;
    if value.as_num().as_ref().is_some_and(bad) || value.as_numbers().is_some_and(|l| l.iter().any(bad)) {
        return fail(ErrorKind::Overflow(function.name.into()), span);
    }
    Ok(value)
}

fn argument(function: &Function, i: usize, slot: Option<&Node>, env: &Env) -> Result<Option<Value>, ExprError> {
    match slot {
        Some(Node { kind: NodeKind::Text(text), .. }) => Ok(Some(Value::Text(text.as_ref().to_owned()))),
        Some(given) => node(given, env).map(Some),
        None => Ok(match function.params.get(i).map(|p| p.default) {
            Some(Default::Num(x)) => Some(Value::Num(x)),
            Some(Default::Text(text)) => Some(Value::Text(text.to_owned())),
            _ => None,
        }),
    }
}
