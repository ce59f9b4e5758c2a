//! Before the lexer: typographic characters become the plain ones, by an explicit table.
//!
//! Not Unicode's NFKC, which turns `2²` into `22`. Every byte of the cleaned text knows where it came from, so errors
//! point into what was typed.

use super::error::{ErrorKind, ExprError, Span};

/// A cleaned text with its way back.
#[derive(Clone, Debug)]
pub struct Cleaned {
    /// What the lexer reads.
    pub text: String,
    /// For each byte of `text`, and one past the end: the byte of the original.
    origin: Vec<usize>,
}

impl Cleaned {
    /// A span of the cleaned text as a span of the original.
    pub fn original(&self, span: Span) -> Span {
        let last = self.origin.last().copied().unwrap_or(0);
        let at = |i: usize| self.origin.get(i).copied().unwrap_or(last);
        let (from, to) = (at(span.0), at(span.1));
        (from, to.max(from))
    }

    /// An error of the cleaned text as one of the original.
    pub fn place(&self, error: ExprError) -> ExprError {
        ExprError::new(error.kind, self.original(error.span))
    }

    /// The part between two bytes, with its way back. Ends that split a character are moved outwards to nothing.
    pub fn part(&self, from: usize, to: usize) -> Cleaned {
        Cleaned {
            text: self.text.get(from..to).unwrap_or_default().to_owned(),
            origin: self.origin.get(from..=to).unwrap_or_default().to_vec(),
        }
    }

    /// Without spaces at both ends.
    pub fn trimmed(&self) -> Cleaned {
        let start = self.text.len() - self.text.trim_start().len();
        let end = self.text.trim_end().len().max(start);
        self.part(start, end)
    }
}

/// Cleans a text. The error is a digit of another script or a character that cannot be seen.
pub fn clean(text: &str) -> Result<Cleaned, ExprError> {
    let mut out = Cleaned { text: String::with_capacity(text.len()), origin: Vec::with_capacity(text.len() + 1) };
    let mut raised = false;
    for (at, c) in text.char_indices() {
        let c = full_width(c);
        let high = superscript(c);
        if let Some(digit) = high {
            if !raised {
                push(&mut out, "^", at);
            }
            push(&mut out, digit, at);
        } else if let Some(plain) = plain(c) {
            push(&mut out, plain, at);
        } else if is_control(c) {
            return Err(ExprError::new(ErrorKind::Invisible(u32::from(c)), (at, at + c.len_utf8())));
        } else if c.is_numeric() && !c.is_ascii_digit() && vulgar(c).is_none() {
            return Err(ExprError::new(ErrorKind::OtherDigits(c), (at, at + c.len_utf8())));
        } else {
            push(&mut out, c.encode_utf8(&mut [0; 4]), at);
        }
        raised = high.is_some();
    }
    out.origin.push(text.len());
    Ok(out)
}

fn push(out: &mut Cleaned, text: &str, at: usize) {
    out.text.push_str(text);
    out.origin.extend(std::iter::repeat_n(at, text.len()));
}

/// The table of characters that stand for plain ones.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '\t' | '\n' | '\r' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        // Zero-width characters come along when text is copied from a page.
        '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{2061}' | '\u{feff}' | '\u{ad}' => "",
        '\u{2010}'..='\u{2015}' | '−' | '﹣' | '－' => "-",
        '\u{2062}' | '×' | '·' | '⋅' | '∗' | '∙' | '•' | '✕' => "*",
        '÷' | '∕' | '⁄' => "/",
        'π' | '𝜋' | 'ϖ' => " pi ",
        'τ' => " tau ",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '≈' | '≃' | '≅' | '∼' | '～' => "~",
        '’' | '‘' | 'ʼ' => "'",
        '“' | '”' => "\"",
        '٫' => ",",
        _ => return None,
    })
}

fn full_width(c: char) -> char {
    match u32::from(c) {
        code @ 0xff01..=0xff5e => char::from_u32(code - 0xff01 + 0x21).unwrap_or(c),
        _ => c,
    }
}

fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn superscript(c: char) -> Option<&'static str> {
    Some(match c {
        '⁰' => "0",
        '¹' => "1",
        '²' => "2",
        '³' => "3",
        '⁴' => "4",
        '⁵' => "5",
        '⁶' => "6",
        '⁷' => "7",
        '⁸' => "8",
        '⁹' => "9",
        '⁻' => "-",
        '⁺' => "+",
        _ => return None,
    })
}

/// Numerator and denominator of a fraction that is one character.
pub fn vulgar(c: char) -> Option<(f64, f64)> {
    Some(match c {
        '½' => (1.0, 2.0),
        '⅓' => (1.0, 3.0),
        '⅔' => (2.0, 3.0),
        '¼' => (1.0, 4.0),
        '¾' => (3.0, 4.0),
        '⅕' => (1.0, 5.0),
        '⅖' => (2.0, 5.0),
        '⅗' => (3.0, 5.0),
        '⅘' => (4.0, 5.0),
        '⅙' => (1.0, 6.0),
        '⅚' => (5.0, 6.0),
        '⅐' => (1.0, 7.0),
        '⅛' => (1.0, 8.0),
        '⅜' => (3.0, 8.0),
        '⅝' => (5.0, 8.0),
        '⅞' => (7.0, 8.0),
        '⅑' => (1.0, 9.0),
        '⅒' => (1.0, 10.0),
        _ => return None,
    })
}
