//! Every numeric family, over many seeds: the key agrees with the formula a person uses, every honest way to type it is
//! right, and every mistake is recognised as itself.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a test stops where it fails"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use posenc::content::Library;
use posenc::content::model::{DrawSpec, Expr, FigureCall, Kind, Numeric, Question, Round};
use posenc::question::{Ask, Asked, Family, Instance, JudgeOptions, Response, Seed, Verdict, judge};

const SEEDS: usize = 300;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("content/positional-information/drills")
}

/// Every family of the chapter, as the program itself loads it.
fn families() -> Vec<(Question, Numeric)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|f| f.unwrap().path()).collect();
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

fn seeds() -> impl Iterator<Item = Seed> {
    (0..SEEDS).map(|n| Seed::parse(&format!("T{n}")).unwrap())
}

fn compiled() -> Vec<Family> {
    families().iter().map(|(q, n)| Family::compile(q, n).unwrap_or_else(|e| panic!("{}: {e}", q.id))).collect()
}

fn typed(instance: &Instance, texts: Vec<String>) -> Verdict {
    judge(instance, &Response::Typed(texts), &JudgeOptions::default())
}

fn numbers(instance: &Instance) -> (&[Asked], &[posenc::question::Mistake]) {
    match &instance.ask {
        Ask::Numbers { answers, mistakes } => (answers, mistakes),
        other => panic!("{}: not numeric: {other:?}", instance.id),
    }
}

/// A number at the asked precision, as a careful person writes it.
fn at_asked_precision(round: Round, value: f64) -> String {
    match round {
        Round::Decimals(n) => format!("{value:.*}", n as usize),
        Round::Figures(n) => {
            let scientific = format!("{value:.*e}", n as usize - 1);
            let power: i32 = scientific.split('e').nth(1).unwrap().parse().unwrap();
            let decimals = (n as i32 - 1 - power).max(0) as usize;
            format!("{:.decimals$}", scientific.parse::<f64>().unwrap())
        }
        Round::Integer(_) => format!("{}", value.round()),
        Round::Exact(_) | Round::Within(_) => format!("{}", (value * 1e9).round() / 1e9),
    }
}

/// Six ways to type one number.
fn equivalent_forms(asked: &Asked) -> Vec<String> {
    let plain = at_asked_precision(asked.round, asked.value);
    let value: f64 = plain.parse().unwrap();
    let more = match asked.round {
        Round::Decimals(n) => format!("{:.*}", n as usize + 2, asked.value),
        Round::Figures(n) => format!("{:.*e}", n as usize + 1, asked.value),
        Round::Integer(_) | Round::Exact(_) | Round::Within(_) => {
            if plain.contains('.') {
                format!("{plain}0")
            } else {
                format!("{plain}.0")
            }
        }
    };
    let bare_point = plain.replacen("0.", ".", usize::from(value.abs() < 1.0 && value != 0.0));
    vec![plain.clone(), plain.replace('-', "−"), format!("  {plain} "), bare_point, format!("{value:e}"), more]
}

#[test]
fn the_first_28_families_are_there() {
    let numbers: Vec<String> = families().iter().filter_map(|(_, n)| n.family.clone()).collect();
    for wanted in [
        "G01", "G02", "G03", "G04", "G05", "G08", "G09", "G10", "G12", "G13", "G15", "G16", "G17", "G18", "G20", "G21",
        "G22", "G23", "G24", "G31", "G33", "G34", "G35", "G40", "G41", "G42", "G43", "G46",
    ] {
        assert!(numbers.iter().any(|n| n == wanted), "{wanted} is missing");
    }
}

#[test]
fn value_and_closed_form_agree() {
    for family in compiled() {
        for seed in seeds() {
            let trial = family.trial(&seed, "test").unwrap_or_else(|e| panic!("{} {seed}: {e}", family.question.id));
            let (answers, _) = numbers(&trial.instance);
            for (asked, closed) in answers.iter().zip(&trial.closed_forms) {
                let closed = closed.unwrap_or_else(|| panic!("{}: no closed form", family.question.id));
                let close = (asked.value - closed).abs() <= 1e-9 * closed.abs().max(1.0);
                assert!(close, "{} {seed} {}: {} against {closed}", family.question.id, asked.label, asked.value);
            }
        }
    }
}

#[test]
fn the_right_answer_is_right_in_six_forms() {
    for family in compiled() {
        for seed in seeds() {
            let instance = family.trial(&seed, "test").unwrap().instance;
            let (answers, _) = numbers(&instance);
            let forms: Vec<Vec<String>> = answers.iter().map(equivalent_forms).collect();
            for k in 0..6 {
                let texts: Vec<String> = forms.iter().map(|f| f[k].clone()).collect();
                let verdict = typed(&instance, texts.clone());
                assert!(verdict.is_right(), "{} {seed}: {texts:?} for {answers:?}: {verdict:?}", instance.id);
            }
        }
    }
}

