//! Text that cannot act on a terminal: no control characters, no bidirectional overrides.

use std::borrow::Cow;

/// Would this character act instead of being shown? Line feed and tab are fine.
pub fn acts(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The first character that acts, and its place in bytes. A carriage return before a line feed does not.
pub fn find_acting(text: &str) -> Option<(usize, char)> {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if acts(c) && !(c == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n')) {
            return Some((at, c));
        }
    }
    None
}

/// The text with every acting character replaced by `U+FFFD` (and `\r\n` by `\n`).
pub fn inert(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    Cow::Owned(
        text.chars()
            .map(|c| {
                if acts(c) {
                    char::REPLACEMENT_CHARACTER
                } else {
                    c
                }
            })
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_sequence_and_an_override_lose_their_power() {
        assert_eq!(
            inert("a\u{1b}[31mb\u{202e}c\u{9b}d"),
            "a\u{fffd}[31mb\u{fffd}c\u{fffd}d"
        );
        assert_eq!(inert("two\r\nlines\tand θ"), "two\nlines\tand θ");
        assert_eq!(find_acting("ok\r\n\u{2066}"), Some((4, '\u{2066}')));
    }
}
