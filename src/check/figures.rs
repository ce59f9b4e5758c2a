//! Figures exist, and their knobs can stand where the author puts them.

use super::Chapter;
use super::doc::Doc;
use super::prose::{is_template, sentence};
use crate::content::Diagnostic;
use crate::content::model::{Block, FigureCall};
use crate::content::read::Content;
use crate::figure::{self, FigureInfo, SettingError, Settings};
use crate::names::did_you_mean;

/// Checks the figures of sections and questions.
pub fn check(chapter: &Chapter<'_>, found: &mut Vec<Diagnostic>) {
    for doc in chapter.docs.iter().filter(|d| !d.foreign) {
        match &doc.content {
            Content::Section(section) => {
                for (i, page) in section.pages.iter().enumerate() {
                    for (k, block) in page.blocks.iter().enumerate() {
                        if let Block::Figure(call, _) = block {
                            let at = format!("pages.{i}.blocks.{k}");
                            found.extend(complaints(doc, call, &format!("{at}.figure"), &format!("{at}.set"), true));
                            found.extend(turned(doc, call, &format!("{at}.turn")));
                        }
                    }
                }
            }
            Content::Questions(questions) => {
                for (i, (question, _)) in questions.iter().enumerate() {
                    if let Some(call) = &question.figure {
                        let at = format!("questions.{i}.figure");
                        let values = !is_template(&question.kind);
                        found.extend(complaints(doc, call, &format!("{at}.id"), &format!("{at}.set"), values));
                    }
                }
            }
            Content::Chapter(_) | Content::Tables(_) | Content::Rules(_) | Content::Nothing => {}
        }
    }
}

fn complaints(doc: &Doc<'_>, call: &FigureCall, id_at: &str, set_at: &str, values: bool) -> Vec<Diagnostic> {
    let Some(info) = figure::find(&call.id) else {
        let cure = did_you_mean(&call.id, figure::ALL.iter().map(|info| info.slug));
        return vec![doc.error(doc.span(id_at), "no-such-figure", format!("There is no figure `{}`.", call.id), cure)];
    };
    let pairs = call.set.iter().map(|(knob, value)| (knob.as_str(), value.as_str()));
    let settings = Settings::of(info, pairs).1.into_iter().filter_map(|(knob, error)| {
        // In a numeric question a value is an expression; what it comes to is checked with numbers.
        let known = info.knob(knob).is_some();
        (values || !known).then(|| bad_setting(doc, info, &format!("{set_at}.{knob}"), knob, &error))
    });
    settings.collect()
}

/// The knob that a page asks to turn is one of the figure's.
fn turned(doc: &Doc<'_>, call: &FigureCall, path: &str) -> Option<Diagnostic> {
    let (info, knob) = (figure::find(&call.id)?, call.turn.as_deref()?);
    info.knob(knob).is_none().then(|| no_such_knob(doc, info, path, knob))
}

fn no_such_knob(doc: &Doc<'_>, info: &FigureInfo, path: &str, knob: &str) -> Diagnostic {
    let message = format!("The figure `{}` has no knob `{knob}`.", info.slug);
    doc.error(doc.span(path), "no-such-knob", message, did_you_mean(knob, info.knobs.iter().map(|k| k.name)))
}

fn bad_setting(doc: &Doc<'_>, info: &FigureInfo, path: &str, knob: &str, error: &SettingError) -> Diagnostic {
    if info.knob(knob).is_none() {
        return no_such_knob(doc, info, path, knob);
    }
    let (message, cure) = setting_words(error);
    doc.error(doc.span(path), "bad-setting", message, cure)
}

/// What is wrong with a setting, and the cure.
pub fn setting_words(error: &SettingError) -> (String, String) {
    let text = error.to_string();
    let (message, cure) = text.split_once("; ").unwrap_or((&text, "Compare with `posenc plot --list`"));
    (sentence(message), sentence(cure))
}
