//! What is often taught about positions and is wrong does not occur in our text, except where it is quoted to be
//! refuted; and each correction that changes an answer has its card.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests: a panic is a failure with a message")]

use std::fs;
use std::path::{Path, PathBuf};
use toml::Value;

/// Keys whose text is wrong on purpose: answers to reject, mistakes to diagnose, claims that a card corrects.
const QUOTED: [&str; 4] = ["distractors", "mistakes", "says", "wrong"];

/// Characters beyond ASCII that the text may use; each has a spelling for terminals without Unicode.
const ALLOWED: &str = "−–×θ·π√…ω±δ′≤∞“”čć";

/// A wrong claim: a sentence that holds one phrase of every group, and none of the excuses.
struct Claim {
    name: &'static str,
    example: &'static str,
    groups: &'static [&'static [&'static str]],
    unless: &'static [&'static str],
}

const CLAIMS: &[Claim] = &[
    Claim {
        name: "past the trained length the fast pairs fail",
        example: "Beyond training, the high-frequency pairs see unseen phases.",
        groups: &[
            &["high-frequency", "fast pair", "fast ones", "fastest pair"],
            &["unseen", "never trained", "never seen", "new phase", "new angle", "wrap too", "wrap round too"],
        ],
        unless: &["slow", "not ", "no "],
    },
    Claim {
        name: "RoPE extrapolates by itself",
        example: "RoPE extrapolates to any length.",
        groups: &[&["rope", "rotary"], &["extrapolates", "infinite length", "unlimited length", "works at any length"]],
        unless: &["claim", "not ", "no "],
    },
    Claim {
        name: "the base of 500,000 is what took Llama 3.1 to 128k",
        example: "Llama 3.1 reached 128k by a base of 500,000.",
        groups: &[&["llama 3.1"], &["500,000", "500k"]],
        unless: &[],
    },
    Claim {
        name: "low coordinates turn slowly",
        example: "The lower dimensions change slowly.",
        groups: &[&[" low dimension", "lower dimension", "first pair", "early pair", " low coordinate"], &["slow"]],
        unless: &["later", "each further", "last"],
    },
    Claim {
        name: "high coordinates turn fast",
        example: "Fast frequencies sit in the high dimensions.",
        groups: &[&["high dimension", "higher dimension", "later pair", "last pair"], &["fast", "quick"]],
        unless: &["slow"],
    },
    Claim {
        name: "the first pair nearly completes a turn per token",
        example: "The first pair makes almost a full turn with each token.",
        groups: &[&["first pair", "pair 0", "fastest pair"], &["almost a full", "nearly a full", "almost one turn"]],
        unless: &[],
    },
    Claim {
        name: "BERT is sinusoidal",
        example: "BERT uses sinusoidal positions.",
        groups: &[&["bert "], &["sinusoid"]],
        unless: &["learned", "table"],
    },
    Claim {
        name: "RoPE comes from EleutherAI",
        example: "RoPE was introduced by EleutherAI.",
        groups: &[&["eleuther"], &["introduced", "invented", "proposed"]],
        unless: &[],
    },
    Claim {
        name: "T5's bias is symmetric",
        example: "The bias of T5 is symmetric.",
        groups: &[&["t5"], &["symmetric"]],
        unless: &["not ", "asymmetric"],
    },
    Claim {
        name: "one formula gives the slopes that the code uses for any number of heads",
        example: "The released code uses $2^{-8h/n}$ for 12 heads too.",
        groups: &[&["released code", "12 heads"], &["$2^{-8h/n}$", "2^(−8h/n)", "$2^{-8h/12}$"]],
        unless: &["not ", "something else"],
    },
    Claim {
        name: "ALiBi does not work with FlashAttention",
        example: "Only RoPE works with FlashAttention.",
        groups: &[
            &["flashattention", "flash attention"],
            &["only", "cannot", "can't", "does not", "doesn't", "not work", "incompatible", "impossible", "rules out"],
        ],
        unless: &[],
    },
    Claim {
        name: "the layout of sine and cosine changes what a model can do",
        example: "Interleaved sines make the model more expressive.",
        groups: &[&["interleav"], &["more expressive", "stronger", "changes what", "learns better"]],
        unless: &[],
    },
    Claim {
        name: "RoPE rotates token embeddings",
        example: "RoPE rotates token embeddings.",
        groups: &[
            &["rotates", "rotate ", "rotating", "turns "],
            &["token embedding", "word embedding", "the embeddings"],
        ],
        unless: &["not ", "never", "nothing"],
    },
    Claim {
        name: "RoPE's score decays for random vectors",
        example: "For random query and key the expected score decays.",
        groups: &[&["random"], &["decay", "falls with"]],
        unless: &["0 at every", "no decay", "not "],
    },
    Claim {
        name: "RoPE decays monotonically",
        example: "With RoPE the score decays monotonically with distance.",
        groups: &[&["decays monotonically", "monotone decay", "always decays", "monotonically"]],
        unless: &["not ", "against the idea"],
    },
    Claim {
        name: "sinusoids work at any length",
        example: "Sinusoidal encoding works for any length without retraining.",
        groups: &[&["sinusoid", "formula"], &["works for any", "works at any", "without retraining"]],
        unless: &["not ", "no promise"],
    },
    Claim {
        name: "RoPE's exponent is positive",
        example: r"The frequencies are $\theta_i=10000^{2i/d}$.",
        groups: &[&[r"\theta_i=10000^{2", r"\theta_i=10000^{+", "10000^{-(2i-1)/d}"]],
        unless: &[],
    },
    Claim {
        name: "a flat perplexity shows that the far text is used",
        example: "ALiBi's perplexity is flat, so it uses the whole context.",
        groups: &[&["alibi", "perplexity"], &["so it uses", "uses all the", "uses the whole", "exploits all"]],
        unless: &["not ", "?"],
    },
];

