//! Layers as shapes. Lines differ by dashes and points by shapes, so that colour alone never has to tell.

use svg::node::element::path::Data;
use svg::node::element::{Group, Line, Path, Polyline, Rectangle};

use super::super::colormap::{Ink as Look, Map, legible_on};
use super::axes::clip_of;
use super::place::Place;
use super::{Ink, round, text};
use crate::figure::{Cells, Layer, Tone, number};

/// By the number of a line among its panel's, after the first, which is solid.
const DASHES: [&str; 5] = ["8 4", "2 4", "10 3 2 3", "14 5", "5 3 1 3"];

type Point = (f64, f64);

pub(super) fn layer(layer: &Layer, nth: usize, place: &Place, ink: &Ink<'_>) -> Group {
    let group = Group::new();
    let clipped = Group::new().set("clip-path", format!("url(#{})", clip_of(place)));
    match layer {
        Layer::Line { tone, points, .. } => group.add(lines(clipped, points, nth, *tone, place, ink)),
        Layer::Points { tone, points, .. } => {
            let at = points.iter().filter_map(|p| place.at(p.0, p.1));
            group.add(at.fold(clipped, |g, p| g.add(mark(nth, p, &ink.tone(*tone)))))
        }
        Layer::Band { tone, points, .. } => group.add(bands(clipped, points, *tone, place, ink)),
        Layer::Bars { tone, bars, .. } => group.add(columns(clipped, bars, *tone, place, ink)),
        Layer::Cells(cells) => heat(group, cells, place, ink),
        Layer::Arrows { tone, arrows, .. } => {
            arrows.iter().fold(group, |g, (tail, head)| arrow(g, *tail, *head, &ink.tone(*tone), place))
        }
        Layer::Arcs { tone, arcs, .. } => {
            let path = arcs.iter().filter_map(|(centre, radius, from, to)| arc(place, *centre, *radius, *from, *to));
            group.add(path.fold(clipped, |g, path| g.add(stroke(path, &ink.tone(*tone)))))
        }
        Layer::Rule { tone, x, .. } => match place.across(*x).filter(|x| place.spans(*x)) {
            Some(x) => group.add(dashed((x, place.top), (x, place.top + place.high), &ink.tone(*tone))),
            None => group,
        },
        Layer::Level { tone, y, .. } => match place.down(*y) {
            Some(y) => group.add(dashed((place.left, y), (place.left + place.wide, y), &ink.tone(*tone))),
            None => group,
        },
        Layer::Label { .. } => group,
    }
}

/// What a layer looks like, for the legend.
pub(super) fn sample(layer: &Layer, nth: usize, (x, y): Point, ink: &Ink<'_>) -> Option<Group> {
    let group = Group::new();
    match layer {
        Layer::Line { tone, .. } => {
            let line =
                Line::new().set("x1", round(x)).set("x2", round(x + 24.0)).set("y1", round(y)).set("y2", round(y));
            let line = line.set("stroke", ink.tone(*tone)).set("stroke-width", 2);
            Some(group.add(match dash(nth) {
                Some(dash) => line.set("stroke-dasharray", dash),
                None => line,
            }))
        }
        Layer::Points { tone, .. } => Some(group.add(mark(nth, (x + 12.0, y), &ink.tone(*tone)))),
        Layer::Band { tone, .. } => {
            Some(group.add(block((x, y - 5.0), (24.0, 10.0), &ink.tone(*tone)).set("opacity", 0.3)))
        }
        Layer::Bars { tone, .. } | Layer::Arcs { tone, .. } => {
            Some(group.add(block((x + 6.0, y - 5.0), (12.0, 10.0), &ink.tone(*tone))))
        }
        _ => None,
    }
}

/// `None` is solid. (Not every program knows a dash of `none`.)
fn dash(nth: usize) -> Option<&'static str> {
    (nth % (DASHES.len() + 1)).checked_sub(1).and_then(|k| DASHES.get(k)).copied()
}

