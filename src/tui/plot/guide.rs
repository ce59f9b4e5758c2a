//! What the cursor holds on to: a bar, a curve, a cell of a heat map; so that the number read is the one pointed at.

use super::backdrop::bar_cells;
use super::frame::Frame;
use super::grid::Grid;
use crate::figure::{Cursor, Layer, Panel, Tone};

/// What there is to hold on to in a panel.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Guide {
    /// Nothing: the cursor moves by cells.
    Free,
    /// Columns and rows of a heat map.
    Grid(Grid),
    /// Bars from left to right: x, height, first and last column.
    Bars(Vec<(f64, f64, u16, u16)>),
    /// Curves, each from left to right.
    Curves(Vec<Vec<(f64, f64)>>),
}

/// Curves with fewer points are straight lines: the cursor stops anywhere on them.
const FEW: usize = 5;

impl Guide {
    /// Bars and curves of a panel; reference lines are not followed.
    pub(super) fn new(panel: &Panel, frame: &Frame) -> Guide {
        let mut bars = Vec::new();
        let mut curves = Vec::new();
        for layer in &panel.layers {
            match layer {
                Layer::Bars { bars: all, .. } => bars.extend(bar_cells(frame, all)),
                Layer::Line { tone, points, .. } if *tone != Tone::Quiet && points.len() > 1 => {
                    curves.push(points.clone());
                }
                _ => {}
            }
        }
        if !bars.is_empty() {
            bars.sort_by(|a, b| a.0.total_cmp(&b.0));
            Guide::Bars(bars)
        } else if !curves.is_empty() {
            Guide::Curves(curves)
        } else {
            Guide::Free
        }
    }

    /// The point nearest to a cell of the plot.
    pub(super) fn hit(&self, frame: &Frame, col: u16, row: u16) -> Cursor {
        let panel = frame.panel;
        let free = Cursor { panel, x: frame.x.middle(col), y: frame.y.middle(row) };
        match self {
            Guide::Free => free,
            Guide::Grid(grid) => {
                // Half a character above the first row is no row.
                let pixel = row * grid.rows.pixels;
                let line = grid.rows.at(pixel).or_else(|| grid.rows.at(pixel + grid.rows.pixels - 1));
                let column = grid.columns.at(col);
                let place = |k: Option<usize>, places: &[f64]| {
                    k.or(places.len().checked_sub(1)).and_then(|k| places.get(k)).copied()
                };
                let (x, y) = (place(column, &grid.columns.places), place(line, &grid.rows.places));
                Cursor { panel, x: x.unwrap_or(free.x), y: y.unwrap_or(free.y) }
            }
            Guide::Bars(bars) => {
                let away = |bar: &&(f64, f64, u16, u16)| bar.2.saturating_sub(col).max(col.saturating_sub(bar.3));
                bars.iter().min_by_key(away).map_or(free, |bar| Cursor { panel, x: bar.0, y: bar.1 })
            }
            Guide::Curves(curves) => {
                // The middle of the cell in the dots of the lines.
                let middle = frame.x.value(2.0 * f64::from(col) + 0.5, 2);
                let away = |y: f64| (frame.y.dot(y, 1) - f64::from(row)).abs();
                let near = curves.iter().filter_map(|curve| Some((curve, height(frame, curve, middle)?)));
                let Some((curve, _)) = near.min_by(|a, b| away(a.1).total_cmp(&away(b.1))) else { return free };
                let x = nearest_point(frame, curve, middle);
                Cursor { panel, x, y: height(frame, curve, x).unwrap_or(free.y) }
            }
        }
    }

    /// The next point: right and left along what is held, up and down to what lies there.
    pub(super) fn step(&self, frame: &Frame, from: Cursor, right: i32, up: i32) -> Cursor {
        let panel = frame.panel;
        match self {
            Guide::Free => Cursor {
                panel,
                x: if right == 0 { from.x } else { frame.x.step(from.x, right) },
                y: if up == 0 { from.y } else { frame.y.step(from.y, -up) },
            },
            Guide::Grid(grid) => {
                let down = if frame.y_down { -up } else { up };
                let along = |places: &[f64], at: usize, by: i32| places.get(moved(at, by, places.len())).copied();
                let x = along(&grid.columns.places, grid.columns.nearest(from.x), right);
                let y = along(&grid.rows.places, grid.rows.nearest(from.y), down);
                Cursor { panel, x: x.unwrap_or(from.x), y: y.unwrap_or(from.y) }
            }
            Guide::Bars(bars) => {
                let away = |bar: &(f64, f64, u16, u16)| (bar.0 - from.x).abs();
                let at = (0..bars.len()).min_by(|a, b| {
                    let of = |k: &usize| bars.get(*k).map_or(f64::INFINITY, away);
                    of(a).total_cmp(&of(b))
                });
                let bar = at.and_then(|at| bars.get(moved(at, right, bars.len())));
                bar.map_or(from, |bar| Cursor { panel, x: bar.0, y: bar.1 })
            }
            Guide::Curves(curves) => along_curves(curves, frame, from, right, up),
        }
    }

