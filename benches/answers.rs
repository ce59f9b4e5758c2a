//! How fast a typed answer is read and an expression is parsed and evaluated.
//!
//! `cargo bench --bench answers`

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use posenc::question::answer::{ReadRules, read};
use posenc::question::expr::{Env, eval_number, parse};

fn reading(c: &mut Criterion) {
    let rules = ReadRules { unit: Some("rad"), ..ReadRules::default() };
    let mut group = c.benchmark_group("read");
    for text in ["0.84", "−1 234,5", "3π/2 rad", "172°", "sqrt(2)/2 + sin(1)", "5 frogs", "1,000"] {
        group.bench_function(text, |b| b.iter(|| read(black_box(text), &rules)));
    }
    group.finish();
}

fn expressions(c: &mut Criterion) {
    let texts =
        ["qk - m * dist", "alibi_score(qk, m, dist)", "rope_score(q, k, 4, 10)", "if(dist > 40, 1/2, sqrt(dist))"];
    let mut env = Env::new();
    env.set("qk", 3.0);
    env.set("m", 0.25);
    env.set("dist", 8.0);
    env.set("q", vec![1.0, 0.5, -1.0, 2.0]);
    env.set("k", vec![0.5, 1.0, 1.5, -2.0]);
    let mut group = c.benchmark_group("parse");
    for text in texts {
        group.bench_function(text, |b| b.iter(|| parse(black_box(text))));
    }
    group.finish();
    let mut group = c.benchmark_group("eval");
    for text in texts {
        let ast = parse(text).unwrap();
        group.bench_function(text, |b| b.iter(|| eval_number(black_box(&ast), &env)));
    }
    group.finish();
}

criterion_group!(benches, reading, expressions);
criterion_main!(benches);
