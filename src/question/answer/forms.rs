//! Forms that people type and that are not expressions: `≈0.84`, `x=0.84`, `0.8±0.1`, `0.333…`, `l00`, `3x10^8`.

use super::{Refusal, Refused};
use crate::question::expr::{Cleaned, ErrorKind, Mode, parse_cleaned};

type Checked = Result<(), Refused>;

fn refuse<T>(text: &Cleaned, refusal: &Refusal, from: usize, to: usize) -> Result<T, Refused> {
    Err(Refused::new(refusal, text.original((from, to))))
}

/// Takes one `=`, `≈` or `~` off the front.
pub(super) fn strip_lead(text: &Cleaned) -> Result<Cleaned, Refused> {
    let Some(lead) = text.text.chars().next().filter(|c| matches!(c, '=' | '~')) else {
        return Ok(text.clone());
    };
    let rest = text.part(1, text.text.len()).trimmed();
    match rest.text.chars().next() {
        None => refuse(text, &Refusal::NothingAfter(lead), 0, 1),
        Some('=' | '~') => refuse(text, &Refusal::LeadTwice(lead), 0, text.text.len() - rest.text.len() + 1),
        Some(_) => Ok(rest),
    }
}

/// ±∞ in its spellings.
pub(super) fn infinity(text: &Cleaned, allowed: bool) -> Result<Option<f64>, Refused> {
    let unsigned = text.text.trim_start_matches(['-', '+']).trim_start();
    let signs = text.text.len() - text.text.trim_start_matches(['-', '+']).len();
    let word = unsigned.to_lowercase();
    if matches!(word.as_str(), "nan") {
        return refuse(text, &Refusal::NotANumber, 0, text.text.len());
    }
    if signs > 1 || !matches!(word.as_str(), "∞" | "inf" | "infinity" | "infinite" | "oo") {
        return Ok(None);
    }
    if !allowed {
        return refuse(text, &Refusal::Infinity, 0, text.text.len());
    }
    Ok(Some(if text.text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }))
}

/// Refuses the forms that have a reason of their own.
pub(super) fn refuse_known(text: &Cleaned) -> Checked {
    ellipsis(text)?;
    plus_minus(text)?;
    equation(text)?;
    bound(text)?;
    several(text)?;
    percent_first(text)?;
    currency(text)?;
    ratio(text)?;
    quotes(text)?;
    full_stop(text)?;
    letters(text)?;
    letter_product(text)
}

fn ellipsis(text: &Cleaned) -> Checked {
    for (sign, len) in [("...", 3), ("…", '…'.len_utf8())] {
        if let Some(at) = text.text.find(sign) {
            return refuse(text, &Refusal::Ellipsis, at, at + len);
        }
    }
    Ok(())
}

fn plus_minus(text: &Cleaned) -> Checked {
    for sign in ["±", "∓", "+/-", "+ / -", "+-/"] {
        if let Some(at) = text.text.find(sign) {
            return refuse(text, &Refusal::PlusMinus(sign.into()), at, at + sign.len());
        }
    }
    Ok(())
}

fn equation(text: &Cleaned) -> Checked {
    let compares = ["==", "<=", ">=", "!="].iter().any(|s| text.text.contains(s));
    let Some(at) = text.text.find(['=', '~']).filter(|_| !compares) else {
        return Ok(());
    };
    let (left, right) = text.text.split_at_checked(at).unwrap_or_default();
    let name = |side: &str| {
        let side = side.trim();
        let named = side.starts_with(char::is_alphabetic) && side.chars().all(|c| c.is_alphanumeric() || c == '_');
        named.then(|| side.to_owned())
    };
    let right = right.get(1..).unwrap_or_default();
    let refusal =
        name(left).or_else(|| name(right)).map_or(Refusal::Equation, |name| Refusal::Named(format!("{name} =")));
    refuse(text, &refusal, 0, at + 1)
}

fn bound(text: &Cleaned) -> Checked {
    match text.text.chars().next() {
        Some(c @ ('<' | '>')) => refuse(text, &Refusal::Bound(c), 0, 1),
        _ => Ok(()),
    }
}

/// `1; 2`, `1, 2`, `1 or 2`: outside brackets.
fn several(text: &Cleaned) -> Checked {
    let mut depth = 0_i32;
    let bytes = text.text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth <= 0 => return refuse(text, &Refusal::Several, at, at + 1),
            b',' if depth <= 0 && several_follow(bytes, at) => {
                return refuse(text, &Refusal::Several, at, at + 1);
            }
            _ => {}
        }
    }
    for word in [" or ", " and ", " to "] {
        if let Some(at) = text.text.to_ascii_lowercase().find(word) {
            return refuse(text, &Refusal::Several, at + 1, at + word.len() - 1);
        }
    }
    Ok(())
}

