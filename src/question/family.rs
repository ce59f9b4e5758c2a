//! A numeric question, compiled: expressions parsed, draws sorted, texts compiled. Compile once, draw as often as you like.

use crate::content::model::{AnswerSpec, DrawSpec, Expr, Kind, MistakeSpec, Numeric, Question, StepSpec};

use super::draw_error::DrawError;
use super::expr::{self, Ast, Node, NodeKind};
use super::template::{MAX_DIGITS, Slot, Templates};
use super::variant::{Variant, variant};

/// A numeric question, ready to be drawn.
#[derive(Debug)]
pub struct Family {
    /// As written.
    pub question: Question,
    pub(super) variables: Vec<Variable>,
    pub(super) lets: Vec<(String, Ast)>,
    pub(super) require: Vec<Ast>,
    pub(super) branches: Vec<(String, Ast)>,
    pub(super) answers: Vec<Answer>,
    pub(super) steps: Vec<Step>,
    pub(super) mistakes: Vec<Mistake>,
    pub(super) figure: Vec<(String, Knob)>,
    /// Where an answer stands in the figure: across and up.
    pub(super) mark: Option<(Option<Ast>, Option<Ast>)>,
    pub(super) shown: Vec<Shown>,
    pub(super) prompt: Slot,
    pub(super) hints: Vec<Slot>,
    pub(super) context: Option<Slot>,
    pub(super) templates: Templates,
}

/// One name to draw.
#[derive(Debug)]
pub(super) struct Variable {
    pub name: String,
    pub source: Source,
    pub list: Option<Ast>,
    pub distinct: bool,
}

/// Where a drawn value comes from.
#[derive(Debug)]
pub(super) enum Source {
    Range {
        from: Ast,
        to: Ast,
        step: Ast,
    },
    /// Values, with a face if they were written as an expression.
    OneOf(Vec<(Ast, Option<String>)>),
    Permutation(Ast),
}

#[derive(Debug)]
pub(super) struct Answer {
    pub spec: AnswerSpec,
    pub value: Ast,
    pub closed_form: Option<Ast>,
}

#[derive(Debug)]
pub(super) struct Step {
    pub spec: StepSpec,
    pub say: Slot,
    pub value: Option<Ast>,
}

#[derive(Debug)]
pub(super) struct Mistake {
    pub spec: MistakeSpec,
    pub answer: usize,
    pub value: Ast,
    pub when: Option<Ast>,
    pub say: Slot,
}

/// A knob of the figure: an expression over the drawn names, or a word such as `half`.
#[derive(Debug)]
pub(super) enum Knob {
    Expression(Ast),
    Word(String),
}

/// A name that the prompt prints, perhaps rounded.
#[derive(Debug, PartialEq)]
pub(super) struct Shown {
    pub name: String,
    pub digits: Digits,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Digits {
    AsPrinted,
    Fixed(u32),
    Figures(u32),
}

impl Family {
    /// Compiles a numeric question as a variant asks it.
    pub fn of(question: &Question, how: Variant) -> Result<Family, DrawError> {
        let question = variant(question, how).ok_or(DrawError::NoMental)?;
        match &question.kind {
            Kind::Numeric(numeric) => Family::compile(&question, numeric),
            _ => Err(DrawError::NotNumeric),
        }
    }

