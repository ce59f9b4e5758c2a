//! Attention with linear biases. Heads count from 1.

use super::args::{Args, Wrong};
use super::{Family, Function, MOST, need};
use crate::math::alibi;
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

const PAPER: &str = "Press et al. 2021, section 3";

/// The rows.
pub(super) static TABLE: &[Function] = rows![PAPER;
    "alibi_slope" &[need("head"), need("heads")] => slope, "slope of a head, counted from 1", "alibi_slope(1, 8)";
    "alibi_slopes" &[need("heads")] => slopes, "the slopes of all heads", "alibi_slopes(8)";
    "alibi_bias" &[need("query_pos"), need("key_pos"), need("head"), need("heads")] => bias,
        "−slope·distance; −∞ for a key after the query", "alibi_bias(10, 4, 1, 8)";
    "alibi_score" &[need("qk"), need("slope"), need("distance")] => score, "qk − slope·distance", "alibi_score(10, 0.5, 6)";
    "alibi_weight_ratio" &[need("slope"), need("near"), need("far")] => ratio,
        "weight at distance near over weight at distance far, at equal content", "alibi_weight_ratio(0.5, 0, 4)";
    "half_distance" &[need("slope")] => half, "the distance at which the weight halves, ln 2/slope", "half_distance(0.5)";
    "alibi_window" &[need("slope"), need("eps")] => window,
        "the smallest whole distance at which the weight is eps of the self weight or less", "alibi_window(0.5, 0.01)";
    "alibi_tie" &[need("slope"), need("distance")] => tie,
        "how many logits of content a key at this distance needs to equal the current token, slope·distance",
        "alibi_tie(0.125, 40)";
    "alibi_self_weight" &[need("slope"), need("keys")] => self_weight,
        "weight of the current token when all keys have equal content", "alibi_self_weight(0.5, 512)";
];

/// A slope is refused by name if there is no such head.
fn slope_of(a: &Args, head: usize, heads: usize) -> Result<f64, Wrong> {
    let n = a.between(heads, 1, MOST)?;
    let h = a.int(head)?;
    let known = usize::try_from(h).ok().filter(|h| (1..=n).contains(h));
    let h = known.ok_or_else(|| Wrong::argument(head, format!("counts from 1 to {n}, this is {h}")))?;
    Ok(alibi::slope(h, n)?)
}

fn slope(a: &Args) -> Out {
    Ok(Value::Num(slope_of(a, 0, 1)?))
}

fn slopes(a: &Args) -> Out {
    Ok(alibi::slopes(a.between(0, 1, MOST)?)?.into())
}

fn bias(a: &Args) -> Out {
    Ok(Value::Num(alibi::bias(a.int(0)?, a.int(1)?, slope_of(a, 2, 3)?)?))
}

fn score(a: &Args) -> Out {
    Ok(Value::Num(alibi::score(a.num(0)?, a.num(1)?, a.num(2)?)?))
}

fn ratio(a: &Args) -> Out {
    Ok(Value::Num(alibi::weight_ratio(a.num(0)?, a.num(1)?, a.num(2)?)?))
}

fn half(a: &Args) -> Out {
    Ok(Value::Num(alibi::half_distance(a.positive(0)?)?))
}

fn window(a: &Args) -> Out {
    Ok(Value::Num(alibi::effective_window(a.positive(0)?, a.num(1)?)? as f64))
}

fn tie(a: &Args) -> Out {
    Ok(Value::Num(alibi::content_to_tie(a.num(0)?, a.num(1)?)?))
}

fn self_weight(a: &Args) -> Out {
    Ok(Value::Num(alibi::self_weight(a.num(0)?, a.at_least(1, 1)?)?))
}
