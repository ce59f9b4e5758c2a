//! Every formula of the chapter, as it is drawn. The pictures are under `tests/snapshots`: read them as mathematics.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests: a panic is a failure with a message")]

use posenc::typeset::formula::{Style, inline, layout, layout_within};
use posenc::typeset::prose::{Doc, Opts};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Value;

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ext| ext == "toml") {
            out.push(path);
        }
    }
    out.sort();
}

/// Every TOML file of the content, with its name.
fn content() -> Vec<(String, toml::Table)> {
    let mut paths = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    files(&root, &mut paths);
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let text = fs::read_to_string(path).unwrap();
        let table = text.parse::<toml::Table>().unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, table)
    };
    paths.iter().map(read).collect()
}

/// Calls `visit` with every table inside a value, the value itself included.
fn tables<'v>(value: &'v Value, visit: &mut dyn FnMut(&'v toml::Table)) {
    match value {
        Value::Table(table) => {
            visit(table);
            table.values().for_each(|value| tables(value, visit));
        }
        Value::Array(values) => values.iter().for_each(|value| tables(value, visit)),
        _ => {}
    }
}

/// Display formulas by name.
fn formulas() -> BTreeMap<String, (String, String)> {
    let mut out = BTreeMap::new();
    for (file, table) in content() {
        let table = Value::Table(table);
        tables(&table, &mut |table| {
            if let Some(latex) = table.get("formula").and_then(Value::as_str) {
                let name = table
                    .get("name")
                    .and_then(Value::as_str)
                    .unwrap_or_else(|| panic!("{file}: a formula without a name: {latex}"));
                let before = out.insert(name.to_owned(), (file.clone(), latex.to_owned()));
                assert!(before.is_none(), "{file}: two formulas are called {name}");
            }
        });
    }
    out
}

/// Every text of the content, with the file it stands in.
fn texts() -> Vec<(String, String)> {
    fn strings(file: &str, value: &Value, out: &mut Vec<(String, String)>) {
        match value {
            Value::String(text) => out.push((file.to_owned(), text.clone())),
            Value::Array(values) => values.iter().for_each(|value| strings(file, value, out)),
            Value::Table(table) => {
                table.iter().filter(|(key, _)| *key != "formula").for_each(|(_, value)| strings(file, value, out))
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    for (file, table) in content() {
        strings(&file, &Value::Table(table), &mut out);
    }
    out
}

#[test]
fn every_formula_is_drawn_as_in_its_picture() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, (file, latex)) in formulas() {
            let draw = |ascii| {
                let style = Style { inline: false, ascii };
                let drawn = layout(&latex, &style).unwrap_or_else(|error| panic!("{file}: {name}: {error}"));
                drawn.rows.join("\n")
            };
            let row = |ascii| inline(&latex, ascii).unwrap_or_default();
            let text = format!("{latex}\n\n{}\n\n{}\n\n{}\n\n{}\n", draw(false), draw(true), row(false), row(true));
            insta::assert_snapshot!(format!("formulas__{name}"), text);
        }
    });
}

#[test]
fn every_formula_fits_a_narrow_page() {
    for (name, (file, latex)) in formulas() {
        for ascii in [false, true] {
            let drawn = layout_within(&latex, 60, &Style { inline: false, ascii })
                .unwrap_or_else(|error| panic!("{file}: {name}: {error}"));
            assert!(drawn.width() <= 60, "{file}: {name} is {} wide", drawn.width());
        }
    }
}

#[test]
fn every_formula_in_a_sentence_can_be_read() {
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        // A template's place holder stands for a number.
        let filled = fill(&text);
        for problem in Doc::parse(&filled).problems() {
            wrong.push(format!("{file}: ${}$: {}", problem.latex, problem.error));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_text_of_the_chapter_is_wider_than_its_page() {
    for (file, text) in texts() {
        let doc = Doc::parse(&text);
        for (width, ascii) in [(40, false), (40, true), (72, false), (72, true)] {
            for line in doc.lines(width, &Opts { ascii, centre: false }) {
                assert!(line.width() <= width, "{file}: {}", line.text());
                assert!(
                    !ascii || line.text().bytes().all(|byte| (0x20..=0x7e).contains(&byte)),
                    "{file}: {}",
                    line.text()
                );
            }
        }
    }
}

fn fill(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<<") {
        let Some((_, behind)) = after.split_once(">>") else {
            break;
        };
        out.push_str(before);
        out.push('7');
        rest = behind;
    }
    out + rest
}
