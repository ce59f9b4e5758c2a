//! Round numbers on an axis: steps of 1, 2, 2.5 and 5 times a power of ten; powers of ten on a logarithmic one.

use crate::figure::{Axis, number};

/// A value and what is written beside it.
pub(super) type Tick = (f64, String);

/// About `count` ticks. `whole` allows whole numbers only (positions, rows of a matrix).
pub(super) fn ticks(axis: &Axis, count: u16, whole: bool) -> Vec<Tick> {
    if !axis.names.is_empty() {
        return axis.names.clone();
    }
    if axis.log && axis.min > 0.0 { logarithmic(axis, count) } else { linear(axis, count, whole) }
}

/// One number alone says nothing about a scale: then a finer step.
fn linear(axis: &Axis, count: u16, whole: bool) -> Vec<Tick> {
    let finer = (count..count.saturating_add(4)).map(|count| spaced(axis, count, whole));
    finer.into_iter().find(|ticks| ticks.len() >= 2).unwrap_or_else(|| spaced(axis, count, whole))
}

fn spaced(axis: &Axis, count: u16, whole: bool) -> Vec<Tick> {
    let span = axis.max - axis.min;
    if !(span.is_finite() && span > 0.0) {
        return Vec::new();
    }
    let raw = span / f64::from(count.max(1));
    let power = libm::pow(10.0, libm::floor(libm::log10(raw)));
    let factor = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|f| f * power >= raw * 0.999).unwrap_or(10.0);
    // Between whole numbers of tokens or logits nobody counts in halves.
    let factor = if !whole && power == 1.0 && factor == 2.5 { 2.0 } else { factor };
    let mut step = factor * power;
    if whole {
        step = step.max(1.0);
        // 2.5 is no step between whole numbers.
        step = if step.fract() == 0.0 { step } else { step.ceil() };
    }
    let decimals = (0..12).find(|d| off_grid(step, *d) < 1e-6).unwrap_or(12) as usize;
    let (first, last) = ((axis.min / step - 1e-9).ceil(), (axis.max / step + 1e-9).floor());
    if !(last - first).is_finite() || last - first > 1000.0 {
        return Vec::new();
    }
    let large = axis.max.abs().max(axis.min.abs()) >= 1e7;
    let write = |v: f64| {
        if large || decimals > 5 { number::figures(v, 4) } else { number::fixed(v, decimals) }
    };
    (0..=(last - first) as i64).map(|k| (first + k as f64) * step).map(|v| (v, write(v))).collect()
}

/// How far a step is from having this many decimals.
fn off_grid(step: f64, decimals: i32) -> f64 {
    let scaled = step * libm::pow(10.0, f64::from(decimals));
    (scaled - scaled.round()).abs() / scaled.max(1.0)
}

fn logarithmic(axis: &Axis, count: u16) -> Vec<Tick> {
    let (low, high) = (libm::log10(axis.min), libm::log10(axis.max));
    let count = i64::from(count.max(1));
    // Few decades have room for 2 and 5 between the powers.
    let factors: &[f64] = if 2.0 * (high - low) <= count as f64 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let (first, last) = ((low - 1e-9).floor() as i64, (high + 1e-9).floor() as i64);
    let decades = ((high + 1e-9).floor() - (low - 1e-9).ceil()) as i64 + 1;
    let every = (decades.max(1) + count - 1) / count;
    let tick = |value: f64| (value, number::figures(value, 2));
    let inside = |value: &f64| (low - 1e-9..=high + 1e-9).contains(&libm::log10(*value));
    (first..=last)
        .filter(|p| p.rem_euclid(every) == 0)
        .flat_map(|p| factors.iter().map(move |f| f * libm::pow(10.0, p as f64)))
        .filter(inside)
        .map(tick)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(min: f64, max: f64, count: u16, log: bool, whole: bool) -> Vec<String> {
        let axis = Axis { label: String::new(), min, max, log, names: Vec::new(), down: false };
        ticks(&axis, count, whole).into_iter().map(|t| t.1).collect()
    }

    #[test]
    fn steps_are_round_and_ends_are_kept() {
        assert_eq!(labels(0.0, 100.0, 5, false, false), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(-1.0, 1.0, 4, false, false), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(labels(0.0, 1.0, 4, false, false), ["0.00", "0.25", "0.50", "0.75", "1.00"]);
    }

    #[test]
    fn rows_of_a_matrix_have_no_halves() {
        assert_eq!(labels(-0.5, 3.5, 12, false, true), ["0", "1", "2", "3"]);
        assert_eq!(labels(-0.5, 11.5, 5, false, true), ["0", "3", "6", "9"]);
    }

    #[test]
    fn decades_on_a_log_axis() {
        assert_eq!(labels(0.0001, 1.0, 5, true, false), ["0.0001", "0.001", "0.01", "0.1", "1"]);
        assert_eq!(labels(512.0, 15_512.0, 9, true, false), ["1000", "2000", "5000", "10000"]);
        assert_eq!(labels(17.0, 430.0, 3, true, false), ["20", "50", "100", "200"]);
    }

    #[test]
    fn one_number_alone_is_no_scale() {
        assert_eq!(labels(-1.2, 1.6, 2, false, false), ["−1", "0", "1"]);
        assert_eq!(labels(-0.5, 0.9, 2, false, false), ["−0.5", "0.0", "0.5"]);
    }

    #[test]
    fn tokens_are_not_counted_in_halves() {
        assert_eq!(labels(0.0, 7.0, 3, false, false), ["0", "2", "4", "6"]);
        assert_eq!(labels(0.0, 100.0, 4, false, false), ["0", "25", "50", "75", "100"]);
    }

    #[test]
    fn hopeless_axes_have_no_ticks() {
        assert!(labels(0.0, f64::INFINITY, 5, false, false).is_empty());
        assert!(labels(1.0, 1.0, 5, false, false).is_empty());
    }
}
