//! The questions, one function a figure.

use super::super::{FigureInfo, Layer, Mark, Sampling, Settings, Tone, build, number};
use super::super::{nearest_lookalike, rankings, rope_score};
use super::tap::Tap;
use super::{Prediction, Sketch};
use crate::math::alibi;

const NONE: [Sketch; 3] = [Sketch::None, Sketch::None, Sketch::None];

type Ask = fn(&FigureInfo, &Settings) -> Option<Prediction>;

/// Does the picture at these settings show what is asked?
type Spoils = fn(&Settings) -> bool;

/// Which figures ask, and which of their settings give the answer away.
pub(super) const TABLE: [(&str, Ask, Spoils); 6] = [
    ("nearest-lookalike", look_alike, |_| true),
    ("rope-shift", both_move_on, |_| true),
    ("rope-score", made_for_a_distance, |settings| settings.get_choice("vectors") == "peak"),
    ("slope-fan", no_power_of_two, |settings| !is_power_of_two(settings.get_int("heads"))),
    ("one-over-t", without_marker, |settings| settings.get_choice("marker") == "off"),
    ("rankings", lowest_perplexity, |_| true),
];

/// What the figure asks at these settings, if it asks anything.
pub fn predict(info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let (_, ask, _) = TABLE.iter().find(|(slug, ..)| *slug == info.slug)?;
    ask(info, &settings.checked(info))
}

/// Does the picture at these settings give away what the figure asks?
pub fn spoils(info: &FigureInfo, settings: &Settings) -> bool {
    let row = TABLE.iter().find(|(slug, ..)| *slug == info.slug);
    row.is_some_and(|(_, _, spoils)| spoils(&settings.checked(info)))
}

fn is_power_of_two(heads: i64) -> bool {
    heads > 0 && heads & (heads - 1) == 0
}

/// Does the figure ask?
pub fn can_predict(info: &FigureInfo) -> bool {
    TABLE.iter().any(|(slug, ..)| *slug == info.slug)
}

/// Enough points for a shape.
const COARSE: Sampling = Sampling { cols: 100, rows: 20 };

/// The first panel as it will be shown.
struct Shown {
    /// Its first curve.
    curve: Vec<(f64, f64)>,
    /// Lengths of its axes.
    across: f64,
    up: f64,
}

fn shown(info: &FigureInfo, settings: &Settings) -> Option<Shown> {
    let panel = build(info, settings, COARSE).panels.into_iter().next()?;
    let (across, up) = (panel.x.max - panel.x.min, panel.y.max - panel.y.min);
    let mut lines = panel.layers.into_iter().filter_map(|layer| match layer {
        Layer::Line { points, tone, .. } if tone != Tone::Quiet => Some(points),
        _ => None,
    });
    Some(Shown { curve: lines.next().unwrap_or_default(), across, up })
}

/// What a curve does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Falls,
    Flat,
    Swings,
}

/// A hundredth of its scale is flat to the eye.
fn shape(points: &[(f64, f64)]) -> Shape {
    let ys = || points.iter().map(|p| p.1);
    let (low, high) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
    let flat = 0.01 * high.abs().max(low.abs());
    let falls = points.windows(2).all(|pair| matches!(pair, [a, b] if b.1 <= a.1));
    match () {
        () if high - low <= flat => Shape::Flat,
        () if falls => Shape::Falls,
        () => Shape::Swings,
    }
}

fn set(settings: &mut Settings, info: &FigureInfo, knob: &str, value: &str) -> Option<()> {
    settings.set(info, knob, value).ok()
}

fn look_alike(info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let length = settings.get_int("length").max(1);
    let p = Some(settings.get_int("p")).filter(|p| *p >= 2 * length).unwrap_or(10 * length);
    let mut reveal = settings.clone();
    set(&mut reveal, info, "p", &p.to_string())?;
    let value = nearest_lookalike::best_similarity(&reveal, p);
    let right = if value > 0.9 {
        0
    } else if value >= 0.5 {
        1
    } else {
        2
    };
    let mut heights = [0.95, 0.7, 0.25];
    if let Some(height) = heights.get_mut(right) {
        *height = value;
    }
    let options =
        ["above 0.9: it passes for a trained one", "between 0.5 and 0.9", "below 0.5: it resembles none of them"];
    // What the axis doesn't reach can't be marked.
    let reach = settings.get_int("span") >= p;
    let up = shown(info, &reveal)?.up;
    let tap = reach.then(|| Tap::height(0, Some(p as f64), "position", vec![(p as f64, value)], up));
    Some(Prediction {
        tap,
        question: format!(
            "Trained on {length} positions. How alike is position {p} to the trained one that it resembles most?"
        ),
        options: options.map(String::from),
        right,
        reveal,
        sketches: heights.map(|y| Sketch::At(Mark { panel: 0, x: Some(p as f64), y: Some(y), arrow: false })),
    })
}

fn both_move_on(info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let shown = shown(info, settings)?;
    let points = shown.curve;
    let (first, last) = (*points.first()?, *points.last()?);
    let right = match shape(&points) {
        Shape::Falls => 0,
        Shape::Flat => 1,
        Shape::Swings => 2,
    };
    let (theta, score) = (settings.get_real("theta"), first.1);
    let along = |f: &dyn Fn(f64) -> f64| {
        let x = |k: i32| last.0 * f64::from(k) / 200.0;
        Sketch::Curve((0..=200).map(|k| (x(k), f(x(k)))).collect())
    };
    let (m, n) = (settings.get_int("m"), settings.get_int("n"));
    let rounded = if settings.get_choice("precision") == "bf16" { " in bfloat16" } else { "" };
    Some(Prediction {
        tap: Some(Tap::height(0, None, "shift", points, shown.up)),
        question: format!(
            "Query at {m}, key at {n}: both move on together by up to {} tokens{rounded}. What does the score do?",
            number::whole(last.0 as i64)
        ),
        options: ["it falls as they move on", "it stays the same", "it swings up and down"].map(String::from),
        right,
        reveal: settings.clone(),
        sketches: [
            along(&|x| score - (score + 1.0) * x / last.0.max(1.0)),
            along(&|_| score),
            along(&|x| score * libm::cos(theta * x)),
        ],
    })
}

