//! P9: for a position past the trained length, the trained position that its encoding is most like.

use std::collections::VecDeque;

use super::cosines::{frequencies, sweep};
use super::parts::{axis, line, panel, picture, points, readout, s, sampled, snap};
use super::sinusoidal_heatmap::BASE;
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "nearest-lookalike",
    number: "P9",
    title: "Nearest trained look-alike",
    scheme: Scheme::Sinusoidal,
    summary: "Do far positions repeat trained ones? The best similarity that a position finds among those trained.",
    section: "sinusoidal",
    knobs: &[
        Knob::doubling("length", "trained length L; past 8192 the search would make you wait", 1, 8192, 1, "512")
            .landmarks(&[
                Landmark { value: "512", why: "the trained length of the ALiBi paper's table" },
                Landmark { value: "2048", why: "four times as many to be like" },
            ]),
        Knob::int("p", "position to look at", 0, 1_048_576, "600").landmarks(&[
            Landmark { value: "600", why: "a little past a trained length of 512" },
            Landmark { value: "5000", why: "far past it" },
        ]),
        Knob::doubling("width", "width of the token vectors; wider ones change little", 2, 512, 2, "512").landmarks(&[
            Landmark { value: "8", why: "four pairs: far positions do look alike" },
            Landmark { value: "512", why: "the paper's base model" },
        ]),
        BASE,
        Knob::int("fast", "keeps only so many of the fastest pairs; none keeps all", 1, 256, "")
            .landmarks(&[Landmark { value: "3", why: "three fast pairs do repeat" }]),
        Knob::doubling("span", "last position of the curve", 16, 65_536, 1, "6000"),
    ],
    animates: Some("p"),
    build,
    probe,
};

/// Positions that the sheet of facts quotes.
const QUOTED: [i64; 3] = [600, 1024, 5000];
/// Alike enough to be taken for one another.
const ALIKE: f64 = 0.95;
/// A wave lower than this is a line on any screen.
const HIDDEN: f64 = 0.02;

struct Setup {
    length: i64,
    p: i64,
    width: i64,
    base: f64,
    span: i64,
    /// ωᵢ of the pairs that are kept, fastest first.
    frequencies: Vec<f64>,
    /// Pairs of the whole encoding.
    pairs: usize,
}

fn setup(settings: &Settings) -> Setup {
    let width = settings.get_int("width").max(2);
    let (width, base) = (width - width % 2, settings.get_real("base").max(1.0));
    let mut frequencies = frequencies(width, base);
    let pairs = frequencies.len();
    if let Some(fast) = settings.optional_int("fast") {
        frequencies.truncate(fast.max(1) as usize);
    }
    Setup {
        length: settings.get_int("length").max(1),
        p: settings.get_int("p").max(0),
        width,
        base,
        span: settings.get_int("span").max(1),
        frequencies,
        pairs,
    }
}

/// The trained position that another one is most like.
#[derive(Clone, Copy)]
struct Nearest {
    position: i64,
    similarity: f64,
}

/// The best look-alike of every position from 0 to the span. Similarity depends on the offset alone, so position p sees the window
/// of offsets p − L + 1 to p, and the best of a window that slides costs nothing more.
fn along(it: &Setup) -> Vec<Nearest> {
    let similarities = sweep(&it.frequencies, 0, 1, it.span as usize + 1);
    let mut best: VecDeque<(i64, f64)> = VecDeque::new();
    (0..)
        .zip(similarities)
        .map(|(p, similarity)| {
            // On a tie the nearer position stays: it has the smaller offset.
            while best.back().is_some_and(|(_, behind)| *behind < similarity) {
                best.pop_back();
            }
            best.push_back((p, similarity));
            while best.front().is_some_and(|(offset, _)| *offset <= p - it.length) {
                best.pop_front();
            }
            let (offset, similarity) = best.front().copied().unwrap_or((0, 1.0));
            Nearest { position: p - offset, similarity }
        })
        .collect()
}

