//! A prediction as a place in the figure: where it counts, how far it is off, and that in words.

use super::super::{Mark, number};

/// So much of the scale a mark may be off: half a row of a small picture.
const NEAR: f64 = 0.1;
/// So little is no distance to the eye.
const SAME: f64 = 0.005;

/// What was predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guess {
    /// One of the three options.
    Option(usize),
    /// A place in the figure, in data units.
    Mark(f64, f64),
}

/// What can be marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Tap {
    /// In which panel.
    pub panel: usize,
    /// At this place across, if only the height is asked.
    pub x: Option<f64>,
    /// What to mark: `the height at position 5000`.
    pub what: String,
    truth: Truth,
}

#[derive(Clone, Debug, PartialEq)]
enum Truth {
    /// The height of a curve.
    Height {
        curve: Vec<(f64, f64)>,
        /// What is across: `position`.
        at: &'static str,
        /// Length of the axis.
        scale: f64,
    },
    /// A place across.
    Place { x: f64, at: &'static str, scale: f64 },
    /// One of the options, by its place across.
    Options([f64; 3]),
}

impl Tap {
    /// The height of a curve in a panel whose y axis is `scale` long; anywhere along it, or at `x`.
    pub(super) fn height(panel: usize, x: Option<f64>, at: &'static str, curve: Vec<(f64, f64)>, scale: f64) -> Tap {
        let what = match x {
            Some(x) => format!("its height at {at} {}", number::figures(x, 7)),
            None => "any point that the curve will pass".to_string(),
        };
        Tap { panel, x, what, truth: Truth::Height { curve, at, scale } }
    }

    /// A place on an x axis that is `scale` long.
    pub(super) fn place_across(panel: usize, x: f64, at: &'static str, scale: f64) -> Tap {
        let what = format!("the {at} where it will be");
        Tap { panel, x: None, what, truth: Truth::Place { x, at, scale } }
    }

    /// The options by their places.
    pub(super) fn options(panel: usize, places: [f64; 3]) -> Tap {
        Tap { panel, x: None, what: "one of them where it will stand".to_string(), truth: Truth::Options(places) }
    }

    /// Is the height asked, and not only a place across?
    pub fn asks_height(&self) -> bool {
        matches!(self.truth, Truth::Height { .. })
    }

    /// What is across, in one word.
    pub fn across(&self) -> &'static str {
        match self.truth {
            Truth::Height { at, .. } | Truth::Place { at, .. } => at,
            Truth::Options(_) => "place",
        }
    }

    /// What a place says: whole positions, inside the curve.
    pub(super) fn guess(&self, x: f64, y: f64) -> Option<Guess> {
        match &self.truth {
            Truth::Height { curve, .. } => {
                let (first, last) = curve.first().zip(curve.last())?;
                Some(Guess::Mark(self.x.unwrap_or(x).round().clamp(first.0, last.0), y))
            }
            Truth::Place { .. } => Some(Guess::Mark(x.round(), 0.0)),
            Truth::Options(places) => {
                let far = |k: &usize| places.get(*k).map_or(f64::INFINITY, |place| (place - x).abs());
                (0..places.len()).min_by(|a, b| far(a).total_cmp(&far(b))).map(Guess::Option)
            }
        }
    }

    /// How far a mark is off, in parts of the scale; negative is too low or too near.
    fn off(&self, x: f64, y: f64) -> f64 {
        match &self.truth {
            Truth::Height { curve, scale, .. } => (y - height(curve, x).unwrap_or(y)) / scale,
            Truth::Place { x: truth, scale, .. } => (x - truth) / scale,
            Truth::Options(_) => 0.0,
        }
    }

    pub(super) fn is_near(&self, x: f64, y: f64) -> bool {
        self.off(x, y).abs() <= NEAR
    }

    /// What was marked, and what came true.
    pub(super) fn marks(&self, x: f64, y: f64) -> (Mark, Option<Mark>) {
        let panel = self.panel;
        match &self.truth {
            Truth::Height { curve, .. } => {
                let at = |y| Mark { panel, x: Some(x), y: Some(y), arrow: false };
                (at(y), height(curve, x).map(at))
            }
            Truth::Place { x: truth, .. } => {
                let at = |x| Mark { panel, x: Some(x), y: None, arrow: false };
                (at(x), Some(at(*truth)))
            }
            Truth::Options(_) => (Mark { panel, x: Some(x), y: None, arrow: false }, None),
        }
    }

