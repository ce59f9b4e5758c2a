//! Seeds and session codes: the short texts that replay a question.
//!
//! A seed is 1 to 16 characters of `0-9A-Z`. A session code is `SEED-MARK`, where the mark is four characters that
//! depend on the content: the same seed over other content gives other questions, and the mark says so.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// Longest seed.
const MAX_LEN: usize = 16;
/// Characters of a fresh seed and of a content mark: no `I`, `L`, `O`, `U`, so that a code can be read aloud.
const BASE32: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// What a question is drawn from: 1 to 16 characters of `0-9A-Z`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(String);

/// Why a text is no seed or session code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    /// Nothing there.
    #[error("a seed needs at least one character: use letters A to Z and digits, as in K3F9")]
    Empty,
    /// More than 16 characters.
    #[error("a seed has at most {MAX_LEN} characters, this one has {0}: shorten it")]
    TooLong(usize),
    /// A character that is no letter or digit.
    #[error("'{0}' cannot stand in a seed: use letters A to Z and digits, as in K3F9")]
    Character(char),
    /// The part after the hyphen is no content mark.
    #[error("'{0}' is no content mark: a session code looks like K3F9-7QX2, and the bare seed K3F9 works too")]
    Mark(String),
}

impl Seed {
    /// Reads a seed; lower case is accepted.
    ///
    /// ```
    /// use posenc::question::Seed;
    /// assert_eq!(Seed::parse("k3f9").unwrap().as_str(), "K3F9");
    /// assert!(Seed::parse("k3-f9").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Seed, SeedError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SeedError::Empty);
        }
        if let Some(bad) = text.chars().find(|c| !c.is_ascii_alphanumeric()) {
            return Err(SeedError::Character(bad));
        }
        if text.len() > MAX_LEN {
            return Err(SeedError::TooLong(text.len()));
        }
        Ok(Seed(text.to_ascii_uppercase()))
    }

    /// A new seed of four characters, from the clock, the process and the hasher's entropy.
    pub fn fresh() -> Seed {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let clock = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map(|d| d.as_nanos())
            .unwrap_or_default();
        // std seeds every `RandomState` from the operating system.
        let entropy = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), clock);
        let mut hash = Sha256::new();
        hash.update(clock.to_le_bytes());
        hash.update(entropy.to_le_bytes());
        hash.update(std::process::id().to_le_bytes());
        hash.update(COUNT.fetch_add(1, Ordering::Relaxed).to_le_bytes());
        Seed(base32(&hash.finalize(), 4))
    }

    /// The seed of the n-th question of a session (from 0): it replays that question alone.
    pub fn nth(&self, n: u64) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"nth\0");
        hash.update(self.0.as_bytes());
        hash.update(n.to_le_bytes());
        Seed(base32(&hash.finalize(), 6))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::str::FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        Seed::parse(text)
    }
}

/// A seed, and the mark of the content that it was used with, where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionCode {
    /// The seed.
    pub seed: Seed,
    /// Four characters that depend on the content.
    pub mark: Option<String>,
}

impl SessionCode {
    /// The code of this seed over this content.
    pub fn new(seed: Seed, content_hash: &str) -> SessionCode {
        SessionCode { seed, mark: Some(content_mark(content_hash)) }
    }

    /// Reads `K3F9-7QX2` or the bare seed `K3F9`.
    pub fn parse(text: &str) -> Result<SessionCode, SeedError> {
        let text = text.trim();
        // The dash may have been typeset on its way here.
        let Some((seed, mark)) = text.split_once(['-', '–', '‐']) else {
            return Ok(SessionCode { seed: Seed::parse(text)?, mark: None });
        };
        let mark = mark.trim().to_ascii_uppercase();
        if mark.len() != 4 || !mark.bytes().all(|b| BASE32.contains(&b)) {
            return Err(SeedError::Mark(mark));
        }
        Ok(SessionCode { seed: Seed::parse(seed)?, mark: Some(mark) })
    }

    /// Was it made with this content? A bare seed fits every content.
    pub fn fits(&self, content_hash: &str) -> bool {
        self.mark.as_deref().is_none_or(|mark| mark == content_mark(content_hash))
    }
}

impl fmt::Display for SessionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.mark {
            Some(mark) => write!(f, "{}-{mark}", self.seed),
            None => write!(f, "{}", self.seed),
        }
    }
}

/// Four characters that stand for a content hash.
pub fn content_mark(content_hash: &str) -> String {
    base32(&Sha256::digest(content_hash.as_bytes()), 4)
}

/// The first `len` base-32 digits of `bytes`.
fn base32(bytes: &[u8], len: usize) -> String {
    let bit = |n: usize| bytes.get(n / 8).is_some_and(|byte| byte >> (7 - n % 8) & 1 == 1);
    (0..len)
        .map(|digit| (0..5).fold(0, |index, k| index << 1 | usize::from(bit(digit * 5 + k))))
        .filter_map(|index| BASE32.get(index).map(|&b| char::from(b)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_letters_and_digits_in_either_case() {
        assert_eq!(Seed::parse(" k3f9 ").unwrap(), Seed("K3F9".into()));
        assert_eq!(Seed::parse(""), Err(SeedError::Empty));
        assert_eq!(Seed::parse("K3é9"), Err(SeedError::Character('é')));
        assert_eq!(Seed::parse(&"A".repeat(17)), Err(SeedError::TooLong(17)));
        assert!(Seed::parse(&"A".repeat(16)).is_ok());
    }

    #[test]
    fn both_forms_of_a_session_code_are_read() {
        let code = SessionCode::new(Seed::parse("K3F9").unwrap(), "some content");
        assert_eq!(SessionCode::parse(&code.to_string().to_lowercase()), Ok(code.clone()));
        assert!(code.fits("some content"));
        assert!(!code.fits("other content"));
        assert_eq!(SessionCode::parse("k3f9").unwrap().mark, None);
        assert_eq!(SessionCode::parse("K3F9-7Q"), Err(SeedError::Mark("7Q".into())));
    }

    #[test]
    fn fresh_seeds_have_four_readable_characters_and_differ() {
        let seeds: std::collections::BTreeSet<Seed> = (0..50).map(|_| Seed::fresh()).collect();
        assert!(seeds.len() > 45, "50 seeds of a million: {seeds:?}");
        assert!(seeds.iter().all(|s| s.as_str().len() == 4 && Seed::parse(s.as_str()).is_ok()));
    }

    #[test]
    fn the_questions_of_a_session_have_seeds_of_their_own() {
        let seed = Seed::parse("K3F9").unwrap();
        assert_eq!(seed.nth(3), seed.nth(3));
        assert_ne!(seed.nth(3), seed.nth(4));
    }
}
