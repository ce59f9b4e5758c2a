//! The text of one knob: whether it is sound, what number it is, what it becomes by a key press.

use super::super::{Knob, KnobKind};
use super::SettingError;
use crate::names;

/// The value as it is kept, or why not.
pub(super) fn check(knob: &Knob, text: &str) -> Result<String, SettingError> {
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
        nearest: names::nearest(text, options.iter().copied()),
        range: knob.range(),
    })
}

/// A finite number or a fraction `a/b`. Names (`inf`, `nan`) are no numbers here.
pub(in crate::figure) fn parse_real(text: &str) -> Option<f64> {
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

/// The text after so many key presses.
pub(super) fn stepped(knob: &Knob, text: &str, steps: i32) -> String {
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
