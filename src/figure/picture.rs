//! A picture as data: axes, layers in data units, a readout, and the sentence that says what it shows.

use serde::Serialize;

use crate::scheme::Scheme;

/// How finely to sample: what a picture costs depends on its cells, not on the context.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Cells across.
    pub cols: u16,
    /// Cells down.
    pub rows: u16,
}

/// Who a layer belongs to: decides colour and mark, never a colour itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Tone {
    /// The colour and mark of a scheme.
    Scheme(Scheme),
    /// The nth of a family of series.
    Series(u8),
    /// Behind the rest: grids, reference lines.
    Quiet,
    /// The one thing to look at.
    Accent,
    /// The learner's value.
    Yours,
    /// The right value.
    Truth,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// Left or bottom end.
    pub min: f64,
    /// Right or top end.
    pub max: f64,
    /// Logarithmic.
    pub log: bool,
    /// Names at values instead of numbers.
    pub names: Vec<(f64, String)>,
    /// Top to bottom instead of bottom to top (matrices).
    pub down: bool,
}

/// Values of a heat map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cells {
    /// Columns.
    pub cols: usize,
    /// Rows.
    pub rows: usize,
    /// Row by row, the first row first; NaN is a cell with nothing in it (masked).
    pub values: Vec<f64>,
    /// Value at the low end of the colour bar.
    pub min: f64,
    /// Value at the high end.
    pub max: f64,
    /// Zero has a meaning: use a diverging map.
    pub signed: bool,
    /// What the colour measures.
    pub label: String,
    /// Data coordinate of each column, evenly spaced (from group to group).
    pub xs: Vec<f64>,
    /// Data coordinate of each row, evenly spaced.
    pub ys: Vec<f64>,
    /// Columns that belong together: sine and cosine of a pair. Sampling keeps or leaves out a whole group.
    pub group: usize,
    /// What a group of columns is, and what a row is, in one word: `pair`, `position`.
    pub units: [&'static str; 2],
    /// Text written into the cells, where they are large enough.
    pub texts: Vec<String>,
}

/// One layer, in data units.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "layer")]
pub enum Layer {
    /// Joined points; a non-finite point splits the line.
    Line {
        /// In the legend; empty keeps it out.
        name: String,
        /// Whose.
        tone: Tone,
        /// The points.
        points: Vec<(f64, f64)>,
    },
    /// Separate points.
    Points {
        /// In the legend.
        name: String,
        /// Whose.
        tone: Tone,
        /// The points.
        points: Vec<(f64, f64)>,
    },
    /// The area between two curves (an envelope).
    Band {
        /// In the legend.
        name: String,
        /// Whose.
        tone: Tone,
        /// x, low, high.
        points: Vec<(f64, f64, f64)>,
    },
    /// Bars from zero.
    Bars {
        /// In the legend.
        name: String,
        /// Whose.
        tone: Tone,
        /// x and height.
        bars: Vec<(f64, f64)>,
    },
    /// A heat map.
    Cells(Cells),
    /// Arrows from a tail to a head.
    Arrows {
        /// In the legend.
        name: String,
        /// Whose.
        tone: Tone,
        /// Tail and head.
        arrows: Vec<((f64, f64), (f64, f64))>,
    },
    /// Arcs of a circle: centre, radius, from, to (radians, counter-clockwise).
    Arcs {
        /// In the legend.
        name: String,
        /// Whose.
        tone: Tone,
        /// The arcs.
        arcs: Vec<((f64, f64), f64, f64, f64)>,
    },
    /// A vertical line with a name (the trained length).
    Rule {
        /// Written beside it.
        name: String,
        /// Whose.
        tone: Tone,
        /// Where.
        x: f64,
    },
    /// A horizontal line with a name.
    Level {
        /// Written beside it.
        name: String,
        /// Whose.
        tone: Tone,
        /// Where.
        y: f64,
    },
    /// A text at a point.
    Label {
        /// The text.
        text: String,
        /// Whose.
        tone: Tone,
        /// Where it starts.
        at: (f64, f64),
    },
}

/// One pair of axes with what stands on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Panel {
    /// Above it; may be empty.
    pub title: String,
    /// Across.
    pub x: Axis,
    /// Up (or down).
    pub y: Axis,
    /// Same length for a unit of x and of y (circles stay round).
    pub square: bool,
    /// Back to front.
    pub layers: Vec<Layer>,
}

impl Panel {
    /// A board much wider than high: beside something else it would be a strip.
    pub fn is_low(&self) -> bool {
        self.square && self.x.max - self.x.min > 2.0 * (self.y.max - self.y.min)
    }
}

/// The least distance between two neighbours of a series of bars; a bar alone is one unit wide.
pub fn bar_gap(bars: &[(f64, f64)]) -> f64 {
    let gap = bars.windows(2).filter_map(|w| Some((w.last()?.0 - w.first()?.0).abs())).fold(f64::INFINITY, f64::min);
    if gap.is_finite() { gap } else { 1.0 }
}

/// A small table beside or below the panels.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DataTable {
    /// Heads.
    pub columns: Vec<String>,
    /// Cells as printed.
    pub rows: Vec<Vec<String>>,
    /// A row to point at.
    pub mark: Option<usize>,
}

/// What a figure shows at these settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// The figure's slug.
    pub id: String,
    /// Title with the settings that matter.
    pub title: String,
    /// Whose.
    pub scheme: Scheme,
    /// Panels, left to right; a narrow place shows them one below the other.
    pub panels: Vec<Panel>,
    /// A table that belongs to it.
    pub table: Option<DataTable>,
    /// What to notice, computed from the settings; one or two sentences.
    pub notice: String,
    /// The convention that it depends on, in one line.
    pub convention: String,
}

/// The value under the cursor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Readout {
    /// Name and value as printed, most important first.
    pub items: Vec<(String, String)>,
}

/// Where the cursor stands, in data units of a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cursor {
    /// Which panel.
    pub panel: usize,
    /// Across.
    pub x: f64,
    /// Up.
    pub y: f64,
}
