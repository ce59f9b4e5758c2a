//! What the terminal can show, and how a tone looks on it: a colour and a mark, so that colour alone never has to tell.

use ratatui::style::{Color, Style};

use crate::figure::Tone;
use crate::scheme::Scheme;

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None.
    Mono,
    /// The user's own sixteen.
    Ansi16,
    /// The xterm palette.
    Ansi256,
    /// 24 bits.
    TrueColor,
}

/// What lines are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// 2 × 4 dots a cell; needs a font with Braille.
    Braille,
    /// 1 × 2 dots a cell; everywhere with block glyphs, the Linux console too.
    HalfBlock,
    /// One character a cell, the mark of the series.
    Ascii,
}

impl Marker {
    /// Dots across and down a cell: powers of two.
    pub(super) const fn dots(self) -> (u16, u16) {
        match self {
            Marker::Braille => (2, 4),
            Marker::HalfBlock => (1, 2),
            Marker::Ascii => (1, 1),
        }
    }
}

/// Map for numbers without a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequential {
    /// Purple to yellow.
    Viridis,
    /// Blue to yellow, made for colour-blind readers.
    Cividis,
}

/// How pictures look on this terminal; plain data, so that a theme can change any of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotStyle {
    /// Colours that the terminal shows.
    pub depth: Depth,
    /// Dark background: decides at which end of lightness zero recedes.
    pub dark: bool,
    /// What lines are made of.
    pub marker: Marker,
    /// Only 0x20 to 0x7E.
    pub ascii: bool,
    /// Map for numbers without a sign.
    pub sequential: Sequential,
    /// In the order of [`Scheme::ALL`].
    pub schemes: [Color; 7],
    /// A family of series.
    pub series: [Color; 6],
    /// Axes and their numbers; text, so legible.
    pub dim: Color,
    /// Grids and reference lines; not text.
    pub quiet: Color,
    /// The one thing to look at.
    pub accent: Color,
    /// The learner's value.
    pub yours: Color,
    /// The right value.
    pub truth: Color,
}

/// A hue on dark and on light: 24 bits, xterm number, and the nearest of the user's own sixteen.
struct Hue(u32, u32, u8, u8, Color);

const SCHEMES: [Hue; 7] = [
    Hue(0xa8adb3, 0x5f6368, 248, 241, Color::Gray),
    Hue(0x56b4e9, 0x006aa3, 74, 25, Color::Cyan),
    Hue(0xe69f00, 0x8a5a00, 178, 94, Color::Yellow),
    Hue(0xdc8fb9, 0x9c3f74, 175, 132, Color::Magenta),
    Hue(0x2fc496, 0x006e50, 43, 23, Color::Green),
    Hue(0xff7a33, 0xab4300, 208, 130, Color::Red),
    Hue(0xf0e442, 0x6f6600, 227, 58, Color::LightYellow),
];
const SERIES: [Hue; 6] = [
    Hue(0x56b4e9, 0x006aa3, 74, 25, Color::Cyan),
    Hue(0xe69f00, 0x8a5a00, 178, 94, Color::Yellow),
    Hue(0x2fc496, 0x006e50, 43, 23, Color::Green),
    Hue(0xdc8fb9, 0x9c3f74, 175, 132, Color::Magenta),
    Hue(0xff7a33, 0xab4300, 208, 130, Color::Red),
    Hue(0xf0e442, 0x6f6600, 227, 58, Color::LightYellow),
];
const DIM: Hue = Hue(0x9aa0a6, 0x5f6368, 247, 241, Color::DarkGray);
const QUIET: Hue = Hue(0x6b7178, 0xa4a9af, 242, 248, Color::DarkGray);
const ACCENT: Hue = Hue(0xffffff, 0x000000, 231, 16, Color::Reset);
const YOURS: Hue = Hue(0xff8a70, 0xb03500, 209, 124, Color::Red);
const TRUTH: Hue = Hue(0x5fd39c, 0x006b4a, 79, 23, Color::Green);

/// Marks of a family of series; none is a scheme's.
const SERIES_MARKS: [char; 6] = ['*', 'z', '%', '&', '$', 's'];

