//! Figures as data: the numbers that the chapter quotes come out of `build` and `probe`, and nothing breaks at the extremes.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use posenc::figure::{self, Cursor, FigureInfo, KnobKind, Layer, Picture, Sampling, SettingError, Settings};
use proptest::prelude::*;
use rstest::rstest;

#[path = "figures/absolute.rs"]
mod absolute;
#[path = "figures/relative.rs"]
mod relative;

const SAMPLING: Sampling = Sampling { cols: 70, rows: 18 };

fn settings(slug: &str, set: &[&str]) -> (&'static FigureInfo, Settings) {
    let info = figure::find(slug).unwrap();
    let (settings, refused) = Settings::of(info, set.iter().map(|text| Settings::pair(info, text).unwrap()));
    assert!(refused.is_empty(), "{refused:?}");
    (info, settings)
}

fn picture(slug: &str, set: &[&str]) -> Picture {
    let (info, settings) = settings(slug, set);
    figure::build(info, &settings, SAMPLING)
}

/// The value called `name` under a cursor at (x, y) of a panel.
fn probe(slug: &str, set: &[&str], (panel, x, y): (usize, f64, f64), name: &str) -> String {
    let (info, settings) = settings(slug, set);
    let readout = figure::probe(info, &settings, Cursor { panel, x, y });
    let items = readout.items.clone();
    readout.items.into_iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("{name} is not in {items:?}")).1
}

fn cell(picture: &Picture, row: usize, column: usize) -> String {
    picture.table.as_ref().unwrap().rows[row][column].clone()
}

#[rstest]
#[case(1.0, "0.973")]
#[case(2.0, "0.905")]
#[case(5.0, "0.741")]
#[case(10.0, "0.679")]
#[case(100.0, "0.437")]
#[case(1000.0, "0.176")]
fn sinusoidal_similarity_of_width_512(#[case] offset: f64, #[case] expected: &str) {
    let set = ["width=512", "span=1000"];
    let picture = picture("similarity-curve", &set);
    let table = picture.table.unwrap();
    let row = table.rows.iter().find(|r| r[0].parse() == Ok(offset)).unwrap();
    assert_eq!(row[1], expected);
    let both = [offset, -offset].map(|x| probe("similarity-curve", &set, (0, x, 0.0), "similarity"));
    assert_eq!(both[0], both[1], "before and after look the same");
    let (printed, quoted): (f64, f64) = (both[0].parse().unwrap(), expected.parse().unwrap());
    assert!((printed - quoted).abs() <= 0.000_501, "{both:?}");
}

#[test]
fn half_of_the_pairs_of_width_512_never_finish_a_turn_within_512_positions() {
    let picture = picture("sinusoidal-heatmap", &["width=512", "positions=512"]);
    assert!(picture.notice.starts_with("123 of 256 pairs still move"), "{}", picture.notice);
    assert!(picture.notice.contains("The other 133 look frozen"), "{}", picture.notice);
    assert!(picture.notice.contains("60611"), "{}", picture.notice);
}

#[test]
fn position_one_coordinate_zero_is_sin_one_in_both_layouts() {
    for layout in ["layout=interleaved", "layout=halves"] {
        assert_eq!(probe("sinusoidal-heatmap", &[layout], (0, 0.0, 1.0), "value"), "0.8415");
    }
    assert_eq!(probe("sinusoidal-heatmap", &["width=8"], (0, 1.0, 1.0), "value"), "0.5403");
    assert_eq!(probe("sinusoidal-heatmap", &["width=8", "layout=halves"], (0, 4.0, 1.0), "value"), "0.5403");
}

#[test]
fn index_l_of_a_learned_table_fails_and_the_last_row_does_not() {
    let set = ["rows=512", "prompt=513"];
    assert_eq!(probe("learned-cliff", &set, (0, 512.0, 0.0), "look-up"), "fails");
    assert_eq!(probe("learned-cliff", &set, (0, 511.0, 0.0), "look-up"), "row 511");
    assert!(picture("learned-cliff", &set).notice.contains("Index 512 does not exist"));
    assert!(picture("learned-cliff", &["prompt=512"]).notice.contains("rows 0 to 511"));
}

