//! P24: all slopes of ALiBi at once: bias against distance, and the weight that is left of a key.

use super::parts::{axis, line, panel, picture, points, readout, snap, spread};
use super::{
    Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::math::alibi;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "slope-fan",
    number: "P24",
    title: "Slope fan",
    scheme: Scheme::Alibi,
    summary: "One line a head: each halves the weight of a key at its own distance.",
    section: "alibi",
    knobs: &[
        Knob::int("heads", "how many heads share the slopes", 1, 128, "8").landmarks(&[
            Landmark { value: "8", why: "half-distances 1.39 to 177.4" },
            Landmark { value: "12", why: "not a power of two: four more, one of them the steepest" },
            Landmark { value: "16", why: "slopes 2^−0.5, 2^−1 … 1/256" },
        ]),
        Knob::doubling("span", "largest distance shown", 4, 1 << 20, 1, "64").landmarks(&[
            Landmark { value: "8", why: "the steep heads" },
            Landmark { value: "512", why: "the gentle ones" },
        ]),
        Knob::int("head", "head to point at; counted from 1", 1, 128, "")
            .at_most("heads")
            .landmarks(&[Landmark { value: "1", why: "the steepest, as long as there are no extra heads" }]),
    ],
    animates: Some("heads"),
    build,
    probe,
};

/// Most rows of the table, and most lines of the fan.
const MOST: usize = 16;

struct Setup {
    slopes: Vec<f64>,
    /// Heads up to here have the slopes of a power of two; the others come from twice as many heads.
    regular: usize,
    span: i64,
    head: Option<usize>,
}

fn setup(settings: &Settings) -> Setup {
    let heads = settings.get_int("heads").max(1) as usize;
    let head = settings.optional_int("head").map(|h| h.max(1) as usize);
    Setup {
        slopes: alibi::slopes(heads).unwrap_or_default(),
        regular: 1 << heads.ilog2(),
        span: settings.get_int("span").max(1),
        head,
    }
}

impl Setup {
    fn heads(&self) -> usize {
        self.slopes.len()
    }

    fn slope(&self, head: usize) -> f64 {
        head.checked_sub(1).and_then(|k| self.slopes.get(k)).copied().unwrap_or(0.0)
    }

    /// The heads that get a line and a row: all, or an even choice with the head that is pointed at.
    fn shown(&self) -> Vec<usize> {
        let mut shown: Vec<usize> = spread(1, self.heads() as i64, MOST).into_iter().map(|h| h as usize).collect();
        shown.extend(self.head);
        shown.sort_unstable();
        shown.dedup();
        shown
    }

    fn tone(&self, head: usize) -> Tone {
        match self.head {
            Some(here) if here == head => Tone::Accent,
            _ if head > self.regular => Tone::Series(0),
            _ => Tone::Scheme(Scheme::Alibi),
        }
    }
}

/// Distance at which the weight has halved.
fn half_distance(slope: f64) -> f64 {
    alibi::half_distance(slope).unwrap_or(f64::MAX)
}

/// As the facts quote them: 1.39, 11.1, 177.4.
fn half_text(slope: f64) -> String {
    let half = half_distance(slope);
    number::fixed(half, if half < 10.0 { 2 } else { 1 })
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let extra = it.heads() - it.regular;
    let split = if extra > 0 { format!(" ({} and {extra} more)", it.regular) } else { String::new() };
    let title = format!("{}  {} head{}{split}", INFO.title, it.heads(), super::parts::s(it.heads() as i64));
    let mut picture = picture(&INFO, title, vec![fan(&it, sampling), weights(&it, sampling)]);
    let shown = it.shown();
    picture.table = Some(DataTable {
        columns: ["head", "slope m", "half-distance"].map(String::from).to_vec(),
        rows: shown
            .iter()
            .map(|h| vec![h.to_string(), number::figures(it.slope(*h), 4), half_text(it.slope(*h))])
            .collect(),
        mark: it.head.and_then(|head| shown.iter().position(|h| *h == head)),
    });
    picture.notice = notice(&it);
    let every = if shown.len() < it.heads() {
        format!("; {} of {} heads shown", shown.len(), it.heads())
    } else {
        String::new()
    };
    picture.convention = format!("distance = query − key ≥ 0; heads count from 1; half-distance = ln 2 / m{every}");
    picture
}

