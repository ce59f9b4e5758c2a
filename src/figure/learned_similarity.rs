//! P10: how alike the rows of a position table are: before training, and as training might leave them.

use super::parts::{axis, down, panel, picture, readout, snap};
use super::sinusoidal_heatmap::halvings;
use super::{
    Cells, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, number,
};
use crate::math::num::{SplitMix64, norm};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "learned-similarity",
    number: "P10",
    title: "Similarity of learned rows",
    scheme: Scheme::Learned,
    summary: "A table starts with rows that have nothing in common; that neighbours are alike must be learned.",
    section: "learned",
    knobs: &[
        Knob::doubling("rows", "rows of the table", 8, 512, 1, "32"),
        Knob::scale("smoothness", "how many rows apart two rows are still alike", 0.25, 128.0, 2.0, "4").landmarks(&[
            Landmark { value: "0.25", why: "no smoothness: like random rows" },
            Landmark { value: "4", why: "a band along the diagonal" },
            Landmark { value: "64", why: "neighbours can hardly be told apart" },
        ]),
        Knob::real("noise", "noise on late rows, which training reached less often", 0.0, 4.0, 0.25, "0").landmarks(&[
            Landmark { value: "0", why: "every row trained equally well" },
            Landmark { value: "2", why: "the band dissolves towards the end" },
        ]),
        Knob::int("seed", "another set of random numbers", 1, 99, "1"),
    ],
    animates: Some("smoothness"),
    build,
    probe,
};

/// Width of a row: enough for random rows to be nearly at right angles.
const WIDTH: usize = 128;

struct Setup {
    rows: usize,
    smoothness: f64,
    noise: f64,
    seed: u64,
}

fn setup(settings: &Settings) -> Setup {
    Setup {
        rows: settings.get_int("rows").max(2) as usize,
        smoothness: settings.get_real("smoothness").max(0.01),
        noise: settings.get_real("noise").max(0.0),
        seed: settings.get_int("seed").max(0) as u64,
    }
}

/// A table whose rows all have length 1, so that similarity is a dot product.
struct Rows(Vec<Vec<f64>>);

impl Rows {
    fn unit(rows: impl Iterator<Item = Vec<f64>>) -> Rows {
        let scaled = |row: Vec<f64>| {
            let length = norm(&row).max(f64::MIN_POSITIVE);
            row.into_iter().map(|x| x / length).collect()
        };
        Rows(rows.map(scaled).collect())
    }

    /// As before training.
    fn random(it: &Setup) -> Rows {
        let mut stream = SplitMix64::new(it.seed);
        Rows::unit((0..it.rows).map(|_| (0..WIDTH).map(|_| bell(&mut stream)).collect()))
    }

    /// Smooth along the table: each coordinate is a wave with a random phase and a random frequency of about 1/smoothness, so that
    /// rows Δ apart have a similarity near exp(−Δ²/2s²). Late rows get noise on top.
    fn smooth(it: &Setup) -> Rows {
        let mut stream = SplitMix64::new(it.seed ^ 0x5eed);
        let waves: Vec<(f64, f64)> = (0..WIDTH)
            .map(|_| (bell(&mut stream) / it.smoothness, std::f64::consts::PI * stream.next_signed_unit()))
            .collect();
        // From row to row: cos(ω(p+1) + φ) = 2 cos ω cos(ωp + φ) − cos(ω(p−1) + φ).
        let mut walk: Vec<[f64; 3]> = waves
            .iter()
            .map(|(omega, phase)| [2.0 * libm::cos(*omega), libm::cos(*phase), libm::cos(phase - omega)])
            .collect();
        let last = (it.rows - 1).max(1) as f64;
        let row = |p: usize| {
            let late = it.noise * p as f64 / last;
            let step = |[twice, now, before]: &mut [f64; 3]| {
                let here = *now;
                (*now, *before) = (*twice * here - *before, here);
                // Without noise nothing is drawn for it.
                let noise = if late > 0.0 { late * bell(&mut stream) } else { 0.0 };
                std::f64::consts::SQRT_2 * here + noise
            };
            walk.iter_mut().map(step).collect()
        };
        Rows::unit((0..it.rows).map(row))
    }

    fn similarity(&self, p: usize, q: usize) -> f64 {
        let pair = self.0.get(p).zip(self.0.get(q));
        pair.map_or(0.0, |(a, b)| dot(a, b))
    }

    /// Mean similarity of the pairs `apart` rows apart, the first of them from `from` up to `to`.
    fn mean(&self, apart: usize, from: usize, to: usize) -> Option<f64> {
        let to = to.min(self.0.len().saturating_sub(apart));
        let count = to.checked_sub(from).filter(|n| *n > 0)?;
        Some((from..to).map(|p| self.similarity(p, p + apart)).sum::<f64>() / count as f64)
    }
}

