//! Numbers to colours and glyphs.
//!
//! Sequential maps rise evenly in lightness, so they are right in grey too. Diverging maps have a zero that recedes into the
//! background: white on light, near-black on dark. With 256 colours there are about eleven distinct steps whatever one does, so
//! they are chosen by hand, monotone in lightness. Without colour a ramp of glyphs carries the value.

use ratatui::style::Color;

use super::style::{Depth, PlotStyle, Sequential};

const VIRIDIS: [u32; 10] =
    [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725];
const CIVIDIS: [u32; 10] =
    [0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838];
/// ColorBrewer RdBu, blue for negative: zero is white.
const ON_LIGHT: [u32; 11] =
    [0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xf4a582, 0xd6604d, 0xb2182b, 0x67001f];
/// After Crameri's berlin: zero is nearly black.
const ON_DARK: [u32; 11] =
    [0x9eb0ff, 0x5ba4db, 0x2d7597, 0x1f4b60, 0x152832, 0x121212, 0x33160e, 0x5e2412, 0x914a37, 0xc87a6d, 0xffacac];

const VIRIDIS_256: [u8; 11] = [53, 54, 24, 60, 30, 66, 36, 71, 113, 148, 220];
const CIVIDIS_256: [u8; 11] = [17, 18, 24, 59, 242, 243, 245, 144, 179, 185, 220];
const ON_LIGHT_256: [u8; 11] = [17, 25, 67, 117, 254, 231, 224, 216, 167, 124, 52];
const ON_DARK_256: [u8; 11] = [153, 111, 68, 25, 17, 233, 52, 88, 131, 174, 217];

/// Darkest first. The first is not a space, which means masked.
const ASCII_RAMP: [char; 9] = ['.', ':', '-', '=', '+', '*', '#', '%', '@'];
const BLOCK_RAMP: [char; 5] = ['·', '░', '▒', '▓', '█'];

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// A colour for a pixel.
    Colour(Color),
    /// A glyph for a cell, with a colour if there is one.
    Glyph(char, Option<Color>),
}

/// A map for one heat map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map<'a> {
    style: &'a PlotStyle,
    min: f64,
    max: f64,
    signed: bool,
}

impl<'a> Map<'a> {
    pub(super) fn new(style: &'a PlotStyle, min: f64, max: f64, signed: bool) -> Map<'a> {
        Map { style, min, max, signed }
    }

    /// Colours fill half a cell; glyphs fill a whole one.
    pub(super) fn has_pixels(&self) -> bool {
        !self.style.ascii && self.style.depth >= Depth::Ansi256
    }

    /// 0 at the low end, 1 at the high end. A signed map is symmetric: zero is 0.5.
    fn position(&self, value: f64) -> f64 {
        let t = if self.signed {
            let reach = self.min.abs().max(self.max.abs());
            0.5 + 0.5 * value / reach
        } else {
            (value - self.min) / (self.max - self.min)
        };
        if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) }
    }

    /// The look of a value; `None` for NaN, a cell with nothing in it.
    pub(super) fn ink(&self, value: f64) -> Option<Ink> {
        if value.is_nan() {
            return None;
        }
        let t = self.position(value);
        if self.has_pixels() {
            return self.colour(t).map(Ink::Colour);
        }
        if self.style.ascii || self.style.depth == Depth::Mono {
            return Some(Ink::Glyph(self.plain_glyph(t), self.colour(self.on_background(t))));
        }
        Some(self.sixteen(t))
    }

    /// A glyph is thinner than a filled cell: the end of a sequential map that is near the background would not be read.
    fn on_background(&self, t: f64) -> f64 {
        match (self.signed, self.style.dark) {
            (true, _) => t,
            (false, true) => 0.4 + 0.6 * t,
            (false, false) => 0.7 * t,
        }
    }

    fn plain_glyph(&self, t: f64) -> char {
        let ramp: &[char] = if self.style.ascii { &ASCII_RAMP } else { &BLOCK_RAMP };
        step(ramp, t).unwrap_or(' ')
    }

    /// Sign by hue, size by glyph: generic mapping of colours onto sixteen loses both.
    fn sixteen(&self, t: f64) -> Ink {
        if !self.signed {
            return Ink::Glyph(step(&BLOCK_RAMP, t).unwrap_or(' '), Some(Color::Cyan));
        }
        let size = (2.0 * t - 1.0).abs();
        let hue = if t < 0.5 { Color::Blue } else { Color::Yellow };
        Ink::Glyph(step(&BLOCK_RAMP, size).unwrap_or(' '), Some(hue))
    }

    fn colour(&self, t: f64) -> Option<Color> {
        let style = self.style;
        match style.depth {
            Depth::Mono | Depth::Ansi16 => None,
            Depth::Ansi256 => {
                let table = match (self.signed, style.dark, style.sequential) {
                    (true, true, _) => &ON_DARK_256,
                    (true, false, _) => &ON_LIGHT_256,
                    (false, _, Sequential::Viridis) => &VIRIDIS_256,
                    (false, _, Sequential::Cividis) => &CIVIDIS_256,
                };
                step(table, t).map(Color::Indexed)
            }
            Depth::TrueColor => {
                let table: &[u32] = match (self.signed, style.dark, style.sequential) {
                    (true, true, _) => &ON_DARK,
                    (true, false, _) => &ON_LIGHT,
                    (false, _, Sequential::Viridis) => &VIRIDIS,
                    (false, _, Sequential::Cividis) => &CIVIDIS,
                };
                Some(between(table, t))
            }
        }
    }
}

