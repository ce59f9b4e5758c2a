//! What the schemes promise, for every input: the facts that the chapter teaches.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a wrong shape should fail the test")]

use ndarray::{Array2, Axis, s};
use posenc::math::alibi::{self, Form};
use posenc::math::attention::{Mask, attend, attention, softmax};
use posenc::math::learned::Table;
use posenc::math::num::{SplitMix64, dot, matmul, max_abs_diff, norm};
use posenc::math::permutation::{Permutation, multiplicities, orderings};
use posenc::math::rope::{self, Partial, RotaryTable};
use posenc::math::shaw;
use posenc::math::sinusoidal;
use posenc::math::skew;
use posenc::math::toy::EncoderStack;
use posenc::math::{MathError, nope};
use proptest::prelude::*;

/// Numbers of ordinary size, in pairs: a vector for a head of even width.
fn head() -> impl Strategy<Value = Vec<f64>> {
    (1usize..17).prop_flat_map(|pairs| proptest::collection::vec(-4.0..4.0f64, 2 * pairs))
}

fn two_heads() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    (1usize..17).prop_flat_map(|pairs| {
        let one = || proptest::collection::vec(-4.0..4.0f64, 2 * pairs);
        (one(), one())
    })
}

fn rope_layout() -> impl Strategy<Value = rope::Layout> {
    prop_oneof![Just(rope::Layout::Interleaved), Just(rope::Layout::Half)]
}

fn sinusoidal_options() -> impl Strategy<Value = sinusoidal::Options> {
    let layout = prop_oneof![Just(sinusoidal::Layout::Interleaved), Just(sinusoidal::Layout::Halves)];
    let divisor = prop_oneof![Just(sinusoidal::Divisor::Paper), Just(sinusoidal::Divisor::Tensor2Tensor)];
    (layout, divisor, 10.0..1e6f64).prop_map(|(layout, divisor, base)| sinusoidal::Options {
        layout,
        divisor,
        base,
        ..Default::default()
    })
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance
}