#[test]
fn every_mistake_that_survives_is_recognised_as_itself() {
    for family in compiled() {
        for seed in seeds() {
            let instance = family.trial(&seed, "test").unwrap().instance;
            let (answers, mistakes) = numbers(&instance);
            for mistake in mistakes {
                let texts = answers.iter().enumerate().map(|(i, a)| {
                    at_asked_precision(a.round, if i == mistake.answer { mistake.value } else { a.value })
                });
                let verdict = typed(&instance, texts.collect());
                let recognised = matches!(&verdict, Verdict::Mistake { code, .. } if *code == mistake.code);
                assert!(recognised, "{} {seed} {mistake:?} for {answers:?}: {verdict:?}", instance.id);
            }
        }
    }
}

#[test]
fn mistakes_survive_and_branches_occur_often_enough() {
    let mut weak = Vec::new();
    for family in compiled() {
        let mut survived: BTreeMap<String, usize> = BTreeMap::new();
        let mut occurred: BTreeMap<String, usize> = BTreeMap::new();
        for seed in seeds() {
            let trial = family.trial(&seed, "test").unwrap();
            for mistake in numbers(&trial.instance).1 {
                *survived.entry(mistake.code.clone()).or_default() += 1;
            }
            for (branch, holds) in trial.branches {
                *occurred.entry(branch).or_default() += usize::from(holds);
            }
        }
        let Kind::Numeric(numeric) = &family.question.kind else { unreachable!() };
        for mistake in &numeric.mistakes {
            let count = survived.get(&mistake.code).copied().unwrap_or(0);
            if count * 5 < SEEDS {
                weak.push(format!("{} {}: {count} of {SEEDS}", family.question.id, mistake.code));
            }
        }
        for (branch, count) in occurred {
            if count == 0 || count == SEEDS {
                weak.push(format!("{} branch {branch}: {count} of {SEEDS}", family.question.id));
            }
        }
    }
    assert!(weak.is_empty(), "{weak:#?}");
}

#[test]
fn texts_are_filled_in_and_the_rounding_rule_ends_the_prompt() {
    for family in compiled() {
        for seed in seeds().take(20) {
            let instance = family.trial(&seed, "test").unwrap().instance;
            let texts = instance.hints.iter().chain(instance.steps.iter().map(|s| &s.say)).chain([&instance.prompt]);
            for text in texts {
                assert!(
                    !text.contains("<<") && !text.contains("<%") && !text.contains("NaN"),
                    "{}: {text}",
                    instance.id
                );
                assert_eq!(text.matches('$').count() % 2, 0, "{}: {text}", instance.id);
            }
            let last = instance.prompt.lines().last().unwrap();
            let rule = ["decimal", "figures", "whole number", "exact value"].iter().any(|w| last.contains(w));
            assert!(rule, "{}: {last}", instance.id);
            assert!((2..=3).contains(&instance.hints.len()), "{}: {} hints", instance.id, instance.hints.len());
            assert!(instance.convention.is_some() && instance.context.is_some(), "{}", instance.id);
            let drawn = |call: &FigureCall| posenc::figure::find(&call.id).is_some();
            assert!(instance.figure.as_ref().is_none_or(drawn), "{}", instance.id);
        }
    }
}

/// A family with every draw held at a value.
fn held(family: &str, values: &[(&str, &str)]) -> Family {
    let (mut question, mut numeric) =
        families().into_iter().find(|(_, n)| n.family.as_deref() == Some(family)).unwrap_or_else(|| panic!("{family}"));
    for (name, value) in values {
        let spec = numeric.draw.get_mut(*name).unwrap_or_else(|| panic!("{family} draws no {name}"));
        *spec = DrawSpec { one_of: Some(vec![Expr::Text((*value).into())]), ..DrawSpec::default() };
    }
    question.kind = Kind::Numeric(Box::new(numeric.clone()));
    Family::compile(&question, &numeric).unwrap()
}