/// The dot product in four sums, which need not wait for one another.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

/// Nearly a normal number: the sum of four even ones, scaled to variance 1.
fn bell(stream: &mut SplitMix64) -> f64 {
    0.75_f64.sqrt() * (0..4).map(|_| stream.next_signed_unit()).sum::<f64>()
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let (random, smooth) = (Rows::random(&it), Rows::smooth(&it));
    let panels = vec![
        matrix("random rows, before training", &it, &random, sampling),
        matrix("illustration, not real weights", &it, &smooth, sampling),
    ];
    let smoothness = number::figures(it.smoothness, 3);
    let title = format!("{} (illustration)  {} rows, smoothness {smoothness}", INFO.title, it.rows);
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(table(&it, &random, &smooth));
    picture.notice = notice(&it, &random, &smooth);
    picture.convention =
        format!("similarity = cosine of two rows of width {WIDTH}; made-up numbers in both panels; rows count from 0");
    picture
}

fn matrix(title: &str, it: &Setup, rows: &Rows, sampling: Sampling) -> Panel {
    let room = (i64::from(sampling.cols) / 2).min(2 * i64::from(sampling.rows)).clamp(8, 96);
    let shown: Vec<usize> = (0..it.rows).step_by(halvings(it.rows as i64, room)).collect();
    let count = shown.len();
    let mut values = vec![1.0; count * count];
    for (i, p) in shown.iter().enumerate() {
        for (j, q) in shown.iter().enumerate().take(i) {
            let value = rows.similarity(*p, *q);
            for cell in [i * count + j, j * count + i] {
                if let Some(slot) = values.get_mut(cell) {
                    *slot = value;
                }
            }
        }
    }
    let places: Vec<f64> = shown.iter().map(|p| *p as f64).collect();
    let cells = Cells {
        cols: count,
        rows: count,
        values,
        min: -1.0,
        max: 1.0,
        signed: true,
        label: "cosine".to_string(),
        xs: places.clone(),
        ys: places,
        group: 1,
        units: ["row", "row"],
        texts: Vec::new(),
    };
    let edge = it.rows as f64 - 0.5;
    panel(title, axis("row", -0.5, edge), down(axis("row", -0.5, edge)), vec![Layer::Cells(cells)])
}

/// Rows of the first and of the last quarter of the table.
fn quarter(it: &Setup) -> usize {
    (it.rows / 4).max(1)
}

fn table(it: &Setup, random: &Rows, smooth: &Rows) -> DataTable {
    let text = |mean: Option<f64>| mean.map_or("–".to_string(), |v| number::fixed(v, 3));
    let all = it.rows;
    let row = |name: String, apart, from, to| {
        vec![name, text(random.mean(apart, from, to)), text(smooth.mean(apart, from, to))]
    };
    let mut rows: Vec<Vec<String>> = [1, 2, 5, 10, 50]
        .into_iter()
        .filter(|apart| *apart < all)
        .map(|apart| row(format!("{apart} apart"), apart, 0, all))
        .collect();
    rows.push(row("1 apart, early".to_string(), 1, 0, quarter(it)));
    rows.push(row("1 apart, late".to_string(), 1, all - quarter(it), all));
    DataTable { columns: ["mean of rows", "random", "smooth"].map(String::from).to_vec(), rows, mark: None }
}

fn notice(it: &Setup, random: &Rows, smooth: &Rows) -> String {
    let mean = |rows: &Rows, from, to| rows.mean(1, from, to).unwrap_or(0.0);
    let two = |v: f64| number::fixed(v, 2);
    let (before, after) = (mean(random, 0, it.rows), mean(smooth, 0, it.rows));
    let start = format!(
        "Random rows: neighbours have {} on average, like any two rows; only the diagonal is bright.",
        two(before)
    );
    if it.noise > 0.0 {
        let (early, late) = (mean(smooth, 0, quarter(it)), mean(smooth, it.rows - quarter(it), it.rows));
        return format!(
            "{start} On the right neighbours have {} early and {} late: rows that training seldom reached stay noisy.",
            two(early),
            two(late)
        );
    }
    if after < 0.2 {
        return format!("{start} On the right they have {}: so little smoothness is none.", two(after));
    }
    format!(
        "{start} On the right they have {}: nothing in the table asks for that, training has to put it there.",
        two(after)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let last = it.rows as i64 - 1;
    let (p, q) = (snap(cursor.y, 0, last), snap(cursor.x, 0, last));
    let rows = if cursor.panel == 0 { Rows::random(&it) } else { Rows::smooth(&it) };
    readout([
        ("rows", format!("{p} and {q}")),
        ("apart", number::whole((p - q).abs())),
        ("cosine", number::fixed(rows.similarity(p as usize, q as usize), 4)),
    ])
}
