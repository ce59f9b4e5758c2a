//! The arguments of what is read, asked and computed.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::super::ask::{Desk, Voice};
use super::super::calc::Request;
use super::super::open;
use super::super::output::Problem;
use super::super::read::{self, ReadOptions};
use super::Cli;
use super::voice::{SeedArgs, VoiceArgs};
use crate::memory::MOST_QUESTIONS;
use crate::question::answer::ReadRules;
use crate::sitting::{Level, USUAL};
use crate::tui::rooms;

/// `posenc read`.
#[derive(Args, Debug)]
pub struct ReadArgs {
    /// Id or number of a section (`rope`, `5`) or of a page (`rope/cancel`, `5.2`)
    pub section: Option<String>,
    /// As text, even with a terminal
    #[arg(long)]
    pub plain: bool,
    /// With --plain: columns
    #[arg(long, default_value_t = 76, value_parser = clap::value_parser!(u16).range(20..=200))]
    pub width: u16,
    /// With --plain: formulas as LaTeX
    #[arg(long)]
    pub latex: bool,
}

impl ReadArgs {
    /// Opens the page, or prints the section.
    pub fn run(&self, cli: &Cli, out: &mut dyn Write) -> Result<ExitCode, Problem> {
        let desk = Desk::new(cli)?;
        let section = self.section.clone();
        if Voice::choose(self.plain || self.latex, false) != Voice::Screen {
            let options = ReadOptions { width: usize::from(self.width), ascii: desk.ascii, latex: self.latex };
            read::run(&desk.library, section.as_deref(), options, out)?;
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(name) = section else { return Ok(open::open(cli, Some(Box::new(rooms::study)))) };
        let id = read::id_of(&desk.library, &name)?;
        Ok(open::open(cli, Some(Box::new(move |cx| rooms::study_section(&id, cx)))))
    }
}

/// `posenc quiz`.
#[derive(Args, Debug)]
pub struct QuizArgs {
    /// A file of questions, or the name of one that you imported, instead of the chapter's quiz
    #[arg(value_name = "FILE|NAME")]
    pub file: Option<PathBuf>,
    /// The names of the files that you imported
    #[arg(long, conflicts_with_all = ["file", "seed", "plain", "json"])]
    pub list: bool,
    /// Which questions.
    #[command(flatten)]
    pub seed: SeedArgs,
    /// Go on with a round over this file that was left, the newest or that of a code
    #[arg(long, value_name = "CODE", conflicts_with_all = ["seed", "list"])]
    pub resume: Option<Option<String>>,
    /// Throw a round over this file away that was left, the newest or that of a code; what you answered in it is kept
    #[arg(long, value_name = "CODE", conflicts_with_all = ["seed", "list", "resume"])]
    pub drop: Option<Option<String>>,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
}

/// `posenc drill`.
#[derive(Args, Debug)]
pub struct DrillArgs {
    /// What to drill: ids, schemes or numbers of the syllabus; all by default
    pub family: Vec<String>,
    /// Which questions.
    #[command(flatten)]
    pub seed: SeedArgs,
    /// How many questions
    #[arg(long, default_value_t = USUAL as u16, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_QUESTIONS)))]
    pub count: u16,
    /// Only families of this level; mental: no calculator, near enough is right
    #[arg(long, alias = "difficulty", value_parser = level())]
    pub level: Option<Level>,
    /// What is due now, instead of families
    #[arg(long, conflicts_with_all = ["family", "level", "solve", "list"])]
    pub due: bool,
    /// With --due: beyond your cap of reviews a day too
    #[arg(long, requires = "due")]
    pub all: bool,
    /// What went wrong before: missed points and repeated mistakes
    #[arg(long, conflicts_with_all = ["family", "level", "solve", "list", "due"])]
    pub wrong: bool,
    /// Exactly this mistake: a drill whose numbers let it be made; posenc stats names yours
    #[arg(long, value_name = "MISTAKE", conflicts_with_all = ["level", "solve", "list", "due", "wrong", "cram", "timed"])]
    pub aim: Option<String>,
    /// Leave the schedule as it is: nothing comes back sooner or later for it
    #[arg(long)]
    pub cram: bool,
    /// With a clock, a minute a question; it only shows
    #[arg(long, conflicts_with_all = ["due", "wrong"])]
    pub timed: bool,
    /// Go on with a round that was left, the newest or that of a code: a drill, a quiz, a review, an exam, a placement test, a lesson, a rehearsal, questions around a section or a mock interview
    #[arg(long, value_name = "CODE", conflicts_with_all = ["family", "level", "solve", "list", "due", "wrong", "cram", "timed", "seed", "aim"])]
    pub resume: Option<Option<String>>,
    /// Throw a round away that was left, the newest or that of a code; what you answered in it is kept
    #[arg(long, value_name = "CODE", conflicts_with_all = ["family", "level", "solve", "list", "due", "wrong", "cram", "timed", "seed", "aim", "resume"])]
    pub drop: Option<Option<String>>,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
    /// With --json: the solutions too; nothing is read or recorded
    #[arg(long, requires = "json")]
    pub solve: bool,
    /// The families: id, how hard, number of the syllabus, title
    #[arg(long, conflicts_with_all = ["solve", "plain"])]
    pub list: bool,
}

fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).map(|word| Level::parse(&word).unwrap_or(Level::Easy))
}

/// `posenc interview` and `posenc self-check`.
#[derive(Args, Debug)]
pub struct RehearseArgs {
    /// Which prompt; --list names them [default: the one whose turn it is]
    pub id: Option<String>,
    /// The prompts
    #[arg(long)]
    pub list: bool,
    /// How to speak.
    #[command(flatten)]
    pub voice: VoiceArgs,
}

/// `posenc calc`.
#[derive(Args, Debug)]
pub struct CalcArgs {
    /// An expression; write `--` before one that begins with a minus
    #[arg(value_name = "EXPR", allow_hyphen_values = true, required_unless_present_any = ["answer", "list"])]
    pub expression: Option<String>,
    /// Print how this typed answer is read, as one JSON object
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "expression")]
    pub answer: Option<String>,
    /// The unit that is asked
    #[arg(long, value_name = "UNIT", requires = "answer")]
    pub unit: Option<String>,
    /// Take a comma as the decimal point
    #[arg(long, requires = "answer")]
    pub decimal_comma: bool,
    /// Print the functions
    #[arg(long)]
    pub list: bool,
    /// With --list: as JSON
    #[arg(long, requires = "list")]
    pub json: bool,
}

impl CalcArgs {
    /// What is asked.
    pub fn request(&self) -> Result<Request<'_>, Problem> {
        if self.list {
            return Ok(Request::List { json: self.json });
        }
        if let Some(text) = &self.answer {
            let rules =
                ReadRules { unit: self.unit.as_deref(), decimal_comma: self.decimal_comma, ..ReadRules::default() };
            return Ok(Request::Answer { text, rules });
        }
        // Clap drops `requires` where the missing one would conflict with what is given.
        if self.decimal_comma || self.unit.is_some() {
            let why = "--unit and --decimal-comma say how a typed answer is read; use them with --answer TEXT.";
            return Err(Problem::Said(why.into()));
        }
        let expression = self.expression.as_deref();
        expression
            .map(Request::Expression)
            .ok_or_else(|| Problem::Said("Calc needs an expression, as in `posenc calc 'sqrt(2)/2'`.".into()))
    }
}
