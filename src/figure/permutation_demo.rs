//! P1: words as cards, output vectors as bars under each card; shuffle the cards and see what the bars do.

use super::cards::{ORDER, SWAP, TOKENS, first_copy, order, word};
use super::parts::{axis, panel, picture, readout, snap};
use ndarray::Array2;

use super::{
    Axis, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone,
    number,
};
use crate::math::attention::Mask;
use crate::math::num::SplitMix64;
use crate::math::{MathError, sinusoidal, toy};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "permutation-demo",
    number: "P1",
    title: "Shuffle the cards",
    scheme: Scheme::Order,
    summary: "Attention alone does not see the order: the outputs travel with their words.",
    section: "order-blindness",
    knobs: &[
        ORDER,
        SWAP,
        Knob::choice("mask", "what a word may look at", &["none", "causal"], "none").landmarks(&[Landmark {
            value: "causal",
            why: "with one layer the last word still can't see the order before it",
        }]),
        Knob::int("layers", "attention layers", 1, 3, "1")
            .landmarks(&[Landmark { value: "2", why: "with a causal mask, order becomes visible" }]),
        Knob::toggle("positions", "sinusoidal positions are added to the words", "off"),
    ],
    animates: Some("order"),
    build,
    probe,
};

/// Width of a token vector: bars under a card.
const WIDTH: usize = 4;
/// From bar to bar of a card; a fifth leaves one bar of air between cards.
const SPACING: f64 = 0.2;
/// Any seed makes the same point; this one draws legible bars.
const SEED: u64 = 7;

/// The vector of one card.
type Vector = [f64; WIDTH];

/// What the toy model is told to do.
struct Model {
    mask: Mask,
    layers: usize,
    positions: bool,
}

impl Model {
    /// Output vectors, place by place, of the cards in this order.
    fn run(&self, order: &[usize; TOKENS]) -> Result<[Vector; TOKENS], MathError> {
        // One row of random numbers a word; the second "the" takes the row of the first.
        let words = SplitMix64::new(SEED).array(TOKENS, WIDTH, 1.0);
        let mut x = Array2::zeros((TOKENS, WIDTH));
        for (place, (mut row, card)) in x.rows_mut().into_iter().zip(order).enumerate() {
            row.assign(&words.row(first_copy(*card)));
            if self.positions {
                let signal = sinusoidal::row(place as i64, WIDTH, &sinusoidal::Options::default())?;
                row.iter_mut().zip(signal).for_each(|(x, s)| *x += s);
            }
        }
        let out = toy::EncoderStack::new(self.layers, WIDTH, self.mask, SEED)?.forward(x.view())?;
        let vector = |place: usize| std::array::from_fn(|k| out.get((place, k)).copied().unwrap_or(0.0));
        Ok(std::array::from_fn(vector))
    }
}

/// As good as nothing: what rounding leaves.
const NOTHING: f64 = 1e-9;

struct Setup {
    model: Model,
    order: [usize; TOKENS],
}

fn setup(settings: &Settings) -> Setup {
    let model = Model {
        mask: if settings.get_choice("mask") == "causal" { Mask::Causal } else { Mask::None },
        layers: settings.get_int("layers").clamp(1, 3) as usize,
        positions: settings.on("positions"),
    };
    Setup { model, order: order(settings) }
}

/// Largest difference of two vectors, coordinate by coordinate.
fn gap(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

/// Copies of a word share a colour.
fn tone(card: usize) -> Tone {
    Tone::Series(first_copy(card) as u8)
}

/// What the shuffle did to one card.
struct Move {
    card: usize,
    from: usize,
    to: usize,
    gap: f64,
}

struct Outcome {
    before: [Vector; TOKENS],
    after: [Vector; TOKENS],
    moves: Vec<Move>,
}

fn run(it: &Setup) -> Outcome {
    // The shapes fit by construction; should they ever not, empty bars are better than none.
    let outputs = |order: &[usize; TOKENS]| it.model.run(order).unwrap_or_default();
    let (before, after) = (outputs(&std::array::from_fn(|i| i)), outputs(&it.order));
    let moves = it.order.iter().zip(&after).enumerate();
    let moves = moves
        .filter_map(|(to, (card, out))| {
            let gap = gap(before.get(*card)?, out);
            Some(Move { card: *card, from: *card, to, gap })
        })
        .collect();
    Outcome { before, after, moves }
}

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let outcome = run(&it);
    let reach = outcome.before.iter().chain(&outcome.after).flatten().fold(1.0_f64, |a, b| a.max(b.abs()));
    let panels = vec![
        cards("as written", &std::array::from_fn(|i| i), &outcome.before, reach),
        cards("shuffled", &it.order, &outcome.after, reach),
    ];
    let mask = if it.model.mask == Mask::Causal { "causal mask" } else { "no mask" };
    let layers = it.model.layers;
    let title = format!("{}  {mask}, {layers} layer{}", INFO.title, super::parts::s(layers as i64));
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(DataTable {
        columns: ["card", "moved", "bars differ by"].map(String::from).to_vec(),
        rows: outcome.moves.iter().map(row).collect(),
        mark: outcome.moves.iter().position(|m| m.to == TOKENS - 1),
    });
    picture.notice = notice(&it, &outcome);
    let positions = if it.model.positions { "sinusoidal positions added" } else { "no positions" };
    picture.convention = format!("a toy model, one head of width {WIDTH}, {positions}; places and bars count from 1");
    picture
}

