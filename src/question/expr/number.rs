//! One number as written: digits, grouping, point or comma, exponent.
//!
//! An author writes `1234.5`, `1e3`, `10_000`. A learner may also write `1 000`, `1,000.5`, `0,84`, `1 e 3`.

use super::error::ErrorKind;

/// A number as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// The number.
    pub value: f64,
    /// The digits with a point, without grouping and without the exponent: `8.4`.
    pub digits: String,
    /// The exponent, 0 if none is written.
    pub exponent: i32,
    /// A comma was read as a decimal point (or a point where commas are the rule).
    pub swapped: bool,
    /// No point, no exponent.
    pub whole: bool,
}

impl Literal {
    /// A number computed by the parser rather than written with digits (`½`).
    pub fn plain(value: f64) -> Literal {
        Literal { value, digits: String::new(), exponent: 0, swapped: false, whole: false }
    }

    /// Decimals as typed: `0.840` has 3, `8.4e-1` has 2, `15e1` has 0.
    pub fn decimals(&self) -> u32 {
        let after = self.digits.split_once('.').map_or(0, |(_, f)| f.len());
        let shifted = i64::try_from(after).unwrap_or(i64::MAX).saturating_sub(i64::from(self.exponent));
        u32::try_from(shifted.max(0)).unwrap_or(u32::MAX)
    }

    /// Significant figures as typed: leading zeros do not count, all others do. A zero has as many as decimals, at least 1.
    pub fn figures(&self) -> u32 {
        let all: String = self.digits.chars().filter(char::is_ascii_digit).collect();
        let significant = all.trim_start_matches('0').len();
        let count =
            if significant == 0 { self.digits.split_once('.').map_or(0, |(_, f)| f.len()).max(1) } else { significant };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Digits other than zero were typed, but the number is too small for a double.
    pub fn underflows(&self) -> bool {
        self.value == 0.0 && self.digits.chars().any(|c| ('1'..='9').contains(&c))
    }
}

/// How commas and points are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Separators {
    /// Grouping, a decimal comma and `1 e 3` are read (typed answers). Authors write points.
    pub typed: bool,
    /// The comma is the decimal sign (a setting).
    pub decimal_comma: bool,
    /// What a sign is that may group or be the decimal sign: `None` is an error that names both readings.
    pub groups: Option<bool>,
    /// A comma separates arguments here.
    pub in_call: bool,
}

/// A number at the start of `text`, and its length in bytes. `text` starts with a digit, or with a point or comma and a digit.
pub(super) fn scan(text: &str, rules: Separators) -> Result<(Literal, usize), (ErrorKind, usize)> {
    other_base(text)?;
    let body = body_len(text, rules);
    let written = text.get(..body).unwrap_or_default();
    let (digits, swapped) = read_body(written, rules).map_err(|kind| (kind, body))?;
    let rest = text.get(body..).unwrap_or_default();
    let (exponent, more) = exponent(rest, rules).map_err(|(kind, n)| (kind, body + n))?;
    let whole = !digits.contains('.') && more == 0;
    let value = value_of(&digits, exponent);
    let end = body + more;
    if !value.is_finite() {
        return Err((ErrorKind::TooLarge, end));
    }
    Ok((Literal { value, digits, exponent, swapped, whole }, end))
}

/// The number with these digits and this exponent, correctly rounded.
pub(crate) fn value_of(digits: &str, exponent: i32) -> f64 {
    format!("{digits}e{exponent}").parse().unwrap_or(f64::NAN)
}

/// `0x10`, `0b1`, `0o7`, `1d3`: forms of programming languages.
fn other_base(text: &str) -> Result<(), (ErrorKind, usize)> {
    let bytes = text.as_bytes();
    let run = bytes.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if bytes.first() == Some(&b'0') && bytes.get(2).is_some_and(u8::is_ascii_hexdigit) {
        let digit = bytes.get(2).copied().unwrap_or(0);
        match bytes.get(1) {
            Some(b'x' | b'X') => return Err((ErrorKind::Hexadecimal, run)),
            Some(b'b' | b'B') if digit.is_ascii_digit() => return Err((ErrorKind::Binary, run)),
            Some(b'o') if digit.is_ascii_digit() => return Err((ErrorKind::Octal, run)),
            _ => {}
        }
    }
    let mantissa = bytes.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let sign = usize::from(matches!(bytes.get(mantissa + 1), Some(b'+' | b'-')));
    let after = mantissa + 1 + sign;
    if matches!(bytes.get(mantissa), Some(b'd' | b'D')) && bytes.get(after).is_some_and(u8::is_ascii_digit) {
        let end = after + bytes.iter().skip(after).take_while(|b| b.is_ascii_digit()).count();
        let written = text.get(..end).unwrap_or_default().to_owned();
        let cure = written.replacen(['d', 'D'], "e", 1);
        return Err((ErrorKind::Fortran(written, cure), end));
    }
    Ok(())
}

