//! Runs of text → lines of at most a width: greedy, by graphemes.

use super::model::Inline;
use super::{Opts, Role, Span};
use crate::typeset::{ascii, breaks};
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// A formula up to this wide is never broken inside.
const WHOLE_FORMULA: usize = 28;

/// Columns of a text, grapheme by grapheme, as terminals place it.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else if text.chars().all(is_simple) {
        text.chars().count()
    } else {
        text.graphemes(true).map(UnicodeWidthStr::width).sum()
    }
}

/// Characters of our texts that always take one column and never join their neighbours.
fn is_simple(c: char) -> bool {
    matches!(c,
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{391}'..='\u{3c9}' | '\u{1d2c}'..='\u{1d6a}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{2070}'..='\u{209c}' | '\u{2190}'..='\u{22ff}'
        | '\u{239b}'..='\u{23ae}' | '\u{2500}'..='\u{259f}')
}

/// What is never broken unless it is wider than a line.
struct Word {
    parts: Vec<Span>,
    width: usize,
    /// What stands between it and the word before it, when both are on one line.
    space: Option<Span>,
    /// A line ends before it.
    forced: bool,
}

/// Wraps runs to a width.
pub(super) fn wrap(inlines: &[Inline], limit: usize, opts: &Opts) -> Vec<Vec<Span>> {
    let limit = limit.max(1);
    let mut lines = Lines { done: Vec::new(), line: Vec::new(), used: 0, limit };
    for word in held(words(inlines, limit, opts), limit) {
        lines.word(word);
    }
    lines.finish()
}

