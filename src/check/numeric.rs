//! Numeric families, proved: everything compiles, then a thousand seeds are drawn.

use super::doc::Doc;
use super::prose::sentence;
use super::trials;
use super::{Chapter, texts};
use crate::content::Diagnostic;
use crate::content::model::{DrawSpec, Expr, Kind, Numeric, Question};
use crate::content::read::Content;
use crate::names::did_you_mean;
use crate::question::expr;
use crate::question::template::Templates;

/// Checks every numeric question.
pub fn check(chapter: &Chapter<'_>, found: &mut Vec<Diagnostic>) {
    for doc in chapter.docs.iter().filter(|d| d.is_sound()) {
        let Content::Questions(questions) = &doc.content else {
            continue;
        };
        for (i, (question, _)) in questions.iter().enumerate() {
            if let Kind::Numeric(numeric) = &question.kind {
                let static_findings = written(doc, &format!("questions.{i}"), question, numeric);
                if static_findings.is_empty() {
                    trials::check(doc, &format!("questions.{i}"), question, numeric, found);
                } else {
                    found.extend(static_findings);
                }
            }
        }
    }
}

/// What can be said without drawing.
fn written(doc: &Doc<'_>, at: &str, question: &Question, numeric: &Numeric) -> Vec<Diagnostic> {
    let drawn: Vec<&str> = numeric.draw.keys().map(String::as_str).collect();
    let lets: Vec<&str> = numeric.lets.iter().map(|l| l.name.as_str()).collect();
    let all: Vec<&str> = drawn.iter().chain(&lets).copied().collect();
    let mut found = names(doc, at, numeric);
    for formula in formulas(at, numeric) {
        let known = match formula.scope {
            Scope::Drawn => &drawn[..],
            Scope::LetsBefore(n) => all.get(..drawn.len() + n).unwrap_or(&all),
            Scope::All => &all[..],
        };
        found.extend(bad_expression(doc, &formula, known));
    }
    for text in texts::templates(at, question, numeric) {
        found.extend(bad_template(doc, &text, &all));
    }
    found.extend(labels_and_steps(doc, at, numeric));
    found.extend(mental_draws(doc, at, numeric));
    found
}

/// A mental variant draws other numbers for the same names.
fn mental_draws(doc: &Doc<'_>, at: &str, numeric: &Numeric) -> Vec<Diagnostic> {
    let drawn = || numeric.draw.keys().map(String::as_str);
    let unknown = numeric.mental.iter().flat_map(|m| m.draw.keys()).filter(|name| !numeric.draw.contains_key(*name));
    let finding = |name: &String| {
        let message = format!("The family draws no `{name}`.");
        doc.error(doc.span(&format!("{at}.mental.draw.{name}")), "unknown-name", message, did_you_mean(name, drawn()))
    };
    unknown.map(finding).collect()
}

/// Which names an expression may use.
enum Scope {
    Drawn,
    LetsBefore(usize),
    All,
}

/// An expression and its place.
struct Formula<'n> {
    path: String,
    text: &'n str,
    scope: Scope,
}

fn formulas<'n>(at: &str, numeric: &'n Numeric) -> Vec<Formula<'n>> {
    let mut formulas = Vec::new();
    for (name, spec) in &numeric.draw {
        for (path, text) in bounds(spec) {
            formulas.push(Formula { path: format!("{at}.draw.{name}.{path}"), text, scope: Scope::Drawn });
        }
    }
    if let Some(mental) = &numeric.mental {
        for (name, spec) in &mental.draw {
            for (path, text) in bounds(spec) {
                formulas.push(Formula { path: format!("{at}.mental.draw.{name}.{path}"), text, scope: Scope::Drawn });
            }
        }
    }
    for (i, item) in numeric.lets.iter().enumerate() {
        formulas.push(Formula { path: format!("{at}.let.{i}.value"), text: &item.value, scope: Scope::LetsBefore(i) });
    }
    let mut push =
        |path: String, text: &'n str| formulas.push(Formula { path: format!("{at}.{path}"), text, scope: Scope::All });
    for (i, condition) in numeric.require.iter().enumerate() {
        push(format!("require.{i}"), condition);
    }
    for (i, condition) in numeric.mental.iter().flat_map(|m| &m.require).flatten().enumerate() {
        push(format!("mental.require.{i}"), condition);
    }
    for (name, condition) in &numeric.branches {
        push(format!("branches.{name}"), condition);
    }
    for (i, answer) in numeric.answers.iter().enumerate() {
        push(format!("answers.{i}.value"), &answer.value);
        answer.closed_form.iter().for_each(|form| push(format!("answers.{i}.closedForm"), form));
    }
    for (i, step) in numeric.steps.iter().enumerate() {
        step.value.iter().for_each(|value| push(format!("steps.{i}.value"), value));
    }
    for (i, mistake) in numeric.mistakes.iter().enumerate() {
        push(format!("mistakes.{i}.value"), &mistake.value);
        mistake.when.iter().for_each(|when| push(format!("mistakes.{i}.when"), when));
    }
    formulas
}

