//! When an item comes back: FSRS-6, with its default parameters or with those fitted to the learner, in whole study days.

use fsrs::{DEFAULT_PARAMETERS, FSRS, MemoryState};
use serde::{Deserialize, Serialize};

use super::clock::{DAY_MS, Moment};
use super::model::Grade;

/// The chance of recall at which an item comes back, unless the learner sets another.
pub(super) const RETENTION: f32 = 0.9;
/// What was forgotten comes back in the same sitting, but not at once.
const AGAIN_MS: i64 = 10 * 60 * 1000;
/// The longest interval: two years.
const LONGEST_DAYS: f32 = 730.0;

/// What each of the 21 numbers can be: first stabilities in days, difficulties, growth, decay. The bounds that the crate
/// clips a fit to (fsrs 6, `parameter_clipper.rs`).
const RANGES: [(f32, f32); 21] = [
    (0.001, 100.0),
    (0.001, 100.0),
    (0.001, 100.0),
    (0.001, 100.0),
    (1.0, 10.0),
    (0.001, 4.0),
    (0.001, 4.0),
    (0.001, 0.75),
    (0.0, 4.5),
    (0.0, 0.8),
    (0.001, 3.5),
    (0.001, 5.0),
    (0.001, 0.25),
    (0.001, 0.9),
    (0.0, 4.0),
    (0.0, 1.0),
    (1.0, 6.0),
    (0.0, 2.0),
    (0.0, 2.0),
    (0.0, 0.8),
    (0.1, 0.8),
];

/// The 21 numbers of FSRS-6.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<f32>", into = "Vec<f32>")]
pub struct Parameters([f32; 21]);

impl Default for Parameters {
    fn default() -> Self {
        Parameters(DEFAULT_PARAMETERS)
    }
}

impl TryFrom<Vec<f32>> for Parameters {
    type Error = String;

    fn try_from(numbers: Vec<f32>) -> Result<Self, String> {
        Parameters::of(&numbers).ok_or_else(|| "these are not the 21 parameters of FSRS-6".into())
    }
}

impl From<Parameters> for Vec<f32> {
    fn from(parameters: Parameters) -> Self {
        parameters.0.to_vec()
    }
}

impl Parameters {
    /// `None` unless these are 21 numbers, each within what FSRS-6 allows.
    pub fn of(numbers: &[f32]) -> Option<Parameters> {
        let numbers: [f32; 21] = numbers.try_into().ok()?;
        let possible = |(n, (low, high)): (&f32, &(f32, f32))| (*low..=*high).contains(n);
        numbers.iter().zip(&RANGES).all(possible).then_some(Parameters(numbers))
    }

    /// The model, its numbers kept within what it allows.
    pub(super) fn model(&self) -> Option<FSRS> {
        FSRS::new(&self.0).ok()
    }

    /// The chance that something is remembered at a moment.
    pub(super) fn recall(&self, stability: f64, last_at_utc_ms: i64, at_utc_ms: i64) -> f64 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "both are small")]
        let (stability, days) =
            (stability as f32, at_utc_ms.saturating_sub(last_at_utc_ms).max(0) as f32 / DAY_MS as f32);
        // As the model clips it.
        let decay = self.0.last().copied().unwrap_or(fsrs::FSRS6_DEFAULT_DECAY).clamp(0.1, 0.8);
        let state = MemoryState { stability: stability.max(0.001), difficulty: 5.0 };
        f64::from(fsrs::current_retrievability(state, days, decay)).clamp(0.0, 1.0)
    }
}

/// What the schedule remembers of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State {
    pub(super) memory: MemoryState,
    pub(super) last_at_utc_ms: i64,
    pub(super) due_utc_ms: i64,
}

/// What bends the schedule: the learner's parameters, the recall wished for, and the longest interval in days.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) parameters: Parameters,
    pub(super) retention: f32,
    pub(super) longest: Option<i64>,
}

/// The state after a grade. A clock that went backwards counts as no time at all.
pub(super) fn next(before: Option<State>, grade: Grade, wish: Wish, now: &Moment) -> Option<State> {
    let model = wish.parameters.model()?;
    let elapsed = before.map_or(0, |s| now.days_since(s.last_at_utc_ms));
    let states = model.next_states(before.map(|s| s.memory), wish.retention, elapsed).ok()?;
    let state = match grade {
        Grade::Again => states.again,
        Grade::Hard => states.hard,
        Grade::Good => states.good,
        Grade::Easy => states.easy,
    };
    let days = state.interval.round().clamp(1.0, LONGEST_DAYS);
    let days = wish.longest.map_or(whole(days), |longest| whole(days).min(longest));
    let due = if grade == Grade::Again { now.at_utc_ms.saturating_add(AGAIN_MS) } else { now.day_after(days) };
    Some(State { memory: state.memory, last_at_utc_ms: now.at_utc_ms, due_utc_ms: due })
}

#[allow(clippy::cast_possible_truncation, reason = "clamped to two years")]
fn whole(days: f32) -> i64 {
    days as i64
}
