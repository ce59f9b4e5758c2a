//! A step with its result taken out: what stands there while it is blank.

use crate::question::Reading;
use crate::question::answer::{self, ReadRules};

/// What stands for the result.
const BLANK: &str = "?";

/// The text of a step without the value that it arrives at. What cannot be found is cut off behind the last `=`.
pub fn cue(say: &str, value: f64) -> String {
    if !value.is_finite() {
        return say.replace("−∞", BLANK).replace(r"-\infty", BLANK);
    }
    let numbers = numbers(say);
    let means = |&(from, to): &(usize, usize)| say.get(from..to).is_some_and(|text| is_value(text, value));
    match numbers.iter().rev().find(|place| means(place)) {
        Some(&(from, to)) => {
            let (before, after) = (say.get(..from).unwrap_or_default(), say.get(to..).unwrap_or_default());
            // A question mark ends the sentence as well.
            let after = if matches!(after, "." | "$.") { after.trim_end_matches('.') } else { after };
            format!("{before}{BLANK}{after}")
        }
        None => cut(say),
    }
}

/// Everything up to the last `=`, its formula closed.
fn cut(say: &str) -> String {
    let Some((before, _)) = say.rsplit_once('=') else { return BLANK.to_string() };
    let open = before.matches('$').count() % 2 == 1;
    format!("{before}= {BLANK}{}", if open { "$" } else { "" })
}

/// Does a printed number mean the value, as far as its digits go?
fn is_value(text: &str, value: f64) -> bool {
    let Reading::Value { value: read, decimals, .. } = answer::read(text, &ReadRules::default()) else { return false };
    // A whole number is no rounding of something else.
    if decimals == Some(0) && value != value.round() {
        return false;
    }
    let half = 0.5 * libm::pow(10.0, -f64::from(decimals.unwrap_or(12).min(12)));
    let near = (read - value).abs() <= half * 1.000_001;
    // Digits that were cut at so many figures are fewer than its decimals tell.
    near || (read - value).abs() <= value.abs() * 1e-6
}

/// The places of the numbers in a text: digits with a point, and a minus that belongs to them.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open: Option<usize> = None;
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        let digit = c.is_ascii_digit() || (c == '.' && open.is_some() && next_is_digit(text, at + 1));
        match (digit, open) {
            (true, None) => open = Some(if signed(text, at) { at - last.len_utf8() } else { at }),
            (false, Some(from)) => {
                found.push((from, at));
                open = None;
            }
            _ => {}
        }
        last = c;
    }
    found.extend(open.map(|from| (from, text.len())));
    found
}

fn next_is_digit(text: &str, at: usize) -> bool {
    text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(|c| c.is_ascii_digit())
}

/// Does the minus in front belong to the number, and is it no subtraction?
fn signed(text: &str, at: usize) -> bool {
    let mut before = text.get(..at).unwrap_or_default().chars().rev();
    let minus = matches!(before.next(), Some('-' | '−'));
    let operand = before.find(|c| !c.is_whitespace()).is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '}'));
    minus && !operand
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_gives_way_to_a_question_mark_and_the_way_to_it_stays() {
        assert_eq!(cue(r"Penalty: $1/8\cdot 40 = 5$.", 5.0), r"Penalty: $1/8\cdot 40 = ?$");
        assert_eq!(cue("Exponent: $-2i/d = -2/64 = -0.03125$.", -0.03125), "Exponent: $-2i/d = -2/64 = ?$");
        assert_eq!(cue("Whole part 3, fraction 0.25.", 3.0), "Whole part ?, fraction 0.25.");
        assert_eq!(cue("Their sum is $Z = 4.1235$.", 4.123_456), "Their sum is $Z = ?$");
        assert_eq!(cue("$10 - 3 = 7$", 7.0), "$10 - 3 = ?$");
    }

    #[test]
    fn a_result_that_is_not_printed_as_such_is_cut_off_and_the_formula_closed() {
        assert_eq!(cue(r"$x = 1/\sqrt 2$, so it is.", std::f64::consts::FRAC_1_SQRT_2), "$x = ?$");
        assert_eq!(cue("so the pair stands there", 7.0), "?");
    }
}
