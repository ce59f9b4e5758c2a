//! The five cards of the figures about order: a sentence with one word twice, and the two knobs that move its cards.

use super::{Knob, Landmark, Settings};

/// Which of the orders; 0 is as written.
pub(super) const ORDER: Knob =
    Knob::int("order", "which of the 120 orders of the cards, before the swap; 0 is as written", 0, 119, "0")
        .landmarks(&[
            Landmark { value: "0", why: "as written, then the swap" },
            Landmark { value: "119", why: "reversed, then the swap" },
        ]);

/// Two places that change their cards, after the order.
pub(super) const SWAP: Knob = Knob::choice(
    "swap",
    "two places whose cards change, after the order",
    &["none", "1-2", "1-3", "1-4", "1-5", "2-3", "2-4", "2-5", "3-4", "3-5", "4-5"],
    "2-3",
)
.landmarks(&[Landmark { value: "1-4", why: "the two copies of the same word" }]);

/// How many cards there are.
pub(super) const TOKENS: usize = 5;

/// Words on the cards; two of them are the same.
const SENTENCE: [&str; TOKENS] = ["the", "cat", "saw", "the", "dog"];

/// The word on a card.
pub(super) fn word(card: usize) -> &'static str {
    SENTENCE.get(card).copied().unwrap_or("")
}

/// The first card with the same word.
pub(super) fn first_copy(card: usize) -> usize {
    SENTENCE.iter().position(|w| *w == word(card)).unwrap_or(0)
}

/// The cards place by place, as the two knobs put them.
pub(super) fn order(settings: &Settings) -> [usize; TOKENS] {
    let mut order = nth_order(settings.get_int("order").clamp(0, 119) as usize);
    if let Some((a, b)) = swap(settings.get_choice("swap")) {
        order.swap(a, b);
    }
    order
}

/// `2-3` as indices from 0, both inside the sentence.
fn swap(text: &str) -> Option<(usize, usize)> {
    let (a, b) = text.split_once('-')?;
    let index = |t: &str| t.parse::<usize>().ok()?.checked_sub(1).filter(|i| *i < TOKENS);
    Some((index(a)?, index(b)?))
}

/// The nth order in dictionary order; 0 is as written.
fn nth_order(mut n: usize) -> [usize; TOKENS] {
    let mut left: Vec<usize> = (0..TOKENS).collect();
    let mut blocks: usize = (1..TOKENS).product();
    std::array::from_fn(|place| {
        let pick = (n / blocks).min(left.len() - 1);
        n %= blocks;
        blocks /= (TOKENS - 1 - place).max(1);
        left.remove(pick)
    })
}
