//! P29: ALiBi grown from nothing: a first layer counts, a second one subtracts the count.

use super::parts::{axis, line, panel, picture, points, readout, sampled, snap, thinned};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Panel, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "two-steps",
    number: "P29",
    title: "Two layers make a slope",
    scheme: Scheme::Nope,
    summary: "Layer 1 reads its position off 1/t; layer 2 turns positions into a bias that falls with distance.",
    section: "comparison",
    knobs: &[
        Knob::doubling("n", "tokens in the context", 2, 1 << 20, 1, "32").landmarks(&[
            Landmark { value: "8", why: "few enough to count" },
            Landmark { value: "512", why: "a trained length" },
        ]),
        Knob::scale("scale", "how much layer 2 makes of the counter", 0.001, 16.0, 2.0, "0.25").landmarks(&[
            Landmark { value: "0.25", why: "the same bias as an ALiBi head of slope 1/4" },
            Landmark { value: "1", why: "steep: a near-sighted head" },
        ]),
        Knob::real("content", "content logit c, the same for every key", -20.0, 20.0, 1.0, "2").labelled("c"),
        Knob::toggle("marker", "the first token differs from the rest", "on"),
    ],
    animates: Some("scale"),
    build,
    probe,
};

struct Setup {
    n: i64,
    scale: f64,
    content: f64,
    marker: bool,
}

fn setup(settings: &Settings) -> Setup {
    Setup {
        n: settings.get_int("n").max(2),
        scale: settings.get_real("scale"),
        content: settings.get_real("content"),
        marker: settings.on("marker"),
    }
}

impl Setup {
    /// Layer 1: the average over 1…t of a value that is 1 at the marker. Tokens count from 1 here.
    fn counted(&self, t: i64) -> f64 {
        if self.marker { 1.0 / t as f64 } else { 0.0 }
    }

    /// What a token-wise function reads off it. Without a marker all tokens read the same.
    fn position(&self, t: i64) -> i64 {
        if self.marker { t } else { 0 }
    }

    /// Layer 2, seen from the last token: c − scale · (t − i).
    fn logit(&self, key: i64) -> f64 {
        self.content - self.scale * (self.position(self.n) - self.position(key)) as f64
    }

    /// Its softmax, a geometric series; c is in every logit and cancels.
    fn weight(&self, key: i64) -> f64 {
        let slope = if self.marker { self.scale } else { 0.0 };
        if slope == 0.0 {
            return 1.0 / self.n as f64;
        }
        let total = libm::expm1(-slope * self.n as f64) / libm::expm1(-slope);
        libm::exp(-slope * (self.n - key) as f64) / total
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let (shown, every) = thinned(1, it.n, usize::from(sampling.cols).clamp(16, 400));
    let panels = vec![counter(&it, &shown, every), slope(&it, &shown, every)];
    let marker = if it.marker { "" } else { ", no marker" };
    let title = format!("{}  {} tokens, scale {}{marker}", INFO.title, it.n, number::figures(it.scale, 4));
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention =
        "tokens count from 1; causal mask; layer 2 is seen from the last token; no positions are added anywhere"
            .to_string();
    picture
}

fn counter(it: &Setup, shown: &[i64], every: i64) -> Panel {
    let mut all = shown.to_vec();
    // The bend is at the left.
    all.extend(1..=it.n.min(24));
    all.sort_unstable();
    all.dedup();
    let curve = all.iter().map(|t| (*t as f64, it.counted(*t))).collect();
    let x = axis(&sampled("token t", "token", every), 1.0, it.n as f64);
    panel(
        "layer 1: average of the marker",
        x,
        axis("output", 0.0, 1.0),
        vec![line("", Tone::Scheme(Scheme::Nope), curve)],
    )
}

fn slope(it: &Setup, shown: &[i64], every: i64) -> Panel {
    let curve: Vec<(f64, f64)> = shown.iter().map(|i| (*i as f64, it.logit(*i))).collect();
    // ALiBi of the same slope, moved up by c so that the two can be compared.
    let alibi = |i: &i64| (*i as f64, it.content - it.scale * (it.n - i) as f64);
    let stride = shown.len().div_ceil(12).max(1);
    let some: Vec<(f64, f64)> = shown.iter().rev().step_by(stride).map(alibi).collect();
    let all = curve.iter().chain(&some);
    let (low, high) = all.fold((0.0_f64, 0.0_f64), |(low, high), p| (low.min(p.1), high.max(p.1)));
    let layers =
        vec![line("NoPE", Tone::Scheme(Scheme::Nope), curve), points("ALiBi + c", Tone::Scheme(Scheme::Alibi), some)];
    let x = axis(&sampled("key i", "key", every), 1.0, it.n as f64);
    panel("layer 2: logits of the last token", x, axis("logit", low, if high > low { high } else { low + 1.0 }), layers)
}

fn table(it: &Setup) -> DataTable {
    let mut keys: Vec<i64> = vec![1, it.n / 2, it.n - 1, it.n];
    keys.retain(|k| *k >= 1);
    keys.sort_unstable();
    keys.dedup();
    let row = |key: &i64| {
        vec![
            number::whole(*key),
            number::figures(it.counted(*key), 3),
            number::figures(it.logit(*key), 4),
            number::figures(it.weight(*key), 3),
        ]
    };
    DataTable {
        columns: ["key", "layer 1", "logit", "weight"].map(String::from).to_vec(),
        rows: keys.iter().map(row).collect(),
        mark: None,
    }
}

fn notice(it: &Setup) -> String {
    if !it.marker {
        return format!(
            "Without a token to recognise, layer 1 reads 0 everywhere and layer 2 has nothing to subtract: every key keeps the weight {}.",
            number::figures(it.weight(1), 3)
        );
    }
    format!(
        "Layer 2 falls by {} a token, the bias of an ALiBi head with that slope, though nobody added positions. c = {} moves all logits alike; the last token keeps {} for itself, as it would with any c.",
        number::figures(it.scale, 3),
        number::figures(it.content, 3),
        number::figures(it.weight(it.n), 3)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let key = snap(cursor.x, 1, it.n);
    readout([
        ("token", number::whole(key)),
        ("layer 1", number::figures(it.counted(key), 4)),
        ("read as position", if it.marker { number::whole(key) } else { "unknown".to_string() }),
        ("logit from the last", number::figures(it.logit(key), 5)),
        ("weight", number::figures(it.weight(key), 4)),
    ])
}
