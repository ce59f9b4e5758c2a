//! Which words are denied: "the slopes are not learned" says `learned` under a "not".

use super::words::{Word, split};

/// How many words after it a denial reaches, at most.
const REACH: usize = 8;

/// The words of a text, those that are denied marked.
pub fn words(text: &str) -> Vec<Word> {
    let mut words = split(text);
    mark(&mut words);
    words
}

/// Marks the words that are denied. A denial ends at a comma, at the end of the sentence, or where another clause begins.
fn mark(words: &mut [Word]) {
    let denials: Vec<bool> = (0..words.len()).map(|at| denies(words, at)).collect();
    let mut left = 0;
    let mut sentence = 0;
    for (word, denies) in words.iter_mut().zip(denials) {
        let clause = word.signs.contains([',', ';', ':', '—']) || CLAUSE.contains(&word.lower.as_str());
        if word.sentence != sentence || clause {
            left = 0;
        }
        sentence = word.sentence;
        word.denied = left > 0;
        left = if denies { REACH } else { left.saturating_sub(1) };
    }
}

/// Is this word a denial of what follows?
fn denies(words: &[Word], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let next = word(at + 1);
    match word(at) {
        "not" => !matches!(next, "only" | "just" | "merely" | "simply"),
        "no" => !matches!(next, "matter" | "doubt"),
        "instead" => next == "of",
        "rather" => next == "than",
        name => is_denial(name),
    }
}

/// Does this word alone deny, wherever it stands?
pub fn is_denial(word: &str) -> bool {
    WORDS.contains(&word) || word.ends_with("n't")
}

const WORDS: &[&str] = &[
    "not", "no", "never", "without", "nothing", "none", "neither", "nor", "cannot", "nobody", "nowhere", "dont",
    "doesnt", "didnt", "isnt", "arent", "wasnt", "cant", "wont", "hasnt", "havent", "wouldnt", "couldnt", "shouldnt",
    "destroy", "destroys", "lack", "lacks", "lacking", "fails",
];

/// Words that begin another clause.
const CLAUSE: &[&str] =
    &["but", "because", "so", "since", "while", "whereas", "and", "although", "though", "only", "just", "unless"];

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_denial_reaches_to_the_end_of_its_clause() {
        let denied =
            |text: &str| -> Vec<String> { words(text).into_iter().filter(|w| w.denied).map(|w| w.lower).collect() };
        assert_eq!(denied("The slopes are not learned, they are fixed"), ["learned"]);
        assert_eq!(denied("It doesn't add anything but rotates"), ["add", "anything"]);
        assert_eq!(denied("inside attention instead of at the input. Good"), ["of", "at", "the", "input"]);
        assert_eq!(denied("That destroys the invariance"), ["the", "invariance"]);
        assert_eq!(denied("It wouldnt extrapolate"), ["extrapolate"]);
        assert_eq!(denied("not only the key"), Vec::<String>::new());
        assert_eq!(denied("There is no row and no formula"), ["row", "formula"]);
    }
}
