//! Sums of waves over many whole positions: a curve while every position has a dot, else the mean of each column and a band
//! from its lowest to its highest value. The cost depends on columns and waves, never on the number of positions.

use super::{Layer, Tone, parts};
use crate::math::num::SplitMix64;

/// Positions read in one column, at irregular places: a regular stride would fall in step with a wave and show a slow one
/// that isn't there.
const READ: i64 = 32;

/// One wave: `cos · cos(ωx) + sin · sin(ωx)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wave {
    pub(super) omega: f64,
    pub(super) cos: f64,
    pub(super) sin: f64,
}

/// A sum of waves.
#[derive(Clone, Debug, Default)]
pub(super) struct Waves(pub(super) Vec<Wave>);

/// What there is to draw of a range of positions.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    /// The curve, or the mean of each column.
    pub(super) line: Vec<(f64, f64)>,
    /// Position, lowest and highest of each column; empty while every position has its own dot.
    pub(super) band: Vec<(f64, f64, f64)>,
    /// Positions in a column.
    pub(super) every: i64,
}

impl Waves {
    /// `∑ cos(ωx) / n`: all waves of one size, in step at 0.
    pub(super) fn in_step(frequencies: &[f64]) -> Waves {
        let size = 1.0 / frequencies.len().max(1) as f64;
        Waves(frequencies.iter().map(|omega| Wave { omega: *omega, cos: size, sin: 0.0 }).collect())
    }

    /// The sum at one position.
    pub(super) fn at(&self, x: f64) -> f64 {
        let value = |wave: &Wave| {
            let (sin, cos) = libm::sincos(wave.omega * x);
            wave.cos * cos + wave.sin * sin
        };
        self.0.iter().map(value).sum()
    }

    /// The whole positions from `from` to `to`, both included, in about `columns` columns of two dots.
    pub(super) fn over(&self, from: i64, to: i64, columns: u16) -> Trace {
        let columns = i64::from(columns.clamp(16, 400));
        let count = (to - from).max(0) + 1;
        if count <= 2 * columns {
            let line = (from..=to.max(from)).map(|x| (x as f64, self.at(x as f64))).collect();
            return Trace { line, band: Vec::new(), every: 1 };
        }
        self.columns(from, to, (count + columns - 1) / columns)
    }

    fn columns(&self, from: i64, to: i64, every: i64) -> Trace {
        let steps = places(every);
        // cos and sin of ω·step for every step and wave, and of ω·every to turn from one column to the next.
        let turns: Vec<Turn> = steps.iter().map(|step| self.turn(*step as f64)).collect();
        let onward = self.turn(every as f64);
        let mut now = self.standing(from as f64);
        let (mut line, mut band) = (vec![(from as f64, self.at(from as f64))], Vec::new());
        let mut start = from;
        while start <= to {
            let inside = steps.iter().zip(&turns).filter(|(step, _)| start + **step <= to).map(|(_, turn)| turn);
            let (mut low, mut high, mut sum, mut read) = (f64::INFINITY, f64::NEG_INFINITY, 0.0, 0.0);
            for value in inside.map(|turn| now.sum_after(turn)) {
                (low, high, sum, read) = (low.min(value), high.max(value), sum + value, read + 1.0);
            }
            let middle = (start + (start + every - 1).min(to)) as f64 / 2.0;
            line.push((middle, sum / read));
            band.push((middle, low, high));
            now.advance(&onward);
            start += every;
        }
        // The band reaches the ends of the axis.
        if let (Some(first), Some(last)) = (band.first().copied(), band.last().copied()) {
            band.insert(0, (from as f64, first.1, first.2));
            band.push((to as f64, last.1, last.2));
        }
        Trace { line, band, every }
    }

    fn turn(&self, x: f64) -> Turn {
        let (sin, cos) = self.0.iter().map(|wave| libm::sincos(wave.omega * x)).unzip();
        Turn { cos, sin }
    }

    /// Every wave at x, as an arrow: its height, and its height a quarter of a turn later.
    fn standing(&self, x: f64) -> Turn {
        let Turn { cos, sin } = self.turn(x);
        let turned = self.0.iter().zip(cos.iter().zip(&sin));
        let (cos, sin) = turned.map(|(w, (c, s))| (w.cos * c + w.sin * s, w.sin * c - w.cos * s)).unzip();
        Turn { cos, sin }
    }
}

/// Two numbers a wave, in two lists, so that the sums below run over several waves at once.
struct Turn {
    cos: Vec<f64>,
    sin: Vec<f64>,
}

/// Waves that are added side by side.
const LANES: usize = 8;

