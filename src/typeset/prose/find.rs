//! Searching what is on the lines.

use super::{Line, wrap};
use unicode_segmentation::UnicodeSegmentation;

/// Where a searched text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// The line's index.
    pub line: usize,
    /// The column it begins in, from 0.
    pub column: usize,
    /// The columns it takes.
    pub width: usize,
}

/// Every place where a text stands on a line, in any case.
pub fn find(lines: &[Line], text: &str) -> Vec<Hit> {
    let needle: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    if needle.is_empty() {
        return Vec::new();
    }
    lines.iter().enumerate().flat_map(|(number, line)| in_line(number, line, &needle)).collect()
}

fn in_line(number: usize, line: &Line, needle: &[char]) -> Vec<Hit> {
    // Each letter in lower case, with the columns of its grapheme: one may become several.
    let mut letters: Vec<(char, usize, usize)> = Vec::new();
    let mut column = 0;
    for grapheme in line.text().graphemes(true) {
        let wide = wrap::width(grapheme);
        letters.extend(grapheme.chars().flat_map(char::to_lowercase).map(|c| (c, column, column + wide)));
        column += wide;
    }
    let mut hits = Vec::new();
    let mut from = 0;
    while let Some(window) = letters.get(from..from + needle.len()) {
        let same = window.iter().map(|(c, _, _)| c).eq(needle);
        if let (true, Some((_, start, _)), Some((_, _, end))) = (same, window.first(), window.last()) {
            hits.push(Hit { line: number, column: *start, width: end - start });
            from += needle.len();
        } else {
            from += 1;
        }
    }
    hits
}
