//! Names of arrows, rules, levels and labels, each where it covers nothing, as far as there is such a place.

use svg::node::element::{Group, Text};

use super::place::Place;
use super::{Ink, round, text};
use crate::figure::{Layer, Panel};

type Point = (f64, f64);

/// Height of a name.
const HIGH: f64 = 13.0;
/// Width of a letter, on the large side: which sans-serif the reader has is not known.
const LETTER: f64 = 7.4;

/// What names must not cover: the points of the curves, and the names before.
pub(super) struct Names {
    /// Points along the lines, a few pixels apart.
    lines: Vec<Point>,
    /// Left, top, width, height.
    taken: Vec<[f64; 4]>,
}

impl Names {
    pub(super) fn new(panel: &Panel, place: &Place) -> Names {
        let mut lines = Vec::new();
        for layer in &panel.layers {
            match layer {
                Layer::Line { points, .. } => points.windows(2).for_each(|pair| {
                    if let [a, b] = pair {
                        walk(place.at(a.0, a.1), place.at(b.0, b.1), &mut lines);
                    }
                }),
                Layer::Points { points, .. } => lines.extend(points.iter().filter_map(|p| place.at(p.0, p.1))),
                Layer::Arrows { arrows, .. } => arrows
                    .iter()
                    .for_each(|(tail, head)| walk(place.at(tail.0, tail.1), place.at(head.0, head.1), &mut lines)),
                _ => {}
            }
        }
        Names { lines, taken: Vec::new() }
    }

    /// Writes the names of a layer.
    pub(super) fn write(&mut self, group: Group, layer: &Layer, place: &Place, ink: &Ink<'_>) -> Group {
        let (right, bottom) = (place.left + place.wide, place.top + place.high);
        match layer {
            Layer::Rule { name, tone, x } => match place.across(*x).filter(|x| place.spans(*x)) {
                Some(x) => {
                    let wide = width(name);
                    let rows = (0..8).map(|k| place.top + 16.0 * f64::from(k) + 12.0).filter(|y| *y < bottom);
                    let beside = rows.flat_map(|y| [(x + 5.0, y), (x - 5.0 - wide, y)]);
                    let inside = beside.filter(|at| at.0 >= place.left && at.0 + wide <= right + 20.0);
                    group.add(
                        self.put(name, inside.collect(), (x + 5.0, place.top + 12.0)).set("fill", ink.words(*tone)),
                    )
                }
                None => group,
            },
            Layer::Level { name, tone, y } => match place.down(*y) {
                Some(y) => {
                    let ends = [right - width(name) - 2.0, place.left + 6.0];
                    let beside = ends.iter().flat_map(|x| [(*x, y - 5.0), (*x, y + 14.0)]).collect();
                    group.add(self.put(name, beside, (ends[0], y - 5.0)).set("fill", ink.words(*tone)))
                }
                None => group,
            },
            // A label belongs where it is: under another name it is left out.
            Layer::Label { text: words, tone, at } => match place.at(at.0, at.1) {
                Some((x, y)) if self.is_taken(spot((x, y + 4.0), words)) => group,
                Some((x, y)) => group.add(self.put(words, Vec::new(), (x, y + 4.0)).set("fill", ink.words(*tone))),
                None => group,
            },
            Layer::Arrows { name, tone, arrows } => arrows.iter().fold(group, |g, (tail, head)| {
                let (Some(a), Some(b)) = (place.at(tail.0, tail.1), place.at(head.0, head.1)) else { return g };
                g.add(self.put(name, at_tip(a, b, width(name)), b).set("font-size", 13).set("fill", ink.tone(*tone)))
            }),
            _ => group,
        }
    }

