//! A question of any type: the keys of mdbook-quiz, and ours beside them.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::fields::Fields;
use super::numeric::numeric;
use crate::content::diagnostic::counted;
use crate::content::index::{fallback_id, set_of, short_title};
use crate::content::model::{Difficulty, FigureCall, Interview, Kind, MarkSpec, Question, RubricPoint, WrongAnswer};
use crate::names::nearest;

const TYPES: [&str; 5] = ["MultipleChoice", "ShortAnswer", "Tracing", "Numeric", "Interview"];

/// Reads one question of the file `name`; `parts` are the shared texts of multi-part questions.
pub fn question(mut t: Fields<'_>, name: &str, parts: &BTreeMap<String, String>) -> Option<Question> {
    let kind = kind_name(&mut t)?;
    let mut prompt = t.table("prompt", "the prompt");
    if prompt.is_none() && !t.has("prompt") {
        t.needed("prompt");
    }
    let text = match (&mut prompt, kind) {
        (Some(p), "Tracing") => p.or_empty("prompt"),
        (Some(p), _) => p.text("prompt"),
        (None, _) => String::new(),
    };
    let asked = match (&mut prompt, kind) {
        (Some(p), "Tracing") => p.or_empty("program"),
        _ => text.clone(),
    };
    let id = match t.sink.foreign {
        true => t.maybe("id").unwrap_or_else(|| fallback_id(name, &asked)),
        false => t.needed_slug("id"),
    };
    let question = Question {
        id,
        was: t.slugs("was"),
        set: set_of(name),
        title: t.maybe("title").unwrap_or_else(|| short_title(&asked)),
        scheme: t.scheme(),
        section: t.page("section"),
        skills: t.slugs("skills"),
        difficulty: difficulty(&mut t),
        convention: t.maybe("convention"),
        prompt: text,
        hints: t.texts("hints"),
        context: t.maybe("context"),
        figure: figure(&mut t),
        source: t.maybe("source"),
        multipart: multipart(&mut t, parts),
        kind: read_kind(kind, &mut t, prompt.as_mut()),
    };
    t.value("promptExplanation");
    prompt.into_iter().for_each(Fields::finish);
    t.finish();
    Some(question)
}

fn kind_name(t: &mut Fields<'_>) -> Option<&'static str> {
    let value = t.needed("type")?;
    let written = t.text_of("type", value)?;
    let known = TYPES.iter().find(|name| **name == written).copied();
    if known.is_none() {
        let near = nearest(&written, TYPES)
            .map_or_else(|| format!("Use one of {}.", TYPES.join(", ")), |n| format!("Did you mean `{n}`?"));
        t.sink.error(value.span(), "unknown-type", format!("There is no question type `{written}`."), near);
    }
    known
}

fn read_kind(kind: &str, t: &mut Fields<'_>, prompt: Option<&mut Fields<'_>>) -> Kind {
    match kind {
        "ShortAnswer" => short_answer(t, prompt),
        "Tracing" => tracing(t, prompt),
        "Numeric" => Kind::Numeric(Box::new(numeric(t))),
        "Interview" => Kind::Interview(Box::new(interview(t, prompt))),
        _ => multiple_choice(t, prompt),
    }
}

fn answer<'t>(t: &mut Fields<'t>) -> Option<Fields<'t>> {
    match t.has("answer") {
        true => t.table("answer", "the answer"),
        false => t.needed("answer").and(None),
    }
}

fn short_answer(t: &mut Fields<'_>, prompt: Option<&mut Fields<'_>>) -> Kind {
    let response = prompt.and_then(|p| p.one_of("response", &["short", "long", "code"]));
    let (mut text, mut alternatives) = (String::new(), Vec::new());
    if let Some(mut a) = answer(t) {
        text = a.text("answer");
        alternatives = a.texts("alternatives");
        a.finish();
    }
    Kind::ShortAnswer { answer: text, alternatives, response: response.unwrap_or_else(|| "short".into()) }
}

fn tracing(t: &mut Fields<'_>, prompt: Option<&mut Fields<'_>>) -> Kind {
    let program = prompt.map(|p| p.text("program")).unwrap_or_default();
    let (mut does_compile, mut stdout) = (false, String::new());
    if let Some(mut a) = answer(t) {
        a.needed("doesCompile");
        does_compile = a.flag("doesCompile").unwrap_or_default();
        stdout = a.or_empty("stdout");
        a.whole("lineNumber");
        a.finish();
    }
    Kind::Tracing { program, does_compile, stdout }
}

