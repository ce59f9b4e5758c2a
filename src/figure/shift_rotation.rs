//! P8: one pair of the encoding at pos and at pos + k, as two points of a circle with the arc between them.

use std::f64::consts::TAU;

use super::parts::{axis, panel, picture, points, readout, s, snap};
use super::sinusoidal_heatmap::{BASE, frequency};
use super::{
    Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "shift-rotation",
    number: "P8",
    title: "A shift is a rotation",
    scheme: Scheme::Sinusoidal,
    summary: "From pos to pos + k a pair turns by k × ω, whatever pos is; which way depends on the axes.",
    section: "sinusoidal",
    knobs: &[
        Knob::int("pos", "position of the first point", 0, 1_048_576, "3").landmarks(&[
            Landmark { value: "0", why: "the start: (0, 1)" },
            Landmark { value: "100", why: "elsewhere on the circle, the same arc" },
        ]),
        Knob::int("k", "the shift; negative goes back", -1000, 1000, "2").landmarks(&[
            Landmark { value: "1", why: "one position: an arc of ω" },
            Landmark { value: "-2", why: "two back: the arc the other way" },
            Landmark { value: "44", why: "seven turns of pair 0, almost exactly" },
        ]),
        Knob::int("pair", "which pair, fastest first; past the last it is the last", 0, 2047, "0"),
        Knob::doubling("width", "width of the token vectors", 2, 4096, 2, "512"),
        BASE,
        Knob::choice("axes", "what goes across and what goes up", &["sin-cos", "cos-sin"], "sin-cos").landmarks(&[
            Landmark { value: "sin-cos", why: "the order in the vector: turns clockwise" },
            Landmark { value: "cos-sin", why: "the order of a plane rotation: counter-clockwise" },
        ]),
    ],
    animates: Some("pos"),
    build,
    probe,
};

/// From the middle to the edge: the circle, and room for a name.
const REACH: f64 = 1.45;
/// Radius of the arc that is measured.
const ARC: f64 = 0.45;

struct Setup {
    pos: i64,
    k: i64,
    pair: i64,
    omega: f64,
    /// Sine across, cosine up.
    sine_first: bool,
}

fn setup(settings: &Settings) -> Setup {
    let width = settings.get_int("width").max(2);
    let pair = settings.get_int("pair").clamp(0, width / 2 - 1);
    Setup {
        pos: settings.get_int("pos").max(0),
        // A position before the first one has an encoding by the formula, so a shift may reach it.
        k: settings.get_int("k"),
        pair,
        omega: frequency(pair as usize, width as usize, settings.get_real("base").max(1.0)),
        sine_first: settings.get_choice("axes") != "cos-sin",
    }
}

impl Setup {
    /// (sine, cosine) at a position, as they stand in the vector.
    fn pair_at(&self, position: i64) -> (f64, f64) {
        let angle = self.omega * position as f64;
        (libm::sin(angle), libm::cos(angle))
    }

    /// Where that is in the picture.
    fn point(&self, position: i64) -> (f64, f64) {
        let (sine, cosine) = self.pair_at(position);
        if self.sine_first { (sine, cosine) } else { (cosine, sine) }
    }

    fn arc(&self) -> f64 {
        self.k as f64 * self.omega
    }

