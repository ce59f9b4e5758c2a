//! Answers and keys as text, for the verdict, the report and `--plain`.

use serde::Serialize;

use crate::content::model::Round;
use crate::question::answer::{self, ReadRules};
use crate::question::{Ask, Asked, Drawn, Reading, Response, format};

/// Minutes and seconds: `3:20`.
pub fn clock_face(ms: u64) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The right value of one field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Key {
    /// What it is called; may be empty.
    pub label: String,
    /// As asked: rounded, with its unit.
    pub rounded: String,
    /// With more digits, if rounding hid some.
    pub exact: Option<String>,
}

/// The right value of a field, as asked and exactly.
pub fn key_of(asked: &Asked) -> Key {
    let unit = asked.unit.as_deref().map(|u| format!(" {u}")).unwrap_or_default();
    let rounded = match asked.round {
        _ if asked.value.is_infinite() => format::plain(asked.value),
        Round::Decimals(n) => format::fixed(asked.value, n),
        Round::Figures(n) => format::figures(asked.value, n),
        // A tolerance asks for no digits; three say enough.
        Round::Integer(_) | Round::Exact(_) => format::plain(asked.value),
        Round::Within(_) => format::plain(format::round_figures(asked.value, 3)),
    };
    let exact = format::plain(asked.value);
    let hidden = answer::read(&rounded, &ReadRules::default()) != answer::read(&exact, &ReadRules::default());
    let differs = match (value_of(&rounded), value_of(&exact)) {
        (Some(a), Some(b)) => a != b,
        _ => hidden,
    };
    Key { label: asked.label.clone(), rounded: format!("{rounded}{unit}"), exact: differs.then_some(exact) }
}

/// A value in full: all its digits if they are few, else eight figures and a sign that there are more.
pub fn unrounded(value: f64) -> String {
    let eight = format::round_figures(value, 8);
    // The last bits of a computation are no digits.
    let same = format::round_figures(value, 12) == format::round_figures(eight, 12);
    if same { format::plain(eight) } else { format!("≈ {}", format::plain(eight)) }
}

fn value_of(text: &str) -> Option<f64> {
    match answer::read(text, &ReadRules::default()) {
        Reading::Value { value, .. } => Some(value),
        _ => None,
    }
}

/// The right answer in one line.
pub fn right_text(drawn: &Drawn) -> String {
    match &drawn.instance.ask {
        Ask::Numbers { answers, .. } => {
            // "tokens without a row: 188" needs no second "tokens".
            let value = |a: &Asked| {
                let key = key_of(a).rounded;
                let twice = a.label.contains(' ') && answers.len() > 1 && a.unit_beyond_label().is_none();
                let bare = a.unit.as_deref().filter(|_| twice).and_then(|unit| key.strip_suffix(unit));
                bare.map_or_else(|| key.clone(), |bare| bare.trim_end().to_owned())
            };
            labelled(answers.iter().map(|a| (a.label.as_str(), value(a))), answers.len())
        }
        Ask::Choice { options, .. } => {
            let right: Vec<String> = options.iter().filter(|o| o.right).map(|o| one_line(&o.text)).collect();
            right.join(" · ")
        }
        Ask::Text { accepted, .. } => accepted.first().cloned().unwrap_or_default(),
        Ask::Tracing { does_compile: false, .. } => "does not compile".into(),
        Ask::Tracing { stdout, .. } => format!("compiles and prints {}", stdout.trim()),
        Ask::Rubric => String::new(),
    }
}

/// What was answered, in one line.
pub fn response_text(drawn: &Drawn, response: &Response) -> String {
    match (&drawn.instance.ask, response) {
        (Ask::Numbers { answers, .. }, Response::Typed(texts)) => {
            let pairs = answers.iter().zip(texts).map(|(a, t)| (a.label.as_str(), t.trim().to_string()));
            labelled(pairs, answers.len())
        }
        (Ask::Choice { options, .. }, Response::Chosen(places)) => {
            let chosen: Vec<String> =
                places.iter().filter_map(|&i| options.get(i)).map(|o| one_line(&o.text)).collect();
            chosen.join(" · ")
        }
        (_, Response::Text(text)) => text.trim().to_string(),
        (_, Response::Traced(false, _)) => "does not compile".into(),
        (_, Response::Traced(true, printed)) => format!("compiles and prints {}", printed.trim()),
        (_, Response::Ticked(places)) => format!("{} points", places.len()),
        (_, Response::Typed(texts)) => texts.join(", "),
        (_, Response::Chosen(_)) => String::new(),
    }
}

/// An option in one line; a program in it becomes code in the line.
fn one_line(text: &str) -> String {
    let fenced = text.trim_start().starts_with("```");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("```"));
    let line = lines.collect::<Vec<_>>().join(" ");
    if fenced && !line.contains('`') { format!("`{line}`") } else { line }
}

/// What the log keeps of an answer, read back.
pub(super) fn response_of(ask: &Ask, typed: &str) -> Option<Response> {
    Some(match ask {
        Ask::Numbers { answers, .. } if answers.len() == 1 => Response::Typed(vec![typed.to_string()]),
        Ask::Numbers { .. } => Response::Typed(serde_json::from_str(typed).ok()?),
        Ask::Choice { .. } => Response::Chosen(serde_json::from_str(typed).ok()?),
        Ask::Text { .. } => Response::Text(typed.to_string()),
        Ask::Tracing { .. } => {
            let (compiles, printed) = serde_json::from_str(typed).ok()?;
            Response::Traced(compiles, printed)
        }
        Ask::Rubric => return None,
    })
}

fn labelled<'a>(pairs: impl Iterator<Item = (&'a str, String)>, count: usize) -> String {
    let pairs: Vec<(&str, String)> = pairs.collect();
    // A label of several words runs into its value.
    let colon = if pairs.iter().any(|(label, _)| label.contains(' ')) { ":" } else { "" };
    let one = |(label, value): (&str, String)| {
        // "parameters 393216 parameters" says it twice.
        let said = value.split_whitespace().nth(1).is_some_and(|unit| unit == label);
        if count < 2 || label.is_empty() || said { value } else { format!("{label}{colon} {value}") }
    };
    pairs.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A text that can be read in one way only and means `value`: the typed one without its comma, or with a point for it.
pub fn settle_text(text: &str, value: f64, rules: &ReadRules<'_>) -> String {
    let means = |candidate: &String| match answer::read(candidate, rules) {
        Reading::Value { value: read, .. } => read == value,
        _ => false,
    };
    [text.replace(',', ""), text.replace(',', "."), text.replace(' ', ""), text.replace(' ', "*")]
        .into_iter()
        .find(means)
        .unwrap_or_else(|| format::plain(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_of_several_words_is_told_from_its_value() {
        let two = |a: &'static str, b: &'static str| labelled([(a, "97".to_owned()), (b, "128".into())].into_iter(), 2);
        assert_eq!(two("tokens without a row", "row"), "tokens without a row: 97, row: 128");
        assert_eq!(two("angle", "row"), "angle 97, row 128");
    }

    #[test]
    fn the_last_bits_of_a_difference_are_no_digits() {
        assert_eq!(unrounded(1.0 / 4.0 - 1.0 / 5.0), "0.05");
        assert_eq!(unrounded(-2.232_050_807_568_877), "≈ −2.2320508");
    }
}