fn multiple_choice(t: &mut Fields<'_>, prompt: Option<&mut Fields<'_>>) -> Kind {
    let mut answers = Vec::new();
    if let Some(mut a) = answer(t) {
        if let Some(value) = a.needed("answer") {
            match value.get_ref() {
                DeValue::Array(items) => answers = items.iter().filter_map(|v| a.text_of("answer", v)).collect(),
                _ => answers.extend(a.text_of("answer", value)),
            }
            if answers.is_empty() {
                t.sink.error(value.span(), "empty-text", "No option is right.", "Name at least one right answer.");
            }
        }
        a.finish();
    }
    let (mut distractors, mut reasons, mut answer_index, mut sort_answers) = (Vec::new(), Vec::new(), None, false);
    if let Some(p) = prompt {
        p.needed("distractors");
        (distractors, reasons) = distractors_and_reasons(p);
        answer_index = p.whole("answerIndex").map(|n| n as usize);
        sort_answers = p.flag("sortAnswers").unwrap_or_default();
    }
    Kind::MultipleChoice { answers, distractors, reasons, answer_index, sort_answers }
}

/// Each distractor has its reason, or none has.
fn distractors_and_reasons(p: &mut Fields<'_>) -> (Vec<String>, Vec<String>) {
    let (distractors, reasons) = (p.texts("distractors"), p.texts("reasons"));
    if p.has("reasons") && reasons.len() != distractors.len() {
        let message = format!("{} for {}.", counted(reasons.len(), "reason"), counted(distractors.len(), "distractor"));
        let cure = "Give one reason for each distractor, in the same order: why it is wrong.";
        p.sink.error(p.key_span("reasons"), "reasons-length", message, cure);
    }
    (distractors, reasons)
}

fn interview(t: &mut Fields<'_>, prompt: Option<&mut Fields<'_>>) -> Interview {
    let (distractors, reasons) = prompt.map(distractors_and_reasons).unwrap_or_default();
    let (mut key, mut short, mut long) = Default::default();
    if let Some(mut a) = answer(t) {
        (key, short, long) = (a.text("key"), a.text("short"), a.text("long"));
        a.finish();
    }
    let mut rubric = Vec::new();
    let points = t.tables("rubric", "a rubric point");
    if points.is_empty() {
        let cure = "Add `[[questions.rubric]]` tables, each with a `point` to tick.";
        t.sink.error(t.key_span("rubric"), "empty-rubric", "The rubric has no points.", cure);
    }
    for mut p in points {
        let (point, bonus) = (p.text("point"), p.flag("bonus").unwrap_or_default());
        rubric.push(RubricPoint { point, bonus, terms: p.texts("terms") });
        p.finish();
    }
    Interview {
        seconds: t.whole("seconds").unwrap_or(120),
        key,
        short,
        long,
        wrong: distractors.into_iter().zip(reasons).map(|(say, why)| WrongAnswer { say, why }).collect(),
        followups: t.texts("followups"),
        drills: t.slugs("drills"),
        rubric,
    }
}

fn difficulty(t: &mut Fields<'_>) -> Difficulty {
    match t.one_of("difficulty", &["easy", "medium", "hard"]).as_deref() {
        Some("medium") => Difficulty::Medium,
        Some("hard") => Difficulty::Hard,
        _ => Difficulty::Easy,
    }
}

fn figure(t: &mut Fields<'_>) -> Option<FigureCall> {
    let mut f = t.table("figure", "a figure")?;
    let call = FigureCall { id: f.needed_slug("id"), set: f.settings("set"), turn: None, mark: mark(&mut f) };
    f.finish();
    Some(call)
}

/// Where the answer stands in the figure.
fn mark(f: &mut Fields<'_>) -> Option<MarkSpec> {
    let mut m = f.table("mark", "a mark")?;
    let mark = MarkSpec {
        panel: m.whole("panel").map_or(0, |n| n as usize),
        x: m.formula_text("x"),
        y: m.formula_text("y"),
        arrow: m.flag("arrow").unwrap_or_default(),
    };
    if mark.x.is_none() && mark.y.is_none() {
        let cure = "Write where the answer stands: `{ panel = 1, x = \"dist\", y = \"answer\" }`.";
        m.sink.error(m.span.clone(), "bad-mark", "This mark has no place.", cure);
    }
    m.finish();
    Some(mark)
}

fn multipart(t: &mut Fields<'_>, parts: &BTreeMap<String, String>) -> Option<String> {
    let value = t.value("multipart")?;
    let key = t.text_of("multipart", value)?;
    let part = parts.get(&key).cloned();
    if part.is_none() {
        let message = format!("`[multipart]` has no `{key}`.");
        t.sink.error(
            value.span(),
            "no-such-part",
            message,
            crate::names::did_you_mean(&key, parts.keys().map(String::as_str)),
        );
    }
    part
}
