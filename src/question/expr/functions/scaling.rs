//! Reading past the trained length: the rules that change rotary frequencies.

use super::args::{Args, Wrong};
use super::{Family, Function, MOST, need, option, or};
use crate::math::rope::scaling::{
    Llama3, Ramp, Yarn, dynamic_ntk_base, longrope_factor, ntk_base, position_interpolation, yarn_mscale,
};
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

macro_rules! rows {
    ($($source:literal, $name:literal $params:expr => $code:ident, $doc:literal, $example:literal;)+) => {
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
    "Chen et al. 2023", "position_interpolation" &[need("pos"), need("trained"), need("new_len")] => interpolation,
        "where a position is read when new_len tokens are squeezed into the trained length, pos·trained/new_len",
        "position_interpolation(5000, 2048, 8192)";
    "bloc97 2023", "ntk_base" &[need("scale"), need("head_dim"), or("base", 10000.0)] => ntk,
        "the NTK-aware base, base·scale^(head_dim/(head_dim − 2))", "ntk_base(4, 128)";
    "emozilla 2023", "dynamic_ntk_base" &[
        need("scale"), need("length"), need("trained"), need("head_dim"), or("base", 10000.0),
    ] => dynamic, "the NTK-aware base after length tokens, with the scale scale·length/trained − (scale − 1)",
        "dynamic_ntk_base(2, 4096, 2048, 128)";
    "Peng et al. 2023, section 3.2", "yarn_inv_freq" &[
        need("i"), need("head_dim"), need("scale"), need("trained"), or("base", 10000.0), or("beta_fast", 32.0),
        or("beta_slow", 1.0), option("ramp", "pairs"), or("truncate", 1.0),
    ] => yarn, "frequency of pair i (from 0) under YaRN; ramp pairs (the code) | turns (the paper), truncate 0|1",
        "yarn_inv_freq(40, 128, 16, 4096)";
    "Peng et al. 2023, section 3.4", "yarn_mscale" &[need("scale"), or("mscale", 1.0)] => mscale,
        "YaRN's factor on cosines and sines, 0.1·mscale·ln scale + 1; logits get its square", "yarn_mscale(8)";
    "Dubey et al. 2024", "llama3_inv_freq" &[
        need("i"), need("head_dim"), or("base", 500000.0), or("scale", 8.0), or("trained", 8192.0), or("low", 1.0),
        or("high", 4.0),
    ] => llama3, "frequency of pair i (from 0) by the bands of Llama 3.1", "llama3_inv_freq(30, 128)";
    "Ding et al. 2024", "longrope_mscale" &[need("scale"), need("trained")] => longrope,
        "LongRoPE's factor on cosines and sines, √(1 + ln scale/ln trained)", "longrope_mscale(32, 4096)";
];

/// A length in tokens.
fn tokens(a: &Args, i: usize) -> Result<u64, Wrong> {
    Ok(a.at_least(i, 1)? as u64)
}

fn interpolation(a: &Args) -> Out {
    Ok(Value::Num(position_interpolation(a.int(0)?, tokens(a, 1)?, tokens(a, 2)?)?))
}

fn ntk(a: &Args) -> Out {
    Ok(Value::Num(ntk_base(a.positive(2)?, a.positive(0)?, a.at_least(1, 1)?)?))
}

fn dynamic(a: &Args) -> Out {
    let (length, trained) = (a.count(1)? as u64, tokens(a, 2)?);
    Ok(Value::Num(dynamic_ntk_base(a.positive(4)?, a.positive(0)?, length, trained, a.at_least(3, 1)?)?))
}

fn pair_of(a: &Args, frequencies: &[f64]) -> Out {
    let i = a.count(0)?;
    let found = frequencies.get(i).copied().map(Value::Num);
    found.ok_or_else(|| Wrong::argument(0, format!("counts from 0 to {}, this is {i}", frequencies.len() - 1)))
}

fn yarn(a: &Args) -> Out {
    let rule = Yarn {
        beta_fast: a.positive(5)?,
        beta_slow: a.positive(6)?,
        ramp: a.word(7, Ramp::NAMES)?.parse::<Ramp>()?,
        truncate: a.flag(8)?,
        ..Yarn::new(a.positive(2)?, tokens(a, 3)?)
    };
    pair_of(a, &rule.inv_freqs(a.between(1, 1, MOST)?, a.positive(4)?)?)
}

fn mscale(a: &Args) -> Out {
    Ok(Value::Num(yarn_mscale(a.positive(0)?, a.num(1)?)?))
}

fn llama3(a: &Args) -> Out {
    let rule = Llama3 { scale: a.positive(3)?, trained: tokens(a, 4)?, low: a.positive(5)?, high: a.positive(6)? };
    pair_of(a, &rule.inv_freqs(a.between(1, 1, MOST)?, a.positive(2)?)?)
}

fn longrope(a: &Args) -> Out {
    Ok(Value::Num(longrope_factor(a.positive(0)?, tokens(a, 1)?)?))
}
