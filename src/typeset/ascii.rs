//! How typographic characters are written with 0x20–0x7E alone.
//!
//! [`fold`] rewrites text and may lengthen it; [`fold_char`] rewrites one cell of a finished screen and never does.

use std::borrow::Cow;

/// What stands for a character nobody has a name for.
const UNKNOWN: char = '?';

/// Text in plain ASCII: `θ` becomes `theta`, `≤` becomes `<=`, `qᵢᵀ` becomes `q_i^T`; unknown characters become `?`.
///
/// Control characters become spaces, combining accents are dropped.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| (0x20..=0x7e).contains(&byte)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some((raised, first)) = script(c) {
            let mut run = String::from(first);
            while let Some((_, plain)) = chars.peek().copied().and_then(script).filter(|next| next.0 == raised) {
                run.push(plain);
                chars.next();
            }
            push_script(&mut out, raised, &run);
        } else if let Some(name) = name(c) {
            push_name(&mut out, name, chars.peek().copied());
        } else {
            out.push(single(c));
        }
    }
    Cow::Owned(out)
}

/// A sub- or superscript in ASCII, bracketed when it is longer than one word.
fn push_script(out: &mut String, raised: bool, run: &str) {
    out.push(if raised { '^' } else { '_' });
    if run.chars().all(char::is_alphanumeric) {
        out.push_str(run);
    } else {
        out.push('(');
        out.push_str(run);
        out.push(')');
    }
}

/// A name, kept apart from letters beside it: `mθ` is `m theta`, not `mtheta`; `2π` stays `2pi`.
fn push_name(out: &mut String, name: &str, next: Option<char>) {
    let word = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic());
    if word && out.ends_with(|c: char| c.is_ascii_alphabetic()) {
        out.push(' ');
    }
    out.push_str(name);
    if word && next.is_some_and(|c| c.is_ascii_alphanumeric()) {
        out.push(' ');
    }
}

/// One cell in plain ASCII, one column wide: box drawing, Braille, blocks, and the first sign of longer names.
pub fn fold_char(c: char) -> char {
    match c {
        ' '..='~' => c,
        '\u{2800}'..='\u{28ff}' => braille(c),
        _ => script(c).map(|(_, plain)| plain).unwrap_or_else(|| cell(c)),
    }
}

fn cell(c: char) -> char {
    match single(c) {
        UNKNOWN => greek_letter(c).or_else(|| one_of(name(c)?)).unwrap_or(UNKNOWN),
        known => known,
    }
}

/// The sign of a name that says most in one cell.
fn one_of(name: &str) -> Option<char> {
    let sign = match name {
        "->" | "=>" | "|->" => '>',
        "<-" => '<',
        "..." => '.',
        "--" | "+-" => name.chars().next_back()?,
        "!=" => '#',
        "||" => '|',
        "inf" => '8',
        "sqrt" => 'V',
        "sum" => 'S',
        "in" => 'E',
        _ => name.chars().next()?,
    };
    Some(sign)
}

/// The Latin letter that stands for a Greek one in a single cell.
fn greek_letter(c: char) -> Option<char> {
    Some(match c {
        'θ' | 'ϑ' => 'o',
        'ω' => 'w',
        'φ' | 'ϕ' => 'f',
        'ψ' => 'y',
        'χ' => 'x',
        'η' => 'n',
        'Ω' => 'O',
        'Θ' => 'O',
        _ => return None,
    })
}

/// Braille by the number of its dots.
fn braille(c: char) -> char {
    match (u32::from(c) & 0xff).count_ones() {
        0 => ' ',
        1 | 2 => '.',
        3 | 4 => ':',
        5 | 6 => '+',
        _ => '#',
    }
}

