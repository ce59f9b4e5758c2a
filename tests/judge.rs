//! Marking: one rule, and the order in which things are said.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a test stops where it fails"
)]

use std::collections::BTreeMap;

use posenc::content::model::{Round, RubricPoint, Tolerance};
use posenc::question::{
    Ask, Asked, ChoiceOption, Instance, JudgeOptions, Mistake, Response, Verdict, judge, judge_rubric,
};

fn asked(value: f64, round: Round) -> Asked {
    Asked { label: "value".into(), unit: None, round, value, also: vec![], expressions: true, infinity: false }
}

fn instance(ask: Ask) -> Instance {
    Instance {
        id: "q".into(),
        seed: "K3F9".into(),
        code: "K3F9-7QX2".into(),
        prompt: String::new(),
        convention: None,
        ask,
        hints: vec![],
        steps: vec![],
        context: None,
        figure: None,
        drawn: BTreeMap::new(),
    }
}

fn verdict(asked: Asked, mistakes: &[(&str, f64)], typed: &str) -> Verdict {
    let mistakes = mistakes
        .iter()
        .map(|&(code, value)| Mistake { code: code.into(), answer: 0, value, say: format!("{code}!"), step: Some(1) })
        .collect();
    let ask = Ask::Numbers { answers: vec![asked], mistakes };
    judge(&instance(ask), &Response::Typed(vec![typed.into()]), &JudgeOptions::default())
}

fn two_decimals(typed: &str) -> Verdict {
    verdict(asked(0.841_470_984_8, Round::Decimals(2)), &[], typed)
}

fn note(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::Wrong { note } | Verdict::Right { note } => note.as_deref().unwrap_or(""),
        Verdict::OtherForm { note } => note,
        Verdict::Mistake { say, .. } | Verdict::TooFewDigits { say } | Verdict::NotReadable { say } => say,
    }
}

#[test]
fn sin_1_at_two_decimals_however_it_is_typed() {
    for typed in ["0.84", "0.8415", "0.841", "0.842", "0.840", ".84", "8.4e-1", "21/25", "sin(1)", "0.84147098"] {
        assert!(two_decimals(typed).is_right(), "{typed}: {:?}", two_decimals(typed));
    }
    for typed in ["0.846", "0.8465", "0.83", "0.86", "0.80"] {
        assert_eq!(two_decimals(typed).word(), "wrong", "{typed}");
    }
    assert!(note(&two_decimals("0.85")).contains("rounded the wrong way?"));
    assert_eq!(two_decimals("0.8"), Verdict::TooFewDigits { say: "Give 2 decimals.".into() });
    assert!(!two_decimals("0.8").counts());
}

#[test]
fn right_is_tested_before_too_few_digits() {
    let key = || asked(0.8996, Round::Decimals(2));
    assert!(verdict(key(), &[], "0.9").is_right());
    assert!(verdict(key(), &[], "0.90").is_right());
    assert_eq!(verdict(key(), &[], "1").word(), "too-few-digits");
}

#[test]
fn too_few_digits_is_only_for_the_right_value() {
    assert_eq!(two_decimals("0.7").word(), "wrong");
    assert_eq!(verdict(asked(7.389, Round::Figures(3)), &[], "7.4").word(), "too-few-digits");
    assert_eq!(verdict(asked(7.389, Round::Figures(3)), &[], "7.3").word(), "wrong");
}

#[test]
fn both_neighbours_are_right_on_an_exact_tie() {
    for typed in ["0.12", "0.13", "0.125"] {
        assert!(verdict(asked(0.125, Round::Decimals(2)), &[], typed).is_right(), "{typed}");
    }
    assert!(verdict(asked(-2.5, Round::Decimals(0)), &[], "-2").is_right());
}

#[test]
fn the_key_of_the_numbers_shown_is_right_too() {
    let mut key = asked(1.2345, Round::Decimals(2));
    key.also = vec![1.2369];
    assert!(verdict(key.clone(), &[], "1.23").is_right());
    assert!(verdict(key, &[], "1.24").is_right());
}

#[test]
fn whole_numbers_and_exact_values_are_exact() {
    let whole = || asked(188.0, Round::Integer(true));
    assert!(verdict(whole(), &[], "188.0").is_right());
    assert!(!verdict(whole(), &[], "188.3").is_right());
    assert!(!verdict(whole(), &[], "187").is_right());
    assert!(verdict(asked(-3.5, Round::Exact(true)), &[], "-7/2").is_right());
    assert!(!verdict(asked(-3.5, Round::Exact(true)), &[], "-3.49").is_right());
}

