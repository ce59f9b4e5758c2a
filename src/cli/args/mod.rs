//! What can be typed after `posenc`: one definition for parsing, help, completions and the manual page.

mod data;
mod figure;
mod practise;
mod study;
mod texts;
mod voice;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::look::LookArgs;
use crate::paths::{NoHome, Paths};
use texts::{AFTER, DRILL, EXPORT, FIT, FORGET, IMPORT, MOCK, PLAN, QUIZ, SHEET};

pub use data::{CheckArgs, ExportArgs, FitArgs, ForgetArgs, ImportArgs, PlanArgs, SheetArgs, StatsArgs};
pub use figure::PlotArgs;
pub use practise::{LessonArgs, MockArgs, PlacementArgs, PretestArgs, RecallArgs};
pub use study::{CalcArgs, DrillArgs, QuizArgs, ReadArgs, RehearseArgs};
pub use voice::{SeedArgs, VoiceArgs};

/// Study positional information in Transformers: read, turn live plots, drill calculations, rehearse the interview
#[derive(Debug, Parser)]
#[command(
    name = "posenc", version, about, max_term_width = 100, after_help = AFTER
)]
pub struct Cli {
    /// What to do; nothing opens the terminal at Home
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What needs no sub-command.
    #[command(flatten)]
    pub flags: Flags,
}

/// The flags that stand before a sub-command, or alone.
#[derive(Debug, Args)]
pub struct Flags {
    /// Folder of your progress file [default: the XDG data folder] [env: POSENC_DATA_DIR]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Read this chapter folder instead of the built-in chapter [env: POSENC_CONTENT]
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// How it looks.
    #[command(flatten)]
    pub look: LookArgs,
    /// Print Home: what to do today, and where each scheme stands
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// Print Home as JSON
    #[arg(long)]
    pub json: bool,
}

/// `posenc` with flags only. Clap learns the sub-commands apart, because the first frame would wait for them.
#[derive(Debug, Parser)]
#[command(name = "posenc", disable_help_flag = true)]
struct Bare {
    #[command(flatten)]
    flags: Flags,
}

impl Cli {
    /// Reads the arguments.
    ///
    /// # Errors
    /// What is wrong with them, or the help that they ask for.
    pub fn read(args: Vec<OsString>) -> Result<Cli, clap::Error> {
        match Bare::try_parse_from(&args) {
            Ok(Bare { flags }) => Ok(Cli { command: None, flags }),
            Err(_) => Cli::try_parse_from(args),
        }
    }
}

impl Flags {
    /// Where the files are.
    ///
    /// # Errors
    /// When no folder is named and there is no home.
    pub fn paths(&self) -> Result<Paths, NoHome> {
        Paths::find(self.data.clone(), self.content.clone())
    }
}