    /// Compiles a numeric question.
    pub fn compile(question: &Question, numeric: &Numeric) -> Result<Family, DrawError> {
        let mut templates = Templates::new();
        let mut text = |place: &str, source: &str| {
            templates.add(source).map_err(|error| DrawError::Text { place: place.into(), error })
        };
        let prompt = text("prompt", &question.prompt)?;
        let hints = question.hints.iter().map(|h| text("hint", h)).collect::<Result<_, _>>()?;
        let context = question.context.as_deref().map(|c| text("context", c)).transpose()?;
        let steps = numeric
            .steps
            .iter()
            .map(|spec| {
                Ok(Step {
                    say: text("step", &spec.say)?,
                    value: spec.value.as_deref().map(|v| parsed("step", v)).transpose()?,
                    spec: spec.clone(),
                })
            })
            .collect::<Result<_, DrawError>>()?;
        let mistakes = numeric
            .mistakes
            .iter()
            .map(|spec| {
                let place = format!("mistake {}", spec.code);
                Ok(Mistake {
                    answer: answer_index(numeric, spec)?,
                    value: parsed(&place, &spec.value)?,
                    when: spec.when.as_deref().map(|w| parsed(&place, w)).transpose()?,
                    say: text(&place, &spec.say)?,
                    spec: spec.clone(),
                })
            })
            .collect::<Result<_, DrawError>>()?;
        let variables = sorted(numeric.draw.iter().map(|(n, spec)| variable(n, spec)).collect::<Result<_, _>>()?)?;
        let lets = numeric
            .lets
            .iter()
            .map(|l| Ok((l.name.clone(), parsed(&format!("let {}", l.name), &l.value)?)))
            .collect::<Result<Vec<_>, DrawError>>()?;
        let known: Vec<&str> =
            variables.iter().map(|v| v.name.as_str()).chain(lets.iter().map(|(name, _)| name.as_str())).collect();
        let figure = question
            .figure
            .iter()
            .flat_map(|call| &call.set)
            .map(|(knob, value)| (knob.clone(), read_knob(value, &known)))
            .collect();
        let mark = question.figure.as_ref().and_then(|call| call.mark.as_ref());
        let mark = mark
            .map(|m| {
                let axis = |text: &Option<String>| text.as_deref().map(|t| parsed("figure mark", t)).transpose();
                Ok((axis(&m.x)?, axis(&m.y)?))
            })
            .transpose()?;
        Ok(Family {
            figure,
            mark,
            require: numeric.require.iter().map(|r| parsed("require", r)).collect::<Result<_, _>>()?,
            branches: numeric
                .branches
                .iter()
                .map(|(name, cond)| Ok((name.clone(), parsed(&format!("branch {name}"), cond)?)))
                .collect::<Result<_, DrawError>>()?,
            answers: numeric.answers.iter().map(answer).collect::<Result<_, _>>()?,
            shown: shown_names(&question.prompt),
            question: question.clone(),
            variables,
            lets,
            steps,
            mistakes,
            prompt,
            hints,
            context,
            templates,
        })
    }
}

fn parsed(place: &str, text: &str) -> Result<Ast, DrawError> {
    expr::parse(text).map_err(|error| DrawError::Expression {
        place: place.into(),
        text: text.into(),
        error: Box::new(error),
    })
}

fn written(place: &str, value: &Expr) -> Result<Ast, DrawError> {
    match value {
        Expr::Int(n) => parsed(place, &n.to_string()),
        Expr::Num(x) => parsed(place, &x.to_string()),
        Expr::Text(text) => parsed(place, text),
    }
}

fn variable(name: &str, spec: &DrawSpec) -> Result<Variable, DrawError> {
    let place = format!("draw {name}");
    let source = match spec {
        DrawSpec { permutation: Some(n), .. } => Source::Permutation(written(&place, n)?),
        DrawSpec { one_of: Some(items), .. } if !items.is_empty() => {
            let items = items.iter().map(|item| {
                let face = if let Expr::Text(text) = item { Some(text.clone()) } else { None };
                Ok((written(&place, item)?, face))
            });
            Source::OneOf(items.collect::<Result<_, DrawError>>()?)
        }
        DrawSpec { from: Some(from), to: Some(to), step, .. } => Source::Range {
            from: written(&place, from)?,
            to: written(&place, to)?,
            step: written(&place, step.as_ref().unwrap_or(&Expr::Int(1)))?,
        },
        _ => return Err(DrawError::NoSource { name: name.into() }),
    };
    let list = spec.list.as_ref().map(|n| written(&place, n)).transpose()?;
    Ok(Variable { name: name.into(), source, list, distinct: spec.distinct })
}

fn answer(spec: &AnswerSpec) -> Result<Answer, DrawError> {
    let place = format!("answer {}", spec.label);
    Ok(Answer {
        value: parsed(&place, &spec.value)?,
        closed_form: spec.closed_form.as_deref().map(|c| parsed(&place, c)).transpose()?,
        spec: spec.clone(),
    })
}

fn answer_index(numeric: &Numeric, spec: &MistakeSpec) -> Result<usize, DrawError> {
    let Some(label) = &spec.answer else {
        return Ok(0);
    };
    numeric
        .answers
        .iter()
        .position(|a| a.label == *label)
        .ok_or_else(|| DrawError::NoAnswer { code: spec.code.clone(), label: label.clone() })
}

fn read_knob(value: &str, known: &[&str]) -> Knob {
    match expr::parse(value) {
        Ok(ast) if names(&ast).iter().all(|n| known.contains(&n.as_str())) => Knob::Expression(ast),
        _ => Knob::Word(value.into()),
    }
}

/// Sorts the draws so that each comes after the names in its bounds. The order in the file carries no meaning.
fn sorted(mut waiting: Vec<Variable>) -> Result<Vec<Variable>, DrawError> {
    let mut done: Vec<Variable> = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let is_drawn_here = |name: &str| waiting.iter().any(|v| v.name == name);
        let Some(next) = waiting.iter().position(|v| !needs(v).iter().any(|n| is_drawn_here(n))) else {
            return Err(DrawError::Circle { names: waiting.into_iter().map(|v| v.name).collect() });
        };
        done.push(waiting.remove(next));
    }
    Ok(done)
}

