//! Rules for reading past the trained length.

use super::support::{Entry, close, entries, list};
use posenc::math::rope::scaling::{Attention, Llama3, LongRope, Scaling, Yarn};
use posenc::math::rope::{self, Options, Partial};
use serde_json::Value;

#[test]
fn scaled_frequencies_and_factors_match_the_libraries() {
    for e in entries("rope_scaling") {
        let id = e.id();
        if id.starts_with("dynamic_state_trace") {
            base_that_remembers(&e);
            continue;
        }
        let dim = e.uint("head_dim");
        let recorded = list(&e.output()["inv_freq"]);
        if id.starts_with("proportional") {
            let share = setting(&e, "partial_rotary_factor").unwrap();
            let options = Options {
                base: setting(&e, "rope_theta").unwrap(),
                rotary_dim: Some((share * dim as f64) as usize),
                partial: Partial::Proportional,
                ..Options::default()
            };
            frequencies(id, &rope::inv_freqs(dim, &options).unwrap(), &recorded);
            continue;
        }
        let (rule, base) = match id.split('_').next().unwrap() {
            "keras" => (keras_rule(&e), e.input("theta").as_f64().unwrap()),
            name => (transformers_rule(&e, name), setting(&e, "rope_theta").unwrap()),
        };
        frequencies(id, &rule.inv_freqs(dim, base).unwrap(), &recorded);
        if let Some(factor) = e.output()["attention_factor"].as_f64() {
            close(id, rule.attention_factor().unwrap(), factor, 1e-12);
        }
    }
}

/// f32 frequencies: 8e-7, measured over all of them. A pair that stands still is exact.
fn frequencies(id: &str, got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len(), "{id}");
    for (got, want) in got.iter().zip(want) {
        close(id, *got, *want, 8e-7 * want);
    }
}

/// A number of `rope_parameters`.
fn setting(e: &Entry, name: &str) -> Option<f64> {
    e.input("rope_parameters")[name].as_f64()
}

fn transformers_rule(e: &Entry, name: &str) -> Scaling {
    let (longest, length) = (e.uint("max_position_embeddings") as u64, e.input("seq_len").as_u64());
    let trained = setting(e, "original_max_position_embeddings").map_or(longest, |n| n as u64);
    let scale = setting(e, "factor").unwrap_or(longest as f64 / trained as f64);
    match name {
        "linear" => Scaling::Linear { scale },
        "dynamic" => Scaling::DynamicNtk { scale, length: length.unwrap(), trained },
        "yarn" => {
            let plain = Yarn::new(scale, trained);
            let attention = match (setting(e, "mscale"), setting(e, "mscale_all_dim"), setting(e, "attention_factor")) {
                (_, _, Some(factor)) => Attention::Fixed(factor),
                // A zero counts as not given.
                (Some(mscale), Some(all), None) if mscale != 0.0 && all != 0.0 => Attention::Ratio { mscale, all },
                _ => Attention::Paper,
            };
            Scaling::Yarn(Yarn {
                beta_fast: setting(e, "beta_fast").unwrap_or(plain.beta_fast),
                beta_slow: setting(e, "beta_slow").unwrap_or(plain.beta_slow),
                truncate: e.input("rope_parameters")["truncate"].as_bool().unwrap_or(true),
                attention,
                ..plain
            })
        }
        "longrope" => {
            let factors = |which: &str| list(&e.input("rope_parameters")[which]);
            let (short, long) = (factors("short_factor"), factors("long_factor"));
            Scaling::LongRope(LongRope { short, long, length: length.unwrap_or(0), trained, scale })
        }
        "llama3" => {
            let (low, high) = (setting(e, "low_freq_factor").unwrap(), setting(e, "high_freq_factor").unwrap());
            Scaling::Llama3(Llama3 { scale, low, high, trained })
        }
        other => panic!("no test knows {other}"),
    }
}

fn keras_rule(e: &Entry) -> Scaling {
    let scale = e.input("scaling_factor").as_f64().unwrap();
    match e.id() {
        "keras_hub_linear_f4_d64" => Scaling::Linear { scale },
        "keras_hub_yarn_f4_d64" => Scaling::Yarn(Yarn::new(scale, e.uint("original_max_position_embeddings") as u64)),
        other => panic!("no test knows {other}"),
    }
}

/// The library keeps the base of the longest text it has seen, until a text fits the trained length again.
fn base_that_remembers(e: &Entry) {
    let steps: &Vec<Value> = e.output().as_array().unwrap();
    assert_eq!(steps.len(), 3, "{}", e.id());
    for step in steps {
        let length = step["max_seq_len_cached"].as_u64().unwrap();
        let rule = Scaling::DynamicNtk { scale: 2.0, length, trained: 32 };
        frequencies(e.id(), &rule.inv_freqs(e.uint("head_dim"), 10_000.0).unwrap(), &list(&step["inv_freq"]));
    }
}
