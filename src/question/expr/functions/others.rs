//! Learned tables, no encoding, attention itself and orderings.

use super::args::{Args, Wrong};
use super::{Family, Function, need};
use crate::math::{attention, learned, nope, num, permutation};
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

macro_rules! rows {
    ($($name:literal $params:expr => $code:ident, $doc:literal, $example:literal, $source:literal;)+) => {
        &[$(Function {
            name: $name,
            params: $params,
            variadic: false,
            doc: $doc,
            example: $example,
            source: $source,
            family: Family::Scheme,
            run: $code,
        }),+]
    };
}

/// The rows.
pub(super) static TABLE: &[Function] = rows![
    "learned_params" &[need("rows"), need("d_model")] => params, "trained numbers of a position table, rows·d_model",
        "learned_params(512, 768)", "Devlin et al. 2019";
    "learned_missing" &[need("rows"), need("tokens")] => missing, "how many tokens of a text have no row",
        "learned_missing(512, 600)", "Devlin et al. 2019";
    "interpolate" &[need("rows"), need("pos"), need("new_len")] => interpolate,
        "the row at pos of a table stretched to new_len; with a number of rows, where in the old table it is read",
        "interpolate([0, 1, 4, 9], 3, 8)", "Dosovitskiy et al. 2021, section 3.2";
    "nope_counter" &[need("pos")] => counter, "what the causal mask alone gives: 1/(pos + 1), pos from 0",
        "nope_counter(7)", "Kazemnejad et al. 2023, theorem 1";
    "nope_gap" &[need("t")] => gap, "1/t − 1/(t + 1), t from 1", "nope_gap(10)", "Kazemnejad et al. 2023, theorem 1";
    "causal_mean" &[need("values"), need("t")] => causal_mean,
        "uniform causal attention: the mean of the first t values, t from 1", "causal_mean([1, 2, 6], 3)",
        "Kazemnejad et al. 2023, theorem 1";
    "relative_logit" &[need("content"), need("query_pos"), need("key_pos")] => relative_logit,
        "content + [1, −query_pos]·[key_pos, 1]: a relative bias made from a counter", "relative_logit(2, 5, 3)",
        "Kazemnejad et al. 2023, theorem 2";
    "orderings" &[need("counts")] => orderings, "how many orderings a bag of words has, n!/∏ count!",
        "orderings([2, 1, 1, 1])", "Lee et al. 2019";
    "permute" &[need("list"), need("perm")] => permute,
        "the list in a new order: place r takes the old value perm[r]; perm counts from 0 or from 1",
        "permute([5, 6, 7], [2, 3, 1])", "Lee et al. 2019";
    "softmax" &[need("list")] => softmax, "weights e^x/Σe^x; −∞ gives 0", "softmax([1, 2, 3])",
        "Vaswani et al. 2017, section 3.2";
    "attend" &[need("scores"), need("values")] => attend, "Σ softmax(scores)·value; values are numbers or lists",
        "attend([0, 0], [2, 4])", "Vaswani et al. 2017, section 3.2";
];

fn params(a: &Args) -> Out {
    let (rows, d_model) = (a.at_least(0, 1)?, a.at_least(1, 1)?);
    Ok(Value::Num(learned::parameter_count(rows as u64, d_model as u64)? as f64))
}

fn missing(a: &Args) -> Out {
    Ok(Value::Num(a.count(1)?.saturating_sub(a.count(0)?) as f64))
}

fn interpolate(a: &Args) -> Out {
    let (pos, new_len) = (a.count(1)?, a.at_least(2, 1)?);
    if matches!(a.get(0), Some(Value::Num(_))) {
        return Ok(Value::Num(learned::source_index(pos, a.at_least(0, 1)?, new_len)?));
    }
    let flat = a.get(0).is_some_and(|v| v.as_numbers().is_some());
    let rows: Vec<Vec<f64>> = if flat { a.list(0)?.into_iter().map(|x| vec![x]).collect() } else { a.matrix(0)? };
    if new_len < rows.len() {
        return Err(Wrong::argument(
            2,
            format!("must be at least the {} rows there are, this is {new_len}", rows.len()),
        ));
    }
    // One row of `Table::interpolate`, without building the others.
    let source = learned::source_index(pos, rows.len(), new_len)?;
    let share = source - source.floor();
    // p·L/L′ rounded down, in whole numbers.
    let low = pos.saturating_mul(rows.len()) / new_len;
    let row = |index: usize| rows.get(index.min(rows.len() - 1)).cloned().unwrap_or_default();
    let blend: Vec<f64> = row(low).iter().zip(&row(low + 1)).map(|(x, y)| (1.0 - share) * x + share * y).collect();
    Ok(one_or_all(blend, flat))
}

