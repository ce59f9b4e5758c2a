//! The unit at the end of an answer: stripped if it is the one asked, converted if it measures the same thing.

use std::f64::consts::{LN_2, PI, TAU};

use super::plain::Plain;
use super::{Refusal, Refused};
use crate::question::Converted;
use crate::question::expr::{Cleaned, Family, functions, is_reserved};
use crate::question::format::{figures, plain};

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Angle,
    Information,
    Share,
    Count,
}

/// A unit: its spellings (the first is the one shown), what it measures, its size.
struct Unit {
    names: &'static [&'static str],
    measure: Measure,
    size: f64,
}

const fn unit(names: &'static [&'static str], measure: Measure, size: f64) -> Unit {
    Unit { names, measure, size }
}

static UNITS: &[Unit] = &[
    unit(&["rad", "rads", "radian", "radians"], Measure::Angle, 1.0),
    unit(&["deg", "degs", "degree", "degrees", "°", "º"], Measure::Angle, PI / 180.0),
    unit(&["turns", "turn", "revolution", "revolutions"], Measure::Angle, TAU),
    unit(&["nats", "nat"], Measure::Information, 1.0),
    unit(&["bits", "bit"], Measure::Information, LN_2),
    unit(&["%", "percent", "pct"], Measure::Share, 0.01),
    // A sequence has one position for each token: distances are told in either word.
    unit(&["positions", "position", "pos", "tokens", "token", "tok"], Measure::Count, 1.0),
    unit(&["parameters", "parameter", "params", "param"], Measure::Count, 1.0),
    unit(&["logits", "logit"], Measure::Count, 1.0),
    unit(&["rows", "row"], Measure::Count, 1.0),
    unit(&["pairs", "pair"], Measure::Count, 1.0),
    unit(&["heads", "head"], Measure::Count, 1.0),
    unit(&["keys", "key"], Measure::Count, 1.0),
    unit(&["bytes", "byte"], Measure::Count, 1.0),
    unit(&["orderings", "ordering"], Measure::Count, 1.0),
    unit(&["steps", "step"], Measure::Count, 1.0),
    unit(&["words", "word"], Measure::Count, 1.0),
    unit(&["layers", "layer"], Measure::Count, 1.0),
];

fn find(name: &str) -> Option<&'static Unit> {
    let lower = name.to_lowercase();
    UNITS.iter().find(|u| u.names.contains(&lower.as_str()))
}

/// What is to be done with the number to have it in the unit asked.
#[derive(Debug)]
pub(super) struct Scaling {
    kind: Kind,
    /// The unit asked, for the notice.
    asked: Option<String>,
}

#[derive(Debug)]
enum Kind {
    Nothing,
    /// × 10^shift, and the digits stay.
    Shift(i32),
    /// From one unit to another.
    Convert {
        from: &'static str,
        factor: f64,
    },
}

impl Scaling {
    pub(super) fn apply(&self, x: f64) -> f64 {
        match self.kind {
            Kind::Nothing => x,
            Kind::Shift(n) if n < 0 => x / libm::exp10(f64::from(-n)),
            Kind::Shift(n) => x * libm::exp10(f64::from(n)),
            Kind::Convert { factor, .. } => x * factor,
        }
    }

    pub(super) fn apply_plain(&self, plain: &Plain) -> f64 {
        match self.kind {
            Kind::Shift(_) => plain.shifted(self.shift()),
            _ => self.apply(plain.value()),
        }
    }

    /// The power of ten by which digits move.
    pub(super) fn shift(&self) -> i32 {
        match self.kind {
            Kind::Shift(n) => n,
            _ => 0,
        }
    }

    /// Do the digits typed say how precise the result is?
    pub(super) fn keeps_digits(&self) -> bool {
        !matches!(self.kind, Kind::Convert { .. })
    }

    /// The number in the unit typed, where that is not the one asked.
    pub(super) fn converted(&self, plain: &Plain) -> Option<Converted> {
        let Kind::Convert { from: unit, factor } = self.kind else { return None };
        let (value, decimals, figures) = (plain.value(), plain.decimals(0), plain.figures());
        Some(Converted { value, decimals, figures, unit, factor })
    }

    pub(super) fn notice(&self, before: f64, after: f64) -> Option<String> {
        let Kind::Convert { from, .. } = self.kind else {
            return None;
        };
        let asked = self.asked.as_deref().unwrap_or_default();
        Some(format!("{} {from} is {} {asked}", plain(before), figures(after, 6)))
    }
}

