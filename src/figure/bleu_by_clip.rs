//! P16: measured BLEU against the clip distance of Shaw's table.

use super::parts::{axis, panel, picture, points, readout, snap};
use super::published::{self, Published};
use super::{
    Axis, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "bleu-by-clip",
    number: "P16",
    title: "BLEU against the clip distance",
    scheme: Scheme::Shaw,
    summary: "How many offsets a translator needs to tell apart: none is too few, two are nearly enough.",
    section: "relative",
    knobs: &[
        Knob::choice("clip", "clip distance to point at", &["0", "1", "2", "4", "16", "64", "256"], "2").landmarks(&[
            Landmark { value: "0", why: "one vector for every offset: no order" },
            Landmark { value: "2", why: "the plateau begins" },
            Landmark { value: "16", why: "the paper's setting" },
        ]),
        Knob::choice("zoom", "the whole scale, or the plateau alone", &["all", "plateau"], "all")
            .landmarks(&[Landmark { value: "plateau", why: "differences of a tenth, which mean little" }]),
    ],
    animates: Some("clip"),
    build,
    probe,
};

/// Where the zoomed axis begins and ends.
const PLATEAU: (f64, f64) = (25.0, 26.2);
/// The whole scale, with room for a number above the tallest bar.
const WHOLE: (f64, f64) = (0.0, 32.0);

struct Setup {
    table: Published,
    /// Column of the chosen clip distance.
    chosen: usize,
    zoomed: bool,
}

fn setup(settings: &Settings) -> Setup {
    let table = published::table("shaw-bleu-by-clip");
    let clip = settings.get_choice("clip");
    let chosen = table.columns().iter().position(|c| c == clip).unwrap_or(1);
    Setup { table, chosen, zoomed: settings.get_choice("zoom") == "plateau" }
}

impl Setup {
    /// Clip distance and score, in the order of the table.
    fn scores(&self) -> Vec<(&'static str, f64)> {
        let heads = self.table.columns().iter().enumerate().skip(1);
        heads.filter_map(|(k, clip)| Some((clip.as_str(), self.table.value(0, k)?))).collect()
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let scores = it.scores();
    let tone = Tone::Scheme(Scheme::Shaw);
    let places = || scores.iter().enumerate().map(|(k, (_, score))| (k as f64, *score));
    let mut layers = Vec::new();
    if it.zoomed {
        // An axis that doesn't begin at zero has no bars: their lengths would lie.
        layers.push(points("BLEU", tone, places().filter(|p| p.1 >= PLATEAU.0).collect()));
    } else {
        let (here, others): (Vec<_>, Vec<_>) = places().partition(|p| p.0 + 1.0 == it.chosen as f64);
        layers.push(Layer::Bars { name: "BLEU".to_string(), tone, bars: others });
        let name = format!("k = {}", it.table.columns().get(it.chosen).map_or("", String::as_str));
        layers.push(Layer::Bars { name, tone: Tone::Accent, bars: here });
    }
    let (low, high) = if it.zoomed { PLATEAU } else { WHOLE };
    // A row above the bar's own; title, axis and sentences take the rest.
    let above = 1.4 * (high - low) / f64::from(sampling.rows.saturating_sub(8).max(6));
    for (k, (_, score)) in scores.iter().enumerate().filter(|(_, s)| !it.zoomed || s.1 >= PLATEAU.0) {
        let tone = if k + 1 == it.chosen { Tone::Accent } else { Tone::Quiet };
        let at = (k as f64 - 0.2, score + above);
        layers.push(Layer::Label { text: number::fixed(*score, 1), tone, at });
    }
    let names = scores.iter().enumerate().map(|(k, (clip, _))| (k as f64, (*clip).to_string())).collect();
    let x = Axis { names, ..axis("clip distance k", -0.5, scores.len() as f64 - 0.5) };
    let y = axis(if it.zoomed { "BLEU, from 25" } else { "BLEU" }, low, high);
    let mut picture = picture(&INFO, INFO.title.to_string(), vec![panel("", x, y, layers)]);
    picture.table = Some(DataTable {
        columns: ["k", "vectors", "BLEU"].map(String::from).to_vec(),
        rows: scores
            .iter()
            .map(|(clip, score)| vec![(*clip).to_string(), vectors(clip), number::fixed(*score, 1)])
            .collect(),
        mark: it.chosen.checked_sub(1),
    });
    picture.notice = notice(&it, &scores);
    picture.convention = format!(
        "{}: newstest2013, English to German, base model, no absolute positions; higher is better",
        it.table.cited()
    );
    picture
}

/// Vectors that a table of this clip has: 2k + 1.
fn vectors(clip: &str) -> String {
    clip.parse::<i64>().map_or(String::new(), |k| number::whole(2 * k + 1))
}

fn notice(it: &Setup, scores: &[(&str, f64)]) -> String {
    let chosen = scores.get(it.chosen.saturating_sub(1)).or(scores.first());
    let (Some((clip, score)), Some((_, none))) = (chosen, scores.first()) else { return String::new() };
    let one = |v: f64| number::fixed(v, 1);
    let later = scores.iter().skip(it.chosen);
    let (low, high) = later.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), (_, s)| (a.min(*s), b.max(*s)));
    let start = if *clip == "0" {
        format!("k = 0 shares one vector among all offsets and leaves the model blind to order: {}.", one(*score))
    } else {
        format!(
            "k = {clip} has {} vectors and scores {}, {} more than k = 0.",
            vectors(clip),
            one(*score),
            one(score - none)
        )
    };
    if low > high {
        return format!("{start} It is the largest that was tried.");
    }
    let range = if low == high { one(low) } else { format!("{} to {}", one(low), one(high)) };
    format!("{start} Every larger k scores {range}.")
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let scores = it.scores();
    let k = snap(cursor.x, 0, scores.len() as i64 - 1) as usize;
    let (clip, score) = scores.get(k).copied().unwrap_or(("–", 0.0));
    let none = scores.first().map_or(0.0, |s| s.1);
    let gain = score - none;
    readout([
        ("k", clip.to_string()),
        ("BLEU", number::fixed(score, 1)),
        ("more than k = 0", number::fixed(gain, 1)),
        ("vectors", vectors(clip)),
    ])
}
