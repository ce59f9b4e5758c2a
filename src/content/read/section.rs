//! A section with its pages and blocks.

use toml::de::DeValue;

use super::fields::{FORMULA_LIMIT, Fields};
use crate::content::diagnostic::counted;
use crate::content::model::{Block, Card, FigureCall, Page, Recall, Section};

/// Questions of a pretest.
const PRETEST: usize = 3;

const KINDS: [&str; 6] = ["text", "formula", "figure", "table", "card", "ask"];

/// Reads a section file.
pub fn section(mut t: Fields<'_>, format: u32) -> Section {
    t.value("format");
    let section = Section {
        format,
        id: t.needed_slug("id"),
        title: t.text("title"),
        scheme: t.scheme(),
        minutes: t.whole("minutes").unwrap_or_default(),
        summary: t.text("summary"),
        objectives: t.texts("objectives"),
        pretest: pretest(&mut t),
        pages: t.tables("pages", "a page").into_iter().map(page).collect(),
    };
    if section.pages.is_empty() {
        let cure = "Add a `[[pages]]` table with `id`, `title` and `[[pages.blocks]]`.";
        t.sink.error(t.span.clone(), "empty-section", "The section has no pages.", cure);
    }
    t.finish();
    section
}

fn page(mut t: Fields<'_>) -> Page {
    let page = Page {
        id: t.needed_slug("id"),
        title: t.text("title"),
        blocks: t.tables("blocks", "a block").into_iter().filter_map(block).collect(),
        recall: t.tables("recall", "a recall prompt").into_iter().map(recall).collect(),
    };
    t.finish();
    page
}

fn recall(mut t: Fields<'_>) -> Recall {
    let recall = Recall { id: t.needed_slug("id"), ask: t.text("ask"), answer: t.text("answer") };
    t.finish();
    recall
}

/// Three questions, or none: fewer show nothing, more are an examination.
fn pretest(t: &mut Fields<'_>) -> Vec<String> {
    let ids = t.slugs("pretest");
    if t.has("pretest") && ids.len() != PRETEST {
        let message = format!("The pretest has {}.", counted(ids.len(), "question"));
        t.sink.error(t.key_span("pretest"), "pretest-count", message, "Name exactly three, or leave `pretest` out.");
    }
    ids
}

fn block(mut t: Fields<'_>) -> Option<Block> {
    let present: Vec<_> = KINDS.into_iter().filter(|kind| t.has(kind)).collect();
    let block = match present.as_slice() {
        ["text"] => Block::Text(t.text("text")),
        ["formula"] => formula(&mut t),
        ["figure"] => figure(&mut t),
        ["table"] => Block::Table(t.needed_slug("table")),
        ["ask"] => Block::Ask(t.needed_slug("ask")),
        ["card"] => Block::Card(card(&mut t)?),
        found => {
            let message = match found {
                [] => "The block has no content.".to_owned(),
                kinds => format!("The block is {} at once.", kinds.join(" and ")),
            };
            let cure = "A block has exactly one of text, formula, figure, table, card, ask.";
            t.sink.error(t.span.clone(), "block-kind", message, cure);
            return None;
        }
    };
    t.finish();
    Some(block)
}

fn formula(t: &mut Fields<'_>) -> Block {
    let latex = t.text("formula");
    if latex.len() > FORMULA_LIMIT {
        let message = format!("The formula has {} bytes; the limit is {FORMULA_LIMIT}.", latex.len());
        t.sink.error(t.key_span("formula"), "formula-too-long", message, "Split it into steps.");
    }
    if !t.has("name") {
        let cure = "Add `name = \"…\"`, a slug that no other formula of the chapter has.";
        t.sink.error(t.key_span("formula"), "unnamed-formula", "The formula has no name.", cure);
    }
    Block::Formula { latex, name: t.slug("name").unwrap_or_default(), note: t.maybe("note") }
}

fn figure(t: &mut Fields<'_>) -> Block {
    // `figure = "slug"` with `set` beside it, or the table that questions use.
    if let Some(DeValue::Table(_)) = t.value("figure").map(|v| v.get_ref()) {
        let mut f = t.table("figure", "a figure");
        let call = f.as_mut().map(|f| FigureCall {
            id: f.needed_slug("id"),
            set: f.settings("set"),
            turn: f.maybe("turn"),
            mark: None,
        });
        f.into_iter().for_each(Fields::finish);
        return Block::Figure(call.unwrap_or_default(), t.maybe("caption"));
    }
    let call = FigureCall { id: t.needed_slug("figure"), set: t.settings("set"), turn: t.maybe("turn"), mark: None };
    Block::Figure(call, t.maybe("caption"))
}

fn card(t: &mut Fields<'_>) -> Option<Card> {
    let mut c = t.table("card", "a card")?;
    let card = Card {
        says: c.text("says"),
        evidence: c.text("evidence"),
        source: c.text("source"),
        place: c.or_empty("place"),
        secondhand: c.flag("secondhand").unwrap_or_default(),
    };
    c.finish();
    Some(card)
}
