//! Which row a token reads, and what happens past the last.

use super::support::{Entry, entries, integers};
use posenc::math::learned::{self, Table};

#[test]
fn learned_position_rules_match_the_libraries() {
    for e in entries("learned_positions") {
        let id = e.id();
        let mask = || -> Vec<bool> { integers(&e.input("attention_mask")[0]).into_iter().map(|m| m == 1).collect() };
        match id {
            _ if id.starts_with("roberta_position_ids") => {
                let pad = e.uint("padding_idx") as i64;
                for (tokens, want) in
                    e.input("input_ids").as_array().unwrap().iter().zip(e.output().as_array().unwrap())
                {
                    assert_eq!(learned::fairseq_positions(&integers(tokens), pad), integers(want), "{id}");
                }
            }
            _ if id.starts_with("roberta_maxpos") => {
                let (rows, pad, len) = (e.uint("max_position_embeddings"), e.uint("pad_token_id"), e.uint("seq_len"));
                let fits = len <= learned::usable_length(rows, pad).unwrap();
                assert_eq!(fits, e.succeeded(), "{id}");
                let tokens = vec![pad as i64 + 1; len];
                let table = Table::seeded(rows, 1, 0).unwrap();
                let read = table.lookup_all(&learned::fairseq_positions(&tokens, pad as i64));
                assert_eq!(read.is_ok(), e.succeeded(), "{id}");
            }
            _ if id.starts_with("opt_rows_used") => {
                assert_eq!(learned::opt_rows(&mask()), integers(&e.output()[0]), "{id}");
            }
            "bart_rows_used" => assert_eq!(learned::bart_rows(e.uint("seq_len")), integers(&e.output()[0])),
            "gpt2_left_pad_position_ids" => {
                let want = integers(&e.input("position_ids_correct")[0]);
                assert_eq!(learned::positions_from_mask(&mask(), 1), want);
            }
            _ => table_edge(&e),
        }
    }
}

/// Libraries that raise past the table: ours refuses the same lookups and no others.
fn table_edge(e: &Entry) {
    let first = |names: &[&str]| names.iter().find_map(|name| e.input(name).as_u64()).map(|n| n as usize);
    let rows = first(&["rows", "n_positions", "max_position_embeddings", "max_seq_len", "sequence_length"])
        .unwrap_or_else(|| panic!("no test knows {}", e.id()));
    let table = Table::seeded(rows, 2, 0).unwrap();
    let positions: Vec<i64> = match (e.input("index").as_i64(), first(&["seq_len"])) {
        (Some(index), _) => vec![index],
        (None, Some(len)) => (0..len as i64).collect(),
        (None, None) => {
            let start = e.uint("start_index") as i64;
            (start..start + e.input("shape")[1].as_i64().unwrap()).collect()
        }
    };
    assert_eq!(table.lookup_all(&positions).is_ok(), e.succeeded(), "{}", e.id());
}
