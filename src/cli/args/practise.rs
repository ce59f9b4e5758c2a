//! The arguments of exams, lessons, pretests and recall.

use clap::Args;

use super::voice::{SeedArgs, VoiceArgs};
use crate::sitting::mock::MINUTES;

/// `posenc mock`.
#[derive(Args, Debug)]
pub struct MockArgs {
    /// Three prompts to speak about, two calculations and a plot to explain
    #[arg(long)]
    pub interview: bool,
    /// Minutes; 0 is no clock
    #[arg(long, value_name = "MINUTES", default_value_t = MINUTES, value_parser = clap::value_parser!(u32).range(0..=600))]
    pub minutes: u32,
    /// Which questions.
    #[command(flatten)]
    pub seed: SeedArgs,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
}

/// `posenc placement`.
#[derive(Args, Debug)]
pub struct PlacementArgs {
    /// Only show what the last one said
    #[arg(long, conflicts_with = "seed")]
    pub show: bool,
    /// Let the last one say nothing any more: Home offers every section again
    #[arg(long, conflicts_with_all = ["seed", "show"])]
    pub drop: bool,
    /// Which questions.
    #[command(flatten)]
    pub seed: SeedArgs,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
}

/// `posenc lesson`.
#[derive(Args, Debug)]
pub struct LessonArgs {
    /// A family, a scheme or a number of the syllabus; of several families, or without one, the first that you don't do alone yet
    pub family: Option<String>,
    /// List the families, each with its lesson
    #[arg(long, conflicts_with = "seed")]
    pub list: bool,
    /// Which questions.
    #[command(flatten)]
    pub seed: SeedArgs,
    /// How many examples
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub count: u16,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
}

/// `posenc pretest`.
#[derive(Args, Debug)]
pub struct PretestArgs {
    /// Id or number of a section (`rope`, `5`)
    pub section: String,
    /// After reading: the same questions, then both answers side by side
    #[arg(long)]
    pub after: bool,
    /// Only show the answers side by side
    #[arg(long, conflicts_with = "after")]
    pub show: bool,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
}

/// `posenc recall`.
#[derive(Args, Debug)]
pub struct RecallArgs {
    /// A section, a page or a prompt (`rope`, `rope/cancel`, `rope-proof-step`) [default: what is due]
    pub what: Option<String>,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
}