proptest! {
    // ---- RoPE ----

    #[test]
    fn rotation_keeps_the_norm(x in head(), pos in -100_000i64..100_000, layout in rope_layout()) {
        let options = rope::Options { layout, ..Default::default() };
        let turned = rope::rotate(&x, pos, &options).unwrap();
        prop_assert!(near(norm(&turned), norm(&x), 1e-13 * (1.0 + norm(&x))));
    }

    #[test]
    fn position_zero_turns_nothing(x in head(), layout in rope_layout()) {
        let options = rope::Options { layout, ..Default::default() };
        prop_assert_eq!(rope::rotate(&x, 0, &options).unwrap(), x);
    }

    #[test]
    fn the_score_depends_on_key_minus_query_only(
        (q, k) in two_heads(), m in 0i64..2000, n in 0i64..2000, shift in -2000i64..2000, layout in rope_layout(),
    ) {
        let options = rope::Options { layout, ..Default::default() };
        let here = rope::score(&q, &k, m, n, &options).unwrap();
        let there = rope::score(&q, &k, m + shift, n + shift, &options).unwrap();
        prop_assert!(near(here, there, 1e-10), "{here} {there}");
        // and equals q · R(n − m) k
        let moved = dot(&q, &rope::rotate(&k, n - m, &options).unwrap()).unwrap();
        prop_assert!(near(here, moved, 1e-10));
    }

    #[test]
    fn rotation_is_multiplication_by_a_unit_complex_number(x in head(), pos in 0i64..5000) {
        let pairs = x.len() / 2;
        let turned = rope::rotate(&x, pos, &rope::Options::default()).unwrap();
        for i in 0..pairs {
            // A second derivation: θ from exp and log, (a + ib)·e^{iφ} by the polar form.
            let theta = libm::exp(-(2.0 * i as f64 / x.len() as f64) * libm::log(10_000.0));
            let (radius, angle) = (libm::hypot(x[2 * i], x[2 * i + 1]), libm::atan2(x[2 * i + 1], x[2 * i]));
            let phi = angle + pos as f64 * theta;
            prop_assert!(near(turned[2 * i], radius * libm::cos(phi), 1e-10));
            prop_assert!(near(turned[2 * i + 1], radius * libm::sin(phi), 1e-10));
        }
    }

    #[test]
    fn half_is_interleaved_with_permuted_coordinates(x in head(), pos in 0i64..100_000) {
        let half = rope::Options { layout: rope::Layout::Half, ..Default::default() };
        let permute = rope::interleaved_to_half(x.len()).unwrap();
        let left = permute.apply(&rope::rotate(&x, pos, &rope::Options::default()).unwrap()).unwrap();
        prop_assert_eq!(left, rope::rotate(&permute.apply(&x).unwrap(), pos, &half).unwrap());
        let back = rope::half_to_interleaved(x.len()).unwrap();
        prop_assert_eq!(back.apply(&permute.apply(&x).unwrap()).unwrap(), x);
    }

    #[test]
    fn partial_rotation_leaves_the_rest_alone(x in head(), pos in 1i64..5000, layout in rope_layout(), share in 0.0..1.0f64) {
        let d = x.len();
        let turning = 1 + ((d / 2 - 1) as f64 * share) as usize;
        let prefix = rope::Options { layout, rotary_dim: Some(2 * turning), ..Default::default() };
        let turned = rope::rotate(&x, pos, &prefix).unwrap();
        prop_assert_eq!(&turned[2 * turning..], &x[2 * turning..]);
        // The prefix is what a head of that width would do by itself.
        let alone = rope::rotate(&x[..2 * turning], pos, &rope::Options { layout, ..Default::default() }).unwrap();
        prop_assert_eq!(&turned[..2 * turning], &alone[..]);

        let proportional = rope::Options { partial: Partial::Proportional, ..prefix };
        let full = rope::inv_freqs(d, &rope::Options::default()).unwrap();
        let some = rope::inv_freqs(d, &proportional).unwrap();
        prop_assert_eq!(&some[..turning], &full[..turning]);
        prop_assert!(some[turning..].iter().all(|f| *f == 0.0) && some.len() == d / 2);
    }

    #[test]
    fn a_strided_view_turns_like_a_packed_one(seed in 0u64..1000, layout in rope_layout()) {
        let options = rope::Options { layout, ..Default::default() };
        let table = RotaryTable::new(&[3, 5, 9], 8, &options).unwrap();
        let mut wide = SplitMix64::new(seed).array(3, 16, 1.0);
        let packed = wide.slice(s![.., ..;2]).to_owned();
        table.rotate_in_place(wide.slice_mut(s![.., ..;2])).unwrap();
        prop_assert_eq!(wide.slice(s![.., ..;2]).to_owned(), table.rotate(packed.view()).unwrap());
    }

    #[test]
    fn ntk_keeps_the_first_frequency_and_divides_the_last_by_s(pairs in 2usize..65, scale in 1.0..32.0f64) {
        let d = 2 * pairs;
        let stretched = rope::Options { base: rope::ntk_base(10_000.0, scale, d).unwrap(), ..Default::default() };
        let (old, new) = (rope::inv_freqs(d, &rope::Options::default()).unwrap(), rope::inv_freqs(d, &stretched).unwrap());
        prop_assert_eq!(new[0], 1.0);
        prop_assert!(near(new[pairs - 1] * scale / old[pairs - 1], 1.0, 1e-12));
    }

    // ---- sinusoidal ----

    #[test]
    fn the_dot_product_is_even_in_the_offset_and_blind_to_the_place(
        p in 0i64..3000, k in 0i64..3000, shift in 0i64..3000, pairs in 1usize..65, options in sinusoidal_options(),
    ) {
        let d = 2 * pairs;
        let rows = |a, b| {
            let row = |pos| sinusoidal::row(pos, d, &options).unwrap();
            dot(&row(a), &row(b)).unwrap()
        };
        let tolerance = 1e-11 * pairs as f64;
        let forward = rows(p, p + k);
        prop_assert!(near(forward, rows(p + k, p), tolerance));
        prop_assert!(near(forward, rows(p + shift, p + shift - k), tolerance));
        prop_assert!(near(forward, sinusoidal::dot(p, p + k, d, &options).unwrap(), tolerance));
        prop_assert_eq!(sinusoidal::dot(0, k, d, &options).unwrap(), sinusoidal::dot(k, 0, d, &options).unwrap());
    }

    #[test]
    fn every_row_has_length_root_half_d(p in -100_000i64..100_000, pairs in 1usize..65, options in sinusoidal_options()) {
        let row = sinusoidal::row(p, 2 * pairs, &options).unwrap();
        prop_assert!(near(norm(&row), (pairs as f64).sqrt(), 1e-12));
    }

    #[test]
    fn one_matrix_shifts_every_row(p in 0i64..3000, k in -3000i64..3000, pairs in 1usize..17, options in sinusoidal_options()) {
        let d = 2 * pairs;
        let shift = sinusoidal::shift_matrix(k, d, &options).unwrap();
        let row = sinusoidal::row(p, d, &options).unwrap();
        let target = sinusoidal::row(p + k, d, &options).unwrap();
        for (line, want) in shift.rows().into_iter().zip(target) {
            prop_assert!(near(dot(&line.to_vec(), &row).unwrap(), want, 1e-11));
        }
    }

    #[test]
    fn a_coordinate_is_its_place_in_the_table(p in -5000i64..5000, d in 1usize..40, odd in 1usize..4, options in sinusoidal_options()) {
        use sinusoidal::OddWidth::{KeepD, Reject, RoundUp, ZeroPad};
        let options = sinusoidal::Options { odd: [Reject, KeepD, RoundUp, ZeroPad][odd], ..options };
        let row = sinusoidal::row(p, d, &options).unwrap();
        for (coord, want) in row.into_iter().enumerate() {
            prop_assert_eq!(sinusoidal::coordinate(p, coord, d, &options).unwrap(), want);
        }
    }

    // ---- order ----

    #[test]
    fn without_a_mask_shuffling_first_or_last_is_the_same(seed in any::<u64>(), n in 2usize..9, layers in 1usize..4) {
        let x = SplitMix64::new(seed).array(n, 6, 2.0);
        let stack = EncoderStack::new(layers, 6, Mask::None, seed ^ 1).unwrap();
        let shuffle = Permutation::seeded(n, seed ^ 2);
        let first = stack.forward(shuffle.apply_rows(x.view()).unwrap().view()).unwrap();
        let last = shuffle.apply_rows(stack.forward(x.view()).unwrap().view()).unwrap();
        prop_assert!(max_abs_diff(first.view(), last.view()).unwrap() < 1e-9);
    }

    #[test]
    fn one_causal_layer_is_blind_to_the_order_of_the_prefix(seed in any::<u64>(), n in 3usize..9) {
        let (before, after) = last_outputs(1, seed, n);
        prop_assert!(max_abs_diff(before.view(), after.view()).unwrap() < 1e-12);
    }

    #[test]
    fn a_permutation_and_its_inverse_cancel(n in 0usize..50, seed in any::<u64>()) {
        let shuffle = Permutation::seeded(n, seed);
        let items: Vec<usize> = (0..n).collect();
        prop_assert_eq!(shuffle.inverse().apply(&shuffle.apply(&items).unwrap()).unwrap(), items);
        prop_assert_eq!(shuffle.inverse().inverse(), shuffle);
    }

    #[test]
    fn orderings_count_what_enumeration_finds(words in proptest::collection::vec(0u8..3, 0..7)) {
        let mut seen = std::collections::BTreeSet::new();
        enumerate(&mut words.clone(), 0, &mut seen);
        prop_assert_eq!(orderings(&multiplicities(&words)).unwrap(), seen.len() as u128);
    }

    // ---- ALiBi ----

    #[test]
    fn the_three_forms_agree_after_a_causal_softmax(n in 2usize..12, slope in 0.001..1.0f64, seed in any::<u64>()) {
        let content = SplitMix64::new(seed).array(n, n, 3.0);
        let weights = |form, mask| {
            let bias = alibi::bias_matrix(n, slope, form, mask).unwrap();
            attend(&content + &bias, Array2::zeros((n, 1)).view(), mask).unwrap().weights
        };
        let distance = weights(Form::Distance, Mask::Causal);
        for form in [Form::RowStart, Form::RowEnd] {
            let other = weights(form, Mask::Causal);
            prop_assert!(max_abs_diff(distance.view(), other.view()).unwrap() < 1e-12);
            // Without the mask the first query favours near keys in one form and far keys in the other.
            let (near, far) = (weights(Form::Distance, Mask::None), weights(form, Mask::None));
            prop_assert!(max_abs_diff(near.view(), far.view()).unwrap() > 1e-7);
        }
    }

    #[test]
    fn the_bias_is_constant_along_diagonals(n in 2usize..20, slope in 0.001..1.0f64, causal in any::<bool>()) {
        let mask = if causal { Mask::Causal } else { Mask::None };
        let bias = alibi::bias_matrix(n, slope, Form::Distance, mask).unwrap();
        for i in 1..n {
            for j in 1..n {
                prop_assert_eq!(bias[[i, j]], bias[[i - 1, j - 1]]);
                if causal {
                    prop_assert_eq!(bias[[i, j]], alibi::bias(i as i64, j as i64, slope).unwrap());
                }
            }
        }
    }

    #[test]
    fn closed_forms_of_alibi_agree_with_a_softmax(slope in 0.004..1.0f64, n in 1usize..200, epsilon in 0.001..0.9f64) {
        let logits: Vec<f64> = (0..n).map(|key| alibi::bias(n as i64 - 1, key as i64, slope).unwrap()).collect();
        let weights = softmax(&logits).unwrap();
        prop_assert!(near(weights[n - 1], alibi::self_weight(slope, n).unwrap(), 1e-12));
        let ratio = weights[n - 1] / weights[0];
        prop_assert!(near(ratio / alibi::weight_ratio(slope, 0.0, n as f64 - 1.0).unwrap(), 1.0, 1e-10));
        let window = alibi::effective_window(slope, epsilon).unwrap();
        prop_assert!(libm::exp(-slope * window as f64) <= epsilon * (1.0 + 1e-12));
        prop_assert!(window == 0 || libm::exp(-slope * (window as f64 - 1.0)) > epsilon * (1.0 - 1e-12));
        prop_assert!(near(libm::exp(-slope * alibi::half_distance(slope).unwrap()), 0.5, 1e-12));
    }

    // ---- Shaw ----

    #[test]
    fn shaw_rows_are_toeplitz_and_their_corner_is_counted(n in 1usize..40, k in 0usize..45) {
        let rows = shaw::index_matrix(n, n, &shaw::Options::clip(k)).unwrap();
        for i in 1..n {
            for j in 1..n {
                prop_assert_eq!(rows[[i, j]], rows[[i - 1, j - 1]]);
            }
        }
        // Row 0 by enumeration. With k = 0 all pairs share it; the count is of those k or more back.
        let corner = rows.indexed_iter().filter(|((i, j), row)| **row == Some(0) && j + k <= *i).count();
        prop_assert_eq!(corner as u64, shaw::saturated_pairs(n as u64, k as u64).unwrap());
    }

    #[test]
    fn a_clip_beyond_the_text_changes_nothing(seed in any::<u64>(), n in 1usize..8, extra in 0usize..5) {
        let mut stream = SplitMix64::new(seed);
        let (q, keys) = (stream.array(n, 4, 1.0), stream.array(n, 4, 1.0));
        let k = n - 1;
        let wide = stream.array(2 * (k + extra) + 1, 4, 1.0);
        let narrow = wide.slice(s![extra..extra + 2 * k + 1, ..]).to_owned();
        let run = |table: &Array2<f64>, k| {
            shaw::attention(q.view(), keys.view(), keys.view(), table.view(), Some(table.view()), Mask::Causal, &shaw::Options::clip(k))
        };
        prop_assert_eq!(run(&wide, k + extra).unwrap(), run(&narrow, k).unwrap());
    }

    #[test]
    fn shaws_attention_is_its_equations_one_element_at_a_time(seed in any::<u64>(), n in 1usize..6, k in 0usize..4) {
        let mut stream = SplitMix64::new(seed);
        let (q, keys, v) = (stream.array(n, 4, 1.0), stream.array(n, 4, 1.0), stream.array(n, 4, 1.0));
        let (key_table, value_table) = (stream.array(2 * k + 1, 4, 1.0), stream.array(2 * k + 1, 4, 1.0));
        let seen = shaw::attention(q.view(), keys.view(), v.view(), key_table.view(), Some(value_table.view()), Mask::None, &shaw::Options::clip(k)).unwrap();
        for i in 0..n {
            let row = |j: usize| (shaw::clip(j as i64 - i as i64, k) + k as i64) as usize;
            let logits: Vec<f64> = (0..n)
                .map(|j| shaw::logit(&q.row(i).to_vec(), &keys.row(j).to_vec(), &key_table.row(row(j)).to_vec()).unwrap())
                .collect();
            let weights = softmax(&logits).unwrap();
            for c in 0..4 {
                let z: f64 = (0..n).map(|j| weights[j] * (v[[j, c]] + value_table[[row(j), c]])).sum();
                prop_assert!(near(seen.output[[i, c]], z, 1e-12));
            }
        }
    }

    #[test]
    fn the_skew_gives_the_same_logits_as_the_table_lookup(seed in any::<u64>(), n in 1usize..9) {
        let mut stream = SplitMix64::new(seed);
        let (q, table) = (stream.array(n, 4, 1.0), stream.array(2 * n - 1, 4, 1.0));
        let looked_up = shaw::relative_scores(q.view(), n, table.view(), &shaw::Options::clip(n - 1)).unwrap();
        let by_offset = matmul(q.view(), table.t()).unwrap();
        prop_assert_eq!(&skew::skew_unmasked(by_offset.view()).unwrap(), &looked_up);
        let causal = skew::skew(by_offset.slice(s![.., ..n])).unwrap();
        for ((i, j), logit) in looked_up.indexed_iter() {
            prop_assert!(j > i || causal[[i, j]] == *logit);
        }
    }

    // ---- learned, attention, NoPE ----

    #[test]
    fn stretching_a_straight_line_keeps_it_straight(rows in 2usize..20, factor in 1usize..5, slope in -2.0..2.0f64) {
        let line = Table::new(Array2::from_shape_fn((rows, 1), |(p, _)| slope * p as f64)).unwrap();
        let stretched = line.interpolate(rows * factor).unwrap();
        for (p, value) in stretched.as_array().iter().enumerate() {
            let source = (p as f64 / factor as f64).min(rows as f64 - 1.0);
            prop_assert!(near(*value, slope * source, 1e-12));
        }
    }

    #[test]
    fn softmax_ignores_a_common_shift_and_sums_to_one(logits in proptest::collection::vec(-500.0..500.0f64, 1..20), shift in -1e3..1e3f64) {
        let weights = softmax(&logits).unwrap();
        prop_assert!(near(weights.iter().sum(), 1.0, 1e-12));
        let shifted: Vec<f64> = logits.iter().map(|x| x + shift).collect();
        for (a, b) in weights.iter().zip(softmax(&shifted).unwrap()) {
            prop_assert!(near(*a, b, 1e-12));
        }
    }

    #[test]
    fn one_new_token_sees_what_the_last_row_saw(seed in any::<u64>(), n in 1usize..8) {
        // Decoding with a cache: one query against all keys is the last row of the whole.
        let mut stream = SplitMix64::new(seed);
        let (q, k, v) = (stream.array(n, 4, 1.0), stream.array(n, 4, 1.0), stream.array(n, 3, 1.0));
        let whole = attention(q.view(), k.view(), v.view(), Mask::Causal, None).unwrap();
        let last = attention(q.slice(s![n - 1.., ..]), k.view(), v.view(), Mask::Causal, None).unwrap();
        prop_assert_eq!(whole.output.slice(s![n - 1.., ..]), last.output);
    }

    #[test]
    fn the_mask_alone_counts_and_the_count_makes_a_slope(n in 1usize..40, content in -5.0..5.0f64, scale in 0.01..2.0f64) {
        let built = nope::two_layers(n, content, scale).unwrap();
        for t in 0..n {
            prop_assert!(near(built.counting.output[[t, 0]], nope::counter(t as i64).unwrap(), 1e-15));
            prop_assert!(near(built.positions[t], t as f64, 1e-11));
            for i in 0..=t {
                let want = content - scale * (t - i) as f64;
                prop_assert!(near(built.relative.logits[[t, i]], want, 1e-10));
            }
            let bias = alibi::bias(t as i64, 0, scale).unwrap();
            prop_assert!(near(built.relative.logits[[t, 0]] - content, bias, 1e-10), "it is ALiBi's bias");
        }
    }

    #[test]
    fn a_uniform_causal_head_is_the_running_mean(values in proptest::collection::vec(-9.0..9.0f64, 1..30)) {
        let n = values.len();
        let v = Array2::from_shape_vec((n, 1), values.clone()).unwrap();
        let head = matmul(nope::uniform_weights(n).unwrap().view(), v.view()).unwrap();
        for (a, b) in head.iter().zip(nope::running_mean(&values)) {
            prop_assert!(near(*a, b, 1e-12));
        }
        let entropy = nope::entropy(&nope::uniform_weights(n).unwrap().row(n - 1).to_vec()).unwrap();
        prop_assert!(near(entropy, libm::log(n as f64), 1e-12));
    }
}

