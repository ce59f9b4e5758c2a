//! P21: the arc of its circle that each pair has seen in training, as a dial; and the angles that a longer context adds.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::parts::{axis, picture, readout, snap, spread};
use super::rope_score::frequencies;
use super::sinusoidal_heatmap::BASE;
use super::{
    Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::math::rope::Scaling;
use crate::math::rope::scaling::Yarn;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "angle-coverage",
    number: "P21",
    title: "Angles seen in training",
    scheme: Scheme::Rope,
    summary: "Slow pairs never finish a turn in training; a longer context shows them angles that are new.",
    section: "rope",
    knobs: &[
        Knob::doubling("reach", "length at test", 16, 1 << 20, 1, "8192").labelled("L′"),
        Knob::doubling("length", "trained length: the positions below it were seen", 16, 1 << 20, 1, "2048")
            .labelled("L")
            .at_most("reach"),
        Knob::choice(
            "method",
            "how the angles are stretched for the longer context",
            &["none", "pi", "ntk", "by-parts"],
            "none",
        )
        .landmarks(&[
            Landmark { value: "pi", why: "all angles inside, neighbours closer together" },
            Landmark { value: "ntk", why: "the fastest pair stays as it is" },
            Landmark { value: "by-parts", why: "fast pairs stay, slow ones are interpolated" },
        ]),
        BASE,
        Knob::doubling("head_dim", "width of the head: two for each dial", 4, 512, 2, "128").landmarks(&[
            Landmark { value: "16", why: "eight large dials" },
            Landmark { value: "128", why: "as in the Llama models" },
        ]),
    ],
    animates: Some("reach"),
    build,
    probe,
};

/// A dial in the units of the panel: one unit from dial to dial.
const RIM: f64 = 0.4;
/// Radius of a filled arc.
const FILL: f64 = 0.29;
/// Most dials: on a small screen more would be blots.
const MOST: usize = 64;

struct Setup {
    length: i64,
    reach: i64,
    base: f64,
    method: String,
    /// As trained, and as used at test.
    trained: Vec<f64>,
    used: Vec<f64>,
}

/// One pair of the head.
#[derive(Clone, Copy)]
struct Dial {
    pair: usize,
    /// Radians a position, as trained and at test.
    theta: f64,
    used: f64,
    /// Radians swept in training and at test.
    seen: f64,
    reached: f64,
}

impl Dial {
    fn is_full(&self) -> bool {
        self.seen >= TAU
    }

    /// Radians that are reached and were never trained.
    fn new_arc(&self) -> f64 {
        if self.is_full() { 0.0 } else { (self.reached.min(TAU) - self.seen).max(0.0) }
    }

    /// Whether there is enough of it to speak of: a step past the last trained position. Interpolated positions end between the
    /// last and the one that would come next.
    fn has_new(&self) -> bool {
        self.new_arc() > (1.0 - 1e-9) * self.theta
    }
}

fn setup(settings: &Settings) -> Setup {
    let (length, reach) = (settings.get_int("length").max(1), settings.get_int("reach").max(1));
    let (base, head_dim) = (settings.get_real("base"), settings.get_int("head_dim"));
    let trained = frequencies(head_dim, base);
    let scale = (reach as f64 / length as f64).max(1.0);
    let method = settings.get_choice("method").to_string();
    let used = stretched(&method, &trained, base, scale, length);
    Setup { length, reach: reach.max(length), base, method, trained, used }
}

/// The frequencies after stretching the context `scale` times. A method that refuses leaves them alone.
fn stretched(method: &str, trained: &[f64], base: f64, scale: f64, length: i64) -> Vec<f64> {
    let rule = match method {
        "pi" => Scaling::Linear { scale },
        "ntk" => Scaling::Ntk { scale },
        "by-parts" => Scaling::Yarn(Yarn::new(scale, length as u64)),
        _ => Scaling::None,
    };
    rule.inv_freqs(2 * trained.len(), base).unwrap_or_else(|_| trained.to_vec())
}

impl Setup {
    fn dial(&self, pair: usize) -> Dial {
        let at = |list: &[f64]| list.get(pair).copied().unwrap_or(0.0);
        let (theta, used) = (at(&self.trained), at(&self.used));
        // The arc between the first position and the last.
        let swept = |theta: f64, positions: i64| theta * (positions - 1) as f64;
        Dial { pair, theta, used, seen: swept(theta, self.length), reached: swept(used, self.reach) }
    }

