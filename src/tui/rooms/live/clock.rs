//! A knob that turns by itself.

use std::time::{Duration, Instant};

use crate::figure::{Knob, KnobKind};

use super::Live;

/// Twelve frames a second, for a movement: smooth enough for an arrow, slow enough to read.
const FRAME: Duration = Duration::from_millis(83);
/// Three a second, for pictures that are looked at one by one: cards, heads, widths that double.
const STEP: Duration = Duration::from_millis(333);
/// Fifteen frames a second, the most that there ever are.
const SHORTEST: Duration = Duration::from_millis(67);
/// A knob with more whole numbers than this moves; one with fewer counts.
const MANY: i64 = 200;

/// A knob that turns by itself.
pub(super) struct Clock {
    /// When the next step is due.
    due: Instant,
    /// What it stood at.
    began: String,
}

/// How fast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// A quarter.
    Quarter,
    /// Half.
    Half,
    /// As fast as the figure likes.
    #[default]
    Usual,
    /// Twice as fast.
    Double,
    /// Four times as fast.
    Fourfold,
}

impl Speed {
    const ALL: [Speed; 5] = [Speed::Quarter, Speed::Half, Speed::Usual, Speed::Double, Speed::Fourfold];

    /// One faster or slower, no further than the ends.
    fn changed(self, by: isize) -> Speed {
        let at = Speed::ALL.iter().position(|s| *s == self).unwrap_or(2).saturating_add_signed(by);
        Speed::ALL.get(at).copied().unwrap_or(Speed::Fourfold)
    }

    fn factor(self) -> f64 {
        match self {
            Speed::Quarter => 0.25,
            Speed::Half => 0.5,
            Speed::Usual => 1.0,
            Speed::Double => 2.0,
            Speed::Fourfold => 4.0,
        }
    }

    /// As it is said.
    pub fn name(self) -> &'static str {
        match self {
            Speed::Quarter => "a quarter",
            Speed::Half => "half",
            Speed::Usual => "usual",
            Speed::Double => "double",
            Speed::Fourfold => "four times",
        }
    }
}

impl Live {
    /// Does a knob turn by itself?
    pub fn is_playing(&self) -> bool {
        self.clock.is_some()
    }

    /// Plays the chosen knob, from the start if it stands at its end, or stops it.
    pub fn play(&mut self, now: Instant) {
        if self.clock.take().is_some() {
            return;
        }
        let Some(knob) = self.current() else { return };
        let began = self.settings.get(knob.name).to_string();
        self.turn(1);
        if self.settings.get(knob.name) == began {
            self.rewind(knob);
        }
        self.clock = Some(Clock { due: now + self.pace(knob), began });
    }

    /// One step of the chosen knob.
    pub fn step(&mut self) {
        self.turn(1);
    }

    fn rewind(&mut self, knob: &Knob) {
        let least = match knob.kind {
            KnobKind::Int { min, .. } => min.to_string(),
            KnobKind::Real { min, .. } => min.to_string(),
            KnobKind::Choice { .. } | KnobKind::Toggle => return,
        };
        let _ = self.settings.set(self.info, knob.name, &least);
    }

    /// Stops the clock.
    pub fn pause(&mut self) {
        self.clock = None;
    }

    /// Faster or slower; returns how fast it is now.
    pub fn hurry(&mut self, by: isize) -> Speed {
        self.speed = self.speed.changed(by);
        self.speed
    }

    /// When the next frame is due.
    pub fn wake_after(&self, now: Instant) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.due.saturating_duration_since(now))
    }

    /// Draws the next frame if it is due. The clock stops at the end of the knob; choices go round once.
    pub fn tick(&mut self, now: Instant) {
        let Some(clock) = self.clock.take_if(|clock| clock.due <= now) else { return };
        let Some(knob) = self.current() else { return };
        let before = self.settings.get(knob.name).to_string();
        self.turn(1);
        let after = self.settings.get(knob.name);
        if after != before && after != clock.began {
            self.clock = Some(Clock { due: now + self.pace(knob), ..clock });
        }
    }

    /// How long a step stands: long enough to read where every step is another picture, short where steps make a movement.
    fn pace(&self, knob: &Knob) -> Duration {
        let usual = match knob.kind {
            KnobKind::Int { min, max, log: false, .. } if max - min > MANY => FRAME,
            KnobKind::Real { log: false, .. } => FRAME,
            _ => STEP,
        };
        usual.div_f64(self.speed.factor()).max(SHORTEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure;
    use crate::tui::settings::Marks;

    #[test]
    fn no_speed_makes_more_than_fifteen_frames_a_second() {
        for info in figure::ALL {
            let mut live = Live::of(info, Marks::Braille).unwrap();
            live.hurry(9);
            for knob in info.knobs {
                assert!(live.pace(knob) >= Duration::from_millis(1000 / 15), "{} {}", info.slug, knob.name);
            }
        }
    }

    #[test]
    fn the_speed_has_two_ends_and_a_middle() {
        let mut live = Live::of(&figure::ALL[0], Marks::Braille).unwrap();
        assert_eq!(live.hurry(0), Speed::Usual);
        assert_eq!(live.hurry(-9), Speed::Quarter);
        let slow = live.pace(&live.info.knobs[0]);
        assert_eq!((0..9).map(|_| live.hurry(1)).last(), Some(Speed::Fourfold));
        assert!(live.pace(&live.info.knobs[0]) < slow);
    }
}
