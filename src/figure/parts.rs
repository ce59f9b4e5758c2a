//! Small pieces that every figure is put together from.

use super::{Axis, FigureInfo, Layer, Panel, Picture, Readout, Tone, number};

/// A linear axis that never has the length zero.
pub(super) fn axis(label: &str, min: f64, max: f64) -> Axis {
    let max = if max > min { max } else { min + 1.0 };
    Axis { label: label.to_string(), min, max, log: false, names: Vec::new(), down: false }
}

/// The same axis, top to bottom.
pub(super) fn down(axis: Axis) -> Axis {
    Axis { down: true, ..axis }
}

/// The same axis, logarithmic; both ends must be positive.
pub(super) fn log(axis: Axis) -> Axis {
    Axis { log: axis.min > 0.0, ..axis }
}

/// A panel of layers.
pub(super) fn panel(title: impl Into<String>, x: Axis, y: Axis, layers: Vec<Layer>) -> Panel {
    Panel { title: title.into(), x, y, square: false, layers }
}

/// A picture without a table.
pub(super) fn picture(info: &FigureInfo, title: String, panels: Vec<Panel>) -> Picture {
    Picture {
        id: info.slug.to_string(),
        title,
        scheme: info.scheme,
        panels,
        table: None,
        notice: String::new(),
        convention: String::new(),
    }
}

/// A line.
pub(super) fn line(name: &str, tone: Tone, points: Vec<(f64, f64)>) -> Layer {
    Layer::Line { name: name.to_string(), tone, points }
}

/// Separate points.
pub(super) fn points(name: &str, tone: Tone, points: Vec<(f64, f64)>) -> Layer {
    Layer::Points { name: name.to_string(), tone, points }
}

/// A readout from pairs.
pub(super) fn readout<const N: usize>(items: [(&str, String); N]) -> Readout {
    Readout { items: items.into_iter().map(|(name, value)| (name.to_string(), value)).collect() }
}

/// At most `most` whole numbers from `from` to `to`, evenly spread, both ends included.
pub(super) fn spread(from: i64, to: i64, most: usize) -> Vec<i64> {
    let most = most.max(2) as i64;
    let length = to - from;
    if length <= 0 {
        return vec![from];
    }
    if length < most {
        return (from..=to).collect();
    }
    let last = most - 1;
    (0..=last).map(|k| from + (length as i128 * i128::from(k) / i128::from(last)) as i64).collect()
}

/// Every nth whole number from `from` to `to`, and the end, at most `most` and one more; and the n.
pub(super) fn thinned(from: i64, to: i64, most: usize) -> (Vec<i64>, i64) {
    let every = ((to - from) / most.max(2) as i64 + 1).max(1);
    let mut shown: Vec<i64> = (from..=to).step_by(every as usize).collect();
    if shown.last().is_none_or(|last| *last < to) {
        shown.push(to.max(from));
    }
    (shown, every)
}

/// The label of an axis along which only every nth thing is drawn: says so.
pub(super) fn sampled(label: &str, unit: &str, every: i64) -> String {
    if every <= 1 { label.to_string() } else { format!("{label}; every {} {unit} shown", number::ordinal(every)) }
}

/// The whole number nearest to a cursor, inside a range.
pub(super) fn snap(value: f64, min: i64, max: i64) -> i64 {
    (value.round() as i64).clamp(min, max.max(min))
}

/// Plural ending.
pub(super) fn s(count: i64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::{sampled, spread, thinned};

    #[test]
    fn thinning_keeps_one_stride_and_the_end_and_says_so() {
        assert_eq!(thinned(0, 9, 5), (vec![0, 2, 4, 6, 8, 9], 2));
        assert_eq!(thinned(0, 3, 10), (vec![0, 1, 2, 3], 1));
        assert_eq!(thinned(7, 7, 10), (vec![7], 1));
        assert_eq!(sampled("offset", "offset", 1), "offset");
        assert_eq!(sampled("token t", "token", 22), "token t; every 22nd token shown");
    }

    #[test]
    fn spread_keeps_both_ends_and_the_limit() {
        assert_eq!(spread(0, 3, 10), vec![0, 1, 2, 3]);
        let many = spread(-5000, 5000, 140);
        assert_eq!((many.len(), many[0], many[139]), (140, -5000, 5000));
        assert_eq!(spread(7, 7, 10), vec![7]);
    }
}
