//! The mathematics against numbers that published libraries printed.
//!
//! `tests/golden/*.json` holds the entries as they were recorded; each names library, version and call. Every entry is walked by its
//! id, an id that no test knows is a failure, and `LEFT_OUT` names the recorded entries that are not here, with the reason.
#![cfg(feature = "app")] // serde_json comes with it
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is missing from a golden file should fail the test"
)]

#[path = "golden/support.rs"]
mod support;

use ndarray::{Array2, s};
use posenc::math::alibi::{self, Form, Scale};
use posenc::math::attention::{Mask, attend, attention};
use posenc::math::learned::{self, Table};
use posenc::math::num::{matmul, max_abs_diff};
use posenc::math::permutation::Permutation;
use posenc::math::rope::{self, Partial, RotaryTable};
use posenc::math::shaw::{self, OutOfRange, Sign};
use posenc::math::sinusoidal::{self, Divisor, Layout, OddWidth};
use posenc::math::skew;
use serde_json::Value;
use support::{Entry, close, close_f32_angles, entries, integers, list, matrix};

/// Recorded entries that are not in `tests/golden`, and why.
const LEFT_OUT: &[(&str, &str, &str)] = &[
    (
        "sinusoidal",
        "fairseq_get_embedding_d2_padNone",
        "text of a framework's error (division by zero); ours guards the single pair",
    ),
    (
        "alibi",
        "bias_bloom_bf16_h8_positions",
        "rounding of bf16 arithmetic; ours is f64",
    ),
    (
        "alibi",
        "bias_x_transformers_partial_heads",
        "heads left without a bias: a switch of that library, no formula",
    ),
    (
        "learned_positions",
        "t2t_add_positional_embedding_len3_max4",
        "adds zeros past the table; ours refuses a missing row",
    ),
    (
        "learned_positions",
        "t2t_add_positional_embedding_len6_max4",
        "adds zeros past the table; ours refuses a missing row",
    ),
    (
        "learned_positions",
        "jax_take_oob_default",
        "gives NaN past the table; ours refuses a missing row",
    ),
    (
        "learned_positions",
        "flax_embed_oob",
        "gives NaN past the table; ours refuses a missing row",
    ),
];

#[test]
fn what_is_left_out_is_not_in_the_files_and_has_a_reason() {
    for (topic, id, reason) in LEFT_OUT {
        assert!(
            entries(topic).iter().all(|e| e.id() != *id),
            "{id} is in {topic}.json after all"
        );
        assert!(reason.len() > 20, "{id} needs a reason");
    }
}

