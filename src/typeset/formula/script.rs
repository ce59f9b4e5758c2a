//! Sub- and superscripts as Unicode characters, where every character has one.

/// Longer scripts are easier to read raised or in brackets.
const LONGEST: usize = 5;

const RAISED: [(&str, &str); 2] = [
    ("0123456789+−=", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼"),
    ("abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW⊤βγδθφχ′", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵀᵝᵞᵟᶿᵠᵡ′"),
];
const LOWERED: [(&str, &str); 2] =
    [("0123456789+−=", "₀₁₂₃₄₅₆₇₈₉₊₋₌"), ("aehijklmnoprstuvxβγρφχ", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")];

/// Which way a script goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::typeset) enum Way {
    Up,
    Down,
}

/// The script in Unicode characters, when each has one and there are few.
pub(in crate::typeset) fn collapse(text: &str, way: Way) -> Option<String> {
    let table = match way {
        Way::Up => &RAISED,
        Way::Down => &LOWERED,
    };
    if text.chars().count() > LONGEST {
        return None;
    }
    text.chars().map(|c| table.iter().find_map(|(plain, small)| small_of(c, plain, small))).collect()
}

fn small_of(c: char, plain: &str, small: &str) -> Option<char> {
    plain.chars().zip(small.chars()).find(|(from, _)| *from == c).map(|(_, to)| to)
}

/// The script on the line: `_i`, `^T`, `^(2i/d)`.
pub(in crate::typeset) fn marked(text: &str, way: Way) -> String {
    let sign = match way {
        Way::Up => '^',
        Way::Down => '_',
    };
    if is_simple(text) { format!("{sign}{text}") } else { format!("{sign}({text})") }
}

/// One word or one character needs no brackets; nor does what stands in brackets as a whole.
pub(in crate::typeset) fn is_simple(text: &str) -> bool {
    let word = text.chars().all(|c| c.is_alphanumeric() || c == '\u{304}' || c == '\'' || c == '′');
    word || text.chars().count() == 1 || is_bracketed(text)
}

fn is_bracketed(text: &str) -> bool {
    let mut depth = 0usize;
    let last = text.len().saturating_sub(1);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && at < last {
            return false;
        }
    }
    depth == 0 && text.ends_with(')')
}