#[test]
fn two_causal_layers_do_see_it_almost_always() {
    // Not always: a last token that attends to itself alone sees no prefix at all. So count.
    let seeing = (0..500)
        .filter(|&seed| {
            let (before, after) = last_outputs(2, seed, 3 + (seed % 6) as usize);
            max_abs_diff(before.view(), after.view()).unwrap() > 1e-6
        })
        .count();
    assert!(seeing >= 480, "{seeing} of 500 inputs");
}

/// The last token's output before and after two different tokens of the prefix change places.
fn last_outputs(layers: usize, seed: u64, n: usize) -> (Array2<f64>, Array2<f64>) {
    let x = SplitMix64::new(seed).array(n, 6, 2.0);
    let stack = EncoderStack::new(layers, 6, Mask::Causal, 1).unwrap();
    let swapped = Permutation::swap(n, 0, 1).unwrap().apply_rows(x.view()).unwrap();
    let last = |y: Array2<f64>| y.slice(s![n - 1.., ..]).to_owned();
    (last(stack.forward(x.view()).unwrap()), last(stack.forward(swapped.view()).unwrap()))
}

/// All orderings of `words`, by swaps.
fn enumerate(words: &mut Vec<u8>, from: usize, seen: &mut std::collections::BTreeSet<Vec<u8>>) {
    if from >= words.len() {
        seen.insert(words.clone());
        return;
    }
    for other in from..words.len() {
        words.swap(from, other);
        enumerate(words, from + 1, seen);
        words.swap(from, other);
    }
}