/// Takes the unit off the end. The error is a unit that does not belong there.
pub(super) fn strip(text: &Cleaned, asked: Option<&str>) -> Result<(Cleaned, Scaling), Refused> {
    let asked = asked.map(str::trim).filter(|u| !u.is_empty());
    let done = |kind| Scaling { kind, asked: asked.map(str::to_owned) };
    if let Some(at) = asked.and_then(|u| ends_with_word(&text.text, u)) {
        return Ok((before(text, at)?, done(Kind::Nothing)));
    }
    // Of "rad per position" the first word is enough.
    let asked = asked.map(|u| u.split_once(" per ").map_or(u, |(unit, _)| unit));
    let Some(at) = trailing_word(&text.text) else {
        inside(text)?;
        return Ok((text.clone(), done(Kind::Nothing)));
    };
    let word = text.text.get(at..).unwrap_or_default();
    let Some(typed) = find(word) else {
        let whole = text.original((at, text.text.len()));
        return Err(Refused::new(&unknown(word, asked), whole));
    };
    let number = before(text, at)?;
    inside(&number)?;
    let place = text.original((at, text.text.len()));
    match (typed.measure, asked, asked.and_then(find)) {
        (Measure::Share, None, _) => Ok((number, done(Kind::Shift(-2)))),
        (_, None, _) => Err(Refused::new(&Refusal::UnitNotAsked(word.into()), place)),
        (_, _, Some(unit)) if std::ptr::eq(unit, typed) => Ok((number, done(Kind::Nothing))),
        (measure, _, Some(unit)) if unit.measure == measure && measure != Measure::Count => {
            let from = typed.names.first().copied().unwrap_or_default();
            Ok((number, done(Kind::Convert { from, factor: typed.size / unit.size })))
        }
        (_, Some(asked), _) => {
            Err(Refused::new(&Refusal::UnitOther { typed: word.into(), asked: asked.into() }, place))
        }
    }
}

/// Is there a word or a unit sign at the end that is not part of the number?
pub(super) fn is_named(text: &str) -> bool {
    trailing_word(text).is_some()
}

fn before(text: &Cleaned, at: usize) -> Result<Cleaned, Refused> {
    let number = text.part(0, at).trimmed();
    if number.text.is_empty() {
        let unit = text.text.get(at..).unwrap_or_default().trim();
        return Err(Refused::new(&Refusal::UnitAlone(unit.into()), text.original((0, text.text.len()))));
    }
    Ok(number)
}

/// A percent or per-mille sign that does not stand at the end.
fn inside(text: &Cleaned) -> Result<(), Refused> {
    for (sign, refusal) in [('‰', Refusal::PerMille), ('%', Refusal::PercentInside)] {
        if let Some(at) = text.text.find(sign) {
            return Err(Refused::new(&refusal, text.original((at, at + sign.len_utf8()))));
        }
    }
    Ok(())
}

fn unknown(word: &str, asked: Option<&str>) -> Refusal {
    let magnitude = |word, exponent| Refusal::Magnitude { typed: word, word: names(exponent), exponent };
    match word {
        "k" | "K" => magnitude(word.into(), 3),
        "M" => magnitude(word.into(), 6),
        "G" | "B" => magnitude(word.into(), 9),
        _ => Refusal::UnitUnknown { typed: word.into(), asked: asked.map(str::to_owned) },
    }
}

fn names(exponent: u32) -> &'static str {
    match exponent {
        3 => "thousand",
        6 => "million",
        _ => "billion",
    }
}

/// Where the text's last word starts, if it is this one, whatever the case and the spaces.
fn ends_with_word(text: &str, word: &str) -> Option<usize> {
    let at = text.len().checked_sub(word.len())?;
    let same = text.get(at..)?.to_lowercase() == word.to_lowercase();
    let joined = text.get(..at)?.ends_with(char::is_alphabetic) && word.starts_with(char::is_alphabetic);
    (same && !joined).then_some(at)
}

/// Where a word or unit sign at the end starts, unless it is a name of the language or the whole text.
fn trailing_word(text: &str) -> Option<usize> {
    if let Some(sign) = text.chars().next_back().filter(|c| matches!(c, '%' | '°' | 'º')) {
        return Some(text.len() - sign.len_utf8());
    }
    let at = text.char_indices().rev().take_while(|(_, c)| c.is_alphabetic()).last()?.0;
    let word = text.get(at..)?;
    let function = functions::find(word).is_some_and(|f| f.family == Family::Elementary);
    // `deg` is a function and a unit: at the end it is the unit.
    let name = (function && find(word).is_none()) || is_reserved(word);
    // `1E` lacks its exponent.
    let exponent = word == "E" && text.get(..at)?.ends_with(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    let alone = text.get(..at)?.trim_matches(['-', '+', ' ']).is_empty() && find(word).is_none();
    (!name && !exponent && !alone).then_some(at)
}
