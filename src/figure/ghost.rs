//! The curves of other settings behind those of the current ones: pinned, and dim.

use super::{Layer, Panel, Picture, Tone};

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
    let wide = bar_width(then);
    let mut ghosts: Vec<Layer> = gone.filter_map(|layer| ghost(layer, now, wide)).collect();
    rename(ghosts.first_mut()?);
    // Both must be seen whole, up and down; across, the current range is what one looks at.
    (now.y.min, now.y.max) = (now.y.min.min(then.y.min), now.y.max.max(then.y.max));
    ghosts.append(&mut now.layers);
    now.layers = ghosts;
    Some(())
}

/// The least distance between two bars of a panel, of all its series.
fn bar_width(panel: &Panel) -> f64 {
    let bars =
        panel.layers.iter().filter_map(|layer| if let Layer::Bars { bars, .. } = layer { Some(bars) } else { None });
    let mut places: Vec<f64> = bars.flatten().map(|bar| bar.0).collect();
    places.sort_by(f64::total_cmp);
    let gaps = places.windows(2).filter_map(|pair| Some(pair.last()? - pair.first()?));
    let least = gaps.filter(|gap| *gap > 1e-9).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// A layer as its own ghost. Bars become strokes at their ends, as wide as they were, so that the current bars do not hide them;
/// those that have not moved are left out.
fn ghost(layer: &Layer, now: &Panel, wide: f64) -> Option<Layer> {
    let (name, tone) = (String::new(), Tone::Quiet);
    match layer {
        Layer::Line { tone: Tone::Quiet, .. } | Layer::Points { tone: Tone::Quiet, .. } => None,
        Layer::Line { points, .. } => Some(Layer::Line { name, tone, points: points.clone() }),
        Layer::Points { points, .. } => Some(Layer::Points { name, tone, points: points.clone() }),
        Layer::Bars { bars, .. } => {
            let stands = |bar: &(f64, f64)| {
                now.layers.iter().any(|layer| matches!(layer, Layer::Bars { bars, .. } if bars.contains(bar)))
            };
            let half = 0.36 * wide;
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
        let strokes = now.panels.iter().zip(&then.panels).flat_map(|(now, then)| {
            let lines = now.layers.iter().filter_map(|l| match l {
                Layer::Line { tone: Tone::Quiet, points, .. } => Some(points.clone()),
                _ => None,
            });
            let width = bar_width(then);
            lines.flatten().collect::<Vec<_>>().chunks(3).map(|s| (s.to_vec(), width)).collect::<Vec<_>>()
        });
        let strokes: Vec<_> = strokes.collect();
        assert!(!strokes.is_empty());
        for (stroke, width) in strokes {
            assert_eq!(stroke[0].1, stroke[1].1, "level");
            assert!(stroke[1].0 > stroke[0].0 && stroke[1].0 - stroke[0].0 < width, "no wider than a bar");
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