impl Claim {
    fn is_made_in(&self, sentence: &str) -> bool {
        let holds = |group: &&[&str]| group.iter().any(|phrase| sentence.contains(phrase));
        self.groups.iter().all(holds) && !self.unless.iter().any(|excuse| sentence.contains(excuse))
    }
}

/// In lower case, one space between words.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The sentences of a text; a blank line ends one too.
fn sentences(text: &str) -> Vec<String> {
    let ends = |paragraph: &str| -> Vec<String> {
        let whole = plain(paragraph).replace(". ", ".\n").replace("? ", "?\n");
        whole.lines().map(str::to_owned).collect()
    };
    text.split("\n\n").flat_map(ends).collect()
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path, out),
            false if path.extension().is_some_and(|ext| ext == "toml") => out.push(path),
            false => {}
        }
    }
}

/// Every file of the chapters, by its name, in order.
fn content() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let table = fs::read_to_string(path).unwrap().parse::<toml::Table>();
        let table = table.unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, Value::Table(table))
    };
    paths.iter().map(read).collect()
}

/// The texts inside a value; those under the keys to skip are left out.
fn texts<'v>(value: &'v Value, skip: &[&str], out: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => out.push(text),
        Value::Array(values) => values.iter().for_each(|value| texts(value, skip, out)),
        Value::Table(table) => {
            let kept = table.iter().filter(|(key, _)| !skip.contains(&key.as_str()));
            kept.for_each(|(_, value)| texts(value, skip, out));
        }
        _ => {}
    }
}

/// All texts of the chapters with the file each stands in.
fn every_text(content: &[(String, Value)], skip: &[&str]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, value) in content {
        let mut found = Vec::new();
        texts(value, skip, &mut found);
        all.extend(found.into_iter().map(|text| (name.clone(), text.to_owned())));
    }
    all
}

#[test]
fn each_rule_catches_the_sentence_it_was_made_for() {
    for claim in CLAIMS {
        let caught = sentences(claim.example).iter().any(|sentence| claim.is_made_in(sentence));
        assert!(caught, "the rule against \"{}\" misses: {}", claim.name, claim.example);
    }
}

