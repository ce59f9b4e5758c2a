//! Settings: what the knobs of one figure stand at. Text in, checked against the figure's knobs; numbers out.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{FigureInfo, Knob, KnobKind, nearest_name};

/// Knob → value as text, checked by the figure's knobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Settings(pub BTreeMap<String, String>);

/// Why a setting was refused, and what would be taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// The figure has no such knob.
    #[error("{figure} has no knob `{name}`{}; its knobs are {known}", did_you_mean(*.nearest))]
    UnknownKnob {
        /// The figure's slug.
        figure: &'static str,
        /// What was asked for.
        name: String,
        /// The knob that was probably meant.
        nearest: Option<&'static str>,
        /// All its knobs.
        known: String,
    },
    /// Not `knob=value`.
    #[error("`{text}` is not a setting; write knob=value, for example {example}")]
    NotAssignment {
        /// What was typed.
        text: String,
        /// One that works.
        example: String,
    },
    /// Not a number where one is needed.
    #[error("{name}: `{text}` is not a number; give {range}")]
    NotANumber {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// What is allowed.
        range: String,
    },
    /// A fraction where a whole number is needed.
    #[error("{name}: `{text}` is not a whole number; give {range}")]
    NotWhole {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// What is allowed.
        range: String,
    },
    /// Outside the range, or not a multiple.
    #[error("{name}: {text} is outside the range; give {range}")]
    OutOfRange {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// What is allowed.
        range: String,
    },
    /// Above another knob that bounds it.
    #[error("{name}: {text} is more than {other}, which is {bound}; give at most {bound}, or turn {other} up first")]
    AboveOther {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// The knob that bounds it.
        other: &'static str,
        /// What that one stands at.
        bound: String,
    },
    /// None of the choices.
    #[error("{name}: there is no `{text}`{}; choose from {range}", did_you_mean(*.nearest))]
    NoSuchChoice {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// The choice that was probably meant.
        nearest: Option<&'static str>,
        /// What is allowed.
        range: String,
    },
}

fn did_you_mean(nearest: Option<&'static str>) -> String {
    nearest.map_or(String::new(), |n| format!("; did you mean `{n}`?"))
}

impl Settings {
    /// Every knob at its default.
    pub fn new(info: &FigureInfo) -> Settings {
        let pairs = info.knobs.iter();
        Settings(pairs.map(|k| (k.name.to_string(), k.default.to_string())).collect())
    }

    /// Sets one knob from text; refuses what the figure can't show, with the range.
    pub fn set(&mut self, info: &FigureInfo, name: &str, text: &str) -> Result<(), SettingError> {
        let knob = knob(info, name)?;
        let value = check(knob, text)?;
        if let Some(other) = knob.at_most
            && parse_real(&value) > parse_real(self.get(other))
        {
            let bound = self.get(other).to_string();
            return Err(SettingError::AboveOther { name: knob.name, text: value, other, bound });
        }
        self.put(info, knob, value);
        Ok(())
    }

    /// Keeps a sound value; what it bounds follows it down, and it stops at what bounds it.
    fn put(&mut self, info: &FigureInfo, knob: &Knob, value: String) {
        let value = match knob.at_most.map(|other| self.get(other)) {
            Some(bound) if parse_real(&value) > parse_real(bound) => bound.to_string(),
            _ => value,
        };
        for bounded in info.knobs.iter().filter(|k| k.at_most == Some(knob.name)) {
            if parse_real(self.get(bounded.name)) > parse_real(&value) {
                self.0.insert(bounded.name.to_string(), value.clone());
            }
        }
        self.0.insert(knob.name.to_string(), value);
    }

