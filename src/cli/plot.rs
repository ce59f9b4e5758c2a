//! `posenc plot`: a figure as text, JSON or CSV; the same picture as on the screen.

use std::io::{self, Write};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use ratatui::widgets::StatefulWidget;
use serde::Serialize;
use serde_json::json;

use super::output::escaped;
use crate::figure::{self, FigureInfo, Layer, Picture, Sampling, SettingError, Settings, say};
use crate::tui::plot::{Depth, Plot, PlotState, PlotStyle};

/// What comes out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// The picture in characters.
    #[default]
    Text,
    /// The picture and its settings.
    Json,
    /// The data of every layer.
    Csv,
    /// For slides.
    Svg,
    /// One paragraph.
    Say,
    /// The paragraph and the table, line by line.
    Plain,
}

/// What was asked for.
#[derive(Clone, Debug)]
pub struct PlotOptions {
    /// A figure's slug; not needed with `list`.
    pub figure: Option<String>,
    /// `knob=value`, in order.
    pub set: Vec<String>,
    /// Columns; 80 if not given.
    pub width: Option<u16>,
    /// Rows; what the picture likes if not given.
    pub height: Option<u16>,
    /// How many colours to print (`Depth::Mono` for none) on which background, and whether in ASCII.
    pub style: PlotStyle,
    /// What comes out.
    pub output: Output,
    /// All figures and their knobs instead of one picture.
    pub list: bool,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// No figure was named.
    #[error("which figure? Name one, as in `posenc plot rope-score`; `posenc plot --list` names them all")]
    NoFigure,
    /// There is no such figure.
    #[error("There is no figure `{name}`{}; `posenc plot --list` names them all", .nearest.map_or(String::new(), |n| format!("; did you mean `{n}`?")))]
    UnknownFigure {
        /// What was asked for.
        name: String,
        /// The figure that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A setting was refused.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Too large or too small.
    #[error("{what} is {got}; give {least} to {most}")]
    Size {
        /// Width or height.
        what: &'static str,
        /// What was asked for.
        got: u16,
        /// Smallest.
        least: u16,
        /// Largest.
        most: u16,
    },
    /// Could not be written as JSON.
    #[error("could not write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Runs the sub-command.
pub fn run(opts: &PlotOptions, out: &mut dyn Write) -> Result<(), PlotError> {
    if opts.list {
        return list(opts, out);
    }
    if opts.figure.is_none() {
        // Whoever names none wants to know which there are.
        list(opts, out)?;
        out.flush()?;
        return Err(PlotError::NoFigure);
    }
    let (info, settings) = chosen(opts)?;
    if opts.output == Output::Svg {
        return draw_svg(opts, info, &settings, out);
    }
    let width = size("width", opts.width, 80, (12, 1000))?;
    let sampling = Sampling { cols: width, rows: opts.height.unwrap_or(24) };
    let picture = figure::build(info, &settings, sampling);
    match opts.output {
        Output::Json => {
            let command = settings.to_command_line(info);
            let landmarks = stops(info, &settings);
            let whole = json!({ "command": command, "settings": settings, "landmarks": landmarks, "picture": picture });
            write_json(opts, &whole, out)
        }
        Output::Csv => csv(opts, &picture, out),
        Output::Say => Ok(writeln!(out, "{}", ascii_if(opts, &say::say(&picture)))?),
        Output::Plain => {
            let lines = say::lines(&picture).into_iter().chain(stop_lines(info, &settings));
            lines.into_iter().try_for_each(|line| Ok(writeln!(out, "{}", ascii_if(opts, &line))?))
        }
        Output::Text | Output::Svg => text(opts, &picture, width, out),
    }
}

/// The figure that was named, with its knobs as they were set.
pub(super) fn chosen(opts: &PlotOptions) -> Result<(&'static FigureInfo, Settings), PlotError> {
    let name = opts.figure.as_deref().ok_or(PlotError::NoFigure)?;
    let info = figure::find(name).ok_or_else(|| PlotError::UnknownFigure {
        name: name.to_string(),
        nearest: figure::nearest(name).map(|i| i.slug),
    })?;
    let pairs: Vec<_> = opts.set.iter().map(|text| Settings::pair(info, text)).collect::<Result<_, _>>()?;
    let (settings, refused) = Settings::of(info, pairs);
    match refused.into_iter().next() {
        Some((_, error)) => Err(error.into()),
        None => Ok((info, settings)),
    }
}

/// Values worth stopping at, of all knobs.
fn stops(info: &FigureInfo, settings: &Settings) -> Vec<figure::Stop> {
    info.knobs.iter().flat_map(|knob| figure::landmarks(info, knob, settings)).collect()
}

/// `Landmarks of p: 512 (the first position that was not trained), 1024 (twice the trained length).`
fn stop_lines(info: &FigureInfo, settings: &Settings) -> Vec<String> {
    let line = |knob: &figure::Knob| {
        let stops = figure::landmarks(info, knob, settings);
        let stops: Vec<String> = stops.into_iter().map(|stop| format!("{} ({})", stop.value, stop.why)).collect();
        (!stops.is_empty()).then(|| format!("Landmarks of {}: {}.", knob.name, stops.join(", ")))
    };
    info.knobs.iter().filter_map(line).collect()
}

/// Pixels, and a sampling as fine as a screen of that size.
fn draw_svg(opts: &PlotOptions, info: &FigureInfo, settings: &Settings, out: &mut dyn Write) -> Result<(), PlotError> {
    let width = size("width", opts.width, 960, (240, 8000))?;
    let height = size("height", opts.height, 540, (180, 8000))?;
    let sampling = Sampling { cols: (width / 5).min(400), rows: (height / 12).min(120) };
    let picture = figure::build(info, settings, sampling);
    let drawn = crate::tui::plot::svg(&picture, &opts.style, u32::from(width), u32::from(height));
    Ok(writeln!(out, "{drawn}")?)
}

fn size(what: &'static str, got: Option<u16>, default: u16, (least, most): (u16, u16)) -> Result<u16, PlotError> {
    match got {
        None => Ok(default),
        Some(n) if (least..=most).contains(&n) => Ok(n),
        Some(got) => Err(PlotError::Size { what, got, least, most }),
    }
}

fn write_json(opts: &PlotOptions, value: &impl Serialize, out: &mut dyn Write) -> Result<(), PlotError> {
    Ok(writeln!(out, "{}", json_if(opts, serde_json::to_string_pretty(value)?))?)
}

/// A figure in the list, and whether it asks before it shows.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    info: &'static FigureInfo,
    predict: bool,
}

fn list(opts: &PlotOptions, out: &mut dyn Write) -> Result<(), PlotError> {
    if opts.output == Output::Json {
        let listed = |info: &'static FigureInfo| Listed { info, predict: figure::can_predict(info) };
        let all: Vec<Listed> = figure::ALL.iter().map(listed).collect();
        return write_json(opts, &all, out);
    }
    for info in figure::ALL {
        let asks = if figure::can_predict(info) { "  [--predict]" } else { "" };
        writeln!(out, "{}  {}{asks}", info.slug, ascii_if(opts, info.summary))?;
        for knob in info.knobs {
            let default = if knob.is_optional() { "none" } else { knob.default };
            let help = ascii_if(opts, knob.help);
            writeln!(out, "    {:<10} {help} ({}; {default})", knob.name, knob.range())?;
        }
    }
    Ok(())
}

pub(super) fn ascii_if(opts: &PlotOptions, text: &str) -> String {
    if opts.style.ascii { crate::tui::plot::ascii(text) } else { text.to_string() }
}

/// The same for JSON, without loss.
pub(super) fn json_if(opts: &PlotOptions, json: String) -> String {
    if opts.style.ascii { escaped(&json) } else { json }
}

/// As wide as asked, as high as asked or as the picture likes.
pub(super) fn text(opts: &PlotOptions, picture: &Picture, width: u16, out: &mut dyn Write) -> Result<(), PlotError> {
    let plot = Plot::new(picture, &opts.style);
    let height = size("height", opts.height, plot.desired_height(width), (4, 500))?;
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    plot.render(area, &mut buf, &mut PlotState::default());
    for y in 0..height {
        write_row(&buf, y, opts.style.depth, out)?;
    }
    Ok(())
}

/// Colours and modifiers of a cell, as far as text can carry them.
type Look = (Color, Color, Modifier);

const PLAIN: Look = (Color::Reset, Color::Reset, Modifier::empty());
const MODIFIERS: [(Modifier, u8); 3] = [(Modifier::BOLD, 1), (Modifier::DIM, 2), (Modifier::REVERSED, 7)];

/// One row without the blanks at its end. Colours change only where they change.
fn write_row(buf: &Buffer, y: u16, depth: Depth, out: &mut dyn Write) -> io::Result<()> {
    let row = || (0..buf.area.width).filter_map(move |x| buf.cell((x, y)));
    let blank = |c: &Cell| c.symbol() == " " && c.bg == Color::Reset;
    let used = row().enumerate().filter(|(_, c)| !blank(c)).map(|(x, _)| x + 1).max().unwrap_or(0);
    let shown = MODIFIERS.iter().fold(Modifier::empty(), |all, (modifier, _)| all | *modifier);
    let mut look = PLAIN;
    for cell in row().take(used) {
        let next = if depth == Depth::Mono { PLAIN } else { (cell.fg, cell.bg, cell.modifier & shown) };
        if next != look {
            if look != PLAIN {
                out.write_all(b"\x1b[0m")?;
            }
            switch_on(next, out)?;
            look = next;
        }
        out.write_all(cell.symbol().as_bytes())?;
    }
    if look != PLAIN {
        out.write_all(b"\x1b[0m")?;
    }
    out.write_all(b"\n")
}

/// The sequence that switches a look on; nothing for the plain one.
fn switch_on(look: Look, out: &mut dyn Write) -> io::Result<()> {
    let (fg, bg, modifiers) = look;
    if look == PLAIN {
        return Ok(());
    }
    let mut before: &[u8] = b"\x1b[";
    for (modifier, code) in MODIFIERS {
        if modifiers.contains(modifier) {
            numbers(before, &[code], out)?;
            before = b";";
        }
    }
    for (colour, base) in [(fg, 30), (bg, 40)] {
        if colour != Color::Reset {
            write_colour(before, colour, base, out)?;
            before = b";";
        }
    }
    out.write_all(b"m")
}

fn write_colour(before: &[u8], colour: Color, base: u8, out: &mut dyn Write) -> io::Result<()> {
    let code = match colour {
        Color::Indexed(n) => return numbers(before, &[base + 8, 5, n], out),
        Color::Rgb(r, g, b) => return numbers(before, &[base + 8, 2, r, g, b], out),
        Color::Reset => 9,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
    };
    numbers(before, &[base + code], out)
}

/// Numbers with `;` between them: a heat map has tens of thousands, which is why they are not formatted.
fn numbers(before: &[u8], numbers: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut before = before;
    for n in numbers {
        out.write_all(before)?;
        let digits = [b'0' + n / 100, b'0' + n / 10 % 10, b'0' + n % 10];
        let skipped = usize::from(*n < 100) + usize::from(*n < 10);
        out.write_all(digits.get(skipped..).unwrap_or(&digits))?;
        before = b";";
    }
    Ok(())
}

/// One line a number: panel, layer, name, x, y, value. Heat maps have a value, lines don't; a masked cell has an empty one.
fn csv(opts: &PlotOptions, picture: &Picture, out: &mut dyn Write) -> Result<(), PlotError> {
    writeln!(out, "panel,layer,name,x,y,value")?;
    for (k, panel) in picture.panels.iter().enumerate() {
        for layer in &panel.layers {
            write_layer(opts, k, layer, out)?;
        }
    }
    Ok(())
}

fn write_layer(opts: &PlotOptions, panel: usize, layer: &Layer, out: &mut dyn Write) -> io::Result<()> {
    let quoted = |text: &str| quoted(&ascii_if(opts, text));
    let mut line = |kind: &str, name: &str, x: f64, y: f64| writeln!(out, "{panel},{kind},{},{x},{y},", quoted(name));
    match layer {
        Layer::Line { name, points, .. } => points.iter().try_for_each(|(x, y)| line("line", name, *x, *y)),
        Layer::Points { name, points, .. } => points.iter().try_for_each(|(x, y)| line("points", name, *x, *y)),
        Layer::Bars { name, bars, .. } => bars.iter().try_for_each(|(x, y)| line("bars", name, *x, *y)),
        Layer::Band { name, points, .. } => points.iter().try_for_each(|(x, low, high)| {
            line("band-low", name, *x, *low)?;
            line("band-high", name, *x, *high)
        }),
        Layer::Arrows { name, arrows, .. } => arrows.iter().try_for_each(|(tail, head)| {
            line("arrow-tail", name, tail.0, tail.1)?;
            line("arrow-head", name, head.0, head.1)
        }),
        Layer::Cells(cells) => {
            let places = cells.ys.iter().flat_map(|y| cells.xs.iter().map(move |x| (x, y)));
            for (value, (x, y)) in cells.values.iter().zip(places) {
                let value = if value.is_nan() { String::new() } else { value.to_string() };
                writeln!(out, "{panel},cells,{},{x},{y},{value}", quoted(&cells.label))?;
            }
            Ok(())
        }
        // Reference lines and names are no data.
        Layer::Arcs { .. } | Layer::Rule { .. } | Layer::Level { .. } | Layer::Label { .. } => Ok(()),
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}
