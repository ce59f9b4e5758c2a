//! P3: the table of sinusoidal encodings as a heat map, position × coordinate.

use std::f64::consts::TAU;

use super::parts::{axis, down, panel, picture, readout, snap, spread};
use super::{
    Cells, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, number,
};
use crate::math::sinusoidal;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "sinusoidal-heatmap",
    number: "P3",
    title: "Sinusoidal table",
    scheme: Scheme::Sinusoidal,
    summary: "Position by coordinate: left columns flicker, right columns look frozen.",
    section: "sinusoidal",
    knobs: &[
        Knob::doubling("width", "width of the token vectors", 4, 512, 2, "64").landmarks(&[
            Landmark { value: "8", why: "four pairs, all visible" },
            Landmark { value: "512", why: "the paper's base model" },
        ]),
        Knob::doubling("positions", "how many positions to show", 32, 2048, 1, "128")
            .landmarks(&[Landmark { value: "512", why: "half of 512 columns never finish a turn" }]),
        BASE,
        Knob::choice(
            "layout",
            "sine and cosine side by side, or all sines first",
            &["interleaved", "halves"],
            "interleaved",
        ),
    ],
    animates: None,
    build,
    probe,
};

/// The base of the frequencies, for every figure that has one.
pub(super) const BASE: Knob =
    Knob::scale("base", "larger: slow pairs turn more slowly still", 10.0, 10_000_000.0, 10.0, "10000").landmarks(&[
        Landmark { value: "10000", why: "Vaswani 2017 and Su 2021" },
        Landmark { value: "500000", why: "as in Llama 3" },
    ]);

/// ωᵢ of a pair. Width and base were checked by the knobs; a pair that isn't there stands still.
pub(super) fn frequency(pair: usize, width: usize, base: f64) -> f64 {
    let options = sinusoidal::Options { base, ..Default::default() };
    sinusoidal::inv_freq(pair, width, &options).unwrap_or(0.0)
}

struct Setup {
    width: i64,
    positions: i64,
    base: f64,
    halves: bool,
}

fn setup(settings: &Settings) -> Setup {
    let width = settings.get_int("width").max(2);
    Setup {
        width: width - width % 2,
        positions: settings.get_int("positions").max(1),
        base: settings.get_real("base").max(1.0),
        halves: settings.get_choice("layout") == "halves",
    }
}

impl Setup {
    fn pairs(&self) -> i64 {
        self.width / 2
    }

    fn omega(&self, pair: i64) -> f64 {
        frequency(pair as usize, self.width as usize, self.base)
    }

    /// Pair of a column, and whether it holds the sine.
    fn column(&self, column: i64) -> (i64, bool) {
        if self.halves { (column % self.pairs(), column < self.pairs()) } else { (column / 2, column % 2 == 0) }
    }

    fn value(&self, position: i64, column: i64) -> f64 {
        let (pair, sine) = self.column(column);
        wave(self.omega(pair) * position as f64, sine)
    }

    /// Pairs that don't finish one turn within the positions shown.
    fn unfinished(&self) -> i64 {
        (0..self.pairs()).filter(|i| self.omega(*i) * (self.positions as f64) < TAU).count() as i64
    }
}

fn wave(angle: f64, sine: bool) -> f64 {
    if sine { libm::sin(angle) } else { libm::cos(angle) }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let title = format!("{}  width {}, base {}", INFO.title, it.width, number::figures(it.base, 4));
    let mut picture = picture(&INFO, title, vec![map(&it, sampling)]);
    picture.table = Some(DataTable {
        columns: ["pair", "period", "turns"].map(String::from).to_vec(),
        rows: spread(0, it.pairs() - 1, 4).into_iter().map(|pair| row(&it, pair)).collect(),
        mark: None,
    });
    picture.notice = notice(&it);
    let order = if it.halves { "all sines, then all cosines" } else { "sine and cosine of a pair side by side" };
    picture.convention = format!("coordinates: {order}; positions and pairs count from 0");
    picture
}

