//! A learner whose memory is known: FSRS with parameters of its own, asked what is due, day by day.

#![allow(dead_code, reason = "not every test file uses all of it")]

use fsrs::{DEFAULT_PARAMETERS, FSRS, MemoryState};
use posenc::memory::{Clock, Event, EventKind, Grade, Mode, Store};

/// Forgets sooner than the average learner: a quarter of the first stabilities, and a slower growth.
pub fn forgetful() -> [f32; 21] {
    let mut parameters = DEFAULT_PARAMETERS;
    parameters[..4].iter_mut().for_each(|s| *s *= 0.25);
    parameters[8] -= 0.6;
    parameters
}

/// The same numbers on every machine.
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// From 0 to 1.
    pub fn throw(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

pub fn noon(day: i64) -> jiff::Timestamp {
    let start: jiff::Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    start + jiff::SignedDuration::from_hours(24 * day)
}

pub fn answer(item: &str, grade: Grade) -> Event {
    let mut event = Event::new(EventKind::Answer, Mode::Drill, item);
    event.verdict = if grade == Grade::Again { "wrong" } else { "right" }.into();
    event.grade = Some(grade);
    event.ms = 1500;
    event
}

/// Answers, for so many days, what the store says is due, on so many items; remembers as the parameters say.
pub fn study(store: &mut Store, parameters: &[f32; 21], items: usize, days: i64) {
    let model = FSRS::new(parameters).unwrap();
    let mut dice = Dice::new(7);
    let mut states: Vec<Option<(MemoryState, i64)>> = vec![None; items];
    for day in 0..days {
        store.set_clock(Clock::Fixed(noon(day)));
        let due: Vec<String> = store.due().unwrap().into_iter().map(|due| due.item).collect();
        // New items come all the time, as they do to someone who reads on.
        let first_day = |i: usize| i as i64 * days * 9 / (10 * items as i64);
        let fresh = (0..items).filter(|i| first_day(*i) == day).map(|i| format!("c/{i}"));
        for item in due.into_iter().chain(fresh) {
            let at: usize = item["c/".len()..].parse().unwrap();
            let chance = states[at].map_or(0.6, |(state, last)| {
                f64::from(fsrs::current_retrievability(state, (day - last) as f32, parameters[20]))
            });
            let grade = if dice.throw() < chance { Grade::Good } else { Grade::Again };
            let elapsed = states[at].map_or(0, |(_, last)| u32::try_from(day - last).unwrap());
            let next = model.next_states(states[at].map(|(state, _)| state), 0.9, elapsed).unwrap();
            let state = if grade == Grade::Good { next.good.memory } else { next.again.memory };
            states[at] = Some((state, day));
            store.record(&answer(&item, grade)).unwrap();
        }
    }
    store.set_clock(Clock::Fixed(noon(days)));
}
