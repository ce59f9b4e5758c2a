//! P19: the score of one query and one key against the distance between them; whether it falls is up to the two vectors.

use super::parts::{axis, panel, picture, points, readout, snap};
use super::sinusoidal_heatmap::BASE;
use super::waves::{Trace, Wave, Waves};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::math::num::SplitMix64;
use crate::math::rope;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "rope-score",
    number: "P19",
    title: "Score against distance",
    scheme: Scheme::Rope,
    summary: "What RoPE makes of one query and one key as they move apart: it depends on the two.",
    section: "rope",
    knobs: &[
        Knob::choice("vectors", "which query and key", &["ones", "aligned", "gaussian", "peak"], "ones").landmarks(&[
            Landmark { value: "ones", why: "q = k, all coordinates 1: the usual picture of decay" },
            Landmark { value: "gaussian", why: "two random vectors: no decay" },
            Landmark { value: "peak", why: "a query that looks for one distance" },
        ]),
        Knob::int("r", "with vectors at peak: the distance that the query looks for", 0, 1 << 20, "50")
            .landmarks(&[Landmark { value: "500", why: "far beyond what “decay” would allow" }]),
        Knob::doubling("span", "largest distance shown", 8, 1 << 20, 1, "1000").landmarks(&[
            Landmark { value: "50", why: "the near neighbours" },
            Landmark { value: "1000", why: "the tail" },
            Landmark { value: "1048576", why: "a million tokens" },
        ]),
        BASE,
        HEAD_DIM,
        Knob::int("seed", "which random vectors", 0, 9999, "1"),
        Knob::int("distance", "distance to point at", 0, 1 << 20, "")
            .landmarks(&[Landmark { value: "10", why: "ones score 0.67 there" }]),
    ],
    animates: Some("r"),
    build,
    probe,
};

/// Width of a head: two coordinates a pair.
pub(super) const HEAD_DIM: Knob = Knob::doubling("head_dim", "width of the head: twice its pairs", 2, 512, 2, "128")
    .landmarks(&[
        Landmark { value: "2", why: "one pair: a plain cosine" },
        Landmark { value: "128", why: "as in the Llama models" },
    ]);

/// Distances that the sheet of facts quotes.
pub(super) const QUOTED: [i64; 5] = [0, 1, 10, 100, 1000];

/// θ of every pair, fastest first. Width and base were checked by the knobs.
pub(super) fn frequencies(head_dim: i64, base: f64) -> Vec<f64> {
    let head_dim = head_dim.max(2) as usize;
    let options = rope::Options { base: base.max(1.0), ..Default::default() };
    rope::inv_freqs(head_dim - head_dim % 2, &options).unwrap_or_else(|_| vec![1.0])
}

