//! Sentences at settings where a careless one would be wrong.

use super::*;

fn notice(slug: &str, set: &[&str]) -> String {
    picture(slug, set).notice
}

#[test]
fn a_bump_that_is_just_enough_ties() {
    let at = |bump: &str| notice("flat-attention", &["slope=0.0625", "n=1000", "far=500", bump]);
    assert!(at("bump=31.25").contains("and ties with the query's own"), "{}", at("bump=31.25"));
    assert!(at("bump=31.25").contains("a lead of 31.25 logits in all"));
    assert!(at("bump=31").contains("still loses to") && at("bump=32").contains("wins against"));
}

#[test]
fn the_rows_that_a_causal_text_uses_begin_where_its_farthest_offset_does() {
    let at = |n: &str, clip: &str| notice("shaw-rows", &[n, clip, "mask=causal"]);
    assert!(at("n=12", "clip=12").ends_with("The mask leaves 12 of 25 rows in use, 1 to 12."));
    assert!(at("n=13", "clip=12").contains("13 of 25 rows in use, 0 to 12."));
    assert!(at("n=13", "clip=12").contains("1 pair, (n − k)(n − k + 1)/2, has row 0"));
}

#[test]
fn dials_that_are_all_full_have_nothing_new() {
    let all = notice("angle-coverage", &["length=1048576", "reach=1048576", "head_dim=64"]);
    assert_eq!(
        all,
        "All 32 dials are full: within 1048576 positions every pair finishes a turn. A longer text shows no new angle, only more turns."
    );
    let one = notice("angle-coverage", &["length=16", "reach=64", "head_dim=4", "base=10"]);
    assert!(one.starts_with("1 of 2 dials is not full: in 16 positions its pair never finishes a turn."), "{one}");
}

#[test]
fn interpolation_shows_no_new_angle_in_words_or_in_the_dials() {
    for reach in ["reach=4096", "reach=8192", "reach=65536"] {
        let picture = picture("angle-coverage", &[reach, "method=pi"]);
        assert!(picture.notice.contains("none is new"), "{}", picture.notice);
        let named = |layer: &Layer| matches!(layer, Layer::Arcs { name, .. } if name == "never trained");
        assert!(!picture.panels[0].layers.iter().any(named), "{reach}");
    }
    // One position more than trained is new.
    let more = picture("angle-coverage", &["length=2048", "reach=2049"]);
    assert!(more.notice.contains("23 of them reach angles"), "{}", more.notice);
}

#[test]
fn a_text_of_few_tokens_names_one_step() {
    for span in ["span=2", "span=7", "span=10"] {
        let said = notice("one-over-t", &[span]);
        assert_eq!(said.matches(" at t = ").count(), 1, "{said}");
    }
    assert!(notice("one-over-t", &["span=11"]).contains("0.0091 at t = 10 and 0.0076 at t = 11"));
}

#[test]
fn articles_and_plurals_follow_the_numbers() {
    let heads = |heads: &str, head: &str| notice("alibi-bias", &[heads, head]);
    assert!(heads("heads=12", "head=10").contains("the slopes of an 8-head model, the other 4 every second slope"));
    assert!(
        heads("heads=3", "head=3").contains("2 heads get the slopes of a 2-head model, the last one the first slope")
    );
    assert!(picture("rope-arrows", &["head_dim=2"]).title.ends_with("1 plane"));
    assert!(picture("fit-blow-up", &["pairs=1"]).title.contains("1 pair, L = 64"));
    assert!(notice("learned-cliff", &["prompt=1"]).starts_with("The prompt of one token uses row 0 of 0 to 511"));
    assert!(notice("shaw-rows", &["n=1", "clip=4"]).contains("one pair, row 4"));
    assert!(figure::say::say(&picture("shaw-rows", &["n=2", "mask=causal"])).contains(" 1 cell is empty (masked)."));
    assert!(figure::say::say(&picture("shaw-rows", &["n=1"])).contains("A map of 1 row and 1 column;"));
    assert!(picture("shaw-staircase", &["clip=0"]).title.ends_with("clip 0, 1 vector"));
    assert!(picture("shaw-staircase", &["clip=4"]).title.ends_with("clip 4, 9 vectors"));
}

#[test]
fn nearly_all_is_not_all() {
    let said = notice("attention-spread", &["gap=4.39", "t=1000", "scaled=on"]);
    assert!(said.contains("the weight 0.9981 instead of 0.075"), "{said}");
    let enough = notice("attention-spread", &["gap=20", "t=1000"]);
    assert!(enough.contains("For 0.9 there 9.1 would do: it has to grow with ln t."), "{enough}");
}

#[test]
fn a_place_that_is_named_is_the_place_that_was_read() {
    let short = notice("rope-score", &["vectors=ones", "span=8"]);
    assert!(short.contains("drift apart: ") && short.contains(" at 8. ") && !short.contains("at 10"), "{short}");
    let none = notice("rope-score", &["vectors=peak", "r=0"]);
    assert!(none.contains("not turned back") && !none.contains(" only"), "{none}");
    let far = notice("rope-base", &["span=1048576", "distance=1048576"]);
    assert!(far.ends_with("The larger base falls later, but this far it has little left too."), "{far}");
}

#[test]
fn what_odd_positions_do_in_bfloat16_is_seen_where_only_even_shifts_are_drawn() {
    let picture = picture("rope-shift", &["precision=bf16", "shift=253"]);
    let wide = figure::build(
        figure::find("rope-shift").unwrap(),
        &settings("rope-shift", &["precision=bf16", "shift=600"]).1,
        Sampling { cols: 100, rows: 20 },
    );
    assert!(bands(&picture, 0).len() <= 1);
    assert!(wide.panels[0].x.label.ends_with("range of 4 each"), "{}", wide.panels[0].x.label);
    let odd = |p: &&(f64, f64, f64)| (260.0..490.0).contains(&p.0);
    assert!(bands(&wide, 0)[0].iter().filter(odd).all(|p| p.2 - p.1 > 0.5), "odd positions snap apart");
}