#[test]
fn where_a_whole_number_is_asked_one_that_rounds_to_it_costs_nothing() {
    let whole = |value| asked(value, Round::Integer(true));
    for (key, typed) in [(51.0, "51.0003"), (51.0, "50.99"), (6.0, "1/0.1667"), (96.0, "ln(20)*32"), (-16.0, "-16.2")] {
        let said = verdict(whole(key), &[], typed);
        assert_eq!(said, Verdict::TooFewDigits { say: "Give a whole number.".into() }, "{typed} for {key}");
    }
    let said = verdict(whole(96.0), &[], "95.2");
    assert_eq!(said.word(), "wrong", "it rounds to 95");
    assert!(note(&said).contains("whole number is asked"), "{said:?}");
    let own = verdict(whole(2.0), &[("NOFREQ", 1.7)], "1.7");
    assert!(matches!(own, Verdict::Mistake { ref code, .. } if code == "NOFREQ"), "{own:?}");
}

#[test]
fn an_answer_in_another_unit_is_judged_by_the_digits_typed_there() {
    let nats = || Asked { unit: Some("nats".into()), ..asked(6.426_488_457_457_69, Round::Decimals(3)) };
    for typed in ["9.271 bits", "9.2715 bits", "9.27146 bits", "6.426 nats"] {
        assert!(verdict(nats(), &[], typed).is_right(), "{typed}: {:?}", verdict(nats(), &[], typed));
    }
    assert_eq!(verdict(nats(), &[], "9.27 bits"), Verdict::TooFewDigits { say: "Give 3 decimals in bits.".into() });
    assert_eq!(verdict(nats(), &[], "9.28 bits").word(), "wrong");
    let angle = |value| Asked { unit: Some("rad".into()), ..asked(value, Round::Decimals(3)) };
    // -0.722 rad is -41.3676 degrees.
    for typed in ["-41.37 deg", "-41.368°", "-41.3676 deg", "318.63 deg"] {
        assert!(verdict(angle(-0.722), &[], typed).is_right(), "{typed}: {:?}", verdict(angle(-0.722), &[], typed));
    }
    for typed in ["-41.4 deg", "-41 deg", "318.6 deg", "5.56", "5.6 rad"] {
        assert_eq!(verdict(angle(-0.722), &[], typed).word(), "too-few-digits", "{typed}");
    }
    assert_eq!(note(&verdict(angle(-0.722), &[], "-41.4 deg")), "Give 2 decimals in deg.");
    assert_eq!(verdict(angle(-0.722), &[], "-41.5 deg").word(), "wrong");
    let back = [("BACK", 0.3)];
    assert_eq!(verdict(angle(-0.722), &back, "17.19 deg").word(), "mistake");
}

#[test]
fn the_first_word_of_a_unit_is_enough() {
    let key = || Asked { unit: Some("rad per position".into()), ..asked(0.0178, Round::Figures(3)) };
    for typed in ["0.0178 rad", "0.0178 rad per position", "0.0178", "1.0199 deg"] {
        assert!(verdict(key(), &[], typed).is_right(), "{typed}: {:?}", verdict(key(), &[], typed));
    }
    assert_eq!(verdict(key(), &[], "6.301").word(), "wrong", "a frequency is no direction");
}

#[test]
fn a_count_is_not_off_by_a_power_of_ten() {
    let count = |key, typed: &str| verdict(asked(key, Round::Integer(true)), &[], typed);
    assert_eq!(count(12.0, "120").word(), "wrong");
    assert_eq!(count(60.0, "6").word(), "wrong");
    assert!(note(&count(786_432.0, "7864320")).contains("10 times too large"));
}

#[test]
fn what_is_within_reach_of_the_right_answer_explains_nothing() {
    let near = Round::Within(Tolerance { atol: 0.0, rtol: 0.1 });
    assert_eq!(verdict(asked(0.955, near), &[], "1.06").word(), "wrong");
    assert!(note(&verdict(asked(0.5, near), &[], "2.1")).contains("Upside down"));
}

