//! Questions, verdicts and errors as JSON objects, one a line. The order of the keys is part of the format.

use serde::Serialize;
use serde_json::{Value, json};

use crate::content::model::{Kind, Round, RubricPoint};
use crate::question::{Ask, ChoiceOption, Drawn, Reading, Response, Verdict};
use crate::sitting::{Level, Sitting};

/// A question.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionObject<'a> {
    id: &'a str,
    seed: &'a str,
    code: &'a str,
    title: &'a str,
    scheme: Option<&'static str>,
    /// `easy`, `medium`, `hard` or `mental`.
    level: Option<Level>,
    /// From 1.
    number: usize,
    count: usize,
    /// `numbers`, `choice`, `text`, `tracing` or `rubric`.
    ask: &'static str,
    prompt: &'a str,
    convention: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Field<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<&'a str>,
    /// More than one option is right.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    many: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rubric: Vec<&'a RubricPoint>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    solution: Option<Solution<'a>>,
}

/// A number that is asked.
#[derive(Debug, Serialize)]
struct Field<'a> {
    label: &'a str,
    unit: Option<&'a str>,
    round: Round,
}

/// What `--solve` adds.
#[derive(Debug, Serialize)]
struct Solution<'a> {
    value: Value,
    steps: Vec<Worked<'a>>,
    mistakes: Vec<Slip<'a>>,
}

/// A step.
#[derive(Debug, Serialize)]
struct Worked<'a> {
    say: &'a str,
    value: Option<Value>,
}

/// A mistake that survives the draw guard.
#[derive(Debug, Serialize)]
struct Slip<'a> {
    code: &'a str,
    value: Value,
    /// Which answer, from 0, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<usize>,
}

impl<'a> QuestionObject<'a> {
    /// Of the question on the table.
    pub fn new(drawn: &'a Drawn, sitting: &Sitting, solve: bool) -> QuestionObject<'a> {
        let (question, instance) = (&drawn.question, &drawn.instance);
        let mut object = QuestionObject {
            id: &instance.id,
            seed: &instance.seed,
            code: &instance.code,
            title: &question.title,
            scheme: question.scheme.map(|s| s.slug()),
            level: sitting.level(),
            number: sitting.progress().0,
            count: sitting.progress().1,
            ask: word(&instance.ask),
            prompt: &instance.prompt,
            convention: instance.convention.as_deref(),
            answers: Vec::new(),
            options: Vec::new(),
            many: false,
            program: None,
            rubric: Vec::new(),
            solution: solve.then(|| Solution::new(drawn)),
        };
        match &instance.ask {
            Ask::Numbers { answers, .. } => {
                let field =
                    |a: &'a crate::question::Asked| Field { label: &a.label, unit: a.unit.as_deref(), round: a.round };
                object.answers = answers.iter().map(field).collect();
            }
            Ask::Choice { options, many } => {
                object.options = options.iter().map(|o| o.text.as_str()).collect();
                object.many = *many;
            }
            Ask::Tracing { program, .. } => object.program = Some(program),
            Ask::Text { .. } => {}
            Ask::Rubric => {
                if let Kind::Interview(interview) = &question.kind {
                    object.rubric = interview.rubric.iter().collect();
                }
            }
        }
        object
    }

    /// Another place in the round.
    pub fn at(self, number: usize, count: usize) -> QuestionObject<'a> {
        QuestionObject { number, count, ..self }
    }
}

fn word(ask: &Ask) -> &'static str {
    match ask {
        Ask::Numbers { .. } => "numbers",
        Ask::Choice { .. } => "choice",
        Ask::Text { .. } => "text",
        Ask::Tracing { .. } => "tracing",
        Ask::Rubric => "rubric",
    }
}

impl<'a> Solution<'a> {
    fn new(drawn: &'a Drawn) -> Solution<'a> {
        let instance = &drawn.instance;
        let mistakes = match &instance.ask {
            Ask::Numbers { answers, mistakes } => mistakes
                .iter()
                .map(|m| Slip {
                    code: &m.code,
                    value: number(m.value),
                    answer: (answers.len() > 1).then_some(m.answer),
                })
                .collect(),
            _ => Vec::new(),
        };
        Solution { value: key(drawn), steps: worked(drawn), mistakes }
    }
}

fn worked(drawn: &Drawn) -> Vec<Worked<'_>> {
    drawn.instance.steps.iter().map(|s| Worked { say: &s.say, value: s.value.map(number) }).collect()
}

