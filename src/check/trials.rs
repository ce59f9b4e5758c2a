//! A family drawn with a thousand seeds: both ways to the answer agree, every mistake and every branch occurs, every text
//! and figure can be shown.

use std::collections::{BTreeMap, BTreeSet};

use super::doc::Doc;
use super::figures::setting_words;
use super::markup::{Mark, marks};
use super::prose::{formula_words, lone_dollar, sentence};
use crate::content::Diagnostic;
use crate::content::model::{Numeric, Question, Round};
use crate::figure::{self, Sampling, Settings};
use crate::question::expr::ErrorKind;
use crate::question::{Ask, DrawError, Family, Instance, Mistake, Seed, Trial, Variant, place};
use crate::typeset::formula;

/// How many seeds.
pub const SEEDS: u64 = 1_000;
/// How far value and closed form may differ, relative to their size.
const AGREE: f64 = 1e-9;
/// A mistake must survive the draw guard this often, in percent of the draws to which it applies.
const SURVIVES: u64 = 20;
/// A mistake with a condition must apply this often, in percent.
const APPLIES: u64 = 2;
/// Formulas are read again with the numbers of this many seeds.
const READ: u64 = 20;
/// The steps that the draws of one family may take together. Counted, not timed: the same on every machine.
const MAX_WORK: u64 = 20_000_000;

/// Draws each variant and says what is wrong. `at` is the place of the question.
pub fn check(doc: &Doc<'_>, at: &str, question: &Question, numeric: &Numeric, found: &mut Vec<Diagnostic>) {
    check_variant(doc, at, question, numeric, Variant::Full, found);
    if numeric.mental.is_some() {
        check_variant(doc, at, question, numeric, Variant::Mental, found);
    }
}

fn check_variant(
    doc: &Doc<'_>,
    at: &str,
    question: &Question,
    numeric: &Numeric,
    variant: Variant,
    found: &mut Vec<Diagnostic>,
) {
    let mut report = Report { doc, at, numeric, variant, found, said: BTreeSet::new() };
    let family = match Family::of(question, variant) {
        Ok(family) => family,
        Err(error) => return report.cannot_draw(&error, None),
    };
    let Ok(first) = Seed::parse("CHECK") else {
        return;
    };
    let mut tally = Tally::default();
    let mut work = 0;
    for n in 0..SEEDS {
        let seed = first.nth(n);
        match family.trial(&seed, "check") {
            Ok(trial) => {
                report.agreement(&trial, &seed);
                report.tolerance(&trial.instance, &seed);
                report.figure(&trial.instance, &seed);
                if n < READ {
                    report.mark(question, &trial.instance, &seed);
                    report.formulas(&trial.instance, &seed);
                }
                tally.count(&trial);
                work += trial.work;
                if work > MAX_WORK {
                    return report.too_slow(n + 1);
                }
            }
            Err(error) => return report.cannot_draw(&error, Some(&seed)),
        }
    }
    // A wide tolerance hides mistakes, and few numbers leave out branches: that is what a mental variant is for.
    if variant == Variant::Full {
        report.mistakes(&tally);
        report.branches(&tally);
    }
}

/// How often things happened.
#[derive(Default)]
struct Tally {
    applied: BTreeMap<(usize, String), u64>,
    survived: BTreeMap<(usize, String), u64>,
    held: BTreeMap<String, u64>,
}

impl Tally {
    fn count(&mut self, trial: &Trial) {
        let applied: BTreeSet<_> = trial.mistakes.iter().map(|(answer, code, _)| (*answer, code.clone())).collect();
        let survived: BTreeSet<_> = surviving(&trial.instance).iter().map(|m| (m.answer, m.code.clone())).collect();
        applied.into_iter().for_each(|key| *self.applied.entry(key).or_default() += 1);
        survived.into_iter().for_each(|key| *self.survived.entry(key).or_default() += 1);
        for (name, _) in trial.branches.iter().filter(|(_, held)| *held) {
            *self.held.entry(name.clone()).or_default() += 1;
        }
    }
}

fn surviving(instance: &Instance) -> &[Mistake] {
    match &instance.ask {
        Ask::Numbers { mistakes, .. } => mistakes,
        _ => &[],
    }
}

struct Report<'c, 'd> {
    doc: &'c Doc<'d>,
    at: &'c str,
    numeric: &'c Numeric,
    variant: Variant,
    found: &'c mut Vec<Diagnostic>,
    /// Complaints made already, so that a thousand seeds complain once.
    said: BTreeSet<String>,
}

impl Report<'_, '_> {
    fn error(&mut self, path: &str, code: &'static str, message: String, cure: String) {
        let (path, message) = match self.variant {
            Variant::Full => (self.doc.written_as(&format!("{}.{path}", self.at)), message),
            // What is not written in `mental` is pointed at through it: the rest of the family is sound.
            Variant::Mental => {
                (format!("{}.mental.{path}", self.at), format!("As the mental variant asks it: {message}"))
            }
        };
        if self.said.insert(format!("{path} {code}")) {
            self.found.push(self.doc.error(self.doc.span(&path), code, message, cure));
        }
    }

