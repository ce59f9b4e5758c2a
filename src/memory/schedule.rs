//! When an item comes back: FSRS-6 with its default parameters, in whole study days.

use fsrs::{DEFAULT_PARAMETERS, FSRS, MemoryState};

use super::clock::{DAY_MS, Moment};
use super::model::Grade;

/// The chance of recall at which an item comes back, unless the learner sets another.
pub(super) const RETENTION: f32 = 0.9;
/// What was forgotten comes back in the same sitting, but not at once.
const AGAIN_MS: i64 = 10 * 60 * 1000;
/// The longest interval: two years.
const LONGEST_DAYS: f32 = 730.0;

/// What the schedule remembers of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State {
    pub(super) memory: MemoryState,
    pub(super) last_at_utc_ms: i64,
    pub(super) due_utc_ms: i64,
}

/// What bends the schedule: the recall that the learner wants, and the longest interval in days.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) retention: f32,
    pub(super) longest: Option<i64>,
}

/// The state after a grade. A clock that went backwards counts as no time at all.
pub(super) fn next(before: Option<State>, grade: Grade, wish: Wish, now: &Moment) -> Option<State> {
    let model = FSRS::new(&DEFAULT_PARAMETERS).ok()?;
    let elapsed = before.map_or(0, |s| days_between(s.last_at_utc_ms, now.at_utc_ms));
    let states = model.next_states(before.map(|s| s.memory), wish.retention, elapsed).ok()?;
    let state = match grade {
        Grade::Again => states.again,
        Grade::Hard => states.hard,
        Grade::Good => states.good,
        Grade::Easy => states.easy,
    };
    let days = state.interval.round().clamp(1.0, LONGEST_DAYS);
    let days = wish.longest.map_or(whole(days), |longest| whole(days).min(longest));
    let due = if grade == Grade::Again { now.at_utc_ms + AGAIN_MS } else { now.day_after(days) };
    Some(State { memory: state.memory, last_at_utc_ms: now.at_utc_ms, due_utc_ms: due })
}

/// The chance that it is remembered at a moment.
pub(super) fn recall(stability: f64, last_at_utc_ms: i64, at_utc_ms: i64) -> f64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "days and stabilities are small")]
    let (stability, days) = (stability as f32, (at_utc_ms - last_at_utc_ms).max(0) as f32 / DAY_MS as f32);
    let decay = DEFAULT_PARAMETERS.last().copied().unwrap_or(0.2);
    let state = MemoryState { stability: stability.max(0.001), difficulty: 5.0 };
    f64::from(fsrs::current_retrievability(state, days, decay)).clamp(0.0, 1.0)
}

fn days_between(from: i64, to: i64) -> u32 {
    u32::try_from((to - from).max(0) / DAY_MS).unwrap_or(u32::MAX).min(36_500)
}

#[allow(clippy::cast_possible_truncation, reason = "clamped to two years")]
fn whole(days: f32) -> i64 {
    days as i64
}
