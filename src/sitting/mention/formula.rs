//! Formulas in prose, in one spelling: `f(PX) = P f(X)`, `$f(PX)=Pf(X)$` and `f(px)=p*f(x)` are one; `2k + 1` is also
//! "two k plus one".

use super::words::Word;

/// The words of a sentence as one formula, brackets and spaces left out, and where each word begins and ends in it.
pub struct Line {
    text: String,
    /// Per word: from, to (bytes). A word that is left out has no length.
    places: Vec<(usize, usize)>,
}

impl Line {
    /// Writes words as a formula.
    pub fn new(words: &[Word]) -> Line {
        let mut line = Line { text: String::new(), places: Vec::new() };
        for word in words {
            signs(&word.signs, &mut line.text);
            let from = line.text.len();
            line.text.push_str(spoken(&word.lower));
            line.places.push((from, line.text.len()));
        }
        line
    }

    /// The words that a formula covers: from, to (inclusive). It begins and ends where words do.
    pub fn find(&self, formula: &str) -> impl Iterator<Item = (usize, usize)> {
        self.text.match_indices(formula).filter_map(|(from, found)| {
            let to = from + found.len();
            let full = |&(a, b): &(usize, usize)| b > a;
            let first = self.places.iter().position(|place| place.1 > from && full(place))?;
            let last = self.places.iter().rposition(|place| place.0 < to && full(place))?;
            let begins = self.places.get(first).is_some_and(|place| place.0 >= from);
            let ends = self.places.get(last).is_some_and(|place| place.1 <= to);
            (begins && ends && first <= last).then_some((first, last))
        })
    }
}

/// A formula of the author in the same spelling.
pub fn normal(words: &[Word]) -> String {
    let mut text = String::new();
    for word in words {
        signs(&word.signs, &mut text);
        text.push_str(spoken(&word.lower));
    }
    text
}

/// Signs between two words; brackets, signs of a product and all that only arranges are left out.
fn signs(between: &str, text: &mut String) {
    for c in between.replace("**", "^").chars() {
        match c {
            '+' | '=' | '<' | '>' | '^' | '/' | '|' => text.push(c),
            '-' | '−' | '–' => text.push('-'),
            'ᵀ' if text.ends_with('^') => text.push('t'),
            'ᵀ' => text.push_str("^t"),
            '²' => text.push_str("^2"),
            '∈' => text.push_str("in"),
            '≤' => text.push_str("<="),
            '≥' => text.push_str(">="),
            '′' | '\'' => text.push('\''),
            _ => {}
        }
    }
}

/// A word of a spoken formula as it is written.
fn spoken(word: &str) -> &str {
    match word {
        "plus" => "+",
        "minus" => "-",
        "over" => "/",
        "equals" | "equal" | "is" => "=",
        "times" | "of" | "the" | "to" | "by" => "",
        "power" => "^",
        "squared" => "^2",
        "transpose" | "transposed" => "^t",
        "root" => "sqrt",
        "sine" => "sin",
        "cosine" => "cos",
        "zero" => "0",
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "eight" => "8",
        "ten" => "10",
        "hundred" => "00",
        "thousand" => "000",
        word => word,
    }
}

#[cfg(test)]
mod tests {
    use super::super::negation::words;
    use super::*;

    fn says(text: &str, formula: &str) -> bool {
        Line::new(&words(text)).find(&normal(&words(formula))).next().is_some()
    }

    #[test]
    fn one_formula_has_many_spellings() {
        for text in ["so f(PX) = P f(X).", "$f(PX)=Pf(X)$", "f(px)=p*f(x) holds", r"$f\left(PX\right)=P\,f(X)$"] {
            assert!(says(text, "f(PX) = P f(X)"), "{text}");
        }
        for text in ["rows: 2k+1", "two k plus one vectors", "$2k + 1$ of them"] {
            assert!(says(text, "2k + 1"), "{text}");
        }
        assert!(says("turned by mθ", r"m\theta") && says("by m*theta each", "mθ") && says("m theta", "mθ"));
        assert!(says("it is −m(i − j)", "-m(i-j)") && says("minus m times (i - j)", "−m(i−j)"));
        assert!(says("take |i - j|", "|i−j|") && !says("take i - j", "|i−j|") && says("b**(-2i/d)", "b^(−2i/d)"));
        assert!(says(r"$R(m\theta)^\top=R(-m\theta)$", "R(mθ)ᵀ = R(−mθ)"));
    }

    #[test]
    fn a_part_of_a_word_is_no_formula() {
        assert!(!says("12k + 15", "2k + 1") && !says("pdf(x)", "f(x)") && !says("f(PX)", "f(PX) = P f(X)"));
    }
}