    /// A mark in words: `0.6 at position 5000`, `distance 10`.
    pub fn place(&self, x: f64, y: f64) -> String {
        match &self.truth {
            Truth::Height { at, .. } => format!("{} at {at} {}", number::figures(y, 3), number::figures(x, 7)),
            Truth::Place { at, .. } => format!("{at} {}", number::figures(x, 7)),
            Truth::Options(_) => String::new(),
        }
    }

    /// `You marked 0.6 at position 5000. In fact it is 0.084: you were 0.516 too high.`
    pub(super) fn verdict(&self, x: f64, y: f64) -> String {
        let off = self.off(x, y);
        let marked = self.place(x, y);
        let (truth, distance, side) = match &self.truth {
            Truth::Height { curve, .. } => {
                let truth = height(curve, x).unwrap_or(y);
                let side = if y > truth { "too high" } else { "too low" };
                (format!("it is {}", number::figures(truth, 3)), number::figures((y - truth).abs(), 3), side)
            }
            Truth::Place { x: truth, at, .. } => {
                let side = if x > *truth { "too far" } else { "too near" };
                (format!("it is at {at} {}", number::figures(*truth, 7)), number::figures((x - truth).abs(), 7), side)
            }
            Truth::Options(_) => return String::new(),
        };
        if off.abs() <= SAME {
            format!("You marked {marked}, and there it is.")
        } else if off.abs() <= NEAR {
            format!("You marked {marked}, and {truth}: {distance} {side}, which is near enough.")
        } else {
            format!("You marked {marked}. In fact {truth}: you were {distance} {side}.")
        }
    }
}

/// The height of a curve at x, straight between its points.
fn height(curve: &[(f64, f64)], x: f64) -> Option<f64> {
    let after = curve.partition_point(|p| p.0 < x);
    let right = curve.get(after)?;
    if right.0 == x {
        return Some(right.1);
    }
    let left = curve.get(after.checked_sub(1)?)?;
    Some(left.1 + (right.1 - left.1) * (x - left.0) / (right.0 - left.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falling() -> Tap {
        Tap::height(0, None, "token", vec![(0.0, 1.0), (10.0, 0.0)], 1.0)
    }

    #[test]
    fn a_mark_is_measured_against_the_curve_at_its_own_place() {
        let tap = falling();
        assert!(tap.is_near(5.0, 0.55) && !tap.is_near(5.0, 0.7));
        assert_eq!(tap.verdict(5.0, 0.9), "You marked 0.9 at token 5. In fact it is 0.5: you were 0.4 too high.");
        assert_eq!(
            tap.verdict(8.0, 0.15),
            "You marked 0.15 at token 8, and it is 0.2: 0.05 too low, which is near enough."
        );
        assert_eq!(tap.verdict(10.0, 0.0), "You marked 0 at token 10, and there it is.");
    }

    #[test]
    fn a_mark_beside_the_curve_counts_at_its_end_and_at_whole_places() {
        assert_eq!(falling().guess(12.0, 0.3), Some(Guess::Mark(10.0, 0.3)));
        assert_eq!(falling().guess(3.4, 0.3), Some(Guess::Mark(3.0, 0.3)));
        let fixed = Tap::height(0, Some(7.0), "position", vec![(7.0, 0.2)], 1.0);
        assert_eq!(fixed.guess(2.0, 0.3), Some(Guess::Mark(7.0, 0.3)));
    }

    #[test]
    fn a_place_has_no_height_and_a_bar_is_its_option() {
        let tap = Tap::place_across(0, 50.0, "distance", 1000.0);
        assert!(
            tap.verdict(400.0, 0.0).contains("at distance 50: you were 350 too far"),
            "{}",
            tap.verdict(400.0, 0.0)
        );
        assert_eq!(tap.marks(400.0, 0.0).0.y, None);
        assert_eq!(Tap::options(1, [1.0, 2.0, 3.0]).guess(2.2, 9.0), Some(Guess::Option(1)));
    }
}
