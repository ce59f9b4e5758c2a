//! A numeric family: draws, intermediates, answers, steps, mistakes.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::fields::{Fields, Value};
use crate::content::model::{AnswerSpec, DrawSpec, Let, Mental, MistakeSpec, Numeric, Round, StepSpec, Tolerance};

/// Reads the keys of a numeric question.
pub fn numeric(t: &mut Fields<'_>) -> Numeric {
    let family = t.maybe("family");
    let draw = draws(t);
    let require = requirements(t);
    let branches = conditions(t);
    let lets = each(t, "let", "a `let`", |t| Let { name: t.text("name"), value: formula(t) });
    t.needed("answers");
    let answers = each(t, "answers", "an answer", answer);
    if t.has("answers") && answers.is_empty() {
        let cure = "Add a `[[questions.answers]]` table with `value` and `round`.";
        t.sink.error(t.key_span("answers"), "empty-text", "Nothing is asked.", cure);
    }
    let steps = each(t, "steps", "a step", |t| StepSpec {
        say: t.text("say"),
        value: t.formula_text("value"),
        rule: t.slug("rule"),
    });
    let mistakes = each(t, "mistakes", "a mistake", mistake);
    let mental = t.table("mental", "the mental variant").map(mental);
    Numeric { family, draw, require, branches, lets, answers, steps, mistakes, mental }
}

/// `[questions.mental]`: what the variant for the head alone changes.
fn mental(mut t: Fields<'_>) -> Mental {
    let draw = draws(&mut t);
    let require = t.has("require").then(|| t.texts("require"));
    let round = if t.has("round") { round(&mut t) } else { None };
    t.finish();
    Mental { draw, require, round }
}

fn each<'t, T>(
    t: &mut Fields<'t>,
    key: &'static str,
    what: &'static str,
    mut read: impl FnMut(&mut Fields<'t>) -> T,
) -> Vec<T> {
    let mut items = Vec::new();
    for mut item in t.tables(key, what) {
        items.push(read(&mut item));
        item.finish();
    }
    items
}

/// A `value` that must be there.
fn formula(t: &mut Fields<'_>) -> String {
    t.needed("value");
    t.formula_text("value").unwrap_or_default()
}

fn answer(t: &mut Fields<'_>) -> AnswerSpec {
    AnswerSpec {
        label: t.or_empty("label"),
        unit: t.maybe("unit"),
        value: formula(t),
        closed_form: t.formula_text("closedForm"),
        round: round(t).unwrap_or_default(),
        expressions: t.flag("expressions").unwrap_or(true),
        infinity: t.flag("infinity").unwrap_or_default(),
    }
}

fn mistake(t: &mut Fields<'_>) -> MistakeSpec {
    MistakeSpec {
        code: t.text("code"),
        value: formula(t),
        answer: t.maybe("answer"),
        say: t.text("say"),
        step: t.whole("step").map(|n| n as usize),
        when: t.maybe("when"),
    }
}

fn round(t: &mut Fields<'_>) -> Option<Round> {
    const CURE: &str = "Write one of `{ decimals = 2 }`, `{ figures = 3 }`, `{ integer = true }`, `{ exact = true }`, \
                        `{ within = 10 }` (percent).";
    let mut r = t.table("round", "a rounding rule")?;
    let rules = [
        within(&mut r).map(Round::Within),
        r.whole("decimals").map(Round::Decimals),
        r.whole("figures").map(Round::Figures),
        r.flag("integer").map(Round::Integer),
        r.flag("exact").map(Round::Exact),
    ];
    let mut rules = rules.into_iter().flatten();
    let rule = match (rules.next(), rules.next()) {
        (Some(rule), None) => Some(rule),
        _ => {
            r.sink.error(r.span.clone(), "rounding-rule", "A rounding rule says exactly one thing.", CURE);
            None
        }
    };
    if matches!(rule, Some(Round::Decimals(n) | Round::Figures(n)) if n > 12) || rule == Some(Round::Figures(0)) {
        r.sink.error(
            r.span.clone(),
            "rounding-rule",
            "Nobody rounds to that many digits.",
            "Use up to 12 decimals, or 1 to 12 figures.",
        );
    }
    r.finish();
    rule
}

