//! A picture as SVG: the same data, ticks, inks and sentences as on the screen, clean enough for slides.
//!
//! No script, no style sheet, no font but the reader's sans-serif; every colour has a shape or a dash beside it.

mod axes;
mod names;
mod place;
mod shapes;

use svg::Document;
use svg::node::element::{Description, Group, Rectangle, Text, Title};

use super::style::PlotStyle;
use super::text::wrap;
use crate::figure::{Layer, Panel, Picture, Tone};
use place::Place;

/// Height of a line of text.
const LINE: f64 = 20.0;
const MARGIN: f64 = 24.0;
const GAP: f64 = 40.0;
/// Characters to a pixel of width, in the smaller text.
const DENSITY: f64 = 7.2;

/// The picture as an SVG document, `width` by `height` pixels; taller if its sentences need it.
pub fn svg(picture: &Picture, style: &PlotStyle, width: u32, height: u32) -> String {
    let (wide, high) = (f64::from(width), f64::from(height));
    let most = ((wide - 2.0 * MARGIN) / DENSITY) as u16;
    let (notice, convention) = (wrap(&picture.notice, most), wrap(&picture.convention, most));
    let below = LINE * (notice.len() + convention.len()) as f64 + MARGIN;
    let top = MARGIN + 2.0 * LINE;
    let room = (high - top - below).max(240.0);
    let ink = Ink { style };
    // Two blanks part a title from its settings on a screen; here they would fall together.
    let title = picture.title.replacen("  ", ": ", 1).replace("  ", ", ");

    let mut document = Document::new()
        .set("viewBox", (0, 0, width, (top + room + below).ceil() as u32))
        .set("width", width)
        .set("role", "img")
        .set("font-family", "system-ui, 'DejaVu Sans', sans-serif")
        .add(Title::new(title.as_str()))
        .add(Description::new().add(svg::node::Text::new(picture.notice.as_str())))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", ink.paper()))
        .add(text(&title, MARGIN, MARGIN + 8.0, 17).set("font-weight", "bold").set("fill", ink.text()));
    for (panel, place) in picture.panels.iter().zip(grid(&picture.panels, wide, top, room)) {
        document = document.add(draw(panel, &place, &ink));
    }
    let mut y = top + room + LINE;
    for (lines, fill) in [(&notice, ink.text()), (&convention, ink.dim())] {
        for line in lines {
            document = document.add(text(line, MARGIN, y, 14).set("fill", fill.as_str()));
            y += LINE;
        }
    }
    document.to_string()
}

/// Colours as SVG writes them.
struct Ink<'a> {
    style: &'a PlotStyle,
}

impl Ink<'_> {
    fn tone(&self, tone: Tone) -> String {
        hex(self.style.tone(tone).fg)
    }

    fn words(&self, tone: Tone) -> String {
        hex(self.style.words(tone).fg)
    }

    fn text(&self) -> String {
        (if self.style.dark { "#e6e6e6" } else { "#1a1a1a" }).into()
    }

    fn paper(&self) -> &'static str {
        if self.style.dark { "#16181c" } else { "#ffffff" }
    }

    fn dim(&self) -> String {
        hex(self.style.dim().fg)
    }

    fn quiet(&self) -> String {
        hex(self.style.quiet().fg)
    }
}

fn hex(colour: Option<ratatui::style::Color>) -> String {
    match colour {
        Some(ratatui::style::Color::Rgb(r, g, b)) => format!("#{r:02x}{g:02x}{b:02x}"),
        // The styles of an SVG are made with 24 bits; anything else is the page's own text.
        _ => "currentColor".into(),
    }
}

fn text(words: &str, x: f64, y: f64, size: u32) -> Text {
    Text::new(words).set("x", round(x)).set("y", round(y)).set("font-size", size)
}

