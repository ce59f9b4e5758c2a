//! The interview: its date, the minutes a day, and what that does to the schedule.

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use super::model::{Error, Event, EventKind, Mode};

/// What the learner said about the interview. It stands in the log like every answer, so that it is exported and can change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The day of the interview; `None` if there is none.
    pub date: Option<Date>,
    /// Minutes a day; `None` for as long as it takes.
    #[serde(default)]
    pub minutes: Option<u32>,
}

/// Days to an interview that are believed: two years.
const FAR_DAYS: i32 = 731;
/// Minutes a day that are believed.
const MINUTES: std::ops::RangeInclusive<u32> = 5..=600;

/// Under this item the log has it.
pub(super) const ITEM: &str = "plan";

impl Plan {
    /// Days from a day to the interview; `None` without one, or when it is over.
    pub fn days_left(&self, today: Date) -> Option<i64> {
        let days = today.until(self.date?).ok()?.get_days();
        (days >= 0).then_some(i64::from(days))
    }

    /// The longest interval that still brings everything back before the interview: half of the days left, at least one.
    pub(super) fn longest(&self, today: Date) -> Option<i64> {
        self.days_left(today).map(|left| (left / 2).max(1))
    }

    /// Could it have been said on this day? No interview is more than two years away, and a day has so many minutes.
    pub fn is_possible(&self, on: Date) -> bool {
        let near = self.date.is_none_or(|date| on.until(date).is_ok_and(|span| span.get_days() <= FAR_DAYS));
        near && self.minutes.is_none_or(|minutes| MINUTES.contains(&minutes))
    }

    /// The event that keeps it.
    pub fn event(&self) -> Event {
        let mut event = Event::new(EventKind::Plan, Mode::Study, ITEM);
        event.typed = serde_json::to_string(self).unwrap_or_default();
        event
    }

    /// From the log; what cannot be read is no plan.
    pub(super) fn of(typed: &str) -> Plan {
        serde_json::from_str(typed).unwrap_or_default()
    }
}

/// Why a date or a number of minutes is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// No date.
    #[error("`{0}` is no date; write it as 2026-12-24, or the days until then as +9")]
    NoDate(String),
    /// Before today.
    #[error("{0} is over; today is {1}")]
    Over(Date, Date),
    /// So far away that the year is probably wrong.
    #[error("{0} is more than two years away; check the year")]
    Far(Date),
    /// No number of minutes.
    #[error("`{0}` is no number of minutes from 5 to 600")]
    NoMinutes(String),
}

/// Reads a date: `2026-12-24`, or `+9` for nine days from today; nothing typed means no interview.
pub fn read_date(text: &str, today: Date) -> Result<Option<Date>, PlanError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let no_date = || PlanError::NoDate(text.to_string());
    let date = match text.strip_prefix('+') {
        Some(days) => {
            let days: i32 = days.trim().parse().map_err(|_| no_date())?;
            today.checked_add(jiff::Span::new().try_days(days).map_err(|_| no_date())?).map_err(|_| no_date())?
        }
        None => text.parse().map_err(|_| no_date())?,
    };
    if date < today {
        return Err(PlanError::Over(date, today));
    }
    if today.until(date).is_ok_and(|span| span.get_days() > FAR_DAYS) {
        return Err(PlanError::Far(date));
    }
    Ok(Some(date))
}

/// Reads minutes a day; nothing typed means as long as it takes.
pub fn read_minutes(text: &str) -> Result<Option<u32>, PlanError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let minutes = text.parse().ok().filter(|minutes| MINUTES.contains(minutes));
    minutes.map(Some).ok_or_else(|| PlanError::NoMinutes(text.to_string()))
}

/// The plan said last; `None` if the learner was never asked.
pub(super) fn read(connection: &Connection) -> Result<Option<Plan>, Error> {
    let mut query = connection
        .prepare_cached("SELECT typed FROM event WHERE item = ?1 AND kind = 'plan' ORDER BY n DESC LIMIT 1")?;
    let typed: Option<String> = query.query_row([ITEM], |row| row.get(0)).optional()?;
    Ok(typed.as_deref().map(Plan::of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_date_is_read_as_written_or_as_days_from_today() {
        let today = date(2026, 11, 29);
        assert_eq!(read_date("2026-12-08", today), Ok(Some(date(2026, 12, 8))));
        assert_eq!(read_date(" +9 ", today), Ok(Some(date(2026, 12, 8))));
        assert_eq!(read_date("", today), Ok(None));
        assert_eq!(read_date("2026-11-28", today), Err(PlanError::Over(date(2026, 11, 28), today)));
        for wrong in ["soon", "+", "+x", "2026-13-01", "2026-02-30", "+99999999999"] {
            assert!(matches!(read_date(wrong, today), Err(PlanError::NoDate(_))), "{wrong}");
        }
        assert!(matches!(read_date("2126-12-08", today), Err(PlanError::Far(_))));
        assert_eq!((read_minutes("30"), read_minutes("")), (Ok(Some(30)), Ok(None)));
        assert!(read_minutes("3").is_err() && read_minutes("an hour").is_err());
    }

    #[test]
    fn half_of_the_days_left_is_the_longest_interval_and_afterwards_there_is_none() {
        let plan = Plan { date: Some(date(2026, 12, 20)), minutes: None };
        let longest = |day| plan.longest(date(2026, 12, day));
        assert_eq!(
            [longest(1), longest(10), longest(17), longest(20), longest(21)],
            [Some(9), Some(5), Some(1), Some(1), None]
        );
        assert_eq!(Plan::default().longest(date(2026, 12, 1)), None);
    }
}