#[test]
fn bert_reaches_row_127_always_and_row_128_in_a_tenth_of_its_steps() {
    let at = |x| probe("learned-cliff", &["training=bert"], (0, x, 0.0), "trained on");
    assert_eq!((at(127.0).as_str(), at(128.0).as_str()), ("100 %", "10 %"));
}

#[rstest]
#[case(&["query=40", "key=0"], "−40", "−16", "0")]
#[case(&["query=0", "key=40"], "+40", "+16", "32")]
#[case(&["query=9", "key=6"], "−3", "−3", "13")]
fn shaw_keeps_the_sign_beyond_the_clip(
    #[case] set: &[&str],
    #[case] offset: &str,
    #[case] clipped: &str,
    #[case] row: &str,
) {
    let picture = picture("shaw-staircase", set);
    let table = picture.table.unwrap();
    assert_eq!(table.rows[table.mark.unwrap()], [offset, clipped, row]);
}

#[test]
fn a_common_shift_leaves_the_rope_score_at_minus_0_7069() {
    let picture = picture("rope-shift", &[]);
    let table = picture.table.as_ref().unwrap();
    assert_eq!(table.rows[0][..3], ["4", "10", "−0.7069"]);
    assert!(table.rows.iter().all(|r| r[2] == "−0.7069"), "{table:?}");
    assert!(table.rows.iter().any(|r| r[..2] == ["104", "110"]));
    assert_eq!(probe("rope-shift", &["m=0", "n=6"], (0, 0.0, 0.0), "score"), "−0.7069");
    assert_eq!(probe("rope-shift", &[], (0, 0.0, 0.0), "angle between"), "3");
}

#[test]
fn bfloat16_positions_wobble_past_256_and_not_before() {
    let at = |shift| probe("rope-shift", &["precision=bf16"], (0, shift, 0.0), "score");
    assert_eq!(at(246.0), "−0.7069", "256 is the last whole number before gaps");
    assert_ne!(at(249.0), "−0.7069", "259 rounds to 260, 253 stays");
}

#[test]
fn the_slow_plane_of_a_wide_head_hardly_moves_and_a_shift_changes_no_angle() {
    let turned = |shift| {
        let set = ["head_dim=128", shift];
        (0..4).map(|p| probe("rope-arrows", &set, (p, 1.0, 0.0), "between q and k")).collect::<Vec<_>>()
    };
    assert_eq!(turned("shift=0"), turned("shift=1000"));
    assert_eq!(turned("shift=0")[0], "2", "pair 0 turns a radian a position, n − m = 2");
}

#[test]
fn alibi_masks_the_future_and_counts_distance_on_the_diagonals() {
    let set = ["heads=8", "head=1", "n=12"];
    let at = |query, key| probe("alibi-bias", &set, (0, key, query), "bias");
    assert_eq!((at(5.0, 5.0).as_str(), at(5.0, 2.0).as_str(), at(2.0, 5.0).as_str()), ("0", "−1.5", "masked"));
    let picture = picture("alibi-bias", &set);
    let Some(Layer::Cells(cells)) = picture.panels[0].layers.first() else { panic!() };
    let empty = cells.values.iter().filter(|v| v.is_nan()).count();
    assert_eq!(empty, 12 * 11 / 2, "the masked triangle is empty, not zero");
}

#[rstest]
#[case("1", "1.39")]
#[case("2", "2.77")]
#[case("3", "5.55")]
#[case("8", "177")]
fn half_distances_of_eight_heads(#[case] head: &str, #[case] expected: &str) {
    let picture = picture("alibi-bias", &["heads=8", &format!("head={head}")]);
    assert_eq!(cell(&picture, 1, 1), expected);
}

#[test]
fn twelve_heads_are_eight_and_every_second_of_sixteen() {
    let half = |head: usize| cell(&picture("alibi-bias", &["heads=12", &format!("head={head}")]), 1, 1);
    assert_eq!([9, 10, 11, 12].map(half), ["0.98", "1.96", "3.92", "7.84"]);
    assert!(picture("alibi-bias", &["heads=12"]).notice.contains("8 heads get the slopes"));
}

#[test]
fn a_drill_points_at_its_own_slope_and_distance() {
    let picture = picture("alibi-bias", &["slope=1/8", "distance=40"]);
    assert!(picture.notice.contains("0.125 × 40 = 5"), "{}", picture.notice);
}