    fn agreement(&mut self, trial: &Trial, seed: &Seed) {
        let Ask::Numbers { answers, .. } = &trial.instance.ask else {
            return;
        };
        for (i, (asked, form)) in answers.iter().zip(&trial.closed_forms).enumerate() {
            let Some(form) = form else { continue };
            let size = asked.value.abs().max(form.abs()).max(1.0);
            let near = asked.value.is_finite() && form.is_finite() && (asked.value - form).abs() <= AGREE * size;
            if asked.value != *form && !near {
                let message = format!("With seed {seed} the value is {} and the closed form {form}.", asked.value);
                let drawn: Vec<_> =
                    trial.instance.drawn.iter().map(|(name, face)| format!("{name} = {face}")).collect();
                let cure = format!("One of the two is wrong; the draw was {}.", drawn.join(", "));
                self.error(&format!("answers.{i}.closedForm"), "forms-disagree", message, cure);
            }
        }
    }

    /// A percentage of nothing is nothing.
    fn tolerance(&mut self, instance: &Instance, seed: &Seed) {
        let Ask::Numbers { answers, .. } = &instance.ask else { return };
        for (i, _) in
            answers.iter().enumerate().filter(|(_, a)| matches!(a.round, Round::Within(t) if t.at(a.value) == 0.0))
        {
            let message = format!("With seed {seed} the answer is 0, and a tolerance in percent leaves no room there.");
            let cure = "Use `require` to leave these numbers out.".to_owned();
            self.error(&format!("answers.{i}.round"), "no-value", message, cure);
        }
    }

    fn mistakes(&mut self, tally: &Tally) {
        for (i, mistake) in self.numeric.mistakes.iter().enumerate() {
            let answer =
                mistake.answer.as_ref().and_then(|label| self.numeric.answers.iter().position(|a| a.label == *label));
            let key = (answer.unwrap_or_default(), mistake.code.clone());
            let survived = tally.survived.get(&key).copied().unwrap_or_default();
            let applied = tally.applied.get(&key).copied().unwrap_or_default();
            let code = &mistake.code;
            if mistake.when.is_some() && applied * 100 < APPLIES * SEEDS {
                let message = format!("The mistake {code} applies to {applied} of {SEEDS} draws.");
                let cure = "Relax `when`, or widen what is drawn.".to_owned();
                self.error(&format!("mistakes.{i}.when"), "rare-mistake", message, cure);
            } else {
                let of = if mistake.when.is_some() { applied } else { SEEDS };
                if survived * 100 < SURVIVES * of {
                    let message =
                        format!("The mistake {code} can be told from the answer in {survived} of {of} draws.");
                    let cure = "At the other draws it gives the answer or an earlier mistake. Widen what is drawn, or remove it.";
                    self.error(&format!("mistakes.{i}.value"), "rare-mistake", message, cure.to_owned());
                }
            }
        }
    }

    fn branches(&mut self, tally: &Tally) {
        for name in self.numeric.branches.keys() {
            let held = tally.held.get(name).copied().unwrap_or_default();
            if held == 0 || held == SEEDS {
                let what = if held == 0 { "never occurs" } else { "always holds" };
                let message = format!("The branch `{name}` {what} in {SEEDS} draws.");
                let cure = "Widen what is drawn, so that both cases come up.".to_owned();
                self.error(&format!("branches.{name}"), "branch", message, cure);
            }
        }
    }

    fn figure(&mut self, instance: &Instance, seed: &Seed) {
        let Some(call) = &instance.figure else { return };
        let Some(info) = figure::find(&call.id) else {
            return;
        };
        // A knob that does not exist is named once, where figures are checked.
        let known = call.set.iter().filter(|(knob, _)| info.knob(knob).is_some());
        let (_, refused) = Settings::of(info, known.map(|(knob, value)| (knob.as_str(), value.as_str())));
        for (knob, error) in refused {
            let (message, cure) = setting_words(&error);
            self.error(&format!("figure.set.{knob}"), "bad-setting", format!("With seed {seed}: {message}"), cure);
        }
    }

    /// The right answer has a place in a panel that the figure has.
    fn mark(&mut self, question: &Question, instance: &Instance, seed: &Seed) {
        let (Some(spec), Some(call)) = (question.figure.as_ref().and_then(|f| f.mark.as_ref()), &instance.figure)
        else {
            return;
        };
        let Ask::Numbers { answers, .. } = &instance.ask else { return };
        let keys: Vec<f64> = answers.iter().map(|a| a.value).collect();
        if let Err(error) = place(question, seed, self.variant, &keys) {
            let message = format!("With seed {seed}: {}", sentence(&error.to_string()));
            let cure = "Use the drawn names and `answer`; with several answers `answer[0]`, `answer[1]`.".to_owned();
            self.error("figure.mark", "bad-mark", message, cure);
        }
        let Some(info) = figure::find(&call.id) else { return };
        let panels = figure::build(info, &Settings::new(info), Sampling { cols: 60, rows: 16 }).panels.len();
        if spec.panel >= panels {
            let message = format!("The figure has no panel {}.", spec.panel);
            self.error("figure.mark.panel", "bad-mark", message, format!("Panels count from 0; it has {panels}."));
        }
    }

