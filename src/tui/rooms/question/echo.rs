//! The line under a field: how the text reads now, and what is asked.

use crate::content::model::Round;
use crate::question::round::nearness;
use crate::question::{Asked, Reading, format};

use super::super::super::theme::Role;

/// What is asked, in few words.
pub fn demand(round: Round) -> String {
    let count = |n: u32, what: &str| format!("{n} {what}{} asked", if n == 1 { "" } else { "s" });
    match round {
        Round::Decimals(0) | Round::Integer(_) => "whole number asked".into(),
        Round::Decimals(n) => count(n, "decimal"),
        Round::Figures(n) => count(n, "figure"),
        Round::Exact(_) => "exact value asked".into(),
        Round::Within(t) => format!("{} is right", nearness(t)),
    }
}

/// The echo of a reading.
pub fn echo(reading: &Reading, asked: &Asked) -> (String, Role) {
    let unit = asked.unit.as_deref().map(|u| format!(" {u}")).unwrap_or_default();
    match reading {
        Reading::Empty => {
            let how = if asked.expressions { "a number, 3/8, or sin(0.5)" } else { "a number" };
            (format!("{how} · {}", demand(asked.round)), Role::Dim)
        }
        Reading::Refused { why, .. } => (why.clone(), Role::Warn),
        Reading::Ask { readings } => {
            let all: Vec<String> = readings.iter().map(|r| format::plain(*r)).collect();
            (format!("{}? Enter asks which", all.join(" or ")), Role::Warn)
        }
        Reading::Value { value, decimals, figures, notice, .. } => {
            let mut parts = vec![format!("read as {}{unit}", format::plain(*value))];
            match (asked.round, decimals, figures) {
                (Round::Figures(n), _, Some(typed)) if n != *typed => {
                    parts.extend([plural(*typed, "figure"), format!("{n} asked")]);
                }
                (Round::Decimals(1..), Some(0), _) => parts.extend(["whole number".into(), demand(asked.round)]),
                (Round::Decimals(n @ 1..), Some(typed), _) if n != *typed => {
                    parts.extend([plural(*typed, "decimal"), format!("{n} asked")]);
                }
                _ => parts.push(demand(asked.round)),
            }
            parts.extend(notice.clone());
            (parts.join(" · "), Role::Dim)
        }
    }
}

fn plural(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(round: Round) -> Asked {
        Asked {
            label: String::new(),
            unit: None,
            round,
            value: 1.0,
            also: Vec::new(),
            expressions: true,
            infinity: false,
        }
    }

    #[test]
    fn the_echo_says_what_was_read_and_what_is_asked() {
        let read = |value, decimals| Reading::Value {
            value,
            decimals: Some(decimals),
            figures: Some(4),
            notice: None,
            converted: None,
        };
        assert_eq!(echo(&read(0.8415, 4), &asked(Round::Decimals(2))).0, "read as 0.8415 · 4 decimals · 2 asked");
        assert_eq!(echo(&read(0.84, 2), &asked(Round::Decimals(2))).0, "read as 0.84 · 2 decimals asked");
        assert_eq!(echo(&read(17.0, 0), &asked(Round::Integer(true))).0, "read as 17 · whole number asked");
        assert_eq!(echo(&read(0.5, 1), &asked(Round::Figures(3))).0, "read as 0.5 · 4 figures · 3 asked");
    }

    #[test]
    fn a_refusal_and_a_choice_stand_out() {
        let refused = Reading::Refused { why: "Close the bracket.".into(), span: (0, 1) };
        assert_eq!(echo(&refused, &asked(Round::Decimals(2))), ("Close the bracket.".into(), Role::Warn));
        let two = Reading::Ask { readings: vec![1000.0, 1.0] };
        assert_eq!(echo(&two, &asked(Round::Decimals(2))).0, "1000 or 1? Enter asks which");
    }
}
