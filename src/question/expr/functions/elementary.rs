//! Elementary functions. All of them by `libm`: the same bits on every machine.

use super::args::{Args, Wrong, show};
use super::{Family, Function, need, or};
use crate::question::expr::value::Value;

type Out = Result<Value, Wrong>;

/// Builds a row for a function of one number that is defined everywhere.
macro_rules! total {
    ($name:literal, $code:expr, $doc:literal, $example:literal) => {
        Function {
            name: $name,
            params: &[need("x")],
            variadic: false,
            doc: $doc,
            example: $example,
            source: "elementary",
            family: Family::Elementary,
            run: |a| Ok(Value::Num($code(a.num(0)?))),
        }
    };
}

/// Builds a row for a function whose code checks its domain.
macro_rules! partial {
    ($name:literal, $params:expr, $code:expr, $doc:literal, $example:literal) => {
        Function {
            name: $name,
            params: $params,
            variadic: false,
            doc: $doc,
            example: $example,
            source: "elementary",
            family: Family::Elementary,
            run: $code,
        }
    };
}

/// The rows.
pub(super) static TABLE: &[Function] = &[
    total!("sin", libm::sin, "sine of an angle in radians", "sin(pi/6)"),
    total!("cos", libm::cos, "cosine of an angle in radians", "cos(pi/3)"),
    total!("tan", libm::tan, "tangent of an angle in radians", "tan(pi/4)"),
    partial!("asin", &[need("x")], asin, "the angle in radians, −π/2 to π/2, with this sine", "asin(0.5)"),
    partial!("acos", &[need("x")], acos, "the angle in radians, 0 to π, with this cosine", "acos(0.5)"),
    total!("atan", libm::atan, "the angle in radians, −π/2 to π/2, with this tangent", "atan(1)"),
    partial!(
        "atan2",
        &[need("y"), need("x")],
        atan2,
        "the angle in radians of the point (x, y), −π to π",
        "atan2(1, -1)"
    ),
    total!("sinh", libm::sinh, "hyperbolic sine", "sinh(1)"),
    total!("cosh", libm::cosh, "hyperbolic cosine", "cosh(1)"),
    total!("tanh", libm::tanh, "hyperbolic tangent", "tanh(1)"),
    total!("deg", radians, "degrees to radians", "deg(180)"),
    total!("exp", libm::exp, "e to the power x", "exp(1)"),
    partial!("ln", &[need("x")], ln, "natural logarithm", "ln(2)"),
    partial!("log2", &[need("x")], log2, "logarithm to base 2", "log2(8)"),
    partial!("log10", &[need("x")], log10, "logarithm to base 10", "log10(1000)"),
    partial!("sqrt", &[need("x")], sqrt, "square root", "sqrt(2)/2"),
    total!("abs", f64::abs, "size without the sign", "abs(-3)"),
    total!("floor", f64::floor, "the whole number at or below", "floor(2.7)"),
    total!("ceil", f64::ceil, "the whole number at or above", "ceil(2.1)"),
    partial!(
        "round",
        &[need("x"), or("decimals", 0.0)],
        round,
        "rounded, halves away from zero, by the shortest decimal",
        "round(2.675, 2)"
    ),
    Function {
        name: "min",
        params: &[need("x")],
        variadic: true,
        doc: "the smallest, of numbers or of a list",
        example: "min(3, 1, 2)",
        source: "elementary",
        family: Family::Elementary,
        run: |a| Ok(Value::Num(a.spread()?.into_iter().fold(f64::INFINITY, f64::min))),
    },
    Function {
        name: "max",
        params: &[need("x")],
        variadic: true,
        doc: "the largest, of numbers or of a list",
        example: "max([3, 1, 2])",
        source: "elementary",
        family: Family::Elementary,
        run: |a| Ok(Value::Num(a.spread()?.into_iter().fold(f64::NEG_INFINITY, f64::max))),
    },
    partial!("mod", &[need("a"), need("b")], modulo, "a − b⌊a/b⌋: the remainder with the sign of b", "mod(-1, 7)"),
    partial!("factorial", &[need("n")], factorial, "n! for n from 0 to 170", "factorial(4)"),
];

fn radians(degrees: f64) -> f64 {
    degrees * std::f64::consts::PI / 180.0
}

fn in_unit(a: &Args, f: fn(f64) -> f64) -> Out {
    let x = a.num(0)?;
    if x.abs() > 1.0 {
        return Err(Wrong::argument(0, format!("must be between −1 and 1, this is {}", show(x))));
    }
    Ok(Value::Num(f(x)))
}

fn asin(a: &Args) -> Out {
    in_unit(a, libm::asin)
}

fn acos(a: &Args) -> Out {
    in_unit(a, libm::acos)
}

fn atan2(a: &Args) -> Out {
    Ok(Value::Num(libm::atan2(a.num(0)?, a.num(1)?)))
}

fn ln(a: &Args) -> Out {
    Ok(Value::Num(libm::log(a.positive(0)?)))
}

fn log2(a: &Args) -> Out {
    Ok(Value::Num(libm::log2(a.positive(0)?)))
}

fn log10(a: &Args) -> Out {
    Ok(Value::Num(libm::log10(a.positive(0)?)))
}

fn sqrt(a: &Args) -> Out {
    let x = a.num(0)?;
    if x < 0.0 {
        return Err(Wrong::argument(0, format!("must be 0 or more to have a real root, this is {}", show(x))));
    }
    Ok(Value::Num(x.sqrt()))
}

fn round(a: &Args) -> Out {
    let decimals = u32::try_from(a.between(1, 0, 300)?).unwrap_or(300);
    Ok(Value::Num(crate::question::format::round_to(a.num(0)?, decimals)))
}

fn modulo(a: &Args) -> Out {
    let (x, y) = (a.num(0)?, a.num(1)?);
    if y == 0.0 {
        return Err(Wrong::argument(1, "must not be 0"));
    }
    let rest = libm::fmod(x, y);
    if rest == 0.0 || (rest < 0.0) == (y < 0.0) {
        return Ok(Value::Num(rest));
    }
    // A tiny rest is lost in the sum; the remainder stays nearer to 0 than b all the same.
    let sum = rest + y;
    let nearer = if y > 0.0 { y.next_down() } else { y.next_up() };
    Ok(Value::Num(if sum == y { nearer } else { sum }))
}

fn factorial(a: &Args) -> Out {
    let n = a.between(0, 0, 170)?;
    Ok(Value::Num((1..=n).map(|i| i as f64).product()))
}
