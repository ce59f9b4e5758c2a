//! P17: query and key as arrows in a few planes, each turning at its own speed.

use std::f64::consts::{PI, TAU};

use super::parts::{axis, panel, picture, readout, snap, spread};
use super::sinusoidal_heatmap::BASE;
use super::{
    Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::math::rope;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "rope-arrows",
    number: "P17",
    title: "Rotating arrows",
    scheme: Scheme::Rope,
    summary: "q and k turn with their positions; the angle between them knows only the offset.",
    section: "rope",
    knobs: &[
        Knob::int("m", "query position", 0, 1_000_000, "4"),
        Knob::int("n", "key position", 0, 1_000_000, "6"),
        Knob::int("shift", "moves query and key together", 0, 1_000_000, "0").landmarks(&[
            Landmark { value: "0", why: "where they stand" },
            Landmark { value: "100", why: "both a hundred later: the same angles between" },
        ]),
        BASE,
        Knob::doubling("head_dim", "width of the head: twice its planes", 2, 256, 2, "8").landmarks(&[
            Landmark { value: "8", why: "four planes, all shown" },
            Landmark { value: "128", why: "64 planes, four of them shown" },
        ]),
    ],
    animates: Some("shift"),
    build,
    probe,
};

/// Planes drawn side by side.
const PLANES: usize = 4;

/// θᵢ of a pair. Head width and base were checked by the knobs; a pair that isn't there stands still.
fn frequency(pair: usize, head_dim: usize, base: f64) -> f64 {
    let options = rope::Options { base, ..Default::default() };
    rope::inv_freq(pair, head_dim, &options).unwrap_or(0.0)
}

struct Setup {
    m: i64,
    n: i64,
    base: f64,
    head_dim: usize,
}

fn setup(settings: &Settings) -> Setup {
    let shift = settings.get_int("shift");
    let head_dim = settings.get_int("head_dim").max(2) as usize;
    Setup {
        m: settings.get_int("m") + shift,
        n: settings.get_int("n") + shift,
        base: settings.get_real("base").max(1.0),
        head_dim: head_dim - head_dim % 2,
    }
}

impl Setup {
    fn theta(&self, pair: i64) -> f64 {
        frequency(pair as usize, self.head_dim, self.base)
    }

    /// The pairs that have a panel, fastest first.
    fn shown(&self) -> Vec<i64> {
        spread(0, self.head_dim as i64 / 2 - 1, PLANES)
    }

    fn offset(&self) -> i64 {
        self.n - self.m
    }
}

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let shown = it.shown();
    let panels = shown.iter().map(|pair| plane(&it, *pair)).collect();
    let title = format!("{}  m = {}, n = {}, {} planes", INFO.title, it.m, it.n, it.head_dim / 2);
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(DataTable {
        columns: ["pair", "θ", "mθ", "nθ", "(n−m)θ", "turns apart"].map(String::from).to_vec(),
        rows: shown.iter().map(|pair| row(&it, *pair)).collect(),
        mark: None,
    });
    picture.notice = notice(&it);
    picture.convention =
        "unrotated, q and k both point right; angles in radians, counter-clockwise; offset = n − m, key − query"
            .to_string();
    picture
}

fn plane(it: &Setup, pair: i64) -> Panel {
    let theta = it.theta(pair);
    let (query, key) = (it.m as f64 * theta, it.n as f64 * theta);
    let arrow = |name: &str, tone, angle: f64| Layer::Arrows {
        name: name.to_string(),
        tone,
        arrows: vec![((0.0, 0.0), (libm::cos(angle), libm::sin(angle)))],
    };
    let arc =
        |tone, radius, from, to| Layer::Arcs { name: String::new(), tone, arcs: vec![((0.0, 0.0), radius, from, to)] };
    // More than a turn between them would only draw the same circle again.
    let start = query.rem_euclid(TAU);
    let between = (key - query).clamp(-TAU, TAU);
    let layers = vec![
        arc(Tone::Quiet, 1.0, 0.0, TAU),
        arc(Tone::Accent, 0.45, start, start + between),
        arrow("q", Tone::Scheme(Scheme::Rope), query),
        arrow("k", Tone::Series(1), key),
    ];
    let mut panel =
        panel(format!("θ{pair} = {}", number::figures(theta, 3)), axis("", -1.3, 1.3), axis("", -1.3, 1.3), layers);
    panel.square = true;
    panel
}

fn row(it: &Setup, pair: i64) -> Vec<String> {
    let theta = it.theta(pair);
    let between = it.offset() as f64 * theta;
    let figures = |x: f64| number::figures(x, 4);
    vec![
        number::whole(pair),
        figures(theta),
        figures(it.m as f64 * theta),
        figures(it.n as f64 * theta),
        figures(between),
        number::fixed(between / TAU, 2),
    ]
}

fn notice(it: &Setup) -> String {
    let slowest = it.theta(it.head_dim as i64 / 2 - 1);
    let gap = number::signed(it.offset());
    let together =
        format!("The angle between q and k is {gap} × θ in every plane: move both by the same shift and it stays.");
    if it.head_dim == 2 {
        return format!("{together} One plane turns a radian per position.");
    }
    let turn = number::figures(TAU / slowest, 4);
    format!("{together} The fast plane turns a radian per position, the slowest needs {turn} positions for one turn.")
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let shown = it.shown();
    let pair = shown.get(cursor.panel).or(shown.last()).copied().unwrap_or(0);
    let theta = it.theta(pair);
    let between = it.offset() as f64 * theta;
    // Which of the two arrows the cursor is nearer to, by angle.
    let at = libm::atan2(cursor.y, cursor.x);
    let away = |angle: f64| ((angle - at + PI).rem_euclid(TAU) - PI).abs();
    let (query, key) = (it.m as f64 * theta, it.n as f64 * theta);
    let (name, angle) = if away(query) <= away(key) { ("q", query) } else { ("k", key) };
    let position = if name == "q" { it.m } else { it.n };
    readout([
        ("pair", number::whole(pair)),
        ("between q and k", number::figures(between, 5)),
        ("cos", number::fixed(libm::cos(between), 4)),
        (name, format!("{position} × θ = {}", number::figures(angle, 5))),
        ("θ", number::figures(theta, 5)),
        ("turns of q", number::whole(snap((query / TAU).floor(), i64::MIN, i64::MAX))),
    ])
}
