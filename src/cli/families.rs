//! The numeric families by the names that may be typed for them, and as a list.

use std::io::Write;

use serde::Serialize;

use crate::content::model::{Difficulty, Kind, Set};
use crate::content::{Library, QuestionEntry};
use crate::names::nearest;
use crate::scheme::Scheme;
use crate::today;
use crate::tui::rooms::question::difficulty_name;

use super::output::{Problem, json_line};

/// Names → ids: a question, an earlier id, a scheme (all its families) or a number of the syllabus. None: all families.
pub fn named(library: &Library, names: &[String]) -> Result<Vec<String>, Problem> {
    let drills = || library.index().questions.iter().filter(|q| q.set == Set::Drill);
    if names.is_empty() {
        return Ok(drills().map(|q| q.id.to_string()).collect());
    }
    let mut ids: Vec<String> = Vec::new();
    for name in names {
        for id in of_name(library, name)? {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    Ok(ids)
}

fn of_name(library: &Library, name: &str) -> Result<Vec<String>, Problem> {
    let lower = name.to_lowercase();
    if let Ok(entry) = library.entry(&lower) {
        return Ok(vec![entry.id.to_string()]);
    }
    if let Some(scheme) = Scheme::ALL.into_iter().find(|s| s.slug() == lower || s.name().to_lowercase() == lower) {
        let ids = today::families(library, scheme);
        return if ids.is_empty() { Err(Problem::Said(format!("{name} has no drills."))) } else { Ok(ids) };
    }
    let drills: Vec<&QuestionEntry> = library.index().questions.iter().filter(|q| q.set == Set::Drill).collect();
    let numbers: Vec<(String, String)> =
        drills.iter().filter_map(|q| Some((number(library, &q.id)?, q.id.to_string()))).collect();
    let of_number: Vec<String> =
        numbers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, id)| id.clone()).collect();
    if !of_number.is_empty() {
        return Ok(of_number);
    }
    let slugs = Scheme::ALL.iter().map(|s| s.slug());
    let known = drills.iter().map(|q| q.id.as_ref()).chain(slugs).chain(numbers.iter().map(|(n, _)| n.as_str()));
    let cure = match nearest(name, known) {
        Some(near) => format!("Did you mean `{near}`?"),
        None => "`posenc drill --list` names them.".into(),
    };
    Err(Problem::Said(format!("There is no family `{name}`. {cure}")))
}

/// The syllabus' number of a family.
fn number(library: &Library, id: &str) -> Option<String> {
    match &library.question(id).ok()?.kind {
        Kind::Numeric(numeric) => numeric.family.clone(),
        _ => None,
    }
}

/// A family in the list.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    title: &'a str,
    scheme: Option<&'static str>,
    difficulty: Difficulty,
    /// It has a variant for the head alone.
    mental: bool,
    family: Option<String>,
    skills: &'a [std::borrow::Cow<'static, str>],
}

/// The families: id, how hard, number, title.
pub fn list(library: &Library, ids: &[String], as_json: bool, out: &mut dyn Write) -> Result<(), Problem> {
    let rows: Vec<Row<'_>> = ids
        .iter()
        .filter_map(|id| library.entry(id).ok())
        .map(|q| Row {
            id: &q.id,
            title: &q.title,
            scheme: q.scheme.map(Scheme::slug),
            difficulty: q.difficulty,
            mental: q.mental,
            family: number(library, &q.id),
            skills: &q.skills,
        })
        .collect();
    if as_json {
        return json_line(out, &rows);
    }
    let wide = rows.iter().map(|r| r.id.len()).max().unwrap_or(0);
    let mut scheme = None;
    for row in &rows {
        if scheme != Some(row.scheme) {
            if scheme.is_some() {
                writeln!(out)?;
            }
            writeln!(out, "{}", row.scheme.and_then(Scheme::from_slug).map_or("other", Scheme::name))?;
            scheme = Some(row.scheme);
        }
        let (family, hard) = (row.family.as_deref().unwrap_or("-"), difficulty_name(row.difficulty));
        writeln!(out, "  {:<wide$}  {hard:<6}  {family:<4}  {}", row.id, row.title)?;
    }
    Ok(())
}