/// A pair of independent normal numbers as a point of the plane, by length and angle (Box and Muller 1958).
pub(super) fn gaussian(stream: &mut SplitMix64) -> (f64, f64) {
    let uniform = (stream.next_signed_unit() + 1.0) / 2.0;
    let length = (-2.0 * libm::log(1.0 - uniform)).sqrt();
    (length, std::f64::consts::PI * stream.next_signed_unit())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Vectors {
    Ones,
    Aligned,
    Gaussian,
    Peak,
}

struct Setup {
    vectors: Vectors,
    r: i64,
    span: i64,
    base: f64,
    head_dim: i64,
    distance: Option<i64>,
    /// The score divided by the lengths of q and k, as a sum over pairs.
    waves: Waves,
}

fn setup(settings: &Settings) -> Setup {
    let vectors = match settings.get_choice("vectors") {
        "aligned" => Vectors::Aligned,
        "gaussian" => Vectors::Gaussian,
        "peak" => Vectors::Peak,
        _ => Vectors::Ones,
    };
    let (base, head_dim, r) = (settings.get_real("base"), settings.get_int("head_dim"), settings.get_int("r"));
    let frequencies = frequencies(head_dim, base);
    let waves = match vectors {
        Vectors::Ones => Waves::in_step(&frequencies),
        Vectors::Peak => peaked(&frequencies, r),
        Vectors::Aligned => random(&frequencies, settings.get_int("seed"), true),
        Vectors::Gaussian => random(&frequencies, settings.get_int("seed"), false),
    };
    let span = settings.get_int("span").max(1);
    Setup { vectors, r, span, base, head_dim, distance: settings.optional_int("distance"), waves }
}

/// Which of these distances has the largest score.
pub(super) fn highest(settings: &Settings, places: [i64; 3]) -> i64 {
    let it = setup(settings);
    let score = |at: &i64| it.waves.at(*at as f64);
    places.into_iter().max_by(|a, b| score(a).total_cmp(&score(b))).unwrap_or(0)
}

/// k = 1…1, and q the same turned back by r positions: every pair agrees at distance r.
fn peaked(frequencies: &[f64], r: i64) -> Waves {
    let size = 1.0 / frequencies.len().max(1) as f64;
    let wave = |omega: &f64| {
        let (sin, cos) = libm::sincos(omega * r as f64);
        Wave { omega: *omega, cos: size * cos, sin: size * sin }
    };
    Waves(frequencies.iter().map(wave).collect())
}

/// Normal coordinates; the same vector twice, or two independent ones. Divided by both lengths.
fn random(frequencies: &[f64], seed: i64, same: bool) -> Waves {
    let mut stream = SplitMix64::new(seed as u64);
    let (mut of_q, mut of_k) = (0.0, 0.0);
    let mut waves = Vec::with_capacity(frequencies.len());
    for omega in frequencies {
        let (q, other) = (gaussian(&mut stream), gaussian(&mut stream));
        let k = if same { q } else { other };
        of_q += q.0 * q.0;
        of_k += k.0 * k.0;
        // At distance d the angle between them is q − k + dω.
        let (sin, cos) = libm::sincos(k.1 - q.1);
        waves.push(Wave { omega: *omega, cos: q.0 * k.0 * cos, sin: q.0 * k.0 * sin });
    }
    let lengths = (of_q.sqrt() * of_k.sqrt()).max(f64::MIN_POSITIVE);
    for wave in &mut waves {
        wave.cos /= lengths;
        wave.sin /= lengths;
    }
    Waves(waves)
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let trace = it.waves.over(0, it.span, sampling.cols);
    let (low, high) = trace.extremes();
    let y = match it.vectors {
        Vectors::Gaussian => {
            let reach = (low.abs().max(high.abs()) * 1.1).max(1e-3);
            axis("score", -reach, reach)
        }
        _ => axis("score", if low < -0.02 { (low * 1.1).clamp(-1.0, -0.1) } else { 0.0 }, 1.0),
    };
    let (notice, remark) = (notice(&it, &trace), trace.remark());
    let x = axis(&trace.label("distance"), 0.0, it.span as f64);
    let mut layers = trace.layers("", Tone::Scheme(Scheme::Rope));
    if it.vectors == Vectors::Peak && it.r <= it.span {
        layers.push(Layer::Rule { name: format!("r = {}", it.r), tone: Tone::Accent, x: it.r as f64 });
    }
    if let Some(d) = it.distance.filter(|d| *d <= it.span) {
        layers.push(points("", Tone::Accent, vec![(d as f64, it.waves.at(d as f64))]));
    }
    let what = match it.vectors {
        Vectors::Ones => "q = k = ones".to_string(),
        Vectors::Aligned => "q = k, random (illustration)".to_string(),
        Vectors::Gaussian => "q and k random (illustration)".to_string(),
        Vectors::Peak => format!("q turned back by {}", it.r),
    };
    let title = format!("{}  {what}, d = {}, base {}", INFO.title, it.head_dim, number::figures(it.base, 4));
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice;
    picture.convention = format!("score = q·k / (|q||k|), rotated; distance = query − key ≥ 0{remark}");
    picture
}

fn table(it: &Setup) -> DataTable {
    let mut shown: Vec<i64> =
        QUOTED.into_iter().chain((it.vectors == Vectors::Peak).then_some(it.r)).chain(it.distance).collect();
    shown.sort_unstable();
    shown.dedup();
    let pointed = it.distance.or((it.vectors == Vectors::Peak).then_some(it.r));
    DataTable {
        columns: ["distance", "score"].map(String::from).to_vec(),
        mark: pointed.and_then(|d| shown.iter().position(|s| *s == d)),
        rows: shown.iter().map(|d| vec![number::whole(*d), number::fixed(it.waves.at(*d as f64), 3)]).collect(),
    }
}

fn notice(it: &Setup, trace: &Trace) -> String {
    let at = |d: i64| number::fixed(it.waves.at(d as f64), 2);
    if it.head_dim < 4 {
        return "One pair is a plain cosine of the distance: the score comes back every 6.28 positions and never fades.".to_string();
    }
    match it.vectors {
        Vectors::Ones | Vectors::Aligned => {
            let near = if it.span > 10 { format!("{} at 10, ", at(10)) } else { String::new() };
            format!(
                "At distance 0 all {} pairs agree and the score is {}; then they drift apart: {near}{} at {}. The fall comes from q = k. Set vectors to gaussian and it is gone.",
                it.waves.0.len(),
                at(0),
                at(it.span),
                it.span
            )
        }
        Vectors::Gaussian => {
            let half = it.span as f64 / 2.0;
            let (near, far) = (trace.extremes_where(|x| x <= half), trace.extremes_where(|x| x > half));
            let range = |(low, high): (f64, f64)| format!("{} to {}", number::fixed(low, 2), number::fixed(high, 2));
            let verdict =
                if largest(far) > 0.6 * largest(near) { "no decay" } else { "smaller, by the luck of this seed" };
            format!(
                "{} in the near half of the axis, {} in the far half: {verdict}. For vectors that don't resemble each other RoPE prefers no distance.",
                range(near),
                range(far)
            )
        }
        Vectors::Peak if it.r == 0 => {
            "The query is not turned back at all, so every pair agrees at distance 0, the token itself. Turn r up: the peak goes along.".to_string()
        }
        Vectors::Peak => format!(
            "The score is {} at distance {} and only {} at 0. Turn the query back by r and every pair agrees r tokens away: RoPE can look for any distance, not only near.",
            at(it.r),
            it.r,
            at(0)
        ),
    }
}

fn largest((low, high): (f64, f64)) -> f64 {
    low.abs().max(high.abs())
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let distance = snap(cursor.x, 0, it.span);
    let slowest = it.waves.0.last().map_or(1.0, |wave| wave.omega);
    readout([
        ("distance", number::whole(distance)),
        ("score", number::fixed(it.waves.at(distance as f64), 4)),
        ("fastest pair has turned", format!("{} rad", number::figures(distance as f64, 4))),
        ("slowest", format!("{} rad", number::figures(distance as f64 * slowest, 3))),
    ])
}
