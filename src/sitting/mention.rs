//! Which points of a rubric a typed answer may have made, judged by nothing but its words.
//!
//! A point is "mentioned?" if more than half of the words that it adds to its question, and at least two of them, occur in
//! what was typed; or, where its author wrote `terms`, if every one of those occurs. That is a hint and never a tick: words
//! can be there without the thought, and the thought in other words.

use std::collections::HashMap;

use serde::Serialize;

use crate::content::model::{Interview, Question, RubricPoint};

/// Words of a point were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// Those words, as they were typed, in the order of the point.
    pub words: Vec<String>,
}

impl Mention {
    /// `mentioned? You typed: multiset, sentences`.
    pub fn line(&self) -> String {
        format!("mentioned? You typed: {}", self.words.join(", "))
    }
}

/// What it means, said once above the points if one of them is marked.
pub const CAUTION: &str =
    "“Mentioned?” goes by words alone: it may be wrong both ways. Tick what you really said, marked or not.";

/// For each point of the rubric whether it may be in the text.
pub fn mentions(question: &Question, interview: &Interview, text: &str) -> Vec<Option<Mention>> {
    let typed: HashMap<String, String> = words(text).into_iter().rev().collect();
    let asked: Vec<String> = stems(&question.prompt).chain(stems(&question.title)).collect();
    interview.rubric.iter().map(|point| mention(point, &asked, &typed)).collect()
}

fn mention(point: &RubricPoint, asked: &[String], typed: &HashMap<String, String>) -> Option<Mention> {
    if !point.terms.is_empty() {
        let found: Option<Vec<Vec<String>>> = point.terms.iter().map(|term| of_term(term, typed)).collect();
        return found.map(|words| Mention { words: unique(words.into_iter().flatten()) });
    }
    let keys = unique(stems(&point.point).filter(|stem| !asked.contains(stem)));
    let found: Vec<String> = keys.iter().filter_map(|key| typed.get(key)).cloned().collect();
    let enough = found.len() * 2 > keys.len() && found.len() >= keys.len().min(2);
    enough.then_some(Mention { words: found })
}

/// The typed words of a term: `unseen angle|out of range` is one of two, all of its words wherever they stand.
fn of_term(term: &str, typed: &HashMap<String, String>) -> Option<Vec<String>> {
    term.split('|').find_map(|one| {
        let found: Option<Vec<String>> = stems(one).map(|stem| typed.get(&stem).cloned()).collect();
        found.filter(|words| !words.is_empty())
    })
}

fn unique(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    words.for_each(|word| {
        if !all.contains(&word) {
            all.push(word);
        }
    });
    all
}

fn stems(text: &str) -> impl Iterator<Item = String> {
    words(text).into_iter().map(|(stem, _)| stem)
}

/// The words that carry meaning: stem and spelling. Numbers count from two characters on, letters alone never.
fn words(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut command = false;
    let chars: Vec<char> = text.to_lowercase().chars().flat_map(spell).chain([' ']).collect();
    for (i, &c) in chars.iter().enumerate() {
        let numeric = word.ends_with(|c: char| c.is_ascii_digit()) || word.ends_with('.');
        let digit_next = chars.get(i + 1).is_some_and(char::is_ascii_digit);
        let goes_on = match c {
            '.' => numeric && digit_next,
            // A separator of thousands.
            ',' | '\u{202f}' | '\u{a0}' if numeric && digit_next => continue,
            c if c.is_ascii_digit() => word.is_empty() || numeric,
            c => c.is_alphabetic() && !numeric,
        };
        if goes_on {
            word.push(c);
            continue;
        }
        let whole = std::mem::take(&mut word);
        if !whole.is_empty() && (!command || NAMED.contains(&whole.as_str())) {
            found.extend(stem(&whole).map(|stem| (stem, whole)));
        }
        command = c == '\\';
        if c.is_alphanumeric() {
            word.push(c);
        }
    }
    found
}

