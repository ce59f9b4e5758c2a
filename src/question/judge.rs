//! Reading → verdict, by one rule: right if it rounds to the key at the asked precision, the key computed from the exact
//! numbers or from those printed in the prompt.
//!
//! The order of the tests is part of the rule. Right comes before "too few digits" (0.9 is right for 0.8996 at two
//! decimals), named mistakes before general ones, and what cannot be read costs nothing.

use std::f64::consts::TAU;

use super::answer::{self, ReadRules};
use super::model::{Ask, Asked, ChoiceOption, Converted, Instance, Mistake, Reading, Response, Verdict};
use super::round;
use crate::content::model::{Round, RubricPoint};

/// How typed numbers are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeOptions {
    /// The reader writes a decimal comma: `1,5` is one and a half without asking.
    pub decimal_comma: bool,
}

/// Judges a response.
pub fn judge(instance: &Instance, response: &Response, options: &JudgeOptions) -> Verdict {
    match (&instance.ask, response) {
        (Ask::Numbers { answers, mistakes }, Response::Typed(texts)) => numbers(answers, mistakes, texts, options),
        (Ask::Choice { options, .. }, Response::Chosen(chosen)) => choice(options, chosen),
        (Ask::Text { accepted, .. }, Response::Text(text)) => short_text(accepted, text),
        (Ask::Tracing { does_compile, stdout, .. }, Response::Traced(compiles, printed)) => {
            tracing(*does_compile, stdout, *compiles, printed)
        }
        _ => Verdict::NotReadable { say: "This answer does not fit what is asked here.".into() },
    }
}

/// Judges a spoken answer by the points that its speaker ticked: right if no point but a bonus is missing.
pub fn judge_rubric(points: &[RubricPoint], ticked: &[usize]) -> Verdict {
    let needed: Vec<usize> = (0..points.len()).filter(|&i| points.get(i).is_some_and(|p| !p.bonus)).collect();
    let made = needed.iter().filter(|i| ticked.contains(i)).count();
    if made == needed.len() {
        Verdict::Right { note: None }
    } else {
        Verdict::Wrong { note: Some(format!("{made} of {} points.", needed.len())) }
    }
}

/// Judges a number that has been read.
pub fn judge_value(asked: &Asked, mistakes: &[&Mistake], typed: Typed) -> Verdict {
    if typed.fits(asked, asked.value) || asked.also.iter().any(|&key| typed.fits(asked, key)) {
        return Verdict::Right { note: None };
    }
    if let Some(note) = same_angle(asked, typed) {
        return Verdict::OtherForm { note };
    }
    let turned = turns(asked, typed, asked.value);
    // Some whole turns away an integer is near the key by chance; a mistake that is met exactly is none.
    let met = mistakes.iter().find(|m| turned.is_some() && round::equal(typed.value, m.value));
    if let Some(m) = met {
        return made(m);
    }
    let key = asked.value + turned.unwrap_or(0.0);
    let too_few = |doubt| round::too_few(asked.round, typed.value, key, (typed.decimals, typed.figures), doubt);
    if too_few(false) {
        return Verdict::TooFewDigits { say: round::demand(asked.round) };
    }
    if let Some(say) = typed.converted.and_then(|c| too_coarse(asked, &c, key)) {
        return Verdict::TooFewDigits { say };
    }
    if let Some(m) = own(asked, mistakes, typed) {
        return made(m);
    }
    // "900" for 876 may be one figure of the answer, or three of a mistake: mistakes have been asked by now.
    if too_few(true) || round::rounds_to_whole(asked.round, typed.value, asked.value) {
        return Verdict::TooFewDigits { say: round::demand(asked.round) };
    }
    if asked.unit.as_deref() == Some("%") && typed.fits(asked, asked.value / 100.0) && typed.value != 0.0 {
        return Verdict::OtherForm { note: "Right as a fraction; a percentage was asked.".into() };
    }
    match recognise(asked, typed) {
        Some((code, say)) => Verdict::Mistake { code: code.into(), say, step: None },
        None => Verdict::Wrong { note: no_whole_number(asked, typed) },
    }
}

fn made(mistake: &Mistake) -> Verdict {
    Verdict::Mistake { code: mistake.code.clone(), say: mistake.say.clone(), step: mistake.step }
}

