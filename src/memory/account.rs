//! What Progress shows beyond the counts: the evidence of every item, what comes back when, what is kept, the days.

use jiff::Span;
use jiff::civil::Date;
use rusqlite::Connection;
use serde::Serialize;

use crate::scheme::Scheme;

use super::clock::Moment;
use super::model::Error;
use super::schedule::Parameters;
use super::tally::GROUPS;

/// Days of the forecast.
pub const FORECAST: usize = 14;
/// Weeks of the calendar.
pub const WEEKS: usize = 26;

/// What is known about one item, and from what.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The item.
    pub item: String,
    /// Its scheme.
    pub scheme: Option<Scheme>,
    /// Answers, second tries included.
    pub answers: u32,
    /// Rehearsals, for a prompt.
    pub rehearsed: u32,
    /// Right answers with help.
    pub helped: u32,
    /// Hints taken.
    pub hints: u32,
    /// Time spent, in milliseconds.
    pub ms: u64,
    /// The last graded answers, oldest first: `r` right alone, `h` right with help, `w` wrong.
    pub trail: String,
    /// Study days in a row on which it was right without help.
    pub run: u32,
    /// The word of the last verdict.
    pub last_verdict: String,
    /// Chance that it is remembered now, from 0 to 1; `None` if it was never graded.
    pub recall: Option<f64>,
    /// Days until it is due; 0 for today or earlier, `None` if it does not come back.
    pub due_in_days: Option<u32>,
    /// It is due now, and not later today.
    pub due: bool,
}

/// How much was kept after so many days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// The fewest days between two reviews of this row.
    pub from_days: u32,
    /// The most; `None` for no end.
    pub to_days: Option<u32>,
    /// Reviews.
    pub reviews: u32,
    /// Those that went right, with help or without.
    pub kept: u32,
}

/// A day with answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StudyDay {
    /// The day.
    pub day: Date,
    /// Answers.
    pub answers: u32,
    /// Right ones.
    pub right: u32,
    /// Time spent, in milliseconds.
    pub ms: u64,
}

/// Everything beyond the counts.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// The study day that it is.
    pub today: Date,
    /// Items that come back today (or should have), tomorrow, …
    pub forecast: [u32; FORECAST],
    /// Share of reviews that went right, by the days between.
    pub retention: Vec<Kept>,
    /// Days with answers in the last [`WEEKS`] weeks, oldest first.
    pub days: Vec<StudyDay>,
    /// Study days in a row; one missed day in seven does not break it.
    pub streak: u32,
    /// What is known about each item.
    pub evidence: Vec<Evidence>,
}

impl Default for Account {
    fn default() -> Self {
        Account {
            today: Date::ZERO,
            forecast: [0; FORECAST],
            retention: Vec::new(),
            days: Vec::new(),
            streak: 0,
            evidence: Vec::new(),
        }
    }
}

impl Account {
    /// Time spent since so many days ago, today included, in milliseconds.
    pub fn ms_of_days(&self, days: i32) -> u64 {
        let since = self.today.checked_sub(Span::new().days(days - 1)).unwrap_or(self.today);
        self.days.iter().filter(|d| d.day >= since).map(|d| d.ms).sum()
    }

    /// What was done on a day.
    pub fn day(&self, day: Date) -> Option<&StudyDay> {
        self.days.binary_search_by_key(&day, |d| d.day).ok().and_then(|at| self.days.get(at))
    }

    /// The Monday that the calendar begins with.
    pub fn first_monday(&self) -> Date {
        monday_of(self.today, WEEKS)
    }
}

fn monday_of(today: Date, weeks: usize) -> Date {
    let back = i64::from(today.weekday().to_monday_zero_offset()) + 7 * (i64::try_from(weeks).unwrap_or(1) - 1);
    today.checked_sub(Span::new().days(back)).unwrap_or(today)
}

/// Reads them.
pub(super) fn read(connection: &Connection, parameters: &Parameters, now: &Moment) -> Result<Account, Error> {
    let evidence = evidence(connection, parameters, now)?;
    let mut forecast = [0; FORECAST];
    for days in evidence.iter().filter_map(|e| e.due_in_days) {
        if let Some(count) = forecast.get_mut(usize::try_from(days).unwrap_or(usize::MAX)) {
            *count += 1;
        }
    }
    let all = days(connection)?;
    let first = monday_of(now.day, WEEKS);
    Ok(Account {
        today: now.day,
        forecast,
        retention: retention(connection)?,
        streak: streak(now.day, &all.iter().map(|d| d.day).collect::<Vec<_>>()),
        days: all.into_iter().filter(|d| d.day >= first).collect(),
        evidence,
    })
}