/// A character that one ASCII character stands for.
fn single(c: char) -> char {
    match c {
        ' '..='~' => c,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        c if c.is_control() => ' ',
        '−' | '–' | '‐' | '‑' | '‒' | '‾' | '¯' | '˗' => '-',
        '‘' | '’' | '‚' | '′' | '‵' | '´' => '\'',
        '“' | '”' | '„' | '″' | '«' | '»' => '"',
        '•' | '◦' | '∗' | '★' | '☆' | '●' | '◆' | '∙' | '▪' | '✦' | '✱' | '⋆' => '*',
        '○' | '◌' | '◇' | '∘' | '°' => 'o',
        '·' | '⋅' | '‧' => '.',
        '×' | '✗' | '✘' | '✕' | '✖' | '☒' => 'x',
        '✓' | '✔' | '☑' => '+',
        '☐' => 'o',
        '⊤' => 'T',
        '⊥' => '_',
        '÷' | '⁄' | '∕' | '╱' => '/',
        '╲' | '∖' => '\\',
        '∣' => '|',
        '∼' | '˜' => '~',
        'ˆ' => '^',
        '⟨' | '‹' | '◀' | '◂' | '◁' | '◄' => '<',
        '⟩' | '›' | '▶' | '▸' | '▷' | '►' | '❯' => '>',
        '▲' | '▴' | '△' | '↑' => '^',
        '▼' | '▾' | '▽' | '↓' => 'v',
        '↕' => '|',
        '⏎' | '↵' | '⇐' => '<',
        '░' => '.',
        '▒' => '+',
        '▓' => '%',
        '█' | '■' | '▀' | '▄' | '▌' | '▐' | '◼' => '#',
        '▁' | '▂' => '_',
        '▃' | '▅' => '=',
        '▆' | '▇' => '#',
        '▏' | '▎' | '▍' => '|',
        '▋' | '▊' | '▉' => '#',
        '▖'..='▟' => '#',
        '─' | '━' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉' | '╴' | '╶' | '╸' | '╺' => '-',
        '═' => '=',
        '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' | '╵' | '╷' | '╹' | '╻' | '▕' => {
            '|'
        }
        '\u{250c}'..='\u{256c}' => '+',
        '╭' | '╮' | '╯' | '╰' | '╳' => '+',
        '⎛' | '⎠' => '/',
        '⎝' | '⎞' => '\\',
        '⎜' | '⎟' | '⎢' | '⎥' | '⎪' => '|',
        '⎡' | '⎣' => '[',
        '⎤' | '⎦' => ']',
        '⎧' | '⎨' | '⎩' => '{',
        '⎫' | '⎬' | '⎭' => '}',
        '⌊' | '⌈' => '[',
        '⌋' | '⌉' => ']',
        'ℝ' => 'R',
        'ℤ' => 'Z',
        'ℕ' => 'N',
        'ℂ' => 'C',
        'ℚ' => 'Q',
        'ℙ' => 'P',
        'ℓ' => 'l',
        '∂' => 'd',
        '†' => '+',
        '§' => 'S',
        'à'..='å' => 'a',
        'À'..='Å' => 'A',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'È'..='Ë' => 'E',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'Ò'..='Ö' | 'Ø' => 'O',
        'ù'..='ü' => 'u',
        'Ù'..='Ü' => 'U',
        'ý' | 'ÿ' => 'y',
        'š' => 's',
        'ž' => 'z',
        _ => UNKNOWN,
    }
}

