//! The mathematics against numbers that published libraries printed.
//!
//! `tests/golden/*.json` holds the entries as they were recorded; each names library, version and call. Every entry is walked by its
//! id, an id that no test knows is a failure, and `LEFT_OUT` names the recorded entries that are not here, with the reason.
#![cfg(feature = "app")] // serde_json comes with it
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is missing from a golden file should fail the test"
)]

#[path = "golden/alibi.rs"]
mod alibi;
#[path = "golden/learned.rs"]
mod learned;
#[path = "golden/nope.rs"]
mod nope;
#[path = "golden/rope.rs"]
mod rope;
#[path = "golden/rope_scaling.rs"]
mod rope_scaling;
#[path = "golden/shaw.rs"]
mod shaw;
#[path = "golden/sinusoidal.rs"]
mod sinusoidal;
#[path = "golden/support.rs"]
mod support;

use support::entries;

/// Recorded entries that are not in `tests/golden`, and why.
const LEFT_OUT: &[(&str, &str, &str)] = &[
    (
        "sinusoidal",
        "fairseq_get_embedding_d2_padNone",
        "text of a framework's error (division by zero); ours guards the single pair",
    ),
    ("alibi", "bias_bloom_bf16_h8_positions", "rounding of bf16 arithmetic; ours is f64"),
    ("alibi", "bias_x_transformers_partial_heads", "heads left without a bias: a switch of that library, no formula"),
    (
        "learned_positions",
        "t2t_add_positional_embedding_len3_max4",
        "adds zeros past the table; ours refuses a missing row",
    ),
    (
        "learned_positions",
        "t2t_add_positional_embedding_len6_max4",
        "adds zeros past the table; ours refuses a missing row",
    ),
    (
        "rope_scaling",
        "keras_hub_dynamic_f4_d64",
        "divides every frequency by s^(d/(d-2)) under the name dynamic; the rule changes the base",
    ),
    ("learned_positions", "jax_take_oob_default", "gives NaN past the table; ours refuses a missing row"),
    ("learned_positions", "flax_embed_oob", "gives NaN past the table; ours refuses a missing row"),
];

#[test]
fn what_is_left_out_is_not_in_the_files_and_has_a_reason() {
    for (topic, id, reason) in LEFT_OUT {
        assert!(entries(topic).iter().all(|e| e.id() != *id), "{id} is in {topic}.json after all");
        assert!(reason.len() > 20, "{id} needs a reason");
    }
}
