//! One draw of a numeric family: numbers, keys, mistakes, texts.

use std::collections::BTreeMap;

use super::draw_error::{DrawError, MAX_TRIES};
use super::expr::{self, Ast, Env, ErrorKind, ExprError, Value};
use super::family::{Digits, Family, Knob, Shown};
use super::model::{Ask, Asked, Instance, Mistake, Step};
use super::rng::Stream;
use super::seed::{Seed, SessionCode};
use super::template::{Names, Printable, Slot, as_printed, is_whole};
use super::{format, guard, round, sample};
use crate::content::model::FigureCall;

/// A draw with everything that a check of the content wants to see.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The question with its numbers.
    pub instance: Instance,
    /// The closed form of each answer, where one is given.
    pub closed_forms: Vec<Option<f64>>,
    /// Which branches this draw belongs to.
    pub branches: Vec<(String, bool)>,
    /// Every mistake that applies, before the draw guard: its answer, code and value.
    pub mistakes: Vec<(usize, String, f64)>,
    /// Steps that its expressions took.
    pub work: u64,
}

/// The numbers of one draw.
pub(super) struct Numbers {
    pub(super) env: Env,
    faces: BTreeMap<String, String>,
}

impl Family {
    /// Draws, and keeps what a check wants to see.
    pub fn trial(&self, seed: &Seed, content_hash: &str) -> Result<Trial, DrawError> {
        let Numbers { env, faces } = self.numbers(seed)?;
        let names = Names::new(printables(&env), faces.clone());
        let answers = self.asked(&env)?;
        let mistakes = self.mistakes(&env)?;
        let listed = mistakes.iter().map(|m| (m.answer, m.code.clone(), m.value)).collect();
        let mut mistakes = guard::survivors(&answers, mistakes);
        for mistake in &mut mistakes {
            self.explain(mistake, &names)?;
        }
        let question = &self.question;
        let prompt = format!("{}\n\n{}", self.fill("prompt", self.prompt, &names)?.trim_end(), rule(&answers));
        let hints = self.hints.iter().map(|h| self.fill("hint", *h, &names)).collect::<Result<_, _>>()?;
        let context = self.context.map(|c| self.fill("context", c, &names)).transpose()?;
        let instance = Instance {
            id: question.id.clone(),
            seed: seed.to_string(),
            code: SessionCode::new(seed.clone(), content_hash).to_string(),
            prompt,
            convention: question.convention.clone(),
            hints,
            steps: self.worked(&env, &names)?,
            context,
            figure: self.figure(&env)?,
            drawn: self.drawn(&env, &faces),
            ask: Ask::Numbers { answers, mistakes },
        };
        let (closed_forms, branches) = (self.closed_forms(&env)?, self.branches(&env)?);
        Ok(Trial { instance, closed_forms, branches, mistakes: listed, work: env.work() })
    }

    /// Draws until the requirements hold.
    pub(super) fn numbers(&self, seed: &Seed) -> Result<Numbers, DrawError> {
        let mut numbers = Numbers { env: Env::new(), faces: BTreeMap::new() };
        for attempt in 0..MAX_TRIES {
            numbers.env.clear();
            numbers.faces.clear();
            for variable in &self.variables {
                let mut stream = Stream::new(seed, &self.question.id, &variable.name, attempt);
                let (value, face) = sample::draw(variable, &numbers.env, &mut stream)?;
                numbers.env.set(&variable.name, value);
                if let Some(face) = face {
                    numbers.faces.insert(variable.name.clone(), face);
                }
            }
            self.bind_lets(&mut numbers.env, &[])?;
            let mut holds = true;
            for condition in &self.require {
                holds = holds && truth("require", condition, &numbers.env)?;
            }
            if holds {
                return Ok(numbers);
            }
        }
        Err(DrawError::NoDraw)
    }

    /// Computes the intermediates, except those that are given.
    fn bind_lets(&self, env: &mut Env, given: &[&str]) -> Result<(), DrawError> {
        for (name, ast) in self.lets.iter().filter(|(name, _)| !given.contains(&name.as_str())) {
            let value =
                expr::eval(ast, env).map_err(|error| DrawError::without_value(&format!("let {name}"), error))?;
            env.set(name, value);
        }
        Ok(())
    }

