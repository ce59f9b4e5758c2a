//! A picture in words: what a person works with who cannot see it.

use super::{Axis, Cells, DataTable, Layer, Panel, Picture, number};

/// One paragraph: what is drawn, how each curve runs, where it is highest and lowest, and what to notice.
pub fn say(picture: &Picture) -> String {
    let mut said = vec![format!("{}.", picture.title.trim_end_matches('.').replace("  ", ": "))];
    said.extend(picture.panels.iter().flat_map(panel));
    said.push(picture.notice.clone());
    if !picture.convention.is_empty() {
        said.push(format!("Convention: {}.", picture.convention.trim_end_matches('.')));
    }
    said.retain(|s| !s.is_empty());
    said.join(" ")
}

/// The picture line by line: its paragraph a sentence a line, then its table a row a line.
pub fn lines(picture: &Picture) -> Vec<String> {
    let mut all = vec![say(picture)];
    all.extend(picture.table.iter().flat_map(rows));
    all
}

fn rows(table: &DataTable) -> Vec<String> {
    let row = |(i, cells): (usize, &Vec<String>)| {
        let named = table.columns.iter().zip(cells).map(|(name, cell)| format!("{name} {cell}").trim().to_string());
        let mark = if table.mark == Some(i) { " (this one)" } else { "" };
        format!("{}{mark}", named.collect::<Vec<_>>().join(", "))
    };
    table.rows.iter().enumerate().map(row).collect()
}

fn panel(panel: &Panel) -> Vec<String> {
    let mut said = Vec::new();
    let measured = panel
        .layers
        .iter()
        .any(|l| matches!(l, Layer::Line { .. } | Layer::Band { .. } | Layer::Points { .. } | Layer::Bars { .. }));
    let title = if panel.title.is_empty() { String::new() } else { format!("Panel {}. ", panel.title) };
    if measured || !title.is_empty() {
        said.push(format!("{title}Across: {}. Up: {}.", reach(&panel.x), reach(&panel.y)));
    }
    said.extend(panel.layers.iter().filter_map(|l| layer(l, panel)));
    said.extend(empty_places(panel));
    said
}

/// Places of a bar chart that have a name and no bar, each with the word that stands there.
fn empty_places(panel: &Panel) -> Vec<String> {
    let bars = || panel.layers.iter().filter_map(|l| if let Layer::Bars { bars, .. } = l { Some(bars) } else { None });
    if bars().next().is_none() {
        return Vec::new();
    }
    let is_empty = |at: f64| !bars().flatten().any(|b| (b.0 - at).abs() < 0.5);
    let word = |at: f64| {
        let near = panel.layers.iter().find_map(|l| match l {
            Layer::Label { text, at: (x, _), .. } if (x - at).abs() < 0.5 => Some(text.as_str()),
            _ => None,
        });
        near.map_or_else(String::new, |text| format!(" ({text})"))
    };
    let empty = panel.x.names.iter().filter(|(at, _)| is_empty(*at));
    empty.map(|(at, name)| format!("{name} has no bar{}.", word(*at))).collect()
}

fn reach(axis: &Axis) -> String {
    let ends = match (axis.names.first(), axis.names.last()) {
        (Some(first), Some(last)) => format!("{} to {}", first.1, last.1),
        _ => format!("{} to {}", number::figures(axis.min, 4), number::figures(axis.max, 4)),
    };
    let log = if axis.log { ", logarithmic" } else { "" };
    let label = if axis.label.is_empty() { String::new() } else { format!("{}, ", axis.label) };
    format!("{label}{ends}{log}")
}

