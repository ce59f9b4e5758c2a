//! Instances a second: drawing, and drawing with judging the right answer. The target is 20,000 a second on one core.

#![allow(clippy::expect_used, reason = "a bench that finds no drills should stop")]

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use posenc::content::Library;
use posenc::content::model::{Kind, Question};
use posenc::question::{Ask, Instance, JudgeOptions, Response, Seed, draw, judge};

fn families() -> Vec<Question> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/positional-information/drills");
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).expect("the drills are there") {
        let Ok(library) = Library::from_question_file(&file.expect("readable").path()) else {
            continue;
        };
        for entry in library.index().questions.iter() {
            if let Ok(question) = library.question(&entry.id)
                && matches!(question.kind, Kind::Numeric(_))
            {
                found.push(question.clone());
            }
        }
    }
    found
}

fn right_answer(instance: &Instance) -> Response {
    match &instance.ask {
        Ask::Numbers { answers, .. } => Response::Typed(answers.iter().map(|a| a.value.to_string()).collect()),
        _ => Response::Typed(vec![]),
    }
}

fn bench(c: &mut Criterion) {
    let families = families();
    let seeds: Vec<Seed> = (0..50).filter_map(|n| Seed::parse(&format!("B{n}")).ok()).collect();
    let mut group = c.benchmark_group("questions");
    group.throughput(Throughput::Elements((families.len() * seeds.len()) as u64));
    group.sample_size(20);
    group.bench_function("draw", |b| {
        b.iter(|| {
            for question in &families {
                for seed in &seeds {
                    black_box(draw(question, seed, "bench").ok());
                }
            }
        });
    });
    group.bench_function("draw and judge", |b| {
        b.iter(|| {
            for question in &families {
                for seed in &seeds {
                    if let Ok(instance) = draw(question, seed, "bench") {
                        let response = right_answer(&instance);
                        black_box(judge(&instance, &response, &JudgeOptions::default()));
                    }
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