type Worked<'a> = (&'a str, &'a [(&'a str, &'a str)], f64, &'a [(&'a str, f64)]);

/// Worked by hand or by another program, with the numbers that typical mistakes lead to.
const WORKED: &[Worked<'static>] = &[
    (
        "G01",
        &[("n", "4"), ("y", "[0.2, -1, 0.7, 1.5]"), ("p", "[3, 1, 4, 2]"), ("r", "3")],
        1.5,
        &[("INVARIANT", 0.7), ("INVERSE", 0.2)],
    ),
    ("G02", &[("s", "0")], 60.0, &[("NOREPEAT", 120.0), ("TYPES", 24.0), ("POW", 32.0), ("MINUS1", 12.0)]),
    (
        "G03",
        &[("n", "3"), ("s", "[2, 1, 0]"), ("v", "[1.5, 4, -2]")],
        1.7967,
        &[("NOSOFTMAX", 7.0), ("MEAN", 1.1667), ("ARGMAX", 1.5), ("NONORM", 19.9567)],
    ),
    (
        "G04",
        &[("d", "64"), ("pos", "12"), ("j", "8"), ("base", "10000")],
        -0.607684,
        &[
            ("DEG", 0.066182),
            ("NO2", 0.448343),
            ("J_AS_I", 0.932039),
            ("PARITY", -0.794179),
            ("OFF1", 0.291643),
            ("MUL", 0.245679),
        ],
    ),
    (
        "G05",
        &[("d", "64"), ("i", "8"), ("base", "10000")],
        62.8319,
        &[
            ("NO2PI", 10.0),
            ("NO2", 19.8692),
            ("HALF_D", 628.3185),
            ("OFF1", 83.7876),
            ("INV", 0.015915),
            ("PI", 31.4159),
        ],
    ),
    (
        "G08",
        &[("a", "2"), ("w", "0.25"), ("k", "3")],
        0.381661,
        &[("TRANSPOSE", 0.948985), ("ADD", 1.6593), ("ROW2", -0.924302), ("DEG", 0.903772), ("NOFREQ", -0.958924)],
    ),
    (
        "G09",
        &[("d", "4"), ("base", "100"), ("p", "7"), ("q", "4")],
        -0.034656,
        &[("PLUS", 0.458022), ("ONEPAIR", -0.989992), ("NORMED", -0.017328), ("DEG", 1.9986), ("SINE", 0.43664)],
    ),
    ("G10", &[("d", "512")], 16.0, &[("D", 22.6274), ("SQUARED", 256.0), ("UNIT", 1.0), ("DIM", 512.0)]),
    (
        "G12",
        &[("l", "1024"), ("d", "768"), ("layers", "12")],
        786432.0,
        &[("ADD", 1792.0), ("SQUARE", 1048576.0), ("LAYERS", 9437184.0), ("TWO", 1572864.0)],
    ),
    ("G13", &[("l", "512"), ("n", "700")], 188.0, &[("OFF1", 187.0), ("OFF1B", 189.0), ("ALL", 700.0), ("NONE", 0.0)]),
    (
        "G15",
        &[("l", "8"), ("p", "13"), ("a", "0.4"), ("b", "1")],
        0.55,
        &[("NEAREST", 0.4), ("SWAPT", 0.85), ("MEAN", 0.7)],
    ),
    (
        "G16",
        &[("k", "16"), ("i", "50"), ("j", "10")],
        -16.0,
        &[("ABS", 16.0), ("NOCLIP", -40.0), ("NOCLIP_SIGN", 40.0), ("OFF1", -15.0)],
    ),
    (
        "G17",
        &[("k", "16"), ("d", "64"), ("h", "8"), ("n", "12"), ("both", "1"), ("shared", "0")],
        405504.0,
        &[("NOZERO", 393216.0), ("ONESIDE", 208896.0), ("NO_V", 202752.0), ("SHARED", 50688.0), ("ONELAYER", 33792.0)],
    ),
    (
        "G18",
        &[("q", "[1, 2, 0, -1]"), ("k", "[2, 1, 1, 0]"), ("a", "[0.5, -0.5, 1, 1]")],
        1.25,
        &[("NOSCALE", 2.5), ("HALFSCALE", 0.5), ("KEYDOT", 2.75), ("NOREL", 2.0), ("DZ", 0.625)],
    ),
    (
        "G20",
        &[("n", "10"), ("k", "3")],
        28.0,
        &[("STRICT", 21.0), ("ALLPAIRS", 55.0), ("NOHALF", 49.0), ("ONECOUNT", 7.0)],
    ),
    (
        "G21",
        &[("v", "[1, 2]"), ("m", "3"), ("th", "0.5"), ("second", "0")],
        -1.9243,
        &[("SIGN", 2.0657), ("DEG", 0.947303), ("NOPOS", -0.081269), ("ROW2", 1.139)],
    ),
    (
        "G22",
        &[("m", "4"), ("n", "10"), ("th", "0.5")],
        3.0,
        &[("SIGN", -3.0), ("SUM", 7.0), ("KEYONLY", 5.0), ("DEG", 171.8873), ("NOFREQ", 6.0)],
    ),
    (
        "G23",
        &[("d", "64"), ("i", "8"), ("b", "10000")],
        0.1,
        &[("NO2", 0.316228), ("OFF1", 0.133352), ("HALF_D", 0.01), ("DMODEL", 0.749894), ("POS", 10.0)],
    ),
    (
        "G24",
        &[("q", "[1, 2]"), ("k", "[2, -1]"), ("m", "5"), ("n", "2"), ("th", "0.4")],
        -4.6602,
        &[("SIGN", 4.6602), ("NOROT", 0.0), ("QONLY", -4.5465), ("SUM", 1.6749), ("DEG", -0.104712)],
    ),
    (
        "G31",
        &[("n", "16"), ("h", "5")],
        0.176777,
        &[("ZEROBASE", 0.25), ("EIGHTS", 0.03125), ("LINEAR", 3.5355), ("RECIP", 0.2), ("INVRATIO", 0.000977)],
    ),
    (
        "G33",
        &[("qk", "24"), ("d", "64"), ("m", "1/4"), ("j", "22"), ("dist", "8"), ("scaled", "1")],
        1.0,
        &[("PLUS", 5.0), ("SCALED_BIAS", 2.75), ("NOSCALE", 22.0), ("NOSLOPE", -5.0), ("SQ", -13.0)],
    ),
    (
        "G34",
        &[("p", "3"), ("d1", "4"), ("d2", "20")],
        7.3891,
        &[("LINEAR", 5.0), ("LOGIT", 2.0), ("BASE2", 4.0), ("INV", 0.135335), ("SUM", 20.0855)],
    ),
    (
        "G35",
        &[("n", "8"), ("h", "4")],
        11.0904,
        &[("ONE_OVER_M", 16.0), ("HALF_OVER_M", 8.0), ("LOG10", 4.8165), ("TIMES", 0.043322), ("TWO", 32.0)],
    ),
    ("G40", &[("t", "8")], 0.125, &[("OFF1", 0.142857), ("OFF1B", 0.111111), ("SUM", 1.0)]),
    (
        "G41",
        &[("n", "5"), ("v", "[4, 1, -2, 6, 1]"), ("t", "3")],
        1.0,
        &[("NOMASK", 2.0), ("SUM", 3.0), ("LAST", -2.0), ("EXCL", 2.5)],
    ),
    (
        "G42",
        &[("t", "50")],
        0.000392157,
        &[("DERIV", 0.0004), ("FIRST", 0.02), ("SUM", 0.009901), ("NEG", -0.000392157)],
    ),
    (
        "G43",
        &[("t", "20"), ("back", "6"), ("c", "2.5")],
        -3.5,
        &[("SIGN", 8.5), ("PRODUCT", -277.5), ("NOCONTENT", -6.0), ("ABS", -31.5)],
    ),
    (
        "G46",
        &[("n", "8"), ("h", "3"), ("i", "20"), ("j", "4")],
        -2.0,
        &[("SIGN", 2.0), ("ZEROBASE", -4.0), ("RAW", -16.0), ("SQUARE", -32.0), ("SUMPOS", -3.0)],
    ),
];

#[test]
fn worked_examples_come_out_with_all_their_mistakes() {
    let near = |a: f64, b: f64| (a - b).abs() <= 6e-5 * b.abs().max(0.01);
    for (family, values, key, mistakes) in WORKED {
        let trial = held(family, values).trial(&Seed::parse("K3F9").unwrap(), "test").unwrap();
        let (answers, _) = numbers(&trial.instance);
        assert!(near(answers[0].value, *key), "{family}: {} is not {key}", answers[0].value);
        for (code, wrong) in *mistakes {
            let found =
                trial.mistakes.iter().find(|(_, c, _)| c == code).unwrap_or_else(|| panic!("{family}: no {code}"));
            assert!(near(found.2, *wrong), "{family} {code}: {} is not {wrong}", found.2);
        }
    }
}

/// Prints one question of each family: `cargo test --test families -- --ignored --nocapture`.
#[test]
#[ignore = "for reading"]
fn read_them_all() {
    for family in compiled() {
        let i = family.trial(&Seed::fresh(), "test").unwrap().instance;
        println!("\n== {} [{}]\n{}\n-- {:?}\n{:?}", i.id, i.code, i.prompt, i.hints, i.figure.map(|f| f.set));
        if let Ask::Numbers { answers, mistakes } = &i.ask {
            answers.iter().for_each(|a| println!("  {} = {} {:?} also {:?}", a.label, a.value, a.round, a.also));
            i.steps.iter().for_each(|s| println!("  . {} [{:?}]", s.say, s.value));
            mistakes.iter().for_each(|m| println!("  ! {} {}: {}", m.code, m.value, m.say));
        }
    }
}