fn map(it: &Setup, sampling: Sampling) -> super::Panel {
    let columns = columns(it, i64::from(sampling.cols).clamp(2, 512));
    let every = halvings(it.positions, (2 * i64::from(sampling.rows)).clamp(2, 512));
    let positions: Vec<i64> = (0..it.positions).step_by(every).collect();
    let mut waves: Vec<Wave> = columns.iter().map(|column| Wave::new(it, *column, every)).collect();
    let mut values = Vec::with_capacity(columns.len() * positions.len());
    for _ in &positions {
        values.extend(waves.iter_mut().map(Wave::next));
    }
    let cells = Cells {
        cols: columns.len(),
        rows: positions.len(),
        values,
        min: -1.0,
        max: 1.0,
        signed: true,
        label: "value".to_string(),
        xs: columns.iter().map(|c| *c as f64).collect(),
        ys: positions.iter().map(|p| *p as f64).collect(),
        group: if it.halves { 1 } else { 2 },
        units: [if it.halves { "coordinate" } else { "pair" }, "position"],
        texts: Vec::new(),
    };
    let x = axis("coordinate", -0.5, it.width as f64 - 0.5);
    let y = down(axis("position", -0.5, it.positions as f64 - 0.5));
    panel("", x, y, vec![Layer::Cells(cells)])
}

/// One column from row to row: each turns the last by the same angle, which costs no sine and no cosine.
struct Wave {
    sine: bool,
    now: (f64, f64),
    turn: (f64, f64),
}

impl Wave {
    fn new(it: &Setup, column: i64, every: usize) -> Wave {
        let (pair, sine) = it.column(column);
        let angle = it.omega(pair) * every as f64;
        Wave { sine, now: (0.0, 1.0), turn: (libm::sin(angle), libm::cos(angle)) }
    }

    fn next(&mut self) -> f64 {
        let ((s, c), (ds, dc)) = (self.now, self.turn);
        self.now = (s * dc + c * ds, c * dc - s * ds);
        if self.sine { s } else { c }
    }
}

/// Columns from which the screen takes its own. Sine and cosine of a pair stay together: a sample that drifts from one to the
/// other would draw waves that aren't there.
fn columns(it: &Setup, most: i64) -> Vec<i64> {
    if it.halves {
        return (0..it.width).step_by(halvings(it.width, most)).collect();
    }
    let pairs = (0..it.pairs()).step_by(halvings(it.pairs(), most / 2));
    pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]).collect()
}

/// A step of 1, 2, 4 … that leaves at least `room` of `count`, if there are so many: the screen, which knows its exact room, thins
/// further, and should find enough to choose from.
pub(super) fn halvings(count: i64, room: i64) -> usize {
    let mut every = 1;
    while count / (2 * every) >= room.max(1) {
        every *= 2;
    }
    every as usize
}

/// The smallest whole step that leaves at most `most` of `count`.
pub(super) fn stride(count: i64, most: i64) -> usize {
    (count.max(1) as u64).div_ceil(most.max(1) as u64) as usize
}

fn row(it: &Setup, pair: i64) -> Vec<String> {
    let omega = it.omega(pair);
    let period = TAU / omega;
    vec![number::whole(pair), number::figures(period, 4), number::figures(omega * it.positions as f64 / TAU, 3)]
}

fn notice(it: &Setup) -> String {
    let (pairs, frozen, positions) = (it.pairs(), it.unfinished(), it.positions);
    let slowest = number::figures(TAU / it.omega(pairs - 1), 5);
    if frozen == 0 {
        return format!(
            "All {pairs} pairs still move: each finishes at least one turn within {positions} positions. The slowest needs {slowest}."
        );
    }
    format!(
        "{} of {pairs} pairs still move: they finish at least one turn within {positions} positions. The other {frozen} look frozen; the slowest needs {slowest} for a turn.",
        pairs - frozen
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let position = snap(cursor.y, 0, it.positions - 1);
    let column = snap(cursor.x, 0, it.width - 1);
    let (pair, sine) = it.column(column);
    let omega = it.omega(pair);
    readout([
        ("position", number::whole(position)),
        ("coordinate", number::whole(column)),
        ("value", number::fixed(it.value(position, column), 4)),
        ("pair", format!("{pair} {}", if sine { "sin" } else { "cos" })),
        ("angle", number::figures(omega * position as f64, 5)),
        ("period", number::figures(TAU / omega, 5)),
    ])
}
