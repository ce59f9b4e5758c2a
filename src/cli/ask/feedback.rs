//! What is said after an answer, in lines: the verdict, yours and right, the steps, why it is so.

use std::io;

use crate::question::{Ask, Drawn, Response, Verdict};
use crate::sitting::{Judged, key_of, response_text, right_text, unrounded};
use crate::tui::rooms::question::sentence;

use super::page::Page;
use super::reply::letter;

/// Feedback on an answer; without one, the worked solution that was asked for.
pub fn write(page: &mut Page<'_>, drawn: &Drawn, judged: Option<&Judged>) -> io::Result<()> {
    let right = judged.is_some_and(|j| j.verdict.is_right());
    match judged {
        Some(judged) => {
            page.markdown(&sentence(&judged.verdict))?;
            if judged.was_sure_and_wrong() {
                page.line("You were sure: this one comes first next time.")?;
            }
        }
        None => page.line("The worked solution. It counts as not known yet.")?,
    }
    match &drawn.instance.ask {
        Ask::Choice { options, .. } => {
            let chosen = match judged.map(|j| &j.response) {
                Some(Response::Chosen(chosen)) => chosen.as_slice(),
                _ => &[],
            };
            for (i, option) in options.iter().enumerate() {
                let mark = match (option.right, chosen.contains(&i)) {
                    (true, true) => "right, yours",
                    (true, false) => "right",
                    (false, true) => "wrong, yours",
                    (false, false) => "wrong",
                };
                let why = option.reason.as_deref().filter(|_| !option.right).unwrap_or(&option.text);
                page.hung(&format!("{}) {mark}: ", letter(i)), why)?;
            }
        }
        Ask::Rubric => {}
        Ask::Numbers { .. } | Ask::Text { .. } | Ask::Tracing { .. } => values(page, drawn, judged)?,
    }
    if !right {
        steps(page, drawn, judged)?;
    }
    if let Some(context) = &drawn.instance.context {
        page.gap()?;
        page.markdown(context)?;
    }
    figure(page, drawn)
}

fn values(page: &mut Page<'_>, drawn: &Drawn, judged: Option<&Judged>) -> io::Result<()> {
    if let Some(judged) = judged {
        page.line(&format!("yours: {}", response_text(drawn, &judged.response)))?;
    }
    let mut line = format!("right: {}", right_text(drawn));
    if let Ask::Numbers { answers, .. } = &drawn.instance.ask {
        let hidden = answers.iter().filter(|a| key_of(a).exact.is_some());
        let full: Vec<String> = hidden.map(|a| unrounded(a.value)).collect();
        if !full.is_empty() {
            let word = if full.iter().any(|text| text.starts_with('≈')) { "unrounded" } else { "exactly" };
            line.push_str(&format!("   {word} {}", full.join(", ")));
        }
    }
    page.line(&line)
}

fn steps(page: &mut Page<'_>, drawn: &Drawn, judged: Option<&Judged>) -> io::Result<()> {
    let slipped = match judged.map(|j| &j.verdict) {
        Some(Verdict::Mistake { step, .. }) => *step,
        _ => None,
    };
    if !drawn.instance.steps.is_empty() {
        page.gap()?;
    }
    for (i, step) in drawn.instance.steps.iter().enumerate() {
        page.hung(&format!("step {}  ", i + 1), &step.say)?;
        if slipped == Some(i + 1) {
            page.line("        ^ here it went another way")?;
        }
    }
    Ok(())
}

/// The command that draws it at these numbers.
fn figure(page: &mut Page<'_>, drawn: &Drawn) -> io::Result<()> {
    let Some(call) = &drawn.instance.figure else { return Ok(()) };
    let quoted = |text: &str| match text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.,=+".contains(c)) {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    };
    let set = call.set.iter().map(|(knob, value)| format!(" --set {}", quoted(&format!("{knob}={value}"))));
    page.gap()?;
    page.line(&format!("See it: posenc plot {}{}", call.id, set.collect::<String>()))
}