/// The best look-alike of one position, however far.
fn nearest(it: &Setup, p: i64) -> Nearest {
    if p < it.length {
        return Nearest { position: p, similarity: 1.0 };
    }
    let first = p - it.length + 1;
    let window = sweep(&it.frequencies, first, 1, it.length as usize);
    let best = (first..).zip(window).reduce(|a, b| if b.1 > a.1 { b } else { a });
    let (offset, similarity) = best.unwrap_or((first, 0.0));
    Nearest { position: p - offset, similarity }
}

/// The similarity of a position with the trained one that it is most like.
pub(super) fn best_similarity(settings: &Settings, p: i64) -> f64 {
    nearest(&setup(settings), p).similarity
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let along = along(&it);
    let at = |p: i64| along.get(p as usize).copied().unwrap_or_else(|| nearest(&it, p));
    let here = at(it.p);
    let (mut layers, every) = curve(&it, &along, sampling);
    layers.push(Layer::Rule { name: format!("L = {}", it.length), tone: Tone::Quiet, x: it.length as f64 });
    if it.p <= it.span {
        layers.push(points("p", Tone::Accent, vec![(it.p as f64, here.similarity)]));
    }
    let lowest = along.iter().map(|n| n.similarity).fold(here.similarity, f64::min);
    let y = axis("best similarity", if lowest < -0.02 { (lowest * 1.1).max(-1.0) } else { 0.0 }, 1.05);
    let x = axis(&sampled("position p", "position", every), 0.0, it.span as f64);
    let kept = if it.frequencies.len() < it.pairs {
        format!(", {} of {} pairs", it.frequencies.len(), it.pairs)
    } else {
        String::new()
    };
    let base = number::figures(it.base, 4);
    let title = format!("{}  L = {}, width {}, base {base}{kept}", INFO.title, it.length, it.width);
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(table(&it, &along, here));
    picture.notice = notice(&it, here, &along);
    let trained = match it.length - 1 {
        0 => "only position 0 was trained".to_string(),
        last => format!("trained positions are 0 to {last}"),
    };
    picture.convention = format!("similarity = mean of cos(ωᵢ Δ) over the pairs, 1 for the same encoding; {trained}");
    picture
}

/// The curve, and what it does between the positions drawn.
fn curve(it: &Setup, along: &[Nearest], sampling: Sampling) -> (Vec<Layer>, i64) {
    let most = (2 * usize::from(sampling.cols)).clamp(16, 400);
    let every = along.len().div_ceil(most).max(1);
    let mut drawn = Vec::new();
    let mut range = Vec::new();
    let mut waves = 0;
    for (k, bucket) in along.chunks(every).enumerate() {
        let x = (k * every) as f64;
        let of = |start: f64, pick: fn(f64, f64) -> f64| bucket.iter().map(|n| n.similarity).fold(start, pick);
        let (low, high) = (of(f64::INFINITY, f64::min), of(f64::NEG_INFINITY, f64::max));
        let Some((first, last)) = bucket.first().zip(bucket.last()) else { continue };
        let (below, above) = (first.similarity.min(last.similarity), first.similarity.max(last.similarity));
        // What a straight line from one drawn position to the next would hide.
        waves += usize::from(high - above > HIDDEN || below - low > HIDDEN);
        drawn.push((x, first.similarity));
        range.push((x, low, high));
    }
    let end = along.last().map(|n| (it.span as f64, n.similarity));
    drawn.extend(end.filter(|(x, _)| drawn.last().is_none_or(|last| last.0 < *x)));
    let tone = Tone::Scheme(Scheme::Sinusoidal);
    let mut layers = Vec::new();
    if waves > 1 {
        layers.push(Layer::Band { name: "range between".to_string(), tone, points: range });
    }
    layers.push(line("best among the trained", tone, drawn));
    (layers, every as i64)
}

