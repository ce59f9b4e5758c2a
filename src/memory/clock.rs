//! The time, and the study day that it belongs to.

use jiff::civil::Date;
use jiff::tz::Offset;
use jiff::{Span, Timestamp, Zoned};

use super::model::Logged;

/// Where the time comes from.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The system's.
    #[default]
    System,
    /// A fixed moment in UTC, for tests.
    Fixed(Timestamp),
}

/// A moment as the log keeps it.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) at_utc_ms: i64,
    pub(super) utc_offset: i32,
    pub(super) day: Date,
    day_start: u8,
}

impl Clock {
    /// Now; a day begins at `day_start` o'clock.
    pub(super) fn now(&self, day_start: u8) -> Moment {
        let zoned = match self {
            Clock::System => Zoned::now(),
            Clock::Fixed(at) => at.to_zoned(jiff::tz::TimeZone::UTC),
        };
        let shifted = zoned.checked_sub(Span::new().hours(i64::from(day_start))).unwrap_or_else(|_| zoned.clone());
        Moment {
            at_utc_ms: zoned.timestamp().as_millisecond(),
            utc_offset: zoned.offset().seconds(),
            day: shifted.date(),
            day_start,
        }
    }
}

impl Moment {
    /// The moment of a logged event, as it was when it was logged.
    pub(super) fn of(entry: &Logged, day_start: u8) -> Moment {
        let at = Timestamp::from_millisecond(entry.at_utc_ms).unwrap_or(Timestamp::UNIX_EPOCH);
        let day = entry.study_day.parse().unwrap_or_else(|_| Clock::Fixed(at).now(day_start).day);
        Moment { at_utc_ms: entry.at_utc_ms, utc_offset: entry.utc_offset, day, day_start }
    }

    /// The start of the study day so many days later, in milliseconds since 1970.
    ///
    /// By the event's own offset from UTC, which the log knows, and not by the time zone, which it doesn't: so a table
    /// built anew, on another machine too, is the same. After a change of summer time a day begins an hour off.
    pub(super) fn day_after(&self, days: i64) -> i64 {
        let hour = i8::try_from(self.day_start).unwrap_or(0);
        let offset = Offset::from_seconds(self.utc_offset).unwrap_or(Offset::UTC);
        let start = self.day.checked_add(Span::new().days(days)).map(|date| date.at(hour, 0, 0, 0));
        start
            .and_then(|at| offset.to_timestamp(at))
            .map_or(self.at_utc_ms.saturating_add(days.saturating_mul(DAY_MS)), Timestamp::as_millisecond)
    }

    /// Study days from this one to that of a moment; 0 for what is past. By whole days from the start of this one, like
    /// [`Moment::day_after`].
    pub(super) fn days_until(&self, at_utc_ms: i64) -> u32 {
        u32::try_from((at_utc_ms - self.day_after(0)).max(0) / DAY_MS).unwrap_or(u32::MAX)
    }
}

/// Milliseconds of a day.
pub(super) const DAY_MS: i64 = 86_400_000;