#[test]
fn sinusoidal_tables_match_the_libraries() {
    for e in entries("sinusoidal") {
        let id = e.id();
        if id.starts_with("derived_dot") {
            dot_products(&e);
        } else if id.starts_with("fairseq_forward") {
            let tokens: Vec<i64> = integers(&e.input("tokens")[0]);
            let positions = learned::fairseq_positions(&tokens, e.uint("padding_idx") as i64);
            assert_eq!(
                positions,
                integers(&e.output()["make_positions"][0]),
                "{id}"
            );
            let table = padded_table(&e, &positions, &halves(Divisor::Tensor2Tensor));
            close_f32_angles(id, &table, &matrix(&e.output()["embedding"][0]), &positions);
        } else if let Some(error) = e.output().get("error") {
            assert!(error.as_str().unwrap().contains("divisible by 2"), "{id}");
            assert!(
                sinusoidal::table(&[0], e.uint("d"), &sinusoidal::Options::default()).is_err(),
                "{id}"
            );
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
    let interleaved = |odd| sinusoidal::Options {
        odd,
        ..Default::default()
    };
    let odd = |odd, options: sinusoidal::Options| sinusoidal::Options { odd, ..options };
    match id {
        _ if id.starts_with("diffusers_timestep") => {
            let shifted = e.uint("downscale_freq_shift") == 1;
            (
                halves(if shifted {
                    Divisor::Tensor2Tensor
                } else {
                    Divisor::Paper
                }),
                1.0,
            )
        }
        _ if id.starts_with("diffusers_sincos") || id.starts_with("hf_gptj") => {
            (halves(Divisor::Paper), 1.0)
        }
        _ if id.starts_with("hf_xlm") || id.starts_with("keras_hub_sine") => {
            (interleaved(OddWidth::KeepD), 1.0)
        }
        _ if id.starts_with("hf_marian") => (odd(OddWidth::KeepD, halves(Divisor::Paper)), 1.0),
        _ if id.starts_with("positional_encodings_1d") => (interleaved(OddWidth::RoundUp), 1.0),
        _ if id.starts_with("x_transformers_scaled") => (halves(Divisor::Paper), 1.0 / root(d)),
        _ if id.starts_with("mlx_sinusoidal") => (halves(Divisor::Tensor2Tensor), root(2.0 / d)),
        _ if id.starts_with("t2t_")
            || id.starts_with("fairseq_")
            || id.starts_with("hf_m2m100") =>
        {
            (odd(OddWidth::ZeroPad, halves(Divisor::Tensor2Tensor)), 1.0)
        }
        _ => panic!("no test knows {id}"),
    }
}

fn halves(divisor: Divisor) -> sinusoidal::Options {
    sinusoidal::Options {
        layout: Layout::Halves,
        divisor,
        ..Default::default()
    }
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
            _ => ["q", "k"]
                .iter()
                .filter(|n| output.get(**n).is_some())
                .map(|n| (e.input(n), &output[*n]))
                .collect(),
        };
        assert!(!pairs.is_empty(), "{id}");
        for (input, recorded) in pairs {
            let x = matrix(input);
            let turned = table.rotate(x.view()).unwrap();
            for (row, &pos) in positions.iter().enumerate() {
                let alone = rope::rotate(&x.row(row).to_vec(), pos, &options).unwrap();
                assert_eq!(
                    turned.row(row).to_vec(),
                    alone,
                    "{id}: table and vector differ at {pos}"
                );
            }
            if e.is_f64() {
                e.close_f64(&turned, &matrix(recorded), &positions);
            } else {
                close_rotated_f32(id, &turned, &e.matrix_f32(recorded), &positions);
            }
        }
        if let Some(frequencies) = output.get("inv_freq") {
            inverse_frequencies(
                id,
                &rope::inv_freqs(head_dim, &options).unwrap(),
                &list(frequencies),
            );
        }
        if let Some(scores) = output.get("scores") {
            let (q, k) = (matrix(e.input("q")), matrix(e.input("k")));
            let recorded = matrix(scores);
            for ((m, n), want) in recorded.indexed_iter() {
                let (qv, kv) = (q.row(m).to_vec(), k.row(n).to_vec());
                let got = rope::score(&qv, &kv, positions[m], positions[n], &options).unwrap();
                close(
                    id,
                    got,
                    *want,
                    if positions.iter().all(|p| *p <= 5000) {
                        1e-11
                    } else {
                        1e-9
                    },
                );
            }
        }
    }
}

fn rope_options(e: &Entry) -> rope::Options {
    let id = e.id();
    let half = [
        "hf_llama",
        "onnx_half",
        "mlx_traditional0",
        "gptneox",
        "keras_hub",
        "candle_half",
    ];
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
    let share = e
        .input("rotary_pct")
        .as_f64()
        .map(|share| (share * e.uint("head_dim") as f64) as usize);
    let rotary_dim = share.or_else(|| e.input("rotary_dim").as_u64().map(|d| d as usize));
    rope::Options {
        layout,
        rotary_dim,
        base: e.input("theta").as_f64().unwrap_or(10_000.0),
        partial: Partial::Prefix,
    }
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
    let all: Vec<i64> = (0..heads)
        .flat_map(|h| {
            one.order()
                .iter()
                .map(move |r| (h * (dim / heads) + r) as i64)
        })
        .collect();
    assert_eq!(all, integers(e.output()), "{}", e.id());
}

fn decay(e: &Entry) {
    let (d, options) = (e.uint("d"), rope::Options::default());
    let ones = vec![1.0; d];
    let bound = list(&e.output()["bound"]);
    assert_eq!(bound.len(), 257);
    for (distance, want) in bound.into_iter().enumerate() {
        close(
            e.id(),
            rope::decay_bound(distance as i64, d, &options).unwrap(),
            want,
            1e-12,
        );
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
        let width = e
            .input("head_dim")
            .as_u64()
            .or(e.input("dim").as_u64())
            .unwrap() as usize;
        let share = e
            .input("partial_rotary_factor")
            .as_f64()
            .map(|share| (share * width as f64) as usize);
        let rotary_dim = share.or(e.input("rotary_dim").as_u64().map(|d| d as usize));
        let base = match e.input("theta_rescale_factor").as_f64() {
            Some(factor) => rope::ntk_base(theta, factor, width).unwrap(),
            None => theta,
        };
        let options = rope::Options {
            base,
            rotary_dim,
            ..Default::default()
        };
        inverse_frequencies(
            e.id(),
            &rope::inv_freqs(width, &options).unwrap(),
            &list(e.output()),
        );
    }
}