#[rstest]
#[case("1/2", "512", "0.393", "1.54")]
#[case("1/256", "512", "0.00451", "175")]
fn weight_on_itself_and_mean_distance(#[case] slope: &str, #[case] n: &str, #[case] itself: &str, #[case] mean: &str) {
    let picture = picture("flat-attention", &[&format!("slope={slope}"), &format!("n={n}")]);
    assert_eq!((cell(&picture, 0, 1).as_str(), cell(&picture, 1, 1).as_str()), (itself, mean));
}

#[test]
fn nineteen_and_a_half_logits_tie_at_5000_under_the_gentlest_slope() {
    let picture = picture("flat-attention", &["slope=1/256", "far=5000"]);
    assert_eq!(cell(&picture, 2, 1), "19.5");
}

#[test]
fn weights_of_the_row_add_up_to_one_with_and_without_a_bump() {
    for bump in ["bump=0", "bump=9.5", "bump=1000"] {
        let total: f64 = (0..64)
            .map(|d| {
                probe("flat-attention", &["n=64", bump], (0, f64::from(d), 0.0), "weight")
                    .replace('−', "-")
                    .parse::<f64>()
                    .unwrap()
            })
            .sum();
        assert!((total - 1.0).abs() < 1e-3, "{bump}: {total}");
    }
}

#[rstest]
#[case("10", "0.0091")]
#[case("100", "0.000099")]
fn the_step_of_one_over_t_fades(#[case] t: &str, #[case] gap: &str) {
    let picture = picture("one-over-t", &["span=100", &format!("t={t}")]);
    let table = picture.table.unwrap();
    assert_eq!(table.rows[table.mark.unwrap()][2], gap);
}

#[test]
fn without_mask_or_marker_the_signal_is_flat() {
    for (set, value) in [("mask=off", "0.01"), ("marker=off", "0")] {
        for t in [1.0, 50.0, 100.0] {
            assert_eq!(probe("one-over-t", &[set], (0, t, 0.0), "output"), value);
        }
        assert_eq!(picture("one-over-t", &[set]).panels.len(), 1, "there are no gaps to draw");
    }
}

#[test]
fn unmasked_the_bars_travel_with_their_cards() {
    for order in [1, 17, 64, 119] {
        for layers in 1..=3 {
            let picture = picture("permutation-demo", &[&format!("order={order}"), &format!("layers={layers}")]);
            assert!(picture.table.as_ref().unwrap().rows.iter().all(|r| r[2] == "0.000"), "{picture:?}");
        }
    }
}

#[test]
fn one_causal_layer_leaves_the_last_card_alone_and_two_do_not() {
    let last = |layers: &str| cell(&picture("permutation-demo", &["swap=2-3", "mask=causal", layers]), 4, 2);
    assert_eq!(last("layers=1"), "0.000");
    let two: f64 = last("layers=2").parse().unwrap();
    assert!(two > 0.005, "{two}");
    let first_two = cell(&picture("permutation-demo", &["swap=1-2", "mask=causal", "layers=2"]), 4, 2);
    assert!(first_two.parse::<f64>().unwrap() > 0.005, "{first_two}");
    assert!(picture("permutation-demo", &["swap=2-3", "mask=causal"]).notice.contains("one causal layer"));
}

