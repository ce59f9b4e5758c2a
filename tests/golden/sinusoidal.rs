//! Sinusoidal tables.

use super::support::{Entry, close, close_f32_angles, entries, integers, list, matrix};
use ndarray::{Array2, s};
use posenc::math::learned;
use posenc::math::sinusoidal::{self, Divisor, Layout, OddWidth};
use serde_json::Value;

#[test]
fn sinusoidal_tables_match_the_libraries() {
    for e in entries("sinusoidal") {
        let id = e.id();
        if id.starts_with("derived_dot") {
            dot_products(&e);
        } else if id.starts_with("fairseq_forward") {
            let tokens: Vec<i64> = integers(&e.input("tokens")[0]);
            let positions = learned::fairseq_positions(&tokens, e.uint("padding_idx") as i64);
            assert_eq!(positions, integers(&e.output()["make_positions"][0]), "{id}");
            let table = padded_table(&e, &positions, &halves(Divisor::Tensor2Tensor));
            close_f32_angles(id, &table, &matrix(&e.output()["embedding"][0]), &positions);
        } else if let Some(error) = e.output().get("error") {
            assert!(error.as_str().unwrap().contains("divisible by 2"), "{id}");
            assert!(sinusoidal::table(&[0], e.uint("d"), &sinusoidal::Options::default()).is_err(), "{id}");
        } else {
            let (options, scale) = convention(&e);
            let positions = e.positions();
            let mut table = padded_table(&e, &positions, &options) * scale;
            if e.input("flip_sin_to_cos") == &Value::Bool(true) {
                let half = table.ncols() / 2;
                let sines = table.slice(s![.., ..half]).to_owned();
                let cosines = table.slice(s![.., half..]).to_owned();
                table = ndarray::concatenate![ndarray::Axis(1), cosines, sines];
            }
            if e.is_f64() {
                e.close_f64(&table, &matrix(e.output()), &positions);
            } else {
                close_f32_angles(id, &table, &e.matrix_f32(e.output()), &positions);
            }
        }
    }
}

/// Which options reproduce a library, and the factor that it puts in front.
fn convention(e: &Entry) -> (sinusoidal::Options, f64) {
    let id = e.id();
    let root = |x: f64| x.sqrt();
    let d = e.uint("d") as f64;
    let interleaved = |odd| sinusoidal::Options { odd, ..Default::default() };
    let odd = |odd, options: sinusoidal::Options| sinusoidal::Options { odd, ..options };
    match id {
        _ if id.starts_with("diffusers_timestep") => {
            let shifted = e.uint("downscale_freq_shift") == 1;
            (halves(if shifted { Divisor::Tensor2Tensor } else { Divisor::Paper }), 1.0)
        }
        _ if id.starts_with("diffusers_sincos") || id.starts_with("hf_gptj") => (halves(Divisor::Paper), 1.0),
        _ if id.starts_with("hf_xlm") || id.starts_with("keras_hub_sine") => (interleaved(OddWidth::KeepD), 1.0),
        _ if id.starts_with("hf_marian") => (odd(OddWidth::KeepD, halves(Divisor::Paper)), 1.0),
        _ if id.starts_with("positional_encodings_1d") => (interleaved(OddWidth::RoundUp), 1.0),
        _ if id.starts_with("x_transformers_scaled") => (halves(Divisor::Paper), 1.0 / root(d)),
        _ if id.starts_with("mlx_sinusoidal") => (halves(Divisor::Tensor2Tensor), root(2.0 / d)),
        _ if id.starts_with("t2t_") || id.starts_with("fairseq_") || id.starts_with("hf_m2m100") => {
            (odd(OddWidth::ZeroPad, halves(Divisor::Tensor2Tensor)), 1.0)
        }
        _ => panic!("no test knows {id}"),
    }
}

fn halves(divisor: Divisor) -> sinusoidal::Options {
    sinusoidal::Options { layout: Layout::Halves, divisor, ..Default::default() }
}

/// The table, with fairseq's zero row for padding.
fn padded_table(e: &Entry, positions: &[i64], options: &sinusoidal::Options) -> Array2<f64> {
    let mut table = sinusoidal::table(positions, e.uint("d"), options).unwrap();
    if let Some(pad) = e.input("padding_idx").as_i64() {
        for (mut row, pos) in table.rows_mut().into_iter().zip(positions) {
            if *pos == pad {
                row.fill(0.0);
            }
        }
    }
    table
}

fn dot_products(e: &Entry) {
    let (d, options) = (e.uint("d"), sinusoidal::Options::default());
    for (name, origin) in [("dot", 0), ("dot64", 64)] {
        let recorded = list(&e.output()[name]);
        assert_eq!(recorded.len(), 129);
        for (k, want) in recorded.into_iter().enumerate() {
            let got = sinusoidal::dot(origin, k as i64, d, &options).unwrap();
            close(e.id(), got, want, 1e-12 * (d as f64 / 2.0));
        }
    }
}
