//! One panel on the screen: its title, legend, axes and plot in the room that it was given.

use ratatui::layout::{Position, Rect};

use super::grid::Grid;
use super::guide::Guide;
use super::heat;
use super::layout::{LOW, Space};
use super::scale::Scale;
use super::style::{Depth, PlotStyle};
use super::text::width;
use super::ticks::{Tick, ticks};
use crate::figure::{Cells, Cursor, Layer, Panel};
use crate::typeset::ascii::fold;

/// One panel on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Which panel of the picture.
    pub panel: usize,
    /// The cells of the data, without axes.
    pub plot: Rect,
    pub(super) title: Option<Rect>,
    pub(super) legend: Option<Rect>,
    pub(super) x_label: Option<Rect>,
    /// Left of the plot, its line included; empty without an axis.
    pub(super) left: Rect,
    /// Axis line and its numbers; empty without an axis.
    pub(super) below: Rect,
    pub(super) x: Scale,
    pub(super) y: Scale,
    pub(super) x_ticks: Vec<Tick>,
    pub(super) y_ticks: Vec<Tick>,
    /// The y axis runs from top to bottom.
    pub(super) y_down: bool,
    /// What the cursor holds on to.
    pub(super) guide: Guide,
    /// The label of the x axis, with what is left out.
    pub(super) x_text: String,
    /// Dots of a line in a cell: what stands on a line lands in the cells of the line.
    pub(super) dots: (u16, u16),
    /// Number of this panel and of all, if not all of them fit.
    pub(super) of: Option<(usize, usize)>,
}

impl Frame {
    /// The data point at a cell, if the cell is one of the plot: the bar, the point of the curve, the cell of the map.
    pub fn hit(&self, col: u16, row: u16) -> Option<Cursor> {
        let inside = self.plot.contains(Position { x: col, y: row });
        inside.then(|| self.guide.hit(self, col - self.plot.x, row - self.plot.y))
    }

    /// The data point in the middle.
    pub fn middle(&self) -> Cursor {
        self.guide.hit(self, self.plot.width / 2, self.plot.height / 2)
    }

    /// The cursor some cells, bars or points further.
    pub fn step(&self, from: Cursor, right: i32, up: i32) -> Cursor {
        self.guide.step(self, from, right, up)
    }

    /// The column after everything that is drawn.
    pub(super) fn right(&self, title: u16) -> u16 {
        let titled = self.title.map_or(0, |row| row.x + title.min(row.width));
        let legend = self.legend.map_or(0, |row| row.right());
        let label = width(&self.x_text).max(self.plot.width);
        let below = self.x_label.map_or(0, |row| row.x + label.min(row.width));
        self.plot.right().max(titled).max(legend).max(below)
    }

    /// The column of a place across, counted from the left of the plot.
    pub(super) fn column(&self, x: f64) -> Option<u16> {
        self.x.cell(x, self.dots.0)
    }

    /// The row of a height, counted from the top of the plot.
    pub(super) fn row(&self, y: f64) -> Option<u16> {
        self.y.cell(y, self.dots.1)
    }

    /// The cell for a text at a place: the nearest one, which need not be that of a line there.
    pub(super) fn near(&self, x: f64, y: f64) -> Option<(u16, u16)> {
        if let Guide::Grid(_) = self.guide {
            return self.cell(x, y);
        }
        let (col, row) = self.x.cell(x, 1).zip(self.y.cell(y, 1))?;
        Some((self.plot.x + col, self.plot.y + row))
    }

    /// The cell of a data point.
    pub(super) fn cell(&self, x: f64, y: f64) -> Option<(u16, u16)> {
        if let Guide::Grid(_) = self.guide {
            return self.guide.cell(self, Cursor { panel: self.panel, x, y });
        }
        let (col, row) = self.column(x).zip(self.row(y))?;
        Some((self.plot.x + col, self.plot.y + row))
    }
}

/// The heat map of a panel.
pub(super) fn heat_map(panel: &Panel) -> Option<&Cells> {
    panel.layers.iter().find_map(|layer| match layer {
        Layer::Cells(cells) => Some(cells),
        _ => None,
    })
}

/// Whether a panel has something to say above its plot.
fn has_legend(panel: &Panel) -> bool {
    let named = |layer: &Layer| match layer {
        Layer::Line { name, .. }
        | Layer::Points { name, .. }
        | Layer::Band { name, .. }
        | Layer::Bars { name, .. }
        | Layer::Arcs { name, .. } => !name.is_empty(),
        Layer::Cells(_) => true,
        _ => false,
    };
    !panel.y.label.is_empty() || panel.layers.iter().any(named)
}