/// A sign as the word that it is read as.
fn spell(c: char) -> Vec<char> {
    let name = match c {
        'θ' => " theta ",
        'π' => " pi ",
        'λ' => " lambda ",
        'ω' => " omega ",
        '√' => " sqrt ",
        c => return vec![c],
    };
    name.chars().collect()
}

/// Commands of LaTeX that are words; the others only arrange.
const NAMED: &[&str] = &["theta", "lambda", "omega", "sin", "cos", "tan", "exp", "log", "ln", "sqrt"];

/// The stem of a word: `rotat` of rotate, rotated and rotation. `None` if it carries no meaning of its own.
fn stem(word: &str) -> Option<String> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return (word.len() > 1).then(|| word.to_string());
    }
    if word.chars().count() < 3 || STOP.contains(&word) {
        return None;
    }
    let without = |ending: &&str, least| word.strip_suffix(*ending).filter(|rest: &&str| rest.chars().count() >= least);
    let long = ENDINGS.iter().find_map(|ending| without(ending, 4));
    let short = || ["ing", "ed", "e", "y", "s"].iter().find_map(|ending| without(ending, 3));
    let rest = long.or_else(|| short().filter(|_| !word.ends_with("ss"))).unwrap_or(word);
    let rest = rest.strip_suffix('e').filter(|rest| rest.chars().count() >= 3).unwrap_or(rest);
    // running → run, cancelled → cancel.
    let mut letters = rest.chars().rev();
    let double = letters.next().filter(|last| letters.next() == Some(*last) && rest.chars().count() > 3);
    Some(double.and_then(|last| rest.strip_suffix(last)).unwrap_or(rest).to_string())
}

/// Endings, the longer ones first.
const ENDINGS: &[&str] = &[
    "ational", "ically", "nesses", "ations", "ingly", "ments", "ities", "ances", "ences", "ables", "ation", "ical",
    "edly", "ment", "ness", "ance", "ence", "able", "ibly", "ible", "ives", "ings", "iers", "ions", "ally", "ity",
    "ive", "ing", "ers", "ors", "ies", "ied", "ion", "als", "ary", "er", "or", "al", "ly", "ed", "es", "s", "e", "y",
];

