//! P14: for every query and key, the row of Shaw's table that they share.

use super::parts::{axis, down, panel, picture, readout, s, snap};
use super::sinusoidal_heatmap::halvings;
use super::{
    Cells, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, number,
};
use crate::math::shaw;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "shaw-rows",
    number: "P14",
    title: "Table rows of a text",
    scheme: Scheme::Shaw,
    summary: "Which of the 2k + 1 vectors each pair of tokens uses: bands, and two corners that share one row each.",
    section: "relative",
    knobs: &[
        Knob::doubling("n", "tokens in the text", 1, 4096, 1, "10").landmarks(&[
            Landmark { value: "10", why: "numbers in the cells" },
            Landmark { value: "100", why: "most pairs share the two corners" },
        ]),
        Knob::int("clip", "how far offsets stay distinct", 0, 1024, "4").landmarks(&[
            Landmark { value: "0", why: "one row for all pairs" },
            Landmark { value: "16", why: "the paper's setting" },
        ]),
        Knob::choice("mask", "which keys a query may see", &["none", "causal"], "none")
            .landmarks(&[Landmark { value: "causal", why: "the rows of later keys are never used" }]),
    ],
    animates: Some("clip"),
    build,
    probe,
};

struct Setup {
    n: i64,
    clip: i64,
    causal: bool,
}

fn setup(settings: &Settings) -> Setup {
    Setup {
        n: settings.get_int("n").max(1),
        clip: settings.get_int("clip").max(0),
        causal: settings.get_choice("mask") == "causal",
    }
}

impl Setup {
    /// The row of a pair; `None` if the mask hides the key.
    fn row(&self, query: i64, key: i64) -> Option<i64> {
        let hidden = self.causal && key > query;
        let options = shaw::Options::clip(self.clip as usize);
        if hidden { None } else { shaw::row_index(query, key, &options).ok().flatten().map(|row| row as i64) }
    }

    fn rows(&self) -> i64 {
        2 * self.clip + 1
    }

    /// Rows that some pair of this text uses.
    fn used(&self) -> i64 {
        let reach = self.clip.min(self.n - 1);
        if self.causal { reach + 1 } else { 2 * reach + 1 }
    }

    fn pairs(&self) -> i64 {
        if self.causal { self.n * (self.n + 1) / 2 } else { self.n * self.n }
    }

    /// Pairs that share row 0: everything `clip` or more tokens back. With no clip at all, row 0 is every pair's.
    fn share_first(&self) -> i64 {
        if self.clip == 0 { self.pairs() } else { self.far() }
    }

    /// Pairs that share the last row: everything `clip` or more tokens ahead.
    fn share_last(&self) -> i64 {
        match (self.clip, self.causal) {
            (0, _) => self.pairs(),
            (_, true) => 0,
            (_, false) => self.far(),
        }
    }

    fn far(&self) -> i64 {
        shaw::saturated_pairs(self.n as u64, self.clip as u64).map_or(0, |count| count as i64)
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let mask = if it.causal { "causal mask" } else { "no mask" };
    let title = format!("{}  n = {}, k = {}, {mask}", INFO.title, it.n, it.clip);
    let mut picture = picture(&INFO, title, vec![matrix(&it, sampling)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention =
        "row = clip(key − query, k) + k: below k the key is earlier, above k it is later; positions count from 0"
            .to_string();
    picture
}

fn matrix(it: &Setup, sampling: Sampling) -> Panel {
    let room = i64::from(sampling.cols).min(2 * i64::from(sampling.rows)).clamp(8, 256);
    let shown: Vec<i64> = (0..it.n).step_by(halvings(it.n, room)).collect();
    let rows = shown.iter().flat_map(|query| shown.iter().map(|key| it.row(*query, *key)));
    let values: Vec<f64> = rows.map(|row| row.map_or(f64::NAN, |r| r as f64)).collect();
    let texts = if it.n <= 16 {
        values.iter().map(|v| if v.is_nan() { String::new() } else { number::whole(*v as i64) }).collect()
    } else {
        Vec::new()
    };
    let places: Vec<f64> = shown.iter().map(|p| *p as f64).collect();
    let cells = Cells {
        cols: shown.len(),
        rows: shown.len(),
        values,
        min: 0.0,
        max: (2 * it.clip).max(1) as f64,
        signed: false,
        label: "table row".to_string(),
        xs: places.clone(),
        ys: places,
        group: 1,
        units: ["key", "query"],
        texts,
    };
    let edge = it.n as f64 - 0.5;
    panel("", axis("key", -0.5, edge), down(axis("query", -0.5, edge)), vec![Layer::Cells(cells)])
}

fn table(it: &Setup) -> DataTable {
    let row = |name: &str, value: i64| vec![name.to_string(), number::whole(value)];
    DataTable {
        columns: vec!["this text".to_string(), String::new()],
        rows: vec![
            row("rows in the table", it.rows()),
            row("rows used", it.used()),
            row("pairs of tokens", it.pairs()),
            row("share row 0", it.share_first()),
            row("share the last row", it.share_last()),
        ],
        mark: None,
    }
}

fn notice(it: &Setup) -> String {
    let (n, k) = (it.n, it.clip);
    if n == 1 {
        return format!("One token sees itself only, at offset 0: one pair, row {k}. Add tokens.");
    }
    if k == 0 {
        return format!("One row serves all {} pairs: with k = 0 the vectors say nothing about order.", it.pairs());
    }
    let share = it.share_first();
    let percent = number::figures(100.0 * (share + it.share_last()) as f64 / it.pairs() as f64, 2);
    let corner = if share == 0 {
        format!("With {n} token{} no offset reaches k = {k}, so every offset keeps a row of its own", s(n))
    } else {
        let (pairs, share_it) = if share == 1 { ("pair", "has") } else { ("pairs", "share") };
        format!("Each diagonal has one row; {share} {pairs}, (n − k)(n − k + 1)/2, {share_it} row 0")
    };
    let corner = match (share, it.causal) {
        (0, _) => corner,
        (_, true) => format!("{corner}, {percent} % of all"),
        (_, false) => format!("{corner} and as many row {}, together {percent} % of all", 2 * k),
    };
    let unused = it.rows() - it.used();
    let used = if it.causal {
        format!(" The mask leaves {} of {} rows in use, {} to {k}.", it.used(), it.rows(), (k - n + 1).max(0))
    } else if unused > 0 {
        format!(" {unused} of {} rows wait for a longer text.", it.rows())
    } else {
        String::new()
    };
    format!("{corner}.{used}")
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let (query, key) = (snap(cursor.y, 0, it.n - 1), snap(cursor.x, 0, it.n - 1));
    let row = it.row(query, key).map_or("masked".to_string(), number::whole);
    readout([
        ("query", number::whole(query)),
        ("key", number::whole(key)),
        ("offset", number::signed(key - query)),
        ("row", row),
        ("exact", if (key - query).abs() <= it.clip { "yes" } else { "no" }.to_string()),
    ])
}