#[test]
fn two_right_numbers_in_each_other_s_place_are_swapped() {
    let answer = |label: &str, value| Asked { label: label.into(), ..asked(value, Round::Integer(true)) };
    let mistakes =
        vec![Mistake { code: "ROW_RAW".into(), answer: 1, value: 32.0, say: "the offset".into(), step: Some(3) }];
    let both = instance(Ask::Numbers { answers: vec![answer("offset", 32.0), answer("row", 64.0)], mistakes });
    let say = |a: &str, b: &str| judge(&both, &Response::Typed(vec![a.into(), b.into()]), &JudgeOptions::default());
    let Verdict::Mistake { code, say: text, .. } = say("64", "32") else { panic!("{:?}", say("64", "32")) };
    assert_eq!((code.as_str(), text.contains("swapped: first offset, then row")), ("SWAPPED", true), "{text}");
    assert!(say("32", "64").is_right());
    assert!(note(&say("32", "32")).contains("the offset"));
    assert!(posenc::question::judge::general_name("SWAPPED").is_some());
}

#[test]
fn what_can_be_read_in_two_ways_says_what_makes_it_one() {
    let key = || asked(3.34, Round::Decimals(2));
    let product = verdict(key(), &[], "1/2pi");
    assert!(note(&product).contains("Put brackets") && !note(&product).contains("separator"), "{product:?}");
    assert!(note(&product).contains("1.5707963 or 0.15915494"), "{product:?}");
    assert!(note(&verdict(key(), &[], "1,234")).contains("1234 or 1.234. Type it without the separator"));
    assert!(note(&verdict(key(), &[], "1 100/200")).contains("with a + between them"));
}

#[test]
fn within_a_tolerance_any_way_of_writing_it_is_right() {
    let key = || asked(62.83, Round::Within(Tolerance { atol: 0.0, rtol: 0.1 }));
    for typed in ["60", "62.8", "63", "6e1", "57", "69", "188/3"] {
        assert!(verdict(key(), &[], typed).is_right(), "{typed}: {:?}", verdict(key(), &[], typed));
    }
    assert_eq!(verdict(key(), &[], "50").word(), "wrong");
    assert_eq!(verdict(key(), &[("NO2PI", 10.0)], "10").word(), "mistake");
    assert!(note(&verdict(key(), &[], "-63")).contains("sign"));
    assert!(note(&verdict(key(), &[], "630")).contains("10 times too large"));
}

#[test]
fn a_mistake_that_is_met_exactly_is_none_of_too_few_digits_some_turns_away() {
    let key = || Asked { unit: Some("rad".into()), ..asked(977.0, Round::Decimals(3)) };
    // −977 is 311 turns less than 977.01.
    assert!(note(&verdict(key(), &[("SIGN", -977.0)], "-977")).contains("SIGN"));
    assert_eq!(verdict(key(), &[], "-977").word(), "too-few-digits");
    assert_eq!(verdict(asked(1.7727, Round::Decimals(2)), &[("SQLEN", 2.0)], "2").word(), "too-few-digits");
}

#[test]
fn infinity_is_read_only_where_it_may_be_an_answer() {
    let masked = || Asked { infinity: true, ..asked(f64::NEG_INFINITY, Round::Decimals(3)) };
    for typed in ["-inf", "−∞", "-∞", "-infinity", "= -inf"] {
        assert!(verdict(masked(), &[], typed).is_right(), "{typed}: {:?}", verdict(masked(), &[], typed));
    }
    assert!(note(&verdict(masked(), &[], "inf")).contains("sign"));
    assert_eq!(verdict(masked(), &[("FUTURE", 1.5)], "1.5").word(), "mistake");
    assert_eq!(verdict(masked(), &[], "-1e9").word(), "wrong");
    // A visible entry of the same family: −∞ is a mistake with a name, and no refusal gives it away.
    let visible = Asked { infinity: true, ..asked(-2.0, Round::Decimals(3)) };
    assert_eq!(verdict(visible, &[("HIDDEN", f64::NEG_INFINITY)], "-inf").word(), "mistake");
    assert_eq!(verdict(asked(-2.0, Round::Decimals(3)), &[], "-inf").word(), "not-readable");
}

