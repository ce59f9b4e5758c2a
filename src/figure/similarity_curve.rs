//! P6: how alike two sinusoidal encodings are, against the offset between them.

use super::cosines::{self, similarity, sweep};
use super::parts::{axis, line, panel, picture, readout, sampled, snap, thinned};
use super::sinusoidal_heatmap::BASE;
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "similarity-curve",
    number: "P6",
    title: "Similarity against offset",
    scheme: Scheme::Sinusoidal,
    summary: "The scaled dot product of two encodings: high near, low far, the same before and after.",
    section: "sinusoidal",
    knobs: &[
        Knob::doubling("width", "width of the token vectors", 2, 4096, 2, "512").landmarks(&[
            Landmark { value: "2", why: "one pair: a plain cosine that repeats" },
            Landmark { value: "512", why: "the paper's base model" },
        ]),
        BASE,
        Knob::doubling("span", "largest offset shown", 5, 5000, 1, "100").landmarks(&[
            Landmark { value: "10", why: "the near neighbours" },
            Landmark { value: "1000", why: "the slow tail" },
        ]),
    ],
    animates: Some("width"),
    build,
    probe,
};

/// Offsets that the sheet of facts quotes.
const QUOTED: [i64; 6] = [1, 2, 5, 10, 100, 1000];

struct Setup {
    width: i64,
    base: f64,
    span: i64,
}

fn setup(settings: &Settings) -> Setup {
    let width = settings.get_int("width").max(2);
    Setup { width: width - width % 2, base: settings.get_real("base").max(1.0), span: settings.get_int("span").max(1) }
}

impl Setup {
    fn frequencies(&self) -> Vec<f64> {
        cosines::frequencies(self.width, self.base)
    }
}

/// Cosines that a sweep over all offsets may cost; a longer one looks at the drawn offsets only.
const MOST_COSINES: i64 = 1_000_000;

/// The right half of the curve.
struct Half {
    /// Offset and similarity; the last offset is the span.
    points: Vec<(i64, f64)>,
    /// From one drawn offset to the next.
    every: i64,
    /// Largest similarity after the curve has first left 1 by a tenth, with its offset.
    back: Option<(i64, f64)>,
    /// The first offset at which it has left: `back` is about this one and what comes after.
    left: i64,
    /// Whether `back` looked at every offset or at the drawn ones only.
    complete: bool,
}

fn half(it: &Setup, frequencies: &[f64], most: usize) -> Half {
    let (offsets, every) = thinned(0, it.span, most);
    let complete = (it.span + 1) * frequencies.len() as i64 <= MOST_COSINES;
    let step = if complete { 1 } else { every };
    let values: Vec<(i64, f64)> =
        (0..).step_by(step as usize).zip(sweep(frequencies, 0, step, (it.span / step + 1) as usize)).collect();
    let mut away = values.iter().skip_while(|(_, v)| *v > 0.9).copied().peekable();
    let left = away.peek().map_or(it.span, |(d, _)| *d);
    let back = away.max_by(|a, b| a.1.total_cmp(&b.1));
    let mut points: Vec<(i64, f64)> = values.into_iter().filter(|(d, _)| d % every == 0).collect();
    if let Some(end) = offsets.last().filter(|end| **end % every != 0) {
        points.push((*end, similarity(frequencies, *end)));
    }
    Half { points, every, back, left, complete }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let frequencies = it.frequencies();
    // The curve is even in the offset: compute one half and mirror it.
    let half = half(&it, &frequencies, usize::from(sampling.cols).clamp(16, 400));
    let right = half.points.iter().map(|(d, v)| (*d as f64, *v));
    let left = right.clone().skip(1).rev().map(|(x, y)| (-x, y));
    let curve: Vec<(f64, f64)> = left.chain(right).collect();
    let lowest = curve.iter().map(|p| p.1).fold(0.0, f64::min);
    let y = axis("similarity", if lowest < -0.05 { lowest.clamp(-1.0, -0.25) } else { 0.0 }, 1.0);
    let span = it.span as f64;
    let layers = vec![line("", Tone::Scheme(Scheme::Sinusoidal), curve)];
    let title = format!("{}  width {}, base {}", INFO.title, it.width, number::figures(it.base, 4));
    let mut picture = picture(
        &INFO,
        title,
        vec![panel("", axis(&sampled("offset Δ", "offset", half.every), -span, span), y, layers)],
    );
    picture.table = Some(DataTable {
        columns: vec!["Δ".to_string(), "similarity".to_string()],
        rows: QUOTED.iter().map(|d| vec![number::whole(*d), number::fixed(similarity(&frequencies, *d), 3)]).collect(),
        mark: None,
    });
    picture.notice = notice(&it, &frequencies, &half);
    picture.convention =
        "similarity = (2/d) ∑ cos(ωᵢ Δ), which is the dot product divided by its value at Δ = 0".to_string();
    picture
}

fn notice(it: &Setup, frequencies: &[f64], half: &Half) -> String {
    if it.width == 2 {
        return "One pair is a plain cosine: it comes back to 1 every 6.28 positions. More pairs with other periods prevent that.".to_string();
    }
    let at = |d| number::fixed(similarity(frequencies, d), 3);
    let which = if half.complete { "" } else { " (of the offsets shown)" };
    let verdict = match half.back {
        Some((d, value)) if value > 0.99 => {
            format!("It comes back to {} at Δ = {d}{which}, so far and near look alike there.", number::fixed(value, 3))
        }
        Some((d, value)) => format!(
            "Up to Δ = {} it never comes back to 1{which}: {} at Δ = 1, from Δ = {} on at most {} (Δ = {d}), {} at the end.",
            it.span,
            at(1),
            half.left,
            number::fixed(value, 3),
            at(it.span)
        ),
        None => format!("Up to Δ = {} it stays near 1: {} at Δ = 1, {} at the end.", it.span, at(1), at(it.span)),
    };
    format!("{verdict} Left and right are mirror images: before and after look the same.")
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let offset = snap(cursor.x, -it.span, it.span);
    let value = similarity(&it.frequencies(), offset);
    readout([
        ("Δ", number::signed(offset)),
        ("similarity", number::fixed(value, 4)),
        ("dot product", number::figures(value * (it.width / 2) as f64, 5)),
    ])
}
