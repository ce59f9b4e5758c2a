//! The rows of the menu: what they are called, and what is said about them.

use crate::scheme::Scheme;

/// A row of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// The rounds that were left.
    Resume,
    /// The chapter's quiz.
    #[default]
    Quiz,
    /// What is due.
    Review,
    /// Prompts to answer for yourself.
    SelfCheck,
    /// What need not be read.
    Placement,
    /// The exam.
    Mock,
    /// The whole interview.
    MockInterview,
    /// Drills of every scheme, or of those that are ticked.
    Mixed,
    /// Drills of one scheme.
    Scheme(Scheme),
}

impl Entry {
    /// The rows; the first only where some round was left.
    pub fn all(left: bool) -> Vec<Entry> {
        use Entry::{Mixed, Mock, MockInterview, Placement, Quiz, Resume, Review, SelfCheck};
        let schemes = Scheme::ALL.into_iter().map(Entry::Scheme);
        let first = left.then_some(Resume).into_iter().chain([Quiz, Review, SelfCheck, Mixed]);
        first.chain(schemes).chain([Placement, Mock, MockInterview]).collect()
    }

    /// Does it have families to drill?
    pub fn is_drill(self) -> bool {
        matches!(self, Entry::Mixed | Entry::Scheme(_))
    }

    /// Its name in the list.
    pub fn name(self, ticked: usize) -> String {
        match self {
            Entry::Resume => "Go on".into(),
            Entry::Quiz => "Quiz".into(),
            Entry::Review => "Review".into(),
            Entry::SelfCheck => "Self-check".into(),
            Entry::Placement => "Placement test".into(),
            Entry::Mock => "Mock exam".into(),
            Entry::MockInterview => "Mock interview".into(),
            Entry::Mixed if ticked == 1 => "* the ticked scheme".into(),
            Entry::Mixed if ticked > 1 => format!("* the {ticked} ticked schemes"),
            Entry::Mixed => "* all schemes".into(),
            Entry::Scheme(scheme) => format!("{} {}", scheme.mark(), scheme.name()),
        }
    }

    /// What stands beside the list while the cursor is on it; the families of a drill stand there themselves.
    pub fn say(self) -> &'static [&'static str] {
        match self {
            Entry::Resume => &["You left this round in the middle. Enter goes on where you were; x throws it away."],
            Entry::Quiz => &[
                "The chapter's quiz: understanding and numbers. Good before reading, to see what you know, and after it.",
            ],
            Entry::Review => &[
                "What you are about to forget, picked from everything you answered: a few minutes a day keep it.",
                "With cram (c) you can go through it once more, and nothing comes back later for that.",
            ],
            Entry::SelfCheck => &["Answer in your own words, then compare with a model answer and tick what you said."],
            Entry::Placement => &[
                "Know some of this already? Two questions a scheme: a medium one, then a harder or an easier one.",
                "At the end a table says what to skip, skim or read. Nothing is scored.",
            ],
            Entry::Mock => &[
                "Twelve questions over all schemes, to compute and to choose. Nothing is said before the end.",
                "Then a report by scheme and by mistake, with every explanation one key away. The answers count.",
            ],
            Entry::MockInterview => &[
                "As it will be: three prompts to speak about, two calculations and a plot to explain, one after the other, \
                 each with a clock. At the end you see where the points were.",
            ],
            Entry::Mixed | Entry::Scheme(_) => &[],
        }
    }
}
