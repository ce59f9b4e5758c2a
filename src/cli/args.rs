//! What can be typed after `posenc`: one definition for parsing, help, completions and the manual page.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

use crate::paths::{NoHome, Paths};
use crate::question::answer::ReadRules;
use crate::sitting::Level;

use super::ask::{Desk, Voice};
use super::calc::Request;
use super::lesson::LessonArgs;
use super::look::{Environment, LookArgs, ThemeArg};
use super::mock::{MockArgs, PlacementArgs};
use super::open;
use super::output::Problem;
use super::plot::{Output, PlotOptions};
use super::pretest::PretestArgs;
use super::read::{self, ReadOptions};
use super::recall::RecallArgs;
use crate::tui::plot::{Depth, PlotStyle};
use crate::tui::rooms;
use crate::tui::settings::{Marks, Settings};

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

const AFTER: &str = "\
With a terminal on both ends a command to study or practise with opens its screen; with --plain it speaks \
line by line, with --json in objects. The others print and are done: calc, stats, plot with a figure, files.
Exit codes: 0 fine, 1 problems found, 2 could not do it.

Examples:
  posenc                                       study
  posenc read rope --plain                     a section as text
  posenc plot rope-shift --set m=104 --set n=110
  posenc quiz                                  the chapter's quiz
  posenc drill alibi-score --seed K3F9 --plain
  posenc calc 'rope_score([1,0], [0.6,0.8], 4, 10)'";

const DRILL: &str = "\
FAMILY is an id (alibi-score), a scheme (rope: all its families) or a number of the syllabus (G33); \
without one, all. The same seed gives the same questions on every machine. A session code such as \
K3F9-7QX2 is a seed too; a round comes back with its code, the same families and the same --count. With --count 1 the \
seed is that of the question itself, so the code beside a question brings back that question alone.

Examples:
  posenc drill                             five questions, the easy ones first
  posenc drill rope alibi --level hard
  posenc drill alibi-score --seed K3F9 --count 3 --plain
  posenc drill --due                       what is due today
  posenc drill --list
  posenc drill G33 --seed K3F9 --count 1 --json --solve