/// The key in another unit, but with too few digits to tell: how many are needed there.
fn too_coarse(asked: &Asked, typed: &Converted, key: f64) -> Option<String> {
    let needed = round::decimals_needed(asked.round, typed, key)?;
    if !round::is_honest(typed, key) || typed.decimals >= needed {
        return None;
    }
    let decimals = if needed == 1 { "1 decimal".into() } else { format!("{needed} decimals") };
    Some(format!("Give {decimals} in {}.", typed.unit))
}

/// Why a number with decimals can not be right where a whole one is asked.
fn no_whole_number(asked: &Asked, typed: Typed) -> Option<String> {
    let whole = typed.value.fract().abs() < 1e-9 || !typed.value.is_finite();
    let said = "A whole number is asked, and this does not round to the right one.";
    (matches!(asked.round, Round::Integer(_)) && !whole).then(|| said.into())
}

/// A number that was typed, with the digits that it was typed with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Typed {
    /// The number.
    pub value: f64,
    /// Decimals typed; `None` for an expression.
    pub decimals: Option<u32>,
    /// Significant figures typed; `None` for an expression.
    pub figures: Option<u32>,
    /// As it was typed in another unit: its digits count there.
    pub converted: Option<Converted>,
}

impl Typed {
    fn fits(self, asked: &Asked, key: f64) -> bool {
        (key.is_finite() || asked.infinity)
            && (round::same(asked.round, self.value, key, self.decimals, self.figures)
                || self.converted.is_some_and(|c| fits_in_its_unit(asked, &c, key)))
    }

    /// Less by an angle.
    fn turned_back(self, angle: f64) -> Typed {
        let converted = self.converted.map(|c| Converted { value: c.value - angle / c.factor, ..c });
        Typed { value: self.value - angle, decimals: None, figures: None, converted }
    }
}

fn fits_in_its_unit(asked: &Asked, typed: &Converted, key: f64) -> bool {
    let needed = round::decimals_needed(asked.round, typed, key);
    needed.is_some_and(|n| typed.decimals >= n) && round::is_honest(typed, key)
}

fn numbers(answers: &[Asked], mistakes: &[Mistake], texts: &[String], options: &JudgeOptions) -> Verdict {
    let many = answers.len() > 1;
    let mut verdicts = Vec::with_capacity(answers.len());
    for (i, asked) in answers.iter().enumerate() {
        let text = texts.get(i).map_or("", String::as_str);
        let verdict = match read(text, asked, options) {
            Ok((typed, notice)) => {
                let own: Vec<&Mistake> = mistakes.iter().filter(|m| m.answer == i).collect();
                with_notice(judge_value(asked, &own, typed), notice)
            }
            Err(say) => Verdict::NotReadable { say },
        };
        verdicts.push(if many { named(verdict, &asked.label) } else { verdict });
    }
    match together(verdicts) {
        Verdict::Mistake { .. } | Verdict::Wrong { .. } if are_swapped(answers, texts, options) => swapped(answers),
        verdict => verdict,
    }
}

/// Are both of two answers right, each in the place of the other?
fn are_swapped(answers: &[Asked], texts: &[String], options: &JudgeOptions) -> bool {
    let fits = |text: &String, asked| read(text, asked, options).is_ok_and(|(typed, _)| typed.fits(asked, asked.value));
    match (answers, texts) {
        ([a, b], [first, second]) => fits(second, a) && fits(first, b),
        _ => false,
    }
}

fn swapped(answers: &[Asked]) -> Verdict {
    let names: Vec<&str> = answers.iter().map(|a| a.label.as_str()).collect();
    let say = format!("Both numbers are right, but the two are swapped: first {}.", names.join(", then "));
    Verdict::Mistake { code: "SWAPPED".into(), say, step: None }
}

/// One verdict of several: what was not readable first, then what is off, then too few digits.
fn together(verdicts: Vec<Verdict>) -> Verdict {
    let rank = |v: &Verdict| match v {
        Verdict::NotReadable { .. } => 0,
        Verdict::Mistake { .. } => 1,
        Verdict::Wrong { .. } => 2,
        Verdict::TooFewDigits { .. } => 3,
        Verdict::OtherForm { .. } => 4,
        Verdict::Right { .. } => 5,
    };
    verdicts.into_iter().min_by_key(rank).unwrap_or(Verdict::Wrong { note: None })
}

