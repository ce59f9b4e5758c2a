//! Figures of RoPE, ALiBi, NoPE and of the comparison: the numbers that the chapter quotes come out of `build` and `probe`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use posenc::figure::{self, Cursor, FigureInfo, Layer, Picture, Sampling, Settings};
use posenc::math::{alibi, attention, nope};
use rstest::rstest;

#[path = "figures/sentences.rs"]
mod sentences;

const SAMPLING: Sampling = Sampling { cols: 76, rows: 20 };

fn settings(slug: &str, set: &[&str]) -> (&'static FigureInfo, Settings) {
    let info = figure::find(slug).unwrap();
    let pairs = set.iter().map(|text| text.split_once('=').unwrap());
    let (settings, refused) = Settings::of(info, pairs);
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

/// The row of the table that begins with this.
fn row(picture: &Picture, first: &str) -> Vec<String> {
    let table = picture.table.as_ref().unwrap();
    table.rows.iter().find(|r| r[0] == first).unwrap_or_else(|| panic!("no row {first} in {table:?}")).clone()
}

fn number(text: &str) -> f64 {
    text.replace('−', "-").parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Whether the drawn number, of more digits, rounds to the quoted one.
fn rounds_to(printed: &str, quoted: f64, decimals: i32) -> bool {
    let unit = libm::pow(10.0, -f64::from(decimals));
    (number(printed) - quoted).abs() <= 0.505 * unit
}

fn lines(picture: &Picture, panel: usize) -> Vec<&Vec<(f64, f64)>> {
    let layers = picture.panels[panel].layers.iter();
    layers.filter_map(|l| if let Layer::Line { points, .. } = l { Some(points) } else { None }).collect()
}

fn bands(picture: &Picture, panel: usize) -> Vec<&Vec<(f64, f64, f64)>> {
    let layers = picture.panels[panel].layers.iter();
    layers.filter_map(|l| if let Layer::Band { points, .. } = l { Some(points) } else { None }).collect()
}

// P19

#[rstest]
#[case(0, 1.00)]
#[case(1, 0.97)]
#[case(10, 0.67)]
#[case(100, 0.48)]
#[case(1000, 0.16)]
fn a_score_of_ones_falls_with_the_distance(#[case] distance: i64, #[case] quoted: f64) {
    let picture = picture("rope-score", &[]);
    let printed = row(&picture, &distance.to_string())[1].clone();
    assert!(rounds_to(&printed, quoted, 2), "{printed}");
    let probed = probe("rope-score", &[], (0, distance as f64, 0.0), "score");
    assert!(rounds_to(&probed, quoted, 2), "{probed}");
}

#[test]
fn the_query_that_looks_r_back_has_its_maximum_exactly_there() {
    for r in [0_i64, 7, 50, 333] {
        let set = ["vectors=peak".to_string(), format!("r={r}"), "span=400".to_string()];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let at = |d: i64| number(&probe("rope-score", &set, (0, d as f64, 0.0), "score"));
        assert_eq!(at(r), 1.0);
        assert!((0..=400).filter(|d| *d != r).all(|d| at(d) < 1.0), "r = {r}");
    }
}

#[test]
fn random_vectors_have_no_decay_and_equal_ones_have() {
    for seed in 1..=20 {
        let seed = format!("seed={seed}");
        let reach = |vectors: &str, near: bool| {
            let picture = picture("rope-score", &[vectors, &seed, "span=20000"]);
            let points = lines(&picture, 0)[0].clone();
            points.iter().filter(|p| (p.0 < 2000.0) == near && p.0 > 20.0).map(|p| p.1.abs()).fold(0.0, f64::max)
        };
        assert!(reach("vectors=gaussian", false) > 0.01, "{seed}: far scores are not zero");
        let start = number(&probe("rope-score", &["vectors=aligned", &seed], (0, 0.0, 0.0), "score"));
        assert_eq!(start, 1.0, "{seed}: a vector agrees with itself");
        let start = number(&probe("rope-score", &["vectors=gaussian", &seed], (0, 0.0, 0.0), "score"));
        assert!(start.abs() < 0.5, "{seed}");
    }
    assert!(picture("rope-score", &["vectors=gaussian"]).title.contains("illustration"));
}

#[test]
fn a_million_distances_show_an_envelope_and_say_so() {
    for (slug, set) in
        [("rope-score", ["span=1048576"].as_slice()), ("rope-base", &["span=1048576"]), ("rope-base", &["span=5000"])]
    {
        let picture = picture(slug, set);
        let label = &picture.panels[0].x.label;
        assert!(label.contains("mean and range of") && label.ends_with(" each"), "{label}");
        assert!(picture.convention.contains("lowest to highest of 32 read"), "{}", picture.convention);
        assert!(!bands(&picture, 0).is_empty());
        for band in bands(&picture, 0) {
            assert!(band.len() < 500 && band.iter().all(|p| p.1 <= p.2));
        }
    }
    let near = picture("rope-score", &["span=64"]);
    assert!(bands(&near, 0).is_empty() && !near.panels[0].x.label.contains("column"));
}

#[test]
fn every_exact_score_lies_in_or_near_its_band() {
    // A column is read at 24 of its 69 places; what it misses lies hardly outside.
    let set = ["span=5000"];
    let picture = picture("rope-score", &set);
    let band = bands(&picture, 0)[0];
    for pair in band.windows(2) {
        let x = pair[0].0.round();
        let exact = number(&probe("rope-score", &set, (0, x, 0.0), "score"));
        assert!(pair[0].1 - 0.08 <= exact && exact <= pair[0].2 + 0.08, "{x}: {exact} {pair:?}");
    }
}

// P20

#[rstest]
#[case(1000, 0.16, 0.49)]
#[case(5000, -0.01, 0.29)]
fn a_larger_base_keeps_more_of_a_far_score(#[case] distance: i64, #[case] small: f64, #[case] large: f64) {
    let picture = picture("rope-base", &[]);
    let row = row(&picture, &distance.to_string());
    assert_eq!((number(&row[1]), number(&row[2])), (small, large));
    let pointed = format!("distance={distance}");
    let (info, settings) = settings("rope-base", &[&pointed]);
    let notice = figure::build(info, &settings, SAMPLING).notice;
    assert!(
        notice.contains(&format!("At distance {distance}")) && notice.contains("turns its pairs more slowly"),
        "{notice}"
    );
}

#[test]
fn equal_bases_are_one_curve() {
    let picture = picture("rope-base", &["other=10000"]);
    assert!(picture.notice.contains("one curve"));
    let lines = lines(&picture, 0);
    assert_eq!(lines[0], lines[1]);
}

// P21

#[test]
fn twenty_three_of_sixty_four_dials_are_not_full_after_2048_tokens() {
    let picture = picture("angle-coverage", &["reach=2048", "length=2048"]);
    assert!(picture.notice.starts_with("23 of 64 dials are not full"), "{}", picture.notice);
    let arcs = |name: &str| {
        picture.panels[0].layers.iter().find_map(|l| match l {
            Layer::Arcs { name: n, arcs, .. } if n == name => Some(arcs.clone()),
            _ => None,
        })
    };
    assert_eq!(arcs("").unwrap().len(), 64, "one rim a pair");
    assert!(arcs("never trained").is_none());
    // As many arcs fill each dial; those of an open dial stop short of a turn.
    let trained = arcs("trained").unwrap();
    let open = trained.iter().filter(|(_, _, from, to)| to - from < std::f64::consts::TAU - 1e-9).count();
    assert_eq!(open * 64, trained.len() * 23);
}

/// Pairs with new angles, from the probe of every dial: 16 columns, 4 rows, the first row on top.
fn with_new_angles(set: &[&str]) -> Vec<usize> {
    (0..64)
        .filter(|pair| {
            let (x, y) = ((pair % 16) as f64, (3 - pair / 16) as f64);
            assert_eq!(probe("angle-coverage", set, (0, x, y), "pair"), pair.to_string());
            probe("angle-coverage", set, (0, x, y), "never trained") != "0.000 rad"
        })
        .collect()
}

#[test]
fn unscaled_four_times_as_far_only_the_open_dials_get_new_angles() {
    assert_eq!(with_new_angles(&["reach=8192"]), (41..64).collect::<Vec<_>>());
}

#[test]
fn pi_keeps_all_angles_inside_and_quarters_the_neighbours() {
    let set = ["reach=8192", "method=pi"];
    // 8191/4 of a step is 2047.75, a little beyond the last trained position 2047, less than one step.
    for pair in with_new_angles(&set) {
        let (x, y) = ((pair % 16) as f64, (3 - pair / 16) as f64);
        let new = probe("angle-coverage", &set, (0, x, y), "never trained");
        assert!(number(new.trim_end_matches(" rad")) < 0.003, "{pair}: {new}");
    }
    for (x, y) in [(0.0, 3.0), (15.0, 0.0)] {
        let after = number(&probe("angle-coverage", &set, (0, x, y), "radians a token"));
        let before = number(&probe("angle-coverage", &set, (0, x, y), "before stretching"));
        assert!((before / after - 4.0).abs() < 1e-3, "{before} {after}");
    }
}

#[test]
fn ntk_leaves_dial_0_and_divides_the_last_by_the_scale() {
    let set = ["reach=8192", "method=ntk"];
    let ratio = |x, y| {
        let after = number(&probe("angle-coverage", &set, (0, x, y), "radians a token"));
        number(&probe("angle-coverage", &set, (0, x, y), "before stretching")) / after
    };
    assert_eq!(ratio(0.0, 3.0), 1.0);
    assert!((ratio(15.0, 0.0) - 4.0).abs() < 2e-3);
}

#[test]
fn by_parts_keeps_fast_pairs_and_interpolates_slow_ones() {
    let set = ["reach=8192", "method=by-parts"];
    let at = |x, y, name| number(&probe("angle-coverage", &set, (0, x, y), name));
    assert_eq!(at(0.0, 3.0, "radians a token"), at(0.0, 3.0, "before stretching"));
    let slow = at(15.0, 0.0, "before stretching") / at(15.0, 0.0, "radians a token");
    assert!((slow - 4.0).abs() < 1e-3, "{slow}");
}

#[test]
fn nothing_is_longer_in_training_than_at_test() {
    let (info, mut settings) = settings("angle-coverage", &["reach=2048"]);
    let refused = settings.set(info, "length", "4096").unwrap_err().to_string();
    assert!(refused.contains("at most 2048"), "{refused}");
}

// P22

#[test]
fn a_fit_is_tame_inside_and_wild_outside_until_a_ridge_tames_it() {
    let largest = |set: &[&str]| {
        let picture = picture("fit-blow-up", set);
        assert!(picture.title.contains("illustration"));
        [0, 1].map(|k| number(&picture.table.as_ref().unwrap().rows[k][1]))
    };
    for seed in 1..=12 {
        let seed = format!("seed={seed}");
        let [inside, outside] = largest(&[&seed]);
        assert!(inside < 3.0 && outside > 5.0 * inside, "{seed}: {inside} {outside}");
        let [inside, outside] = largest(&[&seed, "ridge=0.1"]);
        assert!(outside < 3.0 * inside.max(0.3), "{seed}: {inside} {outside}");
    }
}

#[test]
fn a_larger_ridge_never_makes_the_fit_closer() {
    let miss = |ridge: &str| number(&row(&picture("fit-blow-up", &[ridge]), "size of the coefficients")[1]);
    let sizes = ["ridge=1e-9", "ridge=1e-6", "ridge=0.001", "ridge=0.1", "ridge=10"].map(miss);
    assert!(sizes.windows(2).all(|w| w[1] <= w[0]), "{sizes:?}");
}

// P24

#[test]
fn half_distances_of_eight_heads_double() {
    let picture = picture("slope-fan", &[]);
    let halves: Vec<String> = picture.table.unwrap().rows.into_iter().map(|r| r[2].clone()).collect();
    assert_eq!(halves, ["1.39", "2.77", "5.55", "11.1", "22.2", "44.4", "88.7", "177.4"]);
}

#[test]
fn four_more_heads_fall_between_and_the_first_is_steeper_than_all() {
    let picture = picture("slope-fan", &["heads=12"]);
    let halves: Vec<String> = picture.table.as_ref().unwrap().rows.iter().map(|r| r[2].clone()).collect();
    assert_eq!(halves[8..], ["0.98", "1.96", "3.92", "7.84"]);
    assert!(halves[..8].iter().all(|h| number(h) > 0.98));
    assert!(picture.notice.contains("1 of the 4 is steeper than all 8"), "{}", picture.notice);
}

#[test]
fn a_head_that_is_not_there_is_refused() {
    let (info, mut settings) = settings("slope-fan", &[]);
    assert!(settings.set(info, "head", "9").unwrap_err().to_string().contains("at most 8"));
}

#[test]
fn the_cursor_of_the_fan_reads_the_line_that_it_is_on() {
    for head in 1..=8 {
        let m = alibi::slope(head, 8).unwrap();
        assert_eq!(probe("slope-fan", &[], (0, 40.0, -40.0 * m), "head"), head.to_string());
        assert_eq!(probe("slope-fan", &[], (1, 3.0, libm::exp(-3.0 * m)), "head"), head.to_string());
    }
}

// P26

#[test]
fn rows_that_differ_by_a_constant_have_one_softmax() {
    for (query, slope) in [(15_i64, 0.25), (40, 0.5), (0, 1.0)] {
        let set = [format!("query={query}"), format!("slope={slope}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let rows: [Vec<f64>; 2] = [
            (0..=query).map(|j| slope * j as f64).collect(),
            (0..=query).map(|j| -slope * (query - j) as f64).collect(),
        ];
        let [first, second] = rows.map(|row| attention::softmax(&row).unwrap());
        for (j, (a, b)) in first.iter().zip(&second).enumerate() {
            let shown = number(&probe("equal-rows", &set, (1, j as f64, 0.0), "weight"));
            assert!((a - b).abs() < 1e-12 && (a - shown).abs() < 1e-3 * a.max(1e-4), "{j}: {a} {b} {shown}");
            assert_eq!(number(&probe("equal-rows", &set, (0, j as f64, 0.0), "difference")), slope * query as f64);
        }
    }
    assert!(picture("equal-rows", &[]).notice.contains("3.75 apart at every key"));
    assert!(picture("equal-rows", &["query=1048576"]).notice.contains("coincide"));
}

// P27

#[test]
fn cut_apart_it_falls_and_with_a_sliding_window_it_is_flat() {
    let picture = picture("two-evaluations", &[]);
    let notice = &picture.notice;
    assert!(notice.contains("falls from 19.73 to 18.40"), "{notice}");
    assert!(notice.contains("hardly moves from 17.98 to 18.30"), "{notice}");
    for part in ["Press", "table 5", "tables 13–15"] {
        assert!(picture.convention.contains(part), "{}", picture.convention);
    }
    assert_eq!(row(&picture, "1536")[1..], ["18.50", "–"], "what was not measured stays empty");
    let beside = self::picture("two-evaluations", &["beside=sinusoidal"]);
    assert!(beside.notice.contains("18.35 to 360.12"), "{}", beside.notice);
    assert!(beside.panels[0].y.log);
}

// P29

#[test]
fn the_two_layers_of_the_figure_are_those_of_the_model() {
    for (n, scale) in [(8, 0.5), (32, 0.25), (40, 1.0)] {
        let layers = nope::two_layers(n, 2.0, scale).unwrap();
        let set = [format!("n={n}"), format!("scale={scale}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        for i in 0..n {
            let at = |name| number(&probe("two-steps", &set, (0, i as f64 + 1.0, 0.0), name));
            let (weight, logit) = (layers.relative.weights[[n - 1, i]], layers.relative.logits[[n - 1, i]]);
            assert!((at("weight") - weight).abs() < 1e-3 * weight.max(1e-6), "{i}");
            assert!((at("logit from the last") - logit).abs() < 1e-4 * logit.abs().max(1.0), "{i}");
            assert!((at("layer 1") - layers.counting.output[[i, 0]]).abs() < 1e-4, "{i}");
        }
    }
}

#[test]
fn without_a_marker_there_is_no_slope() {
    let set = ["marker=off", "n=32"];
    assert_eq!(probe("two-steps", &set, (1, 1.0, 0.0), "weight"), probe("two-steps", &set, (1, 32.0, 0.0), "weight"));
    assert!(picture("two-steps", &set).notice.contains("nothing to subtract"));
}

// P30

#[test]
fn a_lead_of_4_39_is_worth_0_90_among_ten_and_0_075_among_a_thousand() {
    let picture = picture("attention-spread", &[]);
    assert_eq!(row(&picture, "10")[2], "0.9");
    assert_eq!(row(&picture, "1000")[2], "0.075");
    assert!(picture.notice.contains("0.9 among ten keys and 0.075 among 1000"), "{}", picture.notice);
    let scaled = self::picture("attention-spread", &["scaled=on"]);
    assert!(number(&row(&scaled, "1000")[2]) > 0.9, "growing logits restore it");
}

#[test]
fn without_a_lead_the_entropy_is_ln_t() {
    let picture = picture("attention-spread", &["gap=0"]);
    for row in picture.table.unwrap().rows {
        assert_eq!(row[3], row[4], "{row:?}");
    }
    // And with one it is the entropy of the row, added up weight by weight.
    let weights = attention::softmax(&std::iter::once(4.39).chain([0.0; 99]).collect::<Vec<_>>()).unwrap();
    let entropy = nope::entropy(&weights).unwrap();
    let shown = probe("attention-spread", &[], (1, 100.0, 0.0), "entropy");
    assert!((number(&shown) - entropy).abs() < 6e-4, "{shown} {entropy}");
}

// P31

#[test]
fn the_order_of_the_schemes_depends_on_the_measure() {
    let picture = picture("rankings", &[]);
    let notice = &picture.notice;
    assert!(
        notice.starts_with(
            "NoPE leads by rank, ALiBi by perplexity at 15512 tokens, ALiBi among other models as trained (Pile, 1.3B, 1024)."
        ),
        "{notice}"
    );
    assert!(notice.contains("Not measured: at 15512 NoPE and T5 bias (out of memory); by rank Shaw"), "{notice}");
    assert_eq!(row(&picture, "NoPE")[1..], ["0.69", "–", "13.10"]);
    assert_eq!(row(&picture, "T5 bias")[1..], ["0.55", "OOM", "–"]);
    assert_eq!(row(&picture, "RoPE")[1..], ["0.33", "79.25", "–"], "one name, on the axis and in the table");
    assert!(picture.convention.ends_with("“rotary” is RoPE"), "{}", picture.convention);
    assert_eq!(row(&picture, "sinusoidal")[1..], ["0.22", "406.01", "12.93"]);
    assert!(picture.table.unwrap().rows.iter().all(|r| !r[0].contains("Shaw")));
    for part in ["table 2", "ranking over ten tasks", "tables 1–4"] {
        assert!(picture.convention.contains(part), "{}", picture.convention);
    }
}

#[test]
fn at_512_tokens_the_ranking_says_that_this_is_the_trained_length() {
    let picture = picture("rankings", &["tokens=512"]);
    let notice = &picture.notice;
    assert!(
        notice.contains("T5 bias by perplexity at 512 tokens, the trained length, ALiBi among other models"),
        "{notice}"
    );
    assert_eq!(picture.panels[1].title, "trained on 512 and read at 512");
}

#[test]
fn every_choice_of_the_rankings_is_a_row_of_its_table() {
    let info = figure::find("rankings").unwrap();
    for (name, column) in [("tokens", 2), ("setting", 3)] {
        let figure::KnobKind::Choice { options } = info.knob(name).unwrap().kind else { panic!() };
        let seen: std::collections::BTreeSet<String> = options
            .iter()
            .map(|option| row(&picture("rankings", &[&format!("{name}={option}")]), "ALiBi")[column].clone())
            .collect();
        // 12512 and 15512 tokens share 18.31.
        assert!(seen.len() + 1 >= options.len(), "{name}: {seen:?}");
    }
    let masked = picture("rankings", &["setting=masked-lm"]);
    assert_eq!(row(&masked, "NoPE")[3], "147.18");
}

// P32

#[test]
fn past_the_trained_length_each_scheme_fails_in_its_own_way() {
    let picture = picture("one-distance", &["distance=600"]);
    let table = picture.table.as_ref().unwrap();
    let all: Vec<String> = table.rows.iter().map(|r| format!("{} {}", r[1], r[2])).collect();
    for (said, k) in
        [("no row 600", 1), ("row 0, clipped", 2), ("angles not seen", 3), ("near zero", 4), ("vanishing", 5)]
    {
        assert!(all[k].contains(said), "{all:?}");
    }
    assert!(picture.notice.starts_with("600 is past the trained 512"), "{}", picture.notice);
    let inside = self::picture("one-distance", &["distance=10"]);
    assert!(inside.notice.contains("all six answer"));
    assert!(inside.table.unwrap().rows.iter().all(|r| r[2] == "–"));
}

#[test]
fn the_six_opinions_are_the_numbers_of_the_other_figures() {
    let set = ["distance=100"];
    let knows = |scheme: &str| row(&picture("one-distance", &set), scheme)[1].clone();
    assert_eq!(knows("sinusoidal"), "similarity 0.437");
    assert_eq!(knows("RoPE"), format!("score {}", row(&picture("rope-score", &[]), "100")[1]));
    assert_eq!(knows("NoPE"), "gap 0.000097", "1/(101·102)");
    assert_eq!(knows("Shaw relative"), "row 0, clipped");
}