/// A vector of one came from plain numbers and goes back to one.
fn one_or_all(values: Vec<f64>, flat: bool) -> Value {
    match (flat, values.as_slice()) {
        (true, [x]) => Value::Num(*x),
        _ => values.into(),
    }
}

fn counter(a: &Args) -> Out {
    Ok(Value::Num(nope::counter(a.count(0)? as i64)?))
}

fn gap(a: &Args) -> Out {
    Ok(Value::Num(nope::gap(a.at_least(0, 1)? as i64 - 1)?))
}

fn causal_mean(a: &Args) -> Out {
    let values = a.list(0)?;
    let t = a.at_least(1, 1)?;
    let means = nope::running_mean(&values);
    let mean = means.get(t - 1).ok_or_else(|| {
        Wrong::argument(1, format!("must be at most the {} values there are, this is {t}", values.len()))
    })?;
    Ok(Value::Num(*mean))
}

fn relative_logit(a: &Args) -> Out {
    let (content, query, key) = (a.num(0)?, a.int(1)?, a.int(2)?);
    let (t, i) = (num::position(query)?, num::position(key)?);
    Ok(Value::Num(content + num::dot(&[1.0, -t], &[i, 1.0])?))
}

fn orderings(a: &Args) -> Out {
    let counts: Option<Vec<u64>> =
        a.list(0)?.into_iter().map(|x| whole(x).and_then(|n| u64::try_from(n).ok())).collect();
    let counts = counts
        .filter(|c| c.iter().sum::<u64>() <= 1000)
        .ok_or_else(|| Wrong::argument(0, "must hold whole numbers of 0 or more, 1000 words together"))?;
    Ok(Value::Num(permutation::orderings(&counts)? as f64))
}

fn whole(x: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "checked by the condition")]
    (x.fract() == 0.0 && x.abs() < 1e6).then_some(x as i64)
}

fn permute(a: &Args) -> Out {
    let Some(Value::List(items)) = a.get(0) else {
        return Err(Wrong::argument(0, "must be a list"));
    };
    let perm = a.list_of(1, items.len())?;
    // A permutation of 0..n contains 0 and one of 1..=n does not.
    let first = if perm.contains(&0.0) { 0 } else { 1 };
    let order: Option<Vec<usize>> =
        perm.iter().map(|x| whole(*x).and_then(|n| usize::try_from(n - first).ok())).collect();
    let order = order.and_then(|o| permutation::Permutation::new(o).ok()).ok_or_else(|| {
        Wrong::argument(1, format!("must hold each of 0 to {} once, or of 1 to {}", items.len() - 1, items.len()))
    })?;
    Ok(Value::List(order.apply(items)?))
}

fn softmax(a: &Args) -> Out {
    Ok(attention::softmax(&a.scores(0)?)?.into())
}

fn attend(a: &Args) -> Out {
    let weights = attention::softmax(&a.scores(0)?)?;
    let flat = a.get(1).is_some_and(|v| v.as_numbers().is_some());
    let values: Vec<Vec<f64>> = if flat { a.list(1)?.into_iter().map(|x| vec![x]).collect() } else { a.matrix(1)? };
    if values.len() != weights.len() {
        let why = format!("must have {} entries, one for each score, it has {}", weights.len(), values.len());
        return Err(Wrong::argument(1, why));
    }
    let mut out = vec![0.0; values.first().map_or(0, Vec::len)];
    for (weight, value) in weights.iter().zip(&values) {
        for (slot, x) in out.iter_mut().zip(value) {
            *slot += weight * x;
        }
    }
    Ok(one_or_all(out, flat))
}
