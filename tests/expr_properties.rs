//! The expression language: precedence, round trips, every error with its own message, nothing that can crash.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "a test")]

use std::collections::HashMap;

use posenc::question::expr::{Env, ErrorKind, FUNCTIONS, MAX_BYTES, MAX_DEPTH, Value, eval, parse};
use proptest::prelude::*;
use rstest::rstest;

fn value(text: &str) -> Value {
    let ast = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    eval(&ast, &Env::new()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn number(text: &str) -> f64 {
    value(text).as_num().unwrap_or_else(|| panic!("{text} is no number"))
}

fn error(text: &str) -> posenc::question::expr::ExprError {
    match parse(text).and_then(|ast| eval(&ast, &Env::new())) {
        Ok(v) => panic!("{text} gave {v}"),
        Err(e) => e,
    }
}

#[rstest]
#[case("-2^2", -4.0)]
#[case("-2**2", -4.0)]
#[case("2^3^2", 512.0)]
#[case("2^-1", 0.5)]
#[case("(-2)^2", 4.0)]
#[case("2*3+4", 10.0)]
#[case("2+3*4", 14.0)]
#[case("8/4/2", 1.0)]
#[case("8-4-2", 2.0)]
#[case("2*-3", -6.0)]
#[case("√2/2", std::f64::consts::FRAC_1_SQRT_2)]
#[case("√4^2", 4.0)]
#[case("3pi", 3.0 * std::f64::consts::PI)]
#[case("3π/2", 3.0 * std::f64::consts::PI / 2.0)]
#[case("2√9", 6.0)]
#[case("2sqrt(9)", 6.0)]
#[case("2π^2", 2.0 * std::f64::consts::PI * std::f64::consts::PI)]
#[case("-2pi", -std::f64::consts::TAU)]
#[case("tau/2", std::f64::consts::PI)]
#[case("1e3", 1000.0)]
#[case("10_000", 10000.0)]
#[case("3×10^2", 300.0)]
#[case("10⁻²", 0.01)]
#[case("½", 0.5)]
#[case("[1, 2, 3][1]", 2.0)]
#[case("[[1, 2], [3, 4]][1][0]", 3.0)]
#[case("if(1 < 2, 5, 1/0)", 5.0)]
#[case("not 1 == 2 and 3 >= 3", 1.0)]
#[case("0 and 1/0", 0.0)]
#[case("1 or 1/0", 1.0)]
#[case("not (1 < 2) or 0", 0.0)]
#[case("max(1, 7, 3)", 7.0)]
#[case("min([4, 2, 8])", 2.0)]
#[case("mod(-1, 7)", 6.0)]
#[case("factorial(5)", 120.0)]
#[case("round(2.675, 2)", 2.68)]
#[case("deg(180)", std::f64::consts::PI)]
#[case("sum([1, 2] + [3, 4] * 2)", 17.0)]
fn arithmetic_is_that_of_a_textbook(#[case] text: &str, #[case] expected: f64) {
    assert!((number(text) - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{text} = {}", number(text));
}

#[rstest]
#[case("sinusoidal(1, 0, 512)", 0.841_470_984_807_896_5)]
#[case("sinusoidal(1, 1, 4, divisor=\"tensor2tensor\", layout=\"halves\")", libm::sin(1e-4))]
#[case("wavelength(1, 4, 10000)", 628.318_530_717_958_6)]
#[case("inv_freq(1, head_dim=4)", 0.01)]
#[case("pe_dot(7, 7, 512)", 256.0)]
#[case("pe_norm(512)", 16.0)]
#[case("alibi_slope(1, 8)", 0.5)]
#[case("alibi_slope(9, 12)", std::f64::consts::FRAC_1_SQRT_2)]
#[case("alibi_bias(4, 10, 1, 8)", f64::NEG_INFINITY)]
#[case("alibi_bias(10, 4, 1, 8)", -3.0)]
#[case("alibi_score(10, 0.5, 6)", 7.0)]
#[case("softmax([alibi_bias(4, 10, 1, 8), 0])[1]", 1.0)]
#[case("shaw_offset(10, 3, 4)", -4.0)]
#[case("shaw_row(10, 3, 4)", 0.0)]
#[case("shaw_logit([2, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0])", 2.0)]
#[case("shaw_params(16, 64, layers=6, values=1, shared=1)", 25_344.0)]
#[case("shaw_params(16, 64, heads=8)", 16_896.0)]
#[case("shaw_pairs(100, 16)", 3570.0)]
#[case("learned_params(512, 768)", 393_216.0)]
#[case("learned_missing(512, 600)", 88.0)]
#[case("learned_missing(512, 100)", 0.0)]
#[case("interpolate(512, 1023, 2048)", 255.75)]
#[case("interpolate([0, 1, 4, 9], 3, 8)", 2.5)]
#[case("nope_counter(7)", 0.125)]
#[case("nope_gap(2)", 1.0 / 6.0)]
#[case("causal_mean([1, 2, 6, 100], 3)", 3.0)]
#[case("relative_logit(2, 5, 3)", 0.0)]
#[case("orderings([2, 1, 1, 1])", 60.0)]
#[case("permute([5, 6, 7], [2, 3, 1])[0]", 6.0)]
#[case("permute([5, 6, 7], [1, 2, 0])[0]", 6.0)]
#[case("attend([0, 0], [2, 4])", 3.0)]
#[case("rope([1, 0], 0)[0]", 1.0)]
#[case("rope_score([1, 0], [1, 0], 104, 110) - rope_score([1, 0], [1, 0], 4, 10)", 0.0)]
#[case("rope_pair_score([1, 0], [1, 0], 4, 10, 0.1) - cos(0.6)", 0.0)]
#[case("rotate([1, 0], pi/2)[1]", 1.0)]
#[case("pe_shift([0, 1], pi/2, 1)[0]", 1.0)]
#[case("turns(0, 128, tau)", 1.0)]
#[case("unfinished_pairs(4, 10000, 100)", 1.0)]
#[case("entropy([0.5, 0.5]) - ln(2)", 0.0)]
fn the_schemes_answer_with_the_papers_numbers(#[case] text: &str, #[case] expected: f64) {
    let found = number(text);
    assert!(found == expected || (found - expected).abs() < 1e-12, "{text} = {found}");
}

#[test]
fn every_function_has_an_example_that_runs_and_unique_parameters() {
    let mut seen = Vec::new();
    for f in FUNCTIONS.iter() {
        assert!(f.example.starts_with(f.name) || f.example.contains(&format!("{}(", f.name)), "{}", f.name);
        value(f.example);
        assert!(!f.doc.is_empty() && !f.source.is_empty());
        assert!(!seen.contains(&f.name), "{} twice", f.name);
        seen.push(f.name);
        for (i, p) in f.params.iter().enumerate() {
            assert!(f.params[i + 1..].iter().all(|q| q.name != p.name), "{}: {} twice", f.name, p.name);
        }
    }
}

#[test]
fn named_and_positional_arguments_are_the_same() {
    assert_eq!(number("alibi_score(distance=6, qk=10, slope=0.5)"), number("alibi_score(10, 0.5, 6)"));
    assert_eq!(number("inv_freq(3, 64, base=500000)"), number("inv_freq(3, 64, 500000)"));
}

/// Each text is refused for its own reason; no two messages are alike.
#[test]
fn each_error_has_its_own_message_and_place() {
    let cases = [
        ("", "nothing to compute", ""),
        ("1 +", "missing after ‘+’", "+"),
        ("* 2", "missing before ‘*’", "*"),
        ("-", "sign without a number", "-"),
        ("--3", "two signs", "--"),
        ("(1 + 2", "opening (", "("),
        ("[1, 2", "opening [", "["),
        ("1)", "closing )", ")"),
        ("()", "empty brackets", "()"),
        ("2(3)", "write 2*3", "2("),
        ("2 3", "side by side", "2 3"),
        ("1/2pi", "two ways", "2pi"),
        ("3!", "factorial(n)", "!"),
        ("5 % 2", "mod(a, b)", "%"),
        ("$5", "not a symbol", "$"),
        ("٣", "another script", "٣"),
        ("\u{202e}3", "cannot be seen", "\u{202e}"),
        ("1e", "exponent is missing", "1e"),
        ("1e0.5", "whole number: write 10^0.5", "1e0"),
        ("1.2.3", "two points", "1.2.3"),
        (".", "point without digits", "."),
        ("0x1f", "hexadecimal", "0x1f"),
        ("0b11", "binary", "0b11"),
        ("0o17", "octal", "0o17"),
        ("1d3", "write e for the exponent, 1e3", "1d3"),
        ("1e999", "number is too large", "1e999"),
        ("1_0", "grouped by threes", "1_0"),
        ("1 = 1", "does not compare", "="),
        ("1 < 2 < 3", "do not chain", "<"),
        ("30°", "deg(30)", "°"),
        ("∞", "infinity is not", "∞"),
        ("\"abc", "closing quote", "\"abc"),
        ("\"abc\"", "named option", "\"abc\""),
        ("alibi_slop(1, 8)", "did you mean alibi_slope?", "alibi_slop"),
        ("y + 1", "nothing is called ‘y’", "y"),
        ("sin", "sin needs brackets", "sin"),
        ("log(2)", "ln(x)", "log"),
        ("alibi_slope(1, headz=8)", "no argument ‘headz’: did you mean heads?", "headz"),
        ("alibi_slope(1)", "needs ‘heads’", "alibi_slope(1)"),
        ("alibi_slope(1, 8, 9)", "at most 2", "9"),
        ("alibi_slope(1, head=8)", "given twice", "8"),
        ("alibi_slope(heads=8, 1)", "without a name follows", "1"),
        ("alibi_slope(9, 8)", "‘head’ counts from 1 to 8, this is 9", "9"),
        ("alibi_slope(1.5, 8)", "must be a whole number, this is 1.5", "1.5"),
        ("rope([1, 0], 1, layout=\"halves\")", "\"interleaved\" or \"half\"", "\"halves\""),
        ("if(1, 2)", "a condition and two values", "if(1, 2)"),
        ("1/0", "division by zero", "1/0"),
        ("10^400", "result of ‘^’ is too large", "10^400"),
        ("√(-1)", "root of a negative", "√(-1)"),
        ("(-8)^(1/3)", "not whole is not real", "(-8)^(1/3)"),
        ("ln(0)", "must be above 0", "0"),
        ("asin(2)", "between −1 and 1", "2"),
        ("1 + [1]", "needs numbers", "1 + [1]"),
        ("[1] + [1, 2]", "1 and 2 values", "[1] + [1, 2]"),
        ("[1] * [2]", "dot(a, b)", "[1] * [2]"),
        ("[1, 2][2]", "there is no [2]", "2"),
        ("3[0]", "only a list is indexed", "3"),
        ("if([1], 2, 3)", "a number is expected", "[1]"),
        ("dot([1], [1, 2])", "must have 1 values", "[1, 2]"),
    ];
    let mut messages: HashMap<String, &str> = HashMap::new();
    for (text, part, place) in cases {
        let e = error(text);
        let message = e.to_string();
        assert!(message.contains(part), "{text}: {message}");
        assert_eq!(text.get(e.span.0..e.span.1), Some(place), "{text}: {message}");
        assert!(message.len() < 220, "{message}");
        if let Some(other) = messages.insert(message.clone(), text) {
            panic!("{text} and {other} are both refused with: {message}");
        }
    }
}

#[test]
fn the_limits_are_stated() {
    let long = "1+".repeat(MAX_BYTES);
    assert!(matches!(error(&long).kind, ErrorKind::TooLong(_)));
    let deep = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    assert_eq!(number(&deep(MAX_DEPTH - 1)), 1.0);
    assert_eq!(error(&deep(MAX_DEPTH)).kind, ErrorKind::TooDeep);
    let chain = format!("1{}", "^1".repeat(MAX_DEPTH));
    assert_eq!(error(&chain).kind, ErrorKind::TooDeep);
    let wide = vec!["1"; 400].join("+");
    assert_eq!(number(&wide), 400.0);
    assert!(error("sinusoidal_row(1, 1000000)").to_string().contains("at most 65536"));
}

#[test]
fn variables_are_looked_up_by_name_and_a_parsed_expression_is_reused() {
    let ast = parse("a * v[1]").unwrap();
    assert_eq!(ast.variables(), ["a", "v"]);
    let mut env = Env::new();
    for a in 0..10 {
        env.set("a", f64::from(a));
        env.set("v", vec![0.0, 2.0]);
        assert_eq!(eval(&ast, &env).unwrap(), Value::Num(f64::from(2 * a)));
    }
}

#[test]
fn output_is_the_shortest_text_that_reads_back() {
    assert_eq!(value("0.1 + 0.2").to_string(), "0.30000000000000004");
    assert_eq!(value("[1, -0, 2.5]").to_string(), "[1, 0, 2.5]");
    assert_eq!(value("[alibi_bias(1, 2, 1, 8)]").to_string(), "[\"-inf\"]");
    assert_eq!(value("alibi_bias(1, 2, 1, 8)").to_string(), "-inf");
}

proptest! {
    #[test]
    fn numbers_round_trip(x in proptest::num::f64::NORMAL) {
        let text = posenc::question::format::shortest(x);
        prop_assert_eq!(number(&text).to_bits(), x.to_bits(), "{}", text);
    }

    #[test]
    fn nothing_panics_on_any_text(text in ".{0,60}") {
        let _ = parse(&text).and_then(|ast| eval(&ast, &Env::new()));
    }

    #[test]
    fn nothing_panics_on_what_looks_like_an_expression(
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "1", "2.5", "1e3", "e", "pi", "√", "(", ")", "[", "]", ",", "+", "-", "*", "/", "^", "<", "==", "and", "not ",
            "if(", "rope(", "softmax(", "max(", "layout=", "\"half\"", "½", "²", "π", " ", "x", "alibi_bias(", "%", "!", ".", "0x",
        ]), 0..24)
    ) {
        let text = parts.concat();
        match parse(&text).and_then(|ast| eval(&ast, &Env::new())) {
            Ok(Value::Num(x)) => prop_assert!(!x.is_nan() && x != f64::INFINITY, "{} = {}", text, x),
            Ok(_) => {}
            Err(e) => prop_assert!(text.get(e.span.0..e.span.1).is_some(), "{}: {:?}", text, e),
        }
    }

    #[test]
    fn sums_products_and_powers_bind_as_in_rust(a in 1i32..50, b in 1i32..50, c in 1i32..5) {
        let (x, y, z) = (f64::from(a), f64::from(b), f64::from(c));
        prop_assert_eq!(number(&format!("{a}-{b}*{c}")), x - y * z);
        prop_assert_eq!(number(&format!("{a}/{b}/{c}")), x / y / z);
        prop_assert_eq!(number(&format!("-{a}^{c}")), -libm::pow(x, f64::from(c)));
        prop_assert_eq!(number(&format!("({a}+{b})*{c}")), (x + y) * z);
    }
}

#[test]
fn a_number_with_an_exponent_may_be_followed_by_another_argument() {
    assert_eq!(number("max(1e3,5)"), 1000.0);
    assert_eq!(value("[1e3,2]"), Value::from(vec![1000.0, 2.0]));
    assert_eq!(value("softmax([1e308,1e308])"), Value::from(vec![0.5, 0.5]));
    assert!(matches!(error("1e3.5").kind, ErrorKind::ExponentFraction(_)));
}

#[test]
fn an_expression_that_loops_for_long_is_refused_wherever_it_runs() {
    let slow = vec!["pe_dot(1, 2, 65536)"; 40].join(" + ");
    let error = error(&slow);
    assert!(matches!(error.kind, ErrorKind::TooSlow(_)), "{error}");
    assert!(error.to_string().contains("shorter lists"), "{error}");
    // Lists of lists grow without any function.
    let mut env = Env::new();
    let mut steps = Vec::new();
    for _ in 0..6 {
        let ast = parse(&format!("[{}]", vec!["v"; 300].join(", "))).unwrap();
        if env.get("v").is_none() {
            env.set("v", 1.0);
        }
        match eval(&ast, &env) {
            Ok(value) => env.set("v", value),
            Err(error) => return assert!(matches!(error.kind, ErrorKind::TooSlow(_)), "{error}"),
        }
        steps.push(env.work());
    }
    panic!("nothing stopped it: {steps:?}");
}

#[test]
fn evaluations_with_the_same_names_share_one_limit() {
    let ast = parse("pe_dot(1, 2, 65536)").unwrap();
    let env = Env::new();
    let count = (0..100).take_while(|_| eval(&ast, &env.clone()).is_ok()).count();
    assert_eq!(count, 15, "each counts its 65,536 coordinates");
}

#[test]
fn what_is_too_large_is_not_called_broken() {
    let said = error("alibi_slopes(1e18)").to_string();
    assert!(said.contains("at most 2^53") && !said.contains("whole"), "{said}");
    assert!(error("sin(1, 2)").to_string().contains("at most 1 argument:"));
    assert!(error("sinusoidal(1, 512, 512)").to_string().contains("from 0 to 511"));
}

#[test]
fn a_remainder_is_nearer_to_0_than_its_divisor() {
    for (text, b) in [("mod(-1e-20, 7)", 7.0), ("mod(1e-20, -7)", -7.0_f64), ("mod(-1e-300, 1e-10)", 1e-10)] {
        let rest = number(text);
        assert!(rest.abs() < b.abs() && (rest < 0.0) == (b < 0.0), "{text} = {rest}");
    }
    assert_eq!(number("mod(-1, 7)"), 6.0);
}