/// The exact key: a number, a text, or a list of them.
pub fn key(drawn: &Drawn) -> Value {
    match &drawn.instance.ask {
        Ask::Numbers { answers, .. } => match answers.as_slice() {
            [one] => number(one.value),
            many => many.iter().map(|a| number(a.value)).collect(),
        },
        Ask::Choice { options, many } => {
            let mut right = options.iter().filter(|o| o.right).map(|o| o.text.as_str());
            if *many { right.collect() } else { json!(right.next()) }
        }
        Ask::Text { accepted, .. } => json!(accepted.first()),
        Ask::Tracing { does_compile: true, stdout, .. } => json!({ "compiles": true, "stdout": stdout }),
        Ask::Tracing { .. } => json!({ "compiles": false }),
        Ask::Rubric => match &drawn.question.kind {
            Kind::Interview(interview) => json!(interview.key),
            _ => Value::Null,
        },
    }
}

/// A number as JSON: whole ones without a point; JSON has no infinity, so that is a text.
pub fn number(x: f64) -> Value {
    #[allow(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    if x.fract() == 0.0 && x.abs() < 9.0e15 {
        json!(x as i64)
    } else if x.is_finite() {
        json!(x)
    } else {
        json!(x.to_string())
    }
}

/// A verdict.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerdictObject<'a> {
    /// `right`, `other-form`, `mistake`, `wrong`, `too-few-digits`, `not-readable`, `shown`.
    verdict: &'static str,
    right: bool,
    /// Does it count as an attempt?
    counts: bool,
    code: Option<&'a str>,
    say: Option<&'a str>,
    step: Option<usize>,
    /// The exact key, once the question is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<Value>,
    /// Every option: whether it is right, whether it was chosen, and why it is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<Value>,
    /// The worked solution, if the answer was not right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Worked<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'a str>,
}

impl<'a> VerdictObject<'a> {
    /// Of an answer, and how its numbers were read. What costs nothing gives nothing away.
    pub fn new(drawn: &'a Drawn, response: &Response, verdict: &'a Verdict, readings: &[Reading]) -> VerdictObject<'a> {
        let (code, say, step) = match verdict {
            Verdict::Right { note } | Verdict::Wrong { note } => (None, note.as_deref(), None),
            Verdict::OtherForm { note } => (None, Some(note.as_str()), None),
            Verdict::Mistake { code, say, step } => (Some(code.as_str()), Some(say.as_str()), *step),
            Verdict::TooFewDigits { say } | Verdict::NotReadable { say } => (None, Some(say.as_str()), None),
        };
        let counts = verdict.counts();
        VerdictObject {
            verdict: verdict.word(),
            right: verdict.is_right(),
            counts,
            code,
            say,
            step,
            value: counts.then(|| key(drawn)),
            reading: match readings {
                [] => None,
                [one] => Some(reading(one)),
                many => Some(many.iter().map(reading).collect()),
            },
            reasons: if counts { reasons(drawn, Some(response)) } else { Vec::new() },
            steps: if counts && !verdict.is_right() { worked(drawn) } else { Vec::new() },
            context: drawn.instance.context.as_deref().filter(|_| counts),
        }
    }

    /// The solution that was asked for instead of an answer.
    pub fn shown(drawn: &'a Drawn) -> VerdictObject<'a> {
        VerdictObject {
            verdict: "shown",
            right: false,
            counts: true,
            code: None,
            say: None,
            step: None,
            value: Some(key(drawn)),
            reading: None,
            reasons: reasons(drawn, None),
            steps: worked(drawn),
            context: drawn.instance.context.as_deref(),
        }
    }
}

/// As `posenc calc --answer` prints it.
fn reading(reading: &Reading) -> Value {
    match reading {
        Reading::Value { value, notice, .. } => json!({ "value": number(*value), "notice": notice }),
        Reading::Ask { readings } => json!({ "ask": readings.iter().map(|x| number(*x)).collect::<Vec<_>>() }),
        Reading::Refused { why, .. } => json!({ "error": why }),
        Reading::Empty => json!({ "empty": true }),
    }
}

/// What to say about each option; of a right one the explanation.
fn reasons(drawn: &Drawn, response: Option<&Response>) -> Vec<Value> {
    let Ask::Choice { options, .. } = &drawn.instance.ask else { return Vec::new() };
    let reason = |(i, option): (usize, &ChoiceOption)| {
        let chosen = matches!(response, Some(Response::Chosen(all)) if all.contains(&i));
        let why = option.reason.as_ref().or(drawn.instance.context.as_ref().filter(|_| option.right));
        json!({ "option": option.text, "right": option.right, "chosen": chosen, "why": why })
    };
    options.iter().enumerate().map(reason).collect()
}
