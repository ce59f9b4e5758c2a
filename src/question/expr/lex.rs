//! Text → tokens.

use super::clean::vulgar;
use super::error::{ErrorKind, ExprError, Span};
use super::number::{Literal, Separators, scan};

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tok {
    Number(Box<Literal>),
    /// ½ and its like: numerator, denominator.
    Vulgar(f64, f64),
    Name(Box<str>),
    Text(Box<str>),
    /// An operator or a bracket, as written in its plain form.
    Sign(&'static str),
}

impl Tok {
    /// As shown in messages.
    pub(super) fn shown(&self, text: &str) -> String {
        match self {
            Tok::Sign(s) => (*s).to_owned(),
            _ => text.to_owned(),
        }
    }
}

/// Two-character signs come first: the longest match wins.
const SIGNS: &[&str] =
    &["**", "<=", ">=", "==", "!=", "+", "-", "*", "/", "^", "√", "(", ")", "[", "]", ",", "=", "<", ">"];

/// All tokens of a cleaned text.
pub(super) fn lex(text: &str, rules: Separators) -> Result<Vec<(Tok, Span)>, ExprError> {
    let mut tokens: Vec<(Tok, Span)> = Vec::new();
    // For each open bracket: does a comma inside separate arguments?
    let mut open: Vec<bool> = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|r| r.chars().next()) {
        if c == ' ' {
            at += 1;
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let in_call = open.last().copied().unwrap_or(false);
        let (tok, len) = token(rest, c, Separators { in_call, ..rules })
            .map_err(|(kind, len)| ExprError::new(kind, (at, at + len)))?;
        if let Tok::Sign(sign) = tok {
            match sign {
                "(" => open.push(matches!(tokens.last(), Some((Tok::Name(_), _)))),
                "[" => open.push(true),
                ")" | "]" => {
                    open.pop();
                }
                _ => {}
            }
        }
        tokens.push((tok, (at, at + len)));
        at += len;
    }
    Ok(tokens)
}

fn token(rest: &str, c: char, rules: Separators) -> Result<(Tok, usize), (ErrorKind, usize)> {
    if starts_number(rest, rules) {
        return scan(rest, rules).map(|(literal, len)| (Tok::Number(Box::new(literal)), len));
    }
    if let Some((top, bottom)) = vulgar(c) {
        return Ok((Tok::Vulgar(top, bottom), c.len_utf8()));
    }
    if c.is_alphabetic() || c == '_' {
        let len: usize = rest
            .chars()
            .take_while(|c| (c.is_alphanumeric() && vulgar(*c).is_none()) || *c == '_')
            .map(char::len_utf8)
            .sum();
        return Ok((Tok::Name(rest.get(..len).unwrap_or_default().into()), len));
    }
    if c == '"' {
        return quoted(rest);
    }
    if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
        let plain = if *sign == "**" { "^" } else { sign };
        return Ok((Tok::Sign(plain), sign.len()));
    }
    let kind = match c {
        '!' => ErrorKind::Factorial,
        '%' => ErrorKind::Percent,
        '°' => ErrorKind::DegreeInside,
        '∞' => ErrorKind::Infinity,
        '.' => ErrorKind::LonePoint,
        other => ErrorKind::Symbol(other),
    };
    Err((kind, c.len_utf8()))
}

fn starts_number(rest: &str, rules: Separators) -> bool {
    let mut chars = rest.chars();
    match chars.next() {
        Some('0'..='9') => true,
        Some('.') => chars.next().is_some_and(|c| c.is_ascii_digit()),
        Some(',') => rules.typed && !rules.in_call && chars.next().is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    }
}

fn quoted(rest: &str) -> Result<(Tok, usize), (ErrorKind, usize)> {
    let inside = rest.strip_prefix('"').unwrap_or_default();
    let Some(end) = inside.find('"') else {
        return Err((ErrorKind::UnclosedText, rest.len()));
    };
    Ok((Tok::Text(inside.get(..end).unwrap_or_default().into()), end + 2))
}
