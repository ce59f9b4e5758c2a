//! Settings: what the knobs of one figure stand at. Text in, checked against the figure's knobs; numbers out.

use std::collections::BTreeMap;

use serde::Serialize;

mod error;
mod value;

use super::{FigureInfo, Knob};
use crate::names;
pub use error::SettingError;
pub(super) use value::parse_real;
use value::{check, stepped};

/// Knob → value as text, checked by the figure's knobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Settings(pub BTreeMap<String, String>);

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
        nearest: names::nearest(name, info.knobs.iter().map(|k| k.name)),
        known: info.knobs.iter().map(|k| k.name).collect::<Vec<_>>().join(", "),
    })
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
