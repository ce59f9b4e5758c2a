//! Plain words → lines. A line does not end between a number and its unit, inside a short bracket, or inside a short equation:
//! `0.00666 %`, `(n − m)θ` and `L = 512` stay whole where they fit.

use unicode_width::UnicodeWidthStr;

/// Widest bracket or equation that stays whole.
const SHORT: usize = 16;
/// Words of a bracket, at most.
const FEW: usize = 6;
/// What stands behind a number.
const UNITS: [&str; 9] = ["%", "‰", "°", "rad", "ms", "min", "KB", "MB", "GB"];
/// What stands between two numbers or names.
const SIGNS: [&str; 11] = ["=", "≠", "<", ">", "≤", "≥", "≈", "×", "·", "−", "+"];

/// Broken at blanks, greedily; a word longer than the width stands alone.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let held = held(&words);
    let mut rows: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut end = at + 1;
        while held.get(end - 1) == Some(&true) {
            end += 1;
        }
        let whole = words.get(at..end).unwrap_or_default().join(" ");
        if whole.width() <= width {
            add(&mut rows, &whole, width);
        } else {
            words.get(at..end).unwrap_or_default().iter().for_each(|word| add(&mut rows, word, width));
        }
        at = end;
    }
    rows
}

fn add(rows: &mut Vec<String>, piece: &str, width: usize) {
    match rows.last_mut() {
        Some(row) if row.width() + 1 + piece.width() <= width => {
            row.push(' ');
            row.push_str(piece);
        }
        _ => rows.push(piece.to_string()),
    }
}

/// For every gap between two words: do they stay on one line?
pub fn held(words: &[&str]) -> Vec<bool> {
    let mut held = vec![false; words.len().saturating_sub(1)];
    for at in 0..held.len() {
        let word = |k: usize| words.get(at + k).copied().unwrap_or_default();
        if is_number(word(0)) && UNITS.contains(&bare(word(1))) {
            hold(&mut held, at, 1);
        }
        // A sign between two short neighbours.
        if SIGNS.contains(&word(1)) && word(0).width() + 3 + bare(word(2)).width() <= SHORT && !word(2).is_empty() {
            hold(&mut held, at, 2);
        }
        if let Some(gaps) = bracket(words.get(at..).unwrap_or_default()) {
            hold(&mut held, at, gaps);
        }
    }
    held
}

fn hold(held: &mut [bool], from: usize, gaps: usize) {
    held.iter_mut().skip(from).take(gaps).for_each(|gap| *gap = true);
}

/// The gaps of a bracket that opens in the first of these words, if it is closed soon.
fn bracket(words: &[&str]) -> Option<usize> {
    let mut open = 0;
    let mut wide = 0;
    for (gaps, word) in words.iter().take(FEW).enumerate() {
        open += word.matches(['(', '[']).count() as i32 - word.matches([')', ']']).count() as i32;
        wide += word.width() + usize::from(gaps > 0);
        if open <= 0 {
            return (gaps > 0 && wide <= SHORT).then_some(gaps);
        }
    }
    None
}

fn is_number(word: &str) -> bool {
    word.ends_with(|c: char| c.is_ascii_digit())
        && word.starts_with(|c: char| c.is_ascii_digit() || "−-+.±(".contains(c))
}

/// Without the punctuation behind it.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ';', ':', ')', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every width breaks somewhere else: no row of any of them may end or begin inside the piece.
    fn stays(text: &str, piece: &str) {
        for width in piece.width()..=text.width() {
            let rows = wrap(text, width);
            assert!(rows.iter().any(|row| row.contains(piece)), "{width}: {rows:?}");
            assert_eq!(rows.join(" "), text);
        }
    }

    #[test]
    fn a_number_keeps_its_unit() {
        stays("row 511 was reached by 0.00666 %, which is little", "0.00666 %,");
        stays("it turns by 2 rad at a time", "2 rad");
    }

    #[test]
    fn a_short_bracket_stays_whole() {
        stays("the score knows only (n − m)θ and nothing else", "(n − m)θ");
        stays("a bias of −m·(i − j) for key j of query i", "−m·(i − j)");
        stays("with q = (1, 0) turned first", "q = (1, 0)");
    }

    #[test]
    fn a_short_equation_stays_whole() {
        stays("it crosses L = 512 between two pairs", "L = 512");
        stays("a little below 2π × base at the end", "2π × base");
    }

    #[test]
    fn what_is_too_wide_is_broken_like_words() {
        assert_eq!(wrap("(n − m)θ", 4), ["(n −", "m)θ"]);
        let long = "(a bracket of many words that nobody would hold together)";
        assert!(wrap(long, 20).len() > 2);
        assert!(wrap("", 10).is_empty());
    }
}