    /// The cell of a cursor.
    pub(super) fn cell(&self, frame: &Frame, cursor: Cursor) -> Option<(u16, u16)> {
        let (col, row) = match self {
            Guide::Grid(grid) => {
                let (column, row) = (grid.columns.nearest(cursor.x), grid.rows.nearest(cursor.y));
                (grid.columns.cell(column), grid.rows.cell(row))
            }
            Guide::Bars(bars) => {
                let away = |bar: &&(f64, f64, u16, u16)| (bar.0 - cursor.x).abs();
                let bar = bars.iter().min_by(|a, b| away(a).total_cmp(&away(b)))?;
                // The row in which the bar ends.
                (u16::midpoint(bar.2, bar.3), frame.y.cell(bar.1, 8)?)
            }
            Guide::Curves(_) => (frame.column(cursor.x)?, frame.row(cursor.y)?),
            Guide::Free => (frame.x.cell(cursor.x, 1)?, frame.y.cell(cursor.y, 1)?),
        };
        (col < frame.plot.width && row < frame.plot.height).then_some((frame.plot.x + col, frame.plot.y + row))
    }
}

/// An index some steps further, inside the list.
fn moved(at: usize, by: i32, count: usize) -> usize {
    at.saturating_add_signed(by as isize).min(count.saturating_sub(1))
}

fn along_curves(curves: &[Vec<(f64, f64)>], frame: &Frame, from: Cursor, right: i32, up: i32) -> Cursor {
    let panel = frame.panel;
    let dot = |y: f64| frame.y.dot(y, 8);
    // The curves at this place, highest on the screen first.
    let mut here: Vec<(&Vec<(f64, f64)>, f64)> =
        curves.iter().filter_map(|curve| Some((curve, height(frame, curve, from.x)?))).collect();
    here.sort_by(|a, b| dot(a.1).total_cmp(&dot(b.1)));
    let away = |k: &usize| here.get(*k).map_or(f64::INFINITY, |c| (dot(c.1) - dot(from.y)).abs());
    let at = (0..here.len()).min_by(|a, b| away(a).total_cmp(&away(b)));
    let held = at.and_then(|at| here.get(moved(at, -up.signum(), here.len())));
    let Some((curve, _)) = held else {
        return Cursor { panel, x: frame.x.step(from.x, right), y: from.y };
    };
    let x = if right == 0 { from.x } else { next_point(frame, curve, from.x, right) };
    // Past the end of this curve another one may go on.
    let y = height(frame, curve, x).or_else(|| curves.iter().find_map(|curve| height(frame, curve, x)));
    Cursor { panel, x, y: y.unwrap_or(from.y) }
}

/// The height of a curve at x, as it is drawn between its points; nothing beside it.
fn height(frame: &Frame, curve: &[(f64, f64)], x: f64) -> Option<f64> {
    let after = curve.partition_point(|p| p.0 < x);
    let right = curve.get(after)?;
    if right.0 == x {
        return Some(right.1);
    }
    let left = curve.get(after.checked_sub(1)?)?;
    // Straight on the screen, also on a logarithmic axis.
    let (a, b) = (frame.y.dot(left.1, 1), frame.y.dot(right.1, 1));
    let t = (x - left.0) / (right.0 - left.0);
    let height = frame.y.value(a + t * (b - a), 1);
    height.is_finite().then_some(height)
}

/// The point of a curve nearest to x; x itself on a straight line.
fn nearest_point(frame: &Frame, curve: &[(f64, f64)], x: f64) -> f64 {
    if curve.len() < FEW {
        return x;
    }
    let away = |p: &&(f64, f64)| (frame.x.dot(p.0, 1) - frame.x.dot(x, 1)).abs();
    curve.iter().min_by(|a, b| away(a).total_cmp(&away(b))).map_or(x, |p| p.0)
}

/// The next point of a curve at least so many cells away, or its last one.
fn next_point(frame: &Frame, curve: &[(f64, f64)], x: f64, cells: i32) -> f64 {
    let target = frame.x.step(x, cells);
    if curve.len() < FEW {
        return target;
    }
    let near = |p: f64| (frame.x.dot(p, 1) - frame.x.dot(target, 1)) * f64::from(cells.signum()) > -0.5;
    let beyond = |p: &&(f64, f64)| near(p.0) && (p.0 - x) * f64::from(cells.signum()) > 0.0;
    let (next, end) = if cells > 0 {
        (curve.iter().find(beyond), curve.last())
    } else {
        (curve.iter().rev().find(beyond), curve.first())
    };
    next.or(end).map_or(target, |p| p.0)
}