impl PlotStyle {
    /// The usual look at this depth, on a dark or a light background.
    pub fn new(depth: Depth, dark: bool, ascii: bool) -> PlotStyle {
        let colour = |hue: &Hue| pick(hue, depth, dark);
        PlotStyle {
            depth,
            dark,
            marker: if ascii { Marker::Ascii } else { Marker::Braille },
            ascii,
            sequential: Sequential::Viridis,
            schemes: SCHEMES.each_ref().map(colour),
            series: SERIES.each_ref().map(colour),
            dim: colour(&DIM),
            quiet: colour(&QUIET),
            accent: colour(&ACCENT),
            yours: colour(&YOURS),
            truth: colour(&TRUTH),
        }
    }

    /// Marker in force: `ascii` overrules.
    pub(super) fn marker(&self) -> Marker {
        if self.ascii { Marker::Ascii } else { self.marker }
    }

    fn fg(&self, colour: Color) -> Style {
        if self.depth == Depth::Mono || colour == Color::Reset { Style::new() } else { Style::new().fg(colour) }
    }

    /// Style of a scheme's lines and text.
    pub fn scheme(&self, scheme: Scheme) -> Style {
        let index = Scheme::ALL.iter().position(|s| *s == scheme).unwrap_or(0);
        self.fg(self.schemes.get(index).copied().unwrap_or(Color::Reset))
    }

    /// Style of a tone's lines and text.
    pub fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Scheme(scheme) => self.scheme(scheme),
            Tone::Series(n) => {
                let index = usize::from(n) % self.series.len();
                self.fg(self.series.get(index).copied().unwrap_or(Color::Reset))
            }
            Tone::Quiet => self.fg(self.quiet),
            Tone::Accent => self.fg(self.accent),
            Tone::Yours => self.fg(self.yours),
            Tone::Truth => self.fg(self.truth),
        }
    }

    /// Style of a tone's names and numbers: what is quiet as a line would be too faint to read.
    pub(super) fn words(&self, tone: Tone) -> Style {
        if tone == Tone::Quiet { self.dim() } else { self.tone(tone) }
    }

    /// Mark of a tone: stands in the legend, and is the line itself in ASCII.
    pub fn mark(&self, tone: Tone) -> char {
        match tone {
            Tone::Scheme(scheme) => scheme.mark(),
            Tone::Series(n) => SERIES_MARKS.get(usize::from(n) % SERIES_MARKS.len()).copied().unwrap_or('*'),
            Tone::Quiet => '-',
            Tone::Accent => '@',
            Tone::Yours => 'x',
            Tone::Truth => 'v',
        }
    }

    /// Without colour a filled area of this tone needs a look of its own: it is the one to look at.
    pub(super) fn is_marked(&self, tone: Tone) -> bool {
        self.depth == Depth::Mono && matches!(tone, Tone::Accent | Tone::Yours | Tone::Truth)
    }

    /// Axes and less important text.
    pub(super) fn dim(&self) -> Style {
        self.fg(self.dim)
    }

    /// Lines behind the data.
    pub(super) fn quiet(&self) -> Style {
        self.fg(self.quiet)
    }
}

fn pick(hue: &Hue, depth: Depth, dark: bool) -> Color {
    let Hue(on_dark, on_light, dark256, light256, ansi) = *hue;
    match depth {
        Depth::Mono => Color::Reset,
        Depth::Ansi16 => ansi,
        Depth::Ansi256 => Color::Indexed(if dark { dark256 } else { light256 }),
        Depth::TrueColor => Color::from_u32(if dark { on_dark } else { on_light }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: u32) -> f64 {
        let channel = |shift: u32| {
            let c = f64::from((colour >> shift) & 0xff) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    #[test]
    fn every_hue_that_writes_text_is_legible_on_both_backgrounds() {
        let all = SCHEMES.iter().chain(&SERIES).chain([&DIM, &ACCENT, &YOURS, &TRUTH]);
        for hue in all {
            assert!((luminance(hue.0) + 0.05) / (luminance(0x1e1e1e) + 0.05) >= 4.5, "{:06x} on dark", hue.0);
            assert!(1.05 / (luminance(hue.1) + 0.05) >= 4.5, "{:06x} on light", hue.1);
        }
    }

    #[test]
    fn no_two_tones_share_a_mark() {
        let style = PlotStyle::new(Depth::Mono, true, true);
        let mut tones: Vec<Tone> = Scheme::ALL.map(Tone::Scheme).to_vec();
        tones.extend((0..6).map(Tone::Series));
        tones.extend([Tone::Quiet, Tone::Accent, Tone::Yours, Tone::Truth]);
        let marks: std::collections::BTreeSet<char> = tones.iter().map(|t| style.mark(*t)).collect();
        assert_eq!(marks.len(), tones.len());
    }
}