    /// As seen in the picture: counter-clockwise is positive.
    fn seen(&self, angle: f64) -> f64 {
        if self.sine_first { TAU / 4.0 - angle } else { angle }
    }
}

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let title =
        format!("{}  pair {}, ω = {}, k = {}", INFO.title, it.pair, number::figures(it.omega, 4), number::whole(it.k));
    let mut picture = picture(&INFO, title, vec![circle(&it)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    let axes = if it.sine_first {
        "sine across, cosine up, as they stand in the vector"
    } else {
        "cosine across, sine up, as in R(φ)"
    };
    picture.convention = format!("{axes}; angles in radians; the same matrix for every pos");
    picture
}

fn circle(it: &Setup) -> Panel {
    let arc =
        |tone, radius, from, to| Layer::Arcs { name: String::new(), tone, arcs: vec![((0.0, 0.0), radius, from, to)] };
    let arrow = |name: &str, tone, tip| Layer::Arrows { name: name.to_string(), tone, arrows: vec![((0.0, 0.0), tip)] };
    let start = it.seen((it.omega * it.pos as f64).rem_euclid(TAU));
    // More than a turn would only draw the same circle again.
    let turned = it.arc().clamp(-TAU, TAU);
    let end = if it.sine_first { start - turned } else { start + turned };
    let layers = vec![
        arc(Tone::Quiet, 1.0, 0.0, TAU),
        arc(Tone::Accent, ARC, start, end),
        points("", Tone::Scheme(Scheme::Sinusoidal), vec![it.point(it.pos)]),
        points("", Tone::Series(1), vec![it.point(it.pos + it.k)]),
        arrow("pos", Tone::Scheme(Scheme::Sinusoidal), it.point(it.pos)),
        arrow("pos+k", Tone::Series(1), it.point(it.pos + it.k)),
    ];
    let (across, up) = if it.sine_first { ("sin", "cos") } else { ("cos", "sin") };
    let mut panel = panel("", axis(across, -REACH, REACH), axis(up, -REACH, REACH), layers);
    panel.square = true;
    panel
}

fn table(it: &Setup) -> DataTable {
    let four = |v: f64| number::fixed(v, 4);
    let (from, to) = (it.pair_at(it.pos), it.pair_at(it.pos + it.k));
    let (sine, cosine) = (libm::sin(it.arc()), libm::cos(it.arc()));
    let carried = (cosine * from.0 + sine * from.1, -sine * from.0 + cosine * from.1);
    let row = |name: &str, (a, b): (f64, f64)| vec![name.to_string(), four(a), four(b)];
    DataTable {
        columns: ["", "sin", "cos"].map(String::from).to_vec(),
        rows: vec![
            row("pos", from),
            row("pos + k", to),
            row("matrix, row 1", (cosine, sine)),
            row("matrix, row 2", (-sine, cosine)),
            row("matrix × pos", carried),
        ],
        mark: Some(4),
    }
}

fn notice(it: &Setup) -> String {
    let angle = number::figures(it.arc().abs(), 4);
    let clockwise = it.sine_first == (it.k > 0);
    let way = if clockwise { "clockwise" } else { "counter-clockwise" };
    if it.k == 0 {
        return "No shift, no arc: the matrix is the identity.".to_string();
    }
    let turns = libm::floor(it.arc().abs() / TAU) as i64;
    let whole = if turns > 0 { format!(", more than {turns} whole turn{}", s(turns)) } else { String::new() };
    let elsewhere = it.pos + 100;
    format!(
        "The point turns {angle} rad {way}{whole}, from {} to {} as from {elsewhere} to {}: the arc knows k and not pos. Swap the axes and it turns the other way.",
        it.pos,
        number::whole(it.pos + it.k),
        number::whole(elsewhere + it.k)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    // The point that the cursor is nearer to.
    let away = |p: (f64, f64)| libm::hypot(p.0 - cursor.x, p.1 - cursor.y);
    let first =
        away(it.point(it.pos)) <= away(it.point(it.pos + it.k)) || !cursor.x.is_finite() || !cursor.y.is_finite();
    let position = if first { it.pos } else { it.pos + it.k };
    let (sine, cosine) = it.pair_at(position);
    readout([
        ("position", number::whole(position)),
        ("sin", number::fixed(sine, 4)),
        ("cos", number::fixed(cosine, 4)),
        ("arc", number::figures(it.arc(), 5)),
        ("turns", number::fixed(it.arc() / TAU, 3)),
        ("pair", number::whole(snap(it.pair as f64, 0, it.pair))),
    ])
}