    fn asked(&self, env: &Env) -> Result<Vec<Asked>, DrawError> {
        let as_printed = self.as_printed(env)?;
        let asked = self.answers.iter().map(|answer| {
            let spec = &answer.spec;
            let place = format!("answer {}", spec.label);
            let value = answer.number(&place, &answer.value, env)?;
            let also = match &as_printed {
                Some(printed) => {
                    let key = answer.number(&place, answer.closed_form.as_ref().unwrap_or(&answer.value), printed)?;
                    if round::equal(key, value) { vec![] } else { vec![key] }
                }
                None => vec![],
            };
            Ok(Asked {
                label: spec.label.clone(),
                unit: spec.unit.clone(),
                round: spec.round,
                value,
                also,
                expressions: spec.expressions,
                infinity: spec.infinity,
            })
        });
        asked.collect()
    }

    /// The same draw with the numbers as the prompt prints them, if it rounds any.
    fn as_printed(&self, env: &Env) -> Result<Option<Env>, DrawError> {
        let rounded: Vec<(&str, f64)> = self
            .shown
            .iter()
            .filter_map(|shown| {
                let value = env.get(&shown.name)?.as_num()?;
                let printed = printed_value(value, shown)?;
                (!round::equal(printed, value)).then_some((shown.name.as_str(), printed))
            })
            .collect();
        if rounded.is_empty() {
            return Ok(None);
        }
        let mut printed = env.clone();
        for (name, value) in &rounded {
            printed.set(name, *value);
        }
        let given: Vec<&str> = rounded.iter().map(|(name, _)| *name).collect();
        self.bind_lets(&mut printed, &given)?;
        Ok(Some(printed))
    }

    fn closed_forms(&self, env: &Env) -> Result<Vec<Option<f64>>, DrawError> {
        let form = |answer: &super::family::Answer| {
            let place = format!("closed form of {}", answer.spec.label);
            answer.closed_form.as_ref().map(|ast| answer.number(&place, ast, env)).transpose()
        };
        self.answers.iter().map(form).collect()
    }

    fn branches(&self, env: &Env) -> Result<Vec<(String, bool)>, DrawError> {
        let branch = |(name, ast): &(String, Ast)| Ok((name.clone(), truth(&format!("branch {name}"), ast, env)?));
        self.branches.iter().map(branch).collect()
    }

    /// The mistakes at these numbers. One that has no value here (a division by zero) does not apply.
    fn mistakes(&self, env: &Env) -> Result<Vec<Mistake>, DrawError> {
        let mut found = Vec::with_capacity(self.mistakes.len());
        for mistake in &self.mistakes {
            let place = format!("mistake {}", mistake.spec.code);
            let applies = mistake.when.as_ref().map_or(Ok(true), |when| truth(&place, when, env))?;
            let value = match expr::eval_number(&mistake.value, env) {
                Ok(value) if applies && (value.is_finite() || self.may_be_infinite(mistake.answer)) => value,
                Err(error) if !has_no_value_here(&error) => return Err(DrawError::without_value(&place, error)),
                _ => continue,
            };
            found.push(Mistake {
                code: mistake.spec.code.clone(),
                answer: mistake.answer,
                value,
                say: String::new(),
                step: mistake.spec.step,
            });
        }
        Ok(found)
    }

    fn may_be_infinite(&self, answer: usize) -> bool {
        self.answers.get(answer).is_some_and(|a| a.spec.infinity)
    }

    /// Fills in what to say about a mistake; only for those that survive the guard.
    fn explain(&self, mistake: &mut Mistake, names: &Names) -> Result<(), DrawError> {
        let is_it = |m: &&super::family::Mistake| m.answer == mistake.answer && m.spec.code == mistake.code;
        if let Some(compiled) = self.mistakes.iter().find(is_it) {
            mistake.say = self.fill(&mistake.code, compiled.say, names)?;
        }
        Ok(())
    }

    fn worked(&self, env: &Env, names: &Names) -> Result<Vec<Step>, DrawError> {
        let step = |step: &super::family::Step| {
            Ok(Step {
                say: self.fill("step", step.say, names)?,
                value: step.value.as_ref().map(|ast| self.step_value(ast, env)).transpose()?,
                rule: step.spec.rule.clone(),
            })
        };
        self.steps.iter().map(step).collect()
    }

