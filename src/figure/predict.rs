//! Predict first: what a figure asks before it shows. Which of the three options is right is computed from the settings.
//!
//! | figure | what is predicted |
//! |---|---|
//! | P9 `nearest-lookalike` | how alike a far position is to any trained one |
//! | P18 `rope-shift` | the score when both positions move on |
//! | P19 `rope-score` | where the score of a query made for distance r is largest |
//! | P24 `slope-fan` | where the slopes go that are no power of two |
//! | P28 `one-over-t` | the signal without a marked first token |
//! | P31 `rankings` | who leads by perplexity |

use super::{FigureInfo, Layer, Mark, Picture, Sampling, Settings, Tone, build, number, overlay};
use super::{nearest_lookalike, rankings, rope_score};
use crate::math::alibi;

/// A question that a figure asks before it shows the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// What will be seen?
    pub question: String,
    /// Three expectations.
    pub options: [String; 3],
    /// Which of them comes true.
    pub right: usize,
    /// The settings that show it.
    pub reveal: Settings,
    /// The options as they would look in the figure.
    sketches: [Sketch; 3],
}

/// How an expectation is drawn.
#[derive(Clone, Debug, PartialEq)]
enum Sketch {
    /// It can't be.
    None,
    /// At a place.
    At(Mark),
    /// As a curve of the first panel.
    Curve(Vec<(f64, f64)>),
}

const NONE: [Sketch; 3] = [Sketch::None, Sketch::None, Sketch::None];

type Ask = fn(&FigureInfo, &Settings) -> Option<Prediction>;

/// Which figures ask.
const TABLE: [(&str, Ask); 6] = [
    ("nearest-lookalike", look_alike),
    ("rope-shift", both_move_on),
    ("rope-score", made_for_a_distance),
    ("slope-fan", no_power_of_two),
    ("one-over-t", without_marker),
    ("rankings", lowest_perplexity),
];

/// What the figure asks at these settings, if it asks anything.
pub fn predict(info: &FigureInfo, settings: &Settings) -> Option<Prediction> {
    let (_, ask) = TABLE.iter().find(|(slug, _)| *slug == info.slug)?;
    ask(info, &settings.checked(info))
}

/// Does the figure ask?
pub fn can_predict(info: &FigureInfo) -> bool {
    TABLE.iter().any(|(slug, _)| *slug == info.slug)
}

impl Prediction {
    /// The picture before the prediction is made: scales and names, no data.
    pub fn veil(&self, picture: &mut Picture) {
        for panel in &mut picture.panels {
            panel.layers.retain(|layer| matches!(layer, Layer::Rule { tone: Tone::Quiet, .. }));
        }
        picture.table = None;
        picture.notice.clear();
    }

    /// Draws what was predicted beside what came true.
    pub fn sketch(&self, picture: &mut Picture, chosen: usize) {
        let is_right = chosen == self.right;
        match self.sketches.get(chosen) {
            Some(Sketch::At(yours)) => {
                let truth = match self.sketches.get(self.right) {
                    Some(Sketch::At(truth)) => Some(*truth),
                    _ => None,
                };
                overlay(picture, Some(*yours), truth);
            }
            Some(Sketch::Curve(points)) if !is_right => {
                if let Some(panel) = picture.panels.first_mut() {
                    let points = points.clone();
                    // Behind the truth, which must be seen where the two agree.
                    panel.layers.insert(0, Layer::Line { name: "yours".to_string(), tone: Tone::Yours, points });
                }
            }
            _ => {}
        }
    }

    /// Prediction and truth in a sentence or two.
    pub fn verdict(&self, chosen: usize) -> String {
        let option = |k: usize| self.options.get(k).map_or("", String::as_str);
        if chosen == self.right {
            format!("You predicted it: {}.", option(chosen))
        } else {
            format!("You expected: {}. In fact: {}.", option(chosen), option(self.right))
        }
    }
}

/// Enough points for a shape.
const COARSE: Sampling = Sampling { cols: 100, rows: 20 };