/// The authors' function, line by line: a ratio that is also the start, multiplied up; the rest from twice the power.
fn authors_slopes(n: usize) -> Vec<f64> {
    fn power_of_two(n: usize) -> Vec<f64> {
        let start = libm::exp2(-libm::exp2(-(libm::log2(n as f64) - 3.0)));
        let mut slopes = vec![start];
        while slopes.len() < n {
            slopes.push(slopes[slopes.len() - 1] * start);
        }
        slopes
    }
    if n.is_power_of_two() {
        return power_of_two(n);
    }
    let closest = 1 << n.ilog2();
    let mut slopes = power_of_two(closest);
    slopes.extend(authors_slopes(2 * closest).into_iter().step_by(2).take(n - closest));
    slopes
}

#[test]
fn slopes_are_the_authors_for_every_head_count_up_to_128() {
    for n in 1..=128 {
        let (ours, theirs) = (alibi::slopes(n).unwrap(), authors_slopes(n));
        assert_eq!(ours.len(), n);
        for (head, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert!((ours / theirs - 1.0).abs() < 1e-13, "{n} heads, head {head}: {ours} {theirs}");
        }
        assert_eq!(alibi::slope(n, n).unwrap(), ours[n - 1]);
    }
    let eight = alibi::slopes(8).unwrap();
    assert_eq!(eight, [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]);
    // Between powers of two neither monotone nor the ratio 2^(−8/n) of the paper's sentence.
    let twelve = alibi::slopes(12).unwrap();
    assert!(twelve[8] > twelve[0] && (twelve[1] / twelve[0] - libm::exp2(-8.0 / 12.0)).abs() > 0.1);
}

