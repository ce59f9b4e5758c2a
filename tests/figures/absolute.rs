//! Order, sinusoidal and learned: what the chapter says of their figures, asked of the figures.

use super::{Layer, cell, picture, probe};
use posenc::figure::{Cells, Picture};
use rstest::rstest;

fn cells(picture: &Picture, panel: usize) -> &Cells {
    let Some(Layer::Cells(cells)) = picture.panels[panel].layers.first() else { panic!("no heat map") };
    cells
}

fn sorted(cells: &Cells) -> Vec<f64> {
    let mut all: Vec<f64> = cells.values.iter().copied().filter(|v| !v.is_nan()).collect();
    all.sort_by(f64::total_cmp);
    all
}

#[test]
fn a_shuffle_without_a_mask_makes_no_new_weight() {
    for order in [0, 1, 17, 64, 119] {
        let picture = picture("attention-shuffle", &[&format!("order={order}")]);
        let (before, after) = (sorted(cells(&picture, 0)), sorted(cells(&picture, 1)));
        assert_eq!(before.len(), 25);
        assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 1e-12), "order {order}");
        assert_eq!((cell(&picture, 3, 2).as_str(), cell(&picture, 4, 2).as_str()), ("0", "0.000"));
    }
}

#[test]
fn a_row_and_a_column_of_the_weights_move_with_their_word() {
    // Cat and saw change places: what cat (now third) gives dog is what cat (second) gave it before.
    let now = probe("attention-shuffle", &["swap=2-3"], (1, 4.0, 2.0), "weight");
    assert_eq!(now, probe("attention-shuffle", &["swap=2-3"], (0, 4.0, 1.0), "weight"));
    assert_eq!(now, probe("attention-shuffle", &["swap=2-3"], (1, 4.0, 2.0), "as written"));
}

#[test]
fn a_causal_mask_makes_new_weights_and_hides_ten() {
    let picture = picture("attention-shuffle", &["swap=2-3", "mask=causal"]);
    assert_eq!(sorted(cells(&picture, 1)).len(), 15);
    assert_ne!(cell(&picture, 3, 2), "0");
    assert!(picture.notice.contains("new number"), "{}", picture.notice);
}

#[rstest]
#[case("0", "6.2832")]
#[case("64", "62.832")]
#[case("255", "60611")]
fn period_of_a_pair_of_width_512(#[case] pair: &str, #[case] period: &str) {
    let set = [format!("a={pair}"), format!("b={pair}"), format!("c={pair}"), format!("d={pair}")];
    let picture = picture("sinusoidal-waves", &set.each_ref().map(String::as_str));
    let table = picture.table.unwrap();
    assert_eq!(table.rows.len(), 1, "one pair, one lane");
    assert_eq!(table.rows[0][..2], [pair, period]);
}

#[test]
fn a_clock_hand_is_sine_across_and_cosine_up() {
    let set = ["pos=3", "width=8"];
    let at = |name| probe("sinusoidal-waves", &set, (1, -1.0, 1.0), name);
    assert_eq!((at("sin").as_str(), at("cos").as_str()), ("0.1411", "−0.9900"));
    let picture = picture("sinusoidal-waves", &set);
    let hand = picture.panels[1].layers.iter().find_map(|layer| match layer {
        Layer::Arrows { arrows, .. } => arrows.first().copied(),
        _ => None,
    });
    let ((x0, y0), (x1, y1)) = hand.unwrap();
    assert!((libm::atan2(x1 - x0, y1 - y0) - 3.0).abs() < 1e-9, "3 rad clockwise from twelve");
}

#[test]
fn a_wave_too_fast_for_the_columns_is_an_area_and_says_so() {
    let filled = |picture: &Picture| picture.panels[0].layers.iter().any(|l| matches!(l, Layer::Band { .. }));
    let (near, far) = (picture("sinusoidal-waves", &[]), picture("sinusoidal-waves", &["span=1048576"]));
    assert!(!filled(&near) && !near.panels[0].x.label.contains("filled"));
    assert!(filled(&far) && far.panels[0].x.label.contains("filled: pair 0, 32, 64"), "{}", far.panels[0].x.label);
    assert!(far.notice.contains("only how far they reach is shown"));
}

