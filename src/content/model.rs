//! What an author wrote, as data. `docs/CONTENT.md` describes the files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::scheme::Scheme;

/// `chapter.toml`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChapterMeta {
    /// Version of the format; this program reads 1.
    pub format: u32,
    /// Title of the chapter.
    pub title: String,
    /// One line below the title.
    #[serde(default)]
    pub subtitle: String,
    /// Language of the text, as in HTML (`en`).
    #[serde(default = "english")]
    pub lang: String,
    /// Ids of the sections, in reading order.
    pub sections: Vec<String>,
    /// Questions that are easily taken for each other: a review asks those of a group next to each other.
    #[serde(default)]
    pub confusable: Vec<Vec<String>>,
    /// Everything that the chapter cites.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// What stands on the cheat sheet.
    #[serde(default)]
    pub sheet: Option<SheetSpec>,
}

/// `[sheet]` of `chapter.toml`: what `posenc sheet` takes out of the chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SheetSpec {
    /// Names of formulas; each stands under its section.
    #[serde(default)]
    pub formulas: Vec<String>,
    /// Ids of result tables, in order.
    #[serde(default)]
    pub tables: Vec<String>,
}

fn english() -> String {
    "en".into()
}

/// A paper or a repository that the chapter cites.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Short name, as in `[@Press22]`.
    pub id: String,
    /// Authors as printed.
    pub authors: String,
    /// Title as printed.
    pub title: String,
    /// Year of first publication.
    pub year: u16,
    /// Where it appeared.
    #[serde(default)]
    pub venue: String,
    /// Where to read it.
    #[serde(default)]
    pub url: String,
    /// One line: what it is cited for.
    #[serde(default)]
    pub role: String,
    /// One of the sources that the book chapter itself cites.
    #[serde(default)]
    pub chapter: bool,
}

/// A rule that steps of worked examples name, in `rules.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Slug; steps name it.
    pub id: String,
    /// Two or three words.
    pub name: String,
    /// The rule in one line, Markdown.
    pub say: String,
}

/// `sections/NN-id.toml`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Version of the format.
    pub format: u32,
    /// Slug, unique in the chapter.
    pub id: String,
    /// Title.
    pub title: String,
    /// The scheme that the section teaches.
    pub scheme: Option<Scheme>,
    /// Reading time.
    pub minutes: u32,
    /// One line for lists.
    pub summary: String,
    /// What the reader can do afterwards.
    pub objectives: Vec<String>,
    /// Three questions asked before the section is read and again behind its end, or none.
    pub pretest: Vec<String>,
    /// The pages, in order.
    pub pages: Vec<Page>,
}

/// One page of a section.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Slug, unique in the section.
    pub id: String,
    /// Title.
    pub title: String,
    /// What stands on it.
    pub blocks: Vec<Block>,
    /// What to recall at its end.
    pub recall: Vec<Recall>,
}

/// A short question about the page just read, and its one-line answer. The reader marks it alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recall {
    /// Slug, unique among the recalls of the chapter: its schedule hangs on it.
    pub id: String,
    /// Markdown.
    pub ask: String,
    /// Markdown, one line.
    pub answer: String,
}

/// One block of a page. In TOML it is a table with exactly one of the keys `text`, `formula`, `figure`, `table`, `card`, `ask`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Block {
    /// Markdown.
    Text(String),
    /// A displayed formula.
    Formula {
        /// LaTeX without dollars.
        latex: String,
        /// Unique name.
        name: String,
        /// Markdown below it: what the symbols are.
        note: Option<String>,
    },
    /// A live figure.
    Figure(FigureCall, Option<String>),
    /// A result table, by id.
    Table(String),
    /// A correction.
    Card(Card),
    /// A question asked on the spot, by id.
    Ask(String),
}

/// A figure with its knobs at given values.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FigureCall {
    /// The figure's slug.
    pub id: String,
    /// Knob → value as text (numbers and booleans are turned into text by the loader).
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// The knob that the page asks to turn; it is the one chosen when the figure gets the keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Where the answer of a question stands in it: the learner's and the right one are drawn there after the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkSpec>,
}

/// A place in a figure, as expressions over the draw and `answer`. Only `x`: a vertical line; only `y`: a level.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MarkSpec {
    /// Which panel, from 0.
    pub panel: usize,
    /// Across.
    pub x: Option<String>,
    /// Up.
    pub y: Option<String>,
    /// An arrow from the origin instead of a point.
    pub arrow: bool,
}

/// A correction: what is said, what the evidence says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// What a book or an interviewer says.
    pub says: String,
    /// What the evidence says.
    pub evidence: String,
    /// Id of the source.
    pub source: String,
    /// Table or section in it.
    #[serde(default)]
    pub place: String,
    /// Reported by somebody else, not read there.
    #[serde(default)]
    pub secondhand: bool,
}

