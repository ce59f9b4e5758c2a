//! Slopes and biases.

use super::support::{Entry, close, entries, integers, list, matrix};
use posenc::math::alibi::{self, Form, Scale};
use posenc::math::attention::Mask;
use posenc::math::learned;
use posenc::math::num::matmul;

#[test]
fn alibi_slopes_and_biases_match_the_libraries() {
    for e in entries("alibi") {
        let id = e.id();
        if id.starts_with("slopes_") {
            let most = e.input("alibi_bias_max").as_f64().unwrap_or(8.0);
            for (heads, recorded) in e.output().as_object().unwrap() {
                let slopes = alibi::slopes_with_max(heads.parse().unwrap(), most).unwrap();
                let recorded = list(recorded);
                assert_eq!(slopes.len(), recorded.len(), "{id}: {heads} heads");
                for (got, want) in slopes.iter().zip(&recorded) {
                    close(id, got / want, 1.0, 6e-7);
                }
            }
        } else if id.starts_with("bias_") {
            alibi_biases(&e);
        } else if id == "scaling_order_bloom_vs_falcon" {
            scaling_order(&e);
        } else {
            panic!("no test knows {id}");
        }
    }
}

fn alibi_biases(e: &Entry) {
    let id = e.id();
    let slopes = alibi::slopes(e.uint("heads")).unwrap();
    if id == "bias_bloom_h2_right_pad" {
        let mask: Vec<bool> = integers(&e.input("attention_mask")[0]).into_iter().map(|m| m == 1).collect();
        let positions = learned::positions_from_mask(&mask, 0);
        let recorded = matrix(e.output());
        for ((head, key), want) in recorded.indexed_iter() {
            close(id, slopes[head] * positions[key] as f64, *want, 1e-15);
        }
        return;
    }
    let n = e.uint("seq");
    for (head, &slope) in slopes.iter().enumerate() {
        let recorded = &e.output()[head];
        let form = match id {
            _ if id.starts_with("bias_bloom") => Form::RowStart,
            _ if id.starts_with("bias_mpt") || id.starts_with("bias_keras_hub") => Form::RowEnd,
            _ if id.starts_with("bias_x_transformers") || id.starts_with("bias_mlx") => Form::Distance,
            _ => panic!("no test knows {id}"),
        };
        let bias = alibi::bias_matrix(n, slope, form, Mask::None).unwrap();
        for query in 0..n {
            // The row forms were recorded as one row that serves every query.
            let want = if form == Form::Distance { list(&recorded[query]) } else { list(recorded) };
            for (key, want) in want.into_iter().enumerate() {
                close(id, bias[[query, key]], want, 6e-7 * (1.0 + want.abs()));
            }
        }
    }
}

/// BLOOM adds the bias after the division by √d, Falcon before it.
fn scaling_order(e: &Entry) {
    let (q, k, row) = (matrix(e.input("q")), matrix(e.input("k")), matrix(e.input("alibi_row")));
    let qk = matmul(q.view(), k.t()).unwrap();
    for (name, scale) in [("bloom", Scale::After), ("falcon", Scale::Before)] {
        for head in 0..row.nrows() {
            for ((i, j), want) in matrix(&e.output()[name][head]).indexed_iter() {
                let got = alibi::scaled_logit(qk[[i, j]], q.ncols(), row[[head, j]], scale).unwrap();
                close(e.id(), got, *want, 1e-12);
            }
        }
    }
}