/// Joins the words that stay on one line, as long as they fit on one.
fn held(words: Vec<Word>, limit: usize) -> Vec<Word> {
    let text = |word: &Word| word.parts.iter().map(|part| part.text.as_str()).collect::<String>();
    let texts: Vec<String> = words.iter().map(text).collect();
    let held = breaks::held(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let mut joined: Vec<Word> = Vec::new();
    for (at, word) in words.into_iter().enumerate() {
        let stays = at > 0 && held.get(at - 1) == Some(&true);
        match (joined.last_mut(), word) {
            (Some(last), Word { parts, width, space: Some(space), forced: false })
                if stays && last.width + 1 + width <= limit =>
            {
                last.width += 1 + width;
                last.parts.push(space);
                last.parts.extend(parts);
            }
            (_, word) => joined.push(word),
        }
    }
    joined
}

/// Columns of the runs on one line.
pub(super) fn natural(inlines: &[Inline], opts: &Opts) -> usize {
    let line = |word: &Word| word.width + usize::from(word.space.is_some());
    let all = words(inlines, usize::MAX, opts);
    all.iter().enumerate().map(|(at, word)| if at == 0 { word.width } else { line(word) }).sum()
}

/// Columns of the widest word.
pub(super) fn widest_word(inlines: &[Inline], opts: &Opts) -> usize {
    words(inlines, usize::MAX, opts).iter().map(|word| word.width).max().unwrap_or(0)
}

struct Lines {
    done: Vec<Vec<Span>>,
    line: Vec<Span>,
    used: usize,
    limit: usize,
}

impl Lines {
    fn word(&mut self, word: Word) {
        if word.forced {
            self.end();
        }
        let space = usize::from(word.space.is_some());
        if self.used > 0 && self.used + space + word.width > self.limit {
            self.end();
        } else if self.used > 0
            && let Some(space) = word.space
        {
            self.put(space, 1);
        }
        for part in word.parts {
            if self.used + width(&part.text) <= self.limit {
                let wide = width(&part.text);
                self.put(part, wide);
            } else {
                self.cut(&part);
            }
        }
    }

    /// A part that is wider than the rest of the line is cut between graphemes.
    fn cut(&mut self, part: &Span) {
        for grapheme in part.text.graphemes(true) {
            let wide = width(grapheme);
            if wide > self.limit {
                continue;
            }
            if self.used + wide > self.limit {
                self.end();
            }
            self.put(part.with_text(grapheme), wide);
        }
    }

    fn put(&mut self, span: Span, wide: usize) {
        self.used += wide;
        match self.line.last_mut() {
            Some(last) if same_style(last, &span) => last.text.push_str(&span.text),
            _ => self.line.push(span),
        }
    }

    fn end(&mut self) {
        self.used = 0;
        self.done.push(std::mem::take(&mut self.line));
    }

    fn finish(mut self) -> Vec<Vec<Span>> {
        if !self.line.is_empty() || self.done.is_empty() {
            self.end();
        }
        self.done
    }
}

fn same_style(a: &Span, b: &Span) -> bool {
    (a.role, a.strong, a.emph, a.struck, a.link) == (b.role, b.strong, b.emph, b.struck, b.link)
}

/// Cuts runs into words.
fn words(inlines: &[Inline], limit: usize, opts: &Opts) -> Vec<Word> {
    let mut cutter = Cutter { words: Vec::new(), word: None, space: None, forced: false };
    for inline in inlines {
        match inline {
            Inline::Break => cutter.line_end(),
            Inline::Text { span, ascii } => {
                let text = match ascii {
                    Some(ascii) if opts.ascii => Cow::Borrowed(ascii.as_str()),
                    _ if opts.ascii => ascii::fold(&span.text),
                    _ => Cow::Borrowed(span.text.as_str()),
                };
                let whole = span.role == Role::Math && width(&text) <= WHOLE_FORMULA.min(limit);
                cutter.run(&text, span, whole);
            }
        }
    }
    cutter.end_word();
    cutter.words
}

struct Cutter {
    words: Vec<Word>,
    word: Option<Word>,
    space: Option<Span>,
    forced: bool,
}

impl Cutter {
    fn run(&mut self, text: &str, style: &Span, whole: bool) {
        if whole {
            return self.add(text, style);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(' ').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            self.graphemes(word, style);
            rest = after.trim_start_matches(' ');
            // A word of closing punctuation stays with the word before it.
            if rest.len() < after.len() {
                let stays = closes(rest) || style.role == Role::Math && !breaks(word, rest);
                if self.word.is_some() && stays {
                    self.add(" ", style);
                } else {
                    self.end_word();
                    self.space = Some(style.with_text(" "));
                }
            }
        }
    }

    /// Between wide characters (Chinese, Japanese, Korean) a line may end anywhere but before closing punctuation.
    fn graphemes(&mut self, word: &str, style: &Span) {
        if word.is_empty() {
            return;
        }
        if word.is_ascii() {
            return self.add(word, style);
        }
        let mut run = 0;
        let mut after_wide = false;
        for (at, grapheme) in word.grapheme_indices(true) {
            let wide = grapheme.width() > 1;
            if (wide || after_wide) && !grapheme.starts_with(is_closing) && (at > 0 || self.word.is_some()) {
                self.add(word.get(run..at).unwrap_or_default(), style);
                self.end_word();
                run = at;
            }
            after_wide = wide;
        }
        self.add(word.get(run..).unwrap_or_default(), style);
    }

    fn add(&mut self, text: &str, style: &Span) {
        if text.is_empty() {
            return;
        }
        let (space, forced) = (&mut self.space, &mut self.forced);
        let word = self.word.get_or_insert_with(|| Word {
            parts: Vec::new(),
            width: 0,
            space: space.take(),
            forced: std::mem::take(forced),
        });
        word.width += width(text);
        word.parts.push(style.with_text(text));
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn line_end(&mut self) {
        self.end_word();
        self.space = None;
        self.forced = !self.words.is_empty();
    }
}

/// Whether the next word is closing punctuation alone: a line does not begin with it.
fn closes(rest: &str) -> bool {
    let word = rest.split(' ').next().unwrap_or_default();
    !word.is_empty() && word.chars().all(is_closing)
}

/// A long formula is broken before an operator or a relation, or after a comma.
fn breaks(before: &str, rest: &str) -> bool {
    let next = rest.split(' ').next().unwrap_or_default();
    before.ends_with([',', ';']) || !next.chars().any(char::is_alphanumeric) && !next.contains(['(', ')', '[', ']'])
}

fn is_closing(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | ')'
            | ']'
            | '}'
            | '»'
            | '”'
            | '’'
            | '…'
            | '–'
            | '—'
            | '%'
            | '。'
            | '、'
            | '，'
            | '．'
            | '）'
            | '」'
            | '』'
            | '！'
            | '？'
            | '：'
            | '；'
    )
}
