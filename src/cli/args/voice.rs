//! Flags that many sub-commands share.

use clap::Args;

/// How to speak.
#[derive(Args, Clone, Copy, Debug)]
pub struct VoiceArgs {
    /// Line by line: for a screen reader, a dumb terminal or a script
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// In JSON: an object out for all that is said, and one in where something is asked
    #[arg(long)]
    pub json: bool,
}

/// Which questions.
#[derive(Args, Clone, Debug)]
pub struct SeedArgs {
    /// Same seed, same questions, numbers and order [default: a fresh one]
    #[arg(long, value_name = "SEED|CODE")]
    pub seed: Option<String>,
}

impl SeedArgs {
    /// The seed or code as typed.
    pub fn typed(&self) -> Option<&str> {
        self.seed.as_deref()
    }
}
