//! P4: four pairs as waves along the text, and as the hands of four clocks at one position.

use std::f64::consts::TAU;

use super::parts::{axis, line, panel, picture, readout, snap};
use super::sinusoidal_heatmap::{BASE, frequency};
use super::{
    Axis, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone,
    number,
};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "sinusoidal-waves",
    number: "P4",
    title: "Waves and clocks",
    scheme: Scheme::Sinusoidal,
    summary: "Four pairs of an encoding: waves along the text, hands of clocks at one position.",
    section: "sinusoidal",
    knobs: &[
        Knob::int("pos", "position that the clocks show", 0, 1_048_576, "10").landmarks(&[
            Landmark { value: "0", why: "every hand at twelve" },
            Landmark { value: "44", why: "the fast hand is back at twelve, the others are not" },
        ]),
        Knob::doubling("span", "positions along the waves", 8, 1_048_576, 1, "128"),
        Knob::doubling("width", "width of the token vectors: twice as many as pairs", 2, 4096, 2, "512")
            .landmarks(&[Landmark { value: "8", why: "four pairs, all of them" }]),
        BASE,
        PAIR_A,
        PAIR_B,
        PAIR_C,
        PAIR_D,
    ],
    animates: Some("pos"),
    build,
    probe,
};

const PAIR_A: Knob = pair("a", "first pair shown; none for pair 0");
const PAIR_B: Knob = pair("b", "second pair shown; none for one at an eighth");
const PAIR_C: Knob = pair("c", "third pair shown; none for one at a quarter");
const PAIR_D: Knob = pair("d", "fourth pair shown; none for the last");

const fn pair(name: &'static str, help: &'static str) -> Knob {
    Knob::int(name, help, 0, 2047, "").landmarks(&[
        Landmark { value: "1", why: "a little slower than the fastest" },
        Landmark { value: "255", why: "the last pair of width 512" },
    ])
}

/// From the middle of a lane to its edge, and from lane to lane.
const LANE: f64 = 3.0;
/// A picture of so many rows has lanes in which a wave and its middle are two lines.
const ROOMY: u16 = 16;
/// Samples that a wave needs to be drawn as one.
const LEAST_SAMPLES: f64 = 6.0;

struct Setup {
    pos: i64,
    span: i64,
    width: i64,
    base: f64,
    /// Shown, fastest first.
    pairs: Vec<i64>,
    /// Pairs asked for that the width doesn't have.
    clipped: bool,
}