#[test]
fn the_ladder_crosses_512_at_pair_123_and_never_reaches_its_limit() {
    let wide = picture("wavelength-ladder", &["width=512", "length=512"]);
    assert!(wide.notice.contains("between pairs 122 and 123: 133 of 256 pairs never"), "{}", wide.notice);
    assert!(wide.notice.contains("60611"), "{}", wide.notice);
    let rows = &wide.table.as_ref().unwrap().rows;
    assert_eq!(rows[rows.len() - 2][1], "60611");
    assert_eq!(rows[rows.len() - 1][1], "62832");
    let picture = picture("wavelength-ladder", &["width=8"]);
    let bars = |l: &Layer| if let Layer::Bars { bars, .. } = l { bars.len() } else { 0 };
    assert_eq!(picture.panels[0].layers.iter().map(bars).sum::<usize>(), 4, "a bar a pair");
    assert!(picture.notice.starts_with("Each wavelength is 10 times the one before"), "{}", picture.notice);
}

#[rstest]
#[case(1.0, "0.973")]
#[case(10.0, "0.679")]
#[case(100.0, "0.437")]
fn the_similarity_matrix_has_one_number_a_diagonal_wherever_it_starts(#[case] offset: f64, #[case] value: &str) {
    for start in [0.0, 1000.0, 1_000_000.0] {
        let set = ["width=512", "window=128", &format!("start={start}")];
        for row in [0.0, 5.0, 20.0] {
            let at = probe("similarity-matrix", &set, (0, start + row + offset, start + row), "similarity");
            assert!(
                at.starts_with(value) || (at.parse::<f64>().unwrap() - value.parse::<f64>().unwrap()).abs() <= 6e-4
            );
        }
    }
    let values = |start: &str| cells(&picture("similarity-matrix", &["window=64", start]), 0).values.clone();
    assert_eq!(values("start=0"), values("start=4096"));
}

#[test]
fn the_arc_of_a_shift_knows_k_and_not_pos() {
    let arc = |set: &[&str]| probe("shift-rotation", set, (0, 0.0, 1.0), "arc");
    assert_eq!(arc(&["pos=3", "k=2"]), "2");
    assert_eq!(arc(&["pos=3", "k=2"]), arc(&["pos=103", "k=2"]));
    for set in [["pos=3", "k=2", "pair=0"], ["pos=1000", "k=-7", "pair=40"], ["pos=0", "k=1000", "pair=255"]] {
        let rows = picture("shift-rotation", &set).table.unwrap().rows;
        assert_eq!(rows[1][1..], rows[4][1..], "the matrix carries pos to pos + k");
    }
    let way = |axes: &str| picture("shift-rotation", &[axes]).notice;
    assert!(way("axes=sin-cos").contains(" clockwise"), "{}", way("axes=sin-cos"));
    assert!(way("axes=cos-sin").contains("counter-clockwise"));
}

#[rstest]
#[case("600", "0.449")]
#[case("1024", "0.286")]
#[case("5000", "0.084")]
fn far_positions_look_like_nothing_trained(#[case] p: &str, #[case] best: &str) {
    let picture = picture("nearest-lookalike", &["length=512", "width=512", &format!("p={p}")]);
    let table = picture.table.as_ref().unwrap();
    let row = &table.rows[table.mark.unwrap()];
    assert_eq!((row[0].as_str(), row[2].as_str()), (p, best));
    let x: f64 = p.parse().unwrap();
    let read: f64 = probe("nearest-lookalike", &[], (0, x, 0.0), "similarity").parse().unwrap();
    assert!((read - best.parse::<f64>().unwrap()).abs() <= 6e-4, "probe and table agree");
    assert!(picture.notice.contains("repeats nothing that was trained"), "{}", picture.notice);
}

