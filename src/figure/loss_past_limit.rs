//! P12: measured perplexity past the trained length, scheme by scheme.

use super::parts::{axis, line, log, panel, picture, points, readout};
use super::published::{self, Published};
use super::{
    Axis, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "loss-past-limit",
    number: "P12",
    title: "Perplexity past the trained length",
    scheme: Scheme::Learned,
    summary: "Trained on L tokens, tested on more: where each scheme's measured perplexity turns.",
    section: "learned",
    knobs: &[
        Knob::choice("trained", "trained length L", &["512", "1024"], "512").landmarks(&[
            Landmark { value: "512", why: "the paper's table 2" },
            Landmark { value: "1024", why: "twice the length, the same order of schemes" },
        ]),
        Knob::choice("zoom", "how far to look", &["all", "near"], "all")
            .landmarks(&[Landmark { value: "near", why: "the first few hundred tokens past L" }]),
        Knob::choice("scale", "logarithmic, or linear and cut off", &["log", "clipped"], "log")
            .landmarks(&[Landmark { value: "clipped", why: "the differences between the good ones" }]),
    ],
    animates: None,
    build,
    probe,
};

/// Where the clipped axis ends.
const CLIP: f64 = 40.0;
/// Near: up to so many times the trained length.
const NEAR: f64 = 3.2;

struct Setup {
    trained: f64,
    table: Published,
    near: bool,
    clipped: bool,
}

fn setup(settings: &Settings) -> Setup {
    let long = settings.get_choice("trained") == "1024";
    Setup {
        trained: if long { 1024.0 } else { 512.0 },
        table: published::table(if long { "press-1024" } else { "press-512" }),
        near: settings.get_choice("zoom") == "near",
        clipped: settings.get_choice("scale") == "clipped",
    }
}

/// Whose column it is. T5's bias is a relative of Shaw's vectors and has no scheme of its own here.
fn tone(name: &str) -> Tone {
    match name {
        "sinusoidal" => Tone::Scheme(Scheme::Sinusoidal),
        "rotary" => Tone::Scheme(Scheme::Rope),
        "ALiBi" => Tone::Scheme(Scheme::Alibi),
        _ => Tone::Series(3),
    }
}

/// A scheme's measured numbers.
struct Curve {
    name: &'static str,
    column: usize,
    points: Vec<(f64, f64)>,
}

impl Curve {
    /// The first measured length with a higher perplexity than at the trained length.
    fn turn(&self) -> Option<(f64, f64)> {
        let (_, at_limit) = self.points.first()?;
        self.points.iter().copied().find(|(_, value)| value > at_limit)
    }
}

impl Setup {
    fn curves(&self) -> Vec<Curve> {
        let names = self.table.columns().iter().enumerate().skip(1);
        names.map(|(column, name)| Curve { name, column, points: self.table.series(column) }).collect()
    }

    fn end(&self) -> f64 {
        let longest = self.curves().iter().filter_map(|c| c.points.last()).fold(self.trained, |a, p| a.max(p.0));
        if self.near { longest.min(NEAR * self.trained) } else { longest }
    }
}

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let (curves, end) = (it.curves(), it.end());
    let mut layers = vec![Layer::Rule { name: String::new(), tone: Tone::Quiet, x: it.trained }];
    let mut highest: f64 = 20.0;
    for curve in &curves {
        let shown: Vec<(f64, f64)> = curve.points.iter().copied().filter(|p| p.0 <= end).collect();
        highest = shown.iter().map(|p| p.1).fold(highest, f64::max);
        layers.push(line(curve.name, tone(curve.name), shown));
    }
    // What was measured stands on the lines, which only join it.
    for curve in &curves {
        let measured = curve.points.iter().copied().filter(|p| p.0 <= end && (!it.clipped || p.1 <= CLIP));
        layers.push(points("", tone(curve.name), measured.collect()));
    }
    let (x, y) = axes(&it, end, highest);
    let title = format!("{}  L = {}", INFO.title, it.trained);
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(DataTable {
        columns: it.table.columns().iter().map(|c| c.replace("tokens at test", "tokens")).collect(),
        rows: it.table.rows().to_vec(),
        mark: None,
    });
    picture.notice = notice(&it, &curves);
    picture.convention =
        format!("{}: WikiText-103, lower is better; lines only join what was measured", it.table.cited());
    picture
}

fn axes(it: &Setup, end: f64, highest: f64) -> (Axis, Axis) {
    let x = if it.near {
        axis("tokens at test", it.trained, end)
    } else {
        log(axis("tokens at test, log scale", it.trained, end))
    };
    let y = if it.clipped {
        axis(&format!("perplexity, cut off at {}", number::figures(CLIP, 3)), 17.0, CLIP)
    } else {
        log(axis("perplexity, log scale", 17.0, highest * 1.05))
    };
    (x, y)
}

fn notice(it: &Setup, curves: &[Curve]) -> String {
    let (mut turns, mut steady, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for curve in curves {
        match curve.turn() {
            Some((length, _)) => turns.push(format!("{} at {length}", curve.name)),
            None => steady.push(curve.name),
        }
        if curve.points.len() < it.table.rows().len() {
            lost.push(curve.name);
        }
    }
    let steady = if steady.is_empty() { String::new() } else { format!(", {} never", steady.join(" and ")) };
    let lost = if lost.is_empty() {
        String::new()
    } else {
        format!(" {} ran out of memory at the last length.", lost.join(" and "))
    };
    format!(
        "Worse than at L = {} for the first time: {}{steady}.{lost} There is no learned curve: index {} has no row.",
        it.trained,
        turns.join(", "),
        it.trained
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let x = if cursor.x.is_finite() { cursor.x } else { it.trained };
    // The measured length nearest to the cursor, as the screen shows it.
    let place = |v: f64| if it.near { v } else { libm::log(v.max(1.0)) };
    let near = |row: &usize| it.table.value(*row, 0).map_or(f64::INFINITY, |v| (place(v) - place(x)).abs());
    let row = (0..it.table.rows().len()).min_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or(0);
    let mut out = readout([("tokens at test", it.table.cell(row, 0).to_string())]);
    let curves = it.curves().into_iter();
    out.items.extend(curves.map(|c| (c.name.to_string(), it.table.cell(row, c.column).to_string())));
    out
}