fn evidence(connection: &Connection, parameters: &Parameters, now: &Moment) -> Result<Vec<Evidence>, Error> {
    let mut query = connection.prepare_cached(
        "SELECT s.item, s.scheme, s.answers, s.rehearsed, coalesce(e.helped, 0), coalesce(e.hints, 0), \
         coalesce(e.ms, 0), coalesce(e.trail, ''), coalesce(e.run, 0), s.last_verdict, s.reviews, s.stability, \
         s.last_at_utc_ms, s.due_utc_ms FROM skill AS s LEFT JOIN evidence AS e ON e.item = s.item ORDER BY s.item",
    )?;
    let rows = query.query_map([], |r| {
        let scheme: Option<String> = r.get(1)?;
        let (reviews, due): (u32, i64) = (r.get(10)?, r.get(13)?);
        let trail: String = r.get(7)?;
        // What was wrong the last time is not remembered, however short ago that was.
        let known = !trail.ends_with('w');
        let recall = if known { parameters.recall(r.get(11)?, r.get(12)?, now.at_utc_ms) } else { 0.0 };
        Ok(Evidence {
            item: r.get(0)?,
            scheme: scheme.as_deref().and_then(Scheme::from_slug),
            answers: r.get(2)?,
            rehearsed: r.get(3)?,
            helped: r.get(4)?,
            hints: r.get(5)?,
            ms: r.get::<_, i64>(6)?.unsigned_abs(),
            run: r.get(8)?,
            last_verdict: r.get(9)?,
            recall: (reviews > 0).then_some(recall),
            due_in_days: (due > 0).then(|| now.days_until(due)),
            due: due > 0 && due <= now.at_utc_ms,
            trail,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn retention(connection: &Connection) -> Result<Vec<Kept>, Error> {
    let mut query =
        connection.prepare_cached("SELECT days, sum(reviews), sum(kept) FROM interval GROUP BY days ORDER BY days")?;
    let rows = query.query_map([], |r| {
        let from: i64 = r.get(0)?;
        let next = GROUPS.into_iter().find(|first| *first > from);
        Ok(Kept {
            from_days: u32::try_from(from).unwrap_or(0),
            to_days: next.and_then(|n| u32::try_from(n - 1).ok()),
            reviews: r.get(1)?,
            kept: r.get(2)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn days(connection: &Connection) -> Result<Vec<StudyDay>, Error> {
    let mut query = connection.prepare_cached("SELECT day, answers, right, ms FROM day ORDER BY day")?;
    let rows = query.query_map([], |r| {
        let day: String = r.get(0)?;
        let ms = r.get::<_, i64>(3)?.unsigned_abs();
        Ok(day.parse().ok().map(|day| (day, r.get(1), r.get(2), ms)))
    })?;
    let mut all = Vec::new();
    for row in rows {
        // A day that cannot be read as a date is left out rather than costing the whole page.
        if let Some((day, answers, right, ms)) = row? {
            all.push(StudyDay { day, answers: answers?, right: right?, ms });
        }
    }
    Ok(all)
}

/// Study days in a row up to now. Today need not have come yet, and of any seven days one may be missed: a free evening
/// is no reason to begin again at nought.
fn streak(today: Date, days: &[Date]) -> u32 {
    let mut day = today;
    let (mut count, mut missed): (u32, Option<Date>) = (0, None);
    loop {
        if days.binary_search(&day).is_ok() {
            count += 1;
        } else if day != today {
            let near = |last: Date| day.until(last).is_ok_and(|span| span.get_days() < 7);
            if missed.is_some_and(near) {
                return count;
            }
            missed = Some(day);
        }
        match day.yesterday() {
            Ok(before) if days.first().is_some_and(|first| *first <= before) => day = before,
            _ => return count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn days(of_november: &[i8]) -> Vec<Date> {
        of_november.iter().map(|d| date(2026, 11, *d)).collect()
    }

    #[test]
    fn one_missed_day_in_a_week_does_not_break_the_streak_and_two_do() {
        let today = date(2026, 11, 29);
        assert_eq!(streak(today, &[]), 0);
        assert_eq!(streak(today, &days(&[27, 28, 29])), 3);
        assert_eq!(streak(today, &days(&[27, 28])), 2, "today is not over");
        assert_eq!(streak(today, &days(&[24, 25, 26, 28, 29])), 5, "the 27th was missed");
        assert_eq!(streak(today, &days(&[22, 23, 25, 26, 28, 29])), 4, "the 27th and the 24th are of one week");
        assert_eq!(
            streak(today, &days(&[18, 19, 21, 22, 23, 24, 25, 26, 27, 29])),
            10,
            "the 28th and the 20th are not"
        );
        assert_eq!(streak(today, &days(&[20, 21, 22])), 0, "long ago");
    }

    #[test]
    fn the_calendar_begins_on_the_monday_of_its_first_week() {
        let sunday = date(2026, 11, 29);
        assert_eq!(monday_of(sunday, 1), date(2026, 11, 23));
        assert_eq!(monday_of(sunday, 26), date(2026, 6, 1));
        assert_eq!(monday_of(date(2026, 11, 23), 1), date(2026, 11, 23));
    }
}