fn layer(layer: &Layer, panel: &Panel) -> Option<String> {
    match layer {
        Layer::Line { name, points, .. } => curve(named(name, "The curve"), points, panel),
        Layer::Points { name, points, .. } => {
            let sound: Vec<_> = points.iter().filter(|p| p.0.is_finite() && p.1.is_finite()).collect();
            let few: Vec<String> = sound.iter().take(8).map(|p| format!("{} at {}", y(p.1), x(panel, p.0))).collect();
            let more = sound.len().saturating_sub(few.len());
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            (!few.is_empty()).then(|| format!("{}: {}{rest}.", named(name, "Points"), few.join(", ")))
        }
        Layer::Bars { name, bars, .. } => bar_list(named(name, "Bars"), bars, panel),
        Layer::Band { name, points, .. } => {
            let low = points.iter().map(|p| p.1).filter(|v| v.is_finite()).fold(f64::INFINITY, f64::min);
            let high = points.iter().map(|p| p.2).filter(|v| v.is_finite()).fold(f64::NEG_INFINITY, f64::max);
            let name = named(name, "A band");
            (low <= high).then(|| format!("{name} lies between {} and {}.", y(low), y(high)))
        }
        Layer::Cells(cells) => Some(map(cells)),
        Layer::Arrows { name, arrows, .. } => {
            let ways: Vec<String> = arrows.iter().map(|(tail, head)| way(*tail, *head)).collect();
            let arrow = format!("Arrow {name}");
            (!ways.is_empty()).then(|| format!("{}: {}.", arrow.trim_end(), ways.join(", ")))
        }
        Layer::Rule { name, x: at, .. } => {
            Some(format!("A line at {} marks {}.", x(panel, *at), named(name, "a place")))
        }
        Layer::Level { name, y: at, .. } => Some(format!("A level at {} marks {}.", y(*at), named(name, "a value"))),
        Layer::Label { .. } | Layer::Arcs { .. } => None,
    }
}

fn named<'a>(name: &'a str, otherwise: &'a str) -> &'a str {
    if name.is_empty() { otherwise } else { name }
}

fn y(value: f64) -> String {
    number::figures(value, 4)
}

/// A place across: by its name if it has one. What is measured there has been said under "Across"; of its title only a
/// symbol is repeated: `Δ = 3`.
fn x(panel: &Panel, value: f64) -> String {
    if let Some((_, name)) = panel.x.names.iter().find(|(at, _)| (at - value).abs() < 1e-9) {
        return name.clone();
    }
    match symbol(&panel.x.label) {
        Some(symbol) => format!("{symbol} = {}", y(value)),
        None => y(value),
    }
}

/// The one letter at the end of an axis title: `Δ` of `offset Δ; every 2nd offset shown`.
fn symbol(label: &str) -> Option<&str> {
    let title = label.split([';', ',', '(']).next().unwrap_or_default();
    title.split_whitespace().last().filter(|word| word.chars().count() == 1)
}

/// Start, turn, extremes, end.
fn curve(name: &str, points: &[(f64, f64)], panel: &Panel) -> Option<String> {
    let sound: Vec<&(f64, f64)> = points.iter().filter(|p| p.0.is_finite() && p.1.is_finite()).collect();
    let (first, last) = (sound.first()?, sound.last()?);
    let low = sound.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let high = sound.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let span = panel.y.max - panel.y.min;
    if high.1 - low.1 < span * 1e-6 {
        return Some(format!("{name} is flat at {}.", y(first.1)));
    }
    let way = match (monotone(&sound, 1.0), monotone(&sound, -1.0)) {
        (true, _) => "rises all the way",
        (_, true) => "falls all the way",
        _ => "goes up and down",
    };
    let ends = format!("{} at {}, {} at {}", y(first.1), x(panel, first.0), y(last.1), x(panel, last.0));
    if way != "goes up and down" {
        return Some(format!("{name} {way}: {ends}."));
    }
    let extremes = format!("highest {} at {}, lowest {} at {}", y(high.1), x(panel, high.0), y(low.1), x(panel, low.0));
    Some(format!("{name} {way}: {ends}; {extremes}."))
}

fn monotone(points: &[&(f64, f64)], sign: f64) -> bool {
    points.windows(2).all(|w| matches!(w, [a, b] if sign * (b.1 - a.1) >= 0.0))
}

fn bar_list(name: &str, bars: &[(f64, f64)], panel: &Panel) -> Option<String> {
    let low = bars.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let high = bars.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    if bars.len() > 1
        && let Some(place) = one_place(bars, panel)
    {
        let values: Vec<String> = bars.iter().map(|b| y(b.1)).collect();
        return Some(format!("{name} at {place}: {}.", values.join(", ")));
    }
    if bars.len() <= 12 {
        let each: Vec<String> = bars.iter().map(|b| format!("{} at {}", y(b.1), x(panel, b.0))).collect();
        return Some(format!("{name}: {}.", each.join(", ")));
    }
    let ends = format!("highest {} at {}, lowest {} at {}", y(high.1), x(panel, high.0), y(low.1), x(panel, low.0));
    Some(format!("{name}, {} of them: {ends}.", bars.len()))
}