#[test]
fn numbers_worked_by_hand_hold() {
    let paper = sinusoidal::Options::default();
    for (offset, want) in [(1, 0.973), (2, 0.905), (5, 0.741), (10, 0.679), (100, 0.437), (1000, 0.176)] {
        let similarity = sinusoidal::similarity(7, 7 + offset, 512, &paper).unwrap();
        assert!(near(similarity, want, 5e-4), "similarity at {offset}: {similarity}");
    }
    let tensor2tensor = sinusoidal::Options { divisor: sinusoidal::Divisor::Tensor2Tensor, ..paper };
    let longest = |options| sinusoidal::wavelength(255, 512, options).unwrap();
    assert!(near(longest(&paper), 60_611.0, 0.5) && near(longest(&tensor2tensor), 62_831.9, 0.1));
    // "Decays monotonically" is a wrong answer: the first rises.
    for (d, rise) in [(8, 4), (16, 4), (64, 6), (512, 44)] {
        let dots: Vec<f64> = (0..100).map(|k| sinusoidal::dot(0, k, d, &paper).unwrap()).collect();
        assert_eq!((1..100).find(|k| dots[*k] > dots[*k - 1]), Some(rise), "d = {d}");
    }
    let llama = rope::Options { base: 500_000.0, ..Default::default() };
    assert!(near(rope::wavelength(63, 128, &llama).unwrap() / 2.559e6, 1.0, 1e-3));
    let ones = [1.0; 128];
    for (distance, want) in [(0, 1.0), (1, 0.97), (10, 0.67), (100, 0.48), (1000, 0.16)] {
        let score = rope::score(&ones, &ones, distance, 0, &rope::Options::default()).unwrap() / 128.0;
        assert!(near(score, want, 6e-3), "{distance}: {score}");
    }
    let bound: Vec<f64> = (0..30).map(|d| rope::decay_bound(d, 128, &rope::Options::default()).unwrap()).collect();
    assert_eq!((1..30).find(|k| bound[*k] > bound[*k - 1]), Some(19));
    assert!(near(bound[0], 32.5, 1e-12) && near(bound[8], 19.817, 1e-3));
    assert!(near(nope::gap(9).unwrap(), 0.0091, 5e-5) && near(nope::gap(99).unwrap(), 0.000_099, 1e-6));
}