/// A character that a word or several signs stand for.
pub(crate) fn name(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' | 'ϵ' => "eps",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' | 'ϑ' => "theta",
        'ι' => "iota",
        'κ' => "kappa",
        'λ' => "lambda",
        'μ' | 'µ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'π' => "pi",
        'ρ' | 'ϱ' => "rho",
        'σ' | 'ς' => "sigma",
        'τ' => "tau",
        'υ' => "upsilon",
        'φ' | 'ϕ' => "phi",
        'χ' => "chi",
        'ψ' => "psi",
        'ω' => "omega",
        'Γ' => "Gamma",
        'Δ' | '∆' => "Delta",
        'Θ' => "Theta",
        'Λ' => "Lambda",
        'Ξ' => "Xi",
        'Π' => "Pi",
        'Σ' => "Sigma",
        'Φ' => "Phi",
        'Ψ' => "Psi",
        'Ω' => "Omega",
        '∑' => "sum",
        '∏' => "prod",
        '∫' => "int",
        '√' => "sqrt",
        '°' => " deg",
        '∇' => "grad",
        '∞' => "inf",
        '≤' | '⩽' => "<=",
        '≥' | '⩾' => ">=",
        '≠' => "!=",
        '≈' => "~=",
        '≃' => "~=",
        '≡' => "==",
        '≢' => "!==",
        '≔' => ":=",
        '≪' => "<<",
        '≫' => ">>",
        '∝' => "~",
        '→' | '⟶' | '⇢' => "->",
        '←' | '⟵' => "<-",
        '↔' | '⟷' => "<->",
        '⇒' | '⟹' => "=>",
        '⇔' | '⟺' => "<=>",
        '↦' | '⟼' => "|->",
        '↗' => "up",
        '↘' => "down",
        '∈' => "in",
        '∉' => "not in",
        '∋' => "contains",
        '⊂' => "subset",
        '⊆' => "subset",
        '∪' => "union",
        '∩' => "intersect",
        '∅' => "{}",
        '∀' => "for all",
        '∃' => "exists",
        '∧' => "and",
        '∨' => "or",
        '¬' => "not ",
        '±' => "+-",
        '∓' => "-+",
        '⊙' => "(.)",
        '⊗' => "(x)",
        '⊕' => "(+)",
        '‖' | '∥' => "||",
        '…' | '⋯' => "...",
        '⋮' => ":",
        '⋱' => "\\",
        '—' | '―' => "--",
        '½' => "1/2",
        '¼' => "1/4",
        '¾' => "3/4",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        '€' => "EUR",
        '©' => "(c)",
        '‰' => " per mille",
        c if is_zero_width(c) => "",
        _ => return None,
    })
}

/// Combining accents and joiners take no column and are dropped.
fn is_zero_width(c: char) -> bool {
    unicode_width::UnicodeWidthChar::width(c) == Some(0)
}

/// A sub- or superscript character: whether it is raised, and the plain character.
fn script(c: char) -> Option<(bool, char)> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ";
    const RAISED_PLAIN: &str = "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW";
    const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ";
    const LOWERED_PLAIN: &str = "0123456789+-=()aehijklmnoprstuvx";
    if !matches!(c, '²' | '³' | '¹' | '\u{1d2c}'..='\u{1dbf}' | '\u{2070}'..='\u{209c}' | '\u{2c7c}' | '\u{2c7d}' | '\u{2b0}'..='\u{2e4}')
    {
        return None;
    }
    let find = |from: &str, to: &str| from.chars().position(|x| x == c).and_then(|at| to.chars().nth(at));
    find(RAISED, RAISED_PLAIN)
        .map(|plain| (true, plain))
        .or_else(|| find(LOWERED, LOWERED_PLAIN).map(|plain| (false, plain)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn typographic_characters_have_readable_names() {
        assert_eq!(fold("θ ≤ 2π — “so” …"), "theta <= 2pi -- \"so\" ...");
        assert_eq!(fold("mθ"), "m theta");
        assert_eq!(fold("qᵢᵀkⱼ, Rₙ₋ₘ, 10²"), "q_i^Tk_j, R_(n-m), 10^2");
        assert_eq!(fold("n − m → x · y"), "n - m -> x . y");
        assert_eq!(fold("漢\tk̄"), "? k");
    }

    #[test]
    fn a_finished_cell_stays_one_cell() {
        let cells: String = "│─┌┼⠀⠁⣿░▒▓█▀→θ…≤ᵀ漢".chars().map(fold_char).collect();
        assert_eq!(cells, "|-++ .#.+%##>o.<T?");
    }

    proptest! {
        #[test]
        fn nothing_but_printable_ascii_comes_out(text in any::<String>()) {
            prop_assert!(fold(&text).bytes().all(|byte| (0x20..=0x7e).contains(&byte)));
            prop_assert!(text.chars().map(fold_char).all(|c| (' '..='~').contains(&c)));
        }
    }
}
