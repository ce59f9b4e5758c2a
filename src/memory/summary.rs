//! Counts for Home and Progress, from the derived tables only: their cost does not grow with the log.

use rusqlite::Connection;

use crate::scheme::Scheme;

use super::clock::Moment;
use super::model::{Error, SchemeSummary, Summary};
use super::schedule::Parameters;

/// Reads them.
pub(super) fn read(connection: &Connection, parameters: &Parameters, now: &Moment) -> Result<Summary, Error> {
    let [due, later, tomorrow] = forecast(connection, now)?;
    let (answers, right, ms, days) = connection.query_row(
        "SELECT coalesce(sum(answers), 0), coalesce(sum(right), 0), coalesce(sum(ms), 0), count(*) FROM day",
        [],
        |r| Ok((r.get(0)?, r.get(1)?, r.get::<_, i64>(2)?.unsigned_abs(), r.get(3)?)),
    )?;
    let rehearsed = connection.query_row("SELECT count(*) FROM skill WHERE rehearsed > 0", [], |r| r.get(0))?;
    let schemes = schemes(connection, parameters, now)?;
    Ok(Summary { due, later, tomorrow, schemes, answers, right, days, ms, rehearsed })
}

fn forecast(connection: &Connection, now: &Moment) -> Result<[u32; 3], Error> {
    let mut query = connection.prepare_cached(
        "SELECT coalesce(sum(due_utc_ms <= ?1), 0), coalesce(sum(due_utc_ms > ?1 AND due_utc_ms < ?2), 0), \
         coalesce(sum(due_utc_ms > ?1 AND due_utc_ms >= ?2 AND due_utc_ms < ?3), 0) FROM skill WHERE due_utc_ms > 0",
    )?;
    Ok(query
        .query_row([now.at_utc_ms, now.day_after(1), now.day_after(2)], |r| Ok([r.get(0)?, r.get(1)?, r.get(2)?]))?)
}

fn schemes(
    connection: &Connection,
    parameters: &Parameters,
    now: &Moment,
) -> Result<Vec<(Scheme, SchemeSummary)>, Error> {
    let mut rows: Vec<(Scheme, SchemeSummary, f64, u32)> =
        Scheme::ALL.iter().map(|s| (*s, SchemeSummary::default(), 0.0, 0)).collect();
    let mut query = connection.prepare_cached(
        "SELECT scheme, answers, right, solid, reviews, stability, last_at_utc_ms, \
         CASE last_verdict WHEN 'ticked' THEN substr(coalesce(trail, ''), -1) <> 'w' \
         ELSE last_verdict IN ('right', 'other-form', 'knew') END \
         FROM skill LEFT JOIN evidence USING (item) WHERE scheme IS NOT NULL",
    )?;
    // The points of a rubric are ticked, few or many: how it was graded stands at the end of the trail.
    let mut found = query.query([])?;
    while let Some(row) = found.next()? {
        let slug: String = row.get(0)?;
        let Some((_, sum, recall, graded)) = rows.iter_mut().find(|(s, ..)| s.slug() == slug) else { continue };
        sum.items += 1;
        sum.answers += row.get::<_, u32>(1)?;
        sum.right += row.get::<_, u32>(2)?;
        sum.solid += row.get::<_, u32>(3)?;
        if row.get::<_, u32>(4)? > 0 {
            // What was wrong the last time is not remembered, however short ago that was.
            let known: bool = row.get(7)?;
            *recall += if known { parameters.recall(row.get(5)?, row.get(6)?, now.at_utc_ms) } else { 0.0 };
            *graded += 1;
        }
    }
    let finish = |(scheme, mut sum, recall, graded): (Scheme, SchemeSummary, f64, u32)| {
        sum.recall = (graded > 0).then(|| recall / f64::from(graded));
        (scheme, sum)
    };
    Ok(rows.into_iter().map(finish).collect())
}
