//! Text from outside made harmless: no control character, escape sequence or bidirectional override reaches a screen.

use std::borrow::Cow;

/// The text with tabs and line ends as spaces and everything that steers a terminal or the reading direction removed.
pub fn inert(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| replacement(c) != Some(c)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(replacement).collect())
}

/// What a character becomes; `None` when it is removed.
fn replacement(c: char) -> Option<char> {
    match c {
        '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{a0}' | '\u{ad}' => (c == '\u{a0}').then_some(c),
        // Marks, embeddings, overrides and isolates of the bidirectional algorithm; byte order mark; tags.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => None,
        '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => None,
        c if c.is_control() => None,
        c => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_overrides_lose_their_power() {
        assert_eq!(inert("a\u{1b}[31mb\tc\u{202e}d\u{9b}e"), "a[31mb cde");
        assert!(matches!(inert("plain − text"), Cow::Borrowed(_)));
    }
}
