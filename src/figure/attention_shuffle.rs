//! P2: the attention weights of one layer before and after a shuffle: the same numbers under new labels.

use ndarray::Array2;

use super::cards::{ORDER, SWAP, TOKENS, first_copy, order, word};
use super::parts::{axis, down, panel, picture, readout, s, snap};
use super::{
    Axis, Cells, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings,
    number,
};
use crate::math::attention::Mask;
use crate::math::num::SplitMix64;
use crate::math::toy;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "attention-shuffle",
    number: "P2",
    title: "Attention weights under a shuffle",
    scheme: Scheme::Order,
    summary: "Move the words and the weights move with them: rows and columns change labels, no number is new.",
    section: "order-blindness",
    knobs: &[
        ORDER,
        SWAP,
        Knob::choice("mask", "what a word may look at", &["none", "causal"], "none").landmarks(&[Landmark {
            value: "causal",
            why: "the mask cuts by place, not by word, so new numbers appear",
        }]),
        Knob::int("seed", "another set of random word vectors and weights", 1, 99, "7"),
    ],
    animates: Some("order"),
    build,
    probe,
};

const WIDTH: usize = 4;
/// Weights differ if they do in the last decimal that is printed.
const NOTHING: f64 = 1e-9;

struct Setup {
    order: [usize; TOKENS],
    mask: Mask,
    seed: u64,
}

/// Weights by place: a row a query, a column a key; NaN where the mask forbids to look.
type Weights = [[f64; TOKENS]; TOKENS];

fn setup(settings: &Settings) -> Setup {
    Setup {
        order: order(settings),
        mask: if settings.get_choice("mask") == "causal" { Mask::Causal } else { Mask::None },
        seed: settings.get_int("seed").max(0) as u64,
    }
}

const AS_WRITTEN: [usize; TOKENS] = [0, 1, 2, 3, 4];

impl Setup {
    /// The weights of one attention layer for the cards in this order.
    fn weights(&self, order: &[usize; TOKENS]) -> Weights {
        // Twice the usual size: a random layer attends almost evenly, and even rows say nothing.
        let words = SplitMix64::new(self.seed).array(TOKENS, WIDTH, 2.0);
        let mut x = Array2::zeros((TOKENS, WIDTH));
        for (mut row, card) in x.rows_mut().into_iter().zip(order) {
            row.assign(&words.row(first_copy(*card)));
        }
        // The shapes fit by construction; should they ever not, an empty matrix is better than none.
        let trace = toy::EncoderStack::new(1, WIDTH, self.mask, self.seed).and_then(|stack| stack.trace(x.view()));
        let weights = trace.ok().and_then(|t| t.attended.into_iter().next()).map(|a| a.weights);
        let at = |query, key| match &weights {
            Some(_) if self.mask == Mask::Causal && key > query => f64::NAN,
            Some(w) => w.get((query, key)).copied().unwrap_or(f64::NAN),
            None => f64::NAN,
        };
        std::array::from_fn(|query| std::array::from_fn(|key| at(query, key)))
    }

    /// The largest difference between the shuffled weights and the old ones under their new labels, over the pairs of words
    /// that both matrices show.
    fn change(&self, before: &Weights, after: &Weights) -> f64 {
        let pairs = self.order.iter().zip(after).flat_map(|(query, row)| {
            self.order.iter().zip(row).map(move |(key, now)| (before.get(*query).and_then(|r| r.get(*key)), *now))
        });
        let apart = pairs.filter_map(|(old, now)| old.map(|old| (old - now).abs()));
        apart.filter(|d| d.is_finite()).fold(0.0, f64::max)
    }

    fn moved(&self) -> usize {
        self.order.iter().zip(AS_WRITTEN).filter(|(card, place)| **card != *place).count()
    }
}

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let (before, after) = (it.weights(&AS_WRITTEN), it.weights(&it.order));
    let most = before.iter().chain(&after).flatten().copied().filter(|v| v.is_finite()).fold(0.0, f64::max);
    let panels = vec![matrix("as written", &AS_WRITTEN, &before, most), matrix("shuffled", &it.order, &after, most)];
    let mask = if it.mask == Mask::Causal { "causal mask" } else { "no mask" };
    let mut picture = picture(&INFO, format!("{}  one layer, {mask}", INFO.title), panels);
    picture.table = Some(table(&it, &before, &after));
    picture.notice = notice(&it, &before, &after);
    picture.convention =
        "row = the word that looks (query), column = the word looked at (key); every row adds up to 1; random weights, no positions"
            .to_string();
    picture
}