    /// These knobs set, the others at their defaults, and what was refused with the knob that it was for. Those that bound
    /// others come first, so that the order in which they are given means nothing.
    pub fn of<'a>(
        info: &FigureInfo,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Settings, Vec<(&'a str, SettingError)>) {
        let bounded = |(name, _): &(&str, &str)| info.knob(name).is_some_and(|k| k.at_most.is_some());
        let (last, first): (Vec<_>, Vec<_>) = pairs.into_iter().partition(bounded);
        let mut settings = Settings::new(info);
        let refused = first.into_iter().chain(last);
        let refused =
            refused.filter_map(|(name, text)| settings.set(info, name, text).err().map(|e| (name, e))).collect();
        (settings, refused)
    }

    /// As a page or a question sets them. `posenc check` reports what the figure refuses; here its default is still a picture.
    pub fn of_call(info: &FigureInfo, set: &BTreeMap<String, String>) -> Settings {
        Settings::of(info, set.iter().map(|(name, text)| (name.as_str(), text.as_str()))).0
    }

    /// Reads `knob=value`.
    pub fn pair<'a>(info: &FigureInfo, text: &'a str) -> Result<(&'a str, &'a str), SettingError> {
        text.split_once('=').map(|(name, value)| (name.trim(), value)).ok_or_else(|| SettingError::NotAssignment {
            text: text.to_string(),
            example: info.knobs.first().map_or(String::new(), |k| format!("{}={}", k.name, k.default)),
        })
    }

    /// Turns a knob by `steps` key presses, stopping at the ends; choices go round.
    pub fn step(&mut self, info: &FigureInfo, name: &str, steps: i32) -> Result<(), SettingError> {
        let knob = knob(info, name)?;
        let value = stepped(knob, self.get(knob.name), steps);
        self.put(info, knob, value);
        Ok(())
    }

    /// Back to the default.
    pub fn reset(&mut self, info: &FigureInfo, name: &str) -> Result<(), SettingError> {
        let knob = knob(info, name)?;
        self.put(info, knob, knob.default.to_string());
        Ok(())
    }

    /// Text of a knob; empty if it is unset or unknown.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// A whole number; 0 if unset.
    pub fn get_int(&self, name: &str) -> i64 {
        self.optional_int(name).unwrap_or(0)
    }

    /// A whole number, if set.
    pub fn optional_int(&self, name: &str) -> Option<i64> {
        let value = parse_real(self.get(name))?;
        // A float cast saturates, so a number from elsewhere can't wrap round.
        Some(value as i64)
    }

    /// A number; 0 if unset.
    pub fn get_real(&self, name: &str) -> f64 {
        self.optional_real(name).unwrap_or(0.0)
    }

    /// A number, if set.
    pub fn optional_real(&self, name: &str) -> Option<f64> {
        parse_real(self.get(name))
    }

    /// The chosen name.
    pub fn get_choice(&self, name: &str) -> &str {
        self.get(name)
    }

    /// Whether a toggle is on.
    pub fn on(&self, name: &str) -> bool {
        self.get(name) == "on"
    }

    /// The command that shows this picture again: `posenc plot rope-shift --set m=7`. Defaults are left out.
    pub fn to_command_line(&self, info: &FigureInfo) -> String {
        let mut line = format!("posenc plot {}", info.slug);
        for knob in info.knobs {
            let value = self.get(knob.name);
            if value != knob.default {
                let value = if value.is_empty() { "none" } else { value };
                line.push_str(&format!(" --set {}={value}", knob.name));
            }
        }
        line
    }

    /// The same settings with everything that the figure can't show put back to its default.
    pub(super) fn checked(&self, info: &FigureInfo) -> Settings {
        let mut sound = Settings::new(info);
        for knob in info.knobs {
            if let Some(text) = self.0.get(knob.name)
                && let Ok(value) = check(knob, text)
            {
                sound.0.insert(knob.name.to_string(), value);
            }
        }
        for knob in info.knobs.iter().filter(|k| k.at_most.is_some()) {
            let value = sound.get(knob.name).to_string();
            sound.put(info, knob, value);
        }
        sound
    }
}