/// A non-finite point splits the line.
fn lines(group: Group, points: &[Point], nth: usize, tone: Tone, place: &Place, ink: &Ink<'_>) -> Group {
    let placed: Vec<Option<Point>> = points.iter().map(|p| place.at(p.0, p.1)).collect();
    placed.split(Option::is_none).filter(|run| !run.is_empty()).fold(group, |g, run| {
        let path: Vec<String> = run.iter().flatten().map(|(x, y)| format!("{},{}", round(*x), round(*y))).collect();
        let line = Polyline::new().set("points", path.join(" ")).set("fill", "none");
        let width = if tone == Tone::Quiet { 1.0 } else { 2.0 };
        let line = line.set("stroke", ink.tone(tone)).set("stroke-width", width).set("stroke-linejoin", "round");
        g.add(match dash(nth) {
            Some(dash) => line.set("stroke-dasharray", dash),
            None => line,
        })
    })
}

fn bands(group: Group, points: &[(f64, f64, f64)], tone: Tone, place: &Place, ink: &Ink<'_>) -> Group {
    let placed: Vec<Option<(Point, Point)>> =
        points.iter().map(|(x, low, high)| Some((place.at(*x, *low)?, place.at(*x, *high)?))).collect();
    placed.split(Option::is_none).filter(|run| run.len() > 1).fold(group, |g, run| {
        let low = run.iter().flatten().map(|pair| pair.0);
        let high = run.iter().flatten().rev().map(|pair| pair.1);
        let path: Vec<String> = low.chain(high).map(|(x, y)| format!("{},{}", round(x), round(y))).collect();
        let area = svg::node::element::Polygon::new().set("points", path.join(" "));
        g.add(area.set("fill", ink.tone(tone)).set("opacity", 0.3))
    })
}

fn columns(group: Group, bars: &[Point], tone: Tone, place: &Place, ink: &Ink<'_>) -> Group {
    let nearest = bars.windows(2).map(|w| w.iter().map(|b| b.0).collect::<Vec<_>>());
    let gap = nearest.filter_map(|w| Some((w.last()? - w.first()?).abs())).fold(f64::INFINITY, f64::min);
    let gap = if gap.is_finite() && gap > 0.0 { gap } else { 1.0 };
    let foot = place.down(0.0).unwrap_or(place.top + place.high).clamp(place.top, place.top + place.high);
    bars.iter().fold(group, |g, (x, height)| {
        let (Some(left), Some(right)) = (place.across(x - 0.4 * gap), place.across(x + 0.4 * gap)) else { return g };
        let Some(end) = place.down(*height) else { return g };
        g.add(block((left, end.min(foot)), ((right - left).max(1.0), (end - foot).abs()), &ink.tone(tone)))
    })
}