impl Turn {
    /// The sum of the waves a step further: each arrow turned by its own angle.
    fn sum_after(&self, step: &Turn) -> f64 {
        let mut lanes = [0.0; LANES];
        let arrows = self.cos.chunks(LANES).zip(self.sin.chunks(LANES));
        let steps = step.cos.chunks(LANES).zip(step.sin.chunks(LANES));
        for ((cos, sin), (dcos, dsin)) in arrows.zip(steps) {
            for ((lane, (c, s)), (dc, ds)) in lanes.iter_mut().zip(cos.iter().zip(sin)).zip(dcos.iter().zip(dsin)) {
                *lane += c * dc + s * ds;
            }
        }
        lanes.iter().sum()
    }

    fn advance(&mut self, by: &Turn) {
        let arrows = self.cos.iter_mut().zip(&mut self.sin);
        for ((c, s), (dc, ds)) in arrows.zip(by.cos.iter().zip(&by.sin)) {
            (*c, *s) = (*c * dc + *s * ds, *s * dc - *c * ds);
        }
    }
}

/// Where a column is read: everywhere if it is short, else its start and irregular places after it.
fn places(every: i64) -> Vec<i64> {
    if every <= READ {
        return (0..every).collect();
    }
    let mut stream = SplitMix64::new(every as u64);
    let (mut part, mut places) = (0, vec![0]);
    // One place in each of equal parts, anywhere in the part.
    while part < READ - 1 {
        let (low, high) = (1 + part * (every - 1) / (READ - 1), 1 + (part + 1) * (every - 1) / (READ - 1));
        places.push(low + (stream.next_u64() % (high - low).max(1) as u64) as i64);
        part += 1;
    }
    places
}

impl Trace {
    /// Lowest and highest of what is drawn.
    pub(super) fn extremes(&self) -> (f64, f64) {
        self.extremes_where(|_| true)
    }

    /// Lowest and highest of what is drawn over some positions.
    pub(super) fn extremes_where(&self, keep: impl Fn(f64) -> bool) -> (f64, f64) {
        let ends = self.line.iter().map(|p| (p.0, p.1, p.1)).chain(self.band.iter().copied());
        ends.filter(|p| keep(p.0))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p.1), high.max(p.2)))
    }

    /// The band, if there is one, and the curve over it.
    pub(super) fn layers(self, name: &str, tone: Tone) -> Vec<Layer> {
        let mut layers = Vec::new();
        if !self.band.is_empty() {
            layers.push(Layer::Band { name: String::new(), tone, points: self.band });
        }
        layers.push(parts::line(name, tone, self.line));
        layers
    }

    /// What a band is, for the convention; nothing without one.
    pub(super) fn remark(&self) -> String {
        match self.every {
            1 => String::new(),
            every => format!("; band: lowest to highest of {} read in each column of {every}", READ.min(every)),
        }
    }

    /// The label of the axis; says what a column stands for.
    pub(super) fn label(&self, label: &str) -> String {
        if self.every <= 1 { label.to_string() } else { format!("{label}; mean and range of {} each", self.every) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(omega: f64) -> Waves {
        Waves(vec![Wave { omega, cos: 0.0, sin: 1.0 }])
    }

    #[test]
    fn a_fast_wave_over_a_million_positions_shows_its_whole_height() {
        // Strides of 2621 would catch this wave always at the same phase.
        for omega in [1.0, std::f64::consts::TAU / 2622.0, std::f64::consts::TAU / 5.0] {
            let trace = pair(omega).over(0, 1 << 20, 400);
            let inside = trace.band.iter().filter(|p| p.1 < -0.8 && p.2 > 0.8).count();
            assert!(inside * 10 >= trace.band.len() * 9, "{omega}: {inside} of {}", trace.band.len());
        }
    }

    #[test]
    fn a_slow_wave_keeps_its_shape_and_its_band_is_thin() {
        let omega = std::f64::consts::TAU / 1_000_000.0;
        let trace = pair(omega).over(0, 1 << 20, 200);
        for (x, y) in &trace.line {
            assert!((y - libm::sin(omega * x)).abs() < 0.02, "{x}");
        }
        assert!(trace.band.iter().all(|p| p.2 - p.1 < 0.04));
    }

    #[test]
    fn turning_from_column_to_column_loses_nothing() {
        let waves = Waves(vec![Wave { omega: 0.7, cos: 0.3, sin: -0.2 }, Wave { omega: 1e-4, cos: 0.5, sin: 0.1 }]);
        let (trace, every) = (waves.over(3, 3 + 4000, 200), 21);
        assert_eq!(trace.every, every);
        // Columns this short are read whole.
        for (x, low, high) in &trace.band[1..trace.band.len() - 1] {
            let start = (x - 10.0) as i64;
            let all: Vec<f64> = (start..start + every).filter(|x| *x <= 4003).map(|x| waves.at(x as f64)).collect();
            if all.len() as i64 == every {
                assert!((low - all.iter().copied().fold(f64::INFINITY, f64::min)).abs() < 1e-12);
                assert!((high - all.iter().copied().fold(f64::NEG_INFINITY, f64::max)).abs() < 1e-12);
            }
        }
    }
}
