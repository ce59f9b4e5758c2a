//! Sinusoidal encoding.

use super::args::{Args, Wrong};
use super::{Family, Function, MOST, need, option, or};
use crate::math::sinusoidal::{Divisor, Layout, Options, coordinate, dot, inv_freq, row};
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

const PAPER: &str = "Vaswani et al. 2017, section 3.5";

/// The rows.
pub(super) static TABLE: &[Function] = rows![PAPER;
    "sinusoidal" &[
        need("pos"), need("coord"), need("d_model"), or("base", 10000.0),
        option("layout", "interleaved"), option("divisor", "paper"),
    ] => at, "one number of the table; coord from 0; layout interleaved|halves, divisor paper|tensor2tensor", "sinusoidal(1, 0, 512)";
    "sinusoidal_row" &[
        need("pos"), need("d_model"), or("base", 10000.0), option("layout", "interleaved"), option("divisor", "paper"),
    ] => whole_row, "the row of a position, d_model numbers", "sinusoidal_row(1, 4)";
    "wavelength" &[need("i"), need("d"), or("base", 10000.0)] => wavelength,
        "wavelength of pair i (from 0) in positions, 2π·base^(2i/d)", "wavelength(1, 4, 10000)";
    "pe_dot" &[need("p"), need("q"), need("d_model"), or("base", 10000.0)] => pe_dot,
        "dot product of the rows of two positions, Σ cos((p − q)ω)", "pe_dot(3, 5, 4)";
    "pe_norm" &[need("d_model")] => pe_norm, "length of every row, √(d_model/2)", "pe_norm(512)";
    "pe_shift" &[need("pair"), need("omega"), need("k")] => pe_shift,
        "the pair [sin, cos] of a position, k positions on", "pe_shift([0, 1], pi/2, 1)";
];

fn options(a: &Args, base: usize, named: Option<(usize, usize)>) -> Result<Options, Wrong> {
    let mut options = Options { base: a.positive(base)?, ..Options::default() };
    if let Some((layout, divisor)) = named {
        options.layout = a.word(layout, Layout::NAMES)?.parse::<Layout>()?;
        options.divisor = a.word(divisor, Divisor::NAMES)?.parse::<Divisor>()?;
    }
    Ok(options)
}

fn at(a: &Args) -> Out {
    let options = options(a, 3, Some((4, 5)))?;
    Ok(Value::Num(coordinate(a.int(0)?, a.count(1)?, a.at_least(2, 1)?, &options)?))
}

fn whole_row(a: &Args) -> Out {
    let options = options(a, 2, Some((3, 4)))?;
    Ok(row(a.int(0)?, a.between(1, 1, MOST)?, &options)?.into())
}

fn wavelength(a: &Args) -> Out {
    let options = options(a, 2, None)?;
    Ok(Value::Num(std::f64::consts::TAU / inv_freq(a.count(0)?, a.at_least(1, 1)?, &options)?))
}

fn pe_dot(a: &Args) -> Out {
    let options = options(a, 3, None)?;
    Ok(Value::Num(dot(a.int(0)?, a.int(1)?, a.between(2, 1, MOST)?, &options)?))
}

fn pe_norm(a: &Args) -> Out {
    let d = a.between(0, 1, MOST)?;
    Ok(Value::Num(dot(0, 0, d, &Options::default())?.sqrt()))
}

fn pe_shift(a: &Args) -> Out {
    let pair = a.list_of(0, 2)?;
    let (sin, cos) = libm::sincos(a.num(1)? * a.num(2)?);
    let [s, c] = <[f64; 2]>::try_from(pair).map_err(|_| Wrong::argument(0, "must have 2 values"))?;
    Ok(vec![s * cos + c * sin, c * cos - s * sin].into())
}
