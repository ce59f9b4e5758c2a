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
        Knob::doubling("head_dim", "width of the head: twice its planes", 2, 256, 2, "64").landmarks(&[
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

/// Angles between q and k that are easy to see, in radians.
const NARROWEST: f64 = 0.2;
const WIDEST: f64 = 2.6;
/// From the middle of a panel to its edge: the circle, and room for a name beside it.
const REACH: f64 = 1.2;
/// Length of the key's arrow; the query's is 1. Where both point the same way, two tips and two names are still seen.
const KEY_LENGTH: f64 = 0.66;

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

    /// The pairs that have a panel, fastest first: the fastest, the slowest, and between them those in which the angle
    /// between q and k can be seen.
    fn shown(&self) -> Vec<i64> {
        let last = self.head_dim as i64 / 2 - 1;
        let apart = |pair: i64| (self.offset() as f64 * self.theta(pair)).abs();
        let low = (0..=last).find(|pair| apart(*pair) <= WIDEST);
        let high = (0..=last).rev().find(|pair| apart(*pair) >= NARROWEST);
        let seen = low.zip(high).filter(|(low, high)| low <= high);
        let (low, high) = seen.unwrap_or((0, last));
        let mut shown = vec![0, last];
        // Those that are seen first; then, if they are few, whichever come next.
        for pair in spread(low, high, PLANES - 1).into_iter().chain(0..=last) {
            if shown.len() < PLANES && !shown.contains(&pair) {
                shown.push(pair);
            }
        }
        shown.sort_unstable();
        shown.dedup();
        shown
    }

    fn offset(&self) -> i64 {
        self.n - self.m
    }
}

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let shown = it.shown();
    let panels = shown.iter().map(|pair| plane(&it, *pair)).collect();
    let all = it.head_dim / 2;
    let planes = if shown.len() < all {
        format!("{} of {all} planes", shown.len())
    } else {
        format!("{all} plane{}", super::parts::s(all as i64))
    };
    let shift = settings.get_int("shift");
    let shifted = if shift == 0 { String::new() } else { format!(" (shifted by {shift})") };
    let title = format!("{}  m = {}, n = {}{shifted}, {planes}", INFO.title, it.m, it.n);
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(DataTable {
        columns: ["pair", "θ", "mθ", "nθ", "(n−m)θ", "turns apart"].map(String::from).to_vec(),
        rows: shown.iter().map(|pair| row(&it, *pair)).collect(),
        mark: None,
    });
    picture.notice = notice(&it, &shown);
    picture.convention =
        "unrotated, q and k both point right; q is drawn longer than k; angles in radians, counter-clockwise; offset = n − m, key − query"
            .to_string();
    picture
}

fn plane(it: &Setup, pair: i64) -> Panel {
    let theta = it.theta(pair);
    let (query, key) = (it.m as f64 * theta, it.n as f64 * theta);
    let arrow = |name: &str, tone, length: f64, angle: f64| Layer::Arrows {
        name: name.to_string(),
        tone,
        arrows: vec![((0.0, 0.0), (length * libm::cos(angle), length * libm::sin(angle)))],
    };
    let arc =
        |tone, radius, from, to| Layer::Arcs { name: String::new(), tone, arcs: vec![((0.0, 0.0), radius, from, to)] };
    // More than a turn between them would only draw the same circle again.
    let start = query.rem_euclid(TAU);
    let between = (key - query).clamp(-TAU, TAU);
    let layers = vec![
        arc(Tone::Quiet, 1.0, 0.0, TAU),
        arc(Tone::Accent, 0.4, start, start + between),
        arrow("q", Tone::Scheme(Scheme::Rope), 1.0, query),
        arrow("k", Tone::Series(1), KEY_LENGTH, key),
    ];
    let mut panel = panel(
        format!("θ{pair} = {}", number::figures(theta, 2)),
        axis("", -REACH, REACH),
        axis("", -REACH, REACH),
        layers,
    );
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

fn notice(it: &Setup, shown: &[i64]) -> String {
    let angles: Vec<String> =
        shown.iter().map(|pair| number::figures(it.offset() as f64 * it.theta(*pair), 2)).collect();
    let slowest = it.theta(it.head_dim as i64 / 2 - 1);
    let together = format!(
        "The angle between q and k is {} × θ: {} rad in the planes shown. Move both by the same shift and it stays.",
        number::signed(it.offset()),
        angles.join(", ")
    );
    if it.head_dim == 2 {
        return format!("{together} One plane turns a radian per position.");
    }
    format!("{together} The slowest plane needs {} positions for one turn.", number::figures(TAU / slowest, 4))
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