fn knob<'a>(info: &'a FigureInfo, name: &str) -> Result<&'a Knob, SettingError> {
    info.knobs.iter().find(|k| k.name == name).ok_or_else(|| SettingError::UnknownKnob {
        figure: info.slug,
        name: name.to_string(),
        nearest: nearest_name(name, info.knobs.iter().map(|k| k.name)),
        known: info.knobs.iter().map(|k| k.name).collect::<Vec<_>>().join(", "),
    })
}

/// The value as it is kept, or why not.
fn check(knob: &Knob, text: &str) -> Result<String, SettingError> {
    let text = text.trim().replace('−', "-");
    if knob.is_optional() && (text.is_empty() || text == "none") {
        return Ok(String::new());
    }
    let (name, range) = (knob.name, knob.range());
    match knob.kind {
        KnobKind::Choice { options } => choose(knob, options, &text),
        KnobKind::Toggle => match text.as_str() {
            "on" | "true" | "yes" | "1" => Ok("on".to_string()),
            "off" | "false" | "no" | "0" => Ok("off".to_string()),
            _ => choose(knob, &["on", "off"], &text),
        },
        KnobKind::Int { min, max, multiple, .. } => {
            let Some(value) = parse_real(&text) else {
                return Err(SettingError::NotANumber { name, text, range });
            };
            if value != value.floor() {
                return Err(SettingError::NotWhole { name, text, range });
            }
            let whole = value as i64;
            if whole < min || whole > max || whole % multiple.max(1) != 0 {
                return Err(SettingError::OutOfRange { name, text, range });
            }
            Ok(whole.to_string())
        }
        KnobKind::Real { min, max, .. } => match parse_real(&text) {
            None => Err(SettingError::NotANumber { name, text, range }),
            Some(value) if value < min || value > max => Err(SettingError::OutOfRange { name, text, range }),
            Some(_) => Ok(text),
        },
    }
}

fn choose(knob: &Knob, options: &'static [&'static str], text: &str) -> Result<String, SettingError> {
    if let Some(option) = options.iter().find(|o| o.eq_ignore_ascii_case(text)) {
        return Ok(option.to_string());
    }
    Err(SettingError::NoSuchChoice {
        name: knob.name,
        text: text.to_string(),
        nearest: nearest_name(text, options.iter().copied()),
        range: knob.range(),
    })
}

/// A finite number or a fraction `a/b`. Names (`inf`, `nan`) are no numbers here.
fn parse_real(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.is_empty() || text.chars().any(|c| c.is_alphabetic() && c != 'e' && c != 'E') {
        return None;
    }
    let value = match text.split_once('/') {
        Some((top, bottom)) => top.trim().parse::<f64>().ok()? / bottom.trim().parse::<f64>().ok()?,
        None => text.replace('_', "").parse::<f64>().ok()?,
    };
    value.is_finite().then_some(value)
}

fn stepped(knob: &Knob, text: &str, steps: i32) -> String {
    let from = if text.is_empty() { first_landmark(knob) } else { None };
    if let Some(start) = from {
        return start.to_string();
    }
    match knob.kind {
        KnobKind::Toggle => {
            let flipped = (text == "on") != (steps % 2 != 0);
            if flipped { "on" } else { "off" }.to_string()
        }
        KnobKind::Choice { options } => {
            let here = options.iter().position(|o| *o == text).unwrap_or(0) as i64;
            let there = (here + i64::from(steps)).rem_euclid(options.len().max(1) as i64);
            options.get(there as usize).map_or(String::new(), |o| o.to_string())
        }
        KnobKind::Int { min, max, step, log, multiple } => {
            let here = parse_real(text).map_or(min, |v| v as i64);
            step_int(here, i64::from(steps), (min, max), step, log, multiple.max(1)).to_string()
        }
        KnobKind::Real { min, max, step, log } => {
            let here = parse_real(text).unwrap_or(min);
            let there = if log { here * libm::pow(step, f64::from(steps)) } else { here + step * f64::from(steps) };
            // Twelve digits: 0.1 + 0.2 is 0.3 on a knob.
            let there = format!("{:.12}", there.clamp(min, max)).parse::<f64>().unwrap_or(here);
            there.clamp(min, max).to_string()
        }
    }
}

