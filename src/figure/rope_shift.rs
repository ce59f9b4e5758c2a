//! P18: move query and key together; in exact arithmetic the score stays, in bfloat16 it wobbles.

use super::parts::{axis, line, panel, picture, points, readout, sampled, snap, spread, thinned};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "rope-shift",
    number: "P18",
    title: "Common shift",
    scheme: Scheme::Rope,
    summary: "Add the same shift to both positions: what becomes of the score?",
    section: "rope",
    knobs: &[
        Knob::int("m", "query position", 0, 100_000, "4"),
        Knob::int("n", "key position", 0, 100_000, "10"),
        Knob::real("theta", "radians that a position turns", 0.0, 10.0, 0.05, "0.5").labelled("θ").landmarks(&[
            Landmark { value: "1", why: "the fastest pair of every head" },
            Landmark { value: "0.5", why: "the worked example" },
        ]),
        Knob::choice("precision", "how positions are stored before they turn into angles", &["exact", "bf16"], "exact")
            .landmarks(&[Landmark { value: "bf16", why: "above 256 not every whole number exists" }]),
        Knob::int("shift", "common shift to point at", 0, 100_000, "100")
            .landmarks(&[Landmark { value: "100", why: "the worked example" }]),
    ],
    animates: Some("shift"),
    build,
    probe,
};

/// The query of the worked example.
const QUERY: (f64, f64) = (1.0, 0.0);
/// Its key.
const KEY: (f64, f64) = (0.6, 0.8);

/// Shifts read of those that a column stands for.
const READ: usize = 32;

struct Setup {
    m: i64,
    n: i64,
    theta: f64,
    shift: i64,
    rounded: bool,
}

fn setup(settings: &Settings) -> Setup {
    Setup {
        m: settings.get_int("m"),
        n: settings.get_int("n"),
        theta: settings.get_real("theta"),
        shift: settings.get_int("shift"),
        rounded: settings.get_choice("precision") == "bf16",
    }
}

impl Setup {
    /// Largest shift on the axis: past 256, where bfloat16 begins to skip whole numbers.
    fn span(&self) -> i64 {
        (self.shift + self.shift / 10).max(if self.rounded { 520 } else { 120 })
    }

    fn exact(&self, shift: i64) -> f64 {
        score((self.m + shift) as f64, (self.n + shift) as f64, self.theta)
    }

    fn in_bf16(&self, shift: i64) -> f64 {
        let stored = |p: i64| bf16((p + shift) as f64);
        score(stored(self.m), stored(self.n), self.theta)
    }

    /// The lowest and the highest score in bfloat16 from one shift to before another, at the first.
    fn range(&self, from: i64, to: i64) -> (f64, f64, f64) {
        let scores = spread(from, to - 1, READ).into_iter().map(|c| self.in_bf16(c));
        let (low, high) = scores.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), s| (low.min(s), high.max(s)));
        (from as f64, low, high)
    }

    /// The score as the setting computes it.
    fn shown(&self, shift: i64) -> f64 {
        if self.rounded { self.in_bf16(shift) } else { self.exact(shift) }
    }
}

/// Both vectors are rotated and then multiplied, as a model does it; nothing here knows about n − m.
fn score(m: f64, n: f64, theta: f64) -> f64 {
    let (q, k) = (rotate(QUERY, m * theta), rotate(KEY, n * theta));
    q.0 * k.0 + q.1 * k.1
}

/// Counter-clockwise by `angle`.
fn rotate((x, y): (f64, f64), angle: f64) -> (f64, f64) {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    (x * cos - y * sin, x * sin + y * cos)
}