#[test]
fn figures_count_from_the_first_digit_that_is_not_zero() {
    let key = || asked(40_889.9, Round::Figures(3));
    for typed in ["40900", "4.09e4", "40889.9", "40890"] {
        assert!(verdict(key(), &[], typed).is_right(), "{typed}");
    }
    assert!(note(&verdict(key(), &[], "40800")).contains("rounded the wrong way"));
    assert_eq!(verdict(key(), &[], "40700").word(), "wrong");
    assert_eq!(verdict(key(), &[], "41000").word(), "too-few-digits");
    assert!(verdict(asked(0.000_392_16, Round::Figures(3)), &[], "0.000392").is_right());
}

#[test]
fn the_first_mistake_that_matches_is_named() {
    let mistakes = [("PLUS", 2.0), ("TWIN", 2.001), ("OTHER", 3.0)];
    let said = verdict(asked(1.0, Round::Decimals(2)), &mistakes, "2.00");
    assert_eq!(said, Verdict::Mistake { code: "PLUS".into(), say: "PLUS!".into(), step: Some(1) });
    assert_eq!(verdict(asked(1.0, Round::Decimals(2)), &mistakes, "3").word(), "mistake");
}

#[test]
fn mistakes_that_anybody_makes_are_recognised() {
    let key = |unit: &str| Asked { unit: Some(unit.into()), ..asked(0.8415, Round::Decimals(2)) };
    assert!(note(&two_decimals("-0.84")).contains("sign"));
    assert!(note(&two_decimals("8.41")).contains("10 times too large"));
    assert!(note(&two_decimals("1.19")).contains("Upside down"));
    assert!(note(&verdict(key("rad"), &[], "48.21")).contains("degrees"));
    assert_eq!(note(&two_decimals("0.55")), "");
    let degrees = Asked { unit: Some("deg".into()), ..asked(57.2958, Round::Decimals(2)) };
    assert!(note(&verdict(degrees.clone(), &[], "1.00")).contains("radians"));
    assert_eq!(verdict(degrees, &[], "417.2958").word(), "other-form");
}

#[test]
fn a_mistake_that_anybody_makes_has_a_code_for_the_log() {
    let code = |said: Verdict| match said {
        Verdict::Mistake { code, step: None, .. } => code,
        other => panic!("{other:?}"),
    };
    let found = ["-0.84", "0.85", "8.41", "1.19"].map(|typed| code(two_decimals(typed)));
    assert_eq!(found, ["SIGN", "ROUND", "TEN", "INV"]);
    assert!(found.iter().all(|code| posenc::question::judge::general_name(code).is_some()));
}

#[test]
fn a_family_s_own_mistake_goes_before_the_general_one() {
    let said = verdict(asked(2.0, Round::Decimals(2)), &[("MINE", -2.0)], "-2");
    assert_eq!(said, Verdict::Mistake { code: "MINE".into(), say: "MINE!".into(), step: Some(1) });
}

#[test]
fn a_mistaken_angle_is_named_whole_turns_away_too() {
    let key = || Asked { unit: Some("rad".into()), ..asked(1.0, Round::Decimals(2)) };
    let said = verdict(key(), &[("BACK", -1.5)], "4.783");
    assert!(matches!(said, Verdict::Mistake { ref code, .. } if code == "BACK"), "{said:?}");
}

#[test]
fn a_wide_tolerance_makes_no_angle_the_same_as_any_other() {
    let near = Round::Within(Tolerance { atol: 0.0, rtol: 0.1 });
    let key = |value| Asked { unit: Some("rad".into()), ..asked(value, near) };
    let far = [("DEG", 150.0)];
    assert_eq!(verdict(key(2.618), &far, "3").word(), "wrong", "a tenth of 150 is more than a turn");
    assert_eq!(verdict(key(100.0), &[], "52").word(), "wrong");
    assert_eq!(verdict(key(1.0), &[], "7.28").word(), "other-form");
}

#[test]
fn without_a_rounding_rule_the_tolerance_decides() {
    let near = |atol, rtol| Round::Within(Tolerance { atol, rtol });
    let key = |round| asked(-4.0, round);
    for typed in ["-4", "-3.6", "-4.4", "-4.00001", "-18/5"] {
        assert!(verdict(key(near(0.0, 0.1)), &[], typed).is_right(), "{typed}");
    }
    for typed in ["-3.59", "-4.41"] {
        assert_eq!(verdict(key(near(0.0, 0.1)), &[], typed).word(), "wrong", "{typed}");
    }
    assert!(verdict(key(near(0.1, 0.1)), &[], "-4.5").is_right(), "atol + rtol·|t|");
    assert!(verdict(asked(0.0, near(0.01, 0.1)), &[], "0.009").is_right(), "near 0 the absolute part decides");
    assert!(note(&verdict(key(near(0.0, 0.1)), &[], "4.1")).contains("sign"));
    assert!(note(&verdict(key(near(0.0, 0.1)), &[("HALF", -2.0)], "-1.9")).contains("HALF"));
    assert!(verdict(key(Round::default()), &[], "-4.04").is_right(), "no rule at all: within 1 %");
}