/// How far off an answer may be: `10` is 10 %, `{ atol = 0.01, rtol = 0.1 }` says more.
fn within(r: &mut Fields<'_>) -> Option<Tolerance> {
    let tolerance = match r.value("within")?.get_ref() {
        DeValue::Table(_) => {
            let mut w = r.table("within", "a tolerance")?;
            let [atol, rtol] = ["atol", "rtol"].map(|key| w.number(key).unwrap_or_default());
            w.finish();
            Tolerance { atol, rtol }
        }
        _ => Tolerance { atol: 0.0, rtol: r.number("within")? / 100.0 },
    };
    let sound = (0.0..f64::INFINITY).contains(&tolerance.atol) && (0.0..=0.5).contains(&tolerance.rtol);
    if !sound || tolerance == Tolerance::default() {
        let cure =
            "Write a percentage up to 50, or `{ atol = 0.01, rtol = 0.1 }`: in the unit of the answer, and as a share.";
        r.sink.error(r.span.clone(), "rounding-rule", "That is no tolerance to answer by.", cure);
    }
    Some(tolerance)
}

fn requirements(t: &mut Fields<'_>) -> Vec<String> {
    // One place for it: inside `[questions.draw]`, where the eye looks, or beside it. TOML puts a key that follows the
    // header of `draw` into `draw`.
    let mut all = t.texts("require");
    if let Some(mut draw) = t.table("draw", "the draw") {
        all.extend(draw.list("require").into_iter().filter_map(|v| draw.text_of("require", v)));
    }
    all
}

fn conditions(t: &mut Fields<'_>) -> BTreeMap<String, String> {
    let mut found = t.named("branches");
    if let Some(mut draw) = t.table("draw", "the draw") {
        found.extend(draw.named("branches"));
    }
    found.into_iter().filter_map(|(name, value)| Some((name.to_owned(), t.text_of(name, value)?))).collect()
}

fn draws(t: &mut Fields<'_>) -> BTreeMap<String, DrawSpec> {
    let named = t.named("draw").into_iter().filter(|(name, _)| !matches!(*name, "require" | "branches"));
    named.filter_map(|(name, value)| Some((name.to_owned(), draw(t, name, value)?))).collect()
}

fn draw(t: &Fields<'_>, name: &str, value: Value<'_>) -> Option<DrawSpec> {
    const CURE: &str = "Write one of `{ from = 1, to = 9 }`, `{ oneOf = [2, 4] }`, `{ permutation = 4 }`.";
    let DeValue::Table(table) = value.get_ref() else {
        t.wrong_type(name, value.span(), "a table such as `{ from = 1, to = 9 }`", value.get_ref());
        return None;
    };
    let mut f = Fields::new(table, value.span(), "a draw", t.sink);
    let one_of = f.has("oneOf").then(|| f.list("oneOf"));
    let one_of: Option<Vec<_>> = one_of.map(|items| items.into_iter().filter_map(|v| f.expr_of("oneOf", v)).collect());
    let spec = DrawSpec {
        from: f.expr("from"),
        to: f.expr("to"),
        step: f.expr("step"),
        one_of,
        list: f.expr("list"),
        distinct: f.flag("distinct").unwrap_or_default(),
        permutation: f.expr("permutation"),
    };
    let range = f.has("from") && f.has("to");
    let half_range = f.has("from") != f.has("to");
    let ways = [range, f.has("oneOf"), f.has("permutation")].into_iter().filter(|way| *way).count();
    if half_range || ways != 1 || spec.one_of.as_ref().is_some_and(Vec::is_empty) {
        t.sink.error(value.span(), "bad-draw", format!("It is not clear how to draw `{name}`."), CURE);
    }
    f.finish();
    Some(spec)
}