fn inverse_frequencies(id: &str, got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len(), "{id}");
    for (got, want) in got.iter().zip(want) {
        close(id, got / want, 1.0, 3e-7);
    }
}

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
        let mask: Vec<bool> = integers(&e.input("attention_mask")[0])
            .into_iter()
            .map(|m| m == 1)
            .collect();
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
            _ if id.starts_with("bias_x_transformers") || id.starts_with("bias_mlx") => {
                Form::Distance
            }
            _ => panic!("no test knows {id}"),
        };
        let bias = alibi::bias_matrix(n, slope, form, Mask::None).unwrap();
        for query in 0..n {
            // The row forms were recorded as one row that serves every query.
            let want = if form == Form::Distance {
                list(&recorded[query])
            } else {
                list(recorded)
            };
            for (key, want) in want.into_iter().enumerate() {
                close(id, bias[[query, key]], want, 6e-7 * (1.0 + want.abs()));
            }
        }
    }
}

/// BLOOM adds the bias after the division by √d, Falcon before it.
fn scaling_order(e: &Entry) {
    let (q, k, row) = (
        matrix(e.input("q")),
        matrix(e.input("k")),
        matrix(e.input("alibi_row")),
    );
    let qk = matmul(q.view(), k.t()).unwrap();
    for (name, scale) in [("bloom", Scale::After), ("falcon", Scale::Before)] {
        for head in 0..row.nrows() {
            for ((i, j), want) in matrix(&e.output()[name][head]).indexed_iter() {
                let got =
                    alibi::scaled_logit(qk[[i, j]], q.ncols(), row[[head, j]], scale).unwrap();
                close(e.id(), got, *want, 1e-12);
            }
        }
    }
}

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
                let options = shaw::Options {
                    left: e.uint("left"),
                    right: e.uint("right"),
                    ..shaw::Options::clip(0)
                };
                let seen = shaw::attention(
                    x.view(),
                    x.view(),
                    x.view(),
                    table.view(),
                    None,
                    Mask::None,
                    &options,
                )
                .unwrap();
                e.close_arrays(&seen.output, &matrix(&e.output()["output"]));
                e.close_arrays(&seen.weights, &matrix(&e.output()["attention_probs"]));
            }
            "t2t_unskew_masked_n3" => {
                assert_eq!(
                    skew::unskew(matrix(e.input("x_abs")).view()).unwrap(),
                    matrix(e.output())
                );
            }
            "t2t_skew_unmasked_n3" => {
                let x = matrix(e.input("x_rel(query, offset+n-1)"));
                assert_eq!(skew::skew_unmasked(x.view()).unwrap(), matrix(e.output()));
            }
            "t2t_skew_masked_n4" => {
                assert_eq!(
                    skew::skew(matrix(e.input("x_rel(query, r)")).view()).unwrap(),
                    matrix(e.output())
                );
            }
            "t2t_v2_left_right_table_k2_n4" => {
                let (table, n) = (list(e.input("table")), e.uint("length") as i64);
                let reach = table.len() / 2;
                let options = shaw::Options {
                    out_of_range: OutOfRange::Zero,
                    ..shaw::Options::clip(reach)
                };
                let row = |offset| {
                    shaw::row_index(0, offset, &options)
                        .unwrap()
                        .map_or(0.0, |row| table[row])
                };
                assert_eq!(
                    (1 - n..n).map(row).collect::<Vec<f64>>(),
                    list(e.output()),
                    "{id}"
                );
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
    let rows = shaw::index_matrix(
        queries,
        keys,
        &shaw::Options::clip(e.uint("max_relative_position")),
    )
    .unwrap();
    for (i, row) in rows.rows().into_iter().enumerate() {
        let got: Vec<i64> = row.iter().map(|r| r.unwrap() as i64).collect();
        assert_eq!(got, integers(&e.output()[i]), "{}", e.id());
    }
}

/// BERT's relative keys: query − key, a table of 2·max − 1 rows, no clip.
fn bert_options(max: usize) -> shaw::Options {
    shaw::Options {
        sign: Sign::QueryMinusKey,
        out_of_range: OutOfRange::Error,
        ..shaw::Options::clip(max - 1)
    }
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
        let paper = shaw::Options {
            sign: Sign::KeyMinusQuery,
            ..options
        };
        let flipped = shaw::attention(
            x.view(),
            x.view(),
            x.view(),
            reversed.view(),
            None,
            Mask::None,
            &paper,
        )
        .unwrap();
        let seen = shaw::attention(
            x.view(),
            x.view(),
            x.view(),
            table.view(),
            None,
            Mask::None,
            &options,
        )
        .unwrap();
        assert_eq!(flipped, seen, "{}", e.id());
        seen
    };
    e.close_arrays(&seen.output, &matrix(&e.output()["context"]));
    e.close_arrays(&seen.weights, &matrix(&e.output()["attention_probs"]));
}