fn table(it: &Setup, along: &[Nearest], here: Nearest) -> DataTable {
    let mut asked: Vec<i64> = QUOTED.into_iter().chain([it.length, it.p]).collect();
    asked.retain(|p| *p == it.p || *p <= it.span);
    asked.sort_unstable();
    asked.dedup();
    let row = |p: &i64| {
        let nearest = if *p == it.p { Some(here) } else { along.get(*p as usize).copied() };
        let (position, value) = nearest.map_or((0, 0.0), |n| (n.position, n.similarity));
        vec![number::whole(*p), number::whole(position), number::fixed(value, 3)]
    };
    DataTable {
        columns: ["p", "most like", "similarity"].map(String::from).to_vec(),
        rows: asked.iter().map(row).collect(),
        mark: asked.iter().position(|p| *p == it.p),
    }
}

fn notice(it: &Setup, here: Nearest, along: &[Nearest]) -> String {
    let last = it.length - 1;
    if it.p < it.length {
        return format!("Position {} was trained, so it is its own look-alike. Move p past {last}.", it.p);
    }
    let back = it.p - here.position;
    let value = number::fixed(here.similarity, 3);
    let found =
        format!("Position {} is most like {}, {back} position{} back, with {value}", it.p, here.position, s(back));
    let far = along.last().map_or(here, |n| *n);
    if here.similarity >= ALIKE {
        return if it.p - last < 8 {
            format!("{found}: just past the end, the last trained positions are still close. Move p further.")
        } else {
            format!("{found}: so few pairs repeat, and a far position passes for a trained one.")
        };
    }
    let trend = if it.span > it.p && far.similarity < here.similarity - 0.05 {
        format!(" At {} it is down to {}.", it.span, number::fixed(far.similarity, 3))
    } else {
        String::new()
    };
    format!("{found}; 1 would be the same. It repeats nothing that was trained: it is new.{trend}")
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let p = snap(cursor.x, 0, it.span);
    let found = nearest(&it, p);
    readout([
        ("p", number::whole(p)),
        ("similarity", number::fixed(found.similarity, 4)),
        ("most like", number::whole(found.position)),
        ("positions back", number::whole(p - found.position)),
        ("trained", if p < it.length { "yes" } else { "no" }.to_string()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::cosines::similarity;

    /// Every trained position looked at, one after the other.
    fn slow(it: &Setup, p: i64) -> f64 {
        (0..it.length).map(|k| similarity(&it.frequencies, p - k)).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn the_search_finds_what_looking_at_every_trained_position_finds() {
        let cases: [&[(&str, &str)]; 5] = [
            &[],
            &[("width", "8")],
            &[("length", "64"), ("span", "4096"), ("base", "10")],
            &[("length", "2048"), ("fast", "3"), ("span", "8192")],
            &[("length", "1"), ("width", "2"), ("span", "64")],
        ];
        for set in cases {
            let (settings, refused) = Settings::of(&INFO, set.iter().copied());
            assert!(refused.is_empty(), "{refused:?}");
            let it = setup(&settings);
            let along = along(&it);
            assert_eq!(along.len() as i64, it.span + 1);
            let some = (0..=it.span).step_by(1 + it.span as usize / 60).chain([it.length - 1, it.length]);
            for p in some.filter(|p| *p <= it.span) {
                let (best, found) = (slow(&it, p), along[p as usize]);
                assert!((found.similarity - best).abs() < 1e-9, "{set:?} {p}: {} or {best}", found.similarity);
                assert!((0..it.length).contains(&found.position));
                let there = similarity(&it.frequencies, p - found.position);
                assert!((there - best).abs() < 1e-9, "{set:?} {p}: {} is not it", found.position);
            }
            let far = 1_000_000;
            assert!((nearest(&it, far).similarity - slow(&it, far)).abs() < 1e-9, "{set:?}");
        }
    }
}