fn heat(group: Group, cells: &Cells, place: &Place, ink: &Ink<'_>) -> Group {
    let map = Map::new(ink.style, cells.min, cells.max, cells.signed);
    let half = |values: &[f64]| match values {
        [a, b, ..] => (b - a).abs() / 2.0,
        _ => 0.5,
    };
    let (dx, dy) = (half(&cells.xs), half(&cells.ys));
    let legible = cells.texts.len() == cells.values.len() && place.wide / cells.cols.max(1) as f64 > 34.0;
    let places = cells.ys.iter().flat_map(|y| cells.xs.iter().map(move |x| (*x, *y)));
    // Smoothed edges would leave a grid of seams between the cells.
    let group = group.set("shape-rendering", "crispEdges");
    let group = places.zip(&cells.values).enumerate().fold(group, |g, (i, ((x, y), value))| {
        let Some(Look::Colour(colour)) = map.ink(*value) else { return g };
        let (Some(a), Some(b)) = (place.at(x - dx, y - dy), place.at(x + dx, y + dy)) else { return g };
        let size = ((b.0 - a.0).abs() + 0.3, (b.1 - a.1).abs() + 0.3);
        let g = g.add(block((a.0.min(b.0), a.1.min(b.1)), size, &super::hex(Some(colour))));
        match cells.texts.get(i).filter(|t| legible && !t.is_empty()) {
            Some(words) => {
                let at = text(words, (a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0 + 4.0, 12).set("text-anchor", "middle");
                g.add(at.set("fill", super::hex(Some(legible_on(colour)))))
            }
            None => g,
        }
    });
    bar(group, cells, &map, place, ink)
}

/// The colour bar with its numbers, at the right.
fn bar(group: Group, cells: &Cells, map: &Map<'_>, place: &Place, ink: &Ink<'_>) -> Group {
    const STEPS: usize = 48;
    let left = place.left + place.wide + 18.0;
    let reach = cells.min.abs().max(cells.max.abs());
    let (low, high) = if cells.signed { (-reach, reach) } else { (cells.min, cells.max) };
    let each = place.high / STEPS as f64;
    let group = (0..STEPS).fold(group, |g, i| {
        let value = high - (high - low) * (i as f64 + 0.5) / STEPS as f64;
        match map.ink(value) {
            Some(Look::Colour(c)) => {
                g.add(block((left, place.top + each * i as f64), (14.0, each + 0.3), &super::hex(Some(c))))
            }
            _ => g,
        }
    });
    let numbers = [(high, 0.0), ((low + high) / 2.0, 0.5), (low, 1.0)];
    let group = numbers.into_iter().fold(group, |g, (value, share)| {
        let y = place.top + place.high * share + 4.0;
        g.add(text(&number::figures(value, 3), left + 20.0, y, 12).set("fill", ink.dim()))
    });
    group.add(end_text(&cells.label, left + 70.0, place.top - 10.0).set("fill", ink.dim()))
}

fn arrow(group: Group, tail: Point, head: Point, colour: &str, place: &Place) -> Group {
    let (Some(a), Some(b)) = (place.at(tail.0, tail.1), place.at(head.0, head.1)) else { return group };
    let line = Data::new().move_to((round(a.0), round(a.1))).line_to((round(b.0), round(b.1)));
    let angle = libm::atan2(b.1 - a.1, b.0 - a.0);
    let wing = |turn: f64| (b.0 - 10.0 * libm::cos(angle + turn), b.1 - 10.0 * libm::sin(angle + turn));
    let (left, right) = (wing(0.4), wing(-0.4));
    let tip = Data::new()
        .move_to((round(left.0), round(left.1)))
        .line_to((round(b.0), round(b.1)))
        .line_to((round(right.0), round(right.1)));
    group.add(stroke(line, colour)).add(stroke(tip, colour))
}

/// A piece of a circle in data units; drawn as a polyline, because the axes may be stretched.
fn arc(place: &Place, centre: Point, radius: f64, from: f64, to: f64) -> Option<Data> {
    let steps = (((to - from).abs() / 0.05).ceil() as usize).clamp(1, 512);
    let at = |i: usize| {
        let angle = from + (to - from) * i as f64 / steps as f64;
        place.at(centre.0 + radius * libm::cos(angle), centre.1 + radius * libm::sin(angle))
    };
    let start = at(0)?;
    (1..=steps).filter_map(at).try_fold(Data::new().move_to((round(start.0), round(start.1))), |path, p| {
        Some(path.line_to((round(p.0), round(p.1))))
    })
}

fn stroke(data: Data, colour: &str) -> Path {
    Path::new().set("d", data).set("fill", "none").set("stroke", colour).set("stroke-width", 2)
}

fn dashed(a: Point, b: Point, colour: &str) -> Path {
    let data = Data::new().move_to((round(a.0), round(a.1))).line_to((round(b.0), round(b.1)));
    stroke(data, colour).set("stroke-width", 1).set("stroke-dasharray", "6 4")
}

fn block(corner: Point, size: Point, colour: &str) -> Rectangle {
    Rectangle::new()
        .set("x", round(corner.0))
        .set("y", round(corner.1))
        .set("width", round(size.0))
        .set("height", round(size.1))
        .set("fill", colour)
}

pub(super) fn end_text(words: &str, x: f64, y: f64) -> svg::node::element::Text {
    text(words, x, y, 12).set("text-anchor", "end")
}

/// A disc, a square, a diamond or a triangle.
fn mark(nth: usize, (x, y): Point, colour: &str) -> Path {
    let corners: &[Point] = match nth % 4 {
        0 => &[(4.0, 0.0), (2.8, 2.8), (0.0, 4.0), (-2.8, 2.8), (-4.0, 0.0), (-2.8, -2.8), (0.0, -4.0), (2.8, -2.8)],
        1 => &[(3.5, 3.5), (-3.5, 3.5), (-3.5, -3.5), (3.5, -3.5)],
        2 => &[(5.0, 0.0), (0.0, 5.0), (-5.0, 0.0), (0.0, -5.0)],
        _ => &[(0.0, -4.5), (4.5, 3.5), (-4.5, 3.5)],
    };
    let mut path = Data::new();
    for (i, (dx, dy)) in corners.iter().enumerate() {
        let at = (round(x + dx), round(y + dy));
        path = if i == 0 { path.move_to(at) } else { path.line_to(at) };
    }
    Path::new().set("d", path.close()).set("fill", colour)
}
