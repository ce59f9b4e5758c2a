//! The time, and the study day that it belongs to. A clock that stands before 1970 or near the year 10000 is taken as the
//! nearest time that the calendar and the ids can say; the learner is told once.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
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

/// Seconds since 1970 that are believed: from its second day, so that the day before exists everywhere on earth, to the end
/// of 9996, so that an interval of two years ends within the calendar.
const BELIEVED: std::ops::RangeInclusive<i64> = 86_400..=253_307_692_799;

/// May something have happened then, in milliseconds since 1970?
pub fn is_believed(at_utc_ms: i64) -> bool {
    BELIEVED.contains(&at_utc_ms.div_euclid(1000))
}

/// The nearest believed time.
fn believed(at: Timestamp) -> Timestamp {
    let seconds = at.as_second().clamp(*BELIEVED.start(), *BELIEVED.end());
    if seconds == at.as_second() { at } else { Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH) }
}

/// The time of a system's clock, whatever it stands at.
fn of_system(at: SystemTime) -> Timestamp {
    let limit = |seconds: i64| Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    let late = UNIX_EPOCH.checked_add(Duration::from_secs(BELIEVED.end().unsigned_abs())).is_some_and(|end| at > end);
    match late {
        true => limit(*BELIEVED.end()),
        false => Timestamp::try_from(at).map_or_else(|_| limit(*BELIEVED.start()), believed),
    }
}

/// Now, in the learner's time zone.
pub fn now() -> Zoned {
    of_system(SystemTime::now()).to_zoned(TimeZone::system())
}

/// Keeps ids in order that are made within one millisecond.
static ORDER: Mutex<uuid::ContextV7> = Mutex::new(uuid::ContextV7::new());

/// A fresh id for an event or a sitting (UUID v7): it begins with the time, and is greater than the one before.
pub fn fresh_id() -> uuid::Uuid {
    let at = of_system(SystemTime::now());
    let nanos = u32::try_from(at.subsec_nanosecond()).unwrap_or(0);
    let order = ORDER.lock().unwrap_or_else(PoisonError::into_inner);
    uuid::Uuid::new_v7(uuid::Timestamp::from_unix(&*order, at.as_second().unsigned_abs(), nanos))
}

/// What is wrong with a clock, if it is.
fn doubt(at: SystemTime) -> Option<String> {
    let taken = of_system(at);
    let off = match at.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_secs() != taken.as_second().unsigned_abs(),
        Err(_) => true,
    };
    off.then(|| taken.to_zoned(TimeZone::UTC).date().to_string())
}

impl Clock {
    /// The day that is written instead, if the clock stands where no calendar reaches.
    pub(super) fn doubt(&self) -> Option<String> {
        match self {
            Clock::System => doubt(SystemTime::now()),
            Clock::Fixed(at) => {
                (believed(*at) != *at).then(|| believed(*at).to_zoned(TimeZone::UTC).date().to_string())
            }
        }
    }

    /// Now; a day begins at `day_start` o'clock.
    pub(super) fn now(&self, day_start: u8) -> Moment {
        let zoned = match self {
            Clock::System => now(),
            Clock::Fixed(at) => believed(*at).to_zoned(TimeZone::UTC),
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
        u32::try_from(at_utc_ms.saturating_sub(self.day_after(0)).max(0) / DAY_MS).unwrap_or(u32::MAX)
    }

    /// Study days from that of an earlier moment to this one; 0 for what is later. Half past eleven in the evening and eight
    /// in the morning are a day apart, as for the learner.
    pub(super) fn days_since(&self, at_utc_ms: i64) -> u32 {
        let before = self.day_after(0).saturating_sub(at_utc_ms);
        let days = before.max(0).saturating_add(DAY_MS - 1) / DAY_MS;
        u32::try_from(days).unwrap_or(u32::MAX).min(36_500)
    }
}

/// Milliseconds of a day.
pub(super) const DAY_MS: i64 = 86_400_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_1970_or_after_9999_is_taken_as_the_nearest_time() {
        let year = Duration::from_secs(366 * 86_400);
        let early = UNIX_EPOCH - year * 90;
        assert_eq!(of_system(early).as_second(), *BELIEVED.start());
        assert_eq!(doubt(early).as_deref(), Some("1970-01-02"));
        for years in [8_100, 20_000, 1_000_000] {
            let late = UNIX_EPOCH + year * years;
            assert_eq!(of_system(late).as_second(), *BELIEVED.end());
            assert_eq!(doubt(late).as_deref(), Some("9996-12-31"));
        }
        let fine = UNIX_EPOCH + year * 56;
        assert_eq!((of_system(fine).as_second(), doubt(fine)), (56 * 366 * 86_400, None));
    }

    #[test]
    fn ids_made_at_once_are_different_and_in_order() {
        let ids: Vec<_> = (0..1000).map(|_| fresh_id()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn every_moment_has_a_day_and_days_around_it() {
        for at in [Timestamp::MIN, Timestamp::UNIX_EPOCH, Timestamp::MAX] {
            let moment = Clock::Fixed(at).now(23);
            assert!(moment.at_utc_ms > 0 && moment.day_after(730) > moment.at_utc_ms, "{moment:?}");
            assert_eq!(moment.days_until(moment.day_after(730)), 730);
        }
    }

    #[test]
    fn days_are_counted_as_the_learner_counts_them() {
        let clock = |text: &str| Clock::Fixed(text.parse().unwrap()).now(4);
        let morning = clock("2026-11-30T08:00:00Z");
        let since = |text: &str| morning.days_since(clock(text).at_utc_ms);
        assert_eq!(since("2026-11-30T05:00:00Z"), 0);
        assert_eq!(since("2026-11-30T04:00:00Z"), 0);
        assert_eq!(since("2026-11-30T03:59:59Z"), 1, "before four it was still the evening");
        assert_eq!(since("2026-11-29T23:30:00Z"), 1);
        assert_eq!(since("2026-11-28T23:30:00Z"), 2);
        assert_eq!(since("2026-12-24T08:00:00Z"), 0, "a clock that went backwards");
    }
}
