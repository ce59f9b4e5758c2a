//! One variable: its source, its stream, its value and its face.

use super::draw_error::DrawError;
use super::expr::{self, Ast, Env, Value};
use super::family::{Source, Variable};
use super::rng::{Grid, Stream};

/// Longest list that can be drawn.
const MAX_LIST: f64 = 64.0;

/// Draws a variable: its value, and its face if it was written as an expression.
pub(super) fn draw(variable: &Variable, env: &Env, stream: &mut Stream) -> Result<(Value, Option<String>), DrawError> {
    let place = format!("draw {}", variable.name);
    if let Source::Permutation(n) = &variable.source {
        let n = length(variable, n, env)?;
        return Ok((stream.permutation(n).into(), None));
    }
    let one = Choices::new(variable, env)?;
    let Some(list) = &variable.list else {
        return one.draw(&place, env, stream);
    };
    let n = length(variable, list, env)?;
    if variable.distinct && one.len() < n as u64 {
        let why = format!("{n} distinct values are asked of {}", one.len());
        return Err(DrawError::EmptyDraw { name: variable.name.clone(), why });
    }
    let mut places: Vec<u64> = Vec::with_capacity(n);
    while places.len() < n {
        let k = stream.below(one.len());
        if !(variable.distinct && places.contains(&k)) {
            places.push(k);
        }
    }
    let items = places.into_iter().map(|k| Ok(one.at(k, &place, env)?.0)).collect::<Result<_, DrawError>>()?;
    Ok((Value::List(items), None))
}

/// What a single value is drawn from.
enum Choices<'a> {
    Grid(Grid),
    OneOf(&'a [(Ast, Option<String>)]),
}

impl<'a> Choices<'a> {
    fn new(variable: &'a Variable, env: &Env) -> Result<Choices<'a>, DrawError> {
        let place = format!("draw {}", variable.name);
        let (from, to, step) = match &variable.source {
            Source::OneOf(items) => return Ok(Choices::OneOf(items)),
            Source::Range { from, to, step } => {
                (finite(&place, from, env)?, finite(&place, to, env)?, finite(&place, step, env)?)
            }
            Source::Permutation(_) => {
                return Err(DrawError::NoSource { name: variable.name.clone() });
            }
        };
        Grid::new(from, to, step).map(Choices::Grid).ok_or_else(|| DrawError::EmptyDraw {
            name: variable.name.clone(),
            why: format!("from {from} to {to} in steps of {step}"),
        })
    }

    fn len(&self) -> u64 {
        match self {
            Choices::Grid(grid) => grid.len,
            Choices::OneOf(items) => items.len() as u64,
        }
    }

    fn at(&self, k: u64, place: &str, env: &Env) -> Result<(Value, Option<String>), DrawError> {
        match self {
            Choices::Grid(grid) => Ok((Value::Num(grid.at(k)), None)),
            Choices::OneOf(items) => match items.get(k as usize) {
                Some((ast, face)) => {
                    let value = expr::eval(ast, env).map_err(|error| DrawError::without_value(place, error))?;
                    Ok((value, face.clone()))
                }
                None => Err(DrawError::NoDraw),
            },
        }
    }

    fn draw(&self, place: &str, env: &Env, stream: &mut Stream) -> Result<(Value, Option<String>), DrawError> {
        self.at(stream.below(self.len()), place, env)
    }
}

fn length(variable: &Variable, n: &Ast, env: &Env) -> Result<usize, DrawError> {
    let n = finite(&format!("draw {}", variable.name), n, env)?;
    if !(1.0..=MAX_LIST).contains(&n) {
        let why = format!("a list of {n}; lengths go from 1 to {MAX_LIST}");
        return Err(DrawError::EmptyDraw { name: variable.name.clone(), why });
    }
    Ok(n as usize)
}

/// A finite number.
pub(super) fn finite(place: &str, ast: &Ast, env: &Env) -> Result<f64, DrawError> {
    let value = expr::eval_number(ast, env).map_err(|error| DrawError::without_value(place, error))?;
    if value.is_finite() { Ok(value) } else { Err(DrawError::NotANumber { place: place.into() }) }
}
