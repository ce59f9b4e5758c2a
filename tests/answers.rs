//! Reading typed numbers: every row of `data/numeric-answers.tsv`, and the kinds behind the rows with other values.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::approx_constant, reason = "a test")]

use std::collections::HashMap;

use posenc::cli::calc::{Request, reading_json, run};
use posenc::question::Reading;
use posenc::question::answer::{ReadRules, read};
use proptest::prelude::*;
use rstest::rstest;

const ROWS: &str = include_str!("data/numeric-answers.tsv");

fn rules(unit: &'static str) -> ReadRules<'static> {
    ReadRules { unit: (!unit.is_empty()).then_some(unit), ..ReadRules::default() }
}

fn value_of(text: &str, rules: &ReadRules) -> (f64, Option<String>) {
    match read(text, rules) {
        Reading::Value { value, notice, .. } => (value, notice),
        other => panic!("{text:?} read as {other:?}"),
    }
}

fn refusal(text: &str, rules: &ReadRules) -> (String, (usize, usize)) {
    match read(text, rules) {
        Reading::Refused { why, span } => {
            assert!(text.get(span.0..span.1).is_some(), "{text:?}: span {span:?}");
            (why, span)
        }
        other => panic!("{text:?} read as {other:?}"),
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-5 * b.abs()
}

#[test]
fn every_row_of_the_table_reads_as_it_says() {
    let mut count = 0;
    for line in ROWS.lines().filter(|l| !l.starts_with('#')) {
        let mut columns = line.split('\t');
        let text: String = serde_json::from_str(columns.next().unwrap()).unwrap();
        let expected = columns.next().unwrap();
        let unit = match text.as_str() {
            "3.0 rad" => "rad",
            "172°" => "deg",
            _ => "",
        };
        let reading = read(&text, &rules(unit));
        let fits = match (expected, &reading) {
            ("✗", Reading::Refused { .. }) | ("empty", Reading::Empty) => true,
            ("? ask", Reading::Ask { readings }) => readings.len() == 2,
            (number, Reading::Value { value, notice, .. }) => {
                let wanted = number.trim_end_matches(" + notice").replace('−', "-");
                let with_notice = number.ends_with("+ notice") || text.len() > 15;
                wanted.parse::<f64>().is_ok_and(|w| near(*value, w)) && with_notice == notice.is_some()
            }
            _ => false,
        };
        assert!(fits, "{text:?} should be {expected}, is {reading:?}");
        count += 1;
    }
    assert!(count > 60, "{count} rows");
}

#[rstest]
#[case("-.5", -0.5)]
#[case("12.", 12.0)]
#[case("00.250", 0.25)]
#[case("0012", 12.0)]
#[case("2E-3", 0.002)]
#[case("2.5e+2", 250.0)]
#[case("6 E -2", 0.06)]
#[case("6.02×10²³", 6.02e23)]
#[case("6.02 × 10^-3", 0.00602)]
#[case("8.4*10**-1", 0.84)]
#[case("7⋅10^2", 700.0)]
#[case("12 345 678", 12_345_678.0)]
#[case("12\u{202f}345", 12_345.0)]
#[case("12\u{2009}345.5", 12_345.5)]
#[case("1'234'567", 1_234_567.0)]
#[case("1’234.5", 1_234.5)]
#[case("12_345_678.25", 12_345_678.25)]
#[case("1,234,567", 1_234_567.0)]
#[case("12,345.75", 12_345.75)]
#[case("\u{2212}7.25", -7.25)]
#[case("\u{2014}7", -7.0)]
#[case("\u{ff0d}7", -7.0)]
#[case("- 7", -7.0)]
#[case("+ 7", 7.0)]
#[case("-0.0", 0.0)]
#[case("-3/4", -0.75)]
#[case("3/-4", -0.75)]
#[case("6/8", 0.75)]
#[case("6÷8", 0.75)]
#[case("1⁄4", 0.25)]
#[case("2 3/4", 2.75)]
#[case("-2 3/4", -2.75)]
#[case("2¾", 2.75)]
#[case("2 ¾", 2.75)]
#[case("-⅝", -0.625)]
#[case("⅓", 1.0 / 3.0)]
#[case("½π", std::f64::consts::FRAC_PI_2)]
#[case("12.5%", 0.125)]
#[case("7 %", 0.07)]
#[case("-84.1%", -0.841)]
#[case("1/4 %", 0.0025)]
#[case("７％", 0.07)]
#[case("2.5π", 2.5 * std::f64::consts::PI)]
#[case("-pi/4", -std::f64::consts::FRAC_PI_4)]
#[case("2 pi / 3", 2.0 * std::f64::consts::FRAC_PI_3)]
#[case("3*tau/4", 1.5 * std::f64::consts::PI)]
#[case("τ", std::f64::consts::TAU)]
#[case("e^2", std::f64::consts::E * std::f64::consts::E)]
#[case("3*e", 3.0 * std::f64::consts::E)]
#[case("2^10", 1024.0)]
#[case("-2^2", -4.0)]
#[case("2^3^2", 512.0)]
#[case("5²", 25.0)]
#[case("10⁻³", 0.001)]
#[case("√3/2", 0.866_025_403_784_438_6)]
#[case("3√2", 4.242_640_687_119_285)]
#[case("2sqrt(3)", 3.464_101_615_137_754_4)]
#[case("sin(1)", 0.841_470_984_807_896_5)]
#[case("cos(3*0.5) - ln(2)", 0.070_737_201_667_702_9 - 0.693_147_180_559_945_3)]
#[case("max(1,2)", 2.0)]
#[case("exp(-1)", 0.367_879_441_171_442_33)]
#[case("(1+2)*3", 9.0)]
#[case("((0.84))", 0.84)]
#[case("２．５", 2.5)]
#[case("－２", -2.0)]
#[case("\u{feff}0.84\u{200b}", 0.84)]
#[case("\r\n 0.84 \t", 0.84)]
#[case("= 0.84", 0.84)]
#[case("≈ −0.84", -0.84)]
#[case("~3/4", 0.75)]
fn the_kinds_behind_the_rows_read_without_a_remark(#[case] text: &str, #[case] expected: f64) {
    let (value, notice) = value_of(text, &rules(""));
    assert!((value - expected).abs() <= 1e-14 * expected.abs(), "{text} = {value}");
    assert_eq!(notice, None, "{text}");
    assert!(value != 0.0 || value.is_sign_positive());
}

#[rstest]
#[case("0,5", 0.5, "decimal point: 0.5")]
#[case(",25", 0.25, "decimal point")]
#[case("-3,14159", -3.14159, "decimal point: −3.14159")]
#[case("1234,567", 1234.567, "decimal point")]
#[case("0,840", 0.84, "decimal point")]
#[case("1 234,5", 1234.5, "decimal point")]
#[case("1e-400", 0.0, "too small")]
#[case("-4.5E-1000", 0.0, "too small")]
#[case("3×10^-400", 0.0, "too small")]
#[case("exp(-1000)", 0.0, "too small")]
#[case("9007199254740993", 9_007_199_254_740_992.0, "more digits")]
#[case("123456789012345678901", 123_456_789_012_345_680_000.0, "read as 1.23456789")]
#[case("3x10^8", 3e8, "read as ×")]
fn what_is_not_certain_is_read_with_a_notice(#[case] text: &str, #[case] expected: f64, #[case] part: &str) {
    let (value, notice) = value_of(text, &rules(""));
    assert_eq!(value, expected, "{text}");
    assert!(notice.as_deref().is_some_and(|n| n.contains(part)), "{text}: {notice:?}");
}

#[test]
fn zero_however_written_is_no_underflow() {
    for text in ["0e5", "0.000", "0e-999", "0×10^3", "0/5", "0*3"] {
        assert_eq!(value_of(text, &rules("")), (0.0, None), "{text}");
    }
    assert_eq!(value_of("9007199254740992", &rules("")), (9_007_199_254_740_992.0, None));
}

#[rstest]
#[case("1,000", &[1000.0, 1.0])]
#[case("-12,345", &[-12345.0, -12.345])]
#[case("3,141", &[3141.0, 3.141])]
#[case("1,000/2", &[500.0, 0.5])]
#[case("1.000,5", &[1.0005, 1000.5])]
#[case("12.345,67", &[12.34567, 12345.67])]
#[case("1/2pi", &[std::f64::consts::FRAC_PI_2, 0.159_154_943_091_895_35])]
#[case("1 100/200", &[1.5, 5.5])]
fn two_readings_are_asked_about(#[case] text: &str, #[case] expected: &[f64]) {
    match read(text, &rules("")) {
        Reading::Ask { readings } => {
            assert_eq!(readings.len(), expected.len(), "{text}: {readings:?}");
            for (a, b) in readings.iter().zip(expected) {
                assert!(near(*a, *b), "{text}: {readings:?}");
            }
        }
        other => panic!("{text} read as {other:?}"),
    }
}

#[test]
fn with_a_decimal_comma_the_comma_is_the_rule() {
    let rules = ReadRules { decimal_comma: true, ..ReadRules::default() };
    assert_eq!(value_of("1,000", &rules), (1.0, None));
    assert_eq!(value_of("0,84", &rules), (0.84, None));
    assert_eq!(value_of("1.000,5", &rules), (1000.5, None));
    assert_eq!(value_of("1.234.567", &rules), (1_234_567.0, None));
    assert_eq!(value_of("1 000,5", &rules), (1000.5, None));
    let (value, notice) = value_of("0.84", &rules);
    assert_eq!(value, 0.84);
    assert!(notice.is_some());
    assert_eq!(read("1.000", &rules), Reading::Ask { readings: vec![1000.0, 1.0] });
    assert_eq!(read("1,000.5", &rules), Reading::Ask { readings: vec![1.0005, 1000.5] });
    assert!(refusal("0,8,4", &rules).0.contains("two commas in one number"));
}

#[rstest]
#[case("1,000", 1000.0)]
#[case("-12,345", -12345.0)]
#[case("1,000 tokens", 1000.0)]
fn where_a_whole_number_is_asked_one_comma_groups(#[case] text: &str, #[case] expected: f64) {
    let whole = ReadRules { whole: true, ..rules("tokens") };
    let (value, notice) = value_of(text, &whole);
    assert_eq!(value, expected, "{text}");
    assert!(notice.is_some_and(|n| n.contains("groups thousands")), "{text}");
    assert_eq!(value_of("0,5", &whole).0, 0.5, "what cannot group is a decimal comma");
}

#[test]
fn with_a_decimal_comma_the_point_of_a_whole_number_groups() {
    let whole = ReadRules { whole: true, decimal_comma: true, ..ReadRules::default() };
    assert_eq!(value_of("1.000", &whole).0, 1000.0);
}

/// One row for each kind of refusal: no two kinds share a sentence, and each says where.
#[test]
fn every_refusal_has_its_own_reason_and_place() {
    let cases = [
        ("1e", "exponent is missing", "1e"),
        ("12,34,567", "grouped by threes: write 1234567", "12,34,567"),
        ("--3", "two signs", "--"),
        ("0/0", "division by zero", "0/0"),
        ("%50", "write 50%", "%"),
        ("$5", "‘$’ is not expected", "$"),
        ("5 frogs", "‘frogs’ is not known", "frogs"),
        ("3 rad", "no unit is asked", "rad"),
        ("5k", "with e3", "k"),
        ("-inf", "infinity is not an answer", "-inf"),
        ("nan", "no number at all", "nan"),
        (".", "point without digits", "."),
        ("-", "sign without a number", "-"),
        ("0x10", "hexadecimal", "0x10"),
        ("0b101", "binary", "0b101"),
        ("0o17", "octal", "0o17"),
        ("١٢", "another script", "١"),
        ("0.84.", "two points in one number: write 0.84", "0.84."),
        ("1.2.3", "two points in one number: delete one", "1.2.3"),
        ("0.84,", "stray comma: write 0.84", "0.84,"),
        ("3!", "factorial", "!"),
        ("x=0.84", "without ‘x =’", "x="),
        ("1+1=2", "equation", "1+1="),
        ("==3", "one ‘=’ at the front", "=="),
        ("=", "nothing follows", "="),
        ("0.8±0.1", "leave out ‘±’", "±"),
        ("1; 2", "type a single number", ";"),
        ("<5", "a bound", "<"),
        ("l00", "letter l? With digits only it reads 100", "l"),
        ("1e999", "too large: at most", "1e999"),
        ("10^400", "result of ‘^’", "10^400"),
        ("0.333...", "for ever", "..."),
        ("1d3", "write e for the exponent, 1e3", "1d3"),
        ("(1+2", "opening ( is never closed", "("),
        ("1+2)", "closing )", ")"),
        ("()", "empty brackets", "()"),
        ("2(3)", "write 2*3", "2("),
        ("2 pi 10", "write 2*pi*10", "2 pi 10"),
        ("1 + 3 pi 10", "write 3*pi*10", "1 + 3 pi 10"),
        ("2^3pi", "write 3*pi", "3pi"),
        ("1.000,000,5", "point and comma", "1.000,000,5"),
        ("2 3", "side by side", "2 3"),
        ("1 3/2", "proper fraction: write 1 + 3/2", "1 3/2"),
        ("1+", "missing after ‘+’", "+"),
        ("*3", "missing before ‘*’", "*"),
        ("3 < 4", "‘<’ is not used in an answer", "<"),
        ("[1]", "a list is not an answer", "["),
        ("\"0.84\"", "without quotes", "\""),
        ("0.84 rad.", "write 0.84 rad", "."),
        ("answer: 5", "without ‘answer:’", ":"),
        ("1:2", "write it as a fraction, 1/2", ":"),
        ("5‰", "‘‰’ is not read", "‰"),
        ("50% + 1", "divide by 100", "%"),
        ("sin(30°)", "deg(30)", "°"),
        ("log(2)", "ln(x)", "log"),
        ("sqrt 2", "sqrt needs brackets", "sqrt"),
        ("sim(2)", "no function is called ‘sim’", "sim"),
        ("frogs", "nothing is called ‘frogs’", "frogs"),
        ("°", "stands without a number", "°"),
        ("√(-4)", "root of a negative", "√(-4)"),
        ("ln(-1)", "must be above 0", "-1"),
        ("(-8)^0.5", "not whole is not real", "(-8)^0.5"),
        ("alibi_slope(1, 8)", "give the answer away", "alibi_slope"),
        ("0.84 \u{1b}[31m", "cannot be seen", "\u{1b}"),
        ("3 @ 4", "‘@’ is not expected", "@"),
        ("3 & 4", "not a symbol", "&"),
        ("3x4", "write 3*4", "x"),
        ("1e2.5", "whole number: write 10^2.5", "1e2"),
    ];
    let mut reasons: HashMap<String, &str> = HashMap::new();
    for (text, part, place) in cases {
        let (why, span) = refusal(text, &rules(""));
        assert!(why.contains(part), "{text}: {why}");
        assert_eq!(text.get(span.0..span.1), Some(place), "{text}: {why}");
        if let Some(other) = reasons.insert(why.clone(), text) {
            panic!("{text} and {other} are both refused with: {why}");
        }
    }
}

#[rstest]
#[case("+-3")]
#[case("3--2")]
#[case("O.5")]
#[case("1O")]
#[case("2.5.")]
#[case("7,")]
#[case("0XFF")]
#[case("३.५")]
#[case("𝟏𝟐")]
#[case("1…")]
#[case("0.8+/-0.1")]
#[case("1, 2")]
#[case("1 or 2")]
#[case("€5")]
#[case("5€")]
#[case("softmax([1,2])")]
#[case("rope([1,0],1)")]
#[case("y")]
#[case("1 00")]
#[case("2x")]
#[case("pi(2)")]
#[case("(1)(2)")]
#[case("1/0")]
#[case("5 mod 3")]
#[case("?")]
#[case("infinity")]
#[case("NaN")]
#[case("1E")]
#[case("1e+")]
#[case("e5e")]
#[case("1/2 3/4")]
#[case("1 1/2/3")]
#[case("1 1/0")]
#[case("|3|")]
#[case("sin(30 deg)")]
#[case("∞ tokens")]
fn what_is_no_number_is_refused_with_a_reason(#[case] text: &str) {
    let (why, span) = refusal(text, &rules(""));
    assert!(!why.is_empty() && span.1 > span.0, "{text}: {why} {span:?}");
}

#[rstest]
#[case("2 rad", "rad", 2.0, false)]
#[case("2 Radians", "rad", 2.0, false)]
#[case("2", "rad", 2.0, false)]
#[case("pi/2 rad", "rad", std::f64::consts::FRAC_PI_2, false)]
#[case("180°", "rad", std::f64::consts::PI, true)]
#[case("90 degrees", "rad", std::f64::consts::FRAC_PI_2, true)]
#[case("90 deg", "deg", 90.0, false)]
#[case("90 degrees", "deg", 90.0, false)]
#[case("90º", "deg", 90.0, false)]
#[case("π rad", "deg", 180.0, true)]
#[case("0.5 turns", "rad", std::f64::consts::PI, true)]
#[case("90 deg", "rad", std::f64::consts::FRAC_PI_2, true)]
#[case("12 tokens", "tokens", 12.0, false)]
#[case("12tokens", "tokens", 12.0, false)]
#[case("1 token", "tokens", 1.0, false)]
#[case("40 positions", "positions", 40.0, false)]
#[case("40 tokens", "positions", 40.0, false)]
#[case("1 position", "tokens", 1.0, false)]
#[case("2 nats", "nats", 2.0, false)]
#[case("1 bit", "nats", std::f64::consts::LN_2, true)]
#[case("50 %", "%", 50.0, false)]
#[case("50", "%", 50.0, false)]
#[case("50 percent", "", 0.5, false)]
#[case("0.1 rad/position", "rad/position", 0.1, false)]
fn units_are_stripped_or_converted_and_said(
    #[case] text: &str,
    #[case] unit: &'static str,
    #[case] expected: f64,
    #[case] said: bool,
) {
    let (value, notice) = value_of(text, &rules(unit));
    assert!((value - expected).abs() < 1e-12 * expected, "{text} in {unit}: {value}");
    assert_eq!(notice.is_some(), said, "{text} in {unit}: {notice:?}");
}

#[test]
fn a_foreign_unit_is_refused_and_both_units_are_named() {
    let (why, _) = refusal("5 tokens", &rules("rad"));
    assert!(why.contains("rad") && why.contains("tokens"), "{why}");
    let (why, _) = refusal("5 frogs", &rules("tokens"));
    assert!(why.contains("frogs") && why.contains("tokens"), "{why}");
    let (why, _) = refusal("50 %", &rules("tokens"));
    assert!(why.contains('%'), "{why}");
    refusal("rad", &rules("rad"));
    assert_eq!(read("1,000 tokens", &rules("tokens")), Reading::Ask { readings: vec![1000.0, 1.0] });
}

#[test]
fn infinity_is_read_where_the_question_allows_it() {
    let open = ReadRules { allow_infinity: true, ..ReadRules::default() };
    for (text, expected) in
        [("-inf", f64::NEG_INFINITY), ("−∞", f64::NEG_INFINITY), ("+∞", f64::INFINITY), ("Infinity", f64::INFINITY)]
    {
        assert_eq!(value_of(text, &open).0, expected, "{text}");
    }
    refusal("1e999", &open);
    refusal("nan", &open);
}

#[test]
fn where_expressions_are_not_taken_numbers_and_fractions_are() {
    let strict = ReadRules { expressions: false, ..ReadRules::default() };
    for (text, expected) in
        [("0.84", 0.84), ("-3/4", -0.75), ("1 1/2", 1.5), ("50%", 0.5), ("3×10^2", 300.0), ("½", 0.5), ("(2)", 2.0)]
    {
        assert_eq!(value_of(text, &strict).0, expected, "{text}");
    }
    for text in ["1+1", "sin(1)", "2*3", "pi", "2^10", "√2", "3pi", "1/(2+3)"] {
        let (why, _) = refusal(text, &strict);
        assert!(why.contains("work it out"), "{text}: {why}");
    }
}

#[rstest]
#[case("0.84", Some(2), Some(2))]
#[case("0.840", Some(3), Some(3))]
#[case("8.4e-1", Some(2), Some(2))]
#[case("8.4×10^-1", Some(2), Some(2))]
#[case("84.0%", Some(3), Some(3))]
#[case("-12", Some(0), Some(2))]
#[case("25.00e1", Some(1), Some(4))]
#[case("1.5e3", Some(0), Some(2))]
#[case("1,234.50", Some(2), Some(6))]
#[case("0,50", Some(2), Some(2))]
#[case("007.10", Some(2), Some(3))]
#[case("3.", Some(0), Some(1))]
#[case("0.00", Some(2), Some(2))]
#[case("0", Some(0), Some(1))]
#[case("0.0010", Some(4), Some(2))]
#[case("420.690", Some(3), Some(6))]
#[case("1/2", None, None)]
#[case("1 1/2", None, None)]
#[case("½", None, None)]
#[case("3pi", None, None)]
#[case("1+1", None, None)]
fn decimals_and_figures_are_those_typed(
    #[case] text: &str,
    #[case] decimals: Option<u32>,
    #[case] figures: Option<u32>,
) {
    match read(text, &rules("")) {
        Reading::Value { decimals: d, figures: f, .. } => assert_eq!((d, f), (decimals, figures), "{text}"),
        other => panic!("{text} read as {other:?}"),
    }
}

#[test]
fn percent_moves_digits_exactly() {
    for n in 1..1000 {
        let (value, _) = value_of(&format!("{n}%"), &rules(""));
        assert_eq!(value, format!("{n}e-2").parse::<f64>().unwrap());
    }
}

fn calc(request: &Request) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(request, &mut out, &mut err).unwrap();
    (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn calc_prints_one_json_object_for_a_reading() {
    let json = |text: &str, unit| reading_json(&read(text, &rules(unit)));
    assert_eq!(json("-3", ""), r#"{"value":-3,"notice":null}"#);
    assert_eq!(json("1,000", ""), r#"{"ask":[1000,1]}"#);
    assert_eq!(json(" ", ""), r#"{"empty":true}"#);
    for (text, unit) in [("172°", "rad"), ("0,84", ""), ("\"", ""), ("1e-999", ""), ("5 \\frogs", ""), ("1e300", "")] {
        let value: serde_json::Value = serde_json::from_str(&json(text, unit)).unwrap();
        assert!(value.is_object(), "{text}");
    }
    let (code, out, err) = calc(&Request::Answer { text: "5 frogs", rules: ReadRules::default() });
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with(r#"{"error":"#) && out.ends_with("}\n") && out.lines().count() == 1);
}

#[test]
fn calc_prints_full_precision_or_points_at_the_mistake() {
    assert_eq!(calc(&Request::Expression("sin(1)")).1, "0.8414709848078965\n");
    assert_eq!(calc(&Request::Expression("alibi_slopes(4)")).1, "[0.25, 0.0625, 0.015625, 0.00390625]\n");
    let (code, out, err) = calc(&Request::Expression("2 * alibi_slop(1, 8)"));
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "posenc calc: no function is called ‘alibi_slop’: did you mean alibi_slope?\n  2 * alibi_slop(1, 8)\n      ^^^^^^^^^^\n"
    );
    let (_, list, _) = calc(&Request::List { json: false });
    assert!(list.contains("rope(x, pos, base=10000, layout=\"interleaved\", rotary_dim=…, partial=\"prefix\")"));
    let (_, json, _) = calc(&Request::List { json: true });
    assert!(serde_json::from_str::<serde_json::Value>(&json).unwrap().as_array().unwrap().len() > 60);
}

proptest! {
    #[test]
    fn any_text_has_a_reading(text in ".{0,40}") {
        if let Reading::Refused { span, .. } = read(&text, &rules("rad")) {
            prop_assert!(text.get(span.0..span.1).is_some(), "{:?} {:?}", text, span);
        }
    }

    #[test]
    fn anything_like_a_number_has_a_reading(parts in proptest::collection::vec(proptest::sample::select(vec![
        "0", "1", "23", "456", ".", ",", " ", "e", "-", "+", "/", "%", "°", "π", "½", "²", "×", "(", ")", "rad", "x", "10^", "l", "…",
        "_", "'", "=", "≈", "sin(", "√", "\u{a0}", "１", "٣", "k",
    ]), 0..12)) {
        let text = parts.concat();
        for unit in ["", "rad", "%", "tokens"] {
            match read(&text, &rules(unit)) {
                Reading::Refused { span, why } => {
                    prop_assert!(text.get(span.0..span.1).is_some() && !why.is_empty(), "{:?} {:?}", text, span);
                }
                Reading::Value { value, .. } => prop_assert!(value.is_finite(), "{:?}", text),
                Reading::Ask { readings } => prop_assert!(!readings.is_empty() && readings.iter().all(|x| x.is_finite()), "{:?}", text),
                Reading::Empty => prop_assert!(text.trim().is_empty(), "{:?}", text),
            }
        }
    }

    #[test]
    fn what_the_formatter_prints_is_read_back(x in -1e15f64..1e15, decimals in 0u32..9) {
        let shown = posenc::question::format::fixed(x, decimals);
        let (value, _) = value_of(&shown, &rules(""));
        prop_assert_eq!(value, posenc::question::format::round_to(x, decimals));
        let (value, _) = value_of(&posenc::question::format::plain(x), &rules(""));
        prop_assert_eq!(value, x);
    }
}

#[test]
fn a_decimal_comma_is_said_wherever_it_was_read() {
    for (text, wanted, shown) in [("1,5 / 2", 0.75, "1.5"), ("0,5*2", 1.0, "0.5"), ("0,84", 0.84, "0.84")] {
        let (value, notice) = value_of(text, &rules(""));
        assert_eq!((value, notice), (wanted, Some(format!("read with a decimal point: {shown}"))), "{text}");
    }
    assert_eq!(value_of("1.5 / 2", &rules("")).1, None);
}

#[test]
fn with_one_reading_there_is_nothing_to_ask() {
    let (value, notice) = value_of("1.234.567,89", &rules(""));
    assert_eq!((value, notice.as_deref()), (1_234_567.89, Some("read with a decimal point: 1234567.89")));
}

#[test]
fn several_numbers_are_told_from_grouped_digits() {
    assert!(refusal("1,2,3", &rules("")).0.contains("one value only"));
    assert!(refusal("12,34,567", &rules("")).0.contains("grouped by threes"));
}