/// Black or white, whichever is legible on this colour.
pub(super) fn legible_on(colour: Color) -> Color {
    match colour {
        Color::Rgb(r, g, b) => {
            let light = 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
            if light > 140.0 { Color::Rgb(0, 0, 0) } else { Color::Rgb(255, 255, 255) }
        }
        Color::Indexed(n) => Color::Indexed(if LIGHT_256.contains(&n) { 16 } else { 231 }),
        _ => Color::Reset,
    }
}

/// Entries of the tables above on which black is the legible text.
const LIGHT_256: [u8; 21] =
    [71, 113, 148, 220, 144, 179, 185, 245, 117, 254, 231, 224, 216, 153, 111, 174, 217, 36, 68, 66, 67];

/// The nearest of a few steps.
fn step<T: Copy>(table: &[T], t: f64) -> Option<T> {
    let last = table.len().saturating_sub(1);
    table.get((t * last as f64).round() as usize).copied()
}

/// Linear between anchors.
fn between(table: &[u32], t: f64) -> Color {
    let place = t * table.len().saturating_sub(1) as f64;
    let low = place.floor() as usize;
    let a = table.get(low).copied().unwrap_or(0);
    let b = table.get(low + 1).copied().unwrap_or(a);
    let part = place - place.floor();
    let mix = |shift: u32| {
        let (a, b) = (f64::from((a >> shift) & 0xff), f64::from((b >> shift) & 0xff));
        (a + (b - a) * part).round() as u8
    };
    Color::Rgb(mix(16), mix(8), mix(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(colour: Color) -> f64 {
        let (r, g, b) = match colour {
            Color::Rgb(r, g, b) => (r, g, b),
            Color::Indexed(n) => xterm(n),
            other => panic!("{other:?}"),
        };
        let channel = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        };
        0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
    }

    fn xterm(n: u8) -> (u8, u8, u8) {
        if n >= 232 {
            let grey = 8 + 10 * (n - 232);
            return (grey, grey, grey);
        }
        let level = |k: u8| if k == 0 { 0 } else { 55 + 40 * k };
        let n = n - 16;
        (level(n / 36), level(n / 6 % 6), level(n % 6))
    }

    #[test]
    fn sequential_maps_rise_in_lightness() {
        for depth in [Depth::TrueColor, Depth::Ansi256] {
            for sequential in [Sequential::Viridis, Sequential::Cividis] {
                let style = PlotStyle { sequential, ..PlotStyle::new(depth, true, false) };
                let map = Map::new(&style, 0.0, 1.0, false);
                let rises: Vec<f64> = (0..=10).filter_map(|k| map.colour(f64::from(k) / 10.0)).map(lightness).collect();
                // One step of the xterm table may tie; none may fall visibly.
                assert!(rises.windows(2).all(|w| w[1] >= w[0] - 0.02), "{depth:?} {sequential:?} {rises:?}");
            }
        }
    }

    #[test]
    fn zero_recedes_into_the_background_and_both_signs_leave_it() {
        for depth in [Depth::TrueColor, Depth::Ansi256] {
            for dark in [true, false] {
                let style = PlotStyle::new(depth, dark, false);
                let map = Map::new(&style, -1.0, 1.0, true);
                let at = |v: f64| map.colour(map.position(v)).map(lightness).unwrap();
                let away = |v: f64| {
                    if dark { at(v) - at(0.0) } else { at(0.0) - at(v) }
                };
                for sign in [-1.0, 1.0] {
                    assert!(away(sign) > 0.3, "{depth:?} {dark}");
                    let walk: Vec<f64> = (0..=5).map(|k| away(sign * f64::from(k) / 5.0)).collect();
                    assert!(walk.windows(2).all(|w| w[1] >= w[0] - 0.02), "{depth:?} dark {dark}: {walk:?}");
                }
            }
        }
    }

    #[test]
    fn sixteen_colours_tell_the_sign_by_hue_and_the_size_by_glyph() {
        let style = PlotStyle::new(Depth::Ansi16, true, false);
        let map = Map::new(&style, -1.0, 1.0, true);
        assert_eq!(map.ink(-1.0), Some(Ink::Glyph('█', Some(Color::Blue))));
        assert_eq!(map.ink(1.0), Some(Ink::Glyph('█', Some(Color::Yellow))));
        assert_eq!(map.ink(f64::NAN), None);
    }
}