    /// Finite, unless an answer may be infinite: then the steps to it may be so too.
    fn step_value(&self, ast: &Ast, env: &Env) -> Result<f64, DrawError> {
        match expr::eval_number(ast, env).map_err(|error| DrawError::without_value("step", error))? {
            x if x.is_finite() || (x.is_infinite() && self.answers.iter().any(|a| a.spec.infinity)) => Ok(x),
            _ => Err(DrawError::NotANumber { place: "step".into() }),
        }
    }

    fn figure(&self, env: &Env) -> Result<Option<FigureCall>, DrawError> {
        let Some(call) = &self.question.figure else {
            return Ok(None);
        };
        let knob = |(name, knob): &(String, Knob)| {
            let value = match knob {
                Knob::Expression(ast) => expr::eval(ast, env)
                    .map_err(|error| DrawError::without_value(&format!("figure knob {name}"), error))?
                    .to_string(),
                Knob::Word(word) => word.clone(),
            };
            Ok((name.clone(), value))
        };
        let set = self.figure.iter().map(knob).collect::<Result<_, DrawError>>()?;
        Ok(Some(FigureCall { id: call.id.clone(), set, turn: None, mark: None }))
    }

    fn drawn(&self, env: &Env, faces: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let face = |name: &String| faces.get(name).cloned().or_else(|| env.get(name).map(ToString::to_string));
        self.variables.iter().filter_map(|v| Some((v.name.clone(), face(&v.name)?))).collect()
    }

    fn fill(&self, place: &str, slot: Slot, names: &Names) -> Result<String, DrawError> {
        self.templates.fill(slot, names).map_err(|error| DrawError::Text { place: place.into(), error })
    }
}

impl super::family::Answer {
    /// Its value, which is finite unless the answer may be infinite.
    fn number(&self, place: &str, ast: &Ast, env: &Env) -> Result<f64, DrawError> {
        match expr::eval_number(ast, env).map_err(|error| DrawError::without_value(place, error))? {
            x if x.is_finite() || (self.spec.infinity && x.is_infinite()) => Ok(x),
            _ => Err(DrawError::NotANumber { place: place.into() }),
        }
    }
}

/// The rounding rule, last line of the prompt.
fn rule(answers: &[Asked]) -> String {
    let mut rules: Vec<(String, String)> =
        answers.iter().map(|a| (a.label.clone(), round::in_words(a.round))).collect();
    let same = rules.windows(2).all(|pair| matches!(pair, [(_, a), (_, b)] if a == b));
    if same {
        rules.truncate(1);
    }
    match rules.as_slice() {
        [(_, words)] if answers.len() < 2 => words.clone(),
        [(_, words)] => format!("For each: {}", lower_first(words)),
        rules => rules.iter().map(|(label, w)| format!("{label}: {}", lower_first(w))).collect::<Vec<_>>().join(" "),
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// What the reader of the prompt reads back.
fn printed_value(value: f64, shown: &Shown) -> Option<f64> {
    let text = match shown.digits {
        Digits::AsPrinted if is_whole(value) => return None,
        Digits::AsPrinted => as_printed(value),
        Digits::Fixed(n) => format::fixed(value, n),
        Digits::Figures(n) => format::figures(value, n),
    };
    expr::parse(&text).ok().and_then(|ast| expr::eval_number(&ast, &Env::new()).ok())
}

fn printables(env: &Env) -> BTreeMap<String, Printable> {
    fn printable(value: &Value) -> Option<Printable> {
        match value {
            Value::Num(x) => Some(Printable::Number(*x)),
            Value::List(items) => items.iter().map(printable).collect::<Option<_>>().map(Printable::List),
            Value::Text(_) => None,
        }
    }
    env.names().filter_map(|name| Some((name.to_owned(), printable(env.get(name)?)?))).collect()
}

fn truth(place: &str, ast: &Ast, env: &Env) -> Result<bool, DrawError> {
    expr::eval_truth(ast, env).map_err(|error| DrawError::without_value(place, error))
}

/// Some mistakes lead nowhere at some numbers (a division by zero); that is no error of the content.
fn has_no_value_here(error: &ExprError) -> bool {
    matches!(
        error.kind,
        ErrorKind::DivisionByZero
            | ErrorKind::Overflow(_)
            | ErrorKind::TooLarge
            | ErrorKind::NegativeRoot
            | ErrorKind::NegativeBase
    )
}