/// One panel: names under the bars, four bars a card.
fn cards(title: &str, order: &[usize; TOKENS], outputs: &[Vector; TOKENS], reach: f64) -> Panel {
    let layers = order
        .iter()
        .zip(outputs)
        .enumerate()
        .map(|(place, (card, out))| Layer::Bars {
            name: String::new(),
            tone: tone(*card),
            bars: out.iter().enumerate().map(|(k, v)| (place as f64 + (k as f64 - 1.5) * SPACING, *v)).collect(),
        })
        .collect();
    let names = order.iter().enumerate().map(|(place, card)| (place as f64, word(*card).to_string())).collect();
    let x = Axis { names, ..axis("", -0.5, TOKENS as f64 - 0.5) };
    panel(title, x, axis("output", -reach, reach), layers)
}

fn row(m: &Move) -> Vec<String> {
    let moved = if m.from == m.to { "–".to_string() } else { format!("{} → {}", m.from + 1, m.to + 1) };
    vec![word(m.card).to_string(), moved, number::fixed(m.gap, 3)]
}

/// The sentence follows from what was done: the order, the mask, the layers, the positions, and whether the last card moved.
fn notice(it: &Setup, outcome: &Outcome) -> String {
    let copies = outcome.before.first().zip(outcome.before.get(3)).map_or(0.0, |(a, b)| gap(a, b));
    if it.order == [0, 1, 2, 3, 4] {
        return as_written(it, copies);
    }
    if it.order.iter().enumerate().all(|(place, card)| word(*card) == word(place)) {
        return "Two copies of “the” changed places, so the sentence reads as before and every place keeps its bars. Swap two different words.".to_string();
    }
    let worst = number::fixed(outcome.moves.iter().map(|m| m.gap).fold(0.0, f64::max), 3);
    if it.model.positions {
        return format!(
            "The bars changed by up to {worst}: every word now carries its place, so the model sees the order, even with one layer and no mask."
        );
    }
    if it.model.mask == Mask::None {
        return format!(
            "Every card kept its bars (largest difference {worst}): the outputs travel with their words, so the order left no trace."
        );
    }
    let last = outcome.moves.iter().find(|m| m.to == TOKENS - 1);
    match (last.filter(|m| m.from == m.to), it.model.layers) {
        (Some(m), 1) => format!(
            "The last card's bars differ by {}: one causal layer shows it which words came before, not in which order. Other cards changed because they see other words.",
            number::fixed(m.gap, 3)
        ),
        (Some(m), layers) => format!(
            "The last card's bars changed by {}, though it sees the same words: with {layers} causal layers, the earlier words carry traces of their order.",
            number::fixed(m.gap, 3)
        ),
        (None, _) => format!(
            "The bars changed by up to {worst}, because the mask shows the moved cards other words than before. To test for order alone, leave the last card in its place."
        ),
    }
}

fn as_written(it: &Setup, copies: f64) -> String {
    let verdict = match (copies < NOTHING, it.model.positions, it.model.mask) {
        (true, ..) => "have the same bars",
        (false, true, _) => "have different bars, because each carries its place",
        (false, false, _) => "have different bars, because the mask shows the second one more words",
    };
    let size = number::fixed(copies, 3);
    format!("As written. The two copies of “the” {verdict} (difference {size}). Turn swap or order to move the cards.")
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let outcome = run(&it);
    let place = snap(cursor.x, 0, TOKENS as i64 - 1) as usize;
    let slot = snap((cursor.x - place as f64) / SPACING + 1.5, 0, WIDTH as i64 - 1) as usize;
    let (card, out) = if cursor.panel == 0 {
        (place, outcome.before.get(place))
    } else {
        (it.order.get(place).copied().unwrap_or(0), outcome.after.get(place))
    };
    let value = out.and_then(|o| o.get(slot)).copied().unwrap_or(0.0);
    let differs = outcome.moves.iter().find(|m| m.card == card).map_or(0.0, |m| m.gap);
    readout([
        ("card", format!("{} at place {}", word(card), place + 1)),
        ("bar", format!("{} of {WIDTH}", slot + 1)),
        ("value", number::fixed(value, 4)),
        ("bars differ by", number::fixed(differs, 4)),
    ])
}
