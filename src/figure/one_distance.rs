//! P32: one distance, as six schemes see it; past the trained length each of them fails in its own way.

use std::f64::consts::TAU;

use super::parts::{axis, line, log, panel, picture, points, readout, snap, thinned};
use super::rope_score::frequencies;
use super::waves::Waves;
use super::{
    Axis, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone,
    number,
};
use crate::math::{alibi, nope, shaw, sinusoidal};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "one-distance",
    number: "P32",
    title: "One distance, six opinions",
    scheme: Scheme::Order,
    summary: "What each scheme knows of a key so many tokens back, and how it fails past the trained length.",
    section: "comparison",
    knobs: &[
        Knob::int("distance", "tokens between query and key", 1, 1 << 20, "100").landmarks(&[
            Landmark { value: "10", why: "near: all of them answer" },
            Landmark { value: "100", why: "a sentence or two back" },
            Landmark { value: "100000", why: "a book back" },
        ]),
        Knob::doubling("length", "trained length", 16, 1 << 20, 1, "512").labelled("L"),
        Knob::doubling("width", "width of the sinusoidal encoding", 2, 2048, 2, "512"),
        Knob::doubling("head_dim", "width of a RoPE head", 2, 512, 2, "128"),
        Knob::doubling("clip", "Shaw's clip distance k", 1, 512, 1, "16").labelled("k"),
        Knob::int("heads", "ALiBi heads", 1, 128, "8"),
    ],
    animates: Some("distance"),
    build,
    probe,
};

struct Setup {
    distance: i64,
    length: i64,
    clip: i64,
    sinusoidal: Waves,
    rope: Waves,
    slopes: Vec<f64>,
    span: i64,
}

fn setup(settings: &Settings) -> Setup {
    let (distance, length) = (settings.get_int("distance").max(1), settings.get_int("length").max(2));
    let width = settings.get_int("width").max(2) as usize;
    let omega = |pair| sinusoidal::inv_freq(pair, width - width % 2, &sinusoidal::Options::default()).unwrap_or(0.0);
    let encoding: Vec<f64> = (0..width / 2).map(omega).collect();
    Setup {
        distance,
        length,
        clip: settings.get_int("clip").max(1),
        sinusoidal: Waves::in_step(&encoding),
        rope: Waves::in_step(&frequencies(settings.get_int("head_dim"), 10_000.0)),
        slopes: alibi::slopes(settings.get_int("heads").max(1) as usize).unwrap_or_default(),
        span: (length + length / 2).max(distance + distance / 4),
    }
}

impl Setup {
    fn is_trained(&self, distance: i64) -> bool {
        distance < self.length
    }

    fn steepest(&self) -> f64 {
        self.slopes.iter().copied().fold(0.0, f64::max)
    }

    fn gentlest(&self) -> f64 {
        self.slopes.iter().copied().fold(f64::MAX, f64::min)
    }

    /// The key lies `distance` before the query.
    fn shaw_row(&self, distance: i64) -> usize {
        let options = shaw::Options::clip(self.clip as usize);
        shaw::row_index(distance, 0, &options).ok().flatten().unwrap_or(0)
    }

    /// RoPE's pairs that have not finished a turn in training: at a larger distance their angle is new.
    fn open_pairs(&self) -> usize {
        self.rope.0.iter().filter(|wave| wave.omega * ((self.length - 1) as f64) < TAU).count()
    }