With --json every question is one line: id, seed, code, level, prompt, answers with label, unit and \
rounding. After it one line is read, {\"answer\": \"0.25\"} (a list for several answers, a letter or \
a list of them for a choice; beside it, if you like, \"confidence\": 1 guess, 2 think so, 3 sure), and \
one verdict is printed. What cannot be read, or has too few digits, costs nothing: the question is \
printed again. {\"do\": \"hint\"} gives a hint; so do solve, skip, another, easier, harder, undo and quit, \
and calc with \"expression\". --solve adds value, steps and mistakes, reads nothing and records nothing. \
End of input ends it, with exit code 0.";

const MOCK: &str = "\
Twelve questions over all schemes, to compute and to choose; nothing is said before the end, and the answers count. With --interview: three prompts to speak about, two calculations and a plot to explain.

Examples:
  posenc mock
  posenc mock --minutes 40 --plain         twice the time
  posenc mock --minutes 0                  no clock
  posenc mock --seed K3F9                  the same exam as another person's
  posenc mock --interview --plain";

const QUIZ: &str = "\
FILE may hold questions of ours or of mdbook-quiz, and is left as it is. A broken file prints what `posenc check` says \
about it, exit code 1. `posenc import FILE` keeps a file among yours; after that its NAME is enough.

Examples:
  posenc quiz
  posenc quiz --plain
  posenc quiz my-questions.toml
  posenc quiz --list                       the files you imported
  echo '{\"answer\":\"b\"}' | posenc quiz --json";

const EXPORT: &str = "\
Without a format: everything the program knows about you, as JSON. `posenc import` reads it back, on another machine \
too, and never doubles anything. Schedule and statistics are not in it: they follow from the events.

--anki writes the chapter as cards (in Anki: File, Import); calculations have fixed numbers there. Export again \
after an update and Anki updates the same notes. --mdbook writes the chapter's questions for mdbook-quiz. --csv \
writes the log as a table. What a format cannot carry is said on standard error.

Examples:
  posenc export backup.json
  posenc export --anki cards.txt
  posenc export --mdbook > quiz.toml
  posenc export --csv | head -3";

const IMPORT: &str = "\
FILE is one of:
  an export of posenc (.json)     its events join yours; what is here already is not taken twice
  questions (.toml)               of ours or of mdbook-quiz; `posenc quiz NAME` asks them
  Anki's plain text (.txt)        in Anki: File, Export, Notes in Plain Text; fronts and backs become questions
What is wrong with a file is said with its line. Questions and cards come in whole or not at all; of an export, events \
that cannot have happened are left out. What could not be carried is said on standard error.

Examples:
  posenc import backup.json
  posenc import ownership.toml --name rust
  posenc import cards.txt --dry-run";

const SHEET: &str = "\
Made of the chapter itself: summaries, formulas, result tables and corrections. The HTML page needs no network and \
prints on one sheet (landscape).

Examples:
  posenc sheet | less
  posenc sheet --html sheet.html";

const PLAN: &str = "\
Minutes, new questions and reviews a day bound what Today lists, not what you may do: posenc drill asks on, and \
posenc drill --due --all asks everything that is due. --new and --reviews are kept in config.toml.

Examples:
  posenc plan --date 2026-12-24 --minutes 30
  posenc plan --date +9
  posenc plan --new 5 --reviews 20
  posenc plan --none";

const FIT: &str = "\
FSRS has 21 parameters. Until they are fitted they are those of the average learner. A fit computes yours from your log: \
from 400 reviews of 30 questions on, a review being an answer on a later day than the one before. It leaves the newest fifth \
out and measures the old and the new parameters on it; the new ones are kept only if they foresee it better. They are an \
event of your log: an export has them, and they can be taken back.

Examples:
  posenc fit
  posenc fit --dry-run --json
  posenc fit --undo                        back to the schedule before the last fit
  posenc fit --reset                       back to the average learner's";

const FORGET: &str = "\
NAME is a question (alibi-score), a page (rope/cancel), a section (rope), a scheme (shaw) or a file of questions \
you were asked. Its answers leave the log, and with them its schedule, mistakes and counts: not hidden, removed.

Before that a copy goes to your data folder, and `posenc import` of that copy takes everything back. Delete the \
copy when you are sure, or say --for-good and none is made. An export you made earlier still has everything.

Examples:
  posenc forget alibi-score
  posenc forget rope
  posenc forget --all
  posenc forget --all --yes --for-good     for scripts: nothing is asked, no copy is kept";

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
        A medium question of each scheme, then a hard or an easy one. Nothing is scored.")]
    Placement(PlacementArgs),
    /// Learn a calculation from worked examples that leave more and more to you
    #[command(after_help = "Examples:\n  posenc lesson alibi-score\n  posenc lesson rope --plain\n  \
        echo '{\"answer\":\"show\"}' | posenc lesson alibi-score --json")]
    Lesson(LessonArgs),
    /// Answer three questions before a section, and once more after reading it; nothing is scored
    #[command(
        after_help = "Examples:\n  posenc pretest rope\n  posenc pretest rope --after --plain\n  posenc pretest rope --show"
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
        With --json a prompt is printed, {\"ticked\":[0,2]} is read (places from 0), and the result is printed."
    )]
    Interview(RehearseArgs),
    /// Answer a self-check prompt without notes and tick what you said
    #[command(
        after_help = "Examples:\n  posenc self-check\n  posenc self-check --list\n  posenc self-check self-blind --plain"
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

/// How to speak.
#[derive(Args, Clone, Copy, Debug)]
pub struct VoiceArgs {
    /// Line by line: for a screen reader, a dumb terminal or a script
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// In JSON
    #[arg(long)]
    pub json: bool,
}

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
    /// Same seed, same order of options
    #[arg(long, value_name = "SEED|CODE")]
    pub seed: Option<String>,
    /// Line by line: for a screen reader, a dumb terminal or a script
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// A question line out, an answer line in, a verdict line out
    #[arg(long)]
    pub json: bool,
}

