//! P5: the wavelength of every pair on a logarithmic axis, and the pairs that are longer than the training text.

use std::f64::consts::TAU;

use super::cosines::frequencies;
use super::parts::{axis, line, log, panel, picture, points, readout, s, snap, spread};
use super::sinusoidal_heatmap::BASE;
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "wavelength-ladder",
    number: "P5",
    title: "Ladder of wavelengths",
    scheme: Scheme::Sinusoidal,
    summary: "Every pair's wavelength is the last one times a constant; those above the trained length never finish a turn.",
    section: "sinusoidal",
    knobs: &[
        Knob::doubling("width", "width of the token vectors: twice as many as pairs", 2, 4096, 2, "512").landmarks(&[
            Landmark { value: "8", why: "four pairs, each ten times the one before" },
            Landmark { value: "512", why: "the paper's base model" },
        ]),
        BASE,
        Knob::doubling("length", "trained length L", 1, 1_048_576, 1, "512")
            .landmarks(&[Landmark { value: "512", why: "as many positions as BERT was trained on" }]),
        Knob::int("pair", "pair to point at; past the last it is the last", 0, 2047, "")
            .landmarks(&[Landmark { value: "0", why: "the fastest pair" }]),
    ],
    animates: Some("length"),
    build,
    probe,
};

struct Setup {
    width: i64,
    base: f64,
    length: i64,
    /// Pair to point at.
    pair: Option<i64>,
    /// λᵢ, shortest first.
    wavelengths: Vec<f64>,
}

fn setup(settings: &Settings) -> Setup {
    let width = settings.get_int("width").max(2);
    let (width, base) = (width - width % 2, settings.get_real("base").max(1.0));
    let wavelengths = frequencies(width, base).into_iter().map(|omega| TAU / omega.max(f64::MIN_POSITIVE)).collect();
    let pair = settings.optional_int("pair").map(|pair| pair.clamp(0, width / 2 - 1));
    Setup { width, base, length: settings.get_int("length").max(1), pair, wavelengths }
}

impl Setup {
    fn pairs(&self) -> i64 {
        self.width / 2
    }

    fn wavelength(&self, pair: i64) -> f64 {
        self.wavelengths.get(pair as usize).copied().unwrap_or(TAU)
    }

    fn longest(&self) -> f64 {
        self.wavelength(self.pairs() - 1)
    }

    /// 2π × base, where the next pair would be.
    fn limit(&self) -> f64 {
        TAU * self.base
    }

    /// Lower end of the axis.
    fn floor(&self) -> f64 {
        (self.length as f64).clamp(0.5, 2.0)
    }

    /// Pairs whose wavelength is longer than the trained length.
    fn unfinished(&self) -> i64 {
        self.wavelengths.iter().filter(|l| **l > self.length as f64).count() as i64
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let mut layers = ladder(&it, sampling);
    layers.push(Layer::Level { name: format!("L = {}", it.length), tone: Tone::Accent, y: it.length as f64 });
    let limit = format!("2π × base = {}", number::figures(it.limit(), 5));
    layers.push(Layer::Level { name: limit, tone: Tone::Quiet, y: it.limit() });
    if let Some(pair) = it.pair {
        layers.push(points(&format!("pair {pair}"), Tone::Accent, vec![(pair as f64, it.wavelength(pair))]));
    }
    let top = it.limit().max(it.length as f64) * 1.6;
    let y = log(axis("wavelength λ", it.floor(), top));
    let x = axis("pair i", -0.5, it.pairs() as f64 - 0.5);
    let title = format!("{}  width {}, base {}", INFO.title, it.width, number::figures(it.base, 4));
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = "λᵢ = 2π/ωᵢ = 2π × base^(2i/d); pairs count from 0; logarithmic axis".to_string();
    picture
}

/// Bars while every pair has room for one, else the area under the curve; those above L in a tone of their own.
fn ladder(it: &Setup, sampling: Sampling) -> Vec<Layer> {
    let bars = it.pairs() <= i64::from(sampling.cols / 4).max(8);
    let finished = it.pairs() - it.unfinished();
    let parts = [
        ("turns in L", Tone::Scheme(Scheme::Sinusoidal), 0, finished - 1),
        ("doesn't finish one", Tone::Yours, finished, it.pairs() - 1),
    ];
    let mut layers = Vec::new();
    for (name, tone, first, last) in parts.into_iter().filter(|(.., first, last)| first <= last) {
        let most = (2 * usize::from(sampling.cols)).clamp(16, 400);
        let points: Vec<(f64, f64)> =
            spread(first, last, most).into_iter().map(|pair| (pair as f64, it.wavelength(pair))).collect();
        if bars {
            layers.push(Layer::Bars { name: name.to_string(), tone, bars: points });
        } else {
            // The area reaches the bottom, wherever that is.
            let area = points.iter().map(|(x, y)| (*x, it.floor(), *y)).collect();
            layers.push(Layer::Band { name: String::new(), tone, points: area });
            layers.push(line(name, tone, points));
        }
    }
    layers
}

fn table(it: &Setup) -> DataTable {
    let last = it.pairs() - 1;
    let crossing = (it.pairs() - it.unfinished()).min(last);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut asked = vec![0, 1, (crossing - 1).max(0), crossing, last];
    asked.extend(it.pair);
    asked.retain(|pair| *pair <= last);
    asked.sort_unstable();
    asked.dedup();
    let mark = it.pair.and_then(|pair| asked.iter().position(|other| *other == pair));
    for pair in asked {
        let (wavelength, turns) = (it.wavelength(pair), it.length as f64 / it.wavelength(pair));
        rows.push(vec![number::whole(pair), number::figures(wavelength, 5), number::figures(turns, 3)]);
    }
    rows.push(vec!["2π × base".to_string(), number::figures(it.limit(), 5), "–".to_string()]);
    DataTable { columns: ["pair", "λ", "turns in L"].map(String::from).to_vec(), mark, rows }
}

fn notice(it: &Setup) -> String {
    let (pairs, unfinished) = (it.pairs(), it.unfinished());
    if pairs == 1 {
        return "One pair has one wavelength, 6.2832, whatever the base: the base only spaces the pairs that follow."
            .to_string();
    }
    let step = number::figures(it.wavelength(1) / it.wavelength(0), 4);
    let crossing = match unfinished {
        0 => format!("All {pairs} pairs finish a turn within L = {}", it.length),
        n if n == pairs => format!("Not one of the {pairs} pairs finishes a turn within L = {}", it.length),
        n => format!(
            "It crosses L = {} between pairs {} and {}: {n} of {pairs} pair{} never finish a turn",
            it.length,
            pairs - n - 1,
            pairs - n,
            s(pairs)
        ),
    };
    format!(
        "Each wavelength is {step} times the one before: a straight line on this axis. {crossing}. The longest, {}, stays {step} times below 2π × base.",
        number::figures(it.longest(), 5)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let pair = snap(cursor.x, 0, it.pairs() - 1);
    let wavelength = it.wavelength(pair);
    readout([
        ("pair", number::whole(pair)),
        ("λ", number::figures(wavelength, 6)),
        ("ω", number::figures(TAU / wavelength, 5)),
        ("turns in L", number::figures(it.length as f64 / wavelength, 4)),
    ])
}
