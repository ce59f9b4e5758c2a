//! What is said after an answer: the word, yours and right, the steps with the place of the mistake, why it is so.

use ratatui::style::Style;
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

use super::super::super::room::View;
use super::super::super::theme::Role;
use super::input::Options;
use super::page::Page;
use super::{Phase, QuestionRoom};
use crate::memory::Grade;
use crate::question::{Ask, ChoiceOption, Drawn, Response, Verdict};
use crate::sitting::{Judged, key_of, response_text, right_text, unrounded};

/// The sentence of a verdict.
pub fn sentence(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Right { note: None } => "Right.".into(),
        Verdict::Right { note: Some(note) } => format!("Right. {}", raised(note)),
        Verdict::OtherForm { note } => format!("Right. {note}"),
        Verdict::Mistake { say, .. } => format!("Not yet: {}", lowered(say)),
        Verdict::Wrong { note: Some(note) } => format!("Not yet: {}", lowered(note)),
        Verdict::Wrong { note: None } => "Not yet.".into(),
        Verdict::TooFewDigits { say } | Verdict::NotReadable { say } => say.clone(),
    }
}

/// A sentence begins with a capital.
fn raised(text: &str) -> String {
    let mut chars = text.chars();
    let head = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{head}{}", chars.as_str())
}

/// Lower case after a colon, unless the first word is a name.
fn lowered(text: &str) -> String {
    const COMMON: [&str; 31] = [
        "You",
        "The",
        "That",
        "This",
        "It",
        "There",
        "Your",
        "What",
        "Very",
        "Upside",
        "Those",
        "These",
        "With",
        "Here",
        "A",
        "Close",
        "Each",
        "Even",
        "Fractions",
        "Key",
        "Not",
        "Nothing",
        "Offsets",
        "One",
        "Positions",
        "Query",
        "Row",
        "Rows",
        "Sine",
        "Some",
        "Wrong",
    ];
    let first = text.split_whitespace().next().unwrap_or_default();
    if COMMON.contains(&first.trim_end_matches(',')) {
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

/// The verdict on a choice: yours and the right one, why it is so, then the others with what is wrong about them.
pub fn on_choice(page: &mut Page, room: &QuestionRoom, chosen: &Options, all: &[ChoiceOption], view: &View<'_>) {
    let from = page.lines.len();
    word(page, room, view);
    page.gap();
    let places = if room.sitting.judged().is_some() { chosen.chosen() } else { Vec::new() };
    let matters = |i: usize, option: &ChoiceOption| option.right || places.contains(&i);
    for (i, option) in all.iter().enumerate().filter(|(i, o)| matters(*i, o)) {
        let (mark, role) = if option.right { ("✓", Role::Right) } else { ("✗", Role::Wrong) };
        let left_out = chosen.many && option.right && !places.is_empty() && !places.contains(&i);
        with_reason(page, i, option, Span::styled(mark, view.theme.style(role)), left_out, view);
    }
    if let Some(context) = room.sitting.current().and_then(|d| d.instance.context.as_ref()) {
        page.markdown(0, Span::raw(""), context, Style::new(), view);
        page.gap();
    }
    page.keep = (from, page.lines.len().saturating_sub(1));
    if all.iter().enumerate().any(|(i, o)| !matters(i, o)) {
        page.text("The others", view.theme.style(Role::Heading));
        page.gap();
    }
    for (i, option) in all.iter().enumerate().filter(|(i, o)| !matters(*i, o)) {
        with_reason(page, i, option, Span::raw(" "), false, view);
    }
    if page.lines.last().is_some_and(|l| l.width() == 0) {
        page.lines.pop();
    }
    page.to_read = page.lines.len();
}

fn with_reason(page: &mut Page, i: usize, option: &ChoiceOption, mark: Span<'static>, left_out: bool, view: &View<'_>) {
    page.option(i, option, mark, false, view);
    if left_out {
        page.indented(5, "", "Right too; you left it out.", view.theme.style(Role::Wrong));
    }
    if let Some(reason) = option.reason.as_ref().filter(|_| !option.right) {
        page.markdown(5, Span::raw(""), reason, view.theme.style(Role::Dim), view);
    }
    page.gap();
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
    page.to_read = page.lines.len();
    // In a round the header shows the round's code; this one has its own.
    if room.sitting.progress().1 > 1 && matches!(drawn.instance.ask, Ask::Numbers { .. }) {
        page.gap();
        let level = if room.sitting.is_mental() { " --level mental" } else { "" };
        let (id, code) = (&drawn.question.id, &drawn.instance.code);
        let command = format!("posenc drill {id} --count 1{level} --seed {code}");
        page.text(&format!("this one alone: {command}"), view.theme.style(Role::Dim));
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
    if judged.was_sure_and_wrong() {
        page.indented(2, "", "You were sure: this one comes first next time.", view.theme.style(Role::Dim));
    }
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
            for (i, (key, asked)) in keys.iter().zip(answers).enumerate() {
                let label = if labels > 0 { format!("{:<labels$}", key.label) } else { String::new() };
                let mut parts = Vec::new();
                if let Some(text) = texts.get(i) {
                    let role = if right { Role::Right } else { Role::Wrong };
                    parts.push(("yours", format!("{:<yours$}", text.trim()), role));
                }
                parts.push(("right", key.rounded.clone(), Role::Right));
                if key.exact.is_some() {
                    parts.push(("unrounded", unrounded(asked.value), Role::Dim));
                }
                row_of(page, label, &parts, view);
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

/// Values after their names in one row, or below each other where they do not fit.
fn row_of(page: &mut Page, label: String, parts: &[(&'static str, String, Role)], view: &View<'_>) {
    let dim = view.theme.style(Role::Dim);
    let width: usize = parts.iter().map(|(name, value, _)| name.width() + 2 + value.width()).sum();
    if label.width() + width + 6 * parts.len().saturating_sub(1) > page.width() {
        if !label.is_empty() {
            page.text(&label, dim);
        }
        for (name, value, role) in parts {
            let indent = parts.iter().map(|(name, ..)| name.width() + 2).max().unwrap_or(0);
            page.indented(indent, name, value, view.theme.style(*role));
        }
        return;
    }
    let mut spans = vec![Span::styled(label, dim)];
    for (i, (name, value, role)) in parts.iter().enumerate() {
        let gap = if i == 0 { "" } else { "      " };
        spans.push(Span::styled(format!("{gap}{name}  "), dim));
        spans.push(Span::styled(value.clone(), view.theme.style(*role)));
    }
    page.row(spans);
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
    fn unrounded_digits_are_never_cut_without_a_sign() {
        assert_eq!(unrounded(198.691_765_315_922_03), "≈ 198.69177");
        assert_eq!(unrounded(6.242_187_5), "6.2421875");
    }

    #[test]
    fn the_sentence_reads_on_after_the_colon_but_keeps_names() {
        let mistake = |say: &str| Verdict::Mistake { code: "X".into(), say: say.into(), step: None };
        assert_eq!(sentence(&mistake("You added the penalty.")), "Not yet: you added the penalty.");
        assert_eq!(sentence(&mistake("Sine and cosine are swapped.")), "Not yet: sine and cosine are swapped.");
        assert_eq!(sentence(&mistake("RoPE turns by the offset.")), "Not yet: RoPE turns by the offset.");
    }
}