    /// Formulas as they are with numbers in them.
    fn formulas(&mut self, instance: &Instance, seed: &Seed) {
        let steps = instance.steps.iter().enumerate().map(|(i, step)| (format!("steps.{i}.say"), &step.say));
        let hints = instance.hints.iter().enumerate().map(|(i, hint)| (format!("hints.{i}"), hint));
        let context = instance.context.iter().map(|text| ("context".to_owned(), text));
        let prompt = std::iter::once(("prompt.prompt".to_owned(), &instance.prompt));
        let mistakes = surviving(instance).iter().filter_map(|m| {
            let i = self.numeric.mistakes.iter().position(|spec| spec.code == m.code)?;
            Some((format!("mistakes.{i}.say"), &m.say))
        });
        for (path, text) in prompt.chain(steps).chain(hints).chain(context).chain(mistakes).collect::<Vec<_>>() {
            for (_, mark) in marks(text) {
                let error = match mark {
                    Mark::Formula(latex) => {
                        formula::inline(latex, false).err().map(|e| ("bad-formula", formula_words(&e)))
                    }
                    Mark::LoneDollar => Some(("lone-dollar", lone_dollar())),
                    Mark::Link(_) | Mark::Cite(_) => None,
                };
                if let Some((code, (message, cure))) = error {
                    self.error(&path, code, format!("With seed {seed}: {message}"), cure);
                }
            }
        }
    }

    fn too_slow(&mut self, draws: u64) {
        let message = format!("After {draws} of {SEEDS} draws this question took more than {MAX_WORK} steps.");
        let cure = "Use shorter lists and smaller sizes, or compute fewer things.".to_owned();
        self.error("id", "too-slow", message, cure);
    }

    fn cannot_draw(&mut self, error: &DrawError, seed: Option<&Seed>) {
        let with = seed.map(|seed| format!("With seed {seed}: ")).unwrap_or_default();
        let text = error.to_string();
        let (code, path, cure): (_, _, &str) = match error {
            DrawError::Expression { place, .. } => {
                ("bad-expression", self.place(place, false), "Compare with `posenc calc --list`.")
            }
            DrawError::Evaluation { place, error } if matches!(error.kind, ErrorKind::TooSlow(_)) => {
                ("too-slow", self.place(place, false), "Use shorter lists and smaller sizes, or compute fewer things.")
            }
            DrawError::Evaluation { place, .. } => {
                ("no-value", self.place(place, false), "Draw other numbers, or use `require` to leave these out.")
            }
            DrawError::NotANumber { place } => {
                ("no-value", self.place(place, false), "Use `require` to leave these numbers out.")
            }
            DrawError::Text { place, .. } => {
                ("bad-template", self.place(place, true), "Check the names and filters of the template.")
            }
            DrawError::NoSource { name } | DrawError::EmptyDraw { name, .. } => {
                ("bad-draw", format!("draw.{name}"), "Make sure that there is something to draw from.")
            }
            DrawError::NoDraw => ("no-draw", "require".into(), "Widen what is drawn, or relax `require`."),
            _ => ("bad-draw", "draw".into(), "Let each draw depend on earlier ones only."),
        };
        self.error(&path, code, format!("{with}{}", sentence(&text)), cure.to_owned());
    }

    /// The path of a place that the draw names: "let x", "mistake SIGN", "answer logit"…
    fn place(&self, place: &str, text: bool) -> String {
        let (what, name) = place.split_once(' ').unwrap_or((place, ""));
        let numeric = self.numeric;
        let at = |i: Option<usize>, path: &dyn Fn(usize) -> String| i.map(path).unwrap_or_default();
        match what {
            "prompt" => "prompt.prompt".into(),
            "hint" => "hints".into(),
            "step" => "steps".into(),
            "draw" => format!("draw.{name}"),
            "branch" => format!("branches.{name}"),
            "let" => at(numeric.lets.iter().position(|l| l.name == name), &|i| format!("let.{i}.value")),
            "mistake" => at(numeric.mistakes.iter().position(|m| m.code == name), &|i| {
                format!("mistakes.{i}.{}", if text { "say" } else { "value" })
            }),
            "answer" => at(numeric.answers.iter().position(|a| a.label == name), &|i| format!("answers.{i}.value")),
            "closed" => {
                let label = name.strip_prefix("form of ").unwrap_or_default();
                at(numeric.answers.iter().position(|a| a.label == label), &|i| format!("answers.{i}.closedForm"))
            }
            other => other.to_owned(),
        }
    }
}
