//! One expression language for typed answers, the scratch pad, `posenc calc` and the formulas of a chapter.
//!
//! ```text
//! text ──clean──▶ text with ASCII operators ──lex──▶ tokens ──parse──▶ Ast ──eval(Env)──▶ Value
//! ```
//!
//! Arithmetic `+ - * / ^ **` (a power binds tighter than unary minus, and to the right: `-2^2` is −4), `π pi τ tau e √`,
//! an implicit product of a number with a constant or a root (`3pi`, `2√3`), lists `[1, 2]`, `v[0]`, named arguments
//! `f(x, base=100)`, texts as named options only, comparisons, `and or not`, `if(cond, a, b)`.
//! At most [`MAX_BYTES`] bytes and [`MAX_DEPTH`] deep. Results are finite, except `alibi_bias`, which is −∞ for a key
//! after the query, and what is computed from it.
//!
//! ```
//! use posenc::question::expr::{Env, Value, eval, parse};
//!
//! let ast = parse("qk - m * dist")?;
//! let mut env = Env::new();
//! env.set("qk", 3.0);
//! env.set("m", 0.25);
//! env.set("dist", 8.0);
//! assert_eq!(eval(&ast, &env)?, Value::Num(1.0));
//! # Ok::<(), posenc::question::expr::ExprError>(())
//! ```

mod ast;
mod clean;
mod error;
mod eval;
pub mod functions;
mod lex;
mod number;
mod parse;
mod value;

pub use ast::{Ast, Node, NodeKind, Op};
pub use clean::{Cleaned, clean, vulgar};
pub use error::{ErrorKind, ExprError, Span};
pub use eval::{eval, eval_number, eval_truth};
pub use functions::{FUNCTIONS, Family, Function, Param};
pub use number::{Literal, Separators};
pub use parse::{CONSTANTS, Mode, is_reserved, parse, parse_cleaned};
pub use value::{Env, MAX_WORK, Value};

/// The longest text that is parsed.
pub const MAX_BYTES: usize = 1000;

/// The deepest nesting of brackets, signs and powers.
pub const MAX_DEPTH: usize = 64;