#[test]
fn an_angle_is_right_up_to_whole_turns() {
    let key = || Asked { unit: Some("rad".into()), ..asked(1.0, Round::Decimals(2)) };
    assert_eq!(verdict(key(), &[], "7.28").word(), "other-form");
    assert_eq!(verdict(key(), &[], "-5.28").word(), "other-form");
    assert_eq!(verdict(key(), &[], "4.14").word(), "wrong");
    assert_eq!(verdict(asked(1.0, Round::Decimals(2)), &[], "7.28").word(), "wrong");
}

#[test]
fn what_cannot_be_read_costs_nothing() {
    for typed in ["", "   ", "abc", "0.8.4"] {
        let said = two_decimals(typed);
        assert_eq!(said.word(), "not-readable", "{typed}");
        assert!(!said.counts() && !note(&said).is_empty());
    }
}

#[test]
fn of_several_answers_the_one_that_is_off_is_named() {
    let answer = |label: &str, value| Asked { label: label.into(), ..asked(value, Round::Integer(true)) };
    let ask = Ask::Numbers { answers: vec![answer("clipped offset", -16.0), answer("row", 0.0)], mistakes: vec![] };
    let both = instance(ask);
    let say = |a: &str, b: &str| judge(&both, &Response::Typed(vec![a.into(), b.into()]), &JudgeOptions::default());
    assert!(say("-16", "0").is_right());
    assert_eq!(note(&say("-16", "7")), "row: this one is off.");
    assert!(note(&say("16", "0")).starts_with("clipped offset: "));
    assert_eq!(note(&say("-16", "")), "row: Nothing typed yet.");
    assert!(!say("-16", "").counts());
}

#[test]
fn a_wrong_option_comes_with_its_reason() {
    let option = |text: &str, right, reason: Option<&str>| ChoiceOption {
        text: text.into(),
        right,
        reason: reason.map(Into::into),
    };
    let options = vec![option("a", true, None), option("b", false, Some("because")), option("c", true, None)];
    let ask = instance(Ask::Choice { options, many: true });
    let choose = |chosen: &[usize]| judge(&ask, &Response::Chosen(chosen.to_vec()), &JudgeOptions::default());
    assert!(choose(&[2, 0]).is_right());
    assert_eq!(choose(&[0, 1, 2]), Verdict::Wrong { note: Some("because".into()) });
    assert!(note(&choose(&[0])).contains("one more"));
    assert!(!choose(&[]).counts());
}

#[test]
fn words_are_compared_trimmed_and_without_case() {
    let ask = instance(Ask::Text { accepted: vec!["Rotary embedding".into()], response: "short".into() });
    let say = |text: &str| judge(&ask, &Response::Text(text.into()), &JudgeOptions::default());
    assert!(say("  rotary  EMBEDDING ").is_right());
    assert_eq!(say("alibi").word(), "wrong");
    assert!(!say(" ").counts());
}

#[test]
fn a_program_is_traced_to_its_output() {
    let ask = instance(Ask::Tracing { program: String::new(), does_compile: true, stdout: "3\n".into() });
    let say = |compiles, text: &str| judge(&ask, &Response::Traced(compiles, text.into()), &JudgeOptions::default());
    assert!(say(true, "3").is_right());
    assert_eq!(note(&say(false, "")), "It does compile.");
    assert_eq!(say(true, "4").word(), "wrong");
}

#[test]
fn a_bonus_point_is_not_needed() {
    let point = |bonus| RubricPoint { point: "p".into(), bonus, terms: Vec::new() };
    let points = [point(false), point(true), point(false)];
    assert!(judge_rubric(&points, &[0, 2]).is_right());
    assert_eq!(judge_rubric(&points, &[0, 1]), Verdict::Wrong { note: Some("1 of 2 points.".into()) });
}
