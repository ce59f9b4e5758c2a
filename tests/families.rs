//! Every numeric family, over many seeds: the key agrees with the formula a person uses, every honest way to type it is
//! right, and every mistake is recognised as itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use posenc::content::Library;
use posenc::content::model::{Kind, Numeric, Question, Round};
use posenc::question::{
    Ask, Asked, Family, Instance, JudgeOptions, Response, Seed, Verdict, judge,
};

const SEEDS: usize = 300;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("content/positional-information/drills")
}

/// Every family of the chapter, as the program itself loads it.
fn families() -> Vec<(Question, Numeric)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|f| f.extension().is_some_and(|e| e == "toml"))
    {
        let library = Library::from_question_file(file)
            .unwrap_or_else(|errors| panic!("{}: {errors:#?}", file.display()));
        let ids: Vec<String> = library
            .index()
            .questions
            .iter()
            .map(|q| q.id.to_string())
            .collect();
        for id in ids {
            let question = library
                .question(&id)
                .unwrap_or_else(|e| panic!("{id}: {e:#?}"))
                .clone();
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
    families()
        .iter()
        .map(|(q, n)| Family::compile(q, n).unwrap_or_else(|e| panic!("{}: {e}", q.id)))
        .collect()
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
        Round::Exact(_) => format!("{}", (value * 1e9).round() / 1e9),
    }
}

/// Six ways to type one number.
fn equivalent_forms(asked: &Asked) -> Vec<String> {
    let plain = at_asked_precision(asked.round, asked.value);
    let value: f64 = plain.parse().unwrap();
    let more = match asked.round {
        Round::Decimals(n) => format!("{:.*}", n as usize + 2, asked.value),
        Round::Figures(n) => format!("{:.*e}", n as usize + 1, asked.value),
        Round::Integer(_) | Round::Exact(_) => {
            if plain.contains('.') {
                format!("{plain}0")
            } else {
                format!("{plain}.0")
            }
        }
    };
    let bare_point = plain.replacen("0.", ".", usize::from(value.abs() < 1.0 && value != 0.0));
    vec![
        plain.clone(),
        plain.replace('-', "−"),
        format!("  {plain} "),
        bare_point,
        format!("{value:e}"),
        more,
    ]
}

#[test]
fn the_first_28_families_are_there() {
    let numbers: Vec<String> = families()
        .iter()
        .filter_map(|(_, n)| n.family.clone())
        .collect();
    for wanted in [
        "G01", "G02", "G03", "G04", "G05", "G08", "G09", "G10", "G12", "G13", "G15", "G16", "G17",
        "G18", "G20", "G21", "G22", "G23", "G24", "G31", "G33", "G34", "G35", "G40", "G41", "G42",
        "G43", "G46",
    ] {
        assert!(numbers.iter().any(|n| n == wanted), "{wanted} is missing");
    }
}

#[test]
fn value_and_closed_form_agree() {
    for family in compiled() {
        for seed in seeds() {
            let trial = family
                .trial(&seed, "test")
                .unwrap_or_else(|e| panic!("{} {seed}: {e}", family.question.id));
            let (answers, _) = numbers(&trial.instance);
            for (asked, closed) in answers.iter().zip(&trial.closed_forms) {
                let closed =
                    closed.unwrap_or_else(|| panic!("{}: no closed form", family.question.id));
                let close = (asked.value - closed).abs() <= 1e-9 * closed.abs().max(1.0);
                assert!(
                    close,
                    "{} {seed} {}: {} against {closed}",
                    family.question.id, asked.label, asked.value
                );
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
                assert!(
                    verdict.is_right(),
                    "{} {seed}: {texts:?} for {answers:?}: {verdict:?}",
                    instance.id
                );
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
                    at_asked_precision(
                        a.round,
                        if i == mistake.answer {
                            mistake.value
                        } else {
                            a.value
                        },
                    )
                });
                let verdict = typed(&instance, texts.collect());
                let recognised =
                    matches!(&verdict, Verdict::Mistake { code, .. } if *code == mistake.code);
                assert!(
                    recognised,
                    "{} {seed} {mistake:?} for {answers:?}: {verdict:?}",
                    instance.id
                );
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
        let Kind::Numeric(numeric) = &family.question.kind else {
            unreachable!()
        };
        for mistake in &numeric.mistakes {
            let count = survived.get(&mistake.code).copied().unwrap_or(0);
            if count * 5 < SEEDS {
                weak.push(format!(
                    "{} {}: {count} of {SEEDS}",
                    family.question.id, mistake.code
                ));
            }
        }
        for (branch, count) in occurred {
            if count == 0 || count == SEEDS {
                weak.push(format!(
                    "{} branch {branch}: {count} of {SEEDS}",
                    family.question.id
                ));
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
            let texts = instance
                .hints
                .iter()
                .chain(instance.steps.iter().map(|s| &s.say))
                .chain([&instance.prompt]);
            for text in texts {
                assert!(
                    !text.contains("<<") && !text.contains("<%") && !text.contains("NaN"),
                    "{}: {text}",
                    instance.id
                );
                assert_eq!(text.matches('$').count() % 2, 0, "{}: {text}", instance.id);
            }
            let last = instance.prompt.lines().last().unwrap();
            let rule = ["decimal", "figures", "whole number", "exact value"]
                .iter()
                .any(|w| last.contains(w));
            assert!(rule, "{}: {last}", instance.id);
            assert!(
                (2..=3).contains(&instance.hints.len()),
                "{}: {} hints",
                instance.id,
                instance.hints.len()
            );
            assert!(
                instance.convention.is_some() && instance.context.is_some(),
                "{}",
                instance.id
            );
            assert!(instance.figure.is_some(), "{}", instance.id);
        }
    }
}
