//! Shaw's vectors: rows of a text, a bias that depends on the query, and the measured effect of the clip.

use super::{cell, picture, probe};
use rstest::rstest;

#[rstest]
#[case(100, 16, 3570)]
#[case(12, 4, 36)]
#[case(16, 16, 0)]
#[case(1, 4, 0)]
fn pairs_that_share_row_0(#[case] n: i64, #[case] k: i64, #[case] pairs: i64) {
    let set = [format!("n={n}"), format!("clip={k}")];
    let table = picture("shaw-rows", &set.each_ref().map(String::as_str));
    assert_eq!(cell(&table, 3, 1), pairs.to_string());
    assert_eq!(cell(&table, 4, 1), pairs.to_string(), "as many share the last row");
}

/// The numbers of the table against a count of all pairs, one by one.
#[test]
fn the_counts_of_rows_and_pairs_are_those_of_the_matrix() {
    for mask in ["none", "causal"] {
        for n in [1_i64, 2, 5, 12, 30] {
            for k in [0_i64, 1, 4, 11, 40] {
                let set = [format!("n={n}"), format!("clip={k}"), format!("mask={mask}")];
                let picture = picture("shaw-rows", &set.each_ref().map(String::as_str));
                let seen = |q: i64, j: i64| mask == "none" || j <= q;
                let pairs = (0..n).flat_map(|q| (0..n).map(move |j| (q, j))).filter(|(q, j)| seen(*q, *j));
                let rows: Vec<i64> = pairs.map(|(q, j)| (j - q).clamp(-k, k) + k).collect();
                let used: std::collections::BTreeSet<i64> = rows.iter().copied().collect();
                let count = |row: i64| rows.iter().filter(|r| **r == row).count().to_string();
                let expected =
                    [(2 * k + 1).to_string(), used.len().to_string(), rows.len().to_string(), count(0), count(2 * k)];
                let shown: Vec<String> = (0..5).map(|row| cell(&picture, row, 1)).collect();
                assert_eq!(shown, expected, "{set:?}");
            }
        }
    }
}

#[test]
fn a_causal_text_uses_rows_0_to_k_only() {
    let set = ["n=12", "clip=4", "mask=causal"];
    assert_eq!(cell(&picture("shaw-rows", &set), 1, 1), "5");
    let row = |query, key| probe("shaw-rows", &set, (0, key, query), "row");
    assert_eq!([row(11.0, 0.0), row(11.0, 8.0), row(11.0, 11.0), row(0.0, 11.0)], ["0", "1", "4", "masked"]);
}

#[test]
fn the_same_offset_adds_different_amounts_for_different_queries() {
    let at = |set: &[&str], offset: f64, name: &str| {
        probe("shaw-bias", set, (0, offset, 0.0), name).replace('−', "-").parse::<f64>().unwrap()
    };
    for offset in [-12.0, -3.0, 0.0, 5.0] {
        assert_eq!(at(&["angle=0"], offset, "query 1"), at(&["angle=0"], offset, "query 2"));
        let opposite = at(&["angle=180"], offset, "query 1") + at(&["angle=180"], offset, "query 2");
        assert!(opposite.abs() < 2e-4, "opposite queries get opposite amounts");
    }
    assert!((at(&[], -3.0, "query 1") - at(&[], -3.0, "query 2")).abs() > 0.01);
    assert_eq!(at(&["clip=8"], -9.0, "query 1"), at(&["clip=8"], -8.0, "query 1"), "flat past the clip");
    assert_eq!(probe("shaw-bias", &[], (0, -4.0, 0.0), "ALiBi"), "−0.5000");
    assert!(picture("shaw-bias", &[]).title.contains("illustration"));
}

#[rstest]
#[case("0", "12.5", "25.5 to 25.9")]
#[case("1", "25.5", "25.8 to 25.9")]
#[case("2", "25.8", "25.8 to 25.9")]
#[case("64", "25.9", "25.8")]
fn bleu_collapses_without_offsets_and_is_flat_from_two(#[case] k: &str, #[case] score: &str, #[case] later: &str) {
    let picture = picture("bleu-by-clip", &[&format!("clip={k}")]);
    let table = picture.table.as_ref().unwrap();
    assert_eq!(table.rows[table.mark.unwrap()][2], score);
    assert!(picture.notice.ends_with(&format!("Every larger k scores {later}.")), "{}", picture.notice);
    assert!(picture.convention.starts_with("Shaw, Uszkoreit, Vaswani, NAACL 2018, table"), "{}", picture.convention);
}