    /// Step of the counter from the token at this distance from the first one to the next.
    fn gap(distance: i64) -> f64 {
        nope::gap(distance.max(0)).unwrap_or(0.0)
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let panels = panels(&it, sampling);
    let title = format!("{}  {} back, trained on {}", INFO.title, it.distance, it.length);
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(DataTable {
        columns: ["scheme", "what it knows", "past L"].map(String::from).to_vec(),
        rows: opinions(&it, it.distance).into_iter().map(Vec::from).collect(),
        mark: None,
    });
    picture.notice = notice(&it);
    picture.convention =
        "distance = query − key; the key is the first token; similarity and RoPE score are means of cos, q = k = ones"
            .to_string();
    picture
}

/// One scheme against distance: its layers, its axis, and its value at the distance that is asked for.
struct View {
    scheme: Scheme,
    layers: Vec<Layer>,
    y: Axis,
    /// Positions in a column.
    every: i64,
    /// `None` where the scheme has no answer.
    here: Option<f64>,
}

fn panels(it: &Setup, sampling: Sampling) -> Vec<Panel> {
    // A third or a half of the width each, as the place has room.
    let columns = if sampling.cols >= 100 { sampling.cols / 3 } else { sampling.cols / 2 }.max(16);
    let views = [
        waves(it, &it.sinusoidal, Scheme::Sinusoidal, "similarity", columns),
        learned(it),
        clipped(it, columns),
        waves(it, &it.rope, Scheme::Rope, "score", columns),
        priced(it, columns),
        counted(it, columns),
    ];
    views.into_iter().map(|view| framed(it, view)).collect()
}

fn framed(it: &Setup, mut view: View) -> Panel {
    view.layers.push(Layer::Rule { name: "L".to_string(), tone: Tone::Quiet, x: it.length as f64 });
    view.layers.extend(view.here.map(|value| points("", Tone::Accent, vec![(it.distance as f64, value)])));
    let label = if view.every > 1 { format!("distance; mean of {} each", view.every) } else { "distance".to_string() };
    panel(view.scheme.name(), axis(&label, 0.0, it.span as f64), view.y, view.layers)
}

/// A smooth function of the distance, sampled finer than the columns.
fn curve(it: &Setup, columns: u16, f: impl Fn(i64) -> f64) -> Vec<(f64, f64)> {
    thinned(0, it.span, usize::from(columns) * 2).0.into_iter().map(|d| (d as f64, f(d))).collect()
}

fn waves(it: &Setup, waves: &Waves, scheme: Scheme, name: &str, columns: u16) -> View {
    let trace = waves.over(0, it.span, columns);
    let (low, every) = (trace.extremes().0, trace.every);
    let y = axis(name, if low < -0.02 { (low * 1.1).max(-1.0) } else { 0.0 }, 1.0);
    View { scheme, layers: trace.layers("", Tone::Scheme(scheme)), y, every, here: Some(waves.at(it.distance as f64)) }
}

/// The row of the query; the key has row 0. Past the last row there is nothing.
fn learned(it: &Setup) -> View {
    let scheme = Scheme::Learned;
    let last = (it.length - 1).min(it.span) as f64;
    let layers = vec![line("", Tone::Scheme(scheme), vec![(0.0, 0.0), (last, last)])];
    let here = it.is_trained(it.distance).then_some(it.distance as f64);
    View { scheme, layers, y: axis("row, if any", 0.0, it.span as f64), every: 1, here }
}

fn clipped(it: &Setup, columns: u16) -> View {
    let scheme = Scheme::Shaw;
    let offset = |d: i64| shaw::clip(-d, it.clip as usize) as f64;
    let layers = vec![line("", Tone::Scheme(scheme), curve(it, columns, offset))];
    View { scheme, layers, y: axis("offset", -1.25 * it.clip as f64, 0.0), every: 1, here: Some(offset(it.distance)) }
}

fn priced(it: &Setup, columns: u16) -> View {
    let scheme = Scheme::Alibi;
    let weight = |m: f64| move |d: i64| libm::exp(-m * d as f64);
    let layers = vec![
        line("steepest", Tone::Quiet, curve(it, columns, weight(it.steepest()))),
        line("gentlest", Tone::Scheme(scheme), curve(it, columns, weight(it.gentlest()))),
    ];
    let here = Some(weight(it.gentlest())(it.distance));
    View { scheme, layers, y: axis("weight", 0.0, 1.0), every: 1, here }
}

fn counted(it: &Setup, columns: u16) -> View {
    let scheme = Scheme::Nope;
    let layers = vec![line("", Tone::Scheme(scheme), curve(it, columns, Setup::gap))];
    let y = log(axis("gap", Setup::gap(it.span), 1.0));
    View { scheme, layers, y, every: 1, here: Some(Setup::gap(it.distance)) }
}

/// A factor on a weight; nobody needs to know how many zeros.
fn left(factor: f64) -> String {
    if factor < 1e-6 { "under 1e−6".to_string() } else { number::figures(factor, 2) }
}

/// Scheme, what it knows, and its state past the trained length.
fn opinions(it: &Setup, distance: i64) -> [[String; 3]; 6] {
    let d = distance as f64;
    let trained = it.is_trained(distance);
    let beyond = |text: &str| if trained { "–".to_string() } else { text.to_string() };
    let saturated = distance > it.clip;
    let weight = |m: f64| left(libm::exp(-m * d));
    let row = |scheme: Scheme, knows: String, past: String| [scheme.name().to_string(), knows, past];
    [
        row(
            Scheme::Sinusoidal,
            format!("similarity {}", number::fixed(it.sinusoidal.at(d), 3)),
            beyond("phases not seen"),
        ),
        row(
            Scheme::Learned,
            if trained { format!("row {distance}") } else { format!("no row {distance}") },
            beyond("row missing"),
        ),
        row(
            Scheme::Shaw,
            format!("row {}{}", it.shaw_row(distance), if saturated { ", clipped" } else { "" }),
            beyond(if saturated { "row saturated" } else { "row as before" }),
        ),
        row(
            Scheme::Rope,
            format!("score {}", number::fixed(it.rope.at(d), 3)),
            beyond(&format!("{} angles not seen", it.open_pairs())),
        ),
        row(
            Scheme::Alibi,
            format!("weight × {} to {}", weight(it.steepest()), weight(it.gentlest())),
            beyond("near zero"),
        ),
        row(Scheme::Nope, format!("gap {}", number::figures(Setup::gap(distance), 2)), beyond("gap vanishing")),
    ]
}

fn notice(it: &Setup) -> String {
    let d = it.distance;
    let gentle = left(libm::exp(-it.gentlest() * d as f64));
    let gap = number::figures(Setup::gap(d), 2);
    if !it.is_trained(d) {
        return format!(
            "{d} is past the trained {}, and each fails in its own way: phases not seen, no row {d}, Shaw's row {} for all that is far, {} slow RoPE angles not seen, ALiBi weights down to × {gentle} at best, a NoPE gap of {gap}.",
            it.length,
            it.shaw_row(d),
            it.open_pairs()
        );
    }
    let shaw = if d > it.clip {
        format!("Shaw has clipped it to {}", number::whole(-it.clip))
    } else {
        format!("Shaw has its own row {}", it.shaw_row(d))
    };
    format!(
        "Inside the trained {} all six answer. At {d} back {shaw}, the gentlest ALiBi head keeps {gentle} of the weight, and NoPE's counter moves by {gap}.",
        it.length
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let distance = snap(cursor.x, 0, it.span);
    let mut out = readout([("distance", number::whole(distance))]);
    for [scheme, knows, past] in opinions(&it, distance) {
        out.items.push((scheme, if past == "–" { knows } else { format!("{knows} ({past})") }));
    }
    // The scheme of the panel first, after the distance.
    let held = cursor.panel.min(5) + 1;
    if let Some(items) = out.items.get_mut(1..=held) {
        items.rotate_right(1);
    }
    out
}