fn bounds(spec: &DrawSpec) -> Vec<(String, &str)> {
    let single = [
        ("from", &spec.from),
        ("to", &spec.to),
        ("step", &spec.step),
        ("list", &spec.list),
        ("permutation", &spec.permutation),
    ];
    let single = single.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value.as_ref()?)));
    let choices = spec.one_of.iter().flatten().enumerate().map(|(i, value)| (format!("oneOf.{i}"), value));
    let written = single.chain(choices).filter_map(|(path, value)| match value {
        Expr::Text(text) => Some((path, text.as_str())),
        Expr::Int(_) | Expr::Num(_) => None,
    });
    written.collect()
}

fn bad_expression(doc: &Doc<'_>, formula: &Formula<'_>, known: &[&str]) -> Option<Diagnostic> {
    let path = doc.written_as(&formula.path);
    let parsed = match expr::parse(formula.text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let (from, to) = error.span;
            let part = formula.text.get(from..to).unwrap_or_default();
            let text = error.to_string();
            let (what, cure) = text.split_once(": ").unwrap_or((&text, "compare with `posenc calc --list`"));
            let message = format!("The expression can't be read: {what}.");
            return Some(doc.error(doc.inside(&path, from, part), "bad-expression", message, sentence(cure)));
        }
    };
    let unknown = parsed.variables().into_iter().find(|name| !known.contains(name) && !expr::is_reserved(name))?;
    let at = formula.text.find(unknown).unwrap_or_default();
    let message = format!("Nothing named `{unknown}` is drawn or computed before.");
    Some(doc.error(
        doc.inside(&path, at, unknown),
        "unknown-name",
        message,
        did_you_mean(unknown, known.iter().copied()),
    ))
}

fn bad_template(doc: &Doc<'_>, text: &texts::Text<'_>, known: &[&str]) -> Option<Diagnostic> {
    let mut templates = Templates::new();
    let slot = match templates.add(text.text) {
        Ok(slot) => slot,
        Err(error) => {
            let (from, to) = error.span.unwrap_or_default();
            let part = text.text.get(from..to).unwrap_or_default();
            let message = format!("The template can't be read: {}.", error.message);
            let cure = "Write << name >>, << name|fixed(2) >> or <% if … %> … <% endif %>.";
            return Some(doc.error(doc.inside(&text.path, from, part), "bad-template", message, cure));
        }
    };
    let unknown = templates.names(slot).into_iter().find(|name| !known.contains(&name.as_str()))?;
    let opened = text.text.find("<<").or_else(|| text.text.find("<%")).unwrap_or_default();
    let at = opened + text.text.get(opened..).and_then(|rest| rest.find(&unknown)).unwrap_or_default();
    let message = format!("The template uses `{unknown}`, which is not drawn or computed.");
    let cure = did_you_mean(&unknown, known.iter().copied());
    Some(doc.error(doc.inside(&text.path, at, &unknown), "unknown-name", message, cure))
}

/// Names that are given twice, or belong to the language.
fn names(doc: &Doc<'_>, at: &str, numeric: &Numeric) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (i, item) in numeric.lets.iter().enumerate() {
        let again = numeric.draw.contains_key(&item.name) || numeric.lets.iter().take(i).any(|l| l.name == item.name);
        if again {
            let message = format!("`{}` has a value already.", item.name);
            found.push(doc.error(
                doc.span(&format!("{at}.let.{i}.name")),
                "duplicate-name",
                message,
                "Give it a name of its own.",
            ));
        }
    }
    let drawn = numeric.draw.keys().map(|name| (name.as_str(), format!("{at}.draw.{name}")));
    let computed = numeric.lets.iter().enumerate().map(|(i, l)| (l.name.as_str(), format!("{at}.let.{i}.name")));
    for (name, path) in drawn.chain(computed) {
        if expr::is_reserved(name) {
            let message = format!("`{name}` means something in the language of expressions.");
            found.push(doc.error(doc.span(&path), "reserved-name", message, "Choose another name."));
        }
    }
    found
}

/// What mistakes point at exists; several answers can be told apart.
fn labels_and_steps(doc: &Doc<'_>, at: &str, numeric: &Numeric) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (i, answer) in numeric.answers.iter().enumerate() {
        let twin = numeric.answers.iter().take(i).any(|other| other.label == answer.label);
        if twin || (answer.label.is_empty() && numeric.answers.len() > 1) {
            let span = doc.span(&format!("{at}.answers.{i}.label"));
            let cure = "Give each answer a label that says which number it is.";
            found.push(doc.error(span, "answer-label", "The answers can't be told apart.", cure));
        }
    }
    for (i, mistake) in numeric.mistakes.iter().enumerate() {
        let labels = numeric.answers.iter().map(|a| a.label.as_str());
        if let Some(label) = mistake.answer.as_deref().filter(|label| !labels.clone().any(|l| l == *label)) {
            let span = doc.span(&format!("{at}.mistakes.{i}.answer"));
            let message = format!("No answer has the label `{label}`.");
            found.push(doc.error(span, "no-such-answer", message, did_you_mean(label, labels)));
        }
        let steps = numeric.steps.len();
        if let Some(step) = mistake.step.filter(|step| *step == 0 || *step > steps) {
            let span = doc.span(&format!("{at}.mistakes.{i}.step"));
            let cure = format!("Steps count from 1; there are {steps}.");
            found.push(doc.error(span, "no-such-step", format!("There is no step {step}."), cure));
        }
    }
    found
}
