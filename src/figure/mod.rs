//! Scheme + knobs → [`Picture`]: data, never characters and never colours.
//!
//! [`build`] makes a [`Picture`] from a figure, its [`Settings`] and a [`Sampling`]; [`probe`] reads the exact numbers under a
//! [`Cursor`]. One figure is one file and one row of the table [`ALL`].
//!
//! ```
//! use posenc::figure::{self, Cursor, Sampling, Settings};
//!
//! let info = figure::find("rope-shift").unwrap();
//! let mut settings = Settings::new(info);
//! settings.set(info, "theta", "0.5").unwrap();
//! let picture = figure::build(info, &settings, Sampling { cols: 70, rows: 18 });
//! assert!(picture.notice.contains("−0.7069"));
//! let readout = figure::probe(info, &settings, Cursor { panel: 0, x: 100.0, y: 0.0 });
//! assert!(readout.items.iter().any(|(_, value)| value == "−0.7069"));
//! ```

mod alibi_bias;
mod angle_coverage;
mod attention_shuffle;
mod attention_spread;
mod bleu_by_clip;
mod cards;
mod cosines;
mod equal_rows;
mod fit_blow_up;
mod flat_attention;
mod ghost;
mod knob;
mod landmarks;
mod learned_cliff;
mod learned_similarity;
mod loss_past_limit;
mod marks;
mod nearest_lookalike;
pub mod number;
mod one_distance;
mod one_over_t;
mod parts;
mod permutation_demo;
pub mod picture;
mod predict;
mod published;
mod rankings;
mod rope_arrows;
mod rope_base;
mod rope_score;
mod rope_shift;
pub mod say;
mod settings;
mod shaw_bias;
mod shaw_rows;
mod shaw_staircase;
mod shift_rotation;
mod similarity_curve;
mod similarity_matrix;
mod sinusoidal_heatmap;
mod sinusoidal_waves;
mod slope_fan;
mod two_evaluations;
mod two_steps;
mod wavelength_ladder;
mod waves;

use serde::Serialize;

use crate::scheme::Scheme;
pub use ghost::haunt;
pub use knob::{Knob, KnobKind, Landmark};
pub use landmarks::{Stop, landmark_at, landmarks};
pub use marks::{Mark, marked_panel, overlay};
pub use picture::*;
pub use predict::{Guess, Prediction, Tap, can_predict, predict, spoils, veil};
pub use settings::{SettingError, Settings};

/// One figure: a row of [`ALL`].
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FigureInfo {
    /// Its name on the command line and in content.
    pub slug: &'static str,
    /// Its number in the list of plots (ARCHITECTURE.md): `P23`.
    pub number: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Whose colour and mark it has.
    pub scheme: Scheme,
    /// What it shows, in one line.
    pub summary: &'static str,
    /// The section that it belongs to.
    pub section: &'static str,
    /// What can be turned.
    pub knobs: &'static [Knob],
    /// The knob that play turns, if there is one.
    pub animates: Option<&'static str>,
    #[serde(skip)]
    build: fn(&Settings, Sampling) -> Picture,
    #[serde(skip)]
    probe: fn(&Settings, Cursor) -> Readout,
}

impl FigureInfo {
    /// The knob of this name.
    pub fn knob(&self, name: &str) -> Option<&'static Knob> {
        self.knobs.iter().find(|k| k.name == name)
    }
}

/// Every figure, in the order of the chapter.
pub const ALL: &[FigureInfo] = &[
    permutation_demo::INFO,
    attention_shuffle::INFO,
    sinusoidal_heatmap::INFO,
    sinusoidal_waves::INFO,
    wavelength_ladder::INFO,
    similarity_curve::INFO,
    similarity_matrix::INFO,
    shift_rotation::INFO,
    nearest_lookalike::INFO,
    learned_similarity::INFO,
    learned_cliff::INFO,
    loss_past_limit::INFO,
    shaw_staircase::INFO,
    shaw_rows::INFO,
    shaw_bias::INFO,
    bleu_by_clip::INFO,
    rope_arrows::INFO,
    rope_shift::INFO,
    rope_score::INFO,
    rope_base::INFO,
    angle_coverage::INFO,
    fit_blow_up::INFO,
    alibi_bias::INFO,
    slope_fan::INFO,
    flat_attention::INFO,
    equal_rows::INFO,
    two_evaluations::INFO,
    one_over_t::INFO,
    two_steps::INFO,
    attention_spread::INFO,
    rankings::INFO,
    one_distance::INFO,
];

/// The figure with this slug.
pub fn find(slug: &str) -> Option<&'static FigureInfo> {
    ALL.iter().find(|info| info.slug == slug)
}

/// The figure whose slug is most like this text, if one is near enough to suggest.
pub fn nearest(text: &str) -> Option<&'static FigureInfo> {
    crate::names::nearest(text, ALL.iter().map(|info| info.slug)).and_then(find)
}

/// What the figure shows. Settings that it can't show count as their defaults; every finite number is safe to draw.
pub fn build(info: &FigureInfo, settings: &Settings, sampling: Sampling) -> Picture {
    (info.build)(&settings.checked(info), sampling)
}

/// The exact numbers under the cursor, computed from the settings and not read off the picture.
pub fn probe(info: &FigureInfo, settings: &Settings, cursor: Cursor) -> Readout {
    (info.probe)(&settings.checked(info), cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_the_figure() {
        assert_eq!(nearest("rope-shfit").map(|i| i.slug), Some("rope-shift"));
        assert_eq!(nearest("alibi").map(|i| i.slug), Some("alibi-bias"));
        assert!(nearest("zzz").is_none());
    }

    #[test]
    fn rows_of_the_table_are_unique_and_their_knobs_sound() {
        for (i, info) in ALL.iter().enumerate() {
            assert!(ALL[i + 1..].iter().all(|b| b.slug != info.slug && b.number != info.number));
            assert!(info.animates.is_none_or(|name| info.knob(name).is_some()), "{}", info.slug);
            for knob in info.knobs {
                let mut settings = Settings::new(info);
                settings.set(info, knob.name, knob.default).unwrap();
                assert_eq!(settings.get(knob.name), knob.default, "{} {}", info.slug, knob.name);
                for landmark in knob.landmarks {
                    settings.set(info, knob.name, landmark.value).unwrap();
                }
            }
        }
    }
}
