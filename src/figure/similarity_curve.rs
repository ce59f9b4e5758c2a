//! P6: how alike two sinusoidal encodings are, against the offset between them.

use super::parts::{axis, line, panel, picture, readout, snap, spread};
use super::sinusoidal_heatmap::{BASE, frequency};
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
        let width = self.width as usize;
        (0..width / 2).map(|i| frequency(i, width, self.base)).collect()
    }
}

/// Mean of cos(ωΔ) over the pairs: 1 at offset 0.
fn similarity(frequencies: &[f64], offset: i64) -> f64 {
    let total: f64 = frequencies.iter().map(|omega| libm::cos(omega * offset as f64)).sum();
    total / frequencies.len().max(1) as f64
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let frequencies = it.frequencies();
    // The curve is even in the offset: compute one half and mirror it.
    let right: Vec<(f64, f64)> = spread(0, it.span, usize::from(sampling.cols).clamp(16, 400))
        .into_iter()
        .map(|d| (d as f64, similarity(&frequencies, d)))
        .collect();
    let left = right.iter().skip(1).rev().map(|(x, y)| (-x, *y));
    let curve: Vec<(f64, f64)> = left.chain(right.iter().copied()).collect();
    let lowest = curve.iter().map(|p| p.1).fold(0.0, f64::min);
    let y = axis("similarity", if lowest < -0.05 { lowest.clamp(-1.0, -0.25) } else { 0.0 }, 1.0);
    let span = it.span as f64;
    let layers = vec![line("", Tone::Scheme(Scheme::Sinusoidal), curve)];
    let title = format!("{}  width {}, base {}", INFO.title, it.width, number::figures(it.base, 4));
    let mut picture = picture(&INFO, title, vec![panel("", axis("offset Δ", -span, span), y, layers)]);
    picture.table = Some(DataTable {
        columns: vec!["Δ".to_string(), "similarity".to_string()],
        rows: QUOTED.iter().map(|d| vec![number::whole(*d), number::fixed(similarity(&frequencies, *d), 3)]).collect(),
        mark: None,
    });
    picture.notice = notice(&it, &frequencies);
    picture.convention =
        "similarity = (2/d) Σ cos(ωᵢ Δ), which is the dot product divided by its value at Δ = 0".to_string();
    picture
}

fn notice(it: &Setup, frequencies: &[f64]) -> String {
    if it.width == 2 {
        return "One pair is a plain cosine: it comes back to 1 every 6.28 positions. More pairs with other periods prevent that.".to_string();
    }
    let near = number::fixed(similarity(frequencies, 1), 3);
    let far = number::fixed(similarity(frequencies, it.span), 3);
    format!(
        "From {near} at Δ = 1 to {far} at Δ = {}. Left and right are mirror images: the dot product can't tell before from after.",
        it.span
    )
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