#[test]
fn refusals_name_the_thing_and_the_cure() {
    let text = |error: MathError| error.to_string();
    let table = Table::seeded(512, 8, 0).unwrap();
    assert_eq!(text(table.lookup(512).unwrap_err()), "position 512 has no row: the table holds 0 to 511");
    assert_eq!(text(table.lookup(-1).unwrap_err()), "position -1 has no row: the table holds 0 to 511");
    assert_eq!(text(softmax(&[f64::NEG_INFINITY]).unwrap_err()), "every logit is −∞: softmax has nothing to share out");
    assert!(softmax(&[f64::NAN]).is_err() && softmax(&[f64::INFINITY]).is_err() && softmax(&[]).is_err());
    let odd = sinusoidal::row(1, 5, &sinusoidal::Options::default()).unwrap_err();
    assert_eq!(text(odd), "d_model = 5 is odd: coordinates come in pairs, so it must be even");
    assert!(rope::rotate(&[1.0; 3], 1, &rope::Options::default()).is_err());
    assert!(rope::rotate(&[1.0; 4], i64::MAX, &rope::Options::default()).is_err());
    assert!(rope::ntk_base(10_000.0, 2.0, 2).is_err());
    assert_eq!(text(alibi::slope(0, 8).unwrap_err()), "head 0 does not exist: they run from 1 to 8");
    assert!(alibi::slopes(0).is_err());
    let strict = shaw::Options { out_of_range: shaw::OutOfRange::Error, ..shaw::Options::clip(4) };
    assert!(
        text(shaw::row_index(9, 1, &strict).unwrap_err()).starts_with("offset -8 has no row: the table holds -4 to 4")
    );
    assert_eq!(
        text("rotated".parse::<rope::Layout>().unwrap_err()),
        "layout = \"rotated\" is unknown: choose interleaved or half",
    );
    assert!(orderings(&[1; 34]).is_ok() && orderings(&[1; 35]).is_err());
    let short = attention(
        Array2::zeros((3, 2)).view(),
        Array2::zeros((2, 2)).view(),
        Array2::zeros((2, 2)).view(),
        Mask::Causal,
        None,
    );
    assert_eq!(text(short.unwrap_err()), "the number of keys = 2 is too small: the least is 3");
}

#[test]
fn extreme_logits_and_positions_stay_finite() {
    assert_eq!(softmax(&[1e308, -1e308]).unwrap(), [1.0, 0.0]);
    let far = sinusoidal::row(1 << 53, 64, &sinusoidal::Options::default()).unwrap();
    assert!(far.iter().all(|x| x.abs() <= 1.0));
    assert_eq!(alibi::effective_window(0.5, 1.0).unwrap(), 0);
    assert_eq!(nope::entropy(&[1.0, 0.0]).unwrap(), 0.0);
    assert_eq!(nope::leader_weight(3.0, 1).unwrap(), 1.0);
    assert_eq!(
        Array2::<f64>::zeros((0, 4)),
        RotaryTable::new(&[], 4, &rope::Options::default()).unwrap().rotate(Array2::zeros((0, 4)).view()).unwrap()
    );
    assert_eq!(sinusoidal::table(&[], 4, &sinusoidal::Options::default()).unwrap().len_of(Axis(0)), 0);
}