fn read(text: &str, asked: &Asked, options: &JudgeOptions) -> Result<(Typed, Option<String>), String> {
    let rules = ReadRules::of(asked, options.decimal_comma);
    match answer::read(text, &rules) {
        Reading::Value { value, decimals, figures, notice, converted } => {
            Ok((Typed { value, decimals, figures, converted }, notice))
        }
        Reading::Ask { readings } => Err(which_is_meant(text, &readings)),
        Reading::Refused { why, .. } => Err(why),
        Reading::Empty => Err("Nothing typed yet.".into()),
    }
}

/// What makes one reading of two: a product without a sign wants brackets, a sign that may group or not has to go.
fn which_is_meant(text: &str, readings: &[f64]) -> String {
    let shown = |x: &f64| super::format::plain(super::format::round_figures(*x, 8));
    let texts: Vec<String> = readings.iter().map(shown).collect();
    let divides = text.contains(['/', '÷', '∕']);
    let cure = match divides && text.contains(|c: char| c.is_alphabetic() || c == '√') {
        true => "Put brackets, as in (1/2)·π or 1/(2π).",
        false if divides => {
            "Write the whole part and the fraction with a + between them, or the number without the space."
        }
        false => "Type it without the separator.",
    };
    format!("This can be read as {}. {cure}", texts.join(" or "))
}

/// A whole turn in the unit asked, if that is an angle whose tolerance is so narrow that not every angle is within it.
pub(super) fn turn(asked: &Asked, key: f64) -> Option<f64> {
    let turn = match asked.unit.as_deref()? {
        "rad" => TAU,
        "deg" | "°" => 360.0,
        _ => return None,
    };
    (round::tolerance(asked.round, key) < turn / 6.0).then_some(turn)
}

/// Is it this key but for a whole number of turns?
fn is_turned(asked: &Asked, typed: Typed, key: f64) -> bool {
    turns(asked, typed, key).is_some_and(|angle| typed.turned_back(angle).fits(asked, key))
}

/// The whole turns, as an angle in the unit asked, that lie between the key and what was typed.
fn turns(asked: &Asked, typed: Typed, key: f64) -> Option<f64> {
    let turn = turn(asked, key)?;
    let turns = ((typed.value - key) / turn).round();
    (turns != 0.0 && turns.is_finite()).then_some(turns * turn)
}

/// The same direction, a whole number of turns away.
fn same_angle(asked: &Asked, typed: Typed) -> Option<String> {
    let whole = if asked.unit.as_deref() == Some("rad") { "2π" } else { "360°" };
    is_turned(asked, typed, asked.value).then(|| format!("The same angle: it differs by whole turns of {whole}."))
}

/// The family's own mistake: its value, or for an angle one that differs from it by whole turns.
fn own<'m>(asked: &Asked, mistakes: &[&'m Mistake], typed: Typed) -> Option<&'m Mistake> {
    let made = mistakes.iter().find(|m| typed.fits(asked, m.value));
    // A wide tolerance round an angle some turns away takes in too much of the circle to accuse anyone.
    let narrow = |key: f64| turn(asked, key).is_some_and(|turn| round::tolerance(asked.round, key) < turn / 20.0);
    made.or_else(|| mistakes.iter().find(|m| narrow(m.value) && is_turned(asked, typed, m.value))).copied()
}

/// Mistakes that anybody makes anywhere: stable codes for the log, and what to say.
fn recognise(asked: &Asked, typed: Typed) -> Option<(&'static str, String)> {
    let key = asked.value;
    // A target that rounds to zero fits any small answer and would explain nothing, nor would one that lies within reach of
    // the right answer.
    let far = |target: f64| (target - key).abs() > 3.0 * round::tolerance(asked.round, key) || key.is_infinite();
    let is = |target: f64| typed.value != 0.0 && !typed.fits(asked, 0.0) && far(target) && typed.fits(asked, target);
    if is(-key) {
        // Nobody knows whether a sign was flipped or never thought of; what the answer's is can be said of any family.
        let sign = if key > 0.0 { "positive" } else { "negative" };
        return Some(("SIGN", format!("The size is right, the sign is not: the answer is {sign}.")));
    }
    if round::wrong_way(asked.round, typed.value, key) {
        return Some(("ROUND", "Very close: rounded the wrong way?".into()));
    }
    // Of small counts ten times as many is another count: 120 orders for 12 come from no slip of the point.
    let counts = matches!(asked.round, Round::Integer(_)) && key.abs() < 1000.0;
    if let Some(power) =
        (1..=6_i32).filter(|_| !counts).flat_map(|n| [n, -n]).find(|&n| is(key * libm::pow(10.0, f64::from(n))))
    {
        let factor = libm::pow(10.0, f64::from(power.abs()));
        let direction = if power > 0 { "large" } else { "small" };
        return Some(("TEN", format!("The digits are right: it is {factor} times too {direction}.")));
    }
    if key != 0.0 && !counts && is(1.0 / key) {
        return Some(("INV", "Upside down? This is 1 over the right value.".into()));
    }
    match asked.unit.as_deref() {
        Some("rad") if is(key.to_degrees()) => Some(("DEG", "That is the angle in degrees; radians are asked.".into())),
        Some("deg" | "°") if is(key.to_radians()) => {
            Some(("RAD", "That is the angle in radians; degrees are asked.".into()))
        }
        _ => None,
    }
}