/// How many bytes belong to the digits with their separators.
fn body_len(text: &str, rules: Separators) -> usize {
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    loop {
        let inside = match bytes.get(end) {
            Some(b'0'..=b'9' | b'.') => true,
            Some(b'_') => digit(end + 1) && end > 0,
            Some(b'\'') => rules.typed && digit(end + 1) && end > 0,
            Some(b',') => rules.typed && !rules.in_call && (digit(end + 1) || trailing(bytes, end)),
            Some(b' ') => rules.typed && space_groups(text.get(..end).unwrap_or_default(), bytes, end),
            _ => false,
        };
        if !inside {
            return end;
        }
        end += 1;
    }
}

/// A comma after which nothing comes: it is the reader's to complain about, with the number before it.
fn trailing(bytes: &[u8], at: usize) -> bool {
    at > 0 && bytes.iter().skip(at + 1).all(|b| *b == b' ' || *b == b',')
}

/// A space groups if up to three digits (or whole groups) come before it and exactly three follow.
fn space_groups(before: &str, bytes: &[u8], at: usize) -> bool {
    let groups_before = before.split(' ').enumerate().all(|(i, group)| {
        let size = if i == 0 { (1..=3).contains(&group.len()) } else { group.len() == 3 };
        size && group.bytes().all(|b| b.is_ascii_digit())
    });
    let following = bytes.iter().skip(at + 1).take_while(|b| b.is_ascii_digit()).count();
    groups_before && !before.starts_with('0') && following == 3
}

/// The digits without grouping and with a point, and whether the unusual decimal sign was used.
fn read_body(body: &str, rules: Separators) -> Result<(String, bool), ErrorKind> {
    let body = &ungroup(body, &[' ', '_', '\''])?;
    if body.trim_matches(['.', ',']).is_empty() {
        return Err(if body.starts_with('.') { ErrorKind::LonePoint } else { ErrorKind::StrayComma(None) });
    }
    let (decimal, group) = if rules.decimal_comma { (',', '.') } else { ('.', ',') };
    if let Some(stripped) = body.strip_suffix(',') {
        let clean = stripped.trim_end_matches(',');
        return Err(ErrorKind::StrayComma(clean.parse::<f64>().is_ok().then(|| clean.to_owned())));
    }
    let (points, groups) = (body.matches(decimal).count(), body.matches(group).count());
    match (points, groups) {
        (0 | 1, 0) => Ok((body.replace(',', "."), false)),
        (_, 0) if decimal == ',' => Err(ErrorKind::TwoCommas),
        (_, 0) => Err(two_points(body)),
        (0, 1) => one_separator(body, group, decimal, rules),
        (0, _) if group == '.' && !grouped(body, group) => Err(two_points(body)),
        // Groups would end in three digits: these are several numbers.
        (0, _) if rules.typed && body.rsplit(group).next().is_some_and(|last| last.len() != 3) => {
            Err(ErrorKind::ListInAnswer)
        }
        (0, _) => Ok((ungroup(body, &[group])?, false)),
        _ => both(body, decimal, group, points, groups, rules),
    }
}

fn two_points(body: &str) -> ErrorKind {
    let kept = body.strip_suffix('.').filter(|rest| rest.parse::<f64>().is_ok());
    ErrorKind::TwoPoints(kept.map(str::to_owned))
}

/// One sign that usually groups and no decimal sign: `1,000` or `0,84`.
fn one_separator(body: &str, group: char, decimal: char, rules: Separators) -> Result<(String, bool), ErrorKind> {
    let as_decimal = body.replace([group, decimal], ".");
    if !grouped(body, group) || body.ends_with(group) {
        return Ok((as_decimal, true));
    }
    let as_group = body.replace(group, "");
    match rules.groups {
        Some(true) => Ok((as_group, false)),
        Some(false) => Ok((as_decimal, true)),
        None => Err(ErrorKind::AmbiguousComma(as_group, as_decimal)),
    }
}

