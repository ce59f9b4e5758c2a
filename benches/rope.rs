//! RoPE over a whole (4096 × 128) array beside a plain copy of the same array, in one run.
//!
//! `cargo bench --bench rope`; the group `rotate_4096x128` is what a layer pays per head, `table_4096x128` is paid once. A plain copy
//! is the floor: reading and writing the same bytes and computing nothing.
#![allow(missing_docs, reason = "criterion's macros make public functions")]
#![allow(clippy::expect_used, reason = "a bench that cannot run should stop")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ndarray::Array2;
use posenc::math::num::SplitMix64;
use posenc::math::rope::{Layout, Options, RotaryTable};

const POSITIONS: usize = 4096;
const HEAD_DIM: usize = 128;

fn rotate(c: &mut Criterion) {
    let x = SplitMix64::new(1).array(POSITIONS, HEAD_DIM, 1.0);
    let mut out = Array2::<f64>::zeros(x.raw_dim());
    let positions: Vec<i64> = (0..POSITIONS as i64).collect();
    let mut group = c.benchmark_group("rotate_4096x128");
    group.throughput(Throughput::Bytes((POSITIONS * HEAD_DIM * size_of::<f64>()) as u64));
    group.bench_function("plain copy", |b| {
        b.iter(|| {
            out.assign(black_box(&x));
            black_box(&out);
        });
    });
    for layout in [Layout::Interleaved, Layout::Half] {
        let options = Options { layout, ..Options::default() };
        let table = RotaryTable::new(&positions, HEAD_DIM, &options).expect("an even width");
        group.bench_function(format!("copy and rotate, {layout}"), |b| {
            b.iter(|| {
                out.assign(black_box(&x));
                table.rotate_in_place(out.view_mut()).expect("the same shape");
                black_box(&out);
            });
        });
        group.bench_function(format!("rotate into a new array, {layout}"), |b| {
            b.iter(|| table.rotate(black_box(x.view())).expect("the same shape"));
        });
    }
    group.finish();
}

fn build_table(c: &mut Criterion) {
    let positions: Vec<i64> = (0..POSITIONS as i64).collect();
    c.bench_function("table_4096x128", |b| {
        b.iter(|| RotaryTable::new(black_box(&positions), HEAD_DIM, &Options::default()).expect("an even width"));
    });
}

criterion_group!(benches, rotate, build_table);
criterion_main!(benches);
