//! The curves of other settings behind those of the current ones: pinned, and dim.

use super::{Layer, Panel, Picture, Tone, bar_gap};

/// What the pinned curves are called in the legend.
const NAME: &str = "pinned";

/// Draws the curves of a pinned picture of the same figure behind the current ones. Only panels that measure the same things are
/// compared; returns how many got a ghost. Heat maps have none: two of them are looked at side by side.
pub fn haunt(picture: &mut Picture, pinned: &Picture) -> usize {
    let panels = picture.panels.iter_mut().zip(&pinned.panels);
    panels.filter(|(now, then)| comparable(now, then)).filter_map(|(now, then)| add(now, then)).count()
}

/// The same scales. What a label says after a semicolon is how densely the axis is sampled.
fn comparable(a: &Panel, b: &Panel) -> bool {
    let what = |label: &str| label.split(';').next().unwrap_or_default().to_string();
    let same = |a: &super::Axis, b: &super::Axis| {
        what(&a.label) == what(&b.label) && (a.log, a.down) == (b.log, b.down) && a.names.len() == b.names.len()
    };
    same(&a.x, &b.x) && same(&a.y, &b.y) && a.square == b.square
}

/// `None` if there is nothing to draw that is not there already.
fn add(now: &mut Panel, then: &Panel) -> Option<()> {
    let gone = then.layers.iter().filter(|layer| !now.layers.contains(layer));
    let mut ghosts: Vec<Layer> = gone.filter_map(|layer| ghost(layer, now)).collect();
    rename(ghosts.first_mut()?);
    // Both must be seen whole, up and down; across, the current range is what one looks at.
    (now.y.min, now.y.max) = (now.y.min.min(then.y.min), now.y.max.max(then.y.max));
    ghosts.append(&mut now.layers);
    now.layers = ghosts;
    Some(())
}

/// A layer as its own ghost. Bars become strokes at their ends, as wide as they were, so that the current bars do not hide them;
/// those that have not moved are left out.
fn ghost(layer: &Layer, now: &Panel) -> Option<Layer> {
    let (name, tone) = (String::new(), Tone::Quiet);
    match layer {
        Layer::Line { tone: Tone::Quiet, .. } | Layer::Points { tone: Tone::Quiet, .. } => None,
        Layer::Line { points, .. } => Some(Layer::Line { name, tone, points: points.clone() }),
        Layer::Points { points, .. } => Some(Layer::Points { name, tone, points: points.clone() }),
        Layer::Bars { bars, .. } => {
            let stands = |bar: &(f64, f64)| {
                now.layers.iter().any(|layer| matches!(layer, Layer::Bars { bars, .. } if bars.contains(bar)))
            };
            let half = 0.36 * bar_gap(bars);
            // A point that is none parts two strokes.
            let stroke = |(x, y): (f64, f64)| [(x - half, y), (x + half, y), (f64::NAN, f64::NAN)];
            let points: Vec<_> = bars.iter().copied().filter(|bar| !stands(bar)).flat_map(stroke).collect();
            (!points.is_empty()).then_some(Layer::Line { name, tone, points })
        }
        Layer::Arrows { arrows, .. } => Some(Layer::Arrows { name, tone, arrows: arrows.clone() }),
        _ => None,
    }
}

fn rename(layer: &mut Layer) {
    if let Layer::Line { name, .. } | Layer::Points { name, .. } | Layer::Arrows { name, .. } = layer {
        *name = NAME.to_string();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Sampling, Settings, build, find};

    const SIZE: Sampling = Sampling { cols: 80, rows: 20 };

    fn pair(slug: &str, knob: &str, value: &str) -> (Picture, Picture) {
        let info = find(slug).unwrap();
        let then = Settings::new(info);
        let mut now = then.clone();
        now.set(info, knob, value).unwrap();
        (build(info, &now, SIZE), build(info, &then, SIZE))
    }

    #[test]
    fn a_pinned_curve_lies_dim_behind_the_current_one_and_is_named_once() {
        let (mut now, then) = pair("similarity-curve", "width", "8");
        assert_eq!(haunt(&mut now, &then), 1);
        let first = now.panels[0].layers.first().unwrap();
        assert!(matches!(first, Layer::Line { name, tone: Tone::Quiet, .. } if name == "pinned"), "{first:?}");
        let named = now.panels[0].layers.iter().filter(|l| matches!(l, Layer::Line { name, .. } if name == "pinned"));
        assert_eq!(named.count(), 1);
    }

    #[test]
    fn the_scale_grows_so_that_the_ghost_is_seen_whole() {
        let (mut now, then) = pair("slope-fan", "heads", "64");
        let (lowest, before) = (then.panels[0].y.min, now.panels[0].y.min);
        haunt(&mut now, &then);
        assert_eq!(now.panels[0].y.min, lowest.min(before));
    }

    #[test]
    fn bars_that_moved_leave_a_stroke_as_wide_as_a_bar_where_they_ended() {
        let (mut now, then) = pair("permutation-demo", "mask", "causal");
        assert!(haunt(&mut now, &then) > 0);
        let (mut strokes, mut ends) = (Vec::new(), Vec::new());
        for layer in &now.panels[0].layers {
            if let Layer::Line { tone: Tone::Quiet, points, .. } = layer {
                strokes.extend(points.chunks(3).map(<[_]>::to_vec));
            }
        }
        for layer in &then.panels[0].layers {
            if let Layer::Bars { bars, .. } = layer {
                let moved = |bar: &&(f64, f64)| {
                    !now.panels[0].layers.iter().any(|l| matches!(l, Layer::Bars { bars, .. } if bars.contains(bar)))
                };
                ends.extend(bars.iter().filter(moved).map(|bar| (*bar, bar_gap(bars))));
            }
        }
        assert!(!ends.is_empty() && strokes.len() == ends.len(), "{} strokes, {} bars", strokes.len(), ends.len());
        for (stroke, ((x, y), gap)) in strokes.iter().zip(ends) {
            assert!(stroke[0].1 == y && stroke[1].1 == y, "where it ended");
            assert!(stroke[0].0 < x && x < stroke[1].0 && stroke[1].0 - stroke[0].0 < gap, "over the bar alone");
            assert!(stroke[2].0.is_nan(), "parted from the next");
        }
    }

    #[test]
    fn the_same_settings_have_no_ghost_and_neither_has_a_map() {
        let (mut now, then) = pair("similarity-curve", "width", "512");
        assert_eq!(haunt(&mut now, &then), 0);
        let (mut now, then) = pair("bleu-by-clip", "clip", "16");
        assert_eq!(haunt(&mut now, &then), 0, "only another bar is pointed at");
        let (mut now, then) = pair("sinusoidal-heatmap", "width", "128");
        assert_eq!(haunt(&mut now, &then), 0);
    }
}
