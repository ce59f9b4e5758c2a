//! Numeric families: what is drawn, asked, worked out and got wrong.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
