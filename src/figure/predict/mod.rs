//! Predict first: what a figure asks before it shows. Which of the three options is right is computed from the settings, and so is
//! the place that can be marked in the figure instead.
//!
//! | figure | what is predicted | what can be marked |
//! |---|---|---|
//! | P9 `nearest-lookalike` | how alike a far position is to any trained one | its height |
//! | P18 `rope-shift` | the score when both positions move on | any point of the curve |
//! | P19 `rope-score` | where the score of a query made for distance r is largest | that distance |
//! | P24 `slope-fan` | where the slopes go that are no power of two | the end of the first extra line |
//! | P28 `one-over-t` | the signal without a marked first token | any point of the curve |
//! | P31 `rankings` | who leads by perplexity | its bar |

mod asks;
mod tap;

use super::{Layer, Mark, Picture, Settings, Tone, overlay};
pub use asks::{can_predict, predict, spoils};
pub use tap::{Guess, Tap};

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
    /// What can be marked in the figure instead of choosing an option.
    pub tap: Option<Tap>,
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

/// The picture before a prediction is made: scales and names, no data.
pub fn veil(picture: &mut Picture) {
    for panel in &mut picture.panels {
        panel.layers.retain(|layer| matches!(layer, Layer::Rule { tone: Tone::Quiet, .. }));
    }
    picture.table = None;
    picture.notice.clear();
}

impl Prediction {
    /// What a place in the figure says; `None` if there is nothing to mark, or not in this panel.
    pub fn mark(&self, panel: usize, x: f64, y: f64) -> Option<Guess> {
        self.tap.as_ref().filter(|tap| tap.panel == panel).and_then(|tap| tap.guess(x, y))
    }

    /// Did it come true? A mark may be off by a twentieth of the scale.
    pub fn is_right(&self, guess: Guess) -> bool {
        match guess {
            Guess::Option(chosen) => chosen == self.right,
            Guess::Mark(x, y) => self.tap.as_ref().is_some_and(|tap| tap.is_near(x, y)),
        }
    }

    /// Draws what was predicted beside what came true.
    pub fn sketch(&self, picture: &mut Picture, guess: Guess) {
        match guess {
            Guess::Option(chosen) => self.sketch_option(picture, chosen),
            Guess::Mark(x, y) => {
                if let Some(tap) = &self.tap {
                    let (yours, truth) = tap.marks(x, y);
                    overlay(picture, Some(yours), truth);
                }
            }
        }
    }

    fn sketch_option(&self, picture: &mut Picture, chosen: usize) {
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

    /// What was said, in words: for the log.
    pub fn said(&self, guess: Guess) -> String {
        match guess {
            Guess::Option(chosen) => self.option(chosen).to_string(),
            Guess::Mark(x, y) => self.tap.as_ref().map_or(String::new(), |tap| format!("marked {}", tap.place(x, y))),
        }
    }

    /// Prediction and truth in a sentence or two; of a mark, how far it is off.
    pub fn verdict(&self, guess: Guess) -> String {
        match guess {
            Guess::Option(chosen) if chosen == self.right => format!("You predicted it: {}.", self.option(chosen)),
            Guess::Option(chosen) => {
                format!("You expected: {}. In fact: {}.", self.option(chosen), self.option(self.right))
            }
            Guess::Mark(x, y) => {
                let told = self.tap.as_ref().map_or(String::new(), |tap| tap.verdict(x, y));
                format!("{told} In words: {}.", self.option(self.right))
            }
        }
    }

    fn option(&self, chosen: usize) -> &str {
        self.options.get(chosen).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::asks::TABLE;
    use super::*;
    use crate::figure::{Sampling, build, find};

    const SIZE: Sampling = Sampling { cols: 100, rows: 20 };

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
        for tokens in ["512", "12512", "15512"] {
            let options = asked("rankings", &[("tokens", tokens)]).options;
            assert_eq!(options.contains(&"the T5 bias".to_string()), tokens != "15512", "out of memory is no option");
        }
    }

    #[test]
    fn a_veiled_picture_shows_no_data_and_an_answered_one_shows_both() {
        for (slug, ..) in TABLE {
            let info = find(slug).unwrap();
            let asked = asked(slug, &[]);
            let mut picture = build(info, &asked.reveal, SIZE);
            let shown = picture.clone();
            veil(&mut picture);
            assert!(picture.table.is_none() && picture.panels.iter().all(|p| p.layers.len() <= 1), "{slug}");
            let wrong = (asked.right + 1) % 3;
            let mut both = shown.clone();
            asked.sketch(&mut both, Guess::Option(wrong));
            assert!(spoils(info, &asked.reveal), "{slug}: what is revealed was not hidden");
            let drawn = asked.sketches[wrong] != Sketch::None;
            assert_eq!(both != shown, drawn, "{slug}");
            assert!(asked.verdict(Guess::Option(wrong)).contains(&asked.options[asked.right]), "{slug}");
        }
    }
}