/// `posenc drill`.
#[derive(Args, Debug)]
pub struct DrillArgs {
    /// What to drill: ids, schemes or numbers of the syllabus; all by default
    pub family: Vec<String>,
    /// Same seed, same questions [default: a fresh one]
    #[arg(long, value_name = "SEED|CODE")]
    pub seed: Option<String>,
    /// How many questions
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub count: u16,
    /// Only families of this level; mental: no calculator, near enough is right
    #[arg(long, alias = "difficulty", value_parser = level())]
    pub level: Option<Level>,
    /// What is due today, instead of families
    #[arg(long, conflicts_with_all = ["family", "level", "solve", "list"])]
    pub due: bool,
    /// With --due: beyond your cap of reviews a day too
    #[arg(long, requires = "due")]
    pub all: bool,
    /// What went wrong before: missed points and repeated mistakes
    #[arg(long, conflicts_with_all = ["family", "level", "solve", "list", "due"])]
    pub wrong: bool,
    /// Leave the schedule as it is: nothing comes back sooner or later for it
    #[arg(long)]
    pub cram: bool,
    /// With a clock, a minute a question; it only shows
    #[arg(long, conflicts_with_all = ["due", "wrong"])]
    pub timed: bool,
    /// Go on with the round that was left: a drill, a quiz, a review or an exam
    #[arg(long, conflicts_with_all = ["family", "level", "solve", "list", "due", "wrong", "cram", "timed", "seed"])]
    pub resume: bool,
    /// Line by line: for a screen reader, a dumb terminal or a script
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// A question line out, an answer line in, a verdict line out
    #[arg(long)]
    pub json: bool,
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
    /// Line by line: for a screen reader, a dumb terminal or a script
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// The prompt out, the ticks in, the result out
    #[arg(long)]
    pub json: bool,
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
    /// Which figure; --list names them, without one a terminal opens them all
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
    /// For slides: the picture as SVG; --width and --height are pixels
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub svg: bool,
    /// In one paragraph, for who cannot see it
    #[arg(long, conflicts_with_all = ["json", "csv", "svg"])]
    pub say: bool,
    /// The paragraph, then the table line by line
    #[arg(long, conflicts_with_all = ["json", "csv", "svg", "say"])]
    pub plain: bool,
    /// Predict before it shows: asks, or takes a, b, c or a place in the figure; kept like every answer
    #[arg(long, value_name = "ANSWER", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with_all = ["csv", "svg", "list"])]
    pub predict: Option<String>,
    /// The names of all figures and their knobs
    #[arg(long)]
    pub list: bool,
}

impl PlotArgs {
    /// Nothing but `posenc plot`: all figures to look through, where there is a terminal.
    pub fn wants_gallery(&self) -> bool {
        let sized = self.width.is_some() || self.height.is_some();
        self.figure.is_none()
            && self.predict.is_none()
            && self.set.is_empty()
            && !self.list
            && !sized
            && self.output() == Output::Text
    }

    /// With the look of the command line.
    pub fn options(&self, cli: &Cli) -> PlotOptions {
        let env = Environment::read();
        let tty = std::io::stdout().is_terminal();
        let (theme, _) = cli.flags.look.theme(&env, &Settings::default(), tty);
        PlotOptions {
            figure: self.figure.clone(),
            set: self.set.clone(),
            width: self.width,
            height: self.height,
            style: match self.svg {
                // A file has no terminal to ask: paper is white unless the flag says dark.
                true => PlotStyle::new(Depth::TrueColor, cli.flags.look.theme == Some(ThemeArg::Dark), false),
                false => theme.plot(Marks::default()),
            },
            output: self.output(),
            list: self.list,
        }
    }

    fn output(&self) -> Output {
        let wanted = [
            (self.json, Output::Json),
            (self.csv, Output::Csv),
            (self.svg, Output::Svg),
            (self.say, Output::Say),
            (self.plain, Output::Plain),
        ];
        wanted.into_iter().find(|(asked, _)| *asked).map_or(Output::Text, |(_, output)| output)
    }
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
