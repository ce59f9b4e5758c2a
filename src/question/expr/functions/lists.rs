//! Functions of lists that every scheme uses.

use super::args::{Args, Wrong};
use super::{Family, Function, MOST, need};
use crate::math::{nope, num};
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

macro_rules! row {
    ($name:literal, $params:expr, $code:expr, $doc:literal, $example:literal) => {
        Function {
            name: $name,
            params: $params,
            variadic: false,
            doc: $doc,
            example: $example,
            source: "definition",
            family: Family::Lists,
            run: $code,
        }
    };
}

/// The rows.
pub(super) static TABLE: &[Function] = &[
    row!("dot", &[need("a"), need("b")], dot, "the dot product of two lists", "dot([1, 2], [3, 4])"),
    row!("norm", &[need("list")], norm, "the Euclidean length of a list", "norm([3, 4])"),
    row!("sum", &[need("list")], sum, "the sum of a list", "sum([1, 2, 3])"),
    row!("mean", &[need("list")], mean, "the mean of a list", "mean([1, 2, 3])"),
    row!("entropy", &[need("weights")], entropy, "−Σ p ln p in nats, of weights that sum to 1", "entropy([0.5, 0.5])"),
    row!("repeat", &[need("x"), need("n")], repeat, "a list that holds x, n times", "repeat(0, 3)"),
    row!("len", &[need("list")], len, "how many values a list has", "len([1, 2, 3])"),
];

fn dot(a: &Args) -> Out {
    let x = a.list(0)?;
    let y = a.list_of(1, x.len())?;
    Ok(Value::Num(num::dot(&x, &y)?))
}

fn norm(a: &Args) -> Out {
    Ok(Value::Num(num::norm(&a.list(0)?)))
}

fn repeat(a: &Args) -> Out {
    Ok(vec![a.num(0)?; a.between(1, 1, MOST)?].into())
}

fn sum(a: &Args) -> Out {
    Ok(Value::Num(a.list(0)?.iter().sum()))
}

fn mean(a: &Args) -> Out {
    let list = a.list(0)?;
    Ok(Value::Num(list.iter().sum::<f64>() / list.len() as f64))
}

fn entropy(a: &Args) -> Out {
    let weights = a.list(0)?;
    let total: f64 = weights.iter().sum();
    if (total - 1.0).abs() > 1e-6 {
        return Err(Wrong::argument(0, format!("must sum to 1, the sum is {}", super::args::show(total))));
    }
    Ok(Value::Num(nope::entropy(&weights)?))
}

fn len(a: &Args) -> Out {
    match a.get(0) {
        Some(Value::List(items)) => Ok(Value::Num(items.len() as f64)),
        Some(other) => Err(Wrong::argument(0, format!("must be a list, this is {}", other.what()))),
        None => Err(Wrong::argument(0, "is missing")),
    }
}
