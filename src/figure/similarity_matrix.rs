//! P7: similarity of every position with every other, in a window that can be moved: bands that stay where they are.

use super::cosines::{frequencies, similarity, sweep};
use super::parts::{axis, down, panel, picture, readout, snap};
use super::sinusoidal_heatmap::{BASE, halvings};
use super::{
    Cells, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, number,
};
use crate::math::sinusoidal;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "similarity-matrix",
    number: "P7",
    title: "Similarity of positions",
    scheme: Scheme::Sinusoidal,
    summary: "Every position against every other: each diagonal is one number, wherever the window starts.",
    section: "sinusoidal",
    knobs: &[
        Knob::doubling("width", "width of the token vectors", 2, 2048, 2, "128").landmarks(&[
            Landmark { value: "2", why: "one pair: stripes that come back" },
            Landmark { value: "512", why: "the paper's base model" },
        ]),
        BASE,
        Knob::doubling("start", "first position of the window", 0, 1_048_576, 1, "0").landmarks(&[
            Landmark { value: "0", why: "the beginning" },
            Landmark { value: "1000", why: "a thousand later: the same picture" },
        ]),
        Knob::doubling("window", "positions in the window", 4, 1024, 1, "64")
            .landmarks(&[Landmark { value: "16", why: "numbers in the cells" }]),
    ],
    animates: Some("start"),
    build,
    probe,
};

struct Setup {
    width: i64,
    base: f64,
    start: i64,
    window: i64,
}

fn setup(settings: &Settings) -> Setup {
    let width = settings.get_int("width").max(2);
    Setup {
        width: width - width % 2,
        base: settings.get_real("base").max(1.0),
        start: settings.get_int("start").max(0),
        window: settings.get_int("window").max(2),
    }
}

impl Setup {
    fn frequencies(&self) -> Vec<f64> {
        frequencies(self.width, self.base)
    }

    /// The same number from the encodings themselves, coordinate by coordinate: no use is made of its depending on the offset.
    fn direct(&self, p: i64, q: i64) -> f64 {
        let options = sinusoidal::Options { base: self.base, ..Default::default() };
        let row = |position| sinusoidal::row(position, self.width as usize, &options).unwrap_or_default();
        let total: f64 = row(p).iter().zip(&row(q)).map(|(a, b)| a * b).sum();
        total / (self.width / 2) as f64
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let frequencies = it.frequencies();
    let title = format!("{}  {} to {}, width {}", INFO.title, it.start, it.start + it.window - 1, it.width);
    let mut picture = picture(&INFO, title, vec![matrix(&it, &frequencies, sampling)]);
    let last = it.window - 1;
    let mut offsets: Vec<i64> = [0, 1, 2, 5, 10, last].into_iter().filter(|d| *d <= last).collect();
    offsets.dedup();
    picture.table = Some(DataTable {
        columns: ["offset", "similarity"].map(String::from).to_vec(),
        rows: offsets
            .into_iter()
            .map(|d| vec![number::whole(d), number::fixed(similarity(&frequencies, d), 3)])
            .collect(),
        mark: None,
    });
    picture.notice = notice(&it);
    picture.convention = format!(
        "similarity = dot product of two encodings divided by {}, its value for equal positions; base {}",
        it.width / 2,
        number::figures(it.base, 4)
    );
    picture
}

fn matrix(it: &Setup, frequencies: &[f64], sampling: Sampling) -> super::Panel {
    let room = i64::from(sampling.cols).min(2 * i64::from(sampling.rows)).clamp(8, 256);
    let every = halvings(it.window, room);
    let shown: Vec<i64> = (0..it.window).step_by(every).collect();
    // One number a diagonal: as many as there are rows.
    let diagonals = sweep(frequencies, 0, every as i64, shown.len());
    let count = shown.len();
    let values: Vec<f64> = (0..count * count)
        .map(|cell| diagonals.get((cell / count).abs_diff(cell % count)).copied().unwrap_or(f64::NAN))
        .collect();
    let signed = diagonals.iter().any(|v| *v < 0.0);
    let places: Vec<f64> = shown.iter().map(|k| (it.start + k) as f64).collect();
    let texts = if it.window <= 16 { values.iter().map(|v| number::fixed(*v, 2)).collect() } else { Vec::new() };
    let cells = Cells {
        cols: count,
        rows: count,
        values,
        // Where nothing is negative, the whole map serves 0 to 1.
        min: if signed { -1.0 } else { 0.0 },
        max: 1.0,
        signed,
        label: "similarity".to_string(),
        xs: places.clone(),
        ys: places,
        group: 1,
        units: ["position", "position"],
        texts,
    };
    let (low, high) = (it.start as f64 - 0.5, (it.start + it.window) as f64 - 0.5);
    panel("", axis("position", low, high), down(axis("position", low, high)), vec![Layer::Cells(cells)])
}

fn notice(it: &Setup) -> String {
    let next = it.window.min(11) - 1;
    let here = number::fixed(it.direct(it.start, it.start + next), 3);
    let there = number::fixed(it.direct(0, next), 3);
    let end = number::fixed(it.direct(it.start, it.start + it.window - 1), 3);
    if it.start == 0 {
        return format!(
            "Each diagonal is one number: 1 on the main one, {here} between positions {next} apart, {end} in the corner. Move start: nothing changes but the labels."
        );
    }
    let verdict =
        if here == there { "the same picture under other labels" } else { "not the same, which only rounding can do" };
    format!(
        "Positions {} and {} have {here}, positions 0 and {next} have {there}: {verdict}, because only the offset counts.",
        it.start,
        it.start + next
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let last = it.start + it.window - 1;
    let (p, q) = (snap(cursor.y, it.start, last), snap(cursor.x, it.start, last));
    let value = it.direct(p, q);
    readout([
        ("positions", format!("{p} and {q}")),
        ("offset", number::signed(q - p)),
        ("similarity", number::fixed(value, 4)),
        ("dot product", number::figures(value * (it.width / 2) as f64, 5)),
    ])
}