#[test]
fn a_trained_position_is_its_own_look_alike_and_a_few_fast_pairs_do_repeat() {
    assert_eq!(probe("nearest-lookalike", &[], (0, 511.0, 0.0), "similarity"), "1.0000");
    assert_eq!(probe("nearest-lookalike", &[], (0, 511.0, 0.0), "most like"), "511");
    let picture = picture("nearest-lookalike", &["fast=3", "p=5000"]);
    assert!(picture.notice.contains("passes for a trained one"), "{}", picture.notice);
}

#[test]
fn the_best_look_alike_is_found_beyond_the_curve_too() {
    let set = ["p=1000000", "length=64", "width=64"];
    let table = picture("nearest-lookalike", &set).table.unwrap();
    let row = &table.rows[table.mark.unwrap()];
    assert_eq!(row[0], "1000000");
    // The same search, one cosine at a time.
    let omega: Vec<f64> = (0..32).map(|i| libm::pow(10_000.0, -2.0 * f64::from(i) / 64.0)).collect();
    let at = |q: i64| omega.iter().map(|w| libm::cos(w * (1_000_000 - q) as f64)).sum::<f64>() / 32.0;
    let best = (0..64).max_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap();
    assert_eq!(row[1], best.to_string());
    assert!((row[2].replace('−', "-").parse::<f64>().unwrap() - at(best)).abs() < 6e-4);
}

#[test]
fn neighbours_of_random_rows_are_strangers_and_smooth_ones_are_not() {
    let mean = |set: &[&str], row: usize, column: usize| {
        cell(&picture("learned-similarity", set), row, column).replace('−', "-").parse::<f64>().unwrap()
    };
    for seed in ["seed=1", "seed=2", "seed=50"] {
        assert!(mean(&[seed], 0, 1).abs() < 0.1, "random rows have nothing in common");
        assert!(mean(&[seed], 0, 2) > 0.9, "smooth ones do");
    }
    let table = picture("learned-similarity", &["noise=2"]).table.unwrap();
    let of = |k: usize| table.rows[table.rows.len() - k][2].parse::<f64>().unwrap();
    assert!(of(2) > 2.0 * of(1), "early neighbours {} and late ones {}", of(2), of(1));
    let picture = picture("learned-similarity", &[]);
    assert!(picture.title.contains("illustration") && picture.panels[1].title.contains("not real weights"));
}

#[rstest]
#[case("512", "sinusoidal at 612, rotary at 1012, T5 bias at 2512, ALiBi never")]
#[case("1024", "sinusoidal at 1224, rotary at 1224, T5 bias at 5024, ALiBi never")]
fn where_each_scheme_turns_is_read_from_the_table(#[case] trained: &str, #[case] turns: &str) {
    let picture = picture("loss-past-limit", &[&format!("trained={trained}")]);
    assert!(picture.notice.contains(turns), "{}", picture.notice);
    assert!(picture.notice.contains("There is no learned curve"));
    assert!(picture.convention.starts_with("Press, Smith, Lewis, ICLR 2022, table"), "{}", picture.convention);
}

#[test]
fn published_perplexities_are_drawn_as_printed_and_what_was_not_measured_is_not() {
    assert_eq!(probe("loss-past-limit", &[], (0, 15512.0, 0.0), "sinusoidal"), "406.01");
    assert_eq!(probe("loss-past-limit", &[], (0, 15512.0, 0.0), "ALiBi"), "18.31");
    assert_eq!(probe("loss-past-limit", &[], (0, 15512.0, 0.0), "T5 bias"), "OOM");
    let picture = picture("loss-past-limit", &[]);
    let count = |wanted: &str| {
        picture.panels[0].layers.iter().find_map(|l| match l {
            Layer::Line { name, points, .. } if name == wanted => Some(points.len()),
            _ => None,
        })
    };
    assert_eq!((count("ALiBi"), count("T5 bias"), count("learned")), (Some(11), Some(10), None));
}