/// Words that stand in any sentence.
const STOP: &[&str] = &[
    "the",
    "and",
    "but",
    "nor",
    "not",
    "for",
    "with",
    "without",
    "into",
    "onto",
    "over",
    "under",
    "out",
    "down",
    "from",
    "are",
    "was",
    "were",
    "been",
    "being",
    "its",
    "this",
    "that",
    "these",
    "those",
    "they",
    "them",
    "their",
    "there",
    "here",
    "what",
    "which",
    "who",
    "whom",
    "whose",
    "when",
    "where",
    "why",
    "how",
    "than",
    "then",
    "thus",
    "hence",
    "else",
    "you",
    "your",
    "yours",
    "his",
    "she",
    "her",
    "our",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "does",
    "did",
    "done",
    "has",
    "have",
    "had",
    "having",
    "can",
    "could",
    "may",
    "might",
    "must",
    "shall",
    "should",
    "will",
    "would",
    "only",
    "also",
    "just",
    "even",
    "very",
    "more",
    "most",
    "less",
    "least",
    "much",
    "many",
    "few",
    "some",
    "any",
    "all",
    "each",
    "every",
    "both",
    "either",
    "neither",
    "other",
    "another",
    "same",
    "such",
    "own",
    "about",
    "after",
    "before",
    "again",
    "against",
    "between",
    "because",
    "while",
    "during",
    "until",
    "once",
    "too",
    "per",
    "via",
    "say",
    "says",
    "said",
    "give",
    "gives",
    "gave",
    "given",
    "state",
    "stated",
    "name",
    "named",
    "told",
    "tell",
    "write",
    "wrote",
    "remark",
    "optional",
    "optionally",
    "bonus",
    "usual",
    "good",
    "let",
    "lets",
    "get",
    "gets",
    "got",
    "make",
    "makes",
    "made",
    "take",
    "takes",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Library;
    use crate::content::model::Kind;

    /// Not about positions, although it has many words of the trade.
    const OFF_TOPIC: &str = "To bake bread, mix flour, water, salt and yeast, and let the dough rest until it has doubled in \
        size. Knead it for ten minutes, turn it over, and fold the two ends into the middle. The oven must be hot: 230 \
        degrees. A longer rise at low temperature gives more taste. My grandfather was a miller and rotated his stock every \
        week. Trains leave every hour, and the distance between two stations is about twenty kilometres. We read the table, \
        learned the rules of the game, and the score was 3 to 1 at the end. Pay attention to the key under the mat.";

    fn prompts(library: &Library) -> Vec<(Question, Interview)> {
        let ids = library.index().questions.iter().filter(|q| q.kind == "Interview");
        let of = |question: &Question| match &question.kind {
            Kind::Interview(interview) => (question.clone(), (**interview).clone()),
            _ => panic!("{}", question.id),
        };
        ids.map(|q| of(library.question(&q.id).unwrap())).collect()
    }

    #[test]
    fn a_model_answer_marks_most_points_and_an_off_topic_text_none() {
        let library = Library::embedded();
        let prompts = prompts(&library);
        let (mut marked, mut all) = (0, 0);
        for (question, interview) in &prompts {
            let found = mentions(question, interview, &interview.long);
            let needed: Vec<bool> =
                found.iter().zip(&interview.rubric).filter(|(_, p)| !p.bonus).map(|(m, _)| m.is_some()).collect();
            let here = needed.iter().filter(|marked| **marked).count();
            assert!(here * 2 >= needed.len(), "{}: {here} of {}", question.id, needed.len());
            marked += here;
            all += needed.len();
            let off = mentions(question, interview, OFF_TOPIC);
            assert!(off.iter().all(Option::is_none), "{}: {off:?}", question.id);
            assert!(mentions(question, interview, "").iter().all(Option::is_none));
        }
        assert!(marked * 4 >= all * 3, "{marked} of {all}");
    }

    #[test]
    fn the_answer_to_another_question_marks_little() {
        let library = Library::embedded();
        let prompts = prompts(&library);
        let (mut marked, mut all) = (0, 0);
        for (at, (question, interview)) in prompts.iter().enumerate() {
            for (_, other) in prompts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, o)| o) {
                let found = mentions(question, interview, &other.long);
                marked += found.iter().flatten().count();
                all += found.len();
            }
        }
        assert!(marked * 8 <= all, "{marked} of {all}");
    }

    #[test]
    fn words_are_shown_as_they_were_typed_and_found_in_any_form() {
        let library = Library::embedded();
        let question = library.question("derive-rope").unwrap();
        let Kind::Interview(interview) = &question.kind else { panic!() };
        let found = mentions(question, interview, "I would be ROTATING the query by mθ. Angles simply add up.");
        assert_eq!(found[0].as_ref().map(|m| m.words.as_slice()), Some(["rotating".into(), "theta".into()].as_slice()));
        assert_eq!(stem("rotation"), stem("rotated"));
        assert_eq!(stem("cancelled"), stem("cancels"));
        assert_eq!(stem("the"), None);
        let stems: Vec<String> = stems(r"$\frac{60{,}611}{2}$ and 60,611 tokens at 0.5").collect();
        assert_eq!(stems, ["60", "611", "60611", "token", "0.5"]);
    }

    #[test]
    fn terms_of_the_author_are_all_needed_and_each_may_have_others() {
        let point = RubricPoint {
            point: "Something".into(),
            bonus: false,
            terms: vec!["unseen angle|out of distribution".into(), "tuning".into()],
        };
        let of = |text: &str| mention(&point, &[], &words(text).into_iter().collect());
        assert!(of("The angles were unseen").is_none());
        assert_eq!(of("The angles were unseen; tuned a bit").unwrap().words, ["unseen", "angles", "tuned"]);
        assert!(of("distributions it is out of, tune it").is_some());
    }
}
