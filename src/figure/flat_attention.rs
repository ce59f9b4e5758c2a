//! P25: what ALiBi alone does to the softmax row of the last query, with all content logits equal but for one bump.

use std::cmp::Ordering;

use super::parts::{axis, line, panel, picture, points, readout, sampled, snap, thinned};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "flat-attention",
    number: "P25",
    title: "Attention under flat content",
    scheme: Scheme::Alibi,
    summary: "The weights of the last query when only distance decides, and what a far key must bring to compete.",
    section: "alibi",
    knobs: &[
        Knob::scale("slope", "the head's slope m", 0.000_1, 16.0, 2.0, "0.125").landmarks(&[
            Landmark { value: "1/2", why: "the steepest of 8 heads: near-sighted" },
            Landmark { value: "1/8", why: "the third of 8 heads" },
            Landmark { value: "1/256", why: "the gentlest of 8 heads: nearly flat" },
        ]),
        Knob::doubling("n", "tokens in the context", 2, 131_072, 1, "64")
            .landmarks(&[Landmark { value: "512", why: "the trained length of the paper" }]),
        Knob::real("bump", "logits that the far key has more than the others", 0.0, 1000.0, 0.5, "0"),
        Knob::int("far", "distance of that key", 0, 131_071, "40")
            .landmarks(&[Landmark { value: "5000", why: "ten times the trained length" }]),
    ],
    animates: Some("bump"),
    build,
    probe,
};

struct Setup {
    slope: f64,
    n: i64,
    bump: f64,
    far: i64,
    /// Sum of the unnormalised weights, scaled by e^−peak.
    total: f64,
    /// Largest logit: subtracted before exp, so that no bump can overflow.
    peak: f64,
}

fn setup(settings: &Settings) -> Setup {
    let slope = settings.get_real("slope").max(1e-9);
    let n = settings.get_int("n").max(1);
    let (bump, far) = (settings.get_real("bump"), settings.get_int("far"));
    let tip = bump - slope * far as f64;
    let inside = far < n;
    let peak = if inside { tip.max(0.0) } else { 0.0 };
    // The flat part is a geometric series: its sum costs nothing, however long the context.
    let flat = -libm::expm1(-slope * n as f64) / -libm::expm1(-slope) * libm::exp(-peak);
    let extra = if inside { libm::exp(tip - peak) - libm::exp(-slope * far as f64 - peak) } else { 0.0 };
    Setup { slope, n, bump, far, total: flat + extra, peak }
}

impl Setup {
    fn logit(&self, distance: i64) -> f64 {
        let content = if distance == self.far { self.bump } else { 0.0 };
        content - self.slope * distance as f64
    }

    fn weight(&self, distance: i64) -> f64 {
        libm::exp(self.logit(distance) - self.peak) / self.total
    }

    /// Mean distance of the row without the bump: a truncated geometric law.
    fn mean_distance_flat(&self) -> f64 {
        let (m, n) = (self.slope, self.n as f64);
        1.0 / libm::expm1(m) - n / libm::expm1(m * n)
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let (distances, every) = thinned(0, it.n - 1, (2 * usize::from(sampling.cols)).clamp(16, 800));
    let row: Vec<(f64, f64)> = distances.iter().map(|d| (*d as f64, it.weight(*d))).collect();
    let alibi = Tone::Scheme(Scheme::Alibi);
    let inside = it.far < it.n;
    let tall = row.iter().map(|p| p.1).fold(if inside { it.weight(it.far) } else { 0.0 }, f64::max);
    // One bar a key while there is room; the outline when there is none.
    let first = if it.n <= i64::from(sampling.cols) / 2 {
        Layer::Bars { name: "weight".to_string(), tone: alibi, bars: row }
    } else {
        line("weight", alibi, row)
    };
    let mut layers = vec![first];
    if inside {
        layers.push(points("far key", Tone::Accent, vec![(it.far as f64, it.weight(it.far))]));
    }
    let x = axis(&sampled("distance, query − key", "distance", every), -0.5, it.n as f64 - 0.5);
    let y = axis("weight after softmax", 0.0, tall.max(1e-12) * 1.05);
    let title = format!("{}  m = {}, {} tokens", INFO.title, number::figures(it.slope, 4), it.n);
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention =
        "last query of the context; all content logits equal but for the bump; distance = query − key".to_string();
    picture
}

fn table(it: &Setup) -> DataTable {
    let pair = |name: String, value: f64| vec![name, number::figures(value, 3)];
    let mut rows = vec![
        pair("weight on itself".to_string(), it.weight(0)),
        pair("mean distance, no bump".to_string(), it.mean_distance_flat()),
        pair(format!("bump to tie at {}", it.far), it.slope * it.far as f64),
    ];
    if it.far < it.n {
        rows.push(pair(format!("weight at {}", it.far), it.weight(it.far)));
    }
    DataTable { columns: vec!["this row".to_string(), String::new()], rows, mark: None }
}

fn notice(it: &Setup) -> String {
    let itself = number::figures(it.weight(0), 3);
    let needed = it.slope * it.far as f64;
    let tie = format!(
        "a key {} back ties with the query's own at a lead of {} logits in all",
        it.far,
        number::figures(needed, 4)
    );
    if it.far >= it.n {
        return format!(
            "The query keeps {itself} for itself; {tie}, and here it lies outside the context of {}.",
            it.n
        );
    }
    if it.bump <= 0.0 {
        let mean = number::figures(it.mean_distance_flat(), 3);
        return format!("The query keeps {itself} for itself and looks {mean} back on average; {tie}.");
    }
    let weight = number::figures(it.weight(it.far), 3);
    let verdict = match it.bump.total_cmp(&needed) {
        Ordering::Greater => "wins against",
        Ordering::Equal => "ties with",
        Ordering::Less => "still loses to",
    };
    format!(
        "With a lead of {} logits the far key has weight {weight} and {verdict} the query's own {itself}; {tie}.",
        number::figures(it.bump, 4)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let distance = snap(cursor.x, 0, it.n - 1);
    readout([
        ("distance", number::whole(distance)),
        ("weight", number::figures(it.weight(distance), 4)),
        ("logit", number::figures(it.logit(distance), 5)),
        ("bump to tie", number::figures(it.slope * distance as f64, 5)),
    ])
}
