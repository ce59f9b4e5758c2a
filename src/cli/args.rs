//! What can be typed after `posenc`: one definition for parsing, help, completions and the manual page.

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::question::answer::ReadRules;

use super::calc::Request;
use super::look::{Environment, LookArgs};
use super::output::Problem;
use super::plot::{Output, PlotOptions};
use crate::tui::settings::{Marks, Settings};

/// Study positional information in Transformers: read, turn live plots, drill calculations, rehearse the interview
#[derive(Debug, Parser)]
#[command(name = "posenc", version, about, max_term_width = 100, after_help = AFTER)]
pub struct Cli {
    /// What to do; nothing opens the terminal at Home
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Folder of your progress file [default: the XDG data folder] [env: POSENC_DATA_DIR]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Read this chapter folder instead of the built-in chapter [env: POSENC_CONTENT]
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// How it looks.
    #[command(flatten)]
    pub look: LookArgs,
}

const AFTER: &str = "\
With a terminal on both ends a command opens its screen; with --plain it speaks line by line, with --json in objects.
Exit codes: 0 fine, 1 problems found, 2 could not do it.

Examples:
  posenc                                       study
  posenc read rope --plain                     a section as text
  posenc plot rope-shift --set m=104 --set n=110
  posenc drill alibi-score --seed K3F9 --plain
  posenc calc 'rope_score([1,0], [0.6,0.8], 4, 10)'";

/// The sub-commands.
#[derive(Debug, Subcommand)]
pub enum Command {
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
    /// Your progress as text or JSON
    Stats(StatsArgs),
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
            let rules = ReadRules {
                unit: self.unit.as_deref(),
                decimal_comma: self.decimal_comma,
                ..ReadRules::default()
            };
            return Ok(Request::Answer { text, rules });
        }
        let expression = self.expression.as_deref();
        expression.map(Request::Expression).ok_or_else(|| Problem::Said("calc needs an expression".into()))
    }
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

/// `posenc plot`.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// Which figure; --list names them
    #[arg(required_unless_present = "list")]
    pub figure: Option<String>,
    /// Turn a knob; may be given again
    #[arg(long, value_name = "KNOB=VALUE")]
    pub set: Vec<String>,
    /// Columns
    #[arg(long)]
    pub width: Option<u16>,
    /// Rows
    #[arg(long)]
    pub height: Option<u16>,
    /// The picture as data, with its settings
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// The data of every layer
    #[arg(long)]
    pub csv: bool,
    /// The names of all figures and their knobs
    #[arg(long)]
    pub list: bool,
}

impl PlotArgs {
    /// With the look of the command line.
    pub fn options(&self, cli: &Cli) -> PlotOptions {
        let env = Environment::read();
        let tty = std::io::stdout().is_terminal();
        let (theme, _) = cli.look.theme(&env, &Settings::default(), tty);
        PlotOptions {
            figure: self.figure.clone(),
            set: self.set.clone(),
            width: self.width,
            height: self.height,
            style: theme.plot(Marks::default()),
            output: match (self.json, self.csv) {
                (true, _) => Output::Json,
                (_, true) => Output::Csv,
                _ => Output::Text,
            },
            list: self.list,
        }
    }
}

/// `posenc stats`.
#[derive(Args, Debug)]
pub struct StatsArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
}
