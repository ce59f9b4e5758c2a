//! Relative indices, logits and skews.

use super::support::{Entry, entries, integers, list, matrix};
use ndarray::Array2;
use posenc::math::attention::{Mask, attend};
use posenc::math::num::matmul;
use posenc::math::shaw::{self, OutOfRange, Sign};
use posenc::math::skew;
use serde_json::Value;

#[test]
fn shaw_indices_logits_and_skews_match_the_libraries() {
    for e in entries("shaw") {
        let id = e.id();
        match id {
            _ if id.starts_with("t2t_index") => index_matrices(&e),
            _ if id.starts_with("hf_bert_relative_key_n") => relative_key(&e, false),
            _ if id.starts_with("hf_bert_relative_key_query_n") => relative_key(&e, true),
            _ if id.starts_with("hf_bert_relative_key_") => {
                let options = bert_options(e.uint("max_position_embeddings"));
                let fails = shaw::index_matrix(e.uint("n"), e.uint("n"), &options).is_err();
                assert_eq!(fails, e.output().to_string().contains("IndexError"), "{id}");
            }
            "hf_w2vbert_relative_key_L2R1_n5" => {
                let (x, table) = (matrix(e.input("x")), matrix(e.input("distance_embedding")));
                let options = shaw::Options { left: e.uint("left"), right: e.uint("right"), ..shaw::Options::clip(0) };
                let seen =
                    shaw::attention(x.view(), x.view(), x.view(), table.view(), None, Mask::None, &options).unwrap();
                e.close_arrays(&seen.output, &matrix(&e.output()["output"]));
                e.close_arrays(&seen.weights, &matrix(&e.output()["attention_probs"]));
            }
            "t2t_unskew_masked_n3" => {
                assert_eq!(skew::unskew(matrix(e.input("x_abs")).view()).unwrap(), matrix(e.output()));
            }
            "t2t_skew_unmasked_n3" => {
                let x = matrix(e.input("x_rel(query, offset+n-1)"));
                assert_eq!(skew::skew_unmasked(x.view()).unwrap(), matrix(e.output()));
            }
            "t2t_skew_masked_n4" => {
                assert_eq!(skew::skew(matrix(e.input("x_rel(query, r)")).view()).unwrap(), matrix(e.output()));
            }
            "t2t_v2_left_right_table_k2_n4" => {
                let (table, n) = (list(e.input("table")), e.uint("length") as i64);
                let reach = table.len() / 2;
                let options = shaw::Options { out_of_range: OutOfRange::Zero, ..shaw::Options::clip(reach) };
                let row = |offset| shaw::row_index(0, offset, &options).unwrap().map_or(0.0, |row| table[row]);
                assert_eq!((1 - n..n).map(row).collect::<Vec<f64>>(), list(e.output()), "{id}");
            }
            _ => panic!("no test knows {id}"),
        }
    }
}

fn index_matrices(e: &Entry) {
    let (queries, keys) = match e.input("length_q") {
        Value::Null => (e.uint("n"), e.uint("n")),
        _ => (e.uint("length_q"), e.uint("length_k")),
    };
    let rows = shaw::index_matrix(queries, keys, &shaw::Options::clip(e.uint("max_relative_position"))).unwrap();
    for (i, row) in rows.rows().into_iter().enumerate() {
        let got: Vec<i64> = row.iter().map(|r| r.unwrap() as i64).collect();
        assert_eq!(got, integers(&e.output()[i]), "{}", e.id());
    }
}

/// BERT's relative keys: query − key, a table of 2·max − 1 rows, no clip.
fn bert_options(max: usize) -> shaw::Options {
    shaw::Options { sign: Sign::QueryMinusKey, out_of_range: OutOfRange::Error, ..shaw::Options::clip(max - 1) }
}

fn relative_key(e: &Entry, with_keys: bool) {
    let (x, table) = (matrix(e.input("x")), matrix(e.input("distance_embedding")));
    let options = bert_options(table.nrows().div_ceil(2));
    let seen = if with_keys {
        // `relative_key_query` adds k·a beside q·a: the same table read from the key's side.
        let scale = (x.ncols() as f64).sqrt();
        let rows = shaw::index_matrix(x.nrows(), x.nrows(), &options).unwrap();
        let by_key = matmul(x.view(), table.t()).unwrap();
        let mut logits = matmul(x.view(), x.t()).unwrap();
        logits += &shaw::relative_scores(x.view(), x.nrows(), table.view(), &options).unwrap();
        logits += &Array2::from_shape_fn(rows.dim(), |(i, j)| by_key[[j, rows[[i, j]].unwrap()]]);
        attend(logits / scale, x.view(), Mask::None).unwrap()
    } else {
        // The paper's sign with the table's rows reversed is the same function.
        let mut reversed = table.clone();
        reversed.invert_axis(ndarray::Axis(0));
        let paper = shaw::Options { sign: Sign::KeyMinusQuery, ..options };
        let flipped = shaw::attention(x.view(), x.view(), x.view(), reversed.view(), None, Mask::None, &paper).unwrap();
        let seen = shaw::attention(x.view(), x.view(), x.view(), table.view(), None, Mask::None, &options).unwrap();
        assert_eq!(flipped, seen, "{}", e.id());
        seen
    };
    e.close_arrays(&seen.output, &matrix(&e.output()["context"]));
    e.close_arrays(&seen.weights, &matrix(&e.output()["attention_probs"]));
}
