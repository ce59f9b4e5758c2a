//! Values of a knob that are worth stopping at: those of its table, and those that depend on what the other knobs stand at.

use std::cmp::Ordering;
use std::f64::consts::TAU;

use serde::Serialize;

use super::cosines::frequencies;
use super::settings::parse_real;
use super::{FigureInfo, Knob, KnobKind, Settings, number};
use crate::math::alibi;

/// A value worth stopping at, at the current settings, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stop {
    /// The knob.
    pub knob: &'static str,
    /// The value, as it would be typed.
    pub value: String,
    /// What is to be seen there.
    pub why: String,
}

impl Stop {
    /// The value, where it is a number.
    fn number(&self) -> f64 {
        parse_real(&self.value).unwrap_or(f64::NAN)
    }

    /// On which side of another value it lies, where both are numbers.
    pub fn compare(&self, other: &str) -> Option<Ordering> {
        self.number().partial_cmp(&parse_real(other)?)
    }
}

type Find = fn(&Settings) -> Vec<Stop>;

/// Which figures have landmarks that move.
const TABLE: [(&str, Find); 12] = [
    ("sinusoidal-waves", waves),
    ("wavelength-ladder", ladder),
    ("nearest-lookalike", look_alike),
    ("learned-cliff", cliff),
    ("rope-shift", rounding),
    ("rope-score", looked_for),
    ("angle-coverage", coverage),
    ("alibi-bias", bias),
    ("slope-fan", fan),
    ("flat-attention", flat),
    ("attention-spread", spread),
    ("one-distance", distance),
];

/// All landmarks of a knob at these settings: numbers by size, names in the order of the knob's table.
pub fn landmarks(info: &FigureInfo, knob: &Knob, settings: &Settings) -> Vec<Stop> {
    let settings = settings.checked(info);
    let found = TABLE.iter().find(|(slug, _)| *slug == info.slug).map(|(_, find)| find(&settings));
    let mut stops: Vec<Stop> = found.into_iter().flatten().filter(|stop| stop.knob == knob.name).collect();
    // What the knob refuses here is no landmark: a wave longer than the longest text.
    stops.retain(|stop| settings.clone().set(info, stop.knob, &stop.value).is_ok());
    for fixed in knob.landmarks {
        let stop = Stop { knob: knob.name, value: fixed.value.to_string(), why: fixed.why.to_string() };
        if !stops.iter().any(|other| other.value == stop.value) {
            stops.push(stop);
        }
    }
    if matches!(knob.kind, KnobKind::Int { .. } | KnobKind::Real { .. }) {
        stops.sort_by(|a, b| a.number().total_cmp(&b.number()));
    }
    stops
}

/// The landmark that a knob stands at.
pub fn landmark_at(info: &FigureInfo, knob: &Knob, settings: &Settings) -> Option<Stop> {
    let here = settings.get(knob.name);
    landmarks(info, knob, settings).into_iter().find(|stop| stop.value == here)
}

fn stop(knob: &'static str, value: impl ToString, why: impl Into<String>) -> Stop {
    Stop { knob, value: value.to_string(), why: why.into() }
}

/// λᵢ of every pair, shortest first.
fn wavelengths(width: i64, base: f64) -> Vec<f64> {
    frequencies(width, base).into_iter().map(|omega| TAU / omega.max(f64::MIN_POSITIVE)).collect()
}

/// The first pair whose wave is longer than so many positions.
fn never_finishes(wavelengths: &[f64], positions: i64) -> Option<usize> {
    wavelengths.iter().position(|length| *length > positions as f64)
}

/// As long as the slowest wave, in whole positions.
fn slowest(wavelengths: &[f64]) -> i64 {
    wavelengths.last().map_or(0, |length| length.ceil() as i64)
}

fn waves(settings: &Settings) -> Vec<Stop> {
    let waves = wavelengths(settings.get_int("width"), settings.get_real("base"));
    let span = settings.get_int("span");
    let first =
        never_finishes(&waves, span).map(|pair| (pair, format!("first pair that never finishes a turn in {span}")));
    let pairs = ["a", "b", "c", "d"].into_iter().filter_map(|knob| {
        let (pair, why) = first.as_ref()?;
        Some(stop(knob, pair, why))
    });
    pairs.chain([stop("span", slowest(&waves), "the slowest wave turns once")]).collect()
}

