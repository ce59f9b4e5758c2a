//! P22: a sum of waves fitted to random scores inside the trained length, and what the same sum does beyond it
//! (after Chen et al. 2023, figure 2).

use ndarray::Array2;

use super::parts::{axis, line, panel, picture, points, readout, snap};
use super::rope_score::frequencies;
use super::waves::{Trace, Wave, Waves};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Panel, Picture, Readout, Sampling, Settings, Tone, number};
use crate::math::least_squares::ridge;
use crate::math::num::{SplitMix64, norm};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "fit-blow-up",
    number: "P22",
    title: "Fit and blow-up, an illustration",
    scheme: Scheme::Rope,
    summary: "A sum of RoPE's waves that fits scores inside the trained length can explode right behind it.",
    section: "rope",
    knobs: &[
        Knob::int("pairs", "how many waves there are to fit with", 1, 32, "16").landmarks(&[
            Landmark { value: "4", why: "too few to cancel: nothing explodes" },
            Landmark { value: "16", why: "enough slow waves to cancel inside" },
        ]),
        Knob::scale("ridge", "what large coefficients cost", 1e-12, 10.0, 10.0, "1e-9").landmarks(&[
            Landmark { value: "1e-9", why: "almost free: wild outside" },
            Landmark { value: "0.001", why: "a little: most of the blow-up is gone" },
            Landmark { value: "0.1", why: "tame inside and outside" },
        ]),
        Knob::doubling("length", "trained length: where there are scores to fit", 16, 1 << 20, 1, "64")
            .labelled("L")
            .landmarks(&[Landmark { value: "2048", why: "as in the paper" }]),
        Knob::int("seed", "which random scores", 0, 9999, "1"),
    ],
    animates: Some("ridge"),
    build,
    probe,
};

/// Scores to fit; a longer trained length has them at as many places.
const MOST_TARGETS: i64 = 32;

struct Setup {
    pairs: i64,
    ridge: f64,
    length: i64,
    /// Position and random score in −1 to 1.
    targets: Vec<(i64, f64)>,
    fit: Waves,
}

fn setup(settings: &Settings) -> Setup {
    let (pairs, length) = (settings.get_int("pairs").max(1), settings.get_int("length").max(2));
    let ridge = settings.get_real("ridge").max(1e-12);
    let targets = targets(length, settings.get_int("seed"));
    let fit = fit(&frequencies(2 * pairs, 10_000.0), &targets, ridge);
    Setup { pairs, ridge, length, targets, fit }
}

/// One random score in each of up to 32 equal parts of the trained length, somewhere in its part.
fn targets(length: i64, seed: i64) -> Vec<(i64, f64)> {
    let mut stream = SplitMix64::new(seed as u64);
    let parts = length.min(MOST_TARGETS);
    let place = |part: i64, stream: &mut SplitMix64| {
        let (from, to) = (part * length / parts, (part + 1) * length / parts);
        from + (stream.next_u64() % (to - from).max(1) as u64) as i64
    };
    (0..parts).map(|part| (place(part, &mut stream), stream.next_signed_unit())).collect()
}

/// Least squares over cos and sin of every pair. Every ridge that the knob takes makes the equations solvable; should one
/// not, a flat line says less than a wrong curve.
fn fit(frequencies: &[f64], targets: &[(i64, f64)], strength: f64) -> Waves {
    let columns = |x: f64| frequencies.iter().flat_map(move |omega| <[f64; 2]>::from(libm::sincos(omega * x)));
    let cells = targets.iter().flat_map(|(x, _)| columns(*x as f64)).collect();
    let scores: Vec<f64> = targets.iter().map(|t| t.1).collect();
    let fitted = Array2::from_shape_vec((targets.len(), 2 * frequencies.len()), cells)
        .ok()
        .and_then(|a| ridge(a.view(), &scores, strength).ok())
        .unwrap_or_default();
    let wave = |(omega, c): (&f64, &[f64])| Wave {
        omega: *omega,
        sin: c.first().copied().unwrap_or(0.0),
        cos: c.get(1).copied().unwrap_or(0.0),
    };
    Waves(frequencies.iter().zip(fitted.chunks(2)).map(wave).collect())
}

