//! A learner's value and the right one, drawn into a figure that is there already.

use super::{Axis, Layer, Picture, Tone};

/// So many lengths of an axis beyond its end a value still makes the axis longer; farther out it stands at the edge.
const REACH: f64 = 1.0;

/// A place in a figure: a point, or a line where only one coordinate is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mark {
    /// Which panel, from 0.
    pub panel: usize,
    /// Across.
    pub x: Option<f64>,
    /// Up.
    pub y: Option<f64>,
    /// An arrow from the origin to the point.
    pub arrow: bool,
}

/// Draws both values. One that coincides with the other is drawn once; one far outside stands at the edge, and says so.
pub fn overlay(picture: &mut Picture, yours: Option<Mark>, truth: Option<Mark>) {
    match (yours, truth) {
        (Some(yours), Some(truth)) if coincide(picture, yours, truth) => {
            draw(picture, truth, "yours, right", Tone::Truth)
        }
        (yours, truth) => {
            if let Some(truth) = truth {
                draw(picture, truth, "right", Tone::Truth);
            }
            if let Some(yours) = yours {
                draw(picture, yours, "yours", Tone::Yours);
            }
        }
    }
}

/// The panel that holds them, which a narrow window must not leave out; the first one if there are none.
pub fn marked_panel(picture: &Picture) -> usize {
    let is_mark = |layer: &Layer| match layer {
        Layer::Arrows { tone, .. }
        | Layer::Points { tone, .. }
        | Layer::Rule { tone, .. }
        | Layer::Level { tone, .. } => {
            matches!(tone, Tone::Truth | Tone::Yours)
        }
        _ => false,
    };
    picture.panels.iter().position(|panel| panel.layers.iter().any(is_mark)).unwrap_or(0)
}

/// Nearer than anybody can see.
fn coincide(picture: &Picture, a: Mark, b: Mark) -> bool {
    let Some(panel) = picture.panels.get(a.panel) else { return a == b };
    let near = |a: Option<f64>, b: Option<f64>, axis: &Axis| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= (axis.max - axis.min).abs() / 200.0,
        (a, b) => a == b,
    };
    a.panel == b.panel && near(a.x, b.x, &panel.x) && near(a.y, b.y, &panel.y)
}

fn draw(picture: &mut Picture, mark: Mark, name: &str, tone: Tone) {
    let Some(panel) = picture.panels.get_mut(mark.panel) else { return };
    let (x, x_out) = reach(&mut panel.x, mark.x);
    let (y, y_out) = reach(&mut panel.y, mark.y);
    let name = if x_out || y_out { format!("{name}, beyond") } else { name.to_string() };
    let layer = match (x, y) {
        (Some(x), Some(y)) if mark.arrow => Layer::Arrows { name, tone, arrows: vec![((0.0, 0.0), (x, y))] },
        (Some(x), Some(y)) => Layer::Points { name, tone, points: vec![(x, y)] },
        (Some(x), None) => Layer::Rule { name, tone, x },
        (None, Some(y)) => Layer::Level { name, tone, y },
        (None, None) => return,
    };
    panel.layers.push(layer);
}

/// Where a value stands on an axis, which grows a little for it; and whether it lies beyond.
fn reach(axis: &mut Axis, value: Option<f64>) -> (Option<f64>, bool) {
    let Some(value) = value else { return (None, false) };
    if (axis.min..=axis.max).contains(&value) {
        return (Some(value), false);
    }
    let length = axis.max - axis.min;
    let named = !axis.names.is_empty();
    let near = (axis.min - REACH * length..=axis.max + REACH * length).contains(&value);
    if named || axis.log || !near {
        return (Some(value.clamp(axis.min, axis.max)), true);
    }
    axis.min = axis.min.min(value);
    axis.max = axis.max.max(value);
    (Some(value), false)
}

#[cfg(test)]
mod tests {
    use super::super::parts::{axis, panel, picture};
    use super::*;

    fn plain() -> Picture {
        let info = super::super::find("alibi-bias").unwrap();
        picture(info, String::new(), vec![panel("", axis("x", 0.0, 10.0), axis("y", -5.0, 0.0), Vec::new())])
    }

    fn names(picture: &Picture) -> Vec<(&str, Tone)> {
        let name = |layer: &Layer| match layer {
            Layer::Points { name, tone, .. } | Layer::Level { name, tone, .. } => (name.clone(), *tone),
            other => panic!("{other:?}"),
        };
        picture.panels[0].layers.iter().map(name).map(|(n, t)| (&*n.leak(), t)).collect()
    }

    fn at(x: f64, y: f64) -> Option<Mark> {
        Some(Mark { x: Some(x), y: Some(y), ..Mark::default() })
    }

    #[test]
    fn both_values_stand_in_the_figure_and_the_axis_grows_for_them() {
        let mut p = plain();
        overlay(&mut p, at(2.0, 1.0), at(2.0, -1.0));
        assert_eq!(names(&p), [("right", Tone::Truth), ("yours", Tone::Yours)]);
        assert_eq!((p.panels[0].y.min, p.panels[0].y.max), (-5.0, 1.0));
    }

    #[test]
    fn a_value_far_outside_stands_at_the_edge_and_says_so() {
        let mut p = plain();
        overlay(&mut p, at(2.0, 400.0), at(2.0, -1.0));
        assert_eq!(names(&p)[1], ("yours, beyond", Tone::Yours));
        assert_eq!(p.panels[0].y.max, 0.0, "the curve keeps its size");
    }

    #[test]
    fn the_right_value_is_marked_once() {
        let mut p = plain();
        let level = |y| Some(Mark { y: Some(y), ..Mark::default() });
        overlay(&mut p, level(-1.0), level(-1.001));
        assert_eq!(names(&p), [("yours, right", Tone::Truth)]);
    }

    #[test]
    fn a_panel_that_is_not_there_changes_nothing() {
        let mut p = plain();
        overlay(&mut p, Some(Mark { panel: 7, y: Some(0.0), ..Mark::default() }), None);
        assert_eq!(p, plain());
    }
}
