//! The six schemes and the problem that they solve, as one list.
//!
//! Every scheme has one name, one slug, one mark and (in the terminal) one colour, everywhere: contents, plots, drills, progress.

use serde::{Deserialize, Serialize};

/// What a section, a question or a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Why attention is blind to order (no scheme yet).
    Order,
    /// Sinusoidal absolute encoding, Vaswani et al. 2017.
    Sinusoidal,
    /// Learned absolute embeddings, BERT and GPT-2.
    Learned,
    /// Relative position representations, Shaw et al. 2018.
    Shaw,
    /// Rotary embeddings, Su et al. 2021.
    Rope,
    /// Attention with linear biases, Press et al. 2021.
    Alibi,
    /// No positional encoding; the causal mask alone.
    Nope,
}

impl Scheme {
    /// All of them, in the order of the chapter.
    pub const ALL: [Scheme; 7] =
        [Scheme::Order, Scheme::Sinusoidal, Scheme::Learned, Scheme::Shaw, Scheme::Rope, Scheme::Alibi, Scheme::Nope];

    /// The slug used in files and on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Scheme::Order => "order",
            Scheme::Sinusoidal => "sinusoidal",
            Scheme::Learned => "learned",
            Scheme::Shaw => "shaw",
            Scheme::Rope => "rope",
            Scheme::Alibi => "alibi",
            Scheme::Nope => "nope",
        }
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Order => "order-blindness",
            Scheme::Sinusoidal => "sinusoidal",
            Scheme::Learned => "learned",
            Scheme::Shaw => "Shaw relative",
            Scheme::Rope => "RoPE",
            Scheme::Alibi => "ALiBi",
            Scheme::Nope => "NoPE",
        }
    }

    /// The mark that stands beside the name wherever colour alone would tell. ASCII.
    pub const fn mark(self) -> char {
        match self {
            Scheme::Order => '#',
            Scheme::Sinusoidal => '~',
            Scheme::Learned => '=',
            Scheme::Shaw => '+',
            Scheme::Rope => 'o',
            Scheme::Alibi => '\\',
            Scheme::Nope => '.',
        }
    }

    /// The scheme with this slug.
    pub fn from_slug(slug: &str) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|s| s.slug() == slug)
    }
}

#[cfg(test)]
mod tests {
    use super::Scheme;

    #[test]
    fn slugs_and_marks_are_unique_and_round_trip() {
        for (i, a) in Scheme::ALL.iter().enumerate() {
            assert_eq!(Scheme::from_slug(a.slug()), Some(*a));
            for b in &Scheme::ALL[i + 1..] {
                assert_ne!(a.slug(), b.slug());
                assert_ne!(a.mark(), b.mark());
            }
        }
    }
}
