//! P30: one key leads by a fixed number of logits; the longer the context, the less that lead is worth.

use super::parts::{axis, line, log, panel, picture, points, readout, snap};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Panel, Picture, Readout, Sampling, Settings, Tone, number};
use crate::math::nope;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "attention-spread",
    number: "P30",
    title: "Attention spreads",
    scheme: Scheme::Nope,
    summary: "A lead of a few logits wins among ten keys and drowns among a thousand.",
    section: "comparison",
    knobs: &[
        Knob::real("gap", "logits by which one key leads", 0.0, 50.0, 0.5, "4.39").landmarks(&[
            Landmark { value: "0", why: "no lead: entropy ln t" },
            Landmark { value: "4.39", why: "0.90 among ten keys" },
            Landmark { value: "9.1", why: "0.90 among a thousand" },
        ]),
        Knob::doubling("span", "longest context shown", 4, 1 << 20, 1, "100000").landmarks(&[
            Landmark { value: "1000", why: "a page or two" },
            Landmark { value: "1048576", why: "a million tokens" },
        ]),
        Knob::int("t", "context to point at, in tokens", 1, 1 << 20, "1000").landmarks(&[
            Landmark { value: "10", why: "few keys: a small lead wins" },
            Landmark { value: "1000", why: "a page or two" },
        ]),
        Knob::scale("temperature", "logits are divided by this", 0.05, 20.0, 2.0, "1"),
        Knob::toggle("scaled", "logits grow with ln t from ten tokens on", "off")
            .landmarks(&[Landmark { value: "on", why: "the repair: a longer context, larger logits" }]),
    ],
    animates: Some("gap"),
    build,
    probe,
};

/// Context at which the growing factor is 1.
const REFERENCE: f64 = 10.0;

struct Setup {
    gap: f64,
    span: i64,
    t: i64,
    temperature: f64,
    scaled: bool,
}

fn setup(settings: &Settings) -> Setup {
    let span = settings.get_int("span").max(4);
    Setup {
        gap: settings.get_real("gap"),
        span,
        t: settings.get_int("t").max(1),
        temperature: settings.get_real("temperature").max(1e-6),
        scaled: settings.on("scaled"),
    }
}

impl Setup {
    /// The lead that softmax sees among t keys.
    fn lead(&self, t: i64, scaled: bool) -> f64 {
        let factor = if scaled { (libm::log(t as f64) / libm::log(REFERENCE)).max(1.0) } else { 1.0 };
        self.gap / self.temperature * factor
    }

    /// Weight of the leading key.
    fn weight(&self, t: i64, scaled: bool) -> f64 {
        nope::leader_weight(self.lead(t, scaled), t.max(1) as usize).unwrap_or(0.0)
    }

    /// Entropy of one leader and t − 1 equal others, in nats.
    fn entropy(&self, t: i64, scaled: bool) -> f64 {
        let leader = self.weight(t, scaled);
        let term = |p: f64| if p > 0.0 { -p * libm::log(p) } else { 0.0 };
        // Each of the others directly: 1 − leader would lose them all to rounding when the lead is large.
        let other = leader * libm::exp(-self.lead(t, scaled));
        term(leader) + (t - 1) as f64 * term(other)
    }
}

/// Contexts at even steps of the logarithm; the curves are smooth, so nothing hides between.
fn contexts(span: i64, columns: u16) -> Vec<i64> {
    let steps = i32::from(columns.clamp(16, 400));
    let mut all: Vec<i64> = (0..=steps)
        .map(|k| libm::exp(libm::log(span as f64) * f64::from(k) / f64::from(steps)).round() as i64)
        .collect();
    all.dedup();
    all
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let shown = contexts(it.span, sampling.cols);
    let panels = vec![leader(&it, &shown), entropies(&it, &shown)];
    let scaled = if it.scaled { ", logits × ln t / ln 10" } else { "" };
    let title = format!("{}  a lead of {}{scaled}", INFO.title, number::figures(it.gap / it.temperature, 4));
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention =
        "one key leads, all others are equal; t counts the keys; lead = gap / temperature; entropy in nats".to_string();
    picture
}