    fn dials(&self) -> impl Iterator<Item = Dial> + '_ {
        (0..self.trained.len()).map(|pair| self.dial(pair))
    }
}

/// Dials in rows, from left to right and from top to bottom.
struct Board {
    pairs: Vec<usize>,
    columns: usize,
    rows: usize,
}

impl Board {
    /// Up to 64 dials, an even choice of more pairs. The same board at any size, so that a cursor finds its dial again.
    fn new(all: usize) -> Board {
        let pairs: Vec<usize> = spread(0, all as i64 - 1, MOST).into_iter().map(|p| p as usize).collect();
        let columns = if pairs.len() > 32 { 16 } else { pairs.len().clamp(1, 8) };
        Board { rows: pairs.len().div_ceil(columns), pairs, columns }
    }

    /// Arcs that fill a dial: close enough to leave no gaps, as far as the size of a dial can be guessed.
    fn radii(&self, sampling: Sampling) -> Vec<f64> {
        let wide = 2.0 * f64::from(sampling.cols) / (self.columns as f64 + 1.0);
        let tall = 4.0 * (f64::from(sampling.rows) - 8.0).max(4.0) / (self.rows as f64 + 0.1);
        let count = (1.5 * FILL * wide.min(tall)).round().clamp(4.0, 16.0);
        (0..count as u8).map(|k| FILL * (1.0 - f64::from(k) / count)).collect()
    }

    /// The middle of the kth dial.
    fn centre(&self, k: usize) -> (f64, f64) {
        ((k % self.columns) as f64, (self.rows - 1 - k / self.columns) as f64)
    }