#[test]
fn no_wrong_claim_is_stated_as_true() {
    let mut found = Vec::new();
    for (file, text) in every_text(&content(), &QUOTED) {
        for sentence in sentences(&text) {
            let made = CLAIMS.iter().filter(|claim| claim.is_made_in(&sentence));
            found.extend(made.map(|claim| format!("{file} seems to say that {}:\n  {sentence}", claim.name)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn who_says_invariant_says_equivariant_in_the_same_breath() {
    for (file, text) in every_text(&content(), &QUOTED) {
        let text = plain(&text);
        if text.contains("permutation invarian") || text.contains("permutation-invarian") || text.contains("invariance")
        {
            assert!(text.contains("equivarian"), "{file}: \"invariant\" alone:\n  {text}");
        }
    }
}

/// The corrections that change what is marked right: the section of the card, and words that it must hold.
const CARDS: &[(&str, &[&str])] = &[
    ("order-blindness", &["equivariant", "invariant"]),
    ("order-blindness", &["multiset", "twice"]),
    ("order-blindness", &["causal mask", "without any positional encoding"]),
    ("order-blindness", &["one causal layer", "second layer"]),
    ("sinusoidal", &["60,611", "62,832"]),
    ("sinusoidal", &["hypothesis", "not enforced"]),
    ("sinusoidal", &["0.084", "0.449", "0.973"]),
    ("learned", &["no reliable winner", "25.7", "20.16"]),
    ("learned", &["out of range", "barely trained", "90 %"]),
    ("relative", &["−16", "row 0", "row 32"]),
    ("relative", &["405,504", "26,112", "262,144"]),
    ("rope", &["defined everywhere", "79.25"]),
    ("rope", &["decay", "0 at every distance"]),
    ("alibi", &["not scaled", "footnote 10"]),
    ("alibi", &["+m·j", "softmax ignores", "−m·j"]),
    ("alibi", &["2^(−8h/n)", "12 heads", "2^−0.5"]),
    ("alibi", &["19.5", "2500", "soft window"]),
    ("alibi", &["17.98", "18.30", "starved"]),
    ("comparison", &["107 million", "scan", "length"]),
    ("comparison", &["0.69", "0.55", "0.50", "0.33", "0.22"]),
];

#[test]
fn each_correction_that_changes_an_answer_has_its_card() {
    let content = content();
    for (section, words) in CARDS {
        let here = content.iter().filter(|(_, value)| value.get("id").and_then(Value::as_str) == Some(section));
        let pages = here.filter_map(|(_, value)| value.get("pages")?.as_array()).flatten();
        let blocks = pages.filter_map(|page| page.get("blocks")?.as_array()).flatten();
        let cards = blocks.filter_map(|block| block.get("card"));
        let mut wording = cards.map(|card| {
            let mut found = Vec::new();
            texts(card, &[], &mut found);
            plain(&found.join(" "))
        });
        let is_there = wording.any(|card| words.iter().all(|word| card.contains(word)));
        assert!(is_there, "section {section} has no card with {words:?}");
    }
}

#[test]
fn only_characters_that_every_terminal_can_be_given() {
    for (file, text) in every_text(&content(), &[]) {
        let stranger = text.chars().find(|c| !(*c == '\n' || (' '..='~').contains(c) || ALLOWED.contains(*c)));
        assert!(
            stranger.is_none(),
            "{file} holds {:?} (U+{:04X}):\n  {text}",
            stranger.unwrap_or_default(),
            stranger.map_or(0, u32::from)
        );
    }
}

#[test]
fn no_marks_of_the_editors_are_left() {
    for (file, text) in every_text(&content(), &[]) {
        for mark in ["[V1]", "[V2]", "[A]", "[C]", "[R]", "TODO", "FIXME", "XXX"] {
            assert!(!text.contains(mark), "{file}: {mark} in\n  {text}");
        }
    }
}