/// Names for the legend: one for the regular slopes, one for the extra ones, on the first line of each.
fn name(it: &Setup, head: usize, named: &mut Vec<Tone>) -> String {
    let tone = it.tone(head);
    if named.contains(&tone) {
        return String::new();
    }
    named.push(tone);
    match tone {
        Tone::Accent => format!("head {head}"),
        Tone::Series(_) => format!("{} extra", it.heads() - it.regular),
        _ if it.heads() == it.regular => String::new(),
        _ => format!("first {}", it.regular),
    }
}

fn fan(it: &Setup, sampling: Sampling) -> Panel {
    let span = it.span as f64;
    let steepest = it.slopes.iter().copied().fold(0.0, f64::max);
    let floor = -(steepest * span).max(1e-9);
    let (mut layers, mut named, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    // Names at the ends of the lines, where there is a row for each.
    let row = floor.abs() / f64::from((sampling.rows / 2).max(4));
    let mut taken: Vec<f64> = Vec::new();
    for head in it.shown() {
        let end = -it.slope(head) * span;
        layers.push(line(&name(it, head, &mut named), it.tone(head), vec![(0.0, 0.0), (span, end)]));
        if taken.iter().all(|y| (y - end).abs() > row) {
            taken.push(end);
            labels.push(Layer::Label { text: head.to_string(), tone: it.tone(head), at: (span * 1.02, end) });
        }
    }
    layers.extend(labels);
    panel("bias, by head", axis("distance, query − key", 0.0, span * 1.1), axis("bias", floor, 0.0), layers)
}

fn weights(it: &Setup, sampling: Sampling) -> Panel {
    let span = it.span as f64;
    let steps = u32::from(sampling.cols.clamp(16, 400));
    let mut layers = vec![Layer::Level { name: String::new(), tone: Tone::Quiet, y: 0.5 }];
    for head in it.shown() {
        let m = it.slope(head);
        let curve = (0..=steps).map(|k| span * f64::from(k) / f64::from(steps)).map(|d| (d, libm::exp(-m * d)));
        layers.push(line("", it.tone(head), curve.collect()));
    }
    let halves: Vec<(f64, f64)> =
        it.shown().iter().map(|h| half_distance(it.slope(*h))).filter(|d| *d <= span).map(|d| (d, 0.5)).collect();
    if !halves.is_empty() {
        layers.push(points("half", Tone::Accent, halves));
    }
    panel("what is left of a weight", axis("distance, query − key", 0.0, span), axis("e^(−md)", 0.0, 1.0), layers)
}

fn notice(it: &Setup) -> String {
    let (heads, regular) = (it.heads(), it.regular);
    let steepest = it.slopes.iter().copied().fold(0.0, f64::max);
    let gentlest = it.slopes.iter().copied().fold(f64::MAX, f64::min);
    if let Some(head) = it.head {
        return format!(
            "Head {head} of {heads} halves a weight every {} tokens; the steepest does it every {}, the gentlest every {}.",
            half_text(it.slope(head)),
            half_text(steepest),
            half_text(gentlest)
        );
    }
    if heads == 1 {
        return format!("One head, one slope: a weight halves every {} tokens.", half_text(steepest));
    }
    if heads == regular {
        return format!(
            "A weight halves every {} tokens in the steepest head and every {} in the gentlest: the heads look at all scales between.",
            half_text(steepest),
            half_text(gentlest)
        );
    }
    let extra = heads - regular;
    let regular_steepest = it.slope(1);
    let above = it.slopes.iter().skip(regular).filter(|m| **m > regular_steepest).count();
    format!(
        "{heads} is not a power of two: {regular} slopes as for {regular} heads, and {extra} from {}. The first extra head halves every {} tokens; {above} of the {extra} {} steeper than all {regular}.",
        2 * regular,
        half_text(it.slope(regular + 1)),
        if above == 1 { "is" } else { "are" }
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let distance = snap(cursor.x, 0, it.span);
    let d = distance as f64;
    // The line that the cursor is nearest to, in the units of its panel.
    let value = |m: f64| if cursor.panel == 0 { -m * d } else { libm::exp(-m * d) };
    let shown = it.shown();
    let away = |head: &&usize| {
        let away = (value(it.slope(**head)) - cursor.y).abs();
        if away.is_nan() { f64::MAX } else { away }
    };
    let head = shown.iter().min_by(|a, b| away(a).total_cmp(&away(b))).copied().unwrap_or(1);
    let m = it.slope(head);
    readout([
        ("head", number::whole(head as i64)),
        ("distance", number::whole(distance)),
        ("bias", number::figures(-m * d, 5)),
        ("weight left", number::figures(libm::exp(-m * d), 4)),
        ("slope", number::figures(m, 5)),
        ("half-distance", half_text(m)),
    ])
}
