//! Attention with nothing but its mask.

use super::support::{close, entries, integers, matrix};
use ndarray::{Array2, s};
use posenc::math::attention::{Mask, attention};
use posenc::math::num::max_abs_diff;
use posenc::math::permutation::Permutation;

#[test]
fn attention_without_positions_matches_torch() {
    for e in entries("nope") {
        let x = matrix(e.input("x"));
        let order = integers(e.input("perm")).into_iter().map(|p| p as usize).collect();
        let shuffled = Permutation::new(order).unwrap().apply_rows(x.view()).unwrap();
        match e.id() {
            "unmasked_permutation_equivariance" => {
                let plain = |x: &Array2<f64>| attention(x.view(), x.view(), x.view(), Mask::None, None).unwrap().output;
                e.close_arrays(&plain(&x), &matrix(&e.output()["out"]));
                e.close_arrays(&plain(&shuffled), &matrix(&e.output()["out_of_permuted"]));
            }
            "two_causal_layers_do_see_order" => {
                let causal =
                    |x: &Array2<f64>| attention(x.view(), x.view(), x.view(), Mask::Causal, None).unwrap().output;
                let last = |x: &Array2<f64>| x.slice(s![x.nrows() - 1.., ..]).to_owned();
                let two = |x: &Array2<f64>| last(&causal(&causal(x)));
                let one = max_abs_diff(last(&causal(&x)).view(), last(&causal(&shuffled)).view()).unwrap();
                close("one causal layer is blind to the prefix", one, 0.0, 1e-14);
                let difference = max_abs_diff(two(&x).view(), two(&shuffled).view()).unwrap();
                close(e.id(), difference, e.output()["max_abs_diff_last"].as_f64().unwrap(), 1e-12);
            }
            id => panic!("no test knows {id}"),
        }
    }
}
