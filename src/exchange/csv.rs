//! The log as a table, for a spreadsheet or a notebook: one row an event, RFC 4180.

use std::io::Write;

use jiff::Timestamp;
use jiff::tz::Offset;

use crate::memory::{Logged, Store};

use super::progress::WriteError;
use super::report::{Report, counted};

/// The columns, in order.
pub const COLUMNS: [&str; 23] = [
    "id",
    "time",
    "study_day",
    "session",
    "mode",
    "kind",
    "item",
    "scheme",
    "level",
    "seed",
    "verdict",
    "code",
    "grade",
    "hints",
    "tries",
    "confidence",
    "seconds",
    "typed",
    "reading",
    "drawn",
    "content_hash",
    "undoes",
    "taken_back",
];

/// Writes it.
pub fn write(out: &mut dyn Write, store: &Store) -> Result<Report, WriteError> {
    writeln!(out, "{}", COLUMNS.join(","))?;
    let mut undone = std::collections::HashSet::new();
    store.each::<WriteError>(|entry| {
        undone.extend(entry.undoes);
        Ok(())
    })?;
    let count = store.each(|entry| row(out, &entry, undone.contains(&entry.id)))?;
    let mut report = Report::default();
    report.carried(counted(count, "event, one a row", "events, one a row"));
    report.left_out("schedule and statistics: they follow from the log, `posenc stats --json` has them");
    Ok(report)
}

fn row(out: &mut dyn Write, entry: &Logged, taken_back: bool) -> Result<(), WriteError> {
    let e = &entry.event;
    let time = Timestamp::from_millisecond(entry.at_utc_ms).unwrap_or(Timestamp::UNIX_EPOCH);
    let offset = Offset::from_seconds(entry.utc_offset).unwrap_or(Offset::UTC);
    #[allow(clippy::cast_precision_loss, reason = "milliseconds of an answer are far below 2^53")]
    let seconds = e.ms as f64 / 1000.0;
    let cells = [
        entry.id.clone(),
        time.display_with_offset(offset).to_string(),
        entry.study_day.clone(),
        e.session.clone(),
        word(&e.mode),
        word(&e.kind),
        e.item.clone(),
        e.scheme.map(|s| s.slug().to_owned()).unwrap_or_default(),
        e.level.clone(),
        e.seed.clone(),
        e.verdict.clone(),
        e.code.clone(),
        e.grade.as_ref().map(word).unwrap_or_default(),
        e.hints.to_string(),
        e.tries.to_string(),
        e.confidence.map(|c| c.to_string()).unwrap_or_default(),
        seconds.to_string(),
        e.typed.clone(),
        e.reading.clone(),
        e.drawn.clone(),
        e.content_hash.clone(),
        entry.undoes.clone().unwrap_or_default(),
        if taken_back { "yes".into() } else { String::new() },
    ];
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    Ok(writeln!(out, "{}", cells.join(","))?)
}

/// The word of the log.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn cells_with_commas_quotes_and_line_ends_are_quoted() {
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"x\"\n"), "\"say \"\"x\"\"\n\"");
        assert_eq!(quoted("plain text"), "plain text");
    }
}