fn ladder(settings: &Settings) -> Vec<Stop> {
    let waves = wavelengths(settings.get_int("width"), settings.get_real("base"));
    let length = settings.get_int("length");
    let mut stops = vec![stop("length", slowest(&waves), "the slowest pair finishes its turn, and so do all others")];
    // The shortest text in which half of the pairs finish a turn.
    if let Some(middle) = (waves.len() / 2).checked_sub(1).and_then(|half| waves.get(half)) {
        stops.push(stop("length", middle.ceil(), "half of the pairs never finish a turn"));
    }
    if let Some(pair) = never_finishes(&waves, length) {
        stops.push(stop("pair", pair, format!("first pair that never finishes a turn in {length}")));
    }
    stops.push(stop("pair", waves.len().saturating_sub(1), "the slowest pair"));
    stops
}

fn look_alike(settings: &Settings) -> Vec<Stop> {
    let length = settings.get_int("length");
    vec![
        stop("p", length, "the first position that was not trained"),
        stop("p", 2 * length, "twice the trained length"),
        stop("p", 10 * length, "ten times the trained length"),
    ]
}

fn cliff(settings: &Settings) -> Vec<Stop> {
    let rows = settings.get_int("rows");
    vec![stop("prompt", rows, "the last length that works"), stop("prompt", rows + 1, "one token too many")]
}

fn rounding(settings: &Settings) -> Vec<Stop> {
    // bfloat16 has eight bits: 257 is the first whole number that it hasn't.
    let first = 257 - settings.get_int("m").max(settings.get_int("n"));
    let why = "the later position passes 256: bfloat16 starts to round";
    (first >= 0).then(|| stop("shift", first, why)).into_iter().collect()
}

fn looked_for(settings: &Settings) -> Vec<Stop> {
    let peak = settings.get_choice("vectors") == "peak";
    let r = settings.get_int("r");
    peak.then(|| stop("distance", r, "where the query looks")).into_iter().collect()
}

fn coverage(settings: &Settings) -> Vec<Stop> {
    let waves = wavelengths(settings.get_int("head_dim"), settings.get_real("base"));
    let (length, all) = (settings.get_int("length"), waves.len());
    let open = |length: i64| waves.iter().filter(|wave| **wave > (length - 1) as f64).count();
    let mut stops = vec![
        stop("reach", length, "as trained: nothing is new"),
        stop("reach", 4 * length, "four times as far"),
        stop(
            "length",
            2048,
            match open(2048) {
                0 => format!("all {all} dials are full"),
                1 => format!("1 of {all} dials is not full"),
                some => format!("{some} of {all} dials are not full"),
            },
        ),
        // One more than the wave is long: the arc runs from the first position to the last.
        stop("length", slowest(&waves) + 1, "every dial is full"),
    ];
    if let Some(half) = (all / 2).checked_sub(1).and_then(|half| waves.get(half)) {
        stops.push(stop("length", half.ceil() + 1.0, "half of the dials are full"));
    }
    stops
}

/// The whole distance nearest to the one at which a weight has halved, and what that is exactly.
fn half(slope: f64) -> Option<(i64, String)> {
    let half = alibi::half_distance(slope).ok()?;
    Some(((half.round() as i64).max(1), number::figures(half, 4)))
}

fn bias(settings: &Settings) -> Vec<Stop> {
    let slopes = alibi::slopes(settings.get_int("heads").max(1) as usize).unwrap_or_default();
    let head = settings.get_int("head").max(1) as usize;
    let slope = settings.optional_real("slope").or(slopes.get(head - 1).copied()).unwrap_or(0.0);
    let halves = half(slope).map(|(at, exact)| stop("distance", at, format!("the weight of a key halves, at {exact}")));
    // ln 100 / m.
    let little = (slope > 0.0).then(|| libm::log(100.0) / slope);
    let little = little.map(|at| stop("distance", at.round().min(1e15) as i64, "a hundredth of the weight is left"));
    halves.into_iter().chain(little).collect()
}