#[test]
fn attention_without_positions_matches_torch() {
    for e in entries("nope") {
        let x = matrix(e.input("x"));
        let order = integers(e.input("perm"))
            .into_iter()
            .map(|p| p as usize)
            .collect();
        let shuffled = Permutation::new(order)
            .unwrap()
            .apply_rows(x.view())
            .unwrap();
        match e.id() {
            "unmasked_permutation_equivariance" => {
                let plain = |x: &Array2<f64>| {
                    attention(x.view(), x.view(), x.view(), Mask::None, None)
                        .unwrap()
                        .output
                };
                e.close_arrays(&plain(&x), &matrix(&e.output()["out"]));
                e.close_arrays(&plain(&shuffled), &matrix(&e.output()["out_of_permuted"]));
            }
            "two_causal_layers_do_see_order" => {
                let causal = |x: &Array2<f64>| {
                    attention(x.view(), x.view(), x.view(), Mask::Causal, None)
                        .unwrap()
                        .output
                };
                let last = |x: &Array2<f64>| x.slice(s![x.nrows() - 1.., ..]).to_owned();
                let two = |x: &Array2<f64>| last(&causal(&causal(x)));
                let one = max_abs_diff(last(&causal(&x)).view(), last(&causal(&shuffled)).view())
                    .unwrap();
                close("one causal layer is blind to the prefix", one, 0.0, 1e-14);
                let difference = max_abs_diff(two(&x).view(), two(&shuffled).view()).unwrap();
                close(
                    e.id(),
                    difference,
                    e.output()["max_abs_diff_last"].as_f64().unwrap(),
                    1e-12,
                );
            }
            id => panic!("no test knows {id}"),
        }
    }
}

#[test]
fn learned_position_rules_match_the_libraries() {
    for e in entries("learned_positions") {
        let id = e.id();
        let mask = || -> Vec<bool> {
            integers(&e.input("attention_mask")[0])
                .into_iter()
                .map(|m| m == 1)
                .collect()
        };
        match id {
            _ if id.starts_with("roberta_position_ids") => {
                let pad = e.uint("padding_idx") as i64;
                for (tokens, want) in e
                    .input("input_ids")
                    .as_array()
                    .unwrap()
                    .iter()
                    .zip(e.output().as_array().unwrap())
                {
                    assert_eq!(
                        learned::fairseq_positions(&integers(tokens), pad),
                        integers(want),
                        "{id}"
                    );
                }
            }
            _ if id.starts_with("roberta_maxpos") => {
                let (rows, pad, len) = (
                    e.uint("max_position_embeddings"),
                    e.uint("pad_token_id"),
                    e.uint("seq_len"),
                );
                let fits = len <= learned::usable_length(rows, pad).unwrap();
                assert_eq!(fits, e.succeeded(), "{id}");
                let tokens = vec![pad as i64 + 1; len];
                let table = Table::seeded(rows, 1, 0).unwrap();
                let read = table.lookup_all(&learned::fairseq_positions(&tokens, pad as i64));
                assert_eq!(read.is_ok(), e.succeeded(), "{id}");
            }
            _ if id.starts_with("opt_rows_used") => {
                assert_eq!(learned::opt_rows(&mask()), integers(&e.output()[0]), "{id}");
            }
            "bart_rows_used" => assert_eq!(
                learned::bart_rows(e.uint("seq_len")),
                integers(&e.output()[0])
            ),
            "gpt2_left_pad_position_ids" => {
                let want = integers(&e.input("position_ids_correct")[0]);
                assert_eq!(learned::positions_from_mask(&mask(), 1), want);
            }
            _ => table_edge(&e),
        }
    }
}

/// Libraries that raise past the table: ours refuses the same lookups and no others.
fn table_edge(e: &Entry) {
    let first = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| e.input(name).as_u64())
            .map(|n| n as usize)
    };
    let rows = first(&[
        "rows",
        "n_positions",
        "max_position_embeddings",
        "max_seq_len",
        "sequence_length",
    ])
    .unwrap_or_else(|| panic!("no test knows {}", e.id()));
    let table = Table::seeded(rows, 2, 0).unwrap();
    let positions: Vec<i64> = match (e.input("index").as_i64(), first(&["seq_len"])) {
        (Some(index), _) => vec![index],
        (None, Some(len)) => (0..len as i64).collect(),
        (None, None) => {
            let start = e.uint("start_index") as i64;
            (start..start + e.input("shape")[1].as_i64().unwrap()).collect()
        }
    };
    assert_eq!(
        table.lookup_all(&positions).is_ok(),
        e.succeeded(),
        "{}",
        e.id()
    );
}