/// The nearest bfloat16, ties to even: eight significant bits.
fn bf16(x: f64) -> f64 {
    let bits = (x as f32).to_bits();
    let even = (bits >> 16) & 1;
    f64::from(f32::from_bits(bits.wrapping_add(0x7fff + even) & 0xffff_0000))
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let rope = Tone::Scheme(Scheme::Rope);
    let span = it.span();
    let (shifts, every) = thinned(0, span, (2 * usize::from(sampling.cols)).clamp(16, 800));
    let curve = |f: &dyn Fn(i64) -> f64| shifts.iter().map(|c| (*c as f64, f(*c))).collect::<Vec<_>>();
    let mut layers = Vec::new();
    if it.rounded {
        // Every second shift alone would meet even positions only, and hide what the odd ones do.
        if every > 1 {
            let points = shifts.windows(2).filter_map(|pair| Some(it.range(*pair.first()?, *pair.last()?))).collect();
            layers.push(Layer::Band { name: String::new(), tone: Tone::Yours, points });
        }
        layers.push(line("bf16 positions", Tone::Yours, curve(&|c| it.in_bf16(c))));
        layers.push(Layer::Rule { name: "256".to_string(), tone: Tone::Quiet, x: (256 - it.m.max(it.n)) as f64 });
    }
    layers.push(line("exact", rope, curve(&|c| it.exact(c))));
    layers.push(points("", Tone::Accent, vec![(it.shift as f64, it.shown(it.shift))]));
    let (label, band) = match it.rounded && every > 1 {
        true => (
            format!("common shift c; range of {every} each"),
            format!("; band: lowest to highest of {} read in {every} shifts", every.min(READ as i64)),
        ),
        false => (sampled("common shift c", "shift", every), String::new()),
    };
    let x = axis(&label, 0.0, span as f64);
    let title = format!("{}  m = {}, n = {}, θ = {}", INFO.title, it.m, it.n, number::figures(it.theta, 4));
    let mut picture = picture(&INFO, title, vec![panel("", x, axis("score", -1.0, 1.0), layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = format!(
        "q = (1, 0), k = (0.6, 0.8), one pair; score before softmax, not scaled; offset = n − m, key − query{band}"
    );
    picture
}

fn table(it: &Setup) -> DataTable {
    let mut shifts = vec![0, 10, 100, it.shift];
    shifts.sort_unstable();
    shifts.dedup();
    let mark = shifts.iter().position(|c| *c == it.shift);
    let row = |c: &i64| {
        let shift = if *c == 0 { String::new() } else { format!("+{c}") };
        vec![number::whole(it.m + c), number::whole(it.n + c), number::fixed(it.shown(*c), 4), shift]
    };
    DataTable {
        columns: ["m", "n", "score", "shift"].map(String::from).to_vec(),
        rows: shifts.iter().map(row).collect(),
        mark,
    }
}

fn notice(it: &Setup) -> String {
    let score = number::fixed(it.exact(0), 4);
    if !it.rounded {
        let offset = number::signed(it.n - it.m);
        return format!(
            "The line is flat at {score}: the score depends on n − m = {offset} alone. Set precision to bf16 to see it wobble."
        );
    }
    // Every shift on a short axis, a sample of a long one.
    let worst = spread(0, it.span(), 2000).into_iter().map(|c| (it.in_bf16(c) - it.exact(c)).abs()).fold(0.0, f64::max);
    if worst < 5e-5 {
        return format!(
            "Still flat at {score}: these positions round alike in bfloat16. Try an odd offset or a larger shift."
        );
    }
    format!(
        "bfloat16 has no odd whole numbers past 256: positions snap to neighbours, and the score strays from {score} by up to {}.",
        number::fixed(worst, 4)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let shift = snap(cursor.x, 0, it.span());
    let mut out = readout([
        ("shift", number::whole(shift)),
        ("score", number::fixed(it.shown(shift), 4)),
        ("m, n", format!("{}, {}", it.m + shift, it.n + shift)),
        ("angle between", number::figures((it.n - it.m) as f64 * it.theta, 5)),
    ]);
    if it.rounded {
        out.items.push(("exact".to_string(), number::fixed(it.exact(shift), 4)));
    }
    out
}