/// The sub-commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// What to do today, and where each scheme stands
    Home(VoiceArgs),
    /// Read the chapter: a section by name or number, or all of it
    #[command(
        after_help = "Examples:\n  posenc read rope\n  posenc read 5 --plain | less\n  posenc read --plain --ascii > chapter.txt"
    )]
    Read(ReadArgs),
    /// Take the chapter's quiz, or one from a file
    #[command(after_help = QUIZ)]
    Quiz(QuizArgs),
    /// Drill calculations with fresh numbers
    #[command(after_help = DRILL)]
    Drill(DrillArgs),
    /// Sit an exam of twelve questions, or a whole interview
    #[command(after_help = MOCK)]
    Mock(MockArgs),
    /// Find what you need not read: two questions a scheme
    #[command(after_help = "Examples:\n  posenc placement\n  posenc placement --plain\n  posenc placement --show\n\n\
        A medium question of each scheme, then a hard or an easy one. Nothing is scored.\n\n\
        With --json a question line is printed and an answer line read; at the end comes the table.")]
    Placement(PlacementArgs),
    /// Learn a calculation from worked examples that leave more and more to you
    #[command(after_help = "Examples:\n  posenc lesson alibi-score\n  posenc lesson rope --plain\n  \
        echo '{\"answer\":\"show\"}' | posenc lesson alibi-score --json\n\n\
        With --json an object is printed for each example, blank and rule, and an answer line read after each blank and rule.")]
    Lesson(LessonArgs),
    /// Answer three questions before a section, and once more after reading it; nothing is scored
    #[command(
        after_help = "Examples:\n  posenc pretest rope\n  posenc pretest rope --after --plain\n  posenc pretest rope --show\n\n\
        With --json a question line is printed and an answer line read; nothing is said about it before the end."
    )]
    Pretest(PretestArgs),
    /// Recall a page in one line, and keep, put off or drop the prompt
    #[command(after_help = "Examples:\n  posenc recall\n  posenc recall rope/cancel --plain\n\n\
        With --json: a prompt is printed, {\"typed\":\"…\"} is read, the answer is printed, {\"kept\":\"knew\"} (or missed, \
        later, dropped) is read.")]
    Recall(RecallArgs),
    /// Rehearse an interview answer and tick what you said
    #[command(
        after_help = "Examples:\n  posenc interview\n  posenc interview --list\n  posenc interview rope-relative --plain\n\n\
        What you type marks points as \"mentioned?\", by its words; only you tick them.\n\n\
        With --json a prompt is printed, {\"ticked\":[0,2]} is read (places from 0), and the result is printed. Before the \
        ticks {\"notes\":\"…\"} shows which points its words mention."
    )]
    Interview(RehearseArgs),
    /// Answer a self-check prompt without notes and tick what you said
    #[command(
        after_help = "Examples:\n  posenc self-check\n  posenc self-check --list\n  posenc self-check self-blind --plain\n\n\
        With --json as `posenc interview`: the prompt out, {\"ticked\":[0,2]} in, the result out."
    )]
    SelfCheck(RehearseArgs),
    /// Evaluate an expression with the chapter's mathematics, at full precision
    #[command(after_help = "Examples:\n  posenc calc 'sinusoidal(1, 0, 512)'\n  posenc calc 'alibi_slopes(12)'\n  \
        posenc calc --answer '3pi/4' --unit deg\n  posenc calc -- '-2^2'")]
    Calc(CalcArgs),
    /// Check a chapter folder or a file of questions; without PATH, the built-in chapter
    Check(CheckArgs),
    /// Draw a figure: as text, or its data as JSON or CSV
    #[command(after_help = "Examples:\n  posenc plot --list\n  posenc plot rope-shift --set m=104 --set n=110\n  \
        posenc plot alibi-bias --set heads=12 --csv")]
    Plot(PlotArgs),
    /// Your progress: what is mastered and why, what comes back when, which mistakes return
    #[command(after_help = "Examples:\n  posenc stats\n  posenc stats --html > progress.html\n  posenc stats --json")]
    Stats(StatsArgs),
    /// The date of your interview, how much a day, and what to do today
    #[command(after_help = PLAN)]
    Plan(PlanArgs),
    /// Fit the schedule to your own reviews
    #[command(after_help = FIT)]
    Fit(FitArgs),
    /// Take your data out: everything as JSON, or as Anki cards, mdbook-quiz or CSV
    #[command(after_help = EXPORT)]
    Export(ExportArgs),
    /// Take data in: an export, a file of questions, or cards of Anki
    #[command(after_help = IMPORT)]
    Import(ImportArgs),
    /// A cheat sheet of the chapter, as text or as a page to print
    #[command(after_help = SHEET)]
    Sheet(SheetArgs),
    /// Forget a question, a section or everything
    #[command(after_help = FORGET)]
    Forget(ForgetArgs),
    /// Where your files are
    Paths,
    /// Completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// The manual page (roff)
    Man,
    /// The key table as Markdown
    #[command(hide = true)]
    Keys,
}
