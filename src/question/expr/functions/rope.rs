//! Rotary embeddings.

use super::args::{Args, Wrong};
use super::{Family, Function, MOST, may, need, option, or};
use crate::math::rope::{self, Layout, Options, Partial};
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

const PAPER: &str = "Su et al. 2021, section 3";

/// The rows.
pub(super) static TABLE: &[Function] = rows![PAPER;
    "inv_freq" &[need("i"), need("head_dim"), or("base", 10000.0)] => inv_freq,
        "frequency of pair i (from 0) in radians per position, base^(−2i/head_dim)", "inv_freq(1, 4)";
    "rope" &[
        need("x"), need("pos"), or("base", 10000.0), option("layout", "interleaved"), may("rotary_dim"),
        option("partial", "prefix"),
    ] => turned, "x turned to a position; layout interleaved|half, rotary_dim all, partial prefix|proportional",
        "rope([1, 0], 1)";
    "rope_score" &[
        need("q"), need("k"), need("query_pos"), need("key_pos"), or("base", 10000.0), option("layout", "interleaved"),
    ] => score, "the score of a turned query and a turned key, not divided by √d", "rope_score([1, 0], [1, 0], 4, 10)";
    "rotate" &[need("v"), need("angle")] => rotate, "a vector of 2 turned by an angle in radians", "rotate([1, 0], pi/2)";
    "rope_angle" &[need("query_pos"), need("key_pos"), need("theta")] => angle,
        "the angle of a key seen from a query, (key_pos − query_pos)·theta, radians", "rope_angle(10, 4, 0.5)";
    "rope_pair_score" &[need("q"), need("k"), need("query_pos"), need("key_pos"), need("theta")] => pair_score,
        "the score of one pair that turns by theta radians per position", "rope_pair_score([1, 0], [1, 0], 4, 10, 0.1)";
    "turns" &[need("i"), need("d"), need("length"), or("base", 10000.0)] => turns,
        "full turns of pair i (from 0) over a length in positions", "turns(0, 128, 2048)";
    "unfinished_pairs" &[need("d"), need("base"), need("length")] => unfinished,
        "how many pairs make less than a full turn over a length", "unfinished_pairs(128, 10000, 4096)";
];

fn based(a: &Args, base: usize) -> Result<Options, Wrong> {
    Ok(Options { base: a.positive(base)?, ..Options::default() })
}

fn inv_freq(a: &Args) -> Out {
    Ok(Value::Num(rope::inv_freq(a.count(0)?, a.at_least(1, 1)?, &based(a, 2)?)?))
}

fn turned(a: &Args) -> Out {
    let options = Options {
        base: a.positive(2)?,
        layout: a.word(3, Layout::NAMES)?.parse::<Layout>()?,
        rotary_dim: if a.get(4).is_some() { Some(a.at_least(4, 1)?) } else { None },
        partial: a.word(5, Partial::NAMES)?.parse::<Partial>()?,
    };
    Ok(rope::rotate(&a.list(0)?, a.int(1)?, &options)?.into())
}

fn score(a: &Args) -> Out {
    let q = a.list(0)?;
    let k = a.list_of(1, q.len())?;
    let options = Options { layout: a.word(5, Layout::NAMES)?.parse::<Layout>()?, ..based(a, 4)? };
    Ok(Value::Num(rope::score(&q, &k, a.int(2)?, a.int(3)?, &options)?))
}

fn turn(v: &[f64], angle: f64) -> Vec<f64> {
    let (sin, cos) = libm::sincos(angle);
    match v {
        [x, y] => vec![x * cos - y * sin, x * sin + y * cos],
        other => other.to_vec(),
    }
}

fn rotate(a: &Args) -> Out {
    Ok(turn(&a.list_of(0, 2)?, a.num(1)?).into())
}

fn angle(a: &Args) -> Out {
    Ok(Value::Num(rope::relative_angle(a.int(0)?, a.int(1)?, a.num(2)?)?))
}

fn pair_score(a: &Args) -> Out {
    let (q, k) = (a.list_of(0, 2)?, a.list_of(1, 2)?);
    let angle = rope::relative_angle(a.int(2)?, a.int(3)?, a.num(4)?)?;
    Ok(Value::Num(crate::math::num::dot(&q, &turn(&k, angle))?))
}

fn turns(a: &Args) -> Out {
    let length = a.num(2)?;
    Ok(Value::Num(length * rope::inv_freq(a.count(0)?, a.at_least(1, 1)?, &based(a, 3)?)? / std::f64::consts::TAU))
}

fn unfinished(a: &Args) -> Out {
    let length = a.num(2)?;
    let frequencies = rope::inv_freqs(a.between(0, 1, MOST)?, &based(a, 1)?)?;
    let slow = frequencies.iter().filter(|f| length * **f < std::f64::consts::TAU).count();
    Ok(Value::Num(slow as f64))
}