fn matrix(title: &str, order: &[usize; TOKENS], weights: &Weights, most: f64) -> Panel {
    let values: Vec<f64> = weights.iter().flatten().copied().collect();
    let texts = values.iter().map(|v| if v.is_nan() { String::new() } else { number::fixed(*v, 2) }).collect();
    let places: Vec<f64> = (0..TOKENS).map(|k| k as f64).collect();
    let names = || order.iter().enumerate().map(|(place, card)| (place as f64, word(*card).to_string())).collect();
    let cells = Cells {
        cols: TOKENS,
        rows: TOKENS,
        values,
        min: 0.0,
        max: most.max(0.1),
        signed: false,
        label: "weight".to_string(),
        xs: places.clone(),
        ys: places,
        group: 1,
        units: ["key", "query"],
        texts,
    };
    let edge = TOKENS as f64 - 0.5;
    let x = Axis { names: names(), ..axis("key", -0.5, edge) };
    let y = down(Axis { names: names(), ..axis("query", -0.5, edge) });
    panel(title, x, y, vec![Layer::Cells(cells)])
}

/// The weights from smallest to largest: the same list before and after, if no number is new.
fn sorted(weights: &Weights) -> Vec<f64> {
    let mut all: Vec<f64> = weights.iter().flatten().copied().filter(|v| v.is_finite()).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// How many of the shuffled matrix's numbers aren't in the first one.
fn new_numbers(before: &Weights, after: &Weights) -> usize {
    let old = sorted(before);
    sorted(after).into_iter().filter(|v| !old.iter().any(|o| (o - v).abs() < NOTHING)).count()
}

fn table(it: &Setup, before: &Weights, after: &Weights) -> DataTable {
    let of = |weights: &Weights, pick: fn(&[f64]) -> Option<&f64>| {
        pick(&sorted(weights)).map_or("–".to_string(), |v| number::fixed(*v, 3))
    };
    let row = |name: &str, a: String, b: String| vec![name.to_string(), a, b];
    DataTable {
        columns: ["", "before", "after"].map(String::from).to_vec(),
        rows: vec![
            row("numbers", sorted(before).len().to_string(), sorted(after).len().to_string()),
            row("smallest", of(before, |w| w.first()), of(after, |w| w.first())),
            row("largest", of(before, |w| w.last()), of(after, |w| w.last())),
            row("new", "–".to_string(), new_numbers(before, after).to_string()),
            row("pairs changed by", "–".to_string(), number::fixed(it.change(before, after), 3)),
        ],
        mark: Some(4),
    }
}

fn notice(it: &Setup, before: &Weights, after: &Weights) -> String {
    let (new, change) = (new_numbers(before, after), number::fixed(it.change(before, after), 3));
    let moved = it.moved();
    if moved == 0 {
        let copies = if it.mask == Mask::None {
            "have the same row"
        } else {
            "have different rows, because the mask cuts them at different places"
        };
        return format!("As written; the two copies of “the” {copies}. Turn swap or order to move the words.");
    }
    if it.mask == Mask::Causal && new > 0 {
        return format!(
            "{new} new number{} appear{}, and pairs of words change by up to {change}: the mask hides by place, so a moved word competes with other words.",
            s(new as i64),
            if new == 1 { "s" } else { "" }
        );
    }
    format!(
        "{moved} words moved, and their rows and columns moved with them: all {} numbers are the old ones (largest change of a pair {change}), so no new one can tell the order.",
        sorted(after).len()
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let last = TOKENS as i64 - 1;
    let (query, key) = (snap(cursor.y, 0, last) as usize, snap(cursor.x, 0, last) as usize);
    let order = if cursor.panel == 0 { AS_WRITTEN } else { it.order };
    let card = |place: usize| order.get(place).copied().unwrap_or(0);
    let at = |weights: &Weights, q: usize, k: usize| {
        let value = weights.get(q).and_then(|r| r.get(k)).copied().unwrap_or(f64::NAN);
        if value.is_nan() { "masked".to_string() } else { number::fixed(value, 4) }
    };
    let (before, here) = (it.weights(&AS_WRITTEN), it.weights(&order));
    readout([
        ("query", format!("{} at place {}", word(card(query)), query + 1)),
        ("key", format!("{} at place {}", word(card(key)), key + 1)),
        ("weight", at(&here, query, key)),
        ("as written", at(&before, card(query), card(key))),
    ])
}