/// The named place that all bars stand at, side by side: one word's coordinates.
fn one_place<'a>(bars: &[(f64, f64)], panel: &'a Panel) -> Option<&'a str> {
    let stands = |at: f64| bars.iter().all(|b| (b.0 - at).abs() < 0.5);
    panel.x.names.iter().find(|(at, _)| stands(*at)).map(|(_, name)| name.as_str())
}

fn map(cells: &Cells) -> String {
    let sound = cells.values.iter().enumerate().filter(|(_, v)| v.is_finite());
    let (Some(low), Some(high)) =
        (sound.clone().min_by(|a, b| a.1.total_cmp(b.1)), sound.max_by(|a, b| a.1.total_cmp(b.1)))
    else {
        return "An empty map.".into();
    };
    let place = |i: usize| {
        let (row, column) = (i / cells.cols.max(1), i % cells.cols.max(1));
        let at = |all: &[f64], i: usize| all.get(i).map_or(String::new(), |v| y(*v));
        format!("row {}, column {}", at(&cells.ys, row), at(&cells.xs, column))
    };
    let masked = cells.values.iter().filter(|v| v.is_nan()).count();
    let masked = match masked {
        0 => String::new(),
        1 => " 1 cell is empty (masked).".to_string(),
        _ => format!(" {masked} cells are empty (masked)."),
    };
    let diagonal = if toeplitz(cells) { " Every diagonal has one value." } else { "" };
    let label = named(&cells.label, "values");
    format!(
        "A map of {} row{} and {} column{}; {label} from {} ({}) to {} ({}).{diagonal}{masked}",
        cells.rows,
        if cells.rows == 1 { "" } else { "s" },
        cells.cols,
        if cells.cols == 1 { "" } else { "s" },
        y(*low.1),
        place(low.0),
        y(*high.1),
        place(high.0),
    )
}

/// Is the value the same along every diagonal?
fn toeplitz(cells: &Cells) -> bool {
    let (rows, cols) = (cells.rows, cells.cols);
    let at = |row: usize, col: usize| cells.values.get(row * cols + col).copied().unwrap_or(f64::NAN);
    let same = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.abs().max(1.0) || (a.is_nan() && b.is_nan());
    rows > 2 && cols > 2 && (1..rows).all(|r| (1..cols).all(|c| same(at(r, c), at(r - 1, c - 1))))
}

/// Length and direction.
fn way(tail: (f64, f64), head: (f64, f64)) -> String {
    let (dx, dy) = (head.0 - tail.0, head.1 - tail.1);
    let angle = libm::atan2(dy, dx);
    format!("length {}, angle {} rad from the x axis", y(libm::hypot(dx, dy)), number::fixed(angle, 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{self, Sampling, Settings};

    fn of(slug: &str) -> String {
        let info = figure::find(slug).unwrap();
        say(&figure::build(info, &Settings::new(info), Sampling { cols: 70, rows: 18 }))
    }

    #[test]
    fn a_flat_line_is_called_flat_and_a_matrix_of_diagonals_by_its_name() {
        assert!(of("rope-shift").contains("flat at −0.7069"), "{}", of("rope-shift"));
        assert!(of("alibi-bias").contains("Every diagonal has one value."), "{}", of("alibi-bias"));
        assert!(of("alibi-bias").contains("masked"), "{}", of("alibi-bias"));
    }

    #[test]
    fn a_place_is_said_by_its_symbol_and_not_by_the_title_of_the_axis() {
        let curve = of("similarity-curve");
        let cards = of("permutation-demo");
        assert!(cards.contains("Bars at the: 1.044, −1.022"), "{cards}");
        assert!(curve.contains("0.4373 at Δ = −100, 0.4373 at Δ = 100"), "{curve}");
        for info in figure::ALL {
            let said = of(info.slug);
            assert!(!said.contains("no name") && !said.contains("Arrow :") && !said.contains("shown −"), "{said}");
        }
    }

    #[test]
    fn what_was_not_measured_is_no_bar_of_height_nought() {
        let said = of("rankings");
        assert!(said.contains("T5 has no bar (OOM)."), "{said}");
        assert!(!said.contains("0 at T5") && said.contains("NoPE and T5 bias (out of memory)"), "{said}");
    }

    #[test]
    fn every_figure_has_a_paragraph_of_one_line_with_numbers_and_no_nonsense() {
        for info in figure::ALL {
            let said = of(info.slug);
            assert!(said.len() > 120 && said.contains(char::is_numeric), "{}: {said}", info.slug);
            assert!(!said.contains('\n') && !said.contains("NaN") && !said.contains("inf "), "{}: {said}", info.slug);
        }
    }
}
