//! Text that cannot act on a terminal: no control characters, no bidirectional overrides.

use std::borrow::Cow;

/// Would this character act instead of being shown? Line feed and tab are fine.
pub fn acts(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The characters that act, with their places in bytes. A carriage return before a line feed does not.
pub fn acting(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let ends_line = |at: usize| text.get(at..).is_some_and(|rest| rest.starts_with("\r\n"));
    text.char_indices().filter(move |(at, c)| acts(*c) && !(*c == '\r' && ends_line(*at)))
}

/// The text with every acting character replaced by `U+FFFD` (and `\r\n` by `\n`).
pub fn inert(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.chars().map(|c| if acts(c) { char::REPLACEMENT_CHARACTER } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_sequence_and_an_override_lose_their_power() {
        assert_eq!(inert("a\u{1b}[31mb\u{202e}c\u{9b}d"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}d");
        assert_eq!(inert("two\r\nlines\tand θ"), "two\nlines\tand θ");
        assert_eq!(acting("ok\r\n\u{2066}").collect::<Vec<_>>(), [(4, '\u{2066}')]);
    }
}