/// A comma and a space before something that starts a number.
fn several_follow(bytes: &[u8], comma: usize) -> bool {
    let spaces = bytes.iter().skip(comma + 1).take_while(|b| **b == b' ').count();
    let next = bytes.get(comma + 1 + spaces);
    let starts = next.is_some_and(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'));
    starts && (spaces > 0 || matches!(next, Some(b'-' | b'+')))
}

fn percent_first(text: &Cleaned) -> Checked {
    match text.text.strip_prefix('%') {
        Some(rest) if !rest.trim().is_empty() => refuse(text, &Refusal::PercentFirst(rest.trim().to_owned()), 0, 1),
        _ => Ok(()),
    }
}

fn currency(text: &Cleaned) -> Checked {
    match text.text.char_indices().find(|(_, c)| matches!(c, '$' | '€' | '£' | '¥' | '₹' | '#' | '@' | '?')) {
        Some((at, c)) => refuse(text, &Refusal::Currency(c), at, at + c.len_utf8()),
        None => Ok(()),
    }
}

fn ratio(text: &Cleaned) -> Checked {
    let Some((left, right)) = text.text.split_once(':') else {
        return Ok(());
    };
    let at = left.len();
    let label = left.trim().chars().all(|c| c.is_alphabetic() || c == ' ' || c == '_');
    let refusal =
        if label { Refusal::Named(format!("{}:", left.trim())) } else { Refusal::Ratio(format!("{left}/{right}")) };
    refuse(text, &refusal, at, at + 1)
}

fn quotes(text: &Cleaned) -> Checked {
    match text.text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) {
        Some(quote) => refuse(text, &Refusal::Quoted(quote), 0, 1),
        None => Ok(()),
    }
}

/// `0.84 rad.`: the full stop of a sentence after a unit.
fn full_stop(text: &Cleaned) -> Checked {
    match text.text.strip_suffix('.') {
        Some(rest) if rest.ends_with(|c: char| c.is_alphabetic() || matches!(c, '%' | '°')) => {
            refuse(text, &Refusal::FullStop(rest.to_owned()), rest.len(), text.text.len())
        }
        _ => Ok(()),
    }
}

/// `l00`, `1O`: a letter that looks like a digit, where with the digit it would be a number.
fn letters(text: &Cleaned) -> Checked {
    let looks = |c: char| matches!(c, 'l' | 'I' | 'O' | 'o');
    let bytes = text.text.as_bytes();
    let octal = text.text.starts_with("0o") && bytes.get(2).is_some_and(u8::is_ascii_digit);
    let Some((at, letter)) = text.text.char_indices().find(|(_, c)| looks(*c)).filter(|_| !octal) else {
        return Ok(());
    };
    let digits: String = text
        .text
        .chars()
        .map(|c| match c {
            'l' | 'I' => '1',
            'O' | 'o' => '0',
            other => other,
        })
        .collect();
    let number = digits.replace([',', '_', ' '], "");
    let has_digit = text.text.bytes().any(|b| b.is_ascii_digit());
    if has_digit && number.parse::<f64>().is_ok() {
        return refuse(text, &Refusal::Letter { letter, digits }, at, at + 1);
    }
    Ok(())
}

/// `3x4`: two numbers with the letter between them. `3x10^8` is read.
fn letter_product(text: &Cleaned) -> Checked {
    let Some(at) = text.text.find(['x', 'X']) else { return Ok(()) };
    let number = |side: &str| side.trim().parse::<f64>().is_ok_and(f64::is_finite);
    let (left, right) = (text.text.get(..at).unwrap_or_default(), text.text.get(at + 1..).unwrap_or_default());
    let hexadecimal = left.trim_start_matches(['-', '+']) == "0" && !right.starts_with(' ');
    if number(left) && number(right) && !hexadecimal {
        let product = format!("{}*{}", left.trim(), right.trim());
        return refuse(text, &Refusal::LetterProduct(product), at, at + 1);
    }
    Ok(())
}

/// For a whole number: does one sign, as in `1,000`, either group or mark the decimals? Then what to say about it.
pub(super) fn one_group(text: &Cleaned, decimal_comma: bool) -> Option<String> {
    match parse_cleaned(text, Mode::Typed { decimal_comma, groups: None, tight: None }) {
        Err(error) => match error.kind {
            ErrorKind::AmbiguousComma(grouped, _) if !grouped.contains('.') => {
                let sign = if decimal_comma { "point" } else { "comma" };
                Some(format!("the {sign} groups thousands"))
            }
            _ => None,
        },
        Ok(_) => None,
    }
}

/// `3x10^8`: the letter stands for ×. The notice says so.
pub(super) fn letter_times(text: Cleaned) -> (Cleaned, Vec<String>) {
    let lower = text.text.to_ascii_lowercase();
    let Some(at) = lower.find('x') else {
        return (text, Vec::new());
    };
    let (left, right) = (lower.get(..at).unwrap_or_default(), lower.get(at + 1..).unwrap_or_default());
    let power = right.trim_start().strip_prefix("10").is_some_and(|r| r.trim_start().starts_with(['^', '*']));
    let mantissa = left.trim().trim_start_matches(['-', '+']);
    if !power || mantissa == "0" || !mantissa.ends_with(|c: char| c.is_ascii_digit() || c == '.') {
        return (text, Vec::new());
    }
    let mut out = text;
    out.text.replace_range(at..=at, "*");
    (out, vec!["the letter x was read as ×".into()])
}

/// `1 100/200` is 1½ or 1100/200. Both readings, if both make sense.
pub(super) fn mixed_or_grouped(text: &str) -> Option<[f64; 2]> {
    let (sign, body) = match text.strip_prefix('-') {
        Some(body) => (-1.0, body.trim_start()),
        None => (1.0, text.strip_prefix('+').unwrap_or(text).trim_start()),
    };
    let (left, bottom) = body.split_once('/')?;
    let (whole, top) = left.trim_end().split_once(' ')?;
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let bottom = bottom.trim();
    if !(digits(whole) && digits(top) && digits(bottom)) || whole.len() > 3 || top.len() != 3 {
        return None;
    }
    let (w, n, d): (f64, f64, f64) = (whole.parse().ok()?, top.parse().ok()?, bottom.parse().ok()?);
    let proper = n < d && !top.starts_with('0') && !whole.starts_with('0');
    proper.then_some([sign * (w + n / d), sign * (w * 1000.0 + n) / d])
}
