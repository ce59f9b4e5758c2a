//! P15: what Shaw's key vectors add to the scores of two queries, offset by offset.

use super::parts::{axis, line, panel, picture, readout, snap};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::math::num::{SplitMix64, dot, norm};
use crate::math::shaw;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "shaw-bias",
    number: "P15",
    title: "A bias from the query",
    scheme: Scheme::Shaw,
    summary: "The same offset helps one query and hurts another; a fixed bias can't do that.",
    section: "relative",
    knobs: &[
        Knob::real("angle", "between the two queries, in degrees", 0.0, 180.0, 15.0, "90").landmarks(&[
            Landmark { value: "0", why: "the same query twice: one curve" },
            Landmark { value: "90", why: "queries with nothing in common" },
            Landmark { value: "180", why: "opposite queries: what helps one hurts the other" },
        ]),
        Knob::int("clip", "how far offsets stay distinct", 1, 64, "8")
            .landmarks(&[Landmark { value: "16", why: "the paper's setting" }]),
        Knob::int("seed", "another set of random vectors", 1, 99, "3"),
        Knob::scale("slope", "slope of the ALiBi head drawn for comparison", 0.003_906_25, 1.0, 2.0, "0.125"),
    ],
    animates: Some("angle"),
    build,
    probe,
};

/// Width of the head.
const WIDTH: usize = 16;

struct Setup {
    angle: f64,
    clip: i64,
    seed: u64,
    slope: f64,
    queries: [Vec<f64>; 2],
    /// The vectors a₋ₖ … aₖ.
    table: Vec<Vec<f64>>,
}

fn setup(settings: &Settings) -> Setup {
    let clip = settings.get_int("clip").max(1);
    let seed = settings.get_int("seed").max(0) as u64;
    let angle = settings.get_real("angle").clamp(0.0, 180.0);
    let mut stream = SplitMix64::new(seed);
    // Uniform numbers with variance 1, as a trained head roughly has.
    let mut vector = || -> Vec<f64> { (0..WIDTH).map(|_| 3.0_f64.sqrt() * stream.next_signed_unit()).collect() };
    let first = vector();
    let second = turned(&first, &vector(), angle.to_radians());
    let table = (0..=2 * clip).map(|_| vector()).collect();
    Setup { angle, clip, seed, slope: settings.get_real("slope").max(0.0), queries: [first, second], table }
}

/// A vector of the same length at this angle from `first`, in the plane of both.
fn turned(first: &[f64], other: &[f64], angle: f64) -> Vec<f64> {
    let along = dot(first, other).unwrap_or(0.0) / dot(first, first).unwrap_or(1.0).max(f64::MIN_POSITIVE);
    let across: Vec<f64> = other.iter().zip(first).map(|(o, f)| o - along * f).collect();
    let scale = norm(first) / norm(&across).max(f64::MIN_POSITIVE);
    let (sine, cosine) = libm::sincos(angle);
    first.iter().zip(&across).map(|(f, a)| cosine * f + sine * scale * a).collect()
}

impl Setup {
    /// q · a / √d at this offset, for one of the two queries.
    fn bias(&self, query: usize, offset: i64) -> f64 {
        let row = self.table.get((shaw::clip(offset, self.clip as usize) + self.clip) as usize);
        let pair = self.queries.get(query).zip(row);
        pair.and_then(|(q, a)| dot(q, a).ok()).unwrap_or(0.0) / (WIDTH as f64).sqrt()
    }

    fn reach(&self) -> i64 {
        (self.clip * 3 / 2).max(self.clip + 2)
    }

    /// The offset within the clip at which the two queries differ most.
    fn widest(&self) -> i64 {
        let apart = |d: &i64| (self.bias(0, *d) - self.bias(1, *d)).abs();
        (-self.clip..=self.clip).max_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(0)
    }

    /// ALiBi's bias, for keys that are not later.
    fn alibi(&self, offset: i64) -> Option<f64> {
        (offset <= 0).then_some(self.slope * offset as f64)
    }
}

const NAMES: [&str; 2] = ["query 1", "query 2"];
const TONES: [Tone; 2] = [Tone::Scheme(Scheme::Shaw), Tone::Series(0)];

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let reach = it.reach();
    let mut layers = Vec::new();
    let alibi = |d: i64| it.alibi(d).map(|b| (d as f64, b));
    layers.push(line(
        "ALiBi, any query",
        Tone::Scheme(Scheme::Alibi),
        [-reach, 0].into_iter().filter_map(alibi).collect(),
    ));
    let mut most: f64 = it.slope * reach as f64;
    for (query, (name, tone)) in NAMES.into_iter().zip(TONES).enumerate() {
        let curve: Vec<(f64, f64)> = (-reach..=reach).map(|d| (d as f64, it.bias(query, d))).collect();
        most = curve.iter().map(|p| p.1.abs()).fold(most, f64::max);
        layers.push(line(name, tone, curve));
    }
    for (x, name) in [(-it.clip, "−k"), (it.clip, "+k")] {
        layers.push(Layer::Rule { name: name.to_string(), tone: Tone::Quiet, x: x as f64 });
    }
    let x = axis("offset, key − query", -(reach as f64), reach as f64);
    let y = axis("added to the score", -most * 1.1, most * 1.1);
    let title = format!(
        "{} (illustration)  {}° apart, k = {}, seed {}",
        INFO.title,
        number::figures(it.angle, 4),
        it.clip,
        it.seed
    );
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = format!(
        "added to the score: q · a / √{WIDTH} with random vectors, not trained ones; offset = key − query; ALiBi: −m × distance, m = {}",
        number::figures(it.slope, 4)
    );
    picture
}

fn table(it: &Setup) -> DataTable {
    let mut offsets = vec![-it.reach(), -it.clip, -1, 0, 1, it.clip, it.widest()];
    offsets.sort_unstable();
    offsets.dedup();
    let three = |v: f64| number::fixed(v, 3);
    let row = |d: &i64| {
        let alibi = it.alibi(*d).map_or("masked".to_string(), three);
        vec![number::signed(*d), three(it.bias(0, *d)), three(it.bias(1, *d)), alibi]
    };
    DataTable {
        columns: ["offset", "query 1", "query 2", "ALiBi"].map(String::from).to_vec(),
        rows: offsets.iter().map(row).collect(),
        mark: offsets.iter().position(|d| *d == it.widest()),
    }
}

fn notice(it: &Setup) -> String {
    let three = |v: f64| number::fixed(v, 3);
    if it.angle == 0.0 {
        return "Both queries are the same, so the same offset adds the same. Turn the angle: ALiBi's line stays, these two part.".to_string();
    }
    let d = it.widest();
    let (one, two) = (it.bias(0, d), it.bias(1, d));
    let verdict = if one * two < 0.0 { "helps one query and hurts the other" } else { "counts differently for each" };
    let alibi = match it.alibi(d) {
        Some(bias) => format!("ALiBi gives both {}", three(bias)),
        None => "ALiBi, which is causal, never sees that key".to_string(),
    };
    format!(
        "At offset {} the first query gets {} and the second {}: the same offset {verdict}. {alibi}. Past ±{} each curve is flat.",
        number::signed(d),
        three(one),
        three(two),
        it.clip
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let d = snap(cursor.x, -it.reach(), it.reach());
    let four = |v: f64| number::fixed(v, 4);
    readout([
        ("offset", number::signed(d)),
        ("query 1", four(it.bias(0, d))),
        ("query 2", four(it.bias(1, d))),
        ("ALiBi", it.alibi(d).map_or("masked".to_string(), four)),
    ])
}