/// Columns that the title of the y axis and the legend take, with the longest colour bar.
fn legend_width(panel: &Panel, style: &PlotStyle) -> u16 {
    let wide = |text: &str| if style.ascii { width(&fold(text)) } else { width(text) };
    let named = |layer: &Layer| match layer {
        Layer::Line { name, .. }
        | Layer::Points { name, .. }
        | Layer::Band { name, .. }
        | Layer::Bars { name, .. }
        | Layer::Arcs { name, .. }
            if !name.is_empty() =>
        {
            wide(name) + 4
        }
        Layer::Cells(cells) => heat::widest_bar(cells, wide(&cells.label)) + 2,
        _ => 0,
    };
    wide(&panel.y.label) + panel.layers.iter().map(named).sum::<u16>()
}

/// Whether a panel is drawn without axes: nothing names them.
pub(super) fn is_bare(panel: &Panel) -> bool {
    panel.x.label.is_empty() && panel.y.label.is_empty() && panel.x.names.is_empty()
}

pub(super) fn frame(panel: &Panel, index: usize, style: &PlotStyle, area: Rect, of: Option<(usize, usize)>) -> Frame {
    let bare = is_bare(panel);
    let mut space = Space(area);
    // Where there is room for one row only, the name of the panel says more than that of its axis.
    let title = (of.is_some() || (!panel.title.is_empty() && area.height >= LOW - 1)).then(|| space.top(1));
    let legend = (has_legend(panel) && space.0.height >= LOW - 1).then(|| space.top(1));
    let axis = !bare && area.height >= 4 && area.width >= 12;
    let x_label = (axis && !panel.x.label.is_empty() && area.height > LOW).then(|| space.bottom(1));
    let mut below = space.bottom(if axis { 2 } else { 0 });

    let heat = heat_map(panel).is_some();
    let columns = panel.layers.iter().any(|l| matches!(l, Layer::Bars { .. }));
    let y_ticks = if axis { ticks(&panel.y, (space.0.height / 3).max(1), heat) } else { Vec::new() };
    let numbers = y_ticks.iter().map(|t| width(&t.1)).max().unwrap_or(0).min(area.width / 3);
    let margin = if axis { numbers + 1 } else { 0 };
    let mut plot = space.0;
    plot.x += margin;
    plot.width = plot.width.saturating_sub(margin);
    plot = fit(panel, style, plot, bare);
    let legend = legend.map(|row| {
        let needed = legend_width(panel, style);
        Rect { width: plot.right().saturating_sub(row.x).max(needed).min(row.width), ..row }
    });
    let left = Rect { x: plot.x.saturating_sub(margin), width: margin, ..plot };
    below = Rect { x: left.x, y: plot.bottom(), width: plot.width + margin, ..below };
    let x_label =
        x_label.map(|row| Rect { y: below.bottom(), x: plot.x, width: area.right().saturating_sub(plot.x), ..row });
    let x_count = (plot.width / 8).max(2);
    let grid = heat_map(panel).map(|cells| Grid::new(cells, plot.width, plot.height, pixels(style)));
    let x_axis = grid.as_ref().map_or(panel.x.clone(), |grid| grid.columns.axis(&panel.x));
    let y_axis = grid.as_ref().map_or(panel.y.clone(), |grid| grid.rows.axis(&panel.y));
    let x_room = x_label.map_or(0, |row| row.width);
    let x_text = labelled(&panel.x.label, grid.as_ref().and_then(Grid::note), x_room);
    let mut frame = Frame {
        panel: index,
        plot,
        title,
        legend,
        x_label,
        left,
        below,
        x: Scale::new(&x_axis, plot.width, false, heat || columns),
        y: Scale::new(&y_axis, plot.height, true, heat),
        x_ticks: if axis { ticks(&panel.x, x_count, heat || columns) } else { Vec::new() },
        y_ticks,
        y_down: panel.y.down,
        guide: Guide::Free,
        x_text,
        dots: style.marker().dots(),
        of,
    };
    frame.guide = grid.map_or_else(|| Guide::new(panel, &frame), Guide::Grid);
    frame
}

/// Pixels of a heat map in the height of a character.
fn pixels(style: &PlotStyle) -> u16 {
    if !style.ascii && style.depth >= Depth::Ansi256 { 2 } else { 1 }
}