fn made_for_a_distance(info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let span = settings.get_int("span");
    let r = Some(settings.get_int("r")).filter(|r| (1..span).contains(r)).unwrap_or(span / 2).max(1);
    let mut reveal = settings.clone();
    set(&mut reveal, info, "vectors", "peak")?;
    set(&mut reveal, info, "r", &r.to_string())?;
    let places = [0, r, span];
    let highest = rope_score::highest(&reveal, places);
    let right = places.iter().position(|at| *at == highest)?;
    let across = shown(info, &reveal)?.across;
    Some(Prediction {
        tap: Some(Tap::place_across(0, highest as f64, "distance", across)),
        question: format!(
            "A key of ones, and a query turned so that all pairs agree when the key is {r} back. Where is the score largest?"
        ),
        options: [
            "at distance 0, the token itself".to_string(),
            format!("at distance {r}"),
            format!("at the far end, {span}"),
        ],
        right,
        reveal,
        sketches: places.map(|x| Sketch::At(Mark { panel: 0, x: Some(x as f64), y: None, arrow: false })),
    })
}

fn no_power_of_two(info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let asked = settings.get_int("heads");
    let heads = if is_power_of_two(asked) { 12 } else { asked };
    let mut reveal = settings.clone();
    set(&mut reveal, info, "heads", &heads.to_string())?;
    let count = usize::try_from(heads).ok()?;
    let slopes = alibi::slopes(count).ok()?;
    let regular = 1_usize << heads.ilog2();
    let (first, extra) = slopes.split_at_checked(regular)?;
    let flattest = first.iter().copied().fold(f64::INFINITY, f64::min);
    let even = |(k, slope): (usize, &f64)| {
        let expected = libm::exp2(-8.0 * (k + 1) as f64 / count as f64);
        (slope - expected).abs() < 1e-9
    };
    let right = if slopes.iter().enumerate().all(even) {
        2
    } else if extra.iter().all(|slope| *slope < flattest) {
        1
    } else {
        0
    };
    let more = count - regular;
    let span = settings.get_int("span").max(1) as f64;
    let end = (span, -extra.first()? * span);
    let mut tap = Tap::height(0, Some(span), "distance", vec![end], shown(info, &reveal)?.up);
    tap.what = format!("where the line of head {} will end", regular + 1);
    Some(Prediction {
        tap: Some(tap),
        question: format!(
            "From {regular} heads to {heads}, as the released code does it. Where do the {more} extra slopes go?"
        ),
        options: [
            format!("steeper ones, beside and between the first of the {regular}"),
            format!("flatter ones, beyond the flattest of the {regular}"),
            format!("all {heads} are spread evenly anew"),
        ],
        right,
        reveal,
        sketches: NONE,
    })
}

fn without_marker(info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let mut reveal = settings.clone();
    set(&mut reveal, info, "marker", "off")?;
    let shown = shown(info, &reveal)?;
    let points = shown.curve;
    let last = points.last()?.0;
    let right = match shape(&points) {
        Shape::Falls => 0,
        Shape::Flat => 1,
        Shape::Swings => 2,
    };
    let level = points.first()?.1;
    let along = |f: &dyn Fn(f64) -> f64| {
        let x = |k: i32| 1.0 + (last - 1.0) * f64::from(k) / 300.0;
        Sketch::Curve((0..=300).map(|k| (x(k), f(x(k)))).collect())
    };
    Some(Prediction {
        tap: Some(Tap::height(0, None, "token", points, shown.up)),
        question: "The first token is no longer marked: all tokens are alike. What does the output do along the text?"
            .to_string(),
        options: ["it still falls, as 1/t", "it is flat, the same everywhere", "it goes up and down"].map(String::from),
        right,
        reveal,
        sketches: [along(&|x| 1.0 / x), along(&|_| level), along(&|x| 0.5 + 0.5 * libm::sin(x))],
    })
}

fn lowest_perplexity(_info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let tokens = settings.get_choice("tokens").to_string();
    // Only what was measured at this length can be expected there.
    let names = ["RoPE", "T5 bias", "ALiBi", "sinusoidal"];
    let all = names.into_iter().zip(rankings::perplexities(settings, names));
    let measured: Vec<_> = all.filter_map(|(name, (bar, value))| Some((name, bar, value?))).collect();
    let three: [_; 3] = measured.first_chunk().copied()?;
    let right = (0..three.len()).zip(three).min_by(|a, b| a.1.2.total_cmp(&b.1.2))?.0;
    let read = if tokens == "512" { "and read at as many".to_string() } else { format!("read with {tokens}") };
    let article = |name: &str| if name == "T5 bias" { "the T5 bias".to_string() } else { name.to_string() };
    let bars = three.map(|(_, bar, _)| bar as f64);
    Some(Prediction {
        tap: Some(Tap::options(1, bars)),
        question: format!("Trained on 512 tokens, {read}: which of these three has the lowest perplexity?"),
        options: three.map(|(name, ..)| article(name)),
        right,
        reveal: settings.clone(),
        sketches: bars.map(|x| Sketch::At(Mark { panel: 1, x: Some(x), y: None, arrow: false })),
    })
}
