//! The chapter's questions as a file of mdbook-quiz, for a book of your own.

use serde::Serialize;

use crate::content::model::{Kind, Question};
use crate::content::{Library, LoadError};
use crate::question::{Ask, Drawn};
use crate::sitting::right_text;

use super::cards::frozen;
use super::markup::spell_out;
use super::report::Report;

/// A file.
#[derive(Debug, Serialize)]
pub struct Quiz {
    /// Its questions.
    pub questions: Vec<Theirs>,
}

/// A question of theirs.
#[derive(Debug, Serialize)]
pub struct Theirs {
    /// Stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `MultipleChoice`, `ShortAnswer`, `Tracing`; in files for ourselves also `Interview`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// For lists; ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The explanation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// What is asked.
    pub prompt: Prompt,
    /// What is right.
    pub answer: Answer,
    /// Points to tick; ours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rubric: Vec<Point>,
}

/// What is asked.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// A program to trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Wrong options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distractors: Option<Vec<String>>,
    /// Fixed place of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_index: Option<usize>,
    /// In alphabetical order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort_answers: Option<bool>,
    /// Size of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
}

/// What is right.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The right option, or several, or the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<OneOrMany>,
    /// Other spellings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// Of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub does_compile: Option<bool>,
    /// Of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    /// Of a card; ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Of a card; ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// Of a card; ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long: Option<String>,
}

/// One text or a list.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

/// A point to tick.
#[derive(Debug, Serialize)]
pub struct Point {
    /// What it says.
    pub point: String,
}

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum MdbookError {
    /// The chapter.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// TOML cannot say it.
    #[error(transparent)]
    Toml(#[from] toml::ser::Error),
}

/// The TOML of a file.
pub fn to_toml(quiz: &Quiz) -> Result<String, toml::ser::Error> {
    toml::to_string_pretty(quiz)
}

/// The chapter's questions and what could not be carried.
pub fn write(library: &Library) -> Result<(String, Report), MdbookError> {
    let mut questions = Vec::new();
    let mut report = Report::default();
    let (mut plain, mut calculations, mut several, mut aloud) = (0, 0, 0, 0);
    for entry in library.index().questions.iter() {
        let question = library.question(&entry.id)?;
        match &question.kind {
            Kind::Interview(_) => aloud += 1,
            Kind::Numeric(_) => match frozen(library, question, 1).and_then(|drawn| calculation(library, &drawn)) {
                Some(theirs) => {
                    calculations += 1;
                    questions.push(theirs);
                }
                None => several += 1,
            },
            _ => {
                plain += 1;
                questions.extend(as_it_is(library, question));
            }
        }
    }
    report.count(plain, "question as it is", "questions as they are");
    report.count(calculations, "calculation, its numbers frozen", "calculations, their numbers frozen");
    if several > 0 {
        report.left_out(format!(
            "{several} calculations that ask for more than one number: mdbook-quiz asks for one text"
        ));
    }
    if aloud > 0 {
        report.left_out(format!("{aloud} prompts that are answered aloud: mdbook-quiz has no such type"));
    }
    report.left_out("hints, figures, rounding and named mistakes: an answer counts if it is the same text");
    report.carried("formulas between dollars: mdBook shows them with mdbook-katex or `mathjax-support`");
    Ok((to_toml(&Quiz { questions })?, report))
}

fn theirs(library: &Library, question: &Question, kind: &'static str, context: Option<String>) -> Theirs {
    let shared = question.multipart.as_ref().map(|text| format!("{}\n\n", text.trim_end())).unwrap_or_default();
    let prompt = format!("{shared}{}", question.prompt);
    let prompt = Prompt { prompt: Some(spell_out(library, &prompt)).filter(|p| !p.is_empty()), ..Prompt::default() };
    let context = context.map(|text| spell_out(library, &text));
    Theirs {
        id: Some(question.id.clone()),
        kind,
        title: None,
        context,
        prompt,
        answer: Answer::default(),
        rubric: Vec::new(),
    }
}

fn as_it_is(library: &Library, question: &Question) -> Option<Theirs> {
    let context = question.context.clone();
    Some(match &question.kind {
        Kind::MultipleChoice { answers, distractors, reasons, answer_index, sort_answers } => {
            let mut q = theirs(library, question, "MultipleChoice", with_reasons(context, distractors, reasons));
            q.prompt.distractors = Some(distractors.iter().map(|d| spell_out(library, d)).collect());
            q.prompt.answer_index = *answer_index;
            q.prompt.sort_answers = sort_answers.then_some(true);
            let mut right: Vec<String> = answers.iter().map(|a| spell_out(library, a)).collect();
            q.answer.answer = match (right.len(), right.pop()) {
                (1, Some(one)) => Some(OneOrMany::One(one)),
                (_, last) => {
                    right.extend(last);
                    Some(OneOrMany::Many(right))
                }
            };
            q
        }
        Kind::ShortAnswer { answer, alternatives, response } => {
            let mut q = theirs(library, question, "ShortAnswer", context);
            q.prompt.response = Some(response.clone());
            q.answer.answer = Some(OneOrMany::One(answer.clone()));
            q.answer.alternatives.clone_from(alternatives);
            q
        }
        Kind::Tracing { program, does_compile, stdout } => {
            let mut q = theirs(library, question, "Tracing", context);
            // Theirs has no text beside the program: a remark goes above it.
            q.prompt = Prompt { program: Some(program.clone()), ..Prompt::default() };
            q.answer.does_compile = Some(*does_compile);
            q.answer.stdout = does_compile.then(|| stdout.clone());
            q
        }
        Kind::Numeric(_) | Kind::Interview(_) => return None,
    })
}

/// Why each wrong option is wrong, below the explanation.
fn with_reasons(context: Option<String>, distractors: &[String], reasons: &[String]) -> Option<String> {
    if reasons.is_empty() {
        return context;
    }
    let mut text = context.map(|c| format!("{}\n\n", c.trim_end())).unwrap_or_default();
    for (wrong, reason) in distractors.iter().zip(reasons) {
        text.push_str(&format!("- *{}* {}\n", wrong.trim().replace('\n', " "), reason.trim()));
    }
    Some(text)
}

/// A frozen calculation, if it asks for one number.
fn calculation(library: &Library, drawn: &Drawn) -> Option<Theirs> {
    let Ask::Numbers { answers, .. } = &drawn.instance.ask else { return None };
    let [_one] = answers.as_slice() else { return None };
    set_question(library, drawn)
}

fn set_question(library: &Library, drawn: &Drawn) -> Option<Theirs> {
    let instance = &drawn.instance;
    let steps: String =
        instance.steps.iter().enumerate().map(|(i, step)| format!("{}. {}\n", i + 1, step.say.trim())).collect();
    let context = match &instance.context {
        Some(context) => format!("{steps}\n{context}"),
        None => steps,
    };
    let mut q = theirs(library, &drawn.question, "ShortAnswer", Some(context).filter(|c| !c.trim().is_empty()));
    let convention = instance.convention.as_ref().map(|c| format!("\n\n(Convention: {c}.)")).unwrap_or_default();
    q.prompt.prompt = Some(spell_out(library, &format!("{}{convention}", instance.prompt)));
    let shown = right_text(drawn);
    let typed = shown.replace('−', "-");
    q.answer.alternatives = if typed == shown { Vec::new() } else { vec![shown] };
    q.answer.answer = Some(OneOrMany::One(typed));
    Some(q)
}