/// Where an unset knob starts when it is turned for the first time.
fn first_landmark(knob: &Knob) -> Option<&'static str> {
    knob.landmarks.first().map(|l| l.value)
}

fn step_int(here: i64, steps: i64, (min, max): (i64, i64), step: i64, log: bool, multiple: i64) -> i64 {
    if !log {
        return (here + steps * step * multiple).clamp(min, max);
    }
    let mut there = here;
    for _ in 0..steps.abs().min(64) {
        let next = if steps > 0 { (there * step).max(there + multiple) } else { there / step };
        // Down to the next multiple, so that halving an odd multiple stays allowed.
        there = (next - next.rem_euclid(multiple)).clamp(min, max);
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::find;

    #[test]
    fn a_fraction_and_a_unicode_minus_are_read_as_typed() {
        let info = find("flat-attention").unwrap();
        let mut settings = Settings::new(info);
        settings.set(info, "slope", "1/8").unwrap();
        assert_eq!(settings.get_real("slope"), 0.125);
        let info = find("rope-shift").unwrap();
        let error = Settings::new(info).set(info, "m", "−4").unwrap_err();
        assert!(matches!(error, SettingError::OutOfRange { .. }), "{error}");
    }

    #[test]
    fn there_is_no_head_9_of_8() {
        let info = find("alibi-bias").unwrap();
        let error = Settings::new(info).set(info, "head", "9").unwrap_err().to_string();
        assert!(error.contains("9 is more than heads, which is 8"), "{error}");
        let (mut settings, refused) = Settings::of(info, [("head", "9"), ("heads", "16")]);
        assert!(refused.is_empty());
        settings.step(info, "head", 20).unwrap();
        assert_eq!(settings.get("head"), "16");
        settings.set(info, "heads", "4").unwrap();
        assert_eq!(settings.get("head"), "4");
    }

    #[test]
    fn nonsense_is_refused_with_the_range() {
        let info = find("sinusoidal-heatmap").unwrap();
        let mut settings = Settings::new(info);
        for (text, part) in [
            ("3", "4 to 512, even"),
            ("9", "4 to 512, even"),
            ("nan", "not a number"),
            ("1e999", "not a number"),
            ("1/0", "not a number"),
            ("10.5", "not a whole number"),
            ("1e30", "outside"),
        ] {
            let error = settings.set(info, "width", text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(settings, Settings::new(info));
        let error = settings.set(info, "widht", "8").unwrap_err().to_string();
        assert!(error.contains("did you mean `width`?"), "{error}");
        let error = settings.set(info, "layout", "half").unwrap_err().to_string();
        assert!(error.contains("did you mean `halves`?"), "{error}");
    }

    #[test]
    fn stepping_stops_at_the_ends_and_stays_allowed() {
        for info in crate::figure::ALL {
            for knob in info.knobs {
                for direction in [-1, 1] {
                    let mut settings = Settings::new(info);
                    for _ in 0..80 {
                        settings.step(info, knob.name, direction).unwrap();
                        let text = settings.get(knob.name).to_string();
                        assert_eq!(check(knob, &text).as_ref(), Ok(&text), "{} {}", info.slug, knob.name);
                    }
                }
            }
        }
    }

    #[test]
    fn the_command_line_repeats_only_what_was_changed() {
        let info = find("rope-shift").unwrap();
        assert_eq!(Settings::new(info).to_command_line(info), "posenc plot rope-shift");
        let (settings, refused) = Settings::of(info, [Settings::pair(info, "m=7").unwrap()]);
        assert_eq!(
            (settings.to_command_line(info).as_str(), refused),
            ("posenc plot rope-shift --set m=7", Vec::new())
        );
        assert!(Settings::pair(info, "m").is_err());
    }
}
