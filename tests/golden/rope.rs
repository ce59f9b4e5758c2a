//! Rotations, frequencies, and the permutation between the layouts.

use super::support::{Entry, close, entries, integers, list, matrix};
use ndarray::Array2;
use posenc::math::rope::{self, Partial, RotaryTable};
use serde_json::Value;

#[test]
fn rope_rotates_as_the_libraries_do() {
    for e in entries("rope_rotated") {
        let id = e.id();
        if id.starts_with("permute_rows") {
            weight_permutation(&e);
            continue;
        }
        if id.starts_with("derived_decay_bound") {
            decay(&e);
            continue;
        }
        let (options, head_dim, positions) = (rope_options(&e), e.uint("head_dim"), e.positions());
        let table = RotaryTable::new(&positions, head_dim, &options).unwrap();
        let output = e.output();
        let pairs = match output {
            Value::Array(_) => vec![(e.input("x"), output)],
            _ if output.get("rotated").is_some() => vec![(e.input("x"), &output["rotated"])],
            _ => ["q", "k"].iter().filter(|n| output.get(**n).is_some()).map(|n| (e.input(n), &output[*n])).collect(),
        };
        assert!(!pairs.is_empty(), "{id}");
        for (input, recorded) in pairs {
            let x = matrix(input);
            let turned = table.rotate(x.view()).unwrap();
            for (row, &pos) in positions.iter().enumerate() {
                let alone = rope::rotate(&x.row(row).to_vec(), pos, &options).unwrap();
                assert_eq!(turned.row(row).to_vec(), alone, "{id}: table and vector differ at {pos}");
            }
            if e.is_f64() {
                e.close_f64(&turned, &matrix(recorded), &positions);
            } else {
                close_rotated_f32(id, &turned, &e.matrix_f32(recorded), &positions);
            }
        }
        if let Some(frequencies) = output.get("inv_freq") {
            inverse_frequencies(id, &rope::inv_freqs(head_dim, &options).unwrap(), &list(frequencies));
        }
        if let Some(scores) = output.get("scores") {
            let (q, k) = (matrix(e.input("q")), matrix(e.input("k")));
            let recorded = matrix(scores);
            for ((m, n), want) in recorded.indexed_iter() {
                let (qv, kv) = (q.row(m).to_vec(), k.row(n).to_vec());
                let got = rope::score(&qv, &kv, positions[m], positions[n], &options).unwrap();
                close(id, got, *want, if positions.iter().all(|p| *p <= 5000) { 1e-11 } else { 1e-9 });
            }
        }
    }
}

fn rope_options(e: &Entry) -> rope::Options {
    let id = e.id();
    let half = ["hf_llama", "onnx_half", "mlx_traditional0", "gptneox", "keras_hub", "candle_half"];
    let interleaved = [
        "onnx_interleaved",
        "lucidrains_interleaved",
        "hf_gptj",
        "hf_roformer",
        "mlx_traditional1",
        "x_transformers",
        "hf_cohere",
        "torchtune",
        "gptj_partial",
        "candle_interleaved",
    ];
    let layout = if half.iter().any(|name| id.starts_with(name)) {
        rope::Layout::Half
    } else if interleaved.iter().any(|name| id.starts_with(name)) {
        rope::Layout::Interleaved
    } else {
        panic!("no test knows {id}")
    };
    let share = e.input("rotary_pct").as_f64().map(|share| (share * e.uint("head_dim") as f64) as usize);
    let rotary_dim = share.or_else(|| e.input("rotary_dim").as_u64().map(|d| d as usize));
    rope::Options { layout, rotary_dim, base: e.input("theta").as_f64().unwrap_or(10_000.0), partial: Partial::Prefix }
}

/// f32 libraries: 2e-7 · (1 + angle), measured over all of them; the largest angle of a row is its position.
fn close_rotated_f32(id: &str, got: &Array2<f64>, want: &Array2<f64>, positions: &[i64]) {
    assert_eq!(got.dim(), want.dim(), "{id}");
    for (at, want) in want.indexed_iter() {
        close(id, got[at], *want, 2e-7 * (1.0 + positions[at.0] as f64));
    }
}

/// Row r of the matrix in the half layout is row out[r] of the interleaved one, head by head.
fn weight_permutation(e: &Entry) {
    let (heads, dim) = (e.uint("n_heads"), e.uint("dim"));
    let one = rope::interleaved_to_half(dim / heads).unwrap();
    let all: Vec<i64> =
        (0..heads).flat_map(|h| one.order().iter().map(move |r| (h * (dim / heads) + r) as i64)).collect();
    assert_eq!(all, integers(e.output()), "{}", e.id());
}

fn decay(e: &Entry) {
    let (d, options) = (e.uint("d"), rope::Options::default());
    let ones = vec![1.0; d];
    let bound = list(&e.output()["bound"]);
    assert_eq!(bound.len(), 257);
    for (distance, want) in bound.into_iter().enumerate() {
        close(e.id(), rope::decay_bound(distance as i64, d, &options).unwrap(), want, 1e-12);
    }
    for (distance, want) in list(&e.output()["mean_cos"]).into_iter().enumerate() {
        let score = rope::score(&ones, &ones, distance as i64, 0, &options).unwrap();
        close(e.id(), score / d as f64, want, 1e-12);
    }
}

#[test]
fn rope_frequencies_match_the_models() {
    for e in entries("rope_inv_freq") {
        let theta = e.input("theta").as_f64().unwrap();
        let width = e.input("head_dim").as_u64().or(e.input("dim").as_u64()).unwrap() as usize;
        let share = e.input("partial_rotary_factor").as_f64().map(|share| (share * width as f64) as usize);
        let rotary_dim = share.or(e.input("rotary_dim").as_u64().map(|d| d as usize));
        let base = match e.input("theta_rescale_factor").as_f64() {
            Some(factor) => rope::ntk_base(theta, factor, width).unwrap(),
            None => theta,
        };
        let options = rope::Options { base, rotary_dim, ..Default::default() };
        inverse_frequencies(e.id(), &rope::inv_freqs(width, &options).unwrap(), &list(e.output()));
    }
}

fn inverse_frequencies(id: &str, got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len(), "{id}");
    for (got, want) in got.iter().zip(want) {
        close(id, got / want, 1.0, 3e-7);
    }
}
