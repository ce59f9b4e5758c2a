//! What the rules for reading past the trained length promise, whatever the numbers.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where it fails")]

use std::f64::consts::TAU;

use posenc::math::MathError;
use posenc::math::rope::scaling::{
    Attention, Band, Llama3, LongRope, Ramp, Scaling, Yarn, dynamic_ntk_base, longrope_factor, position_interpolation,
    yarn_mscale,
};
use posenc::math::rope::{Options, inv_freqs, ntk_base};
use proptest::prelude::*;

fn plain(dim: usize, base: f64) -> Vec<f64> {
    inv_freqs(dim, &Options { base, ..Options::default() }).unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

fn widths() -> impl Strategy<Value = usize> {
    (2_usize..=128).prop_map(|pairs| 2 * pairs)
}

proptest! {
    #[test]
    fn the_ntk_base_keeps_the_first_pair_and_divides_the_last_by_the_scale(
        dim in widths(), base in 10.0..1e7_f64, scale in 1.0..64.0_f64,
    ) {
        let (before, after) = (plain(dim, base), Scaling::Ntk { scale }.inv_freqs(dim, base).unwrap());
        prop_assert_eq!(after[0], before[0]);
        prop_assert!(near(after[dim / 2 - 1], before[dim / 2 - 1] / scale));
    }

    #[test]
    fn a_scale_of_1_changes_nothing(dim in widths(), base in 10.0..1e7_f64) {
        let before = plain(dim, base);
        let ones = vec![1.0; dim / 2];
        let rules = [
            Scaling::None,
            Scaling::Linear { scale: 1.0 },
            Scaling::Ntk { scale: 1.0 },
            Scaling::DynamicNtk { scale: 1.0, length: 2048, trained: 2048 },
            Scaling::Yarn(Yarn::new(1.0, 2048)),
            Scaling::Llama3(Llama3 { scale: 1.0, ..Llama3::default() }),
            Scaling::LongRope(LongRope { short: ones.clone(), long: ones, length: 9, trained: 8, scale: 1.0 }),
        ];
        for rule in rules {
            let after = rule.inv_freqs(dim, base).unwrap();
            prop_assert!(before.iter().zip(&after).all(|(a, b)| near(*a, *b)), "{:?}", rule);
            prop_assert_eq!(rule.attention_factor().unwrap(), 1.0);
        }
    }

    #[test]
    fn every_rule_stays_between_the_trained_frequency_and_position_interpolation(
        dim in widths(), base in 100.0..1e7_f64, scale in 1.0..64.0_f64, trained in 64_u64..100_000,
    ) {
        let before = plain(dim, base);
        let yarn = Yarn::new(scale, trained);
        let rules = [
            Scaling::Ntk { scale },
            Scaling::Yarn(yarn),
            Scaling::Yarn(Yarn { truncate: false, ..yarn }),
            Scaling::Yarn(Yarn { ramp: Ramp::Turns, ..yarn }),
            Scaling::Llama3(Llama3 { scale, trained, ..Llama3::default() }),
        ];
        for rule in rules {
            for (pair, theta) in rule.inv_freqs(dim, base).unwrap().into_iter().enumerate() {
                let room = 1e-12 * before[pair];
                prop_assert!(theta <= before[pair] + room && theta >= before[pair] / scale - room, "{:?} {}", rule, pair);
            }
        }
    }

    #[test]
    fn by_turns_fast_pairs_are_left_alone_and_slow_ones_interpolated(
        dim in widths(), base in 100.0..1e7_f64, scale in 1.5..64.0_f64, trained in 64_u64..100_000,
    ) {
        let rule = Yarn { ramp: Ramp::Turns, ..Yarn::new(scale, trained) };
        for (theta, scaled) in plain(dim, base).into_iter().zip(rule.inv_freqs(dim, base).unwrap()) {
            let turns = trained as f64 * theta / TAU;
            if turns >= 32.0 {
                prop_assert_eq!(scaled, theta);
            } else if turns <= 1.0 {
                prop_assert!(near(scaled, theta / scale));
            }
        }
    }

    #[test]
    fn llama3_has_no_step_where_its_bands_meet(scale in 1.0..64.0_f64, trained in 64_u64..100_000) {
        let rule = Llama3 { scale, trained, ..Llama3::default() };
        for (turns, outer) in [(rule.low, 1.0 / scale), (rule.high, 1.0)] {
            // A single pair of this frequency: dim 4 with the base that gives it to pair 1.
            let theta = turns * TAU / trained as f64;
            for nudged in [theta * (1.0 - 1e-9), theta * (1.0 + 1e-9)] {
                let scaled = rule.inv_freqs(4, 1.0 / (nudged * nudged)).unwrap()[1];
                prop_assert!((scaled / nudged - outer).abs() < 1e-7, "{} of {}", scaled, nudged);
            }
        }
    }

    #[test]
    fn dynamic_ntk_waits_for_the_trained_length_and_then_grows(
        dim in widths(), scale in 1.0..16.0_f64, trained in 1_u64..10_000, more in 1_u64..100_000,
    ) {
        let at = |length| dynamic_ntk_base(10_000.0, scale, length, trained, dim).unwrap();
        prop_assert_eq!(at(0), 10_000.0);
        prop_assert_eq!(at(trained), 10_000.0);
        prop_assert!(at(trained + more) > at(trained));
        // With s = 1 the scale is the stretch itself.
        let plain = ntk_base(10_000.0, (trained + more) as f64 / trained as f64, dim).unwrap();
        prop_assert!(near(dynamic_ntk_base(10_000.0, 1.0, trained + more, trained, dim).unwrap(), plain));
    }

    #[test]
    fn interpolated_positions_fit_the_trained_length(trained in 1_u64..10_000, times in 1_u64..64, share in 0.0..1.0_f64) {
        let longer = trained * times;
        let pos = (share * longer as f64) as i64;
        prop_assert!(position_interpolation(pos, trained, longer).unwrap() < trained as f64);
    }
}

#[test]
fn llama_3_1_keeps_29_pairs_blends_6_and_divides_29() {
    let rule = Llama3::default();
    let bands: Vec<Band> = plain(128, 500_000.0).into_iter().map(|theta| rule.band(theta).unwrap()).collect();
    let count = |band| bands.iter().filter(|b| **b == band).count();
    assert_eq!((count(Band::Kept), count(Band::Blended), count(Band::Divided)), (29, 6, 29));
}

#[test]
fn the_two_ramps_of_yarn_are_different_curves() {
    let code = Yarn::new(16.0, 4096);
    let paper = Yarn { ramp: Ramp::Turns, ..code };
    let (code, paper) = (code.ramp(128, 10_000.0).unwrap(), paper.ramp(128, 10_000.0).unwrap());
    assert!(code.iter().zip(&paper).any(|(a, b)| (a - b).abs() > 0.2));
    assert!(code.is_sorted() && paper.is_sorted());
}

#[test]
fn logits_get_the_square_of_the_factor() {
    let square = |scale: f64| {
        let factor = yarn_mscale(scale, 1.0).unwrap();
        factor * factor
    };
    assert!((square(16.0) - 1.6314).abs() < 1e-4);
    assert!((square(40.0) - 1.87385).abs() < 1e-5);
    assert_eq!(yarn_mscale(0.5, 1.0).unwrap(), 1.0);
    assert_eq!(longrope_factor(1.0, 4096).unwrap(), 1.0);
}

#[test]
fn what_has_no_value_is_refused_by_name() {
    let no = |result: Result<Vec<f64>, MathError>| result.unwrap_err().to_string();
    assert!(no(Scaling::Ntk { scale: 2.0 }.inv_freqs(2, 1e4)).contains("head_dim = 2"));
    assert!(no(Scaling::Linear { scale: 0.0 }.inv_freqs(8, 1e4)).contains("scale = 0"));
    assert!(no(Scaling::Linear { scale: f64::NAN }.inv_freqs(8, 1e4)).contains("scale"));
    assert!(no(Scaling::Yarn(Yarn::new(2.0, 0)).inv_freqs(8, 1e4)).contains("trained length"));
    assert!(no(Scaling::Yarn(Yarn::new(2.0, 64)).inv_freqs(8, 1.0)).contains("base = 1"));
    let crossed = Yarn { beta_fast: 1.0, ..Yarn::new(2.0, 64) };
    assert!(no(crossed.inv_freqs(8, 1e4)).contains("beta_fast"));
    let short = LongRope { short: vec![1.0; 3], long: vec![1.0; 4], length: 1, trained: 64, scale: 1.0 };
    assert!(no(short.inv_freqs(8, 1e4)).contains("short factors has length 3"));
    let bands = Llama3 { high: 1.0, ..Llama3::default() };
    assert!(no(bands.inv_freqs(8, 1e4)).contains("high = 1"));
    assert!(longrope_factor(2.0, 1).is_err());
    let fixed = Yarn { attention: Attention::Fixed(1.5), ..Yarn::new(2.0, 64) };
    assert_eq!(fixed.attention_factor().unwrap(), 1.5);
}