fn tokens(it: &Setup) -> super::Axis {
    log(axis("context t, log scale", 1.0, it.span as f64))
}

fn leader(it: &Setup, shown: &[i64]) -> Panel {
    let curve = |scaled: bool| shown.iter().map(|t| (*t as f64, it.weight(*t, scaled))).collect::<Vec<_>>();
    let nope = Tone::Scheme(Scheme::Nope);
    let mut layers = Vec::new();
    if it.scaled {
        layers.push(line("fixed", Tone::Quiet, curve(false)));
        layers.push(line("growing", nope, curve(true)));
    } else {
        layers.push(line("", nope, curve(false)));
    }
    if it.t <= it.span {
        layers.push(points("", Tone::Accent, vec![(it.t as f64, it.weight(it.t, it.scaled))]));
    }
    panel("weight of the leading key", tokens(it), axis("weight", 0.0, 1.0), layers)
}

fn entropies(it: &Setup, shown: &[i64]) -> Panel {
    let even = shown.iter().map(|t| (*t as f64, libm::log(*t as f64))).collect();
    let curve = shown.iter().map(|t| (*t as f64, it.entropy(*t, it.scaled))).collect();
    let mut layers = vec![line("ln t, no lead", Tone::Quiet, even), line("with it", Tone::Scheme(Scheme::Nope), curve)];
    if it.t <= it.span {
        layers.push(points("", Tone::Accent, vec![(it.t as f64, it.entropy(it.t, it.scaled))]));
    }
    panel("entropy", tokens(it), axis("nats", 0.0, libm::log(it.span as f64)), layers)
}

fn table(it: &Setup) -> DataTable {
    let mut shown = vec![10, 100, 1000, 10_000, 100_000];
    shown.retain(|t| *t <= it.span);
    shown.push(it.t);
    shown.sort_unstable();
    shown.dedup();
    let row = |t: &i64| {
        let lead = it.lead(*t, it.scaled);
        vec![
            number::whole(*t),
            number::figures(lead, 3),
            number::figures(it.weight(*t, it.scaled), 2),
            number::fixed(it.entropy(*t, it.scaled), 2),
            number::fixed(libm::log(*t as f64), 2),
        ]
    };
    DataTable {
        columns: ["t", "lead", "weight", "entropy", "ln t"].map(String::from).to_vec(),
        mark: shown.iter().position(|t| *t == it.t),
        rows: shown.iter().map(row).collect(),
    }
}

fn notice(it: &Setup) -> String {
    let weight = |t: i64, scaled: bool| {
        let weight = it.weight(t, scaled);
        // Nearly all is not all.
        number::figures(weight, if weight > 0.99 { 4 } else { 2 })
    };
    let lead = number::figures(it.gap / it.temperature, 3);
    let t = it.t;
    if it.gap == 0.0 {
        return format!(
            "Without a lead every key gets 1/t and the entropy is ln t: {} at t = {t}.",
            number::fixed(libm::log(t as f64), 2)
        );
    }
    if it.scaled {
        return format!(
            "Multiplied by ln t / ln 10, the lead of {lead} becomes {} at t = {t} and the weight {} instead of {}. This is the idea behind temperature tuning for NoPE and behind YaRN's factor.",
            number::figures(it.lead(t, true), 3),
            weight(t, true),
            weight(t, false)
        );
    }
    let needed = libm::log(9.0 * (t - 1).max(1) as f64);
    let needed = match it.gap / it.temperature < needed {
        true => format!("To hold 0.9 there it would have to be {}", number::figures(needed, 3)),
        false => format!("For 0.9 there {} would do", number::figures(needed, 3)),
    };
    format!(
        "A lead of {lead} logits is worth a weight of {} among ten keys and {} among {t}. {needed}: it has to grow with ln t.",
        weight(10, false),
        weight(t, false)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let t = snap(cursor.x, 1, it.span);
    readout([
        ("context", number::whole(t)),
        ("weight of the leader", number::figures(it.weight(t, it.scaled), 4)),
        ("entropy", number::fixed(it.entropy(t, it.scaled), 3)),
        ("ln t", number::fixed(libm::log(t as f64), 3)),
        ("lead", number::figures(it.lead(t, it.scaled), 4)),
    ])
}
