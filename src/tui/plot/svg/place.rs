//! Data units to pixels.

use super::super::frame::is_bare;
use crate::figure::{Axis, Layer, Panel};

/// One panel on the page: the rectangle of its data, and how its axes run.
pub(super) struct Place {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) wide: f64,
    pub(super) high: f64,
    /// Everything across that the panel may use, from its left edge on.
    pub(super) room: f64,
    /// What the numbers and the name of the upright axis take of it at the left.
    pub(super) beside: f64,
    x: Run,
    y: Run,
}

/// Room for the numbers and the name of an axis.
const LEFT: f64 = 66.0;
const BELOW: f64 = 46.0;
/// Room for the legend, and for the title above it.
const LEGEND: f64 = 26.0;
const TITLE: f64 = 18.0;
/// Room for a colour bar.
const BAR: f64 = 96.0;

impl Place {
    pub(super) fn new(panel: &Panel, titled: bool, corner: (f64, f64), size: (f64, f64)) -> Place {
        let above = LEGEND + if titled { TITLE } else { 0.0 };
        let bar = if panel.layers.iter().any(|l| matches!(l, Layer::Cells(_))) { BAR } else { 0.0 };
        // Clocks and dials have no numbers at their sides.
        let (beside, below) = if is_bare(panel) { (0.0, 0.0) } else { (LEFT, BELOW) };
        let room = ((size.0 - beside - bar).max(40.0), (size.1 - above - below).max(40.0));
        let (mut wide, mut high) = room;
        if panel.square {
            let unit = (wide / span(&panel.x)).min(high / span(&panel.y));
            (wide, high) = (unit * span(&panel.x), unit * span(&panel.y));
        }
        let (x, y) = (Run::new(&panel.x, false), Run::new(&panel.y, true));
        // What is narrower than its room stands in the middle of it.
        let left = corner.0 + beside + (room.0 - wide) / 2.0;
        let top = corner.1 + above + (room.1 - high) / 2.0;
        Place { left, top, wide, high, x, y, beside, room: corner.0 + size.0 - left }
    }

    /// A point of the data on the page; `None` where it has none.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        Some((self.across(x)?, self.down(y)?))
    }

    /// Is this column inside the panel?
    pub(super) fn spans(&self, x: f64) -> bool {
        (self.left..=self.left + self.wide).contains(&x)
    }

    pub(super) fn across(&self, x: f64) -> Option<f64> {
        Some(self.left + self.wide * self.x.share(x)?)
    }

    pub(super) fn down(&self, y: f64) -> Option<f64> {
        Some(self.top + self.high * self.y.share(y)?)
    }
}

fn span(axis: &Axis) -> f64 {
    let span = axis.max - axis.min;
    if span.is_finite() && span > 0.0 { span } else { 1.0 }
}

/// How one axis runs.
struct Run {
    from: f64,
    to: f64,
    log: bool,
    flipped: bool,
}

impl Run {
    fn new(axis: &Axis, vertical: bool) -> Run {
        let log = axis.log && axis.min > 0.0;
        let (from, to) = if log { (libm::log10(axis.min), libm::log10(axis.max)) } else { (axis.min, axis.max) };
        let sound = from.is_finite() && to.is_finite() && to > from;
        let (from, to) = if sound { (from, to) } else { (0.0, 1.0) };
        Run { from, to, log, flipped: vertical && !axis.down }
    }

    /// 0 at the left or top end, 1 at the other; a point far outside stays near enough for a line to leave the panel rightly.
    fn share(&self, value: f64) -> Option<f64> {
        let value = if self.log { libm::log10(value) } else { value };
        let t = (value - self.from) / (self.to - self.from);
        let t = if self.flipped { 1.0 - t } else { t };
        t.is_finite().then(|| t.clamp(-20.0, 20.0))
    }
}
