//! P20: the same score under two bases; the larger one turns its pairs more slowly, so the score falls later.

use super::parts::{axis, panel, picture, readout, snap};
use super::rope_score::{HEAD_DIM, frequencies};
use super::sinusoidal_heatmap::BASE;
use super::waves::Waves;
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "rope-base",
    number: "P20",
    title: "Two bases",
    scheme: Scheme::Rope,
    summary: "A larger base turns its pairs more slowly: the score of q = k = ones falls later.",
    section: "rope",
    knobs: &[
        BASE,
        Knob::scale("other", "the base to compare with", 10.0, 10_000_000.0, 10.0, "500000").landmarks(&[
            Landmark { value: "500000", why: "as in Llama 3" },
            Landmark { value: "1000000", why: "the global layers of Gemma 3" },
        ]),
        HEAD_DIM,
        Knob::doubling("span", "largest distance shown", 8, 1 << 20, 1, "5000").landmarks(&[
            Landmark { value: "200", why: "the near neighbours hardly notice" },
            Landmark { value: "5000", why: "where the smaller base has nothing left" },
            Landmark { value: "131072", why: "a context of 128k" },
        ]),
        Knob::int("distance", "distance to point at", 0, 1 << 20, "1000")
            .landmarks(&[Landmark { value: "5000", why: "−0.01 against 0.29" }]),
    ],
    animates: Some("other"),
    build,
    probe,
};

struct Setup {
    bases: [f64; 2],
    waves: [Waves; 2],
    span: i64,
    distance: i64,
    head_dim: i64,
}

fn setup(settings: &Settings) -> Setup {
    let bases = [settings.get_real("base"), settings.get_real("other")];
    let head_dim = settings.get_int("head_dim");
    let waves = bases.map(|base| Waves::in_step(&frequencies(head_dim, base)));
    Setup { bases, waves, span: settings.get_int("span").max(1), distance: settings.get_int("distance"), head_dim }
}

impl Setup {
    fn at(&self, distance: i64) -> [f64; 2] {
        self.waves.each_ref().map(|waves| waves.at(distance as f64))
    }

    fn names(&self) -> [String; 2] {
        self.bases.map(|base| format!("base {}", number::figures(base, 4)))
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let [first, second] = it.waves.each_ref().map(|waves| waves.over(0, it.span, sampling.cols));
    let low = first.extremes().0.min(second.extremes().0);
    let x = axis(&first.label("distance"), 0.0, it.span as f64);
    let y = axis("score", if low < -0.02 { (low * 1.1).clamp(-1.0, -0.1) } else { 0.0 }, 1.0);
    let (names, remark) = (it.names(), first.remark());
    let mut layers = second.layers(&names[1], Tone::Series(1));
    layers.extend(first.layers(&names[0], Tone::Scheme(Scheme::Rope)));
    if it.distance <= it.span {
        layers.push(Layer::Rule { name: it.distance.to_string(), tone: Tone::Accent, x: it.distance as f64 });
    }
    let title = format!(
        "{}  {} and {}, d = {}",
        INFO.title,
        number::figures(it.bases[0], 4),
        number::figures(it.bases[1], 4),
        it.head_dim
    );
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = format!("q = k = ones; score = mean of cos(dθᵢ); d = query − key{remark}");
    picture
}

fn table(it: &Setup) -> DataTable {
    let mut shown = vec![1, 10, 100, 1000, 5000, it.distance];
    shown.sort_unstable();
    shown.dedup();
    let row = |d: &i64| {
        let [first, second] = it.at(*d);
        vec![number::whole(*d), number::fixed(first, 2), number::fixed(second, 2)]
    };
    let [first, second] = it.names();
    DataTable {
        columns: vec!["distance".to_string(), first, second],
        mark: shown.iter().position(|d| *d == it.distance),
        rows: shown.iter().map(row).collect(),
    }
}

fn notice(it: &Setup) -> String {
    let ([first, second], [a, b]) = (it.at(it.distance), it.names());
    let d = it.distance;
    if it.bases[0] == it.bases[1] {
        return format!("Both bases are the same: one curve, {} at distance {d}.", number::fixed(first, 2));
    }
    if it.head_dim < 4 {
        return "A single pair has θ = 1 whatever the base: the curves are one.".to_string();
    }
    let (larger, smaller) = if it.bases[0] > it.bases[1] { (first, second) } else { (second, first) };
    let verdict = if larger > smaller + 0.005 && larger < 0.1 {
        "The larger base falls later, but this far it has little left too."
    } else if larger > smaller + 0.005 {
        "The larger base turns its pairs more slowly, so far tokens still score."
    } else {
        "Here the larger base has no advantage; its gain lies farther out."
    };
    format!(
        "At distance {d} the score is {} with {a} and {} with {b}. {verdict}",
        number::fixed(first, 2),
        number::fixed(second, 2)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let distance = snap(cursor.x, 0, it.span);
    let ([first, second], [a, b]) = (it.at(distance), it.names());
    readout([
        ("distance", number::whole(distance)),
        (a.as_str(), number::fixed(first, 4)),
        (b.as_str(), number::fixed(second, 4)),
        ("difference", number::fixed(second - first, 4)),
    ])
}
