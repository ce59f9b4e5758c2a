//! A text as words with their sentence.

use super::stem::{stem, telling};

/// A word or a number of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// What it is compared by.
    pub stem: String,
    /// In lower case, a Greek letter by its name.
    pub lower: String,
    /// As it was typed.
    pub text: String,
    /// What stands between the word before and this one, as it was typed.
    pub before: String,
    /// The same without spaces and commands of LaTeX.
    pub signs: String,
    /// Which sentence it stands in, from 0.
    pub sentence: usize,
    /// Under a "not", a "no", a "without".
    pub denied: bool,
    /// Carries a meaning of its own.
    pub telling: bool,
}

/// The words of a text, none of them denied yet.
pub fn split(text: &str) -> Vec<Word> {
    let mut reader = Reader::default();
    let chars: Vec<char> = text.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        reader.read(c, chars.get(at + 1).copied().unwrap_or(' '));
    }
    reader.end_word();
    reader.words
}

#[derive(Default)]
struct Reader {
    words: Vec<Word>,
    /// The word that is being read, as typed.
    word: String,
    before: String,
    signs: String,
    sentence: usize,
    newline: bool,
}

impl Reader {
    fn read(&mut self, c: char, next: char) {
        match c {
            // A separator of thousands, a decimal point, an apostrophe belong to what they stand in.
            ',' | '\u{202f}' | '\u{a0}' | '.' if self.in_number() && next.is_ascii_digit() => self.word.push(c),
            '\'' | '’' if self.in_letters() && next.is_alphabetic() => self.word.push('\''),
            _ if greek(c).is_some() => {
                self.end_word();
                self.word.push(c);
                self.end_word();
            }
            _ if c.is_ascii_digit() => {
                // float32 is one word, 2k is two.
                self.word.push(c);
            }
            _ if c.is_alphabetic() && !"ᵀ".contains(c) => {
                if self.in_number() {
                    self.end_word();
                }
                self.word.push(c);
            }
            _ => {
                self.end_word();
                self.sign(c);
            }
        }
    }

    fn in_number(&self) -> bool {
        self.word.starts_with(|c: char| c.is_ascii_digit())
    }

    fn in_letters(&self) -> bool {
        !self.word.is_empty() && !self.in_number()
    }

    fn sign(&mut self, c: char) {
        let blank_line = c == '\n' && self.newline;
        self.newline = c == '\n' || (self.newline && c.is_whitespace());
        if matches!(c, '.' | '!' | '?' | ';') || blank_line {
            self.sentence += 1;
        }
        self.before.push(c);
        if !c.is_whitespace() {
            self.signs.push(c);
        }
    }

    fn end_word(&mut self) {
        let text = std::mem::take(&mut self.word);
        if text.is_empty() {
            return;
        }
        self.newline = false;
        let lower = match text.chars().next().and_then(greek) {
            Some(name) => name.to_string(),
            None => plain(&text.to_lowercase()),
        };
        // A command of LaTeX is a word (`\theta`) or arranges (`\left`).
        if self.signs.ends_with('\\') {
            self.signs.pop();
            if !NAMED.contains(&lower.as_str()) {
                self.signs.extend((lower == "top").then_some('ᵀ'));
                return self.before.push_str(&text);
            }
        }
        self.words.push(Word {
            stem: stem(&lower),
            telling: telling(&lower),
            lower,
            text,
            before: std::mem::take(&mut self.before),
            signs: std::mem::take(&mut self.signs),
            sentence: self.sentence,
            denied: false,
        });
    }
}

/// Without separators of thousands and without the ending of a genitive.
fn plain(lower: &str) -> String {
    match lower.starts_with(|c: char| c.is_ascii_digit()) {
        true => lower.replace([',', '\u{202f}', '\u{a0}'], ""),
        false => lower.strip_suffix("'s").unwrap_or(lower).to_string(),
    }
}

/// A sign that is read as a word.
fn greek(c: char) -> Option<&'static str> {
    Some(match c {
        'θ' | 'Θ' => "theta",
        'π' => "pi",
        'λ' => "lambda",
        'ω' => "omega",
        'α' => "alpha",
        'φ' | 'ϕ' => "phi",
        'Δ' | 'δ' => "delta",
        '√' => "sqrt",
        'Σ' | '∑' => "sum",
        _ => return None,
    })
}

/// Commands of LaTeX that are words; the others only arrange.
const NAMED: &[&str] = &[
    "theta", "lambda", "omega", "alpha", "phi", "delta", "pi", "sin", "cos", "tan", "exp", "log", "ln", "sqrt", "sum",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_letters_and_commands_are_told_apart() {
        let read = |text: &str| split(text).into_iter().map(|w| w.lower).collect::<Vec<_>>();
        assert_eq!(read(r"60{,}611 and 60,611 at 0.5."), ["60", "611", "and", "60611", "at", "0.5"]);
        assert_eq!(read(r"$R(m\theta)\left(q\right)$, mθ"), ["r", "m", "theta", "q", "m", "theta"]);
        assert_eq!(read("float32, 2k+1, T5's, doesn’t"), ["float32", "2", "k", "1", "t5", "doesn't"]);
    }

    #[test]
    fn sentences_end_at_points_and_blank_lines_and_not_inside_numbers() {
        let read = |text: &str| split(text).into_iter().map(|w| w.sentence).collect::<Vec<_>>();
        assert_eq!(read("one 0.5 two. Three\nfour\n\nfive; six"), [0, 0, 0, 1, 1, 2, 3]);
    }
}