    /// A name at the first of several places where it covers nothing, else at the last resort.
    fn put(&mut self, name: &str, places: Vec<Point>, last: Point) -> Text {
        let free = |at: &&Point| {
            let spot = spot(**at, name);
            !self.lines.iter().any(|p| covers(spot, *p)) && !self.is_taken(spot)
        };
        let (x, y) = places.iter().find(free).or(places.first()).copied().unwrap_or(last);
        self.taken.push(spot((x, y), name));
        text(name, round(x), round(y), 12)
    }

    fn is_taken(&self, spot: [f64; 4]) -> bool {
        self.taken.iter().any(|other| overlap(spot, *other))
    }
}

/// Left, top, width and height of a name written at a point.
fn spot(at: Point, name: &str) -> [f64; 4] {
    [at.0, at.1 - HIGH + 2.0, width(name), HIGH]
}

/// Beyond the tip of an arrow, else beside it.
fn at_tip(tail: Point, head: Point, wide: f64) -> Vec<Point> {
    let angle = libm::atan2(head.1 - tail.1, head.0 - tail.0);
    let around = [0.0, 0.7, -0.7, 1.4, -1.4].map(|turn| {
        let (cos, sin) = (libm::cos(angle + turn), libm::sin(angle + turn));
        // The middle of the name, so far out that its box leaves the tip free.
        let (x, y) = (head.0 + cos * (0.5 * wide + 13.0), head.1 + sin * (0.5 * HIGH + 8.0));
        (x - 0.5 * wide, y + 4.5)
    });
    around.to_vec()
}

fn width(name: &str) -> f64 {
    LETTER * name.chars().count() as f64
}

/// Points along a stretch, four pixels apart.
fn walk(a: Option<Point>, b: Option<Point>, into: &mut Vec<Point>) {
    let (Some(a), Some(b)) = (a, b) else { return };
    let steps = (libm::hypot(b.0 - a.0, b.1 - a.1) / 4.0).ceil().clamp(1.0, 600.0);
    into.extend((0..=steps as usize).map(|k| {
        let t = k as f64 / steps;
        (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))
    }));
}

fn covers([left, top, wide, high]: [f64; 4], (x, y): Point) -> bool {
    (left - 2.0..=left + wide + 2.0).contains(&x) && (top..=top + high).contains(&y)
}

fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3]
}

#[cfg(test)]
mod tests {
    use super::super::grid;
    use super::*;
    use crate::figure::{self, Sampling, Settings};
    use crate::tui::plot::{Depth, PlotStyle};

    #[test]
    fn no_name_covers_another_or_leaves_the_page() {
        let style = PlotStyle::new(Depth::TrueColor, false, false);
        let ink = Ink { style: &style };
        for info in figure::ALL {
            for (wide, high) in [(960.0, 300.0), (640.0, 480.0), (1600.0, 800.0)] {
                let picture = figure::build(info, &Settings::new(info), Sampling { cols: 120, rows: 40 });
                for (panel, place) in picture.panels.iter().zip(grid(&picture.panels, wide, 64.0, high)) {
                    let mut names = Names::new(panel, &place);
                    panel.layers.iter().fold(Group::new(), |g, layer| names.write(g, layer, &place, &ink));
                    for (k, a) in names.taken.iter().enumerate() {
                        assert!(a[0] >= 0.0 && a[0] + a[2] <= wide, "{} at {wide}: {a:?}", info.slug);
                        let covered = names.taken.iter().skip(k + 1).find(|b| overlap(*a, **b));
                        assert!(covered.is_none(), "{} at {wide}: {a:?} {covered:?}", info.slug);
                    }
                }
            }
        }
    }

    #[test]
    fn the_name_of_the_shorter_of_two_arrows_stands_beside_the_longer() {
        let spots = at_tip((0.0, 0.0), (50.0, 0.0), 8.0);
        let mut names = Names { lines: (0..100).map(|x| (f64::from(x), 0.0)).collect(), taken: Vec::new() };
        names.put("k", spots, (50.0, 0.0));
        let [_, top, _, high] = names.taken[0];
        assert!(top > 0.0 || top + high < 0.0, "{:?}", names.taken);
    }
}
