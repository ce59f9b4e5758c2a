//! The time, and the study day that it belongs to.

use jiff::civil::Date;
use jiff::{Span, Timestamp, Zoned};

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
    zoned: Zoned,
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
            zoned,
            day_start,
        }
    }
}

impl Moment {
    /// The start of the study day so many days later, in milliseconds since 1970.
    pub(super) fn day_after(&self, days: i64) -> i64 {
        let hour = i8::try_from(self.day_start).unwrap_or(0);
        let start = self.day.checked_add(Span::new().days(days)).map(|date| date.at(hour, 0, 0, 0));
        start
            .and_then(|at| at.to_zoned(self.zoned.time_zone().clone()))
            .map_or(self.at_utc_ms.saturating_add(days.saturating_mul(DAY_MS)), |z| z.timestamp().as_millisecond())
    }
}

/// Milliseconds of a day.
pub(super) const DAY_MS: i64 = 86_400_000;
