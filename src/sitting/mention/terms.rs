//! What an author says a typed answer with a point has in it.
//!
//! A term is one thing or another: `shuffle|permute|$f(PX) = P f(X)$`. An alternative is words and `$formulas$` that stand near
//! each other in one sentence, in any order and any form; `equivarian*` is any word that begins so. A word that is denied
//! doesn't count, unless the alternative denies it too: `no row` is found in "it has no row" and "there isn't a row", and
//! not in "a row for every position".

use super::formula::{self, Line};
use super::negation::{is_denial, words};
use super::words::Word;

/// How far apart the words of an alternative may stand.
const NEAR: usize = 12;

/// In how many sentences in a row two terms of a point must stand; each further term has as many more.
const TOGETHER: usize = 3;

/// One thing or another.
#[derive(Clone, Debug)]
pub struct Term {
    ways: Vec<Vec<Item>>,
    /// The alternatives as written.
    written: Vec<String>,
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.ways == other.ways
    }
}

/// A word or a formula of an alternative.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    what: What,
    denied: Option<bool>,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    /// A word that denies, at the end of an alternative: `adds nothing`.
    Denial,
    Stem(String),
    Prefix(String),
    Formula(String),
}

impl Term {
    /// Reads a term as its author wrote it.
    pub fn new(written: &str) -> Term {
        let mut inside = false;
        let between = |c: char| {
            inside ^= c == '$';
            c == '|' && !inside
        };
        let written: Vec<String> = written.split(between).map(|way| way.trim().to_string()).collect();
        Term { ways: written.iter().map(|written| way(written)).collect(), written }
    }

    /// Is there an alternative that asks for nothing?
    pub fn has_empty_way(&self) -> bool {
        self.ways.iter().any(Vec::is_empty)
    }

    /// The first alternative that says what an earlier one does, as it is written.
    pub fn repeated_way(&self) -> Option<&str> {
        let again = |at: usize| self.ways.iter().take(at).any(|way| Some(way) == self.ways.get(at));
        (0..self.ways.len()).find(|at| again(*at)).and_then(|at| self.written.get(at)).map(String::as_str)
    }

    /// Does it occur in a text?
    pub fn occurs(&self, text: &str) -> bool {
        find(std::slice::from_ref(self), &words(text)).is_some()
    }

    /// The typed words of the first alternative that is found in a sentence.
    fn in_sentence(&self, sentence: &[Word]) -> Option<Vec<String>> {
        self.ways.iter().filter(|way| !way.is_empty()).find_map(|way| in_sentence(way, sentence))
    }
}

/// The typed words of all terms of a point, if they stand in so few sentences that they belong together.
pub(super) fn find(terms: &[Term], typed: &[Word]) -> Option<Vec<String>> {
    let sentences: Vec<&[Word]> = typed.chunk_by(|a, b| a.sentence == b.sentence).collect();
    let found: Vec<Vec<Option<Vec<String>>>> =
        terms.iter().map(|term| sentences.iter().map(|sentence| term.in_sentence(sentence)).collect()).collect();
    let together = TOGETHER * terms.len().saturating_sub(1).max(1);
    let from = |first: usize| -> Option<Vec<String>> {
        let here = |of: &Vec<Option<Vec<String>>>| of.iter().skip(first).take(together).flatten().next().cloned();
        let words: Option<Vec<Vec<String>>> = found.iter().map(here).collect();
        words.map(|words| words.into_iter().flatten().collect())
    };
    (0..sentences.len()).find_map(from)
}

/// An alternative: words, and formulas between dollars. What follows a "no" is denied; what stands before it may be.
fn way(written: &str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut denied = None;
    for (at, part) in written.split('$').enumerate() {
        if at % 2 == 1 {
            let formula = formula::normal(&words(part));
            items.extend((!formula.is_empty()).then_some(Item { what: What::Formula(formula), denied }));
            continue;
        }
        for word in part.split_whitespace() {
            let lower = word.to_lowercase();
            if is_denial(&lower) {
                items.iter_mut().filter(|item| item.denied != Some(true)).for_each(|item| item.denied = None);
                denied = Some(true);
                continue;
            }
            match lower.strip_suffix('*') {
                Some(start) if !start.is_empty() => {
                    items.push(Item { what: What::Prefix(start.to_string()), denied });
                }
                _ => items.extend(words(word).into_iter().map(|w| Item { what: What::Stem(w.stem), denied })),
            }
        }
    }
    match items.last() {
        _ if denied.is_none() => items.iter_mut().for_each(|item| item.denied = Some(false)),
        Some(Item { denied: Some(true), .. }) => {}
        _ => items.push(Item { what: What::Denial, denied: None }),
    }
    items
}

