//! An answer that was typed or sent → what the sitting judges. Errors say what is expected.

use serde_json::Value;

use super::moves::Move;
use crate::question::{Ask, ChoiceOption, Response};

/// The letter of an option: a, b, c …
pub fn letter(place: usize) -> char {
    u32::try_from(place)
        .ok()
        .and_then(|p| char::from_u32(u32::from('a') + p))
        .filter(char::is_ascii_lowercase)
        .unwrap_or('?')
}

/// A line of JSON: an answer, or something to do instead.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// An answer, and how sure: 1 guess, 2 think so, 3 sure.
    Answer(Response, Option<u8>),
    /// A word that leads away from the question.
    Move(Move),
    /// The next hint.
    Hint,
    /// Something to compute.
    Calculate(String),
}

/// Reads `{"do": "hint"}` or an answer with, perhaps, `"confidence"` beside it.
pub fn line(line: &str, ask: &Ask, comma: bool) -> Result<Line, String> {
    let object: Value = serde_json::from_str(line.trim()).unwrap_or_default();
    if let Some(what) = object.get("do") {
        return to_do(what, object.get("expression"));
    }
    let confidence = match object.get("confidence") {
        None | Some(Value::Null) => None,
        Some(sure) => Some(confidence(sure).ok_or(r#"expected "confidence": 1 (guess), 2 (think so) or 3 (sure)"#)?),
    };
    Ok(Line::Answer(from_json(line, ask, comma)?, confidence))
}

fn to_do(what: &Value, expression: Option<&Value>) -> Result<Line, String> {
    match (what.as_str().unwrap_or_default(), expression) {
        ("hint", _) => Ok(Line::Hint),
        ("calc", Some(Value::String(text))) => Ok(Line::Calculate(text.clone())),
        ("calc", _) => Err(r#"expected {"do": "calc", "expression": "sqrt(2)/2"}"#.into()),
        (word, _) => Move::parse(word).map(Line::Move).ok_or_else(|| {
            r#"expected {"do": "hint"}, or solve, skip, another, easier, harder, undo, quit, calc"#.to_string()
        }),
    }
}

fn confidence(value: &Value) -> Option<u8> {
    match value {
        Value::String(word) => sure(word),
        number => number.as_u64().and_then(|n| u8::try_from(n).ok()).filter(|n| (1..=3).contains(n)),
    }
}

/// How sure, typed: `1`, `guess`, `2`, `think so`, `3`, `sure`.
pub fn sure(text: &str) -> Option<u8> {
    match text.trim().to_lowercase().as_str() {
        "1" | "guess" | "a guess" => Some(1),
        "2" | "think" | "think so" => Some(2),
        "3" | "sure" => Some(3),
        _ => None,
    }
}

/// Reads a line of the form `{"answer": …}`; for a prompt answered aloud `{"ticked": [0, 2]}`.
///
/// A JSON number is written with a point whatever the reader's settings say; `comma` writes it as they do.
pub fn from_json(line: &str, ask: &Ask, comma: bool) -> Result<Response, String> {
    let wanted = || format!("expected {}", wanted(ask));
    let object: Value =
        serde_json::from_str(line.trim()).map_err(|error| format!("{}; this line is no JSON: {error}", wanted()))?;
    if let (Ask::Rubric, Some(ticked)) = (ask, object.get("ticked").or_else(|| object.get("answer"))) {
        return places(ticked).map(Response::Ticked).ok_or_else(wanted);
    }
    let answer = object.get("answer").ok_or_else(wanted)?;
    let response = match ask {
        Ask::Numbers { answers, .. } => numbers(answer, answers.len(), comma),
        Ask::Choice { options, .. } => chosen(answer, options),
        Ask::Text { .. } => scalar(answer).map(Response::Text),
        Ask::Tracing { .. } => traced(answer),
        Ask::Rubric => None,
    };
    response.ok_or_else(wanted)
}

fn wanted(ask: &Ask) -> String {
    match ask {
        Ask::Numbers { answers, .. } if answers.len() > 1 => {
            let labels: Vec<&str> = answers.iter().map(|a| a.label.as_str()).collect();
            format!(r#"{{"answer": [{} numbers or texts]}}, in this order: {}"#, answers.len(), labels.join(", "))
        }
        Ask::Numbers { .. } => r#"{"answer": "0.25"} or {"answer": 0.25}"#.into(),
        Ask::Choice { options, many } => {
            let last = letter(options.len().saturating_sub(1));
            let list = if *many { r#", or a list of them, {"answer": ["a", "c"]}"# } else { "" };
            format!(r#"{{"answer": "a"}} (a to {last}), a place from 0, or the text of an option{list}"#)
        }
        Ask::Text { .. } => r#"{"answer": "a text"}"#.into(),
        Ask::Tracing { .. } => {
            r#"{"answer": {"compiles": true, "stdout": "5"}} or {"answer": {"compiles": false}}"#.into()
        }
        Ask::Rubric => r#"{"ticked": [0, 2]}, the places of the points made, from 0"#.into(),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn numbers(value: &Value, count: usize, comma: bool) -> Option<Response> {
    let written = |value: &Value| match value {
        Value::Number(number) if comma => Some(number.to_string().replace('.', ",")),
        value => scalar(value),
    };
    let texts: Vec<String> = match value {
        Value::Array(all) => all.iter().map(written).collect::<Option<_>>()?,
        one => vec![written(one)?],
    };
    (texts.len() == count).then_some(Response::Typed(texts))
}

/// Places from 0.
pub fn places(value: &Value) -> Option<Vec<usize>> {
    value.as_array()?.iter().map(|v| v.as_u64().and_then(|n| usize::try_from(n).ok())).collect()
}

fn chosen(value: &Value, options: &[ChoiceOption]) -> Option<Response> {
    let one = |value: &Value| match value {
        Value::String(text) => option(text, options),
        other => other.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < options.len()),
    };
    let mut all: Vec<usize> = match value {
        Value::Array(all) => all.iter().map(one).collect::<Option<_>>()?,
        value => vec![one(value)?],
    };
    all.sort_unstable();
    all.dedup();
    Some(Response::Chosen(all))
}

/// An option by its whole text, else by its letter.
fn option(text: &str, options: &[ChoiceOption]) -> Option<usize> {
    let text = text.trim();
    let by_text = options.iter().position(|o| o.text.trim().eq_ignore_ascii_case(text));
    by_text.or_else(|| {
        let mut chars = text.chars();
        let only = chars.next().filter(|_| chars.next().is_none())?.to_ascii_lowercase();
        (0..options.len()).find(|&i| letter(i) == only)
    })
}

/// Options typed as letters: `b`, `a c`, `a,c`, `ac`; or the text of one.
pub fn letters(text: &str, options: &[ChoiceOption]) -> Option<Vec<usize>> {
    if let Some(one) = option(text, options) {
        return Some(vec![one]);
    }
    let signs = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | ';' | ')'));
    let mut all: Vec<usize> = signs.map(|c| option(c.encode_utf8(&mut [0; 4]), options)).collect::<Option<_>>()?;
    all.sort_unstable();
    all.dedup();
    (!all.is_empty()).then_some(all)
}

/// Points typed by their numbers from 1: `1 3 4`. Places from 0 come back.
pub fn points(text: &str, count: usize) -> Result<Vec<usize>, String> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|w| !w.is_empty());
    let one = |word: &str| match word.parse::<usize>() {
        Ok(n) if (1..=count).contains(&n) => Ok(n - 1),
        _ => Err(format!(
            "`{word}` is not one of the points: type numbers from 1 to {count}, as in 1 3, or just Enter for none."
        )),
    };
    words.map(one).collect()
}

/// `{"notes": "…"}` without ticks: what was typed, to see what it mentions.
pub fn only_notes(line: &str) -> Option<String> {
    let object: Value = serde_json::from_str(line.trim()).ok()?;
    let notes = object.get("notes").and_then(Value::as_str)?;
    object.get("ticked").is_none().then(|| notes.to_string())
}

/// `{"ticked": [0, 2], "notes": "…"}`; notes may be left out.
pub fn ticks(line: &str, count: usize) -> Result<(Vec<usize>, Option<String>), String> {
    let wanted = || {
        format!(
            r#"expected {{"ticked": [0, 2]}}: the places of the points you made, from 0 to {}"#,
            count.saturating_sub(1)
        )
    };
    let object: Value = serde_json::from_str(line.trim()).map_err(|_| wanted())?;
    let ticked = object.get("ticked").and_then(places).ok_or_else(wanted)?;
    if ticked.iter().any(|place| *place >= count) {
        return Err(wanted());
    }
    Ok((ticked, object.get("notes").and_then(Value::as_str).map(str::to_string)))
}

fn traced(value: &Value) -> Option<Response> {
    match value {
        Value::Bool(false) => Some(Response::Traced(false, String::new())),
        Value::Object(map) => {
            let compiles = map.get("compiles")?.as_bool()?;
            let printed = map.get("stdout").map_or(Some(""), Value::as_str)?;
            Some(Response::Traced(compiles, printed.to_string()))
        }
        other => scalar(other).map(|printed| Response::Traced(true, printed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice() -> Ask {
        let option = |text: &str, right| ChoiceOption { text: text.into(), right, reason: None };
        Ask::Choice { options: vec![option("Sums", true), option("Roots", false), option("c", true)], many: true }
    }

    #[test]
    fn a_line_answers_with_a_confidence_or_does_something_else() {
        let answer = |c| Ok(Line::Answer(Response::Chosen(vec![1]), c));
        assert_eq!(line(r#"{"answer":"b"}"#, &choice(), false), answer(None));
        assert_eq!(line(r#"{"answer":"b","confidence":3}"#, &choice(), false), answer(Some(3)));
        assert_eq!(line(r#"{"answer":"b","confidence":"think so"}"#, &choice(), false), answer(Some(2)));
        assert!(line(r#"{"answer":"b","confidence":4}"#, &choice(), false).unwrap_err().contains("3 (sure)"));
        assert_eq!(line(r#"{"do":"hint"}"#, &choice(), false), Ok(Line::Hint));
        assert_eq!(line(r#"{"do":"undo"}"#, &choice(), false), Ok(Line::Move(Move::Undo)));
        assert_eq!(line(r#"{"do":"calc","expression":"1/4"}"#, &choice(), false), Ok(Line::Calculate("1/4".into())));
        assert!(line(r#"{"do":"fly"}"#, &choice(), false).unwrap_err().contains("harder"));
    }

    #[test]
    fn an_option_is_named_by_letter_place_or_text() {
        for line in [r#"{"answer":"b"}"#, r#"{"answer":1}"#, r#"{"answer":"roots"}"#, r#"{"answer":["B"]}"#] {
            assert_eq!(from_json(line, &choice(), false), Ok(Response::Chosen(vec![1])), "{line}");
        }
        assert_eq!(from_json(r#"{"answer":["c","a","a"]}"#, &choice(), false), Ok(Response::Chosen(vec![0, 2])));
    }

    #[test]
    fn what_fits_nothing_says_what_is_expected() {
        for line in ["", "yes", "{}", r#"{"answer":3}"#, r#"{"answer":null}"#, r#"{"answer":["a","z"]}"#] {
            let error = from_json(line, &choice(), false).unwrap_err();
            assert!(error.contains(r#"{"answer": "a"}"#), "{line}: {error}");
        }
    }

    #[test]
    fn letters_may_stand_close_or_apart() {
        let Ask::Choice { options, .. } = choice() else { unreachable!() };
        assert_eq!(letters("ac", &options), Some(vec![0, 2]));
        assert_eq!(letters("c, a", &options), Some(vec![0, 2]));
        assert_eq!(letters("ax", &options), None);
        assert_eq!(letters(" ", &options), None);
    }

    #[test]
    fn points_count_from_one() {
        assert_eq!(points("1 3,4", 4), Ok(vec![0, 2, 3]));
        assert_eq!(points("", 4), Ok(vec![]));
        assert!(points("0", 4).unwrap_err().contains("from 1 to 4"));
        assert!(points("5", 4).is_err());
    }
}
