//! `chapter.toml`, `tables.toml` and `rules.toml`.

use super::fields::Fields;
use crate::content::diagnostic::counted;
use crate::content::model::{ChapterMeta, Rule, SheetSpec, Source, Table};

/// Reads `chapter.toml`.
pub fn chapter(mut t: Fields<'_>, format: u32) -> ChapterMeta {
    t.value("format");
    t.needed("sections");
    let meta = ChapterMeta {
        format,
        title: t.text("title"),
        subtitle: t.or_empty("subtitle"),
        lang: t.maybe("lang").unwrap_or_else(|| "en".into()),
        sections: t.slugs("sections"),
        confusable: confusable(&mut t),
        sources: t.tables("sources", "a source").into_iter().map(source).collect(),
        sheet: t.table("sheet", "the sheet").map(sheet),
    };
    t.finish();
    meta
}

/// Groups of ids; one id alone can be confused with nothing.
fn confusable(t: &mut Fields<'_>) -> Vec<Vec<String>> {
    let mut groups = Vec::new();
    for value in t.list("confusable") {
        let Some(items) = value.get_ref().as_array() else {
            t.wrong_type("confusable", value.span(), "a list of groups, each a list of ids", value.get_ref());
            continue;
        };
        let group: Vec<_> = items.iter().filter_map(|v| t.text_of("confusable", v)).collect();
        if group.len() < 2 {
            let cure = "Name two ids or more, or remove the group.";
            t.sink.error(value.span(), "confusable-alone", "A group of one is confused with nothing.", cure);
        }
        groups.push(group);
    }
    groups
}

/// Reads `rules.toml`.
pub fn rules(mut t: Fields<'_>) -> Vec<Rule> {
    t.value("format");
    let rules = t.tables("rules", "a rule").into_iter().map(rule).collect();
    t.finish();
    rules
}

fn rule(mut t: Fields<'_>) -> Rule {
    let rule = Rule { id: t.needed_slug("id"), name: t.text("name"), say: t.text("say") };
    t.finish();
    rule
}

fn source(mut t: Fields<'_>) -> Source {
    t.needed("year");
    let source = Source {
        id: t.text("id"),
        authors: t.text("authors"),
        title: t.text("title"),
        year: t.whole("year").and_then(|y| u16::try_from(y).ok()).unwrap_or_default(),
        venue: t.or_empty("venue"),
        url: t.or_empty("url"),
        role: t.or_empty("role"),
        chapter: t.flag("chapter").unwrap_or_default(),
    };
    t.finish();
    source
}

/// Reads `tables.toml`.
pub fn result_tables(mut t: Fields<'_>) -> Vec<Table> {
    t.value("format");
    let tables = t.tables("tables", "a result table").into_iter().map(result_table).collect();
    t.finish();
    tables
}

fn result_table(mut t: Fields<'_>) -> Table {
    t.needed("columns");
    let columns = t.texts("columns");
    let mut rows = Vec::new();
    for value in t.list("rows") {
        let Some(cells) = value.get_ref().as_array() else {
            t.wrong_type("rows", value.span(), "a list of rows, each a list of texts", value.get_ref());
            continue;
        };
        let row: Vec<_> = cells.iter().filter_map(|v| t.text_of("rows", v)).collect();
        if row.len() != columns.len() {
            let message = format!("{} in a table of {}.", counted(row.len(), "cell"), counted(columns.len(), "column"));
            t.sink.error(value.span(), "row-length", message, "Give every row one text for each column.");
        }
        rows.push(row);
    }
    let table = Table {
        id: t.needed_slug("id"),
        title: t.text("title"),
        columns,
        rows,
        better: t.one_of("better", &["lower", "higher"]),
        source: t.maybe("source"),
        place: t.or_empty("place"),
        note: t.or_empty("note"),
        secondhand: t.flag("secondhand").unwrap_or_default(),
    };
    t.finish();
    table
}

fn sheet(mut t: Fields<'_>) -> SheetSpec {
    let sheet = SheetSpec { formulas: t.texts("formulas"), tables: t.slugs("tables") };
    t.finish();
    sheet
}
