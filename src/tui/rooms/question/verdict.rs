//! What is said after an answer: the word, yours and right, the steps with the place of the mistake, why it is so.

use ratatui::style::Style;
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

use super::super::super::room::View;
use super::super::super::theme::Role;
use super::page::Page;
use super::{Phase, QuestionRoom};
use crate::memory::Grade;
use crate::question::{Ask, Drawn, Response, Verdict};
use crate::sitting::{Judged, key_of, response_text, right_text};

/// The sentence of a verdict.
pub fn sentence(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Right { note: None } => "Right.".into(),
        Verdict::Right { note: Some(note) } => format!("Right. {note}"),
        Verdict::OtherForm { note } => format!("Right. {note}"),
        Verdict::Mistake { say, .. } => format!("Not yet: {}", lowered(say)),
        Verdict::Wrong { note: Some(note) } => format!("Not yet: {}", lowered(note)),
        Verdict::Wrong { note: None } => "Not yet.".into(),
        Verdict::TooFewDigits { say } | Verdict::NotReadable { say } => say.clone(),
    }
}

/// Lower case after a colon, unless the first word is a name.
fn lowered(text: &str) -> String {
    const COMMON: [&str; 14] = [
        "You", "The", "That", "This", "It", "There", "Your", "What", "Very", "Upside", "Those", "These", "With", "Here",
    ];
    let first = text.split_whitespace().next().unwrap_or_default();
    if COMMON.contains(&first) {
        let mut chars = text.chars();
        let head = chars.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
        format!("{head}{}", chars.as_str())
    } else {
        text.to_string()
    }
}

/// The word: right or not yet, and why.
pub fn word(page: &mut Page, room: &QuestionRoom, view: &View<'_>) {
    page.gap();
    match room.sitting.judged() {
        Some(judged) => heading(page, judged, view),
        None => page.text("The worked solution. It counts as not known yet.", view.theme.style(Role::Strong)),
    }
    if room.phase == Phase::Missed {
        page.text("Try again with t, or see the answer with Enter.", view.theme.style(Role::Dim));
    }
}

/// Yours and right, the steps, the explanation; nothing while the learner may still try.
pub fn rest(page: &mut Page, room: &QuestionRoom, drawn: &Drawn, view: &View<'_>) {
    if room.phase == Phase::Missed {
        return;
    }
    let judged = room.sitting.judged();
    values(page, judged, drawn, view);
    let right = judged.is_some_and(|j| j.verdict.is_right());
    if !right || room.steps {
        steps(page, judged, drawn, view);
    }
    if let Some(context) = &drawn.instance.context {
        page.gap();
        page.markdown(0, Span::raw(""), context, Style::new(), view);
    }
}

fn heading(page: &mut Page, judged: &Judged, view: &View<'_>) {
    let right = judged.verdict.is_right();
    let (mark, role) = if right { ("✓", Role::Right) } else { ("✗", Role::Wrong) };
    let mut said = sentence(&judged.verdict);
    if let (false, Response::Chosen(places)) = (right, &judged.response)
        && places.len() == 1
    {
        // Its reason stands at the option.
        said = "Not yet.".into();
    }
    if right && judged.tries > 1 {
        said.push_str(" At the second look; it comes back soon.");
    } else if right && judged.grade == Grade::Hard {
        said.push_str(" With help; it comes back a little sooner.");
    }
    let style = view.theme.style(role);
    page.markdown(2, Span::styled(mark, style), &said, style, view);
}

/// `yours  17.00     right  7.00     unrounded 7.0003`
fn values(page: &mut Page, judged: Option<&Judged>, drawn: &Drawn, view: &View<'_>) {
    let right = judged.is_some_and(|j| j.verdict.is_right());
    match &drawn.instance.ask {
        Ask::Numbers { answers, .. } => {
            page.gap();
            let texts = match judged.map(|j| &j.response) {
                Some(Response::Typed(texts)) => texts.as_slice(),
                _ => &[],
            };
            let keys: Vec<_> = answers.iter().map(key_of).collect();
            let labels = if keys.len() > 1 { keys.iter().map(|k| k.label.width()).max().unwrap_or(0) + 2 } else { 0 };
            let yours = texts.iter().map(|t| t.trim().width()).max().unwrap_or(0);
            for (i, key) in keys.iter().enumerate() {
                let label = if labels > 0 { format!("{:<labels$}", key.label) } else { String::new() };
                let mut spans = vec![Span::styled(label, view.theme.style(Role::Dim))];
                if let Some(text) = texts.get(i) {
                    let role = if right { Role::Right } else { Role::Wrong };
                    spans.push(Span::styled("yours  ", view.theme.style(Role::Dim)));
                    spans.push(Span::styled(format!("{:<yours$}", text.trim()), view.theme.style(role)));
                    spans.push(Span::raw("      "));
                }
                spans.push(Span::styled("right  ", view.theme.style(Role::Dim)));
                spans.push(Span::styled(key.rounded.clone(), view.theme.style(Role::Right)));
                if let Some(exact) = &key.exact {
                    spans.push(Span::styled(format!("      unrounded {exact}"), view.theme.style(Role::Dim)));
                }
                page.row(spans);
            }
        }
        // The options carry their own marks.
        Ask::Choice { .. } | Ask::Rubric => {}
        Ask::Text { .. } | Ask::Tracing { .. } => {
            page.gap();
            if let Some(judged) = judged.filter(|_| !right) {
                page.indented(7, "yours", &response_text(drawn, &judged.response), view.theme.style(Role::Wrong));
            }
            page.indented(7, "right", &right_text(drawn), view.theme.style(Role::Right));
        }
    }
}

fn steps(page: &mut Page, judged: Option<&Judged>, drawn: &Drawn, view: &View<'_>) {
    let slipped = match judged.map(|j| &j.verdict) {
        Some(Verdict::Mistake { step, .. }) => *step,
        _ => None,
    };
    if drawn.instance.steps.is_empty() {
        return;
    }
    page.gap();
    for (i, step) in drawn.instance.steps.iter().enumerate() {
        let here = slipped == Some(i + 1);
        let role = if here { Role::Wrong } else { Role::Dim };
        let label = Span::styled(format!("step {}", i + 1), view.theme.style(role));
        page.markdown(8, label, &step.say, Style::new(), view);
        if here {
            point(page, view);
        }
    }
}

/// `<- here` at the end of the last line, or below it.
fn point(page: &mut Page, view: &View<'_>) {
    let style = view.theme.style(Role::Wrong);
    let width = page.width();
    match page.lines.last_mut() {
        Some(line) if line.width() + 11 <= width + 2 => line.push_span(Span::styled("    <- here", style)),
        _ => page.row(vec![Span::raw("        "), Span::styled("<- here", style)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_reads_on_after_the_colon_but_keeps_names() {
        let mistake = |say: &str| Verdict::Mistake { code: "X".into(), say: say.into(), step: None };
        assert_eq!(sentence(&mistake("You added the penalty.")), "Not yet: you added the penalty.");
        assert_eq!(sentence(&mistake("RoPE turns by the offset.")), "Not yet: RoPE turns by the offset.");
    }
}
