//! P28: the signal that a causal mask gives to a head that averages: 1/t, and how fast its steps fade.

use super::parts::{axis, line, log, panel, picture, points, readout, sampled, snap, thinned};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "one-over-t",
    number: "P28",
    title: "The 1/t signal",
    scheme: Scheme::Nope,
    summary: "A uniform head under a causal mask can count the tokens that it sees; what does it need for that?",
    section: "comparison",
    knobs: &[
        Knob::doubling("span", "tokens in the context", 2, 1_000_000, 1, "100").landmarks(&[
            Landmark { value: "10", why: "steps that are easy to tell apart" },
            Landmark { value: "1000", why: "steps of a millionth" },
        ]),
        Knob::toggle("mask", "a token sees only itself and what is before it", "on"),
        Knob::toggle("marker", "the first token differs from the rest", "on"),
        Knob::int("t", "token to point at; counted from 1", 1, 1_000_000, "").landmarks(&[
            Landmark { value: "10", why: "gap 0.0091 to the next" },
            Landmark { value: "100", why: "gap 0.000099 to the next" },
        ]),
    ],
    animates: Some("span"),
    build,
    probe,
};

struct Setup {
    span: i64,
    mask: bool,
    marker: bool,
    t: Option<i64>,
}

fn setup(settings: &Settings) -> Setup {
    let span = settings.get_int("span").max(2);
    Setup {
        span,
        mask: settings.on("mask"),
        marker: settings.on("marker"),
        t: settings.optional_int("t").map(|t| t.clamp(1, span)),
    }
}

impl Setup {
    /// Average that token t sees of a coordinate which is 1 at the marker and 0 elsewhere.
    fn output(&self, t: i64) -> f64 {
        let seen = if self.mask { t } else { self.span };
        if self.marker { 1.0 / seen as f64 } else { 0.0 }
    }

    /// Step to the next token. Closed form: the difference of two close reciprocals would lose digits.
    fn gap(&self, t: i64) -> f64 {
        let t = t as f64;
        if self.mask && self.marker { 1.0 / (t * (t + 1.0)) } else { 0.0 }
    }

    fn counts(&self) -> bool {
        self.mask && self.marker
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let (mut shown, every) = thinned(1, it.span, (2 * usize::from(sampling.cols)).clamp(16, 800));
    // The bend is at the left: every one of the first tokens, however long the context.
    shown.extend(1..=it.span.min(24));
    shown.sort_unstable();
    shown.dedup();
    let whose = Tone::Scheme(Scheme::Nope);
    let outputs = shown.iter().map(|t| (*t as f64, it.output(*t))).collect();
    let mut first = vec![line("", whose, outputs)];
    let x = || axis(&sampled("token t, from 1", "token", every), 1.0, it.span as f64);
    if let Some(t) = it.t {
        first.push(points("", Tone::Accent, vec![(t as f64, it.output(t))]));
    }
    let mut panels = vec![panel("output of the uniform head", x(), axis("output", 0.0, 1.0), first)];
    if it.counts() {
        panels.push(gaps(&it, &shown, x()));
    }
    let states = format!("mask {}, marker {}", on_off(it.mask), on_off(it.marker));
    let mut picture = picture(&INFO, format!("{}  {states}", INFO.title), panels);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention =
        "equal logits, so equal weights; the value is 1 at the first token and 0 elsewhere; t counts from 1"
            .to_string();
    picture
}

fn gaps(it: &Setup, shown: &[i64], x: super::Axis) -> super::Panel {
    let last = it.gap(it.span);
    let curve = shown.iter().map(|t| (*t as f64, it.gap(*t))).collect();
    let mut layers: Vec<Layer> = vec![line("", Tone::Scheme(Scheme::Nope), curve)];
    if let Some(t) = it.t {
        layers.push(points("", Tone::Accent, vec![(t as f64, it.gap(t))]));
    }
    panel("gap to the next token, log scale", x, log(axis("gap", last * 0.8, 1.0)), layers)
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn table(it: &Setup) -> DataTable {
    let mut shown: Vec<i64> =
        [1, 2, 10, 100, 1000].into_iter().chain([it.span]).chain(it.t).filter(|t| *t <= it.span).collect();
    shown.sort_unstable();
    shown.dedup();
    let mark = it.t.and_then(|t| shown.iter().position(|s| *s == t));
    let row = |t: &i64| vec![number::whole(*t), number::figures(it.output(*t), 3), number::figures(it.gap(*t), 2)];
    DataTable {
        columns: ["t", "output", "gap"].map(String::from).to_vec(),
        rows: shown.iter().map(row).collect(),
        mark,
    }
}

fn notice(it: &Setup) -> String {
    match (it.mask, it.marker) {
        (true, true) => {
            let far = it.span;
            let near = far.min(10);
            if far <= near {
                return format!(
                    "Token t reads 1/t, so it can count. The step to the next token is {} at t = {far}; a longer text makes it small.",
                    number::figures(it.gap(far), 2)
                );
            }
            format!(
                "Token t reads 1/t, so it can count. The step to the next token is {} at t = {near} and {} at t = {far}: far positions blur.",
                number::figures(it.gap(near), 2),
                number::figures(it.gap(far), 2)
            )
        }
        (false, true) => format!(
            "Without the mask every token sees all {} and reads the same {}: flat, no position.",
            it.span,
            number::figures(it.output(1), 3)
        ),
        (_, false) => {
            "Without a marker all tokens are alike and every average is the same: flat, no position, whatever the mask."
                .to_string()
        }
    }
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let t = snap(cursor.x, 1, it.span);
    let seen = if it.mask { t } else { it.span };
    readout([
        ("t", number::whole(t)),
        ("output", number::figures(it.output(t), 4)),
        ("gap to the next", number::figures(it.gap(t), 3)),
        ("tokens seen", number::whole(seen)),
    ])
}
