//! The arguments of what is about your data: plan, fit, stats, and files in and out.

use std::path::PathBuf;

use clap::Args;

/// `posenc plan`.
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// The day of the interview: 2026-12-24, or +9 for nine days from today
    #[arg(long, value_name = "DATE", conflicts_with = "none")]
    pub date: Option<String>,
    /// Minutes that you have a day
    #[arg(long, value_name = "MINUTES")]
    pub minutes: Option<String>,
    /// There is no interview: the normal schedule
    #[arg(long)]
    pub none: bool,
    /// At most so many questions a day that you never answered before; 0 for no limit
    #[arg(long, value_name = "COUNT")]
    pub new: Option<u16>,
    /// At most so many reviews a day; 0 for no limit
    #[arg(long, value_name = "COUNT")]
    pub reviews: Option<u16>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// `posenc fit`.
#[derive(Args, Debug)]
pub struct FitArgs {
    /// Keep the new schedule even if it foresees no better
    #[arg(long, conflicts_with_all = ["dry_run", "reset", "undo"])]
    pub keep: bool,
    /// Say what would come of it, and change nothing
    #[arg(long, conflicts_with_all = ["reset", "undo"])]
    pub dry_run: bool,
    /// Return to the schedule of the average learner
    #[arg(long, conflicts_with = "undo")]
    pub reset: bool,
    /// Take the last fit, or the last --reset, back
    #[arg(long)]
    pub undo: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// `posenc check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// A chapter folder, a file of questions, or an mdbook-quiz file
    pub path: Option<PathBuf>,
    /// Warnings are errors
    #[arg(long)]
    pub strict: bool,
    /// Findings as JSON
    #[arg(long)]
    pub json: bool,
}

/// `posenc stats`.
#[derive(Args, Debug)]
pub struct StatsArgs {
    /// As JSON: everything, with the evidence for every item
    #[arg(long, conflicts_with = "html")]
    pub json: bool,
    /// As a page to keep or to print
    #[arg(long)]
    pub html: bool,
}

/// `posenc export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Where to write; without it, standard output
    pub file: Option<PathBuf>,
    /// The chapter as cards for Anki
    #[arg(long, group = "form")]
    pub anki: bool,
    /// The chapter's questions for mdbook-quiz
    #[arg(long, group = "form")]
    pub mdbook: bool,
    /// The log as a table
    #[arg(long, group = "form")]
    pub csv: bool,
    /// Write over a file that is there
    #[arg(long, requires = "file")]
    pub force: bool,
}

/// `posenc import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// What to take in
    pub file: PathBuf,
    /// The name for `posenc quiz` [default: that of the file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Say what would be taken in, and take nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Write over questions that you imported under the same name
    #[arg(long)]
    pub force: bool,
}

/// `posenc sheet`.
#[derive(Args, Debug)]
pub struct SheetArgs {
    /// Where to write; without it, standard output
    pub file: Option<PathBuf>,
    /// As a page for a browser and a printer
    #[arg(long)]
    pub html: bool,
    /// As text: columns
    #[arg(long, default_value_t = 76, value_parser = clap::value_parser!(u16).range(40..=200))]
    pub width: u16,
    /// Write over a file that is there
    #[arg(long, requires = "file")]
    pub force: bool,
}

/// `posenc forget`.
#[derive(Args, Debug)]
pub struct ForgetArgs {
    /// A question, a page, a section, a scheme or a file of questions
    pub name: Option<String>,
    /// Everything
    #[arg(long, conflicts_with = "name")]
    pub all: bool,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
    /// Keep no copy
    #[arg(long)]
    pub for_good: bool,
}