/// Two decimals are finer than any screen, and keep the file small.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Where each panel goes: side by side, in rows if there are many.
fn grid(panels: &[Panel], wide: f64, top: f64, room: f64) -> Vec<Place> {
    let count = panels.len().max(1);
    // Circles are as high as they are wide: in a row each of a few gets more of a wide page.
    let round = panels.iter().all(|panel| panel.square) && wide > 1.5 * room;
    let columns = if count <= 3 || (round && count <= 4) { count } else { (count as f64).sqrt().ceil() as usize };
    let rows = count.div_ceil(columns);
    let each = (
        (wide - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64,
        (room - GAP * (rows - 1) as f64) / rows as f64,
    );
    let corner = |i: usize| {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        (MARGIN + column * (each.0 + GAP), top + row * (each.1 + GAP))
    };
    let titled = panels.iter().any(|panel| !panel.title.is_empty());
    panels.iter().enumerate().map(|(i, panel)| Place::new(panel, titled, corner(i), each)).collect()
}

fn draw(panel: &Panel, place: &Place, ink: &Ink<'_>) -> Group {
    let mut group = axes::draw(panel, place, ink);
    for (layer, nth) in panel.layers.iter().zip(ordinals(panel)) {
        group = group.add(shapes::layer(layer, nth, place, ink));
    }
    // Names come last: no line crosses them.
    let mut names = names::Names::new(panel, place);
    for layer in &panel.layers {
        group = names.write(group, layer, place, ink);
    }
    legend(panel, place, ink, group)
}

/// Which of the tones of the lines each line has, and each of the points: the first is solid, the first are discs. What lies
/// behind the data does not count.
fn ordinals(panel: &Panel) -> Vec<usize> {
    let (mut lines, mut points): (Vec<Tone>, Vec<Tone>) = (Vec::new(), Vec::new());
    let nth = |layer: &Layer| {
        let (tones, tone) = match layer {
            Layer::Line { tone: Tone::Quiet, .. } | Layer::Points { tone: Tone::Quiet, .. } => return 0,
            Layer::Line { tone, .. } => (&mut lines, *tone),
            Layer::Points { tone, .. } => (&mut points, *tone),
            _ => return 0,
        };
        tones.iter().position(|t| *t == tone).unwrap_or_else(|| {
            tones.push(tone);
            tones.len() - 1
        })
    };
    panel.layers.iter().map(nth).collect()
}

/// Names of the layers in a row above the panel, each with its shape.
fn legend(panel: &Panel, place: &Place, ink: &Ink<'_>, mut group: Group) -> Group {
    let mut x = place.left;
    for (layer, nth) in panel.layers.iter().zip(ordinals(panel)) {
        let (Some((name, tone)), Some(sample)) = (named(layer), shapes::sample(layer, nth, (x, place.top - 14.0), ink))
        else {
            continue;
        };
        group = group.add(sample).add(text(name, x + 30.0, place.top - 10.0, 12).set("fill", ink.words(tone)));
        x += 44.0 + 7.0 * name.chars().count() as f64;
    }
    group
}

fn named(layer: &Layer) -> Option<(&str, Tone)> {
    let (name, tone) = match layer {
        Layer::Line { name, tone, .. }
        | Layer::Points { name, tone, .. }
        | Layer::Band { name, tone, .. }
        | Layer::Arcs { name, tone, .. }
        | Layer::Bars { name, tone, .. } => (name, tone),
        // Arrows carry their names at their heads, lines of reference beside them.
        _ => return None,
    };
    (!name.is_empty()).then_some((name.as_str(), *tone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{self, Sampling, Settings};
    use crate::tui::plot::Depth;

    fn of(slug: &str, dark: bool) -> String {
        let info = figure::find(slug).unwrap();
        let picture = figure::build(info, &Settings::new(info), Sampling { cols: 120, rows: 40 });
        svg(&picture, &PlotStyle::new(Depth::TrueColor, dark, false), 960, 540)
    }

    #[test]
    fn every_figure_is_sound_xml_without_a_number_that_is_none() {
        for info in figure::ALL {
            for dark in [true, false] {
                let svg = of(info.slug, dark);
                let mut open = Vec::new();
                for event in svg::parser::Parser::new(&svg) {
                    match event {
                        svg::parser::Event::Tag(name, svg::node::element::tag::Type::Start, _) => open.push(name),
                        svg::parser::Event::Tag(name, svg::node::element::tag::Type::End, _) => {
                            assert_eq!(open.pop(), Some(name), "{}", info.slug);
                        }
                        svg::parser::Event::Error(error) => panic!("{}: {error}", info.slug),
                        _ => {}
                    }
                }
                assert!(open.is_empty() && svg.starts_with("<svg"), "{}", info.slug);
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", info.slug);
            }
        }
    }

    #[test]
    fn it_says_what_the_picture_says() {
        let svg = of("rope-shift", false);
        assert!(svg.contains("common shift") && svg.contains("−0.7069"), "{svg}");
    }
}
