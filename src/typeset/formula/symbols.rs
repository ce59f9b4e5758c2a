//! Characters of formulas: what the parser's characters become on screen and in ASCII.

use super::tree::Class;
use crate::typeset::{ascii, inert};
use pulldown_latex::event::Font;
use std::borrow::Cow;

/// A letter in a font. Terminals have one face; only double-struck letters that every font holds differ.
pub(super) fn letter(c: char, font: Option<Font>) -> char {
    match (font, c) {
        (Some(Font::DoubleStruck), 'R') => 'ℝ',
        (Some(Font::DoubleStruck), 'Z') => 'ℤ',
        (Some(Font::DoubleStruck), 'N') => 'ℕ',
        (Some(Font::DoubleStruck), 'C') => 'ℂ',
        (Some(Font::DoubleStruck), 'Q') => 'ℚ',
        (Some(Font::DoubleStruck), 'P') => 'ℙ',
        (_, 'ϵ') => 'ε',
        (_, 'ϕ') => 'φ',
        (_, '-') => '−',
        (_, '∗') => '*',
        (_, '⋅') => '·',
        (_, '∣') => '|',
        (_, '∥') => '‖',
        (_, '⟶') => '→',
        (_, '⟼') => '↦',
        (_, '⩽') => '≤',
        (_, '⩾') => '≥',
        (_, c) => c,
    }
}

/// A relation struck through.
pub(super) fn negated(text: &str) -> String {
    match text {
        "=" => "≠".into(),
        "∈" => "∉".into(),
        "≡" => "≢".into(),
        "<" => "≥".into(),
        ">" => "≤".into(),
        "≤" => ">".into(),
        "≥" => "<".into(),
        other => format!("not {other}"),
    }
}

/// A symbol's text as it is drawn.
pub(super) fn text(text: &str, class: Class, plain: bool) -> Cow<'_, str> {
    if !plain {
        return inert::inert(text);
    }
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Cow::Owned(ascii_symbol(c, class)),
        _ => ascii::fold(text),
    }
}

fn ascii_symbol(c: char, class: Class) -> String {
    match (c, class) {
        ('⌊', _) => "floor(".into(),
        ('⌈', _) => "ceil(".into(),
        ('⌋' | '⌉', _) => ")".into(),
        _ => ascii::fold(c.encode_utf8(&mut [0; 4])).into_owned(),
    }
}
