//! P13: the clipped offset against the true one.

use super::parts::{axis, line, panel, picture, points, readout, snap, spread};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Picture, Readout, Sampling, Settings, Tone, number};
use crate::math::shaw;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "shaw-staircase",
    number: "P13",
    title: "Clipped offset",
    scheme: Scheme::Shaw,
    summary: "Exact inside the clip, one shared vector beyond it, sign kept.",
    section: "relative",
    knobs: &[
        Knob::int("clip", "how far offsets stay distinct", 0, 1024, "16").landmarks(&[
            Landmark { value: "0", why: "every offset shares one vector: no order at all" },
            Landmark { value: "2", why: "the paper's scores level off from here" },
            Landmark { value: "16", why: "the paper's setting" },
        ]),
        Knob::doubling("span", "largest offset shown", 4, 100_000, 1, "60"),
        Knob::int("query", "query position to point at", 0, 1_000_000, "")
            .landmarks(&[Landmark { value: "50", why: "a late query" }]),
        Knob::int("key", "key position to point at", 0, 1_000_000, "")
            .landmarks(&[Landmark { value: "10", why: "a key 40 tokens back" }]),
    ],
    animates: Some("clip"),
    build,
    probe,
};

struct Setup {
    clip: i64,
    span: i64,
    pair: Option<(i64, i64)>,
}

fn setup(settings: &Settings) -> Setup {
    let pair = settings.optional_int("query").zip(settings.optional_int("key"));
    Setup { clip: settings.get_int("clip").max(0), span: settings.get_int("span").max(1), pair }
}

impl Setup {
    fn clipped(&self, offset: i64) -> i64 {
        shaw::clip(offset, self.clip as usize)
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let far = it.pair.map_or(0, |(query, key)| (key - query).abs()).max(it.span);
    let top = (it.clip as f64 * 1.25).max(4.0).min(far as f64 * 1.25);
    let diagonal = top.min(far as f64);
    let mut shown = spread(-far, far, (2 * usize::from(sampling.cols)).clamp(16, 800));
    // The corners themselves, however coarse the sampling.
    shown.extend([-it.clip, it.clip].into_iter().filter(|c| c.abs() <= far));
    shown.sort_unstable();
    shown.dedup();
    let stairs = shown.into_iter().map(|d| (d as f64, it.clipped(d) as f64)).collect();
    let mut layers = vec![
        line("no clip", Tone::Quiet, vec![(-diagonal, -diagonal), (diagonal, diagonal)]),
        line("clipped", Tone::Scheme(Scheme::Shaw), stairs),
    ];
    if let Some((query, key)) = it.pair {
        let offset = key - query;
        layers.push(points("this pair", Tone::Accent, vec![(offset as f64, it.clipped(offset) as f64)]));
    }
    let x = axis("true offset, key − query", -(far as f64), far as f64);
    let vectors = 2 * it.clip + 1;
    let title = format!("{}  clip {}, {vectors} vector{}", INFO.title, it.clip, super::parts::s(vectors));
    let mut picture = picture(&INFO, title, vec![panel("", x, axis("clipped offset", -top, top), layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention =
        "offset = key − query (negative: the key is earlier); table row = clipped offset + clip".to_string();
    picture
}

fn table(it: &Setup) -> DataTable {
    let mut offsets = vec![-40, -it.clip, -1, 0, 1, it.clip, 40];
    if let Some((query, key)) = it.pair {
        offsets.push(key - query);
    }
    offsets.sort_unstable();
    offsets.dedup();
    let mark = it.pair.and_then(|(query, key)| offsets.iter().position(|o| *o == key - query));
    let row =
        |o: &i64| vec![number::signed(*o), number::signed(it.clipped(*o)), number::whole(it.clipped(*o) + it.clip)];
    DataTable {
        columns: ["offset", "clipped", "row"].map(String::from).to_vec(),
        rows: offsets.iter().map(row).collect(),
        mark,
    }
}

fn notice(it: &Setup) -> String {
    if it.clip == 0 {
        return "With clip 0 every offset shares one vector: the score can't tell order or distance.".to_string();
    }
    if let Some((query, key)) = it.pair {
        let offset = key - query;
        let clipped = it.clipped(offset);
        let why = if clipped == offset {
            "inside the clip, so it stays exact"
        } else {
            "beyond the clip, so only its sign is left"
        };
        return format!(
            "Query {query}, key {key}: offset {}, {why}. It uses row {}.",
            number::signed(offset),
            clipped + it.clip
        );
    }
    // Two offsets that share a vector, whatever the clip.
    let (near, far) = (it.clip + 24, 10 * it.clip + 240);
    format!(
        "Slope 1 inside ±{}, flat outside, sign kept: {near} tokens back and {far} tokens back share row 0.",
        it.clip
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let far = it.span.max(it.pair.map_or(0, |(query, key)| (key - query).abs()));
    let offset = snap(cursor.x, -far, far);
    let clipped = it.clipped(offset);
    readout([
        ("offset", number::signed(offset)),
        ("clipped", number::signed(clipped)),
        ("row", format!("{} of {}", clipped + it.clip, 2 * it.clip + 1)),
        ("exact", if clipped == offset { "yes" } else { "no" }.to_string()),
    ])
}
