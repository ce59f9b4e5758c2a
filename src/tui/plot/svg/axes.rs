//! Title, axes with round numbers, the zero line, and a clip so that nothing leaves the panel.

use svg::node::element::{ClipPath, Definitions, Group, Line, Rectangle};

use super::super::frame::is_bare;
use super::super::ticks::ticks;
use super::place::Place;
use super::{Ink, round, text};
use crate::figure::{Axis, Layer, Panel};

/// What clips a panel to its rectangle.
pub(super) fn clip_of(place: &Place) -> String {
    format!("panel-{:.0}-{:.0}", place.left, place.top)
}

pub(super) fn draw(panel: &Panel, place: &Place, ink: &Ink<'_>) -> Group {
    let (right, bottom) = (place.left + place.wide, place.top + place.high);
    let frame = Rectangle::new()
        .set("x", round(place.left))
        .set("y", round(place.top))
        .set("width", round(place.wide))
        .set("height", round(place.high));
    let clip = ClipPath::new().set("id", clip_of(place)).add(frame);
    let mut group = Group::new().add(Definitions::new().add(clip));
    if !panel.title.is_empty() {
        // A title longer than its panel begins further left, over the numbers of the axis.
        let left = place.left.min(place.left + place.room - BOLD * 14.0 * panel.title.chars().count() as f64);
        let left = left.max(place.left - place.beside);
        let size = title_size(panel, place.left + place.room - left);
        let title = text(&panel.title, left, place.top - 28.0, size).set("fill", ink.text());
        // A dial has no axis to begin at: its name stands over its middle.
        let title = if is_bare(panel) {
            title.set("x", round(place.left + place.wide / 2.0)).set("text-anchor", "middle")
        } else {
            title
        };
        group = group.add(title.set("font-weight", "bold"));
    }
    if is_bare(panel) {
        return group;
    }
    let heat = panel.layers.iter().any(|l| matches!(l, Layer::Cells(_)));
    if !heat && panel.y.min < 0.0 && panel.y.max > 0.0 && !panel.y.log {
        group = group.add(rule((place.left, right), place.down(0.0).map(|y| (y, y)), &ink.quiet()));
    }
    group = group.add(rule((place.left, right), Some((bottom, bottom)), &ink.dim()));
    group = group.add(rule((place.left, place.left), Some((place.top, bottom)), &ink.dim()));
    for (value, label) in ticks(&panel.x, count(place.wide / 80.0), whole(&panel.x)) {
        let Some(x) = place.across(value) else { continue };
        group = group.add(rule((x, x), Some((bottom, bottom + 5.0)), &ink.dim()));
        group = group.add(text(&label, x, bottom + 19.0, 12).set("text-anchor", "middle").set("fill", ink.dim()));
    }
    for (value, label) in ticks(&panel.y, count(place.high / 45.0), whole(&panel.y)) {
        let Some(y) = place.down(value) else { continue };
        group = group.add(rule((place.left - 5.0, place.left), Some((y, y)), &ink.dim()));
        group = group.add(text(&label, place.left - 9.0, y + 4.0, 12).set("text-anchor", "end").set("fill", ink.dim()));
    }
    let across = text(&panel.x.label, place.left + place.wide / 2.0, bottom + 38.0, 13);
    let up = text(&panel.y.label, place.left - 54.0, place.top + place.high / 2.0, 13);
    let turn = format!("rotate(-90 {} {})", round(place.left - 54.0), round(place.top + place.high / 2.0));
    group
        .add(across.set("text-anchor", "middle").set("fill", ink.text()))
        .add(up.set("text-anchor", "middle").set("transform", turn).set("fill", ink.text()))
}

/// A bold letter is about so much as wide as high.
const BOLD: f64 = 0.62;

/// As large as lets the title stand in its room.
fn title_size(panel: &Panel, room: f64) -> u32 {
    let letters = panel.title.chars().count().max(1) as f64;
    (room / (BOLD * letters)).clamp(9.0, 14.0) as u32
}

fn count(room: f64) -> u16 {
    room.clamp(2.0, 10.0) as u16
}

/// A long axis between whole numbers counts things.
fn whole(axis: &Axis) -> bool {
    axis.min.fract() == 0.0 && axis.max.fract() == 0.0 && axis.max - axis.min >= 8.0
}

fn rule((x1, x2): (f64, f64), y: Option<(f64, f64)>, colour: &str) -> Line {
    let (y1, y2) = y.unwrap_or_default();
    Line::new()
        .set("x1", round(x1))
        .set("x2", round(x2))
        .set("y1", round(y1))
        .set("y2", round(y2))
        .set("stroke", colour)
        .set("stroke-width", 1)
}