impl Setup {
    /// The fitted sum over one stretch; between positions too where there is room for it.
    fn trace(&self, from: i64, to: i64, columns: u16) -> Trace {
        let dots = 2 * i64::from(columns.clamp(16, 400));
        if to - from >= dots {
            return self.fit.over(from, to, columns);
        }
        let between = dots / (to - from).max(1) + 1;
        let place = |k: i64| from as f64 + k as f64 / between as f64;
        let line = (0..=(to - from) * between).map(|k| (place(k), self.fit.at(place(k)))).collect();
        Trace { line, band: Vec::new(), every: 1 }
    }

    fn size(&self) -> f64 {
        norm(&self.fit.0.iter().flat_map(|wave| [wave.cos, wave.sin]).collect::<Vec<_>>())
    }
}

/// The largest value of a trace, without its sign.
fn height(trace: &Trace) -> f64 {
    let (low, high) = trace.extremes();
    low.abs().max(high.abs())
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let last = it.length - 1;
    let columns = sampling.cols / 2;
    let (inside, beyond) = (it.trace(0, last, columns), it.trace(last, 2 * it.length, columns));
    let (tame, wild) = (height(&inside), height(&beyond));
    let panels = vec![half(&it, inside, true), half(&it, beyond, false)];
    let ridge = number::figures(it.ridge, 3);
    let plural = super::parts::s(it.pairs);
    let title = format!("{}  {} pair{plural}, L = {}, ridge {ridge}", INFO.title, it.pairs, it.length);
    let mut picture = picture(&INFO, title, panels);
    let worst = it.targets.iter().map(|(x, y)| (it.fit.at(*x as f64) - y).abs()).fold(0.0, f64::max);
    let row = |name: &str, value: f64| vec![name.to_string(), number::figures(value, 3)];
    picture.table = Some(DataTable {
        columns: vec!["largest".to_string(), String::new()],
        rows: vec![
            row("score inside", tame),
            row("score from L to 2L", wild),
            row("miss at a target", worst),
            row("size of the coefficients", it.size()),
        ],
        mark: Some(1),
    });
    picture.notice = notice(&it, tame, wild);
    picture.convention = format!(
        "random scores in −1 to 1 at {} positions; θᵢ of RoPE, base 10000; least squares with ridge · |c|²; synthetic data",
        it.targets.len()
    );
    picture
}

fn half(it: &Setup, trace: Trace, inside: bool) -> Panel {
    let reach = height(&trace).max(if inside { 1.0 } else { 1e-6 }) * 1.08;
    let (from, to) = if inside { (0, it.length - 1) } else { (it.length - 1, 2 * it.length) };
    let x = axis(&trace.label("offset"), from as f64, to as f64);
    let title = if inside { "inside the trained length" } else { "from L to 2L, on its own scale" };
    let tone = Tone::Scheme(Scheme::Rope);
    let mut layers = Vec::new();
    if !inside && reach > 4.0 {
        // The height of the left panel, for scale.
        layers.push(line("", Tone::Quiet, vec![(from as f64, 1.0), (to as f64, 1.0)]));
        layers.push(line("", Tone::Quiet, vec![(from as f64, -1.0), (to as f64, -1.0)]));
    }
    layers.extend(trace.layers("fit", tone));
    if inside {
        layers.push(points("targets", Tone::Accent, it.targets.iter().map(|(x, y)| (*x as f64, *y)).collect()));
    }
    panel(title, x, axis("score", -reach, reach), layers)
}

fn notice(it: &Setup, tame: f64, wild: f64) -> String {
    let (inside, outside) = (number::figures(tame, 2), number::figures(wild, 2));
    let size = number::figures(it.size(), 2);
    if wild > 3.0 * tame {
        let times = number::figures(wild / tame.max(1e-12), 2);
        return format!(
            "At most {inside} inside, but {outside} behind L, {times} times as much: coefficients of size {size} cancel where they were fitted and nowhere else. A larger ridge tames them."
        );
    }
    format!(
        "At most {inside} inside and {outside} behind L: with coefficients of size {size} there is nothing left to cancel, so nothing explodes."
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let (from, to) = if cursor.panel == 0 { (0, it.length - 1) } else { (it.length - 1, 2 * it.length) };
    let offset = snap(cursor.x, from, to);
    let value = it.fit.at(offset as f64);
    let mut out = readout([
        ("offset", number::whole(offset)),
        ("fitted score", number::figures(value, 4)),
        ("times L", number::fixed(offset as f64 / it.length as f64, 2)),
    ]);
    if let Some((_, target)) = it.targets.iter().find(|(x, _)| *x == offset) {
        out.items.push(("target".to_string(), number::fixed(*target, 4)));
    }
    out
}