/// The names in the bounds of a draw.
fn needs(variable: &Variable) -> Vec<String> {
    let source: Vec<&Ast> = match &variable.source {
        Source::Range { from, to, step } => vec![from, to, step],
        Source::OneOf(items) => items.iter().map(|(ast, _)| ast).collect(),
        Source::Permutation(n) => vec![n],
    };
    source.into_iter().chain(&variable.list).flat_map(names).collect()
}

/// The variables that an expression uses.
pub(super) fn names(ast: &Ast) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![&ast.root];
    while let Some(Node { kind, .. }) = open.pop() {
        match kind {
            NodeKind::Name(name) => found.push(name.to_string()),
            NodeKind::Negate(a) | NodeKind::Root(a) | NodeKind::Not(a) => open.push(a),
            NodeKind::Index(a, b) | NodeKind::Binary(_, a, b) => open.extend([&**a, &**b]),
            NodeKind::List(items) => open.extend(items),
            NodeKind::If(parts) => open.extend(parts.iter()),
            NodeKind::Call(_, arguments) => open.extend(arguments.iter().flatten()),
            NodeKind::Number(_) | NodeKind::Constant(_) | NodeKind::Text(_) | NodeKind::Mixed(..) => {}
        }
    }
    found
}

/// The numbers that a prompt prints by name: `<< x >>`, `<< x|fixed(2) >>`, `<< x|figures(3) >>`.
fn shown_names(prompt: &str) -> Vec<Shown> {
    let places = prompt.split("<<").skip(1).filter_map(|tail| tail.split_once(">>"));
    places.filter_map(|(inside, _)| read_shown(inside)).collect()
}

fn read_shown(inside: &str) -> Option<Shown> {
    let mut parts = inside.split('|').map(str::trim);
    let name = parts.next()?;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let argument = |filter: &str, text: &str| -> Option<u32> {
        let digits = text.strip_prefix(filter)?.trim().strip_prefix('(')?.strip_suffix(')')?.trim().parse().ok()?;
        // More than that is refused when the text is filled in.
        (digits <= MAX_DIGITS).then_some(digits)
    };
    let mut digits = Digits::AsPrinted;
    for filter in parts {
        if let Some(n) = argument("fixed", filter) {
            digits = Digits::Fixed(n);
        } else if let Some(n) = argument("figures", filter) {
            digits = Digits::Figures(n);
        }
    }
    Some(Shown { name: name.into(), digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_an_expression_are_found_everywhere() {
        let ast = expr::parse("if(a < 1, -b^c, v[i] + max(d, 2))").unwrap();
        let mut found = names(&ast);
        found.sort();
        assert_eq!(found, ["a", "b", "c", "d", "i", "v"]);
    }

    #[test]
    fn the_prompt_says_which_numbers_it_rounds() {
        let shown = shown_names("$\\alpha = << a|fixed(2) >>$, << b >>, << c.shown >>, << d | figures(3)|paren >>");
        let digits: Vec<(&str, Digits)> = shown.iter().map(|s| (s.name.as_str(), s.digits)).collect();
        assert_eq!(digits, [("a", Digits::Fixed(2)), ("b", Digits::AsPrinted), ("d", Digits::Figures(3))]);
    }

    #[test]
    fn draws_are_sorted_by_what_they_need() {
        let range =
            |to: &str| DrawSpec { from: Some(Expr::Int(0)), to: Some(Expr::Text(to.into())), ..DrawSpec::default() };
        let order = |specs: &[(&str, &str)]| {
            let variables = specs.iter().map(|(name, to)| variable(name, &range(to)).unwrap()).collect();
            sorted(variables).map(|done| done.into_iter().map(|v| v.name).collect::<Vec<_>>())
        };
        assert_eq!(order(&[("a", "b"), ("b", "c"), ("c", "9")]).unwrap(), ["c", "b", "a"]);
        assert!(matches!(order(&[("a", "b"), ("b", "a")]), Err(DrawError::Circle { .. })));
    }
}
