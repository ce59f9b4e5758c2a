//! posenc: study positional information in Transformers in the terminal.
//!
//! The map of the house; imports run downwards only.
//!
//! | room | what it does | whom it knows |
//! |---|---|---|
//! | [`math`] | the schemes as numbers: pure functions over `f64` and `ndarray` | nobody |
//! | [`scheme`] | the list of schemes: name, slug, mark | nobody |
//! | `names` | which name was meant: the one rule for every suggestion | nobody |
//! | `content` | TOML → checked chapter | `scheme` |
//! | `typeset` | LaTeX → boxes, Markdown → styled lines (data, no terminal) | nobody |
//! | `question` | template + seed → instance; typed text → reading; reading → verdict | `math`, `content` |
//! | `figure` | scheme + knobs → picture (data, not characters) | `math`, `content` (tables) |
//! | `memory` | what was answered, what is due (SQLite, FSRS) | ids and verdicts of `question` |
//! | `sitting` | questions in a row: what is asked, tried, graded, reported | `content`, `question`, `memory` (events) |
//! | `mastery` | every item with the evidence for it, by scheme and by skill | `content`, `memory` |
//! | `exchange` | your data in and out: JSON, Anki, mdbook-quiz, CSV, the cheat sheet, forgetting | `content`, `question`, `memory`, `sitting` |
//! | `check` | proves a chapter: places, formulas, templates, numbers | all of the above |
//! | `words` | sentences that more than one room says | nobody |
//! | `tui` | the terminal | everybody; nobody knows it but `cli` |
//! | `cli` | the sub-commands, one file each | everybody |
//!
//! Without the default feature `app` only [`math`] and [`scheme`] are built.

pub mod math;
pub mod scheme;

#[cfg(feature = "app")]
pub mod check;
#[cfg(feature = "app")]
pub mod cli;
#[cfg(feature = "app")]
pub mod content;
#[cfg(feature = "app")]
pub mod exchange;
#[cfg(feature = "app")]
pub mod figure;
#[cfg(feature = "app")]
pub mod mastery;
#[cfg(feature = "app")]
pub mod memory;
#[cfg(feature = "app")]
pub mod names;
#[cfg(feature = "app")]
pub mod paths;
#[cfg(feature = "app")]
pub mod question;
#[cfg(feature = "app")]
pub mod sitting;
#[cfg(feature = "app")]
pub mod today;
#[cfg(feature = "app")]
pub mod tui;
#[cfg(feature = "app")]
pub mod typeset;
#[cfg(feature = "app")]
pub mod words;