/// Every sentence of the shuffled cards against what was really done to them.
#[test]
fn the_sentence_about_the_cards_fits_the_mask_the_layers_and_the_move() {
    let words = ["the", "cat", "saw", "the", "dog"];
    let orders = (0..120).map(|k| (format!("order={k}"), "swap=none".to_string()));
    let swaps = ["1-2", "1-3", "1-4", "1-5", "2-3", "2-4", "2-5", "3-4", "3-5", "4-5"];
    let moves = orders.chain(swaps.map(|s| ("order=0".to_string(), format!("swap={s}"))));
    for (order, swap) in moves {
        for mask in ["none", "causal"] {
            for layers in 1..=3 {
                for positions in ["on", "off"] {
                    let set = [
                        &order,
                        &swap,
                        &format!("mask={mask}"),
                        &format!("layers={layers}"),
                        &format!("positions={positions}"),
                    ];
                    let picture = picture("permutation-demo", &set.map(String::as_str));
                    let (text, table) = (&picture.notice, picture.table.as_ref().unwrap());
                    let shown: Vec<&str> = table.rows.iter().map(|r| r[0].as_str()).collect();
                    let moved = table.rows.iter().any(|r| r[1] != "–");
                    let (last_stayed, masked) = (table.rows[4][1] == "–", mask == "causal");
                    let has = |part: &str| text.contains(part);
                    if shown == words {
                        assert_eq!(has("the sentence reads as before"), moved, "{set:?}: {text}");
                        assert!(has("As written") != moved, "{set:?}: {text}");
                        continue;
                    }
                    // A mask, a number of layers and positions are named only where they are.
                    assert_eq!(has("sees the order"), positions == "on", "{set:?}: {text}");
                    assert_eq!(
                        has("one causal layer"),
                        masked && layers == 1 && positions == "off" && last_stayed,
                        "{set:?}: {text}"
                    );
                    let deep = format!("with {layers} causal layers");
                    assert_eq!(
                        has(&deep),
                        masked && layers > 1 && positions == "off" && last_stayed,
                        "{set:?}: {text}"
                    );
                    assert_eq!(
                        has("To test for order alone"),
                        masked && positions == "off" && !last_stayed,
                        "{set:?}: {text}"
                    );
                    let travel = has("travel with their words");
                    assert_eq!(travel, !masked && positions == "off", "{set:?}: {text}");
                    // And the numbers are what the words say.
                    let gap = |r: &Vec<String>| r[2].parse::<f64>().unwrap();
                    assert_eq!(travel, table.rows.iter().all(|r| gap(r) == 0.0), "{set:?}: {text}");
                    if has("one causal layer") {
                        assert_eq!(gap(&table.rows[4]), 0.0, "{set:?}");
                    }
                    if has(&deep) {
                        assert!(gap(&table.rows[4]) > 0.0, "{set:?}: {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_similarity_says_whether_it_comes_back_to_one() {
    let notice = |set: &[&str]| picture("similarity-curve", set).notice;
    let wide = notice(&["width=512", "span=1000"]);
    assert!(wide.starts_with("Up to Δ = 1000 it never comes back to 1: 0.973 at Δ = 1"), "{wide}");
    assert!(wide.contains("0.176 at the end"), "{wide}");
    // Two pairs: the slow one needs 628 positions, the fast one 6.28; at 622 and 628 both have nearly finished a turn.
    let narrow = notice(&["width=4", "span=1000"]);
    assert!(narrow.starts_with("It comes back to 0.99"), "{narrow}");
    assert!(notice(&["width=4096", "span=5000"]).contains("of the offsets shown"), "a sweep over all would be dear");
}

#[test]
fn a_curve_over_many_offsets_agrees_with_the_sum_of_cosines() {
    for set in [["width=512", "span=100"], ["width=4096", "span=5000"], ["width=4", "span=5000"]] {
        let picture = picture("similarity-curve", &set);
        let Some(Layer::Line { points, .. }) = picture.panels[0].layers.first() else { panic!() };
        for (x, y) in points {
            let exact: f64 =
                probe("similarity-curve", &set, (0, *x, 0.0), "similarity").replace('−', "-").parse().unwrap();
            assert!((exact - y).abs() < 6e-5, "{set:?} at {x}: {y} is not {exact}");
        }
    }
}

#[test]
fn a_picture_that_leaves_something_out_says_so() {
    for (slug, set, said) in [
        ("similarity-curve", "span=5000", "every 72nd offset shown"),
        ("one-over-t", "span=1000", "token shown"),
        ("rope-shift", "shift=1000", "shift shown"),
        ("flat-attention", "n=512", "distance shown"),
        ("learned-cliff", "training=falling", "row shown"),
    ] {
        let label = picture(slug, &[set]).panels[0].x.label.clone();
        assert!(label.contains(said), "{slug}: {label}");
    }
    assert!(!picture("similarity-curve", &["span=50"]).panels[0].x.label.contains("shown"));
}

#[test]
fn sampled_columns_of_the_table_are_whole_pairs() {
    for cols in [7, 40, 67, 200, 600] {
        let (info, settings) = settings("sinusoidal-heatmap", &["width=512", "positions=64"]);
        let picture = figure::build(info, &settings, Sampling { cols, rows: 18 });
        let Some(Layer::Cells(cells)) = picture.panels[0].layers.first() else { panic!() };
        assert!(cells.cols <= 2 * usize::from(cols).max(4));
        for (k, pair) in cells.xs.chunks(2).enumerate() {
            assert!(pair[0] % 2.0 == 0.0 && pair[1] == pair[0] + 1.0, "{cols}: {pair:?}");
            // Position 0: sine 0, cosine 1, in every pair.
            assert_eq!((cells.values[2 * k], cells.values[2 * k + 1]), (0.0, 1.0));
        }
    }
}

#[test]
fn planes_of_a_wide_head_show_the_angle() {
    for (n, m) in [(6, 4), (10, 4), (100, 4), (4, 10)] {
        let set = ["head_dim=128".to_string(), format!("m={m}"), format!("n={n}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let picture = picture("rope-arrows", &set);
        let apart: Vec<f64> =
            picture.table.unwrap().rows.iter().map(|r| r[4].replace('−', "-").parse().unwrap()).collect();
        assert_eq!(apart.len(), 4);
        assert!(apart.iter().filter(|a| (0.15..2.7).contains(&a.abs())).count() >= 2, "{apart:?}");
        assert_eq!(apart[0], f64::from(n - m), "the fastest plane is there");
    }
}

/// Everything finite but the gaps that are meant: masked cells.
fn assert_finite(picture: &Picture) {
    for panel in &picture.panels {
        for axis in [&panel.x, &panel.y] {
            assert!(axis.min.is_finite() && axis.max.is_finite() && axis.max > axis.min, "{axis:?}");
            assert!(!axis.log || axis.min > 0.0, "{axis:?}");
        }
        for layer in &panel.layers {
            let sound = match layer {
                Layer::Line { points, .. } | Layer::Points { points, .. } => {
                    points.iter().all(|p| p.0.is_finite() && p.1.is_finite())
                }
                Layer::Bars { bars, .. } => bars.iter().all(|p| p.0.is_finite() && p.1.is_finite()),
                Layer::Band { points, .. } => {
                    points.iter().all(|p| p.0.is_finite() && p.1.is_finite() && p.2.is_finite())
                }
                Layer::Cells(c) => {
                    c.values.len() == c.rows * c.cols && c.values.iter().all(|v| !v.is_infinite()) && c.min < c.max
                }
                Layer::Arrows { arrows, .. } => {
                    arrows.iter().all(|(a, b)| a.0.is_finite() && a.1.is_finite() && b.0.is_finite() && b.1.is_finite())
                }
                Layer::Arcs { arcs, .. } => {
                    arcs.iter().all(|(c, r, a, b)| c.0.is_finite() && r.is_finite() && a.is_finite() && b.is_finite())
                }
                Layer::Rule { x, .. } => x.is_finite(),
                Layer::Level { y, .. } => y.is_finite(),
                Layer::Label { at, .. } => at.0.is_finite() && at.1.is_finite(),
            };
            assert!(sound, "{}: {layer:?}", picture.id);
        }
    }
    let texts = picture.table.iter().flat_map(|t| t.rows.iter().flatten());
    for text in texts.chain([&picture.notice, &picture.title, &picture.convention]) {
        for word in ["NaN", "inf", "−0 "] {
            assert!(
                !text.split_whitespace().any(|w| w.trim_matches(['.', ',', '−', ';']) == word),
                "{}: {text}",
                picture.id
            );
        }
    }
}

/// A value that a knob takes: its ends, its middle, its default, unset.
fn value(kind: &KnobKind, pick: u8, default: &str) -> String {
    match (kind, pick % 6) {
        (KnobKind::Int { min, .. }, 0) => min.to_string(),
        (KnobKind::Int { max, .. }, 1) => max.to_string(),
        (KnobKind::Int { min, max, multiple, .. }, 2) => {
            ((min + (max - min) / 3) / multiple * multiple).max(*min).to_string()
        }
        (KnobKind::Int { min, multiple, .. }, 3) => (min + multiple).to_string(),
        (KnobKind::Real { min, .. }, 0) => min.to_string(),
        (KnobKind::Real { max, .. }, 1) => max.to_string(),
        (KnobKind::Real { min, max, .. }, 2) => ((min + max) / 2.0).to_string(),
        (KnobKind::Choice { options }, p) => options[usize::from(p) % options.len()].to_string(),
        (KnobKind::Toggle, p) => if p.is_multiple_of(2) { "on" } else { "off" }.to_string(),
        _ => default.to_string(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_setting_that_is_taken_can_be_built_and_probed(
        which in 0..figure::ALL.len(),
        picks in proptest::collection::vec(any::<u8>(), 12),
        cols in prop_oneof![Just(0_u16), Just(1), 2_u16..300],
        rows in prop_oneof![Just(0_u16), Just(1), 2_u16..120],
        x in prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(-1e300), -50.0..2000.0],
        y in prop_oneof![Just(f64::NAN), Just(f64::NEG_INFINITY), -50.0..2000.0],
        panel in 0_usize..5,
    ) {
        let info = &figure::ALL[which];
        let texts: Vec<String> =
            info.knobs.iter().zip(&picks).map(|(knob, pick)| value(&knob.kind, *pick, knob.default)).collect();
        let pairs = info.knobs.iter().zip(&texts).map(|(knob, text)| (knob.name, text.as_str()));
        let (settings, refused) = Settings::of(info, pairs);
        // One knob may bound another; nothing else is refused.
        prop_assert!(refused.iter().all(|(_, e)| matches!(e, SettingError::AboveOther { .. })), "{:?}", refused);
        let picture = figure::build(info, &settings, Sampling { cols, rows });
        assert_finite(&picture);
        let readout = figure::probe(info, &settings, Cursor { panel, x, y });
        prop_assert!(!readout.items.is_empty());
        for (name, value) in &readout.items {
            prop_assert!(!value.contains("NaN") && !value.contains("inf"), "{} {name}: {value}", info.slug);
        }
    }
}

#[test]
fn what_a_picture_costs_depends_on_its_cells_and_not_on_the_context() {
    for info in figure::ALL {
        let largest: Vec<(&str, String)> = info
            .knobs
            .iter()
            .filter(|knob| matches!(knob.kind, KnobKind::Int { .. }) && !knob.is_optional())
            .map(|knob| (knob.name, value(&knob.kind, 1, knob.default)))
            .collect();
        let (settings, _) = Settings::of(info, largest.iter().map(|(name, text)| (*name, text.as_str())));
        let picture = figure::build(info, &settings, SAMPLING);
        let most = 8 * 70 * 18;
        let size = |layer: &Layer| match layer {
            Layer::Cells(c) => c.values.len(),
            Layer::Line { points, .. } => points.len(),
            _ => 0,
        };
        for panel in &picture.panels {
            assert!(panel.layers.iter().map(size).all(|n| n <= most), "{}", info.slug);
        }
    }
}

#[test]
fn settings_from_nowhere_count_as_defaults() {
    for info in figure::ALL {
        let mut wild = Settings::new(info);
        for knob in info.knobs {
            wild.0.insert(knob.name.to_string(), "\u{1b}[31mnonsense".to_string());
        }
        let tame = figure::build(info, &Settings::new(info), SAMPLING);
        assert_eq!(format!("{:?}", figure::build(info, &wild, SAMPLING)), format!("{tame:?}"));
        assert_eq!(format!("{:?}", figure::build(info, &Settings::default(), SAMPLING)), format!("{tame:?}"));
    }
}

#[test]
fn the_fall_of_a_similarity_is_told_from_the_offset_where_it_begins() {
    let near = picture("similarity-curve", &[]).notice;
    // 0.905 at 2 is more than 0.827: the sentence is about 3 and after.
    assert!(near.contains("0.973 at Δ = 1, from Δ = 3 on at most 0.827 (Δ = 3)"), "{near}");
    let far = picture("similarity-curve", &["span=5000"]).notice;
    assert!(far.contains("(of the offsets shown)") && far.contains("from Δ = "), "{far}");
}

#[test]
fn a_lead_is_said_in_all_and_not_as_so_many_more() {
    let notice = picture("flat-attention", &["slope=0.5", "bump=2"]).notice;
    assert!(notice.contains("With a lead of 2 logits") && notice.contains("at a lead of 20 logits in all"), "{notice}");
}

#[test]
fn what_a_measurement_does_not_say_is_not_said() {
    let notice = picture("two-evaluations", &[]).notice;
    assert!(notice.contains("these numbers do not say"), "{notice}");
}
