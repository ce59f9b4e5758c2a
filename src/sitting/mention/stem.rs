//! The stem of a word: `rotat` of rotate, rotated and rotation.

/// The stem of a word in lower case; the word itself where there is nothing to take off.
pub fn stem(word: &str) -> String {
    if word.starts_with(|c: char| c.is_ascii_digit()) || word.chars().count() < 3 || STOP.contains(&word) {
        return word.to_string();
    }
    let word = regular(word);
    let word = word.as_str();
    let without = |ending: &&str, least| word.strip_suffix(*ending).filter(|rest: &&str| rest.chars().count() >= least);
    let long = ENDINGS.iter().find_map(|ending| without(ending, 4));
    let short = || ["ing", "ed", "e", "y", "s"].iter().find_map(|ending| without(ending, 3));
    let rest = long.or_else(|| short().filter(|_| !word.ends_with("ss"))).unwrap_or(word);
    let rest = rest.strip_suffix('e').filter(|rest| rest.chars().count() >= 3).unwrap_or(rest);
    // running → run, cancelled → cancel.
    let mut letters = rest.chars().rev();
    let double = letters.next().filter(|last| letters.next() == Some(*last) && rest.chars().count() > 3);
    double.and_then(|last| rest.strip_suffix(last)).unwrap_or(rest).to_string()
}

/// Does the word carry a meaning of its own? Numbers do from two characters on, letters alone never.
pub fn telling(word: &str) -> bool {
    match word.starts_with(|c: char| c.is_ascii_digit()) {
        true => word.len() > 1,
        false => word.chars().count() > 2 && !STOP.contains(&word),
    }
}

/// The same word in one spelling, and an irregular form as its verb or singular: normalize, see, matrix.
fn regular(word: &str) -> String {
    if let Some((_, plain)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return (*plain).to_string();
    }
    let mut word = word.replace("isation", "ization").replace("avour", "avor").replace("ehaviour", "ehavior");
    word = word.replace("ighbour", "ighbor").replace("olour", "olor");
    for (british, american) in [("ise", "ize"), ("ised", "ized"), ("ises", "izes"), ("ising", "izing")] {
        if let Some(rest) = word.strip_suffix(british).filter(|rest| rest.len() > 3) {
            return format!("{rest}{american}");
        }
    }
    word
}

const IRREGULAR: &[(&str, &str)] = &[
    ("saw", "see"),
    ("seen", "see"),
    ("sees", "see"),
    ("met", "meet"),
    ("kept", "keep"),
    ("lost", "lose"),
    ("learnt", "learn"),
    ("written", "write"),
    ("built", "build"),
    ("shown", "show"),
    ("grew", "grow"),
    ("grown", "grow"),
    ("broke", "break"),
    ("broken", "break"),
    ("chosen", "choose"),
    ("chose", "choose"),
    ("held", "hold"),
    ("fell", "fall"),
    ("fallen", "fall"),
    ("went", "go"),
    ("gone", "go"),
    ("goes", "go"),
    ("indices", "index"),
    ("indexes", "index"),
    ("matrices", "matrix"),
    ("axes", "axis"),
    ("spun", "spin"),
    ("ran", "run"),
];

/// Endings, the longer ones first.
const ENDINGS: &[&str] = &[
    "ational", "ically", "nesses", "ations", "ingly", "ments", "ities", "ances", "ences", "ables", "ation", "ical",
    "edly", "ment", "ness", "ance", "ence", "able", "ibly", "ible", "ives", "ings", "iers", "ions", "ally", "ity",
    "ive", "ing", "ers", "ors", "ies", "ied", "ion", "als", "ary", "er", "or", "al", "ly", "ed", "es", "s", "e", "y",
];

/// Words that stand in any sentence.
const STOP: &[&str] = &[
    "the", "and", "but", "nor", "not", "for", "with", "without", "into", "onto", "over", "under", "out", "down",
    "from", "are", "was", "were", "been", "being", "its", "this", "that", "these", "those", "they", "them", "their",
    "there", "here", "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "than", "then", "thus",
    "hence", "else", "you", "your", "yours", "his", "she", "her", "our", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "does", "did", "done", "has", "have", "had", "having", "can", "could", "may",
    "might", "must", "shall", "should", "will", "would", "only", "also", "just", "even", "very", "more", "most",
    "less", "least", "much", "many", "few", "some", "any", "all", "each", "every", "both", "either", "neither",
    "other", "another", "same", "such", "own", "about", "after", "before", "again", "against", "between", "because",
    "while", "during", "until", "once", "too", "per", "via", "say", "says", "said", "give", "gives", "gave", "given",
    "state", "stated", "name", "named", "told", "tell", "write", "wrote", "remark", "optional", "bonus", "usual",
    "good", "let", "lets", "get", "gets", "got", "make", "makes", "made", "take", "takes",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (one, other) in [
            ("rotation", "rotated"),
            ("cancelled", "cancels"),
            ("running", "runs"),
            ("normalise", "normalization"),
            ("neighbours", "neighbor"),
            ("seen", "saw"),
            ("matrices", "matrix"),
        ] {
            assert_eq!(stem(one), stem(other), "{one}, {other}");
        }
        assert_ne!(stem("position"), stem("possible"));
        assert!(!telling("the") && !telling("k") && !telling("7") && telling("60611") && telling("slope"));
    }
}