/// The typed words of an alternative in one sentence, near each other.
fn in_sentence(way: &[Item], sentence: &[Word]) -> Option<Vec<String>> {
    let line = Line::new(sentence);
    let places: Vec<Vec<(usize, usize)>> = way.iter().map(|item| item.places(sentence, &line)).collect();
    let near = |from: usize| -> Option<Vec<(usize, usize)>> {
        places.iter().map(|all| all.iter().find(|(a, b)| *a >= from && *b <= from + NEAR).copied()).collect()
    };
    let mut found = places.iter().flatten().find_map(|&(from, _)| near(from))?;
    found.sort_unstable();
    found.dedup();
    Some(found.into_iter().map(|(from, to)| typed(sentence, from, to)).collect())
}

impl Item {
    fn places(&self, sentence: &[Word], line: &Line) -> Vec<(usize, usize)> {
        let fits = |word: &Word| self.denied.is_none_or(|denied| denied == word.denied);
        let those = |is: &dyn Fn(&Word) -> bool| -> Vec<(usize, usize)> {
            let from = |at| if self.denied == Some(true) { denial(sentence, at) } else { at };
            (0..).zip(sentence).filter(|(_, word)| is(word) && fits(word)).map(|(at, _)| (from(at), at)).collect()
        };
        match &self.what {
            What::Denial => those(&|word| is_denial(&word.lower)),
            What::Stem(stem) => those(&|word| word.stem == *stem),
            What::Prefix(start) => those(&|word| word.lower.starts_with(start.as_str())),
            What::Formula(formula) => {
                line.find(formula).filter(|(from, _)| sentence.get(*from).is_some_and(&fits)).collect()
            }
        }
    }
}

/// Where the denial of a denied word stands: "nothing" of "nothing here is learned".
fn denial(sentence: &[Word], at: usize) -> usize {
    let before = sentence.get(..at).unwrap_or_default();
    before.iter().rposition(|word| is_denial(&word.lower)).unwrap_or(at)
}

/// Words as they were typed, with what stands between them.
fn typed(sentence: &[Word], from: usize, to: usize) -> String {
    let mut text = String::new();
    for (at, word) in sentence.iter().enumerate().skip(from).take(to + 1 - from) {
        if at > from {
            text.push_str(&word.before);
        }
        text.push_str(&word.text);
    }
    for (open, close) in [('(', ')'), ('{', '}')] {
        let unclosed = text.matches(open).count().saturating_sub(text.matches(close).count());
        text.extend(std::iter::repeat_n(close, unclosed));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occurs(term: &str, text: &str) -> bool {
        Term::new(term).occurs(text)
    }

    #[test]
    fn alternatives_are_words_near_each_other_in_any_form() {
        assert!(occurs("unseen angle|out of range", "The angles were unseen"));
        assert!(occurs("unseen angle|out of range", "it is out of its range"));
        assert!(!occurs("unseen angle", "The angles turn. Others are unseen"));
        assert!(!occurs(
            "sum order",
            "a sum of one two three four five six seven eight nine ten eleven terms, in order"
        ));
        assert!(occurs("equivarian*", "it is permutation-equivariant") && !occurs("equivarian*", "variance"));
        assert!(occurs("key $m\\theta$", "the key is turned by m*θ"));
    }

    #[test]
    fn a_denial_does_not_count_unless_it_is_asked_for() {
        assert!(!occurs("learned", "the slopes are not learned") && occurs("learned", "learned, not fixed"));
        assert!(occurs("no learned|fixed", "nothing here is learned") && !occurs("no learned", "it is learned"));
        for text in ["the table has no row there", "there isn't a row in the table", "a table without such a row"] {
            assert!(occurs("table no row", text), "{text}");
        }
        assert!(occurs("adds nothing", "it adds nothing") && !occurs("adds nothing", "it adds a vector"));
        assert!(!occurs("$f(PX) = P f(X)$", "it is not true that f(PX) = P f(X)"));
    }

    #[test]
    fn terms_of_a_point_belong_together() {
        let terms = [Term::new("RoPE"), Term::new("cache")];
        let found = |text: &str| find(&terms, &words(text)).is_some();
        assert!(found("RoPE rotates. That is all. The cache is next."));
        assert!(!found("RoPE rotates. That is all. Three heads. The cache is next."));
    }

    #[test]
    fn what_was_typed_is_shown() {
        let found = |term: &str, text: &str| find(&[Term::new(term)], &words(text));
        assert_eq!(found("$2k+1$ vector", "there are 2k + 1 vectors"), Some(vec!["2k + 1".into(), "vectors".into()]));
        assert_eq!(found("$R_{n-m}$", "so q^T R_{n-m} k"), Some(vec!["R_{n-m}".into()]));
        assert_eq!(found("no learn", "exact, nothing here is learned"), Some(vec!["nothing here is learned".into()]));
        assert_eq!(found("sum", "SUMS, and sums"), Some(vec!["SUMS".into()]));
    }

    #[test]
    fn empty_and_repeated_alternatives_are_seen() {
        assert!(Term::new("a||b").has_empty_way() && Term::new(" ").has_empty_way());
        assert!(!Term::new("sum|total").has_empty_way());
        assert_eq!(Term::new("rotate|turn|rotated").repeated_way(), Some("rotated"));
    }
}