fn fan(settings: &Settings) -> Vec<Stop> {
    let heads = settings.get_int("heads").max(1) as usize;
    let slopes = alibi::slopes(heads).unwrap_or_default();
    let gentlest = slopes.iter().copied().fold(f64::INFINITY, f64::min);
    let mut stops = Vec::new();
    let reach = |slope: f64, whose: &str| {
        half(slope).map(|(_, exact)| {
            let reach = alibi::half_distance(slope).unwrap_or(0.0).ceil().max(4.0);
            stop("span", reach, format!("the weight in {whose} head halves, at {exact}"))
        })
    };
    stops.extend(reach(gentlest, "the gentlest"));
    let here = settings.optional_int("head").and_then(|h| slopes.get(usize::try_from(h - 1).ok()?).copied());
    stops.extend(here.and_then(|slope| reach(slope, "this")));
    let regular = 1_usize << heads.ilog2();
    if regular < heads {
        stops.push(stop("head", regular + 1, "the first of the extra heads"));
    }
    stops.push(stop("head", regular, "the gentlest"));
    stops
}

fn flat(settings: &Settings) -> Vec<Stop> {
    let (slope, far, n) = (settings.get_real("slope"), settings.get_int("far"), settings.get_int("n"));
    let halves = half(slope).map(|(at, exact)| stop("far", at, format!("its weight halves, at {exact}")));
    let mut stops: Vec<Stop> = halves.filter(|stop| stop.number() < n as f64).into_iter().collect();
    stops.push(stop("far", n - 1, "the first token"));
    // The knob keeps what is typed: twelve digits say it exactly enough.
    let tie = format!("{:.6}", slope * far as f64);
    let tie = tie.trim_end_matches('0').trim_end_matches('.');
    stops.push(stop("bump", tie, "the far key ties with the query's own"));
    stops
}

fn spread(settings: &Settings) -> Vec<Stop> {
    let (gap, t) = (settings.get_real("gap"), settings.get_int("t"));
    if settings.on("scaled") {
        return Vec::new();
    }
    let temperature = settings.get_real("temperature");
    // e^g against t − 1 others: one half at t = 1 + e^g, nine tenths at g = ln 9(t − 1).
    let even = (1.0 + libm::exp(gap / temperature)).round();
    let mut stops = Vec::new();
    if even < 1e15 {
        stops.push(stop("t", even as i64, "the leading key has half of the weight"));
    }
    if t > 1 {
        let lead = format!("{:.2}", temperature * libm::log(9.0 * (t - 1) as f64));
        stops.push(stop("gap", lead.trim_end_matches('0').trim_end_matches('.'), format!("0.90 among {t}")));
    }
    stops
}

