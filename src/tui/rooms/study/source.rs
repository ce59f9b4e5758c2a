//! Formulas as they were written: LaTeX as code, broken into rows.

use unicode_width::UnicodeWidthStr;

/// Markdown with every formula as code: `$x$` reads `x` as it was written.
pub fn as_source(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '`' => {
                out.push(c);
                for inner in chars.by_ref() {
                    out.push(inner);
                    if inner == '`' {
                        break;
                    }
                }
            }
            '$' => {
                let inner: String = chars.by_ref().take_while(|c| *c != '$').collect();
                // `$$…$$` is an empty formula to this loop: what stands between is met as the next one.
                if !inner.is_empty() {
                    out.push('`');
                    out.push_str(&inner.replace('\n', " "));
                    out.push('`');
                }
            }
            other => out.push(other),
        }
    }
    out
}

/// LaTeX in rows: broken after a blank, `&` or `\\`, before an operator or a command, never inside one.
pub fn chunks(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut rows = vec![String::new()];
    for piece in tokens(text).iter().flat_map(|token| pieces(token, width)) {
        let Some(row) = rows.last_mut() else { continue };
        if row.width() + piece.trim_end().width() > width {
            rows.push(piece);
        } else {
            row.push_str(&piece);
        }
    }
    rows
}

/// The parts of LaTeX that stay together: a command with what hangs on it, an operator with what follows it.
fn tokens(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut chars = text.chars().peekable();
    // Nothing breaks inside braces: `_{2i+1}`, `\begin{pmatrix}`.
    let mut depth = 0_usize;
    while let Some(c) = chars.next() {
        let before = all.last().and_then(|token| token.chars().last());
        let begins = matches!(c, '\\' | '=' | '+' | '-') && !matches!(before, Some('^' | '_' | '(' | '['));
        if begins && depth == 0 {
            all.push(String::new());
        }
        let Some(token) = all.last_mut() else { continue };
        token.push(c);
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '\\' if chars.peek().is_some_and(char::is_ascii_alphabetic) => {
                while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                    token.push(letter);
                }
            }
            '\\' => token.extend(chars.next()),
            _ => {}
        }
        if depth == 0 && (matches!(c, ' ' | '&') || token.ends_with("\\\\")) {
            all.push(String::new());
        }
    }
    all
}

fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for c in word.chars() {
        if all.last().is_some_and(|p| p.width() >= width) {
            all.push(String::new());
        }
        if let Some(last) = all.last_mut() {
            last.push(c);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_in_a_sentence_can_be_read_as_it_was_written() {
        assert_eq!(as_source("so $\\frac{a}{b}$ and `$x`"), "so `\\frac{a}{b}` and `$x`");
        assert_eq!(as_source("a \\$5 note"), "a \\$5 note");
    }

    #[test]
    fn long_source_is_broken_into_rows_and_nothing_is_lost() {
        let text = "\\begin{pmatrix} a & b \\end{pmatrix} + \\text{something rather long}";
        let rows = chunks(text, 20);
        assert!(rows.iter().all(|r| r.trim_end().width() <= 20), "{rows:?}");
        assert_eq!(rows.concat(), text);
    }

    #[test]
    fn source_is_never_broken_inside_a_command() {
        let text = "q_m\\mapsto R(m\\theta)\\,q_m,\\qquad k_n\\mapsto R(n\\theta)\\,k_n=\\frac{1}{10000^{2i/d}}";
        for width in 24..60 {
            let rows = chunks(text, width);
            assert_eq!(rows.concat(), text);
            for pair in rows.windows(2) {
                let command = pair[0].rsplit('\\').next().unwrap().chars().all(char::is_alphabetic);
                let goes_on = pair[1].starts_with(char::is_alphabetic);
                assert!(!(command && goes_on && pair[0].contains('\\')), "{rows:?}");
            }
        }
    }
}