/// The label of an axis and what is left out along it; where both don't fit, what is left out.
fn labelled(label: &str, note: Option<String>, room: u16) -> String {
    match note {
        // What stands behind a semicolon says how it was read: the rest is easier to guess.
        None if width(label) > room => label.split_once("; ").map_or(label, |(_, how)| how).to_string(),
        None => label.to_string(),
        Some(note) => {
            let both = format!("{label}; {note}");
            let short = note.trim_end_matches(" shown");
            [&both, &note].into_iter().find(|text| width(text) <= room).map_or(short, String::as_str).to_string()
        }
    }
}

/// Shrinks the plot so that circles stay round and cells of a heat map are all of one size.
fn fit(panel: &Panel, style: &PlotStyle, plot: Rect, centred: bool) -> Rect {
    let mut fitted = plot;
    if let Some(cells) = heat_map(panel) {
        // A column and a row of the map are whole numbers of pixels.
        let down = pixels(style);
        let grid = Grid::new(cells, plot.width, plot.height, down);
        let (cols, rows) = (grid.columns.shown.len().min(9999) as u16, grid.rows.shown.len().min(9999) as u16);
        let tall = grid.rows.size;
        // Numbers stand at even distances: with them a row of the map is a whole number of characters.
        let whole = if cells.texts.is_empty() {
            (tall * rows).is_multiple_of(down) || tall > 2
        } else {
            tall.is_multiple_of(down)
        };
        let used = if tall > 1 && !whole { (tall - 1) * rows } else { grid.rows.used() };
        fitted.width = (grid.columns.size * cols).min(plot.width);
        fitted.height = used.div_ceil(down).min(plot.height);
    }
    // Cards and the bars under them: all of the same width.
    let cards = panel.x.names.len() as u16;
    if cards > 0 && panel.layers.iter().any(|l| matches!(l, Layer::Bars { .. })) {
        let bars: usize =
            panel.layers.iter().map(|l| if let Layer::Bars { bars, .. } = l { bars.len() } else { 0 }).sum();
        // Four bars and one of air to a card; a single bar takes any width.
        let several = bars > panel.x.names.len();
        let unit = if several && plot.width >= 5 * cards { 5 * cards } else { cards };
        fitted.width = (plot.width / unit * unit).max(plot.width.min(unit));
    }
    if panel.square && (fitted.width == plot.width || fitted.height == plot.height) {
        let ratio = (panel.x.max - panel.x.min) / (panel.y.max - panel.y.min);
        let ratio = if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 };
        let wanted = (2.0 * ratio * f64::from(fitted.height)).round().clamp(1.0, 9999.0) as u16;
        if wanted <= fitted.width {
            fitted.width = wanted;
        } else {
            fitted.height =
                ((f64::from(fitted.width) / (2.0 * ratio)).round() as u16).clamp(fitted.height.min(1), fitted.height);
        }
    }
    if centred {
        fitted.x += (plot.width - fitted.width) / 2;
        fitted.y += (plot.height - fitted.height) / 2;
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Axis, Tone};
    use crate::tui::plot::raster::Raster;

    fn axis(min: f64, max: f64) -> Axis {
        Axis { label: "v".to_string(), min, max, log: false, names: Vec::new(), down: false }
    }

    #[test]
    fn a_point_stands_in_the_cell_of_the_line_through_it() {
        let layers =
            vec![Layer::Line { name: String::new(), tone: Tone::Accent, points: vec![(0.0, 0.0), (9.0, 9.0)] }];
        let panel = Panel { title: String::new(), x: axis(0.0, 9.0), y: axis(-1.0, 9.0), square: false, layers };
        for ascii in [false, true] {
            let style = PlotStyle::new(Depth::TrueColor, true, ascii);
            for (wide, tall) in [(40, 12), (77, 23), (131, 40)] {
                let frame = frame(&panel, 0, &style, Rect::new(0, 0, wide, tall), None);
                for k in 0..=180 {
                    let at = (0.05 * f64::from(k), -1.0 + f64::from(k) / 18.0);
                    let mut raster = Raster::new(frame.plot.width, frame.plot.height, style.marker());
                    raster.dot(frame.x.dot(at.0, frame.dots.0), frame.y.dot(at.1, frame.dots.1));
                    raster.finish(0, false);
                    let drawn = raster.filled().next().map(|c| (frame.plot.x + c.0, frame.plot.y + c.1));
                    assert_eq!(frame.cell(at.0, at.1), drawn, "{ascii} {wide}×{tall} {at:?}");
                }
            }
        }
    }
}