/// A result table of `tables.toml`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Slug.
    pub id: String,
    /// Title.
    pub title: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Cells as text; every row is as long as `columns`.
    pub rows: Vec<Vec<String>>,
    /// `lower` or `higher`, if one is better.
    #[serde(default)]
    pub better: Option<String>,
    /// Id of the source.
    #[serde(default)]
    pub source: Option<String>,
    /// Table or section in it.
    #[serde(default)]
    pub place: String,
    /// A remark below.
    #[serde(default)]
    pub note: String,
    /// Reported by somebody else, not read there.
    #[serde(default)]
    pub secondhand: bool,
}

/// Which set a question belongs to: the stem of its file, or `drill` for everything in `drills/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Set {
    /// The chapter's quiz.
    Quiz,
    /// Prompts to answer for yourself.
    SelfCheck,
    /// Prompts to answer aloud.
    Interview,
    /// Asked in the middle of a page.
    Spot,
    /// Asked before and after a section.
    Pretest,
    /// Numeric families.
    Drill,
    /// A question file from elsewhere.
    Other,
}

/// How hard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// One step.
    #[default]
    Easy,
    /// Two or three steps.
    Medium,
    /// More, or a trap.
    Hard,
}

/// A question of any type, as written.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Slug, unique in the chapter. For a file without ids: file stem and a hash of the prompt.
    pub id: String,
    /// Earlier ids.
    pub was: Vec<String>,
    /// The set.
    pub set: Set,
    /// Short name for lists; falls back to the first words of the prompt.
    pub title: String,
    /// The scheme it is about.
    pub scheme: Option<Scheme>,
    /// The section or page that explains it: `rope` or `rope/cancel`.
    pub section: Option<String>,
    /// Skills that it exercises.
    pub skills: Vec<String>,
    /// How hard.
    pub difficulty: Difficulty,
    /// The convention that the answer depends on.
    pub convention: Option<String>,
    /// Markdown; a template in numeric questions.
    pub prompt: String,
    /// Hints, one at a time; templates in numeric questions.
    pub hints: Vec<String>,
    /// The explanation, shown after the answer.
    pub context: Option<String>,
    /// The figure that shows it. In numeric questions the values of `set` are expressions.
    pub figure: Option<FigureCall>,
    /// Ids of sources.
    pub source: Option<String>,
    /// Shared text of a multi-part question.
    pub multipart: Option<String>,
    /// What is asked.
    pub kind: Kind,
}

/// What a question asks for.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A word or a line, compared without case.
    ShortAnswer {
        /// The answer.
        answer: String,
        /// Other spellings that are right.
        alternatives: Vec<String>,
        /// The size of the field: `short`, `long`, `code`.
        response: String,
    },
    /// Options; one or several are right.
    MultipleChoice {
        /// The right options.
        answers: Vec<String>,
        /// The wrong ones.
        distractors: Vec<String>,
        /// Why each wrong one is wrong; empty or as long as `distractors`.
        reasons: Vec<String>,
        /// Fixed place of the answer.
        answer_index: Option<usize>,
        /// Options in alphabetical order.
        sort_answers: bool,
    },
    /// Does the program compile, and what does it print?
    Tracing {
        /// The program.
        program: String,
        /// Does it compile?
        does_compile: bool,
        /// What it prints.
        stdout: String,
    },
    /// Numbers, fresh each time.
    Numeric(Box<Numeric>),
    /// Answered aloud, marked by the learner against a rubric.
    Interview(Box<Interview>),
}

/// A numeric family.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase", default)]
pub struct Numeric {
    /// Its number in a catalogue of families (`G33`).
    pub family: Option<String>,
    /// What is drawn. Order carries no meaning: draws that need others are sorted by the names in their bounds.
    pub draw: BTreeMap<String, DrawSpec>,
    /// Conditions on a draw.
    pub require: Vec<String>,
    /// Named cases that must occur and must be avoided sometimes.
    pub branches: BTreeMap<String, String>,
    /// Intermediates, in order.
    #[serde(rename = "let")]
    pub lets: Vec<Let>,
    /// What is asked.
    pub answers: Vec<AnswerSpec>,
    /// The worked solution.
    pub steps: Vec<StepSpec>,
    /// Typical mistakes, first match wins.
    pub mistakes: Vec<MistakeSpec>,
    /// The variant for the head alone, if it has one.
    pub mental: Option<Mental>,
}