fn distance(settings: &Settings) -> Vec<Stop> {
    let (clip, length) = (settings.get_int("clip"), settings.get_int("length"));
    let slopes = alibi::slopes(settings.get_int("heads").max(1) as usize).unwrap_or_default();
    let gentlest = slopes.into_iter().fold(f64::INFINITY, f64::min);
    let halves = half(gentlest)
        .map(|(at, exact)| stop("distance", at, format!("the weight in the gentlest ALiBi head halves, at {exact}")));
    let known = [
        stop("distance", clip + 1, "Shaw has clipped: from here on every key looks the same"),
        stop("distance", length, "the first distance that was never trained"),
    ];
    known.into_iter().chain(halves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{ALL, find};

    fn values(slug: &str, knob: &str, set: &[(&str, &str)]) -> Vec<(String, String)> {
        let info = find(slug).unwrap();
        let (settings, refused) = Settings::of(info, set.iter().copied());
        assert!(refused.is_empty(), "{refused:?}");
        let stops = landmarks(info, info.knob(knob).unwrap(), &settings);
        stops.into_iter().map(|stop| (stop.value, stop.why)).collect()
    }

    fn value(slug: &str, knob: &str, set: &[(&str, &str)], why: &str) -> String {
        let all = values(slug, knob, set);
        all.iter().find(|(_, w)| w.contains(why)).unwrap_or_else(|| panic!("{all:?}")).0.clone()
    }

    #[test]
    fn the_first_pair_that_never_finishes_a_turn_follows_width_base_and_length() {
        let why = "first pair that never finishes a turn";
        // 133 of 256 pairs never do: those from 123 on.
        assert_eq!(value("wavelength-ladder", "pair", &[], why), "123");
        // Four pairs of 6.28, 62.8, 628 and 6283 positions.
        assert_eq!(value("wavelength-ladder", "pair", &[("width", "8")], why), "2");
        assert_eq!(value("wavelength-ladder", "pair", &[("width", "8"), ("length", "1024")], why), "3");
        assert_eq!(value("sinusoidal-waves", "c", &[("width", "8"), ("span", "64")], why), "2");
        let none = values("wavelength-ladder", "pair", &[("width", "8"), ("length", "8192")]);
        assert!(!none.iter().any(|(_, w)| w.contains(why)), "{none:?}");
    }

    #[test]
    fn the_distance_where_the_weight_halves_follows_the_head() {
        // ln 2 / m: 1.39 for 1/2, 177.4 for 1/256.
        assert_eq!(value("alibi-bias", "distance", &[], "halves, at 1.386"), "1");
        assert_eq!(value("alibi-bias", "distance", &[("head", "8")], "halves, at 177.4"), "177");
        assert_eq!(value("alibi-bias", "distance", &[("head", "8")], "hundredth"), "1179");
        assert_eq!(value("alibi-bias", "distance", &[("slope", "1/8")], "halves, at 5.545"), "6");
        assert_eq!(value("flat-attention", "far", &[("slope", "1/32")], "halves, at 22.18"), "22");
        assert_eq!(value("slope-fan", "span", &[], "gentlest head halves"), "178");
        assert_eq!(value("one-distance", "distance", &[("heads", "16")], "gentlest ALiBi head"), "177");
        assert_eq!(value("flat-attention", "bump", &[], "ties"), "5");
    }

    #[test]
    fn lengths_and_positions_follow_what_was_trained() {
        let p = values("nearest-lookalike", "p", &[("length", "2048")]);
        assert!(p.contains(&("2048".into(), "the first position that was not trained".into())), "{p:?}");
        assert_eq!(value("learned-cliff", "prompt", &[("rows", "1024")], "too many"), "1025");
        assert_eq!(value("rope-shift", "shift", &[("m", "100"), ("n", "90")], "bfloat16"), "157");
        assert_eq!(value("angle-coverage", "length", &[], "23 of 64"), "2048");
        assert_eq!(value("angle-coverage", "length", &[("head_dim", "16"), ("reach", "32768")], "every dial"), "19871");
        assert_eq!(value("attention-spread", "t", &[], "half of the weight"), "82");
        assert_eq!(value("attention-spread", "gap", &[("t", "10")], "0.90 among 10"), "4.39");
        // Farther than the longest text that the knob allows: no landmark.
        let far = values("wavelength-ladder", "length", &[("base", "10000000")]);
        assert!(!far.iter().any(|(_, w)| w.contains("slowest")), "{far:?}");
    }

    #[test]
    fn a_landmark_is_what_it_says() {
        let info = find("wavelength-ladder").unwrap();
        let length = value("wavelength-ladder", "length", &[("width", "64")], "half of the pairs");
        let (settings, _) = Settings::of(info, [("width", "64"), ("length", length.as_str())]);
        let picture = crate::figure::build(info, &settings, crate::figure::Sampling { cols: 80, rows: 20 });
        assert!(picture.notice.contains("16 of 32 pairs never finish"), "{}", picture.notice);
    }

    #[test]
    fn every_landmark_can_be_set_stands_once_and_in_order() {
        for info in ALL {
            for knob in info.knobs {
                let settings = Settings::new(info);
                let stops = landmarks(info, knob, &settings);
                for pair in stops.windows(2) {
                    assert!(pair[0].value != pair[1].value, "{} {}", info.slug, knob.name);
                }
                for stop in stops {
                    let mut turned = settings.clone();
                    turned.set(info, knob.name, &stop.value).unwrap();
                    assert!(!stop.why.is_empty() && !stop.why.ends_with('.'), "{} {stop:?}", info.slug);
                }
            }
        }
    }
}