fn setup(settings: &Settings) -> Setup {
    let width = settings.get_int("width").max(2);
    let last = width / 2 - 1;
    let asked = ["a", "b", "c", "d"].map(|name| settings.optional_int(name));
    let usual = [0, (last + 1) / 8, (last + 1) / 4, last];
    let mut pairs: Vec<i64> = asked.iter().zip(usual).map(|(asked, usual)| asked.unwrap_or(usual).min(last)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    Setup {
        pos: settings.get_int("pos").max(0),
        span: settings.get_int("span").max(1),
        width,
        base: settings.get_real("base").max(1.0),
        pairs,
        clipped: asked.iter().flatten().any(|pair| *pair > last),
    }
}

impl Setup {
    fn omega(&self, pair: i64) -> f64 {
        frequency(pair as usize, self.width as usize, self.base)
    }

    /// Middle of a lane; the fastest wave is on top.
    fn lane(&self, k: usize) -> f64 {
        (self.pairs.len() - 1 - k.min(self.pairs.len() - 1)) as f64 * LANE
    }

    fn tone(k: usize) -> Tone {
        Tone::Series(k as u8)
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let (waves, solid) = waves(&it, sampling);
    let title = format!("{}  width {}, base {}", INFO.title, it.width, number::figures(it.base, 4));
    let mut picture = picture(&INFO, title, vec![waves, clocks(&it)]);
    picture.table = Some(DataTable {
        columns: ["pair", "period", "angle", "turns", "sin", "cos"].map(String::from).to_vec(),
        rows: it.pairs.iter().map(|pair| row(&it, *pair)).collect(),
        mark: None,
    });
    picture.notice = notice(&it, &solid);
    let clipped = if it.clipped { format!("; there is no pair past {}", it.width / 2 - 1) } else { String::new() };
    picture.convention = format!(
        "waves: the sine of each pair; hands: sine across, cosine up, so they start at twelve and turn clockwise{clipped}"
    );
    picture
}

/// Each pair in a lane of its own; a wave too fast for the columns is shown as the area that it fills. Also returns those pairs.
fn waves(it: &Setup, sampling: Sampling) -> (Panel, Vec<i64>) {
    let samples = (2 * usize::from(sampling.cols)).clamp(32, 800);
    let step = it.span as f64 / samples as f64;
    let mut layers = Vec::new();
    let mut solid = Vec::new();
    for (k, pair) in it.pairs.iter().enumerate() {
        let (omega, middle) = (it.omega(*pair), it.lane(k));
        if omega * step > TAU / LEAST_SAMPLES {
            solid.push(*pair);
            let filled = [0.0, it.span as f64].map(|x| (x, middle - 1.0, middle + 1.0)).to_vec();
            layers.push(Layer::Band { name: String::new(), tone: Setup::tone(k), points: filled });
        } else {
            // In a low lane its middle would only fill the wave.
            if sampling.rows >= ROOMY {
                layers.push(line("", Tone::Quiet, vec![(0.0, middle), (it.span as f64, middle)]));
            }
            let xs = (0..=samples).map(|n| n as f64 * step);
            let wave = xs.map(|x| (x, middle + libm::sin(omega * x))).collect();
            layers.push(line("", Setup::tone(k), wave));
        }
    }
    if it.pos <= it.span {
        layers.push(Layer::Rule { name: String::new(), tone: Tone::Accent, x: it.pos as f64 });
    }
    let label = if solid.is_empty() {
        "position".to_string()
    } else {
        let pairs: Vec<String> = solid.iter().map(|p| p.to_string()).collect();
        format!("position; filled: pair {}", pairs.join(", "))
    };
    let names = it.pairs.iter().enumerate().map(|(k, pair)| (it.lane(k), format!("pair {pair}"))).collect();
    let y = Axis { names, ..axis("", -1.2, it.lane(0) + 1.2) };
    (panel("", axis(&label, 0.0, it.span as f64), y, layers), solid)
}

/// Four clocks two by two.
fn clocks(it: &Setup) -> Panel {
    const APART: f64 = 1.35;
    let mut layers = Vec::new();
    for (k, pair) in it.pairs.iter().enumerate() {
        let (column, row) = (k % 2, k / 2);
        let centre = ((2 * column) as f64 * APART - APART, APART - (2 * row) as f64 * APART);
        let angle = it.omega(*pair) * it.pos as f64;
        let tip = (centre.0 + 0.9 * libm::sin(angle), centre.1 + 0.9 * libm::cos(angle));
        let ring = vec![(centre, 1.0, 0.0, TAU)];
        layers.push(Layer::Arcs { name: String::new(), tone: Tone::Quiet, arcs: ring });
        layers.push(Layer::Arrows { name: String::new(), tone: Setup::tone(k), arrows: vec![(centre, tip)] });
        layers.push(Layer::Label {
            text: pair.to_string(),
            tone: Setup::tone(k),
            at: (centre.0 - 1.35, centre.1 + 1.05),
        });
    }
    let tall = if it.pairs.len() > 2 { -2.5 } else { 0.2 };
    let mut panel = panel(format!("at position {}", it.pos), axis("", -2.65, 2.4), axis("", tall, 2.45), layers);
    panel.square = true;
    panel
}

fn row(it: &Setup, pair: i64) -> Vec<String> {
    let omega = it.omega(pair);
    let angle = omega * it.pos as f64;
    vec![
        number::whole(pair),
        number::figures(TAU / omega, 5),
        number::figures(angle, 4),
        number::fixed(angle / TAU, 2),
        number::fixed(libm::sin(angle), 4),
        number::fixed(libm::cos(angle), 4),
    ]
}

fn notice(it: &Setup, solid: &[i64]) -> String {
    let period = |pair: &i64| number::figures(TAU / it.omega(*pair), 5);
    let (Some(first), Some(last)) = (it.pairs.first(), it.pairs.last()) else { return String::new() };
    let turns = |pair: &i64| number::fixed(it.omega(*pair) * it.pos as f64 / TAU, 2);
    if it.pos == 0 {
        return format!(
            "At position 0 every hand stands at twelve. Pair {first} turns once in {} positions, pair {last} in {}.",
            period(first),
            period(last)
        );
    }
    let filled = match solid.len() {
        0 => String::new(),
        _ => " Filled lanes hold waves too fast for the columns: only how far they reach is shown.".to_string(),
    };
    format!(
        "At position {} the hand of pair {first} (period {}) has turned {} times, that of pair {last} (period {}) {}.{filled}",
        it.pos,
        period(first),
        turns(first),
        period(last),
        turns(last)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let (k, position) = if cursor.panel == 0 {
        let from_top = (it.lane(0) - cursor.y) / LANE;
        (snap(from_top, 0, it.pairs.len() as i64 - 1), snap(cursor.x, 0, it.span))
    } else {
        (i64::from(cursor.x > 0.0) + 2 * i64::from(cursor.y < 0.0), it.pos)
    };
    let pair = it.pairs.get(k as usize).or(it.pairs.last()).copied().unwrap_or(0);
    let omega = it.omega(pair);
    let angle = omega * position as f64;
    readout([
        ("pair", number::whole(pair)),
        ("position", number::whole(position)),
        ("sin", number::fixed(libm::sin(angle), 4)),
        ("cos", number::fixed(libm::cos(angle), 4)),
        ("angle", number::figures(angle, 5)),
        ("period", number::figures(TAU / omega, 5)),
    ])
}