/// What the mental variant of a family changes: numbers for the head instead of a calculator, and one tolerance.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase", default)]
pub struct Mental {
    /// Draws that replace those of the same name.
    pub draw: BTreeMap<String, DrawSpec>,
    /// Conditions instead of the family's own, if given.
    pub require: Option<Vec<String>>,
    /// The rounding rule of every answer; if not given, whole and exact answers stay so and the others get
    /// [`Mental::TOLERANCE`].
    pub round: Option<Round>,
}

impl Mental {
    /// What counts as right if nothing else is said: within 10 %.
    pub const TOLERANCE: Round = Round::Within(Tolerance { atol: 0.0, rtol: 0.1 });
}

/// A number, or an expression in quotes.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Expr {
    /// A whole number.
    Int(i64),
    /// A number.
    Num(f64),
    /// An expression.
    Text(String),
}

/// How one name is drawn.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase", default)]
pub struct DrawSpec {
    /// Smallest value.
    pub from: Option<Expr>,
    /// Largest value.
    pub to: Option<Expr>,
    /// Distance between values; 1 by default.
    pub step: Option<Expr>,
    /// One of these.
    pub one_of: Option<Vec<Expr>>,
    /// A list of so many draws.
    pub list: Option<Expr>,
    /// No value twice in the list.
    pub distinct: bool,
    /// A permutation of 1..n.
    pub permutation: Option<Expr>,
}

/// A named intermediate.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// One number that is asked.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct AnswerSpec {
    /// What it is called.
    #[serde(default)]
    pub label: String,
    /// Its unit.
    #[serde(default)]
    pub unit: Option<String>,
    /// By the math module.
    pub value: String,
    /// The formula that a person uses.
    #[serde(default)]
    pub closed_form: Option<String>,
    /// The rounding rule; without one a value near enough is right.
    #[serde(default)]
    pub round: Round,
    /// May an expression be typed?
    #[serde(default = "yes")]
    pub expressions: bool,
    /// Is ∞ or −∞ an answer here?
    #[serde(default)]
    pub infinity: bool,
}

fn yes() -> bool {
    true
}

/// The rounding rule of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Round {
    /// So many decimals.
    Decimals(u32),
    /// So many significant figures.
    Figures(u32),
    /// A whole number, exactly.
    Integer(bool),
    /// Exactly.
    Exact(bool),
    /// Near enough, whatever its digits.
    Within(Tolerance),
}

impl Default for Round {
    fn default() -> Self {
        Round::Within(Tolerance { atol: 1e-6, rtol: 0.01 })
    }
}

/// How far an answer may be off: `atol + rtol·|key|`. Never relative alone where the key may be 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Tolerance {
    /// In the unit of the answer.
    pub atol: f64,
    /// As a share of the key: 0.1 is 10 %.
    pub rtol: f64,
}

impl Tolerance {
    /// So far may an answer be from this key.
    pub fn at(self, key: f64) -> f64 {
        self.atol + self.rtol * key.abs()
    }
}

/// One step of the worked solution.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct StepSpec {
    /// Template.
    pub say: String,
    /// The value it arrives at.
    #[serde(default)]
    pub value: Option<String>,
    /// The rule that it uses.
    #[serde(default)]
    pub rule: Option<String>,
}

/// A typical mistake.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct MistakeSpec {
    /// Stable code (`SIGN`, `NO2PI`).
    pub code: String,
    /// The number that it leads to.
    pub value: String,
    /// Which answer, by label; the first by default.
    #[serde(default)]
    pub answer: Option<String>,
    /// What to tell the learner; a template.
    pub say: String,
    /// The step where it happens, from 1.
    #[serde(default)]
    pub step: Option<usize>,
    /// Only if this holds.
    #[serde(default)]
    pub when: Option<String>,
}

/// A prompt answered aloud.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase", default)]
pub struct Interview {
    /// Time asked for.
    pub seconds: u32,
    /// One line.
    pub key: String,
    /// A strong answer in 60 seconds.
    pub short: String,
    /// A strong answer in 120 seconds.
    pub long: String,
    /// What is said that is wrong.
    pub wrong: Vec<WrongAnswer>,
    /// What they ask next.
    pub followups: Vec<String>,
    /// Families to drill.
    pub drills: Vec<String>,
    /// The rubric.
    pub rubric: Vec<RubricPoint>,
}

/// A wrong answer and why it is wrong.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct WrongAnswer {
    /// What is said.
    pub say: String,
    /// Why it is wrong.
    pub why: String,
}

/// One point of a rubric.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct RubricPoint {
    /// The point.
    pub point: String,
    /// Nice to have.
    #[serde(default)]
    pub bonus: bool,
    /// Words that a typed answer with this point has, all of them; `a|b` is one or the other. Empty: those of the point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
}