/// Both signs: `1,000.5` is clear; `1.000,5` may be either.
fn both(
    body: &str,
    decimal: char,
    group: char,
    points: usize,
    groups: usize,
    rules: Separators,
) -> Result<(String, bool), ErrorKind> {
    let last_is_decimal = body.rfind(decimal) > body.rfind(group);
    if points == 1 && last_is_decimal {
        let (whole, fraction) = body.split_once(decimal).unwrap_or((body, ""));
        return Ok((format!("{}.{fraction}", ungroup(whole, &[group])?), false));
    }
    let (whole, fraction) = body.rsplit_once(group).unwrap_or((body, ""));
    if groups != 1 || !grouped(whole, decimal) {
        return Err(if points > 1 { two_points(body) } else { ErrorKind::Separators });
    }
    let swapped = format!("{}.{fraction}", whole.replace(decimal, ""));
    let straight = (points == 1).then(|| body.replace(group, "").replace(decimal, "."));
    match (rules.groups, straight) {
        (Some(false), _) => Ok((swapped, true)),
        (Some(true), Some(straight)) => Ok((straight, false)),
        (Some(true), None) => Err(ErrorKind::TwoPoints(None)),
        (None, Some(straight)) => Err(ErrorKind::AmbiguousComma(swapped, straight)),
        (None, None) => Ok((swapped, true)),
    }
}

/// Digits in groups: one to three, then threes, no leading zero.
fn grouped(body: &str, sign: char) -> bool {
    let mut parts = body.split(sign);
    let first = parts.next().unwrap_or_default();
    let digits = |g: &str| g.bytes().all(|b| b.is_ascii_digit());
    (1..=3).contains(&first.len())
        && digits(first)
        && !first.starts_with('0')
        && parts.all(|g| g.len() == 3 && digits(g))
}

/// Takes the grouping signs out, if they group.
fn ungroup(body: &str, signs: &[char]) -> Result<String, ErrorKind> {
    let Some(sign) = signs.iter().copied().find(|s| body.contains(*s)) else {
        return Ok(body.to_owned());
    };
    let whole_end =
        body.find(['.', ',']).filter(|_| !signs.contains(&',') && !signs.contains(&'.')).unwrap_or(body.len());
    let (whole, rest) = body.split_at_checked(whole_end).unwrap_or((body, ""));
    let plain: String = body.chars().filter(|c| !signs.contains(c)).collect();
    if grouped(whole, sign) && !rest.contains(signs) { Ok(plain) } else { Err(ErrorKind::Grouping(plain)) }
}

/// The exponent and its length in bytes. Spaces may surround the `e`.
fn exponent(rest: &str, rules: Separators) -> Result<(i32, usize), (ErrorKind, usize)> {
    let space = rest.len() - rest.trim_start_matches(' ').len();
    let Some(after_e) = rest.get(space..).and_then(|r| r.strip_prefix(['e', 'E'])) else {
        return Ok((0, 0));
    };
    if after_e.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '(') {
        return Ok((0, 0));
    }
    let unsigned = after_e.trim_start_matches(' ');
    let unsigned_at = rest.len() - unsigned.len();
    let (negative, number) = match unsigned.strip_prefix(['+', '-']) {
        Some(number) => (unsigned.starts_with('-'), number),
        None => (false, unsigned),
    };
    let length = number.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 {
        return Err((ErrorKind::ExponentMissing, space + 1));
    }
    let sign = unsigned.len() - number.len();
    let end = unsigned_at + sign + length;
    let written = number.get(..length).unwrap_or_default();
    let decimal = match number.as_bytes().get(length) {
        Some(b'.') => true,
        // Where a comma separates arguments, what follows it is the next one.
        Some(b',') => rules.typed && !rules.in_call,
        _ => false,
    };
    if decimal && fraction_follows(number, length) {
        let text: String = number.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').map(char::from).collect();
        return Err((ErrorKind::ExponentFraction(text), end));
    }
    // An exponent beyond i32 is infinity or zero all the same.
    let size = written.parse::<i32>().unwrap_or(i32::MAX).min(1_000_000);
    Ok((if negative { -size } else { size }, end))
}

fn fraction_follows(number: &str, length: usize) -> bool {
    number.as_bytes().get(length + 1).is_some_and(u8::is_ascii_digit)
}
