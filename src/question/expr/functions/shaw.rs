//! Relative position representations.

use super::args::{Args, Wrong};
use super::{Family, Function, need, or};
use crate::math::shaw::{self, Options, Sign};
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

const PAPER: &str = "Shaw et al. 2018, section 3";

/// The rows.
pub(super) static TABLE: &[Function] = rows![PAPER;
    "shaw_offset" &[need("query_pos"), need("key_pos"), need("clip")] => offset,
        "key_pos − query_pos, clipped to −clip … clip", "shaw_offset(10, 3, 4)";
    "shaw_row" &[need("query_pos"), need("key_pos"), need("clip")] => row,
        "the table's row, the clipped offset + clip, from 0", "shaw_row(10, 3, 4)";
    "shaw_logit" &[need("q"), need("k"), need("a")] => logit, "q·(k + a)/√d", "shaw_logit([1, 2], [1, 0], [0, 1])";
    "shaw_output" &[need("weights"), need("v"), need("a")] => output,
        "Σ weight·(v + a), with v and a by key: numbers or lists", "shaw_output([0.25, 0.75], [4, 8], [2, 1])";
    "shaw_params" &[
        need("clip"), need("head_dim"), or("heads", 1.0), or("layers", 1.0), or("values", 0.0), or("shared", 0.0),
    ] => params,
        "trained numbers: (2·clip + 1)·head_dim, twice with values=1, for each layer and (unless shared=1) each head",
        "shaw_params(16, 64)";
    "shaw_pairs" &[need("tokens"), need("clip")] => pairs,
        "how many causal (query, key) pairs are clip or more apart and share row 0", "shaw_pairs(100, 16)";
];

fn offset(a: &Args) -> Out {
    let offset = shaw::offset(a.int(0)?, a.int(1)?, Sign::KeyMinusQuery);
    Ok(Value::Num(shaw::clip(offset, a.count(2)?) as f64))
}

fn row(a: &Args) -> Out {
    let options = Options::clip(a.count(2)?);
    let row = shaw::row_index(a.int(0)?, a.int(1)?, &options)?;
    row.map(|r| Value::Num(r as f64)).ok_or_else(|| Wrong::call("this offset has no row"))
}

fn logit(a: &Args) -> Out {
    let q = a.list(0)?;
    let (k, relative) = (a.list_of(1, q.len())?, a.list_of(2, q.len())?);
    Ok(Value::Num(shaw::logit(&q, &k, &relative)?))
}

/// Vectors by key; plain numbers are vectors of one.
fn vectors(a: &Args, i: usize, keys: usize) -> Result<(Vec<Vec<f64>>, bool), Wrong> {
    let flat = a.get(i).is_some_and(|v| v.as_numbers().is_some());
    let rows = if flat { a.list(i)?.into_iter().map(|x| vec![x]).collect() } else { a.matrix(i)? };
    if rows.len() != keys {
        return Err(Wrong::argument(
            i,
            format!("must have {keys} entries, one for each weight, it has {}", rows.len()),
        ));
    }
    Ok((rows, flat))
}

fn output(a: &Args) -> Out {
    let weights = a.list(0)?;
    let ((v, flat), (relative, _)) = (vectors(a, 1, weights.len())?, vectors(a, 2, weights.len())?);
    let width = v.first().map_or(0, Vec::len);
    if relative.first().map_or(0, Vec::len) != width {
        return Err(Wrong::argument(2, "must be as wide as v"));
    }
    let mut out = vec![0.0; width];
    for ((weight, value), shift) in weights.iter().zip(&v).zip(&relative) {
        for ((slot, x), y) in out.iter_mut().zip(value).zip(shift) {
            *slot += weight * (x + y);
        }
    }
    match (flat, out.first()) {
        (true, Some(x)) => Ok(Value::Num(*x)),
        _ => Ok(out.into()),
    }
}

fn params(a: &Args) -> Out {
    let number = |i, least| a.at_least(i, least).map(|n| n as u64);
    let tables = (1 + u64::from(a.flag(4)?)) * if a.flag(5)? { 1 } else { number(2, 1)? };
    Ok(Value::Num(shaw::parameter_count(number(0, 0)?, number(1, 1)?, number(3, 1)?, tables)? as f64))
}

fn pairs(a: &Args) -> Out {
    Ok(Value::Num(shaw::saturated_pairs(a.count(0)? as u64, a.count(1)? as u64)? as f64))
}
