//! The families as the program loads them, and how people type numbers.

use std::path::{Path, PathBuf};

use posenc::content::Library;
use posenc::content::model::{Kind, Numeric, Question, Round};
use posenc::question::{
    Ask, Asked, Family, Instance, JudgeOptions, Mistake, Response, Seed, Variant, Verdict, has_mental, judge,
};

/// Every family of the chapter, as the program itself loads it.
pub fn families() -> Vec<(Question, Numeric)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/positional-information/drills");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "toml")) {
        let library =
            Library::from_question_file(file).unwrap_or_else(|errors| panic!("{}: {errors:#?}", file.display()));
        let ids: Vec<String> = library.index().questions.iter().map(|q| q.id.to_string()).collect();
        for id in ids {
            let question = library.question(&id).unwrap_or_else(|e| panic!("{id}: {e:#?}")).clone();
            if let Kind::Numeric(numeric) = question.kind.clone() {
                found.push((question, *numeric));
            }
        }
    }
    found
}

/// Every family in every variant.
pub fn compiled() -> Vec<(Variant, Family)> {
    let families = families();
    let full = families.iter().map(|(question, _)| (question, Variant::Full));
    let mental = families.iter().filter(|(q, _)| has_mental(q)).map(|(question, _)| (question, Variant::Mental));
    full.chain(mental)
        .map(|(question, variant)| {
            let family = Family::of(question, variant).unwrap_or_else(|e| panic!("{}: {e}", question.id));
            (variant, family)
        })
        .collect()
}

/// As many seeds as `POSENC_SEEDS` says, and not fewer than usual.
pub fn seeds(usual: usize) -> impl Iterator<Item = Seed> + Clone {
    let asked = std::env::var("POSENC_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let count = usual.max(asked);
    (0..count).map(|n| Seed::parse(&format!("T{n}")).unwrap())
}

pub fn numbers(instance: &Instance) -> (&[Asked], &[Mistake]) {
    match &instance.ask {
        Ask::Numbers { answers, mistakes } => (answers, mistakes),
        other => panic!("{}: not numeric: {other:?}", instance.id),
    }
}

pub fn typed(instance: &Instance, texts: Vec<String>) -> Verdict {
    judge(instance, &Response::Typed(texts), &JudgeOptions::default())
}

/// A number at the asked precision, as a careful person writes it.
pub fn at_asked_precision(round: Round, value: f64) -> String {
    match round {
        _ if value.is_infinite() => format!("{value}"),
        Round::Decimals(n) => format!("{value:.*}", n as usize),
        Round::Figures(n) => with_figures(value, n as usize),
        Round::Within(_) => with_figures(value, 4),
        Round::Integer(_) if value.fract().abs() < 1e-9 => format!("{}", value.round()),
        Round::Integer(_) | Round::Exact(_) => format!("{}", (value * 1e9).round() / 1e9),
    }
}

/// So many significant figures, without an exponent.
pub fn with_figures(value: f64, n: usize) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let scientific = format!("{value:.*e}", n - 1);
    let power: i32 = scientific.split('e').nth(1).unwrap().parse().unwrap();
    let decimals = (n as i32 - 1 - power).max(0) as usize;
    format!("{:.decimals$}", scientific.parse::<f64>().unwrap())
}

/// Six ways to type one number.
pub fn equivalent_forms(asked: &Asked) -> [String; 6] {
    if asked.value.is_infinite() {
        return ["-inf", "−∞", "-∞", " -infinity ", "= -inf", "−Inf"].map(Into::into);
    }
    let plain = at_asked_precision(asked.round, asked.value);
    let value: f64 = plain.parse().unwrap();
    let more = match asked.round {
        Round::Decimals(n) => format!("{:.*}", n as usize + 2, asked.value),
        Round::Figures(n) => format!("{:.*e}", n as usize + 1, asked.value),
        Round::Within(_) => format!("{}", asked.value * 1.04),
        Round::Integer(_) | Round::Exact(_) if plain.contains('.') => format!("{plain}0"),
        Round::Integer(_) | Round::Exact(_) => format!("{plain}.0"),
    };
    let bare_point = plain.replacen("0.", ".", usize::from(value.abs() < 1.0 && value != 0.0));
    let with_unit = match &asked.unit {
        Some(unit) => format!("{plain} {unit}"),
        None => format!("≈ {plain}"),
    };
    [plain.clone(), plain.replace('-', "−"), with_unit, bare_point, format!("{value:e}"), more]
}

/// The key in the other units of what it measures, with zero to seven decimals.
pub fn in_other_units(asked: &Asked) -> Vec<(u32, String)> {
    use std::f64::consts::{LN_2, TAU};
    let units: &[(&str, f64)] = match asked.unit.as_deref() {
        Some("rad") => &[("deg", TAU / 360.0), ("turns", TAU)],
        Some("nats") => &[("bits", LN_2)],
        _ => &[],
    };
    let written = |(unit, size): &(&str, f64)| {
        let (unit, key) = (unit.to_string(), asked.value / size);
        (0..=7).map(move |n| (n, format!("{key:.*} {unit}", n as usize)))
    };
    units.iter().flat_map(written).collect()
}

/// The key rounded to what is asked and to one to six places more, from the exact numbers and from those in the prompt.
pub fn honest_roundings(asked: &Asked) -> Vec<String> {
    let keys = std::iter::once(asked.value).chain(asked.also.iter().copied()).filter(|key| key.is_finite());
    keys.flat_map(|key| {
        (0..=6).map(move |more| match asked.round {
            Round::Decimals(n) => format!("{key:.*}", n as usize + more),
            Round::Figures(n) => with_figures(key, n as usize + more),
            Round::Within(_) => with_figures(key, 1 + more),
            Round::Integer(_) | Round::Exact(_) => at_asked_precision(asked.round, key),
        })
    })
    .collect()
}