/// The first curve of the first panel.
fn curve(info: &FigureInfo, settings: &Settings) -> Vec<(f64, f64)> {
    let picture = build(info, settings, COARSE);
    let layers = picture.panels.into_iter().next().map(|p| p.layers).unwrap_or_default();
    let mut lines = layers.into_iter().filter_map(|layer| match layer {
        Layer::Line { points, tone, .. } if tone != Tone::Quiet => Some(points),
        _ => None,
    });
    lines.next().unwrap_or_default()
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
    Some(Prediction {
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
    let points = curve(info, settings);
    let (first, last) = (points.first()?, points.last()?);
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
    Some(Prediction {
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
    let heads = if asked > 2 && (asked & (asked - 1)) != 0 { asked } else { 12 };
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
    Some(Prediction {
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
    let points = curve(info, &reveal);
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
    let names = ["rotary", "T5 bias", "ALiBi"];
    let values = rankings::perplexities(settings, names);
    let measured = values.iter().enumerate().filter_map(|(k, (_, value))| value.map(|v| (k, v)));
    let right = measured.min_by(|a, b| a.1.total_cmp(&b.1))?.0;
    Some(Prediction {
        question: format!("Trained on 512 tokens, read with {tokens}: which of these three has the lowest perplexity?"),
        options: ["RoPE", "the T5 bias", "ALiBi"].map(String::from),
        right,
        reveal: settings.clone(),
        sketches: values.map(|(bar, _)| Sketch::At(Mark { panel: 1, x: Some(bar as f64), y: None, arrow: false })),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::find;

    fn asked(slug: &str, set: &[(&str, &str)]) -> Prediction {
        let info = find(slug).unwrap();
        let mut settings = Settings::new(info);
        for (knob, value) in set {
            settings.set(info, knob, value).unwrap();
        }
        predict(info, &settings).unwrap()
    }

    fn right(slug: &str, set: &[(&str, &str)]) -> String {
        let asked = asked(slug, set);
        asked.options[asked.right].clone()
    }

    #[test]
    fn a_far_position_resembles_none_unless_the_width_is_tiny() {
        assert!(right("nearest-lookalike", &[("p", "5000")]).starts_with("below 0.5"));
        assert!(right("nearest-lookalike", &[("p", "5000"), ("width", "4")]).starts_with("above 0.9"));
    }

    #[test]
    fn a_common_shift_leaves_the_score_alone_but_not_in_sixteen_bits() {
        assert_eq!(right("rope-shift", &[]), "it stays the same");
        assert_eq!(right("rope-shift", &[("precision", "bf16"), ("n", "11")]), "it swings up and down");
    }

    #[test]
    fn the_score_of_a_query_made_for_a_distance_peaks_there() {
        assert_eq!(right("rope-score", &[]), "at distance 50");
        assert_eq!(right("rope-score", &[("r", "700")]), "at distance 700");
    }

    #[test]
    fn twelve_heads_get_steeper_slopes_beside_the_eight() {
        let asked = asked("slope-fan", &[]);
        assert!(asked.question.contains("From 8 heads to 12") && asked.question.contains("4 extra"));
        assert_eq!(asked.right, 0);
        assert_eq!(asked.reveal.get("heads"), "12");
    }

    #[test]
    fn without_a_marker_the_counter_is_flat_with_mask_and_without() {
        assert!(right("one-over-t", &[]).starts_with("it is flat"));
        assert!(right("one-over-t", &[("mask", "off")]).starts_with("it is flat"));
    }

    #[test]
    fn who_leads_by_perplexity_is_read_from_the_table() {
        assert_eq!(right("rankings", &[]), "ALiBi");
        assert_eq!(right("rankings", &[("tokens", "512")]), "the T5 bias");
    }

    #[test]
    fn a_veiled_picture_shows_no_data_and_an_answered_one_shows_both() {
        for (slug, _) in TABLE {
            let info = find(slug).unwrap();
            let asked = asked(slug, &[]);
            let mut picture = build(info, &asked.reveal, COARSE);
            let shown = picture.clone();
            asked.veil(&mut picture);
            assert!(picture.table.is_none() && picture.panels.iter().all(|p| p.layers.len() <= 1), "{slug}");
            let wrong = (asked.right + 1) % 3;
            let mut both = shown.clone();
            asked.sketch(&mut both, wrong);
            let drawn = asked.sketches[wrong] != Sketch::None;
            assert_eq!(both != shown, drawn, "{slug}");
            assert!(asked.verdict(wrong).contains(&asked.options[asked.right]), "{slug}");
        }
    }
}