/// The name of a mistake that anybody makes anywhere, for lists.
pub fn general_name(code: &str) -> Option<&'static str> {
    match code {
        "SIGN" => Some("The right size, the wrong sign"),
        "ROUND" => Some("Rounded the wrong way"),
        "TEN" => Some("Off by a power of ten"),
        "INV" => Some("Upside down"),
        "SWAPPED" => Some("The two answers were swapped"),
        "DEG" => Some("Degrees instead of radians"),
        "RAD" => Some("Radians instead of degrees"),
        _ => None,
    }
}

fn choice(options: &[ChoiceOption], chosen: &[usize]) -> Verdict {
    if chosen.is_empty() {
        return Verdict::NotReadable { say: "Choose an option first.".into() };
    }
    let wrong = options.iter().enumerate().find(|(i, option)| !option.right && chosen.contains(i));
    if let Some((_, option)) = wrong {
        return Verdict::Wrong { note: option.reason.clone() };
    }
    let missing = options.iter().enumerate().filter(|(i, option)| option.right && !chosen.contains(i)).count();
    match missing {
        0 => Verdict::Right { note: None },
        1 => Verdict::Wrong { note: Some("What you chose is right; one more is right too.".into()) },
        n => Verdict::Wrong { note: Some(format!("What you chose is right; {n} more are right too.")) },
    }
}

fn short_text(accepted: &[String], text: &str) -> Verdict {
    let plain = |t: &str| t.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let typed = plain(text);
    if typed.is_empty() {
        return Verdict::NotReadable { say: "Nothing typed yet.".into() };
    }
    if accepted.iter().any(|a| plain(a) == typed) {
        Verdict::Right { note: None }
    } else {
        Verdict::Wrong { note: None }
    }
}

fn tracing(does_compile: bool, stdout: &str, compiles: bool, printed: &str) -> Verdict {
    let note = match (does_compile, compiles) {
        (true, false) => Some("It does compile."),
        (false, true) => Some("It does not compile."),
        (false, false) => return Verdict::Right { note: None },
        (true, true) if stdout.trim() == printed.trim() => return Verdict::Right { note: None },
        (true, true) => Some("It compiles, but prints something else."),
    };
    Verdict::Wrong { note: note.map(Into::into) }
}

/// What the reading remarked ("comma read as a decimal point") goes with a right answer.
fn with_notice(verdict: Verdict, notice: Option<String>) -> Verdict {
    match (verdict, notice) {
        (Verdict::Right { note: None }, notice) => Verdict::Right { note: notice },
        (verdict, _) => verdict,
    }
}

/// Says which of several answers a verdict is about.
fn named(verdict: Verdict, label: &str) -> Verdict {
    let with = |text: String| format!("{label}: {text}");
    match verdict {
        Verdict::Mistake { code, say, step } => Verdict::Mistake { code, say: with(say), step },
        Verdict::Wrong { note } => {
            Verdict::Wrong { note: Some(with(note.unwrap_or_else(|| "this one is off.".into()))) }
        }
        Verdict::TooFewDigits { say } => Verdict::TooFewDigits { say: with(say) },
        Verdict::NotReadable { say } => Verdict::NotReadable { say: with(say) },
        Verdict::OtherForm { note } => Verdict::OtherForm { note: with(note) },
        right @ Verdict::Right { .. } => right,
    }
}