    /// The dial nearest to a point.
    fn at(&self, x: f64, y: f64) -> Option<usize> {
        let column = snap(x, 0, self.columns as i64 - 1) as usize;
        let row = self.rows - 1 - snap(y, 0, self.rows as i64 - 1) as usize;
        self.pairs.get(row * self.columns + column).or(self.pairs.last()).copied()
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let board = Board::new(it.trained.len());
    let method = if it.method == "none" { "unscaled".to_string() } else { name(&it.method).to_string() };
    let title =
        format!("{}  L = {}, L′ = {}, {method}, base {}", INFO.title, it.length, it.reach, number::figures(it.base, 4));
    let mut picture = picture(&INFO, title, vec![dials(&it, &board, &board.radii(sampling))]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    let all = it.trained.len();
    let some =
        if board.pairs.len() < all { format!("{} of {all} dials shown; ", board.pairs.len()) } else { String::new() };
    picture.convention = format!(
        "{some}one dial a pair, fastest first, rows from left to right; arcs from the top, clockwise, position 0 to L − 1"
    );
    picture
}

fn name(method: &str) -> &'static str {
    match method {
        "pi" => "PI",
        "ntk" => "NTK",
        "by-parts" => "by parts",
        _ => "unscaled",
    }
}

fn dials(it: &Setup, board: &Board, radii: &[f64]) -> Panel {
    // From the top and clockwise, as on a clock.
    let sweep = |from: f64, to: f64| (FRAC_PI_2 - to.min(TAU), FRAC_PI_2 - from.min(TAU));
    let (mut rims, mut seen, mut new) = (Vec::new(), Vec::new(), Vec::new());
    let mut labels = Vec::new();
    for (k, pair) in board.pairs.iter().enumerate() {
        let (dial, centre) = (it.dial(*pair), board.centre(k));
        rims.push((centre, RIM, 0.0, TAU));
        for (k, radius) in radii.iter().copied().enumerate() {
            let (from, to) = sweep(0.0, dial.seen);
            seen.push((centre, radius, from, to));
            // Rings, not a full arc: the two must differ where their colours do not.
            if dial.has_new() && k % 2 == 0 {
                let (from, to) = sweep(dial.seen, dial.seen + dial.new_arc());
                new.push((centre, radius, from, to));
            }
        }
        if k % board.columns == 0 {
            labels.push(Layer::Label { text: pair.to_string(), tone: Tone::Quiet, at: (-1.1, centre.1) });
        }
    }
    let arcs = |name: &str, tone, arcs| Layer::Arcs { name: name.to_string(), tone, arcs };
    let mut layers = vec![arcs("", Tone::Quiet, rims), arcs("trained", Tone::Scheme(Scheme::Rope), seen)];
    if !new.is_empty() {
        layers.push(arcs("never trained", Tone::Accent, new));
    }
    layers.extend(labels);
    let x = axis("", -1.1, board.columns as f64 - 0.45);
    let y = axis("", -0.55, board.rows as f64 - 0.45);
    Panel { title: String::new(), x, y, square: true, layers }
}

/// The pairs that say most: the fastest, the first that is not full, one between, the slowest.
fn telling(it: &Setup) -> Vec<usize> {
    let last = it.trained.len() - 1;
    let first = it.dials().find(|d| !d.is_full()).map_or(last, |d| d.pair);
    let mut telling = vec![0, first.saturating_sub(1), first, usize::midpoint(first, last), last];
    telling.sort_unstable();
    telling.dedup();
    telling
}

fn table(it: &Setup) -> DataTable {
    let row = |pair: &usize| {
        let dial = it.dial(*pair);
        vec![
            pair.to_string(),
            number::figures(dial.used, 3),
            turns(dial.seen),
            turns(dial.reached),
            if dial.has_new() { number::fixed(dial.new_arc(), 2) } else { "–".to_string() },
        ]
    };
    DataTable {
        columns: ["pair", "rad/token", "turns to L", "to L′", "new rad"].map(String::from).to_vec(),
        rows: telling(it).iter().map(row).collect(),
        mark: None,
    }
}

fn turns(angle: f64) -> String {
    let turns = angle / TAU;
    if turns >= 100.0 { number::figures(turns, 3) } else { number::fixed(turns, 2) }
}

fn notice(it: &Setup) -> String {
    let all = it.trained.len();
    let open = it.dials().filter(|d| !d.is_full()).count();
    let new = it.dials().filter(Dial::has_new).count();
    if open == 0 {
        let seen = format!("All {all} dials are full: within {} positions every pair finishes a turn.", it.length);
        return match it.method.as_str() {
            "none" => format!("{seen} A longer text shows no new angle, only more turns."),
            _ => format!("{seen} There is nothing new to stretch away."),
        };
    }
    let seen = match open {
        1 => format!("1 of {all} dials is not full: in {} positions its pair never finishes a turn.", it.length),
        _ => format!("{open} of {all} dials are not full: in {} positions these pairs never finish a turn.", it.length),
    };
    if it.reach <= it.length {
        return format!("{seen} Raise L′ to see which angles would be new.");
    }
    let (fast, slow) = (it.dial(0), it.dial(all - 1));
    let share = |dial: Dial| number::figures(dial.theta / dial.used.max(f64::MIN_POSITIVE), 3);
    let method = match it.method.as_str() {
        "pi" => format!(
            "PI divides every angle by {}: none is new, but neighbours stand {} times closer in every pair.",
            share(fast),
            share(fast)
        ),
        "ntk" => format!(
            "NTK leaves pair 0 as it is and divides the last by {}; {}.",
            share(slow),
            match new {
                0 => "no dial has a new angle".to_string(),
                1 => "one between goes a little past what was trained".to_string(),
                _ => format!("pairs between go a little past what was trained, in {new} dials"),
            }
        ),
        "by-parts" => {
            let kept = it.dials().filter(|d| (d.theta - d.used).abs() <= 1e-12 * d.theta).count();
            format!(
                "By parts keeps {kept} fast pairs and divides the slowest by {}; {}.",
                share(slow),
                match new {
                    0 => "no dial has a new angle".to_string(),
                    1 => "1 dial has new angles".to_string(),
                    _ => format!("{new} dials have new angles"),
                }
            )
        }
        _ if open == 1 => {
            format!("At {} positions it shows angles that were never trained, and no other dial does.", it.reach)
        }
        _ => format!(
            "At {} positions {new} of them reach angles that were never trained, and no other dial does.",
            it.reach
        ),
    };
    format!("{seen} {method}")
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let board = Board::new(it.trained.len());
    let dial = it.dial(board.at(cursor.x, cursor.y).unwrap_or(0));
    readout([
        ("pair", dial.pair.to_string()),
        ("trained", format!("{} turns", turns(dial.seen))),
        ("reached", format!("{} turns", turns(dial.reached))),
        ("never trained", format!("{} rad", number::fixed(dial.new_arc(), 3))),
        ("radians a token", number::figures(dial.used, 4)),
        ("before stretching", number::figures(dial.theta, 4)),
    ])
}
